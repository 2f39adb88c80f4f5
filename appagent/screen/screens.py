"""Screens as the agent observes them at one moment: a driver's tree and screenshot, read into elements with ids."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from appagent.foreign import cut
from appagent.screen.elements import ids_v1
from appagent.screen.elements.controls import Control, Controls, controls, drawing_order, named_by_content, speaking
from appagent.screen.elements.identity import Identity, identity
from appagent.screen.elements.ids import ControlNames, names, read_ids
from appagent.screen.elements.in_sight import password_fields, texts_in_sight
from appagent.screen.elements.marking import merged, quiet
from appagent.screen.nodes.front import Front, front, passing
from appagent.screen.nodes.owners import Owner, owner_of
from appagent.screen.nodes.places import Read
from appagent.screen.nodes.tree import Bounds, Node, Size, Tree, check_size, label_of_field, nodes_of, walk
from appagent.screen.nodes.windows import Window, display, foreground, windows
from appagent.screen.texts.heading import greets, heading
from appagent.screen.texts.wording import all_words, below, hint_of, lasting, one_line, own_words, told_once

if TYPE_CHECKING:
    from PIL import Image

_MOST_LETTERS = 80  # of an element's text
_MOST_PARTS = 200  # nodes inside an element that its shape is made from
_MOST_ELEMENTS = 500  # even a crowded screen has only about a hundred


@dataclass(frozen=True)
class Element:
    """Node of the screen that a finger can do something with.

    mark: the number drawn on it in this screenshot, counted from 1 in reading order.
    template: id of the kind of element; all rows of a list share one.
    weak: True if similar elements are told apart only by a number in the id, which counts them in reading order. On the
    next visit such an id may belong to another element.
    cls, role: class of the node, such as "android.widget.Button", and the last part of the class, "Button".
    text: its own words or else those inside it, at most 80 letters; never the content of a password field.
    whole: all of these words if `text` had to be cut; else "".
    hint: what an input field shows while it is empty.
    label: the words before an input field, see `label_of_field`.
    bounds: px, cut off at the edges of the display.
    actions: what a finger can do: some of "tap", "long_press", "text" and "swipe", in this order.
    window: kind of window: "app", "dialog" or "system".
    checked: whether it is on; None if it cannot be on or off.
    owner: for an input field, the app or web page that receives what is typed; else None.
    listed: True if it is a row of a list or lies in one; the contents of lists change.
    shape: short hash of what it is built of: roles and resource-ids of itself, of its title and of what can be touched
    in it.
    row_shape: short hash of the roles of what can be touched in the row around it, in order; "" if it is the row itself
    or lies in none.
    aliases: other ids under which documents about it may be stored, such as that of an older rule, the nearest first.
    old_templates: likewise other ids of its template.
    drawn: (first, last) place of its nodes in the order of drawing. What begins in between lies inside it, what begins
    later lies above it. An element seen on the picture has the places of the element that it lies in.
    quiet: True if it gets no mark on pictures, such as a list that fills its page.
    coarse, coarse_template: its id and template made without resource-ids that the next release may not have; "" if
    that makes no difference.
    kind_id: in a dialog about a row, the id that it has in the dialogs of all such rows; else "". See `subject`.
    ancestors: resource-ids of nodes around it.
    words: its words without what changes, such as times and counters.
    row: the words that name the list row around it. The id is made from these three, role and resource_id.
    source: "hierarchy", or "pixels" for an element that was recognised on the picture.
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
    checked: bool | None = None
    focused: bool = False
    selected: bool = False
    password: bool = False
    ancestors: tuple[str, ...] = ()
    words: str = ""
    row: str = ""
    source: str = "hierarchy"
    label: str = ""
    owner: Owner | None = None
    listed: bool = False
    shape: str = ""
    row_shape: str = ""
    aliases: tuple[str, ...] = ()
    old_templates: tuple[str, ...] = ()
    drawn: tuple[int, int] = (0, 0)
    quiet: bool = False
    coarse: str = ""
    coarse_template: str = ""
    whole: str = ""
    kind_id: str = ""

    @property
    def facts(self) -> dict[str, object]:
        """Return what the element id was made from, as plain JSON, so that a later version can make a new id."""
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

    app: package of the foreground app.
    activity: its activity; "" if the device does not give it.
    screen_id: name that stays the same while only the contents change, made from what lies in front on this screen.
    heading: what it is called; see `screen.texts.heading`. "" if it has no heading, or one that greets somebody.
    aliases: other ids under which documents about it may be stored, such as that of an older rule, the nearest first.
    size: width and height of the display, px.
    elements: what can be touched, in the order of their marks; at most 500.
    coarse: the screen id made without resource-ids that the next release may not have; "" if that makes no difference.
    kind_id: for a dialog about a row, the id that the dialogs of all such rows have; else "". See `subject`.
    kind_title: its heading with "…" for the words of the row.
    unmarked: number of elements beyond these 500, which are left out.
    tree: the root node of each window.
    picture: the screenshot of the same moment; None if the device gave none.
    raw: the device's own text from which the driver made the tree, for storing and showing only; "" if there is none.
    settled: True if the screen had stopped changing when it was captured.
    keyboard: True if a keyboard is shown.
    templates: ids of the kinds of elements in front, without those in lists, and signs such as its heading's hash.
    texts: all texts in sight, in reading order.
    places: the bounds of each of these texts.
    secrets: bounds of all password fields that can be seen; masking adds those of other secrets.
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
    aliases: tuple[str, ...] = ()
    heading: str = ""
    coarse: str = ""
    kind_id: str = ""
    kind_title: str = ""

    def element(self, element_id: str) -> Element | None:
        """Return the first element with an id, or None."""
        return next((each for each in self.elements if each.id == element_id), None)

    @property
    def placed_texts(self) -> Iterator[tuple[str, Bounds]]:
        """Yield (text, bounds) for each text in sight, in reading order."""
        return zip(self.texts, self.places, strict=False)

    def with_mark(self, mark: int | None) -> Element | None:
        """Return the element with a mark, or None."""
        return next((each for each in self.elements if each.mark == mark), None)

    @property
    def focused_field(self) -> Element | None:
        """Return the input field that has the focus, or None."""
        return next((each for each in self.elements if each.focused and "text" in each.actions), None)

    @property
    def windows(self) -> tuple[Window, ...]:
        """Return the windows, in the order of the tree."""
        return windows(self.tree, self.size, self.app)

    @property
    def front(self) -> Front:
        """Return what is in front: a dialog, sheet or page."""
        return front(self.windows, self.size)

    @property
    def passing(self) -> tuple[Node, ...]:
        """Return the nodes of toasts, snack bars and advertisements, which lie over the screen for a while."""
        return passing(self.windows, self.size)


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
    """Make a screen from a driver's tree and the screenshot of the same moment.

    size: width and height of the display, px. By default the picture's size; without a picture, the right and bottom
    ends of the windows, which is too small if the only window is a dialog.
    app: the foreground package; by default that of the window in front.
    activity, settled, raw: stored in the screen as given; but raw is "" if a password field shows any text.
    Raises DeviceError if the size is larger than any display.
    """
    size = size or (picture.size if picture else display(tree))
    check_size(size)
    shown_windows = windows(tree, size, app)
    app = app or foreground(shown_windows)
    marked = (found := controls(shown_windows, size))[:_MOST_ELEMENTS]
    named, before = names(shown_windows, marked), ids_v1.names(shown_windows, marked)
    forward = front(shown_windows, size)
    title = "" if greets(said := heading(forward, size), forward.kind) else said
    every, every_name = _with_disabled(shown_windows, size, marked, named)
    identify = partial(identity, app, activity, forward, marked=every)
    known_by = identify(title, named=every_name)
    coarse = _coarse_id(partial(identify, title), every_name, known_by.screen_id)
    as_before = identify(said, named=every_name, by_ids=False).screen_id
    older = as_before, _old_screen_id(app, activity, shown_windows, marked, before)
    texts, places = zip(*shown, strict=True) if (shown := texts_in_sight(shown_windows, size)) else ((), ())
    return Screen(
        app, activity, known_by.screen_id, size, _elements(shown_windows, marked, named, before, size), tree, picture,
        settled, any(window.kind == "keyboard" for window in shown_windows), known_by.templates, texts, heading=title,
        secrets=password_fields(shown_windows, size), unmarked=len(found) - len(marked), places=places,
        raw="" if _tells_password(tree) else raw, coarse=coarse,
        aliases=tuple(each for each in (coarse, *older) if each not in ("", known_by.screen_id)),
    )  # fmt: skip


def _tells_password(tree: Tree) -> bool:
    return any(node.password and node.text for node in nodes_of(tree))


def _coarse_id(identify: Callable[..., Identity], named: Sequence[ControlNames], screen_id: str) -> str:
    """Return the screen id made without resource-ids that the next release may not have; "" if it is `screen_id`.

    identify: function that returns the identity of the screen, given `named`, the names of its controls.
    """
    if not any(name.coarse_template for name in named):
        return ""
    coarse = identify(named=[replace(each, template=each.coarse_template or each.template) for each in named]).screen_id
    return "" if coarse == screen_id else coarse


def _with_disabled(
    shown_windows: Sequence[Window], size: Size, marked: Controls, named: Sequence[ControlNames]
) -> tuple[Controls, Sequence[ControlNames]]:
    """Return the controls and their names, including disabled controls, which are named as if they were enabled."""
    if all(node.enabled for window in shown_windows if window.reachable for node in window.nodes):
        return marked, named
    every = controls(shown_windows, size, disabled=True)[:_MOST_ELEMENTS]
    return every, names(shown_windows, every)


def _old_screen_id(
    app: str, activity: str, shown_windows: Sequence[Window], marked: Controls, named: Sequence[ids_v1.OldName]
) -> str:
    both = zip(named, marked, strict=True)
    templates = {name.template for name, control in both if not name.listed and control.actions != ("swipe",)}
    return ids_v1.screen_id(app, activity, shown_windows, templates)


def _elements(
    shown_windows: Sequence[Window],
    marked: Controls,
    named: Sequence[ControlNames],
    before: Sequence[ids_v1.OldName],
    size: Size,
) -> tuple[Element, ...]:
    """Make the elements for controls, one for each thing to touch.

    A control that is part of another one (see `merged`) gets no element. The other control's element has its ids as
    aliases, and is on if the part is.
    """
    apart, full, drawn = speaking(marked), named_by_content(marked), drawing_order(shown_windows, marked)
    read = read_ids(shown_windows)
    joined = merged(marked, drawn)
    silent = quiet(marked, joined, size)
    kept: dict[Control, Element] = {}
    for control, name, old in zip(marked, named, before, strict=True):
        if control not in joined:
            inside = apart if control in full else None
            made = _element(len(kept) + 1, control, name, old, inside, drawn[control], read)
            kept[control] = replace(made, quiet=control in silent)
    for control, name, old in zip(marked, named, before, strict=True):
        if (into := joined.get(control)) in kept:
            kept[into] = _with(kept[into], control, (name.id, name.before, name.coarse, old.id))
    return tuple(kept.values())


def _with(element: Element, control: Control, ids: Iterable[str]) -> Element:
    """Return an element whose mark stands for one more control. ids: those of that control; "" counts as none."""
    checks = [node.checked for node in control.nodes if node.checkable]
    checked = any(checks) if checks and element.checked is None else element.checked
    aliases = tuple(dict.fromkeys((*element.aliases, *filter(None, ids))))
    return replace(element, aliases=aliases, checked=checked)


def _element(
    mark: int,
    control: Control,
    name: ControlNames,
    old: ids_v1.OldName,
    apart: frozenset[Node] | None,
    drawn: tuple[int, int],
    read: Read,
) -> Element:
    """Make the element for a control.

    mark: the number drawn on the element.
    name: the ids of the control, and what they were made from.
    old: its ids by the rule before.
    apart: nodes whose words are left out of the element's text, because they can be tapped themselves. None if the
    texts of nodes inside the control are not read at all.
    drawn: (first, last) position in the order of drawing.
    read: function that returns the part of a resource-id that stays from release to release.
    """
    node, nodes = control.node, control.nodes
    text = own_words(nodes)
    if not text and apart is not None:
        text = " · ".join(told_once(below(nodes[0], apart, all_words)))
    checks = [n for n in nodes if n.checkable]
    field = "text" in control.actions
    return Element(
        mark, name.id, name.template, name.weak, node.cls, node.role, node.resource_id,
        text=cut(text, _MOST_LETTERS), whole=text if len(text) > _MOST_LETTERS else "",
        hint=cut(hint_of(node), _MOST_LETTERS),
        label=one_line(label_of_field(node)) if field else "",
        bounds=control.bounds, actions=control.actions, window=control.window, drawn=drawn,
        checked=any(n.checked for n in checks) if checks else None, focused=any(n.focused for n in nodes),
        selected=any(n.selected for n in nodes), password=any(n.password for n in nodes),
        owner=owner_of(n for n in nodes if n.editable) if field else None,
        ancestors=name.ancestors, words=name.words, row=name.row, listed=name.listed,
        shape=_shape(nodes[0], read), row_shape=name.row_shape,
        aliases=tuple(dict.fromkeys(filter(None, (name.before, name.coarse, old.id)))),
        old_templates=tuple(dict.fromkeys(filter(None, (name.coarse_template, old.template)))),
        coarse=name.coarse, coarse_template=name.coarse_template,
    )  # fmt: skip


def _shape(node: Node, read: Read) -> str:
    """Return a hash of what an element is built of: itself, its title, and all in it that can be touched.

    The rest, such as an icon, a badge or a second line, is there in some rows of one kind and not in others.
    """
    inside = list(islice(walk(node), 1, _MOST_PARTS))
    touched = [each for each in inside if each.clickable or each.long_clickable or each.checkable or each.editable]
    titles = (each for each in inside if not (each.editable or each.checkable) and lasting(each.text))
    parts = {f"{each.role} {read(each.resource_id)}" for each in (*touched, *islice(titles, 1))}
    told = [f"{node.role} {read(node.resource_id)}", *sorted(parts)]
    return hashlib.sha256("\n".join(told).encode(errors="replace")).hexdigest()[:8]
