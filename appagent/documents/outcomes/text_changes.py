"""Find the texts on a screen that have changed, and the names of the elements that they belong to."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product

from appagent.actions.parts.description import quoted
from appagent.screen import Element, Screen
from appagent.screen.names.captions import around, is_slider
from appagent.screen.names.labels import PARTS, name_in
from appagent.screen.nodes.tree import Bounds, area, centre, contains, overlap
from appagent.screen.texts.wording import lasting


def became(then: Element, now: Element) -> str:
    """Return words for how the text of an element changed, or "". Of several texts, only those that changed are named.

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
    """Yield (name, old text, new text) for each text that another one has replaced in the same place.

    Both are texts of one control or row, or stand by a slider, or differ only in numbers. name: the name of the element
    around the text with a colon, as in `"Chats": `; "" if there is none.
    """
    then = {_place_of(each): each for each in _controls(old)}
    controls = _controls(new)
    both = [(was, now) for now in controls if (was := then.get(_place_of(now)))]
    anew = made_anew(both, [*then.values()], controls)
    for was, now in both:
        if was.text != now.text and now.template not in anew and not _is_another(was.text, now.text):
            yield _owner(now.text, now.bounds, new), was.text, now.text
    went, came = _of_which_more(old, new), _of_which_more(new, old)
    by_sliders = [around(each) for each in new.elements if is_slider(each)]
    for (other, place), (text, was_at) in product(came, went):
        in_place = was_at[1] == place[1] and overlap(was_at, place)  # what ends at the right moves by its length
        if not in_place or any(now.template in anew and contains(now.bounds, *centre(place)) for _, now in both):
            continue
        owner, before = _owner(other, place, new), _owner(text, was_at, old)
        same = lasting(text) == lasting(other) or any(overlap(place, each) for each in by_sliders)
        if (same and lasting(owner) == lasting(before)) or (owner and owner == before):  # else it is another row's
            yield owner, text, other


def _of_which_more(one: Screen, other: Screen) -> list[tuple[str, Bounds]]:
    """Return the texts that one screen shows more often than another, each with its bounds."""
    more = Counter(one.texts) - Counter(other.texts)
    return [(text, place) for text, place in one.placed_texts if text in more]


def made_anew(both: Iterable[tuple[Element, Element]], old: Iterable[Element], new: Iterable[Element]) -> set[str]:
    """Return the templates of controls that were made anew in a row, such as the free times of another day.

    They say what others of them said before, or the others say now what they said, as where a row is gone and those
    below it have moved up. So none of them has become the one in its place.
    both: each element of two screens, as it was and as it is. old, new: all elements of each screen, to see what lies
    where nothing was or is.
    """
    pairs = list(both)
    same = {id(each) for pair in pairs if pair[0].text == pair[1].text for each in pair}
    changed = [pair for pair in pairs if pair[0].text != pair[1].text]
    left, came = (
        {(each.template, each.text) for each in some if each.text and id(each) not in same}
        for some in ((*(then for then, _ in changed), *old), (*(now for _, now in changed), *new))
    )
    return {
        now.template for then, now in changed
        if (now.template, now.text) in left or (then.template, then.text) in came
    }  # fmt: skip


def _is_another(then: str, now: str) -> bool:
    """Tell whether two texts of several parts share none of them, as two rows of a list that was filtered."""
    before, after = then.split(PARTS), now.split(PARTS)
    return min(len(before), len(after)) > 1 and set(before).isdisjoint(after)


def cut_form(one: str, other: str) -> bool:
    """Tell whether one text is the beginning or the end of the other, as on a row cut off at the edge of a list."""
    short, long = sorted((one, other), key=len)
    return long.startswith(short) or long.endswith(short)


def _change(one: str, other: str) -> str:
    return f"{quoted(one)} became {quoted(other)}"


def _controls(screen: Screen) -> list[Element]:
    """Return the elements to tap that have words, except input fields and rows, which are known by their words."""
    taps = [each for each in screen.elements if "tap" in each.actions and "text" not in each.actions and each.text]
    return [each for each in taps if not each.listed or each.row not in ("", each.words)]


def _place_of(control: Element) -> tuple[str, str, Bounds]:
    return control.template, control.row, control.bounds


def _owner(text: str, place: Bounds, screen: Screen) -> str:
    """Return the name of the smallest element to tap around a text, with a colon; "" if there is none."""
    x, y = centre(place)
    taps = [e for e in screen.elements if "tap" in e.actions and e.text and contains(e.bounds, x, y)]
    wider = [each for each in taps if each.bounds != place]
    name = name_in(min(wider, key=lambda e: area(e.bounds)).text) if wider else text
    return "" if name == text else f"{quoted(name)}: "
