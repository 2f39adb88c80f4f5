"""Describe an element by everything that is needed to find it again, with slots in place of values."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from appagent.experience.finding_again.finding import (
    Saying,
    locate,
    permille,
    sayings_around,
    sayings_of,
    shown_with,
    within,
    without_values,
)  # fmt: skip
from appagent.experience.finding_again.row_words import (
    goes_on,
    key_of,
    keys_of,
    kin_of,
    numbered_parts,
    others_say,
    parts_of,
    rest_of,
    row_texts,
)  # fmt: skip
from appagent.experience.plan import RowText, Target
from appagent.experience.slots import fill_slots, slots_in, templated
from appagent.screen import Element, Screen
from appagent.screen.finding_again.again import name_of_kind
from appagent.screen.finding_again.resolve import isolates

_LEAVES_ROW = {"send"}  # effects after which the row is still there, perhaps with other words


@dataclass(frozen=True)
class Setting:
    """Facts about the whole task on which the description of a target depends.

    deeds: the effects that the task has, such as "send". later: the screens after the element was used.
    """

    deeds: Collection[str] = ()
    later: Sequence[Screen] = ()


def target_of(
    element: Element,
    screen: Screen,
    values: Mapping[str, str],
    looks: str = "",
    *,
    chosen: bool = False,
    setting: Setting = Setting(),
) -> Target:
    """Return everything that is needed to find an element again.

    values: the value of each slot. looks: as in `Step`. chosen: True if it may have been chosen because of a value. If
    its values do not lead back to just this element on its screen, a chosen element is described without them.
    """
    said, around = _relation(element, screen, values, chosen)
    valued = _target(element, screen, values, looks, said, around)
    if chosen:
        valued = _with_row_words(valued, element, screen, values, setting)
        found = any(valued.texts) and locate(valued, screen, values, "") == element
        valued = valued if found else _target(element, screen, values, looks, None, None)
    if element.listed and not any(valued.texts):
        row, own = _row_of(element, screen, setting)
        return replace(valued, row=row, own=own)
    return replace(valued, row=valued.row or ())


def _target(
    element: Element,
    screen: Screen,
    values: Mapping[str, str],
    looks: str,
    said: Saying | None,
    around: Saying | None,
) -> Target:
    """Return the target of an element by its values. said, around: as from `_relation`."""
    up = int(around.holder) if around else 0
    kin = kin_of(element, screen)
    kin = within(fill_slots(around.text, values), up, kin, screen) if around else kin
    x, y = permille(element.bounds, screen.size)
    name = templated(name_of_kind(element), values)
    mine = _row_text(said.text) if said and element.listed else RowText(said.text if said else "")
    return Target(
        element.id, element.template, element.role, element.resource_id, element.window,
        "" if element.listed or slots_in(name) else name_of_kind(element), element.listed, isolates(element, screen),
        element.shape, element.row_shape, mine.text, said.where if said else "", said.holder if said else "",
        kin.index(element) if element in kin else 0, len(kin), x, y, looks, around.text if around else "", up,
        mine.rest,
    )  # fmt: skip


def _relation(
    element: Element, screen: Screen, values: Mapping[str, str], chosen: bool
) -> tuple[Saying | None, Saying | None]:
    """Return two texts that contain a value, with slots: one in or beside an element, one farther away; None for none.

    chosen: as for `target_of`. A text comes first if it says nothing but values, and then if fewer other rows have it.
    """
    if "text" in element.actions:
        return None, None  # what a field holds is what was typed before
    near = [one for one in sayings_of(element, screen) if chosen or one.where != "beside"]
    far = sayings_around(element, screen, lambda text: bool(slots_in(templated(text, values)))) if chosen else []
    if chosen:
        near.sort(key=lambda one: (_says_more(templated(one.text, values)), others_say(one.text, element, screen)))
    groups = ([replace(one, text=templated(one.text, values)) for one in group] for group in (near, far))
    first, second = (next((one for one in group if slots_in(one.text)), None) for group in groups)
    return first, second


def _with_row_words(
    target: Target, element: Element, screen: Screen, values: Mapping[str, str], setting: Setting
) -> Target:
    """Add to a target the other words of its row: those with values, and hashes of those without."""
    said = [templated(text, values) for text in row_texts(element, screen, whole=True)]
    also = tuple(_row_text(one) for one in dict.fromkeys(said) if slots_in(one))
    also = tuple(one for one in also if one not in (RowText(target.says, target.rest), RowText(target.within)))
    starred = [without_values(templated(text, values)) for text in row_texts(element, screen)]
    plain = [part for text in starred for part in parts_of(text) if "*" not in part]
    shared, mine = _shared_and_own(plain, element, screen, setting.later)
    goes = goes_on(plain) and not {*setting.deeds} - _LEAVES_ROW
    found = replace(target, also=also, row=tuple(shared), own=() if goes else tuple(mine), firm=bool(setting.deeds))
    return replace(found, shown=shown_with(found.texts, values))


def _row_of(element: Element, screen: Screen, setting: Setting) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return hashes of the words that a row found by its id must have, as the id has no numbers; and its own words.

    It must have all identifying numbers; if the task sends something, also the words that other rows have; and if it
    pays, deletes or the like, all words.
    """
    texts = row_texts(element, screen)
    shared, mine = _shared_and_own(texts, element, screen, setting.later)
    numbered = {key_of(part) for text in texts for part in numbered_parts(text)}
    kept = [*shared, *mine]
    if not {*setting.deeds} - _LEAVES_ROW:
        kept = [key for key in kept if key in numbered or (setting.deeds and key in shared)]
    return tuple(kept), tuple(mine)


def _shared_and_own(
    texts: Sequence[str], element: Element, screen: Screen, later: Sequence[Screen]
) -> tuple[list[str], list[str]]:
    """Split the hashes of the words of a row into those that another row of its kind has, too, and its own ones.

    later: the screens after it. What its row does not say there any more is a state, and is left out.
    """
    keys = keys_of(texts)
    for after in later:
        same = [one for one in after.elements if one.id == element.id]
        if len(same) == 1:
            now = keys_of(row_texts(same[0], after, whole=True))
            keys = [key for key in keys if key in now]
    others = [one for one in kin_of(element, screen) if one is not element]
    known = {key for one in others for key in keys_of(row_texts(one, screen, whole=True))}
    return [key for key in keys if key in known], [key for key in keys if key not in known]


def _row_text(template: str) -> RowText:
    """Return a text of a row without its words that are no values; only a hash of these is kept."""
    if not _says_more(template):
        return RowText(template)
    return RowText(" ".join("{" + name + "}" for name in slots_in(template)), rest_of(without_values(template)))


def _says_more(template: str) -> bool:
    """Tell whether a text says anything besides its slots."""
    return any(map(str.isalnum, without_values(template)))
