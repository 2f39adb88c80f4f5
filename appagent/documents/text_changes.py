"""Tell which texts on a screen have become others, and of what these texts are."""

from collections.abc import Iterator

from appagent.actions.description import quoted
from appagent.screen import Element, Screen
from appagent.screen.labels import PARTS, Label
from appagent.screen.tree import Bounds, area, centre, contains
from appagent.screen.wording import lasting


def became(then: Element, now: Element) -> str:
    """Return how the words of an element changed, or "". Of several texts only those that changed are told.

    Such words are `"Ana": "Hello" became "Bye"`, `"Ana" has "pinned" now` or `"Ana" has "2" no more`.
    """
    if not (then.text and now.text) or then.text == now.text:
        return ""
    before, after = then.text.split(PARTS), now.text.split(PARTS)
    name = next((text for text in after if text == name_in(now.text) and text in before), "")
    came = [text for text in after if text not in before]
    went = [text for text in before if text not in after]
    if not name or not (came or went) or (came and went and len(before) != len(after)):
        return _change(then.text, now.text)
    if not (came and went):
        has = ", ".join(quoted(text) for text in came or went)
        return f"{quoted(name)} has {has} {'now' if came else 'no more'}"
    pairs = [pair for pair in zip(before, after, strict=True) if pair[0] != pair[1]]
    return f"{quoted(name)}: {', '.join(_change(*pair) for pair in pairs)}"


def replaced(old: Screen, new: Screen) -> Iterator[tuple[str, str, str]]:
    """Yield (name, old text, new text) for each text in whose place there is another now.

    They are what one control shows, or differ in numbers only. name: of what is touched around it, as in `"Chats": `,
    or "".
    """
    then = {_place_of(each): each for each in _controls(old)}
    for now in _controls(new):
        was = then.get(_place_of(now))
        if was and was.text != now.text:
            yield _owner(now.text, now.bounds, new), was.text, now.text
    before, after = (dict(zip(screen.texts, screen.places, strict=False)) for screen in (old, new))
    gone = {text: place for text, place in before.items() if text not in after}
    for other, place in after.items():
        for text, was_at in gone.items() if other not in before else ():
            if was_at[:2] == place[:2] and lasting(text) == lasting(other):
                yield _owner(other, place, new), text, other


def cut_form(one: str, other: str) -> bool:
    """Tell whether one text is a cut form of the other, as on a row at the edge of a list."""
    short, long = sorted((one, other), key=len)
    return long.startswith(short) or long.endswith(short)


def name_in(text: str) -> str:
    """Return the first of the texts of an element that is no count.

    >>> name_in("2 · Lena Park · See you")
    'Lena Park'
    """
    return Label(text, "button").name


def _change(one: str, other: str) -> str:
    return f"{quoted(one)} became {quoted(other)}"


def _controls(screen: Screen) -> list[Element]:
    """Return what can be tapped and has words, but for fields and the rows of lists, which are told by their words."""
    taps = [each for each in screen.elements if "tap" in each.actions and "text" not in each.actions and each.text]
    return [each for each in taps if not each.listed or each.row not in ("", each.words)]


def _place_of(control: Element) -> tuple[str, str, Bounds]:
    return control.template, control.row, control.bounds


def _owner(text: str, place: Bounds, screen: Screen) -> str:
    """Return the name of the smallest thing to tap around a text, with a colon, or "" if there is none."""
    x, y = centre(place)
    around = [e for e in screen.elements if "tap" in e.actions and e.text and contains(e.bounds, x, y)]
    wider = [each for each in around if each.bounds != place]
    name = name_in(min(wider, key=lambda e: area(e.bounds)).text) if wider else text
    return "" if name == text else f"{quoted(name)}: "
