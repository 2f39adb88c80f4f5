"""Write a screen as text, for a text-only model or a person at a terminal: one element per line, nested by indents."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from appagent.actions.set_value import takes_values
from appagent.prompting.words.loose_texts import LooseText, joined, together, visible_texts
from appagent.prompting.words.nameless import named_by_place, nameless
from appagent.screen import Element, Screen
from appagent.screen.elements.controls import controls, drawing_order
from appagent.screen.language.lexicon import folded
from appagent.screen.names.fields import is_empty
from appagent.screen.names.labels import PARTS
from appagent.screen.nodes.tree import Bounds, area, by_bounds, centre, contains, encloses
from appagent.screen.pictures.pixels import turn_of
from appagent.screen.texts.wording import all_words, below, own_words, told_once, visible_words

_DEEPEST = 4  # levels of indentation
_PAGE = 0.5  # share of the display; an element that fills more is a page
_MOST_WORDS = 150  # most lines with words that belong to no element
_LONGEST, _WHOLE = 200, 3000  # letters of one text; the second if the task asks what a screen says
# Ends of classes that only contain other nodes, or may be anything; if the node has words, they tell a model nothing.
_SAYS_NOTHING = re.compile(r"Layout$|ViewGroup$|^View$")
# Words of tasks that ask what a screen says, besides a question mark.
_READING = re.compile(
    r"[?？]|\b(?:read|tell|say|what|which|who|whose|when|where|why|how|find out|look up|summari[sz]e|answer|report|"
    r"lies|sag|was|welche\w*|wer|wann|wo|wie|warum|lee|lees|dime|qué|cuál|quién|cuándo|dónde|cuánt\w+|cómo|lis|dis|quel\w*|"
    r"qui|quand|combien|comment|leia|diga|qual|quem|quando|quant\w+|leggi|dimmi|quale|chi|прочитай|скажи|что|какой|кто|"
    r"когда|где|сколько|почему|как)\b|什么|哪|谁|多少|几|怎|读|讀|告诉|告訴|总结|何|誰|いつ|どこ|教えて|読んで|무엇|언제|어디|얼마|읽어|알려",
    re.IGNORECASE,
)


@dataclass
class _Line:
    """One line of an outline, about an element, a disabled control or a text.

    text: the line without its indentation.
    says: all words of the element or text.
    holds: True if other lines can be nested in this one, False for a text.
    drawn: (first, last) position in the order of drawing; () if not known.
    bare: True if the element shows nothing itself, so that what lies under it can be seen.
    beneath: True if what is drawn later lies over the element and not in it, as over a list or a page.
    taps: True if it takes taps.
    only_contains: True if it says no more than the lines nested in it do, and is left out if there are any.
    encloses: True for the text of a container, which describes all that lies in its bounds.
    inside: the lines nested in this one, in order.
    """

    text: str
    bounds: Bounds
    says: str = ""
    holds: bool = True
    drawn: tuple[int, ...] = ()
    bare: bool = False
    beneath: bool = False
    taps: bool = False
    only_contains: bool = False
    encloses: bool = False
    inside: "list[_Line]" = field(default_factory=list)

    def add(self, words: str) -> None:
        """Add words to the line's text, before any square brackets at its end."""
        head, bracket, states = self.text.rpartition(" [") if self.text.endswith("]") else (self.text, "", "")
        self.text = f"{head}{PARTS}{words}{bracket}{states}"


def outline(
    screen: Screen,
    marks: Collection[int] | None = None,
    *,
    line: Callable[[Element], str] | None = None,
    learnt: Mapping[int, str] | None = None,
    whole: bool = False,
) -> str:
    """Write a screen as text, in the order and nesting in which a person sees it.

    Each line is indented by the number of elements around it. The line of an element has its mark, its role if that
    says more than "layout" or "view", its words, and in brackets its states and the actions it takes besides a tap,
    such as `3 Switch "Wi-Fi" [on, long_press]`. If it takes no tap, this says so: `[only swipe]`. A field that is
    filled in has its name before its text: `4 EditText "Title": "Milk" [text]`.
    Disabled controls, and words that belong to no element, have lines without marks. A count on an element, such as the
    number of unread messages, follows the element's words: `5 "Chats" · 3`. An element without words is described by
    what a document says of it, or by its resource-id, or by its position; if there are several just like it, its number
    among them is added.
    marks: marks of the elements to list; None lists all. line: function that writes the line of an element instead.
    learnt: for the marks of elements without words, what documents say of them. whole: True to write long texts in
    full; otherwise they are cut at a word.
    """
    most = _WHOLE if whole else _LONGEST
    lines, told = [], dict[str, int]()
    for each in (one for one in screen.elements if marks is None or one.mark in marks):
        known = (learnt or {}).get(each.mark, "")
        if known and (first := told.setdefault(known, each.mark)) != each.mark:
            known = f"as mark {first}"
        write = line or partial(line_of, screen=screen, learnt=known, most=most, sets=takes_values(each, screen))
        lines.append(_line_about(each, write(each), screen))
    top = _without_containers(_nested(lines))
    for disabled in _disabled(screen, most):
        around = _around(disabled, top)
        _insert(disabled, around[-1].inside if around else top)
    _add_texts(top, screen, most)
    return "\n".join(_written(top, 0))


def _add_texts(top: list[_Line], screen: Screen, most: int) -> None:
    """Add the texts that are in no line yet: counts to the lines of their elements, others as lines of their own.

    top: the outermost lines. most: letters of a text.
    """
    left: dict[int, tuple[list[_Line], list[LooseText]]] = {}  # by the lines that they are to be inserted into
    for text in visible_texts(screen):
        line = _line_of_text([text], most)
        around = _around(line, top)
        if any(_says(each, line) for each in around):
            continue
        if around and _counts(around[-1], line):
            around[-1].add(line.text)
        else:
            among = around[-1].inside if around else top
            left.setdefault(id(among), (among, []))[1].append(text)
    words = 0
    for among, texts in left.values():
        for group in together(texts)[: _MOST_WORDS - words]:
            words += 1
            _insert(_line_of_text(group, most), among)


def _line_of_text(texts: Sequence[LooseText], most: int) -> _Line:
    """Return one line for texts that belong together. most: letters of each."""
    lefts, tops, rights, bottoms = zip(*(text.bounds for text in texts), strict=True)
    bounds = min(lefts), min(tops), max(rights), max(bottoms)
    said = joined([(cut_at_word(text.words, most), text.bounds) for text in texts])
    drawn = () if texts[0].drawn is None else (texts[0].drawn, texts[0].drawn)
    return _Line(said, bounds, texts[0].words, False, drawn, encloses=texts[0].contains)


def _line_about(element: Element, text: str, screen: Screen) -> _Line:
    """Return the line of an element. text: the line without its indentation."""
    drawn = element.drawn if element.source == "hierarchy" else ()
    whole = area(element.bounds) > _PAGE * screen.size[0] * screen.size[1]
    beneath, taps = whole or "swipe" in element.actions, "tap" in element.actions
    nodes = by_bounds(screen.tree, screen.size).get(element.bounds, ())
    says, bare = f"{element.whole or element.text} {element.hint}", not _says_something(element)
    only_contains = element.quiet and element.actions == ("tap",) and not any(map(visible_words, nodes))
    return _Line(text, element.bounds, says, True, drawn, bare, beneath, taps, only_contains)


def _says_something(element: Element) -> bool:
    return bool(element.text or element.hint or telling_role(element.role))


def _insert(line: _Line, among: list[_Line]) -> None:
    """Insert a line among others, in reading order; before all that lies within its bounds."""
    others = [each.bounds for each in among]
    inside = (place for place, bounds in enumerate(others) if encloses(line.bounds, bounds))
    among.insert(next(inside, turn_of(line.bounds, others)), line)


def asks_to_read(goal: str) -> bool:
    """Tell whether a task asks what a screen says, so that its texts are given in full.

    >>> asks_to_read("How many notes are there"), asks_to_read("Turn Wi-Fi on")
    (True, False)
    """
    return bool(_READING.search(goal))


def line_of(
    element: Element, screen: Screen, lead: str = "", learnt: str = "", most: int = _LONGEST, *, sets: bool = False
) -> str:
    """Return the line of an element on a screen: its mark, or `lead` in its place, its role, words and states.

    learnt: what a document says of an element without words. most: letters after which words are cut. sets: True to
    list `set` among the actions that the element takes.
    """
    field = "text" in element.actions
    empty = field and is_empty(element, screen)
    states = {
        "empty": empty,
        "on": element.checked is True,
        "off": element.checked is False,
        "focused": element.focused,
        "selected": element.selected,
        "password": element.password,
        "read from the picture": element.source == "pixels",
    }
    takes = [kind for kind in element.actions if kind != "tap"]
    if takes and "tap" not in element.actions:
        takes[0] = f"only {takes[0]}"
    told = [state for state, holds in states.items() if holds] + takes + ["set"] * sets
    words = element.whole or element.text or element.hint
    name = f'"{cut_at_word(words, most)}"' if words else nameless(element, screen, learnt)
    if field and not empty and element.text and element.hint not in ("", element.text):
        name = f'"{element.hint}": {name}'
    said = [str(lead or element.mark), telling_role(element.role) if words else element.role, name]
    return " ".join(filter(None, said)) + (f" [{', '.join(told)}]" if told else "")


def telling_role(role: str) -> str:
    """Return a role, or "" if it only says that the element is a view or a layout.

    >>> telling_role("Switch"), telling_role("LinearLayout")
    ('Switch', '')
    """
    return "" if _SAYS_NOTHING.search(role) else role


def cut_at_word(text: str, most: int) -> str:
    """Return a text, or the whole words at its beginning that fit into `most` letters, followed by "…".

    >>> cut_at_word("Milk, eggs and bread", 12)
    'Milk, eggs…'
    """
    if len(text) <= most:
        return text
    return f"{text[:most].rpartition(' ')[0] or text[: most - 1]}…"


def _disabled(screen: Screen, most: int) -> list[_Line]:
    """Return a line without a mark for each disabled control: its role, words and states. most: letters of words."""
    if all(node.enabled for window in screen.windows if window.reachable for node in window.nodes):
        return []
    lines = []
    found = controls(screen.windows, screen.size, disabled=True)
    drawn = drawing_order(screen.windows, found)
    for control in found:
        if any(node.enabled for node in control.nodes):
            continue
        said = own_words(control.nodes) or PARTS.join(told_once(below(control.nodes[0], (), all_words)))
        unsaid = named_by_place(control.bounds, control.node.resource_id, screen)
        name = f'"{cut_at_word(said, most)}"' if said else unsaid
        kind = telling_role(control.node.role) if said else control.node.role
        states = {
            "on": any(node.checked for node in control.nodes),
            "focused": any(node.focused for node in control.nodes),
            "selected": any(node.selected for node in control.nodes),
        }
        told = ", ".join(["disabled", *(state for state, holds in states.items() if holds)])
        says = " ".join((said, *map(visible_words, control.nodes)))
        lines.append(_Line(f"{kind} {name} [{told}]".lstrip(), control.bounds, says, True, drawn[control]))
    return lines


def _counts(around: _Line, line: _Line) -> bool:
    """Tell whether a line is a count, or other text without letters, on an element to tap that contains no elements."""
    held = any(each.holds for each in around.inside)
    return not line.holds and around.taps and not held and not any(map(str.isalpha, line.text))


def _says(around: _Line, line: _Line) -> bool:
    return folded(line.says)[:60] in folded(around.says)


def _nested(lines: Sequence[_Line]) -> list[_Line]:
    """Nest each line in the smallest line around it, and return the outermost lines; the order stays the same."""
    top: list[_Line] = []
    for line in lines:
        around = min((each for each in lines if _holds(each, line)), key=lambda each: area(each.bounds), default=None)
        (around.inside if around else top).append(line)
    return top


def _without_containers(lines: Sequence[_Line]) -> list[_Line]:
    """Replace lines that only contain others by the lines nested in them."""
    kept: list[_Line] = []
    for line in lines:
        line.inside = _without_containers(line.inside)
        kept += line.inside if line.inside and line.only_contains else [line]
    return kept


def _around(line: _Line, among: Sequence[_Line]) -> list[_Line]:
    """Return the lines that a line is to be nested in, the outermost first. among: the outermost lines."""
    found: list[_Line] = []
    while inner := [each for each in among if each.holds and _holds(each, line)]:
        found.append(min(inner, key=lambda each: area(each.bounds)))
        among = found[-1].inside
    return found


def _holds(outer: _Line, line: _Line) -> bool:
    """Tell whether a line is to be nested in another one: it lies within its bounds, and neither under nor over it."""
    if line.holds:
        within = area(outer.bounds) > area(line.bounds) and encloses(outer.bounds, line.bounds)
    elif line.encloses:
        within = encloses(outer.bounds, line.bounds)
    else:
        within = contains(outer.bounds, *centre(line.bounds))
    if not (within and outer.drawn and line.drawn):
        return within
    through = line.bounds == outer.bounds or (outer.bare and encloses(outer.bounds, line.bounds))
    under = line.drawn[0] < outer.drawn[0] and not through
    return not under and not (outer.beneath and line.drawn[0] > outer.drawn[1])


def _written(lines: Iterable[_Line], depth: int) -> list[str]:
    return [
        text for line in lines for text in (" " * min(depth, _DEEPEST) + line.text, *_written(line.inside, depth + 1))
    ]
