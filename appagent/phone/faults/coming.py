"""Faults that come over the app: a sheet, a dialog, a toast, a call, an advertisement, a question of the system."""

from typing import TYPE_CHECKING, ClassVar

from appagent.phone.app import App, Dialog, Page
from appagent.phone.dialogs import advertisement, alert, menu
from appagent.phone.faults.base import Fault
from appagent.phone.ui import Button, Column, Text, do_nothing

if TYPE_CHECKING:
    from appagent.phone.core import Phone

_NO, _YES = "android:id/button2", "android:id/button1"


class Stranger(App):
    """App that is not installed for the launcher, and only owns a window over another app."""

    def home(self) -> Page:
        """Return an empty page, since only the window is ever shown."""
        return Page(Column([]))


class Dialer(Stranger):
    """App that receives calls."""

    package, label = "com.android.dialer", "Phone"


class Permissions(Stranger):
    """Part of Android that asks for permissions."""

    package, label = "com.android.permissioncontroller", "Permission controller"


class Updates(Stranger):
    """Part of Android that offers updates."""

    package, label = "com.google.android.gms", "Google Play services"


class Sheet(Fault):
    """Sheet of the app's own that asks for stars."""

    name, family = "sheet", "comes over the app"
    line = "a sheet of the app's own comes up from the bottom and asks for a rating"
    signs = r"Enjoying|Rate|sheet|dialog|came over|window"
    ways_out = frozenset({"not_now"})

    def strike(self, phone: "Phone") -> None:
        """Open the sheet."""

        def sheet(app: App) -> Dialog:
            rows = [
                Text(f"Enjoying {app.shown_label()}?", size=20, bold=True, pad=(24, 20, 24, 8)),
                Button("Rate 5 stars", id="rate", width="fill", on_tap=phone.withdraw),
                Button("Delete my ratings", id="delete_ratings", width="fill", on_tap=phone.withdraw),
                Button("Not now", id="not_now", width="fill", on_tap=phone.withdraw),
            ]
            return Dialog(Column(rows, background="card", radius=16, pad=(0, 0, 0, 16)), gravity="bottom")

        phone.intrude(sheet, self.name)


class Question(Fault):
    """Dialog of the system about an update."""

    name, family = "dialog", "comes over the app"
    line = "a dialog of the system offers an update"
    signs = r"update|dialog|came over|window"
    ways_out = frozenset({_NO})

    def strike(self, phone: "Phone") -> None:
        """Open the dialog."""

        def dialog(app: App) -> Dialog:
            no = Button("Later", id=_NO, on_tap=phone.withdraw)
            yes = Button("Install now", id=_YES, on_tap=phone.withdraw)
            return alert("System update", "A new version is ready. The phone restarts to install it.", no, yes)

        phone.intrude(dialog, self.name, Updates(phone))


class Menu(Fault):
    """Menu of the app's own that opens by itself."""

    name, family = "menu", "comes over the app"
    line = "a menu of the app's own opens in the middle of the screen"
    signs = r"Delete all|menu|dialog|came over|window"
    ways_out: ClassVar[frozenset[str]] = frozenset()  # only Back, or a touch beside it

    def strike(self, phone: "Phone") -> None:
        """Open the menu."""

        def opened(app: App) -> Dialog:
            rows = [(words, do_nothing) for words in ("Select all", "Delete all", "Share all", "Print")]
            return menu(app, *rows)

        phone.intrude(opened, self.name)


class Toast(Fault):
    """Toast, which no hierarchy shows."""

    name, family = "toast", "comes over the app"
    line = "a toast appears for two seconds; touches pass through it"
    signs = r"toast"

    def strike(self, phone: "Phone") -> None:
        """Show the toast."""
        phone.show_toast("Connected to Wi-Fi")


class Incoming(Fault):
    """Incoming call."""

    name, family = "call", "comes over the app"
    line = "a call comes in, in a window of another app"
    signs = r"call|dialer|came over|window"
    ways_out = frozenset({"decline"})

    def strike(self, phone: "Phone") -> None:
        """Let the phone ring."""

        def call(app: App) -> Dialog:
            words = [
                Text("Incoming call", size=14, color="text2", pad=(24, 24, 24, 4)),
                Text("Unknown caller", size=24, bold=True, pad=(24, 0, 24, 160)),
                Button("Answer", id="answer", width="fill", on_tap=phone.withdraw),
                Button("Decline", id="decline", width="fill", color="danger", on_tap=phone.withdraw),
            ]
            return Dialog(Column(words, background="card", radius=24), cancelable=False)

        phone.intrude(call, self.name, Dialer(phone))


class Advertisement(Fault):
    """Advertisement over everything, whose only way out is a cross without a name."""

    name, family = "advertisement", "comes over the app"
    line = "an advertisement of the app's own covers the screen; a cross without a name closes it"
    signs = r"advert|Premium|came over|window|dialog"
    ways_out = frozenset({"ImageButton"})

    def strike(self, phone: "Phone") -> None:
        """Open the advertisement."""

        def shown(app: App) -> Dialog:
            return advertisement(app, "Premium for $9.99", "Everything without limits.", "Buy now", do_nothing)

        phone.intrude(shown, self.name)


class Permission(Fault):
    """Question of Android whether the app may use something."""

    name, family = "permission", "comes over the app"
    line = "Android asks whether the app may use the location"
    signs = r"[Pp]ermission|Allow|came over|window|grant"
    ways_out = frozenset({"permission_deny_button"})

    def strike(self, phone: "Phone") -> None:
        """Open Android's dialog."""
        label = phone.packages[phone.foreground[0]].shown_label()

        def asked(app: App) -> Dialog:
            rows = [
                Text(f"Allow {label} to access this device's location?", id="permission_message", size=18, pad=24),
                Button("While using the app", id="permission_allow_foreground_only_button", width="fill",
                       on_tap=phone.withdraw),
                Button("Don't allow", id="permission_deny_button", width="fill", on_tap=phone.withdraw),
            ]  # fmt: skip
            return Dialog(Column(rows, id="grant_dialog", background="card", radius=24), cancelable=False)

        phone.intrude(asked, self.name, Permissions(phone))
