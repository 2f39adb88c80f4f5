"""Settings: nested pages of rows and switches, a search over all of them, and About phone."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from appagent.phone.android_settings import KeepsSettings, Kept, on_off
from appagent.phone.app import Dialog, Page
from appagent.phone.dialogs import alert
from appagent.phone.parts import setting, switch_row, toolbar
from appagent.phone.ui import (
    Button,
    Column,
    Field,
    IconButton,
    List,
    Radio,
    Row,
    Space,
    Text,
    Widget,
)


@dataclass(frozen=True)
class Item:
    """A row. kind: "switch" (key: an attribute of the app), "choice" (one of `options`), "words" (typed in),
    "info" (only read) or "page" (leads to `items`)."""

    kind: str
    title: str
    key: str = ""
    summary: str = ""
    icon: str = ""
    options: tuple[str, ...] = ()
    items: "tuple[Item, ...]" = field(default=())


def page(title: str, icon: str, summary: str, *items: Item) -> Item:
    """A row that leads to a page of rows."""
    return Item("page", title, icon=icon, summary=summary, items=items)


def switch(title: str, key: str, summary: str = "") -> Item:
    """A row with a switch."""
    return Item("switch", title, key, summary)


def choice(title: str, key: str, *options: str) -> Item:
    """A row that opens a dialog with one choice of several."""
    return Item("choice", title, key, options=options)


def info(title: str, value: str) -> Item:
    """A row that is only read."""
    return Item("info", title, summary=value)


MENU = (
    page("Network & internet", "wifi", "Mobile, Wi-Fi, hotspot",
         switch("Wi-Fi", "wifi"), switch("Airplane mode", "airplane_mode"),
         page("Hotspot & tethering", "", "Off",
              switch("Wi-Fi hotspot", "hotspot"), switch("USB tethering", "usb_tethering"),
              Item("words", "Hotspot name", "hotspot_name")),
         page("Data Saver", "", "Less data in the background", switch("Use Data Saver", "data_saver")),
         page("Private DNS", "", "Automatic", choice("Mode", "private_dns", "Off", "Automatic", "Hostname"))),
    page("Connected devices", "devices", "Bluetooth, pairing",
         switch("Bluetooth", "bluetooth"), switch("NFC", "nfc"),
         page("Printing", "", "Print service", switch("Use print service", "printing")),
         page("Nearby Share", "", "Off", switch("Visible to everyone", "nearby_share"))),
    page("Apps", "apps", "Assistant, recent apps",
         page("Special app access", "", "", switch("Install unknown apps", "unknown_apps"),
              switch("Picture-in-picture", "picture_in_picture")),
         info("Unused apps", "2 apps")),
    page("Notifications", "bell", "History, conversations",
         switch("Notification history", "notification_history"), switch("Bubbles", "bubbles"),
         switch("Notification dot on app icon", "notification_dot")),
    page("Battery", "battery", "82%",
         switch("Battery Saver", "battery_saver"), switch("Battery percentage", "battery_percentage"),
         switch("Adaptive Battery", "adaptive_battery")),
    page("Storage", "storage", "41% used", info("Free space", "75.3 GB"), info("Photos & videos", "18 GB"),
         switch("Smart Storage", "smart_storage")),
    page("Sound & vibration", "sound", "Volume, haptics",
         switch("Vibrate for calls", "vibrate_for_calls"), switch("Do Not Disturb", "do_not_disturb"),
         choice("Phone ringtone", "ringtone", "Zephyr", "Comet", "Beam"),
         page("Vibration & haptics", "", "On", switch("Touch feedback", "touch_feedback"),
              switch("Ring vibration", "ring_vibration"))),
    page("Display", "sun", "Dark theme, font size",
         switch("Dark theme", "dark_theme"), switch("Adaptive brightness", "adaptive_brightness"),
         choice("Screen timeout", "screen_timeout", "15 seconds", "30 seconds", "1 minute", "5 minutes"),
         choice("Font size", "font_size", "Small", "Default", "Large"),
         page("Night Light", "", "Off", switch("Use Night Light", "night_light")),
         page("Screen saver", "", "Off", switch("Use screen saver", "screen_saver"))),
    page("Security & privacy", "lock", "Screen lock, permissions",
         switch("Show passwords", "show_passwords"), switch("Lock screen notifications", "lock_notifications"),
         page("Privacy controls", "", "", switch("Camera access", "camera_access"),
              switch("Microphone access", "microphone_access"))),
    page("Location", "place", "On", switch("Use location", "location"),
         page("Location services", "", "", switch("Wi-Fi scanning", "wifi_scanning"),
              switch("Bluetooth scanning", "bluetooth_scanning"))),
    page("System", "globe", "Languages, gestures, time",
         page("Languages & input", "", "", info("Languages", "English (United States)"),
              switch("Spell checker", "spell_checker")),
         page("Gestures", "", "", switch("Double tap to check phone", "double_tap"),
              switch("Flip to silence", "flip_to_silence")),
         page("Date & time", "", "", switch("Set time automatically", "automatic_time"),
              switch("Use 24-hour format", "hours_24"))),
    page("About phone", "info", "Virtual One",
         Item("words", "Device name", "device_name"), info("Model", "Virtual One"),
         info("Processor", "Octa-core Larch 3 2.8 GHz"), info("Memory", "8 GB"),
         info("Android version", "14"), info("Build number", "UQ1A.261122.004"),
         page("Legal information", "", "", info("Third-party licences", "MIT, Apache-2.0, OFL"))),
)  # fmt: skip

_ON = {"wifi", "bluetooth", "location", "adaptive_battery", "notification_history", "vibrate_for_calls",
       "touch_feedback", "camera_access", "microphone_access", "spell_checker", "automatic_time"}  # fmt: skip


def everything(items: Sequence[Item] = MENU) -> list[tuple[Item, Item]]:
    """Every row with the page that it stands on."""
    found = []
    for item in items:
        found += [(row, item) for row in item.items] + everything(item.items)
    return found


# Which page an intent's action opens; "" for the menu.
_PAGES = {
    "SETTINGS": "", "WIFI_SETTINGS": "Network & internet", "WIRELESS_SETTINGS": "Network & internet",
    "AIRPLANE_MODE_SETTINGS": "Network & internet", "TETHER_SETTINGS": "Hotspot & tethering",
    "DATA_USAGE_SETTINGS": "Data Saver", "BLUETOOTH_SETTINGS": "Connected devices", "NFC_SETTINGS": "Connected devices",
    "ACTION_PRINT_SETTINGS": "Printing", "APPLICATION_SETTINGS": "Apps", "MANAGE_APPLICATIONS_SETTINGS": "Apps",
    "MANAGE_ALL_APPLICATIONS_SETTINGS": "Apps", "MANAGE_UNKNOWN_APP_SOURCES": "Special app access",
    "NOTIFICATION_SETTINGS": "Notifications", "BATTERY_SAVER_SETTINGS": "Battery",
    "INTERNAL_STORAGE_SETTINGS": "Storage", "SOUND_SETTINGS": "Sound & vibration", "ZEN_MODE_SETTINGS": "Sound & vibration",
    "DISPLAY_SETTINGS": "Display", "NIGHT_DISPLAY_SETTINGS": "Night Light", "DREAM_SETTINGS": "Screen saver",
    "SECURITY_SETTINGS": "Security & privacy", "PRIVACY_SETTINGS": "Privacy controls",
    "LOCATION_SOURCE_SETTINGS": "Location", "LOCALE_SETTINGS": "Languages & input",
    "INPUT_METHOD_SETTINGS": "Languages & input", "DATE_SETTINGS": "Date & time", "DEVICE_INFO_SETTINGS": "About phone",
}  # fmt: skip
_DETAILS = "APPLICATION_DETAILS_SETTINGS"


class Settings(KeepsSettings):
    """Rows lead to pages, pages hold switches; each switch is an attribute of the same name."""

    package = "com.android.settings"
    label = "Settings"
    icon = "gear"
    colour = "#5b6472"
    version = "14"
    entries = {"Settings": "as_left"}
    intents = tuple(f"android.settings.{name}" for name in (*_PAGES, _DETAILS))
    tiles = {
        "Wi-Fi": "wifi", "Bluetooth": "bluetooth", "Airplane mode": "airplane_mode", "Do Not Disturb": "do_not_disturb",
        "Location": "location", "Battery Saver": "battery_saver", "Dark theme": "dark_theme",
        "Night Light": "night_light", "Wi-Fi hotspot": "hotspot", "Data Saver": "data_saver",
    }  # fmt: skip
    kept = {
        ("global", "airplane_mode_on"): on_off("airplane_mode"),
        ("global", "auto_time"): on_off("automatic_time"),
        ("global", "bluetooth_on"): on_off("bluetooth"),
        ("global", "device_name"): Kept("device_name"),
        ("global", "low_power"): on_off("battery_saver"),
        ("global", "wifi_on"): on_off("wifi"),
        ("global", "zen_mode"): on_off("do_not_disturb"),
        ("secure", "location_mode"): on_off("location", "3"),
        ("secure", "night_display_activated"): on_off("night_light"),
        ("secure", "ui_night_mode"): on_off("dark_theme", "2", "1"),
        ("system", "font_scale"): Kept("font_size", {"Small": "0.85", "Default": "1.0", "Large": "1.15"}),
        ("system", "haptic_feedback_enabled"): on_off("touch_feedback"),
        ("system", "screen_brightness"): Kept("brightness"),
        ("system", "screen_brightness_mode"): on_off("adaptive_brightness"),
        ("system", "screen_off_timeout"): Kept(
            "screen_timeout",
            {"15 seconds": "15000", "30 seconds": "30000", "1 minute": "60000", "5 minutes": "300000"},
        ),
        ("system", "time_12_24"): on_off("hours_24", "24", "12"),
        ("system", "vibrate_when_ringing"): on_off("vibrate_for_calls"),
    }
    words = {
        "zh": {
            "Settings": "设置", "Search settings": "搜索设置项", "Navigate up": "返回", "Cancel": "取消", "OK": "确定",
            "No results": "没有结果", "On": "开启", "Off": "关闭", "Automatic": "自动",
            "Network & internet": "网络和互联网", "Mobile, Wi-Fi, hotspot": "移动网络、WLAN、热点", "Wi-Fi": "WLAN",
            "Airplane mode": "飞行模式", "Hotspot & tethering": "热点和网络共享", "Wi-Fi hotspot": "WLAN 热点",
            "USB tethering": "USB 网络共享", "Hotspot name": "热点名称", "Data Saver": "流量节省程序",
            "Less data in the background": "减少后台流量", "Use Data Saver": "使用流量节省程序", "Private DNS": "私人 DNS",
            "Mode": "模式", "Hostname": "主机名", "Connected devices": "已连接的设备", "Bluetooth, pairing": "蓝牙、配对",
            "Bluetooth": "蓝牙", "Printing": "打印", "Print service": "打印服务", "Use print service": "使用打印服务",
            "Nearby Share": "附近分享", "Visible to everyone": "对所有人可见", "Apps": "应用",
            "Assistant, recent apps": "助理、最近用过的应用", "Special app access": "特殊应用权限",
            "Install unknown apps": "安装未知应用", "Picture-in-picture": "画中画", "Unused apps": "未使用的应用",
            "2 apps": "2 个应用", "Notifications": "通知", "History, conversations": "历史记录、对话",
            "Notification history": "通知历史记录", "Bubbles": "对话泡", "Notification dot on app icon": "应用图标上的通知圆点",
            "Battery": "电池", "Battery Saver": "省电模式", "Battery percentage": "电池电量百分比",
            "Adaptive Battery": "自适应电池", "Storage": "存储", "41% used": "已使用 41%", "Free space": "可用空间",
            "Photos & videos": "照片和视频", "Smart Storage": "智能存储", "Sound & vibration": "声音和振动",
            "Volume, haptics": "音量、触感", "Vibrate for calls": "来电振动", "Do Not Disturb": "勿扰模式",
            "Phone ringtone": "手机铃声", "Vibration & haptics": "振动和触感", "Touch feedback": "触摸反馈",
            "Ring vibration": "响铃振动", "Display": "显示", "Dark theme, font size": "深色主题、字体大小",
            "Dark theme": "深色主题", "Adaptive brightness": "自动调节亮度", "Screen timeout": "屏幕超时",
            "15 seconds": "15 秒", "30 seconds": "30 秒", "1 minute": "1 分钟", "5 minutes": "5 分钟",
            "Font size": "字体大小", "Small": "小", "Default": "默认", "Large": "大", "Night Light": "夜间模式",
            "Use Night Light": "使用夜间模式", "Screen saver": "屏保", "Use screen saver": "使用屏保",
            "Security & privacy": "安全和隐私", "Screen lock, permissions": "屏幕锁定、权限",
            "Show passwords": "显示密码", "Lock screen notifications": "锁定屏幕通知", "Privacy controls": "隐私控制",
            "Camera access": "摄像头使用权限", "Microphone access": "麦克风使用权限", "Location": "位置信息",
            "Use location": "使用位置信息", "Location services": "位置信息服务", "Wi-Fi scanning": "WLAN 扫描",
            "Bluetooth scanning": "蓝牙扫描", "System": "系统", "Languages, gestures, time": "语言、手势、时间",
            "Languages & input": "语言和输入法", "Languages": "语言", "English (United States)": "简体中文（中国）",
            "Spell checker": "拼写检查工具", "Gestures": "手势", "Double tap to check phone": "点按两次即可查看手机",
            "Flip to silence": "翻转即静音", "Date & time": "日期和时间", "Set time automatically": "自动设置时间",
            "Use 24-hour format": "使用 24 小时制", "About phone": "关于手机", "Device name": "设备名称", "Model": "型号",
            "Processor": "处理器", "Memory": "内存", "Android version": "Android 版本", "Build number": "版本号",
            "App info": "应用信息", "Open": "打开", "Force stop": "强行停止", "Version": "版本",
            "Legal information": "法律信息", "Third-party licences": "第三方许可",
        }
    }  # fmt: skip

    def begin(self) -> None:
        """As it comes from the factory."""
        for row, _ in everything():
            if row.kind == "switch":
                setattr(self, row.key, row.key in _ON)
            elif row.kind == "choice":
                setattr(self, row.key, row.options[1])
        self._host.dark = False
        self.brightness = 128
        self.device_name, self.hotspot_name = "Virtual One", "VirtualAP_4821"
        self._typed = self._query = ""

    def home(self) -> Page:
        """The main menu, with a search box on top."""
        box = Row(
            [IconButton("search", pad=8), Text(self.t("Search settings"), id="search_action_bar_title", color="text2")],
            id="search_action_bar",
            height=52,
            background="surface",
            radius=26,
            pad=(12, 0, 12, 0),
            on_tap=self.search,
        )
        title = Text(self.t("Settings"), id="homepage_title", size=30, pad=(20, 20, 20, 12))
        search = Row([box], pad=(16, 4, 16, 12))
        rows = [title, search, *(self.row(item) for item in MENU)]
        return Page(List(rows, id="recycler_view", loads=0.2), activity=".homepage.SettingsHomepageActivity")

    def sub_page(self, item: Item) -> Page:
        """Any page below the menu."""
        bar = toolbar(self.t(item.title), on_back=self.close, up=self.t("Navigate up"))
        rows = List([self.row(row) for row in item.items], id="recycler_view", loads=0.3)
        return Page(Column([bar, rows]), activity=".SubSettings", title=item.title)

    def row(self, item: Item) -> Widget:
        """A row as its kind has it."""
        title, summary = self.t(item.title), self.t(self.summary_of(item))
        if item.kind == "switch":
            return switch_row(title, getattr(self, item.key), lambda: self.flip(item.key), summary)
        if item.kind == "info":
            return setting(title, summary)
        if item.kind == "page":
            return setting(title, summary, icon=item.icon, on_tap=lambda: self.open(self.sub_page, item))
        value = self.t(getattr(self, item.key))
        dialog = self.choice_dialog if item.kind == "choice" else self.words_dialog
        return setting(title, value, on_tap=lambda: self.begin_dialog(dialog, item))

    def summary_of(self, item: Item) -> str:
        """A row's second line; a page that says "On" or "Off" says it of its first switch."""
        if item.kind == "page" and item.summary in {"On", "Off"}:
            return "On" if getattr(self, item.items[0].key) else "Off"
        return item.summary

    def flip(self, key: str) -> None:
        """Turn a switch over."""
        self.change(key, not getattr(self, key))
        if key == "unknown_apps" and self.unknown_apps:  # type: ignore[attr-defined]  # as below
            self.did("grant", "Install unknown apps")

    def change(self, attribute: str, value: object) -> None:
        """Give a setting another value; the dark theme changes the whole phone."""
        super().change(attribute, value)
        if attribute == "dark_theme":
            self._host.dark = bool(value)

    def as_left(self) -> None:
        """Stay on the page where the app was left, as by its icon."""

    def open_intent(self, action: str, data: str) -> None:
        """Open the page that Android has for an intent. data: "package:" and the app that it is about, or ""."""
        name = action.removeprefix("android.settings.")
        if name == _DETAILS:
            self.open(self.app_page, data.removeprefix("package:"))
        elif title := _PAGES[name]:
            pages = [*MENU, *(row for row, _ in everything())]
            self.open(self.sub_page, next(item for item in pages if item.kind == "page" and item.title == title))

    def app_page(self, package: str) -> Page:
        """What is known of an app."""
        app = next((app for app in self._host.shown_apps() if app.package == package), self)
        rows = [
            setting(app.shown_label(), package),
            Button(self.t("Open"), on_tap=lambda: self._host.start(app.package)),
            Button(self.t("Force stop"), on_tap=lambda: self._host.stop(app.package)),
            setting(self.t("Version"), app.version),
        ]
        bar = toolbar(self.t("App info"), on_back=self.close, up=self.t("Navigate up"))
        return Page(Column([bar, List(rows, id="recycler_view")]), activity=".applications.InstalledAppDetailsTop")

    def begin_dialog(self, dialog: Callable[[Item], Dialog], item: Item) -> None:
        """Open a row's dialog with what is set now."""
        self._typed = getattr(self, item.key)
        self.ask(dialog, item)

    def choice_dialog(self, item: Item) -> Dialog:
        """One of several; choosing closes it."""
        rows = [
            Row(
                [
                    Radio(option == getattr(self, item.key)),
                    Text(self.t(option), id="android:id/text1", pad=(8, 0, 0, 0)),
                ],
                pad=(20, 8, 20, 8),
                on_tap=partial(self.choose, item.key, option),
            )
            for option in item.options
        ]
        cancel = Button(self.t("Cancel"), id="android:id/button2", on_tap=self.close)
        return alert(self.t(item.title), "", cancel, body=rows)

    def choose(self, key: str, value: str) -> None:
        """Set a choice and close its dialog."""
        setattr(self, key, value)
        self.close()

    def words_dialog(self, item: Item) -> Dialog:
        """A field for a name."""
        field = Field(self._typed, id="android:id/edit", on_change=self.type, focus=True)
        return alert(
            self.t(item.title),
            "",
            Button(self.t("Cancel"), id="android:id/button2", on_tap=self.close),
            Button(self.t("OK"), id="android:id/button1", on_tap=lambda: self.choose(item.key, self._typed)),
            body=[Column([field], pad=(20, 0, 20, 12))],
        )

    def type(self, text: str) -> None:
        """What is typed into a dialog."""
        self._typed = text

    def search(self) -> None:
        """Look for a setting by its words."""
        self._query = ""
        self.open(self.search_page)

    def search_page(self) -> Page:
        """A field, and every row whose words have what is typed, with the page where it is."""
        words = self._query.casefold().strip()
        found = [(row, on) for row, on in everything() if words and words in self.t(row.title).casefold()]
        rows = [
            setting(self.t(row.title), self.t(on.title), on_tap=partial(self.open, self.sub_page, on))
            for row, on in found
        ]
        if words and not rows:
            rows = [Text(self.t("No results"), color="text2", pad=24)]
        field = Field(
            self._query,
            id="search_src_text",
            hint=self.t("Search settings"),
            weight=1,
            focus=True,
            on_change=self.look_for,
        )
        bar = Row(
            [IconButton("back", desc=self.t("Navigate up"), on_tap=self.close), field, Space(width=12)],
            id="search_bar",
            height=64,
        )
        return Page(Column([bar, List(rows, id="list_results")]), activity=".SearchActivity")

    def look_for(self, text: str) -> None:
        """The words to look for, as typed."""
        self._query = text
