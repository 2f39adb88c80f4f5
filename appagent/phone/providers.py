"""Data of apps that other apps and the shell's `content` may read, as Android's content providers give them."""

from collections.abc import Mapping
from typing import ClassVar

from appagent.phone.app import App

Row = Mapping[str, object]  # column to value


class Provides(App):
    """Base class of an app with such data. provides: places, such as "com.android.contacts/contacts"."""

    provides: ClassVar[tuple[str, ...]] = ()

    def rows(self, place: str) -> list[Row]:
        """Return the rows at one of the places, each with the same columns."""
        return []
