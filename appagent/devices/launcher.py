"""The launcher: icons of a phone's home screen and drawer by the words under them, which adb does not tell."""

from collections.abc import Callable, Iterator, Sequence

from appagent.actions import Gesture, Key, Stroke, Touch
from appagent.devices.table import name_key
from appagent.screen import Element, Screen
from appagent.screen.tree import centre

_PAGES = 8  # of icons that are looked through


class Launcher:
    """Looks through the icons of a phone and opens one. labels: the words under all that were seen."""

    def __init__(self, capture: Callable[[], Screen], perform: Callable[[Gesture], None]) -> None:
        self._capture, self._perform = capture, perform
        self.labels: set[str] = set()

    def open(self, name: str) -> str:
        """Tap the icon with this name; return the package that it opened, "" where there is none."""
        for home, icons in self._pages():
            for icon in icons:
                self.labels.add(_label(icon))
                if name_key(_label(icon)) == name_key(name):
                    self._perform(Touch(*centre(icon.bounds)))
                    front = self._capture().app
                    return front if front != home else ""
        self._perform(Key("home"))
        return ""

    def _pages(self) -> Iterator[tuple[str, Sequence[Element]]]:
        """Yield the launcher's package with the icons of the home screen, then of each page of its drawer."""
        self._perform(Key("home"))
        seen: set[frozenset[str]] = set()
        for _ in range(_PAGES):
            screen = self._capture()
            yield screen.app, [element for element in screen.elements if "tap" in element.actions and _label(element)]
            texts = frozenset(element.text for element in screen.elements)
            if texts in seen:
                return
            seen.add(texts)
            width, height = screen.size
            self._perform(Stroke(width // 2, height * 3 // 4, width // 2, height // 4, 0.3))


def _label(icon: Element) -> str:
    return icon.text.split(" · ")[0]
