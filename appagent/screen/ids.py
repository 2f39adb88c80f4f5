"""Templates and element ids: names that hold across visits, runs, phones and screen sizes."""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from appagent.screen.controls import Control, named_by_content, speaking
from appagent.screen.lexicon import folded
from appagent.screen.tree import Node, area
from appagent.screen.windows import Window
from appagent.screen.wording import below, label, lasting, own, title

ID_VERSION = 1

_MOST_ANCESTORS = 3
_LONGEST_PATH = 40  # levels: real dumps have fewer, hostile ones any number
_MANY = 3  # children of one kind make a collection
_LIST_CLASSES = ("RecyclerView", "ListView", "GridView")
_PAGE = 0.8  # a child that fills more of its scrolling parent is a page of it, not a row
_RANDOM = re.compile(
    r"resource_name_obfuscated|^:r\w+:$|[0-9a-f]{8}-[0-9a-f]{4}-|(?=[0-9a-f]*\d)(?=\d*[a-f])[0-9a-f]{12,}",
    re.IGNORECASE,
)

_Key = tuple[object, ...]


@dataclass(frozen=True)
class Name:
    """Names of a control.

    words: lasting ones, whether the id needed them or not. row: those that name the row that it lies in.
    ancestors: usable resource-ids, nearest first. listed: it belongs to a collection, whose contents change.
    """

    id: str
    template: str
    weak: bool
    words: str
    row: str
    ancestors: tuple[str, ...]
    listed: bool


@dataclass(frozen=True)
class _Place:
    """Place of a node in its window.

    ancestors: usable resource-ids, nearest first. row: the child of a collection that it is or lies in.
    outer: the row of another collection that this row lies in.
    """

    ancestors: tuple[str, ...]
    row: Node | None
    outer: Node | None


@dataclass(frozen=True, eq=False)
class _Subject:
    """A control with all that its id may be made of.

    spoken: its words as dumped. row, outer: titles of the rows around it; "" where it is the row itself.
    """

    control: Control
    place: _Place
    spoken: list[str]
    row: str
    outer: str


@lru_cache(maxsize=4096)
def usable(resource_id: str) -> str:
    """Return a resource-id as far as it names something for good; "" where it does not.

    Numbers tell members of a family apart, not kinds; Android's own ids are no family.

    >>> usable("org.notes:id/row_17"), usable("android:id/button1"), usable(":r3:")
    ('org.notes:id/row_#', 'android:id/button1', '')
    """
    if _RANDOM.search(resource_id):
        return ""
    return resource_id if resource_id.startswith("android:") else re.sub(r"\d+", "#", resource_id)


def names(windows: Iterable[Window], controls: Sequence[Control]) -> list[Name]:
    """Return a name for each control of one screen, in their order. No two have the same id."""
    alike: dict[_Key, list[_Subject]] = {}
    for subject in _subjects(windows, controls):
        alike.setdefault(_template(subject), []).append(subject)
    found: dict[Control, Name] = {}
    for parts, group in alike.items():
        role = group[0].control.node.role
        template = _hashed(role, parts)
        for subject, told, weak in _told_apart(group):
            found[subject.control] = Name(
                id=_hashed(role, (*parts, *told)) if told else template,
                template=template,
                weak=weak,
                words=" · ".join(filter(None, map(lasting, subject.spoken))),
                row=subject.row,
                ancestors=subject.place.ancestors,
                listed=subject.place.row is not None,
            )
    return [found[control] for control in controls]


def _subjects(windows: Iterable[Window], controls: Sequence[Control]) -> Iterator[_Subject]:
    places: dict[Node, _Place] = {}
    for window in windows:
        if window.reachable:
            _locate(window.nodes, places)
    apart, full = speaking(controls), named_by_content(controls)

    @cache
    def name(node: Node) -> str:
        return title([label(node), *below(node, apart, label)])

    for control in controls:
        place = places[control.node]
        spoken = [own(control.nodes, label)]
        if control in full:
            spoken += below(control.nodes[0], apart, label)
        spoken = list(dict.fromkeys(filter(None, spoken)))
        row = name(place.row) if place.row and place.row not in control.nodes else ""
        yield _Subject(control, place, spoken, row, name(place.outer) if place.outer else "")


def _locate(nodes: Sequence[Node], places: dict[Node, _Place]) -> None:
    """Add the places of one window's nodes; parents come before their children."""
    collections: set[Node] = set()
    for node in nodes:
        parent = node.parent
        if parent is None:
            places[node] = _Place((), None, None)
        else:
            above = places[parent]
            name = usable(parent.resource_id)
            ancestors = (name, *above.ancestors)[:_MOST_ANCESTORS] if name else above.ancestors
            starts = parent in collections and _is_row(node, parent)
            places[node] = _Place(ancestors, *((node, above.row) if starts else (above.row, above.outer)))
        if _is_collection(node):
            collections.add(node)


def _is_collection(node: Node) -> bool:
    """Tell whether a node is a list, or holds three or more children of one kind."""
    if node.role.endswith(_LIST_CLASSES):
        return True
    if len(node.children) < _MANY:
        return False
    kinds = Counter((child.role, usable(child.resource_id)) for child in node.children)
    return max(kinds.values()) >= _MANY


def _is_row(node: Node, parent: Node) -> bool:
    return area(node.bounds) <= _PAGE * area(parent.bounds)


def _template(subject: _Subject) -> _Key:
    node = subject.control.node
    name = usable(node.resource_id)
    return node.package, node.role, name, subject.control.window, *subject.place.ancestors


def _told_apart(group: Sequence[_Subject]) -> Iterator[tuple[_Subject, _Key, bool]]:
    """Yield each control of one template with what its id has besides, and whether only its turn tells it apart."""
    if len(group) == 1 and not group[0].place.row:
        yield group[0], (), False
        return
    tied: list[tuple[_Key, list[_Subject]]] = [((), list(group))]
    for test in _TESTS:
        parts: dict[_Key, list[_Subject]] = {}
        for key, members in tied:
            for member in members:
                parts.setdefault((*key, test(member)), []).append(member)
        yield from ((members[0], key, False) for key, members in parts.items() if len(members) == 1)
        tied = [(key, members) for key, members in parts.items() if len(members) > 1]
    for key, members in tied:
        yield from ((member, (*key, turn), True) for turn, member in enumerate(members))


def _path(subject: _Subject) -> str:
    """Return classes and places among siblings, up to the nearest ancestor with a usable id or to the row."""
    steps: list[str] = []
    node = subject.control.node
    while node.parent and node is not subject.place.row and len(steps) < _LONGEST_PATH:
        steps.append(f"{node.role}{node.index}")
        node = node.parent
        if usable(node.resource_id):
            break
    return "/".join(steps)


def _hashed(role: str, parts: _Key) -> str:
    """Return a name that can stand in a file, a URL or a table; no words of a screen are in it."""
    text = json.dumps([ID_VERSION, *parts], ensure_ascii=False, separators=(",", ":"))
    kind = re.sub(r"\W", "", role, flags=re.ASCII)[:24] or "View"
    return f"{kind}-{hashlib.sha256(text.encode(errors='replace')).hexdigest()[:16]}"


# One after the other, as long as elements tie; what the earlier ones said stays part of the id.
# The third tells the keys 7 and 8 apart, and 15 from 30 seconds.
_TESTS: tuple[Callable[[_Subject], object], ...] = (
    lambda subject: (subject.row, title(subject.spoken)),
    lambda subject: tuple(map(lasting, subject.spoken)),
    lambda subject: tuple(folded(w) for n, w in enumerate(subject.spoken) if n == 0 or lasting(w)),
    lambda subject: subject.outer,
    _path,
)
