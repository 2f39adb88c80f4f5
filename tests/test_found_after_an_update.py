"""Test how an element is found again after an update: by words that nothing else there has, and by no others."""

from dataclasses import replace

import pytest
from hierarchies import DISPLAY, dump, node

from appagent.devices.captures.hierarchy import read_dump
from appagent.experience.finding_again.finding import Missing, locate, place_among
from appagent.experience.plan import Target
from appagent.screen import Screen

SAME, OTHER = "key_{}", "other{}_key"  # resource-ids of the buttons


def keys(*said: str, name: str = SAME) -> Screen:
    """A row of buttons with these words, each with a number in its resource-id."""
    row = [
        node("Button", at=(200 * n, 0, 200 * n + 200, 200), can="clickable", name=name.format(n), text=text)
        for n, text in enumerate(said)
    ]
    return read_dump(dump(node("FrameLayout", node("LinearLayout", *row))), size=DISPLAY, app="org.notes")


def target(screen: Screen, said: str) -> Target:
    one = next(each for each in screen.elements if each.text == said)
    nth, of = place_among(one, screen)
    x, y = ((one.bounds[at] + one.bounds[at + 2]) * 500 // DISPLAY[at] for at in (0, 1))
    return Target(one.id, one.template, one.role, one.resource_id, name=said, shape=one.shape, nth=nth, of=of, x=x, y=y)


@pytest.mark.parametrize(
    ("before", "said", "now", "name", "found"),
    [
        (["1", "2", "3"], "2", ["1", "2", "3"], OTHER, "2"),
        (["1", "2", "3"], "2", ["3", "2", "1"], OTHER, "2"),
        (["1", "2", "3"], "2", ["1", "3"], OTHER, ""),
        (["Open", "World"], "World", ["Open", "World here"], SAME, "World here"),
        (["Open", "World"], "World", ["Open", "World here"], OTHER, ""),
        (["Play", "Next"], "Play", ["Pause", "Next"], OTHER, ""),
    ],
    ids=str,
)
def test_a_button_is_found_by_words_or_by_its_id_with_more_words(before, said, now, name, found):
    one = locate(target(keys(*before), said), keys(*now, name=name), {}, "tap")
    assert ("" if isinstance(one, Missing) else one.text) == found


def test_what_pays_is_found_by_the_same_words_only():
    wanted = replace(target(keys("Back", "Pay now"), "Pay now"), x=0, y=0)
    for now, found in ((["Pay now", "Back"], "Pay now"), (["Back", "Pay now here"], ""), (["Pay now", "Pay now"], "")):
        one = locate(wanted, keys(*now, name=OTHER), {}, "tap", deed=True)
        assert ("" if isinstance(one, Missing) else one.text) == found
