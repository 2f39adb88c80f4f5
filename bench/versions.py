"""Measure docs forecast where nothing has changed: whatever it says is gone, changed or failing is then wrong.

    python bench/versions.py [--apps notes,settings] [--rounds 300]

Each app of the virtual phone is learnt twice with one store, by the offline explorer, as if the second time were of a
later version. The second phone has other contents (another seed), as another person's has.
"""

import argparse
import tempfile
from collections import Counter
from contextlib import closing
from pathlib import Path

from rich.console import Console
from rich.table import Table

from appagent.actions import Start
from appagent.cancel import Cancel
from appagent.devices.virtual import virtual
from appagent.documents.lookup.versions import AppVersions, Shift
from appagent.documents.wording import plainly
from appagent.guard import Guard
from appagent.learning.explore import Learning
from appagent.learning.reflect import OfflineReflector
from appagent.learning.safety.made_rows import Made
from appagent.loop import Limits
from appagent.offline.explorer import OfflineExplorer
from appagent.phone.app import installed
from appagent.runs.recorder import Recorder
from appagent.store import Store
from appagent.tasks import Task

VERSIONS = ("1.0", "1.1")
WRONG = ("gone", "changed", "failing")


def main() -> None:
    """Learn each app twice, and print what the forecast says."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--apps", default="", help="names of the apps; by default all")
    parser.add_argument("--rounds", type=int, default=300, help="most steps of one learning")
    given = parser.parse_args()
    known = {app.name(): app.package for app in installed()}
    table, total = Table("app", "sure", "likely", "unseen", *WRONG), Counter[str]()
    for name in given.apps.split(",") if given.apps else known:
        found = learnt_twice(known[name], given.rounds)
        counts = Counter(each.what for each in found)
        total.update(counts)
        table.add_row(name, *(str(counts[what]) for what in ("sure", "likely", "unseen", *WRONG)))
        for each in (each for each in found if each.what in WRONG):
            said = [plainly(one) for one in (each.record, each.now) if one]
            print(
                f"{name}: {each.what}: {each.record.action} {each.record.facts.get('words')}: {' | now: '.join(said)}"
            )
    table.add_row("all", *(str(total[what]) for what in ("sure", "likely", "unseen", *WRONG)))
    Console(width=100).print(table)


def learnt_twice(package: str, rounds: int) -> list[Shift]:
    """Return the forecast for an app that was learnt on two phones as if in two versions."""
    with tempfile.TemporaryDirectory() as folder, Store.open(Path(folder) / "store.sqlite") as store:
        for seed, version in enumerate(VERSIONS):
            with (
                closing(Recorder(Path(folder), version, package, "", {})) as recorder,
                virtual(time_scale=0.04, size=(360, 640), seed=seed) as (device, _),
            ):
                device.perform(Start(package))
                store.here = (version, "en-US")
                Learning(
                    OfflineExplorer(), OfflineReflector(), device, store, Task("", package), recorder,
                    Guard(careful=True), Limits(max_steps=rounds, picture_side=256), Cancel(), version=version,
                    locale="en-US", made=Made(10),
                ).go()  # fmt: skip
        return AppVersions.of(store, package).compared(VERSIONS[1])


if __name__ == "__main__":
    main()
