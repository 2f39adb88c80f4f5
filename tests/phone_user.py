"""Use apps of a virtual phone through the real driver: touch elements by their words, as an agent does."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from conftest import SMALL
from hierarchies import deed_of

from appagent.actions import Action, Back, LongPress, Start, Swipe, Tap, TypeText
from appagent.devices.android import Android
from appagent.devices.virtual import virtual
from appagent.phone import Phone
from appagent.screen import Element, Screen

QUICK = 0.02  # of real time
SIZES_AND_LOCALES = [{"size": SMALL, "locale": "zh-CN"}, {"size": (720, 1280), "locale": "en-US"}]


@dataclass
class PhoneUser:
    """Touches elements of one app by their words. guarded: the effects that the guard would have asked about."""

    device: Android
    phone: Phone
    app: str

    def __post_init__(self) -> None:
        self.guarded: list[str] = []

    def say(self, words: str) -> str:
        """Words in the phone's language."""
        return self.phone.packages[self.app].t(words)

    def tap(self, *words: str) -> None:
        """Tap one element after the other, each by its words, as the app's table has them, or by its resource-id."""
        for one in words:
            self._do(lambda element: Tap(element.mark), self.say(one))

    def tap_mark(self, mark: int) -> None:
        """Tap what has no words, by its number."""
        self._perform(Tap(mark), self.device.capture())

    def hold(self, words: str) -> None:
        """A long press."""
        self._do(lambda element: LongPress(element.mark), self.say(words))

    def type(self, words: str, text: str) -> None:
        """Text into a field, instead of what is there."""
        self._do(lambda element: TypeText(text, element.mark, clear=True), self.say(words))

    def swipe(self, words: str, direction: str, distance: str = "medium") -> None:
        """A finger drawn over an element."""
        self._do(lambda element: Swipe(direction, element.mark, distance), self.say(words))  # type: ignore[arg-type]

    def back(self) -> None:
        """The back key."""
        self._perform(Back(), self.device.capture())

    def values(self) -> list[str]:
        """What is in the fields."""
        return [element.text for element in self.elements() if "text" in element.actions]

    def elements(self) -> list[Element]:
        """All that can be touched now."""
        return list(self.device.capture().elements)

    def _do(self, action: Callable[[Element], Action], words: str) -> None:
        screen = self.device.capture()
        for element in screen.elements:
            names = (element.text, element.resource_id.rpartition("/")[2], element.hint, *element.text.split(" · "))
            if words in names:
                self._perform(action(element), screen)
                return
        there = [element.text or element.resource_id for element in screen.elements]
        raise LookupError(f"nothing has the words {words!r}; there are: {there}")

    def _perform(self, action: Action, screen: Screen) -> None:
        found = deed_of(action, screen)
        if found:
            self.guarded.append(found)
        for gesture in action.gestures(screen):
            self.device.perform(gesture)


@contextmanager
def using_phone(app: str, **given: object) -> Iterator[PhoneUser]:
    """A fresh phone with an app in front."""
    with virtual(**{"size": SMALL, "time_scale": QUICK, **given}) as (device, phone):  # type: ignore[arg-type]
        device.perform(Start(app))
        yield PhoneUser(device, phone, app)
