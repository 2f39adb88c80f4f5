"""Clean texts from a screen, a model or a file before a person sees them, so that they cannot deceive anybody.

Characters that move the cursor, set colours, reverse the writing direction, are invisible or pile up on others are
removed. A long text is cut in the middle, so that both ends stay readable. `barred` also puts a bar before each line,
which shows that the text is not AppAgent's own.
"""

import json
import unicodedata
from collections.abc import Iterator
from typing import Any

MOST_SHOWN = 2_000  # letters to show of any text
MOST_ON_A_PAGE = 20_000
MOST_LINES = 12  # of a text with a bar
BAR = "  │ "
_BLANKS = frozenset("\u00a0\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")  # invisible, though most count as letters
_MOST_MARKS = 3  # accents and the like on one letter; no language writes more
_MOST_INDENT = 16
_GONE = "�"  # replaces characters that cannot be shown
_FOLD = " ⏎ "
_KEPT = "\n\t\u200c\u200d"  # line breaks, tabs and joiners
_NEW_LINES = frozenset("\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029")


def shown(words: object, most: int = MOST_SHOWN, *, lines: bool = False) -> str:
    r"""Return a text with visible characters only, cut to at most `most` letters.

    words: the text, or any object that str() turns into a text.
    lines: True to keep line breaks; by default all lines are joined by " ⏎ ".

    >>> shown("Pay\x1b[2J  \u202e$99\u202c\nnow"), shown("from the beginning to the end", 12)
    ('Pay�[2J $99 ⏎ now', 'from the…end')
    """
    text = str(words)
    if len(text) <= most and text.isascii() and text.isprintable() and "  " not in text:
        return text if lines else text.strip()
    if len(text) > 8 * most:  # far too long: clean only the two ends
        text = f"{text[: 6 * most]}…{text[-2 * most :]}"
    cleaned = "".join(_letters(text))
    kept = [_tidy(line, indented=lines) for line in cleaned.split("\n")]
    if not lines:
        return cut(_FOLD.join(line for line in kept if line), most)
    few = [line for number, line in enumerate(kept) if line or (number and kept[number - 1])]
    return cut("\n".join(few).strip("\n"), most)


def seen_only(text: str) -> str:
    r"""Return a text without characters that a person cannot see on a terminal but a model reads.

    These are control characters but for line breaks and tabs, marks of direction, and tags, which spell hidden letters.
    Joiners, which scripts and emoji need, are kept.

    >>> seen_only("Open\U000e0061\u202e it\x1b"), seen_only("می\u200cخواهم") == "می\u200cخواهم"
    ('Open it', True)
    """
    hidden = [ord(each) for each in {*text} - {*_KEPT} if unicodedata.category(each) in ("Cc", "Cf", "Cs")]
    return text.translate(dict.fromkeys(hidden)) if hidden else text


def cut(text: str, most: int) -> str:
    """Shorten a text to at most `most` letters by leaving out its middle.

    >>> cut("from the beginning to the end", 12)
    'from the…end'
    """
    if len(text) <= most:
        return text
    tail = (most - 1) // 3
    return f"{text[: most - 1 - tail].rstrip()}…{text[len(text) - tail :].lstrip(' ')}"


def barred(
    words: object, width: int, most_lines: int = MOST_LINES, bar: str = BAR, most: int = MOST_SHOWN
) -> list[str]:
    """Return a text as lines that begin with `bar`, each short enough that a terminal of `width` cells wraps none.

    If there are more than `most_lines` lines or `most` letters, the middle ones are left out.

    >>> barred("Cancel. Let it? [y/N] y", 16)
    ['  │ Cancel. Let', '  │ it? [y/N] y']
    """
    room = max(width - cells(bar), 8)
    lines = [part for line in shown(words, most, lines=True).split("\n") for part in wrapped(line, room)]
    if len(lines) > most_lines:
        tail = most_lines // 3
        lines = [*lines[: most_lines - tail - 1], "…", *lines[-tail:]]
    return [f"{bar}{line}" for line in lines]


def wrapped(line: str, width: int) -> Iterator[str]:
    """Split one line into parts of at most `width` terminal cells, at spaces if possible."""
    while cells(line) > width:
        end, used = 0, 0
        while (used := used + _cells(line[end])) <= width:
            end += 1
        space = line.rfind(" ", 1, end + 1)
        end = space if space > end // 2 else max(end, 1)
        yield line[:end].rstrip()
        line = line[end:].lstrip()
    yield line


def cells(words: str) -> int:
    """Return the number of terminal cells that a text takes.

    A character that takes one cell on some terminals and two on others counts as two.
    """
    return sum(map(_cells, words))


def on_a_page(value: object) -> object:
    """Return a value for an HTML template: a plain string cleaned by `shown`, anything else unchanged."""
    if type(value) is not str:
        return value
    return shown(value, MOST_ON_A_PAGE, lines=True) + " " * (value.endswith(" ") and not value.isascii())


def json_line(value: object, indent: int | None = None) -> str:
    r"""Return a value as JSON, with invisible and control characters as escapes, so that a person can see them.

    >>> json_line({"a": "ü\x9b\u202e"})
    '{"a": "ü\\u009b\\u202e"}'
    """
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    if text.isascii() and "\x7f" not in text:
        return text
    return "".join(letter if letter.isprintable() or letter == "\n" else json.dumps(letter)[1:-1] for letter in text)


def json_object(text: str | bytes) -> dict[str, Any] | None:
    """Parse a text as a JSON object, and return it as a dict, or None if the text is anything else.

    >>> json_object('{"a": 1}'), json_object("[1]"), json_object('{"a": ')
    ({'a': 1}, None, None)
    """
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):  # no JSON, or so deep that nobody wrote it
        return None
    return found if isinstance(found, dict) else None


def _letters(text: str) -> Iterator[str]:
    """Yield the visible letters of a text, with blanks as " ", line breaks as line feeds, control characters as "�"."""
    marks, last = 0, "\n"
    for letter in text.replace("\r\n", "\n"):
        kind = unicodedata.category(letter)
        if letter in _NEW_LINES:
            letter = "\n"
        elif letter == "\t" or kind == "Zs" or letter in _BLANKS:
            letter = " "
        elif kind == "Cf":  # joiners, and marks of direction
            continue
        elif kind[0] == "C":
            letter = _GONE
        elif kind[0] == "M":
            marks += 1
            if marks > _MOST_MARKS:
                continue
            if last in " \n":
                yield "◌"  # a base for the accent, which would else sit on a character of ours
        else:
            marks = 0
        yield letter
        last = letter


def _tidy(line: str, *, indented: bool) -> str:
    words = " ".join(line.split())
    indent = min(len(line) - len(line.lstrip()), _MOST_INDENT) if indented else 0
    return " " * indent + words if words else ""


def _cells(letter: str) -> int:
    if " " <= letter <= "~" or letter in "│…⏎":
        return 1
    return 2 if unicodedata.east_asian_width(letter) in "WFA" or unicodedata.category(letter) == "So" else 1
