"""Define appagent doctor: find what is missing, and say how to fix it."""

from collections.abc import Iterable
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from appagent.cli.shared import options as opt
from appagent.cli.shared import show
from appagent.foreign import shown

if TYPE_CHECKING:
    from appagent.doctor import Finding

EXAMPLES = """Examples:

appagent doctor

appagent doctor --device virtual --ask --json"""
_AREAS = {"computer": "This computer", "device": "The phone", "endpoint": "The model's endpoint"}
_MARKS = {"ok": ("✓", "green"), "warn": ("!", "yellow"), "fail": ("✗", "red"), "skipped": ("-", "dim")}


@opt.shared("device", "store", "runs", *opt.PHONE)
def doctor(
    ask: Annotated[
        bool,
        typer.Option("--ask", help="Ask the model too: does it see pictures and follow a schema? It costs tokens."),
    ] = False,
    json: opt.Json = False,
    *,
    options: opt.Options,
) -> None:
    """Check what AppAgent needs, and say how to fix what is missing.

    The exit status is 0 if no check failed. Otherwise it is 3 if a check of the phone failed, else 4 if a check of the
    model's endpoint failed, else 2.
    """
    from appagent.doctor import examine, exit_status, worst

    findings = examine(options, ask=ask)
    found = list(findings) if json else _print_findings(findings)
    if json:
        show.put_json({"findings": [asdict(finding) for finding in found], "status": worst(found)})
    raise typer.Exit(exit_status(found))


def _print_findings(findings: "Iterable[Finding]") -> "list[Finding]":
    """Print each finding as soon as it is made, with advice on how to fix it; return all findings.

    A last line says how many findings failed, and how many are warnings.
    """

    out, found = show.console(), list["Finding"]()
    for finding in findings:
        if not found or found[-1].area != finding.area:
            out.print(f"\n[bold]{_AREAS[finding.area]}[/bold]")
        style = "dim" if finding.state == "skipped" else ""
        show.put(out, "  ", _MARKS[finding.state], f" {finding.name:<18}", (shown(finding.said), style))
        if finding.mend:
            out.print(f"    → {shown(finding.mend)}", style="dim", markup=False)  # to be copied
        found.append(finding)
    failed, warned = (sum(finding.state == state for finding in found) for state in ("fail", "warn"))
    out.print(f"\n{failed} to fix, {warned} to know about" if failed or warned else "\nNothing is missing")
    return found
