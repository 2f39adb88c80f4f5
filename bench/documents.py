"""Learns anew what docs_store/ holds: apps of the virtual phone, by the offline agent, signed with one's own key.

    python bench/documents.py [--time-scale 0.1]

Needed when the rule that names elements or screens changes, or one of the apps does. The public part of the key goes to
docs_store/team.keys, so that others can trust it.
"""

import argparse
import tempfile
from contextlib import closing
from pathlib import Path

from appagent.actions import Start
from appagent.cancel import Cancel
from appagent.devices.virtual import virtual
from appagent.guard import Guard
from appagent.learning.explore import Learning
from appagent.learning.reflect import OfflineReflector
from appagent.loop import Limits
from appagent.offline.explorer import OfflineExplorer
from appagent.runs.recorder import Recorder
from appagent.store import jsonl
from appagent.store.opening import open_store
from appagent.store.sqlite import Store
from appagent.tasks import Task

OUT = Path(__file__).resolve().parents[1] / "docs_store"
APPS = ("com.android.settings", "com.example.deskclock", "com.example.notes")
TEAM = "AppAgent's documents of its virtual apps"
STEPS = 400


def main() -> None:
    """Learn each app on a fresh phone, and write the files."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--time-scale", type=float, default=0.1)
    scale = arguments.parse_args().time_scale
    with tempfile.TemporaryDirectory() as scratch, open_store(Path(scratch) / "store.sqlite") as store:
        for package in APPS:
            learn(package, store, Path(scratch), scale)
            for name in ("documents.jsonl", "screens.jsonl"):  # an export adds to what is there
                (OUT / package / name).unlink(missing_ok=True)
        (OUT / "team.keys").write_text(f"{store.keys.own} {TEAM}\n")
        for one in jsonl.export(store, APPS, OUT):
            print(f"{one.app}: {one.records} records, {one.screens} screens")


def learn(package: str, store: Store, folder: Path, time_scale: float) -> None:
    """Learn one app, without a task."""
    with virtual(time_scale=time_scale) as (device, _), closing(Recorder(folder, "learn", package, "", {})) as recorder:
        device.perform(Start(package))
        Learning(
            OfflineExplorer(), OfflineReflector(), device, store, Task("", package), recorder, Guard(careful=True),
            Limits(STEPS), Cancel(), device.version(package), device.locale(),
        ).go()  # fmt: skip


if __name__ == "__main__":
    main()
