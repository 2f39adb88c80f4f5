"""What others on the same machine may do with files and folders."""

import stat
from pathlib import Path


def seen_by_others(folder: Path) -> list[str]:
    """What under a folder others could read, write or look into, itself included; stores aside."""
    paths = [folder, *folder.rglob("*")]
    return [f"{path}: {mode(path):o}" for path in paths if ".sqlite" not in path.name and mode(path) & 0o077]


def mode(path: Path) -> int:
    """The permissions of a path."""
    return stat.S_IMODE(path.stat().st_mode)
