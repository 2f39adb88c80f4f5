"""Sum up the map of an app for people: its pages, what leads from one to another, and what was never explored."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from appagent.documents.facts import ObservedEffect, effect_in, end_of, is_listed, observed_effect, words_in
from appagent.documents.map.app_map import KnownLabels, Map
from appagent.documents.map.kinds import by_kinds
from appagent.documents.map.labels_ahead import RowKind, kind_of_row
from appagent.documents.map.menus import menus
from appagent.documents.map.page_kinds import PageKinds
from appagent.screen.language.lexicon import NO, folded, listed
from appagent.screen.names.labels import Label, id_name
from appagent.screen.transitions import ScreenKey, Transition
from appagent.store import Record, Store
from appagent.store.outcomes import Outcomes

_TOUCHES = ("tap", "long_press", "double_tap")
_MOST_NAMED = 12  # elements of one page
_MOST_IN_NAME = 2  # of these in the name of a page without a title
_NEARLY = 0.8  # share of the greatest number of reachable pages that counts as nearly equal
_NEVER = "9999"


@dataclass(frozen=True)
class Page:
    """Page of an app on its map.

    name: name for people, different for each page.
    elements: number of its known elements.
    untried: names of those that nobody has tried on any page, 12 at most; of many alike, only one is named.
    left_out: names of those that were left out for safety.
    explored: False if no document is about any element of it.
    """

    name: str
    screen_id: str
    elements: int = 0
    untried: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    explored: bool = True


@dataclass(frozen=True)
class PageTransition:
    """Action that leads from one page to another.

    source, target: positions of the pages in the list of pages.
    element: words of what is touched, or "" if it has none.
    touched: what is touched, for people, as in '"Display"', 'the icon "search"' and "a row"; "" for no element.
    document: id of the document.
    outcomes: how often the transition worked, by version of the app.
    failing: True if it fails by now, so that no path takes it.
    untrusted: True if only untrusted documents record it.
    """

    source: int
    target: int
    action: str
    element: str
    touched: str
    document: str
    outcomes: Outcomes
    failing: bool = False
    untrusted: bool = False

    @property
    def words(self) -> str:
        """Return the action in words, as in `tap "Display"`, `tap the icon "search"` or `tap a row`."""
        return f"{self.action.replace('_', ' ')} {self.touched}".strip()

    @property
    def sure(self) -> str:
        """Return how sure the transition is, as in "8.0.1: 41 ok"; "" if it was never used since it was learnt."""
        told = [str(self.outcomes)] if self.outcomes.by_version else []
        told += ["stopped working"] * self.failing + ["untrusted"] * self.untrusted
        return ", ".join(told)


@dataclass(frozen=True)
class Overview:
    """Map of an app for people.

    pages: the start page first, then the nearest ones. transitions: sorted by the page on which they begin.
    """

    app: str
    pages: tuple[Page, ...]
    transitions: tuple[PageTransition, ...]


def overview(
    app: str,
    records: Sequence[Record],
    labels: KnownLabels | None = None,
    titles: Mapping[str, str] | None = None,
    outcomes: Mapping[str, Outcomes] | None = None,
) -> Overview:
    """Return the map of an app for people.

    records: the app's documents in force, best first. labels: what this machine has seen on its screens. titles: for
    each screen id, the screen's title. outcomes: counts by document id.
    """
    known = Map([each for each in records if not each.failing], labels)
    every = Map([replace(each, failing=False) if each.failing else each for each in records], labels)
    transitions = [(start, each) for start, found in every.transitions.items() for each in found.values()]
    by_id, counts = {each.id: each for each in records}, outcomes or {}
    alike, of_rows = _of_rows(every, by_id)
    order = list(dict.fromkeys(alike.get(page, page) for page in _in_order(every, records)))
    names = _names(app, order, every, titles or {}, by_id, Counter(alike.values()))
    position = {page: number for number, page in enumerate(order)}
    told = [
        PageTransition(
            position[alike.get(start, start)], position[alike.get(each.to, each.to)], each.action,
            "" if each.document in of_rows else _words(every, start, each),
            "a row" if each.document in of_rows else _touched(every, start, each, by_id[each.document]), each.document,
            counts.get(each.document, Outcomes()), each not in known.transitions.get(start, {}).values(),
            by_id[each.document].untrusted,
        )
        for start, each in transitions
    ]  # fmt: skip
    pages = tuple(_page(page, names[page], every, records) for page in order)
    merged = [each.document in of_rows or start in alike or each.to in alike for start, each in transitions]
    once = _joined(zip(told, merged, strict=True))
    return Overview(app, pages, tuple(sorted(once, key=lambda each: (each.source, each.target, each.words))))


def _joined(told: Iterable[tuple[PageTransition, bool]]) -> list[PageTransition]:
    """Join transitions in the same words between the same pages, and add up their counts, if they are of merged pages.

    told: pairs (transition, whether it is one of several rows or on a page that stands for several).
    """
    found: dict[tuple[object, ...], PageTransition] = {}
    for each, merged in told:
        same = (each.source, each.target, each.words, each.failing, each.untrusted) if merged else (each.document,)
        first = found.get(same)
        found[same] = replace(first, outcomes=first.outcomes + each.outcomes) if first else each
    return list(found.values())


def _of_rows(known: Map, by_id: Mapping[str, Record]) -> tuple[dict[ScreenKey, ScreenKey], set[str]]:
    """Find pages that rows of contents open and that are therefore alike, such as those of contacts.

    Return, for each of them, the first page, which stands for all (also for itself); and the ids of the documents
    about rows that do the same as others.
    """
    contents = menus(by_id.values(), known, PageKinds(known).general)
    groups: dict[tuple[RowKind, str], list[Transition]] = {}
    for each in (each for found in known.transitions.values() for each in found.values() if each.onward):
        record = by_id.get(each.document)
        if record and is_listed(record) and contents.get(kind_of_row(record)) is False:
            groups.setdefault((kind_of_row(record), end_of(record)), []).append(each)
    several = [group for group in groups.values() if len(group) > 1]
    pages = [list(dict.fromkeys(each.to for each in group)) for group in several]
    alike = dict[ScreenKey, ScreenKey]()
    for found in (each for each in pages if len(each) > 1):  # lists may share some of their pages
        joined = {alike[page] for page in found if page in alike}
        first = next((alike[page] for page in found if page in alike), found[0])
        alike |= dict.fromkeys((*(page for page, to in alike.items() if to in joined), *found), first)
    return alike, {each.document for group in several for each in group}


def overview_of(app: str, store: Store) -> Overview:
    """Return the map of an app that a store has. app: its package."""
    records = list({each.id: each for each in store.under_newer_names(store.current(app))}.values())
    outcomes = store.outcomes([each.id for each in records])
    records, labels = by_kinds(records, store.labels(app), store.kinds(app))
    return overview(app, records, labels, store.titles(app), outcomes)


def to_json(found: Overview) -> dict[str, Any]:
    """Return a map as plain JSON. The keys "from" and "to" have the names of pages, which are all different."""
    pages = [
        {
            "name": page.name, "screen_id": page.screen_id, "elements": page.elements, "explored": page.explored,
            "untried": list(page.untried), "left_out": list(page.left_out),
        }
        for page in found.pages
    ]  # fmt: skip
    transitions = [
        {
            "from": found.pages[each.source].name, "to": found.pages[each.target].name, "action": each.action,
            "element": each.element, "touched": each.touched, "document": each.document, "failing": each.failing,
            "untrusted": each.untrusted,
            "outcomes": {version: {"ok": ok, "failed": bad} for version, (ok, bad) in each.outcomes.by_version.items()},
        }
        for each in found.transitions
    ]  # fmt: skip
    return {"app": found.app, "pages": pages, "transitions": transitions}


def tree(told: Mapping[str, Any]) -> list[tuple[int, str]]:
    """Return the pages of a map as (depth, name), each below the page that leads to it on the way from the first page.

    told: as `to_json` returns it.

    >>> on = [{"from": "Home", "to": "About"}, {"from": "About", "to": "Terms"}, {"from": "Home", "to": "Help"}]
    >>> tree({"pages": [{"name": name} for name in ("Home", "About", "Help", "Terms")], "transitions": on})
    [(0, 'Home'), (1, 'About'), (2, 'Terms'), (1, 'Help')]
    """
    order = {page["name"]: number for number, page in enumerate(told["pages"])}
    below: dict[str, list[str]] = {}
    opened = set()
    for each in sorted(told["transitions"], key=lambda each: order[each["from"]]):
        if order[each["from"]] < order[each["to"]] and each["to"] not in opened:
            opened.add(each["to"])
            below.setdefault(each["from"], []).append(each["to"])
    found: list[tuple[int, str]] = []
    left = [(0, name) for name in reversed(order) if name not in opened]
    while left:
        depth, name = left.pop()
        found.append((depth, name))
        left += [(depth + 1, each) for each in sorted(below.get(name, ()), key=lambda each: -order[each])]
    return found


def _in_order(known: Map, records: Iterable[Record]) -> list[ScreenKey]:
    """Return the pages in the order in which people read them: the start page, then the nearest to it.

    The start page is the one from which most pages can be reached; of nearly equal ones, the one that was known first.
    """
    begun = {each.screen_id: each.time for each in sorted(records, key=lambda each: each.time, reverse=True)}
    onward = {page: known.paths(page, lambda each, _: each.onward) for page in known.labels}
    most = max(map(len, onward.values()), default=0)
    good = [page for page in known.labels if len(onward[page]) >= _NEARLY * most]
    first = min(good, key=lambda page: (begun.get(page[0], _NEVER), -len(onward[page])), default=None)
    return list(dict.fromkeys([*(onward[first] if first else ()), *known.labels]))


def _names(
    app: str,
    pages: Iterable[ScreenKey],
    known: Map,
    titles: Mapping[str, str],
    by_id: Mapping[str, Record],
    alike: Mapping[ScreenKey, int],
) -> dict[ScreenKey, str]:
    """Return a different name for each page: its title, or else what is on it or leads to it.

    If another page has the name already, a number is added. app: its package, whose last part names a first page
    without a title. titles: titles by screen id. by_id: the documents by their ids. alike: for how many pages each one
    stands, if it stands for several.
    """
    first = f"first page of {app.rpartition('.')[2]}"
    found: dict[ScreenKey, str] = {}
    times = Counter[str]()
    for number, page in enumerate(pages):
        name = page[1] or titles.get(page[0], "") or (first if number == 0 else _untitled(page, known, by_id))
        name = f"{name} (and {alike[page] - 1} like it)" if page in alike else name
        times[name] += 1
        found[page] = name if times[name] == 1 else f"{name} ({times[name]})"
    return found


def _untitled(page: ScreenKey, known: Map, by_id: Mapping[str, Record]) -> str:
    """Return a name for a page without a title, made from what documents record of it, what is on it, or what opens it.

    by_id: the documents by their ids.
    """
    leading = [
        (start, each) for start, found in known.transitions.items() for each in found.values()
        if each.to == page and each.onward and each.document
    ]  # fmt: skip
    came = [words for _, each in leading if (words := _contents(effect_in(by_id[each.document])))]
    back = {each.element_id for each in known.transitions.get(page, {}).values() if not each.onward}
    there = [each for each in known.labels[page].values() if each.kind not in ("text", "icon")]
    named = _holding("page", [each.name for each in there if each.element_id not in back])
    behind = [f"page behind {_touched(known, start, each, by_id[each.document])}" for start, each in leading]
    return next(filter(None, [*came, named, *behind]), "page without a title")


def _contents(seen: ObservedEffect) -> str:
    """Return a name for the screen after an action, made from the fields and controls that appeared; "" if none did."""
    if seen.fields:
        return _holding("form", seen.fields)
    return _holding(
        "menu" if seen.dialog else "page", [each for each in seen.controls if folded(each) not in listed(NO)]
    )


def _holding(kind: str, names: Iterable[str]) -> str:
    """Return a name made from what a page holds, as in "form with 'Title' and 'Note'"; "" if it holds nothing."""
    first = [f"'{each}'" for each in names if each][:_MOST_IN_NAME]
    return f"{kind} with {' and '.join(first)}" if first else ""


def _words(known: Map, start: ScreenKey, transition: Transition) -> str:
    """Return the words of the touched element; "" for an icon, because its document only says where it leads."""
    label = known.labels.get(start, {}).get(transition.element_id)
    return label.name if label and label.kind != "icon" else ""


def _touched(known: Map, start: ScreenKey, transition: Transition, record: Record) -> str:
    """Return what a transition touches, for people; see `PageTransition`."""
    if transition.action not in _TOUCHES:
        return f'"{words}"' if (words := _words(known, start, transition)) else ""
    if words := _words(known, start, transition):
        return f'"{words}"'
    if is_listed(record):  # many rows share its resource-id
        return "a row"
    name = id_name(str(record.facts.get("resource_id") or "")).replace("_", " ")
    return f'the icon "{name}"' if name else "an icon"


def _page(page: ScreenKey, name: str, known: Map, records: Sequence[Record]) -> Page:
    of_page = [each for each in records if each.screen_id == page[0]]
    tried = {each.element_id for each in records} | {each.template for each in of_page if not each.element_id}
    tried |= {words_in(each) for each in of_page}
    shown = [each for each in known.labels[page].values() if each.kind != "text"]
    untried = [each for each in shown if not {each.element_id or each.text, each.template, folded(each.text)} & tried]
    refused = [each.element_id for each in of_page if observed_effect(each) == "refused"]
    left_out = [each.name for each in shown if each.element_id in refused]
    elements = len({each.key for each in shown} | {each.element_id for each in of_page if each.element_id})
    return Page(name, page[0], elements, _of_a_kind(untried), tuple(left_out), bool(of_page))


def _of_a_kind(labels: Iterable[Label]) -> tuple[str, ...]:
    """Return the names of labels. Of several labels of one template, only the first is named, with their number."""
    kinds: dict[str, list[str]] = {}
    for each in labels:
        kinds.setdefault(each.template or each.text, []).append(each.name)
    told = [names[0] if len(names) == 1 else f"{names[0]} (and {len(names) - 1} like it)" for names in kinds.values()]
    return tuple(told[:_MOST_NAMED])
