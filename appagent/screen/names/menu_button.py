"""Recognise the button that opens a menu: by its three dots, or by what Android calls it."""

from collections.abc import Sequence
from itertools import pairwise

from appagent.screen.language.lexicon import OVERFLOW, folded, listed
from appagent.screen.nodes.tree import area, overlap
from appagent.screen.once import once_a_screen
from appagent.screen.screens import Element, Screen

_DOTS = 3
_LARGEST = 1 / 40  # of the display's area; Android's own button takes up less than 1/100
_UNEVEN = 0.4  # most that a dot, or a gap between two, may differ from the others, as a share of it
_GAPS = (0.3, 4.0)  # least and most gap between two dots, in widths of a dot


def opens_menu(element: Element, screen: Screen) -> bool:
    """Tell whether a button is called "More options", in any language of Android, or shows three dots and has no words.

    False in a dialog, where such a button answers.
    """
    small = area(element.bounds) <= _LARGEST * screen.size[0] * screen.size[1]
    if not small or element.window == "dialog" or "tap" not in element.actions:
        return False
    return folded(element.text) in listed(OVERFLOW) if element.text else shows_dots(element, screen)


def shows_dots(element: Element, screen: Screen) -> bool:
    """Tell whether an element shows three equal dots in a column or row and nothing else.

    False without a picture, for an element with words, and where a password field lies over the element.
    """
    return element.id in _with_dots(screen)


@once_a_screen
def _with_dots(screen: Screen) -> frozenset[str]:
    """Return the ids of the elements that show three dots."""
    if screen.picture is None:
        return frozenset()
    most = _LARGEST * screen.size[0] * screen.size[1]
    plain = (e for e in screen.elements if "tap" in e.actions and not (e.text or e.hint) and e.checked is None)
    small = (e for e in plain if area(e.bounds) <= most and not any(overlap(s, e.bounds) for s in screen.secrets))
    return frozenset(each.id for each in small if _are_drawn(each, screen))


def _are_drawn(element: Element, screen: Screen) -> bool:
    import numpy as np  # takes long to import

    assert screen.picture is not None
    grey = np.asarray(screen.picture.crop(element.bounds).convert("L"), np.int16)
    if min(grey.shape) < _DOTS:
        return False
    ground = np.median(np.concatenate([grey[0], grey[-1], grey[:, 0], grey[:, -1]]))
    away = np.abs(grey - ground)
    drawn = away > max(away.max() / 2, 16)
    down, across = (_runs(drawn.any(axis=axis).tolist()) for axis in (1, 0))
    column, row = (down, across) if len(down) == _DOTS else (across, down)
    return len(column) == _DOTS and len(row) == 1 and _are_dots(column, row[0][1] - row[0][0])


def _runs(drawn: Sequence[bool]) -> list[tuple[int, int]]:
    """Return (first, end) of each stretch of True.

    >>> _runs([False, True, True, False, True])
    [(1, 3), (4, 5)]
    """
    edges = [at for at, (one, other) in enumerate(pairwise([False, *drawn, False])) if one != other]
    return list(zip(edges[::2], edges[1::2], strict=True))


def _are_dots(stretches: Sequence[tuple[int, int]], width: int) -> bool:
    """Tell whether three stretches are as long as they are wide, and equally far apart. width: of all three, px."""
    sizes = [end - first for first, end in stretches]
    gaps = [other[0] - one[1] for one, other in pairwise(stretches)]
    even = all(abs(each - width) <= max(_UNEVEN * width, 1) for each in sizes)
    spaced = abs(gaps[0] - gaps[1]) <= max(_UNEVEN * gaps[0], 1)
    return even and spaced and all(_GAPS[0] * width <= gap <= _GAPS[1] * width for gap in gaps)
