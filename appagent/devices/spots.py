"""Find what was learnt through the grid again on a screen, by place and picture."""

from collections import defaultdict

from appagent.devices.seeing import Sees
from appagent.screen import Screen, Seen, with_seen
from appagent.screen.spots import FACT, ROLE, find, read_spot
from appagent.store import Record, Store

_ACTIONS = ("tap", "long_press", "swipe")
_MOST = 40  # looked for on one screen: each takes some milliseconds
_MOST_LETTERS = 200  # of its words, which may be a stranger's


def known_spots(store: Store) -> Sees:
    """Return what puts the spots that a store has documents of among a screen's elements, as far as it finds them."""

    def sees(screen: Screen) -> Screen:
        about: dict[str, list[Record]] = defaultdict(list)
        for record in store.current(screen.app, screen_id=store.known_as(screen)):
            if FACT in record.facts:
                about[record.element_id].append(record)
        seen = []
        for records in list(about.values())[:_MOST]:
            facts = records[0].facts
            spot = read_spot(facts[FACT], store.picture)
            bounds = find(spot, screen) if spot else None
            if bounds:
                actions = tuple(kind for kind in _ACTIONS if any(record.action == kind for record in records))
                seen.append(Seen(bounds, ROLE, str(facts.get("words", ""))[:_MOST_LETTERS], actions=actions))
        return with_seen(screen, seen) if seen else screen

    return sees
