"""Define the options by which a person demonstrates a task: by finger, in a browser, or line by line."""

import os
import select
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from appagent.cli.shared import show
from appagent.errors import UsageError

if TYPE_CHECKING:
    from rich.console import Console

    from appagent.learning.demonstrations.showing import Showing

Web = Annotated[bool, typer.Option("--web", help="Show it in a browser, on the phone's live screen.")]
Touch = Annotated[bool, typer.Option("--touch", help="Show it with your finger on the phone.")]
Text = Annotated[bool, typer.Option("--text", help="Show it line by line, at the terminal or from a script.")]
_HINT = 'tap 3, long 3, type 4 "milk", swipe up, back, note WORDS, undo, stop; help tells more'


def choose_showing(
    out: "Console", task: str, app: str, device: str, *, touch: bool, web: bool, text: bool
) -> "Showing":
    """Return how the person demonstrates a task, by the options.

    Without an option, a person at a terminal uses a finger on an Android phone; otherwise the steps are typed lines.
    out: where the person is told what to do.
    device: as the settings name it.
    Raises UsageError if several options are given.
    """
    from appagent.devices.drivers import ANDROID, split

    if touch + web + text > 1:
        raise UsageError("--touch, --web and --text are three ways to show a task; choose one")
    touch = touch or (not (web or text) and sys.stdin.isatty() and split(device)[0] == ANDROID)

    def say(words: str) -> None:
        for line in words.split("\n"):
            show.put(out, line)

    if web:
        from appagent.web.recording import Recording

        return Recording(say, task, app)
    if touch:
        from appagent.learning.demonstrations.by_finger import ByFinger

        return ByFinger(say, _EnteredLines())
    from appagent.learning.demonstrations.showing import Typed

    person = sys.stdin.isatty()
    if person:
        out.print(_HINT, markup=False)
    return Typed(_typed_lines(out) if person else _script_lines(), not person, say)


class _EnteredLines:
    """Reader of standard input that does not wait: each call returns a line that was entered, or None.

    At the end of the input it returns "stop". On Windows it always returns None, because waiting lines cannot be
    detected.
    """

    def __init__(self) -> None:
        self._rest, self._ended = b"", sys.platform == "win32"

    def __call__(self) -> str | None:
        while not self._ended and b"\n" not in self._rest and select.select([0], [], [], 0)[0]:
            part = os.read(0, 4096)
            self._ended = not part
            self._rest += part or b"\nstop\n"
        line, found, self._rest = self._rest.partition(b"\n") if b"\n" in self._rest else (b"", b"", self._rest)
        return line.decode("utf-8", errors="replace").strip() or None if found else None


def _typed_lines(out: "Console") -> Iterator[str]:
    """Yield the lines that a person types at the terminal, until Ctrl-D."""
    while True:
        try:
            yield out.input("> ", markup=False)
        except EOFError:
            return


def _script_lines() -> Iterator[str]:
    """Yield the lines of standard input, decoded as UTF-8."""
    for line in sys.stdin.buffer:
        yield line.decode("utf-8", errors="replace").removeprefix("\ufeff")
