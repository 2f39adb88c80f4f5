"""Clock: alarms with turning wheels, the time in other cities, a timer and a stopwatch."""

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial

from appagent.phone.app import App, Dialog, Page
from appagent.phone.dialogs import ask_words, confirm, menu, pick_one
from appagent.phone.parts import (
    header,
    nothing_here,
    number_picker,
    search_bar,
    setting,
    switch_row,
    tabs,
    toolbar,
    with_fab,
)
from appagent.phone.ui import (
    Button,
    Chip,
    Column,
    Handler,
    IconButton,
    List,
    Row,
    Scroll,
    Seek,
    Switch,
    Text,
    Widget,
)

DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
CITIES = {"Auckland": 13, "Cairo": 2, "Denver": -7, "Lagos": 1, "Lima": -5, "London": 0, "New York": -5, "Paris": 1,
          "Reykjavik": 0, "São Paulo": -3, "Seattle": -8, "Shanghai": 8, "Singapore": 8, "Sydney": 11, "Tokyo": 9,
          "Vienna": 1}  # fmt: skip  # hours from UTC in November
HOMES = {"zh": "Shanghai"}  # where the phone is, by language; elsewhere:
HOME = "New York"
SNOOZES = (5, 10, 15, 20, 30)  # minutes


@dataclass
class Alarm:
    """One alarm. time: "07:30"; days: those on which it comes again, none for once."""

    time: str
    days: list[str] = field(default_factory=list)
    label: str = ""
    on: bool = True


@dataclass
class Count:
    """What counts seconds. status: "reset", "running" or "paused"; ran_s: how long it ran until it was last stopped."""

    status: str = "reset"
    ran_s: float = 0.0
    _since: datetime = datetime.min


@dataclass
class Timer(Count):
    """Counts down from what its wheels say."""

    hours: int = 0
    minutes: int = 5
    seconds: int = 0


@dataclass
class Stopwatch(Count):
    """Counts up. laps: times since the start, the latest first."""

    laps: list[str] = field(default_factory=list)


class Clock(App):
    """Four tabs; an alarm is opened by a tap, and deleted from there or by holding its row."""

    package = "com.example.deskclock"
    label = "Clock"
    activities = ("DeskClock", "AlarmEditActivity", "CitySelectionActivity")
    entries = {"AlarmEditActivity": "add_alarm", "CitySelectionActivity": "look_for_city"}
    icon = "alarm"
    colour = "#3557a5"
    version = "7.1"
    words = {
        "zh": {
            "Clock": "时钟", "Alarms": "闹钟", "World": "世界时钟", "Timer": "计时器", "Stopwatch": "秒表", "Once": "仅一次",
            "Every day": "每天", "Weekdays": "工作日", "Weekends": "周末", "Mon": "周一", "Tue": "周二", "Wed": "周三",
            "Thu": "周四", "Fri": "周五", "Sat": "周六", "Sun": "周日", "New alarm": "新建闹钟", "Edit alarm": "编辑闹钟",
            "Label": "标签", "None": "无", "Repeat": "重复", "Delete alarm?": "删除闹钟？", "Alarm deleted": "闹钟已删除",
            "No alarms": "没有闹钟", "Rings in {} h {} min": "{} 小时 {} 分钟后响铃", "Alarm off": "闹钟已关闭",
            "Duplicate": "复制一份", "hours": "小时", "minutes": "分钟", "seconds": "秒", "Start": "开始", "Pause": "暂停",
            "Resume": "继续", "Reset": "重置", "Lap": "计次", "Time is up": "时间到", "Add city": "添加城市",
            "Search for a city": "搜索城市", "Remove": "移除", "Local time": "本地时间", "{} h": "{} 小时", "Gym": "健身",
            "Market": "赶集", "Snooze length": "稍后提醒时长", "{} minutes": "{} 分钟", "Alarm volume": "闹钟音量",
            "Get louder slowly": "音量渐强", "Vibrate": "振动",
            "Auckland": "奥克兰", "Cairo": "开罗", "Denver": "丹佛", "Lagos": "拉各斯", "Lima": "利马", "London": "伦敦",
            "New York": "纽约", "Paris": "巴黎", "Reykjavik": "雷克雅未克", "São Paulo": "圣保罗", "Seattle": "西雅图",
            "Shanghai": "上海", "Singapore": "新加坡", "Sydney": "悉尼", "Tokyo": "东京", "Vienna": "维也纳",
        }
    }  # fmt: skip

    def begin(self) -> None:
        """Three alarms, of which one is on, and two cities."""
        self.alarms = [
            Alarm("06:45", ["Mon", "Wed", "Fri"], self.t("Gym"), on=False),
            Alarm("08:00", list(DAYS[:5])),
            Alarm("09:30", ["Sat"], self.t("Market"), on=False),
        ]
        self.cities = ["London", "Tokyo"]
        self.timer, self.stopwatch = Timer(), Stopwatch()
        self.snooze_minutes, self.volume, self.get_louder, self.vibrate = 10, 70, False, True
        self._tab = 0
        self._draft, self._query = Alarm("07:00"), ""

    def home(self) -> Page:
        """The chosen tab under the bar."""
        more = IconButton("more", id="overflow", desc=self.t("More options"), on_tap=lambda: self.ask(self.more))
        names = [self.t(name) for name in ("Alarms", "World", "Timer", "Stopwatch")]
        body = (self.alarm_list, self.world, self.countdown, self.stop_watch)[self._tab]()
        live = "running" in ("", "", self.timer.status, self.stopwatch.status)[self._tab]
        bar = Column([toolbar(self.t("Clock"), more), tabs(names, self._tab, self.setter("_tab"))])
        activity = ("AlarmActivity", "WorldClockActivity", "TimerActivity", "StopwatchActivity")[self._tab]
        return Page(Column([bar, body]), activity="DeskClock", title=activity, live=live)

    # Alarms

    def alarm_list(self) -> Widget:
        """A row for each alarm."""
        rows = [self.alarm_row(alarm) for alarm in self.alarms] or [nothing_here("alarm", self.t("No alarms"))]
        return with_fab(List(rows, id="alarm_list"), "plus", self.add_alarm, desc=self.t("New alarm"))

    def alarm_row(self, alarm: Alarm) -> Widget:
        """Its time over its label and days, a switch beside them."""
        about = " · ".join(filter(None, [alarm.label, self.repeats(alarm)]))
        words = [Text(alarm.time, size=36, color="text" if alarm.on else "hint"),
                 Text(about, size=14, color="text2" if alarm.on else "hint", lines=1)]  # fmt: skip
        knob = Switch(alarm.on, id="onoff", on_tap=lambda: self.flip(alarm))
        return Row([Column(words, weight=1), knob], pad=(20, 12, 20, 12),
                   on_tap=lambda: self.edit_alarm(alarm), on_hold=lambda: self.ask(self.alarm_menu, alarm))  # fmt: skip

    def repeats(self, alarm: Alarm) -> str:
        """On which days, in words."""
        known = {(): "Once", DAYS: "Every day", DAYS[:5]: "Weekdays", DAYS[5:]: "Weekends"}
        short = known.get(tuple(alarm.days))
        return self.t(short) if short else ("、" if self.t("Mon") != "Mon" else ", ").join(map(self.t, alarm.days))

    def flip(self, alarm: Alarm) -> None:
        """Turn an alarm on or off, and say when it rings."""
        alarm.on = not alarm.on
        self.toast(self.rings_in(alarm) if alarm.on else self.t("Alarm off"))

    def rings_in(self, alarm: Alarm) -> str:
        """How long it is until an alarm rings."""
        now, hour, minute = self._host.local_time(), int(alarm.time[:2]), int(alarm.time[3:])
        at = now.replace(hour=hour, minute=minute, second=0, microsecond=0)
        while at <= now or (alarm.days and DAYS[at.weekday()] not in alarm.days):
            at += timedelta(days=1)
        minutes = round((at - now).total_seconds() / 60)
        return self.t("Rings in {} h {} min").format(minutes // 60, minutes % 60)

    def alarm_menu(self, alarm: Alarm) -> Dialog:
        """What can be done with a row that is held down."""
        copy = (self.t("Duplicate"), lambda: self.alarms.insert(self.alarms.index(alarm), replace(alarm)))
        return menu(self, (self.t("Edit"), lambda: self.edit_alarm(alarm)), copy,
                    (self.t("Delete"), lambda: self.ask(self.sure, alarm, False)))  # fmt: skip

    def add_alarm(self) -> None:
        """Begin a new alarm, at seven."""
        self._draft = Alarm("07:00")
        self.open(self.alarm_page, None)

    def edit_alarm(self, alarm: Alarm) -> None:
        """Change an alarm that is there."""
        self._draft = replace(alarm, days=list(alarm.days))
        self.open(self.alarm_page, alarm)

    def alarm_page(self, alarm: Alarm | None) -> Page:
        """Two wheels, the days, the label; kept by the word at the top, left by the cross."""
        hour, minute = map(int, self._draft.time.split(":"))
        erase = [IconButton("trash", on_tap=lambda: self.ask(self.sure, alarm, True))] if alarm else []
        title = Text(self.t("Edit alarm" if alarm else "New alarm"), size=20, bold=True, weight=1, pad=(12, 0, 0, 0))
        keep = Button(self.t("Save"), id="save", on_tap=lambda: self.keep(alarm))
        cross = IconButton("close", on_tap=self.close)
        bar = Row([cross, title, *erase, keep], id="toolbar", height=56, pad=(4, 0, 4, 0))
        wheels = Row([number_picker(hour, 0, 23, lambda value: self.set_time(value, minute), id="hour"),
                      Text(":", size=24, bold=True, pad=(10, 0, 10, 0)),
                      number_picker(minute, 0, 59, lambda value: self.set_time(hour, value), id="minute")],
                     gravity="center", pad=(0, 16, 0, 16))  # fmt: skip
        days = Row([self.day(day) for day in DAYS], pad=(12, 4, 12, 12))
        label = setting(
            self.t("Label"),
            self._draft.label or self.t("None"),
            on_tap=lambda: ask_words(self, self.t("Label"), self._draft.label, self.set_label),
        )
        body = Scroll([wheels, header(self.t("Repeat")), days, label])
        return Page(Column([bar, body]), activity="AlarmEditActivity")

    def day(self, day: str) -> Widget:
        """A pill for a day of the week."""
        on = day in self._draft.days
        chip = Chip(on, text=self.t(day), pad=(0, 9, 0, 9), width="fill", on_tap=lambda: self.flip_day(day))
        return Column([chip], weight=1, pad=(3, 0, 3, 0))

    def set_time(self, hour: int, minute: int) -> None:
        """The draft's time, as the wheels stand."""
        self._draft.time = f"{hour:02}:{minute:02}"

    def flip_day(self, day: str) -> None:
        """Let the draft come again on a day, or no longer."""
        chosen = {*self._draft.days} ^ {day}
        self._draft.days = [day for day in DAYS if day in chosen]

    def set_label(self, label: str) -> None:
        """The draft's label, as typed."""
        self._draft.label = label

    def keep(self, alarm: Alarm | None) -> None:
        """Save the draft, which is on from now."""
        kept = replace(self._draft, on=True)
        self.alarms = sorted([*(a for a in self.alarms if a is not alarm), kept], key=lambda a: a.time)
        self.toast(self.rings_in(kept))
        self.close()

    def sure(self, alarm: Alarm, opened: bool) -> Dialog:
        """Asked before an alarm is gone; opened: on its own page, which goes with it."""
        do = partial(self.delete, alarm, opened)
        return confirm(self, self.t("Delete alarm?"), alarm.time, self.t("Delete"), do, danger=True)

    def delete(self, alarm: Alarm, opened: bool) -> None:
        """Take an alarm away; for a while it can be brought back."""
        before = self.alarms
        self.alarms = [a for a in before if a is not alarm]
        if opened:
            self.close()
        self.snack(self.t("Alarm deleted"), self.t("Undo"), partial(setattr, self, "alarms", before))

    # World

    def world(self) -> Widget:
        """The time here, and in the chosen cities."""
        here = Column([Text(f"{self._host.local_time():%H:%M}", id="digital_clock", size=56), self.small("Local time")],
                      pad=(20, 20, 20, 20))  # fmt: skip
        rows = [self.city_row(city) for city in self.cities]
        return with_fab(List([here, *rows], id="cities"), "globe", self.look_for_city, desc=self.t("Add city"))

    def small(self, words: str) -> Widget:
        """A second line."""
        return Text(self.t(words), size=14, color="text2")

    def city_row(self, city: str) -> Widget:
        """A city, how far its time is from here, and its time."""
        ahead = CITIES[city] - CITIES[HOMES.get(self._host.locale.split("-")[0], HOME)]
        there = self._host.local_time() + timedelta(hours=ahead)
        words = Column([Text(self.t(city), size=18), self.small(self.t("{} h").format(f"{ahead:+}"))], weight=1)
        return Row([words, Text(f"{there:%H:%M}", size=32)], pad=(20, 12, 20, 12),
                   on_hold=lambda: self.ask(self.city_menu, city))  # fmt: skip

    def city_menu(self, city: str) -> Dialog:
        """Shown while a city is held down."""
        return menu(self, (self.t("Remove"), partial(self.remove_city, city)))

    def remove_city(self, city: str) -> None:
        """Show a city's time no longer."""
        self.cities.remove(city)
        self.did("delete", city)

    def look_for_city(self) -> None:
        """Choose one more city."""
        self._query = ""
        self.open(self.city_page)

    def city_page(self) -> Page:
        """A search field over all cities, under their first letters."""
        rows: list[Widget] = []
        for city in CITIES:
            if self._query.casefold() in f"{city} {self.t(city)}".casefold():
                if city[0] not in [row.text for row in rows]:
                    rows.append(header(city[0]))
                rows.append(setting(self.t(city), on_tap=partial(self.add_city, city)))
        hint, up = self.t("Search for a city"), self.t("Navigate up")
        bar = search_bar(self._query, hint, self.setter("_query"), self.close, up)
        return Page(Column([bar, List(rows)]), activity="CitySelectionActivity")

    def add_city(self, city: str) -> None:
        """Show a city's time, if it is not shown yet."""
        if city not in self.cities:
            self.cities.append(city)
        self.close()

    # Timer and stopwatch

    def countdown(self) -> Widget:
        """Three wheels; once it runs, what is left."""
        timer = self.timer
        length = timer.hours * 3600 + timer.minutes * 60 + timer.seconds
        if timer.status == "reset":
            units = (("hours", 23), ("minutes", 59), ("seconds", 59))
            wheels = Row([self.unit(*unit) for unit in units], gravity="center", pad=(0, 32, 0, 40))
            return Column([wheels, self.round("play", "Start", lambda: self.go(timer) if length else None)], weight=1)
        left = length - self.ran(timer)
        words = written(left) if left > 0 else self.t("Time is up")
        reset = partial(self.setter("timer"), replace(timer, status="reset", ran_s=0.0))
        return Column([*self.counting(timer, words, left > 0), self.word("Reset", reset)], weight=1)

    def unit(self, name: str, most: int) -> Widget:
        """A wheel of the timer, with what it counts below."""
        wheel = number_picker(getattr(self.timer, name), 0, most, partial(setattr, self.timer, name), id=name)
        wheel.gravity = "center"
        return Column([wheel, Text(self.t(name), size=13, color="text2", gravity="center")], width=96)

    def stop_watch(self) -> Widget:
        """The time that ran, its buttons, its laps."""
        watch = self.stopwatch
        now = written(self.ran(watch), 1)
        lap, reset = partial(watch.laps.insert, 0, now), partial(self.setter("stopwatch"), Stopwatch())
        other = self.word("Lap", lap) if watch.status == "running" else self.word("Reset", reset)
        rows = [Row([Text(f"{len(watch.laps) - number}", color="text2", weight=1), Text(lapsed)], pad=(48, 10, 48, 10))
                for number, lapsed in enumerate(watch.laps)]  # fmt: skip
        return Column([*self.counting(watch, now), other, List(rows, id="laps_list")], weight=1)

    def counting(self, count: Count, words: str, more: bool = True) -> list[Widget]:
        """Large digits, and where there is more to count the button that stops or starts it."""
        digits = Text(words, id="time_text", size=52, gravity="center", pad=(0, 56, 0, 32))
        if count.status == "running":
            button = self.round("pause", "Pause", lambda: self.stop(count))
        else:
            button = self.round("play", "Resume" if count.status == "paused" else "Start", lambda: self.go(count))
        return [digits, button] if more else [digits]

    def round(self, icon: str, words: str, do: Handler) -> Widget:
        """The large button below the digits."""
        return IconButton(icon, desc=self.t(words), size=32, pad=20, radius=36, color="on_primary", background="primary",
                          gravity="center", on_tap=do)  # fmt: skip

    def word(self, words: str, do: Handler) -> Widget:
        """The small button below that."""
        return Button(self.t(words), gravity="center", on_tap=do)

    def ran(self, count: Count) -> float:
        """Seconds that it ran."""
        running = self._host.local_time() - count._since if count.status == "running" else timedelta()
        return count.ran_s + running.total_seconds()

    def go(self, count: Count) -> None:
        """Let it count."""
        count.status, count._since = "running", self._host.local_time()

    def stop(self, count: Count) -> None:
        """Let it rest."""
        count.ran_s, count.status = self.ran(count), "paused"

    # Settings

    def more(self) -> Dialog:
        """The three dots."""
        return menu(self, (self.t("Settings"), lambda: self.open(self.settings)), gravity="top right")

    def settings(self) -> Page:
        """How alarms behave."""
        length = self.t("{} minutes").format(self.snooze_minutes)
        volume = Seek(self.volume / 100, id="seekbar", on_seek=self.set_volume, pad=(16, 0, 16, 0))
        rows = [setting(self.t("Snooze length"), length, on_tap=lambda: self.ask(self.snooze_dialog)),
                Column([Text(self.t("Alarm volume"), pad=(16, 14, 16, 8)), volume]),
                switch_row(self.t("Get louder slowly"), self.get_louder, self.flipper("get_louder")),
                switch_row(self.t("Vibrate"), self.vibrate, self.flipper("vibrate"))]  # fmt: skip
        bar = toolbar(self.t("Settings"), on_back=self.close, up=self.t("Navigate up"))
        return Page(Column([bar, List(rows)]), activity="SettingsActivity")

    def snooze_dialog(self) -> Dialog:
        """How long an alarm is quiet before it rings again."""

        def choose(number: int) -> None:
            self.snooze_minutes = SNOOZES[number]

        options = [self.t("{} minutes").format(minutes) for minutes in SNOOZES]
        return pick_one(self, self.t("Snooze length"), options, SNOOZES.index(self.snooze_minutes), choose)

    def set_volume(self, share: float) -> None:
        """As loud as the bar says, in percent."""
        self.volume = round(100 * share)


def written(seconds: float, places: int = 0) -> str:
    """Seconds as digits on a clock.

    >>> written(3661.25), written(75.25, 1)
    ('1:01:01', '01:15.2')
    """
    whole = int(seconds)
    hours = f"{whole // 3600}:" if whole >= 3600 else ""
    return f"{hours}{whole // 60 % 60:02}:{whole % 60:02}" + f".{int(seconds * 10) % 10}" * places
