"""Measure a day of replays: the ten tasks of smoke, each done once, are done again and again from experience.

    .venv/bin/python bench/day.py [TIMES [SCALE]]

TIMES (200) replays are spread over 24 hours, which SCALE (0.005) shortens. Each begins on a phone as it was shown.
Told are how many were done, by the task's own check, without a model; and the size of this process, of the runs that
are kept and of the store, after each tenth of the replays.
"""

import resource
import sys
import tempfile
from dataclasses import replace
from datetime import datetime
from itertools import cycle
from pathlib import Path

from replay import played

from appagent.cancel import Cancel
from appagent.experience import kept as keeping
from appagent.sessions import Request, Result, run_task
from appagent.sessions.repeat import Repeated, RepeatLog, Rhythm, repeat
from appagent.settings import Settings
from appagent.store import Store
from appagent.tasks.file import Drawn, find_suite, read_suite

_DAY_S = 86400.0
_KEPT = 20  # runs


def main(times: int = 200, scale: float = 0.005) -> None:
    """Print the results of so many replays in a day.

    scale: factor for the time between them.
    """
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        settings = Settings(
            device="virtual", size=(540, 1200), time_scale=0.05, store=home / "s.sqlite", runs=home / "runs"
        )
        tasks = list(_shown(home, settings))
        turn, log, sizes = cycle(tasks), RepeatLog(home / "log.jsonl", keep=_KEPT), list[tuple[int, ...]]()
        calls = 0

        def once() -> Result:
            drawn = next(turn)
            mine = replace(settings, locale=drawn.locale, seed=drawn.seed, allow=frozenset(drawn.spec.allow))
            return run_task(mine, replace(Request.of_task(drawn, "offline"), experience="auto"), cancel=Cancel())

        def told(at: datetime, result: Result) -> None:
            nonlocal calls
            log(at, result)
            calls += result.model_calls + (result.replay is None)  # what was not replayed would have asked a model
            sizes.append((_memory(), _bytes(home / "runs"), (home / "s.sqlite").stat().st_size))
            if result.status != "success":
                print(f"{at:%H:%M} {result.task}: {result.reason}")

        rhythm = Rhythm((0.85 * _DAY_S / times, _DAY_S / times), times=times, for_s=_DAY_S)
        _print(repeat(Request(""), once, rhythm, Cancel(), told, scale=scale), calls, sizes)


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


def _bytes(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _print(done: Repeated, calls: int, sizes: list[tuple[int, ...]]) -> None:
    print(f"{done.done} done, {done.failed} not; {calls} model calls or tasks not found; {done.reason}")
    print("after replays: memory, runs kept, store (MB)")
    for number in range(1, 11):
        at = max(1, len(sizes) * number // 10)
        print(f"  {at}: {', '.join(f'{each / 1e6:.1f}' for each in sizes[at - 1])}")


if __name__ == "__main__":
    main(*(kind(word) for kind, word in zip((int, float), sys.argv[1:], strict=False)))
