"""Compare the screen right before a gesture with the one that the agent saw, and refuse the gesture if it differs."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace

from appagent.actions import Touch
from appagent.actions.parts.description import name_of, quoted
from appagent.errors import StaleError
from appagent.guard import Guard
from appagent.guard.labels import agrees
from appagent.screen import Element, Screen
from appagent.screen.comparing.badges import counts_behind_name
from appagent.screen.comparing.belonging import (
    exchanges,
    full_heading,
    other_heading,
    other_page,
    page_redrawn,
    pictures_about,
    redrawn,
)
from appagent.screen.comparing.beside import Exchange
from appagent.screen.comparing.rewritten import renumbered, rewritings, switched
from appagent.screen.finding_again.again import found_again, in_its_place, name_of_kind, unmoved
from appagent.screen.finding_again.renamed import names_the_same
from appagent.screen.names.labels import state_of
from appagent.screen.nodes.tree import area, centre, contains, nodes_of
from appagent.screen.pictures.drawn import at, drawn_alike, lying_over, page_pictures
from appagent.screen.pictures.spots import seen_again
from appagent.screen.texts.numbers import GoesOn, never
from appagent.screen.texts.wording import visible_words
from appagent.step.intent import Intent, ends, judged_action
from appagent.step.last_look.in_front import check_front
from appagent.step.last_look.turning_lines import counting_lines, pairs_apart, pairs_on, turned_lines

_Pairs = Collection[tuple[str, str]]  # each a text and what it has become


def aimed_again(intent: Intent, now: Screen, guard: Guard, later: Callable[[], Screen] | None, moves: GoesOn) -> Intent:
    """Return an intent adjusted to the current screen, where its element may have moved.

    The elements of the result's screen keep their earlier marks, so that the action means the same on it.
    now: the screen right before the gesture. It has a picture if `needs_picture` says so, and elements recognised in
    the picture if `needs_reading` says so. later: function that captures the screen once more, to see what moves in its
    picture. moves: function that tells whether one text has become another by itself; see `Moving`.
    Raises StaleError, with what the screen shows now, in each of these cases:

    - Another app, dialog or page is in front, or the display was turned. For a swipe or a key, it is another page also
      if none of the texts of the page or of a list is left.
    - A text of the page or dialog has changed, or another of its elements is on or selected.
    - The element is gone, disabled or covered, has another text, or is on instead of off, or the other way round.
    - The element is about something else, because its row, card or page has other words or pictures.
    - The element has no words, and looks different.
    - The input field is of another kind, or the focus that the action relies on is elsewhere.
    - The guard would judge the action differently, or a text that it judged by has changed.

    Changed texts and pictures are ignored if the agent chose to act nevertheless; see `Intent.whatever`. For a deed,
    only changes in `Intent.lines` are ignored, and for any other action those in `Intent.turning`.
    """
    action, deed = judged_action(intent), _is_deed(intent, guard)
    whatever, moves = intent.whatever and not deed, moves if deed else _or_counts(intent, now, moves)
    check_front(intent.screen, now)
    now = replace(now, app=intent.screen.app, activity=intent.screen.activity)
    turned = pairs_on(intent.lines, intent.screen, now) if deed else pairs_apart(intent.turning, intent, now)
    if not whatever and (why := next(_of_page(intent, now, moves, turned, deed=deed), "")):
        raise StaleError(why, turns=not deed, lines=turned_lines(intent, now) if deed else frozenset())
    became = [(one, _there(one, intent, now, later, moves, deed=deed)) for one in ends(intent)]
    _check_values(intent, now, became)
    if not whatever and (why := next(_of_elements(intent, now, became, later, moves, turned, deed=deed), "")):
        raise StaleError(why, turns=not deed)
    _check_cursor(intent, now)
    shown = _with_marks(now, intent.shown, became)
    seen, told = comparable(intent, now, guard), {*turned}
    if why := guard.objection(action, seen, shown, risk=intent.risk, moves=moves, meant=lambda *pair: pair in told):
        raise StaleError(why, lines=counting_lines(intent, now) if deed else frozenset())
    return replace(intent, screen=shown, shown=shown, element=action.target(shown) if intent.element else None)


def _or_counts(intent: Intent, now: Screen, moves: GoesOn) -> GoesOn:
    """Return a function that also counts a number after the target's name as changed by itself."""
    element = intent.element
    if element is None or _says_yes(element):
        return moves
    counts = counts_behind_name(element, intent.shown, now)
    return lambda text, other: counts(text, other) or moves(text, other)


def _check_values(intent: Intent, now: Screen, became: Sequence[tuple[Element, Element]]) -> None:
    """Raise StaleError if the field to type into holds another text, or an element is on instead of off or the reverse.

    became: as for `_of_elements`.
    """
    field = intent.element
    if field and judged_action(intent).risk in ("type", "submit") and field.text != became[0][1].text:
        raise StaleError(f"{name_of(field)} holds {_held(became[0][1])} now")
    for element, there in became:
        states = [state_of(element, intent.shown), state_of(there, now)]
        if states[0] != states[1]:
            was, is_now = ({True: "on", False: "off", None: "neither on nor off"}[state] for state in states)
            raise StaleError(f"{name_of(element)} was {was} and is {is_now} now")


def _of_page(intent: Intent, now: Screen, moves: GoesOn, but: _Pairs, *, deed: bool) -> Iterator[str]:
    """Yield reasons why the page is about something else now. but: (text, new text) of changes to ignore."""
    if other_heading(intent.screen, now):
        yield f"another page is there now: {quoted(full_heading(now))}"
    strict = deed or (intent.element is not None and _says_yes(intent.element))
    lists = deed and not (intent.element and intent.element.listed)  # a row's own deed is about that row
    for text, other in rewritings(intent.screen, now, amounts=strict, lists=lists):
        if (text, other) not in but and not moves(text, other):
            yield f"{quoted(text)} has become {quoted(other)}"
    agreeing = strict and not deed  # for a deed the guard compares all numbers
    if agreeing and (pair := renumbered(intent.shown, now, target=intent.element, moves=moves, everywhere=False)):
        yield f"{quoted(pair[0])} has become {quoted(pair[1])}"


def _of_elements(
    intent: Intent,
    now: Screen,
    became: Sequence[tuple[Element, Element]],
    later: Callable[[], Screen] | None,
    moves: GoesOn,
    but: _Pairs,
    *,
    deed: bool,
) -> Iterator[str]:
    """Yield reasons why the elements of an action, or the page that it scrolls, are about something else now.

    became: pairs of each element as it was and as it is now. but: (text, new text) of changes to ignore.
    """
    for element, there in became:
        looked = (element.bounds, intent.shown), (there.bounds, now)
        for other in exchanges(*looked, deed=deed, agrees=_says_yes(element)):
            if (other.text, other.other) not in but and not moves(other.text, other.other):
                yield exchange_in_words(other, name_of(element))
        silent = by_looks(element, intent.shown) and element.source == "hierarchy"
        if silent and not looks_alike(element, intent.shown, there, now, later):
            yield f"{name_of(element)} looks otherwise now"
        if _tells_by_pictures(element) and redrawn(*looked, later, deed=deed):
            yield f"{name_of(element)} belongs to another picture now"
    action = judged_action(intent)
    if (intent.element is None or action.risk == "scroll") and (page := other_page(intent.shown, now)):
        yield f"another page is there now: {quoted(page[1])} in place of {quoted(page[0])}"
    if _moves_a_page(intent) and page_redrawn(intent.shown, now, later):
        yield "the page shows another picture now"
    chosen = switched(intent.shown, now, [one.id for one in ends(intent)], words=False)
    if chosen and action.risk != "scroll":
        yield f"{quoted(chosen[0])} has become {quoted(chosen[1])}"


def needs_picture(intent: Intent, guard: Guard) -> bool:
    """Tell whether a later look needs a picture, because words alone cannot tell that the target is the same."""
    shown = intent.shown
    if _moves_a_page(intent):
        return bool(page_pictures(shown))
    deed = _is_deed(intent, guard)
    return needs_reading(intent, guard) or any(
        by_looks(one, shown) or (_tells_by_pictures(one) and pictures_about((one.bounds, shown), deed=deed))
        for one in ends(intent)
    )


def needs_reading(intent: Intent, guard: Guard) -> bool:
    """Tell whether a later look has to recognise words in its picture again, because the action is a deed."""
    words = any(one.source == "pixels" and one.text for one in intent.shown.elements)
    return words and _is_deed(intent, guard)


def _is_deed(intent: Intent, guard: Guard) -> bool:
    return guard.must_ask(judged_action(intent), intent.shown, intent.risk)


def _says_yes(element: Element) -> bool:
    return agrees(name_of_kind(element))


def exchange_in_words(change: Exchange, name: str) -> str:
    """Describe in a sentence what has changed around an element. name: the element's name, in quotes."""
    if not change.text:
        return f"{quoted(change.other)} stands beside {name} now"
    if not change.other:
        return f"{quoted(change.text)} is gone from beside {name}"
    return f"{name} belongs to {quoted(change.other)} now, not to {quoted(change.text)}"


def comparable(intent: Intent, now: Screen, guard: Guard) -> Screen:
    """Return the screen of an intent, to compare `now` with; without recognised elements if `now` has none."""
    return intent.shown if needs_reading(intent, guard) and now.picture else _unread(intent)


def _unread(intent: Intent) -> Screen:
    """Return the screen of an intent without elements recognised in its picture, except those of the action."""
    own = ends(intent)
    return replace(
        intent.shown, elements=tuple(one for one in intent.shown.elements if one.source != "pixels" or one in own)
    )


def _moves_a_page(intent: Intent) -> bool:
    return intent.element is None and judged_action(intent).risk in ("scroll", "slide")


def check_focus(intent: Intent, touched: Touch | None, now: Screen, guard: Guard, moves: GoesOn) -> str:
    """Return why text or the Enter key would not go into the field that the action is about; "" if it would.

    touched: the touch by which the action has put the cursor into its field, or None. now: the current screen. moves:
    as for `aimed_again`.
    """
    element, field = intent.element, now.focused_field
    if element is None:
        return ""
    if field is None:
        return f"{name_of(element)} has not got the focus" if element.password else ""
    same = (
        field.id == element.id
        or field.bounds == element.bounds
        or (touched is not None and contains(field.bounds, touched.x, touched.y))
    )
    was_there = any(one.id == field.id for one in intent.shown.elements)
    if not same and (element.password or field.password or was_there):
        return f"the focus is on {name_of(field)} and not on {name_of(element)}"
    if same and field.owner != element.owner:
        return _of_another_kind(element, field)
    if same and (why := _renamed(element, intent.shown, field, now)):
        return why
    now = replace(now, app=intent.screen.app)
    shown = _with_marks(now, intent.shown, [(element, field)])
    return guard.objection(judged_action(intent), _unread(intent), shown, risk=intent.risk, moves=moves)


def _renamed(element: Element, before: Screen, field: Element, now: Screen) -> str:
    """Return why an input field is on another page or has another name now that it was touched; "" if neither."""
    if other_heading(before, now):
        return f"another page is there now: {quoted(full_heading(now))}"
    other = next((each for each in exchanges((element.bounds, before), (field.bounds, now)) if each.names), None)
    return exchange_in_words(other, name_of(element)) if other and other.other else ""


def _check_cursor(intent: Intent, now: Screen) -> None:
    """Raise StaleError if an action types where the cursor is, and the focus has moved or its field changed."""
    action, before = judged_action(intent), intent.shown
    if action.marked is not None or action.risk not in ("type", "submit", "enter"):
        return
    old, new = (next((one for one in screen.elements if one.focused), None) for screen in (before, now))
    if (old and found_again(old, before, now)) is not new:
        raise StaleError(f"the focus is on {name_of(new) if new else 'nothing'} now")
    if old and new and "text" in new.actions and old.text != new.text:
        raise StaleError(f"{name_of(new)} holds {_held(new)} now")


def _held(field: Element) -> str:
    return "something else" if field.password else quoted(field.text)


def _there(
    element: Element, intent: Intent, now: Screen, later: Callable[[], Screen] | None, moves: GoesOn, *, deed: bool
) -> Element:
    """Find an element of an intent on the current screen. Raises StaleError, with what is in its place, if gone."""
    before = intent.shown
    if element.source == "pixels":
        bounds = seen_again(element.bounds, before, now, later)
        if bounds is None:
            raise StaleError(f"what was seen at {name_of(element)} is not there any more")
        return replace(element, bounds=bounds)
    by_itself = never if deed else lambda text, other: names_the_same(text, other) or moves(text, other)
    unknown = name_of_kind(element) == "" and element.row != ""  # such as a bin without words in a row
    found = found_again(element, before, now, by_itself, sure=deed or unknown)
    if there := found or (None if deed else unmoved(element, before, now)):
        return there
    instead = None if deed else in_its_place(element, now)
    if instead and intent.whatever:
        return instead
    raise StaleError(_instead(element, now), turns=instead is not None)


def by_looks(element: Element, screen: Screen) -> bool:
    """Tell whether an element has to be compared by its picture: it has no words, or was recognised in the picture."""
    silent = not (element.text or element.hint or element.label) and "tap" in element.actions
    return element.source == "pixels" or (silent and "swipe" not in element.actions and screen.picture is not None)


def looks_alike(
    element: Element, before: Screen, there: Element, now: Screen, later: Callable[[], Screen] | None = None
) -> bool:
    """Tell whether an element looks the same on two screens: `element` on `before`, and `there` on `now`."""
    node = at(element.bounds, before)
    return drawn_alike(
        before, element.bounds, now, there.bounds, later, lying_over(node, before) if node else (), closely=True
    )


def _tells_by_pictures(element: Element) -> bool:
    """Tell whether pictures around an element may show what it is about, as for a button beside a photo."""
    return element.source == "hierarchy" and "tap" in element.actions


def _instead(element: Element, now: Screen) -> str:
    """Describe what happened to an element that was not found again, and what is in its place."""
    name, kin = name_of(element), now.element(element.id)
    off = any(
        node.visible and not node.enabled and node.resource_id == element.resource_id and node.role == element.role
        and (visible_words(node) or name_of_kind(element)) == name_of_kind(element)
        for node in nodes_of(now.tree)
    )  # fmt: skip
    if off and kin is None:
        return f"{name} is disabled now"
    if kin and kin.owner != element.owner:
        return _of_another_kind(element, kin)
    middle = centre(element.bounds)
    hit = [one for one in now.elements if contains(one.bounds, *middle) and "tap" in one.actions]
    instead = min(hit, key=lambda one: area(one.bounds), default=None)
    return f"{name} is not there any more" + (f"; {name_of(instead)} is in its place" if instead else "")


def _of_another_kind(element: Element, now: Element) -> str:
    hidden = [bool(one.owner and one.owner.masked) for one in (element, now)]
    if hidden[0] == hidden[1]:
        return f"{name_of(element)} belongs to another app or page now"
    return f"{name_of(element)} {'hides' if hidden[1] else 'does not hide'} what is typed now"


def _with_marks(now: Screen, before: Screen, became: Sequence[tuple[Element, Element]]) -> Screen:
    """Return a screen whose elements have the marks of those with the same ids on an earlier screen, or new marks.

    became: pairs of an earlier element and the element that it is now, which gets the earlier one's mark.
    """
    own = [element.mark for element, _ in became]
    marks = {one.id: one.mark for one in before.elements if one.mark not in own}
    new = max((one.mark for one in before.elements), default=0) + 1
    # those from pixels were recognised again, as other elements
    seen = {there.id for _, there in became if there.source == "pixels"}
    others = [one for one in now.elements if one.id not in seen and not any(one is there for _, there in became)]
    kept = [replace(one, mark=marks.get(one.id, new + place)) for place, one in enumerate(others)]
    return replace(now, elements=(*kept, *(replace(there, mark=element.mark) for element, there in became)))
