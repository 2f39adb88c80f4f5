"""Files: those of others read within bounds, and our own made for their user alone.

What is on a phone's screen is nobody else's business, and what somebody handed over may be a pipe, a link or endless.
"""

import os
import re
import stat
from contextlib import suppress
from pathlib import Path

from appagent.errors import UsageError

_FILE, _FOLDER = 0o600, 0o700
_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)
_RUN = re.compile(r"\d{8}-\d{6}-.*")  # how a run's folder is named


def content(path: Path, most: int) -> bytes:
    """A file's bytes. Raises UsageError where it cannot be read, is no regular file, or has more than `most`.

    A pipe or a device is never waited for.
    """
    try:
        number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        try:
            if not stat.S_ISREG(os.fstat(number).st_mode):
                raise UsageError(f"cannot read {path}: it is no regular file")
            with os.fdopen(number, "rb", closefd=False) as file:
                found = file.read(most + 1)
        finally:
            os.close(number)
    except (OSError, ValueError) as error:  # ValueError: of a name that no file can have
        reason = error.strerror if isinstance(error, OSError) else error
        raise UsageError(f"cannot read {path}: {reason}") from error
    if len(found) > most:
        raise UsageError(f"cannot read {path}: it has more than {most:,} bytes")
    return found


def open_private(path: Path, flags: int, *, follow: bool = False) -> int:
    """A descriptor of a file that only its user may read, made where it is not there yet; raises OSError.

    follow: whether the path may be a link, which only a person's own word makes it: in a folder from somebody else a
    link leads to whatever they like. Neither a file from before nor the umask changes who may read it.
    """
    file = os.open(path, flags | os.O_CREAT | (0 if follow else _NO_FOLLOW), _FILE)
    with suppress(OSError, AttributeError):  # not ours, a pipe, or Windows, where the user's folder is private
        if stat.S_ISREG(os.fstat(file).st_mode):
            os.fchmod(file, _FILE)
    return file


def write_private(path: Path, content: bytes, *, follow: bool = False, synced: bool = False) -> None:
    """Put content in the place of what a file holds; raises OSError. synced: it is on disk when this returns."""
    file = open_private(path, os.O_WRONLY | os.O_TRUNC, follow=follow)
    with os.fdopen(file, "wb") as out:
        out.write(content)
        if synced:
            out.flush()
            os.fsync(file)


def private_folder(path: Path) -> None:
    """Make a folder, and those that lead to it, for their user alone; one that is there stays as it is.

    Raises OSError.
    """
    missing = [folder for folder in (path, *path.parents) if not folder.exists()]
    for folder in reversed(missing):
        with suppress(FileExistsError):  # another process was faster
            new_private_folder(folder)
    if not path.is_dir():
        raise FileExistsError(f"{path} is no folder")


def new_private_folder(path: Path) -> None:
    """Make one folder for its user alone. Raises FileExistsError where there is one, and OSError."""
    path.mkdir(mode=_FOLDER)
    path.chmod(_FOLDER)  # whatever the umask took away


def refuse_links(*paths: Path) -> None:
    """Raise UsageError where a path of ours, or what leads to it in the current folder, is a link."""
    for path in paths:
        for part in (path,) if path.is_absolute() else (path, *path.parents):
            if part.is_symlink():
                raise UsageError(f"{part} is a link, to {part.readlink()}; name another folder with --out")


def tighten(folder: Path) -> None:
    """Close our own folder to others; what is somebody else's, or no folder of ours alone, stays as it is."""
    with suppress(OSError, AttributeError):
        found = folder.stat()
        if found.st_uid == os.geteuid() and not found.st_mode & stat.S_ISVTX:
            folder.chmod(_FOLDER)


def tighten_runs(runs: Path) -> None:
    """Close the folder that runs are kept in, if there is nothing in it but runs."""
    with suppress(OSError):
        if all(_RUN.fullmatch(name) for name in os.listdir(runs)):
            tighten(runs)
