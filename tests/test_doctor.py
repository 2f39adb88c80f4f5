"""The doctor: what it finds, what it says mends it, and that one failing check hides no other."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
import typer
from conftest import QUICK
from typer.testing import CliRunner

from appagent.cli import doctor as command
from appagent.devices.find import Attached
from appagent.devices.over_adb.adb import Client
from appagent.doctor import Finding, computer, examine, phone, verdicts
from appagent.documents.encoder import encoder_installed
from appagent.phone import Phone
from appagent.phone.wire import serve
from appagent.screen.vision import ocr_installed
from appagent.settings import Settings
from appagent.store import Store

ADB_KEYBOARD = "com.github.uiautomator/.AdbKeyboard"
ON_DEVICE = [
    "adb", "attached", "Android", "screen", "keyboard", "gestures", "animations", "uiautomator2", "screenshot",
    "secure screen", "hierarchy", "text input",
]  # fmt: skip
AT_ENDPOINT = ["endpoint", "key", "model", "pictures", "structured output", "dialect"]
NAMES = ["Python", "packages", "OCR", "encoder", "settings", "disk", "store", *ON_DEVICE, *AT_ENDPOINT]


@pytest.fixture(autouse=True)
def newcomer(tmp_path, monkeypatch) -> Path:
    """A home of its own, without anybody's settings."""
    for name in ("BASE_URL", "API_KEY", "MODEL"):
        monkeypatch.delenv(f"APPAGENT_{name}", raising=False)
        monkeypatch.delenv(f"OPENAI_{name}", raising=False)
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def by_name(findings) -> dict[str, Finding]:
    """The findings by name; every failure and warning has its one line that mends it."""
    found = {finding.name: finding for finding in findings}
    for finding in found.values():
        assert "\n" not in finding.said + finding.mend, finding
        assert finding.mend or finding.state in ("ok", "skipped"), finding
    return found


def of_phone(one: Phone) -> dict[str, Finding]:
    """What is found about a phone of the test's own."""
    with serve(one) as server:
        return by_name(phone.examine_phone(Settings(), Client("127.0.0.1", server.port)))


# --- all of it


def test_on_the_virtual_phone_every_check_is_made_and_nothing_fails():
    found = list(examine({"device": "virtual", "time_scale": QUICK}))
    assert [finding.name for finding in found] == NAMES
    states = {finding.name: finding.state for finding in found}
    assert states.pop("OCR") == ("ok" if ocr_installed() else "skipped")  # an extra, as is the next
    assert states.pop("encoder") == ("ok" if encoder_installed() else "skipped")
    assert {state for name, state in states.items() if name not in AT_ENDPOINT} == {"ok"}
    assert [states[name] for name in AT_ENDPOINT] == ["warn", *["skipped"] * 5]
    assert "only the offline agent can work" in by_name(found)["endpoint"].said


def test_settings_that_cannot_be_read_hide_no_other_check(newcomer):
    (newcomer / "appagent.toml").write_text("modell = 'x'\n")
    found = list(examine({"device": "virtual"}))
    assert [finding.name for finding in found] == NAMES
    assert by_name(found)["settings"].state == "fail"
    assert "modell" in by_name(found)["settings"].said
    assert {finding.state for finding in found if finding.area == "device"} == {"ok"}
    assert {finding.state for finding in found if finding.area == "endpoint"} == {"skipped"}


def test_a_device_that_means_nothing_hides_no_other_check():
    found = by_name(examine({"device": "bogus:foo"}))
    assert list(found) == [*NAMES[: NAMES.index("store") + 1], "driver", *AT_ENDPOINT]
    assert (found["driver"].area, found["driver"].state) == ("device", "fail")
    assert "no driver 'bogus' for the device 'bogus:foo'" in found["driver"].said


# --- this computer


def test_a_package_that_is_missing_or_too_old_is_named_with_what_installs_it(tmp_path, monkeypatch):
    info = tmp_path / "needy-1.dist-info"
    info.mkdir()
    lines = "Name: needy\nVersion: 1\nRequires-Dist: pillow>=999\nRequires-Dist: no-such-thing\n"
    info.joinpath("METADATA").write_text(f"Metadata-Version: 2.1\n{lines}Requires-Dist: x; extra == 'dev'\n")
    monkeypatch.syspath_prepend(tmp_path)
    state, said, mend = computer.packages("needy")
    assert (state, mend) == ("fail", 'pip install "pillow>=999" "no-such-thing"')
    assert said.endswith("no-such-thing missing")


@pytest.mark.parametrize(("little", "state"), [(0, "ok"), (10**30, "fail")])
def test_a_full_disk_is_told(tmp_path, little, state):
    found, said, mend = computer.disk([tmp_path / "not" / "there" / "yet"], little)
    assert (found, str(tmp_path) in said, bool(mend)) == (state, True, state == "fail")


def test_a_file_where_a_folder_must_be_is_told(tmp_path):
    (tmp_path / "data").write_text("")
    assert computer.disk([tmp_path / "data" / "runs"])[0] == "fail"


def test_a_store_is_opened_but_none_is_made(tmp_path):
    path = tmp_path / "new" / "store.sqlite"
    assert computer.store(path)[0] == "ok"
    assert not path.parent.exists()
    Store.open(path).close()
    assert computer.store(path) == ("ok", f"0 documents of 0 apps in {path}", "")


def test_a_store_with_a_damaged_page_fails_though_it_opens(tmp_path):
    path = tmp_path / "store.sqlite"
    Store.open(path).close()
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA journal_mode = DELETE")
        ((page,),) = database.execute("SELECT rootpage FROM sqlite_master WHERE name = 'idx_replaces_newer'")
        ((size,),) = database.execute("PRAGMA page_size")
    with path.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)
    state, said, mend = computer.store(path)
    assert (state, "damaged" in said, "recover" in mend) == ("fail", True, True)


def test_a_file_that_is_no_store_fails(tmp_path):
    (tmp_path / "store.sqlite").write_text("words " * 1000)
    state, said, mend = computer.store(tmp_path / "store.sqlite")
    assert (state, "not a SQLite database" in said, "--store" in mend) == ("fail", True, True)


def test_a_folder_that_is_no_store_is_not_to_be_moved_away(tmp_path):
    lines = tmp_path / "store" / "documents.jsonl"
    lines.mkdir(parents=True)
    mend = "fix what it names, or name another store with --store"
    assert computer.store(lines.parent) == ("fail", f"cannot read {lines}: it is no regular file", mend)
    lines.rmdir()
    lines.write_text("words\n")
    assert computer.store(lines.parent) == ("fail", f"{lines}, line 1: it is no JSON object: 'words'", mend)


# --- the phone


def test_looking_at_a_phone_changes_nothing_on_it():
    one = Phone(time_scale=QUICK)
    one.clipboard = "somebody's words"
    before = one.hierarchy()
    assert {finding.state for finding in of_phone(one).values()} == {"ok"}
    assert (one.clipboard, one.taps(), one.hierarchy()) == ("somebody's words", [], before)


@pytest.mark.parametrize(
    ("device", "phones", "said", "mend"),
    [
        ("", [], "no phone", "--device virtual"),
        ("R5CT", [], "no R5CT", "--device virtual"),
        ("", [("A", "device"), ("B", "device")], "several: A, B", "--device A"),
        ("C", [("A", "device"), ("B", "device")], "attached: A, B", "--device"),
        ("", [("A", "unauthorized")], "A is unauthorized", "allow USB debugging"),
        ("A", [("A", "offline"), ("B", "device")], "A is offline", "adb reconnect"),
        ("", [("A", "no permissions")], "A is no permissions", "udev"),
        ("", [("A", "recovery")], "A is recovery", "start Android"),
    ],
)
def test_a_phone_that_cannot_be_used_fails_with_what_mends_it(device, phones, said, mend):
    outcome = verdicts.choice(device, [Attached(*one, "") for one in phones])
    assert outcome[0] == "fail"
    assert said in outcome[1]
    assert mend in outcome[2]


def test_without_the_phone_its_other_checks_are_skipped_by_name():
    with serve(Phone(time_scale=QUICK)) as server:
        found = by_name(phone.examine_phone(Settings(device="nosuch"), Client("127.0.0.1", server.port)))
    assert list(found) == ON_DEVICE
    assert "attached: virtual-1" in found["attached"].said
    assert {found[name].state for name in ON_DEVICE[2:]} == {"skipped"}


def test_a_phone_that_goes_away_in_the_middle_fails_check_by_check():
    with serve(Phone(time_scale=QUICK)) as server:
        findings = phone.examine_phone(Settings(), Client("127.0.0.1", server.port))
        before = [next(findings) for _ in range(3)]
    after = by_name(findings)
    assert [finding.name for finding in before] + list(after) == ON_DEVICE
    assert {after[name].state for name in ("screen", "keyboard", "gestures", "uiautomator2")} == {"fail"}


def test_an_adb_that_does_not_run_fails_but_is_not_needed_for_the_virtual_phone(monkeypatch):
    monkeypatch.setenv("ADBUTILS_ADB_PATH", "/no/such/adb")
    with serve(Phone(time_scale=QUICK)) as server:
        client = Client("127.0.0.1", server.port)
        assert next(phone.examine_phone(Settings(), client)).state == "fail"
        assert next(phone.examine_phone(Settings(device="virtual"))).state == "ok"


def test_a_screen_that_is_off_is_not_taken_for_a_secure_one():
    one = Phone(time_scale=QUICK)
    one.press("sleep")
    found = of_phone(one)
    assert (found["screen"].state, found["screen"].said) == ("fail", "off")
    assert "the screen is off" in found["screenshot"].said
    assert found["secure screen"].state == "skipped"


def test_a_secure_screen_is_told_with_the_app_that_forbids_pictures(tmp_path):
    tmp_path.joinpath("bank.py").write_text(
        "from appagent.phone.app import App, Page\n"
        "from appagent.phone.ui import Button, Column\n"
        "class Bank(App):\n"
        "    package, label = 'org.bank', 'Bank'\n"
        "    def home(self):\n"
        "        return Page(Column([Button('4921', on_tap=lambda: None)]), secure=True)\n"
    )
    one = Phone(time_scale=0.001, apps=tmp_path)
    one.start("org.bank")
    found = of_phone(one)
    assert "all black" in found["screenshot"].said
    assert found["secure screen"].said == "org.bank forbids screenshots of this screen"
    assert found["hierarchy"].state == "ok"


def test_a_keyboard_left_behind_is_told_and_what_mends_it_does():
    one = Phone(time_scale=QUICK)
    own = one.input_method
    with serve(one) as server:
        client = Client("127.0.0.1", server.port)
        one.input_method = ADB_KEYBOARD
        found = by_name(phone.examine_phone(Settings(), client))["keyboard"]
        assert (found.state, one.input_method) == ("warn", ADB_KEYBOARD)
        client.device(one.serial).shell(found.mend.partition(" shell ")[2].split())
    assert one.input_method == own


class Shut(Phone):
    """A phone that lets nobody read or write its clipboard from behind, as Android does since 10."""

    clipboard = property(lambda self: "", lambda self, text: None)  # type: ignore[assignment]


class Blind(Phone):
    """A phone that has no tree for what it shows."""

    def hierarchy(self) -> str:
        return '<hierarchy rotation="0" />'


@pytest.mark.parametrize(
    ("kind", "name", "state", "mend"),
    [(Shut, "text input", "warn", "keyboard types instead"), (Blind, "hierarchy", "fail", "open another app")],
)
def test_what_a_phone_does_not_give_is_told_alone(kind, name, state, mend):
    found = of_phone(kind(time_scale=QUICK))
    assert [one.name for one in found.values() if one.state not in ("ok", "skipped")] == [name]
    assert (found[name].state, mend in found[name].mend) == (state, True)


INJECTING = "java.lang.SecurityException: Injecting to another application requires INJECT_EVENTS permission"


@pytest.mark.parametrize(
    ("said", "miui", "state", "mend"),
    [
        ("", "", "ok", ""),
        ("", "V816", "ok", ""),
        (f"{INJECTING}\n\tat android.os.Parcel", "V816", "fail", "USB debugging (Security settings)"),
        (INJECTING, "", "fail", "Disable permission monitoring"),
        ("Error: Unknown command: keyevent", "", "warn", "restart"),
    ],
)
def test_a_phone_that_lets_no_gesture_through_is_explained(said, miui, state, mend):
    outcome = verdicts.keys(said, miui)
    assert outcome[0] == state
    assert mend in outcome[2]
    assert "\n" not in outcome[1]


@pytest.mark.parametrize("window", ["  mShowingLockscreen=true", "KeyguardStateMonitor\n        mIsShowing=true"])
def test_a_locked_phone_fails(window):
    assert verdicts.light(True, window, "A")[:2] == ("fail", "locked")
    assert verdicts.light(True, window.replace("true", "false"), "A")[0] == "ok"


def test_a_hierarchy_that_takes_long_or_has_nothing_to_touch_is_told(phone):
    assert verdicts.hierarchy(phone.hierarchy(), 4.0)[0] == "warn"
    game = '<hierarchy><node class="android.view.View" package="org.game" bounds="[0,0][9,9]" /></hierarchy>'
    state, _, mend = verdicts.hierarchy(game, 0.1)
    assert (state, "as games do" in mend) == ("warn", True)


# --- the command


def run(*words: str):
    app = typer.Typer()
    app.command()(command.doctor)
    return CliRunner().invoke(app, ["--device", "virtual", "--size", "540x1200", "--time-scale", str(QUICK), *words])


def test_the_command_prints_what_mends_beneath_what_was_found():
    done = run()
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("  ! endpoint"))
    assert lines[at + 1].startswith("    → export APPAGENT_BASE_URL")
    assert lines[-1] == "0 to fix, 1 to know about"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("setting", "value", "status"),
    [
        ("APPAGENT_SEE", "picture", 0),
        ("APPAGENT_SEED", "-1", 2),
        ("APPAGENT_DEVICE", "", 3),
        ("APPAGENT_MODEL", "x", 4),
    ],
)
def test_the_exit_status_says_whose_failure_it_is(setting, value, status, tmp_path, monkeypatch):
    tmp_path.joinpath("broken.py").write_text("x = 1\n")
    monkeypatch.setenv("APPAGENT_BASE_URL", "http://127.0.0.1:9/v1")
    monkeypatch.setenv(setting, value)
    done = run("--json", *(["--apps", str(tmp_path)] if status == 3 else []))
    told = json.loads(done.stdout)
    assert (done.exit_code, told["status"]) == (status, "fail" if status else "warn")
    assert [finding["name"] for finding in told["findings"]] == NAMES
