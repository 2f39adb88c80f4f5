"""Find calls in replies of other dialects: calls with named arguments as in Python, and calls in JSON."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from appagent.actions.calls.objects import decoded
from appagent.errors import ActionError

_KEY = re.compile(r"\s*,?\s*([A-Za-z_]\w*)\s*=\s*")
_END = re.compile(r"\s*,?\s*\)")
_PLAIN = re.compile(r"[^,()\[\]\"'\n]+")
_CLOSES = re.compile(r"\s*(?:,?\s*\)|,\s*[A-Za-z_]\w*\s*=)")  # what follows the end of a quoted argument
_BOX = re.compile(r"\[[^\[\]\n]*\]|\([^()\n]*\)|<\|box_start\|>[^\n]*?<\|box_end\|>|<(point|bbox)>[^\n]*?</\1>")
_THINKING = re.compile(r"<(think|thinking)>(.*?)</\1>", re.DOTALL | re.IGNORECASE)
_UNCLOSED = re.compile(r"<(think|thinking)>(.*?)(?=<answer>|<tool_call>|\Z)", re.DOTALL | re.IGNORECASE)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}
_MOST_CALLS = 20
_SHOWN = 60


@dataclass(frozen=True)
class Named:
    """One call with named arguments.

    text: the call as the model wrote it. given: its arguments by name, all as text.
    """

    name: str
    given: dict[str, str]
    text: str

    def need(self, name: str, *others: str) -> str:
        """Return the first of these arguments that the call has. Raises ActionError if it has none of them."""
        for one in (name, *others):
            if one in self.given:
                return self.given[one]
        raise ActionError(f"{self.text[:_SHOWN]} lacks {name}=")


def named_calls(text: str, names: Iterable[str], most: int = _MOST_CALLS) -> list[Named]:
    """Return the calls of certain functions in a text, in order, such as `click(start_box='(500,130)')`.

    names: the functions. most: how many calls are looked for. A quoted argument ends at the quotation mark before `)`
    or before the next argument, so it may contain quotation marks itself. Raises ActionError if the first call is cut
    short or malformed.
    """
    begins = re.compile(rf"(?<![\w.])({'|'.join(map(re.escape, names))})\s*\(")
    found: list[Named] = []
    at = 0
    while len(found) < most and (start := begins.search(text, at)):
        try:
            given, at = _arguments(text, start.end(), start.start())
        except ActionError:
            if found:
                break  # only the first is carried out anyway
            raise
        found.append(Named(start[1], given, text[start.start() : at]))
    return found


def json_call(text: str) -> tuple[dict[str, Any], int]:
    """Return the first JSON object in a text, and the index after it.

    Raises ActionError if there is none, or if it is cut short, malformed, or gives one key two values.
    """
    start = text.find("{")
    if start < 0:
        raise ActionError("the reply has no call in JSON")
    try:
        return decoded(text, start)
    except ValueError as error:
        raise ActionError(
            f"the JSON of the call is cut short or malformed ({str(error)[:100]}); write it whole"
        ) from None


def tagged(text: str, *tags: str) -> str | None:
    """Return the text inside the first of these tags that the text has, as in `<answer>...</answer>`, or None.

    The text of a tag that is never closed runs to the end.
    """
    for tag in tags:
        if found := re.search(rf"<{tag}>(.*?)(?:</{tag}>|\Z)", text, re.DOTALL | re.IGNORECASE):
            return found[1].strip()
    return None


def after_thinking(text: str) -> tuple[str, str]:
    """Split a reply into its thinking ("" if it has none) and the rest.

    Thinking is the text in `<think>` or `<thinking>`, or all text before a `</think>` that was never opened. Thinking
    that is never closed ends where the answer or the call begins.
    """
    if found := _THINKING.search(text) or _UNCLOSED.search(text):
        return found[2].strip(), f"{text[: found.start()]}{text[found.end() :]}".strip()
    before, closed, after = text.rpartition("</think>")
    return (before.strip(), after.strip()) if closed else ("", text.strip())


def _arguments(text: str, at: int, begin: int) -> tuple[dict[str, str], int]:
    given: dict[str, str] = {}
    while not (end := _END.match(text, at)):
        key = _KEY.match(text, at)
        if not key:
            raise _unreadable(text, begin)
        value, at = _value(text, key.end(), begin)
        if given.setdefault(key[1], value) != value:
            raise ActionError(f"{text[begin : begin + _SHOWN]} gives {key[1]} twice")
    return given, end.end()


def _value(text: str, at: int, begin: int) -> tuple[str, int]:
    quote = text[at : at + 1]
    if quote in ("'", '"') and quote:
        place = at + 1
        while (place := text.find(quote, place)) >= 0:
            escaped = (len(text[:place]) - len(text[:place].rstrip("\\"))) % 2
            if not escaped and _CLOSES.match(text, place + 1):
                raw = text[at + 1 : place]
                return re.sub(r"\\(.)", lambda found: _ESCAPES.get(found[1], found[1]), raw, flags=re.DOTALL), place + 1
            place += 1
        raise _unreadable(text, begin)
    found = _BOX.match(text, at) or _PLAIN.match(text, at)
    if not found:
        raise _unreadable(text, begin)
    return found[0].strip(), found.end()


def _unreadable(text: str, begin: int) -> ActionError:
    line = text[begin : begin + _SHOWN].partition("\n")[0]
    return ActionError(f"{line} cannot be read: it is cut short, or a quotation mark, bracket or name= is missing")
