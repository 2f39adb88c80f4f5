"""The screens that a run saw, and which of them led to which."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from appagent.runs.trajectory import Step


@dataclass(frozen=True)
class Place:
    """A screen, with the steps that began on it in order."""

    name: str
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class Way:
    """From one place to another (by their positions), with the steps that went it."""

    source: int
    target: int
    steps: tuple[Step, ...]

    def by_words(self) -> dict[str, list[Step]]:
        """Its steps by what was done."""
        by: dict[str, list[Step]] = {}
        for step in self.steps:
            by.setdefault(step.words, []).append(step)
        return by


def places_and_ways(steps: Sequence[Step]) -> tuple[list[Place], list[Way]]:
    """The map of a run, in the order in which it was seen.

    A step that learning took back leads nowhere: the next step begins where it began.
    """
    seen: dict[tuple[str, ...], list[Step]] = {}
    for step in steps:
        seen.setdefault(_key(step), []).append(step)
    order = {key: position for position, key in enumerate(seen)}
    ways: dict[tuple[int, int], list[Step]] = {}
    for step, after in pairwise(steps):
        pair = order[_key(step)], order[_key(after)]
        done = step.outcome == "done" and step.decision != "BACK" and after.number == step.number + 1
        if done and pair[0] != pair[1]:
            ways.setdefault(pair, []).append(step)
    names = _apart(_name(steps[0], main=next(iter(seen))[0]) for steps in seen.values())
    places = [Place(name, tuple(steps)) for name, steps in zip(names, seen.values(), strict=True)]
    return places, [Way(*pair, tuple(steps)) for pair, steps in ways.items()]


def _key(step: Step) -> tuple[str, ...]:
    return step.app, step.activity, step.screen_id


def _name(step: Step, main: str) -> str:
    """An activity as words; with its app where that is not the run's.

    >>> _name(Step(1, "", "com.android.launcher3", ".HomeScreenActivity", "", "", ""), main="com.example.notes")
    'launcher3: Home Screen'
    """
    last = step.activity.rpartition(".")[2]
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", last.removesuffix("Activity") or last)
    app = step.app.rpartition(".")[2]
    return (words or app or "screen") if step.app == main or not words else f"{app}: {words}"


def _apart(names: Iterable[str]) -> list[str]:
    """Names that differ: the second of one name gets a 2."""
    times: Counter[str] = Counter()
    apart = []
    for name in names:
        times[name] += 1
        apart.append(name if times[name] == 1 else f"{name} {times[name]}")
    return apart
