"""Read files from other people safely, and write our own so that only the user can read them.

Our files are private because they show a phone's screen; only those that are meant to be shared are not. A file from
somebody else may be a pipe, a link or endless.
"""

import errno
import os
import re
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from appagent.errors import UsageError

_FILE, _FOLDER = 0o600, 0o700
_NO_FOLLOW, _NO_WAIT = getattr(os, "O_NOFOLLOW", 0), getattr(os, "O_NONBLOCK", 0)
_RUN = re.compile(r"\d{8}-\d{6}-.*")  # name of a run's folder


def read_file(path: Path, most: int) -> bytes:
    """Return the content of a file that the user named, without ever waiting for a pipe or a device.

    Raises UsageError if the file cannot be read, is not a regular file, or has more than `most` bytes.
    """
    return _content(path, most, follow=True)


def read_no_link(path: Path, most: int) -> bytes:
    """Return the content of a file in a folder that may be somebody else's, where a link may lead to private files.

    Raises UsageError as `read_file` does, and for a link.
    """
    return _content(path, most, follow=False)


def _content(path: Path, most: int, *, follow: bool) -> bytes:
    with _opened(path, follow=follow) as file:
        large = os.fstat(file.fileno()).st_size > most  # a sparse file may say that it has terabytes
        found = b"" if large else file.read(most + 1)
    if large or len(found) > most:
        raise UsageError(f"cannot read {path}: it has more than {most:,} bytes")
    return found


def read_lines(path: Path, most: int) -> Iterator[bytes]:
    """Yield the lines of a file one by one, without their line breaks, and without ever waiting for a pipe or a device.

    most: bytes that one line may have.
    Raises UsageError if the file cannot be read, is a link or no regular file, or has a longer line.
    """
    with _opened(path, follow=False) as file:
        while line := file.readline(most + 2):
            if len(line.rstrip(b"\r\n")) > most:
                raise UsageError(f"cannot read {path}: it has a line of more than {most:,} bytes")
            yield line.rstrip(b"\r\n")


@contextmanager
def _opened(path: Path, *, follow: bool) -> Iterator[BinaryIO]:
    flags = os.O_RDONLY | _NO_WAIT | getattr(os, "O_BINARY", 0) | (0 if follow else _NO_FOLLOW)
    try:
        if not follow and path.is_symlink():
            raise UsageError(f"cannot read {path}: it is a link, to {path.readlink()}")
        number = os.open(path, flags)
        try:
            if not stat.S_ISREG(os.fstat(number).st_mode):
                raise UsageError(f"cannot read {path}: it is no regular file")
            with os.fdopen(number, "rb", closefd=False) as file:
                yield file
        finally:
            os.close(number)
    except (OSError, ValueError) as error:  # ValueError: for a name that no file can have
        reason = error.strerror if isinstance(error, OSError) else error
        raise UsageError(f"cannot read {path}: {reason}") from error


@contextmanager
def writing(what: object, advice: str = "") -> Iterator[None]:
    """Raise UsageError in place of an OSError in this block.

    what: the file or other thing that is written, for the message.
    advice: text at the end of the message, such as what to do.
    """
    try:
        yield
    except OSError as error:
        raise UsageError(f"cannot write {what}: {error.strerror or error}{advice}") from error


def open_private(path: Path, flags: int, *, follow: bool = False) -> int:
    """Open a file so that only the user may read it; return its descriptor. A missing file is created.

    flags: as for os.open.
    follow: True if the path may be a link. Leave it False for a path that the user did not type, because in somebody
    else's folder a link may lead anywhere. A file that existed with other permissions becomes private, too.
    Raises OSError, for a link too unless `follow`, and for a pipe that nobody reads, where others would wait.
    """
    file = os.open(path, flags | os.O_CREAT | _NO_WAIT | (0 if follow else _NO_FOLLOW), _FILE)
    if _NO_WAIT:
        os.set_blocking(file, True)
    with suppress(OSError, AttributeError):  # not ours, a pipe, or Windows, where the user's folder is private
        if stat.S_ISREG(os.fstat(file).st_mode):
            os.fchmod(file, _FILE)
    return file


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Run the `with` block while no other process is in such a block for the same folder. Raises OSError.

    Windows has no such lock; there the block just runs.
    """
    try:
        from fcntl import LOCK_EX, flock
    except ImportError:
        yield
        return
    held = os.open(folder, os.O_RDONLY)  # it is let go when the file is closed, also if the process dies
    try:
        flock(held, LOCK_EX)
        yield
    finally:
        os.close(held)


def write_private(path: Path, content: bytes, *, follow: bool = False) -> None:
    """Write `content` to a file that only the user may read, replacing what the file held. Raises OSError.

    follow: True if the path may be a link; else a link raises OSError.
    """
    with os.fdopen(open_private(path, os.O_WRONLY | os.O_TRUNC, follow=follow), "wb") as out:
        out.write(content)


def append_private(path: Path, text: str) -> None:
    """Append a text to a file that the user named, and make the file private. A link is followed. Raises OSError."""
    file = open_private(path, os.O_WRONLY | os.O_APPEND, follow=True)
    with os.fdopen(file, "a", encoding="utf-8", errors="backslashreplace") as out:
        out.write(text)


def replace_private(path: Path, content: bytes) -> None:
    """Replace a file in a single step by one with this content, which only the user may read. Raises OSError.

    So after a crash the file has either the old content or the new. A link is replaced, not followed.
    """
    with _replacement(path, _FILE) as new, open(new, "wb") as out:
        out.write(content)
        out.flush()
        os.fsync(out.fileno())


def write_shared(path: Path, content: bytes) -> None:
    """Replace a file in a single step by one with this content, for others to read as the umask allows.

    If the file existed, its permissions are kept. A link is replaced, not followed. Raises OSError.
    """
    with _replacement(path, 0o666) as new:
        new.write_bytes(content)
        with suppress(FileNotFoundError):
            found = path.stat(follow_symlinks=False).st_mode
            if stat.S_ISREG(found):  # anybody may do anything with a link itself
                new.chmod(stat.S_IMODE(found))


@contextmanager
def _replacement(path: Path, mode: int) -> Iterator[Path]:
    """Yield the path of a new file with these permissions, which replaces the file at `path` when the block ends."""
    new = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    new.touch(mode, exist_ok=False)
    try:
        yield new
        os.replace(new, path)
    finally:
        new.unlink(missing_ok=True)


def shipped_folder(inside: str, beside: str) -> Path:
    """Return a folder of files that come with this package, such as the prompts.

    inside: the folder's name within the installed package.
    beside: its name in a clone of the repository, where the folder is beside the package.
    """
    package = Path(__file__).parent
    return package / inside if (package / inside).is_dir() else package.parent / beside


def private_folder(path: Path) -> None:
    """Create a folder and its missing parents, so that only the user can open them.

    Folders that exist keep their permissions. Raises OSError.
    """
    missing = [folder for folder in (path, *path.parents) if not folder.exists()]
    for folder in reversed(missing):
        with suppress(FileExistsError):  # another process was faster
            new_private_folder(folder)
    if not path.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(path))


def new_private_folder(path: Path) -> None:
    """Create one folder that only the user can open.

    Raises FileExistsError if there is a file or folder at the path already, and OSError if the folder cannot be
    created.
    """
    path.mkdir(mode=_FOLDER)
    path.chmod(_FOLDER)  # gives back what the umask took away


def refuse_links(*paths: Path) -> None:
    """Raise UsageError if one of the paths is a link, or if a relative path leads through a folder that is a link."""
    for path in paths:
        for part in (path,) if path.is_absolute() else (path, *path.parents):
            if part.is_symlink():
                raise UsageError(f"{part} is a link, to {part.readlink()}; remove it, or name another folder")


def make_private(folder: Path) -> None:
    """Make a folder private to the user, unless it belongs to somebody else or is shared like /tmp."""
    with suppress(OSError, AttributeError):
        found = folder.stat()
        if found.st_uid == os.geteuid() and not found.st_mode & stat.S_ISVTX:
            folder.chmod(_FOLDER)


def make_runs_private(runs: Path) -> None:
    """Make the folder of all runs private to the user, unless it holds anything but runs."""
    with suppress(OSError):
        if all(_RUN.fullmatch(name) for name in os.listdir(runs)):
            make_private(runs)
