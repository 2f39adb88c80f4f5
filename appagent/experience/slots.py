"""Replace words of a task by slots such as "{name}", because they may be others the next time."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from appagent.errors import UsageError
from appagent.screen.elements.identity import hashed
from appagent.screen.language.dates import UNSPACED
from appagent.screen.language.lexicon import ALL, IT, folded, listed
from appagent.screen.texts.wording import one_line

QUOTES = "'\"“”„‘’‚«»‹›「」『』`"
_SLOT = re.compile(r"\{\{|\}\}|\{(\w+)\}")
_ANY_CASE = 3  # letters from which a value is found in whatever case it is written
_STRETCH = 1  # letters by which a value without spaces may be longer or shorter than the one that was shown
_HASH = 4  # letters
_LONGEST = 500  # letters of a value
_END = " .!?。！？"  # of a task, which says nothing
_SPACED = re.compile(rf"[^\W{UNSPACED.pattern[1:-1]}]")  # a letter or digit of a script that puts blanks between words


@dataclass(frozen=True)
class Alignment:
    """Task with its slots.

    goal: the task, with slots in braces.
    quoted: names of the slots in quotation marks.
    """

    goal: str
    values: Mapping[str, str]
    quoted: tuple[str, ...] = ()


def aligned(goal: str, used: Iterable[tuple[str, str]]) -> Alignment:
    """Replace the words of a task that were typed or chosen by slots.

    used: pairs (value, name for its slot), in the order of the actions. A value that is not in the task gets no slot.

    >>> aligned("Create a note titled 'Milk'", [("Milk", "title"), ("2 l", "text")])
    Alignment(goal="Create a note titled '{title}'", values={'title': 'Milk'}, quoted=('title',))
    """
    goal = one_line(goal)
    names: dict[str, str] = {}
    for value, name in used:
        value = one_line(value)
        if value and value not in names and spans_of(value, goal):
            names[value] = _free_name(name, names.values())
    pattern = templated(goal, {name: value for value, name in names.items()})
    found = slots_in(pattern)
    values = {name: value for value, name in names.items() if name in found}
    marks = re.escape(QUOTES)
    quoted = [name for name in values if re.search(rf"[{marks}]\{{{name}\}}[{marks}]", pattern)]
    return Alignment(pattern, values, tuple(quoted))


def templated(text: str, values: Mapping[str, str]) -> str:
    """Replace values that are whole words of a text by their slots.

    values: by the name of the slot.

    >>> templated("Call Ana?", {"name": "Ana"}), templated("Anas", {"name": "Ana"})
    ('Call {name}?', 'Anas')
    """
    spans: list[tuple[int, int, str]] = []
    for name, value in sorted(values.items(), key=lambda each: -len(each[1])):
        for start, end in spans_of(value, text):
            if not any(start < stop and begin < end for begin, stop, _ in spans):
                spans.append((start, end, name))
    parts, at = list[str](), 0
    for start, end, name in sorted(spans):
        parts += [literal(text[at:start]), "{" + name + "}"]
        at = end
    return "".join([*parts, literal(text[at:])])


def literal(text: str) -> str:
    """Escape the braces in a text, so that `fill_slots` returns the text unchanged."""
    return text.replace("{", "{{").replace("}", "}}")


def fill_slots(template: str, values: Mapping[str, str]) -> str:
    """Replace the slots in a text by their values. Raises UsageError if a slot has no value.

    >>> fill_slots("Call {name} {{now}}", {"name": "Ana"})
    'Call Ana {now}'
    """

    def value(found: re.Match[str]) -> str:
        if found[1] is None:
            return found[0][0]
        if found[1] not in values:
            raise UsageError(f"the slot {found[1]!r} has no value; give it with --set {found[1]}=VALUE")
        return values[found[1]]

    return _SLOT.sub(value, template)


def fill_known(template: str, values: Mapping[str, str], unknown: str = "{{{}}}") -> str:
    """Replace the slots in a text by their values, and those without a value by their names, as `unknown` has it.

    >>> fill_known("Tell {who} at {time}", {"who": "Ana"}), fill_known("Tell {who}", {}, "<{}>")
    ('Tell Ana at {time}', 'Tell <who>')
    """
    return fill_slots(template, {name: values.get(name, unknown.format(name)) for name in slots_in(template)})


def without_slots(template: str) -> str:
    """Return a text with blanks in place of its slots.

    >>> without_slots("Call {name} now")
    'Call   now'
    """
    return fill_slots(template, dict.fromkeys(slots_in(template), " "))


def renamed(template: str, names: Mapping[str, str]) -> str:
    """Rename slots in a text. names: the new names by old name.

    >>> renamed("Call {name_1} {{name_1}}", {"name_1": "name"})
    'Call {name} {{name_1}}'
    """
    return _SLOT.sub(lambda found: "{" + names[found[1]] + "}" if found[1] in names else found[0], template)


def slots_in(template: str) -> list[str]:
    """Return the names of the slots in a text, in order."""
    return [found[1] for found in _SLOT.finditer(template) if found[1]]


def shape(value: str) -> str:
    """Return the shape of a value: "x" in place of each letter and "9" in place of each digit.

    >>> shape("Ana, at 5 pm")
    'xxx, xx 9 xx'
    """
    return "".join("9" if c.isdigit() else "x" if c.isalpha() else c for c in value)


def value_hash(value: str) -> str:
    """Return a hash of a value, too short to find the value by."""
    return hashed(folded(value))[:_HASH]


def bound(
    pattern: str,
    shapes: Mapping[str, str],
    quoted: Sequence[str],
    goal: str,
    lists: Mapping[str, str] = {},
    shown: Mapping[str, str] = {},
) -> dict[str, str] | None:
    """Match a goal with a task that has slots. Return the values of the slots; None if they do not match.

    shapes: the shape of each slot's value, from `shape`.
    quoted: names of the slots in quotation marks.
    lists: for each slot that takes a list of values, the word before the last item; see `items`.
    shown: hashes of the values that the slots had, from `value_hash`.
    All other words must be equal. A value in quotation marks may be any text without quotation marks. Any other value
    must have the shape that it had before: as many words, and digits only if it had some. So "Ana" may become "Ben",
    but not "Ana and Ben". It must name something, which "all" and "it" do not. Where slots stand side by side, and the
    words there can be split among them in several ways, they must be the same words as before.

    >>> bound("Call {name}", {"name": "xxx"}, (), "call Ben"), bound("Call {name}", {"name": "xxx"}, (), "Call Ben now")
    ({'name': 'Ben'}, None)
    """
    found = re.fullmatch(_pattern(pattern, shapes, quoted, lists), one_line(goal).strip(_END), re.IGNORECASE)
    if found is None:
        return None
    values = {name: found[name] for name in slots_in(pattern)}
    for run in (run for run in _side_by_side(pattern) if not {*run} <= {*quoted}):
        text = found.string[found.start(run[0]) : found.end(run[-1])]
        split = _split(text, [(shapes.get(name, ""), shown.get(name, "")) for name in run])
        if split is None:
            return None
        values |= dict(zip(run, split, strict=True))
    each = [
        (name, one) for name, told in values.items() for one in (items(told, lists[name]) if name in lists else [told])
    ]
    fits = all(name in quoted or _fits_slot(shapes.get(name, ""), value) for name, value in each)
    return values if fits and all(0 < len(value) <= _LONGEST for value in values.values()) else None


def items(text: str, word: str) -> list[str]:
    """Split a list in words into its items.

    word: the word that may stand before the last item, such as "and".

    >>> items("Ana, Ben and Cleo", "and"), items("'Salt, pepper' and 'Jam'", "and")
    (['Ana', 'Ben', 'Cleo'], ['Salt, pepper', 'Jam'])
    """
    gap = r"\s*" if UNSPACED.search(word) else r"\s+"
    last = rf"|{gap}{re.escape(word)}{gap}" if word else ""
    between = rf"(?:\s*[,;、，]\s*(?:{re.escape(word)}{gap})?{last})"
    marks = f"[{re.escape(QUOTES)}]"
    quoted = rf"(?<=\w){marks}{between}{marks}(?=\w)"
    parts = re.split(quoted if re.search(quoted, text) else between, text.strip(f" {QUOTES}"), flags=re.IGNORECASE)
    return [part.strip(f" {QUOTES}") for part in parts if part.strip(f" {QUOTES}")]


def quotations(goal: str) -> list[str]:
    """Return the parts of a task that are in quotation marks.

    >>> quotations("Rename the note 'Rock' to “Jazz”")
    ['Rock', 'Jazz']
    """
    marks = re.escape(QUOTES)
    return re.findall(rf"(?<!\w)[{marks}]([^{marks}]+)[{marks}](?!\w)", goal)


def _pattern(pattern: str, shapes: Mapping[str, str], quoted: Sequence[str], lists: Collection[str]) -> str:
    parts, at, met = list[str](), 0, set[str]()
    pattern = one_line(pattern).strip(_END)
    for found in _SLOT.finditer(pattern):
        parts.append(_spaced(pattern[at : found.start()]))
        at = found.end()
        if found[1] is None:
            parts.append(re.escape(found[0][0]))
        elif found[1] in met:
            parts.append(f"(?P={found[1]})")
        else:
            met.add(found[1])
            one = rf"[^{re.escape(QUOTES)}]+?" if found[1] in quoted else _words(shapes.get(found[1], ""))
            inner = ".+?" if found[1] in lists else one
            parts.append(f"(?P<{found[1]}>{inner})")
    return "".join([*parts, _spaced(pattern[at:])])


def _spaced(text: str) -> str:
    """Return a regular expression for the words of a text; blanks and quotation marks may be of any kind."""
    said = r"\s+".join(map(re.escape, re.split(r"\s+", text)))
    return re.sub(rf"\\?[{re.escape(QUOTES)}]", lambda _: f"[{re.escape(QUOTES)}]", said)


def _words(shown: str) -> str:
    """Return a regular expression that matches as many words as the text `shown` has, without quotation marks."""
    return r"\s+".join([rf"[^\s{re.escape(QUOTES)}]+?"] * max(1, len(shown.split())))


def _side_by_side(pattern: str) -> list[list[str]]:
    """Return the runs of slots in a task between which there are only blanks.

    >>> _side_by_side("Note on {who} {text} at {time}")
    [['who', 'text']]
    """
    runs, end = list[list[str]](), -1
    for found in _SLOT.finditer(pattern):
        beside = found[1] and runs and end >= 0 and not pattern[end : found.start()].strip()
        if found[1]:
            runs = [*runs[:-1], [*runs[-1], found[1]]] if beside else [*runs, [found[1]]]
        end = found.end() if found[1] else -1
    return [run for run in runs if len({*run}) == len(run) > 1]


def _split(text: str, slots: Sequence[tuple[str, str]]) -> list[str] | None:
    """Split a text into the values of slots side by side; None if that is possible in several ways, or in none.

    slots: shape and hash of each slot's value, as it was. The values that it had are found in any case.
    """
    ends = [found.end() for found in re.finditer(rf"{UNSPACED.pattern}|[^\s{UNSPACED.pattern[1:-1]}]+", text)]

    def ways(start: int, left: Sequence[tuple[str, str]], same: bool) -> Iterator[list[str]]:
        for end in ends if len(left) > 1 else ends[-1:]:
            part = text[start:end].strip()
            fits = value_hash(part) == left[0][1] if same else _has_signs_of(left[0][0], shape(part))
            if end > start and fits:
                yield from ([part, *rest] for rest in (ways(end, left[1:], same) if left[1:] else [[]]))

    shown, found = list(islice(ways(0, slots, True), 1)), list(islice(ways(0, slots, False), 2))
    return shown[0] if shown else found[0] if len(found) == 1 else None


def _fits_slot(shown: str, value: str) -> bool:
    """Tell whether a value names something and is built about as the one with the shape `shown` was."""
    text = folded(value)
    together = any(text.startswith(word) for word in listed(ALL) if UNSPACED.match(word))
    unnamed = together or text in listed(IT) or text.partition(" ")[0] in listed(ALL)
    return _built_alike(shown, value) and not unnamed


def _has_signs_of(shown: str, mine: str) -> bool:
    """Tell whether the shape of a value has letters, and digits, just if another shape has some."""
    return all((sign in shown) == (sign in mine) for sign in "x9")


def _built_alike(shown: str, value: str) -> bool:
    """Tell whether a value has about the shape of an earlier one: as many words, and digits only if that had some.

    A text in a script without spaces must be about as long.
    """
    mine = shape(value)
    if len(mine.split()) != len(shown.split()) and shown:
        return False
    if not _has_signs_of(shown, mine):
        return False
    marks = [re.sub(r"[x9\s]", "", each) for each in (shown, mine)]
    if not set(marks[1]) <= set(marks[0] + "-'’.:"):
        return False
    return not UNSPACED.search(value) or abs(len(mine) - len(shown)) <= _STRETCH


def spans_of(value: str, text: str) -> list[tuple[int, int]]:
    """Return where a value stands in a text as whole words, as pairs (start, end). Case counts only if it is short."""
    value = one_line(value)
    if not value:
        return []
    flags = re.IGNORECASE if len(value) >= _ANY_CASE else 0
    before, after = (edge.isalnum() and not UNSPACED.match(edge) for edge in (value[0], value[-1]))
    written, spans, at = re.compile(re.escape(value), flags), list[tuple[int, int]](), 0
    while found := written.search(text, at):
        start, end = found.span()
        inside = (before and _SPACED.match(text[start - 1 : start])) or (after and _SPACED.match(text[end : end + 1]))
        spans += [] if inside else [(start, end)]
        at = start + 1 if inside else end
    return spans


def _free_name(wanted: str, taken: Iterable[str]) -> str:
    name = re.sub(r"\W+", "_", folded(wanted)).strip("_")[:24] or "value"
    name = name if not name[0].isdigit() else f"value_{name}"
    used = set(taken)
    return next(each for each in (name, *(f"{name}_{n}" for n in range(2, 100))) if each not in used)
