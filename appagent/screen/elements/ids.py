"""Templates and element ids: names that stay the same on other visits, runs, phones and screen sizes.

A template is the id of a kind of element: all rows of a list share one. An element id tells the elements of one
template apart as well. The rule before this one stands in `ids_v1`.
"""

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import groupby, islice

from appagent.screen.elements.controls import Control, Controls, named_by_content, speaking
from appagent.screen.elements.questions import questions
from appagent.screen.elements.ties import told_apart
from appagent.screen.language.lexicon import folded
from appagent.screen.nodes.places import Layout, Position, Read, shortened_ids, usable
from appagent.screen.nodes.tree import Node, walk
from appagent.screen.nodes.windows import Window
from appagent.screen.texts.naming import by_likelihood, in_order
from appagent.screen.texts.wording import (
    are_days,
    label,
    lasting,
    naming_phrase,
    nodes_below,
    shared_phrases,
    shortened,
)

ID_VERSION = 2

_MOST_IN_ROW = 200  # nodes of a row that its structure is made from
_FIRM = 4  # steps; up to as many below a resource-id, a place is more likely to last than words

_Key = tuple[object, ...]
Ordered = Callable[[Sequence[Node], Sequence[Node]], list[str]]
Inside = Callable[[Node], list[Node]]


@dataclass(frozen=True)
class ControlNames:
    """Names of a control, and what they were made from.

    template: id of the kind of element; elements that differ only in their words and position share it.
    weak: True if similar controls are told apart only by a number in the id, which counts them in reading order. On the
    next visit such an id may belong to another control.
    words: the control's words without what changes (times, prices, counters). They are given even if the id is not made
    from them.
    row: words that name the list row around the control; "" if there is no such row or the control is the row itself.
    ancestors: resource-ids of up to 3 nodes around it, nearest first.
    listed: True if the control is a row of a list or lies in one; the contents of lists change.
    row_shape: short hash of the structure of the list row around the control; "" as for `row`.
    coarse, coarse_template: `id` and `template` made without resource-ids that a tool may have shortened, because these
    change with the next release; "" if that makes no difference.
    before: `id` as it was made while a row's first text was its name, and a dialog's first text all that it asks; "" if
    that makes no difference.
    """

    id: str
    template: str
    weak: bool
    words: str
    row: str
    ancestors: tuple[str, ...]
    listed: bool
    row_shape: str = ""
    coarse: str = ""
    coarse_template: str = ""
    before: str = ""


@dataclass(frozen=True, eq=False)
class _Subject:
    """Control with everything that its id may be made of.

    layout: the places of all nodes of the screen.
    spoken: the control's texts, unchanged.
    phrase: the text among them that names the control, as `lasting` returns it.
    row: title of the list row that the control lies in; "" if there is none or the control is the row itself.
    outer: title of the row of the outer list, if the control lies in a list inside another list; else "".
    asks: for a button or choice of a dialog, what the dialog asks; else None.
    """

    control: Control
    layout: Layout
    spoken: list[str]
    phrase: str
    row: str
    outer: str
    asks: str | None

    @property
    def place(self) -> Position:
        """Return the position of the control among the lists of its window."""
        return self.layout.places[self.control.node]


def names(windows: Iterable[Window], controls: Controls) -> list[ControlNames]:
    """Return the id and template of each control of one screen, in the order of `controls`. No two ids are the same."""
    shown = list(windows)
    inside = cache(partial(nodes_below, apart=speaking(controls), say=label))
    layout = cache(partial(Layout, shown))

    def subjects(read: Read = usable, ordered: Ordered = by_likelihood, *, whole: bool = True) -> list[_Subject]:
        asked = questions(shown, controls, layout(read), whole=whole)
        return list(_subjects(asked, controls, layout(read), inside, ordered))

    first = subjects()
    found = _names(first)
    before = subjects(ordered=in_order, whole=False)
    if any(_named_by(one) != _named_by(other) for one, other in zip(first, before, strict=True)):
        for control, other in _names(before).items():
            if other.id != found[control].id and not other.weak:
                found[control] = replace(found[control], before=other.id)
    read = read_ids(shown)
    if read is not usable:
        coarse = _names(subjects(read))
        for control, name in found.items():
            other = coarse[control]
            if other.id != name.id and not other.weak:
                found[control] = replace(name, coarse=other.id, coarse_template=other.template)
    return [found[control] for control in controls]


def read_ids(windows: Iterable[Window]) -> Read:
    """Return a function that gives the part of a resource-id that stays from release to release; "" if no part does."""
    made_up = shortened_ids(node for window in windows if window.reachable for node in window.nodes)
    return (lambda given: "" if given in made_up else usable(given)) if made_up else usable


def _names(subjects: Iterable[_Subject]) -> dict[Control, ControlNames]:
    alike: dict[_Key, list[_Subject]] = {}
    for subject in subjects:
        alike.setdefault(_template(subject), []).append(subject)
    found: dict[Control, ControlNames] = {}
    for parts, group in alike.items():
        role = group[0].control.node.role
        template = _hashed(role, parts)
        for subject, told, weak in _told_apart(group):
            found[subject.control] = ControlNames(
                id=_hashed(role, (*parts, *told)) if told else template,
                template=template,
                weak=weak,
                words=" · ".join(filter(None, map(lasting, subject.spoken))),
                row=subject.row,
                ancestors=subject.place.ancestors,
                listed=subject.place.row is not None,
                row_shape=_row_shape(subject),
            )
    return found


def _subjects(
    asked: Mapping[Control, str], controls: Controls, layout: Layout, inside: Inside, ordered: Ordered
) -> Iterator[_Subject]:
    """Yield what the id of each control may be made of.

    asked: for the buttons and choices of dialogs, what the dialogs ask. inside: function that returns the nodes with
    words inside a node. ordered: function that orders the texts of a row.
    """
    full = named_by_content(controls)

    @cache
    def texts(node: Node) -> list[str]:
        return ordered((node,), inside(node))

    @cache
    def siblings(collection: Node | None) -> tuple[frozenset[str], bool]:
        children = collection.children if collection else ()
        said = [texts(child) for child in children if layout.places[child].row is child]
        return shared_phrases(said), are_days(said)

    def name(row: Node | None) -> str:
        if row is None:
            return ""
        shared, days = siblings(row.parent)
        return naming_phrase(texts(row), shared, among_days=days)

    for control in controls:
        place = layout.places[control.node]
        held = inside(control.nodes[0]) if control in full else []
        spoken = in_order(control.nodes, held)
        is_row = place.row in control.nodes
        shared, days = siblings(place.row.parent) if place.row else ((), False)
        said = ordered(control.nodes, held) if is_row else spoken
        phrase = naming_phrase(said, shared if is_row else (), among_days=days)
        row = "" if is_row else name(place.row)
        asks = asked.get(control) if phrase or not layout.name(control.node) else None
        yield _Subject(control, layout, spoken, phrase, row, name(place.outer), asks)


def _named_by(subject: _Subject) -> tuple[str | None, ...]:
    return subject.phrase, subject.row, subject.outer, subject.asks


def _row_shape(subject: _Subject) -> str:
    """Return a short hash of the roles of all controls in the list row around a control, in their order.

    Rows of different kinds may hold the same control: one's own messages have the picture at the other end. For one of
    several bare icons in the row, its number among them is part of it, so that each of them is compared only with the
    icons at the same place of other rows.
    """
    row = subject.place.row
    if row is None or row in subject.control.nodes:
        return ""
    touched = [each for each in islice(walk(row), _MOST_IN_ROW) if each.clickable or each.long_clickable]
    parts = [part for part, _ in groupby(each.role for each in touched)]
    icons = [each for each in touched if (each.role, subject.layout.name(each)) == (subject.control.node.role, "")]
    if not subject.phrase and len(icons) > 1 and subject.control.node in icons:
        parts.append(f"{icons.index(subject.control.node)} of {len(icons)}")
    return hashlib.sha256(" ".join(parts).encode(errors="replace")).hexdigest()[:8]


def _template(subject: _Subject) -> _Key:
    node = subject.control.node
    name = subject.layout.name(node)
    return node.package, node.role, name, subject.control.window, *subject.place.ancestors


def _told_apart(group: Sequence[_Subject]) -> Iterator[tuple[_Subject, _Key, bool]]:
    """Yield (control, addition, weak) for each control of one template, so that all get different ids.

    group: all controls of the template.
    addition: values that are added to those of the template to make the id. It is () for the only control of its
    template outside lists, so that its id is the template, unless it is a dialog's button.
    weak: True if other controls have the same words, list rows and position in the tree. The last value of the addition
    is then a number that counts these controls.
    """
    free = [subject for subject in group if not subject.place.row]
    for kind, members, tests in (("listed", [s for s in group if s.place.row], _IN_LISTS), ("", free, _OUTSIDE)):
        if kind or len(members) > 1 or any(member.asks is not None for member in members):
            yield from told_apart(members, tests, (kind,))
        else:
            yield from ((member, (), False) for member in members)


def _standing(subject: _Subject) -> object:
    """Return what distinguishes a control outside lists: its dialog's question, a resource-id, its place, or its words.

    Its place is used if it is at most 4 steps from a resource-id of the app that no other node has. Otherwise its words
    are used: a longer path through nameless nodes is likely to change, as in web pages, and one of Android's own
    resource-ids is the same on all pages.
    """
    if subject.asks is not None:
        return "asks", subject.asks, subject.phrase
    landmark = subject.layout.landmark(subject.control.nodes)
    if landmark:
        return landmark
    path = subject.layout.path(subject.control.node)
    named = bool(path) and " " not in path[-1] and not path[-1].startswith("android:")  # a step has blanks in it
    firm = named and len(path) <= _FIRM and not subject.place.web
    return ("at", *path) if firm or not subject.phrase else ("says", shortened(subject.phrase))


def _hashed(role: str, parts: _Key) -> str:
    """Return a role joined with a hash of some values, such as "Button-0123456789abcdef".

    This name is safe in a file name, a URL or a table. No words of the screen can be read from it.
    """
    text = json.dumps([ID_VERSION, *parts], ensure_ascii=False, separators=(",", ":"))
    kind = re.sub(r"\W", "", role, flags=re.ASCII)[:24] or "View"
    return f"{kind}-{hashlib.sha256(text.encode(errors='replace')).hexdigest()[:16]}"


def _naming(subject: _Subject) -> list[str]:
    """Return the texts of a control that may name it: its first text, and all others that do not change."""
    return [words for n, words in enumerate(subject.spoken) if n == 0 or lasting(words)]


def _path_in_row(subject: _Subject) -> tuple[str, ...]:
    return subject.layout.path(subject.control.node, until=subject.place.row)


# Applied one after the other until all elements of a template differ. The results of earlier tests stay part of the id.
# The third test keeps digits, so that the keys 7 and 8 differ, and 15 and 30 seconds. The fourth keeps the words beside
# them too, such as months. The fifth uses long texts to their end, because they may begin alike.
_IN_LISTS: tuple[Callable[[_Subject], object], ...] = (
    lambda subject: (shortened(subject.row), shortened(subject.phrase)),
    lambda subject: tuple(shortened(lasting(words)) for words in subject.spoken),
    lambda subject: tuple(" ".join(re.findall(r"\d+", w)) for w in _naming(subject)),
    lambda subject: tuple(shortened(folded(w)) for w in _naming(subject)),
    lambda subject: (subject.row, tuple(map(lasting, subject.spoken))),
    lambda subject: subject.outer,
    _path_in_row,
)
_OUTSIDE: tuple[Callable[[_Subject], object], ...] = (
    _standing,
    lambda subject: subject.layout.path(subject.control.node),
)
