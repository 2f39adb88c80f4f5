"""Move a slider to a value in words, such as "High": touch it in places until a text beside it says the words."""

import re
from collections.abc import Generator, Mapping, Sequence
from contextlib import suppress

from appagent.actions.aiming.scrolling import again
from appagent.actions.parts.base import Action, Course
from appagent.actions.parts.description import quoted
from appagent.actions.setting.readings import same_choice
from appagent.actions.setting.sliding import NodePath, slide_to, texts_around
from appagent.actions.setting.turning import TouchAt
from appagent.errors import ActionError
from appagent.screen import Element, Screen
from appagent.screen.names.captions import caption, is_slider
from appagent.screen.texts.numbers import number_in

# Places to touch, as shares of the length: both ends, then always half-way between two.
_SHARES = (0.0, 1.0, *(step / parts for parts in (2, 4, 8, 16) for step in range(1, parts, 2)))
_PART = re.compile(r"\s*[:：·]\s*")
_MOST_NAMED = 12  # values in a message
_PERCENT = 100.0

_Texts = Mapping[NodePath, str]


def slide_to_word(value: str, slider: Element, screen: Screen) -> Course:
    """Yield touches of a slider until a text around it says some words; return a message that says so.

    Only texts that a touch has changed count, unless the words stand at one of the slider's ends: then that end is
    touched, and no other place. Raises ActionError with the values that were seen if none of them is the wanted one.
    The slider is then back where it was, as far as its own text or those around it told.
    """
    said = texts_around(slider, screen)
    if not any(any(map(str.isalpha, text)) for text, _ in said.values()):
        raise ActionError(f'a slider takes a number, such as "30", not {quoted(value)}')
    end = _end_called(value, slider, screen)
    begun = number_in(slider.text)  # in percent of its length, as Android tells it
    looks: dict[float, _Texts] = {}
    if begun is not None:
        looks[begun / _PERCENT] = {path: text for path, (text, _) in said.items()}
    for share in _SHARES if end is None else (end,):
        slider, screen, looks[share] = yield from _touched(share, slider)
        place = _place_of(value, looks)
        if place is not None and place != share:
            slider, screen, looks[place] = yield from _touched(place, slider)
        if place is not None:
            return f"it shows {quoted(_said(value, looks[place], _moving(looks)))}"
        if _values(looks) and all(number_in(text) is not None for text in _values(looks)):
            break  # no need to touch its other end, as that of a volume
    if end is not None:
        return f"it is at the end that says {quoted(value)}"
    yield from _back({path: text for path, (text, _) in said.items()}, looks, slider, screen, begun)
    raise ActionError(_not_found(value, _values(looks)))


def _back(
    first: _Texts, looks: Mapping[float, _Texts], slider: Element, screen: Screen, begun: float | None
) -> Generator[Action, Screen, None]:
    """Yield touches that put a slider back where it was.

    That is told by its own text, by a place that gives the same texts, or by a number in a text that changes with it.
    first: the texts around it at first. screen: the one in front. begun: its own number at first, if it has one.
    """
    back = begun / _PERCENT if begun is not None else next((at for at, look in looks.items() if look == first), None)
    numbers = [first[path] for path in sorted(_moving(looks)) if number_in(first.get(path, "")) is not None]
    if back is not None:
        yield from _touched(back, slider)
    elif numbers:
        with suppress(ActionError):
            yield from slide_to(numbers[0], slider, screen)


def _values(looks: Mapping[float, _Texts]) -> list[str]:
    """Return the texts that change with the slider, each once, from its beginning to its end."""
    moving = _moving(looks)
    return list(
        dict.fromkeys(text for _, look in sorted(looks.items()) for path, text in look.items() if path in moving)
    )


def _not_found(value: str, values: Sequence[str]) -> str:
    """Return why no place on a slider gives a value. values: those that it showed, in order."""
    if not values:
        return f"no text beside it changes with it, so nothing tells where {quoted(value)} is"
    if all(number_in(text) is not None for text in values):
        return f"it takes a number, from {quoted(values[0])} on, not {quoted(value)}"
    worded = [text for text in values if number_in(text) is None]
    shown = ", ".join(map(quoted, worded[:_MOST_NAMED]))
    return f'no place on it gives {quoted(value)}; it shows {shown}, and takes a share of its length, such as "100%"'


def _touched(share: float, slider: Element) -> Generator[Action, Screen, tuple[Element, Screen, _Texts]]:
    """Yield a touch of a slider at a share of its length; return the slider, the screen and the texts around it."""
    left, top, right, bottom = slider.bounds
    along = round(share * (max(right - left, bottom - top) - 1))
    upright = bottom - top > right - left
    at = ((right - left) // 2, bottom - top - 1 - along) if upright else (along, (bottom - top) // 2)
    screen = yield TouchAt(slider.mark, *at)
    there = again(slider, screen)
    if there is None:
        raise ActionError("the slider is no longer there")
    return there, screen, {path: text for path, (text, _) in texts_around(there, screen).items()}


def _end_called(value: str, slider: Element, screen: Screen) -> float | None:
    """Return 0 or 1 if the words stand at the beginning or end of a slider, with other words at the other; else None.

    Such texts stand beside or below it; what stands above it, or names another slider, is a name with its value.
    """
    left, top, right, _ = slider.bounds
    others = {caption(each, screen) for each in screen.elements if is_slider(each) and each is not slider}
    said = [(place, text) for text, place in texts_around(slider, screen).values() if place[3] > top]
    level = {place[1] for place, text in said if same_choice(text, value)}
    row = sorted((place, text) for place, text in said if place[1] in level)
    if len(row) < len(("begin", "end")) or any(text in others for _, text in row):
        return None
    (first, begin), (last, end) = row[0], row[-1]
    if first[0] > left + (right - left) / 3 or last[2] < right - (right - left) / 3:
        return None
    return 0.0 if same_choice(begin, value) else 1.0 if same_choice(end, value) else None


def _moving(looks: Mapping[float, _Texts]) -> set[NodePath]:
    """Return the paths of the texts that were not the same on all looks."""
    paths = {path for look in looks.values() for path in look}
    return {path for path in paths if len({look.get(path, "") for look in looks.values()}) > 1}


def _place_of(value: str, looks: Mapping[float, _Texts]) -> float | None:
    """Return where the slider was touched when a text that changes with it said the words; None if it never did."""
    moving = _moving(looks)
    return next((share for share, look in looks.items() if _said(value, look, moving)), None)


def _said(value: str, look: _Texts, moving: set[NodePath]) -> str:
    """Return the first text that changes with the slider and is the value, alone or after a colon; "" if none is."""
    texts = (text for path, text in look.items() if path in moving)
    return next((text for text in texts if any(same_choice(part, value) for part in (text, *_PART.split(text)))), "")
