"""The runs in a folder: which there are, and deleting old ones."""

import os
import shutil
from pathlib import Path

from appagent.errors import UsageError
from appagent.runs.trajectory import LOG, claim, read


def runs_in(folder: Path) -> list[Path]:
    """Every run below a folder, the newest first."""
    if not folder.is_dir():
        return []
    return sorted((path.parent for path in folder.glob(f"*/{LOG}")), key=lambda path: path.name, reverse=True)


def prune(folder: Path, keep: int) -> list[Path]:
    """Delete all runs but the newest `keep`; those that were deleted. Raises UsageError where that fails.

    What is no run, or a link to one that lies elsewhere, is nobody's to delete; nor is a run that is under way.
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
        read(folder)
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
