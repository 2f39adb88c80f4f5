"""A calendar is read off a screen: its month, its days, and what turns it."""

import pytest
from hierarchies import DISPLAY, dump, node

from appagent.actions.setting.months import months_on
from appagent.devices.captures.hierarchy import read_dump


def calendar(*beside: tuple[str, str]):
    """November 2026 in a calendar. beside: role and words of what is beside its title, from left to right."""
    ends = [
        node(role, at=(x, 300, x + 120, 400), can="clickable", text=text)
        for x, (role, text) in zip((0, 140, 940), beside, strict=False)
    ]
    days = [
        node("Button", at=(x, y, x + 130, y + 90), can="clickable", text=str(day))
        for day in range(1, 31)
        for x, y in [(60 + 140 * ((day - 1) % 7), 500 + 100 * ((day - 1) // 7))]
    ]
    title = node("TextView", at=(300, 300, 800, 400), text="November 2026")
    return read_dump(dump(node("FrameLayout", title, *ends, *days)), size=DISPLAY, app="org.plan")


@pytest.mark.parametrize(
    ("beside", "arrows"),
    [
        ((("ImageButton", ""), ("ImageButton", "")), [1, 2]),
        ((("Button", "‹"), ("Button", "›")), [1, 2]),
        ((("Button", "Next month"), ("Button", "Previous month")), [2, 1]),
        ((("Button", "Search"), ("Button", "More")), None),
        ((("Button", "Search"), ("ImageButton", "")), None),
        ((("ImageButton", ""), ("ImageButton", ""), ("ImageButton", "")), None),
    ],
)
def test_two_controls_beside_the_month_turn_it_if_they_have_no_words_or_say_so(beside, arrows):
    screen = calendar(*beside)
    (shown,) = months_on(screen)
    assert (shown.month, len(shown.days)) == (12 * 2026 + 10, 30)
    found = shown.arrows(screen)
    assert (found and [each.mark for each in found]) == arrows
