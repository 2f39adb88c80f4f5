"""Tell whether a touch or a key does what it would have done on the screen that a client was last told of."""

import types
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from appagent.phone import ui
from appagent.phone.layout import Box
from appagent.phone.windows import Window

_BARS = ("status", "navigation")
_HANDLERS = ("on_tap", "on_hold", "on_touch", "on_stroke", "on_scroll")
_DEEPEST = 6  # functions within functions


@dataclass(frozen=True)
class Aim:
    """Targets that a client means by its next gestures, as it was told of them when it decided.

    windows: those that it was told of. at: the point that its first touch is meant for; None for wherever that comes.
    field: the one that its text and Enter are meant for, and window: that in which it is.
    touched: True once the first touch has come.
    """

    windows: Sequence[Window]
    at: tuple[int, int] | None
    field: Box | None
    window: Window | None
    touched: bool = False


def takes_keys(shown: Sequence[Window]) -> Window | None:
    """Return the topmost window that takes keys such as Back: a dialog, the keyboard, the shade or a page."""
    return next((one for one in reversed(shown) if one.kind not in _BARS and not one.inert), None)


def same_window(told: Window | None, window: Window | None) -> bool:
    """Tell whether two windows, of one moment and of another, are the same one."""
    if told is None or window is None:
        return told is window
    alike = (told.kind, told.package) == (window.kind, window.package)
    return alike and (told.view is window.view or None in (told.view, window.view))


def same_target(told: Window | None, was: Box | None, window: Window | None, box: Box | None) -> bool:
    """Tell whether a touch on `box` of `window` does the same as one on `was` of the window `told`.

    None stands for no window there, and for no widget that takes a touch.
    """
    if told is None or window is None or (told.kind, told.package) != (window.kind, window.package):
        return told is window
    if was is None or box is None:
        return was is box
    one, other = was.widget, box.widget
    if isinstance(one, ui.Field) or isinstance(other, ui.Field):
        return (one.cls, one.id, was.path) == (other.cls, other.id, box.path)
    pairs = [(getattr(one, name), getattr(other, name)) for name in _HANDLERS]
    if not any(first or second for first, second in pairs):
        return (one.cls, one.id) == (other.cls, other.id)
    return all(_same(first, second) for first, second in pairs)


def _same(one: Any, other: Any, depth: int = 0) -> bool:
    """Compare two handlers by their code and by what they were made with; other values by identity and equality."""
    if one is other or depth > _DEEPEST:
        return True
    if isinstance(one, partial) and isinstance(other, partial):
        return _same(one.func, other.func, depth + 1) and _all(
            (*one.args, *one.keywords.values()), (*other.args, *other.keywords.values()), depth
        )
    if isinstance(one, types.MethodType) and isinstance(other, types.MethodType):
        return one.__func__ is other.__func__ and one.__self__ is other.__self__
    if isinstance(one, types.FunctionType) and isinstance(other, types.FunctionType):
        return one.__code__ is other.__code__ and _all(_made_with(one), _made_with(other), depth)
    return bool(type(one) is type(other) and not callable(one) and one == other)


def _made_with(function: Callable[..., Any]) -> tuple[Any, ...]:
    cells = getattr(function, "__closure__", None) or ()
    return (*(cell.cell_contents for cell in cells), *(getattr(function, "__defaults__", None) or ()))


def _all(ones: tuple[Any, ...], others: tuple[Any, ...], depth: int) -> bool:
    return len(ones) == len(others) and all(
        _same(one, other, depth + 1) for one, other in zip(ones, others, strict=True)
    )
