"""Print the result of a run, a learning run or a replay."""

from typing import TYPE_CHECKING

import typer

from appagent.cli.shared.show import MOST_IN_LINE, amount, console, one_safe_line, put, put_json
from appagent.foreign import shown

if TYPE_CHECKING:
    from rich.console import Console

    from appagent.sessions import Result


def result(done: "Result", as_json: bool) -> None:
    """Print the result of a session; if the session failed, exit with status 1.

    - A task failed unless its status is "success".
    - A learning run or a demonstration failed only if its status is "failed". A learning run that used up its rounds is
      no failure.

    as_json: True to print JSON.
    """
    if as_json:
        put_json(done.to_json())
    else:
        _for_people(done)
    if done.status == "failed" or (done.status != "success" and done.decisions is None):
        raise typer.Exit(1)  # a learning run that used up its rounds did as it was asked


def _for_people(done: "Result") -> None:
    out = console()
    troubles(out, done)
    if done.decisions is not None:
        from appagent.cli.shared.learning import summary  # loads what only a learning run needs

        summary(out, done)
    else:
        ending(out, done)
    if done.answer:
        put(out, f"Answer: {shown(done.answer)}")
    cost = "" if done.cost_usd is None or not done.model_calls else f", ${done.cost_usd:.4f}"
    about = "about " if done.tokens.get("estimated") else ""  # some tokens are our estimate
    kept = f" ({done.tokens['cached']} of them cached)" if done.tokens.get("cached") else ""
    tokens = f", {about}{done.tokens['prompt']}{kept} + {done.tokens['completion']} tokens" if done.model_calls else ""
    took = f"{amount(done.model_calls, 'model call')}{tokens}{cost}, {done.seconds:.1f} s"
    out.print(f"[dim]{took}; the run is in {one_safe_line(done.run)}[/dim]")


def troubles(out: "Console", done: "Result") -> None:
    """Print each crash and hang of an app in a run, with a line about it from the phone's log."""
    for one in done.troubles:
        why = next((line for line in one.log if "Exception" in line or "ANR in" in line), "")
        put(out, (shown(one.words, MOST_IN_LINE), "red"), f" (step {one.step}) ", (shown(why, MOST_IN_LINE), "dim"))


def ending(out: "Console", done: "Result") -> None:
    """Print whether a task is done, who says so, the number of actions, and the reason."""
    put(out, *ending_parts(done))


def ending_parts(done: "Result") -> "tuple[str | tuple[str, str], ...]":
    """Return the parts of the line that says whether a task is done, as arguments of `put`."""
    words, colour = {"success": ("Done", "green")}.get(done.status, ("Not done", "red"))
    why = f": {shown(done.reason)}" if done.reason else ""
    return (words, f"bold {colour}"), f"{_witness(done)} in {amount(done.steps, 'action')}{why}"


def _witness(done: "Result") -> str:
    """Return a remark on who says that the task is done: a check, what a replay read back, or only the agent."""
    if done.checked:
        return " (checked)"
    if done.replay is None or "read_back" not in done.replay:
        return " (as the agent says)"
    if done.status != "success":
        return ""
    back = ", ".join(shown(each) for each in done.replay["read_back"])
    return f" (read back: {back})" if back else ", not verified,"
