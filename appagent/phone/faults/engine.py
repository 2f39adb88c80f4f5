"""Let faults strike at their moments, and mark in the phone's log which touches they caught."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from appagent.phone.app import Dialog, Page
from appagent.phone.core import Phone
from appagent.phone.faults.base import Fault
from appagent.phone.hooks import DUMP, FINE, GESTURE, OTHER, PICTURE, Fate, Hooks, kind_of
from appagent.phone.windows import View, Window

if TYPE_CHECKING:
    from PIL import Image


def arm(phone: Phone, faults: Sequence[Fault]) -> None:
    """Let faults strike on a phone; to be called before the phone is served."""
    phone.hooks = Faults(phone, faults)


class Faults(Hooks):
    """Hooks through which faults work on one phone.

    A gesture, a look and a second are counted from the moment at which the phone was armed. faults: those that it has.
    """

    def __init__(self, phone: Phone, faults: Sequence[Fault]) -> None:
        super().__init__()
        self._phone, self.faults = phone, tuple(faults)
        self._looks, self._before = 0, len(phone.taps())
        self._pictured = False  # since the last dump
        self._armed_at = phone.seconds()

    def arrived(self, call: str) -> Fate:
        """Let the faults strike whose moment has come, and return what becomes of the call."""
        kind = kind_of(call)
        with self._phone.lock:
            for fault in self.faults:
                if not fault.struck and self._due(fault, kind):
                    fault.struck = True
                    fault.strike(self._phone)
                    self._phone.refresh(at_rest=fault.moment.looks is not None)  # a model thinks for seconds
            fates = [fault.fate(self._phone, call, kind) for fault in self.faults if fault.struck]
        return next((fate for fate in fates if fate != FINE), FINE)

    def answered(self, call: str) -> None:
        """Count looks: a screenshot, and the dump after it."""
        kind = kind_of(call)
        with self._phone.lock:
            if kind == DUMP and self._pictured:
                self._looks += 1
            self._pictured = kind == PICTURE or (self._pictured and kind not in (DUMP, GESTURE))

    def connects(self) -> bool:
        """Tell whether a client that connects now is served."""
        return all(fault.connects(self._phone) for fault in self.faults if fault.struck)

    def dump(self, hierarchy: str) -> str:
        """Return the hierarchy that is told instead of the true one."""
        with self._phone.lock:
            told = hierarchy
            for fault in self.faults:
                told = fault.dump(self._phone, told) if fault.struck else told
                fault.saw(self._phone, hierarchy)
            return told

    def restless(self) -> bool:
        """Tell whether something on the screen never stops moving."""
        return any(fault.struck and fault.restless for fault in self.faults)

    def picture(self, picture: "Image.Image") -> "Image.Image":
        """Return the picture that is shown instead of the true one."""
        shown = picture
        for fault in self.faults:
            shown = fault.picture(self._phone, shown) if fault.struck else shown
            fault.looked(picture)
        return shown

    def page(self, view: View, built: Page | Dialog) -> Page | Dialog:
        """Return the page or dialog that an app shows instead of its own."""
        for fault in self.faults:
            built = fault.page(view, built) if fault.struck else built
        return built

    def touched(self, entry: dict[str, object], window: Window | None) -> None:
        """Add to the log's entry whose window was hit, and whether one of its ways out was."""
        name = window.view.fault if window and window.view else ""
        if name:
            ways_out = next(fault.ways_out for fault in self.faults if fault.name == name)
            entry |= {"fault": name, "way_out": entry["widget"] in ways_out}

    def _due(self, fault: Fault, kind: str) -> bool:
        moment, gestures = fault.moment, len(self._phone.taps()) - self._before
        if moment.touch is not None:
            return kind == GESTURE and gestures >= moment.touch - 1
        if moment.gestures is not None:
            return gestures >= moment.gestures
        if moment.looks is not None:
            return kind != OTHER and self._looks >= moment.looks
        passed = self._phone.seconds() - self._armed_at
        return not self._phone.time_scale or passed >= (moment.seconds or 0.0)
