"""Tell whether an element is still what it was when a model saw it, although later actions have changed values."""

import re
from collections.abc import Collection, Iterable, Iterator

from appagent.actions.parts.description import name_of
from appagent.screen import Element, Screen
from appagent.screen.comparing.belonging import exchanges, redrawn
from appagent.screen.finding_again.again import found_again, name_of_kind
from appagent.screen.language.dates import UNSPACED, is_day
from appagent.screen.language.lexicon import SWITCH_STATES, folded, listed
from appagent.screen.names.captions import around, is_slider, may_name
from appagent.screen.names.labels import PARTS, state_of
from appagent.screen.names.steppers import stepper_at
from appagent.screen.nodes.tree import Bounds, centre, contains, overlap
from appagent.screen.texts.numbers import NUMBER, identifies_another, names_by_number, never, position, same_but_numbers
from appagent.screen.texts.wording import lasting
from appagent.step.last_look.second_look import by_looks, exchange_in_words, looks_alike

_SENTENCE = 2  # fewest words of a sentence; one word alone may be a value
_WORD = re.compile(r"\w+")
_QUOTED = re.compile(r'"([^"]*)"')
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

    The id depends on which elements beside it are enabled, such as the minus button of a stepper, and that of a row on
    all its words.
    """
    kinds = [(one.bounds, one.template, one.row, name_of_kind(one)) for one in (then, now)]
    return kinds[0] == kinds[1] and bool(then.row or not then.listed or name_of_kind(then))


def about_another(then: Element, now: Element, seen: Screen, screen: Screen, touched: Collection[str]) -> str:
    """Return why an element is about something else than on the screen that the model saw; "" if it is not.

    then, seen: the element and the screen that the model saw. now, screen: the element on the later screen. touched:
    ids of the elements touched in between. Values that these have set make no difference, nor do texts that have come
    or gone.
    """
    looked = (then.bounds, seen), (now.bounds, screen)
    set_by = [one for one in seen.elements if one.id in touched]
    wheels = [one.bounds for one in set_by if _valued(one, seen)]
    inside = (text for text, place in seen.placed_texts if _lies_in(place, wheels))
    said = (text for one in set_by for text in (one.text, *one.text.split(PARTS)[1:]))
    counted = (stepper.text for one in set_by if (stepper := stepper_at(one, seen)))
    own = {*said, *inside, *counted}  # their values, as is what they say themselves, but for the name of a row
    for each in exchanges(*looked):
        value = each.text in own or is_value(each.text, each.other, seen, () if each.names else touched)
        value = value or _follows_slider(each.text, each.other, seen, touched)
        if each.text and each.other and not (value or chosen(each.text, each.other, seen, touched)):
            return exchange_in_words(each, name_of(then))
    return f"{name_of(then)} belongs to another picture now" if redrawn(*looked, deed=True) else ""


def turned_over(by: Element | None, before: Screen, now: Screen) -> tuple[str, str] | None:
    """Return (text before, text now) if a number shows that the page has turned under the same heading; else None.

    Such a number is a position, as in "1 of 5". If the touched element has letters, as "Next" has, it is also an
    ordinal ("2nd floor") or a whole number by itself ("12"), except on the line of the touched element, where it is
    what a stepper counts, and in what can be touched, such as a badge.
    by: the element touched between the two screens. If it holds a value or is in a row, None is returned, because such
    a text then counts what was set.
    """
    if by and (by.row or by.listed or _valued(by, before)):
        return None
    pairs = list(_renumbered(before, now))
    turned = (pair for pair in pairs if (at := position(pair[0])) and at[1] == (position(pair[1]) or (0, 0))[1])
    other = (pair for pair in pairs if by and all(map(names_by_number, pair)) and not _counts_for(by, pair[0], before))
    return next(turned, None) or next(other, None)


def _renumbered(before: Screen, now: Screen) -> Iterator[tuple[str, str]]:
    """Yield (text, other text) for texts that have gone and come between two screens, and differ in numbers only."""
    gone, came = ([each for each in dict.fromkeys(one.texts) if each not in other.texts]
                  for one, other in ((before, now), (now, before)))  # fmt: skip
    return ((one, two) for one in gone for two in came if NUMBER.search(one) and same_but_numbers(one, two))


def _counts_for(by: Element, text: str, screen: Screen) -> bool:
    """Tell whether a number in a text may count what an element does, or is part of something that can be touched."""
    if not any(map(str.isalpha, name_of_kind(by))):
        return True
    touched = [one.bounds for one in screen.elements if "tap" in one.actions]
    return any(_on_line(where, by.bounds) or _lies_in(where, touched) for where in _places(text, screen))


def chosen(text: str, other: str, seen: Screen, touched: Collection[str]) -> bool:
    """Tell whether a changed text only names what actions have chosen, as "Mon, Tue" does above the days of a week.

    Its new words must be words of touched elements, or days of which these show the beginning, as "M" does. Or it must
    have been extended by the text of a touched element or by keys that were touched. The words that it keeps must stand
    in the same order as before.
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
    named = all(word in words or (is_day(word) and word.startswith(tuple(words))) for word in new)
    return named or grown in said or (len(grown) <= len(touched) and said.issuperset(grown))


def counted(text: str, other: str, seen: Screen, screen: Screen, touched: Collection[str], most: int) -> bool:
    """Tell whether a changed number is that between a touched − and +, and went no further than the calls explain.

    text, other: the text before and now. touched: ids of the touched elements. most: number of calls so far.
    """
    for name in touched:
        then, now = (one.element(name) for one in (seen, screen))
        steppers = (stepper_at(then, seen), stepper_at(now, screen)) if then and now else (None, None)
        if steppers[0] and steppers[1] and (steppers[0].text, steppers[1].text) == (text, other):
            return abs(steppers[1].number - steppers[0].number) <= most
    return False


def counts_ticks(text: str, other: str, seen: Screen, screen: Screen, touched: Collection[str]) -> bool:
    """Tell whether a text counts what is selected, as "1 selected" does, and actions have made it what it is now.

    The only number in it must have grown by as much as there are more touched elements now that are on or selected.
    text, other: the text before and now. touched: ids of the touched elements.
    """
    counts = [NUMBER.findall(each) for each in (text, other)]
    if not same_but_numbers(text, other) or not all(len(each) == 1 and each[0].isdecimal() for each in counts):
        return False
    looks = ((each, still_there(each, seen, screen)) for each in seen.elements if each.id in touched)
    more = sum(_is_on(now) - _is_on(then) for then, now in looks if now)
    return more != 0 and int(counts[1][0]) - int(counts[0][0]) == more


def _is_on(element: Element) -> bool:
    return element.selected if element.checked is None else element.checked


def is_value(text: str, other: str, seen: Screen, touched: Collection[str]) -> bool:
    """Tell whether a changed text is a value, which actions are meant to change.

    It is a value in each of these cases:

    - It has no letters, or is a date with a number now, or a day whose name is no other word, such as "Monday", in the
      place of another. "Ana" and "Ben" are days as well, in other languages than those of whom they name.
    - Only numbers in it have changed, and they do not identify anything.
    - It says that something is on or off.
    - It has one word, and stands on the line of a touched element that holds a value, such as a switch or a field. On
      the line of a button it may be a name instead.
    - It stands near a touched slider, and is no name of it, or begins with its name, as "Speed: slow" does.

    text, other: the text before and now. touched: ids of the touched elements.
    """
    if not any(map(str.isalpha, text + other)) or _is_date(text, other):
        return True
    numbered = NUMBER.sub("#", text) == NUMBER.sub("#", other)  # "up to 7": "to 7" is a Thursday in some languages
    dated = lasting(text) == lasting(other) and (lasting(other) or NUMBER.search(other))  # not "Ana, Ben"
    if (numbered or dated) and not identifies_another(text, other):
        return True
    if {folded(text), folded(other)}.issubset(listed(SWITCH_STATES)):
        return True
    lines = [one.bounds for one in seen.elements if one.id in touched and _valued(one, seen)]
    beside = any(_on_line(where, bounds) for where in _places(text, seen) for bounds in lines)
    return (beside and not all(map(_is_sentence, (text, other)))) or _follows_slider(text, other, seen, touched)


def _follows_slider(text: str, other: str, seen: Screen, touched: Collection[str]) -> bool:
    """Tell whether a changed text near a touched slider may be its value in words, and not the name of another one.

    It may be if another text may name the slider, or if the text keeps what it has before a colon.
    """
    before, colon, _ = text.replace("：", ":").partition(":")
    begins = bool(colon) and other.replace("：", ":").startswith(before + colon)
    return any(
        each.id in touched
        and is_slider(each)
        and any(overlap(where, around(each)) for where in _places(text, seen))
        and (begins or any(name != text for name in may_name(each, seen)))
        for each in seen.elements
    )


def _is_date(text: str, other: str) -> bool:
    """Tell whether a text is a date: a day or month with a number, or a day in the place of another day.

    A word such as "Ana", which is a day in one language and a name in another, is not enough.
    """
    sure = any(not lasting(word) for word in other.split())
    return is_day(other) and (bool(NUMBER.search(other)) or (sure and is_day(text)))


def values_named(effects: Iterable[str]) -> frozenset[str]:
    """Return the dates and whole numbers that the words for some effects name.

    >>> sorted(values_named(['"3" is on now; "Tue, 24 Nov" became "Thu, 3 Dec"; new: "Ana", "$31"']))
    ['3', 'Thu, 3 Dec', 'Tue, 24 Nov']
    """
    named = (text for effect in effects for text in _QUOTED.findall(effect))
    return frozenset(text for text in named if text.isdecimal() or (is_day(text) and NUMBER.search(text)))


def _places(text: str, screen: Screen) -> list[Bounds]:
    return [where for said, where in screen.placed_texts if said == text]


def _lies_in(where: Bounds, others: Iterable[Bounds]) -> bool:
    return any(contains(bounds, *centre(where)) for bounds in others)


def _on_line(where: Bounds, bounds: Bounds) -> bool:
    return where[1] < bounds[3] and bounds[1] < where[3]


def _valued(element: Element, screen: Screen) -> bool:
    held = element.role.endswith(_VALUED) or "text" in element.actions or "swipe" in element.actions
    return held or state_of(element, screen) is not None


def _is_sentence(text: str) -> bool:
    """Tell whether a text has at least two words, so that it says more than a value does."""
    return len(text.split()) >= _SENTENCE or len(UNSPACED.findall(text)) >= 2 * _SENTENCE
