"""Do one piece of a bench, in a process of its own: learn an app, or carry out a task once."""

import shutil
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from appagent.bench.figures import Row
from appagent.cancel import Cancel
from appagent.errors import AppAgentError
from appagent.sessions import Request, Result, learn_app, run_task
from appagent.settings import Settings
from appagent.store.opening import open_store
from appagent.tasks.file import Drawn, Suite, read


@dataclass(frozen=True)
class Lesson:
    """App to learn on a phone in one language, by one agent, into a store of its own."""

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

    suite: the task file. task: name of the task in that file. seed: seed for its values.
    agent, docs: who carries the task out, and with which use of documents.
    trusted: True if the Python code beside the task file may run.
    """

    suite: Path
    task: str
    seed: int
    agent: str
    docs: str
    trusted: bool = False


def teach(lesson: Lesson, settings: Settings, folder: Path) -> dict[str, Any]:
    """Learn the app of a lesson on a fresh phone, and return the facts and figures of the learning as plain JSON.

    The finished store is in `folder`. While the learning lasts it has another name, so that half a store is never used.
    """
    store, half = folder / f"{lesson.name}.sqlite", folder / f"{lesson.name}.half"
    half.unlink(missing_ok=True)
    known = replace(settings, store=half, locale=lesson.locale)
    done = learn_app(known, Request(lesson.app, agent=lesson.agent), cancel=Cancel())
    shutil.move(half, store)
    return {
        "app": lesson.app,
        "locale": lesson.locale,
        "agent": lesson.agent,
        "documents": done.documents_written,
        "steps": done.steps,
        "decisions": done.decisions,
        "model_calls": done.model_calls,
        "tokens": done.tokens,
        "cost_usd": done.cost_usd,
        "seconds": done.seconds,
    }


def do_job(job: Job, settings: Settings, stores: Path) -> Row:
    """Carry out a task on a fresh phone, with a copy of the apps' documents, so that no task influences another one.

    stores: the folder of the stores that the lessons made. An error of the run is returned as a row with the status
    "error".
    """
    suite = read(job.suite, trusted=job.trusted)
    task = task_of(suite, job)
    with tempfile.TemporaryDirectory() as scratch:
        store = Path(scratch) / "store.sqlite"
        _gather(store, [stores / f"{Lesson(app, task.locale, job.agent).name}.sqlite" for app in task.apps])
        mine = replace(
            settings, store=store, locale=task.locale, seed=job.seed, max_steps=task.max_steps, allow=task.allow
        )
        request = Request.of_task(task, job.agent, job.docs)
        try:
            done = run_task(mine, request, cancel=Cancel())
        except AppAgentError as error:
            seen = len(Result.of_error(request, error).troubles)
            return _row(job, task.goal, task.apps[0], task.tags, status="error", reason=str(error), troubles=seen)
    return _row(
        job, task.goal, task.apps[0], task.tags, status=done.status, reason=done.reason, claimed=done.claimed,
        steps=done.steps, model_calls=done.model_calls, prompt_tokens=done.tokens["prompt"],
        completion_tokens=done.tokens["completion"], cost_usd=done.cost_usd, seconds=done.seconds,
        run=Path(done.run).name, troubles=len(done.troubles),
    )  # fmt: skip


def task_of(suite: Suite, job: Job) -> Drawn:
    """Return the task of a job, with the values that the job's seed decides."""
    spec = next(spec for spec in suite.specs if spec.name == job.task)
    return suite.draw(spec, job.seed)


def _gather(store: Path, learnt: list[Path]) -> None:
    """Copy the current documents of several stores into a new store, without versions that newer ones have replaced.

    store: path of the new store. learnt: paths of the stores to copy from; missing ones are skipped.
    """
    with open_store(store) as whole:
        for path in learnt:
            if path.exists():
                with open_store(path) as part:
                    for record in part.current():
                        whole.add(record)


def _row(job: Job, goal: str, app: str, tags: tuple[str, ...], **found: Any) -> Row:
    nothing = {
        "claimed": False, "steps": 0, "model_calls": 0, "prompt_tokens": 0, "completion_tokens": 0, "cost_usd": None,
        "seconds": 0.0,
    }  # fmt: skip
    return Row(job.task, job.seed, job.agent, job.docs, app, goal, tags=tags, **{**nothing, **found})
