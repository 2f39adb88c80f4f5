"""Do one piece of a bench, in a process of its own: learn an app, or carry out a task once."""

import shutil
import sys
import tempfile
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from appagent.bench.figures import Row
from appagent.cancel import Cancel
from appagent.errors import AppAgentError
from appagent.sessions import Request, Result, learn_app, run_task
from appagent.settings import Settings
from appagent.store.opening import open_store
from appagent.tasks.file import read_suite

_FIGURES = ("steps", "model_calls", "tokens", "cost_usd", "seconds")  # of a learning run, kept with its lesson


@dataclass(frozen=True)
class Lesson:
    """App to be learnt by one agent, on a phone in one language, into a store of its own."""

    app: str
    locale: str
    agent: str

    @property
    def name(self) -> str:
        """Return the file name of the lesson's store, without its ending."""
        return f"{self.app}-{self.locale}-{self.agent}"


@dataclass(frozen=True)
class Job:
    """Task to carry out once.

    seed: seed for its values.
    docs: its use of documents, as in `Row`.
    trusted: True if the Python code beside the task file may run.
    most: limit of steps, besides the task's own limit.
    """

    suite: Path
    task: str
    seed: int
    agent: str
    docs: str
    trusted: bool = False
    most: int = sys.maxsize


def teach(lesson: Lesson, settings: Settings, folder: Path) -> dict[str, Any]:
    """Learn the app of a lesson on a fresh phone, and return the lesson with figures of the learning run, as plain
    JSON.

    The store is written to `folder`. Until the learning run has ended, it has another name, so that half a store is
    never used.
    """
    store, half = folder / f"{lesson.name}.sqlite", folder / f"{lesson.name}.half"
    half.unlink(missing_ok=True)
    known = replace(settings, store=half, locale=lesson.locale)
    done = learn_app(known, Request(lesson.app, agent=lesson.agent), cancel=Cancel())
    shutil.move(half, store)
    facts = {name: getattr(done, name) for name in _FIGURES}
    return {**asdict(lesson), "documents": done.documents_written, "decisions": done.decisions, **facts}


def do_job(job: Job, settings: Settings, stores: Path) -> Row:
    """Carry out a task on a fresh phone, with a copy of the apps' documents, so that no task influences another one.

    stores: the folder of the stores that the lessons made. An error of the run is returned as a row with the status
    "error".
    """
    suite = read_suite(job.suite, trusted=job.trusted)
    spec = next(spec for spec in suite.specs if spec.name == job.task)
    task = suite.draw(spec, job.seed)
    with tempfile.TemporaryDirectory() as scratch:
        store = Path(scratch) / "store.sqlite"
        _merge_stores(store, [stores / f"{Lesson(app, task.locale, job.agent).name}.sqlite" for app in spec.apps])
        mine = replace(settings, store=store, locale=task.locale, seed=job.seed)
        mine = replace(mine, max_steps=min(spec.max_steps, job.most), allow=frozenset(spec.allow))
        request = Request.of_task(task, job.agent, job.docs)
        try:
            done = run_task(mine, request, cancel=Cancel())
        except AppAgentError as error:
            done = Result.of_error(request, error)
    return Row(
        task=job.task, seed=job.seed, agent=job.agent, docs=job.docs, app=spec.apps[0], tags=tuple(spec.tags),
        goal=task.goal, status=done.status, reason=done.reason, claimed=done.claimed, steps=done.steps,
        seconds=done.seconds, model_calls=done.model_calls, prompt_tokens=done.tokens["prompt"],
        completion_tokens=done.tokens["completion"], cost_usd=done.cost_usd,
        run=Path(done.run).name, troubles=len(done.troubles),
    )  # fmt: skip


def _merge_stores(store: Path, learnt: list[Path]) -> None:
    """Copy the current documents and the screens of several stores into a new store, without replaced versions.

    store: path of the new store.
    learnt: paths of the stores to copy from; missing ones are skipped.
    """
    with open_store(store) as whole:
        for path in learnt:
            if path.exists():
                with open_store(path) as part:
                    whole.add(*part.current())
                    whole.take_screens(part)
