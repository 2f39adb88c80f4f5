"""Test where a finger is put to hit an element: inside it, away from its edges, beside what lies above it."""

import numpy as np
import pytest
from hierarchies import CORPUS, dump, node
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.lib.stride_tricks import sliding_window_view
from test_actions import element

from appagent.actions.aiming.touching import touch_point
from appagent.devices.captures.hierarchy import read_dump
from appagent.screen.nodes.tree import contains, overlap

pytestmark = pytest.mark.slow

SIZE = (120, 160)
ROOM = 7  # px; what is left of an element and is narrower cannot be hit away from an edge


def aim(screen, one):
    return touch_point(one, [other for other in screen.elements if other is not one])


def above(screen, one):
    """What lies above an element: drawn later, and not inside it."""
    return [other.bounds for other in screen.elements if other.drawn[0] > one.drawn[1]]


def around(x, y, reach=2):
    return (x - reach, y - reach, x + reach + 1, y + reach + 1)


def has_room(bounds, covers):
    """Tell whether a square of 7 px fits into bounds beside what covers them."""
    left, top, right, bottom = bounds
    free = np.ones((max(0, bottom - top), max(0, right - left)), np.uint8)
    for cover in covers:
        if cut := overlap(bounds, cover):
            free[cut[1] - top : cut[3] - top, cut[0] - left : cut[2] - left] = 0
    whole = min(free.shape) >= ROOM
    return bool(whole and (sliding_window_view(free, (ROOM, ROOM)).min(axis=(2, 3)) == 1).any())


def check(screen, one):
    """Assert what holds for the point at which an element is touched."""
    x, y = aim(screen, one)
    assert contains(one.bounds, x, y)
    covers, near = above(screen, one), around(x, y)
    free = overlap(near, one.bounds) == near and not any(overlap(near, cover) for cover in covers)
    assert free or not has_room(one.bounds, covers)


# Made up


def test_a_tap_on_a_row_spares_the_button_at_its_centre():
    row, button = element(1, (0, 0, 900, 100)), element(2, (400, 0, 500, 100))
    x, _ = touch_point(row, [button])
    assert not 400 <= x < 500
    assert touch_point(button, [row]) == (450, 50)


def test_a_tap_on_a_row_spares_what_floats_over_it():
    row, floating = element(1, (0, 0, 900, 100)), element(2, (300, 50, 1000, 400), drawn=(1, 1))
    assert not contains(floating.bounds, *touch_point(row, [floating]))
    assert touch_point(floating, [row]) == (650, 225)


def test_a_row_covered_by_its_children_is_tapped_at_its_centre():
    row, halves = element(1, (0, 0, 900, 100)), [element(2, (0, 0, 450, 100)), element(3, (450, 0, 900, 100))]
    assert touch_point(row, halves) == (450, 50)


def test_a_child_that_sticks_out_of_its_row_is_not_aimed_at_where_it_does():
    child = node("Button", text="More", can="clickable", at=(900, 299, 1060, 500))
    row = node("LinearLayout", child, text="Row", can="clickable", at=(0, 300, 1080, 500))
    screen = read_dump(dump(node("FrameLayout", row)))
    outer, inner = sorted(screen.elements, key=lambda one: one.drawn)
    assert (aim(screen, outer), aim(screen, inner)) == ((540, 400), (980, 399))


def boxes_in(size):
    sides = st.tuples(*[st.integers(0, size[0]), st.integers(0, size[1])] * 2)
    return sides.map(lambda b: (min(b[0], b[2]), min(b[1], b[3]), max(b[0], b[2]), max(b[1], b[3])))


nodes = st.recursive(
    st.builds(lambda at, can: node("View", at=at, can=can), boxes_in(SIZE), st.sampled_from(["clickable", ""])),
    lambda inner: st.builds(
        lambda at, can, below: node("ViewGroup", *below, at=at, can=can),
        boxes_in(SIZE), st.sampled_from(["clickable", "scrollable", ""]), st.lists(inner, max_size=4),
    ),
    max_leaves=8,
)  # fmt: skip


@given(st.lists(nodes, min_size=1, max_size=4))
@settings(deadline=None, max_examples=30)
def test_a_touch_hits_its_element_away_from_its_edges_and_nothing_that_lies_above(inner):
    screen = read_dump(dump(node("FrameLayout", *inner, at=(0, 0, *SIZE))), size=SIZE)
    for one in screen.elements:
        check(screen, one)


@given(boxes_in((60, 60)), st.lists(boxes_in((60, 60)), max_size=6))
@settings(deadline=None, max_examples=30)
def test_a_touch_spares_what_lies_inside_its_element_unless_hardly_anything_is_left(box, others):
    inside = [element(2, other) for other in others if 0 < area(other) < area(box)]
    x, y = touch_point(element(1, box), inside)
    if any(contains(one.bounds, x, y) for one in inside):
        assert not has_room(box, [one.bounds for one in inside])


def area(box):
    return (box[2] - box[0]) * (box[3] - box[1])


# Real


@pytest.mark.parametrize("path", sorted((CORPUS / "xml").glob("*.xml")), ids=lambda path: path.name[:4])
def test_elements_of_real_screens_are_hit_away_from_their_edges(path):
    screen = read_dump(path.read_text(encoding="utf-8"))
    for one in screen.elements:
        check(screen, one)
