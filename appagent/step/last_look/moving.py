"""Find out by further looks which numbers and lines change by themselves, and remember them for the run."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from appagent.screen import Screen
from appagent.screen.comparing.rewritten import labelled
from appagent.screen.language.ticking import times_of_day, unticked
from appagent.screen.nodes.tree import nodes_of
from appagent.screen.nodes.windows import SYSTEM
from appagent.screen.texts.numbers import frame, names_another, position, same_but_numbers
from appagent.screen.texts.wording import visible_words
from appagent.step.last_look.turning_lines import Line

_Position = tuple[Any, ...]  # role, resource-id and top of a node, and more; see `_texts_by_position`
_Texts = Mapping[_Position, str]
_SEVERAL = 3  # changes of one line, from which it is known to turn by itself
_LOOKS = 3  # most further looks; there is a pause before each, so together they take a bit more than a second


@dataclass
class SelfChanging:
    """Remembers for a run the counts and times that changed while nothing was sent to the phone.

    Not remembered are numbers that identify something, such as "Order 7", and positions, such as "1 of 5": if such a
    number changes, the text is about something else. Remembered besides is how often the words of each line changed.
    """

    _known: set[tuple[str, object, str]] = field(default_factory=set)
    _turns: Counter[tuple[str, Line]] = field(default_factory=Counter)
    _last: Screen | None = None  # the last one that was compared with a later one

    def note(self, before: Screen, now: Screen) -> None:
        """Remember which numbers differ between two looks at a screen; no gesture was sent between the looks."""
        said, says = dict(_texts_by_position(before)), dict(_texts_by_position(now))
        for place, text in _changed_numbers(said, says):
            if not names_another(text, says[place]) and position(text) is None:
                self._known.add((before.screen_id, place, frame(text)))
        if before is not self._last:
            pairs = ((place, text, says.get(place, text)) for place, text in said.items())
            turned = (place for place, text, other in pairs if text != other and not same_but_numbers(text, other))
            self._turns.update({(before.screen_id, (place[0], place[1], place[2])) for place in turned})
            self._last = before

    def turning(self, screen: Screen) -> frozenset[Line]:
        """Return the lines of a screen whose words have changed three times without an action, as in a banner."""
        turns = self._turns.items()
        return frozenset(line for (of, line), times in turns if of == screen.screen_id and times >= _SEVERAL)

    def on(self, screen: Screen) -> set[str]:
        """Return the texts of a screen that have changed by themselves before, at the same position of this screen."""
        if not self._known:
            return set()
        return {
            text for place, text in _texts_by_position(screen) if (screen.screen_id, place, frame(text)) in self._known
        }


class Moving:
    """Tells whether a text has turned into another one by itself, because a number in it counts or a clock runs.

    seen, now: the screens with the earlier and with the later text. look: function that pauses and then captures the
    screen. It is called at most three times, and only until the text is seen to change again.
    known: texts of `seen` that have changed by themselves before.
    """

    def __init__(
        self, seen: Screen, now: Screen, look: Callable[[], Screen], known: Collection[str] = frozenset()
    ) -> None:
        self._seen, self._now = seen, now
        self._last, self._look, self._left = now, look, _LOOKS
        self._moved: set[str] = set()
        self._known = {each for text in known for each in (text, frame(text))}
        self._said = {text for _, text in _texts_by_position(now)}

    def __call__(self, text: str, other: str) -> bool:
        """Tell whether `text` became `other` by itself. The two must be equal except for numbers.

        In addition, one of these must be true: both have the time of the system's clock, the text has changed by itself
        before, or `other` changes again in further looks. If no node has exactly the text `other`, such as a name put
        together from several nodes, any text that is equal except for numbers counts in its place. A bare number, such
        as what a field holds, has no such equal: the clock in the status bar would be one.
        """
        if not same_but_numbers(text, other):
            return False
        if unticked(text) == unticked(other) and _is_time_on(self._seen, text) and _is_time_on(self._now, other):
            return True
        if (text in self._known or frame(text) in self._known) and not names_another(text, other):
            return True
        sought = other if other in self._said else frame(other)
        if not any(letter.isalpha() for letter in sought) and sought not in self._said:
            return False
        while sought not in self._moved and self._left:
            self._left -= 1
            before, self._last = self._last, self._look()
            looks = [dict(_texts_by_position(screen)) for screen in (before, self._last)]
            for _, moved in _changed_numbers(looks[0], looks[1]):
                self._moved.update((moved, frame(moved)))
        return sought in self._moved


def _is_time_on(screen: Screen, text: str) -> bool:
    """Tell whether a text has times of day, all of which the clock in the system's status bar shows, too."""
    clocks = {
        time
        for node in nodes_of(screen.tree)
        if node.package == SYSTEM and node.visible and unticked(node.text) == "#"
        for time in times_of_day(node.text)
    }
    return bool(clocks) and clocks.issuperset(times_of_day(text)) and bool(times_of_day(text))


def _changed_numbers(before: _Texts, now: _Texts) -> Iterator[tuple[_Position, str]]:
    """Yield (position, text) for each text of `before` in which only a number has changed, without moving elsewhere."""
    said, saying = set(before.values()), set(now.values())
    for place, text in before.items():
        other = now.get(place, text)
        if other != text and text not in saying and other not in said and frame(text) == frame(other):
            yield place, text


def _texts_by_position(screen: Screen) -> Iterator[tuple[_Position, str]]:
    """Yield (position, text) for each text: role, resource-id and top of its node, and its number among equal ones."""
    turns = Counter[_Position]()
    for node in nodes_of(screen.tree):
        if node.visible and not node.editable and (words := visible_words(node)):
            line = node.role, node.resource_id, node.bounds[1]
            yield (*line, turns[line]), words
            yield (*line, turns[line], "labelled"), labelled(node)
            turns[line] += 1
