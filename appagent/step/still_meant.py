"""Tell whether an element is still what it was when a model saw it, although later actions have changed values."""

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

_SENTENCE = 2  # fewest words of a sentence; one word alone may be a value
_WORD = re.compile(r"\w+")
_VALUED = ("Spinner", "SeekBar", "Slider", "Picker", "EditText")  # how classes of elements with a value end


def still_there(then: Element | None, seen: Screen, screen: Screen) -> Element | None:
    """Return an element as it is on a later screen, or None if it cannot be found with certainty.

    An element with a weak id must still have the same bounds. An element without words must look the same and, if it
    has moved, be found again by what is around it. If the element's id now belongs to one with another name, as on a
    keypad that shuffles its keys, the element is found by its name if that is unique.
    then, seen: the element, and the screen that it was on. screen: the later screen.
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
    """Tell whether two elements of two screens have the same template, name, row and bounds, though not the same id.

    The id depends on which elements beside it are enabled, such as the minus button of a stepper.
    """
    kinds = [(one.bounds, one.template, one.row, name_of_kind(one)) for one in (then, now)]
    return kinds[0] == kinds[1] and (bool(then.row) or not then.listed)


def about_another(then: Element, now: Element, seen: Screen, screen: Screen, touched: Collection[str]) -> str:
    """Return why an element is about something else than on the screen that the model saw; "" if it is not.

    then, seen: the element and the screen that the model saw. now, screen: the element on the later screen. touched:
    ids of the elements touched in between. Values that these have set make no difference, nor do texts that have come
    or gone.
    """
    looked = (then.bounds, seen), (now.bounds, screen)
    own = {one.text for one in seen.elements if one.id in touched}  # what they say themselves is their value
    for each in exchanges(*looked):
        value = each.text in own or is_value(each.text, each.other, seen, () if each.names else touched)
        if each.text and each.other and not (value or chosen(each.text, each.other, seen, touched)):
            return in_words(each, name_of(then))
    return f"{name_of(then)} belongs to another picture now" if redrawn(*looked, deed=True) else ""


def turned_over(by: Element | None, before: Screen, now: Screen) -> tuple[str, str] | None:
    """Return (text before, text now) if a position such as "1 of 5" has changed between two screens; else None.

    by: the element touched between the two screens. If it holds a value or is in a row, None is returned, because such
    a text then counts what was set.
    """
    if by and (by.row or by.listed or _valued(by, before)):
        return None
    texts = [dict.fromkeys(text for text in screen.texts if position(text)) for screen in (before, now)]
    gone, came = ([each for each in one if each not in other] for one, other in (texts, texts[::-1]))
    pairs = ((one, two) for one in gone for two in came if same_but_numbers(one, two))
    return next((pair for pair in pairs if len({(position(each) or (0, 0))[1] for each in pair}) == 1), None)


def chosen(text: str, other: str, seen: Screen, touched: Collection[str]) -> bool:
    """Tell whether a changed text only names what actions have chosen, as "Mon, Tue" does above the days of a week.

    Its new words must be words of touched elements, or it must have been extended by the text of a touched element or
    by keys that were touched. The words that it keeps must stand in the same order as before.
    text, other: the text before and now. touched: ids of the touched elements.
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
    """Tell whether a changed text is a value, which actions are meant to change.

    It is a value in each of these cases:

    - It has no letters, or is a day or a date now.
    - Only numbers in it have changed, and they do not identify anything.
    - It says that something is on or off.
    - It has one word, and stands on the line of a touched element that holds a value, such as a switch or a field. On
      the line of a button it may be a name instead.

    text, other: the text before and now. touched: ids of the touched elements.
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
    """Tell whether a text has at least two words, so that it says more than a value does."""
    return len(text.split()) >= _SENTENCE or len(UNSPACED.findall(text)) >= 2 * _SENTENCE
