"""A dialog that names its row in its title is the one that the map knows from another row, unless it offers less."""

from hierarchies import dump, node
from tables import cases
from test_map import record

from appagent.devices.captures.hierarchy import read_dump
from appagent.documents.map.known_map import KnownMap
from appagent.screen import Screen
from appagent.screen.names.labels import labels
from appagent.screen.transitions import screen_key

WIDE = (0, 0, 1080, 2400)


def kitchen() -> Screen:
    rows = [
        node("Button", text=day, at=(0, top, 1080, top + 100), can="clickable", name=day.lower())
        for day, top in (("Monday", 400), ("Tuesday", 600))
    ]
    head = node(text="Kitchen", at=(200, 60, 900, 160), name="title")
    return read_dump(dump(node("FrameLayout", head, *rows, at=WIDE)), size=WIDE[2:], app="org.notes")


def dishes(title: str, *names: str) -> Screen:
    """A dialog over the page that asks which dish it should be."""
    rows = [
        node("CheckedTextView", text=name, at=(100, 1000 + 100 * n, 980, 1100 + 100 * n), can="clickable")
        for n, name in enumerate(names)
    ]
    head = node(text=title, at=(100, 900, 980, 980), name="alertTitle")
    shown = node("FrameLayout", head, *rows, at=(100, 880, 980, 1500))
    return read_dump(dump(shown), size=WIDE[2:], app="org.notes")


ANNA = dishes("Anna, lunch", "Soup", "Potato")


@cases(
    ("shown", "tapped", "same"),
    [
        (dishes("Ben, lunch", "Soup", "Potato"), "Monday", True),
        (dishes("Ben, lunch", "Soup", "Pasta"), "Monday", False),  # not what a path to "Potato" seeks
        (dishes("Ben, lunch", "Soup", "Potato"), "Tuesday", False),  # nothing is known of what this one opens
    ],
)
def test_a_dialog_for_another_person_is_the_one_that_its_row_is_known_to_open(shown, tapped, same):
    page = kitchen()
    row, by_name = page.elements[0], {each.text: each.id for each in page.elements}
    key, end = screen_key(page), screen_key(ANNA)
    seen = {"effect": "opens", "title": key[1], "to_title": end[1], "dialog": True}
    facts = {**row.facts, "seen": seen}
    opener = record(text="", screen_id=key[0], element_id=row.id, leads_to=end[0], facts=facts)
    known = KnownMap([opener], {key: labels(page), end: labels(ANNA)})
    known.seen(page)
    assert (known.seen(shown, tapped=by_name[tapped])[1] == end) is same
