"""Compare the screens before and after an action, and record the difference as plain JSON, without personal values."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from appagent.documents.outcomes.messages import new_message, takes_back
from appagent.documents.outcomes.value_texts import MOST_CHANGED, PASSES, changed_values
from appagent.documents.private import personal
from appagent.documents.values import LEFT_OUT, Values, row_words, short, text_hash, without_numbers
from appagent.screen import Element, Screen
from appagent.screen.comparing.subject import structure_of
from appagent.screen.language.lexicon import folded
from appagent.screen.names.fields import fields, filled, writable
from appagent.screen.names.labels import PARTS, labels, same, state_of, title
from appagent.screen.nodes.tree import nodes_of
from appagent.screen.texts.wording import lasting, visible_words
from appagent.screen.transitions import FILLING, ScreenKey, moved, screen_key

MOST_NAMES = 12  # names of one sort in one document
_WORD = re.compile(r"[^\W\d_]+")
_WORDLESS = re.compile(r"[\W\d_]*")


@dataclass(frozen=True)
class Change:
    """One action with the screens before and after it, and what is known from the actions before.

    element: the touched element, or None. action: kind of action. effect: see `learning.memory.screen_history.effect`.
    was: if the action returned to an earlier screen, what that screen was like when it was left; None if not known.
    values: words that no document may contain; see `Values`. own: ids of the screens that are named after the row
    that leads to them. unsure: keys of the screens whose title may be a value, as far as is known.
    toast: text of a toast after the action, or "". only_closes: False if the words of the touched element allow that
    the action did more than go back. plain: True if the element itself names its effect, as "Cancel" does.
    typed: all texts typed so far. late: ids of elements that appeared only after typing. common: folded names of
    elements that every page has, such as Back or the page's menu. led_back: True if the action led to an earlier
    screen.
    """

    before: Screen
    after: Screen
    element: Element | None
    action: str
    effect: str
    was: Screen | None = None
    values: Values = field(default_factory=Values)
    own: frozenset[str] = frozenset()
    unsure: frozenset[ScreenKey] = frozenset()
    toast: str = ""
    only_closes: bool = True
    plain: bool = False
    typed: tuple[str, ...] = ()
    late: frozenset[str] = frozenset()
    common: frozenset[str] = frozenset()
    led_back: bool = False


def seen_facts(change: Change) -> dict[str, Any]:
    """Return the facts that a document records about the screens before and after its action, as plain JSON.

    Empty facts are left out, except for the titles, the effect and `filled`. `documents.facts` reads all of them.
    """
    before, after, went = change.before, change.after, _went(change)
    end = after if went else before
    told: dict[str, Any] = {
        "effect": change.effect,
        "filled": went and any(field.text not in change.typed for field in filled(after)),
        "plain": change.plain,
        "led_back": change.led_back,
        **_titled(before, change, ""),
        **_titled(end, change, "to_"),
        "named": went and _names_end(change),
        "of_row": went and named_after_row(change) and not _names_end(change),
        "layout": structure_of(after) if went and named_after_row(change) else "",
        "dialog": went and _in_dialog(after),
        "asks": asked(change) if went else "",
        "app": after.app if change.effect == "leaves" else "",
        "toast": message(change),
        **(_contents(change) if change.effect != "leaves" else {}),
        **(_changes(change) if change.effect != "leaves" else {}),
    }
    return {name: told[name] for name in told if told[name] or name in _ALWAYS}


def named_after_row(change: Change) -> bool:
    """Tell whether the action touched a row, and the next screen's title has words of the row or is part of them."""
    if change.element is None or not change.element.listed:
        return False
    return _one_in_the_other(row_words(change.element, change.before), title(change.after))


def titled_by_value(change: Change) -> bool:
    """Tell whether the next screen's title is likely a value that the app was given, such as its owner's name.

    It is if a control there, in no list, says it within more words ("Log out Anna Novak"), while the touched element's
    words have none in common with it: what the app calls a page itself is mostly called so by what opens it.
    """
    heading = title(change.after)
    said, called = (
        {*_WORD.findall(folded(text))} for text in (change.element.words if change.element else "", heading)
    )
    if not said or not called or said & called:
        return False
    texts = (without_numbers(each.text) for each in change.after.elements if not each.listed)
    found = re.compile(rf"(?<!\w){re.escape(heading)}(?!\w)")
    return any(found.search(part) and part != heading for text in texts for part in text.split(PARTS))


def recorded_title(screen: Screen, change: Change) -> str:
    """Return the title of a screen if it may be recorded and exported; "" if it may be a value.

    It may be a value if it contains one or looks private, if it is the text of a row or of an input field, or if only
    a single row has led to a screen with this title so far.
    """
    own = screen.screen_id in change.own or (screen is change.after and named_after_row(change))
    kept = "" if own or screen_key(screen) in change.unsure else change.values.title(title(screen))
    return "" if personal(kept) else kept


def is_menu(screen: Screen) -> bool:
    """Tell whether a screen shows a menu, which is a dialog without a title that does not scroll."""
    shown = [element for element in screen.elements if element.window == "dialog"]
    heading = title(screen)
    return (
        bool(shown)
        and not any("swipe" in element.actions for element in shown)
        and (not heading or any(same(heading, element.text) for element in shown))
    )


def has_closed(before: Screen, after: Screen) -> bool:
    """Tell whether a menu or dialog has closed when another screen was opened from it."""
    return before.front.kind == "dialog" and (after.front.kind != "dialog" or is_menu(before))


def enabled(before: Screen, after: Screen) -> list[Element]:
    """Return the elements that an action has enabled: they were on the screen before it, but disabled."""
    known = {element.id for element in before.elements}
    disabled = (node for node in nodes_of(before.tree) if not node.enabled)
    off = {
        (node.role, node.resource_id, visible_words(node))
        for node in disabled
        if node.clickable or node.focusable or node.role.endswith("Button")
    }
    new = [element for element in after.elements if element.id not in known]
    return [element for element in new if (element.role, element.resource_id, element.text) in off]


def recorded_name(element: Element, values: Values, *, menu: bool = False) -> str:
    """Return the name of an element outside lists as a record may keep it, or "" if it has none.

    menu: True to name the items of a menu too, although a menu is a list to Android.
    """
    said = (element.label or element.hint) if "text" in element.actions else element.text
    row = (element.listed and not menu) or values.of_row(said)
    return "" if row else short(values.named(said.split(PARTS)[0]))


def same_contents(one: Screen, other: Screen) -> bool:
    """Tell whether two screens show the same elements in the same states, with the same words except for times."""
    return _content(one) == _content(other)


def led_on(before: Screen, after: Screen, kind: str) -> bool:
    """Tell whether an action led to another screen. After typing, the title must differ, since buttons may appear.

    kind: the kind of the action.
    """
    return moved(before, after, kind) and not (kind in FILLING and title(before) == title(after))


def _went(change: Change) -> bool:
    return led_on(change.before, change.after, change.action)


def _names_end(change: Change) -> bool:
    """Tell whether the title of the next screen is the name of the touched element, as with tabs.

    For a row, it is enough that any of its texts is a part of the title or contains it.
    """
    element, heading = change.element, title(change.after)
    if element is None or not element.text:
        return False
    said = element.text.split(PARTS)
    return _one_in_the_other(said, heading) if element.listed else same(said[0], heading)


def _one_in_the_other(texts: Sequence[str], heading: str) -> bool:
    """Tell whether a heading contains one of some texts, or is contained in one."""
    return Values(within=tuple(texts)).inside(heading) or any(Values(within=(heading,)).inside(each) for each in texts)


def _titled(screen: Screen, change: Change, prefix: str) -> dict[str, str]:
    """Return the title of a screen as facts, by name; if it may be a value, "" with a hash of the title."""
    heading, kept = title(screen), recorded_title(screen, change)
    return {f"{prefix}title": kept, f"{prefix}page": text_hash(heading) if kept != heading else ""}


def _in_dialog(screen: Screen) -> bool:
    return any(element.window == "dialog" for element in screen.elements)


def asked(change: Change) -> str:
    """Return the title or question of the dialog that an action opened, with values masked; "" if nothing is left."""
    if not _in_dialog(change.after):
        return ""
    asked = change.values.masked(title(change.after))
    return "" if _WORDLESS.fullmatch(asked.replace(LEFT_OUT, "")) else short(asked)


def _contents(change: Change) -> dict[str, Any]:
    """Return the names of the input fields and other controls that are new on the screen after the action, as facts.

    If it is a dialog, all its controls are named. Otherwise left out are controls that every page has, fields with the
    name of the touched element, and elements that only show because a field holds a text typed earlier.
    """
    if change.effect == "returns" and change.was is None:
        return {}
    told, hidden = _new_controls(change)
    return {"controls": told[:MOST_NAMES], "fields": _new_fields(change)[:MOST_NAMES], "others": bool(told) and hidden}


def _new_controls(change: Change) -> tuple[list[str], bool]:
    """Return the names of the new controls, and True if a dialog has more, whose words may be values."""
    after, went = change.after, _went(change)
    menu, dialog = is_menu(after), went and _in_dialog(after)
    late = change.late if went and any(field.text in change.typed for field in filled(after)) else ()
    new = [e for e in after.elements if (menu or not e.listed) and e.actions != ("swipe",) and "text" not in e.actions]
    named = [(e, recorded_name(e, change.values, menu=menu)) for e in new if e.id not in late]
    known = set() if dialog else _known_before(change)
    names = dict.fromkeys(name for e, name in named if name and folded(e.text.split(PARTS)[0]) not in known)
    hidden = dialog and any(e.text and not name for e, name in named)
    return [name for name in names if not _WORDLESS.fullmatch(name)], hidden


def _known_before(change: Change) -> set[str]:
    """Return the folded names of controls that are not new: those shown before, and those that every page has."""
    known = {folded(label.name) for screen in (change.before, _start(change)) for label in labels(screen)}
    own = (*_own_words(change), *([] if _went(change) else [_becomes(change)]))
    return known | set(map(folded, own)) | change.common


def _new_fields(change: Change) -> list[str]:
    """Return the names of the new input fields; "" for one without a name."""
    if change.action in FILLING:
        return []
    ids = set() if _went(change) else {e.id for e in _start(change).elements}
    names = [recorded_name(e, change.values) for e in fields(change.after) if not e.listed and e.id not in ids]
    own = set() if _in_dialog(change.after) else set(map(folded, _own_words(change)))
    return [name for name in names if folded(name) not in own]


def _start(change: Change) -> Screen:
    """Return the screen to compare with: the earlier screen that the action returned to, or the one before it."""
    return change.was if change.effect == "returns" and change.was else change.before


def _changes(change: Change) -> dict[str, Any]:
    """Return the other facts about an action: switched states, new words of its element, changed values, its undo."""
    went = _went(change)
    start = change.was if went and change.effect == "returns" else None if went else change.before
    told: dict[str, Any] = {"selects": went and change.effect == "opens" and _selects(change)}
    if change.effect == "returns":
        told["more"] = not change.only_closes or change.was is None or not same_contents(change.was, change.after)
        told["chosen"] = _chosen(change)
    if start is not None:
        told |= {"state": _flipped(start, change), "turns": _turned(start, change)}
        told |= {"gone": change.effect == "returns" and _gone(start, change)}
        told |= {"becomes": "" if went else _becomes(change), "values": _valued(start, change)}
        if change.action in FILLING:
            told |= {"enables": [n for e in enabled(start, change.after) if (n := recorded_name(e, change.values))]}
            told |= {"filters": _filters(change)}
    if change.effect in {"returns", "changes", "switches"}:
        told["undo"] = _undo(change)
    return told


def _chosen(change: Change) -> bool:
    """Tell whether the touched element was an option: back on the earlier screen, a row now shows it as its value."""
    element, was = change.element, change.was
    if element is None or was is None or not element.text:
        return False
    words = element.text.split(PARTS)[0]
    now, then = ([part for e in s.elements for part in e.text.split(PARTS)[1:]] for s in (change.after, was))
    return now.count(words) > then.count(words)


def _flipped(start: Screen, change: Change) -> dict[str, Any]:
    """Return the new state of the touched element and its name, if it is a switch that flipped, else {}."""
    element = change.element
    now = change.after.element(element.id) if element else None
    if element is None or now is None or change.after.screen_id != start.screen_id:
        return {}
    before, after = state_of(element, change.before), state_of(now, change.after)
    if before is None and after is None and change.effect != "returns" and not _instead_of_another(change):
        before, after = element.selected, now.selected  # a tab that is chosen is no switch
    return {} if after is None or before == after else {"name": recorded_name(element, change.values), "on": after}


def _selects(change: Change) -> bool:
    """Tell whether the touched element is selected, or ticked, on the next screen and was not before."""
    element = change.element
    now = change.after.element(element.id) if element else None
    return bool(element and now and (now.selected or now.checked) and not (element.selected or element.checked))


def _instead_of_another(change: Change) -> bool:
    """Tell whether the touched element is selected now and another one of its template was before, as among tabs."""
    element, after = change.element, change.after
    if element is None or not _selects(change):
        return False
    others = [e for e in change.before.elements if e.template == element.template and e.selected]
    return any((now := after.element(other.id)) and not now.selected for other in others)


def _turned(start: Screen, change: Change) -> list[dict[str, Any]]:
    """Return the name and new state of each other element outside lists that was turned on or off.

    When one of several options is chosen, the one that goes off is left out, because it may be another one next time.
    """
    then = {e.id: e.checked for e in start.elements if e.checked is not None and not e.weak}
    touched = change.element.id if change.element else ""
    found = [
        e for e in change.after.elements if e.id in then and e.id != touched and e.checked not in (None, then[e.id])
    ]
    now = change.after.element(touched)
    if now and now.checked:
        found = [e for e in found if e.checked or not (e.template == now.template or e.role == "RadioButton")]
    named = [{"name": name, "on": e.checked} for e in found if (name := recorded_name(e, change.values))]
    return named if len(named) <= MOST_CHANGED else []


def _gone(start: Screen, change: Change) -> bool:
    """Tell whether the action closed a dialog about a row, and that row has disappeared from its list."""
    if not _in_dialog(change.before) or is_menu(change.before):
        return False
    touched = {folded(words) for words in change.values.within}
    rows = [name for e in start.elements if e.listed and (name := folded(e.text.split(PARTS)[0])) in touched]
    now = {folded(e.text.split(PARTS)[0]) for e in change.after.elements}
    return bool(rows) and not any(row in now for row in rows)


def _becomes(change: Change) -> str:
    """Return the words that the touched element has now in place of its old ones, as "Play" becomes "Pause", or ""."""
    element = change.element
    if element is None or element.listed or "text" in element.actions or not lasting(element.text):
        return ""
    same = [e for e in change.after.elements if e.id == element.id]
    same += [e for e in change.after.elements if e.template == element.template and e.bounds == element.bounds]
    words = same[0].text if same else ""
    if PARTS in words or not lasting(words) or lasting(words) == lasting(element.text):
        return ""
    return short(change.values.named(words))


def _valued(start: Screen, change: Change) -> list[str]:
    return changed_values(start, change.after, _own_words(change), change.values)


def message(change: Change) -> str:
    """Return the new text of a toast or a snackbar after the action, without personal values; "" if there is none."""
    masked = change.values.masked(new_message(change.before, change.after, change.toast))
    return "" if _WORDLESS.fullmatch(masked.replace(LEFT_OUT, "")) else short(masked)


def _undo(change: Change) -> str:
    """Return the words of a button that appeared after the action and takes it back, such as "Undo"; or ""."""
    return next((each.text for each in takes_back(change.before, change.after)), "")


def _filters(change: Change) -> bool:
    """Tell whether typing removed rows from a list; those at its end do not count, as the keyboard may hide them."""
    then, now = ([e.id for e in s.elements if e.listed and not e.weak] for s in (change.before, change.after))
    left = [row for row in then if row in now]
    return bool(left) and set(now) <= set(then) and left != then[: len(left)]


def _own_words(change: Change) -> Iterable[str]:
    return change.element.text.split(PARTS) if change.element else ()


def _content(screen: Screen) -> tuple[object, ...]:
    elements = [(e.id, e.text if not PASSES.search(e.text) else "", e.checked, e.selected) for e in screen.elements]
    held = {e.text for e in writable(screen)}
    return elements, [text for text in screen.texts if text not in held and not PASSES.search(text)]


_ALWAYS = ("title", "to_title", "effect", "filled")
