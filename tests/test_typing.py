"""Typing through the Android driver: every letter as it is, into the field that is meant, by whichever way is open."""

import pytest
from conftest import NOTES, QUICK
from driver_on_phone import behind_lossy_proxy, driver_for, element, new_note

from appagent.actions import Start, Touch, Type
from appagent.devices.android import Android
from appagent.devices.over_adb.adb import Client
from appagent.errors import ActionError, DeviceError
from appagent.phone import Phone
from appagent.phone.wire import serve

pytestmark = pytest.mark.slow

WORDS = 'Grüße, 你好 👋🏽 "it\'s" \\n ; rm -rf / && `id` $(reboot) | %s\nsecond line'
LATIN = "com.google.android.inputmethod.latin/com.android.inputmethod.latin.LatinIME"
ADB_KEYBOARD = "com.github.uiautomator/.AdbKeyboard"


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
    with driver_for(phone, time_scale=0.5) as device:
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
    with driver_for(phone) as device:
        device.perform(Start("org.game"))
        screen = device.capture()
        device.perform(Touch(500, 500))
        device.perform(Type("open sesame", clear=False))
    assert not [e for e in screen.elements if "text" in e.actions]
    assert phone.state()["game"] == {"said": "open sesame"}


def test_a_field_that_takes_nothing_is_reported(device, phone, monkeypatch):
    new_note(device)
    monkeypatch.setattr(phone, "type_text", lambda text: True)
    with pytest.raises(ActionError, match="did not take the text; it still shows 'Note'"):
        device.perform(Type("lost", clear=False))


def test_a_secret_stays_neither_on_the_clipboard_nor_in_an_error():
    with behind_lossy_proxy() as (device, phone, wire):
        new_note(device)
        device.perform(Type("hunter2", clear=False, secret=True))
        assert (phone.focused_text(), phone.clipboard) == ("hunter2", "")
        device.perform(Type("", clear=True))
        for call in (b'"setText"',):
            wire.swallow = call
            with pytest.raises(DeviceError) as raised:
                device.perform(Type("hunter2", clear=True, secret=True))
            assert "hunter2" not in str(raised.value)


class Shut(Phone):
    """A phone that lets nobody read or write its clipboard from behind, as Android does since 10."""

    clipboard = property(lambda self: "", lambda self, text: None)  # type: ignore[assignment]


def test_where_the_clipboard_is_shut_a_keyboard_types_and_the_phones_own_comes_back():
    phone = Shut(time_scale=QUICK)
    with driver_for(phone) as device:
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
