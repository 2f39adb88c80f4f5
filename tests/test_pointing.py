"""Test what a finger or a pointer is taken to mean."""

from dataclasses import replace

import pytest
from conftest import SETTINGS, SMALL
from tables import cases

from appagent.actions import (
    Back,
    DoubleTap,
    DragCells,
    Home,
    LongPress,
    Notifications,
    Recents,
    Start,
    Swipe,
    SwipeCells,
    Tap,
    TapCell,
)
from appagent.devices.virtual import virtual
from appagent.learning.demonstrations.pointing import Trace, action_meant, on_keyboard
from appagent.screen import Node, Screen, read
from appagent.screen.nodes.tree import centre

WIDTH, HEIGHT = SMALL


def drawn(*places: tuple[float, float], seconds: float = 0.1, rest: float = 0.0) -> Trace:
    """Return a path through places, as shares of the display. rest: seconds before the finger leaves the first."""
    at = [(round(x * (WIDTH - 1)), round(y * (HEIGHT - 1))) for x, y in places]
    if len(at) == 1:
        return Trace(((*at[0], 0.0), (*at[0], seconds)))
    (x, y), (to_x, to_y) = at[0], at[-1]
    between = [(x + (to_x - x) * n // 10, y + (to_y - y) * n // 10, rest + seconds * n / 10) for n in range(1, 11)]
    return Trace(((x, y, 0.0), *between))


@pytest.fixture(scope="module")
def menu() -> Screen:
    """Return the first page of Settings: one list of rows, a search field above it, buttons below."""
    with virtual(size=SMALL, time_scale=0.05) as (device, _):
        device.perform(Start(SETTINGS))
        return device.capture()


def mark_of(screen: Screen, words: str) -> int:
    return next(one.mark for one in screen.elements if words in (one.text or one.hint))


def share(screen: Screen, words: str) -> tuple[float, float]:
    x, y = centre(next(one.bounds for one in screen.elements if words in (one.text or one.hint)))
    return x / (WIDTH - 1), y / (HEIGHT - 1)


def test_a_short_touch_is_a_tap_a_long_one_a_long_press_and_two_are_a_double_tap(menu):
    at, mark = share(menu, "Display"), mark_of(menu, "Display")
    assert action_meant(drawn(at), menu) == Tap(mark)
    assert action_meant(drawn(at, seconds=0.5), menu) == LongPress(mark)
    assert action_meant(replace(drawn(at), times=2), menu) == DoubleTap(mark)


@cases(("length", "distance"), [(0.12, "short"), (0.4, "medium"), (0.7, "long")])
def test_a_stroke_over_a_row_moves_the_list_by_a_part_of_it(menu, length, distance):
    found = action_meant(drawn((0.5, 0.85), (0.5, 0.85 - length)), menu)
    listed = next(one.mark for one in menu.elements if "swipe" in one.actions and "text" not in one.actions)
    assert found == Swipe("up", listed, distance)


def test_a_stroke_sideways_is_on_the_row_that_it_lies_in(menu):
    _, y = share(menu, "Display")
    assert action_meant(drawn((0.2, y), (0.8, y)), menu) == Swipe("right", mark_of(menu, "Display"), "medium")


@cases(("place", "action"), [((0.17, 0.985), Back()), ((0.5, 0.985), Home()), ((0.83, 0.985), Recents())])
def test_the_buttons_of_the_phone_are_keys(menu, place, action):
    assert action_meant(drawn(place), menu) == action


def test_the_shade_is_pulled_from_the_upper_edge(menu):
    assert action_meant(drawn((0.5, 0.0), (0.5, 0.5)), menu) == Notifications()


def plain(*nodes: Node) -> Screen:
    """Return a screen without a navigation bar."""
    return read(
        (Node(cls="android.widget.FrameLayout", package="a.b", bounds=(0, 0, *SMALL), children=nodes),), size=SMALL
    )


def canvas(**more: object) -> Node:
    """Return a view as large as half the display."""
    return Node(cls="android.view.View", package="a.b", bounds=(0, 0, WIDTH, HEIGHT // 2), clickable=True, **more)


@cases(
    ("trace", "action"),
    [
        (drawn((0.0, 0.5), (0.4, 0.5)), Back),
        (drawn((1.0, 0.5), (0.6, 0.5)), Back),
        (drawn((0.5, 1.0), (0.5, 0.6)), Home),
        (drawn((0.5, 1.0), (0.5, 0.6), seconds=0.9), Recents),
        (drawn((0.3, 0.6), (0.7, 0.6)), SwipeCells),
        (drawn((0.3, 0.6), (0.7, 0.8), rest=0.6), DragCells),
    ],
)
def test_strokes_from_the_edges_are_keys_where_there_are_no_buttons(trace, action):
    assert type(action_meant(trace, plain())) is action


def test_where_a_finger_lands_counts_on_what_is_large_and_says_nothing():
    place = drawn((0.25, 0.25))
    assert isinstance(action_meant(place, plain(canvas())), TapCell)
    assert action_meant(place, plain(canvas(text="Continue"))) == Tap(1)
    assert isinstance(action_meant(drawn((0.2, 0.2), (0.7, 0.2)), plain(canvas())), SwipeCells)
    assert isinstance(action_meant(place, plain()), TapCell)


def test_a_touch_of_a_key_types():
    keyboard = Node(cls="android.widget.FrameLayout", package="com.touchtype.swiftkey", bounds=(0, 800, *SMALL))
    page = Node(cls="android.widget.FrameLayout", package="a.b", bounds=(0, 0, *SMALL))
    both = read((page, keyboard), size=SMALL)
    assert on_keyboard(drawn((0.5, 0.9)), both)
    assert not on_keyboard(drawn((0.5, 0.5)), both)
