"""Say what a way of showing a task is, and show one by lines: at the terminal, or from a script."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Protocol

from appagent.agent import View
from appagent.devices import Device
from appagent.runs.recorder import Recorder


class Showing(Protocol):
    """Way in which a person shows a task. Whatever they do becomes lines, such as `tap(3)` or `note that is it`.

    strict: True if a line that cannot be carried out ends the demonstration, as befits a script. seen: function that
    takes note of the screen in front, to which the next lines belong, and of the steps so far; None if the person is
    to be told in words instead. by: what `Demonstration.by` says.
    """

    @property
    def strict(self) -> bool:
        """Tell whether a line that cannot be carried out ends the demonstration."""

    @property
    def seen(self) -> Callable[[View], None] | None:
        """Return a function that is called with each view, or None."""

    @property
    def by(self) -> str:
        """Return the means by which the task is shown, such as "finger"."""

    def begin(self, device: Device, recorder: Recorder) -> AbstractContextManager[Device]:
        """Return a context in which the person can show something. It gives the device to act on and look at.

        device: the real one. recorder: of the demonstration, for its steps and secrets.
        """

    def __iter__(self) -> Iterator[str]:
        """Return the showing itself."""

    def __next__(self) -> str:
        """Return the next line, waiting for it. Raises StopIteration at the end.

        Raises LookAgain if the screen is no longer the one of the last view, so that a line would be about another one.
        """

    def say(self, words: str) -> None:
        """Give the person a message, of one or more lines."""

    def ask(self, words: str, answers: Sequence[tuple[str, str]]) -> str | None:
        """Put a question to the person, and return one of the answers; None if there is none, or nobody is there.

        answers: (answer, what it means) each.
        """


@dataclass
class Typed:
    """Showing by lines that a person types, or that are in a script.

    lines: the lines. strict: False for a person, who is told of a mistake and can type another line. heard: called with
    each message.
    """

    lines: Iterator[str]
    strict: bool = True
    heard: Callable[[str], None] = lambda words: None
    seen: Callable[[View], None] | None = None
    by: str = "terminal"

    def begin(self, device: Device, recorder: Recorder) -> AbstractContextManager[Device]:
        """Return a context that gives the device as it is."""
        return nullcontext(device)

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        return next(self.lines)

    def say(self, words: str) -> None:
        """Give a message to whoever hears what is said to the person."""
        self.heard(words)

    def ask(self, words: str, answers: Sequence[tuple[str, str]]) -> str | None:
        """Ask a person; a script is not asked."""
        if self.strict:
            return None
        self.heard(as_choice(words, answers))
        return chosen(next(self.lines, ""), answers)


def as_choice(words: str, answers: Sequence[tuple[str, str]]) -> str:
    """Return a question as a person reads it at a terminal, with its answers.

    >>> print(as_choice("Again?", [("yes", "each time"), ("no", "never")]))
    Again?
      yes: each time; no: never; Enter leaves it open
    """
    return f"{words}\n  {'; '.join(f'{answer}: {meaning}' for answer, meaning in answers)}; Enter leaves it open"


def chosen(line: str, answers: Sequence[tuple[str, str]]) -> str | None:
    """Return the answer that a typed line means: its word or the beginning of it; None for anything else."""
    typed = line.strip().lower()
    return next((answer for answer, _ in answers if typed and answer.startswith(typed)), None)
