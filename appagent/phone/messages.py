"""Short messages over a page: the snack bar, which is a part of it, and the toast, which is only painted."""

from PIL import Image

from appagent.phone import draw, ui
from appagent.phone.layout import Layout
from appagent.phone.theme import Theme


def snack_bar(text: str, action: str, do: ui.Handler) -> ui.Widget:
    """Build the message at the bottom of a page with a button that calls `do`."""
    words = ui.Text(text, id="snackbar_text", size=14, color="on_toast", weight=1, lines=2)
    button = ui.Button(action, id="snackbar_action", color="on_snack", on_tap=do)
    return ui.Row([words, button], background="toast", radius=6, pad=(16, 2, 4, 2))


def paint_toast(image: Image.Image, text: str, theme: Theme) -> None:
    """Paint a message that disappears by itself over the whole screen."""
    label = ui.Text(text, size=14, color="on_toast", background="toast", radius=20, pad=(20, 10, 20, 10), lines=2)
    toast = ui.Frame([ui.Frame([label], width="wrap", gravity="bottom center")], pad=(40, 0, 40, 90))
    draw.paint(image, Layout(theme).place(toast, (0, 0, *image.size)), theme)
