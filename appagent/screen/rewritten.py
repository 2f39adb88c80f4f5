"""Find a text of a page or a dialog that another text has taken the place of on a later look."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from appagent.screen.again import counted_on, other_unit
from appagent.screen.codes import codes
from appagent.screen.dates import UNSPACED, Duration, durations, is_day, untimed
from appagent.screen.front import front
from appagent.screen.heading import as_heading
from appagent.screen.labels import state_of
from appagent.screen.lexicon import folded
from appagent.screen.money import has_amount
from appagent.screen.plurals import same_counted
from appagent.screen.screens import Element, Screen
from appagent.screen.ticking import unticked, went_on
from appagent.screen.tree import Node, clip, near
from appagent.screen.windows import windows
from appagent.screen.wording import lasting, visible_words

_WORD = re.compile(r"[^\W\d_]+")
_NUMBER = re.compile(r"\d[\d.,]*")
_AMOUNT = re.compile(r"\d[\d.,' ]*[.,]\d\d(?![.,:]?\d)")
# a number, with the end of the word before it if it may be part of a name: "Room 101", "No. 7", "Card •••• 4512"
_NUMBERED = re.compile(r"(?P<word>[^\W\d_][.:]?[\s#№•*-]*)?(?<![\d.,])(?P<number>\d[\d.,]*)")
_LONG = re.compile(r"\d(?:[ .,/-]?\d){3}")  # a number by itself that is as long as those of orders, accounts and phones
_GROUPED = re.compile(r"\d{1,3}(?:[.,]\d{3})+")  # a number in which thousands are set apart, as in no name
_BRACKETED = re.compile(r"\(\s*\d[\d.,]*\+?\s*\)")  # a counter
LISTS = ("RecyclerView", "ListView", "GridView", "ViewPager", "ViewPager2")  # their contents come and go

Place = tuple[object, ...]
_FEW_WORDS = 3  # that tell a time: "just now", "il y a un instant" is one more
_LINE = 3  # parts of a place that are the same for each text that turns there, however wide it is
HEADING: Place = ("heading",)  # the place of a screen's heading, wherever it stands


def rewritings(
    before: Screen, now: Screen, *, amounts: bool = False, lists: bool = False
) -> Iterator[tuple[Place, str, str]]:
    """Yield (line, text, other text) for each text of an earlier look in whose place a later look has another one.

    The line is that of the place: role, resource-id and height. Read is what lies in front, without what can be
    touched, what input fields hold, and what stands in lists. Times and counters are no difference, nor is a text that
    moved. A number behind a word or of four digits is one if it changed by more than counters do by themselves, or
    behind a word of the screen's heading at all: "Room 204" for "Room 101". Each tells that a page is about something
    else by now, although its buttons are the same.
    amounts: True if a number with two decimals is a difference, because it may be a price without its currency. lists:
    True if what stands in lists counts too, such as to whom a deed below the list goes. Rows that moved do not.
    """
    earlier, later = dict(_standing(before, lists)), dict(_standing(now, lists))
    for place, text, other in replacements(earlier, later, before.heading, amounts=amounts):
        yield place[:_LINE], text, other


def renumbered(
    before: Screen, now: Screen, but: Collection[str] = (), *, counts: bool = False, target: Element | None = None
) -> tuple[str, str] | None:
    """Return (text, other text) for a text in front that says the same with another number on a later look, or None.

    Times and shares that went on are no difference, nor are parts of a whole: "12 of 140". Lists count if they have the
    same words as before and none of their texts has moved, so that nothing was scrolled. It tells what a deed must not
    be done on: another total, another account, more files.
    but: ids of elements whose texts do not count. counts: True if counts may go on that are no number of things which
    somebody has chosen one by one: "1,204 views" anywhere, and "1 new message" that is no heading and not `near` the
    target. target: what the deed is done with, None if it is not known.
    """
    looks = [_told(screen, but) for screen in (before, now)]
    listed = [{text: node.bounds[1] for node, text in told if _in_list(node)} for told in looks]
    words = [set(map(lasting, texts)) for texts in listed]
    still = words[0] == words[1] and all(listed[1].get(text, at) == at for text, at in listed[0].items())
    texts = [Counter(text for node, text in told if still or not _in_list(node)) for told in looks]
    gone, came = texts[0] - texts[1], texts[1] - texts[0]
    places = {text: node.bounds for node, text in looks[0]}
    pairs = ((text, other) for text in gone if _NUMBER.search(text) for other in came)
    alike = ((text, other) for text, other in pairs if _says_the_same(text, other))
    for text, other in alike:
        far = target and as_heading(text) != before.heading and not near(places[text], target.bounds)
        if _of_a_whole(text, other, target) or (counts and (_counts_on(text, other) or (far and _counts(text, other)))):
            continue
        if _timeless(text) != _timeless(other) or not went_on(text, other):
            return text, other
    return None


def _says_the_same(text: str, other: str) -> bool:
    return _unnumbered(text) == _unnumbered(other) or same_counted(text, other)


def _counts(text: str, later: str) -> bool:
    """Tell whether the numbers that differ in two texts stand before the words that they count, and are no money."""
    pairs = [pair for pair in _numbered(text, later) if pair[0]["number"] != pair[1]["number"]]
    counted = all(not each["word"] and _WORD.search(each.string, each.end()) for pair in pairs for each in pair)
    return counted and codes(text) == codes(later) and not (has_amount(text) or has_amount(later))


def _of_a_whole(text: str, later: str, target: Element | None) -> bool:
    """Tell whether all that differs in two texts are parts of a whole that grew: "Uploading 12 of 140".

    It is no progress if the target names what is counted: "Page 3 of 12" above "Delete page".
    """
    pairs = _numbered(text, later)
    changed = [place for place, (one, two) in enumerate(pairs) if one["number"] != two["number"]]
    grew = all(_is_part(pairs[place : place + 2]) and _grew(*pairs[place]) for place in changed)
    named = set(_WORD.findall(folded(f"{target.text} {target.hint}"))) if target else set[str]()
    return bool(changed) and grew and not named & set(_WORD.findall(folded(text)))


def _numbered(text: str, later: str) -> list[tuple[re.Match[str], re.Match[str]]]:
    return list(zip(*map(_NUMBERED.finditer, (text, later)), strict=False))


def _grew(one: re.Match[str], later: re.Match[str]) -> bool:
    return int(_digits(one["number"])) < int(_digits(later["number"]))


def switched(before: Screen, now: Screen, but: Collection[str], *, words: bool = True) -> tuple[str, str] | None:
    """Return (state, other state) of a control that is on, off or selected otherwise than before; None if none is.

    but: ids of elements that do not count. words: True if its own words, such as how much is chosen, count as well.
    """
    for mine in before.elements:
        same = [other for other in now.elements if other.id == mine.id]
        alone = len(same) == 1 and (not mine.weak or same[0].bounds == mine.bounds)
        if alone and mine.id not in but:
            states = [_state(mine, before), _state(same[0], now)]
            if states[0][not words :] != states[1][not words :]:
                one, other = (" ".join(filter(None, state)) for state in states)
                return one, other
    return None


def _state(element: Element, screen: Screen) -> tuple[str, ...]:
    on = {True: "on", False: "off", None: ""}[state_of(element, screen)]
    return element.text or element.role, on, "selected" if element.selected else ""


def _counts_on(text: str, later: str) -> bool:
    """Tell whether all that differs in two texts are counts of thousands, behind no word, that went on; no money."""
    changed = [(one, other) for one, other in _numbered(text, later) if one["number"] != other["number"]]
    large = all(_GROUPED.fullmatch(each["number"]) and not each["word"] for pair in changed for each in pair)
    steps = large and all(counted_on(one["number"], other["number"]) for one, other in changed)
    return steps and not (has_amount(text) or has_amount(later))


def _unnumbered(text: str) -> str:
    return _NUMBER.sub("#", unticked(text))


def _timeless(text: str) -> str:
    return untimed(unticked(text))


def replacements(
    earlier: Mapping[Place, str], later: Mapping[Place, str], heading: str = "", *, amounts: bool = False
) -> Iterator[tuple[Place, str, str]]:
    """Yield (place, text, other text) for each text in whose place there is another, and that stands nowhere else.

    earlier, later: the texts by their places. heading: that of the screen, in whose text more counts. amounts: as for
    `rewritings`. `is_another` has what counts as another text.
    """
    told, telling = ({_lasts(text) for text in texts.values()} for texts in (earlier, later))
    said, saying = set(earlier.values()), set(later.values())
    for place, text in earlier.items():
        other = later.get(place, text)
        moved = text in saying or other in said
        if _lasts(text) != _lasts(other):
            moved = _lasts(text) in telling or _lasts(other) in told
        if (amounts and _AMOUNT.findall(text) != _AMOUNT.findall(other)) or (
            not moved and is_another(text, other, heads=as_heading(text) == heading)
        ):
            yield place, text, other


def is_another(text: str, other: str, *, heads: bool = False) -> bool:
    """Tell whether a text in whose place another one stood is about something else, and not what has gone on.

    What lasts of the two must be the same, if something lasts of both; see `lasting`. So must days and dates with names
    and, unless it has gone on, a time that stands alone. Numbers must be those that counters come to by themselves.
    heads: True if they are headings, whose times must have gone on as well.
    """
    days = _timeless(text), _timeless(other)
    if days[0] != days[1] and all(map(_is_date, days)):
        return True
    if not heads and goes_on(text) != goes_on(other):
        return False
    if _lasts(text) != _lasts(other) and not (same_counted(text, other) and not heads):
        return bool(_lasts(text) and _lasts(other)) and not (_in_words(text, other) or _in_words(other, text))
    if codes(text) != codes(other) or any(other_unit(*each) for each in _units(text, other)):
        return True
    alone = heads or not any(map(str.isalpha, text))
    return (alone and not went_on(text, other)) or _of_another(text, other, heads=heads)


def goes_on(text: str) -> bool:
    """Tell whether a text tells of something that goes on, in few words: "Saving...", "typing…"."""
    return text.rstrip().endswith(("…", "...")) and len(text.split()) <= _FEW_WORDS


def _units(text: str, other: str) -> Iterator[tuple[Duration, Duration]]:
    """Yield the durations of two texts in pairs, without those with colons."""
    pairs = zip(*(durations(folded(each)) for each in (text, other)), strict=False)
    return (pair for pair in pairs if ":" not in pair[0].number + pair[1].number)


def _is_date(text: str) -> bool:
    """Tell whether a text is a day or a date with a name that is hardly a unit, as "mi" may be one."""
    named = any(len(word) > 2 or UNSPACED.search(word) for word in _WORD.findall(text))
    return named and is_day(text)


def _in_words(text: str, timed: str) -> bool:
    """Tell whether a text has a few words in place of a time in another: "Updated just now", "Updated 1 minute ago".

    It must be a time that follows such words within a minute: one of its unit, or seconds.
    """
    plain, later = folded(text), folded(timed)
    times = list(durations(later))
    if len(times) != 1 or not (_digits(times[0].number) == "1" or times[0].in_seconds):
        return False
    head, tail = later[: times[0].start], later[times[0].end :]
    middle = plain[len(head) : len(plain) - len(tail)]
    letters = len(UNSPACED.findall(middle)) / 2  # words of a script without blanks have about two
    few = 0 < len(middle.split()) + letters <= _FEW_WORDS and not any(map(str.isdigit, middle))
    return few and plain.startswith(head) and plain.endswith(tail)


def _lasts(text: str) -> str:
    return lasting(untimed(text))


def takes_touches(node: Node) -> bool:
    """Tell whether a node takes touches, or is a list, whose rows mostly do."""
    return node.clickable or node.checkable or node.long_clickable or node.role in LISTS


def upwards(node: Node) -> Iterator[Node]:
    """Yield a node and all nodes around it, nearest first."""
    above: Node | None = node
    while above:
        yield above
        above = above.parent


def _told(screen: Screen, but: Collection[str]) -> list[tuple[Node, str]]:
    """Return each node in front that has a text, but input fields and the elements with the ids in `but`."""
    left_out = [element.bounds for element in screen.elements if element.id in but]
    nodes = front(windows(screen.tree, screen.size), screen.size).nodes
    counted = (node for node in nodes if not node.editable and clip(node.bounds, screen.size) not in left_out)
    return [(node, text) for node in counted if (text := visible_words(node))]


def _in_list(node: Node) -> bool:
    return any(each.role in LISTS for each in upwards(node))


def _standing(screen: Screen, lists: bool) -> Iterator[tuple[Place, str]]:
    """Yield each such text with its places: role, resource-id and height, with its left edge, its middle and its right.

    One of them is the same for another text, however the texts are aligned. lists: as for `rewritings`.
    """
    for node in front(windows(screen.tree, screen.size), screen.size).nodes:
        text = "" if node.editable else visible_words(node)
        telling = (
            lasting(text)
            or is_day(text)
            or _AMOUNT.search(text)
            or _LONG.search(text)
            or codes(text)
            or as_heading(text) == screen.heading
        )
        counts = not any(map(takes_touches, upwards(node))) or (lists and _in_list(node))
        if text and telling and counts:
            left, top, right, _ = node.bounds
            middles = ((left + right) // 2, (left + right + 1) // 2)  # half a pixel is rounded to either side
            for edge in (("left", left), *(("middle", each) for each in middles), ("right", right)):
                yield (node.role, node.resource_id, top, *edge), text


def _of_another(text: str, other: str, *, heads: bool) -> bool:
    """Tell whether the numbers of two texts tell that they are about two things, and not about one that went on."""
    texts = [_BRACKETED.sub("", _timeless(each)) for each in (text, other)]
    pairs = list(zip(*map(_NUMBERED.finditer, texts), strict=False))
    for place, (one, two) in enumerate(pairs):
        behind_word, number, later = bool(one["word"]), one["number"], two["number"]
        named = behind_word or heads or (_LONG.match(number) and not _GROUPED.fullmatch(number))
        strict = heads and behind_word
        shared = not heads and _is_part(pairs[place : place + 2])
        if number != later and named and not shared and (strict or not counted_on(number, later)):
            return True
    return False


def _is_part(pairs: Sequence[tuple[re.Match[str], re.Match[str]]]) -> bool:
    """Tell whether the first of two numbers is a part of the second, which is the same as before: "12 of 140 files"."""
    if len(pairs) < 2:
        return False
    (part, now), (whole, still) = pairs
    return whole["number"] == still["number"] and all(
        int(_digits(each["number"])) <= int(_digits(whole["number"])) for each in (part, now)
    )


def _digits(number: str) -> str:
    """Return the digits of a number, as ASCII has them."""
    return "".join(str(int(sign)) for sign in number if sign.isdecimal())
