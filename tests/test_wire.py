"""The virtual phone as stock adbutils and uiautomator2 see it, through each of its front ends."""

import base64
import http.client
import io
import json
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import adbutils
import pytest
import uiautomator2
from front_ends import FRONT_ENDS, keyboard
from PIL import Image, ImageChops
from stock_actions import DEEDS
from stock_client import LATIN, WORDS, ClientView, start_fresh
from stock_readings import LOOKS
from test_stock_apps import DEBIANS, HOST, wrong

from appagent.phone import Phone
from appagent.phone.wire import serve

pytestmark = pytest.mark.slow

SIZE = (540, 1200)  # px
NOTES = "com.example.notes"
SETTINGS = "com.android.settings"
ADB_KEYBOARD = "com.github.uiautomator/.AdbKeyboard"
TICKING = """
from appagent.phone.app import App, Page
from appagent.phone.ui import Column, List, Text


class Ticking(App):
    package = "org.ticking"
    label = "Ticking"

    def home(self) -> Page:
        rows = List([Text(f"row {number}", size=60) for number in range(40)])
        return Page(Column([Text(str(self._host.local_time())), rows]), live=True)
"""


@dataclass
class Wire:
    """One phone, and a stock client at each level that is connected to it."""

    phone: Phone
    adb: adbutils.AdbDevice
    d: uiautomator2.Device


@pytest.fixture(scope="module", params=[HOST, DEBIANS])
def connected(request: pytest.FixtureRequest) -> Iterator[Wire]:
    phone = Phone(time_scale=0, size=SIZE)
    with FRONT_ENDS[request.param](phone) as reached:
        adb = reached.client().device(reached.serial)
        device = uiautomator2.connect(adb)
        device.settings["wait_timeout"] = 2.0
        yield Wire(phone, adb, device)
        device.stop_uiautomator()


@pytest.fixture
def wire(connected: Wire) -> Wire:
    """The phone with Notes in front, as if it had just been start_fresh."""
    start_fresh(connected.phone, NOTES)
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


@pytest.mark.parametrize("connected", [HOST], indirect=True)  # test_stock_apps.py does it with the bundled adb
def test_stock_uiautomator2_gets_a_phones_answers(connected: Wire) -> None:
    assert wrong(ClientView(connected.d, connected.phone, NOTES), [*LOOKS, *DEEDS]) == {}


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
    adb.sync.push(keyboard("com.android.adbkeyboard"), "/data/local/tmp/keyboard.apk")
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
    assert (adb.app_info(NOTES).version_name, adb.app_info(NOTES).version_code) == ("3.2", 3002)
    assert adb.app_info("org.nowhere") is None
    assert adb.battery().level == 100
    assert adb.is_screen_on()
    assert adb.rotation() == 0
    assert NOTES in adb.list_packages(["-3"])
    assert SETTINGS not in adb.list_packages(["-3"])
    adb.brightness_value = 7
    assert adb.brightness_value == 7
    adb.click(50, 250)
    adb.swipe(250, 750, 250, 450, 0.1)
    adb.drag(250, 450, 250, 750, 0.1)
    assert [entry["kind"] for entry in phone.taps()[-3:]] == ["tap", "swipe", "swipe"]
    adb.switch_screen(False)
    assert not adb.is_screen_on()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # framebuffer() leaks its socket
def test_the_screen_is_the_same_in_every_format(adb: adbutils.AdbDevice, d: uiautomator2.Device, phone: Phone) -> None:
    picture = phone.picture()
    assert adb.screenshot().tobytes() == picture.tobytes()
    assert adb.framebuffer().convert("RGB").tobytes() == picture.tobytes()
    raw = adb.shell("screencap", encoding=None)
    assert struct.unpack("<4I", raw[:16]) == (*SIZE, 1, 1)
    assert Image.frombytes("RGBA", SIZE, raw[16:]).convert("RGB").tobytes() == picture.tobytes()
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
    assert json.loads(d.shell("dumpsys appagent deeds").output) == []


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


def test_a_list_is_at_its_end_though_the_page_around_it_changes_all_the_time(tmp_path: Path) -> None:
    (tmp_path / "ticking.py").write_text(TICKING)
    phone = Phone(time_scale=0.001, apps=tmp_path)
    phone.start("org.ticking")
    with serve(phone) as server:
        device = uiautomator2.connect(adbutils.AdbClient("127.0.0.1", server.port).device(phone.serial))
        rows = device(scrollable=True)
        assert rows.wait(timeout=5)
        assert rows.scroll()
        assert rows.scroll.toEnd(max_swipes=30)
        assert not rows.scroll()
        assert device(text="row 39").exists()
        device.stop_uiautomator()
