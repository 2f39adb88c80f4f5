"""Define appagent bench: measure agents on a suite of tasks, and compare two benches."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
import typer.core

from appagent.cancel import Cancelled
from appagent.cli.running.run import stoppable
from appagent.cli.shared import options as opt
from appagent.cli.shared import show
from appagent.errors import UsageError
from appagent.foreign import shown

if TYPE_CHECKING:
    from appagent.bench.figures import Row
    from appagent.bench.runner import OnProgress
    from appagent.settings import Settings

_BENCH = """Examples:

appagent bench smoke --agent offline --time-scale 0.2

appagent bench daily --agent offline,random --docs none,auto,shuffled --seeds 3 --jobs 2 --out ./bench-daily

appagent bench run my-tasks.yaml --agent model --max-cost 0.50

appagent bench --faults all --time-scale 0.1 --size 540x1200"""
_DIFF = "Example: appagent bench diff ./before ./after"

_Suite = Annotated[str, typer.Argument(help="A suite: smoke, daily, seeds, hard, held-back; or a task file.")]
_Agents = Annotated[str, typer.Option("--agent", help="Agents to measure: any of model,offline,random.")]
_Docs = Annotated[str, typer.Option("--docs", help="Documents to measure with: any of auto,none,shuffled.")]
_Seeds = Annotated[int, typer.Option("--seeds", min=1, help="Times to do each task, each time with other values.")]
_Jobs = Annotated[int | None, typer.Option("--jobs", min=1, help="Processes to use; by default one per core.")]
_Out = Annotated[
    Path | None, typer.Option("--out", help="Folder for the bench; one that was cut off continues from there.")
]


_Faults = Annotated[
    str,
    typer.Option("--faults", help="Play the tasks on a phone with each of these faults: names, a YAML file, or all."),
]


class _Group(typer.core.TyperGroup):
    """Group of commands in which `bench smoke` means `bench run smoke`, and `bench --faults` the suite smoke."""

    def parse_args(self, context: Any, args: list[str]) -> list[str]:
        """Put the suite before --faults if none is named."""
        return super().parse_args(context, ["run", "smoke", *args] if args[:1] == ["--faults"] else args)

    def resolve_command(self, context: Any, args: list[str]) -> Any:
        """Return the command that the first argument names; "run" if it is neither a command nor an option."""
        known = args[0] in self.commands or args[0].startswith("-")
        return super().resolve_command(context, args if known else ["run", *args])


def group() -> typer.Typer:
    """Return the group of commands `bench`."""
    about = "Measure agents on task suites: success, steps, wrong claims."
    group = typer.Typer(cls=_Group, help=about, no_args_is_help=True, epilog=_BENCH)
    group.command("run", epilog=_BENCH, cls=opt.CommandWithModes)(run_)
    group.command("diff", epilog=_DIFF)(diff_)
    return group


@dataclass(frozen=True)
class _Run:
    """Options of `appagent bench run`, besides the settings."""

    suite: _Suite
    agent: _Agents = ""
    docs: _Docs = "auto"
    seeds: _Seeds = 1
    jobs: _Jobs = None
    out: _Out = None
    faults: _Faults = ""
    json: opt.Json = False


@opt.shared("mode", *opt.MODEL, "size", "density", "time_scale", "apps")
def run_(given: _Run, *, options: opt.Options) -> None:
    """Carry out a suite's tasks for every seed, and print figures.

    Before that, each app is learnt once. The figures are success, steps, calls, tokens and cost of each agent.
    With --faults, a scripted model plays the suite smoke on a phone with each fault in turn. The figures are then tasks
    done, runs that stopped and said why, wrong claims, and touches that were not meant.
    """
    from appagent.tasks.file import find_suite, read_suite

    settings, path, jobs = opt.settings(options), find_suite(given.suite), given.jobs or os.cpu_count() or 1
    if given.faults:
        from appagent.cli.bench_faults import bench_faults

        bench_faults(path, given.faults, given.seeds, jobs, given.out, settings, json=given.json)
        return
    from appagent.bench.runner import Bench, BenchPlan

    tasks = read_suite(path, trusted=opt.trusts(path, options))
    folder = given.out or Path(f"appagent-bench-{tasks.name}-{time.strftime('%Y%m%d-%H%M%S')}")
    plan = BenchPlan(tasks, _arms(given.agent or settings.agent_default, given.docs), given.seeds, jobs)
    agents = {name for name, _ in plan.arms}
    if "model" in agents:  # before a folder is made
        _check_model(settings)
    show.introduce(show.console(given.json), "offline" if "offline" in agents else "")
    bench = Bench(plan, settings, folder, cancel=stoppable())
    try:
        with _progress(given.json) as bench.on_progress:
            result = bench.go()
    except (KeyboardInterrupt, Cancelled):
        show.put(show.console(True), shown(f"To continue, give the same command with --out {folder}"))
        raise
    _tell(result, bench.rows, folder, given.json)


def _tell(result: dict[str, Any], rows: "list[Row]", folder: Path, json: bool) -> None:
    """Write the page and the table of a bench to its folder, and print the table or one JSON object."""
    from appagent.bench.page import markdown, page
    from appagent.files import write_private
    from appagent.runs.report import write_page

    write_page(page(result, rows), folder / "bench.html")
    write_private(folder / "table.md", markdown(rows).encode())
    if json:
        show.put_json({**result, "folder": str(folder)})
        return
    _table(rows)
    show.console().print()
    show.say(f"{folder}/bench.html shows every task; {folder}/bench.json is for scripts.")


def diff_(
    first: Annotated[Path, typer.Argument(help="A bench: its folder, or its bench.json.")],
    second: Annotated[Path, typer.Argument(help="Another of the same suite.")],
    json: opt.Json = False,
) -> None:
    """Compare two benches on the tasks and seeds that both have.

    For each agent, the tasks that it gained and lost are shown, and whether the difference is more than noise.
    """
    from dataclasses import asdict

    from appagent.bench.figures import arm_differences
    from appagent.bench.page import percent
    from appagent.bench.runner import load_bench

    (_, before), (_, after) = load_bench(first), load_bench(second)
    found = arm_differences(before, after)
    if not found:
        raise UsageError(f"{first} and {second} have no task, seed and agent in common: nothing can be compared")
    if json:
        show.put_json({"differences": [{**asdict(one), "more_than_noise": one.more_than_noise} for one in found]})
        return
    show.rows(
        ["agent", "docs", "pairs", "before", "after", "gained", "lost", "chance", "more than noise"],
        [
            [*one.arm, one.pairs, percent(one.before), percent(one.after), len(one.gained), len(one.lost),
             f"{one.chance:.2f}", "yes" if one.more_than_noise else "no"]
            for one in found
        ],
    )  # fmt: skip
    for one in found:
        for word, names in (("gained", one.gained), ("lost", one.lost)):
            if names:
                show.put(show.console(), shown(f"{word} by {', '.join(one.arm)}: {', '.join(names)}"))


def _arms(agents: str, docs: str) -> tuple[tuple[str, str], ...]:
    """Return the (agent, docs) pairs to measure.

    agents, docs: names separated by commas, as given to --agent and --docs. Every agent is combined with every use of
    documents, with two exceptions:

    - The agent "random" is only measured with docs "none", since it uses no documents.
    - Docs "shuffled" are only measured with the agent "offline".

    Raises UsageError for an unknown name, or if a model is to be measured with "shuffled" alone.
    """
    from appagent.sessions.request import AGENTS, DOCS

    known = _some_of("--docs", docs, DOCS)
    arms = []
    for agent in _some_of("--agent", agents, AGENTS):
        mine = ["none"] if agent == "random" else [each for each in known if agent == "offline" or each != "shuffled"]
        if not mine:
            raise UsageError("--docs shuffled is the control of the offline agent; name auto or none for a model")
        arms += [(agent, each) for each in mine]
    return tuple(arms)


def _some_of(option: str, value: str, known: tuple[str, ...]) -> list[str]:
    names = list(dict.fromkeys(name.strip() for name in value.split(",") if name.strip()))
    if not names or any(name not in known for name in names):
        raise UsageError(f"{option} takes some of {', '.join(known)}, separated by commas, not {value!r}")
    return names


def _check_model(settings: "Settings") -> None:
    """Raise UsageError if no model is configured, or if the mode of the settings cannot be used."""
    from appagent.agents import load_mode
    from appagent.sessions.request import NO_MODEL

    if not settings.model:
        raise UsageError(NO_MODEL)
    load_mode(settings.mode)


@contextmanager
def _progress(json: bool) -> Iterator["OnProgress"]:
    """Yield a function that prints a bench's progress; call it with tasks done, tasks in all, and the last task's name.

    On a terminal it moves a progress bar; otherwise it prints one line for each call.
    json: True to use standard error.
    """
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    out = show.console(json)
    if not out.is_terminal:
        yield lambda done, of, what: show.put(out, f"{done}/{of} {shown(what)}")
        return
    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=out) as progress:
        bar = progress.add_task("begins", total=None)
        yield lambda done, of, what: progress.update(
            bar, completed=done, total=of, description=show.one_safe_line(what)
        )


def _table(rows: "list[Row]") -> None:
    """Print a table of the results of a bench, without columns that are empty or zero throughout.

    rows: the rows of the bench; they are summed up by agent and documents.
    """
    from appagent.bench.page import HEADINGS, parts, row_cells

    for title, arms in parts(rows):
        lines = [row_cells(arm, one) for arm, one in arms]
        told = [n for n in range(len(HEADINGS)) if any(line[n] not in {"0.0", "0", "$0.00", "–"} for line in lines)]
        show.rows([HEADINGS[n] for n in told], [[line[n] for n in told] for line in lines], title)
