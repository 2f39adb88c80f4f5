"""Turn a line that a person typed into the action that it means.

Such lines are `tap 3`, `3`, `tap "Wi-Fi"`, `long 3`, `type 4 milk and bread`, `type "Title" "milk" enter`, `back`,
`swipe 3 left long`, `launch Settings`, and every call as a model writes it. The line is rewritten as a call, which
`parse` then turns into an action.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import MISSING
from difflib import get_close_matches

from appagent.actions.calls.parser import parse
from appagent.actions.calls.syntax import kind_of
from appagent.actions.parts.base import ACTIONS, KINDS, Action, params
from appagent.actions.parts.description import name_of
from appagent.actions.tap import Tap
from appagent.errors import ActionError
from appagent.screen import Element, Screen
from appagent.screen.names.captions import caption
from appagent.screen.names.labels import PARTS

_CALL = re.compile(r"\w+(?:\(.*|\s*\(.*\)\s*)", re.DOTALL)  # also one that is not closed, so that `parse` says so
_QUOTED = r""""(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|“[^”]*”|「[^」]*」"""
_TOKEN = re.compile(rf"(?:{_QUOTED})(?!\S)|\S+")
_MOST_NAMED = 8  # elements that a message names


def typed(line: str, screen: Screen) -> Action:
    """Return the action that a line typed by a person means on the given screen.

    An element is named by its mark or by its words in quotation marks. After `tap` and `long` the quotation marks may
    be left out. Raises ActionError if there is no such action, or if not exactly one element has the words; the message
    says what would work.
    """
    if _CALL.fullmatch(line.strip()):
        return parse(line)
    kind, rest = _kind(_TOKEN.findall(line))
    return parse(f"{kind}({', '.join(_arguments(kind, rest, screen))})").as_typed(screen)


def _kind(tokens: list[str]) -> tuple[str, list[str]]:
    """Return the kind of action that the words of a line begin with, and the remaining words.

    If the first word is an element (a number or words in quotation marks), the kind is a tap and all words remain.
    Raises ActionError if the line begins with no known action.
    """
    also = {name: cls.kind for cls in ACTIONS for name in cls.also}
    if tokens and _is_element(tokens[0]):
        return Tap.kind, tokens
    for count in (2, 1):  # "long press 3", "tap cell 12"
        name = " ".join(tokens[:count]).lower()
        kind = kind_of(also.get(name, name))
        if kind in KINDS:
            return kind, tokens[count:]
    near = get_close_matches(name, (*KINDS, *also), 3)
    told = f"near it are {', '.join(near)}; " if near else ""
    raise ActionError(f"{name!r} is no action; {told}the line 'help' lists all, such as {Tap.example}")


def _arguments(kind: str, tokens: list[str], screen: Screen) -> list[str]:
    """Return the arguments of a call as they are written: first text, then the element, then switches.

    kind: the kind of the action. tokens: the words that follow the kind on the typed line. A switch is written like
    `clear=true`, the element like `element=3`.
    """
    wanted = params(next(cls for cls in ACTIONS if cls.kind == kind))
    mark = next((one.name for one in wanted if one.attribute == "mark"), "")
    free = [one for one in wanted if one.type is str]  # arguments that take any words
    flags = {one.name for one in wanted if one.type is bool}
    on = [token for number, token in enumerate(tokens) if token in flags and any(map(_is_quoted, tokens[:number]))]
    rest = [token for token in tokens if token not in on]
    given = [f"{name}=true" for name in on]
    if mark and len(wanted) == 1 and rest and not _is_element(rest[0]):  # tap Airplane mode
        return [f"{mark}={_mark(_quoted(' '.join(rest)), kind, screen)}"]
    needs_more = any(one.default is MISSING for one in free)
    if mark and rest and _is_element(rest[0]) and (len(rest) > 1 or not needs_more):
        given = [f"{mark}={_mark(rest[0], kind, screen)}", *given]
        rest = rest[1:]
    if free and rest:
        rest = [" ".join(rest)]
    return [*(token if _in_quotes(token) else _quoted(token) for token in rest), *given]


def _is_element(token: str) -> bool:
    return token.isdecimal() or _is_quoted(token)


def _is_quoted(token: str) -> bool:
    return re.fullmatch(_QUOTED, token) is not None


def _in_quotes(words: str) -> bool:
    """Tell whether words begin and end with a quotation mark.

    Quotation marks in between do not matter, because `parse` copes with them.
    """
    return (len(words) > 1 and words[0] == words[-1] == '"') or _is_quoted(words)


def _quoted(words: str) -> str:
    return json.dumps(words, ensure_ascii=False)


def _mark(token: str, kind: str, screen: Screen) -> int:
    """Return the mark of the one element that a token means.

    token: a mark, or words in quotation marks. kind: the kind of the action. With words, elements are looked for whose
    - text, hint or first part of the text is just these words; if there are none, whose
    - text has a part that is just these words; if there are none, whose
    - text or hint contains these words; if there are none, which has no name of its own, and whose
    - caption beside or above it is just these words, as for a slider.
    Of several, those that take this kind of action are preferred.
    Raises ActionError if no element has the words, or if several fit equally well.
    """
    if token.isdecimal():
        return int(token)
    wanted = token[1:-1].replace('\\"', '"').casefold().strip()
    for texts_of in (_names, _parts, _texts, lambda element: [caption(element, screen).casefold()]) if wanted else ():
        found = [element for element in screen.elements if wanted in texts_of(element)]
        found = [element for element in found if kind in element.actions] or found
        if len(found) == 1:
            return found[0].mark
        if found:
            raise ActionError(f"{token} may be {_listed(found)}; name it by its number")
    there = [element for element in screen.elements if element.text or element.hint]
    raise ActionError(f"no element on this screen says {token}; there are {_listed(there)}")


def _names(element: Element) -> list[str]:
    return [element.text.casefold(), element.hint.casefold(), _parts(element)[0]]


def _parts(element: Element) -> list[str]:
    return element.text.casefold().split(PARTS)


def _texts(element: Element) -> str:
    return f"{element.text}\n{element.hint}".casefold()


def _listed(elements: Sequence[Element]) -> str:
    named = [f"{element.mark} {name_of(element)}" for element in elements[:_MOST_NAMED]]
    more = ", and more" if len(elements) > _MOST_NAMED else ""
    return ", ".join(named) + more if named else "none that has words"
