"""Templates and element ids: names that stay the same on other visits, runs, phones and screen sizes.

A template is the id of a kind of element: all rows of a list share one. An element id tells the elements of one
template apart as well.
"""

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
from appagent.screen.wording import below, label, lasting, naming_phrase, own

ID_VERSION = 1

_MOST_ANCESTORS = 3
_LONGEST_PATH = 40  # levels; real hierarchies have fewer, but a malicious one may have any number
_MANY = 3  # from this number of children of one kind, a node counts as a list
_LIST_CLASSES = ("RecyclerView", "ListView", "GridView")
_PAGE = 0.8  # share of a list; a child that fills more of it is a page, not a row
_RANDOM = re.compile(
    r"resource_name_obfuscated|^:r\w+:$|[0-9a-f]{8}-[0-9a-f]{4}-|(?=[0-9a-f]*\d)(?=\d*[a-f])[0-9a-f]{12,}",
    re.IGNORECASE,
)

_Key = tuple[object, ...]


@dataclass(frozen=True)
class Name:
    """Names of a control, and what they were made from.

    id: element id. template: id of the kind of element; elements that differ only in their words and position share it.
    weak: True if similar controls are told apart only by a number in the id, which counts them in reading order. On the
    next visit such an id may belong to another control.
    words: the control's words without what changes (times, prices, counters). They are given even if the id is not made
    from them.
    row: words that name the list row around the control; "" if there is no such row or the control is the row itself.
    ancestors: resource-ids of up to 3 nodes around it, nearest first.
    listed: True if the control is a row of a list or lies in one; the contents of lists change.
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
    """Position of a node among the lists of its window.

    ancestors: resource-ids of up to 3 nodes around the node, nearest first, without those that change.
    row: the list row that the node is or lies in; None if it lies in no list. outer: if that list lies in a row of
    another list, that outer row; else None.
    """

    ancestors: tuple[str, ...]
    row: Node | None
    outer: Node | None


@dataclass(frozen=True, eq=False)
class _Subject:
    """Control with everything that its id may be made of.

    place: its position among the lists of its window. spoken: its texts, unchanged.
    row: title of the list row that the control lies in; "" if there is none or the control is the row itself.
    outer: title of the row of the outer list, if the control lies in a list inside another list; else "".
    """

    control: Control
    place: _Place
    spoken: list[str]
    row: str
    outer: str


@lru_cache(maxsize=4096)
def usable(resource_id: str) -> str:
    """Return a resource-id in the form in which ids are made from it; "" if it is random and changes.

    Each number in it becomes "#", because numbers only count elements of one kind. Android's own ids keep their
    numbers.

    >>> usable("org.notes:id/row_17"), usable("android:id/button1"), usable(":r3:")
    ('org.notes:id/row_#', 'android:id/button1', '')
    """
    if _RANDOM.search(resource_id):
        return ""
    return resource_id if resource_id.startswith("android:") else re.sub(r"\d+", "#", resource_id)


def names(windows: Iterable[Window], controls: Sequence[Control]) -> list[Name]:
    """Return the names of each control of one screen, in the order of `controls`. No two controls get the same id."""
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
        return naming_phrase([label(node), *below(node, apart, label)])

    for control in controls:
        place = places[control.node]
        spoken = [own(control.nodes, label)]
        if control in full:
            spoken += below(control.nodes[0], apart, label)
        spoken = list(dict.fromkeys(filter(None, spoken)))
        row = name(place.row) if place.row and place.row not in control.nodes else ""
        yield _Subject(control, place, spoken, row, name(place.outer) if place.outer else "")


def _locate(nodes: Sequence[Node], places: dict[Node, _Place]) -> None:
    """Add the position of each node of one window to `places`.

    nodes: the nodes of the window, parents before their children. places: for each node, its position among the lists.
    """
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
    """Tell whether a node is a list, by its class or because three or more of its children are of one kind.

    Children are of one kind if their role and resource-id are equal.
    """
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
    """Yield (control, addition, weak) for each control of one template, so that all get different ids.

    group: all controls of the template.
    addition: values that are added to those of the template to make the id. It is () if the control is the only one of
    its template and lies in no list, so that its id is the template.
    weak: True if other controls have the same words, list rows and position in the tree. The last value of the addition
    is then a number that counts these controls.
    """
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
    """Return the path from a control up the tree, such as "Button2/LinearLayout0": role and index of each node.

    The path begins with the control's own node and has at most 40 nodes. It ends below the nearest of these: an
    ancestor with a usable resource-id, the list row that contains the control, and the root. It is "" if the control
    itself is the row or the root.
    """
    steps: list[str] = []
    node = subject.control.node
    while node.parent and node is not subject.place.row and len(steps) < _LONGEST_PATH:
        steps.append(f"{node.role}{node.index}")
        node = node.parent
        if usable(node.resource_id):
            break
    return "/".join(steps)


def _hashed(role: str, parts: _Key) -> str:
    """Return a role joined with a hash of some values, such as "Button-0123456789abcdef".

    This name is safe in a file name, a URL or a table. No words of the screen can be read from it.
    """
    text = json.dumps([ID_VERSION, *parts], ensure_ascii=False, separators=(",", ":"))
    kind = re.sub(r"\W", "", role, flags=re.ASCII)[:24] or "View"
    return f"{kind}-{hashlib.sha256(text.encode(errors='replace')).hexdigest()[:16]}"


# Applied one after the other until all elements of a template differ. The results of earlier tests stay part of the id.
# The third test keeps digits, so that the keys 7 and 8 differ, and 15 and 30 seconds.
_TESTS: tuple[Callable[[_Subject], object], ...] = (
    lambda subject: (subject.row, naming_phrase(subject.spoken)),
    lambda subject: tuple(map(lasting, subject.spoken)),
    lambda subject: tuple(folded(w) for n, w in enumerate(subject.spoken) if n == 0 or lasting(w)),
    lambda subject: subject.outer,
    _path,
)
