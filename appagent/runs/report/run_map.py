"""Build the map of a run: the screens that the run saw, and the transitions between them."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from appagent.devices.captures.hierarchy import read_dump
from appagent.errors import DeviceError
from appagent.runs.trajectory import ASKED, Step

_LARGEST = 2_000_000  # bytes of a hierarchy; real ones have some 100,000, and a stranger's file may have any number


@dataclass(frozen=True)
class MapScreen:
    """Screen on the map of a run.

    name: a name for people; no two screens have the same.
    steps: the steps that began on the screen, in order.
    """

    name: str
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class MapTransition:
    """Transition between two screens on the map of a run.

    source, target: indices of the two screens in the list of screens.
    """

    source: int
    target: int
    steps: tuple[Step, ...]

    def by_words(self) -> dict[str, list[Step]]:
        """Return the steps of the transition, grouped by the description of their action."""
        by: dict[str, list[Step]] = {}
        for step in self.steps:
            by.setdefault(step.words, []).append(step)
        return by


def screens_and_transitions(
    steps: Sequence[Step], title: Callable[[Step], str] = lambda step: ""
) -> tuple[list[MapScreen], list[MapTransition]]:
    """Return the screens and the transitions of a run, each in the order in which it was first seen.

    title: function that returns what the screen of a step is called, or "" where that is not known; the name is then
    made of the activity.
    A step that learning judged BACK makes no transition, because the next step begins on the same screen. Steps in
    which a model was only asked about a screen are left out.
    """
    steps = [step for step in steps if step.outcome != ASKED]
    seen: dict[tuple[str, ...], list[Step]] = {}
    for step in steps:
        seen.setdefault(_key(step), []).append(step)
    order = {key: position for position, key in enumerate(seen)}
    transitions: dict[tuple[int, int], list[Step]] = {}
    for step, after in pairwise(steps):
        pair = order[_key(step)], order[_key(after)]
        done = step.outcome == "done" and step.decision != "BACK"
        if done and pair[0] != pair[1]:
            transitions.setdefault(pair, []).append(step)
    names = _distinct(title(steps[0]) or _name(steps[0], main=next(iter(seen))[0]) for steps in seen.values())
    screens = [MapScreen(name, tuple(steps)) for name, steps in zip(names, seen.values(), strict=True)]
    return screens, [MapTransition(*pair, tuple(steps)) for pair, steps in transitions.items()]


def first_transitions(transitions: Sequence[MapTransition]) -> list[MapTransition]:
    """Return, for each screen but the first, the transition by which it was first reached."""
    found: dict[int, MapTransition] = {}
    for each in transitions:
        if each.target:
            found.setdefault(each.target, each)
    return list(found.values())


def _key(step: Step) -> tuple[str, ...]:
    return step.app, step.activity, step.screen_id


def _name(step: Step, main: str) -> str:
    """Return a name for the screen of a step: the words of its activity.

    The app's name comes before them unless it is `main`.
    main: the package of the app that the run is about.

    >>> _name(Step(1, "", "com.android.launcher3", ".HomeScreenActivity", "", "", ""), main="com.example.notes")
    'launcher3: Home Screen'
    """
    last = step.activity.rpartition(".")[2]
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", last.removesuffix("Activity") or last)
    app = step.app.rpartition(".")[2]
    return (words or app or "screen") if step.app == main or not words else f"{app}: {words}"


def _distinct(names: Iterable[str]) -> list[str]:
    """Return the names with a number added to each that occurred before, so that all differ: "Home", "Home 2"."""
    times: Counter[str] = Counter()
    apart = []
    for name in names:
        times[name] += 1
        apart.append(name if times[name] == 1 else f"{name} {times[name]}")
    return apart


def title_of_step(step: Step, folder: Path) -> str:
    """Return the heading of the screen on which a step began, by the hierarchy that the run kept of it.

    "" if it kept none or one that cannot be read, and for a screen without a heading.
    folder: the run's folder.
    """
    file = folder / f"{step.number:04}.xml"
    try:
        if file.stat().st_size > _LARGEST:
            return ""
        return read_dump(file.read_text("utf-8"), size=step.size, app=step.app).heading
    except (OSError, UnicodeDecodeError, DeviceError):
        return ""
