"""Replace names and the like in a task, which are no values of it, by slots whose value must stay the same."""

import re
from collections.abc import Collection
from dataclasses import replace
from itertools import count

from appagent.documents.private import likely_names, personal
from appagent.experience.plan import Plan
from appagent.experience.slots import quotations, shape, slots_in, spans_of, value_hash
from appagent.screen.language.lexicon import folded

_BETWEEN = re.compile(r"(\{\w+\})")  # slots, which stay as they are
_CAPITAL = re.compile(r"(?<=[\w,;:] )[^\W\d_a-z][\w'’-]+")  # a word after another one, with a capital letter if any
_NOUNS = ("de", "lb")  # languages in which every noun has a capital letter


def without_names(plan: Plan, seen: Collection[str] = ()) -> Plan:
    """Return a plan whose task says no names but those in its moves; others are slots among `Plan.held`.

    A name is a quotation, an address, a number of several digits, or words with capital letters that do not begin a
    sentence; in a language that writes all nouns so, two such words.
    seen: further names, of persons and things that the app showed.
    """
    said = {word for move in plan.moves for word in _words(move.words)}
    goal = folded(plan.goal)
    shown = [each for each in seen if folded(each) in goal]  # there may be thousands
    names = [each for each in [*shown, *_names(plan.goal, plan.locale)] if not said.issuperset(_words(each))]
    goal, held = masked(plan.goal, names, taken=[*plan.slots])
    return replace(
        plan, goal=goal, held=(*plan.held, *held),
        shapes={**plan.slots, **{name: shape(text) for name, text in held.items()}},
        shown={**(plan.shown or {}), **{name: value_hash(text) for name, text in held.items()}},
    )  # fmt: skip


def masked(goal: str, names: list[str], taken: list[str]) -> tuple[str, dict[str, str]]:
    """Return a task with slots in place of names, and the names by their slots. taken: names of slots that it has.

    >>> masked("Tell {who} that Anna Novak called", ["Anna Novak"], ["who"])
    ('Tell {who} that {name} called', {'name': 'Anna Novak'})
    """
    held: dict[str, str] = {}
    parts = _BETWEEN.split(goal)
    for text in sorted(dict.fromkeys(names), key=len, reverse=True):
        slot = next(each for n in count(1) if (each := f"name_{n}" if n > 1 else "name") not in {*taken, *held})
        found = [_replaced(part, text, "{" + slot + "}") for part in parts[::2]]
        if found != parts[::2]:
            held[slot] = text
            parts = _BETWEEN.split("".join(map("".join, zip(found, [*parts[1::2], ""], strict=True))))
    return "".join(parts), held


def likely_private(goal: str) -> list[str]:
    """Return what looks private in a task with slots: names of two words and more, addresses, numbers, quotations."""
    return [*(words for _, words in personal(goal)), *likely_names(goal), *filter(_is_text, quotations(goal))]


def _names(goal: str, locale: str) -> list[str]:
    single = [] if locale.startswith(_NOUNS) else _CAPITAL.findall(goal)
    return [*likely_private(goal), *(each for each in single if each[0].isupper())]


def _replaced(text: str, name: str, slot: str) -> str:
    for start, end in reversed(spans_of(name, text)):
        text = text[:start] + slot + text[end:]
    return text


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", folded(text))


def _is_text(quotation: str) -> bool:
    return not slots_in(quotation)
