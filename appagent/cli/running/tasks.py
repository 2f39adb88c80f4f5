"""Define appagent run --task-file: carry out the tasks of a file."""

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from appagent.cli.shared import options as opt
from appagent.cli.shared import results, show
from appagent.errors import UsageError
from appagent.foreign import shown

if TYPE_CHECKING:
    from rich.console import Console

    from appagent.cancel import Cancel
    from appagent.cli.shared.options import Options
    from appagent.guard import Ask
    from appagent.sessions import Batch, Done
    from appagent.tasks.file import Drawn, Suite

_SIGNS = {"success": ("✓", "green"), "skipped": ("–", "dim"), "error": ("?", "red")}


def run_task_file(
    file: str,
    only: str,
    junit: Path | None,
    agent: str,
    docs: str,
    options: "Options",
    *,
    log: Path | None = None,
    cancel: "Cancel",
    ask: "Ask | None",
    json: bool,
) -> None:
    """Carry out the tasks of a file, and print each result as the task ends; exit with 1 if not all succeeded.

    file: path of a task file, or name of a suite. only: names of tasks to carry out, separated by commas; "" for all.
    junit: file for the results as JUnit XML, or None; it is written even if an error or Ctrl-C ends the tasks early.
    agent, docs: values of --agent and --docs. options: the other options that were given. log: file for a plain log, or
    None. cancel: stops the tasks. ask: asks the person whether a guarded action may be carried out, or None.
    json: print JSON.
    """
    from appagent.sessions import Batch
    from appagent.tasks.file import find_suite, read_suite

    settings, path, out = opt.settings(options), find_suite(file), show.console(json)
    suite = read_suite(path, trusted=opt.trusts(path, options))
    show.introduce(out, agent or settings.agent_default)
    most_steps = settings.max_steps if "max_steps" in options else None
    batch = Batch(settings, _chosen(suite, only, settings.seed or 0), agent, docs, most_steps, log)
    batch.on_end = lambda done: _print_result(out, done)
    if remark := batch.remark():
        out.print(remark, markup=False)
    _write_junit(batch, suite.name, junit)  # fails here, before any task, if the file cannot be written
    try:
        batch.go(cancel=cancel, ask=ask)
    finally:
        _write_junit(batch, suite.name, junit)
    _tell(out, suite.name, batch, json)


def _tell(out: "Console", suite: str, batch: "Batch", json: bool) -> None:
    """Print the results of all tasks, and exit with status 1 if one did not succeed."""
    told = batch.to_json()
    if json:
        show.put_json({"suite": suite, **told})
    else:
        out.print(f"[bold]{told['success']} of {told['of']} tasks succeeded[/bold]")
    if told["success"] < told["of"]:
        raise typer.Exit(1)


def _chosen(suite: "Suite", only: str, seed: int) -> "list[Drawn]":
    names = [name.strip() for name in only.split(",") if name.strip()]
    known = [spec.name for spec in suite.specs]
    if unknown := [name for name in names if name not in known]:
        raise UsageError(f"{suite.path} has no task {unknown[0]!r}; it has: {', '.join(known)}")
    return [suite.draw(spec, seed) for spec in suite.specs if not names or spec.name in names]


def _print_result(out: "Console", done: "Done") -> None:
    result = done.result
    why = f": {shown(result.reason)}" if result.reason else ""
    sign = _SIGNS.get(result.status, ("✗", "red"))
    show.put(out, sign, " ", (shown(done.name), "bold"), " ", shown(result.task))
    show.put(out, f"  {result.status} in {show.amount(result.steps, 'step')}, {result.seconds:.1f} s{why}")
    results.troubles(out, result)


def _write_junit(batch: "Batch", suite: str, junit: Path | None) -> None:
    if junit is None:
        return
    from appagent import __version__
    from appagent.sessions.junit import write_junit

    settings = batch.settings
    agent = batch.agent or settings.agent_default
    facts = {"appagent": __version__, "agent": agent, "docs": batch.docs, "seed": settings.seed or 0}
    try:
        write_junit(junit, suite, batch.done, facts | ({"model": settings.model} if agent == "model" else {}))
    except OSError as error:
        raise UsageError(f"cannot write {junit} ({error.strerror}); name another file with --junit") from error
