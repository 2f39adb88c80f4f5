"""Compare how much of each app of the virtual phone is reached in so many steps: by the explorer, and by others.

    python bench/coverage.py [--apps DIR] [--only notes,shop] [--policies explorer,random,breadth,depth] [--seeds 3]
                             [--steps 2000] [--jobs 2] [--out out/coverage]

The others: random actions; breadth-first search, which goes on with the screen seen first that has something untried;
and DroidBot's greedy depth-first search, which tries all that a screen offers, and then goes to the nearest screen with
something untried. All go through one loop, guard and phone, so that only the choice differs. The phone is in this
process and its clock goes on by seconds with each gesture, so that nothing waits.

Screens are counted by their ids as read off the phone; those with 80% of the templates in common count as one, and so
do those that only the heading tells apart, such as the sheets of two contacts: 80% of the templates but for what they
say, and of the elements, are the same. Beside that, structures are counted: pages and dialogs that only headings,
questions and rows tell apart are one, such as the sheets of all contacts, but also the pages of all settings. Elements
are counted by their ids. Only those of the app itself count. What the guard refuses is no step when it is refused
first, since nothing is done. Plots and the counts go to the folder --out.
"""

import argparse
import json
import random
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from itertools import product
from pathlib import Path
from typing import Any, Protocol

from coverage_page import plot, table  # beside this file
from rich.console import Console

from appagent.actions import (
    Action,
    Back,
    Finish,
    Gesture,
    Key,
    LongPress,
    OpenAddress,
    Start,
    Stroke,
    Swipe,
    Tap,
    Touch,
    Type,
    TypeText,
    describe,
)
from appagent.agent import Decision, View
from appagent.agents.random_agent import RandomAgent
from appagent.devices.base import Device
from appagent.devices.captures.hierarchy import read_dump
from appagent.errors import ActionError
from appagent.guard import Guard
from appagent.learning.memory.screen_history import Act, Trail
from appagent.offline.explorer import OfflineExplorer
from appagent.phone import Phone, PhoneError
from appagent.phone.app import installed, is_built_in
from appagent.screen import Screen, unchanged
from appagent.screen.elements.identity import ASKS, TITLE, WEB
from appagent.screen.transitions import screen_key
from appagent.tasks import Task

SIZE = (360, 640)
AT = (100, 200, 500, 2000)
_REST_S, _GESTURE_S = 5.0, 1.0
_MOST_BACKS = 10  # in a row


class Quick(Device):
    """Virtual phone in this process. It is at rest whenever somebody looks at it."""

    serial = "quick"

    def __init__(self, seed: int, apps: Path | None) -> None:
        self._clock_s = 0.0
        self.phone = Phone(size=SIZE, seed=seed, apps=apps, now=lambda: self._clock_s)

    def capture(self) -> Screen:
        """Return the screen at rest."""
        self._clock_s += _REST_S
        return _read(self.phone.hierarchy(), *self.phone.foreground)

    def package(self, app: str) -> str:
        """Return the given package."""
        return app

    def close(self) -> None:
        """Leave the phone as it is."""

    def perform(self, gesture: Gesture) -> None:
        """Do a gesture, which takes a second."""
        self._clock_s += _GESTURE_S
        match gesture:
            case Touch(x, y, hold_s):
                self.phone.tap(x, y, hold_s)
            case Stroke(x1, y1, x2, y2, duration_s):
                self.phone.swipe([(x1, y1), (x2, y2)], duration_s)
            case Type(text, clear):
                self.phone.set_text(text) if clear else self.phone.type_text(text)
            case Key(name):
                self.phone.press(name)
            case Start(app, anew, at):
                if anew:
                    self.phone.stop(app)
                self.phone.start(app, at)
            case OpenAddress(url):
                self.phone.visit(url)
            case _:
                raise ActionError(f"{gesture} is not done here")


@lru_cache(maxsize=512)
def _read(hierarchy: str, app: str, activity: str) -> Screen:
    return read_dump(hierarchy, None, size=SIZE, app=app, activity=activity)


class Policy(Protocol):
    """Chooses actions, as an explorer does."""

    def choose(self, view: View, hidden: frozenset[int]) -> Decision:
        """Return the next action."""

    def learnt(self, act: Act, decision: str) -> None:
        """Note what the last action did."""


@dataclass
class Random:
    """Policy of random actions on any element, except on elements that must not be touched."""

    seed: int
    _chance: RandomAgent = field(init=False)

    def __post_init__(self) -> None:
        self._chance = RandomAgent(self.seed)

    def choose(self, view: View, hidden: frozenset[int]) -> Decision:
        """Return an action at random."""
        offered = tuple(e for e in view.screen.elements if e.mark not in hidden)
        return self._chance.decide(replace(view, screen=replace(view.screen, elements=offered)))

    def learnt(self, act: Act, decision: str) -> None:
        """Learn nothing."""


State = tuple[str, frozenset[str]]  # screen id, and ids of its elements
Event = tuple[str, str]  # element id, kind of action


@dataclass
class Search:
    """Search that tries all events of a screen, in an order that the seed shuffles, and then goes to another screen.

    deep: True for the nearest screen with something untried (DroidBot's greedy depth-first rule), False for the one
    seen first (breadth-first). If no way is known, it goes back.
    """

    seed: int
    deep: bool
    left: dict[State, list[Event]] = field(default_factory=dict)  # in the order in which the screens were seen
    ways: dict[State, dict[Event, State]] = field(default_factory=dict)
    _last: tuple[State, Event] | None = None
    _backs: int = 0

    def choose(self, view: View, hidden: frozenset[int]) -> Decision:
        """Return what is untried here, or the first action on the way to a screen with something untried."""
        screen = view.screen
        here = screen.screen_id, frozenset(element.id for element in screen.elements)
        if self._last:
            self.ways.setdefault(self._last[0], {})[self._last[1]] = here
        if here not in self.left:
            self.left[here] = _events(screen)
            random.Random(f"{self.seed} {len(self.left)}").shuffle(self.left[here])
        marks = {element.id: element.mark for element in screen.elements if element.mark not in hidden}
        event = self._next(here)
        while event and event[0] and event[0] not in marks:  # refused, or covered by now
            self.left[here] = [each for each in self.left[here] if each != event]
            self.ways.get(here, {}).pop(event, None)
            event = self._next(here)
        self._backs = 0 if event else self._backs + 1
        if self._backs > _MOST_BACKS:
            self.left.clear()  # the screen seen next is as new
            self._backs = 0
        event = event or ("", "back")
        if event in self.left.get(here, ()):
            self.left[here].remove(event)
        self._last = here, event
        return Decision(_action(event, marks))

    def learnt(self, act: Act, decision: str) -> None:
        """Forget where the last event led if it was refused."""
        if decision == "REFUSED":
            self._last = None

    def _next(self, here: State) -> Event | None:
        """Return the event to try here, or the first event on the path to another screen; None if no path is known."""
        paths = self._paths(here)
        wanted = [state for state in (paths if self.deep else self.left) if state in paths and self.left.get(state)]
        if not wanted:
            return None
        return paths[wanted[0]] or self.left[here][0]

    def _paths(self, here: State) -> dict[State, Event | None]:
        """Return the states that can be reached, nearest first, each with the first event on the path to it."""
        found: dict[State, Event | None] = {here: None}
        queue = deque([here])
        while queue:
            state = queue.popleft()
            for event, end in self.ways.get(state, {}).items():
                if end not in found:
                    found[end] = found[state] or event
                    queue.append(end)
        return found


def _events(screen: Screen) -> list[Event]:
    kinds = {"swipe": ("up", "down")}
    return [(e.id, kind) for e in screen.elements for each in e.actions for kind in kinds.get(each, (each,))]


def _action(event: Event, marks: Mapping[str, int]) -> Action:
    match event:
        case ("", _):
            return Back()
        case (name, "tap"):
            return Tap(marks[name])
        case (name, "long_press"):
            return LongPress(marks[name])
        case (name, "text"):
            return TypeText("Sample", marks[name])
        case (name, "up"):
            return Swipe("up", marks[name], "long")
    return Swipe("down", marks[event[0]], "long")


POLICIES: dict[str, Callable[[int], Policy]] = {
    "explorer": lambda seed: OfflineExplorer(),
    "random": Random,
    "breadth": partial(Search, deep=False),
    "depth": partial(Search, deep=True),
}


def crawl(app: str, policy: str, seed: int, steps: int, apps: Path | None) -> dict[str, Any]:
    """Let a policy act in an app, and return what was seen, as plain JSON.

    It has, by screen id, the first step on that screen, its templates and its element ids; by element id, the first
    step; and the deeds of the app.
    """
    device, chosen, trail = Quick(seed, apps), POLICIES[policy](seed), Trail()
    if isinstance(chosen, OfflineExplorer):
        kind = device.phone.packages[app]
        chosen.entries.names = tuple(kind.entries)
    device.perform(Start(app))
    guard, useless = Guard(careful=True), set[tuple[object, str, str]]()
    seen: dict[str, tuple[int, list[str], list[str]]] = {}
    elements: dict[str, int] = {}
    number, screen = 0, device.capture()
    while number < steps:
        if screen.app != app:
            device.perform(Key("back") if number % 2 else Start(app))
            screen, number = device.capture(), number + 1
            continue
        seen.setdefault(screen.screen_id, (number, sorted(screen.templates), sorted({e.id for e in screen.elements})))
        for element in screen.elements:
            elements.setdefault(element.id, number)
        here = screen_key(screen)
        hidden = frozenset(e.mark for e in screen.elements if all((here, e.id, k) in useless for k in e.actions))
        action = chosen.choose(View(Task("Sample text 1", app), screen, b""), hidden).action
        if isinstance(action, Finish):
            break
        known = len(useless)
        after = _step(device, guard, chosen, trail, action, screen, useless)
        number += after is not None or len(useless) == known  # what is refused at first is no step: nothing is done
        screen = after or screen
    return {"app": app, "policy": policy, "seed": seed, "steps": number, "screens": seen, "elements": elements,
            "deeds": [deed for deed in device.phone.deeds() if deed["package"] == app]}  # fmt: skip


def _step(
    device: Quick, guard: Guard, chosen: Policy, trail: Trail, action: Action, screen: Screen, useless: set[Any]
) -> Screen | None:
    """Carry out an action, tell the policy what it did, and return the next screen; None if the action was refused."""
    target = action.target(screen)
    after = None
    try:
        guard.check(action, screen, describe(action, screen))
        for gesture in action.gestures(screen):
            device.perform(gesture)
        after = device.capture()
    except (ActionError, PhoneError) as error:
        if isinstance(error, PhoneError):
            return device.capture()
        chosen.learnt(Act(screen, screen, action, target), "REFUSED")
    else:
        chosen.learnt(trail.act(screen, after, action), "")
    if target and (after is None or unchanged(screen, after)):
        useless.add((screen_key(screen), target.id, action.kind))
    return after


def counts(rows: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield for each crawl the steps at which it first saw screens, structures and elements, and how many any crawl
    saw.

    rows: as `crawl` returns them.
    """
    screens = {name: found for row in rows for name, (_, *found) in row["screens"].items()}
    ways = {"screens": _merged(screens, _are_one), "structures": _merged(screens, _are_built_alike)}
    for row in rows:
        told = {name: row[name] for name in ("app", "policy", "seed", "steps", "deeds")}
        for what, of in ways.items():
            first: dict[str, int] = {}
            for name, (number, *_) in row["screens"].items():
                first[of[name]] = min(number, first.get(of[name], number))
            told |= {what: sorted(first.values()), f"all_{what}": len(set(of.values()))}
        every = {name for each in rows for name in each["elements"]}
        yield {**told, "elements": sorted(row["elements"].values()), "all_elements": len(every)}


_Sets = tuple[set[str], set[str]]  # templates and element ids of a screen


def _merged(screens: Mapping[str, Sequence[Sequence[str]]], one: Callable[[_Sets, _Sets], bool]) -> dict[str, str]:
    """Return for each screen id the id under which the screen is counted.

    screens: templates and element ids by screen id.
    """
    sets = {name: (set(templates), set(ids)) for name, (templates, ids) in screens.items()}
    of: dict[str, str] = {}
    for name in sorted(sets):
        of[name] = min((kept for kept in set(of.values()) if one(sets[kept], sets[name])), default=name)
    return of


def _are_built_alike(screen: _Sets, other: _Sets) -> bool:
    return _alike(
        *({each for each in found if not each.startswith((TITLE, ASKS, WEB))} for found, _ in (screen, other))
    )


def _are_one(screen: _Sets, other: _Sets) -> bool:
    (templates, ids), (others, other_ids) = screen, other
    if _alike(templates, others):
        return True
    unsaid = ({each for each in found if not each.startswith((TITLE, ASKS))} for found in (templates, others))
    return bool(ids) and _alike(*unsaid) and _alike(ids, other_ids)


def _alike(one: set[str], other: set[str]) -> bool:
    return len(one & other) >= 0.8 * len(one | other)


def main() -> None:
    """Crawl, then write the table and the plots."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--apps", type=Path, help="folder of further apps, which are crawled in place of the built-in")
    parser.add_argument("--only", default="", help="short names of apps, with commas")
    parser.add_argument("--policies", default=",".join(POLICIES))
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--steps", type=int, default=AT[-1])
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=Path, default=Path("out/coverage"))
    given = parser.parse_args()
    apps = {kind.package: kind.name() for kind in installed(given.apps) if is_built_in(kind) == (given.apps is None)}
    only = set(filter(None, given.only.split(",")))
    wanted = [package for package, name in apps.items() if not only or name in only]
    with ProcessPoolExecutor(given.jobs) as pool:
        tasks = [
            pool.submit(crawl, app, policy, seed, given.steps, given.apps)
            for app, policy, seed in product(wanted, given.policies.split(","), range(given.seeds))
        ]
        rows = [task.result() for task in tasks]
    told = [{**count, "app": apps[app]} for app in wanted for count in counts([r for r in rows if r["app"] == app])]
    given.out.mkdir(parents=True, exist_ok=True)
    (given.out / "coverage.json").write_text(json.dumps(told))
    (given.out / "coverage.svg").write_text(plot(told, given.steps))
    console = Console(width=160, highlight=False, markup=False)
    for what in ("screens", "structures"):
        console.print(table(told, [at for at in AT if at <= given.steps], what))
    deeds = [(row["app"], row["policy"], deed) for row in told for deed in row["deeds"]]
    console.print(f"{len(deeds)} deeds", *deeds[:20], sep="\n")


if __name__ == "__main__":
    main()
