"""Recognise spots on a picture, such as painted buttons, that were learnt through the grid, by position and looks."""

from collections import defaultdict

from appagent.devices.captures.recognising import Sees
from appagent.screen import Screen, Seen, with_seen
from appagent.screen.pictures.spots import FACT, ROLE, find_spot, read_spot
from appagent.store import Record, Store

_ACTIONS = ("tap", "long_press", "swipe")
_MOST = 40  # spots to look for on one screen at most, because each takes some milliseconds
_MOST_LETTERS = 200  # most letters of a spot's words, which may come from a stranger


def known_spots(store: Store) -> Sees:
    """Return a function that takes a screen and returns a copy of it with an element for each known spot.

    store: the documents. The known spots of a screen are those that documents are about; at most 40 are looked for. A
    spot that cannot be found on the screen's picture gets no element.
    """

    def sees(screen: Screen) -> Screen:
        about: dict[str, list[Record]] = defaultdict(list)
        for record in store.current(screen.app, screen_id=store.known_as(screen)):
            if FACT in record.facts:
                about[record.element_id].append(record)
        seen = []
        for records in list(about.values())[:_MOST]:
            facts = records[0].facts
            spot = read_spot(facts[FACT], store.picture)
            bounds = find_spot(spot, screen) if spot else None
            if bounds:
                actions = tuple(kind for kind in _ACTIONS if any(record.action == kind for record in records))
                seen.append(Seen(bounds, ROLE, str(facts.get("words", ""))[:_MOST_LETTERS], actions=actions))
        return with_seen(screen, seen) if seen else screen

    return sees
