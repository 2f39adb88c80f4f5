"""Say in words what an action did, from the screens before and after it: for the next prompt, reports and logs.

Documents are made from the same comparison (see `evidence`), but without values such as the text in a field. Here the
values matter most.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from appagent.actions import LongPress
from appagent.actions.parts.description import name_of, named, quoted
from appagent.documents.outcomes.arrivals import arrival, retitled, titled
from appagent.documents.outcomes.effect_words import MESSAGE, NOTHING
from appagent.documents.outcomes.evidence import enabled, led_on
from appagent.documents.outcomes.list_changes import in_short, moved_rows, only_in_sight, only_out_of_sight
from appagent.documents.outcomes.look import Look
from appagent.documents.outcomes.picture_changes import drawn_change, redrawn_beside
from appagent.documents.outcomes.text_changes import became, cut_form, made_anew, replaced
from appagent.documents.outcomes.value_texts import texts_by_id
from appagent.screen import Element, Screen, unchanged
from appagent.screen.compare import differing, same_tree
from appagent.screen.language.ticking import unticked, went_on
from appagent.screen.names.captions import caption, is_slider
from appagent.screen.names.fields import beside_fields, field_name
from appagent.screen.names.labels import PARTS, inside, name_in
from appagent.screen.names.wizard import step_of_wizard
from appagent.screen.nodes.front import is_tab
from appagent.screen.nodes.tree import area, centre, contains, label_before, nodes_of
from appagent.screen.texts.heading import bar_title
from appagent.screen.texts.wording import visible_words
from appagent.screen.wheels import number_wheel_at

_MOST_CHANGES = 4
_STEP = 5  # percentage points; a percentage that changes by as much was set, and did not change by itself
_SCROLLING = ("swipe", "scroll")  # beginnings of the kinds of action that scroll
_LONGEST = 60  # letters of one text that is compared
_TOAST = 0.15  # share of the display's height that a toast takes up at most


@dataclass(frozen=True)
class EffectWords:
    """Effect of an action, in words.

    words: as in `the screen "Display" opened`. changed: False if nothing changed except what changes or vanishes by
    itself, such as a clock or a message.
    """

    words: str
    changed: bool


def effect_between(
    before: Screen,
    after: Screen,
    kind: str,
    was: Screen | None = None,
    toasts: tuple[str, str] = ("", ""),
    still: Collection[str] = (),
    shown: Collection[str] = (),
) -> EffectWords:
    """Return what an action did, by comparing the screens before and after it.

    kind: kind of the action.
    was: the screen that the action led back to, as it looked when the run left it last; None if the action did not
    lead back.
    toasts: what a toast said before the action, and after it; the first may still be in the picture.
    still: texts that stood still before the action, so that they are no clocks.
    shown: texts that the screen has shown before, and that only scrolled out of sight.
    """
    old, new = Look.of(before), Look.of(after, shown)
    messages = [quoted(words) for words in (*new.messages, toasts[1]) if words and words not in old.messages]
    said = [f"{MESSAGE} {messages[0]}{in_short(messages[1:], ' with ')}"] if messages else []
    if before.app != after.app and after.app:
        found = [f"the app {after.app} came to the front{titled(new, ', at ')}"]
    elif led_on(before, after, kind):
        found = _within_page(old, new, kind, still)
        found = found or _tab_chosen(old, new)
        found = found or _arrived(old, new, kind, Look.of(was) if was else None)
    else:
        found, passing = _differences(old, new, kind, still)
        found = found or ([] if passing else _only_drawn(old, new, toasts))
        end = "; nothing more lies that way" if kind.startswith("swipe") else ""
        found = found or [f"{NOTHING}{', apart from ' + passing if passing else end}"]
        changed = not found[0].startswith(NOTHING)
        return EffectWords("; ".join([*found, *said]), changed)
    return EffectWords("; ".join([*found, *said]), True)


def _arrived(old: Look, new: Look, kind: str, was: Look | None) -> list[str]:
    """Return words for another screen or dialog, and for what changed on it. was: how it looked when it was left."""
    if was and (title := retitled(was.screen, new.screen)):
        return [f"the screen {quoted(title)} opened{in_short(_fresh(was, new, title), ' with ')}"]
    return [arrival(new, old, known=was is not None), *(_differences(was, new, kind, ())[0] if was else [])]


def _only_drawn(old: Look, new: Look, toasts: tuple[str, str]) -> list[str]:
    """Return words for what changed in the picture alone; [] if nothing did, but for messages. toasts: see above."""
    before, after = old.screen, new.screen
    if old.messages or new.messages or (any(toasts) and _toast_only(before, after)):
        return list(filter(None, [redrawn_beside(before, after, toast=any(toasts))]))
    if unchanged(before, after):
        return []
    return [drawn_change(before, after)] if _same_nodes(old, new) else ["something moved"]


def _tab_chosen(old: Look, new: Look) -> list[str]:
    """Return words for a tab that is selected now in place of another one, and for its page; else []."""
    both = [(old.elements[each], now) for each, now in new.elements.items() if each in old.elements]
    chosen = [now for then, now in both if _picked(now) and not _picked(then)]
    if len(chosen) != 1 or not any(_picked(then) and not _picked(now) for then, now in both):
        return []
    fresh = in_short(_fresh(old, new), ", with ")
    return [f"{_selected(chosen[0], new)} is selected now, and its page is shown{fresh}"]


def _fresh(old: Look, new: Look, title: str = "") -> list[str]:
    """Return the new texts of a page in quotation marks, without its title; of a row or control, only its name."""
    taps = [each for each in new.elements.values() if "tap" in each.actions and each.text]
    names = [(each.bounds, name_in(each.text)) for each in taps if not any(inside(other, each) for other in taps)]
    said = list[str]()
    for text, place in new.screen.placed_texts:
        name = next((name for bounds, name in names if contains(bounds, *centre(place))), text)
        if name != title and (text not in old.texts or name not in old.texts):
            said.append(name)
    return [quoted(text) for text in dict.fromkeys(said)]


def _selected(element: Element, look: Look) -> str:
    """Return the name of an element that is selected now; a tab without words is another tab."""
    bare = not (element.text or element.hint)
    return "another tab" if bare and is_tab(element.bounds, look.screen.front.nodes) else _name(element, look)


def _picked(element: Element) -> bool:
    return element.selected or bool(element.checked)


def _within_page(old: Look, new: Look, kind: str, still: Collection[str]) -> list[str]:
    """Return words for what changed if the page is probably the same with some other parts, such as a panel; else [].

    It is if the heading stays and most of the elements that were there before are still there. So it is if something
    was held, and the heading says now how many are selected, as in "1 selected".
    """
    shown = (old.screen, new.screen)
    pages = [(step_of_wizard(each), each.activity, each.front.kind) for each in shown]
    counts = kind == LongPress.kind and "#" in new.screen.heading
    if not old.screen.heading or pages[0] != pages[1] or not (counts or old.screen.heading == new.screen.heading):
        return []
    stayed = len(old.elements.keys() & new.elements.keys())
    return _differences(old, new, kind, still)[0] if 2 * stayed > len(old.elements) else []


def _differences(old: Look, new: Look, kind: str, still: Collection[str]) -> tuple[list[str], str]:
    """Return (changes, passing) for two looks at one screen.

    changes: words for each change that an action made. passing: words for all that changed by itself, or "". kind: kind
    of the action between the two looks. still: texts that stood still before it.
    """
    swiped = kind.startswith(_SCROLLING)
    found, passing, told = _of_elements(old, new, still, swiped=swiped)
    for resource_id, before, after in _values(old, new):
        if {before, after} <= told:
            continue
        told |= {before, after}
        name = _beside(new, resource_id)
        words = f"{name}{quoted(before)} became {quoted(after)}"
        (passing if _passes(before, after, still) else found).append(words)
    for name, before, after in (*_ticked(old, new), *replaced(old.screen, new.screen)):
        if before in told or after in told:
            continue
        words = f"{name}{quoted(before)} became {quoted(after)}"
        (passing if _passes(before, after, still) else found).append(words)
        told |= {before, after}
    found += [] if swiped else moved_rows(old.screen, new.screen)
    inner = {*_of_sliders(old, new)}
    found = [each for each in found if each not in inner] or found
    found = [
        *found[:_MOST_CHANGES],
        *([f"{len(found) - _MOST_CHANGES} more changes"] if len(found) > _MOST_CHANGES else []),
    ]
    found += _came_and_went(old, new, kind, told, alone=not found)
    found += [] if swiped else _enabled(old, new)
    if typed := _typed_secret(old.screen, new.screen):
        found.append(typed)
    if old.screen.keyboard != new.screen.keyboard and not found:
        found.append("the keyboard came up" if new.screen.keyboard else "the keyboard went away")
    return found, "; ".join(passing[:_MOST_CHANGES])


def _of_elements(
    old: Look, new: Look, still: Collection[str], *, swiped: bool
) -> tuple[list[str], list[str], set[str]]:
    """Return (changes, passing, texts) for the elements that are on both screens.

    changes: words for what an action changed. passing: words for what changed by itself. texts: all texts that are
    explained by these words, so that they are not told again. still: texts that stood still before the action. swiped:
    True if the action scrolled.
    """
    turned, found, passing, told = list[str](), list[str](), list[str](), set[str]()
    beside = [each for screen in (old.screen, new.screen) for each in beside_fields(screen)]
    aside = {each.id for each in beside}
    both = [(old.elements[i], e) for i, e in new.elements.items() if i in old.elements and i not in aside]
    anew = made_anew(both, old.elements.values(), new.elements.values())
    for then, now in both:
        if then.text != now.text and (now.template in anew or _another_row(then, now)):
            continue
        said = _turned(then, now, new)
        if said and then.text == now.text:
            turned.append(said)
            continue
        if then.text != now.text and not then.password and not (swiped and cut_form(then.text, now.text)):
            told |= {then.text, now.text, *then.text.split(PARTS), *now.text.split(PARTS)}
            said = said or became(then, now)
            if _passes(then.text, now.text, still):
                passing.append(said)
                continue
        found += [said] if said else []
    return turned + found, passing, told | {each.text for each in beside}


def _another_row(then: Element, now: Element) -> bool:
    """Tell whether two rows with one id are different things, as "Bolt 4 mm" and "Bolt 6 mm" at other places are."""
    names = [name_in(each.text) for each in (then, now)]
    return now.listed and names[0] != names[1] and then.bounds[1] != now.bounds[1]


def _turned(then: Element, now: Element, look: Look) -> str:
    """Describe how an element was switched or filled in; "" if it was not. look: the screen that it is on now."""
    if "text" in now.actions and then.text != now.text and not now.password:
        wheel = number_wheel_at(now, look.screen)
        unnamed = named(wheel, look.screen) if wheel else "the field"
        name = quoted(field_name(now)) if field_name(now) != now.text else unnamed
        was = "" if not then.text or then.text == then.hint else f" in place of {quoted(then.text)}"
        held = quoted(now.text) if now.text and now.text != now.hint else "nothing"
        return f"{name} holds {held} now{was}"
    if now.checked is not None and then.checked is not None and then.checked != now.checked:
        return f"{_name(now, look)} is {'on' if now.checked else 'off'} now"
    if (now.selected and not then.selected) or (now.checked and then.checked is None):  # a box came where it was held
        return f"{_selected(now, look)} is selected now"
    return ""


def _name(element: Element, look: Look) -> str:
    """Return the name of an element; if it has no words, such as a switch, those around it or of the element around."""
    if element.checked is not None and (words := caption(element, look.screen)):
        return quoted(words)
    around = [e for e in look.elements.values() if e.text and inside(e, element)]
    if element.text or element.hint or not around:
        return name_of(element)
    row = min(around, key=lambda e: area(e.bounds))
    return quoted(name_in(row.text))


def _of_sliders(old: Look, new: Look) -> Iterator[str]:
    """Yield words for numbers that sliders hold inside, which a text beside them may show in another way."""
    for now in new.elements.values():
        if is_slider(now) and now.id in old.elements:
            yield became(old.elements[now.id], now)


def _passes(before: str, after: str, still: Collection[str] = ()) -> bool:
    """Tell whether a text changed only as a clock or a progress indicator does by itself.

    still: texts that stood still until the action; if all parts of the text are among them, it has not changed by
    itself.
    """
    stood = bool(still) and all(part in still for part in before.split(PARTS))
    return not stood and unticked(before) == unticked(after) and went_on(before, after, _STEP)


def _ticked(old: Look, new: Look) -> list[tuple[str, str, str]]:
    """Return ("", old text, new text) for each text that changed only because time passed."""
    went, came = ([t for t in dict.fromkeys(a.texts) if t not in b.texts] for a, b in ((old, new), (new, old)))
    return [("", one, other) for one in went for other in came if _passes(one, other)]


def _values(old: Look, new: Look) -> Iterator[tuple[str, str, str]]:
    """Yield (resource-id, old text, new text) for each text that changed and cannot be touched."""
    then, now = texts_by_id(old.screen), texts_by_id(new.screen)
    for resource_id in now:
        if resource_id in then:
            before, after = visible_words(then[resource_id]), visible_words(now[resource_id])
            if before and after and before != after:
                yield resource_id, before, after


def _beside(look: Look, resource_id: str) -> str:
    """Return the label that stands before a text, followed by a colon; "" if the text has no label."""
    label = label_before(texts_by_id(look.screen)[resource_id])
    return f"{quoted(label)}: " if label else ""


def _enabled(old: Look, new: Look) -> list[str]:
    """Return words for what can be tapped now and was greyed out before, and the other way round."""
    on, off = (
        [name_of(element) for element in enabled(one.screen, other.screen) if "tap" in element.actions and element.text]
        for one, other in ((old, new), (new, old))
    )
    return [
        *([f"{in_short(on, '')} can be tapped now"] if on else []),
        *([f"{in_short(off, '')} cannot be tapped any more"] if off else []),
    ]


def _came_and_went(old: Look, new: Look, kind: str, told: Collection[str], *, alone: bool) -> list[str]:
    """Return words for the texts that appeared or vanished. After a swipe, only those that appeared are named.

    Texts that only came into sight, because a list moved up, are named if nothing else happened. told: texts that were
    told already. alone: True if nothing else was found so far.
    """
    counts = [title for title in _count_in_bar(old, new) if title not in told]
    came = [*counts, *(text for text in dict.fromkeys(new.texts) if text not in (*old.texts, *told, *counts))]
    went = [text for text in dict.fromkeys(old.texts) if text not in new.texts and text not in told]
    if kind.startswith(_SCROLLING):
        return _sighted(came)
    known = {text for text in came if text in new.shown} | only_in_sight(old.screen, new.screen, came, went)
    hidden = only_out_of_sight(old.screen, new.screen, went)
    fresh, gone = ([quoted(text) for text in some] for some in (
        [text for text in came if text not in known], [text for text in went if text not in hidden],
    ))  # fmt: skip
    if alone and not (came or went):  # such as the first digit in a display, which is on a key too
        more, less = Counter(new.texts) - Counter(old.texts), Counter(old.texts) - Counter(new.texts)
        fresh, gone = ([quoted(text) for text in some if text not in told] for some in (more, less))
    said = [f"new: {in_short(fresh, '')}"] * bool(fresh) + [f"gone: {in_short(gone, '')}"] * bool(gone)
    return said if said or not alone else _sighted([text for text in came if text in known])


def _count_in_bar(old: Look, new: Look) -> list[str]:
    """Return the title in the bar if it is a number now and was none, as where rows are selected; else []."""
    was, now = (bar_title(look.screen.front, look.screen.size) for look in (old, new))
    return [now] if now.isdecimal() and not was.isdecimal() else []


def _sighted(came: Sequence[str]) -> list[str]:
    named = in_short([quoted(text) for text in came], ": ")
    return [f"other things came into sight{named}"] if came else []


def _typed_secret(before: Screen, after: Screen) -> str:
    """Return words for a password field whose text changed, such as "'PIN' holds a text now", or ""."""
    held = {node.bounds: node.text for node in nodes_of(before.tree) if node.password}
    now = {node.bounds: node for node in nodes_of(after.tree) if node.password}
    for element in after.elements:
        node = now.get(element.bounds) if element.password else None
        if node and node.text != held.get(node.bounds, node.text):
            return f"{name_of(element)} holds {'a text' if node.text not in ('', node.hint) else 'nothing'} now"
    return ""


def _toast_only(before: Screen, after: Screen) -> bool:
    """Tell whether two screens differ only in a part of their pictures that is no higher than a toast."""
    where = differing(before, after) if same_tree(before, after) else None
    return where is not None and where[3] - where[1] <= _TOAST * before.size[1]


def _same_nodes(old: Look, new: Look) -> bool:
    """Tell whether two screens have nodes of the same kinds at the same places, even if their texts differ."""
    one, other = ([(n.role, n.resource_id, n.bounds) for n in look.screen.front.nodes] for look in (old, new))
    return one == other
