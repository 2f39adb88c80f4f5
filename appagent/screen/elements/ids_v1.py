"""Element ids and screen ids as the first rule made them, so that what was learnt under it is still found.

This file is never changed: an id that it gives is a name in somebody's store. New rules stand in `ids`.
"""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from appagent.screen.elements.controls import Control, Controls, named_by_content, speaking
from appagent.screen.elements.ties import told_apart
from appagent.screen.language.lexicon import SWITCH_STATES, folded, listed
from appagent.screen.nodes.tree import Node, area
from appagent.screen.nodes.windows import Window
from appagent.screen.texts.wording import below, own

_MOST_LETTERS = 1000  # of a node's text that are used for a name

_NUMBER = r"(?<!\d)(?<!\d[.,])(?>\d+(?:[.,]\d+)*)"  # only whole numbers, so that a long one is read once
_PASSING = re.compile(
    rf"""
    (?:上午|下午|凌晨|晚上)?\s*\b\d{{1,2}}:\d\d(?::\d\d)?(?:\s?[ap]\.?m\b\.?)?       # 12:30, 7:05 pm
    | \b\d{{4}}[-/年]\d{{1,2}}(?:[-/月]\d{{1,2}}日?)? | \d{{1,2}}月\d{{1,2}}日        # 2024-11-12
    | \b{_NUMBER}\s?(?:s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?|months?|y|years?)\s+ago\b
    | {_NUMBER}\s?(?:秒|分钟|小时|天|周|个?月|年)前 | 刚刚
    | [$€£¥₹₩₽]\s?{_NUMBER} | {_NUMBER}\s?(?:[€£¥₹₩₽元円]|(?:usd|eur|gbp|cny)\b)      # $4.99
    | \(\s*{_NUMBER}\+?\s*\) | \b\d+\+                                            # Inbox (3), 99+
    """,
    re.VERBOSE,
)
_DIGITS = re.compile(rf"{_NUMBER}(?:\s?[kmb](?![a-z])|[千万亿])?")
_EDGES = " \t·•,;:|-–—"
_SWITCHES = ("Switch", "SwitchCompat", "ToggleButton", "SwitchMaterial")
_VERSION = 1
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
class OldName:
    """Names of a control by the first rule. id: element id. template: id of the kind of element.

    weak: True if the id counts similar controls in reading order. words: the control's lasting words. listed: True if
    the first rule took the control for a row of a list or a part of one.
    """

    id: str
    template: str
    weak: bool
    words: str
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


def names(windows: Iterable[Window], controls: Controls) -> list[OldName]:
    """Return the id and template of each control of one screen, in the order of `controls`. No two ids are the same."""
    alike: dict[_Key, list[_Subject]] = {}
    for subject in _subjects(windows, controls):
        alike.setdefault(_template(subject), []).append(subject)
    found: dict[Control, OldName] = {}
    for parts, group in alike.items():
        role = group[0].control.node.role
        template = _hashed(role, parts)
        for subject, told, weak in _told_apart(group):
            found[subject.control] = OldName(
                id=_hashed(role, (*parts, *told)) if told else template,
                template=template,
                weak=weak,
                words=" · ".join(filter(None, map(lasting, subject.spoken))),
                listed=subject.place.row is not None,
            )
    return [found[control] for control in controls]


def screen_id(app: str, activity: str, shown_windows: Sequence[Window], templates: Iterable[str]) -> str:
    """Return the screen id by the first rule. templates: those of the elements outside lists, by the first rule."""
    kinds = {window.kind for window in shown_windows if window.reachable and not window.bar}
    kind = next((kind for kind in ("system", "dialog", "app") if kind in kinds), "")
    parts = json.dumps([_VERSION, app, activity, kind, sorted(set(templates))], ensure_ascii=False)
    return f"screen-{hashlib.sha256(parts.encode(errors='replace')).hexdigest()[:16]}"


def _subjects(windows: Iterable[Window], controls: Controls) -> Iterator[_Subject]:
    places: dict[Node, _Place] = {}
    for window in windows:
        if window.reachable:
            _locate(window.nodes, places)
    apart, full = speaking(controls), named_by_content(controls)

    @cache
    def name(node: Node) -> str:
        return _naming_phrase([_label(node), *below(node, apart, _label)])

    for control in controls:
        place = places[control.node]
        spoken = [own(control.nodes, _label)]
        if control in full:
            spoken += below(control.nodes[0], apart, _label)
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
    yield from told_apart(group, _TESTS)


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
    text = json.dumps([_VERSION, *parts], ensure_ascii=False, separators=(",", ":"))
    kind = re.sub(r"\W", "", role, flags=re.ASCII)[:24] or "View"
    return f"{kind}-{hashlib.sha256(text.encode(errors='replace')).hexdigest()[:16]}"


def lasting(text: str) -> str:
    """Return the part of a text that lasts while contents change, folded; "" if nothing lasts.

    Times, dates, prices and counters are left out, and other numbers become "#".

    >>> lasting("Inbox (3)"), lasting("Photo 12 of 40"), lasting("99+"), lasting("Pay $4.99")
    ('inbox', 'photo # of #', '', 'pay')
    """
    return _lasting(text[:_MOST_LETTERS])


def _label(node: Node) -> str:
    """Return the words with which a node names its control; "" if it has none.

    - For an input field: its hint or description, never what was typed.
    - For a switch: its text or description, unless these only say "on" or "off".
    - For other nodes: the text. If the text is empty or only a number, a time or the like: the description, if there is
      one.
    """
    if node.editable:
        return node.hint or (node.description if node.description != node.text else "")
    if node.role in _SWITCHES:
        return next((t for t in (node.text, node.description) if t and folded(t) not in listed(SWITCH_STATES)), "")
    return node.text if lasting(node.text) else node.description or node.text


@lru_cache(maxsize=8192)
def _lasting(text: str) -> str:
    kept = _DIGITS.sub("#", _PASSING.sub(" ", folded(text)))
    kept = " ".join(kept.split()).strip(_EDGES)
    return kept if any(c not in "#%+/. " for c in kept) else ""


def _naming_phrase(spoken: list[str]) -> str:
    """Return the first of an element's texts that can name it, in its lasting form; "" if there is none.

    spoken: the texts of the element. A single letter is skipped if a later text begins with it, because it is an
    avatar's initial. If the text that was found has a number in it and contains a later text, that later text is
    returned instead.

    >>> _naming_phrase(["J", "12:30", "John", "See you at 5"])
    'john'
    >>> _naming_phrase(["3 unread from John", "John"])
    'john'
    """
    kept = [words for words in map(lasting, spoken) if words]
    for position, words in enumerate(kept):
        others = kept[position + 1 :]
        if len(words) == 1 and any(other.startswith(words) for other in others):
            continue
        return next((other for other in others if "#" in words and other in words), words)
    return ""


# Applied one after the other until all elements of a template differ. The results of earlier tests stay part of the id.
# The third test keeps digits, so that the keys 7 and 8 differ, and 15 and 30 seconds.
_TESTS: tuple[Callable[[_Subject], object], ...] = (
    lambda subject: (subject.row, _naming_phrase(subject.spoken)),
    lambda subject: tuple(map(lasting, subject.spoken)),
    lambda subject: tuple(folded(w) for n, w in enumerate(subject.spoken) if n == 0 or lasting(w)),
    lambda subject: subject.outer,
    _path,
)
