"""Find texts of a page or dialog that other texts have replaced on a later screen."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from appagent.screen.language.dates import UNSPACED, durations, is_day
from appagent.screen.language.lexicon import folded
from appagent.screen.language.money import has_amount
from appagent.screen.language.ticking import unticked
from appagent.screen.names.captions import is_slider
from appagent.screen.names.labels import PARTS, state_of
from appagent.screen.nodes.tree import Node, clip, near, upwards
from appagent.screen.screens import Element, Screen
from appagent.screen.texts.heading import as_heading
from appagent.screen.texts.numbers import (
    NUMBER,
    GoesOn,
    codes,
    digits,
    inflected,
    names_another,
    never,
    one_further,
    position,
    same_but_numbers,
    same_counted,
    timeless,
    went_over,
)
from appagent.screen.texts.wording import lasting, visible_words

_WORD = re.compile(r"[^\W\d_]+")
_AMOUNT = re.compile(r"\d[\d.,' ]*[.,]\d\d(?![.,:]?\d)")
_LONG = re.compile(r"\d(?:[ .,/-]?\d){3}")  # a number by itself that is as long as those of orders, accounts and phones
LISTS = ("RecyclerView", "ListView", "GridView", "ViewPager", "ViewPager2")  # their contents come and go

TextPlace = tuple[object, ...]  # where a text stands, such as (role, resource-id, number among texts of these)
_SIGN = re.compile(r"(?<![\w.,])[-−+±](?=[\d.,])")  # no hyphen, as in "A-4"
_FEW_WORDS = 3  # at most, that stand for a time, such as "just now"; "il y a un instant" has too many


def rewritings(before: Screen, now: Screen, *, amounts: bool = False, lists: bool = False) -> Iterator[tuple[str, str]]:
    """Yield (text, other text) for each text of an earlier screen that another text has replaced on a later screen.

    Each pair shows that the page is about something else by now, although its buttons are the same. Only texts in front
    are compared, except those of elements, input fields and lists. A text that only moved is no difference;
    `is_another` says what other differences do not count.
    amounts: True if a changed number with two decimals counts, because it may be a price without its currency. lists:
    True to compare texts in lists as well, such as the receiver of what a button below the list sends; rows that only
    moved do not count.
    """
    earlier, later = dict(_texts_by_place(before, lists)), dict(_texts_by_place(now, lists))
    for _, text, other in replacements(earlier, later, amounts=amounts):
        yield text, other


def renumbered(
    before: Screen,
    now: Screen,
    but: Collection[str] = (),
    target: Element | None = None,
    moves: GoesOn = never,
    meant: GoesOn = never,
    *,
    everywhere: bool = True,
) -> tuple[str, str] | None:
    """Return (text, other text) for a text in front in which only numbers have changed on a later screen; else None.

    It is called before an action such as paying, which must not be done on another total, account or photo, or on more
    files. A change of numbers does not count if it was seen to come by itself, as with a speed, or if it is a time that
    changed by one. In the heading, and in texts `near` the target, only times may change, and only if they were seen to
    change by themselves. A change of an amount of money always counts. Texts in lists are compared if the lists have
    the same words as before and none of their texts has moved, so that nothing was scrolled.
    but: ids of elements whose texts do not count.
    target: the element that the action is on; None to treat all texts as near it.
    moves: function that gets two such texts, and returns whether their numbers were seen to change by themselves.
    meant: likewise, whether earlier actions chose or typed what the second text says.
    everywhere: False to compare only the heading, and texts `near` the target that cannot be touched.
    """
    looks = [_texts_in_front(screen, but) for screen in (before, now)]
    texts = _counted(looks)
    gone, came = texts[0] - texts[1], texts[1] - texts[0]
    for text in filter(NUMBER.search, gone):
        nodes = [node for node, said in looks[0] if said == text]  # it may stand there twice
        heads = not target or as_heading(text) == before.heading
        beside = [node for node in nodes if heads or (target and near(node.bounds, target.bounds))]
        if not everywhere and all(any(map(touched_or_list, upwards(node))) for node in beside):
            continue
        others = [other for other in came if same_but_numbers(text, other)]
        if others and not any(
            meant(text, other) or _changed_by_itself(text, other, moves, None if heads else target, beside=bool(beside))
            for other in others
        ):
            return text, others[0]
    return None


def _is_apart(text: str, other: str, target: Element) -> bool:
    """Tell whether two texts are a sentence that counts something, and has no word of the target's in any form.

    Such as "187 people are looking at this" beside "Buy now". "2 tickets" and "12 files will be deleted" may say what
    the target does it with, and so may a position, or a number that names something.
    """
    words, named = (_WORD.findall(folded(each)) for each in (text, target.text))
    letters, own = ({*UNSPACED.findall(each)} for each in (text, target.text))
    sentence = len(words) + len(letters) / 2 > _FEW_WORDS  # words of a script without blanks have about two letters
    shared = letters & own or any(inflected(one, word) for one in words for word in named)
    return sentence and not (shared or position(text) or names_another(text, other))


def _counted(looks: Sequence[Sequence[tuple[Node, str]]]) -> list[Counter[str]]:
    """Count the texts of two looks, each given as (node, text). Texts in lists count only if nothing was scrolled."""
    listed = [{text: node.bounds[1] for node, text in told if _in_list(node)} for told in looks]
    words = [set(map(lasting, texts)) for texts in listed]
    still = words[0] == words[1] and all(listed[1].get(text, at) == at for text, at in listed[0].items())
    return [Counter(text for node, text in told if still or not _in_list(node)) for told in looks]


def listed_texts(screen: Screen) -> frozenset[str]:
    """Return the texts in lists in front. `renumbered` does not compare them if they have moved."""
    return frozenset(text for node, text in _texts_in_front(screen, ()) if _in_list(node))


def _changed_by_itself(text: str, other: str, moves: GoesOn, target: Element | None = None, *, beside: bool) -> bool:
    """Tell whether a number in a text may have changed by itself.

    moves: as for `renumbered`. target: the element that the text may have nothing to do with; None for a heading.
    beside: True if the text is the heading or near the target, where less may change.
    """
    if has_amount(text) or has_amount(other):
        return False
    timed = timeless(text) == timeless(other)
    loose = timed or not beside or (target is not None and _is_apart(text, other, target))
    return (timed and not beside and one_further(text, other)) or (loose and moves(text, other))


def _all_changed_by_themselves(text: str, other: str, moves: GoesOn, *, beside: bool) -> bool:
    """Tell whether all that differs in the texts of a control changed by itself, as `_changed_by_itself` tells."""
    parts = text.split(PARTS), other.split(PARTS)
    pairs = zip(*parts, strict=False)
    return len(parts[0]) == len(parts[1]) and all(
        a == b or _changed_by_itself(a, b, moves, beside=beside) for a, b in pairs
    )


def switched(
    before: Screen,
    now: Screen,
    but: Collection[str],
    *,
    words: bool = True,
    target: Element | None = None,
    moves: GoesOn = never,
) -> tuple[str, str] | None:
    """Return (state, other state) of a control that has been switched or selected since an earlier screen; else None.

    but: ids of elements that do not count. words: True if a change of the control's own text counts as well, unless it
    came by itself. target, moves: as for `renumbered`.
    """
    for mine in before.elements:
        same = [other for other in now.elements if other.id == mine.id]
        alone = len(same) == 1 and (not mine.weak or same[0].bounds == mine.bounds)
        if alone and mine.id not in but:
            states = [_state(mine, before), _state(same[0], now)]
            same_state = states[0][1:] == states[1][1:]
            beside = not target or near(mine.bounds, target.bounds)
            if same_state and (not words or _all_changed_by_themselves(mine.text, same[0].text, moves, beside=beside)):
                continue
            if states[0] != states[1] and not _gave_way(mine, but, before, now):
                one, other = (" ".join(filter(None, state)) for state in states)
                return one, other
    return None


def _gave_way(element: Element, touched: Collection[str], before: Screen, now: Screen) -> bool:
    """Tell whether an element is chosen no more because a touched one of its kind is chosen in its place."""
    was, is_now = (
        {
            one.id
            for one in screen.elements
            if one.template == element.template and {"on", "selected"} & {*_state(one, screen)[1:]}
        }
        for screen in (before, now)
    )
    return was - is_now == {element.id} and len(came := is_now - was) == 1 and came <= {*touched}


def _state(element: Element, screen: Screen) -> tuple[str, ...]:
    on = {True: "on", False: "off", None: ""}[state_of(element, screen)]
    return element.text or element.role, on, "selected" if element.selected else ""


def replacements(
    earlier: Mapping[TextPlace, str], later: Mapping[TextPlace, str], *, amounts: bool = False
) -> Iterator[tuple[TextPlace, str, str]]:
    """Yield (place, text, other text) for each text that another text has replaced on a later screen.

    earlier, later: the texts of both screens by their places. A text that has only moved does not count. amounts: as
    for `rewritings`. `is_another` says which differences count.
    """
    told, telling = ({_lasting_part(text) for text in texts.values()} for texts in (earlier, later))
    said, saying = set(earlier.values()), set(later.values())
    for place, text in earlier.items():
        other = later.get(place, text)
        moved = text in saying or other in said
        if _lasting_part(text) != _lasting_part(other):
            moved = _lasting_part(text) in telling or _lasting_part(other) in told
        if (amounts and _amounts(text) != _amounts(other)) or (not moved and is_another(text, other)):
            yield place, text, other


def _amounts(text: str) -> list[str]:
    return _AMOUNT.findall(unticked(text))  # a stopwatch has two decimals as well


def is_another(text: str, other: str) -> bool:
    """Tell whether two texts in the same place, one after the other, are about different things.

    They are if they differ in a day or a date with a name, in what `lasting` returns for them, or in numbers that
    identify or choose something (see `names_another`). If `lasting` returns "" for only one of them, only the first of
    these counts.
    """
    if timeless(text) != timeless(other) and _is_date(timeless(text)) and _is_date(timeless(other)):
        return True
    if under_way(text) != under_way(other):
        return False
    if _lasting_part(text) != _lasting_part(other) and not (same_counted(text, other) or went_over(text, other)):
        return bool(_lasting_part(text) and _lasting_part(other)) and not (
            says_in_words(text, other) or says_in_words(other, text)
        )
    return names_another(text, other)


def under_way(text: str) -> bool:
    """Tell whether a text of at most three words says that something is under way: "Saving...", "typing…"."""
    return text.rstrip().endswith(("…", "...")) and len(text.split()) <= _FEW_WORDS


def _is_date(text: str) -> bool:
    """Tell whether a text is a day or a date with a name of three or more letters, as a shorter one may be a unit."""
    named = any(len(word) > 2 or UNSPACED.search(word) for word in _WORD.findall(text))
    return named and is_day(text)


def says_in_words(text: str, timed: str) -> bool:
    """Tell whether a text says in a few words what another says as a time: "Updated just now", "Updated 1 minute ago".

    The time must be one that follows such words within a minute: 1 of its unit, or a number of seconds.
    """
    plain, later = folded(text), folded(timed)
    times = list(durations(later))
    if len(times) != 1 or not (digits(times[0].number) == 1 or times[0].in_seconds):
        return False
    head, tail = later[: times[0].start], later[times[0].end :]
    middle = plain[len(head) : len(plain) - len(tail)]
    letters = len(UNSPACED.findall(middle)) / 2  # words of a script without blanks have about two
    few = 0 < len(middle.split()) + letters <= _FEW_WORDS and not any(map(str.isdigit, middle))
    return few and plain.startswith(head) and plain.endswith(tail)


def _lasting_part(text: str) -> str:
    """Return what `lasting` returns for a text, whose signs before numbers are taken for parts of these."""
    return lasting(timeless(_SIGN.sub("", text)))


def touched_or_list(node: Node) -> bool:
    """Tell whether a node takes touches, or is a list, whose rows usually take them."""
    return node.clickable or node.checkable or node.long_clickable or node.role in LISTS


def _texts_in_front(screen: Screen, but: Collection[str]) -> list[tuple[Node, str]]:
    """Return (node, text) for each node in front with a text, except input fields and elements with ids in `but`."""
    left_out = [element.bounds for element in screen.elements if element.id in but]
    counted = (
        node for node in screen.front.nodes if not node.editable and clip(node.bounds, screen.size) not in left_out
    )
    return [(node, text) for node in counted if (text := visible_words(node))]


def labelled(node: Node) -> str:
    """Return the text that a node shows; if it is only a number, with the label beside it before it: "Amount 5"."""
    text = visible_words(node)
    if not NUMBER.fullmatch(text) or node.parent is None:
        return text
    kin = node.parent.children
    before = reversed(kin[: next(at for at, one in enumerate(kin) if one is node)])
    said = (visible_words(one) for one in before if one.visible and not touched_or_list(one) and not one.children)
    label = next((words for words in said if words), "")
    return f"{label} {text}" if lasting(label) else text


def _in_list(node: Node) -> bool:
    return any(each.role in LISTS for each in upwards(node))


def _texts_by_place(screen: Screen, lists: bool) -> Iterator[tuple[TextPlace, str]]:
    """Yield (place, text) for each text that `rewritings` compares, once for each of its edges and middles.

    place: (role, resource-id, top, "left", "middle" or "right", x in px). Whether texts are aligned left, right or in
    the middle, one place of a text is also one of the text that replaces it. lists: as for `rewritings`.
    """
    for node in screen.front.nodes:
        text = "" if node.editable or is_slider(node) else labelled(node)
        telling = (
            lasting(text)
            or is_day(text)
            or _AMOUNT.search(text)
            or _LONG.search(text)
            or codes(text)
            or as_heading(text) == screen.heading
        )
        counts = not any(map(touched_or_list, upwards(node))) or (lists and _in_list(node))
        if text and telling and counts:
            left, top, right, _ = node.bounds
            middles = ((left + right) // 2, (left + right + 1) // 2)  # half a pixel is rounded to either side
            for edge in (("left", left), *(("middle", each) for each in middles), ("right", right)):
                yield (node.role, node.resource_id, top, *edge), text
