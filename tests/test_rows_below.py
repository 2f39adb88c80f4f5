"""Rows that show their value first are known by the words below it."""

import pytest
from hierarchies import DISPLAY, dump, node

from appagent.devices.captures.hierarchy import read_dump
from appagent.screen.names.rows import by_words_below


@pytest.mark.parametrize(
    ("was", "now", "found"),
    [
        ("Diffused · Glazing", ("Museum · Glazing", "Oak · Moulding"), "Museum · Glazing"),
        ("Ana · Online", ("Ben · Online", "Eva · Online"), None),  # several, as in a list of persons
        ("Diffused", ("Museum", "Oak"), None),
    ],
)
def test_a_row_is_the_only_one_with_the_words_below_its_value(was, now, found):
    def row(text: str, top: int) -> str:
        lines = [
            node("TextView", text=part, at=(0, top + 50 * n, 900, top + 50 * n + 50))
            for n, part in enumerate(text.split(" · "))
        ]
        return node("LinearLayout", *lines, at=(0, top, 1080, top + 120), can="clickable", name="row")

    def screen(*texts: str):
        rows = [row(text, 200 + 120 * n) for n, text in enumerate((*texts, "Other · Thing"))]
        return read_dump(dump(node("ListView", *rows, at=(0, 200, 1080, 2000), name="list")), size=DISPLAY)

    before = next(each for each in screen(was).elements if each.text == was)
    told = by_words_below(was, before.template, screen(*now))
    assert (told and told.text) == found
