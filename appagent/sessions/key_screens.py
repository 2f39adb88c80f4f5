"""Keep the screens of each experience, as trees and pictures, in a folder beside the store.

They are copies of files in the run's folder, where secrets are masked already. No record has them, so no pack and no
hub gets them.
"""

import re
import shutil
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from appagent.errors import UsageError
from appagent.experience import FromRun, Plan
from appagent.files import private_folder, read_no_link, replace_private, writing
from appagent.screen.elements.identity import hashed
from appagent.store import Record

_OURS = re.compile(r"[0-9a-f]{16}")  # name of the folder of one plan
_MOST = 100  # experiences whose screens are kept
_LARGEST = 20_000_000  # bytes of a tree or a picture


def key_screens(store: Path, plan: Plan) -> Path:
    """Return the folder of the screens of a plan; it need not exist. store: path of the store."""
    return _all(store) / hashed(plan.app, *plan.task_key, *(move.place for move in plan.moves))


def keep_screens(store: Path, made: FromRun, run: Path) -> None:
    """Copy the screens of a plan from the folder of its run, each page once.

    Files are named by the number of the move that was made on the screen; the last screen has the next number. Only the
    newest 100 plans keep their screens.
    Raises UsageError if they cannot be written, or if the folder is a link.
    """
    folder, seen = key_screens(store, made.plan), set[str]()
    for each in (_all(store), folder):
        if each.is_symlink():
            raise UsageError(f"no screens are kept: {each} is a link")
    pages = [(move.page, f"{step:04}") for move, step in zip(made.plan.moves, made.steps, strict=True)]
    if made.plan.end:
        pages.append((made.plan.end, max(path.stem for path in run.glob("[0-9]*.xml"))))
    with writing(folder):
        private_folder(folder)
        for number, (page, step) in enumerate(pages, 1):
            paths = [] if page.screen_id in seen else [run / f"{step}.{ending}" for ending in ("xml", "jpg")]
            for path in paths:
                if path.is_file():
                    replace_private(folder / f"{number:02}{path.suffix}", read_no_link(path, _LARGEST))
            seen.add(page.screen_id)
    prune_screens(store, _MOST)


def prune_screens(store: Path, keep: int) -> int:
    """Delete the screens of all but the newest `keep` plans, and return the number of plans that lost theirs."""
    if not _all(store).is_dir() or _all(store).is_symlink():
        return 0
    ours = (each for each in _all(store).iterdir() if _OURS.fullmatch(each.name) and not each.is_symlink())
    with writing(_all(store)):
        folders = sorted(ours, key=lambda folder: folder.stat().st_mtime)
    old = folders[: max(0, len(folders) - keep)]
    for folder in old:
        forget_screens(folder)
    return len(old)


def forget_screens(folder: Path) -> None:
    """Delete the screens of one plan, if there are any. Raises UsageError if that fails."""
    with writing(folder), suppress(FileNotFoundError):
        shutil.rmtree(folder)


def forget_screens_of(store: Path, records: Iterable[Record]) -> None:
    """Delete the screens of all records that are experiences, as `forget_screens` does."""
    for each in records:
        if plan := each.facts.get("plan"):
            forget_screens(key_screens(store, Plan.from_json(plan)))


def _all(store: Path) -> Path:
    return store.parent / f"{store.name}.screens"
