"""Dialogs that many apps use: a question, a choice of one, menus, an advertisement."""

from collections.abc import Callable, Sequence

from appagent.phone.app import App, Dialog
from appagent.phone.parts import photo, radio_rows
from appagent.phone.ui import (
    Button,
    Column,
    Field,
    Frame,
    Handler,
    Icon,
    IconButton,
    List,
    Panel,
    Row,
    Space,
    Text,
    Widget,
)


def alert(title: str, message: str = "", *buttons: Widget, body: Sequence[Widget] = ()) -> Dialog:
    """Build a dialog as Android draws it: title, message, own widgets, and a row of buttons at the end."""
    parts: list[Widget] = [Title(title)] if title else []
    if message:
        parts.append(Text(message, id="android:id/message", color="text2", pad=(24, 4 if title else 24, 24, 12)))
    parts.extend(body)
    if buttons:
        bar = Row([Space(weight=1), *buttons], id="buttonPanel", pad=(12, 4, 12, 12))
        parts.append(bar)
    return Dialog(Column(parts, id="parentPanel", background="card", radius=24))


def Title(words: str) -> Text:
    """Build the title of a dialog."""
    return Text(words, id="alertTitle", size=22, pad=(24, 24, 24, 12))


def confirm(app: App, title: str, message: str, yes: str, do: Handler, *, danger: bool = False) -> Dialog:
    """Build a question; "Cancel" closes it, the button `yes` closes it and calls `do`.

    danger: something is lost by `do`, which the phone's log then has as deleted.
    """

    def agreed() -> None:
        app.close()
        do()
        if danger:
            app.did("delete", f"{title} {message}".strip())

    return alert(
        title,
        message,
        Button(app.t("Cancel"), id="android:id/button2", on_tap=app.close),
        Button(yes, id="android:id/button1", color="danger" if danger else "primary", on_tap=agreed),
    )


def pick_one(app: App, title: str, options: Sequence[str], chosen: int, pick: Callable[[int], None]) -> Dialog:
    """Build a choice of one among several options; `pick` is called with its number, and the dialog closes."""

    def picked(number: int) -> None:
        app.close()
        pick(number)

    cancel = Button(app.t("Cancel"), id="android:id/button2", on_tap=app.close)
    rows = radio_rows(options, chosen, picked)
    many = List(rows, id="select_dialog_listview", height=312, weight=0)  # half a row tells of more
    return alert(title, "", cancel, body=[many] if len(rows) > 6 else rows)


def ask_words(app: App, title: str, words: str, done: Callable[[str], None], hint: str = "") -> None:
    """Open a dialog with a field that holds `words`; "OK" closes it and calls `done` with the field's text."""

    def agreed() -> None:
        app.close()
        done(app._typed.strip())

    def dialog() -> Dialog:
        entry = Field(
            app._typed, id="android:id/edit", hint=hint, focus=True, on_change=app.setter("_typed"), on_submit=agreed
        )
        no = Button(app.t("Cancel"), id="android:id/button2", on_tap=app.close)
        yes = Button(app.t("OK"), id="android:id/button1", on_tap=agreed)
        return alert(title, "", no, yes, body=[Column([entry], pad=(24, 0, 24, 8))])

    app._typed = words
    app.ask(dialog)


def menu(
    app: App, *items: tuple[str, Handler], gravity: str = "center", icons: Sequence[str] = (), title: str = ""
) -> Dialog:
    """Build a menu of rows, each (words, handler); a tap closes the menu first.

    gravity: "center" (after a long press), "top right" (of a toolbar's three dots) or "bottom" (a sheet).
    icons: one for each row, or none at all.
    """

    def chosen(do: Handler) -> Handler:
        def act() -> None:
            app.close()
            do()

        return act

    signs: Sequence[list[Widget]] = [[Icon(icon, pad=(0, 0, 16, 0))] for icon in icons] or [[] for _ in items]
    rows = [
        Row([*sign, Text(words, id="android:id/title", lines=1, weight=1)], pad=(20, 14, 20, 14), on_tap=chosen(do))
        for sign, (words, do) in zip(signs, items, strict=True)
    ]
    heading = [Text(title, size=14, color="text2", pad=(20, 8, 20, 8))] if title else []
    body = Column([*heading, *rows], background="card", radius=12, pad=(0, 8, 0, 8))
    edge = Column([body], background="line", radius=12, pad=0.5)
    return Dialog(edge, gravity=gravity, width=220, dim=gravity != "top right")


def advertisement(app: App, title: str, words: str, button: str, do: Handler, icon: str = "pictures") -> Dialog:
    """Build an advertisement over everything; a tap follows it, and an unnamed cross in its corner closes it."""

    def followed() -> None:
        app.close()
        do()

    buy = Button(button, color="#ffffff", background="#d93025", radius=22, gravity="center", on_tap=followed)
    heading = Text(title, size=20, bold=True, gravity="center", align="center")
    text = Text(words, size=14, color="text2", pad=(0, 6, 0, 16), gravity="center", align="center")
    cross = IconButton("close", size=18, pad=11, color="#ffffff", gravity="top right", on_tap=app.close)
    picture = Frame([photo(title, height=180, icon=icon, on_tap=followed), cross])
    return Dialog(Panel([picture, Column([heading, text, buy], pad=(20, 16, 20, 20))], background="card"), width=300)
