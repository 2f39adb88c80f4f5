"""Faults of the app and the phone: a crash, an app that hangs, a log-out, a lock, a rotation, no network."""

from typing import TYPE_CHECKING

from appagent.phone.app import App, Dialog, Page
from appagent.phone.faults.base import Fault
from appagent.phone.overlays import Hanging
from appagent.phone.ui import Button, Column, Field, Text
from appagent.phone.windows import View

if TYPE_CHECKING:
    from appagent.phone.core import Phone

_OFFLINE_S = 4.0


class Crash(Fault):
    """Crash of the app in front."""

    name, family = "crash", "the app"
    line = "the app in front crashes, with Android's dialog"
    signs = r"crash|keeps stopping"
    ways_out = frozenset({"android:id/aerr_close"})

    def strike(self, phone: "Phone") -> None:
        """Let the app crash."""
        phone.crash(phone.foreground[0], "a fault of the virtual phone")


class Anr(Fault):
    """App that hangs for a moment."""

    name, family = "anr", "the app"
    line = "Android says that the app does not respond; after one wait it does"
    signs = r"not respond|isn't responding|hang"
    ways_out = frozenset({"android:id/aerr_close", "android:id/aerr_wait"})
    again = False

    def strike(self, phone: "Phone") -> None:
        """Open Android's dialog."""
        self._app = phone.foreground[0]
        label = phone.packages[self._app].shown_label()

        def close() -> None:
            phone.withdraw()
            phone.stop(self._app)

        def wait() -> None:
            if not self.again:
                phone.withdraw()

        def hangs(app: App) -> Dialog:
            assert isinstance(app, Hanging)
            return app.hangs(label, close, wait)

        phone.intrude(hangs, self.name, Hanging(phone))


class AnrForGood(Anr):
    """App that hangs until it is closed."""

    name = "anr-stuck"
    line = "Android says that the app does not respond, and waiting does not help; only closing it does"
    again = True


class Background(Fault):
    """App that is left for the home screen."""

    name, family = "background", "the app"
    line = "the home screen comes to the front, and the app goes to the back"
    signs = r"in front|launcher|home screen"

    def strike(self, phone: "Phone") -> None:
        """Bring the launcher to the front."""
        phone.key_pressed("home")


class _OtherPage(Fault):
    """Fault that shows another page in place of every page of the app that was in front."""

    family = "the app"
    _package = ""

    def strike(self, phone: "Phone") -> None:
        """Take the page of the app in front away."""
        self._package, self._phone = phone.foreground[0], phone
        phone.renew_view(phone.packages[self._package])

    def page(self, view: View, built: Page | Dialog) -> Page | Dialog:
        """Return the other page."""
        if view.app.package != self._package or not isinstance(built, Page) or self.over():
            return built
        return self.shown(built)

    def over(self) -> bool:
        """Tell whether it has passed."""
        return False

    def shown(self, page: Page) -> Page:
        """Return the page that is shown instead."""
        return page


class LogOut(_OtherPage):
    """Session that has ended."""

    name, line = "log-out", "the app is logged out, and asks for a password on every page"
    signs = r"[Ss]ign in|session|[Ll]og"
    solvable = False

    def shown(self, page: Page) -> Page:
        """Return the page on which to sign in."""
        parts = [
            Text("Your session has ended", size=20, pad=(24, 80, 24, 8)),
            Text("Sign in to go on", color="text2", pad=(24, 0, 24, 24)),
            Field("", id="user", hint="E-mail"),
            Field("", id="password", hint="Password", password=True),
            Button("Sign in", id="sign_in"),
        ]
        return Page(Column(parts, height="fill"), activity="SignInActivity")


class NoNetwork(_OtherPage):
    """App without a network."""

    name, line = "no-network", "the phone has no network and the app says so; after four seconds it is back"
    signs = r"offline|[Nn]o connection|network"
    ways_out = frozenset({"retry"})

    def strike(self, phone: "Phone") -> None:
        """Take the network away."""
        super().strike(phone)
        phone.offline_until = phone.seconds() + _OFFLINE_S

    def over(self) -> bool:
        """Tell whether the network is back."""
        return self._phone.online

    def shown(self, page: Page) -> Page:
        """Return the page that says so."""
        parts = [
            Text("You are offline", size=20, gravity="center", pad=(24, 160, 24, 8)),
            Text("Check your connection and try again", color="text2", gravity="center", pad=(24, 0, 24, 24)),
            Button("Retry", id="retry", gravity="center", on_tap=lambda: None),
        ]
        return Page(Column(parts, height="fill"), activity="OfflineActivity", live=True)


class Rotation(Fault):
    """Turn of the display."""

    name, family = "rotation", "the phone"
    line = "the display turns to landscape"
    signs = r"turned|rotat|landscape"

    def strike(self, phone: "Phone") -> None:
        """Turn the display."""
        phone.rotate(1)


class KeyboardUp(Fault):
    """Keyboard that comes up by itself."""

    name, family = "keyboard-up", "the phone"
    line = "the keyboard comes up over the lower part of the screen"
    signs = r"keyboard|cover"

    def strike(self, phone: "Phone") -> None:
        """Show the keyboard."""
        phone.raise_keyboard()


class DisplayOff(Fault):
    """Display that goes dark."""

    name, family = "display-off", "the phone"
    line = "the display switches itself off; touches do nothing until it is woken"
    signs = r"display was off|display is off|woken"
    how = ""

    def strike(self, phone: "Phone") -> None:
        """Switch the display off."""
        phone.lock_up(self.how)


class Locked(DisplayOff):
    """Lock screen that a swipe opens."""

    name, how = "locked", "swipe"
    line = "the display switches itself off and the phone locks itself, without a PIN"
    signs = r"locked|display was off"


class LockedByPin(DisplayOff):
    """Lock screen that only the owner opens."""

    name, how = "locked-pin", "pin"
    line = "the display switches itself off and the phone locks itself, with a PIN"
    signs = r"locked"
    solvable = False
