"""Benches: figures that tell skill from luck, a bench kept as it goes and gone on with, and two compared."""

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from permissions import seen_by_others

from appagent.bench.figures import Row, arm_differences, figures
from appagent.bench.page import markdown, page, parts, sign
from appagent.bench.runner import Bench, BenchPlan, claimed, load_bench
from appagent.errors import UsageError
from appagent.settings import Settings
from appagent.tasks.file import read_suite

APP = """
from appagent.phone.app import App, Page
from appagent.phone.ui import Button, Column, IconButton

class Lamps(App):
    package, label = "com.example.lamps", "Lamps"
    def begin(self):
        self.on = ""
    def home(self):
        icons = [IconButton(icon, id=icon, on_tap=lambda: None) for icon in ("cup", "bed")]
        return Page(Column([*icons, IconButton("tent", id="tent", on_tap=lambda: self.open(self.rooms))]))
    def rooms(self):
        names = ("Attic", "Cellar")
        return Page(Column([Button(name, id=name.lower(), on_tap=lambda n=name: self.light(n)) for name in names]))
    def light(self, room):
        self.on = room
"""
SUITE = """\
- name: light
  apps: [lamps]
  goal: Choose '{room}'
  values: {room: [Attic, Cellar]}
  check: lamps.on == room
  max_steps: 4
- name: three-lamps
  apps: [lamps]
  goal: How many lamps are there?
  answer: "3"
  max_steps: 2
  tags: [held-back]
"""


def row(task: str = "a", seed: int = 0, done: bool = True, **more: object) -> Row:
    """A row of the offline agent with documents."""
    plain = Row(
        task, seed, "offline", "auto", "notes", "goal", "success" if done else "failed", False, 4, 0, 0, 0, 0.0, 1.0
    )
    return replace(plain, **more)  # type: ignore[arg-type]  # names and types are Row's


def settings(folder: Path, suite: Path) -> Settings:
    """The virtual phone, fast, with the app beside the suite."""
    places = {"runs": folder / "runs", "store": folder / "none.sqlite", "apps": suite.parent}
    return Settings(device="virtual", size=(360, 800), time_scale=0.05, **places)


def test_figures_count_success_spread_and_wrong_claims() -> None:
    rows = [row("a", 0), row("b", 0, done=False, claimed=True), row("a", 1, claimed=True), row("b", 1)]
    found = figures(rows)
    assert (found.tasks, found.success, found.wrong_claims, found.steps) == (4, 0.75, 1, 4)
    assert found.spread == pytest.approx(0.3536, abs=1e-3)
    assert found.low < 0.75 < found.high
    assert figures(rows[:2]).spread is None


def test_a_cost_that_is_not_known_makes_the_sum_unknown() -> None:
    assert figures([row(model_calls=1, cost_usd=0.5), row(model_calls=1, cost_usd=None)]).cost_usd is None
    assert figures([row(model_calls=1, cost_usd=0.5), row(cost_usd=None)]).cost_usd == 0.5


def test_a_difference_is_more_than_noise_only_where_luck_seldom_makes_it() -> None:
    before = [row(seed=seed, done=False) for seed in range(6)]
    six = arm_differences(before, [row(seed=seed) for seed in range(6)])[0]
    assert six.more_than_noise
    assert six.gained == tuple(f"a/{seed}" for seed in range(6))
    five = arm_differences(before[:5], [row(seed=seed) for seed in range(5)])[0]
    assert (five.chance, five.more_than_noise) == (0.0625, False)


def test_only_tasks_and_arms_that_both_have_are_compared() -> None:
    before = [row("a"), row("b"), row("a", agent="random", docs="none")]
    found = arm_differences(before, [row("a", done=False), row("c")])
    assert [(one.arm, one.pairs, one.lost) for one in found] == [(("offline", "auto"), 1, ("a/0",))]


def test_tasks_held_back_stand_in_a_table_of_their_own() -> None:
    rows = [row("a"), row("b", done=False, tags=("held-back",))]
    assert [(arms[0][1].tasks, arms[0][1].success) for _, arms in parts(rows)] == [(1, 1.0), (1, 0.0)]
    assert markdown(rows).count("| offline | auto | 1 |") == 2


def test_a_page_shows_words_of_task_files_as_words() -> None:
    told = {"suite": "<b>x", "seeds": 1, "settings": {"model": ""}, "versions": {"appagent": "1"}, "lessons": []}
    made = page(told, [row(done=False, goal="<script>alert(1)</script>", reason="no")])
    assert "<script" not in made
    assert "&lt;script&gt;" in made
    assert [sign(row()), sign(row(done=False, claimed=True)), sign(replace(row(), status="error"))] == ["✓", "!", "?"]


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two tasks, and beside them their app, in which nothing but documents tells which icon leads on."""
    path = tmp_path_factory.mktemp("suite") / "mine.yaml"
    path.write_text(SUITE, encoding="utf-8")
    (path.parent / "lamps.py").write_text(APP, encoding="utf-8")
    return path


ARMS = (("offline", "none"), ("offline", "auto"), ("random", "none"))


@pytest.fixture(scope="module")
def kept(suite: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a bench that has ended."""
    folder = tmp_path_factory.mktemp("bench")
    Bench(BenchPlan(read_suite(suite), ARMS, seeds=1, jobs=1), settings(folder, suite), folder).go()
    return folder


@pytest.mark.slow
def test_a_bench_learns_each_app_once_and_does_every_task_for_every_arm(kept: Path) -> None:
    told, rows = load_bench(kept)
    assert [(one["app"], one["locale"]) for one in told["lessons"]] == [("lamps", "en-US")]
    assert [(one.task, one.agent, one.docs) for one in rows] == [
        (task, agent, docs) for task in ("light", "three-lamps") for agent, docs in ARMS
    ]
    assert {one.arm: one.success for one in rows if one.task == "light"} == {
        ("offline", "none"): False,
        ("offline", "auto"): True,
        ("random", "none"): False,
    }
    assert told["versions"]["uiautomator2"]


@pytest.mark.slow
def test_a_bench_with_all_its_runs_is_for_its_user_alone(kept: Path) -> None:
    assert {"bench.json", "rows.jsonl", "runs"} <= {path.name for path in kept.iterdir()}
    assert seen_by_others(kept) == []


@pytest.mark.slow
def test_a_bench_goes_on_from_what_is_done_and_a_line_cut_short_is_done_again(kept: Path, suite: Path) -> None:
    lines = (kept / "rows.jsonl").read_text(encoding="utf-8").splitlines()
    (kept / "rows.jsonl").write_text("\n".join([*lines[:-1], lines[-1][:40]]), encoding="utf-8")
    _, before = load_bench(kept)
    done: list[str] = []
    bench = Bench(
        BenchPlan(read_suite(suite), ARMS, jobs=1), settings(kept, suite), kept, lambda n, of, what: done.append(what)
    )
    bench.go()
    assert len(done) == 1
    same = [replace(one, seconds=0.0, run="") for one in before]
    assert [replace(one, seconds=0.0, run="") for one in bench.rows] == same
    cut, again = json.loads(lines[-1]), json.loads((kept / "rows.jsonl").read_text(encoding="utf-8").splitlines()[-1])
    assert [again[name] for name in ("task", "agent", "docs")] == [cut[name] for name in ("task", "agent", "docs")]


@pytest.mark.slow
def test_a_folder_with_a_bench_of_other_conditions_is_left_alone(kept: Path, suite: Path) -> None:
    other = replace(settings(kept, suite), size=(720, 1280))
    with pytest.raises(UsageError, match="holds a bench of another settings"):
        Bench(BenchPlan(read_suite(suite), ARMS), other, kept).go()


def test_a_bench_that_is_under_way_is_not_begun_again(suite: Path, tmp_path: Path) -> None:
    with claimed(tmp_path), pytest.raises(UsageError, match="is still under way, in another process"):
        Bench(BenchPlan(read_suite(suite), ARMS), settings(tmp_path, suite), tmp_path).go()


@pytest.mark.parametrize("words", ["", "{}", '{"rows": [{"task": "a"}]}'])
def test_what_is_no_bench_is_said_so(tmp_path: Path, words: str) -> None:
    with pytest.raises(UsageError, match="no bench at"):
        load_bench(tmp_path)
    (tmp_path / "bench.json").write_text(words, encoding="utf-8")
    with pytest.raises(UsageError, match="is no bench of this version"):
        load_bench(tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kept", "jobs"), [("conditions.json", 2), ("rows.jsonl", 1)], ids=["while it starts", "at work"]
)
def test_ctrl_c_keeps_what_is_done_and_leaves_no_process(kept: str, jobs: int, suite: Path, tmp_path: Path) -> None:
    short = tmp_path / "short.yaml"
    short.write_text(suite.read_text(encoding="utf-8").replace("max_steps: 4", "max_steps: 1"), encoding="utf-8")
    line = [
        sys.executable,
        "-m",
        "appagent",
        "bench",
        str(short),
        "--agent",
        "random",
        "--seeds",
        "40",
        "--jobs",
        str(jobs),
    ]
    line += ["--time-scale", "0.1", "--size", "360x800", "--out", str(tmp_path), "--json"]
    line += ["--apps", str(suite.parent)]
    with subprocess.Popen(
        line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as running:
        while not _lines_in(tmp_path / kept) and running.poll() is None:
            time.sleep(0.05)
        os.killpg(running.pid, signal.SIGINT)  # as a terminal does: all of its processes get it
        out, err = running.communicate(timeout=100)
    assert running.returncode == 130
    assert json.loads(out)["status"] == "error"
    assert "To continue, give the same command with --out" in err
    assert "Traceback" not in err
    if kept == "rows.jsonl":
        assert _lines_in(tmp_path / kept) < 80


def _lines_in(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines()) if path.exists() else 0
