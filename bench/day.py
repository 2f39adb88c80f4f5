"""Measure a day of replays: the ten tasks of smoke, each done once, are done again and again from experience.

    .venv/bin/python bench/day.py [TIMES [SCALE]]

TIMES (200) replays are spread over 24 hours, which SCALE shortens; without it, to about what the replays take. Each
begins on a phone as it was shown. Told are how many were done, by the task's own check, without a model; and after each
tenth the memory of this process, size and number of files of the runs that are kept, and the size of the store.
"""

import resource
import sys
import tempfile
import time
from dataclasses import replace
from datetime import datetime
from itertools import cycle
from pathlib import Path

from replay import played

from appagent.cancel import Cancel
from appagent.experience import kept as keeping
from appagent.sessions import Request, Result, run_task
from appagent.sessions.repeat import RepeatLog, Rhythm, repeat
from appagent.settings import Settings
from appagent.store import Store
from appagent.tasks.file import Drawn, find_suite, read_suite

_DAY_S = 86400.0
_KEPT = 20  # runs
_CLOSELY = 1.2  # time from one replay to the next, in that which it took to show a task


def main(times: int = 200, scale: float | None = None) -> None:
    """Print the results of so many replays in a day.

    scale: factor for the time between them; None for one at which they follow each other closely.
    """
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        settings = Settings(
            device="virtual", size=(540, 1200), time_scale=0.05, store=home / "s.sqlite", runs=home / "runs"
        )
        began = time.monotonic()
        tasks = _shown(home, settings)
        scale = scale or _CLOSELY * (time.monotonic() - began) / len(tasks) * times / _DAY_S
        turn, log, begun = cycle(tasks), RepeatLog(home / "log.jsonl", keep=_KEPT), list[datetime]()
        calls = 0
        print("replays: memory, runs kept, store (MB), files of the runs", flush=True)

        def once() -> Result:
            drawn = next(turn)
            mine = replace(settings, locale=drawn.locale, seed=drawn.seed, allow=frozenset(drawn.spec.allow))
            return run_task(mine, replace(Request.of_task(drawn, "offline"), experience="auto"), cancel=Cancel())

        def told(at: datetime, result: Result) -> None:
            nonlocal calls
            log(at, result)
            calls += result.model_calls + (result.replay is None)  # what was not replayed would have asked a model
            begun.append(at)
            if result.status != "success":
                print(f"{at:%H:%M} {result.task}: {result.reason}", flush=True)
            if len(begun) % max(1, times // 10) == 0:
                _print_sizes(len(begun), home)

        rhythm = Rhythm((0.85 * _DAY_S / times, _DAY_S / times), times=times)
        done = repeat(Request(""), once, rhythm, Cancel(), told, scale=scale)
        hours = (begun[-1] - begun[0]).total_seconds() / 3600
        print(f"{done.done} done, {done.failed} not, in {hours:.1f} hours; {calls} model calls or tasks not found")


def _shown(home: Path, settings: Settings) -> list[Drawn]:
    """Do each task of smoke once, keep it as experience, and return the tasks."""
    suite, tasks = read_suite(find_suite("smoke")), []
    with Store.open(settings.store) as store:
        for spec in suite.specs:
            drawn = suite.draw(spec, 0)
            made = played(drawn, home / "shown")[1]
            keeping.keep(store, made.plan, "demo", "1", confirmed=True)
            tasks.append(drawn)
    return tasks


def _memory() -> int:
    """Return the memory that this process has now, in bytes."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize()


def _print_sizes(replays: int, home: Path) -> None:
    files = [path.stat().st_size for path in (home / "runs").rglob("*") if path.is_file()]
    sizes = _memory(), sum(files), (home / "s.sqlite").stat().st_size
    print(f"  {replays}: {', '.join(f'{each / 1e6:.1f}' for each in sizes)}, {len(files)}", flush=True)


if __name__ == "__main__":
    main(*(kind(word) for kind, word in zip((int, float), sys.argv[1:], strict=False)))
