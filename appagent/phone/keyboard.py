"""On-screen keyboard: a window of its own whose keys are nodes, as LatinIME's are."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from appagent.phone import ui

PACKAGE = "com.google.android.inputmethod.latin"
_LETTERS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_SIGNS = ("1234567890", "@#$_&-+()/", "*\"':;!?")


@dataclass(eq=False, kw_only=True)
class Key(ui.Text):
    """One key."""

    cls: ClassVar[str] = "android.inputmethodservice.Keyboard$Key"
    background: str = "key"
    radius: float = 5.0
    align: str = "center"
    size: float = 20.0


@dataclass(eq=False, kw_only=True)
class IconKey(ui.Icon):
    """Key with a picture on it."""

    cls: ClassVar[str] = "android.inputmethodservice.Keyboard$Key"
    background: str = "track"
    radius: float = 5.0


class Keyboard:
    """State of the keyboard and its tree of keys. `typed` is called with letters; `pressed` with "del" and "enter"."""

    def __init__(self, typed: Callable[[str], object], pressed: Callable[[str], object]) -> None:
        self._typed, self._pressed = typed, pressed
        self._shift = self._signs = False

    @property
    def face(self) -> tuple[bool, bool]:
        """Return whether shift and signs are on: all that the tree depends on besides sizes."""
        return self._shift, self._signs

    def tree(self, below: float, key_height: float) -> ui.Widget:
        """Build the keys, with `below` dp free under them. key_height: dp."""
        letters = _SIGNS if self._signs else _LETTERS
        first, second, third = ([self._letter(c) for c in row] for row in letters)
        shift = IconKey("shift", desc="Shift", weight=1.5, on_tap=self._flip_shift)
        erase = IconKey("erase", desc="Delete", weight=1.5, on_tap=lambda: self._press("del"))
        enter = IconKey("enter", desc="Enter", weight=1.5, on_tap=lambda: self._press("enter"))
        swap = Key("ABC" if self._signs else "?123", weight=1.5, size=14, background="track", on_tap=self._flip_signs)
        space = Key("", desc="Space", weight=5, on_tap=lambda: self._type(" "))
        last = [swap, self._letter(","), space, self._letter("."), enter]
        rows = [_spaced(keys, key_height) for keys in (first, second, [shift, *third, erase], last)]
        return ui.Column(rows, id="keyboard_view", background="keyboard", pad=(2, 6, 2, 6 + below))

    def _letter(self, character: str) -> ui.Widget:
        shown = character.upper() if self._shift else character
        return Key(shown, desc=shown, weight=1, on_tap=lambda: self._type(shown))

    def _type(self, character: str) -> None:
        self._shift = False
        self._typed(character)

    def _press(self, key: str) -> None:
        self._pressed(key)

    def _flip_shift(self) -> None:
        self._shift = not self._shift

    def _flip_signs(self) -> None:
        self._signs = not self._signs


def _spaced(keys: Sequence[ui.Widget], height: float) -> ui.Widget:
    """Put keys in a row with a little space between them."""
    parts: list[ui.Widget] = []
    for key in keys:
        key.height = height
        parts += [ui.Space(width=3), key]
    return ui.Row([*parts, ui.Space(width=3)], pad=(0, 4, 0, 4))
