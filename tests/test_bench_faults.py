"""Faults are measured: how each run ended, and what was touched that was not meant, by the phone's own log."""

import json
from functools import cache

import pytest
from conftest import QUICK

from appagent.bench.faults import FaultJob, FaultRow, figures_of, play, player, why_unmeant
from appagent.bench.player import SCRIPTS, Player
from appagent.cli.main import main
from appagent.errors import UsageError
from appagent.settings import Settings
from appagent.tasks.file import find_suite, read_suite

NOTES = "com.example.notes"
SMOKE = find_suite("smoke")
PHONE = Settings(size=(360, 800), time_scale=QUICK)
MEANT = frozenset({(NOTES, "note"), (NOTES, "android:id/button1")})


@cache
def touched() -> frozenset[tuple[str, str]]:
    """Return what is touched where a note is deleted and nothing goes wrong."""
    return play(FaultJob(SMOKE, "note-delete", 0), PHONE).touched


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        ({"widget": "note", "package": NOTES, "x": 1}, ""),
        ({"widget": "fab", "package": NOTES, "x": 1}, "which the task never touches"),
        ({"widget": "note", "package": NOTES, "x": 1, "told": "title"}, "where the phone had told of title"),
        ({"widget": "decline", "package": "dialer", "x": 1, "fault": "call", "way_out": True}, ""),
        ({"widget": "answer", "package": "dialer", "x": 1, "fault": "call", "way_out": False}, "in the window of call"),
        ({"widget": "", "package": NOTES, "x": 1, "fault": "sheet", "way_out": False}, "in the window of sheet"),
        ({"widget": "", "package": NOTES, "x": 1}, ""),
        ({"widget": "android:id/aerr_close", "package": "android", "x": 1}, ""),
        ({"kind": "text", "widget": "note", "package": NOTES, "text": "a"}, ""),
        ({"kind": "text", "widget": "", "package": NOTES, "text": "a", "told": "title"}, ""),  # nothing got it
        ({"kind": "text", "widget": "body", "package": NOTES, "text": "a"}, "which the task never touches"),
        (
            {"kind": "text", "widget": "note", "package": NOTES, "text": "a", "told": "x"},
            "where the phone had told of x",
        ),
        ({"kind": "key", "key": "back", "widget": "", "package": NOTES}, ""),
        (
            {"kind": "key", "key": "back", "widget": "", "package": "dialer", "told": NOTES},
            f"where the phone had told of {NOTES}",
        ),
        ({"kind": "key", "key": "home", "widget": "", "package": NOTES}, ""),
        ({"kind": "swipe", "widget": "list", "package": NOTES, "x": 1}, ""),
        (
            {"kind": "swipe", "widget": "list", "package": NOTES, "x": 1, "told": "other"},
            "where the phone had told of other",
        ),
    ],
)
def test_a_touch_was_meant_unless_it_hit_what_nobody_was_told_of_or_a_faults_window(entry, why):
    said = why_unmeant({"kind": "tap", **entry}, MEANT)
    assert said.endswith(why)
    assert bool(said) is bool(why)


def test_a_run_that_names_what_happened_came_through_and_a_wrong_claim_did_not():
    def row(fault: str, outcome: str, *, named: bool = False, struck: bool = True, unmeant: tuple[str, ...] = ()):
        return FaultRow(fault, "t", 0, struck, outcome, named, "", 1, unmeant)

    rows = [
        row("call", "done"), row("call", "stopped", named=True), row("call", "stopped"),
        row("call", "wrong", named=True, unmeant=("a",)), row("call", "done", struck=False), row("anr", "done"),
    ]  # fmt: skip
    call, anr = figures_of(rows)
    assert (call.struck, call.done, call.stopped, call.wrong, call.recovered, call.unmeant) == (4, 1, 2, 1, 0.5, 1)
    assert (anr.fault, anr.recovered) == ("anr", 1.0)


def test_the_player_plays_every_task_of_the_suite_and_no_other():
    suite = read_suite(SMOKE)
    assert [spec.name for spec in suite.specs] == list(SCRIPTS)
    daily = read_suite(find_suite("daily"))
    with pytest.raises(UsageError, match="no script plays the task"):
        Player(daily.draw(daily.specs[0], 0))


@pytest.mark.slow
@pytest.mark.parametrize("task", SCRIPTS)
def test_without_a_fault_the_player_does_the_task_and_touches_only_what_was_told(task):
    row = play(FaultJob(SMOKE, task, 0, meant=frozenset()), PHONE)
    assert row.outcome == "done"
    assert not any("had told" in why for why in row.unmeant)


@pytest.mark.slow
@pytest.mark.parametrize(
    "fault",
    ["toast", "late-list", "cable-before", "cable-after", "cable-middle", "adb-gone", "dump-cut", "dump-refused",
     "picture-half", "never-idle", "crash", "display-off", "locked"],
)  # fmt: skip
def test_a_run_comes_through_a_fault(fault):
    row = play(FaultJob(SMOKE, "note-delete", 0, fault, touched()), PHONE)
    assert (row.struck, row.outcome, row.unmeant) == (True, "done", ())


@pytest.mark.slow
def test_whoever_is_given_carries_the_task_out_and_the_deeds_of_the_phone_are_told():
    given: list[str] = []

    def agent_of(drawn):
        given.append(drawn.spec.name)
        return player(drawn)

    row = play(FaultJob(SMOKE, "note-delete", 0), PHONE, agent_of)
    assert (given, row.outcome, len(row.deeds)) == (["note-delete"], "done", 1)
    assert row.deeds[0].startswith("delete ")


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["cable-out", "dump-cut-always", "log-out", "locked-pin"])
def test_a_run_that_cannot_go_on_says_why(fault):
    row = play(FaultJob(SMOKE, "note-delete", 0, fault, touched()), PHONE)
    assert (row.struck, row.outcome, row.named, row.unmeant) == (True, "stopped", True, ())


@pytest.mark.slow
def test_the_command_prints_the_figures(monkeypatch, capsys, tmp_path):
    quick = ["--size", "360x800", "--time-scale", str(QUICK), "--jobs", "1", "--out", str(tmp_path / "out")]
    suite = tmp_path / "mine.yaml"
    text = SMOKE.read_text(encoding="utf-8")
    start = text.index("- name: note-find")
    suite.write_text(text[start : text.index("- name:", start + 8)], encoding="utf-8")
    faults = tmp_path / "faults.yaml"
    faults.write_text("- crash\n- {name: menu, gestures: 1}\n", encoding="utf-8")
    monkeypatch.setattr("sys.argv", ["appagent", "bench", str(suite), "--faults", str(faults), "--json", *quick])
    with pytest.raises(SystemExit):
        main()
    told = json.loads(capsys.readouterr().out)
    assert (told["struck"], told["recovered"], told["unmeant"]) == (2, 1.0, 0)
    assert [one["fault"] for one in told["faults"]] == ["crash", "menu, after 1 gesture"]
    assert json.loads((tmp_path / "out" / "faults.json").read_text(encoding="utf-8")) == told
