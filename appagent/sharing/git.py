"""Merge documents in git: if two branches both added lines, the result has all lines of both, sorted.

In a clone in which `docs git-init` was called, git calls a command of ours (a merge driver) for this. In any other
clone, git's own union merge keeps the lines of both sides, but not sorted. AppAgent can read that just as well.
"""

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from appagent.errors import StoreError, UsageError
from appagent.files import refuse_links, write_shared, writing
from appagent.store.as_text.exporting import content_of, united
from appagent.store.as_text.jsonl import DOCUMENTS_FILE, OUTCOMES_FILE, SCREENS_FILE, parsed
from appagent.store.as_text.record_lines import (
    Counts,
    count_lines,
    read_counts,
    read_record,
    read_screen,
    record_line,
    screen_line,
)
from appagent.store.checks import Handed

_DRIVER = "appagent"


def set_up(folder: Path) -> Path:
    """Configure this clone of a repository to merge the documents of a folder with our merge driver.

    Return the path of the folder's `.gitattributes`. It is made if it is missing, and has to be committed.
    Raises UsageError if the folder is in no git repository, if it or one of these files is a link, or if a file cannot
    be written.
    """
    shared = folder / ".gitattributes"
    refuse_links(folder, shared)  # in somebody else's repository a link may lead to a private file
    there = next(each for each in (folder.absolute(), *folder.absolute().parents) if each.is_dir())
    root = Path(_git(there, "rev-parse", "--show-toplevel"))  # before anything is made
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
    of_clone = folder / _git(folder, "rev-parse", "--git-path", "info/attributes")
    prefix = "".join(f"{part}/" for part in folder.resolve().relative_to(root.resolve()).parts)
    # -P: a folder called appagent in somebody's repository is not imported
    driver = f"{shlex.quote(sys.executable)} -P -m appagent docs merge %A %B %P"
    names = (DOCUMENTS_FILE, SCREENS_FILE, OUTCOMES_FILE)
    _git(folder, "config", f"merge.{_DRIVER}.name", "All documents of both sides")
    _git(folder, "config", f"merge.{_DRIVER}.driver", driver)
    _add_lines(of_clone, [f"{_pattern(prefix, name)} merge={_DRIVER}" for name in names])
    _add_lines(shared, [f"{_pattern('', name)} text eol=lf merge=union" for name in names])
    return shared


def merge_lines(ours: Path, theirs: Path, name: str) -> int:
    """Write the lines of two versions of a file, sorted, to the first one. This is the merge driver that git calls.

    name: the path of the file in the repository, which tells documents, screens and counters apart.
    Return how many records stay although a tombstone names them, as `exporting.Exported` describes.
    Raises StoreError, and changes nothing, if one of the versions cannot be read.
    """
    both, unheeded = (ours, theirs), 0
    try:
        if Path(name).name == SCREENS_FILE:
            found = united(Handed(screens=parsed(both, read_screen)))
            lines = [screen_line(row) for row in found.screens]
        elif Path(name).name == OUTCOMES_FILE:
            lines = _merged_counts(both)
        else:
            found = united(Handed(records=parsed(both, read_record)))
            lines, unheeded = [record_line(record) for record in found.records], found.unheeded
    except UsageError as error:
        raise StoreError(f"{name} cannot be merged, and is left as it is: {error}") from error
    with writing(ours):
        ours.write_bytes(content_of(lines))
    return unheeded


def _merged_counts(files: Sequence[Path]) -> list[bytes]:
    """Merge the counters in several versions of a file, and return the lines to write."""
    of_apps: dict[str, list[Counts]] = {}
    for app, counts in parsed(files, read_counts):
        of_apps.setdefault(app, []).append(counts)
    together = {
        app: united(*(Handed(helped=each.helped, outcomes=each.outcomes) for each in found)).counts
        for app, found in sorted(of_apps.items())
    }
    return [line for app, counts in together.items() for _, line in count_lines(app, counts)]


def _git(folder: Path, *words: str) -> str:
    try:
        done = subprocess.run(["git", *words], cwd=folder, capture_output=True, text=True, check=False)  # noqa: S603, S607
    except OSError as error:
        raise UsageError(f"git cannot be run ({error.strerror}); install it first") from error
    if done.returncode:
        why = done.stderr.strip().removeprefix("fatal: ").partition("\n")[0]
        raise UsageError(f"git cannot be set up for {folder}: {why:.200}; a repository is made with: git init")
    return done.stdout.rstrip("\n")


def _pattern(prefix: str, name: str) -> str:
    """Return the pattern for `.gitattributes` that matches a file in the folder of any app."""
    pattern = re.sub(r"([\\*?\[])", r"\\\1", prefix) + f"*/{name}"
    return json.dumps(pattern, ensure_ascii=False) if re.search(r"[\s\"\\]", pattern) else pattern


def _add_lines(file: Path, lines: list[str]) -> None:
    """Add lines to the end of a text file, except those that it has already."""
    with writing(file):
        before = file.read_text("utf-8") if file.exists() else ""
        missing = [line for line in lines if line not in before.splitlines()]
        if missing:
            file.parent.mkdir(exist_ok=True)
            end = "" if before.endswith("\n") or not before else "\n"
            write_shared(file, (before + end + "".join(f"{line}\n" for line in missing)).encode())
