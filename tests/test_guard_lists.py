"""The guard compares what lists say also where these have moved by a few pixels."""

import pytest
from hierarchies import dump, node

from appagent.actions import Tap
from appagent.devices.captures.hierarchy import read_dump
from appagent.guard import Guard


def basket(says: str, button: str, by: int):
    rows = [(300, "Your basket"), (1000, says), (1200, "Delivered by bike")]
    texts = [node(text=text, at=(0, top - by, 1080, top - by + 80)) for top, text in rows]
    press = node("Button", text=button, at=(0, 1900 - by, 1080, 2000 - by), can="clickable", name="b")
    listed = node("RecyclerView", *texts, press, at=(0, 250, 1080, 2100), can="scrollable")
    return read_dump(dump(node("FrameLayout", node(text="Checkout", at=(0, 100, 1080, 200)), listed)))


@pytest.mark.parametrize(("button", "says"), [("Pay now", "Total ${}.00"), ("Delete", "{} photos will be deleted")])
@pytest.mark.parametrize("by", [0, 40])
def test_another_number_in_a_list_that_moved_speaks_against_a_deed(button, says, by):
    seen, now = basket(says.format(9), button, 0), basket(says.format(90), button, by)
    mark = next(one.mark for one in seen.elements if one.text == button)
    guard = Guard(allow=frozenset({"pay", "delete"}))
    assert guard.objection(Tap(mark), seen, now)
    assert not guard.objection(Tap(mark), seen, basket(says.format(9), button, by))
