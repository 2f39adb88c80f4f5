"""Tell whether a touch does what it would have done on the screen that a client was last told of."""

import types
from collections.abc import Callable
from functools import partial
from typing import Any

from appagent.phone import ui
from appagent.phone.layout import Box
from appagent.phone.windows import Window

_DEEPEST = 6  # functions within functions


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
    pairs = ((one.on_tap, other.on_tap), (one.on_hold, other.on_hold), (one.on_touch, other.on_touch))
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
