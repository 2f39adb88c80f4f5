"""What the agent observes at one moment: a screenshot and a hierarchy, read into elements with names."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING

from appagent.foreign import cut
from appagent.screen.controls import Control, controls, named_by_content, reading_order, speaking
from appagent.screen.ids import ID_VERSION, Name, names
from appagent.screen.owners import Owner, owner_of
from appagent.screen.tree import Bounds, Node, Size, check_size, clip, label_before, parse
from appagent.screen.windows import Window, display, foreground, windows
from appagent.screen.wording import below, one_line, own, shown

if TYPE_CHECKING:
    from PIL import Image

_MOST_LETTERS = 80  # of an element's text
_MOST_ELEMENTS = 500  # a crowded screen has a hundred
_SAME = 0.8  # Jaccard from which two sets of templates are one screen
_FEW = 3  # templates, below which screens are told apart by their ids alone
_STATUS_BAR = 24  # part of the longer side that a status bar takes which the hierarchy does not show
_FACTS = attrgetter(*(fact.name for fact in fields(Node) if fact.name not in ("parent", "children", "index")))


@dataclass(frozen=True)
class Element:
    """A thing on the screen that a finger can do something with.

    mark: its number on this screenshot, from 1 in reading order. id, template: its names; weak: only its
    turn among its like is in the id. text: its words, or those in it, for people and prompts; never what
    a password field holds. hint: what an empty field says; label: else the words before it. bounds: inside the
    display. actions: of "tap", "long_press", "text", "swipe". window: "app", "dialog" or "system". checked: None where
    it cannot be.
    words, row, ancestors: what the id is made from, with role and resource_id; row names the row around it.
    source: "hierarchy", or "pixels" for what was read from the picture. owner: of a field, whose it is.
    """

    mark: int
    id: str
    template: str
    weak: bool
    cls: str
    role: str
    resource_id: str
    text: str
    hint: str
    bounds: Bounds
    actions: tuple[str, ...]
    window: str
    checked: bool | None
    focused: bool
    selected: bool
    password: bool
    ancestors: tuple[str, ...]
    words: str = ""
    row: str = ""
    source: str = "hierarchy"
    label: str = ""
    owner: Owner | None = None

    @property
    def facts(self) -> dict[str, object]:
        """What the id was made from, as plain JSON, so that a better rule can make another of it."""
        return {
            "class": self.cls,
            "role": self.role,
            "resource_id": self.resource_id,
            "words": self.words,
            "row": self.row,
            "ancestors": list(self.ancestors),
            "window": self.window,
        }


@dataclass(frozen=True, eq=False)
class Screen:
    """One observation.

    app: the foreground app's package. size: the display's, px. templates: what the screen id is made of,
    those outside collections. texts: all words in sight, in reading order; places: where each stands. keyboard: it is
    shown.
    settled: whether it had come to rest when it was captured. secrets: where password fields are, also those
    that no finger can reach now. unmarked: how many elements are left out, last in reading order, where there
    are more than 500.
    """

    app: str
    activity: str
    screen_id: str
    size: Size
    elements: tuple[Element, ...]
    hierarchy: str
    picture: "Image.Image | None"
    settled: bool
    keyboard: bool
    templates: frozenset[str]
    texts: tuple[str, ...]
    secrets: tuple[Bounds, ...] = ()
    unmarked: int = 0
    places: tuple[Bounds, ...] = ()


def read(
    hierarchy: str,
    picture: "Image.Image | None" = None,
    *,
    size: Size | None = None,
    app: str = "",
    activity: str = "",
    settled: bool = True,
) -> Screen:
    """The screen that a hierarchy's XML, and the screenshot of the same moment, show.

    size: the display's, px; by default the picture's, else what the windows reach, which is too small
    where a dialog is all there is. app: the foreground package; by default the topmost app window's.
    Raises DeviceError if the XML is no hierarchy, or the display larger than any.
    """
    roots = parse(hierarchy)
    size = size or (picture.size if picture else display(roots))
    check_size(size)
    found = windows(roots, size, app)
    app = app or foreground(found)
    every = controls(found, size)
    touched = every[:_MOST_ELEMENTS]
    named = names(found, touched)
    templates = _lasting(touched, named)
    said = _said(found, size)
    return Screen(
        app=app,
        activity=activity,
        screen_id=_screen_id(app, activity, found, templates),
        size=size,
        elements=_elements(touched, named),
        hierarchy=hierarchy,
        picture=picture,
        settled=settled,
        keyboard=any(window.kind == "keyboard" for window in found),
        templates=templates,
        texts=tuple(text for text, _ in said),
        secrets=_secrets(found, size),
        unmarked=len(every) - len(touched),
        places=tuple(place for _, place in said),
    )


def structure(hierarchy: str) -> str:
    """A hash of what is where, words and states left out, and the system's bars: equal when at rest.

    Raises DeviceError if the XML is no hierarchy.
    """
    shape = [
        (node.cls, node.resource_id, node.bounds, len(node.children))
        for window in _bars_apart(hierarchy)[1]
        for node in window.nodes
    ]
    return hashlib.sha256(repr(shape).encode(errors="replace")).hexdigest()[:16]


def unchanged(before: Screen, after: Screen) -> bool:
    """Whether nothing happened: hierarchies and pixels are equal, the status bar left out of both.

    Where neither screen has a picture the hierarchies decide; where one has none, nothing is certain and
    it counts as changed.
    """
    if (before.app, before.activity, before.size) != (after.app, after.activity, after.size):
        return False
    (old_bars, old), (bars, new) = (_bars_apart(screen.hierarchy, screen.size) for screen in (before, after))
    if before.hierarchy != after.hierarchy and _facts(old) != _facts(new):
        return False
    if before.picture is None or after.picture is None:
        return before.picture is after.picture
    below = min(_bar_height(before.picture, old_bars), _bar_height(after.picture, bars))
    return _same_pixels(before.picture, after.picture, below)


def nearest(screen: Screen, known: Mapping[str, frozenset[str]]) -> str:
    """The id to file a screen under: its own where that is known, else the most alike known one's.

    known: the templates of each known screen of the app, by screen id. Alike is Jaccard of 0.8 or more; of very few
    templates that would be chance: pages of one app may share a button and nothing else.
    """
    if screen.screen_id in known or len(screen.templates) < _FEW:
        return screen.screen_id
    alike = {screen_id: _jaccard(screen.templates, templates) for screen_id, templates in known.items()}
    best = max(sorted(alike), key=lambda screen_id: alike[screen_id], default="")
    return best if best and alike[best] >= _SAME else screen.screen_id


def _jaccard(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / len(one | other) if one or other else 0.0


def _lasting(touched: Sequence[Control], named: Sequence[Name]) -> frozenset[str]:
    """The templates outside collections: a list that begins to scroll, or ceases to, is no other screen."""
    both = zip(named, touched, strict=True)
    return frozenset(name.template for name, control in both if not name.listed and control.actions != ("swipe",))


def _screen_id(app: str, activity: str, found: Sequence[Window], templates: frozenset[str]) -> str:
    kinds = {window.kind for window in found if window.reachable and not window.bar}
    kind = next((kind for kind in ("system", "dialog", "app") if kind in kinds), "")
    parts = json.dumps([ID_VERSION, app, activity, kind, sorted(templates)], ensure_ascii=False)
    return f"screen-{hashlib.sha256(parts.encode(errors='replace')).hexdigest()[:16]}"


def _elements(touched: Sequence[Control], named: Sequence[Name]) -> tuple[Element, ...]:
    apart, full = speaking(touched), named_by_content(touched)
    return tuple(
        _element(mark, control, name, apart if control in full else None)
        for mark, (control, name) in enumerate(zip(touched, named, strict=True), 1)
    )


def _element(mark: int, control: Control, name: Name, apart: set[Node] | None) -> Element:
    """apart: what in it speaks for itself; None where nothing in it speaks for it."""
    node, nodes = control.node, control.nodes
    text = own(nodes, shown)
    if not text and apart is not None:
        text = " · ".join(below(nodes[0], apart, shown))
    checks = [n for n in nodes if n.checkable]
    return Element(
        mark=mark,
        id=name.id,
        template=name.template,
        weak=name.weak,
        cls=node.cls,
        role=node.role,
        resource_id=node.resource_id,
        text=cut(text, _MOST_LETTERS),
        hint=cut(one_line(node.hint), _MOST_LETTERS),
        bounds=control.bounds,
        actions=control.actions,
        window=control.window,
        checked=any(n.checked for n in checks) if checks else None,
        focused=any(n.focused for n in nodes),
        selected=any(n.selected for n in nodes),
        password=any(n.password for n in nodes),
        ancestors=name.ancestors,
        words=name.words,
        row=name.row,
        label="" if node.hint or "text" not in control.actions else one_line(label_before(node)),
        owner=owner_of(n for n in nodes if n.editable) if "text" in control.actions else None,
    )


def _said(found: Iterable[Window], size: Size) -> list[tuple[str, Bounds]]:
    """All words in sight with where they stand, in reading order."""
    said = [
        Control(node, (node,), bounds, (), window.kind)
        for window in found
        if window.reachable
        for node in window.nodes
        if node.visible and shown(node) and (bounds := clip(node.bounds, size))
    ]
    lines = groupby(reading_order(said), key=lambda control: shown(control.node))  # a row often repeats its title
    return [(text, next(controls).bounds) for text, controls in lines]


def _secrets(found: Iterable[Window], size: Size) -> tuple[Bounds, ...]:
    """The password fields of every window: a disabled one, or one beneath a dialog, is on the picture too."""
    boxes = (clip(node.bounds, size) for window in found for node in window.nodes if node.password and node.visible)
    return tuple(dict.fromkeys(box for box in boxes if box))


def _bars_apart(hierarchy: str, size: Size | None = None) -> tuple[list[Window], list[Window]]:
    """The system's bars, which change by themselves, and all other windows."""
    roots = parse(hierarchy)
    found = windows(roots, size or display(roots))
    return [w for w in found if w.bar], [w for w in found if not w.bar]


def _facts(others: Iterable[Window]) -> list[tuple[object, ...]]:
    """All that may change in some windows, but for the pixels: every fact of their nodes."""
    return [(len(node.children), *_FACTS(node)) for window in others for node in window.nodes]


def _same_pixels(one: "Image.Image", other: "Image.Image", below: int) -> bool:
    """Whether two pictures differ in no row from `below` on."""
    from PIL import ImageChops

    if one.size != other.size:
        return False
    first, second = (picture if picture.mode == "RGB" else picture.convert("RGB") for picture in (one, other))
    differing = ImageChops.difference(first, second).getbbox()
    return differing is None or differing[3] <= below


def _bar_height(picture: "Image.Image", bars: Iterable[Window]) -> int:
    """How far down the status bar reaches on a picture."""
    width, height = picture.size
    edges = (window.nodes[0].bounds for window in bars)
    heights = [bottom for _, top, _, bottom in edges if top <= 0 < bottom < height // 2]
    return max(heights, default=max(width, height) // _STATUS_BAR)
