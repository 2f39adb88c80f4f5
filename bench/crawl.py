"""Crawl all apps of the virtual phone without a model, and tell by the phone's log what was done that matters.

    python bench/crawl.py [--steps 2000] [--time-scale 0.02] [--json]

All apps are on one phone and are learnt into one store, one after the other, each with an equal part of the steps. What
some do not need, the others have in a second round, and so on. Nothing may be paid, sent, called, deleted, installed or
granted.
"""

import argparse
import json
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from appagent.actions import Start
from appagent.cancel import Cancel
from appagent.devices.android import Android
from appagent.devices.virtual import virtual
from appagent.guard import Guard
from appagent.learning.explore import Learning
from appagent.learning.reflect import OfflineReflector
from appagent.learning.result import Learned
from appagent.loop import Limits
from appagent.offline.explorer import OfflineExplorer
from appagent.phone import Phone
from appagent.phone.app import is_built_in
from appagent.runs.recorder import Recorder
from appagent.runs.trajectory import count_steps
from appagent.store import Store
from appagent.tasks import Task

SIZE, PICTURE = (360, 640), 256


def crawl(steps: int, time_scale: float) -> list[dict[str, Any]]:
    """Learn the apps with a share of the steps each. Return a row for each learning: steps, refusals, deeds."""
    rows: list[dict[str, Any]] = []
    with (
        tempfile.TemporaryDirectory() as folder,
        Store.open(Path(folder) / "store.sqlite") as store,
        virtual(time_scale=time_scale, size=SIZE) as (device, phone),
    ):
        left = [app.package for app in phone.packages.values() if is_built_in(type(app))]
        while left and sum(row["steps"] for row in rows) < steps:
            share = -(-(steps - sum(row["steps"] for row in rows)) // len(left))
            for package in tuple(left):
                share = min(share, steps - sum(row["steps"] for row in rows))
                begun, before = time.monotonic(), len(phone.deeds())
                learned, taken = learn(package, share, device, store, Path(folder))
                if learned.status != "limit":
                    left.remove(package)
                rows.append({
                    "app": phone.packages[package].name(), "steps": taken, "refused": learned.refused,
                    "documents": len(learned.written), "seconds": round(time.monotonic() - begun, 1),
                    "deeds": deeds_of(phone)[before:],
                })  # fmt: skip
    return rows


def learn(package: str, rounds: int, device: Android, store: Store, folder: Path) -> tuple[Learned, int]:
    """Learn one app in at most `rounds` rounds. Return the result, and the number of steps."""
    device.perform(Start(package))
    known = frozenset((one.screen_id, one.element_id, one.action) for one in store.current(package))
    with closing(Recorder(folder, "learn", package, "", {})) as recorder:
        learning = Learning(
            OfflineExplorer(covered=known), OfflineReflector(), device, store, Task("", package), recorder,
            Guard(careful=True), Limits(max_steps=rounds, picture_side=PICTURE), Cancel(),
        )  # fmt: skip
        return learning.go(), count_steps(recorder.steps)


def deeds_of(phone: Phone) -> list[dict[str, object]]:
    """Return the deeds of apps by the phone's log, each with the gesture before it."""
    taps = {tap["n"]: tap for tap in phone.taps()}
    return [{**deed, "gesture": taps.get(deed["after"])} for deed in phone.deeds()]


def table(rows: Sequence[dict[str, Any]]) -> Table:
    """Return a table of the rows, with their sum."""
    made = Table("app", "steps", "refused", "documents", "seconds", "deeds", box=None)
    for row in rows:
        made.add_row(row["app"], *(str(row[name]) for name in ("steps", "refused", "documents", "seconds")), _told(row))
    sums = [f"{sum(row[name] for row in rows):g}" for name in ("steps", "refused", "documents", "seconds")]
    made.add_row("all", *sums, str(sum(len(row["deeds"]) for row in rows)))
    return made


def _told(row: dict[str, Any]) -> str:
    count = Counter(deed["effect"] for deed in row["deeds"])
    return ", ".join(f"{effect} {number}" for effect, number in count.items()) or "0"


def main() -> None:
    """Crawl, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=2000, help="of all apps together")
    parser.add_argument("--time-scale", type=float, default=0.02, help="of the phone's and the driver's waits")
    parser.add_argument("--json", action="store_true", help="print the rows as JSON")
    chosen = parser.parse_args()
    rows = crawl(chosen.steps, chosen.time_scale)
    if chosen.json:
        print(json.dumps(rows, ensure_ascii=False))
        return
    console = Console(width=140, highlight=False, markup=False)
    console.print(table(rows))
    for deed in (deed for row in rows for deed in row["deeds"]):
        console.print(f"{deed['effect']} in {deed['package']}: {deed['words']}, after {deed['gesture']}")


if __name__ == "__main__":
    main()
