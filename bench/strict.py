"""Measure what `--guard strict` costs: tasks of the suite smoke that pass with `normal` and do not with `strict`.

    python bench/strict.py [--seeds 3] [--jobs 2]

A scripted model plays each task by its words, once with each guard and with the same seed. A person is there who agrees
to the effects that the task allows, and to a control of which nothing is known. So the two guards differ only where one
of these is met, and such questions are counted.
"""

import argparse
import tempfile
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from appagent.actions import Start
from appagent.bench.faults import player
from appagent.bench.player import SCRIPTS
from appagent.bench.runner import workers
from appagent.cancel import Cancel
from appagent.devices.virtual import virtual
from appagent.guard import Guard
from appagent.loop import Limits, Run
from appagent.runs.recorder import Recorder
from appagent.sessions import Request
from appagent.sessions.check import task_check
from appagent.tasks import Task
from appagent.tasks.file import find_suite, read_suite

SUITE, SIZE, MORE_STEPS = "smoke", (540, 1200), 10


@dataclass(frozen=True)
class Played:
    """One run. unknown: what the person was asked about controls of which nothing is known, in words."""

    task: str
    seed: int
    strict: bool
    passed: bool
    unknown: tuple[str, ...]


def play(job: tuple[str, int, bool], time_scale: float) -> Played:
    """Play a task once. job: its name, the seed, and whether the guard is strict."""
    name, seed, strict = job
    suite, asked = read_suite(find_suite(SUITE)), list[str]()
    drawn = suite.draw(next(spec for spec in suite.specs if spec.name == name), seed)
    request = Request.of_task(drawn)

    def person(effect: str, told: str) -> bool:
        asked.extend([told] * (effect == "unknown"))
        return effect == "unknown"

    with (
        tempfile.TemporaryDirectory() as folder,
        virtual(time_scale=time_scale, size=SIZE, locale=drawn.locale, seed=seed) as (device, _),
        closing(Recorder(Path(folder), "run", request.app, drawn.goal, {})) as recorder,
    ):
        device.perform(Start(device.package(request.app)))
        check = task_check(device, request)
        guard = Guard(frozenset(drawn.spec.allow), person, strict=strict, goal=drawn.goal)
        task = Task(drawn.goal, device.package(request.app), drawn.check, request.app)
        limits = Limits(max_steps=drawn.spec.max_steps + MORE_STEPS)
        ended = Run(player(drawn), device, task, recorder, guard, limits, Cancel()).go()
        passed = ended.status == "success" and (check is None or check.is_done(ended.answer))
    return Played(name, seed, strict, passed, tuple(asked))


def report(rows: Sequence[Played]) -> list[str]:
    """Return what is printed: how many runs pass with each guard, and which pass with one of them alone."""
    told = []
    for name, strict in (("normal", False), ("strict", True)):
        mine = [row for row in rows if row.strict == strict]
        told.append(f"{name}: {sum(row.passed for row in mine)} of {len(mine)} runs pass")
    asked = [words for row in rows if not row.strict for words in row.unknown]
    told += [f"with normal the person is asked {len(asked)} times about what is unknown", *asked]
    passed = {(row.task, row.seed, row.strict) for row in rows if row.passed}
    lost = [(task, seed) for task, seed, strict in sorted(passed) if not strict and (task, seed, True) not in passed]
    return [*told, *(f"{task}, seed {seed}: passes with normal alone" for task, seed in lost)]


def main() -> None:
    """Play all tasks, and print what came of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=3, help="runs of each task with each guard")
    parser.add_argument("--jobs", type=int, default=2, help="runs at a time")
    parser.add_argument("--time-scale", type=float, default=0.05, help="of the phone's and the driver's waits")
    given = parser.parse_args()
    jobs = [(name, seed, strict) for name in SCRIPTS for seed in range(given.seeds) for strict in (False, True)]
    with workers(given.jobs) as pool:
        rows = pool.map(partial(play, time_scale=given.time_scale), jobs, chunksize=1)
    print("\n".join(report(rows)))


if __name__ == "__main__":
    main()
