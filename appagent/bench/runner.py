"""Run a whole bench with several processes, saving each result as it comes, so that it can be resumed."""

import json
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
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
from appagent.files import content, open_private, private_folder, refuse_links, tighten, write_private
from appagent.foreign import json_line
from appagent.runs.trajectory import claim
from appagent.settings import Settings
from appagent.tasks.file import LOCALES, Suite

_ROWS, _LESSONS, _CONDITIONS, _RESULT = "rows.jsonl", "lessons.jsonl", "conditions.json", "bench.json"
_CLAIM = "in-use"  # a file that whoever is at the bench holds
_LARGEST = 200_000_000  # bytes of a file that is read again
_OF_THE_OUTCOME = (
    "model", "base_url", "temperature", "time_scale", "size", "density", "mode", "see", "reply", "retries",
    "reply_tokens", "max_calls", "max_tokens", "max_cost_usd", "seed",
)  # fmt: skip  # settings that it depends on

OnProgress = Callable[[int, int, str], None]  # (done, of, what was the last)


@dataclass(frozen=True)
class Plan:
    """Plan of a bench. arms: pairs (agent, docs), each of which does every task. seeds: drawings of each task."""

    suite: Suite
    arms: tuple[tuple[str, str], ...]
    seeds: int = 1
    jobs: int = 1

    def lessons(self) -> list[Lesson]:
        """List the apps to learn, in every language that a task may be drawn in; none if no arm uses documents."""
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
        """List the jobs: every task once for each seed and arm."""
        return [
            Job(self.suite.path, spec.name, seed, agent, docs, self.suite.trusted)
            for spec in self.suite.specs
            for seed in range(self.seeds)
            for agent, docs in self.arms
        ]


@dataclass
class Bench:
    """Bench in a folder that holds all results so far."""

    plan: Plan
    settings: Settings
    folder: Path
    told: OnProgress = lambda done, of, what: None
    cancel: Cancel = field(default_factory=Cancel)
    rows: list[Row] = field(default_factory=list)
    lessons: list[dict[str, Any]] = field(default_factory=list)

    def go(self) -> dict[str, Any]:
        """Learn and do everything that is not done yet; return the whole result as plain JSON and write bench.json.

        Raises UsageError if the folder holds a bench with other conditions, or another process is working on it.
        KeyboardInterrupt and Cancelled pass through; results that had come by then are kept and not repeated.
        """
        stores = self.folder / "learnt"
        refuse_links(stores, self.folder / "runs")
        private_folder(stores)
        tighten(stores)
        settings = replace(self.settings, device="virtual", runs=self.folder / "runs")
        with claimed(self.folder):
            self._compare()
            self.lessons = list(_lines(self.folder / _LESSONS))
            self.rows = [_row(one) for one in _lines(self.folder / _ROWS) if one["status"] != "error"]
            with _workers(self.plan.jobs) as pool:
                self._learn(pool, partial(teach, settings=settings, folder=stores))
                self._carry_out(pool, partial(do_job, settings=settings, stores=stores))
        order = {(job.task, job.seed, job.agent, job.docs): n for n, job in enumerate(self.plan.work())}
        planned = [row for row in self.rows if (row.task, row.seed, *row.arm) in order]  # its folder may hold more
        self.rows = sorted(planned, key=lambda row: order[(row.task, row.seed, *row.arm)])
        result = self.result()
        write_private(self.folder / _RESULT, json_line(result, 1).encode())
        return result

    def result(self) -> dict[str, Any]:
        """Return versions, conditions, figures by arm, and every row, as plain JSON."""
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
            self.told(number, len(left), f"learnt {one['app']} ({one['locale']}): {one['documents']} documents")

    def _carry_out(self, pool: Pool, do_job: Callable[[Job], Row]) -> None:
        had = {(row.task, row.seed, *row.arm) for row in self.rows}
        left = [job for job in self.plan.work() if (job.task, job.seed, job.agent, job.docs) not in had]
        for number, row in enumerate(pool.imap_unordered(do_job, left), 1):
            _append(self.folder / _ROWS, asdict(row))
            self.rows.append(row)
            self.cancel.check()
            self.told(number, len(left), f"{row.task}/{row.seed} {row.agent}, {row.docs}: {row.status}")

    def _conditions(self) -> dict[str, Any]:
        """Return everything that the outcome depends on: suite, seeds, settings and versions."""
        chosen = {name: getattr(self.settings, name) for name in _OF_THE_OUTCOME}
        libraries = {name: version(name) for name in ("uiautomator2", "adbutils", "lxml", "pillow", "openai")}
        return {
            "suite": self.plan.suite.name,
            "seeds": self.plan.seeds,
            "settings": json.loads(json.dumps(chosen)),
            "versions": {"appagent": __version__, "python": python_version(), **libraries},
        }

    def _compare(self) -> None:
        """Raise UsageError if the folder holds a bench with other conditions; more seeds and arms are allowed."""
        path, mine = self.folder / _CONDITIONS, self._conditions()
        if path.exists():
            theirs = next(iter(_lines(path)), {})
            for name in ("suite", "settings", "versions"):
                if theirs.get(name) != mine[name]:
                    raise UsageError(
                        f"{self.folder} holds a bench of another {name}: {theirs.get(name)}, and this is {mine[name]}; "
                        "name another folder with --out"
                    )
        write_private(path, json_line(mine).encode())


def load_bench(path: Path) -> tuple[dict[str, Any], list[Row]]:
    """Load a finished bench from its folder or its bench.json. Raises UsageError if there is none that can be read."""
    file = path / _RESULT if path.is_dir() else path
    if not file.exists():
        raise UsageError(f"no bench at {file}; appagent bench SUITE --out DIR makes one")
    try:
        told = json.loads(content(file, _LARGEST))
        return told, [_row(one) for one in told["rows"]]
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise UsageError(f"{file} is no bench of this version: {type(error).__name__}: {error}") from error


@contextmanager
def claimed(folder: Path) -> Iterator[None]:
    """Keep other processes out of a bench's folder meanwhile. Raises UsageError if one is working there."""
    file = open_private(folder / _CLAIM, os.O_RDWR)
    claim(file, f"the bench in {folder}")
    try:
        yield
    finally:
        os.close(file)


@contextmanager
def _workers(jobs: int) -> Iterator[Pool]:
    """Start worker processes, and end them, whatever they are doing, when the block is left.

    The workers ignore Ctrl-C at the terminal: a signal that is blocked while a process starts stays blocked in the
    process.
    """
    resource_tracker.ensure_running()  # started later it would unblock the signal
    with ExitStack() as ended:
        with _undisturbed():
            pool = multiprocessing.get_context("spawn").Pool(jobs, initializer=_deaf, maxtasksperchild=20)
            ended.enter_context(pool)
        yield pool


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Hold back Ctrl-C until the end of the block, since a half-started process left alone prints a traceback.

    The signal is blocked, which new processes inherit. Another thread may still receive it, so the handler only notes
    it. On Windows there is nothing to block.
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


def _deaf() -> None:
    """Ignore Ctrl-C in a worker; the leading process handles it and ends the worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _append(path: Path, line: dict[str, Any]) -> None:
    begun = path.exists() and not path.read_bytes().endswith(b"\n")  # a line that was cut short
    with os.fdopen(open_private(path, os.O_WRONLY | os.O_APPEND), "a", encoding="utf-8") as file:
        file.write(("\n" if begun else "") + json_line(line) + "\n")


def _lines(path: Path) -> Iterable[dict[str, Any]]:
    """Yield the complete lines of a file of JSON; a line that was cut short is skipped, and its work repeated."""
    for line in content(path, _LARGEST).decode(errors="replace").splitlines() if path.exists() else ():
        try:
            yield json.loads(line)
        except (ValueError, RecursionError):
            continue


def _row(told: dict[str, Any]) -> Row:
    return Row(**{**told, "tags": tuple(told["tags"])})
