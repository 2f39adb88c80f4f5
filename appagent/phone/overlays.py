"""Windows that come over the app in front by themselves, and the lock screen."""

from collections.abc import Callable
from typing import ClassVar

from appagent.phone import ui
from appagent.phone.app import App, AppError, Dialog, Page
from appagent.phone.crashes import Android, Mortal
from appagent.phone.layout import Box
from appagent.phone.windows import SYSTEM, View, Window, dialog_window, page_window

_BARS = 2  # windows above every other
_STUCK = 1e9  # seconds


class Overlaid(Mortal):
    """Stage on which windows of other apps and of the system can lie over the app in front.

    locked: "" while the phone is unlocked, "swipe" if a swipe up opens it, "pin" if only its owner can.
    """

    locked: str = ""
    offline_until = 0.0  # in the phone's own seconds
    _over: tuple[View, ...] = ()  # from bottom to top

    def intrude(self, make: Callable[[App], Dialog], fault: str, owner: App | None = None) -> None:
        """Open a window that nobody asked for over everything.

        make: function that builds it for its app. owner: that app; by default the app in front.
        """
        with self.lock:
            app = owner or self.packages[self._front]
            self._over = (*self._over, View(app, make, (app,), self._now(), fault=fault))
            self._changed()

    def seconds(self) -> float:
        """Return the seconds since the phone was switched on, in its own time; 0 if that has no length."""
        return self._uptime_s()

    @property
    def online(self) -> bool:
        """Tell whether the phone has a network."""
        return self.seconds() >= self.offline_until

    def withdraw(self, app: App | None = None) -> None:
        """Close the topmost of these windows, or the topmost of an app."""
        with self.lock:
            found = [view for view in self._over if app in (None, view.app)]
            self._over = tuple(view for view in self._over if view not in found[-1:])
            self._changed()

    def crash(self, package: str, why: str) -> None:
        """Let an app crash, as if its code had raised an error with these words."""
        with self._acting():
            raise AppError(why, package)

    def refresh(self, *, at_rest: bool) -> None:
        """Build the screen anew at the next look, because what it is made of may have changed.

        at_rest: True if it changed a while ago, so that nothing slides in any more.
        """
        with self.lock:
            self._leaving = None if at_rest else self._leaving
            self._changed()

    def lock_up(self, how: str) -> None:
        """Switch the display off and lock the phone. how: "swipe" or "pin"; "" leaves it unlocked."""
        with self.lock:
            self.locked, self.screen_on = how, False
            self._changed()

    def raise_keyboard(self) -> None:
        """Show the on-screen keyboard, whether or not a field has the cursor."""
        with self.lock:
            self._top().typing = True
            self._changed()

    def unlock(self) -> bool:
        """Ask for the lock screen to be left; return whether it was, which a PIN prevents."""
        with self.lock:
            if self.locked == "swipe":
                self.locked = ""
                self._changed()
            return not self.locked

    @property
    def focused(self) -> str:
        """Return the package of the window that has the focus."""
        if self.locked:
            return SYSTEM
        return self._over[-1].app.package if self._over else super().focused

    @property
    def keyboard_shown(self) -> bool:
        """Tell whether the on-screen keyboard is shown, which it is for the app in front only."""
        return not self._over and not self.locked and super().keyboard_shown

    def close_view(self, app: App) -> None:
        """Remove the top page or dialog from an app's stack, or its window that lies over everything."""
        if any(view.app is app for view in self._over):
            self.withdraw(app)
        else:
            super().close_view(app)

    def _focused(self, shown: object) -> Box | None:
        return None if self._over or self.locked else super()._focused(shown)  # type: ignore[arg-type]

    def _compose(self) -> list[Window]:
        shown, theme, display = super()._compose(), self._theme(), self._display()
        if self.locked:
            view = View(Keyguard(self), Keyguard.home, (), 0.0)
            view.make = view.app.home
            return [page_window(view, theme, display, 0, _STUCK, 0), *shown[-_BARS:]]
        over = [dialog_window(view, theme, display, 0) for view in self._over]
        return [*shown[:-_BARS], *over, *shown[-_BARS:]]

    def _back_over(self) -> bool:
        """Close the topmost window over everything if Back closes it; return whether there was one at all."""
        if not self._over:
            return bool(self.locked)
        built = self._over[-1].built()
        if isinstance(built, Dialog) and built.cancelable:
            self.withdraw()
        return True


class Keyguard(App):
    """Lock screen, as an app that cannot be started."""

    package = SYSTEM
    label = "System UI"
    words: ClassVar = {"zh": {"Swipe up to unlock": "向上滑动即可解锁", "Enter PIN": "输入 PIN 码"}}

    def home(self) -> Page:
        """Build the lock screen; a swipe up opens it, or asks for the PIN."""
        phone = self._host
        assert isinstance(phone, Overlaid)
        clock = ui.Text(f"{phone.local_time():%H:%M}", id="keyguard_clock", size=56, gravity="center")
        asked = "Swipe up to unlock" if phone.locked == "swipe" else "Enter PIN"
        words = ui.Text(self.t(asked), id="keyguard_indication_text", size=16, gravity="center")
        body = ui.Column(
            [ui.Space(weight=1), clock, ui.Space(weight=2), words], id="keyguard_root_view", pad=(24, 40, 24, 40),
            on_scroll=lambda heights: _ignore(phone.unlock()),
        )  # fmt: skip
        return Page(body, activity="Keyguard")


class Hanging(Android):
    """Android's dialog about an app that does not respond."""

    def hangs(self, name: str, close: ui.Handler, wait: ui.Handler) -> Dialog:
        """Build the dialog, with AOSP's ids and words. close, wait: what its buttons do."""
        parts = [
            ui.Text(self.t("{} isn't responding").format(name), id="android:id/alertTitle", size=22, pad=24),
            ui.Button(self.t("Close app"), id="android:id/aerr_close", pad=(24, 14, 24, 14), on_tap=close),
            ui.Button(self.t("Wait"), id="android:id/aerr_wait", pad=(24, 14, 24, 14), on_tap=wait),
        ]
        body = ui.Column(parts, id="android:id/parentPanel", background="card", radius=24, pad=(0, 0, 0, 12))
        return Dialog(body, cancelable=False)


def _ignore(_: object) -> None:
    """Discard a handler's value, since handlers return nothing."""
