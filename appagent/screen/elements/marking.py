"""Decide which controls are shown to a model: one mark for one thing, and none for what no finger would aim at."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from appagent.screen.elements.controls import Control, Controls, holders, share, takes_touches
from appagent.screen.nodes.tree import Bounds, Node, Size, area, meet, overlap, root_of, thickness, walk
from appagent.screen.texts.wording import visible_words

_SAME = 0.9  # share of two bounds; with as much in common they are one place
_PANE = 0.5  # share of a window; a control that fills more and has others in it is a page
_THIN = 0.028  # share of the display's shorter side, about 11 dp: too thin to aim at, unless words say what it is
_STRIP = 0.04  # about 16 dp: all that is seen of a row cut off at the edge of its list
_THINNEST = 0.01  # about 4 dp: too thin to aim at, whatever words it has
_SCROLLS_ONE = ("ScrollView", "WebView")  # these scroll one thing, all others a list of rows
_HALF = 0.5  # share of a control; a picture that fills more is the picture of the whole control
_MOST = 0.5  # share of a control; if controls in it fill more, it is only their panel
_BUTTONS = 2  # with texts; what holds as many is a panel
_DOTS = 3  # of one size; as many are the dots of a pager
_WHEEL = re.compile("Picker$|Wheel")  # in the class of what is turned to a value


def merged(found: Controls, drawn: Mapping[Control, tuple[int, int]]) -> dict[Control, Control]:
    """Return controls that belong to another control as its parts, each with that other control.

    found: the controls of a screen in reading order. drawn: (first, last) position of each in the order of drawing.
    A touch on one of these does what a touch on the other does:

    - a box, switch or radio button that cannot be clicked itself, and a radio button that can, within a row;
    - what can only take the focus, within something that can be tapped;
    - the parts of a button that takes the focus, if the button shows nothing else and the parts do not take the focus;
    - a picture, or anything else without words, that is as wide as what contains it or fills over half of it, such as
      the cover of a card;
    - the lower of two at nearly the same place.
    """
    around, inside = holders(found), Family(found)
    joined: dict[Control, Control] = {}
    for control in found:
        holder = around[control]
        if holder and "tap" in holder.actions:
            beside = inside.of(holder)
            if _only_shows_state(control, beside) or _acts_like_holder(control, holder) or _are_parts(beside, holder):
                joined[control] = holder
    for lower, upper in _pairs(found, drawn):
        if lower not in joined and upper not in joined and lower.actions == upper.actions:
            joined[lower] = upper
    return {control: _end(control, joined) for control in joined}


def quiet(found: Controls, joined: Mapping[Control, Control], size: Size) -> set[Control]:
    """Return the controls that get no mark on a picture.

    Nobody would aim at them, or other controls stand for them. They are:

    - pages and bars, whose contents have marks, and lists, which scroll by a swipe over their contents or over the
      screen;
    - what consists of nothing but other controls, or of little else;
    - the title of a card that opens the card;
    - texts that can only be selected;
    - the rows of a wheel, such as Android's NumberPicker: the wheel has a mark, by which it is set to a value;
    - what is too thin to aim at, such as the dots of a pager or the edge of a row.

    joined: controls that are parts of another control, as `merged` returns them; these have no mark in any case. size:
    width and height of the display, px.
    """
    single = tuple(control for control in found if control not in joined)
    around, inside = holders(single), Family(single)
    beside: dict[Control | None, list[Control]] = {}
    for control, holder in around.items():
        beside.setdefault(holder, []).append(control)
    wheels = {control for control in single if _is_wheel(control, inside.of(control))}
    return {
        control
        for control in single
        if control not in wheels
        and (
            around[control] in wheels
            or (inside.of(control) and _is_around(control, around[control], inside.of(control), size))
            or (control.actions == ("swipe",) and _is_page(control))
            or _is_title(control, around[control], inside)
            or _only_selects(control, around[control])
            or _too_thin(control, list(_upwards(control, around)), beside[around[control]], min(size))
        )
    }


class Family:
    """Controls that lie inside each control, at any depth."""

    def __init__(self, found: Controls) -> None:
        self._inside: dict[Control, list[Control]] = {}
        above = holders(found)
        for control in found:
            holder = above[control]
            while holder:
                self._inside.setdefault(holder, []).append(control)
                holder = above[holder]

    def of(self, holder: Control) -> list[Control]:
        """Return the controls that lie inside a control."""
        return self._inside.get(holder, [])


def _only_shows_state(control: Control, beside: Sequence[Control]) -> bool:
    """Tell whether a control only shows whether the row around it is on. beside: all controls in that row."""
    if not any(n.checkable for n in control.nodes) or sum(any(n.checkable for n in c.nodes) for c in beside) > 1:
        return False
    return control.node.role.endswith("RadioButton") or not any(map(takes_touches, control.nodes))


def _acts_like_holder(control: Control, holder: Control) -> bool:
    """Tell whether a touch on a control does what a touch on the control around it, `holder`, does.

    A control that takes an action that its holder does not take, as a slider in a row does, is a control of its own.
    """
    if any(n.checkable or n.editable or n.scrollable for n in control.nodes):
        return False
    if not set(control.actions) <= set(holder.actions):
        return False
    if not any(map(takes_touches, control.nodes)):
        return True
    left, _, right, _ = control.bounds
    across = (left, right) == (holder.bounds[0], holder.bounds[2]) or area(control.bounds) > _HALF * area(holder.bounds)
    bare = not any(visible_words(n) for n in walk(control.nodes[0]))
    return across and bare and not _is_page(holder)


def _are_parts(inside: Sequence[Control], holder: Control) -> bool:
    """Tell whether controls are the icon and the label of the button that holds them."""
    focused = any(node.focusable for control in inside for node in control.nodes)
    return holder.node.focusable and not focused and _only_holds(holder, inside)


def _pairs(found: Sequence[Control], drawn: Mapping[Control, tuple[int, int]]) -> Iterator[tuple[Control, Control]]:
    """Yield (lower, upper) for each two controls at nearly the same place."""
    by_size = sorted(((area(control.bounds), control) for control in found), key=lambda each: each[0])
    for place, (size, one) in enumerate(by_size):
        for larger, other in by_size[place + 1 :]:
            if size < _SAME * larger:
                break
            if overlap(one.bounds, other.bounds) and share(other.bounds, one.bounds) >= _SAME:
                yield (one, other) if drawn[one] <= drawn[other] else (other, one)


def _end(control: Control, joined: Mapping[Control, Control]) -> Control:
    while control in joined:
        control = joined[control]
    return control


def _is_around(control: Control, holder: Control | None, inside: Sequence[Control], size: Size) -> bool:
    """Tell whether a person would touch the contents of a control rather than the control itself.

    holder: the innermost control around it. inside: all controls in it.
    """
    if "text" in control.actions:
        return False
    left, top, right, _ = control.bounds
    is_bar = (left, top, right) == (0, 0, size[0])  # it lies under the status bar too, where nothing is to be touched
    is_page = _is_page(control) and (not _in_list(holder) or "swipe" in control.actions)
    return (
        control.actions == ("swipe",)
        or is_bar
        or is_page
        or _only_holds(control, inside)
        or _holds_most(control, inside)
    )


def _is_wheel(control: Control, inside: Sequence[Control]) -> bool:
    """Tell whether a control is a wheel by its class, and its rows are texts one below the other, as wide as itself.

    inside: all controls in it.
    """
    if "swipe" not in control.actions or not _WHEEL.search(control.node.role):
        return False
    across = {(each.bounds[0], each.bounds[2]) for each in (control, *inside)}
    return bool(inside) and len(across) == 1 and all(any(map(visible_words, each.nodes)) for each in inside)


def _in_list(holder: Control | None) -> bool:
    """Tell whether a control is a list, so that the controls directly in it are rows or cards."""
    return holder is not None and "swipe" in holder.actions and not holder.node.role.endswith(_SCROLLS_ONE)


def _is_page(control: Control) -> bool:
    return area(control.bounds) > _PANE * area(root_of(control.node).bounds)


def _only_holds(control: Control, inside: Sequence[Control]) -> bool:
    """Tell whether a control is only a container: everything visible in it belongs to other controls.

    If that is a single one, it must have words: a picture may be that of the whole control.
    """
    if "swipe" in control.actions or "text" in control.actions or not inside:
        return False
    theirs = {node for other in inside for node in other.nodes}
    said = {visible_words(node) for node in theirs}
    if len(inside) == 1 and not any(visible_words(node) for top in theirs for node in walk(top)):
        return False
    if any(
        (not n.children or visible_words(n)) and area(n.bounds) for n in _rest(control, theirs) if not _is_spacer(n)
    ):
        return False
    return {visible_words(node) for node in control.nodes} <= {"", *said}


def _holds_most(control: Control, inside: Sequence[Control]) -> bool:
    """Tell whether a control is a panel: it holds two buttons with texts, or is half of it buttons, and little else."""
    if "swipe" in control.actions or len(inside) < 2:
        return False
    theirs = {node for other in inside for node in other.nodes}
    rest = 0
    for node in _rest(control, theirs):
        if not node.children and (node.text or node.role.endswith("ImageView")):
            hidden = sum(area(meet(node.bounds, other.bounds)) for other in inside)
            rest += max(0, area(node.bounds) - hidden)
    held = sum(area(other.bounds) for other in inside)
    worded = sum(any(node.text for node in walk(other.nodes[0])) for other in inside)
    return rest < held and (worded >= _BUTTONS or held > _MOST * area(control.bounds))


def _rest(control: Control, theirs: Collection[Node]) -> Iterator[Node]:
    """Yield the visible nodes in a control, without the nodes of other controls and what is in these."""
    for child in control.nodes[-1].children:
        yield from walk(child, lambda node: node in theirs or not node.visible)


def _is_spacer(node: Node) -> bool:
    return not node.children and not visible_words(node) and (node.role == "View" or not area(node.bounds))


def _is_title(control: Control, holder: Control | None, inside: Family) -> bool:
    """Tell whether a control is the title of a card and opens the same page as the card.

    It is the first control in the card, and the only one of these with a text. That text is the first of the card, but
    not the only one.
    """
    if control.actions != ("tap",) or not holder or "tap" not in holder.actions or inside.of(control):
        return False
    if _is_page(holder) or {"swipe", "text"} & set(holder.actions):
        return False
    texts = [node for node in walk(holder.nodes[-1]) if node.visible and not node.children and node.text]
    mine = {node for top in control.nodes for node in walk(top)}
    others = [each for each in inside.of(holder) if each is not control]
    return (
        len(texts) > 1
        and texts[0] in mine
        and not any(node in mine for node in texts[1:])
        and not any(node.text for each in others for top in each.nodes for node in walk(top))
        and inside.of(holder)[0] is control  # they are in reading order
    )


def _only_selects(control: Control, holder: Control | None) -> bool:
    """Tell whether a control is a text that can only be long-pressed, to select and copy it, and no row of a list."""
    alone = not any(node.children for node in control.nodes)
    return control.actions == ("long_press",) and alone and bool(control.node.text) and not _in_list(holder)


def _upwards(control: Control, around: Mapping[Control, Control | None]) -> Iterator[Control]:
    """Yield the controls around a control, the innermost first."""
    holder = around[control]
    while holder:
        yield holder
        holder = around[holder]


def _too_thin(control: Control, above: Sequence[Control], beside: Sequence[Control], short: int) -> bool:
    """Tell whether a control is too thin to aim at.

    above: the controls around it, innermost first. beside: all controls directly in the innermost of these. short: the
    display's shorter side, px.
    """
    thin = thickness(control.bounds) / max(short, 1)
    if "text" in control.actions:
        return False
    if thin < _THINNEST and "swipe" not in control.actions:
        return True
    if _is_dot(control, beside, short):
        return True
    if thin < _STRIP and any(_cut_off(control.bounds, holder) for holder in above):
        return True
    if thin >= _THIN:
        return False
    said = [words for node in walk(control.nodes[0]) if (words := visible_words(node))]
    return not said or any(_repeats(control, said, other) for other in beside)


def _is_dot(control: Control, beside: Sequence[Control], short: int) -> bool:
    """Tell whether a control is one of the dots of a pager: as small as others beside it, and without a text.

    beside, short: as for `_too_thin`.
    """
    left, top, right, bottom = control.bounds
    if max(right - left, bottom - top) >= _STRIP * short or any(node.text for node in control.nodes):
        return False
    sizes = [(right - left, bottom - top) for left, top, right, bottom in (each.bounds for each in beside)]
    return sizes.count((right - left, bottom - top)) >= _DOTS


def _repeats(control: Control, said: Sequence[str], other: Control) -> bool:
    """Tell whether a thicker control that touches a control has one of its texts. said: the control's texts."""
    grown = (control.bounds[0] - 1, control.bounds[1] - 1, control.bounds[2] + 1, control.bounds[3] + 1)
    thicker = thickness(other.bounds) > thickness(control.bounds) and overlap(grown, other.bounds)
    return bool(thicker) and any(visible_words(node) in said for node in walk(other.nodes[0]))


def _cut_off(bounds: Bounds, holder: Control) -> bool:
    """Tell whether bounds are a strip along an edge of a control that scrolls. holder: that control."""
    along = 0 if bounds[2] - bounds[0] < bounds[3] - bounds[1] else 1
    edges = [one == other for one, other in zip(bounds, holder.bounds, strict=True)]
    return "swipe" in holder.actions and any(edges[along::2])
