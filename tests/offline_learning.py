"""Learn apps with the offline agent, once for all tests, and try tasks with what was learnt."""

import fcntl
import inspect
import os
import pickle
import tempfile
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

import pytest

from appagent.actions import Start
from appagent.cancel import Cancel
from appagent.devices.virtual import virtual
from appagent.guard import Guard
from appagent.learning.demonstrations.demonstrate import Person, write_down
from appagent.learning.explore import Learning
from appagent.learning.reflect import OfflineReflector
from appagent.learning.result import Learned
from appagent.learning.safety.made_rows import Made
from appagent.learning.writing.shuffle import KnownLabels
from appagent.learning.writing.write import Writer
from appagent.loop import Limits, Outcome, Run
from appagent.offline.executor import Executor
from appagent.offline.explorer import OfflineExplorer
from appagent.runs.recorder import Recorder
from appagent.runs.trajectory import Step
from appagent.store import Record, Store
from appagent.tasks import Task, holds

QUICK = 0.01  # of real time
SMALL = (360, 640)
STEPS = 20  # for every task, with documents and without


@dataclass(frozen=True)
class Lesson:
    """One learning: how it ended, its steps, what it wrote, and the apps' state around it."""

    learned: Learned
    steps: tuple[Step, ...]
    records: tuple[Record, ...]
    labels: KnownLabels
    before: dict[str, object]
    after: dict[str, object]


@dataclass(frozen=True)
class Trial:
    """One task tried: what the agent says, what the check says, the steps, and the apps' state around it."""

    outcome: Outcome
    done: bool
    steps: tuple[Step, ...]
    before: dict[str, object]
    after: dict[str, object]

    @property
    def claimed(self) -> bool:
        """Whether the agent says that it did it."""
        return self.outcome.status == "success"


@pytest.fixture(scope="session")
def lesson(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Lesson]:
    """What the offline explorer learns of an app, as `learnt` does: once for all tests, those of other workers too."""
    own = tmp_path_factory.getbasetemp()
    shared = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own

    @cache
    def once(*given: object, **more: object) -> Lesson:
        asked = inspect.signature(learnt).bind(*given, **more)
        asked.apply_defaults()  # so that a default that is given all the same is no other lesson
        told = {**asked.arguments, "more": _contents(asked.arguments["more"])}
        kept = shared / f"lesson-{sha256(repr(told).encode()).hexdigest()}"
        with open(f"{kept}.lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not kept.exists():
                kept.write_bytes(pickle.dumps(learnt(*asked.args, **asked.kwargs)))
            return pickle.loads(kept.read_bytes())

    return once


def _contents(folder: Path | None) -> list[tuple[str, bytes]]:
    """What is in a folder of apps: two tests that write the same app have the same lesson."""
    files = sorted(folder.rglob("*.py")) if folder else []
    return [(str(file.relative_to(folder)), file.read_bytes()) for file in files]


def learnt(
    package: str,
    locale: str = "en-US",
    size: tuple[int, int] = SMALL,
    rounds: int = 100,
    more: Path | None = None,
    made: int = 10,
) -> Lesson:
    """What the offline explorer learns of an app on a fresh phone.

    rounds: at most; by default enough to see every page of the settings, and to try each control of a small app.
    more: a folder of apps besides the built-in ones. made: how many things it may make in the app.
    """
    with (
        tempfile.TemporaryDirectory() as folder,
        Store.open(Path(folder) / "store.sqlite") as store,
        closing(Recorder(Path(folder), "learn", package, "", {})) as recorder,
        virtual(time_scale=QUICK, locale=locale, size=size, apps=more) as (device, _),
    ):
        device.perform(Start(package))
        before = apps(device.state())
        learning = Learning(
            OfflineExplorer(rounds=False), OfflineReflector(), device, store, Task("", package), recorder,
            Guard(careful=True), Limits(max_steps=rounds, picture_side=256), Cancel(), locale=locale, made=Made(made),
        )  # fmt: skip
        learned = learning.go()
        records, labels = tuple(store.current(package)), store.labels(package)
        return Lesson(learned, tuple(recorder.steps), records, labels, before, apps(device.state()))


@cache
def shown(package: str, *lines: str, locale: str = "en-US") -> tuple[tuple[Record, ...], KnownLabels]:
    """What a person's demonstration on a fresh phone teaches: the documents, and the labels of the screens."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Store.open(Path(folder) / "store.sqlite") as store,
        closing(Recorder(Path(folder), "record", package, "", {})) as recorder,
        virtual(time_scale=QUICK, locale=locale, size=SMALL) as (device, _),
    ):
        device.perform(Start(package))
        person = Person(iter(lines), store, recorder)
        Run(person, device, Task("", package), recorder, Guard(), Limits(100, picture_side=256), Cancel()).go()
        write_down(person, OfflineReflector(), Writer(store, "demo"))
        return tuple(store.current(package)), store.labels(package)


def attempt(
    records: Sequence[Record],
    task: Task,
    *allow: str,
    labels: KnownLabels | None = None,
    locale: str = "en-US",
    size: tuple[int, int] = SMALL,
) -> Trial:
    """One task for the offline agent, on a fresh phone with its app in front."""
    with (
        tempfile.TemporaryDirectory() as folder,
        closing(Recorder(Path(folder), "run", task.app, task.goal, {})) as recorder,
        virtual(time_scale=QUICK, locale=locale, size=size) as (device, _),
    ):
        device.perform(Start(task.app))
        before = apps(device.state())
        run = Run(
            Executor(records, labels),
            device,
            task,
            recorder,
            Guard(frozenset(allow)),
            Limits(STEPS, picture_side=256),
            Cancel(),
        )
        outcome, state = run.go(), device.state()
        done = bool(task.check) and holds(task.check, state or {}, outcome.answer)
        return Trial(outcome, done, tuple(recorder.steps), before, apps(state))


def apps(state: dict[str, object] | None) -> dict[str, object]:
    """The apps' own part of the phone's state."""
    return {name: held for name, held in (state or {}).items() if name != "phone"}
