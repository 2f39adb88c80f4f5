"""Which windows a rule deals with, by what hides the app; and whether a dump or a picture is whole."""

import pytest
from hierarchies import dump, node
from PIL import Image

from appagent.actions import Gesture, Key, Start
from appagent.devices.captures.hierarchy import is_whole, parse_dump, read_dump
from appagent.devices.captures.pictures import is_drawn
from appagent.recovery.rules import dismissal

pytestmark = pytest.mark.slow

PAGE = node("FrameLayout", node(text="Note"))
BUBBLE = node("FrameLayout", node("Button", text="Chat", can="clickable enabled", package="org.chat"),
              at=(900, 900, 1080, 1080), package="org.chat")  # fmt: skip
CALL = node("FrameLayout", node("Button", text="Answer", can="clickable enabled", package="org.call"),
            at=(60, 900, 1020, 1500), package="org.call")  # fmt: skip
VIDEO = node("FrameLayout", node("Button", text="Play", can="clickable enabled", package="org.video"),
             at=(0, 1200, 1080, 2400), package="org.video")  # fmt: skip
FULL = VIDEO.replace("[0,1200]", "[0,0]")
OWN = node("FrameLayout", node("Button", text="OK", can="clickable enabled"), at=(60, 900, 1020, 1500))
HALF = node("FrameLayout", node(text="Note"), at=(0, 0, 1080, 1200))


@pytest.mark.parametrize(
    ("windows", "app", "done"),
    [
        ((CALL,), "org.call", [Key("back")]),
        ((FULL,), "org.video", [Start("org.notes")]),
        ((PAGE, BUBBLE), "org.chat", []),
        ((HALF, VIDEO), "org.video", []),
        ((OWN,), "org.notes", []),
        ((FULL,), "com.google.android.inputmethod.latin", []),
    ],
)  # fmt: skip
def test_only_what_hides_the_app_and_is_of_another_is_dealt_with(windows, app: str, done: list[Gesture]):
    before, after = read_dump(dump(PAGE), app="org.notes"), read_dump(dump(*windows), size=(1080, 2400), app=app)
    found = dismissal(before, after, {"org.notes"})
    assert list(found.gestures if found else ()) == done


def test_a_window_that_was_there_at_the_last_look_is_not_dealt_with():
    before, after = (read_dump(dump(CALL), size=(1080, 2400), app="org.notes") for _ in range(2))
    assert dismissal(before, after, {"org.notes"}) is None


def test_a_dump_is_whole_if_it_has_an_end():
    whole = dump(node("FrameLayout", node(text="Note")))
    assert is_whole(whole)
    assert is_whole('<hierarchy rotation="0" />')
    assert not any(is_whole(whole[:end]) for end in range(len(whole) - 20, len(whole) - 15))


def test_a_picture_without_anything_where_texts_are_is_not_drawn():
    rows = (node(text=f"Row {n}", at=(0, 100 * n, 900, 100 * n + 90)) for n in range(9))
    tree = parse_dump(dump(node("FrameLayout", *rows)))
    white = Image.new("RGB", (1080, 2400), "white")
    assert not is_drawn(white, tree)
    for n in range(9):
        white.paste("black", (10, 100 * n + 20, 200, 100 * n + 50))
    assert is_drawn(white, tree)
    white.paste("white", (0, 450, 1080, 2400))
    assert not is_drawn(white, tree)
