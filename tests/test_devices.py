"""The Android driver on the virtual phone: what it sees, does once, types, starts, and says when that fails."""

import re
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress

import adbutils
import pytest
from conftest import NOTES, QUICK, SETTINGS

from appagent.actions import Key, Start, Stroke, Touch, Type
from appagent.devices.adb import Client
from appagent.devices.android import Android
from appagent.errors import ActionError, DeviceError, UsageError
from appagent.phone import Phone
from appagent.phone.wire import serve
from appagent.screen import Element, Screen

WORDS = 'Grüße, 你好 👋🏽 "it\'s" \\n ; rm -rf / && `id` $(reboot) | %s\nsecond line'
LATIN = "com.google.android.inputmethod.latin/com.android.inputmethod.latin.LatinIME"
ADB_KEYBOARD = "com.github.uiautomator/.AdbKeyboard"


@contextmanager
def driving(phone: Phone, port: int = 0, time_scale: float = QUICK) -> Iterator[Android]:
    """The driver on a phone of the test's own; port: of what stands between them."""
    with serve(phone) as server, Android(Client("127.0.0.1", port or server.port), phone.serial, None, time_scale) as d:
        yield d


def element(screen: Screen, name: str) -> Element:
    """By how its words begin, or by the last part of its resource-id."""
    return next(e for e in screen.elements if e.text.startswith(name) or e.resource_id.endswith(f"/{name}"))


def tap(device: Android, name: str) -> Screen:
    left, top, right, bottom = element(device.capture(), name).bounds
    device.perform(Touch((left + right) // 2, (top + bottom) // 2))
    return device.capture()


def new_note(device: Android, field: str = "edit_body") -> None:
    device.perform(Start(NOTES))
    tap(device, "fab")
    tap(device, field)


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
    assert screen.hierarchy == phone.hierarchy()


def test_a_phone_on_its_side_is_captured_on_its_side(device, phone):
    phone.rotate(1)
    screen = device.capture()
    assert screen.picture is not None
    assert screen.size == screen.picture.size == (2400, 1080)


def test_a_phone_without_any_window_gives_an_empty_screen_that_has_not_settled():
    class Dark(Phone):
        def hierarchy(self) -> str:
            return '<hierarchy rotation="0" />'

    with driving(Dark(), time_scale=0.01) as device:
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


class Wire:
    """Stands between the driver and the phone, and can swallow the answer to a call that was carried out."""

    def __init__(self, target: int) -> None:
        self._target, self.swallow = target, b""
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self._ends: list[socket.socket] = [self._listener]
        self._threads = [threading.Thread(target=self._accept)]
        self._threads[0].start()

    def __enter__(self) -> "Wire":
        return self

    def __exit__(self, *error: object) -> None:
        for end in self._ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join()
        for end in self._ends:
            end.close()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            far = socket.create_connection(("127.0.0.1", self._target))
            said = bytearray()
            self._ends += [near, far]
            for source, sink, answers in ((near, far, False), (far, near, True)):
                thread = threading.Thread(target=self._pass_on, args=(source, sink, said, answers))
                self._threads.append(thread)
                thread.start()

    def _pass_on(self, source: socket.socket, sink: socket.socket, said: bytearray, answers: bool) -> None:
        """One direction. said: all that the driver said on this connection."""
        with suppress(OSError):
            while part := source.recv(1 << 16):
                if not answers:
                    said += part
                elif self.swallow and self.swallow in said:
                    self.swallow = b""
                    break
                sink.sendall(part)
        for end in (source, sink):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


@pytest.fixture
def wired() -> Iterator[tuple[Android, Phone, Wire]]:
    with ExitStack() as stack:
        phone = Phone(time_scale=QUICK)
        server = stack.enter_context(serve(phone))
        wire = stack.enter_context(Wire(server.port))
        device = stack.enter_context(Android(Client("127.0.0.1", wire.port), phone.serial, None, QUICK))
        yield device, phone, wire


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
    with driving(Phone(time_scale=QUICK, apps=tmp_path)) as device:
        device.perform(Start("org.stall"))
        assert device.log(40) == ()
        tap(device, "buy")
        assert device.capture().app == "android"
        log = "\n".join(device.log(40))
        assert re.search(r" E AndroidRuntime: .+, line 8 is broken: KeyError: 'price'\n.+\tat buy \(.+:8\)", log)
        assert len(device.log(2)) == 2


# --- typing


def test_words_arrive_as_they_are(device, phone):
    new_note(device)
    device.perform(Type("first ", clear=False))
    device.perform(Type(WORDS, clear=False))
    assert phone.focused_text() == f"first {WORDS}"


def test_clearing_comes_before_typing(device, phone):
    new_note(device)
    device.perform(Type("old", clear=False))
    device.perform(Type("new", clear=True))
    assert phone.focused_text() == "new"
    device.perform(Type("", clear=True))
    assert phone.focused_text() == ""
    device.perform(Type("new", clear=True))
    device.perform(Type("new", clear=True))  # the same again is no failure
    assert phone.focused_text() == "new"


def test_half_a_character_is_typed_as_a_question_mark(device, phone):
    new_note(device)
    device.perform(Type("a\ud83db", clear=False))
    assert phone.focused_text() == "a?b"


def test_words_for_no_field_are_refused(started, phone):
    with pytest.raises(ActionError, match="no input field has the focus; tap one first"):
        started(NOTES).perform(Type("lost", clear=False))
    assert "text" not in [entry["kind"] for entry in phone.taps()]


def test_typing_waits_for_a_field_that_gets_the_focus_late():
    phone = Phone(time_scale=0.5)
    with driving(phone, time_scale=0.5) as device:
        device.perform(Start(NOTES))
        left, top, right, bottom = element(device.capture(), "search").bounds
        device.perform(Touch((left + right) // 2, (top + bottom) // 2))  # the page is not there at once
        device.perform(Type("shop", clear=False))
        assert phone.focused_text() == "shop"


def test_a_canvas_that_shows_no_field_is_typed_into_while_its_keyboard_is_up(tmp_path):
    (tmp_path / "game.py").write_text(
        "from appagent.phone.app import App, Page\n"
        "from appagent.phone.ui import Field\n"
        "class Game(App):\n"
        "    package, label, said = 'org.game', 'Game', ''\n"
        "    def home(self):\n"
        "        return Page(Field(self.said, focus=True, in_tree=False, on_change=self.hear))\n"
        "    def hear(self, text):\n"
        "        self.said = text\n"
    )
    phone = Phone(time_scale=QUICK, apps=tmp_path)
    with driving(phone) as device:
        device.perform(Start("org.game"))
        screen = device.capture()
        device.perform(Touch(500, 500))
        device.perform(Type("open sesame", clear=False))
    assert not [e for e in screen.elements if "text" in e.actions]
    assert phone.state()["game"] == {"said": "open sesame"}


def test_a_field_that_takes_nothing_is_reported(device, phone, monkeypatch):
    new_note(device)
    monkeypatch.setattr(phone, "type_text", lambda text: True)
    with pytest.raises(ActionError, match="took none of the words; it still shows 'Note'"):
        device.perform(Type("lost", clear=False))


def test_a_secret_stays_neither_on_the_clipboard_nor_in_an_error(wired):
    device, phone, wire = wired
    new_note(device)
    device.perform(Type("hunter2", clear=False, secret=True))
    assert (phone.focused_text(), phone.clipboard) == ("hunter2", "")
    for call in (b'"setClipboard"', b'"pasteClipboard"'):
        wire.swallow = call
        with pytest.raises(DeviceError) as raised:
            device.perform(Type("hunter2", clear=False, secret=True))
        assert "hunter2" not in str(raised.value)


class Shut(Phone):
    """A phone that lets nobody read or write its clipboard from behind, as Android does since 10."""

    clipboard = property(lambda self: "", lambda self, text: None)  # type: ignore[assignment]


def test_where_the_clipboard_is_shut_a_keyboard_types_and_the_phones_own_comes_back():
    phone = Shut(time_scale=QUICK)
    with driving(phone) as device:
        new_note(device)
        device.perform(Type(WORDS, clear=False))
        assert phone.focused_text() == WORDS
        assert phone.input_method == LATIN
        device.perform(Type("second", clear=True))
        assert phone.focused_text() == "second"
    assert phone.input_method == LATIN


def test_a_keyboard_that_a_killed_run_left_behind_is_put_away():
    phone = Shut(time_scale=QUICK)
    with serve(phone) as server:
        client = Client("127.0.0.1", server.port)
        with Android(client, phone.serial, None, QUICK) as device:
            new_note(device)
            device.perform(Type("a", clear=False))  # installs the keyboard
        client.device(phone.serial).shell(["ime", "set", ADB_KEYBOARD])
        assert phone.input_method == ADB_KEYBOARD
        Android(client, phone.serial, None, QUICK).close()
        assert phone.input_method == LATIN


# --- apps


@pytest.mark.parametrize("name", [SETTINGS, "settings", "Settings", " SETTINGS "])
def test_an_app_is_found_by_its_package_and_by_the_last_part_of_it(device, name):
    assert device.package(name) == SETTINGS


@pytest.mark.parametrize(("locale", "name"), [("en-US", "My notes"), ("zh-CN", "便签")])
def test_an_app_is_found_by_the_name_under_its_icon(locale, name, monkeypatch):
    phone = Phone(time_scale=QUICK, locale=locale)
    monkeypatch.setattr(type(phone.packages[NOTES]), "label", "My notes" if locale == "en-US" else "Notes")
    with driving(phone) as device:
        assert device.package(name) == NOTES
        device.perform(Key("home"))
        device.perform(Start(name))
        assert device.capture().app == NOTES


def test_an_unknown_app_is_refused_naming_those_there_are(device):
    with pytest.raises(UsageError, match=r"no app 'Nope' on virtual-1; installed: .*com\.android\.launcher3, .+notes"):
        device.package("Nope")
    with pytest.raises(ActionError, match=r"no app 'Nope' on this phone; installed: .*launcher3, .+notes"):
        device.perform(Start("Nope"))  # a model can name another
