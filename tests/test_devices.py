"""The Android driver on the virtual phone: what it sees, does once, starts, and says when that fails."""

import re
import socket
import threading
from collections.abc import Callable, Iterator

import adbutils
import pytest
from conftest import NOTES, QUICK, SETTINGS, TINY
from driver_on_phone import LossyProxy, behind_lossy_proxy, driver_for, new_note, tap

from appagent.actions import Key, Start, Stroke, Touch, Type
from appagent.devices.android import Android
from appagent.devices.over_adb.adb import Client
from appagent.errors import ActionError, DeviceError, UsageError
from appagent.phone import Phone
from appagent.phone.wire import serve, shell

# --- seeing


def test_a_capture_after_a_tap_shows_the_page_that_it_led_to(started):
    screen = tap(started(SETTINGS), "Network & internet")
    assert (screen.app, screen.activity) == (SETTINGS, ".SubSettings")
    assert "Airplane mode" in screen.texts
    assert screen.settled


def test_picture_and_elements_are_of_the_same_moment(device, phone):
    screen = device.capture()
    assert screen.picture is not None
    assert screen.size == screen.picture.size == phone.size
    assert screen.raw == phone.hierarchy()


def test_a_phone_on_its_side_is_captured_on_its_side(device, phone):
    phone.rotate(1)
    screen = device.capture()
    assert screen.picture is not None
    assert screen.size == screen.picture.size == TINY[::-1]


def test_a_phone_without_any_window_gives_an_empty_screen_that_has_not_settled():
    class Dark(Phone):
        def hierarchy(self) -> str:
            return '<hierarchy rotation="0" />'

    with driver_for(Dark(), time_scale=0.01) as device:
        screen = device.capture()
    assert (screen.elements, screen.settled) == ((), False)


def test_the_shell_says_what_is_in_the_apps_and_which_version_they_are(device):
    state = device.state()
    assert state is not None
    assert state["phone"]["foreground"] == "launcher"
    assert device.version(NOTES) == "3.2"
    assert device.version("org.nowhere") == ""


def test_a_phone_that_cannot_tell_its_state_has_none(device, monkeypatch):
    monkeypatch.setattr("appagent.phone.wire.dumpsys._appagent", lambda call: "Can't find service: appagent\n")
    assert device.state() is None


# --- gestures


def test_every_gesture_arrives_once_as_what_it_is(device, phone):
    for gesture in (Touch(500, 900), Touch(500, 900, 0.6), Stroke(500, 1500, 500, 700, 0.2), Key("back")):
        device.perform(gesture)
    assert [entry["kind"] for entry in phone.taps()] == ["tap", "long_press", "swipe", "key"]


@pytest.fixture
def wired() -> Iterator[tuple[Android, Phone, LossyProxy]]:
    with behind_lossy_proxy() as parts:
        yield parts


@pytest.mark.slow
@pytest.mark.parametrize(
    ("gesture", "call", "kind"),
    [
        (Touch(540, 1500), b'"click"', "tap"),
        (Touch(540, 1500, 0.7), b'"click"', "long_press"),
        (Stroke(540, 1500, 540, 700, 0.2), b'"swipe"', "swipe"),
        (Key("enter"), b'"pressKey"', "key"),
        (Type("once", clear=False), b'"pasteClipboard"', "text"),
    ],
)
def test_a_gesture_whose_confirmation_is_lost_is_not_sent_again(wired, gesture, call, kind):
    device, phone, wire = wired
    new_note(device)
    before = len(phone.taps())
    wire.swallow = call
    with pytest.raises(DeviceError, match="whether it happened shows on the screen") as raised:
        device.perform(gesture)
    assert [entry["kind"] for entry in phone.taps()[before:]] == [kind]
    assert raised.value.exit_status == 3
    assert device.capture().app == NOTES  # the connection is there again
    assert len(phone.taps()) == before + 1


def test_a_gesture_that_could_not_be_sent_is_sent_once_the_phone_listens_again(wired):
    device, phone, wire = wired
    far = Client("127.0.0.1", wire.port).device(phone.serial).create_connection(adbutils.Network.TCP, 9008)
    with far:
        far.sendall(b"GET /stop HTTP/1.1\r\n\r\n")  # as Android does when it needs the memory
        far.recv(1000)
    device.perform(Touch(540, 1500))
    assert [entry["kind"] for entry in phone.taps()] == ["tap"]


def test_looking_is_repeated_where_an_answer_of_the_server_fails(wired, monkeypatch):
    device, phone, _ = wired
    moods = iter([ValueError("no window yet")])
    whole = phone.hierarchy

    def hierarchy() -> str:
        for error in moods:
            raise error
        return whole()

    monkeypatch.setattr(phone, "hierarchy", hierarchy)
    assert device.capture().settled


@pytest.mark.parametrize("act", [lambda d: d.capture(), lambda d: d.perform(Touch(1, 1)), lambda d: d.state()])
def test_a_phone_that_is_gone_is_said_to_be_gone_and_what_to_do(act: Callable[[Android], object]):
    phone = Phone(time_scale=QUICK)
    server = serve(phone)
    with Android(Client("127.0.0.1", server.port), phone.serial, None, QUICK) as device:
        server.close()
        with pytest.raises(DeviceError, match=r"on virtual-1 \(.+\); check the cable") as raised:
            act(device)
    assert raised.value.exit_status == 3
    assert phone.taps() == []


@pytest.mark.parametrize("answers", [[b""], [b"FAIL0002no"], [b"OKAY00040029", b""], [b"OKAY00040029", b"FAIL0002no"]])
def test_a_connection_that_fails_is_closed_at_once(answers: list[bytes], monkeypatch):
    made: list[socket.socket] = []
    connect = socket.create_connection
    monkeypatch.setattr(
        socket, "create_connection", lambda *given, **more: made.append(connect(*given, **more)) or made[-1]
    )
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve_all() -> None:
            for answer in answers:
                connection, _ = server.accept()
                with connection:
                    connection.recv(100)
                    connection.sendall(answer)

        serving = threading.Thread(target=serve_all)
        serving.start()
        with pytest.raises(adbutils.AdbError):
            Client("127.0.0.1", server.getsockname()[1]).device("gone").shell("ls", stream=True)
        serving.join()
    assert [one.fileno() for one in made] == [-1] * len(answers)


def test_closing_a_phone_that_is_gone_is_quiet(capfd):
    phone = Phone(time_scale=QUICK)
    server = serve(phone)
    device = Android(Client("127.0.0.1", server.port), phone.serial, None, QUICK)
    server.close()
    device.close()
    device.close()
    assert capfd.readouterr() == ("", "")


def test_an_app_that_raises_goes_down_and_the_log_names_its_line(tmp_path):
    (tmp_path / "stall.py").write_text(
        "from appagent.phone.app import App, Page\n"
        "from appagent.phone.ui import Button, Column\n"
        "class Stall(App):\n"
        "    package, label = 'org.stall', 'Stall'\n"
        "    def home(self):\n"
        "        return Page(Column([Button('Buy', id='buy', on_tap=self.buy)]))\n"
        "    def buy(self):\n"
        "        raise KeyError('price')\n"
    )
    with driver_for(Phone(time_scale=QUICK, apps=tmp_path)) as device:
        device.perform(Start("org.stall"))
        assert device.log(40) == ()
        tap(device, "buy")
        assert device.capture().app == "android"
        log = "\n".join(device.log(40))
        assert re.search(r" E AndroidRuntime: .+, line 8 is broken: KeyError: 'price'\n.+\tat buy \(.+:8\)", log)
        assert len(device.log(2)) == 2


# --- apps


@pytest.mark.parametrize("name", [SETTINGS, "settings", "Settings", " SETTINGS "])
def test_an_app_is_found_by_its_package_and_by_the_last_part_of_it(device, name):
    assert device.package(name) == SETTINGS


@pytest.mark.parametrize(("locale", "name"), [("en-US", "My notes"), ("zh-CN", "便签")])
def test_an_app_is_found_by_the_name_under_its_icon(locale, name, monkeypatch):
    phone = Phone(time_scale=QUICK, locale=locale)
    monkeypatch.setattr(type(phone.packages[NOTES]), "label", "My notes" if locale == "en-US" else "Notes")
    with driver_for(phone) as device:
        assert device.package(name) == NOTES
        device.perform(Key("home"))
        device.perform(Start(name))
        assert device.capture().app == NOTES


def test_an_unknown_app_is_refused_naming_those_there_are(device):
    with pytest.raises(UsageError, match=r"no app 'Nope' on virtual-1; installed: .*com\.android\.launcher3, .+notes"):
        device.package("Nope")
    with pytest.raises(ActionError, match=r"no app 'Nope' on this phone; installed: .*launcher3, .+notes"):
        device.perform(Start("Nope"))  # a model can name another


@pytest.mark.parametrize(
    ("said", "told"),
    [("2026-11-22T10:08:59", "Sunday 2026-11-22 10:08"), ("date: bad format", ""), ("", "")],
)
def test_the_phones_date_and_time_are_its_own(device, monkeypatch, said, told):
    assert device.now().startswith("Sunday 2026-11-22 10:0")
    monkeypatch.setitem(shell._COMMANDS, "date", lambda call: f"{said}\n")
    monkeypatch.setattr("appagent.devices.over_adb.clock._BELIEVED_S", 0.0)
    assert device.now() == told


# A last look


def test_a_glance_waits_for_nothing_and_is_the_last_capture_where_nothing_changed(started, phone):
    device = started(SETTINGS)
    seen = device.capture()
    assert device.glance(pictured=False) is seen
    pictured = device.glance(pictured=True)
    assert (pictured.tree is seen.tree, pictured.picture.size) == (True, seen.picture.size)
    phone.start(NOTES)
    glances = (device.glance(pictured=False) for _ in range(200))  # the old window is there while the new one slides in
    now = next(each for each in glances if each.texts != seen.texts)
    assert (now.picture, now.size, now.activity) == (None, seen.size, "")


def test_a_glance_after_the_display_was_turned_has_the_size_that_it_has_now(started, phone):
    device = started(SETTINGS)
    width, height = device.capture().size
    phone.rotate(1)
    assert device.glance(pictured=False).size == (height, width)
