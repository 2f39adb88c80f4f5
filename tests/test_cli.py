"""The command line as a script sees it: exit statuses, one JSON object on standard output, and some real processes."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli_in_process import make_folder, type_at
from tables import cases
from typer.main import get_command
from typer.testing import CliRunner

from appagent.cli.main import app
from appagent.runs.listing import runs_in
from appagent.runs.recorder import Recorder
from appagent.runs.trajectory import LOG, Trajectory, load_run
from appagent.store import Record, Store

CREATE = "Create a note titled 'Plumber' with the text 'Tuesday at nine'"
CREATED = "any(n.title == 'Plumber' and n.body == 'Tuesday at nine' for n in notes.notes)"
QUICK = ("--time-scale", "0.05", "--device", "virtual", "--size", "360x800", "--agent", "offline")


@pytest.fixture(scope="module")
def home(tmp_path_factory) -> Path:
    """A folder that stands for a newcomer's home: no settings, a store of its own."""
    return tmp_path_factory.mktemp("home")


def environment(home: Path) -> dict[str, str]:
    """The machine's, without anybody's settings for AppAgent."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("APPAGENT_", "OPENAI_", "XDG_"))}
    return {**kept, "HOME": str(home), "COLUMNS": "100"}


def appagent(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the command in that home."""
    return type_at(home, environment(home), *words)


@pytest.fixture(scope="module")
def learnt(home) -> dict[str, object]:
    """Half of Notes, learnt once into the home's store; what the command printed."""
    done = appagent(home, "learn", "--app", "notes", "--rounds", "28", "--json", *QUICK)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.slow
def test_learning_prints_one_json_object_and_writes_documents(learnt):
    assert learnt["status"] == "limit"
    assert learnt["documents_written"] >= 10
    assert learnt["decisions"]["SUCCESS"] >= 10
    assert learnt["model_calls"] == 0


@pytest.mark.slow
def test_a_task_fails_without_documents_and_succeeds_with_them(home, learnt):
    check = f"{CREATED} and len(notes.notes) == len(before.notes.notes) + 1"
    asked = ("run", "--app", "notes", "--task", CREATE, "--check", check, "--json", *QUICK)
    without, with_them = appagent(home, *asked, "--docs", "none"), appagent(home, *asked)
    assert (without.returncode, json.loads(without.stdout)["status"]) == (1, "failed")
    told = json.loads(with_them.stdout)
    assert (with_them.returncode, told["status"], told["checked"]) == (0, "success", True)
    assert told["documents_used"] > 0
    assert load_run(Path(told["run"])).end["status"] == "success"


@pytest.mark.slow
def test_learning_and_running_work_in_chinese(home, tmp_path):
    store = ("--store", str(tmp_path / "store.sqlite"), "--locale", "zh-CN", "--json", *QUICK)
    learnt = appagent(home, "learn", "--app", "便签", "--rounds", "28", *store)
    assert json.loads(learnt.stdout)["documents_written"] >= 10
    goal, check = (
        "新建一条便签，标题为“水管工”，内容是“周二九点”",
        "any(n.title == '水管工' and n.body == '周二九点' for n in notes.notes)",
    )
    done = appagent(home, "run", "--app", "便签", "--task", goal, "--check", check, *store)
    assert (done.returncode, json.loads(done.stdout)["status"]) == (0, "success"), done.stderr


@pytest.mark.slow
def test_the_check_decides_and_not_the_agent(home, learnt):
    done = appagent(
        home, "run", "--app", "notes", "--task", CREATE, "--check", "len(notes.notes) == 99", "--json", *QUICK
    )
    told = json.loads(done.stdout)
    assert (done.returncode, told["status"]) == (1, "failed")
    assert "the check says that it is not" in told["reason"]


@pytest.mark.slow
def test_documents_are_listed_and_shown(home, learnt):
    listed = json.loads(appagent(home, "docs", "list", "--app", "notes", "--json").stdout)["documents"]
    assert len(listed) >= 10
    assert all(each["sentence"] for each in listed)  # the others only serve the map
    shown = appagent(home, "docs", "show", listed[0]["id"][:12])
    assert listed[0]["text"][:20] in shown.stdout


def test_a_strangers_words_move_no_cursor_and_are_no_markup(home, tmp_path):
    path = tmp_path / "store.sqlite"
    with Store.open(path) as store:
        words = "[red]Pay[/] now\x1b[2J[/nonsense]"
        store.add(Record(app="com.x", action="tap", text=words, source="import", time="2026-01-31T12:00:00Z"))
    done = appagent(home, "docs", "list", "--store", str(path))
    assert done.returncode == 0, done.stderr
    assert "[red]Pay[/] now" in done.stdout
    assert "\x1b" not in done.stdout


def test_runs_are_listed_and_pruned_and_what_is_none_stays(home, tmp_path):
    kept = tmp_path / "runs"
    for _ in range(2):
        Recorder(kept, "run", "com.example.notes", "a task", {}).close()
    (kept / "garbage").mkdir()
    (kept / "garbage" / "trajectory.jsonl").write_text("nonsense", encoding="utf-8")
    (kept / "mine.txt").write_text("not a run", encoding="utf-8")
    listed = json.loads(appagent(home, "runs", "list", "--runs", str(kept), "--json").stdout)["runs"]
    assert sorted(run["kind"] for run in listed) == ["run", "run", "unreadable"]
    gone = json.loads(appagent(home, "runs", "prune", "--keep", "1", "--runs", str(kept), "--json").stdout)["deleted"]
    assert len(gone) == 1
    assert (kept / "mine.txt").exists()
    assert (kept / "garbage").exists()


def test_look_shows_a_dump_without_a_phone(home, tmp_path):
    dump = tmp_path / "dump.xml"
    dump.write_text(
        '<hierarchy rotation="0"><node class="android.widget.FrameLayout" package="com.x" bounds="[0,0][100,200]">'
        '<node class="android.widget.Button" package="com.x" text="Save" clickable="true" enabled="true" '
        'bounds="[10,10][90,40]"/></node></hierarchy>',
        encoding="utf-8",
    )
    picture = tmp_path / "marked.png"
    done = appagent(home, "look", "--hierarchy", str(dump), "--out", str(picture), "--json")
    told = json.loads(done.stdout)
    assert [(e["mark"], e["text"], e["bounds"], e["actions"]) for e in told["elements"]] == [
        (1, "Save", [10, 10, 90, 40], ["tap"])
    ]
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_look_shows_an_app_of_the_virtual_phone(home):
    patient = {**environment(home), "APPAGENT_SETTLE_S": "120"}  # 6 s at this time scale, on however busy a machine
    done = type_at(home, patient, "look", "--device", "virtual", "--app", "settings", *QUICK[:-2], "--json")
    told = json.loads(done.stdout)
    assert told["app"] == "com.android.settings"
    assert told["settled"] is True
    assert "Search settings" in [element["text"] for element in told["elements"]]


def test_the_virtual_phone_names_its_apps(home):
    told = json.loads(appagent(home, "phone", "apps", "--json").stdout)["apps"]
    assert {"launcher", "notes", "settings"} <= {app["name"] for app in told}


@cases(
    ("words", "status", "says"),
    [
        (("run", "--app", "notes"), 2, "--task"),
        (("run", "--app", "nosuch", "--task", "x", *QUICK), 2, "com.example.notes"),
        (("run", "--app", "notes", "--task", "x", "--docs", "some", *QUICK), 2, "auto, none, shuffled"),
        (("run", "--app", "notes", "--task", "x", "--agent", "psychic", "--device", "virtual"), 2, "model, offline"),
        (("run", "--app", "notes", "--task", "x", "--agent", "model", "--device", "virtual"), 2, "APPAGENT_MODEL"),
        (("run", "--app", "notes", "--task", "x", *QUICK, "--size", "big"), 2, "1080x2400"),
        (("run", "--app", "notes", "--task", "x", "--check", "1 +", *QUICK), 2, "the check"),
        (("look", "--hierarchy", "/no/such/file"), 2, "/no/such/file"),
        (("docs", "show", "ffff"), 2, "appagent docs list"),
        (("phone", "apps", "--apps", "/no/such/folder"), 2, "/no/such/folder"),
        (("learn", "--app", "notes", "--rounds", "0", *QUICK), 2, "--rounds"),
    ],
)
def test_a_mistake_gets_one_line_that_says_what_would_work(home, words, status, says):
    done = appagent(home, *words)
    assert done.returncode == status
    assert says in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_an_endpoint_that_is_not_there_is_the_models_fault(home):
    toml = "\n".join(
        ['base_url = "http://127.0.0.1:9/v1"', 'model = "none"', 'api_key = "sk-secret"', "request_retries = 0"]
    )
    folder = make_folder(home / "endpoint", toml)
    words = ("run", "--app", "notes", "--task", "x", *QUICK, "--agent", "model", "--json", "--trust-folder")
    done = type_at(folder, environment(home), *words)
    assert done.returncode == 4, done.stderr
    assert json.loads(done.stdout)["status"] == "error"
    assert "sk-secret" not in done.stdout + done.stderr


def begun(home: Path, folder: Path, *words: str) -> "subprocess.Popen[bytes]":
    """A learning in a process of its own, as the console script starts it; it has come as far as our code.

    A closed terminal ends it, as by default: under `nohup` it would inherit that nothing does.
    """
    hang_up = "import signal; signal.signal(signal.SIGHUP, signal.SIG_DFL)"
    code = f"{hang_up}; from appagent.__main__ import main; print('up', flush=True); main()"
    where = ("--runs", str(folder / "runs"), "--store", str(folder / "store.sqlite"))
    command = [sys.executable, "-c", code, "learn", "--app", "settings", *where, *QUICK, *words]
    process = subprocess.Popen(command, cwd=home, env=environment(home), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout
    process.stdout.readline()
    return process


def end(process: "subprocess.Popen[bytes]", runs: Path) -> list[Trajectory]:
    """Wait until a process has ended without a traceback; return the runs that it left, which are whole."""
    _, told = process.communicate(timeout=100)
    assert b"Traceback" not in told
    left = [load_run(folder) for folder in runs_in(runs)]
    for run in left:
        assert [step.number for step in run.steps] == list(range(1, len(run.steps) + 1))
    return left


@pytest.mark.slow
@pytest.mark.parametrize("moment", [0.1, 0.5])
def test_ctrl_c_while_it_begins_ends_it_cleanly(home, tmp_path, moment):
    process = begun(home, tmp_path)
    time.sleep(moment)
    process.send_signal(signal.SIGINT)
    time.sleep(0.02)
    process.send_signal(signal.SIGINT)  # by impatient fingers
    left = end(process, tmp_path / "runs")
    assert (process.returncode, [run.end["status"] for run in left]) in ((130, []), (130, ["error"]))


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_request_to_end_and_a_closed_terminal_end_a_learning_cleanly(home, tmp_path, number):
    process = begun(home, tmp_path)
    while not any((folder / LOG).exists() for folder in runs_in(tmp_path / "runs")):
        time.sleep(0.05)
    process.send_signal(number)
    left = end(process, tmp_path / "runs")
    assert (process.returncode, [run.end["status"] for run in left]) == (130, ["error"])


@pytest.mark.slow
def test_ctrl_c_while_it_ends_leaves_a_whole_run(home, tmp_path):
    process = begun(home, tmp_path, "--rounds", "1")
    while not any('"kind": "step"' in (folder / LOG).read_text() for folder in runs_in(tmp_path / "runs")):
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    (run,) = end(process, tmp_path / "runs")
    assert (process.returncode, run.end["status"]) in {(0, "limit"), (130, "limit"), (130, "error")}


@pytest.mark.slow
def test_two_learnings_fill_one_store_at_once(home, tmp_path):
    where = ("--store", str(tmp_path / "store.sqlite"), "--runs", str(tmp_path / "runs"))
    words = ("learn", "--app", "notes", *where, "--json", *QUICK)
    command = [sys.executable, "-m", "appagent", *words, "--rounds", "6"]
    with subprocess.Popen(
        command, cwd=home, env=environment(home), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as other:
        while not any((folder / LOG).exists() for folder in runs_in(tmp_path / "runs")):
            time.sleep(0.05)
        mine = appagent(home, *words, "--rounds", "3")
        told = [json.loads(other.communicate(timeout=100)[0]), json.loads(mine.stdout)]
    assert (other.returncode, mine.returncode) == (0, 0)
    with Store.open(tmp_path / "store.sqlite") as store:
        assert len(store.records()) >= max(one["documents_written"] for one in told)
        assert store._rows("PRAGMA integrity_check") == [("ok",)]
    for one in told:
        assert len(load_run(Path(one["run"])).steps) == one["steps"]


@pytest.mark.slow
def test_a_full_disk_ends_learning_and_keeps_what_was_written(home, tmp_path):
    words = ("learn", "--app", "notes", "--store", str(tmp_path / "store.sqlite"), "--runs", str(tmp_path), "--json")
    limited = ["sh", "-c", 'ulimit -f 560; exec "$@"', "sh", sys.executable, "-m", "appagent", *words, *QUICK]
    done = subprocess.run(limited, capture_output=True, text=True, cwd=home, env=environment(home), timeout=100)
    told = json.loads(done.stdout)
    assert (done.returncode, told["status"]) == (2, "error")
    assert "free some space" in told["reason"]
    assert told["documents_written"] >= 1
    with Store.open(tmp_path / "store.sqlite") as store:
        assert len(store.records()) >= told["documents_written"]
    assert load_run(Path(told["run"])).steps


def commands(group: object, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every command below a group, by the words that call it."""
    for name, command in getattr(group, "commands", {}).items():
        yield from commands(command, (*path, name)) if hasattr(command, "commands") else [(*path, name)]


@pytest.mark.slow
@cases("command", sorted(commands(get_command(app))))
def test_help_of_every_command_has_an_example(command):
    told = CliRunner().invoke(app, [*command, "--help"], env={"COLUMNS": "200"}).output
    assert "Example" in told
    assert "appagent " + " ".join(command) in told


@pytest.mark.slow
@cases("group", [(), *{command[:-1] for command in commands(get_command(app)) if len(command) > 1}])
def test_help_lists_commands_in_whole_sentences(group):
    told = CliRunner().invoke(app, [*group, "--help"], env={"COLUMNS": "80"}).output
    assert "Commands:" in told
    assert "..." not in told.partition("Commands:")[2].partition("Example")[0]
