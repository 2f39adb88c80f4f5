"""Tell whether an element is still what it was when a model saw it, though actions since then were to change values."""

import re
from collections.abc import Collection

from appagent.actions.description import name_of
from appagent.screen import Element, Screen
from appagent.screen.again import found_again, name_of_kind
from appagent.screen.belonging import exchanges, redrawn
from appagent.screen.dates import UNSPACED, is_day
from appagent.screen.labels import state_of
from appagent.screen.lexicon import SWITCH_STATES, folded, listed
from appagent.screen.numbers import NUMBER, identifies_another, never, position, same_but_numbers
from appagent.screen.wording import lasting
from appagent.step.second_look import by_looks, in_words, looks_alike

_SENTENCE = 2  # words; one alone may be a value, which actions are meant to change
_WORD = re.compile(r"\w+")
_VALUED = ("Spinner", "SeekBar", "Slider", "Picker", "EditText")  # ends of classes of what holds a value; see `_valued`


def still_there(then: Element | None, seen: Screen, screen: Screen) -> Element | None:
    """Return an element as it is on a later screen, or None. A weak one must still lie in its place.

    seen: the screen on which it was. One without words must be the same one of its list or group, and look alike. One
    in whose place another name stands, as on a keypad that moves its keys, is found by its own name if that is unique.
    """
    found = [element for element in screen.elements if then and element.id == then.id]
    found = found or [element for element in screen.elements if then and _stays(then, element)]
    if then and len(found) == 1 and name_of_kind(found[0]) != name_of_kind(then):
        moved = found_again(then, seen, screen, never)
        return moved if moved and name_of_kind(moved) == name_of_kind(then) else found[0]
    if then is None or len(found) != 1 or (then.weak and found[0].bounds != then.bounds):
        return None
    if name_of_kind(then):
        return found[0]
    now = found[0] if found[0].bounds == then.bounds else found_again(then, seen, screen)
    alike = now and (not by_looks(then, seen) or looks_alike(then, seen, now, screen))
    return now if alike else None


def _stays(then: Element, now: Element) -> bool:
    """Tell whether a later element is of the same kind, has the same name and place, and is in no row of another name.

    Its id may be another one: what is enabled or disabled beside it, as the minus of a stepper is, counts there.
    """
    kinds = [(one.bounds, one.template, one.row, name_of_kind(one)) for one in (then, now)]
    return kinds[0] == kinds[1] and (bool(then.row) or not then.listed)


def about_another(then: Element, now: Element, seen: Screen, screen: Screen, touched: Collection[str]) -> str:
    """Return why an element is about something else than it was on the screen that was seen, or "" if it is not.

    now: the element on the later screen. touched: ids of the elements that were touched since. What these set, and what
    comes or goes because of it, makes no difference.
    """
    looked = (then.bounds, seen), (now.bounds, screen)
    own = {one.text for one in seen.elements if one.id in touched}  # what they say themselves is their value
    for each in exchanges(*looked):
        value = each.text in own or is_value(each.text, each.other, seen, () if each.names else touched)
        if each.text and each.other and not (value or chosen(each.text, each.other, seen, touched)):
            return in_words(each, name_of(then))
    return f"{name_of(then)} belongs to another picture now" if redrawn(*looked, deed=True) else ""


def turned_over(by: Element | None, before: Screen, now: Screen) -> tuple[str, str] | None:
    """Return (text, other text) if a text has come to another place of as many, as "1 of 5" on a page has; or None.

    by: what was touched between the two screens. Of what holds a value, or is in a row, such a text counts what is set.
    """
    if by and (by.row or by.listed or _valued(by, before)):
        return None
    texts = [dict.fromkeys(text for text in screen.texts if position(text)) for screen in (before, now)]
    gone, came = ([each for each in one if each not in other] for one, other in (texts, texts[::-1]))
    pairs = ((one, two) for one in gone for two in came if same_but_numbers(one, two))
    return next((pair for pair in pairs if len({(position(each) or (0, 0))[1] for each in pair}) == 1), None)


def chosen(text: str, other: str, seen: Screen, touched: Collection[str]) -> bool:
    """Tell whether a text that has become another only names what actions chose, as "Mon, Tue" does above the days.

    It does too if it has grown by what one of them says, or by signs that are keys. What it said before and still says
    stands in the same order. touched: ids of their elements.
    """
    said = {folded(one.text) for one in seen.elements if one.id in touched}
    before, after = (_WORD.findall(folded(each)) for each in (text, other))
    new = set(after) - set(before)
    rest = iter(before)
    if not all(word in rest for word in after if word not in new):
        return False
    grown = folded(other).removeprefix(folded(text))
    words = {word for each in said for word in _WORD.findall(each)}
    return words.issuperset(new) or grown in said or (len(grown) <= len(touched) and said.issuperset(grown))


def is_value(text: str, other: str, seen: Screen, touched: Collection[str]) -> bool:
    """Tell whether a text that has become another is a value, which actions are meant to change.

    It is if only its numbers changed and identify nothing, if it has no letters, if it is a day or a date by now, if it
    says that something is on or off, or if it is one word on the line of what actions touched and what holds a value: a
    switch, a slider, a wheel, a list, a field. Beside a button, as for the next letter, one word may be whose letter it
    is.
    """
    if not any(map(str.isalpha, text + other)) or is_day(other):
        return True
    numbered = NUMBER.sub("#", text) == NUMBER.sub("#", other)  # "up to 7": "to 7" is a Thursday in some languages
    if (numbered or lasting(text) == lasting(other)) and not identifies_another(text, other):
        return True
    if {folded(text), folded(other)}.issubset(listed(SWITCH_STATES)):
        return True
    places = [where for said, where in zip(seen.texts, seen.places, strict=True) if said == text]
    lines = [one.bounds for one in seen.elements if one.id in touched and _valued(one, seen)]
    beside = any(where[1] < bounds[3] and bounds[1] < where[3] for where in places for bounds in lines)
    return beside and not all(map(_is_sentence, (text, other)))


def _valued(element: Element, screen: Screen) -> bool:
    held = element.role.endswith(_VALUED) or "text" in element.actions or "swipe" in element.actions
    return held or state_of(element, screen) is not None


def _is_sentence(text: str) -> bool:
    """Tell whether a text says more than a value does, such as what a dot for each digit says."""
    return len(text.split()) >= _SENTENCE or len(UNSPACED.findall(text)) >= 2 * _SENTENCE
