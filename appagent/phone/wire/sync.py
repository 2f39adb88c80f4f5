"""File transfer of adb (`sync:`): push, pull, stat and list.

Source: SYNC.TXT and file_sync_protocol.h of adb.
"""

import contextlib
import posixpath
import struct

from appagent.phone.wire.files import ROOM, Entry, Files
from appagent.phone.wire.streams import Stream, read_exactly

_CHUNK = 64 * 1024  # the most that one DATA may carry
_LONGEST_NAME = 1024


def serve(files: Files, stream: Stream) -> None:
    """Answer requests until QUIT, or until the client leaves between two of them."""
    while True:
        try:
            command, size = struct.unpack("<4sI", read_exactly(stream, 8))
            if command == b"QUIT":
                return
            if size > _LONGEST_NAME:
                _fail(stream, f"name of {size} bytes; at most {_LONGEST_NAME} are allowed")
                return
            path = read_exactly(stream, size).decode("utf-8", "replace")
        except EOFError:
            return
        try:
            if not _answer(files, stream, command, path):
                return
        except OSError as error:
            if error.strerror is None or error.filename is None:  # the connection's error, not a file's
                raise
            _fail(stream, f"{error.strerror}: {error.filename}")


def _answer(files: Files, stream: Stream, command: bytes, path: str) -> bool:
    """Carry out one request; return False if the conversation cannot go on."""
    if command == b"STAT":
        entry = _found(files, path)
        facts = (entry.mode, len(entry.content), entry.mtime) if entry else (0, 0, 0)
        stream.write(struct.pack("<4sIII", b"STAT", *facts))  # clients read it with one recv
    elif command in (b"STA2", b"LST2"):
        stream.write(_long_stat(command, _found(files, path)))
    elif command == b"LIST":
        _list(files, stream, path)
    elif command == b"RECV":
        content = files.read(path)
        for at in range(0, len(content), _CHUNK):
            part = content[at : at + _CHUNK]
            stream.write(struct.pack("<4sI", b"DATA", len(part)) + part)
        stream.write(struct.pack("<4sI", b"DONE", 0))
    elif command == b"SEND":
        _receive(files, stream, path)
    else:
        _fail(stream, f"unknown command {command.decode('ascii', 'replace')}")
        return False
    return True


def _found(files: Files, path: str) -> Entry | None:
    with contextlib.suppress(OSError):
        return files.stat(path)
    return None


def _long_stat(command: bytes, entry: Entry | None) -> bytes:
    """Pack error, dev, ino, mode, nlink, uid, gid, size, atime, mtime and ctime of an entry."""
    if entry is None:
        return struct.pack("<4sIQQIIIIQqqq", command, 2, *[0] * 10)
    times = (entry.mtime,) * 3
    return struct.pack("<4sIQQIIIIQqqq", command, 0, 1, 1, entry.mode, 1, 2000, 2000, len(entry.content), *times)


def _list(files: Files, stream: Stream, path: str) -> None:
    entry = _found(files, path)
    names = files.names(path) if entry and entry.is_folder else []
    lines = []
    for name in names:
        inside = files.stat(posixpath.join(path, name))
        encoded = name.encode()
        header = (b"DENT", inside.mode, len(inside.content), inside.mtime, len(encoded))
        lines.append(struct.pack("<4sIIII", *header) + encoded)
    stream.write(b"".join(lines) + struct.pack("<4sIIII", b"DONE", 0, 0, 0, 0))


def _receive(files: Files, stream: Stream, request: str) -> None:
    """Receive a file (SEND): "path,mode", DATA... and DONE with the time; refuse only after all is read."""
    path, _, mode = request.rpartition(",")
    content = bytearray()
    while True:
        kind, size = struct.unpack("<4sI", read_exactly(stream, 8))
        if kind == b"DONE":
            break
        if kind != b"DATA" or size > _CHUNK:
            raise EOFError(f"{kind!r} of {size} bytes where DATA or DONE was due")
        part = read_exactly(stream, size)
        if len(content) <= ROOM:  # no disk has room for more
            content += part
    files.make_folder(posixpath.dirname(path), parents=True)
    files.write(path, bytes(content), int(mode) if mode.isdigit() else 0o644)
    files.touch(path, size)  # DONE carries the time where DATA has its length
    stream.write(struct.pack("<4sI", b"OKAY", 0))


def _fail(stream: Stream, reason: str) -> None:
    encoded = reason.encode()
    stream.write(struct.pack("<4sI", b"FAIL", len(encoded)) + encoded)
