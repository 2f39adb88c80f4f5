"""The − and + buttons with a number between them, told from other icons at both sides of a number."""

import pytest
from hierarchies import DISPLAY, dump, node

from appagent.devices.captures.hierarchy import read_dump
from appagent.screen.names.steppers import stepper_at


@pytest.mark.parametrize(
    ("less", "found"), [("−", "Ticket 4071"), ("", "Ticket 4071"), ("Navigate up", None), ("Zurück", None)]
)
def test_the_arrow_up_beside_a_title_with_a_number_is_no_stepper(less, found):
    icons = (
        node("ImageButton", content_desc=words, can="clickable", at=(x, 80, x + 100, 180))
        for words, x in ((less, 0), ("", 980))
    )
    title = node("TextView", text="Ticket 4071", at=(140, 90, 900, 170))
    screen = read_dump(dump(node("Toolbar", *icons, title, at=(0, 70, 1080, 190))), size=DISPLAY)
    told = stepper_at(screen.elements[0], screen)
    assert (told and told.text) == found
