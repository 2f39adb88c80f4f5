"""Facts of a document, about its element and about the effect of its action. A stranger may have written them."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from appagent.documents.values import Values, text_hash
from appagent.screen import Element, Screen
from appagent.screen.finding_again.resolve import bare_like, isolates
from appagent.screen.pictures.looks import looks
from appagent.store import COARSE, KIND, Record

ROW_FACTS = ("class", "role", "resource_id", "ancestors", "window", "shape", "row_shape", "listed")  # equal in all rows
SEEN = "seen"  # the name of the observed effect among a document's facts
KIND_TITLE = "kind_title"  # likewise the title of a dialog without what it is about this time
MOST_LETTERS = 200  # letters read of one text in a document
_MOST_NAMES = 12


@dataclass(frozen=True)
class State:
    """Switch or other element that an action turned on or off.

    name: its name; "" if it is the touched element, or in a list. on: its new state.
    """

    name: str
    on: bool


@dataclass(frozen=True)
class ObservedEffect:
    """Effect of an action, as the document about the action records it. Attributes that were not observed are empty.

    title, to_title: titles of the screens before and after the action; "" for a title that is a value, such as the name
    of a person.
    page, to_page: hashes of such titles.
    effect: see `learning.memory.screen_history.effect`; or "refused".
    to_filled: True if the action led to a form that was partly filled in.
    plain: True if the element itself names its effect, as "Cancel" does.
    led_back: True if the action led to an earlier screen, so that its end depends on the way there.
    selects: True if it selected the touched element.
    named: True if the next screen has the name of the touched element as its title.
    of_row: that of the row around it.
    layout: for a screen named after a row, a hash that the screens of all such rows share.
    dialog: True if the next screen is a dialog.
    asks: question of the dialog.
    toast: text of a short message.
    controls, fields: names of new buttons and of new input fields ("" for a field without a name).
    others: True if there were more buttons, whose words may be values.
    sometimes: names of buttons that a menu had only sometimes, or for some rows only.
    state: new state of the touched element.
    turns: new states of other elements.
    becomes: new words of the element.
    values: names of the values that changed.
    more: True if the screen to which the action returned was changed.
    chosen: True if that screen then showed the touched words as a value.
    enables: names of elements that got enabled.
    filters: True if typing removed rows from a list.
    gone: True if the row that a dialog was about is no longer there.
    undo: words of a button that takes the action back.
    again: True if repeating the action took it back.
    back: True if the back key did.
    needs: name of a field that had to be filled in first.
    cost: the effect that the guard found.
    rows: number of rows of this kind that led to the same screen.
    """

    title: str = ""
    to_title: str = ""
    effect: str = ""
    to_filled: bool = False
    page: str = ""
    to_page: str = ""
    plain: bool = False
    led_back: bool = False
    selects: bool = False
    named: bool = False
    of_row: bool = False
    layout: str = ""
    dialog: bool = False
    asks: str = ""
    app: str = ""
    toast: str = ""
    controls: tuple[str, ...] = ()
    sometimes: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()
    others: bool = False
    state: State | None = None
    turns: tuple[State, ...] = ()
    becomes: str = ""
    values: tuple[str, ...] = ()
    more: bool = False
    chosen: bool = False
    enables: tuple[str, ...] = ()
    filters: bool = False
    gone: bool = False
    undo: str = ""
    again: bool = False
    back: bool = False
    needs: str = ""
    cost: str = ""
    rows: int = 0


def element_facts(element: Element, screen: Screen, values: Values) -> dict[str, Any]:
    """Return the facts that a document records about its element, as plain JSON.

    Texts of list rows, and texts that hold a value such as what was typed, are left out.
    """
    shown = element.words if "text" in element.actions else element.text  # a field may hold what a row says
    value = values.inside(element.words) or values.of_row(shown)
    words = "" if element.listed or value else element.words
    kept: dict[str, Any] = {
        "class": element.cls,
        "role": element.role,
        "resource_id": element.resource_id,
        "ancestors": list(element.ancestors),
        "window": element.window,
        "shape": element.shape,
    }
    coarse = {"element_id": element.coarse, "template": element.coarse_template, "screen_id": screen.coarse}
    if coarse := {name: each for name, each in coarse.items() if each}:
        kept[COARSE] = coarse
    if element.kind_id:
        kept[KIND] = {"screen_id": screen.kind_id, "element_id": element.kind_id}
        kept[KIND_TITLE] = values.masked(screen.kind_title)
    told: dict[str, Any] = {"listed": True} if element.listed else {"words": words} if words else {}
    if element.row_shape:
        told["row_shape"] = element.row_shape
    if like := bare_like(element, screen):
        told |= {"bare_like": like, "looks": looks(element, screen)}
    return kept | told | ({} if isolates(element, screen) else {"isolates": False})


def merged_facts(new: Mapping[str, Any], old: Mapping[str, Any], *, keep_target: bool) -> dict[str, Any]:
    """Return the facts for a new version of a document: those in `new`, and those that only the old version has.

    The effect, the titles and all facts that belong to them come from one of the versions. The other version's are
    added where this one has none, if both led to the same screen.

    new, old: facts of the two versions. keep_target: True to take effect and titles from `old`, False from `new`.
    """
    first, second = (old, new) if keep_target else (new, old)
    seen, other = _mapping(first.get(SEEN)), _mapping(second.get(SEEN))
    if _end(seen) == _end(other):
        seen = {**other, **seen}
    return {**new, SEEN: dict(seen)}


def narrowed(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """Return the facts that two observed effects of the same action share, as plain JSON.

    A fact that only one of them has depends on something that the document does not record, such as the row that was
    touched, or a text left in a field. The screen before the action, what undoes it, and that it led back are taken
    from `one`, or else from `other`. Items that only one of two menus had go to "sometimes".

    >>> narrowed({"effect": "opens", "controls": ["Pin", "Mute"]}, {"effect": "opens", "controls": ["Unpin", "Mute"]})
    {'title': '', 'to_title': '', 'effect': 'opens', 'controls': ['Mute']}
    >>> menus = [{"effect": "opens", "dialog": True, "controls": ["Move", *more]} for more in ([], ["Star"])]
    >>> narrowed(*menus)["sometimes"]
    ['Star']
    """
    found: dict[str, Any] = _headings(one, other)
    for name in (name for name in dict.fromkeys((*one, *other)) if name not in _HEADINGS):
        fact, held = one.get(name), other.get(name)
        if name in _EITHER:
            found[name] = fact or held
        elif isinstance(fact, list) and isinstance(held, list):
            found[name] = [each for each in fact if each in held]
        elif fact == held:
            found[name] = fact
    if all(_is_menu(observed(each)) for each in (one, other)):
        named = [name for each in (one, other) for key in ("controls", "sometimes") for name in _texts(each, key)]
        found["sometimes"] = [name for name in dict.fromkeys(named) if name not in found.get("controls", ())]
    return {name: fact for name, fact in found.items() if fact or name in _ALWAYS}


def _headings(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """Return the facts "title", "page", "to_title" and "to_page" that two effects of the same action share, by name.

    If the titles before the action differ, that of `one` is taken; if those after it differ, they are left out. If one
    effect has a title in words and the other only its hash, the words are taken.
    """
    found: dict[str, Any] = {}
    for prefix in ("", "to_"):
        titles = [_text(each, f"{prefix}title") for each in (one, other)]
        hashes = [
            _text(each, f"{prefix}page") or text_hash(heading)
            for each, heading in zip((one, other), titles, strict=True)
        ]
        heading = (titles[0] or titles[1]) if hashes[0] == hashes[1] else "" if prefix else titles[0]
        kept = hashes[0] if hashes[0] == hashes[1] or not prefix else ""
        found |= {f"{prefix}title": heading, f"{prefix}page": "" if heading else kept}
    return found


def same_end(one: Record, other: Record) -> bool:
    """Tell whether the actions of two documents did the same: equal effects, and the same screen or layout after them.

    Two menus count as the same if they have most items in common. Two dialogs do if they ask the same, because their
    other contents may depend on the row or page that they are about.
    """
    first, second = seen_in(one), seen_in(other)
    if first is None or second is None or first.effect != second.effect:
        return False
    asks = first.dialog and second.dialog and bool(first.asks) and first.asks == second.asks
    offered = len(set(first.controls) & set(second.controls))
    menus = _is_menu(first) and _is_menu(second) and 2 * offered >= max(len(first.controls), len(second.controls))
    return end_of(one) == end_of(other) or asks or menus


def seen_in(record: Record) -> ObservedEffect | None:
    """Return the effect that a document records, or None if it records none.

    Facts that are missing or of a wrong type are read as empty, because a stranger may have written the document.
    """
    told = _mapping(record.facts.get(SEEN))
    return observed(told) if told else None


def effect_in(record: Record) -> ObservedEffect:
    """Return the effect that a document records, with every attribute empty if it records none."""
    return seen_in(record) or ObservedEffect()


def observed(told: Mapping[str, Any]) -> ObservedEffect:
    """Return the effect that `documents.outcomes.evidence.seen_facts` wrote as plain JSON."""
    rows, turns = told.get("rows"), told.get("turns")
    found: dict[str, Any] = {name: _text(told, name) for name in told if name in _TEXTS}
    found |= {name: told[name] is True for name in told if name in _FLAGS}
    found |= {name: _texts(told, name) for name in told if name in _LISTS}
    return ObservedEffect(
        **found,
        to_filled=told.get("filled") is True,
        state=_state(told.get("state")),
        turns=tuple(filter(None, map(_state, turns[:_MOST_NAMES]))) if isinstance(turns, list) else (),
        rows=rows if isinstance(rows, int) and not isinstance(rows, bool) else 0,
    )


def words_in(record: Record) -> str:
    """Return the words of the element that a document is about, or "" if none are recorded."""
    return _text(record.facts, "words")


def shape_of(record: Record) -> tuple[str, str]:
    """Return the inner structure of the element that a document is about, and that of the row that it lies in.

    Each is "" if it is not recorded.
    """
    return _text(record.facts, "shape"), _text(record.facts, "row_shape")


def is_listed(record: Record) -> bool:
    """Tell whether a document is about a row of a list, or something in one."""
    return record.facts.get("listed") is True


def observed_effect(record: Record) -> str:
    """Return the effect of a document's action in one word, or "" if none is recorded."""
    return effect_in(record).effect


def end_of(record: Record) -> str:
    """Return the screen id that a document's action led to; for a screen named after a row, a hash of its layout."""
    return effect_in(record).layout or record.leads_to


def page_of(record: Record) -> tuple[str, str]:
    """Return (title, "") for the screen that a document's element was on, or ("", hash) if the title is a value."""
    seen = effect_in(record)
    return seen.title, seen.page


def leads_up(seen: ObservedEffect) -> bool:
    """Tell whether an action led up from a page, as the arrow at its top does, whatever page came before."""
    return seen.effect == "opens" and seen.plain


def _is_menu(seen: ObservedEffect) -> bool:
    return seen.dialog and bool(seen.controls) and not (seen.asks or seen.to_title or seen.to_page or seen.fields)


_ALWAYS = ("title", "to_title", "effect")  # facts that every observed effect has
_HEADINGS = ("title", "page", "to_title", "to_page")
_TEXTS, _FLAGS, _LISTS = (
    frozenset(each.name for each in fields(ObservedEffect) if each.type == kind and each.name != "to_filled")
    for kind in (str, bool, tuple[str, ...])
)  # the attributes that a document has under the same name; `to_filled` is "filled" there
_EITHER = ("others", "state", "plain", "more", "led_back", "again", "back", "undo", "needs")


def _end(seen: Mapping[str, Any]) -> tuple[str, str, str]:
    return _text(seen, "effect"), _text(seen, "to_title"), _text(seen, "to_page")


def _mapping(found: object) -> Mapping[str, Any]:
    return found if isinstance(found, Mapping) else {}


def _state(told: object) -> State | None:
    on = _mapping(told).get("on")
    return State(_text(_mapping(told), "name"), on) if isinstance(on, bool) else None


def _text(facts: Mapping[str, Any], name: str) -> str:
    found = facts.get(name)
    return found[:MOST_LETTERS] if isinstance(found, str) else ""


def _texts(facts: Mapping[str, Any], name: str) -> tuple[str, ...]:
    found = facts.get(name)
    kept = [each[:MOST_LETTERS] for each in found if isinstance(each, str)] if isinstance(found, list) else []
    return tuple(kept[:_MOST_NAMES])
