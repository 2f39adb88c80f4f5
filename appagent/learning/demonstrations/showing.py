"""Define how a person demonstrates a task, and implement it for lines typed at the terminal or read from a script."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Protocol

from appagent.agent import View
from appagent.devices import Device
from appagent.runs.recorder import Recorder


class Showing(Protocol):
    """Means by which a person demonstrates a task. It is an iterator over lines such as `tap(3)` or `note that is it`.

    strict: True if a line that cannot be carried out ends the demonstration, as in a script.
    seen: function that is called with each view, that is, with the screen that the next lines are about. None if the
    person is to be told in words instead.
    by: the means, as in `Demonstration.by`.
    """

    @property
    def strict(self) -> bool:
        """Tell whether a line that cannot be carried out ends the demonstration."""

    @property
    def seen(self) -> Callable[[View], None] | None:
        """Return a function that is called with each view, or None."""

    @property
    def by(self) -> str:
        """Return the means by which the person demonstrates the task, such as "finger"."""

    def begin(self, device: Device, recorder: Recorder) -> AbstractContextManager[Device]:
        """Return a context in which the person can demonstrate; entering it gives the device to use from then on.

        device: the device as it was opened.
        recorder: has the steps and secrets of the demonstration.
        """

    def __iter__(self) -> Iterator[str]:
        """Return this object."""

    def __next__(self) -> str:
        """Wait for the next line and return it. Raises StopIteration at the end.

        Raises LookAgain if the screen is no longer the one of the last view, so that a line would be about the wrong
        screen.
        """

    def say(self, words: str) -> None:
        """Give the person a message, of one or more lines."""

    def ask(self, words: str, answers: Sequence[tuple[str, str]]) -> str | None:
        """Put a question to the person, and return the chosen answer, or None if nobody answers.

        answers: each as (answer, its meaning).
        """


@dataclass
class Typed:
    """Demonstration by lines that a person types, or that are in a script.

    lines: the lines.
    strict: False for a person, who can type another line after a mistake.
    heard: called with each message.
    """

    lines: Iterator[str]
    strict: bool = True
    heard: Callable[[str], None] = lambda words: None
    seen: Callable[[View], None] | None = None
    by: str = "terminal"

    def begin(self, device: Device, recorder: Recorder) -> AbstractContextManager[Device]:
        """Return a context that gives the device unchanged."""
        return nullcontext(device)

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        return next(self.lines)

    def say(self, words: str) -> None:
        """Pass a message on to `heard`."""
        self.heard(words)

    def ask(self, words: str, answers: Sequence[tuple[str, str]]) -> str | None:
        """Ask a person, and return the chosen answer or None. A script is not asked."""
        if self.strict:
            return None
        self.heard(as_choice(words, answers))
        return chosen_answer(next(self.lines, ""), answers)


def as_choice(words: str, answers: Sequence[tuple[str, str]]) -> str:
    """Return a question with its answers, as a person reads it at a terminal.

    >>> print(as_choice("Again?", [("yes", "each time"), ("no", "never")]))
    Again?
      yes: each time; no: never; Enter leaves it open
    """
    return f"{words}\n  {'; '.join(f'{answer}: {meaning}' for answer, meaning in answers)}; Enter leaves it open"


def chosen_answer(line: str, answers: Sequence[tuple[str, str]]) -> str | None:
    """Return the answer that a person chose by typing it or its beginning; None for any other line."""
    typed = line.strip().lower()
    return next((answer for answer, _ in answers if typed and answer.startswith(typed)), None)
