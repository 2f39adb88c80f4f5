"""The command line when something is wrong: one line, the right exit status, and one JSON object whatever happens."""

import io
import json
import os
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from tables import cases
from typer.main import get_command

from appagent.cli.main import app
from appagent.runs.recorder import Recorder
from appagent.store import Record, Store
from appagent.store.opening import open_store

ON_PHONE = ("--device", "virtual", "--agent", "offline", "--time-scale", "0.05", "--size", "360x800")
DUMP = (
    '<hierarchy rotation="0"><node class="android.widget.FrameLayout" package="com.x" bounds="{}">'
    '<node class="android.widget.Button" package="com.x" text="Save" clickable="true" enabled="true" '
    'bounds="[10,10][90,40]"/></node></hierarchy>'
)
RESULT = {
    "status",
    "task",
    "app",
    "steps",
    "model_calls",
    "tokens",
    "cost_usd",
    "seconds",
    "documents_used",
    "reason",
    "run",
}
APP = """
import sys
from appagent.phone.app import App, Page
from appagent.phone.ui import Button, Text
{top}
class Small(App):
    package, label = "com.example.small", "Small"
    def home(self):
        {home}
        return Page(Text("Hello"))
"""


def record(text="Opens a note.", **fields):
    base = {"app": "com.example.notes", "action": "tap", "source": "explore", "time": "2026-01-31T12:00:00Z"}
    return Record(**base | {"text": text} | fields)


# One JSON object, whatever happens


@cases(
    ("words", "reason"),
    [
        (("run", "--bogus"), "No such option: --bogus"),
        (("docs", "show"), "Missing argument"),
        (("learn", "--app", "notes", "--rounds", "0"), "--rounds"),
        (("phone", "serve", "--port", "many"), "--port"),
        (("nosuch",), "No such command 'nosuch'; for help: appagent --help"),
        (("docs", "show", "ffff"), "no record's id begins with 'ffff'"),
        (("look", "--size", "huge", "--device", "virtual"), "1080x2400"),
        (("look", "--hierarchy", "dump.xml", "--out", "none/a.png"), "No such file or directory; name another file"),
        (("record", "edit", "latest", "--drop", "3-1", "--runs", "runs"), "'3-1' names no steps"),
        (("docs", "conflicts", "--app", "nots"), "no app with documents fits --app 'nots'"),
        (("docs", "import", "apps/wechat", "--app", "wechat"), "the package of the app, such as com.tencent.mm"),
        (("docs", "import", "dump.xml"), "what can be imported is a docpack, a store"),
        (("key", "--name", "Ann"), "--name is for the line that --export prints"),
        (("trust", "dump.xml", "--yes"), "dump.xml: a task file is a list of tasks"),
        (("look", "--locale", "xx-YY", "--device", "virtual"), "has words for --locale xx-YY; languages: en, zh"),
    ],
)
def test_a_mistake_is_one_json_object_and_one_line(typed, tmp_path, words, reason):
    (tmp_path / "dump.xml").write_text(DUMP.format("[0,0][100,200]"))
    (tmp_path / "apps" / "wechat" / "auto_docs").mkdir(parents=True, exist_ok=True)
    (tmp_path / "apps" / "wechat" / "auto_docs" / "com.x_id_1.txt").write_text("{'tap': ''}")
    Recorder(Path("runs"), "record", "org.notes", "t", {}).close()
    status, out, err = typed(*words, "--json")
    assert status == 2
    told = json.loads(out)
    assert told["status"] == "error"
    assert reason in told["reason"]
    assert err == f"appagent: {told['reason']}\n"


def test_a_page_that_a_list_does_not_have_is_said_with_the_last(typed, tmp_path):
    with Store.open(tmp_path / "store.sqlite") as store:
        store.add(record())
    status, out, err = typed("docs", "list", "--page", 2, "--store", "store.sqlite")
    assert (status, out, err) == (2, "", "appagent: there is no page 2; the last one is 1\n")
    status, out, _ = typed("docs", "list", "--page", 2, "--json", "--store", "store.sqlite")
    assert (status, json.loads(out)["reason"]) == (2, "there is no page 2; the last one is 1")


def test_a_file_in_place_of_a_folder_is_said(typed, tmp_path):
    (tmp_path / "file").touch()
    status, _, err = typed("demo", "--out", "file")
    assert (status, err) == (2, "appagent: no folder file can be made (Not a directory); name another with --out\n")
    status, _, err = typed("bench", "smoke", "--agent", "offline", "--out", "file")
    assert (status, err) == (2, "appagent: cannot write file: Not a directory; name another folder with --out\n")


@pytest.mark.parametrize(
    ("words", "steps"),
    [
        (("run", "--app", "nosuch", "--task", "x"), 0),  # before there is a run
        (("run", "--app", "notes", "--task", "x", "--check", "1 +"), 0),  # after
        (("learn", "--app", "nosuch"), 0),
    ],
)
def test_the_error_of_a_run_has_the_fields_of_its_result(typed, words, steps):
    status, out, _ = typed(*words, *ON_PHONE, "--json")
    told = json.loads(out)
    assert status == 2
    assert told.keys() >= RESULT
    assert (told["status"], told["steps"]) == ("error", steps)
    assert told["run"] == "" or Path(told["run"], "trajectory.jsonl").exists()


def test_what_an_app_of_ones_own_prints_does_not_get_into_the_json(typed, tmp_path):
    apps = tmp_path / "apps"
    apps.mkdir()
    (apps / "small.py").write_text(APP.format(top='print("loaded")', home='print("drawn")'))
    status, out, err = typed("look", "--app", "Small", "--apps", apps, *ON_PHONE[:2], *ON_PHONE[4:], "--json")
    assert (status, json.loads(out)["app"]) == (0, "com.example.small")
    assert "loaded" in err
    assert "drawn" in err


@pytest.mark.parametrize(("top", "home", "line"), [("sys.exit(7)", "pass", 5), ("", "sys.exit(7)", 9)])
def test_an_app_of_ones_own_that_leaves_is_broken(typed, tmp_path, top, home, line):
    apps = tmp_path / "apps"
    apps.mkdir()
    (apps / "small.py").write_text(APP.format(top=top, home=home))
    status, out, _ = typed("look", "--app", "Small", "--apps", apps, *ON_PHONE[:2], *ON_PHONE[4:], "--json")
    assert status in (2, 3)
    assert f"small.py, line {line} is broken: it calls sys.exit" in json.loads(out)["reason"]


def test_without_a_command_there_is_help_and_status_2(typed):
    status, out, err = typed()
    assert (status, out) == (2, "")
    assert "Usage: appagent" in err
    assert "Begin with: appagent demo" in err


def test_words_that_are_no_unicode_leave_the_json_readable(typed, tmp_path):
    status, out, _ = typed("look", "--hierarchy", "\udcff.xml", "--json")
    assert status == 2
    assert "\udcff.xml" in json.loads(out)["reason"]


@pytest.mark.parametrize("agent", ["offline", "model"])
def test_a_folder_of_prompts_that_is_not_there_is_said_before_the_phone_is_started(typed, tmp_path, agent):
    words = ("run", "--app", "settings", "--task", "x", "--device", "nosuch", "--agent", agent, "--json")
    status, out, _ = typed(*words, "--prompts", tmp_path / "none")
    assert status == 2
    assert f"no folder of prompts at {tmp_path / 'none'}; copy " in json.loads(out)["reason"]


# Files that are none


def picture(kind: str, folder: Path) -> Path:
    path = folder / kind
    whole = io.BytesIO()
    Image.linear_gradient("L").save(whole, "PNG")
    match kind:
        case "truncated":
            path.write_bytes(whole.getvalue()[: whole.tell() // 2])
        case "bomb":
            Image.new("1", (20_000, 20_000)).save(path, "PNG")
        case "pipe":
            os.mkfifo(path)
        case "folder":
            path.mkdir()
        case "text":
            path.write_text("no picture")
    return path


@pytest.mark.slow
@cases(
    ("kind", "says"),
    [
        ("truncated", "truncated"), ("bomb", "400000000 pixels"), ("pipe", "no regular file"),
        ("folder", "no regular file"), ("text", "no PNG or JPEG"), ("missing", "No such file"),
    ],
)  # fmt: skip
def test_a_picture_that_is_none_is_refused_with_the_reason(typed, tmp_path, kind, says):
    (tmp_path / "dump.xml").write_text(DUMP.format("[0,0][100,200]"))
    status, _, err = typed("look", "--hierarchy", "dump.xml", "--screenshot", picture(kind, tmp_path))
    assert status == 2
    assert kind in err
    assert says in err
    assert "None" not in err


@pytest.mark.parametrize(
    ("bounds", "says"),
    [("[-100,-200][-10,-20]", "cannot be drawn"), ("[0,0][200000,200000]", "larger than any display")],
)
def test_a_dump_of_an_impossible_size_is_not_drawn(typed, tmp_path, bounds, says):
    (tmp_path / "dump.xml").write_text(DUMP.format(bounds))
    status, _, err = typed("look", "--hierarchy", "dump.xml", "--out", "marked.png")
    assert status == 2
    assert says in err


def test_a_dump_that_is_none_is_the_users_mistake(typed, tmp_path):
    (tmp_path / "dump.xml").write_text("nonsense")
    status, _, err = typed("look", "--hierarchy", "dump.xml")
    assert status == 2
    assert "dump.xml: no <hierarchy>" in err


@cases(
    ("setting", "says"),
    [
        ('store = "a\\u0000b"', "store needs a path"),
        ('device = "\\u0000"', "device needs text"),
        ("size = [1e9, nan]", "size needs width x height"),
        ('size = "100000x100000"', "each from 100 to 8000"),
        ("density = 1000000", "from 72 to 1000"),
        ("time_scale = 1e300", "from 0.01 to 100"),
        ("model = 5", "model needs text"),
        ("[store]", "store needs a path"),
    ],
)
def test_a_wrong_setting_is_named_with_its_file(typed, tmp_path, setting, says):
    (tmp_path / "appagent.toml").write_text(setting)
    status, _, err = typed("docs", "list")
    assert status == 2
    assert f"{tmp_path / 'appagent.toml'}: " in err
    assert says in err


def test_a_folder_for_the_demo_that_cannot_be_is_named(typed, tmp_path):
    (tmp_path / "file").write_text("")
    status, _, err = typed("demo", "--out", tmp_path / "file" / "x")
    assert status == 2
    assert "name another with --out" in err


# Documents


def test_documents_are_listed_page_by_page_with_their_conflicts(typed, tmp_path):
    path = tmp_path / "store.sqlite"
    on_page = {"element_id": "e1", "template": "rows", "facts": {"words": "shopping", "seen": {"title": "Notes"}}}
    with open_store(path) as store:
        on_page["author"] = store.author
        store.add(record("Opens the note.", **on_page), record("Opens any note.", template="rows", author=store.author))
        one, other = (record(text, source="human", **on_page | {"action": "swipe"}) for text in ("Deletes.", "Hides."))
        store.add(one, other)
    status, out, _ = typed("docs", "list", "--store", path)
    lines = [line.strip() for line in out.splitlines()]
    assert status == 0
    assert lines[2] == "Notes"
    assert lines[lines.index("All elements of a kind") + 1].startswith("like shopping")
    assert f"{min(one.id, other.id)[:8]} and {max(one.id, other.id)[:8]} contradict each other" in out
    told = json.loads(typed("docs", "list", "--store", path, "--json")[1])
    assert told["conflicts"] == [sorted([one.id, other.id])]


def test_a_strangers_app_moves_no_cursor_from_the_heading_of_its_documents(typed, tmp_path):
    path = tmp_path / "store.sqlite"
    with Store.open(path) as store:
        store.add(record(app="com.x\x1b[2J[red]"))
    status, out, _ = typed("docs", "list", "--store", path)
    assert status == 0
    assert "\x1b" not in out
    assert "[red]" in out


def test_listing_makes_no_store(typed, tmp_path):
    assert typed("docs", "list", "--store", tmp_path / "new" / "store.sqlite")[0] == 0
    assert list(tmp_path.iterdir()) == []


def test_documents_are_found_by_their_words(typed, tmp_path):
    path = tmp_path / "store.sqlite"
    with Store.open(path) as store:
        store.add(record("Deletes the note."), record("Opens a page."))
    found = json.loads(typed("docs", "search", "delete", "--store", path, "--json")[1])["documents"]
    assert [one["text"] for one in found] == ["Deletes the note."]
    assert "has any of: nonsense" in typed("docs", "search", "nonsense", "--store", path)[1]


def test_somebody_elses_store_is_imported_behind_what_is_known(typed, tmp_path):
    mine, theirs = tmp_path / "mine.sqlite", tmp_path / "theirs.sqlite"
    with Store.open(mine) as store:
        own = record("Opens a note.", author=store.author)
        store.add(own)
    with Store.open(theirs) as store:
        store.add(record("Pays.", source="human", author=store.author), record("Helps.", action="swipe"))
    status, out, _ = typed("docs", "import", "--untrusted", theirs, "--store", mine, "--json")
    assert (status, json.loads(out)["new"]) == (0, 2)
    assert (
        typed("docs", "import", "--untrusted", theirs, "--store", tmp_path / "new.sqlite")[1]
        == f"2 new records from {theirs}\n"
    )
    with Store.open(mine) as store:
        assert [each.text for each in store.current()] == ["Opens a note.", "Helps.", "Pays."]


def test_a_forged_record_is_not_imported(typed, tmp_path):
    theirs = tmp_path / "theirs.sqlite"
    with Store.open(theirs) as store:
        store.add(record())
    with sqlite3.connect(theirs) as connection:
        connection.execute("UPDATE records SET body = replace(body, 'Opens', 'Never')")
    connection.close()
    status, _, err = typed("docs", "import", "--untrusted", theirs, "--store", tmp_path / "mine.sqlite")
    assert status == 2
    assert "its content makes" in err


@cases("body", ["{}", "[]", "nonsense", "[" * 9000, '{"text": 5}'])
def test_a_record_that_is_none_is_damage(typed, tmp_path, body):
    path = tmp_path / "store.sqlite"
    with Store.open(path) as store:
        store.add(record())
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE records SET body = ?", (body,))
    connection.close()
    status, _, err = typed("docs", "list", "--store", path)
    assert status == 2
    assert f"store {path} is damaged" in err


def test_a_store_that_lost_a_table_is_damage(typed, tmp_path):
    path = tmp_path / "store.sqlite"
    Store.open(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute("DROP TABLE replaces")
        connection.execute("DROP TABLE screens")
    connection.close()
    status, _, err = typed("docs", "list", "--store", path)
    assert status == 2
    assert "is no longer as AppAgent made it" in err


# Values without letters, as an empty variable of a script leaves them


@cases(
    ("words", "named"),
    [
        (("docs", "import", ""), "file"),
        (("docs", "export", "-o", ""), "'--out' / '-o'"),
        (("docs", "export", "--app", " "), "'--app'"),
        (("docs", "map", "--app", ""), "'--app'"),
        (("docs", "git-init", ""), "folder"),
        (("docs", "list", "--store", ""), "'--store'"),
        (("docs", "list", "--store="), "'--store'"),
        (("trust", ""), "path"),
        (("report", "latest", "--out", "\t"), "'--out'"),
        (("run", "--app", "notes", "--task", ""), "'--task'"),
        (("replay", "latest", "--set", "a=b", "--set", ""), "'--set'"),
    ],
)
def test_a_blank_value_takes_neither_the_folder_nor_everything(typed, words, named):
    status, out, err = typed(*words)
    assert (status, out) == (2, "")
    assert named.lower() in err.lower()
    assert "is blank" in err
    assert err.count("\n") == 1


def _values(command: Any, words: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """Return for each value that a command or one in it takes the words that leave this value blank."""
    found = [
        (*words, *param.opts[: param.param_type_name == "option"], "")
        for param in command.params
        if not getattr(param, "is_flag", False)
    ]
    for name, one in getattr(command, "commands", {}).items():
        found += _values(one, (*words, name))
    return found


def test_no_command_takes_a_blank_value_for_anything(typed):
    every = _values(get_command(app))
    assert len(every) > 200
    assert [words for words in every if "is blank" not in typed(*words)[2]] == []
