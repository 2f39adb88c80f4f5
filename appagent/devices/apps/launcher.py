"""Find an app by the words under its icon, which adb does not give, on the home screen and in the list of apps."""

from collections.abc import Callable, Iterator, Sequence

from appagent.actions import Gesture, Key, Stroke, Touch
from appagent.devices.apps.app_table import is_name, name_key
from appagent.screen import Element, Screen
from appagent.screen.nodes.tree import centre

_PAGES = 8  # pages of icons to look at, at most


class Launcher:
    """Opens an app by its icon on one phone.

    capture: a function that returns the screen.
    perform: a function that performs a gesture.
    labels: the words under all icons that have been seen so far.
    """

    def __init__(self, capture: Callable[[], Screen], perform: Callable[[Gesture], None]) -> None:
        self._capture, self._perform = capture, perform
        self.labels: set[str] = set()

    def open(self, name: str) -> str:
        """Tap the icon that has this name, and return the package of the app that opened.

        Return "" if there is no such icon, if the name has neither letters nor digits, or if no app opened.
        """
        if not name_key(name):
            return ""
        for home, icons in self._pages():
            for icon in icons:
                self.labels.add(_label(icon))
                if is_name(name, _label(icon)):
                    self._perform(Touch(*centre(icon.bounds)))
                    front = self._capture().app
                    return front if front != home else ""
        self._perform(Key("home"))
        return ""

    def _pages(self) -> Iterator[tuple[str, Sequence[Element]]]:
        """Yield (package, icons) for the home screen, and then for each page of the list of apps.

        package: the package of the app in front.
        icons: the elements with words that can be tapped.
        A swipe up leads to the next page. This ends after 8 pages, or after a page with the same texts as an earlier
        one.
        """
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
