"""Find the element of a move on the screen at hand: by its id, by a value beside it, or by likeness."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from appagent.actions.parts.description import name_of
from appagent.experience.finding_again.row_words import HASH_LETTERS, keys_of, kin_of, rest_of, row_texts
from appagent.experience.plan import RowText, Target
from appagent.experience.slots import fill_slots, slots_in, templated
from appagent.screen import Bounds, Element, Node, Screen, Size, Tree
from appagent.screen.elements.identity import hashed
from appagent.screen.finding_again.again import name_of_kind
from appagent.screen.finding_again.resolve import is_bare
from appagent.screen.language.lexicon import folded
from appagent.screen.nodes.places import usable
from appagent.screen.nodes.tree import by_bounds, centre, nodes_of, upwards, walk
from appagent.screen.pictures.looks import look_alike, looks
from appagent.screen.texts.wording import lasting, texts_beside, visible_words

MOST_CANDIDATES = 5
_ENOUGH, _AHEAD = 4, 2  # points from which an element is the one that is meant, and by how many it must be ahead
_WRITES = ("text", "append", "clear", "paste")  # kinds of actions on input fields
_NEAR = 60  # thousandths of the display


@dataclass(frozen=True)
class Missing:
    """Reason why a move's element was not found.

    kind: "element gone" or "identity doubtful".
    candidates: the names of the most similar elements, or similar texts, at most five.
    further: True if the element may be further down the list.
    """

    kind: str
    why: str
    candidates: tuple[str, ...] = ()
    further: bool = False


@dataclass(frozen=True)
class Saying:
    """Text that belongs to an element.

    where: "own", "inside", "beside" or, farther away, "around".
    holder: which node has the text, as in `Target`; for "around", the number of steps up the tree from the element to
    its common ancestor with the text.
    """

    text: str
    where: str
    holder: str


def locate(
    target: Target,
    screen: Screen,
    values: Mapping[str, str],
    kind: str,
    *,
    translated: bool = False,
    deed: bool = False,
) -> Element | Missing:
    """Return the only element of a screen that a move can be about, or why there is none.

    kind: kind of the move's action.
    translated: True if the phone's language is not the one in which the move was recorded, so that words do not help.
    deed: True if the move pays, sends, deletes or the like. An element that is only similar must then have the same
    words.
    """
    able = [one for one in screen.elements if _takes(kind, one)]
    if target.says or target.within:
        loose = translated and not target.firm
        return _by_value(replace(target, row=(), own=()) if loose else target, able, screen, values)
    named = [one for one in able if target.element_id in (one.id, *one.aliases)]
    if target.looks and not target.listed and screen.picture is not None:
        pictured = _by_looks(target, able, named, screen, deed=deed)
        if pictured is not None:
            return pictured
    same = target.fits and len(named) == 1 and (translated or target.listed or _has_same_words(target, named[0]))
    if same and _has_row_words(target, named[0], screen, values):
        return named[0]
    wordless = translated or kind in _WRITES  # the words of a field are what was typed into it
    if target.listed and (same or not wordless):  # rows differ in their words, which are in the id
        kin = [one for one in able if one.template == target.template]
        worded = [one for one in kin if target.own and _has_keys(one, (*(target.row or ()), *target.own), screen)]
        if len(worded) == 1:
            return worded[0]
        gone = Missing("element gone", "no row there is the one that was shown", _names(kin, screen), further=True)
        return _near_miss(named, screen) if same else gone
    return _by_likeness(target, able, screen, translated=translated, deed=deed)


def has_words(target: Target, screen: Screen, text: str) -> bool:
    """Tell whether the element with the target's id has these words now."""
    named = [one for one in screen.elements if target.element_id in (one.id, *one.aliases)]
    return target.fits and len(named) == 1 and folded(name_of_kind(named[0])) == folded(text)


def sayings_of(element: Element, screen: Screen) -> list[Saying]:
    """Return the texts of an element: its own, those inside it, and those of the nearest node around it with any."""
    return list(_sayings(element.bounds, screen.tree, screen.size))


def _takes(kind: str, element: Element) -> bool:
    """Tell whether an element allows an action. A tap is also allowed on an input field."""
    wanted = {"tap": {"tap", "text"}, "double_tap": {"tap"}, "long_press": {"long_press"}, "swipe": {"swipe", "tap"}}
    wanted |= {each: {"text"} for each in _WRITES}
    return kind not in wanted or bool(wanted[kind] & set(element.actions))


def _by_value(target: Target, able: Sequence[Element], screen: Screen, values: Mapping[str, str]) -> Element | Missing:
    """Return the element that a value stands for, such as the row that says "Ana", or why there is none.

    The target says where the value must stand, in the element or beside it. It must be the whole text there.
    able: the elements that allow the move's action.
    """
    kin = [one for one in able if one.template == target.template]
    kin = kin or [one for one in able if (one.role, one.window, one.listed) == _kind(target)]
    wanted = fill_slots(target.within, values)
    if wanted:
        kin = within(wanted, target.up, kin, screen)
    if target.says:
        wanted = fill_slots(target.says, values)
    said = [(one, _texts_at_place(target, one, screen)) for one in kin]
    mine = RowText(target.says, target.rest)
    found = [one for one, texts in said if any(_says(mine, text, values) for text in texts)]
    if not target.says:
        found = kin[target.nth : target.nth + 1] if len(kin) == target.of else kin
    near, found = found, [one for one in found if _has_row_words(target, one, screen, values)]
    if near and not found:
        return _near_miss(near, screen)
    if len(found) > 1:
        built = [one for one in found if (one.shape, one.row_shape) == (target.shape, target.row_shape)]
        found = built if len(built) == 1 else found
    if len(found) == 1:
        return found[0]
    if found:
        return Missing("identity doubtful", f"{len(found)} elements say {wanted!r}", _names(found, screen))
    like = [text for _, texts in said for text in texts if folded(wanted) in folded(text)]
    like += [text for _, texts in said for text in texts]
    candidates = tuple(dict.fromkeys(like))[:MOST_CANDIDATES]
    return Missing("element gone", f"nothing there says just {wanted!r}", candidates, further=True)


def shown_with(texts: Sequence[str], values: Mapping[str, str]) -> str:
    """Return a hash of some texts with these values in their slots."""
    return hashed(*(folded(fill_slots(text, values)) for text in texts))[:HASH_LETTERS]


def _has_row_words(target: Target, element: Element, screen: Screen, values: Mapping[str, str]) -> bool:
    """Tell whether the row of an element has the constant words and further values that the target's row has."""
    if not (target.row or target.own or target.also):
        return True
    texts = row_texts(element, screen, whole=True)
    own = target.own if target.shown == shown_with(target.texts, values) else ()
    said = all(any(_says(one, text, values) for text in texts) for one in target.also)
    return said and _has_keys(element, (*(target.row or ()), *own), screen)


def _has_keys(element: Element, keys: Iterable[str], screen: Screen) -> bool:
    """Tell whether the row of an element has all the words with these hashes."""
    return {*keys} <= {*keys_of(row_texts(element, screen, whole=True))}


def _says(wanted: RowText, text: str, values: Mapping[str, str]) -> bool:
    """Tell whether a text says just the values of another one, or if that had further words beside them, the same."""
    if not wanted.rest:
        return folded(text) == folded(fill_slots(wanted.text, values))
    slots = slots_in(wanted.text)
    there = templated(text, {name: values.get(name, "") for name in slots})
    starred = without_values(there)
    return sorted(slots_in(there)) == sorted(slots) and rest_of(starred) == wanted.rest


def without_values(template: str) -> str:
    """Return a text with "*" in place of each slot.

    >>> without_values("{item} · 2 new")
    '* · 2 new'
    """
    return fill_slots(template, dict.fromkeys(slots_in(template), "*"))


def _near_miss(elements: Sequence[Element], screen: Screen) -> Missing:
    why = "what is there lacks words or numbers of the row that was shown"
    return Missing("identity doubtful", why, _names(elements, screen), further=True)


def sayings_around(element: Element, screen: Screen, counts: Callable[[str], bool]) -> list[Saying]:
    """Return texts that belong to an element but stand farther away, such as the heading of its card, nearest first.

    counts: function that tells whether a text is wanted.
    A text around all elements of its kind, such as a page's title, is left out, as is one that is nearer to another of
    them.
    """
    kin = kin_of(element, screen)
    texts = {text for node in nodes_of(screen.tree) if node.visible and (text := visible_words(node)) and counts(text)}
    texts -= {one.text for one in sayings_of(element, screen)}
    groups = [(text, *group) for text in texts for group in _groups(text, kin, screen)]
    own = [(up, text) for text, up, group in groups if element in group and len(group) < len(kin)]
    return [Saying(text, "around", str(up)) for up, text in sorted(own)]


def within(text: str, up: int, elements: Sequence[Element], screen: Screen) -> list[Element]:
    """Return those of some elements that a text belongs to, such as the rows of the card that it heads.

    up: the number of steps up the tree from an element to its common ancestor with the text.
    elements: all of one kind.
    """
    return [one for far, group in _groups(text, elements, screen) if far == up for one in group]


def _groups(text: str, elements: Sequence[Element], screen: Screen) -> Iterator[tuple[int, list[Element]]]:
    """Yield (distance, nearest elements) for each node of a screen that has this text.

    The distance is the number of steps up the tree from an element to its common ancestor with the node.
    """
    nodes = (by_bounds(screen.tree, screen.size).get(each.bounds, ())[:1] for each in elements)
    above = [{one: up for node in found for up, one in enumerate(upwards(node))} for found in nodes]
    for node in nodes_of(screen.tree):
        if above and node.visible and folded(visible_words(node)) == folded(text):
            ups = [next((mine[one] for one in upwards(node) if one in mine), -1) for mine in above]
            yield min(ups), [one for one, up in zip(elements, ups, strict=True) if up == min(ups)]


def _texts_at_place(target: Target, element: Element, screen: Screen) -> list[str]:
    """Return the texts of an element at the place where the target has its value, such as inside it."""
    texts = [one for one in sayings_of(element, screen) if one.where == target.where]
    return [one.text for one in texts if one.holder == target.holder]


def _by_looks(
    target: Target, able: Sequence[Element], named: Sequence[Element], screen: Screen, *, deed: bool
) -> Element | Missing | None:
    """Return the only icon that looks like the target, wherever it is; None if looks do not decide.

    able: the elements that allow the move's action.
    named: those of them with the target's id.
    If several icons look alike, it is the one with this id. For a move that pays, sends or deletes, it must have this
    id.
    """
    icons = [one for one in able if is_bare(one) and (one.role, one.window, one.listed) == _kind(target)]
    alike = [one for one in icons if look_alike(target.looks, looks(one, screen))]
    both = [one for one in alike if one in named]
    if (deed or len(alike) > 1) and not both:
        return Missing("identity doubtful", f"the {target.role} there looks otherwise", _names(named or alike, screen))
    found = alike if len(alike) == 1 else both if target.fits else []
    return found[0] if found else None


def _by_likeness(
    target: Target, able: Sequence[Element], screen: Screen, *, translated: bool, deed: bool
) -> Element | Missing:
    """Return the element that is clearly most similar to the target by words, class and place, or why there is none.

    able: the elements that allow the move's action.
    """
    same = [] if translated else _with_same_words(target, able)
    alone = same[0] if len(same) == 1 else None  # words that no other element has are enough

    def points(one: Element) -> int:
        unsure = translated or _words_overlap(target, one)
        return _similarity(target, one, screen, said=one in same or (None if unsure else False)) + (one is alone)

    scored = sorted(((points(one), one) for one in (same if deed else able)), key=lambda each: -each[0])
    best = scored[0][0] if scored else 0
    second = scored[1][0] if len(scored) > 1 else 0
    near = _names([one for points, one in scored if points > 0], screen)
    if best >= _ENOUGH and best - second >= _AHEAD:
        return scored[0][1]
    told = f'"{target.name}"' if target.name else f"the {target.role}"
    if best >= _ENOUGH:
        return Missing("identity doubtful", f"several elements may be {told}", near)
    return Missing("element gone", f"{told} is not there", near, further=True)


def _similarity(target: Target, element: Element, screen: Screen, *, said: bool | None) -> int:
    """Score how similar an element is to the target; higher is more similar.

    said: True if it has the target's words; None if that is not clear.
    """
    if (element.role, element.window, element.listed) != _kind(target):
        return 0
    nth, of = place_among(element, screen)
    points = 3 if said else 0
    points -= 3 * (said is False and bool(name_of_kind(element) and target.name))
    own = usable(element.resource_id)
    points += 3 * (bool(own) and own == usable(target.resource_id))
    points += 2 * (element.template == target.template and (nth, of) == (target.nth, target.of))
    x, y = permille(element.bounds, screen.size)
    points += abs(x - target.x) <= _NEAR and abs(y - target.y) <= _NEAR
    return points + (element.shape == target.shape)


def place_among(element: Element, screen: Screen) -> tuple[int, int]:
    """Return (index, count): the position of an element among those of its template on a screen, and their number."""
    kin = kin_of(element, screen)
    return kin.index(element), len(kin)


def permille(bounds: Bounds, size: Size) -> tuple[int, int]:
    """Return the centre of bounds, (x, y), in thousandths of the display."""
    x, y = centre(bounds)
    return 1000 * x // max(1, size[0]), 1000 * y // max(1, size[1])


def _kind(target: Target) -> tuple[str, str, bool]:
    return target.role, target.window, target.listed


def _words_overlap(target: Target, element: Element) -> bool:
    """Tell whether the words of an element contain those of the target, or the other way round."""
    words, shown = (set(lasting(text).split()) for text in (name_of_kind(element), target.name))
    return bool(words and shown) and (words <= shown or shown <= words)


def _with_same_words(target: Target, able: Sequence[Element]) -> list[Element]:
    """Return the elements with the target's words; if there are none, those whose words differ only in numbers."""
    for words in (folded, lasting):
        if (name := words(target.name)) and (same := [one for one in able if words(name_of_kind(one)) == name]):
            return same
    return []


def _has_same_words(target: Target, element: Element) -> bool:
    """Tell whether an element has the target's words; True too if either of them has none."""
    names = lasting(name_of_kind(element)), lasting(target.name)
    return not all(names) or names[0] == names[1]


def _names(elements: Iterable[Element], screen: Screen) -> tuple[str, ...]:
    return tuple(f"mark {one.mark}, {name_of(one)}" for one in elements)[:MOST_CANDIDATES]


@lru_cache(maxsize=2048)
def _sayings(bounds: Bounds, tree: Tree, size: Size) -> tuple[Saying, ...]:
    found = by_bounds(tree, size).get(bounds)
    if not found:
        return ()
    node, *inside = walk(found[0])
    beside = texts_beside(node, lambda one: "" if one.editable else visible_words(one))
    return *_as_sayings([node], "own"), *_as_sayings(inside, "inside"), *_as_sayings(beside, "beside")


def _as_sayings(nodes: Iterable[Node], where: str) -> list[Saying]:
    """Return the texts of nodes as sayings. The holder of each is its node's resource-id, or "#" and its index."""
    said = [(one, text) for one in nodes if one.visible and not one.editable and (text := visible_words(one))]
    return [Saying(text, where, usable(one.resource_id) or f"#{place}") for place, (one, text) in enumerate(said)]
