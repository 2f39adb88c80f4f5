"""Hand things from one app to another: the sheet that asks for the app, and the way there and back."""

from collections.abc import Callable
from functools import partial

from appagent.phone.app import App, Dialog
from appagent.phone.dialogs import menu


def share(app: App, kind: str, thing: object) -> None:
    """Ask which other app should get a thing; that app comes to the front and receives it."""

    def hand(taker: App) -> None:
        app._host.start(taker.package)
        taker.receive(kind, thing)

    _ask(app, [other for other in app._host.shown_apps() if kind in other.receives], hand, "Share with")


def fetch(app: App, kind: str, done: Callable[[object], None]) -> None:
    """Ask which other app a thing should come from, let the person choose it there, and return to this app."""

    def chosen(thing: object) -> None:
        app._host.start(app.package)
        if thing is not None:
            done(thing)

    def begin(giver: App) -> None:
        app._host.start(giver.package)
        giver.offer(kind, chosen)

    _ask(app, [other for other in app._host.shown_apps() if kind in other.offers], begin, "Choose from")


def _ask(app: App, others: list[App], go: Callable[[App], None], title: str) -> None:
    found = [other for other in others if other is not app]

    def chooser() -> Dialog:
        items = [(other.shown_label(), partial(go, other)) for other in found]
        return menu(app, *items, gravity="bottom", icons=[other.icon for other in found], title=app.t(title))

    if found:
        app.ask(chooser)
    else:
        app.toast(app.t("No app can do that"))
