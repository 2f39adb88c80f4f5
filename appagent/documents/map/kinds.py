"""Put the dialogs of all rows of a list on the map as one, such as "Archive Milk?" and "Archive Eggs?"."""

from collections.abc import Container, Iterable, Mapping
from dataclasses import replace
from typing import Any

from appagent.documents.facts import KIND_TITLE, SEEN, effect_in
from appagent.documents.map.app_map import KnownLabels
from appagent.screen import Screen
from appagent.screen.names.labels import Label
from appagent.screen.transitions import ScreenKey
from appagent.store import Record

Kinds = Mapping[str, str]  # by id of a screen or element, the id that it has in all dialogs of its kind


def by_kinds(
    records: Iterable[Record], labels: KnownLabels, kinds: Kinds
) -> tuple[list[Record], dict[ScreenKey, list[Label]]]:
    """Return records and labels under the ids of their kinds, each dialog with "…" in its title for what it is about.

    records: the documents of one app. labels: what this machine has seen on its screens. kinds: from `Store.kinds`.
    """
    given = list(records)
    kinds = {**_kinds_in(given), **kinds}
    titles = _titles(given, kinds)
    found: dict[ScreenKey, list[Label]] = {}
    for (screen_id, title), several in labels.items():
        kind = kinds.get(screen_id, screen_id)
        own = [replace(each, element_id=kinds.get(each.element_id, each.element_id)) for each in several]
        found.setdefault((kind, title if kind == screen_id else titles.get(kind, "")), []).extend(own)
    return [_of_kind(each, kinds, titles) for each in given], found


def in_known_kind(screen: Screen, known: Container[str]) -> Screen:
    """Return a screen under the ids of its kind if these are known, else unchanged."""
    if not screen.kind_id or screen.kind_id not in known:
        return screen
    elements = tuple(replace(each, id=each.kind_id or each.id) for each in screen.elements)
    return replace(screen, screen_id=screen.kind_id, elements=elements)


def _kinds_in(records: Iterable[Record]) -> dict[str, str]:
    """Return the kinds that trusted documents tell; others might put any page of the app in the place of another."""
    told = [record for record in records if record.kind_ids and not record.untrusted]
    return {getattr(record, name): kind for record in told for name, kind in record.kind_ids.items()}


def _titles(records: Iterable[Record], kinds: Kinds) -> dict[str, str]:
    """Return the title of each kind: as documents about its elements have it, else as that of what opens it has it."""
    told: dict[str, str] = {}
    for record in records:
        seen, title = effect_in(record), record.facts.get(KIND_TITLE)
        if record.screen_id in kinds and isinstance(title, str) and title:
            told[kinds[record.screen_id]] = title
        if record.leads_to in kinds and seen.asks:
            told.setdefault(kinds[record.leads_to], seen.asks)
    return told


def _of_kind(record: Record, kinds: Kinds, titles: Mapping[str, str]) -> Record:
    start, end = kinds.get(record.screen_id, ""), kinds.get(record.leads_to, "")
    if not (start or end):
        return record
    seen: dict[str, Any] = dict(record.facts.get(SEEN) or {})
    seen |= {"title": titles.get(start, ""), "page": ""} if start else {}
    seen |= {"to_title": titles.get(end, ""), "to_page": ""} if end else {}
    names = {"screen_id": start or record.screen_id, "leads_to": end or record.leads_to}
    names["element_id"] = kinds.get(record.element_id, record.element_id)
    return record.read_as(facts={**record.facts, SEEN: seen} if seen else record.facts, **names)
