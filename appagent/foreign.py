"""Words that are not ours (a screen's, a model's, a file's) as a person may see them: nothing but signs that show.

Whatever moves a cursor, colours, turns the direction of writing, hides or piles up is gone, and what is long is cut in
its middle, so that its beginning and its end are seen. `barred` sets such words apart by layout.
"""

import json
import unicodedata
from collections.abc import Iterator

MOST = 2_000  # letters that are shown of anything, unless a place has less room
MOST_ON_A_PAGE = 20_000
BAR = "  │ "
_BLANKS = frozenset("\u00a0\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")  # letters by name, but nothing to be seen
_MOST_MARKS = 3  # accents and the like on one letter; no language writes more
_MOST_INDENT = 16
_GONE = "�"  # stands for signs that no screen shows
_FOLD = " ⏎ "
_NEW_LINES = frozenset("\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029")


def shown(words: object, most: int = MOST, *, lines: bool = False) -> str:
    r"""Words in signs that show, on one line, or with `lines` on as many as they have; at most `most` letters.

    >>> shown("Pay\x1b[2J  \u202e$99\u202c\nnow"), shown("from the beginning to the end", 12)
    ('Pay�[2J $99 ⏎ now', 'from the…end')
    """
    text = str(words)
    if len(text) <= most and text.isascii() and text.isprintable() and "  " not in text:
        return text if lines else text.strip()
    if len(text) > 8 * most:  # of what is far too long only the ends are looked at
        text = f"{text[: 6 * most]}…{text[-2 * most :]}"
    cleaned = "".join(_letters(text))
    kept = [_tidy(line, indented=lines) for line in cleaned.split("\n")]
    if not lines:
        return cut(_FOLD.join(line for line in kept if line), most)
    few = [line for number, line in enumerate(kept) if line or (number and kept[number - 1])]
    return cut("\n".join(few).strip("\n"), most)


def cut(text: str, most: int) -> str:
    """A text of at most `most` letters: of a longer one what is in its middle is left out.

    >>> cut("from the beginning to the end", 12)
    'from the…end'
    """
    if len(text) <= most:
        return text
    tail = (most - 1) // 3
    return f"{text[: most - 1 - tail].rstrip()}…{text[len(text) - tail :]}"


def barred(words: object, width: int, most_lines: int = 12, bar: str = BAR) -> list[str]:
    """Words behind a bar, line by line, none wider than `width` cells, so that no terminal wraps one.

    Of more than `most_lines` lines those in the middle are left out.

    >>> barred("Cancel. Let it? [y/N] y", 16)
    ['  │ Cancel. Let', '  │ it? [y/N] y']
    """
    room = max(width - cells(bar), 8)
    lines = [part for line in shown(words, lines=True).split("\n") for part in wrapped(line, room)]
    if len(lines) > most_lines:
        tail = most_lines // 3
        lines = [*lines[: most_lines - tail - 1], "…", *lines[-tail:]]
    return [f"{bar}{line}" for line in lines]


def wrapped(line: str, width: int) -> Iterator[str]:
    """One line in parts of at most `width` cells, between words where there are some."""
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
    """How wide a terminal may show words, in cells: where terminals differ the most counts."""
    return sum(map(_cells, words))


def on_a_page(value: object) -> object:
    """What a template puts on a page: text in signs that show, on its lines; markup and numbers as they are."""
    if type(value) is not str:
        return value
    return shown(value, MOST_ON_A_PAGE, lines=True) + " " * (value.endswith(" ") and not value.isascii())


def json_line(value: object, indent: int | None = None) -> str:
    r"""JSON of which a terminal shows every letter: what it would not show is escaped, and nothing is lost.

    >>> json_line({"a": "ü\x9b\u202e"})
    '{"a": "ü\\u009b\\u202e"}'
    """
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    if text.isascii() and "\x7f" not in text:
        return text
    return "".join(letter if letter.isprintable() or letter == "\n" else json.dumps(letter)[1:-1] for letter in text)


def _letters(text: str) -> Iterator[str]:
    """Letters that show, blanks and line breaks; for what no screen shows `_GONE`, for what goes unseen nothing."""
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
                yield "◌"  # or it would go with a sign of ours
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
