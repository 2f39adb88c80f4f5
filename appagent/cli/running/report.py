"""Define appagent report: write a run to an HTML page, to read and to share."""

from pathlib import Path
from typing import Annotated

import typer

from appagent.cli.shared import options as opt
from appagent.cli.shared import show

EXAMPLES = """Examples:

appagent report latest

appagent report 20261122-0245 --redact --out for-the-team.html"""


@opt.shared("runs")
def report(
    run: Annotated[str, typer.Argument(help="A run: its folder, its name, the beginning of its name, or 'latest'.")],
    out: Annotated[
        Path | None, typer.Option("--out", help="File for the page; by default report.html in the run's folder.")
    ] = None,
    redact: Annotated[
        bool, typer.Option("--redact", help="Leave out what was typed, and make the pictures too coarse to read.")
    ] = False,
    json: opt.Json = False,
    *,
    options: opt.Options,
) -> None:
    """Write a run or learning run to one self-contained HTML page.

    The page shows for each step its screen, its action and its result.
    """
    from appagent.runs.report import find_run, render, write_page
    from appagent.runs.trajectory import count_steps, load_run

    folder = find_run(run, opt.settings(options).runs)
    trajectory = load_run(folder)
    to = out or folder / ("report-redacted.html" if redact else "report.html")
    write_page(render(trajectory, redact=redact), to, follow=out is not None)
    size = to.stat().st_size
    if json:
        told = {"report": str(to), "run": str(folder), "steps": count_steps(trajectory.steps), "bytes": size}
        show.put_json(told | {"redacted": redact})
        return
    show.say(f"The report is in {to} ({max(1, size // 1000)} kB)")
