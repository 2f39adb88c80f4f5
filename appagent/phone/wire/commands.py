"""Building blocks of shell commands: each is a function from a call to what it prints."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from appagent.phone.core import Phone
from appagent.phone.wire.files import Files
from appagent.phone.wire.streams import Stream, watch
from appagent.phone.wire.system import System

_T = TypeVar("_T")
_POLL_S = 0.05


@dataclass(frozen=True)
class Terminal:
    """Terminal of a command line. stream: raw, for commands that read from it or outlive their output."""

    stream: Stream
    out: Callable[[bytes], None]
    err: Callable[[bytes], None]


@dataclass(frozen=True)
class Call:
    """One command about to run.

    variables: the NAME=value words before it. files: the phone's files, as seen from the folder of the shell.
    given: what the command before it in a pipeline printed, or the file after "<"; None if there is neither.
    """

    system: System
    terminal: Terminal
    name: str
    args: list[str]
    variables: dict[str, str]
    files: Files
    given: bytes | None = None

    @property
    def phone(self) -> Phone:
        """Return the phone that the command runs on."""
        return self.system.phone

    def take(self, *flags: str) -> bool:
        """Remove flags from the arguments; return whether any was there."""
        found = [arg for arg in self.args if arg in flags]
        self.args[:] = [arg for arg in self.args if arg not in flags]
        return bool(found)

    def option(self, flag: str) -> str | None:
        """Remove a flag and the word after it from the arguments; return that word, or None without the flag."""
        if flag not in self.args[:-1]:
            return None
        at = self.args.index(flag)
        value = self.args[at + 1]
        del self.args[at : at + 2]
        return value


class CommandError(Exception):
    """Raised when a command fails, with its words for stderr and its exit status."""

    def __init__(self, message: str, status: int = 1) -> None:
        super().__init__(message)
        self.status = status


Command = Callable[[Call], str | bytes]


def usage(call: Call) -> CommandError:
    """Build the error for words that no version of the command knows, or that this phone does not."""
    words = " ".join([call.name, *call.args])
    return CommandError(f"Error: unknown command '{words}' on this phone\n", 255)


def arriving(call: Call, history: Callable[[], Sequence[_T]], seen: int) -> Iterator[_T]:
    """Yield what is added to a history after its first `seen` items, until the client leaves or the phone is off."""
    left = watch(call.terminal.stream)
    while call.system.poll(_POLL_S) and not left.is_set():
        now = list(history())  # which may grow while its items are sent
        yield from now[min(seen, len(now)) :]
        seen = len(now)
