"""Write the words of rows that are the app's own into documents, which have no words of rows else."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import combinations
from typing import Any

from appagent.documents.facts import SEEN, is_listed, observed_effect, same_end, words_in
from appagent.documents.values import text_hash
from appagent.learning.visited_rows import name_of_row
from appagent.screen import Screen
from appagent.store import Record, Store

_FEWEST = 2  # rows of one kind that led to different pages


def reworded(record: Record, words: Mapping[str, str]) -> Record:
    """Add the words of its row to a document, and titles that consist of such words; return the result.

    words: the words of rows that are the app's own, by element id.
    """
    facts: dict[str, Any] = dict(record.facts)
    if is_listed(record) and record.element_id in words:
        facts["words"] = words[record.element_id]
    titles = {text_hash(each): each for each in words.values()}
    seen = dict(facts.get(SEEN, {}))
    for prefix in ("", "to_"):
        if title := titles.get(seen.get(f"{prefix}page", "")):
            seen = {name: fact for name, fact in seen.items() if name != f"{prefix}page"} | {f"{prefix}title": title}
    return replace(record, facts=facts | ({SEEN: seen} if seen else {}))


def known_words(store: Store, app: str) -> dict[str, str]:
    """Return the words of rows that the trusted documents have, by element id."""
    trusted = (each for each in store.current(app) if is_listed(each) and not each.untrusted)
    return {each.element_id: words for each in trusted if each.element_id and (words := words_in(each))}


def shown_to_others(store: Store, screen: Screen) -> dict[str, str]:
    """Return the first text of each row that other people's documents mention too, by element id.

    An element id is made of a row's words, so the same row was on the other one's phone.
    """
    records = store.current(screen.app, screen_id=screen.screen_id)
    theirs = {record.element_id for record in records if record.author not in ("", *store.authors)}
    return {e.id: text for e in screen.elements if e.listed and e.id in theirs and (text := name_of_row(e))}


def own_words(store: Store, app: str, screen_id: str, unchanged: Mapping[str, str]) -> dict[str, str]:
    """Return the rows of a page whose words belong to the app, as far as its documents show: first texts by element id.

    Several rows of their kind must have opened pages, and no two of them the same, as the rows of a list of things do.
    unchanged: the rows that are the same whatever the page is about, or whoever looks, with their first texts.
    """
    kinds: dict[str, list[Record]] = {}
    for record in store.current(app, screen_id=screen_id, action="tap"):
        if is_listed(record) and not record.untrusted:
            kinds.setdefault(record.template, []).append(record)
    found: dict[str, str] = {}
    for records in kinds.values():
        opened = [each for each in records if observed_effect(each) == "opens" and each.leads_to not in ("", screen_id)]
        apart = not any(same_end(one, other) for one, other in combinations(opened, 2))
        if apart and all(each.element_id for each in opened) and len(opened) >= _FEWEST:
            found |= {each.element_id: unchanged[each.element_id] for each in opened if each.element_id in unchanged}
    return found


def to_replace(store: Store, app: str, words: Mapping[str, str]) -> Iterable[Record]:
    """Yield a new version of each document that lacks words of the app's own rows.

    Only documents from exploring and from demonstrations are changed. words: as for `reworded`.
    """
    for record in store.current(app):
        told = reworded(record, words)
        if record.source in ("explore", "demo") and record.author in store.authors and told.facts != record.facts:
            yield store.revision(record, facts=told.facts)
