"""Android's settings that an app keeps: keys of the shell's `settings`, and the attributes with their values."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, ClassVar

from appagent.phone.app import App

Key = tuple[str, str]  # ("system", "secure" or "global", name)


@dataclass(frozen=True)
class Kept:
    """Setting that an attribute of an app holds. texts: what Android writes for each value; {} for the value itself."""

    attribute: str
    texts: Mapping[Any, str] = field(default_factory=dict)

    def text(self, value: object) -> str:
        """Return what Android writes for a value."""
        return self.texts[value] if self.texts else str(value)

    def value(self, text: str, now: object) -> object:
        """Return the value that Android would read in a text; for a number that is none of them, the nearest.

        now: the present value, which stays where the text means none.

        >>> Kept("timeout", {"short": "15000", "long": "60000"}).value("70000", "short")
        'long'
        """
        if not self.texts:
            with suppress(ValueError):
                return type(now)(text)  # type: ignore[call-arg]  # of a number or a text
            return now
        with suppress(ValueError):
            return min(self.texts, key=lambda value: abs(float(self.texts[value]) - float(text)))
        return next((value for value, written in self.texts.items() if written == text), now)


def on_off(attribute: str, on: str = "1", off: str = "0") -> Kept:
    """Keep a setting in a switch."""
    return Kept(attribute, {False: off, True: on})


class KeepsSettings(App):
    """Base class of an app that keeps Android's settings, as the phone's own app Settings does.

    kept: the settings. tiles: words on the switches of the quick settings, and the attributes that these turn over.
    brightness: the attribute with the display's brightness, from 0 to 255.
    """

    kept: ClassVar[Mapping[Key, Kept]] = {}
    tiles: ClassVar[Mapping[str, str]] = {}
    brightness: int

    def change(self, attribute: str, value: object) -> None:
        """Give a setting another value."""
        setattr(self, attribute, value)

    def flip(self, key: str) -> None:
        """Turn a switch over."""
        self.change(key, not getattr(self, key))
