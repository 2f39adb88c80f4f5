"""What every fault of the virtual phone is made of: a name, a line, a moment at which it strikes, a seed."""

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from appagent.phone.app import Dialog, Page
from appagent.phone.hooks import FINE, Fate
from appagent.phone.windows import View

if TYPE_CHECKING:
    from PIL import Image

    from appagent.phone.core import Phone


@dataclass(frozen=True)
class Moment:
    """When a fault strikes; the first of these that is set counts.

    touch: just before this gesture is carried out, after all looks. gestures: after this many gestures. looks: after
    this many looks (a screenshot and the dump after it), before the screen is seen or touched again: while a model
    thinks. seconds: after so many seconds of the phone's own time.
    """

    touch: int | None = None
    gestures: int | None = None
    looks: int | None = None
    seconds: float | None = None

    def __str__(self) -> str:
        if self.touch is not None:
            return f"as gesture {self.touch} is on its way"
        if self.gestures is not None:
            return f"after {_number(self.gestures, 'gesture')}" if self.gestures else "at once"
        if self.looks is not None:
            return f"after {_number(self.looks, 'look')}, while a model thinks"
        return f"after {self.seconds:g} s" if self.seconds is not None else "at once"


class Fault:
    """Base class of the faults; each is a subclass in a file of this package.

    name: as the command line has it. line: what it does, for people. family: for the list. signs: a pattern; words by
    which a run's reason or notices name what happened. moment: when it strikes, if nothing else is said. ways_out:
    widgets of its window that may be touched, by their names in the phone's log. solvable: a task can be done in spite
    of it. restless: something never stops moving while it strikes. dice: random numbers, fixed by the seed.
    """

    name: ClassVar[str]
    line: ClassVar[str]
    family: ClassVar[str]
    signs: ClassVar[str]
    default: ClassVar[Moment] = Moment(looks=1)
    ways_out: ClassVar[frozenset[str]] = frozenset()
    solvable: ClassVar[bool] = True
    restless: ClassVar[bool] = False

    def __init__(self, seed: int = 0, moment: Moment | None = None) -> None:
        self.seed, self.moment = seed, moment or self.default
        self.dice = random.Random(f"{seed} {self.name}")  # noqa: S311 - no secret is drawn from it
        self.struck = False

    def strike(self, phone: "Phone") -> None:
        """Do what the fault does at its moment; called once, with the phone's lock held."""

    # Once it has struck

    def fate(self, phone: "Phone", call: str, kind: str) -> Fate:
        """Return what becomes of a call. call: its name; kind: as in hooks."""
        return FINE

    def connects(self, phone: "Phone") -> bool:
        """Tell whether a client that connects is served."""
        return True

    def dump(self, phone: "Phone", hierarchy: str) -> str:
        """Return the hierarchy that is told."""
        return hierarchy

    def picture(self, phone: "Phone", picture: "Image.Image") -> "Image.Image":
        """Return the picture that is shown."""
        return picture

    def page(self, view: View, built: Page | Dialog) -> Page | Dialog:
        """Return the page or dialog that an app shows."""
        return built

    # At any time

    def saw(self, phone: "Phone", hierarchy: str) -> None:
        """Note a true hierarchy before or after the moment."""

    def looked(self, picture: "Image.Image") -> None:
        """Note a true picture before or after the moment."""


def _number(number: int, what: str) -> str:
    """Count something in words, as in "1 look" or "2 looks"."""
    return f"{number} {what}{'s' * (number != 1)}"


class Times:
    """Counter of how often something still goes wrong."""

    def __init__(self, times: int) -> None:
        self.left = times

    def take(self) -> bool:
        """Use one up; return whether there was one."""
        self.left -= 1
        return self.left >= 0
