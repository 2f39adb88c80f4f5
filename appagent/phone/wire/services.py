"""Services of the phone's adbd by their names; every front end opens them here."""

import struct
import traceback
from collections.abc import Callable

from appagent.phone.core import Phone
from appagent.phone.wire import console, sync
from appagent.phone.wire.automator import Automator
from appagent.phone.wire.commands import Terminal
from appagent.phone.wire.shell import Shell
from appagent.phone.wire.streams import Stream
from appagent.phone.wire.system import LogLine, System

Handler = Callable[[Stream], None]

FEATURES = "shell_v2,cmd,stat_v2"
_STDOUT, _STDERR, _EXIT = 1, 2, 3


class Services:
    """Services of one phone, shared by all clients."""

    def __init__(self, phone: Phone) -> None:
        self.system = System(phone)
        self._automator = Automator(self.system)
        self._shell = Shell(self.system, self._automator)

    def open(self, service: str) -> Handler | None:
        """Return the handler for a stream of a service; None if the phone refuses the service.

        The handler returns when the service is done, and its front end then ends the stream. It raises
        OSError or EOFError when the client left early.
        """
        name, _, rest = service.partition(":")
        kind, *options = name.split(",")
        if kind == "shell":
            return lambda stream: self._run(stream, rest, "v2" in options, "raw" not in options)
        if kind == "exec" and rest:
            return lambda stream: self._run(stream, rest, packets=False, tty=False)
        if kind == "sync":
            return lambda stream: sync.serve(self.system.files, stream)
        if kind == "tcp" and rest.isdecimal() and self._automator.listens(int(rest)):
            return self._automator.serve
        if kind == "framebuffer":
            return lambda stream: stream.write(self.system.frames.framebuffer())
        return None

    def failed(self, error: Exception) -> None:
        """Log an exception that a client's request caused; only the client's own stream ends."""
        at = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{at.filename.rpartition('/')[2]}:{at.lineno}"
        self.system.note(LogLine("adbd", f"{type(error).__name__} in {where}: {error!s:.200}", "E"))

    def close(self) -> None:
        """Switch the phone off: end all waiting and every uiautomator2 connection."""
        self.system.close()
        self._automator.stop()

    def _run(self, stream: Stream, line: str, packets: bool, tty: bool) -> None:
        """Run a command line, or without one everything that is typed.

        packets: use the shell protocol, which tells stdout, stderr and exit status apart; tty: the client has a
        terminal.
        """

        def send(kind: int, data: bytes) -> None:
            if data:
                stream.write(struct.pack("<BI", kind, len(data)) + data if packets else data)

        if line:
            terminal = Terminal(stream, lambda data: send(_STDOUT, data), lambda data: send(_STDERR, data))
            status = self._shell.run(line, terminal)
        else:
            status = console.converse(self._shell, stream, send, packets, tty)
        if packets:
            send(_EXIT, bytes([status]))
