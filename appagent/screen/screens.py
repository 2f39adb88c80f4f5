"""A screen, what the agent observes at one moment: a driver's tree and screenshot, read into elements with names."""

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from appagent.foreign import cut
from appagent.screen.controls import Control, controls, named_by_content, reading_order, speaking
from appagent.screen.ids import ID_VERSION, Name, names
from appagent.screen.owners import Owner, owner_of
from appagent.screen.tree import Bounds, Node, Size, Tree, check_size, clip, label_before
from appagent.screen.windows import Window, display, foreground, windows
from appagent.screen.wording import below, one_line, own, shown

if TYPE_CHECKING:
    from PIL import Image

_MOST_LETTERS = 80  # of an element's text
_MOST_ELEMENTS = 500  # a crowded screen has a hundred


@dataclass(frozen=True)
class Element:
    """A node of the screen that a finger can do something with.

    mark: its number on this screenshot, from 1 in reading order. bounds: inside the display. actions: of "tap",
    "long_press", "text", "swipe". window: "app", "dialog" or "system".
    text: its words, or those in it, for people and prompts; never what a password field holds. hint: what an empty
    field says; label: else the words before it. checked: None where it cannot be. owner: of a field, whose it is.
    id, template: its names; weak: only its turn among its like is in the id. words, row, ancestors: what the id is made
    from, with role and resource_id; row names the row around it.
    source: "hierarchy", or "pixels" for what was read from the picture.
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
        """Return what the id was made from, as plain JSON, so that a better rule can make another of it."""
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
    """One observation of a device.

    app: the foreground app's package; activity: the page of it, where the device tells. size: the display's, px.
    tree: the nodes, by window; picture: the screenshot of the same moment, None where the device gave none; raw: what
    the driver made the tree from, as the device told it, to be kept and shown but never read; "" where there is none.
    settled: it had come to rest when it was captured.
    elements: what can be touched, by mark; unmarked: how many are left out, last in reading order, where there are more
    than 500.
    screen_id: its name; templates: what that is made of, those of elements outside collections.
    texts: all words in sight, in reading order; places: where each stands. keyboard: one is shown.
    secrets: where password fields are, also those that no finger can reach now.
    """

    app: str
    activity: str
    screen_id: str
    size: Size
    elements: tuple[Element, ...]
    tree: Tree
    picture: "Image.Image | None"
    settled: bool
    keyboard: bool
    templates: frozenset[str]
    texts: tuple[str, ...]
    secrets: tuple[Bounds, ...] = ()
    unmarked: int = 0
    places: tuple[Bounds, ...] = ()
    raw: str = ""


def read(
    tree: Tree,
    picture: "Image.Image | None" = None,
    *,
    size: Size | None = None,
    app: str = "",
    activity: str = "",
    settled: bool = True,
    raw: str = "",
) -> Screen:
    """Return the screen that a driver's tree, and the screenshot of the same moment, show.

    size: the display's, px; by default the picture's, else what the windows reach, which is too small
    where a dialog is all there is. app: the foreground package; by default the topmost app window's.
    Raises DeviceError if the display is larger than any.
    """
    size = size or (picture.size if picture else display(tree))
    check_size(size)
    shown_windows = windows(tree, size, app)
    app = app or foreground(shown_windows)
    found = controls(shown_windows, size)
    marked = found[:_MOST_ELEMENTS]
    named = names(shown_windows, marked)
    templates = _templates(marked, named)
    texts = _texts(shown_windows, size)
    return Screen(
        app=app,
        activity=activity,
        screen_id=_screen_id(app, activity, shown_windows, templates),
        size=size,
        elements=_elements(marked, named),
        tree=tree,
        picture=picture,
        settled=settled,
        keyboard=any(window.kind == "keyboard" for window in shown_windows),
        templates=templates,
        texts=tuple(text for text, _ in texts),
        secrets=_secrets(shown_windows, size),
        unmarked=len(found) - len(marked),
        places=tuple(place for _, place in texts),
        raw=raw,
    )


def _templates(marked: Sequence[Control], named: Sequence[Name]) -> frozenset[str]:
    """Return the templates outside collections: a list that begins to scroll, or ceases to, is no other screen."""
    both = zip(named, marked, strict=True)
    return frozenset(name.template for name, control in both if not name.listed and control.actions != ("swipe",))


def _screen_id(app: str, activity: str, shown_windows: Sequence[Window], templates: frozenset[str]) -> str:
    kinds = {window.kind for window in shown_windows if window.reachable and not window.bar}
    kind = next((kind for kind in ("system", "dialog", "app") if kind in kinds), "")
    parts = json.dumps([ID_VERSION, app, activity, kind, sorted(templates)], ensure_ascii=False)
    return f"screen-{hashlib.sha256(parts.encode(errors='replace')).hexdigest()[:16]}"


def _elements(marked: Sequence[Control], named: Sequence[Name]) -> tuple[Element, ...]:
    apart, full = speaking(marked), named_by_content(marked)
    return tuple(
        _element(mark, control, name, apart if control in full else None)
        for mark, (control, name) in enumerate(zip(marked, named, strict=True), 1)
    )


def _element(mark: int, control: Control, name: Name, apart: set[Node] | None) -> Element:
    """Return the element of a control.

    apart: the nodes in it that speak for themselves; None where nothing in it speaks for it.
    """
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


def _texts(shown_windows: Iterable[Window], size: Size) -> list[tuple[str, Bounds]]:
    """Return all words in sight with where they stand, in reading order."""
    said = [
        Control(node, (node,), bounds, (), window.kind)
        for window in shown_windows
        if window.reachable
        for node in window.nodes
        if node.visible and shown(node) and (bounds := clip(node.bounds, size))
    ]
    lines = groupby(reading_order(said), key=lambda control: shown(control.node))  # a row often repeats its title
    return [(text, next(controls).bounds) for text, controls in lines]


def _secrets(shown_windows: Iterable[Window], size: Size) -> tuple[Bounds, ...]:
    """Return the password fields of every window: a disabled one, or one under a dialog, is on the picture too."""
    nodes = (node for window in shown_windows for node in window.nodes if node.password and node.visible)
    boxes = (clip(node.bounds, size) for node in nodes)
    return tuple(dict.fromkeys(box for box in boxes if box))
