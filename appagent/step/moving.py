"""See by looking again which numbers change by themselves, and remember which did, as countdowns and counters do."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field

from appagent.screen import Screen
from appagent.screen.numbers import frame, names_another, position, same_but_numbers
from appagent.screen.rewritten import labelled
from appagent.screen.ticking import times_of_day, unticked
from appagent.screen.tree import nodes_of
from appagent.screen.windows import SYSTEM
from appagent.screen.wording import visible_words

_Place = tuple[object, ...]
_LOOKS = 3  # that are taken at most; a pause lies before each, so that they span a bit more than a second


@dataclass
class SelfChanging:
    """Remembers for a run the counts and times that changed while nothing was sent to the phone.

    What names a thing by its number, or tells a place among as many, is not remembered: each is another thing.
    """

    _known: set[tuple[str, object, str]] = field(default_factory=set)

    def note(self, before: Screen, now: Screen) -> None:
        """Remember what differs on two looks at one screen between which nothing was sent."""
        later = dict(_places(now))
        for place, text in _moved(before, now):
            if not names_another(text, later[place]) and position(text) is None:
                self._known.add((before.screen_id, place, frame(text)))

    def on(self, screen: Screen) -> set[str]:
        """Return the texts on a screen that have changed by themselves before, in this place of this screen."""
        if not self._known:
            return set()
        return {text for place, text in _places(screen) if (screen.screen_id, place, frame(text)) in self._known}


class Moving:
    """Tells of two texts that differ in numbers whether these were seen to change by themselves.

    That is so at once for a time of day that is the one of the system's own clock on both screens.

    seen, now: the screens that have the earlier and the later text. look: pauses, and returns the screen as it is then.
    It is called only if somebody asks, and not any more once the text has changed again.
    known: texts of `seen` that have changed by themselves before.
    """

    def __init__(
        self, seen: Screen, now: Screen, look: Callable[[], Screen], known: Collection[str] = frozenset()
    ) -> None:
        self._seen, self._now = seen, now
        self._last, self._look, self._left = now, look, _LOOKS
        self._moved: set[str] = set()
        self._known = {each for text in known for each in (text, frame(text))}
        self._said = {text for _, text in _places(now)}

    def __call__(self, text: str, other: str) -> bool:
        """Tell whether a text went on to another one by itself: they are alike, and the other one changes again.

        What no node says alone, as the name of an element may be, is told by what is alike but for numbers.
        """
        if not same_but_numbers(text, other):
            return False
        if unticked(text) == unticked(other) and _is_time_on(self._seen, text) and _is_time_on(self._now, other):
            return True
        if (text in self._known or frame(text) in self._known) and not names_another(text, other):
            return True
        sought = other if other in self._said else frame(other)
        while sought not in self._moved and self._left:
            self._left -= 1
            before, self._last = self._last, self._look()
            for _, moved in _moved(before, self._last):
                self._moved.update((moved, frame(moved)))
        return sought in self._moved


def _is_time_on(screen: Screen, text: str) -> bool:
    """Tell whether the times in a text are those of the system's own clock on a screen."""
    clocks = {
        time
        for node in nodes_of(screen.tree)
        if node.package == SYSTEM and node.visible and unticked(node.text) == "#"
        for time in times_of_day(node.text)
    }
    return bool(clocks) and clocks.issuperset(times_of_day(text)) and bool(times_of_day(text))


def _moved(before: Screen, now: Screen) -> Iterator[tuple[_Place, str]]:
    """Yield each text, with its place, that has another number now there, and is nowhere else, as if moved."""
    texts = [dict(_places(screen)) for screen in (before, now)]
    said, saying = (set(each.values()) for each in texts)
    for place, text in texts[0].items():
        other = texts[1].get(place, text)
        if other != text and text not in saying and other not in said and frame(text) == frame(other):
            yield place, text


def _places(screen: Screen) -> Iterator[tuple[_Place, str]]:
    """Yield each text with its place: what shows it, how high, and how many such there are on its left."""
    turns = Counter[tuple[object, ...]]()
    for node in nodes_of(screen.tree):
        if node.visible and not node.editable and (words := visible_words(node)):
            line = node.role, node.resource_id, node.bounds[1]
            yield (*line, turns[line]), words
            yield (*line, turns[line], "labelled"), labelled(node)
            turns[line] += 1
