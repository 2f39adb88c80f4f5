"""File system of the phone: a small tree in memory, with POSIX errors."""

import errno
import os
import posixpath
import stat
import threading
import time
from copy import copy
from dataclasses import dataclass, field, replace

_FOLDERS = (
    "/data/local/tmp",
    "/storage/emulated/0/DCIM",
    "/storage/emulated/0/Download",
    "/storage/emulated/0/Pictures",
    "/system/bin",
)
ROOM = 256 << 20  # bytes that all files have together
_OWN = ("/data/local/tmp", "/storage/emulated/0")  # all that adb's user may change; the rest is the system's
_LINKS = {"/sdcard": "/storage/emulated/0", "/mnt/sdcard": "/storage/emulated/0"}


@dataclass(frozen=True)
class Entry:
    """One file or folder. mode: as in `stat`; mtime: seconds since 1970."""

    mode: int
    content: bytes = b""
    mtime: int = field(default_factory=lambda: int(time.time()))

    @property
    def is_folder(self) -> bool:
        """Tell whether the entry is a folder."""
        return stat.S_ISDIR(self.mode)


class Files:
    """Tree of files; paths are absolute or relative to a folder, which is / at first.

    Raises the OSErrors that Android's libc would.
    """

    _built = False

    def __init__(self) -> None:
        self.folder = "/"
        self._lock = threading.RLock()
        self._entries = {"/": Entry(stat.S_IFDIR | 0o755)}
        for folder in _FOLDERS:
            self.make_folder(folder, parents=True)
        self._built = True

    def at(self, folder: str) -> "Files":
        """Return the same files as seen from a folder: what one changes, the other shows."""
        if not self.stat(folder).is_folder:
            raise _error(errno.ENOTDIR, folder)
        seen = copy(self)
        seen.folder = posixpath.normpath(posixpath.join(self.folder, folder))
        return seen

    def change_mode(self, path: str, mode: int) -> None:
        """Set the permissions of a file or folder. A file without those of its owner cannot be read or changed."""
        with self._lock:
            entry = self.stat(path)
            self._check(path)
            self._entries[self._absolute(path)] = replace(entry, mode=stat.S_IFMT(entry.mode) | stat.S_IMODE(mode))

    def _check(self, path: str) -> None:
        """Raise OSError if the system keeps a place to itself."""
        at = self._absolute(path)
        if self._built and not any(at.startswith(f"{own}/") for own in _OWN):
            raise _error(errno.EACCES if at.startswith("/data/") else errno.EROFS, path)

    def _absolute(self, path: str) -> str:
        return _absolute(posixpath.join(self.folder, path))

    def stat(self, path: str) -> Entry:
        """Return the file or folder at a path."""
        with self._lock:
            try:
                return self._entries[self._absolute(path)]
            except KeyError:
                raise _error(errno.ENOENT, path) from None

    def read(self, path: str) -> bytes:
        """Read a file's content."""
        entry = self.stat(path)
        if entry.is_folder:
            raise _error(errno.EISDIR, path)
        if not entry.mode & stat.S_IRUSR:
            raise _error(errno.EACCES, path)
        return entry.content

    def write(self, path: str, content: bytes, mode: int = 0o644, append: bool = False) -> None:
        """Make or replace a file in a folder that exists."""
        with self._lock:
            at = self._absolute(path)
            if not self.stat(posixpath.dirname(at)).is_folder:
                raise _error(errno.ENOTDIR, path)
            before = self._entries.get(at, Entry(stat.S_IFREG | stat.S_IMODE(mode)))
            if before.is_folder:
                raise _error(errno.EISDIR, path)
            self._check(path)
            if not before.mode & stat.S_IWUSR and at in self._entries:
                raise _error(errno.EACCES, path)
            used = sum(len(entry.content) for entry in self._entries.values())
            if used + len(content) - (0 if append else len(before.content)) > ROOM:
                raise _error(errno.ENOSPC, path)
            made = Entry(stat.S_IFREG | stat.S_IMODE(mode), before.content + content if append else content)
            self._entries[at] = made

    def touch(self, path: str, mtime: int) -> None:
        """Set the time of a file's last change."""
        with self._lock:
            self.stat(path)
            self._check(path)
            self._entries[self._absolute(path)] = replace(self.stat(path), mtime=mtime)

    def make_folder(self, path: str, parents: bool = False) -> None:
        """Make a folder; with `parents`, also the missing folders above, and an existing folder is no error."""
        with self._lock:
            at = self._absolute(path)
            if at in self._entries:
                if parents and self._entries[at].is_folder:
                    return
                raise _error(errno.EEXIST, path)
            self._check(path)
            if parents:
                self.make_folder(posixpath.dirname(at), parents=True)
            if not self.stat(posixpath.dirname(at)).is_folder:
                raise _error(errno.ENOTDIR, path)
            self._entries[at] = Entry(stat.S_IFDIR | 0o771)

    def remove(self, path: str, folders: bool = False) -> None:
        """Remove a file; with `folders`, a folder and all in it."""
        with self._lock:
            at = self._absolute(path)
            if self.stat(at).is_folder and not folders:
                raise _error(errno.EISDIR, path)
            if at == "/":
                raise _error(errno.EBUSY, path)
            self._check(path)
            for name in [name for name in self._entries if name == at or name.startswith(f"{at}/")]:
                del self._entries[name]

    def names(self, path: str) -> list[str]:
        """List the names in a folder, sorted."""
        with self._lock:
            at = self._absolute(path)
            if not self.stat(path).is_folder:
                raise _error(errno.ENOTDIR, path)
            return sorted(posixpath.basename(p) for p in self._entries if p != "/" and posixpath.dirname(p) == at)


def _absolute(path: str) -> str:
    """Normalise a path: without ".." and "//", and with links followed.

    >>> _absolute("/sdcard//Download/../a.txt")
    '/storage/emulated/0/a.txt'
    """
    whole = posixpath.normpath(f"/{path}").replace("//", "/", 1)
    for link, target in _LINKS.items():
        if whole == link or whole.startswith(f"{link}/"):
            return target + whole[len(link) :]
    return whole


def _error(number: int, path: str) -> OSError:
    return OSError(number, os.strerror(number), path)
