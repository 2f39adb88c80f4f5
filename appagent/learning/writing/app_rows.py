"""Find list rows whose words belong to the app, such as "Remark", and write these words into documents.

Documents leave out the words of all other rows, because these may be private, such as the names of contacts.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import combinations
from typing import Any

from appagent.documents.facts import SEEN, is_listed, observed_effect, same_end, words_in
from appagent.documents.values import text_hash
from appagent.learning.memory.visited_rows import name_of_row
from appagent.screen import Screen
from appagent.store import Record, Store

_FEWEST = 2  # rows of one kind that led to different pages


def reworded(record: Record, words: Mapping[str, str]) -> Record:
    """Return a copy of a document with the words of its row added, if it is about a row whose words belong to the app.

    A page title may be private, so a document holds its hash. If it equals the words of such a row, it is spelled out.
    words: the words of rows that belong to the app, by element id.
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
    """Return the words of rows that trusted documents contain, by element id."""
    trusted = (each for each in store.current(app) if is_listed(each) and not each.untrusted)
    return {each.element_id: words for each in trusted if each.element_id and (words := words_in(each))}


def shown_to_others(store: Store, screen: Screen) -> dict[str, str]:
    """Return the first text of each row of a screen that another person's document is about too, by element id.

    The element id is made from the row's words, so the other person's phone showed a row with the same words.
    """
    records = store.current(screen.app, screen_id=screen.screen_id)
    theirs = {record.element_id for record in records if record.author not in ("", *store.authors)}
    return {e.id: text for e in screen.elements if e.listed and e.id in theirs and (text := name_of_row(e))}


def words_of_app(store: Store, app: str, screen_id: str, unchanged: Mapping[str, str]) -> dict[str, str]:
    """Return the words of a page's rows that belong to the app: the first text of each such row, by element id.

    At least two rows of one template must have opened pages, and each of them another page. In a list of contacts, by
    contrast, all rows open the same page.
    unchanged: by element id, the first texts of rows that stay the same whatever the page is about, or that are on
    another person's phone too.
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
    """Yield a new version of each document that lacks the words of its row, with these words in it.

    Only documents from exploring and from demonstrations are changed.
    words: the words of rows that belong to the app, by element id.
    """
    for record in store.current(app):
        told = reworded(record, words)
        if record.source in ("explore", "demo") and record.author in store.authors and told.facts != record.facts:
            yield store.revision(record, facts=told.facts)
