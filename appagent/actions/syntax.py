r"""Function calls in a model's text: where they begin, where they end, and their arguments.

A call is rewritten as plain Python first (any quotation marks and brackets, quotes within quotes,
unquoted words) and then read by `ast`. The rules:

- A call leads its line, after list, bold and code markers, or stands in prose.
- An argument in quotation marks ends at the mark that `)` or another argument follows, so that
  `text("say "hi" now")` is read whole. An odd number of such inner marks is refused.
- Words without quotation marks are read too, unless they hold commas, brackets or quotation marks.
- Actions without arguments, and finish, need no brackets where they are alone on their line, nor has finish where
  it is the line's first sentence.
- A call that is not closed is refused: the reply may have been cut there.
"""

import ast
import re
from dataclasses import dataclass
from functools import lru_cache

from appagent.actions.base import ACTIONS, KINDS, Action, params
from appagent.actions.finish import Finish
from appagent.errors import ActionError


@dataclass(frozen=True)
class Call:
    """One call as it was written."""

    name: str  # a kind, or what was written where there is no such kind
    positional: tuple[object, ...]  # words as str, whatever they stand for; from JSON any value
    keywords: dict[str, object]
    text: str
    end: int = 0  # where it ends in the text it was found in
    leads: bool = True  # it begins its line


def calls_in(text: str, *, labelled: bool = True) -> list[Call]:
    """Return the calls in a text, the one to carry out first; [] where it is prose.

    That is the first one to lead its line, or else, in a text that a label says is an action, the only
    one, at its line's end and in no quotation marks. Without a label either every line is a call or one line
    only begins with one, the first or the last.
    Raises ActionError if it is not clear which one is meant, or if it cannot be read.
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
        if call.leads or "\n" not in text[chosen[-1].end : call.end]:
            chosen.append(call)
    return chosen


def calls_alone(text: str) -> list[Call]:
    """Return the calls of known functions, each the only thing on its line, up to one that cannot be read.

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
    """Return the kind that a name means whatever its case and joints: `longPress` is long_press, others stay."""
    last = name.rpartition(".")[2]
    return next((kind for kind in KINDS if _joined(kind) == _joined(last)), name)


def clean(text: str) -> str:
    r"""Drop lone surrogates, which no file and no phone takes; pairs of them become one character."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


_QUOTES = {
    '"""': ('"""',),
    "'''": ("'''",),
    '\\"': ('\\"',),
    "\\'": ("\\'",),
    '"': ('"',),
    "'": ("'",),
    "`": ("`",),
    "“": ("”", "“", '"'),
    "”": ("”",),
    "„": ("“", "”", '"'),
    "‟": ("”",),
    "‘": ("’", "‘", "'"),
    "’": ("’",),
    "‚": ("‘", "’"),
    "«": ("»",),
    "»": ("«", "»"),
    "「": ("」",),
    "『": ("』",),
    "《": ("》",),
    "＂": ("＂",),
    "＇": ("＇",),
    "〝": ("〞", "〟"),
}
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
_NOTHING_MORE = re.compile(r"[^\w\n]*$", re.MULTILINE)
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "\n": ""} | {mark: mark for mark in "\\/\"'`“”‘’"}


@lru_cache(maxsize=16)
def _compiled(pattern: str, actions: tuple[type[Action], ...]) -> re.Pattern[str]:
    """Put the names of actions and of their arguments into a pattern that waits for them."""
    bare = [cls for cls in actions if cls is Finish or not params(cls)]
    for word, listed in ("NAMES", actions), ("BARE", bare):
        kinds = sorted((cls.kind.replace("_", "[_ -]?") for cls in listed), key=len, reverse=True)
        pattern = pattern.replace(word, "|".join(kinds))
    given = {name for cls in actions for one in params(cls) for name in (one.name, *one.also)}
    return re.compile(pattern.replace("GIVEN", "|".join(sorted(given))), re.VERBOSE | re.MULTILINE | re.IGNORECASE)


def _known(pattern: str) -> re.Pattern[str]:
    """Return a pattern for the actions that are known by now: some may have been registered since."""
    return _compiled(pattern, tuple(ACTIONS))


def _scan(text: str) -> list[Call]:
    """Find all calls, in order. Raises ActionError if one cannot be read and none before has led its line."""
    calls: list[Call] = []
    at = 0
    while start := _known(_START).search(text, at):
        try:
            calls.append(_read(text, start))
        except ActionError:
            if any(call.leads for call in calls):
                break  # what comes after the first is not carried out anyway
            raise
        at = calls[-1].end
    return calls


def _words_around(text: str, call: Call) -> bool:
    """Tell whether lines with words stand both before a call's and after it."""
    before, after = text[: call.end - len(call.text)].rpartition("\n")[0], text[call.end :].partition("\n")[2]
    return all(any(map(str.isalnum, words)) for words in (before, after))


def _joined(name: str) -> str:
    return re.sub("[_ -]", "", name.lower())


def _read(text: str, start: re.Match[str]) -> Call:
    """Read the call that begins at a match of `_START`."""
    name, leads = kind_of(start["lead"] or start["bare"] or start["inline"]), start["inline"] is None
    begin = start.start(start.lastgroup or 0)
    if start["bare"]:
        return Call(name, (), {}, start["bare"], start.end(), leads)
    arguments, end = _arguments(text, start.end(), begin)
    if _stray_bracket(text, end):
        raise ActionError(f"it is not clear where {_excerpt(text, begin)} ends; {_USE_QUOTES}")
    node = _parsed(f"{name.replace('.', '_')}({', '.join(arguments)})", text[begin:end])
    positional = tuple(ast.literal_eval(one) for one in node.args)
    keywords: dict[str, object] = {str(one.arg): ast.literal_eval(one.value) for one in node.keywords}
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
    """Tell whether words and then a bracket that nothing opened follow on the line: it may be the call's own."""
    rest = re.split(r"[\n(（]", text[at : at + 1000], maxsplit=1)[0].replace("）", ")")
    words, bracket, _ = rest.partition(")")
    return bool(bracket) and any(map(str.isalnum, words))


def _arguments(text: str, at: int, begin: int) -> tuple[list[str], int]:
    """Return the Python source of each argument, and where the closing bracket ends."""
    closing, arguments = _BRACKETS[text[at - 1]], list[str]()
    while True:
        at = _skip_space(text, at)
        if text[at : at + 1] in closing and at < len(text):
            return arguments, at + 1
        keyword = _known(_KEYWORD).match(text, at)
        at = keyword.end() if keyword else at
        value, at = _value(text, at, begin)
        name = (keyword[1] or keyword[2]).lower() if keyword else ""
        arguments.append(f"{name}={value!r}" if name else repr(value))
        at = _skip_space(text, at)
        if at >= len(text):
            raise _unclosed(text, begin)
        if re.match(_COMMA, text[at]):
            at += 1
        elif text[at] not in closing:
            raise ActionError(f"{_excerpt(text, begin)} cannot be read from {text[at : at + 20]!r}; {_USE_QUOTES}")


def _value(text: str, at: int, begin: int) -> tuple[str, int]:
    """Return one argument's words, and where they end."""
    if opener := _OPENER.match(text, at):
        return _quoted(text, opener, begin)
    if words := _WORDS.match(text, at):
        return words[0].strip(), words.end()
    if at >= len(text):
        raise _unclosed(text, begin)
    raise ActionError(f"{_excerpt(text, begin)} cannot be read from {text[at : at + 20]!r}; {_USE_QUOTES}")


def _quoted(text: str, opener: re.Match[str], begin: int) -> tuple[str, int]:
    """Return the string that begins at a quotation mark, and where it ends."""
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


def _skip_space(text: str, at: int) -> int:
    while at < len(text) and text[at].isspace():
        at += 1
    return at


_USE_QUOTES = r"put text in double quotes, with \" for a quotation mark inside it and \n for a line break"


def _unclosed(text: str, begin: int) -> ActionError:
    return ActionError(
        f"{_excerpt(text, begin)} is not closed: the reply was cut short, "
        f"or a bracket or quotation mark is missing; {_USE_QUOTES}"
    )


def _excerpt(text: str, begin: int) -> str:
    return text[begin : begin + 40].partition("\n")[0]
