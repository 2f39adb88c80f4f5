"""Measure replays: every task of a suite is done once, and then again from that run alone.

    .venv/bin/python bench/replay.py [SUITE [TASK,TASK [TIME_SCALE]]] [--updates N] [--faults all|NAME,NAME]

The first time, a scripted model does the tasks of smoke, and a person those of seeds, as `shown.yaml` has it.
Each task is done again as it was, with other values, on another display, in the dark, on a phone in another language,
with a row more in each list, with rows in another order, and after an update that moved or renamed a third of the
controls. Told are: how many are done by the task's own check, stopped, or wrong (claimed done, and the check says no);
model calls; and actions and device time a step beside those of the first run.
With --updates N, each task is done again after N different updates only.
With --faults each task is done again, as it was, on a phone with each fault in turn; see docs/faults.md.
"""

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import yaml
from updates import Updated

from appagent.actions import Start
from appagent.agent import Agent
from appagent.agents.replay import Replay
from appagent.bench.faults import FaultJob, FaultRow, figures_of, measure, play, player
from appagent.cancel import Cancel
from appagent.devices.faults import ALL, fault_names, read_faults
from appagent.devices.virtual import virtual
from appagent.errors import AppAgentError
from appagent.experience import FromRun, bound, plan_of
from appagent.guard import Guard
from appagent.learning.demonstrations.demonstrate import Person
from appagent.loop import Limits, Run
from appagent.runs.recorder import Recorder
from appagent.runs.trajectory import load_run as read_run
from appagent.sessions.check import task_check
from appagent.sessions.request import Request
from appagent.settings import Settings
from appagent.store import Store
from appagent.tasks import Task
from appagent.tasks.file import Drawn, Suite, find_suite, read_suite

_PHONE: dict[str, Any] = {"size": (540, 1200), "time_scale": 0.05}
_OTHER_LANGUAGE = "zh-CN"
_SHOWN = yaml.safe_load((Path(__file__).parent / "shown.yaml").read_text(encoding="utf-8"))
_MODEL_S = 5.0  # what a call of a model takes, as a rule


@dataclass(frozen=True)
class Did:
    """Outcome of carrying out a task.

    words: "done", "stopped" or "wrong".
    calls: of the model.
    seconds: of the run.
    """

    words: str
    steps: int
    calls: int
    seconds: float
    reason: str = ""


def main(name: str = "smoke", only: str = "", time_scale: float = 0.05, updates: int = 0) -> None:
    """Print a table for a suite.

    only: names of tasks, with commas; "" for all. time_scale: of the virtual phone. updates: number of different
    updates after which each task is done again, and in no other way; 0 for one update, and all other ways.
    """
    _PHONE["time_scale"] = time_scale
    suite = read_suite(find_suite(name))
    found: dict[str, list[tuple[str, Did, Did]]] = {}
    for spec in [each for each in suite.specs if not only or each.name in only.split(",")]:
        drawn = suite.draw(spec, _SHOWN.get(spec.name, {}).get("seed", 0))
        with tempfile.TemporaryDirectory() as folder:
            try:
                first, made = played(drawn, Path(folder))
            except AppAgentError as error:
                print(f"{spec.name}: {error}", file=sys.stderr)
                continue
            ways = _updates(drawn, updates) if updates else _ways(suite, drawn, made)
            for way, task, phone in ways:
                if task is None:
                    continue
                found.setdefault(way, []).append((spec.name, first, _again(task, made, Path(folder), phone)))
    for way, rows in found.items():
        _print(way, rows)


def under_faults(faults: str, name: str = "smoke", only: str = "", time_scale: float = 0.05) -> None:
    """Print a table of replays under faults. faults: names with commas, or "all". The others: as for `main`."""
    _PHONE["time_scale"] = time_scale
    wanted = read_faults(",".join(fault_names(ALL)) if faults == ALL else faults)
    plans: dict[str, FromRun] = {}

    def replay_of(drawn: Drawn) -> Agent:
        made = plans[drawn.spec.name]
        return Replay(made.plan, made.values)

    def play_one(job: FaultJob) -> FaultRow:
        shown = replace(job, seed=_SHOWN.get(job.task, {}).get("seed", job.seed))
        if job.task not in plans:
            suite = read_suite(job.suite)
            drawn = suite.draw(next(spec for spec in suite.specs if spec.name == job.task), shown.seed)
            with tempfile.TemporaryDirectory() as folder:
                plans[job.task] = played(drawn, Path(folder))[1]
        return replace(play(shown, Settings(**_PHONE), replay_of), seed=job.seed)

    tasks = only.split(",") if only else ()
    honest, rows = measure(find_suite(name), wanted, 1, map, play_one, tasks)
    usual = {row.task: Counter(row.deeds) for row in honest}
    print("fault: runs, done, stopped, wrong, named, touches not meant, deeds too many")
    for one in figures_of(rows):
        mine = [row for row in rows if row.fault == one.fault and row.struck]
        more = sum((Counter(row.deeds) - usual[row.task]).total() for row in mine)
        named = sum(row.outcome == "stopped" and row.named for row in mine)
        print(f"{one.fault}: {one.struck}, {one.done}, {one.stopped}, {one.wrong}, {named}, {one.unmeant}, {more}")
        for row in mine:
            if row.outcome != "done" or row.unmeant:
                print(f"  {row.task}: {row.outcome}: {row.reason}; {'; '.join(row.unmeant)}")


def _ways(suite: Suite, drawn: Drawn, made: FromRun) -> Iterator[tuple[str, Drawn | None, dict[str, Any]]]:
    """Yield the ways in which a task is done again: the name, the task, and the phone."""
    yield "as it was", drawn, {}
    others = (suite.draw(drawn.spec, seed) for seed in range(1, 40))
    fitting = (one for one in others if one.goal != drawn.goal and _values(made, one) is not None)
    yield "other values", next(fitting, None), {}
    yield "another display", drawn, {"size": (1080, 1920), "density": 320}
    yield "in the dark", drawn, {"dark": True}
    yield "another language", drawn, {"locale": _OTHER_LANGUAGE if drawn.locale != _OTHER_LANGUAGE else "en-US"}
    yield "a row more in each list", drawn, {"faults": "grown-list"}
    yield "rows in another order", drawn, {"faults": "reordered-list"}
    yield from _updates(drawn, 1)


def _updates(drawn: Drawn, number: int) -> Iterator[tuple[str, Drawn, dict[str, Any]]]:
    """Yield the ways in which a task is done again after updates, as `_ways` does. number: of different updates."""
    for seed in range(number):
        yield f"after update {seed}" if seed else "after an update", drawn, {"updated": seed}


def _values(made: FromRun, drawn: Drawn) -> Mapping[str, str] | None:
    plan = made.plan
    found = bound(plan.goal, plan.slots, plan.quoted, drawn.goal)
    return None if found is None or plan.free else found


def played(drawn: Drawn, folder: Path) -> tuple[Did, FromRun]:
    """Do a task the first time on a fresh phone, and return how it went and the plan that was made of it."""
    lines = _SHOWN.get(drawn.spec.name, {}).get("lines")
    did, run = _done(drawn, [line.format(**drawn.values) for line in lines] if lines else player(drawn), folder, {})
    if did.words != "done":
        raise AppAgentError(f"the first run {did.words}: {did.reason}")
    return did, plan_of(run)


def _again(drawn: Drawn, made: FromRun, folder: Path, phone: dict[str, Any]) -> Did:
    values = _values(made, drawn)
    other = "locale" in phone
    agent = Replay(made.plan, made.values if values is None else values, translated=other)
    return _done(drawn, agent, folder, phone)[0]


def _done(drawn: Drawn, by: Agent | Sequence[str], folder: Path, phone: dict[str, Any]) -> tuple[Did, Path]:
    """Carry a task out on a fresh phone, and return how it went and the folder of the run.

    by: an agent, or the lines of a person.
    """
    dark, updated = phone.get("dark", False), phone.get("updated")
    given = {name: told for name, told in phone.items() if name not in ("dark", "updated")}
    with (
        _opened(drawn, given) as (device, virtual_phone),
        _recorded(drawn, device.package(drawn.spec.apps[0]), folder) as recorder,
        Store.open(":memory:") as store,
    ):
        virtual_phone.dark = dark
        virtual_phone.hooks = virtual_phone.hooks if updated is None else Updated(updated)
        agent = Person(iter([*by, "stop"]), store, recorder) if isinstance(by, list) else by
        request = Request.of_task(drawn)
        check = task_check(device, request)
        package = device.package(request.app)
        device.perform(Start(package))
        task, limits = Task(drawn.goal, package, drawn.check, request.app), Limits(max_steps=200)
        run = Run(agent, device, task, recorder, Guard(frozenset(drawn.spec.allow)), limits, Cancel())
        began = time.perf_counter()
        outcome = run.go()
        took = time.perf_counter() - began
        done = check is None or check.is_done(outcome.answer)
        claimed = outcome.status == "success"
        words = "done" if claimed and done else "wrong" if claimed else "stopped"
        recorder.end(status="success" if words == "done" else "failed")
        steps = read_run(recorder.folder).steps
        return Did(words, len(steps), agent.usage.calls, took, outcome.reason), recorder.folder


@contextmanager
def _opened(drawn: Drawn, given: dict[str, Any]) -> Iterator[Any]:
    with virtual(**{**_PHONE, "locale": drawn.locale, "seed": drawn.seed, **given}) as opened:
        yield opened


@contextmanager
def _recorded(drawn: Drawn, package: str, folder: Path) -> Iterator[Recorder]:
    recorder = Recorder(folder, "run", package, drawn.goal, {"locale": drawn.locale})
    try:
        yield recorder
    finally:
        recorder.close()


def _print(way: str, rows: list[tuple[str, Did, Did]]) -> None:
    count = {words: sum(did.words == words for _, _, did in rows) for words in ("done", "stopped", "wrong")}
    done = [(first, did) for _, first, did in rows if did.words == "done"]
    calls, more = sum(did.calls for _, _, did in rows), sum(did.steps > first.steps for first, did in done)
    print(f"{way}: {count}, {calls} model calls, more actions: {more}", end="")
    if done:
        each = [sum(one.seconds for one in side) / sum(one.steps for one in side) for side in zip(*done, strict=True)]
        factor = sum(first.seconds + _MODEL_S * first.calls for first, _ in done) / sum(did.seconds for _, did in done)
        print(f", s a step: {each[0]:.2f} then {each[1]:.2f}, factor {factor:.1f}")
    else:
        print()
    for name, _, did in rows:
        if did.words != "done":
            print(f"  {name}: {did.words}: {did.reason}")


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("suite", nargs="?", default="smoke")
    options.add_argument("tasks", nargs="?", default="", help="names of tasks, with commas")
    options.add_argument("time_scale", nargs="?", type=float, default=0.05)
    options.add_argument("--faults", default="", help="'all', or names with commas")
    options.add_argument("--updates", type=int, default=0, help="how many updates, and no other way")
    given = options.parse_args()
    play_all = partial(under_faults, given.faults) if given.faults else partial(main, updates=given.updates)
    play_all(given.suite, given.tasks, given.time_scale)
