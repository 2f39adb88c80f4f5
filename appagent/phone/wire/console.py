"""Interactive `adb shell`: run lines one after another, from a terminal or from a script."""

import contextlib
import struct
from collections.abc import Callable, Iterator

from appagent.phone.wire.commands import Terminal
from appagent.phone.wire.shell import Place, Shell
from appagent.phone.wire.streams import Stream, read_exactly

_STDIN, _CLOSE_STDIN = 0, 4  # kinds of packets in the shell protocol
_LONGEST = 1 << 20  # bytes of a packet, or of a line
_PROMPT = b"virtual:/ $ "
_INTERRUPT, _END, _ERASE = b"\x03", b"\x04", (b"\x7f", b"\x08")
_ENTER = (b"\r", b"\n")


def converse(shell: Shell, stream: Stream, write: Callable[[int, bytes], None], packets: bool, tty: bool) -> int:
    """Run lines as they are typed until `exit` or the end; return the exit status.

    write: sends to 1 or 2, output or errors. packets: input comes in those of the shell protocol. tty: the client's
    terminal echoes nothing itself, so a prompt and the typed letters are sent back.
    """

    def show(number: int, data: bytes) -> None:
        write(number, data.replace(b"\n", b"\r\n") if tty else data)

    def prompt(data: bytes) -> None:
        if tty:
            show(1, data)

    keys, status = _Keys(stream, packets), 0
    place = Place()
    terminal = Terminal(keys, lambda data: show(1, data), lambda data: show(2, data))
    prompt(_PROMPT)
    for line in _lines(keys, prompt):
        status = shell.run(line, terminal, place)
        if line.split()[:1] == ["exit"]:
            break
        prompt(_PROMPT)
    return status


class _Keys:
    """Stream of typed keys. Reading gives b"" at the end and at Ctrl-C, which thus ends a waiting command."""

    def __init__(self, stream: Stream, packets: bool) -> None:
        self._stream, self._packets = stream, packets
        self._typed = b""
        self.over = False
        self.write, self.close, self.admit = stream.write, stream.close, stream.admit

    def read(self, limit: int) -> bytes:
        """Read some bytes, up to the next Ctrl-C."""
        if not self._typed:
            self._typed = self._next() if self._packets else self._stream.read(limit)
            self.over = not self._typed
        part = self._typed[:limit].partition(_INTERRUPT)[0]
        self._typed = self._typed[len(part) or 1 :]
        return part

    def _next(self) -> bytes:
        with contextlib.suppress(EOFError):
            while True:
                kind, size = struct.unpack("<BI", read_exactly(self._stream, 5))
                if size > _LONGEST:
                    return b""
                data = read_exactly(self._stream, size)
                if kind == _CLOSE_STDIN or (kind == _STDIN and data):
                    return data
        return b""


def _lines(keys: _Keys, echo: Callable[[bytes], None]) -> Iterator[str]:
    """Yield lines as they are finished. echo: shows the typed letters."""
    line = bytearray()
    while not keys.over:
        key = keys.read(1)
        if key in _ENTER:
            echo(b"\n")
            yield line.decode("utf-8", "replace")
            line.clear()
        elif key in _ERASE:
            erased = bool(line)
            while line and line.pop() & 0xC0 == 0x80:  # the bytes of one character
                pass
            echo(b"\b \b" if erased else b"")
        elif key == _END and not line:
            return
        elif key:
            if len(line) < _LONGEST:
                line += key
            echo(key)
        elif not keys.over:
            line.clear()
            echo(b"^C\n" + _PROMPT)
    if line:
        yield line.decode("utf-8", "replace")
