"""Learn anew what docs_store/ holds: apps of the virtual phone, by the offline agent, signed with one's own key.

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
from appagent.store import Handed
from appagent.store.as_text import exporting
from appagent.store.keys import Keys
from appagent.store.opening import open_store
from appagent.store.sqlite import Store
from appagent.tasks import Task

OUT = Path(__file__).resolve().parents[1] / "docs_store"
APPS = ("com.android.settings", "com.example.deskclock", "com.example.notes")
TEAM = "AppAgent's documents of its virtual apps"
STEPS = 400


def main() -> None:
    """Learn each app twice, and write the documents of the second time, which is as another person with other contents.

    So words of rows that both persons have seen are known to belong to the app, and are in the documents.
    """
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--time-scale", type=float, default=0.1)
    scale = arguments.parse_args().time_scale
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        with (
            Store.open(scratch / "theirs.sqlite", keys=Keys(scratch / "key")) as theirs,
            open_store(scratch / "own.sqlite") as own,
        ):
            for package in APPS:
                learn(package, theirs, scratch, scale, seed=1)
            own.union(theirs, untrusted=True)
            for package in APPS:
                learn(package, own, scratch, scale, seed=2)
            write(own)


def write(store: Store) -> None:
    """Replace the files by one's own records, and write the key that signed them."""
    with open_store(Path(":memory:")) as signed:
        records = [each for each in store.records() if each.author == store.author]
        signed.union(Handed(records, [row for app in APPS for row in store.screen_rows(app)]))
        for package in APPS:
            for name in ("documents.jsonl", "screens.jsonl", "outcomes.jsonl"):  # an export adds to what is there
                (OUT / package / name).unlink(missing_ok=True)
        (OUT / "team.keys").write_text(f"{store.author} {TEAM}\n")
        for one in exporting.export_text(signed, APPS, OUT):
            print(f"{one.app}: {one.records} records, {one.screens} screens")


def learn(package: str, store: Store, folder: Path, time_scale: float, seed: int) -> None:
    """Learn one app without a task.

    seed: of the contents of the phone.
    """
    with (
        virtual(time_scale=time_scale, seed=seed) as (device, _),
        closing(Recorder(folder, "learn", package, "", {})) as recorder,
    ):
        device.perform(Start(package))
        Learning(
            OfflineExplorer(), OfflineReflector(), device, store, Task("", package), recorder, Guard(careful=True),
            Limits(STEPS), Cancel(), device.version(package), device.locale(),
        ).go()  # fmt: skip


if __name__ == "__main__":
    main()
