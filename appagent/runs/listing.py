"""List the runs in a folder, and delete old ones."""

import os
import shutil
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from appagent.errors import UsageError
from appagent.runs.recorder import claim
from appagent.runs.trajectory import LOG, lines_of, load_run


def runs_in(folder: Path) -> list[Path]:
    """Return the folders of all runs in a folder, the newest first; an empty list if the folder does not exist."""
    if not folder.is_dir():
        return []
    return sorted((path.parent for path in folder.glob(f"*/{LOG}")), key=lambda path: path.name, reverse=True)


def start_of(folder: Path) -> Mapping[str, Any]:
    """Return the first line of a run's trajectory as plain JSON; an empty dict if it cannot be read."""
    with suppress(UsageError):
        return next(iter(lines_of(folder)), {})
    return {}


def prune_runs(folder: Path, keep: int) -> list[Path]:
    """Delete all runs except the newest `keep`, and return the folders that were deleted.

    Never deleted are folders that hold no readable run, links to runs elsewhere, and runs that are still in progress.
    Raises UsageError if deleting fails.
    """
    runs = [path for path in runs_in(folder) if not path.is_symlink() and _readable(path)]
    old = [path for path in runs[keep:] if not _under_way(path)]
    for path in old:
        try:
            shutil.rmtree(path)
        except OSError as error:
            raise UsageError(f"cannot delete the run in {path}: {error.strerror}") from error
    return old


def _readable(folder: Path) -> bool:
    try:
        load_run(folder)
    except UsageError:
        return False
    return True


def _under_way(folder: Path) -> bool:
    file = os.open(folder / LOG, os.O_RDONLY)
    try:
        claim(file, f"the run in {folder}")
    except UsageError:
        return True
    os.close(file)
    return False
