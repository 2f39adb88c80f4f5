r"""Find function calls in a model's text: where each begins, where it ends, and its arguments.

A call is first rewritten as plain Python, whatever quotation marks and brackets it has, with quotes inside quotes and
unquoted words. Then `ast` parses it. The rules are:

- A call begins its line if only signs of lists, bold text or code come before it. Otherwise it is inside a sentence.
- An argument in quotation marks ends at the quotation mark that `)` or another argument follows. So `text("say "hi"
now")` is parsed whole. An argument with an odd number of quotation marks inside is refused.
- Words without quotation marks are accepted too, unless they contain commas, brackets or quotation marks.
- Actions without arguments, and finish, need no brackets if they are alone on their line. Nor does finish if it is the
first sentence of its line.
- A call that is not closed is refused, because the reply may have been cut there.
"""

import ast
import re
from dataclasses import dataclass, replace
from functools import lru_cache

from appagent.actions.finish import Finish
from appagent.actions.parts.base import ACTIONS, KINDS, Action, params
from appagent.errors import ActionError


@dataclass(frozen=True)
class Call:
    """One function call as a model wrote it.

    name: the kind of the action, or the name as it was written if there is no such kind. positional: the values of the
    arguments without a name; all are str if the call was found in text, of any type if in JSON. keywords: the values of
    the arguments with a name, by that name. text: the call as it was written. end: the index in the text just after the
    call; 0 for a call in JSON. leads: True if the call begins its line, False if it is inside a sentence. joined: True
    if nothing but "and" or "then" stands between the previous call and this one.
    """

    name: str
    positional: tuple[object, ...]
    keywords: dict[str, object]
    text: str
    end: int = 0
    leads: bool = True
    joined: bool = True


def calls_in(text: str, *, labelled: bool = True) -> list[Call]:
    """Return the calls in a model's text, first the call to carry out; [] if the text only talks about calls.

    The first call that begins a line is the one to carry out. Later calls are returned too if they begin a line or
    follow on the same line.
    labelled: True if the text stands under a label that announces an action, such as "Action:".
    - If it is True and no call begins a line, the only call in the text is returned if it ends its line.
    - If it is False, a single call that begins a line counts as talk if there are words both on lines before it and on
    lines after it.
    Raises ActionError if a call cannot be parsed, or, if labelled is False, if several lines begin with a call and
    others do not, because it is not clear which call is meant.
    """
    calls = _scan(text)
    leading = [call for call in calls if call.leads]
    if not labelled and len(leading) == 1 and _words_around(text, leading[0]):
        return []
    if not labelled and 1 < len(leading) < sum(bool(line.strip()) for line in text.split("\n")):
        raise ActionError(f"which is meant, {leading[0].text[:40]} or {leading[1].text[:40]}? Write one action only")
    if not leading:
        return calls if labelled and len(calls) == 1 and _NOTHING_MORE.match(text, calls[0].end) else []
    first, *others = calls[calls.index(leading[0]) :]
    chosen = [first]
    for call in others:
        between = text[chosen[-1].end : call.end - len(call.text)]
        if call.leads or "\n" not in between:
            chosen.append(replace(call, joined=bool(_JOINING.fullmatch(between))))
    return chosen


def calls_alone(text: str) -> list[Call]:
    """Return the calls of known actions that are alone on their line and have brackets, in order; [] if there are none.

    If a call cannot be parsed, this call and all after it are left out.

    >>> [call.text for call in calls_alone("I used tap(2).\\n- tap(3)")]
    ['tap(3)']
    """
    try:
        calls = _scan(text)
    except ActionError:
        return []
    return [
        call
        for call in calls
        if call.leads and "(" in call.text and kind_of(call.name) in KINDS and _NOTHING_MORE.match(text, call.end)
    ]


def kind_of(name: str) -> str:
    """Return the kind of action that a name means; a name that means no action is returned unchanged.

    Upper and lower case, spaces, hyphens, underscores and whatever stands before a full stop make no difference:
    `longPress` and `device.long_press` both mean long_press.
    """
    last = name.rpartition(".")[2]
    return next((kind for kind in KINDS if _joined(kind) == _joined(last)), name)


def clean(text: str) -> str:
    r"""Replace each lone surrogate in a text by "�", because neither files nor phones accept one.

    A pair of surrogates becomes the one character that it encodes.
    """
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def skip_space(text: str, at: int) -> int:
    """Return the position of the first letter from `at` on that is no white space; the text's length if none is."""
    while at < len(text) and text[at].isspace():
        at += 1
    return at


# The marks that close a quotation, by the mark that opens it. Those of several letters come first, to be tried first.
_QUOTES = {mark: [mark] for mark in ('"""', "'''", '\\"', "\\'", '"', "'", "`", "＂", "＇")} | {
    opening: list(closing)
    for opening, closing in {
        "“": '”“"', "”": "”", "„": '“”"', "‟": "”", "‘": "’‘'", "’": "’", "‚": "‘’", "«": "»", "»": "«»", "「": "」",
        "『": "』", "《": "》", "〝": "〞〟",
    }.items()
}  # fmt: skip
_OPENER = re.compile("|".join(map(re.escape, _QUOTES)))
_APOSTROPHES = "'’‘＇"
_BRACKETS = {"(": ")）", "（": "）)", "[": "]", "［": "］]", "【": "】"}
_COMMA = "[,，、]"

_LEAD = r"^(?:[-*•>→▶=#`_(\[\"'“‘「【]|\d+[.)、]|[^\S\n]){0,24}"
_START = rf"""{_LEAD}(?:
            (?P<lead>(?:NAMES)(?=[(（[［【]|[^\S\n]+[(（][\d"'“”)）])|[A-Za-z_][\w.]*(?=\())[^\S\n]*[(（[［【]
          | (?P<bare>(?:BARE)(?=[^\w\n]*$)|finish(?=[*`]*[.!。！]))
        )
      | (?<![\w"'“‘«「『《])(?P<inline>NAMES)[(（[［【]"""
_KEYWORD = r"([A-Za-z_]\w*)\s*[=＝](?![=＝])\s*|(GIVEN)\s*[:：]\s*"
_AFTER_QUOTE = rf"\s*(?:[)）\]］】]|{_COMMA}\s*(?:[-\d]|{_OPENER.pattern}|(?:GIVEN)\s*[=＝:：]|\w+\s*[,，)）]))"
_WORDS = re.compile(r"\[\s*\d+\s*\]|(?:[\w \t.!?'’@+\-/&%$€#*°<>]|:(?=[\w/]))+")
_JOINING = re.compile(r"(?:[^\w]|\b(?:and|then|\d+(?=[.)]))\b)*", re.IGNORECASE)
_NOTHING_MORE = re.compile(r"[^\w\n]*$", re.MULTILINE)
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "\n": ""} | {mark: mark for mark in "\\/\"'`“”‘’"}


@lru_cache(maxsize=16)
def _compiled(pattern: str, actions: tuple[type[Action], ...]) -> re.Pattern[str]:
    """Compile a pattern after filling in the names of the actions and of their arguments.

    In the pattern, NAMES stands for the kinds of all actions, BARE for the kinds that can be called without brackets,
    and GIVEN for the names of all arguments.
    """
    bare = [cls for cls in actions if cls is Finish or not params(cls)]
    for word, listed in ("NAMES", actions), ("BARE", bare):
        kinds = sorted((cls.kind.replace("_", "[_ -]?") for cls in listed), key=len, reverse=True)
        pattern = pattern.replace(word, "|".join(kinds))
    given = {name for cls in actions for one in params(cls) for name in (one.name, *one.also)}
    return re.compile(pattern.replace("GIVEN", "|".join(sorted(given))), re.VERBOSE | re.MULTILINE | re.IGNORECASE)


def _known(pattern: str) -> re.Pattern[str]:
    """Compile a pattern that contains the argument names of all actions. Actions may be registered at any time."""
    return _compiled(pattern, tuple(ACTIONS))


def _scan(text: str) -> list[Call]:
    """Return all calls in a text, in order.

    If a call cannot be parsed, return the calls before it if one of them begins its line; otherwise raise ActionError.
    """
    calls: list[Call] = []
    at = 0
    while start := _known(_START).search(text, at):
        try:
            calls.append(_read(text, start))
        except ActionError:
            if any(call.leads for call in calls):
                break  # only the first call is carried out anyway
            raise
        at = calls[-1].end
    return calls


def _words_around(text: str, call: Call) -> bool:
    """Tell whether there are words both on the lines before a call and on the lines after it."""
    before, after = text[: call.end - len(call.text)].rpartition("\n")[0], text[call.end :].partition("\n")[2]
    return all(any(map(str.isalnum, words)) for words in (before, after))


def _joined(name: str) -> str:
    return re.sub("[_ -]", "", name.lower())


def _read(text: str, start: re.Match[str]) -> Call:
    """Return the call that begins at a match of `_START`. Raises ActionError if the call cannot be parsed."""
    name, leads = kind_of(start["lead"] or start["bare"] or start["inline"]), start["inline"] is None
    begin = start.start(start.lastgroup or 0)
    if start["bare"]:
        return Call(name, (), {}, start["bare"], start.end(), leads)
    arguments, end = _arguments(text, start.end(), begin)
    if _stray_bracket(text, end):
        raise ActionError(f"it is not clear where {_excerpt(text, begin)} ends; {_USE_QUOTES}")
    node = _parsed(f"{name.replace('.', '_')}({', '.join(arguments)})", text[begin:end])
    positional = tuple(ast.literal_eval(one) for one in node.args)
    keywords: dict[str, object] = {str(one.arg)[:-1]: ast.literal_eval(one.value) for one in node.keywords}
    if len(keywords) < len(node.keywords):
        raise ActionError(f"{_excerpt(text, begin)} gives one argument twice")
    return Call(name, positional, keywords, text[begin:end], end, leads)


def _parsed(source: str, written: str) -> ast.Call:
    try:
        node = ast.parse(source, mode="eval").body
    except SyntaxError as error:
        raise ActionError(f"{_excerpt(written, 0)} cannot be read: {error.msg}") from error
    if not isinstance(node, ast.Call):
        raise ActionError(f"{_excerpt(written, 0)} is not a function call")
    return node


def _stray_bracket(text: str, at: int) -> bool:
    """Tell whether the rest of the line has words and then a closing bracket that nothing opened.

    If so, this bracket may be the real end of the call.
    """
    rest = re.split(r"[\n(（]", text[at : at + 1000], maxsplit=1)[0].replace("）", ")")
    words, bracket, _ = rest.partition(")")
    return bool(bracket) and any(map(str.isalnum, words))


def _arguments(text: str, at: int, begin: int) -> tuple[list[str], int]:
    """Return the Python source of each argument of a call, and the index just after the closing bracket.

    at: the index just after the opening bracket. begin: the index at which the call begins, for messages.
    Raises ActionError if an argument cannot be parsed or the call is not closed.
    """
    closing, arguments = _BRACKETS[text[at - 1]], list[str]()
    while True:
        at = skip_space(text, at)
        if text[at : at + 1] in closing and at < len(text):
            return arguments, at + 1
        keyword = _known(_KEYWORD).match(text, at)
        at = keyword.end() if keyword else at
        value, at = _value(text, at, begin)
        name = (keyword[1] or keyword[2]).lower() if keyword else ""
        arguments.append(f"{name}_={value!r}" if name else repr(value))  # "from_", as "from" is a keyword
        at = skip_space(text, at)
        if at >= len(text):
            raise _unclosed(text, begin)
        if re.match(_COMMA, text[at]):
            at += 1
        elif text[at] not in closing:
            raise ActionError(f"{_excerpt(text, begin)} cannot be read from {text[at : at + 20]!r}; {_USE_QUOTES}")


def _value(text: str, at: int, begin: int) -> tuple[str, int]:
    """Return one argument as words without quotation marks, and the index just after the argument.

    at: the index at which the argument begins. begin: the index at which the call begins, for messages.
    Raises ActionError if the argument cannot be parsed.
    """
    if opener := _OPENER.match(text, at):
        return _quoted(text, opener, begin)
    if words := _WORDS.match(text, at):
        return words[0].strip(), words.end()
    if at >= len(text):
        raise _unclosed(text, begin)
    raise ActionError(f"{_excerpt(text, begin)} cannot be read from {text[at : at + 20]!r}; {_USE_QUOTES}")


def _quoted(text: str, opener: re.Match[str], begin: int) -> tuple[str, int]:
    """Return the string that begins at a quotation mark, with its escapes resolved, and the index just after its end.

    opener: the match of the opening quotation mark. begin: the index at which the call begins, for messages.
    Raises ActionError if the end of the string is missing or not clear.
    """
    at, inner = opener.end(), 0
    while at < len(text):
        closer = next((one for one in _QUOTES[opener[0]] if text.startswith(one, at)), None)
        if closer and _known(_AFTER_QUOTE).match(text, at + len(closer)):
            raw = text[opener.end() : at]
            if (inner % 2 and closer not in _APOSTROPHES) or (inner and "\n" in raw):
                raise ActionError(f"it is not clear where the text of {_excerpt(text, begin)} ends; {_USE_QUOTES}")
            return _ESCAPE.sub(_unescaped, raw), at + len(closer)
        inner += closer is not None
        at += len(closer) if closer else 2 if text[at] == "\\" else 1
    raise _unclosed(text, begin)


def _unescaped(found: re.Match[str]) -> str:
    code = found[1]
    if len(code) > 1:
        return chr(int(code[1:], 16))
    return _ESCAPED.get(code, found[0])


_USE_QUOTES = r"put text in double quotes, with \" for a quotation mark inside it and \n for a line break"


def _unclosed(text: str, begin: int) -> ActionError:
    return ActionError(
        f"{_excerpt(text, begin)} is not closed: the reply was cut short, "
        f"or a bracket or quotation mark is missing; {_USE_QUOTES}"
    )


def _excerpt(text: str, begin: int) -> str:
    return text[begin : begin + 40].partition("\n")[0]
