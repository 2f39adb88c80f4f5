"""Measure what it takes to hand documents over: packs, a folder of text in place, and hubs.

    .venv/bin/python bench/sharing.py --records 10000 [--hub postgresql://team@127.0.0.1/docs]

Prints for each way, on made-up signed records of 1 kB, how long it took and how long a core was busy with it here. The
tables of a database are made.
"""

import argparse
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from appagent.sharing import docpack, exchange
from appagent.sharing.hubs import open_hub
from appagent.sharing.incoming import take_file
from appagent.store import Record, Store
from appagent.store.as_text import exporting
from appagent.store.keys import Keys
from appagent.store.opening import open_store

APP = "com.example.notes"
FACTS = {"role": "Button", "class": "android.widget.Button", "ancestors": ["android:id/content"], "words": "Archive"}


def main() -> None:
    """Measure each way once, and print the seconds that it took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=10_000)
    parser.add_argument("--hub", default="", help="a hub to measure beside a folder")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        with Store(folder / "mine.sqlite", keys=Keys(folder / "key")) as store:
            store.add(*(_record(number, store.author) for number in range(options.records)))
            measure(store, folder, options.hub)


def measure(store: Store, folder: Path, hub: str) -> None:
    """Hand everything over by each way. hub: another hub besides a folder, or ""."""
    pack, text = folder / "all.docpack", folder / "docs_store"
    took("write a pack", lambda: docpack.write_pack(store, [APP], pack))
    took("take the pack in", lambda: take_file(_new(store, folder), pack))
    took("write a folder of text", lambda: exporting.export_text(store, [APP], text))
    took("open the folder in place", lambda: open_store(text, to_read=True).close())
    took("open it again", lambda: open_store(text, to_read=True).close())
    for place in filter(None, (str(folder / "hub"), hub)):
        measure_hub(store, _new(store, folder), place)


def measure_hub(store: Store, other: Store, place: str) -> None:
    """Hand everything over from one store to another through a hub, twice."""
    with open_hub(place, init=place.startswith("postgresql")) as hub:
        for again in ("", " again"):
            took(f"push to {hub}{again}", lambda: exchange.push_to_hub(store, hub, [APP], _quiet))
        for again in ("", " again"):
            took(f"pull{again}", lambda: exchange.pull_from_hub(other, hub, sorted, _quiet))


def took(what: str, do: Callable[[], object]) -> None:
    """Call a function, and print how long it took, and how long it kept a core of this process busy."""
    begun, busy = time.perf_counter(), time.process_time()
    do()
    print(f"{time.perf_counter() - begun:8.2f} s {time.process_time() - busy:8.2f} s  {what}")


def _new(store: Store, folder: Path) -> Store:
    """Return an empty store that trusts the author of another one."""
    return Store(":memory:", keys=Keys(folder / "other", {store.author: "me"}))


def _record(number: int, author: str) -> Record:
    return Record(
        app=APP, action="tap", source="human", author=author, time="2026-01-31T12:00:00Z", screen_id="list",
        element_id=f"row {number}", template="rows", facts=FACTS, text=f"Opens number {number}. {'And more. ' * 40}",
    )  # fmt: skip


def _quiet(done: int, of: int) -> None:
    pass


if __name__ == "__main__":
    main()
