"""Apps by name: which package a person or a model means."""

import difflib
from collections.abc import Callable, Sequence

from appagent.actions import Gesture, Key, Stroke, Touch
from appagent.screen import Element, Screen
from appagent.screen.tree import centre

_FEW = 20  # packages that a message names
_PAGES = 8  # of icons that are looked through


def by_package(name: str, installed: Sequence[str]) -> str | None:
    """The installed package that a name is, or the only one that has it as a part between dots.

    >>> by_package("settings", ["com.android.settings", "com.example.notes"])
    'com.android.settings'
    >>> by_package("example", ["com.example.notes", "org.example.mail"]) is None
    True
    """
    wanted = name.strip().casefold()
    if wanted in (package.casefold() for package in installed):
        return next(package for package in installed if package.casefold() == wanted)
    last = [p for p in installed if p.casefold().rpartition(".")[2] == wanted]
    parts = last or [p for p in installed if wanted in p.casefold().split(".")]
    return parts[0] if len(parts) == 1 else None


def likely(name: str, installed: Sequence[str]) -> str:
    """What is installed, in words: all where that is little, else what is spelt alike, or how much there is.

    >>> likely("clok", ["com.example.notes", "org.example.clock"])
    'installed: com.example.notes, org.example.clock'
    """
    if len(installed) <= _FEW:
        return f"installed: {', '.join(installed)}"
    parts = {part: package for package in installed for part in (*package.casefold().split("."), package)}
    near = dict.fromkeys(parts[part] for part in difflib.get_close_matches(name.casefold(), parts, _FEW))
    return f"the nearest of {len(installed)} packages: {', '.join(near) or 'none; give one of those, or an icon name'}"


def on_launcher(name: str, capture: Callable[[], Screen], perform: Callable[[Gesture], None]) -> bool:
    """Look for an icon with this name on the home screen, then in the drawer that a swipe up opens; tap it."""
    perform(Key("home"))
    seen: set[frozenset[str]] = set()
    for _ in range(_PAGES):
        screen = capture()
        icon = _icon(name, screen.elements)
        if icon:
            perform(Touch(*centre(icon.bounds)))
            return True
        labels = frozenset(element.text for element in screen.elements)
        if labels in seen:
            break
        seen.add(labels)
        width, height = screen.size
        perform(Stroke(width // 2, height * 3 // 4, width // 2, height // 4, 0.3))
    perform(Key("home"))
    return False


def _icon(name: str, elements: Sequence[Element]) -> Element | None:
    wanted = name.strip().casefold()
    return next((e for e in elements if "tap" in e.actions and e.text.casefold() == wanted), None)
