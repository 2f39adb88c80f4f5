"""How results look: rich for people, one JSON object for scripts."""

import io
import json
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TextIO

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from appagent.sessions import Result
    from appagent.trajectory import Step

_WHOLE = ("element id", "run", "id", "serial", "package")  # columns to copy from
_NARROWEST = 60  # letters; in less, columns would go
_MOST = {"page and element": 26, "element": 26}  # columns that are cut, in letters
_COLOURS = {"SUCCESS": "green", "CONTINUE": "yellow", "BACK": "magenta", "INEFFECTIVE": "dim"}


def console(json_too: bool = False) -> "Console":
    """Where words for people go: standard output, or standard error where that belongs to the JSON."""
    from rich.console import Console

    return Console(stderr=json_too, highlight=False, soft_wrap=True)


class Kept(io.TextIOBase):
    """In the place of standard output while that is kept for the JSON: what is printed goes to standard error."""

    def __init__(self, out: TextIO) -> None:
        self.out = out

    def write(self, text: str) -> int:
        """Print."""
        return sys.stderr.write(text)


def put_json(value: object) -> None:
    """The one JSON object of --json."""
    out = sys.stdout.out if isinstance(sys.stdout, Kept) else sys.stdout
    every_letter = (out.encoding or "").lower().replace("-", "") == "utf8"
    print(json.dumps(value, ensure_ascii=not every_letter, indent=2 if out.isatty() else None), file=out, flush=True)


def introduce(out: "Console", agent: str) -> None:
    """The offline agent says what it is, in every run."""
    if agent == "offline":
        out.print(
            "[dim]The offline agent is at work: no model, it matches words and follows the map of documents.[/dim]"
        )


def steps_as_they_end(out: "Console") -> "Callable[[Step], None]":
    """Prints a line for every step."""

    def told(step: "Step") -> None:
        mark = {"done": "•", "finish": "✓"}.get(step.outcome, "[red]✗[/red]")
        colour = _COLOURS.get(step.decision, "")
        decision = f" – [{colour}]{step.decision.lower()}[/{colour}]" if colour else ""
        why = f" – [red]{plain(step.reason)}[/red]" if step.outcome in {"failed", "refused"} else ""
        thought = f" – [dim]{plain(step.thought)}[/dim]" if not decision and step.thought else ""
        out.print(f"{step.number:4} {mark} {plain(step.words)}{decision}{thought}{why}")

    return told


def result(done: "Result", as_json: bool) -> None:
    """Say how it ended, and leave with the status that goes with it."""
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
        written = f"[bold]{done.documents_written} documents written[/bold]"
        out.print(f"{written} in {done.steps} steps{f' ({counts})' if counts else ''}")
        if done.reason:
            out.print(f"{done.status.capitalize()}: {plain(done.reason)}")
    else:
        out.print(ending(done))
    if done.answer:
        out.print(f"Answer: {plain(done.answer)}")
    cost = "" if done.cost_usd is None or not done.model_calls else f", ${done.cost_usd:.4f}"
    tokens = f", {done.tokens['prompt']} + {done.tokens['completion']} tokens" if done.model_calls else ""
    took = f"{done.model_calls} model calls{tokens}{cost}, {done.seconds:.1f} s"
    out.print(f"[dim]{took}; the run is in {plain(done.run)}[/dim]")


def troubles(out: "Console", done: "Result") -> None:
    """The crashes that were seen on the way, each with what the phone's log says first of it."""
    for one in done.troubles:
        why = next((line for line in one.log if "Exception" in line or "ANR in" in line), "")
        out.print(f"[red]{plain(one.words)}[/red] (step {one.step}) [dim]{plain(why)}[/dim]")


def ending(done: "Result") -> str:
    """How a task ended, as rich markup."""

    words, colour = {"success": ("Done", "green")}.get(done.status, ("Not done", "red"))
    by = "checked" if done.checked else "as the agent says"
    why = f": {plain(done.reason)}" if done.reason else ""
    return f"[bold {colour}]{words}[/] ({by}) in {done.steps} steps{why}"


def rows(headings: list[str], lines: list[list[Any]], title: str = "") -> None:
    """A table for people."""
    from rich.table import Table

    table = Table(
        title=plain(title) or None,
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
        table.add_row(*[plain(str(cell)) for cell in line])
    out = console()
    out.soft_wrap = False
    out.width = max(out.width, _NARROWEST)
    out.print(table)


def plain(words: object) -> str:
    """Words that others wrote, as rich may print them: no markup, no control characters."""
    from rich.markup import escape

    return escape(clean(words))


def clean(words: object) -> str:
    """Words without what would move a terminal's cursor or colour it.

    >>> clean("Pay\\x1b[2J now")
    'Pay�[2J now'
    """
    return "".join(letter if letter.isprintable() or letter in "\n\t" else "�" for letter in str(words))
