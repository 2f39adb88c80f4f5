"""Show how learning helps, on the virtual phone without a model: a task fails, the app is learnt, the task succeeds."""

import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from appagent.cancel import Cancel
from appagent.errors import UsageError
from appagent.files import private_folder, refuse_links
from appagent.runs.report import render, write_page
from appagent.runs.trajectory import load_run
from appagent.sessions import OnStep, Request, Result, learn_app, run_task
from appagent.sessions.looking import from_device, write_picture
from appagent.settings import load
from appagent.store import Record
from appagent.store.opening import open_store

APP = "notes"
GOAL = "Create a note titled 'Trip' with the text 'Pack boots'"
CHECK = "any(n.title == 'Trip' and n.body == 'Pack boots' for n in notes.notes)"


@dataclass(frozen=True)
class DemoResult:
    """Results and files of the demo.

    runs: the result of each run of the task, by the documents that it used: "none", "learnt" or "shuffled".
    picture: path of a screenshot with marks, PNG.
    pages: paths of two reports, HTML: the report of the learning run, and the report of the run with documents.
    """

    runs: dict[str, Result]
    learnt: Result
    documents: list[Record]
    picture: Path
    pages: tuple[Path, Path]


def demo(
    out: Path,
    *,
    cancel: Cancel,
    on_phase: Callable[[str], None],
    on_step: OnStep,
    on_end: Callable[[Result], None],
    time_scale: float = 0.2,
    rounds: int | None = None,
) -> DemoResult:
    """Run the demo with the offline agent and an empty temporary store. Each phase begins with a fresh virtual phone.

    out: the folder for the reports, the picture and the runs. Raises UsageError if it cannot be created.
    on_phase: function that is called with the heading of each phase when it begins.
    on_step: function that is called with each step. on_end: function that is called with the result of each run of the
    task. time_scale: factor for all waiting times; 0.1 is fast. rounds: as for `Request`.
    """
    picture, runs = out / "marked.png", out / "runs"
    with tempfile.TemporaryDirectory() as scratch:
        store = Path(scratch) / "store.sqlite"
        settings = replace(load(), device="virtual", store=store, runs=runs, time_scale=time_scale)
        request = Request(APP, GOAL, agent="offline", check=CHECK)
        _make_folder(out)

        def carried_out(phase: str, docs: str) -> Result:
            on_phase(phase)
            result = run_task(settings, replace(request, docs=docs), cancel=cancel, on_step=on_step)
            on_end(result)
            return result

        none = carried_out(f"The task without documents: {GOAL}", "none")
        on_phase("Learning the app: every element is tried, and what it did is written down")
        learnt = learn_app(settings, replace(request, goal="", rounds=rounds), cancel=cancel, on_step=on_step)
        with open_store(settings) as opened:
            documents = opened.current(learnt.app)
        with_them = carried_out("The same task, with the documents", "auto")
        shuffled = carried_out("The control: the same documents, shuffled among the elements", "shuffled")
        write_picture(from_device(settings, APP), picture, follow=False)
    pages = _write_report(learnt, out / "learning.html"), _write_report(with_them, out / "task.html")
    return DemoResult({"none": none, "learnt": with_them, "shuffled": shuffled}, learnt, documents, picture, pages)


def _make_folder(out: Path) -> None:
    """Make the folder for the demo. Raises UsageError if that fails, or if one of the files to write is a link."""
    refuse_links(*(out / name for name in ("runs", "marked.png", "task.html", "learning.html")))
    try:
        private_folder(out)
    except OSError as error:
        raise UsageError(f"no folder {out} can be made ({error.strerror}); name another with --out") from error


def _write_report(result: Result, to: Path) -> Path:
    write_page(render(load_run(Path(result.run))), to)
    return to
