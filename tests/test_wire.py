"""The virtual phone as stock adbutils and uiautomator2 see it, through each of its front ends."""

import base64
import http.client
import io
import json
import struct
import zipfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import adbutils
import pytest
import uiautomator2
from PIL import Image, ImageChops
from real_adb import ADBS, adb_server

from appagent.phone import Phone
from appagent.phone.wire import serve, serve_adbd

NOTES = "com.example.notes"
SETTINGS = "com.android.settings"
LATIN = "com.google.android.inputmethod.latin/com.android.inputmethod.latin.LatinIME"
ADB_KEYBOARD = "com.github.uiautomator/.AdbKeyboard"
WORDS = 'Grüße, 你好 👋 "it\'s" $(reboot); rm -rf / && `id` | %s \\n'


@contextmanager
def adb_host(phone: Phone) -> Iterator[adbutils.AdbDevice]:
    with serve(phone) as server:
        yield adbutils.AdbClient("127.0.0.1", server.port).device(phone.serial)


def adbd(which: str) -> Callable[[Phone], AbstractContextManager[adbutils.AdbDevice]]:
    @contextmanager
    def connected(phone: Phone) -> Iterator[adbutils.AdbDevice]:
        with TemporaryDirectory() as home, serve_adbd(phone) as server, adb_server(which, Path(home)) as adb:
            adb.run("connect", server.address)
            yield adb.client().device(server.address)

    return connected


FRONT_ENDS = {"adb host": adb_host, **{f"{which} adb and adbd": adbd(which) for which in ADBS}}


@dataclass
class Wire:
    """One phone, and a stock client at each level that is connected to it."""

    phone: Phone
    adb: adbutils.AdbDevice
    d: uiautomator2.Device


@pytest.fixture(scope="module", params=FRONT_ENDS)
def connected(request: pytest.FixtureRequest) -> Iterator[Wire]:
    phone = Phone(time_scale=0)
    with FRONT_ENDS[request.param](phone) as adb:
        device = uiautomator2.connect(adb)
        device.settings["wait_timeout"] = 2.0
        yield Wire(phone, adb, device)
        device.stop_uiautomator()


@pytest.fixture
def wire(connected: Wire) -> Wire:
    """The phone with Notes in front, as if it had just been unpacked."""
    phone = connected.phone
    phone.rotate(0)
    phone.press("wakeup")
    phone.input_method, phone.last_toast, phone.clipboard = LATIN, None, ""
    for package in phone.packages:
        phone.clear(package)
    phone.start(NOTES)
    return connected


@pytest.fixture
def phone(wire: Wire) -> Phone:
    return wire.phone


@pytest.fixture
def d(wire: Wire) -> uiautomator2.Device:
    return wire.d


@pytest.fixture
def adb(wire: Wire) -> adbutils.AdbDevice:
    return wire.adb


def editor(d: uiautomator2.Device) -> uiautomator2.Device:
    """A new note, the cursor in its title."""
    d(resourceId=f"{NOTES}:id/fab").click()
    d(resourceId=f"{NOTES}:id/edit_title").click()
    return d


def last(phone: Phone, *facts: str) -> list[object]:
    """Facts about the last gesture that arrived."""
    return [phone.taps()[-1].get(fact) for fact in facts]


def both(first: object, second: object) -> object:
    """Do one thing, tell the other."""
    return second


def note(d: uiautomator2.Device, text: str) -> uiautomator2.UiObject:
    return d(resourceId=f"{NOTES}:id/title", text=text)


Call = Callable[[uiautomator2.Device, Phone], Any]

CALLS: list[tuple[str, Call, object]] = [
    # What the phone is
    ("info: package", lambda d, p: d.info["currentPackageName"], NOTES),
    ("info: display", lambda d, p: (d.info["displayWidth"], d.info["displayHeight"]), (1080, 2400)),
    ("info: dp", lambda d, p: (d.info["displaySizeDpX"], d.info["displaySizeDpY"]), (411, 914)),
    ("device_info", lambda d, p: (d.device_info["serial"], d.device_info["sdk"]), ("virtual-1", 34)),
    ("window_size", lambda d, p: d.window_size(), (1080, 2400)),
    ("orientation", lambda d, p: d.orientation, "natural"),
    ("set_orientation", lambda d, p: both(d.set_orientation("left"), (d.orientation, p.rotation)), ("left", 1)),
    ("landscape size", lambda d, p: both(d.set_orientation("r"), d.window_size()), (2400, 1080)),
    ("freeze_rotation", lambda d, p: d.freeze_rotation(), None),
    ("current_ime", lambda d, p: d.current_ime(), LATIN),
    # What is on the screen
    ("dump_hierarchy", lambda d, p: d.dump_hierarchy() == p.hierarchy(), True),
    ("dump_hierarchy: pretty", lambda d, p: d.dump_hierarchy(pretty=True).count("\n") > 20, True),
    ("dump_hierarchy: depth", lambda d, p: "Shopping" in d.dump_hierarchy(max_depth=2), False),
    ("dump_hierarchy: active", lambda d, p: "systemui" in d.dump_hierarchy(root_in_active=True), False),
    ("screenshot", lambda d, p: (d.screenshot().size, d.screenshot().format), ((1080, 2400), "JPEG")),
    ("screenshot: display", lambda d, p: d.screenshot(display_id=0).tobytes() == p.picture().tobytes(), True),
    ("exists", lambda d, p: bool(d(text="Shopping").exists), True),
    ("exists: not there", lambda d, p: bool(d.exists(text="Nowhere")), False),
    ("textContains", lambda d, p: d(textContains="Wi-Fi").get_text(), "Wi-Fi at the office"),
    ("textStartsWith", lambda d, p: d(textStartsWith="Books").get_text(), "Books to read"),
    ("textMatches", lambda d, p: d(textMatches="S.*ing").get_text(), "Shopping"),
    ("description", lambda d, p: d(description="Home").info["resourceName"], "com.android.systemui:id/home"),
    ("descriptionStartsWith", lambda d, p: d(descriptionStartsWith="Hom").exists(), True),
    ("packageName", lambda d, p: d(packageName="com.android.systemui").exists(), True),
    ("className, instance", lambda d, p: d(className="android.widget.ImageButton", instance=1).exists(), True),
    ("count", lambda d, p: d(resourceId=f"{NOTES}:id/title").count, 3),
    ("[index]", lambda d, p: d(resourceId=f"{NOTES}:id/title")[2].get_text(), "Books to read"),
    ("iteration", lambda d, p: len([e.info for e in d(clickable=True, className="android.widget.LinearLayout")]), 3),
    ("child", lambda d, p: d(resourceId=f"{NOTES}:id/note").child(textContains="eggs").get_text(), "Milk, eggs, bread"),
    ("sibling", lambda d, p: d(text="Shopping").sibling(textContains="eggs").exists(), True),
    ("right of", lambda d, p: d(text="Notes").right(clickable=True).info["resourceName"], f"{NOTES}:id/search"),
    ("info of an element", lambda d, p: d(scrollable=False, text="Shopping").info["enabled"], True),
    ("bounds, center", lambda d, p: d(resourceId=f"{NOTES}:id/fab").center()[0] > 540, True),
    ("wait", lambda d, p: d(text="Shopping").wait(timeout=1), True),
    ("wait: not there", lambda d, p: d(text="Nowhere").wait(timeout=0.1), False),
    ("wait_gone", lambda d, p: d(text="Nowhere").wait_gone(timeout=1), True),
    ("xpath", lambda d, p: d.xpath("//*[@text='Shopping']").exists, True),
    ("xpath: all", lambda d, p: len(d.xpath(f'//*[@resource-id="{NOTES}:id/note"]').all()), 3),
    ("xpath: click", lambda d, p: both(d.xpath("Shopping").click(), d.app_current()["activity"]), ".NoteEditActivity"),
    # Fingers and keys
    ("click", lambda d, p: both(d.click(100, 400), last(p, "kind", "x", "y")), ["tap", 100, 400]),
    ("click: percent", lambda d, p: both(d.click(0.5, 0.25), last(p, "kind", "x", "y")), ["tap", 540, 600]),
    ("click: element", lambda d, p: both(note(d, "Shopping").click(), p.foreground[1]), "NoteEditActivity"),
    ("click_exists", lambda d, p: (d(text="Shopping").click_exists(), d(text="Nowhere").click_exists()), (True, False)),
    ("long_click", lambda d, p: both(d.long_click(100, 400), last(p, "kind")), ["long_press"]),
    ("long_click: element", lambda d, p: both(note(d, "Shopping").long_click(), d(text="Delete").exists()), True),
    ("double_click", lambda d, p: both(d.double_click(9, 2000), [t["kind"] for t in p.taps()[-2:]]), ["tap"] * 2),
    ("swipe", lambda d, p: both(d.swipe(500, 1500, 500, 800, 0.1), last(p, "kind", "to")), ["swipe", [500, 800]]),
    ("swipe_ext", lambda d, p: both(d.swipe_ext("up"), last(p, "kind")), ["swipe"]),
    ("swipe_points", lambda d, p: both(d.swipe_points([(9, 9), (5, 50), (9, 90)], 0.1), last(p, "to")), [[9, 90]]),
    ("drag", lambda d, p: both(d.drag(500, 1500, 500, 900), last(p, "kind", "to")), ["swipe", [500, 900]]),
    ("drag_to", lambda d, p: d(text="Shopping").drag_to(text="Books to read"), True),
    ("touch", lambda d, p: both(d.touch.down(9, 99).move(9, 50).up(9, 9), last(p, "kind", "to")), ["swipe", [9, 9]]),
    ("press", lambda d, p: both(d.press("home"), p.foreground[0]), "com.android.launcher3"),
    ("press: code", lambda d, p: both(editor(d).press(66), last(p, "key")), ["enter"]),
    ("press: letter", lambda d, p: both([editor(d).press(36), d.press(37)], p.focused_text()), "hi"),
    ("press: unknown", lambda d, p: d.press("camera"), False),
    ("keyevent", lambda d, p: both(d.keyevent("home"), p.foreground[0]), "com.android.launcher3"),
    ("screen_off", lambda d, p: both(d.screen_off(), (p.screen_on, d.info["screenOn"])), (False, False)),
    ("screen_on", lambda d, p: both([d.screen_off(), d.screen_on()], p.screen_on), True),
    ("open_notification", lambda d, p: d.open_notification(), True),
    ("open_quick_settings", lambda d, p: d.open_quick_settings(), True),
    # Words
    ("set_clipboard", lambda d, p: both(d.set_clipboard(WORDS), (p.clipboard, d.clipboard)), (WORDS, WORDS)),
    (
        "set_text",
        lambda d, p: both(editor(d)(className="android.widget.EditText").set_text(WORDS), p.focused_text()),
        WORDS,
    ),
    ("get_text: hint", lambda d, p: editor(d)(resourceId=f"{NOTES}:id/edit_title").get_text(), "Title"),
    ("toast", lambda d, p: both(p.show_toast("Saved"), (d.toast.get_message(), d.last_toast)), ("Saved", "Saved")),
    ("toast: none", lambda d, p: both([p.show_toast("Saved"), d.clear_toast()], d.last_toast), None),
    # Apps
    ("app_current", lambda d, p: d.app_current()["activity"], ".NoteListActivity"),
    ("app_start", lambda d, p: both(d.app_start(SETTINGS, wait=True), p.foreground[0]), SETTINGS),
    ("app_start: activity", lambda d, p: both(d.app_start(SETTINGS, ".Settings"), p.foreground[0]), SETTINGS),
    ("app_start: stop", lambda d, p: both(d.app_start(NOTES, stop=True), p.foreground[0]), NOTES),
    ("app_stop", lambda d, p: both(d.app_stop(NOTES), p.foreground[0]), "com.android.launcher3"),
    ("app_clear", lambda d, p: both([p.state(), d.app_clear(NOTES)], p.foreground[0]), "com.android.launcher3"),
    ("app_list", lambda d, p: {NOTES, SETTINGS} <= set(d.app_list()), True),
    ("app_list: filter", lambda d, p: d.app_list("notes"), [NOTES]),
    ("app_list_running", lambda d, p: NOTES in d.app_list_running(), True),
    ("app_info", lambda d, p: d.app_info(NOTES), {"versionName": "3.2", "versionCode": 3002}),
    ("app_wait", lambda d, p: d.app_wait(NOTES, front=True) > 0, True),
    ("wait_activity", lambda d, p: d.wait_activity(".NoteListActivity", timeout=1), True),
    ("session", lambda d, p: d.session(NOTES, attach=True).running(), True),
    # Shell
    ("shell", lambda d, p: tuple(d.shell(["echo", WORDS])), (f"{WORDS}\n", 0)),
    ("shell: status", lambda d, p: d.shell("false && echo no || sh -c 'echo \"$?\"; false'").exit_code, 1),
    ("shell: unknown", lambda d, p: d.shell("frobnicate").exit_code, 127),
]


@pytest.mark.parametrize(("call", "answer"), [row[1:] for row in CALLS], ids=[row[0] for row in CALLS])
def test_stock_uiautomator2_gets_a_phones_answer(wire: Wire, call: Call, answer: object) -> None:
    assert call(wire.d, wire.phone) == answer


def test_keys_are_typed_by_way_of_the_clipboard(d: uiautomator2.Device, phone: Phone) -> None:
    editor(d).send_keys("first ")
    d.send_keys(WORDS)
    assert phone.focused_text() == f"first {WORDS}"
    d.clear_text()
    assert phone.focused_text() == ""
    assert d.current_ime() == LATIN


def test_keys_are_typed_by_way_of_a_keyboard_that_is_installed_for_it(d: uiautomator2.Device, phone: Phone) -> None:
    editor(d).set_input_ime()  # pushes and installs the APK
    assert d.current_ime() == phone.input_method == ADB_KEYBOARD
    d.send_keys(WORDS)
    assert phone.focused_text() == WORDS
    d.send_keys("second", clear=True)
    assert phone.focused_text() == "second"
    d.hide_keyboard()
    d.send_action("done")
    d.set_input_ime(False)
    assert d.current_ime() == phone.input_method == LATIN
    d.adb_device.uninstall("com.github.uiautomator")
    assert not d.is_input_ime_installed()


def test_the_other_adb_keyboard_types_too(adb: adbutils.AdbDevice, d: uiautomator2.Device, phone: Phone) -> None:
    apk = io.BytesIO()
    with zipfile.ZipFile(apk, "w") as file:
        file.writestr("AndroidManifest.xml", "com.android.adbkeyboard".encode("utf-16-le"))
    adb.sync.push(apk.getvalue(), "/data/local/tmp/keyboard.apk")
    adb.install_remote("/data/local/tmp/keyboard.apk", clean=True)
    editor(d)
    adb.shell("ime enable com.android.adbkeyboard/.AdbIME; ime set com.android.adbkeyboard/.AdbIME")
    adb.shell(["am", "broadcast", "-a", "ADB_INPUT_TEXT", "--es", "msg", "one "])
    adb.shell(["am", "broadcast", "-a", "ADB_INPUT_B64", "--es", "msg", base64.b64encode("二".encode()).decode()])
    assert phone.focused_text() == "one 二"
    adb.shell("am broadcast -a ADB_CLEAR_TEXT")
    assert phone.focused_text() == ""
    adb.shell("ime reset; pm uninstall com.android.adbkeyboard")


def test_files_go_there_and_come_back(d: uiautomator2.Device, adb: adbutils.AdbDevice, tmp_path: Path) -> None:
    content = bytes(range(256)) * 1000
    d.push(io.BytesIO(content), "/sdcard/Download/new folder/ü.bin")
    d.pull("/sdcard/Download/new folder/ü.bin", str(tmp_path / "back.bin"))
    assert (tmp_path / "back.bin").read_bytes() == content
    assert [file.path for file in adb.sync.list("/sdcard/Download/new folder")] == ["ü.bin"]
    assert adb.sync.stat("/sdcard/Download/new folder/ü.bin").size == len(content)
    d.pull("/sdcard/Download", str(tmp_path / "folder"))
    assert (tmp_path / "folder" / "new folder" / "ü.bin").read_bytes() == content
    adb.rmtree("/sdcard/Download/new folder")
    assert not adb.sync.exists("/sdcard/Download/new folder")
    with pytest.raises(adbutils.AdbError, match="No such file or directory"):
        adb.sync.read_bytes("/sdcard/nowhere")


def test_adbutils_reads_what_the_shell_prints(adb: adbutils.AdbDevice, phone: Phone) -> None:
    assert (adb.get_state(), adb.get_serialno()) == ("device", adb.serial)
    assert adb.getprop("ro.serialno") == phone.serial
    assert adb.prop.model == "Virtual phone"
    assert adb.app_info(NOTES).version_name == "3.2"
    assert adb.app_info("org.nowhere") is None
    assert adb.battery().level == 100
    assert adb.is_screen_on()
    assert adb.rotation() == 0
    assert NOTES in adb.list_packages(["-3"])
    assert SETTINGS not in adb.list_packages(["-3"])
    adb.brightness_value = 7
    assert adb.brightness_value == 7
    adb.click(100, 500)
    adb.swipe(500, 1500, 500, 900, 0.1)
    adb.drag(500, 900, 500, 1500, 0.1)
    assert [entry["kind"] for entry in phone.taps()[-3:]] == ["tap", "swipe", "swipe"]
    adb.switch_screen(False)
    assert not adb.is_screen_on()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # framebuffer() leaks its socket
def test_the_screen_is_the_same_in_every_format(adb: adbutils.AdbDevice, d: uiautomator2.Device, phone: Phone) -> None:
    picture = phone.picture()
    assert adb.screenshot().tobytes() == picture.tobytes()
    assert adb.framebuffer().convert("RGB").tobytes() == picture.tobytes()
    raw = adb.shell("screencap", encoding=None)
    assert struct.unpack("<4I", raw[:16]) == (1080, 2400, 1, 1)
    assert Image.frombytes("RGBA", (1080, 2400), raw[16:]).convert("RGB").tobytes() == picture.tobytes()
    assert max(high for _, high in ImageChops.difference(d.screenshot(), picture).getextrema()) < 120
    adb.shell("screencap -p /sdcard/a.png")
    assert Image.open(io.BytesIO(adb.sync.read_bytes("/sdcard/a.png"))).tobytes() == picture.tobytes()


def test_a_frame_is_encoded_anew_when_the_screen_has_changed(adb: adbutils.AdbDevice, phone: Phone) -> None:
    before = adb.shell("screencap -p", encoding=None)
    assert adb.shell("screencap -p", encoding=None) == before
    phone.press("home")
    assert adb.shell("screencap -p", encoding=None) != before


def test_uiautomator_dump_writes_the_active_window_on_one_line(adb: adbutils.AdbDevice) -> None:
    xml = adb.dump_hierarchy()
    assert "Shopping" in xml
    assert "systemui" not in xml
    assert "\n" not in xml.replace("?>", "", 1)


def test_a_check_reads_state_and_gestures_over_the_wire(d: uiautomator2.Device) -> None:
    editor(d).send_keys("Trip 旅行")
    state = json.loads(d.shell("dumpsys appagent").output)
    assert state["notes"]["notes"][0]["title"] == "Shopping"
    assert state["phone"]["activity"] == "NoteEditActivity"
    taps = json.loads(d.shell("dumpsys appagent taps").output)
    assert taps[-2:][0]["widget"] == "edit_title"


def rpc(adb: adbutils.AdbDevice, body: bytes) -> Any:
    """One JSON-RPC request as it is on the wire."""
    connection = http.client.HTTPConnection("localhost")
    connection.sock = adb.create_connection(adbutils.Network.TCP, 9008)
    try:
        connection.request("POST", "/jsonrpc/0", body)
        return json.loads(connection.getresponse().read())
    finally:
        connection.close()


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        ({"method": "objInfo", "params": [{"text": "Nowhere"}]}, -32001),
        ({"method": "objInfo", "params": [{"textMatches": "("}]}, -32001),
        ({"method": "takeScreenshot", "params": ["big", None]}, -32001),
        ({"method": "noSuchMethod", "params": []}, -32601),
        ({"method": "click", "params": []}, -32602),
        ({"params": []}, -32700),
        ([], -32700),
    ],
)
def test_a_bad_request_is_answered_with_jsonrpc4js_error(adb: adbutils.AdbDevice, request_: object, code: int) -> None:
    assert rpc(adb, json.dumps(request_).encode())["error"]["code"] == code


def test_a_missing_element_is_the_clients_own_exception(d: uiautomator2.Device) -> None:
    with pytest.raises(uiautomator2.UiObjectNotFoundError):
        d(text="Nowhere").click(timeout=0.1)


def test_a_connection_is_kept_alive_until_either_side_closes_it(
    adb: adbutils.AdbDevice, d: uiautomator2.Device
) -> None:
    connection = http.client.HTTPConnection("localhost")
    connection.sock = adb.create_connection(adbutils.Network.TCP, 9008)
    for path, body in (("/ping", b"pong"), ("/nothing", b"Not Found!!!"), ("/ping", b"pong")):
        connection.request("GET", path)
        assert connection.getresponse().read() == body
    connection.request("GET", "/ping", headers={"Connection": "close"})
    assert connection.getresponse().read() == b"pong"
    connection.close()


def test_a_click_whose_answer_nobody_reads_still_happens_once(adb: adbutils.AdbDevice, phone: Phone) -> None:
    before = len(phone.taps())
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "click", "params": [5, 6]})
    sock = adb.create_connection(adbutils.Network.TCP, 9008)
    sock.sendall(f"POST /jsonrpc/0 HTTP/1.1\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode())
    sock.recv(1)
    sock.close()
    rpc(adb, b'{"method": "deviceInfo"}')
    assert len(phone.taps()) == before + 1


def test_scrolling_an_element_tells_whether_there_is_more(d: uiautomator2.Device, phone: Phone) -> None:
    phone.start(SETTINGS)
    assert d(scrollable=True).scroll()
    assert d(scrollable=True).scroll.backward()
    assert not d(scrollable=True).scroll.backward()
    assert d(scrollable=True).scroll.toEnd()
    assert d(scrollable=True).scroll.to(text="Network & internet")
    assert d(text="Network & internet").exists()
    assert not d(scrollable=True).scroll.to(text="Nowhere")
