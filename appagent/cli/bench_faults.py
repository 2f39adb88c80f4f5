"""Define appagent bench --faults: carry out a suite's tasks with each fault of the phone in turn."""

from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from appagent.cli.shared import show
from appagent.foreign import shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from appagent.bench.faults import FaultFigures, FaultJob, FaultRow
    from appagent.settings import Settings


def bench_faults(
    suite: Path, faults: str, seeds: int, jobs: int, out: Path | None, settings: "Settings", *, json: bool
) -> None:
    """Carry out the tasks with each fault, and print a table or one JSON object. With `out`, write faults.json there.

    faults: names separated by commas, "all", or a YAML file of faults with the moments at which they strike.
    """
    from appagent.bench.faults import figures_of, measure, play
    from appagent.bench.runner import workers
    from appagent.devices.faults import ALL, fault_names, read_faults
    from appagent.files import private_folder, write_private, writing
    from appagent.foreign import json_line

    wanted = read_faults(",".join(fault_names(ALL)) if faults == ALL else faults)
    if out:  # before anything is measured
        with writing(out, "; name another folder with --out"):
            private_folder(out)
    with workers(jobs) as pool:

        def each(play_one: Any, left: "list[FaultJob]") -> "Iterator[FaultRow]":
            for number, row in enumerate(pool.imap_unordered(play_one, left), 1):
                about = f"{row.task}/{row.seed} {row.fault or 'without a fault'}: {row.outcome}"
                show.put(show.console(True), f"{number}/{len(left)} {shown(about)}")
                yield row

        honest, rows = measure(suite, wanted, seeds, each, partial(play, settings=settings))
    result = {"suite": suite.stem, "seeds": seeds, **_sums(rows), "faults": [asdict(one) for one in figures_of(rows)]}
    result |= {"without": [_plain(row) for row in honest], "rows": [_plain(row) for row in rows]}
    if out:
        write_private(out / "faults.json", json_line(result, 1).encode())
    if json:
        show.put_json(result)
        return
    _print(figures_of(rows), result)


def _print(figures: "Sequence[FaultFigures]", result: dict[str, Any]) -> None:
    """Print a table of the faults, and a sentence on all of them."""
    show.rows(
        ["fault", "struck", "done", "stopped", "wrong", "recovered or named", "touches not meant"],
        [[one.fault, one.struck, one.done, one.stopped, one.wrong, f"{one.recovered:.0%}", one.unmeant]
         for one in figures],
    )  # fmt: skip
    show.console().print(
        f"\nOf {result['struck']} runs with a fault, {result['recovered']:.1%} recovered or named it; "
        f"{result['unmeant']} touches were not meant."
    )


def _sums(rows: "list[FaultRow]") -> dict[str, Any]:
    """Return the figures over all faults, for JSON.

    "struck": runs in which a fault struck. "recovered": the share of these that were done, or stopped and named the
    fault. "unmeant": touches that no action meant.
    """
    struck = [row for row in rows if row.struck]
    came_through = sum(row.came_through for row in struck)
    return {
        "struck": len(struck),
        "recovered": came_through / max(1, len(struck)),
        "unmeant": sum(len(row.unmeant) for row in struck),
    }


def _plain(row: "FaultRow") -> dict[str, Any]:
    return {name: value for name, value in asdict(row).items() if name != "touched"}
