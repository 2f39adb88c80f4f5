"""Scroll a list by an exact distance, and find out which of its texts are in sight."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from appagent.actions.parts.gestures import Gesture, Stroke
from appagent.actions.swipe import Swipe
from appagent.screen import Element, Screen
from appagent.screen.language.lexicon import folded
from appagent.screen.nodes.tree import Bounds, area, overlap
from appagent.screen.texts.wording import lasting

_SLOW_S = 0.8
_LOWEST = 150  # the longer side of the display divided by this is the least height of a text that can be read
_TURNING = ("ViewPager", "ViewPager2", "HorizontalScrollView")
_ASIDE = (*_TURNING, "NumberPicker", "SeekBar", "Slider")  # no list


@dataclass(frozen=True)
class Push(Swipe, kind="swipe"):
    """Moves a finger over an element and stops before lifting it, so that the content moves as far as the finger."""

    def gestures(self, screen: Screen) -> tuple[Gesture, ...]:
        """Return the stroke of a swipe, but slower, and with a stop before the finger is lifted."""
        strokes = (one for one in super().gestures(screen) if isinstance(one, Stroke))
        return tuple(replace(one, duration_s=_SLOW_S, rests=True) for one in strokes)


def scroller(screen: Screen) -> Element | None:
    """Return the largest element of a screen that scrolls up and down, or None if there is none."""
    found = [e for e in screen.elements if "swipe" in e.actions and "text" not in e.actions and e.role not in _ASIDE]
    return max(found, key=lambda element: area(element.bounds), default=None)


def turns_aside(element: Element) -> bool:
    """Tell whether swiping left on an element shows further pages or cards, as of a pager."""
    return element.role in _TURNING and "swipe" in element.actions


def again(element: Element, screen: Screen) -> Element | None:
    """Find an element again on a later screen; None if it is gone.

    If several elements have its id, the one with the same bounds and class is returned, else the first of them. If none
    has its id, an element with the same bounds and class is returned.
    """
    named = [e for e in screen.elements if e.id == element.id]
    placed = [e for e in named or screen.elements if e.bounds == element.bounds and e.cls == element.cls]
    return next(iter(placed or named), None)


def shown_in(element: Element, screen: Screen) -> tuple[object, ...]:
    """Return the texts and ids of the elements within an element's bounds, each with its bounds, to compare screens."""
    texts = [(text, place) for text, place in screen.placed_texts if _in(element, place)]
    return (*texts, *((e.id, e.bounds) for e in screen.elements if _in(element, e.bounds)))


def saying(words: str, element: Element, screen: Screen) -> str:
    """Return the first text within the bounds of an element that contains the words, or "" if none does."""
    return said_among(words, _texts_in(element, screen))


def said_among(words: str, texts: Iterable[str]) -> str:
    """Return the first of some texts that contains the words, or "" if none does.

    Letter case and spaces make no difference. A number in the words is a whole number: "Row 3" is not in "Row 33".
    """
    sought = folded(words)
    before, after = r"(?<!\d)" * sought[:1].isdigit(), r"(?!\d)" * sought[-1:].isdigit()
    pattern = re.compile(before + re.escape(sought) + after)
    return next((text for text in texts if pattern.search(folded(text))), "")


def said_on(words: str, screen: Screen) -> str:
    """Return the first text or element name on a screen that is just the given words, when folded; "" if none is."""
    said = (*texts_seen(screen), *(each.text for each in screen.elements if not _hides(each, screen)))
    return next((text for text in said if folded(text) == folded(words)), "")


def texts_seen(screen: Screen) -> Iterator[str]:
    """Yield the texts of a screen, except those that a bar covers up to an edge."""
    yield from (text for text, place in screen.placed_texts if not _is_edge(place, screen))


def _is_edge(place: Bounds, screen: Screen) -> bool:
    return place[3] - place[1] < max(screen.size) / _LOWEST


def _hides(element: Element, screen: Screen) -> bool:
    """Tell whether only an edge of an element, or of the first of its texts, is visible."""
    first = next(
        (place for text, place in screen.placed_texts if element.text.startswith(text) and _in(element, place)), None
    )
    return _is_edge(first or element.bounds, screen)


def numbers_changed(element: Element, before: Screen, after: Screen) -> frozenset[tuple[str, int]] | None:
    """Return the texts within an element in which only a number has changed on a later screen; None if more changed.

    Each is a pair: the words that last, without numbers, and the top of the text in px. A text with a number in it may
    have become longer or shorter.
    """
    looks = [
        [(text, place[1]) for text, place in screen.placed_texts if _in(element, place)] for screen in (before, after)
    ]
    kept = [[(lasting(text), top) for text, top in look] for look in looks]
    tops = [dict(look) for look in looks]
    if kept[0] != kept[1] or any(tops[1].get(text, top) != top for text, top in tops[0].items()):
        return None
    return frozenset(key for key, one, other in zip(kept[0], *looks, strict=True) if one != other)


def _texts_in(element: Element, screen: Screen) -> Iterator[str]:
    yield from (t for t, place in screen.placed_texts if _in(element, place) and not _is_edge(place, screen))
    inside = (e for e in screen.elements if e is not element and _in(element, e.bounds))
    yield from (f"{e.text} {e.hint}" for e in inside if not _hides(e, screen))


def _in(element: Element, place: tuple[int, int, int, int]) -> bool:
    return overlap(element.bounds, place) is not None
