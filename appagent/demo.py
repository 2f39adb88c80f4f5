"""Both phases on the virtual phone, with no key and no phone: a task fails, the app is learnt, the task succeeds."""

import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from appagent.cancel import Cancel
from appagent.errors import UsageError
from appagent.files import private_folder, refuse_links
from appagent.runs.report import render, write
from appagent.runs.trajectory import read
from appagent.sessions import Order, Result, Told, learn, run
from appagent.sessions.looking import from_device, write_picture
from appagent.settings import load
from appagent.store import Record, Store

APP = "notes"
GOAL = "Create a note titled 'Trip' with the text 'Pack boots'"
CHECK = "any(n.title == 'Trip' and n.body == 'Pack boots' for n in notes.notes)"


@dataclass(frozen=True)
class Shown:
    """What the demo leaves. runs: by documents ("none", "learnt", "shuffled"). picture: a marked screen, PNG.

    pages: reports of the learning and of the run with documents, HTML.
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
    phase: Callable[[str], None],
    told: Told,
    ended: Callable[[Result], None],
    time_scale: float = 0.2,
) -> Shown:
    """Go through it with the offline agent, an empty temporary store and a fresh phone for each part.

    out: the folder for the pages, the picture and the runs. phase, told and ended hear of each part as it begins, of
    each step, and of how each task ended.
    """
    with tempfile.TemporaryDirectory() as scratch:
        settings = replace(
            load(), device="virtual", store=Path(scratch) / "store.sqlite", runs=out / "runs", time_scale=time_scale
        )
        order = Order(APP, GOAL, agent="offline", check=CHECK)
        refuse_links(settings.runs, *(out / name for name in ("marked.png", "task.html", "learning.html")))
        try:
            private_folder(out)
        except OSError as error:
            raise UsageError(f"no folder {out} can be made ({error.strerror}); name another with --out") from error
        phase(f"The task without documents: {GOAL}")
        none = run(settings, replace(order, docs="none"), cancel=cancel, told=told)
        ended(none)
        phase("Learning the app: every element is tried, and what it did is written down")
        learnt = learn(settings, replace(order, goal=""), cancel=cancel, told=told)
        with Store.open(settings.store) as store:
            documents = store.current(learnt.app)
        phase("The same task, with the documents")
        with_them = run(settings, order, cancel=cancel, told=told)
        ended(with_them)
        phase("The control: the same documents, shuffled among the elements")
        shuffled = run(settings, replace(order, docs="shuffled"), cancel=cancel, told=told)
        ended(shuffled)
        picture = out / "marked.png"
        write_picture(from_device(settings, APP), picture, follow=False)
    pages = _page(learnt, out / "learning.html"), _page(with_them, out / "task.html")
    return Shown({"none": none, "learnt": with_them, "shuffled": shuffled}, learnt, documents, picture, pages)


def _page(result: Result, to: Path) -> Path:
    write(render(read(Path(result.run))), to)
    return to
