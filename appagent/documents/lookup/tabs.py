"""Find documents of tabs that led to different pages, because each tab shows what was chosen in it last."""

from collections.abc import Iterable

from appagent.documents.facts import seen_in
from appagent.store import Record


def later_ends(records: Iterable[Record]) -> frozenset[str]:
    """Return the ids of the documents of tabs that led to another page than the tab had led to at first.

    An app that was just started shows what a tab showed at first.
    """
    first: dict[tuple[str, str], tuple[str, str]] = {}
    later = set[str]()
    for record in sorted(records, key=lambda each: (each.time, each.id)):
        seen = seen_in(record)
        if seen and seen.selects and record.element_id:
            end = record.leads_to, seen.to_title
            if first.setdefault((record.element_id, record.action), end) != end:
                later.add(record.id)
    return frozenset(later)
