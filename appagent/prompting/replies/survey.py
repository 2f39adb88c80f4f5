"""Parse a model's reply about one screen: what its elements do, what to try next, and its judgement of past actions."""

import re
from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from appagent.actions import KINDS, Action
from appagent.actions.calls.objects import calls_of
from appagent.actions.calls.parser import to_action
from appagent.actions.calls.syntax import Call, calls_in
from appagent.errors import ActionError
from appagent.foreign import json_object
from appagent.models.base import LONGEST_REPLY
from appagent.prompting.replies.reply import CUT_OFF, DECISIONS
from appagent.prompting.replies.sections import MOST_SAID, set_thinking_aside

TRIES = ("tap", "text", "long_press", "double_tap", "swipe", "drag")  # kinds of action that the model may propose
_MOST = 60  # most sentences and judgements of a reply
_MOST_TRIES = 6
_LONGEST, _LONGEST_LINE = 300, 1_000  # letters of one sentence, and of a whole line
_LAST = 999  # the highest mark of a range
_MARKS = r"\d{1,4}(?:\s*(?:,|;|&|\band\b|\bto\b|-|–)\s*\d{1,4})*"
_LINE = re.compile(
    rf"^(?:[-•]\s*)?(?:marks?\s+)?({_MARKS})\s*[,(]?\s*([a-z]+(?:[_ ][a-z]+)?)?\)?\s*[:：]\s*(\S.*)$", re.I
)
_RANGE = re.compile(r"(\d+)\s*(?:-|–|\bto\b)\s*(\d+)", re.I)
_NOTHING = re.compile(r"^\W*(?:none|nothing)\b", re.I | re.M)


@dataclass(frozen=True)
class Sentence:
    """Sentence on what some elements do.

    marks: the marks of the elements; several if they do the same. action: the kind of action that does it, such as
    "tap"; "" for the usual one. text: the sentence.
    """

    marks: tuple[int, ...]
    action: str
    text: str


@dataclass(frozen=True)
class Judged:
    """Judgement of an action that was carried out before.

    mark: the mark of its element. action: its kind, such as "tap"; "" for the usual one. decision: one of DECISIONS,
    such as "BACK".
    """

    mark: int
    action: str
    decision: str


@dataclass(frozen=True)
class Survey:
    """Reply of a model about one screen. tries: the actions that it proposes, with marks of that screen."""

    sentences: tuple[Sentence, ...] = ()
    tries: tuple[Action, ...] = ()
    judged: tuple[Judged, ...] = ()


def whole(text: str, finish_reason: str) -> str:
    r"""Return a reply without its thinking, and without its last line if it ran out of tokens.

    finish_reason: why the endpoint ended the reply; "length" and "max_tokens" mean that it ran out of tokens.

    >>> whole("3: Begins a note.\n4: Op", "length")
    '3: Begins a note.'
    """
    said = set_thinking_aside(text[:LONGEST_REPLY]).text.strip()
    return said.rpartition("\n")[0] if finish_reason in CUT_OFF else said


def read_survey(text: str, marks: Collection[int]) -> Survey:
    r"""Parse a reply about one screen, in lines or in JSON. text: the reply, as `whole` returns it.

    marks: the marks of the screen; lines about others are ignored. Raises ActionError, which tells the model what to
    write, if no part of the reply can be used.

    >>> read = read_survey("3: Begins a note.\n4-6 tap: Opens it.\ntry: long_press(4)\n7: BACK", range(1, 9))
    >>> read.sentences[1], read.tries
    (Sentence(marks=(4, 5, 6), action='tap', text='Opens it.'), (LongPress(mark=4),))
    >>> read.judged
    (Judged(mark=7, action='', decision='BACK'),)
    """
    inside = re.sub(r"^```\w*\n|\n```$", "", text[:MOST_SAID])
    found = json_object(inside)
    if found is not None:
        told, calls = list(_of_json(found)), _calls(found.get("try"))
    elif inside.startswith("{"):
        raise ActionError("the JSON is cut short or malformed; write all of it, and more briefly")
    else:
        told, calls = _of_lines(inside.split("\n"))
    kept = [(tuple(each for each in of if each in marks), kind, words) for of, kind, words in told[:_MOST]]
    kept = [each for each in kept if each[0] and each[2]]
    sentences = tuple(Sentence(*each) for each in kept if each[2] not in DECISIONS)
    judged = tuple(Judged(of[0], kind, decision) for of, kind, decision in kept if decision in DECISIONS)
    survey = Survey(sentences, tuple(_actions(calls, marks)), judged)
    if survey == Survey() and not (found or _NOTHING.search(inside)):
        raise ActionError("no line of the reply can be read; write lines such as 3: Begins a new recipe.")
    return survey


def _of_lines(lines: list[str]) -> tuple[list[tuple[list[int], str, str]], list[Call]]:
    """Parse lines: return (marks, action, sentence or decision) for each, and the calls in all other lines."""
    told: list[tuple[list[int], str, str]] = []
    calls: list[Call] = []
    for line in lines[: 4 * _MOST]:
        plain = line[:_LONGEST_LINE].replace("*", "").replace("`", "").strip()
        if found := _LINE.match(plain):
            told.append((_marks(found[1]), _kind(found[2] or ""), _words(found[3])))
        else:
            with suppress(ActionError):
                calls += calls_in(line.replace("`", ""))
    return told, calls


def _of_json(found: dict[str, Any]) -> Iterator[tuple[list[int], str, str]]:
    for each in _objects(found.get("elements")):
        marks = each.get("marks", each.get("mark"))
        yield (
            _numbers(marks if isinstance(marks, list) else [marks]),
            _kind(str(each.get("action") or "")),
            _words(str(each.get("sentence") or "")),
        )
    for each in _objects(found.get("judged")):
        yield _numbers([each.get("mark")]), _kind(str(each.get("action") or "")), _words(str(each.get("decision")))


def _numbers(values: list[object]) -> list[int]:
    return [each for each in values if isinstance(each, int) and not isinstance(each, bool)]


def _objects(value: object) -> list[dict[str, Any]]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def _calls(value: object) -> list[Call]:
    with suppress(ActionError):
        return calls_of(value)
    return []


def _actions(calls: list[Call], marks: Collection[int]) -> Iterator[Action]:
    for call in calls[:_MOST_TRIES]:
        with suppress(ActionError):
            action = to_action(call, TRIES)
            if action.marked in marks and action.end_mark in {None, *marks}:
                yield action


def _marks(words: str) -> list[int]:
    """Return the numbers of a list such as "4, 6-8 and 9"."""
    spread = _RANGE.sub(lambda each: ",".join(map(str, range(int(each[1]), min(int(each[2]), _LAST) + 1))), words)
    return list(dict.fromkeys(map(int, re.findall(r"\d+", spread))))


def _kind(words: str) -> str:
    kind = words.lower().replace(" ", "_")
    return kind if kind in KINDS else ""


def _words(text: str) -> str:
    """Return a decision unchanged, or a sentence with a full stop added; "" if the sentence is too long."""
    found = text.strip(' *"').removesuffix(".")
    return found if found in DECISIONS else f"{found}." if found and len(found) <= _LONGEST else ""
