"""Faults of the virtual phone: each does what its line says, at its moment, and the same again under its seed."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest
from conftest import NOTES, QUICK
from driver_on_phone import driver_for, tap
from PIL import ImageChops

from appagent.actions import Key, Start, Touch
from appagent.cli.main import main
from appagent.devices.android import Android
from appagent.devices.faults import fault_names, read_faults
from appagent.errors import UsageError
from appagent.phone import Phone
from appagent.phone.faults import FAULTS, Fault, Moment, arm
from appagent.phone.wire.rpc import Cut, Methods
from appagent.phone.wire.system import System
from appagent.screen.nodes.tree import centre
from appagent.screen.trouble import trouble

TINY = (360, 640)


@contextmanager
def faulty(
    name: str, moment: Moment | None = None, seed: int = 0, time_scale: float = QUICK
) -> Iterator[tuple[Android, Phone]]:
    """The driver on a phone with one fault."""
    phone = Phone(size=(540, 1200), time_scale=time_scale)
    arm(phone, [FAULTS[name](seed, moment)])
    with driver_for(phone, time_scale=time_scale) as device:
        yield device, phone


def played(*names: str) -> list[object]:
    """What a fixed series of calls to uiautomator2's server gets from a phone with faults, and the phone's log."""
    phone = Phone(size=TINY, time_scale=0)
    arm(phone, [FAULTS[name](3) for name in names])
    methods, got = Methods(System(phone)), []
    phone.start(NOTES)
    look = [("dumpWindowHierarchy", [False, 50]), ("takeScreenshot", [1, 80]), ("dumpWindowHierarchy", [False, 50])]
    for method, params in [*look, ("click", [180, 8]), *look, ("click", [180, 8]), *look]:
        asked = json.dumps({"method": method, "params": params, "id": 1}).encode()
        try:
            got.append(methods.answer(asked))
        except Cut as cut:
            got.append((cut.cut, cut.answer))
    return [*got, phone.taps(), phone.foreground, phone.screen_on, phone.size]


@cache
def as_ever() -> list[object]:
    """What the same calls get from a phone without faults."""
    return played()


@pytest.mark.slow
@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_strikes_and_does_the_same_again_under_its_seed(name):
    once = played(name)
    assert played(name) == once
    unseen_here = {"toast", "picture-late", "late-list", "adb-gone", "cable-out", "dump-slow", "dump-stale"}
    assert (once == as_ever()) is (name in unseen_here)


@pytest.mark.parametrize(
    ("name", "words", "no", "package"),
    [
        ("sheet", "Enjoying Notes?", "Not now", NOTES),
        ("dialog", "System update", "Later", "com.google.android.gms"),
        ("call", "Incoming call", "Decline", "com.android.dialer"),
        ("permission", "Allow Notes to access this device's location?", "Don't allow",
         "com.android.permissioncontroller"),
        ("advertisement", "Premium for $9.99", "", NOTES),
        ("menu", "Delete all", "", NOTES),
    ],
)  # fmt: skip
def test_what_comes_over_the_app_is_told_and_goes_by_its_way_out(name, words, no, package):
    with faulty(name, Moment(gestures=1)) as (device, phone):
        device.perform(Start(NOTES))
        screen = tap(device, "Shopping")
        assert (screen.app, words in screen.texts) == (package, True)
        after = tap(device, no) if no else _back(device)
        assert (after.app, words in after.texts) == (NOTES, False)
        hits = [entry for entry in phone.taps() if entry.get("fault")]
        assert [(entry["fault"], entry["way_out"]) for entry in hits] == ([(name, True)] if no else [])


def _back(device: Android):
    device.perform(Key("back"))
    return device.capture()


def test_a_touch_on_what_came_between_the_look_and_the_finger_is_in_the_phones_log():
    with faulty("permission", Moment(touch=1)) as (device, phone):
        device.perform(Start(NOTES))
        screen = device.capture()
        device.perform(Touch(270, 620))
        (entry,) = phone.taps()
        assert screen.app == NOTES
        assert (entry["fault"], entry["told"]) == ("permission", "com.example.notes")


@pytest.mark.parametrize("name", ["grown-list", "reordered-list", "recycled-row"])
def test_a_touch_on_a_row_that_is_another_by_now_is_in_the_phones_log(name):
    with faulty(name, Moment(touch=1)) as (device, phone):
        device.perform(Start(NOTES))
        tap(device, "Shopping")
        (entry,) = phone.taps()
        assert entry["told"] == "note"
        assert device.capture().texts[:1] != ("Shopping",)


def test_a_touch_on_what_was_told_has_no_such_remark():
    with faulty("recycled-row", Moment(looks=1)) as (device, phone):
        device.perform(Start(NOTES))
        device.capture()
        tap(device, "Shopping")
        (entry,) = phone.taps()
        assert "told" not in entry


@pytest.mark.parametrize(("aims", "told"), [(True, "note"), (False, None)])
def test_a_touch_is_held_against_what_it_was_aimed_at_however_often_was_looked_since(aims, told):
    with faulty("recycled-row", Moment(looks=2)) as (device, phone):
        device.perform(Start(NOTES))
        row = next(each for each in device.capture().elements if each.text.startswith("Shopping"))
        if aims:
            phone.aim(centre(row.bounds))
        device.capture()
        device.capture()
        device.perform(Touch(*centre(row.bounds)))
        assert [entry.get("told") for entry in phone.taps()] == [told]


@pytest.mark.parametrize(("comes", "told"), [(False, None), (True, NOTES)])
def test_back_that_another_window_gets_than_it_was_meant_for_is_in_the_phones_log(comes, told):
    with faulty("sheet", Moment(looks=1 if comes else 9)) as (device, phone):
        device.perform(Start(NOTES))
        device.capture()
        phone.aim()
        device.perform(Key("back"))
        assert [(entry["key"], entry.get("told")) for entry in phone.taps()] == [("back", told)]


def test_back_that_only_hides_the_keyboard_was_not_meant_for_that():
    with faulty("keyboard-up", Moment(looks=1)) as (device, phone):
        device.perform(Start(NOTES))
        device.capture()
        phone.aim()
        device.perform(Key("back"))
        (entry,) = phone.taps()
        assert (entry["package"], entry["told"]) == ("com.google.android.inputmethod.latin", NOTES)


@pytest.mark.parametrize("other", [False, True])
def test_text_and_enter_that_another_field_gets_than_they_were_meant_for_are_in_the_phones_log(other):
    with faulty("toast", Moment(looks=9)) as (device, phone):
        device.perform(Start(NOTES))
        tap(device, "Shopping")
        first, second = [one for one in device.capture().elements if one.role == "EditText"]
        phone.aim(centre(first.bounds))
        device.perform(Touch(*centre(second.bounds if other else first.bounds)))
        phone.type_text("A")
        phone.press("enter")
        assert [entry.get("told") for entry in phone.taps()[1:]] == (
            [first.resource_id.rpartition("/")[2]] * 3 if other else [None] * 3
        )


def test_a_list_that_loads_late_is_waited_for():
    with faulty("late-list") as (device, _):
        device.perform(Start(NOTES))
        assert "Shopping" in device.capture().texts


@pytest.mark.slow
def test_a_row_comes_in_at_the_top_and_rows_change_their_order_and_contents():
    orders = {}
    for name in ("grown-list", "reordered-list", "recycled-row"):
        with faulty(name, Moment(looks=1)) as (device, _):
            device.perform(Start(NOTES))
            before, after = device.capture(), device.capture()
            orders[name] = [text for text in after.texts if text in (*before.texts, "Delete all") and len(text) > 5]
    titles = ["Shopping", "Wi-Fi at the office", "Books to read"]
    assert orders["grown-list"][0] == "Delete all"
    assert [text for text in orders["recycled-row"] if text in titles] == [*titles[1:], titles[0]]
    assert [text for text in orders["reordered-list"] if text in titles] != titles


@pytest.mark.parametrize(("name", "kind"), [("crash", "crash"), ("anr", "anr"), ("anr-stuck", "anr")])
def test_a_crash_and_a_hang_have_androids_dialog(name, kind):
    with faulty(name, Moment(gestures=1)) as (device, phone):
        device.perform(Start(NOTES))
        screen = tap(device, "Shopping")
        found = trouble(screen)
        assert found is not None
        assert (found.kind, found.app) == (kind, "Notes")
        if kind == "anr":
            after = tap(device, "aerr_wait")
            assert (trouble(after) is not None) is (name == "anr-stuck")
        if name != "anr":
            after = tap(device, "aerr_close")
            assert trouble(after) is None
            assert NOTES not in phone.running


@pytest.mark.slow
def test_a_log_out_and_a_lost_network_take_the_apps_page_away():
    with faulty("log-out", Moment(gestures=0)) as (device, phone):
        phone.start(NOTES)
        device.capture()
        assert "Your session has ended" not in device.capture().texts  # the launcher was in front
    for name, words in (("log-out", "Your session has ended"), ("no-network", "You are offline")):
        with faulty(name, Moment(gestures=1), time_scale=1) as (device, _):  # after four seconds the network is back
            device.perform(Start(NOTES))
            assert words in tap(device, "Shopping").texts


def test_the_display_turns_and_the_keyboard_comes_up():
    with faulty("rotation", Moment(gestures=1)) as (device, _):
        device.perform(Start(NOTES))
        assert tap(device, "Shopping").size == (1200, 540)
    with faulty("keyboard-up", Moment(looks=1)) as (device, _):
        device.perform(Start(NOTES))
        device.capture()
        assert device.capture().keyboard


@pytest.mark.parametrize(("name", "locked"), [("display-off", ""), ("locked", "swipe"), ("locked-pin", "pin")])
def test_a_dark_display_takes_no_touch(name, locked):
    with faulty(name, Moment(touch=1)) as (device, phone):
        device.perform(Start(NOTES))
        tapped = device.capture().elements[0]
        device.perform(Touch(*tapped.bounds[:2]))
        assert (phone.screen_on, phone.locked) == (False, locked)
        (entry,) = phone.taps()
        assert entry["widget"] == ""


@pytest.mark.parametrize(("locked", "told", "opens"), [("swipe", "secure=false", True), ("pin", "secure=true", False)])
def test_a_lock_screen_is_told_of_by_dumpsys_and_left_by_wm_unless_it_has_a_pin(locked, told, opens):
    phone = Phone(size=TINY, time_scale=0)
    with driver_for(phone) as device:
        phone.start(NOTES)
        phone.lock_up(locked)
        said = device._adb.shell("dumpsys window policy")
        assert "showing=true" in said
        assert told in said
        device._adb.shell("wm dismiss-keyguard")
        assert (phone.locked == "") is opens


def test_the_next_picture_is_black_or_half_drawn():
    def pictures(name: str):
        phone = Phone(size=(540, 1200), time_scale=QUICK)
        with driver_for(phone) as device:
            device.perform(Start(NOTES))
            true = device.capture().picture
            arm(phone, [FAULTS[name](0, Moment(gestures=0))])
            return true, device._u2.photograph(), device._u2.photograph()

    for name in ("picture-black", "picture-half"):
        true, shown, after = pictures(name)
        assert ImageChops.difference(true, shown).getbbox()[3] > 600
        assert not ImageChops.difference(true, after).getbbox()
    assert pictures("picture-black")[1].getextrema() == ((0, 0),) * 3


def test_dumps_are_empty_cut_refused_and_never_the_same():
    def dumps(name: str, number: int) -> list[str]:
        with faulty(name, Moment(gestures=0)) as (device, _):
            found = []
            for _ in range(number):
                try:
                    found.append(device._u2.dump())
                except Exception as error:
                    found.append(type(error).__name__)
            return found

    assert [bool(re.search("<node", dump)) for dump in dumps("dump-empty", 3)] == [False, False, True]
    assert [dump.endswith("</hierarchy>") for dump in dumps("dump-cut", 4)] == [False] * 3 + [True]
    assert dumps("dump-refused", 3)[:2] == ["RPCUnknownError"] * 2
    assert len(set(dumps("never-idle", 4))) == 4


# On the command line


def test_an_unknown_name_is_answered_with_the_nearest():
    with pytest.raises(UsageError, match=r"no fault 'cable-afer'; the nearest: cable-after"):
        read_faults("call,cable-afer")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("call: 3", "is a list"),
        ("- name: call\n  when: 3", "'when' is no part of a fault"),
        ("- name: call\n  looks: soon", "looks of call is 'soon'"),
        ("- name: call\n  looks: 1\n  seconds: 2", "several moments"),
        ("- name: cal", "no fault 'cal'"),
        ("[", "not YAML"),
    ],
)
def test_a_file_that_cannot_be_used_says_why(tmp_path: Path, text, says):
    path = tmp_path / "faults.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match=says):
        read_faults(str(path))


def test_a_file_gives_names_moments_and_seeds(tmp_path: Path):
    path = tmp_path / "faults.yaml"
    path.write_text("- call\n- {name: dump-cut, gestures: 3, seed: 7}\n- {name: toast, seconds: 0.5}", encoding="utf-8")
    found = [(fault.name, fault.moment, fault.seed) for fault in read_faults(str(path), 5)]
    assert found == [
        ("call", FAULTS["call"].default, 5),
        ("dump-cut", Moment(gestures=3), 7),
        ("toast", Moment(seconds=0.5), 5),
    ]


def test_the_command_lists_every_fault_with_a_line(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["appagent", "phone", "faults", "--json"])
    with pytest.raises(SystemExit):
        main()
    told = json.loads(capsys.readouterr().out)["faults"]
    assert [one["name"] for one in told] == fault_names("all") == list(FAULTS)
    assert len(told) >= 30
    assert all(one["about"] and one["when"] for one in told)


def test_a_list_that_is_piped_has_one_line_for_each_row(monkeypatch, capsys):
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.setattr("sys.argv", ["appagent", "phone", "faults"])
    with pytest.raises(SystemExit):
        main()
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["name", *FAULTS]
    assert [line for line in lines if line.endswith((" ", "…"))] == []


# The page docs/faults.md

PAGE = (Path(__file__).parent.parent / "docs" / "faults.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    return re.search(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)[1]


def test_the_file_of_the_page_can_be_read(tmp_path: Path):
    path = tmp_path / "faults.yaml"
    path.write_text(block("yaml"), encoding="utf-8")
    assert [fault.name for fault in read_faults(str(path))] == ["call", "cable-after", "dump-cut", "permission"]


def test_the_fault_of_the_page_works():
    made: dict[str, type[Fault]] = {}
    exec(block("python"), {"Fault": Fault}, made)
    phone = Phone(size=TINY, time_scale=0)
    arm(phone, [made["Hiccup"](0, Moment(gestures=0))])
    phone.hooks.arrived("click")
    assert phone.last_toast == "Connected to Wi-Fi"
