"""Carry out a whole bench in several processes. Each result is saved at once, so that the bench can be resumed.

First come the lessons: each agent learns the apps. Then come the jobs: each arm does each task.
"""

import json
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from importlib.metadata import version
from multiprocessing import resource_tracker
from multiprocessing.pool import Pool
from pathlib import Path
from platform import python_version
from typing import Any

from appagent import __version__
from appagent.bench.figures import Row, by_arm, figures
from appagent.bench.work import Job, Lesson, do_job, teach
from appagent.cancel import Cancel
from appagent.errors import UsageError
from appagent.files import (
    make_private,
    open_private,
    private_folder,
    read_no_link,
    refuse_links,
    write_private,
    writing,
)
from appagent.foreign import json_line, json_object
from appagent.runs.recorder import claim
from appagent.settings import Settings
from appagent.tasks.file import LOCALES, Suite

_ROWS, _LESSONS, _CONDITIONS, _RESULT = "rows.jsonl", "lessons.jsonl", "conditions.json", "bench.json"
_CLAIM = "in-use"  # a file that is locked by the process that works on the bench
_LARGEST = 200_000_000  # bytes of a file that is read again
_OF_THE_OUTCOME = (
    "model", "base_url", "temperature", "time_scale", "size", "density", "mode", "see", "reply", "retries",
    "reply_tokens", "max_calls", "max_tokens", "max_cost_usd", "seed",
)  # fmt: skip  # settings that a bench's outcome depends on

OnProgress = Callable[[int, int, str], None]  # (number done, number to do, description of the last one)


@dataclass(frozen=True)
class BenchPlan:
    """Plan of a bench.

    arms: pairs (agent, docs), each of which does every task. docs: its use of documents, as in `Row`.
    seeds: how often each arm does each task, each time with other random values.
    jobs: number of processes.
    """

    suite: Suite
    arms: tuple[tuple[str, str], ...]
    seeds: int = 1
    jobs: int = 1

    def lessons(self) -> list[Lesson]:
        """Return a lesson for each app of the tasks, each agent that uses documents, and each language of the tasks.

        The list is empty if every arm works without documents.
        """
        agents = {agent for agent, docs in self.arms if docs != "none"}
        found = {
            Lesson(app, LOCALES[language], agent): None
            for agent in sorted(agents)
            for spec in self.suite.specs
            for app in spec.apps
            for language in spec.goal
        }
        return list(found)

    def work(self) -> list[Job]:
        """Return the jobs of the bench: every task once for each seed and arm."""
        return [
            Job(self.suite.path, spec.name, seed, agent, docs, self.suite.trusted)
            for spec in self.suite.specs
            for seed in range(self.seeds)
            for agent, docs in self.arms
        ]


@dataclass
class Bench:
    """Bench that keeps all results so far in a folder.

    on_progress: function that is called after each lesson and job with (number done, number to do, description).
    rows: results of the jobs.
    lessons: results of learning the apps, as plain JSON.
    """

    plan: BenchPlan
    settings: Settings
    folder: Path
    on_progress: OnProgress = lambda done, of, what: None
    cancel: Cancel = field(default_factory=Cancel)
    rows: list[Row] = field(default_factory=list)
    lessons: list[dict[str, Any]] = field(default_factory=list)

    def go(self) -> dict[str, Any]:
        """Learn and carry out everything that is not done yet. Write the result, plain JSON, to bench.json; return it.

        Raises UsageError if the folder holds a bench with other conditions, or another process is working on it.
        KeyboardInterrupt and Cancelled are passed on. Results that came before them are kept and not repeated.
        """
        stores = self.folder / "learnt"
        refuse_links(stores, self.folder / "runs")
        with writing(self.folder, "; name another folder with --out"):
            private_folder(stores)
        make_private(stores)
        settings = replace(self.settings, device="virtual", runs=self.folder / "runs")
        with claimed(self.folder):
            self._check_conditions()
            self.lessons = _read_json_lines(self.folder / _LESSONS)
            self.rows = [_to_row(one) for one in _read_json_lines(self.folder / _ROWS) if one["status"] != "error"]
            with workers(self.plan.jobs) as pool:
                self._learn(pool, partial(teach, settings=settings, folder=stores))
                self._carry_out(pool, partial(do_job, settings=settings, stores=stores))
        order = {(job.task, job.seed, job.agent, job.docs): n for n, job in enumerate(self.plan.work())}
        planned = [row for row in self.rows if (row.task, row.seed, *row.arm) in order]  # there may be other rows
        self.rows = sorted(planned, key=lambda row: order[(row.task, row.seed, *row.arm)])
        result = self.result()
        write_private(self.folder / _RESULT, json_line(result, 1).encode())
        return result

    def result(self) -> dict[str, Any]:
        """Return the whole comparison as plain JSON: versions, settings, figures, each learning run and each run."""
        lessons = sorted(self.lessons, key=lambda one: (one["app"], one["locale"], one["agent"]))
        arms = [
            {"agent": agent, "docs": docs, **asdict(figures(mine))} for (agent, docs), mine in by_arm(self.rows).items()
        ]
        return {**self._conditions(), "arms": arms, "lessons": lessons, "rows": [asdict(row) for row in self.rows]}

    def _learn(self, pool: Pool, teach: Callable[[Lesson], dict[str, Any]]) -> None:
        had = {Lesson(one["app"], one["locale"], one["agent"]) for one in self.lessons}
        left = [lesson for lesson in self.plan.lessons() if lesson not in had]
        for number, one in enumerate(pool.imap_unordered(teach, left), 1):
            _append(self.folder / _LESSONS, one)
            self.lessons.append(one)
            self.cancel.check()
            self.on_progress(number, len(left), f"learnt {one['app']} ({one['locale']}): {one['documents']} documents")

    def _carry_out(self, pool: Pool, do_job: Callable[[Job], Row]) -> None:
        had = {(row.task, row.seed, *row.arm) for row in self.rows}
        left = [job for job in self.plan.work() if (job.task, job.seed, job.agent, job.docs) not in had]
        for number, row in enumerate(pool.imap_unordered(do_job, left), 1):
            _append(self.folder / _ROWS, asdict(row))
            self.rows.append(row)
            self.cancel.check()
            self.on_progress(number, len(left), f"{row.task}/{row.seed} {row.agent}, {row.docs}: {row.status}")

    def _conditions(self) -> dict[str, Any]:
        """Return everything on which the outcome of the bench depends: suite, seeds, settings and versions."""
        chosen = {name: getattr(self.settings, name) for name in _OF_THE_OUTCOME}
        libraries = {name: version(name) for name in ("uiautomator2", "adbutils", "lxml", "pillow", "openai")}
        return {
            "suite": self.plan.suite.name,
            "seeds": self.plan.seeds,
            "settings": json.loads(json.dumps(chosen)),
            "versions": {"appagent": __version__, "python": python_version(), **libraries},
        }

    def _check_conditions(self) -> None:
        """Raise UsageError if the folder holds a bench of another suite, other settings or other versions.

        Other seeds and arms are allowed. The conditions of this bench are then written to the folder.
        """
        path, mine = self.folder / _CONDITIONS, self._conditions()
        if path.exists():
            theirs = next(iter(_read_json_lines(path)), {})
            for name in ("suite", "settings", "versions"):
                if theirs.get(name) != mine[name]:
                    raise UsageError(
                        f"{self.folder} holds a bench of another {name}: {theirs.get(name)}, and this is {mine[name]}; "
                        "name another folder with --out"
                    )
        write_private(path, json_line(mine).encode())


def load_bench(path: Path) -> tuple[dict[str, Any], list[Row]]:
    """Load a finished bench from its folder or from its bench.json. Return the result as plain JSON, and its rows.

    Raises UsageError if there is no bench, or the bench cannot be read.
    """
    file = path / _RESULT if path.is_dir() else path
    if not file.exists():
        raise UsageError(f"no bench at {file}; appagent bench SUITE --out DIR makes one")
    try:
        told = json.loads(read_no_link(file, _LARGEST))
        return told, [_to_row(one) for one in told["rows"]]
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise UsageError(f"{file} is no bench of this version: {type(error).__name__}: {error}") from error


@contextmanager
def claimed(folder: Path) -> Iterator[None]:
    """Keep other processes out of the folder of a bench until the block ends.

    Raises UsageError if another process is working there.
    """
    file = open_private(folder / _CLAIM, os.O_RDWR)
    claim(file, f"the bench in {folder}")
    try:
        yield
    finally:
        os.close(file)


@contextmanager
def workers(jobs: int) -> Iterator[Pool]:
    """Start `jobs` worker processes and yield them as a pool. At the end of the block they are terminated.

    The workers ignore Ctrl-C. While they start, Ctrl-C is held back, so that it cannot interrupt a half-started worker.
    """
    resource_tracker.ensure_running()  # if started later, it would unblock the signal
    with ExitStack() as ended:
        with _without_ctrl_c():
            pool = multiprocessing.get_context("spawn").Pool(jobs, initializer=_ignore_ctrl_c, maxtasksperchild=20)
            ended.enter_context(pool)
        yield pool


@contextmanager
def _without_ctrl_c() -> Iterator[None]:
    """Hold back Ctrl-C until the block ends, because a process that is interrupted while it starts prints a traceback.

    Ctrl-C sends the signal SIGINT. This thread blocks the signal, and processes that it starts inherit the block.
    Another thread may still receive the signal; the handler then only notes it. After the block, a noted signal is
    raised again. On Windows no signal can be blocked.
    """
    heard: list[int] = []
    mine = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGINT, lambda number, _: heard.append(number)) if mine else None
    blocks = hasattr(signal, "pthread_sigmask")
    if blocks:
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        if blocks:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        if mine:
            signal.signal(signal.SIGINT, before)
    if heard:
        signal.raise_signal(signal.SIGINT)


def _ignore_ctrl_c() -> None:
    """Ignore Ctrl-C in a worker process. The main process handles Ctrl-C and ends the worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _append(path: Path, line: dict[str, Any]) -> None:
    begun = path.exists() and not path.read_bytes().endswith(b"\n")  # a line that was cut short
    with os.fdopen(open_private(path, os.O_WRONLY | os.O_APPEND), "a", encoding="utf-8") as file:
        file.write(("\n" if begun else "") + json_line(line) + "\n")


def _read_json_lines(path: Path) -> list[dict[str, Any]]:
    """Return the objects in a file with one line of JSON each; an empty list if there is no file.

    A line that was cut short is left out, so its work is done again.
    """
    lines = read_no_link(path, _LARGEST).decode(errors="replace").splitlines() if path.exists() else []
    return [told for line in lines if (told := json_object(line)) is not None]


def _to_row(told: dict[str, Any]) -> Row:
    return Row(**{**told, "tags": tuple(told["tags"])})
