"""Measure the store: import, lookup for a screen, word search and list, at several sizes.

    python bench/store.py [--against REVISION] [--sizes 10000,100000,1000000] [--signed 10000] [--peers PYTHON]

The documents are made by a rule: apps of a hundred screens with fifty elements each, sentences in English and Chinese,
a tenth of them revised. Each size is measured in a process of its own: bringing the documents in from text (time, and
peak memory of that process), then the 95th percentile of 300 lookups for a screen of 40 elements, one search for each
of some words, the same with vectors made by chance, and a list. Of more than 100,000 only import and lookup are
measured. Seconds are of the processor, as other programs may be at work beside; what the disk takes is not in them.
--peers: a Python that has chromadb and lancedb (pip install chromadb lancedb); 100,000 vectors by chance go into each,
and the 20 nearest are asked for. --against measures the code of another revision of this repository in the same run, at
sizes up to 100,000. --signed: how many signed documents are brought in, for the time that signatures take. The smallest
size is 5,000: one app.
"""

import argparse
import io
import json
import os
import random
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parents[1]
SEED = 17
WORDS = {"rare": "zeppelin", "one in 100": "invoice", "one in 10": "settings", "every one": "opens", "Chinese": "微信"}
_LARGEST_AGAINST = 100_000

# Runs in a process of its own, so that the store of another revision can be imported, and for its peak of memory.
CHILD = """
import json, random, resource, sys, time
import numpy as np
from dataclasses import replace
from pathlib import Path
from appagent.devices.captures.hierarchy import read_dump
from appagent.documents.wording import WORDING, sentence
from appagent.store import Store, checks
from appagent.store.as_text import jsonl

folder, path, words, depth = Path(sys.argv[1]), Path(sys.argv[2]), json.loads(sys.argv[3]), sys.argv[4]
for module in (checks, jsonl, sys.modules.get("appagent.store.merging", checks)):
    if hasattr(module, "MOST_LETTERS"):
        module.MOST_LETTERS = 10**10
    if hasattr(module, "_MOST_REPLACED"):
        module._MOST_REPLACED = 10**9
    for name in ("MOST_BYTES", "MOST_IMPORT_BYTES"):  # before its name was changed, and now
        if hasattr(module, name):
            setattr(module, name, 10**11)
    module.MOST_ROWS = {name: 10**9 for name in ("records", "screens", "helped", "outcomes")}


def timed(act, times=1):
    took = []
    for _ in range(times):
        start = time.process_time()
        found = act()
        took.append(time.process_time() - start)
    return sorted(took), found


read = getattr(jsonl, "read_text_store", None) or jsonl.read
more = {"untrusted": True} if hasattr(checks, "checked_outcome") else {}
told = {}
took, _ = timed(lambda: Store.open(path).union(read(folder), **more))
told["import s"], told["import MB"] = took[0], resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
told["file MB"] = path.stat().st_size / 1e6
if depth != "import":
    node = "<node class='android.widget.Button' package='com.app1' clickable='true' enabled='true' text='%d' " \\
           "visible-to-user='true' bounds='[0,%d][90,%d]'/>"
    dump = "".join(node % (n, 50 * n, 50 * n + 50) for n in range(40))
    shape = read_dump(f"<hierarchy rotation='0'><node class='android.widget.FrameLayout' package='com.app1' "
                      f"bounds='[0,0][1080,2400]'>{dump}</node></hierarchy>")
    rng, apps = random.Random(17), max(1, sum(1 for _ in folder.iterdir()))
    store = Store.open(path)

    def look():
        app, page = rng.randrange(apps), rng.randrange(100)
        elements = tuple(
            replace(e, id=f"Button-{app}-{page}-{n}", template=f"Button-t{page}-{n % 7}", aliases=(), old_templates=())
            for n, e in enumerate(shape.elements)
        )
        screen = replace(shape, app=f"com.app{app}", screen_id=f"screen-{page}", elements=elements, aliases=())
        found = store.for_screen(screen)
        assert len(found) >= 30, len(found)

    timed(look, 20)
    took, _ = timed(look, 300)
    told["lookup p95 ms"] = took[int(0.95 * len(took))] * 1e3
if depth == "all":
    by = {"only": sentence}
    if hasattr(store, "reword"):  # of an older revision
        took, _ = timed(lambda: store.reword(WORDING, sentence))
    else:
        by |= {"version": WORDING, "says": sentence}
        took, _ = timed(lambda: store.search("zeppelin", **by))
    told["index sentences s"] = took[0]
    for name, word in words.items():
        took, found = timed(lambda: store.search(word, **by), 3)
        assert found, word
        told[f"search {name} ms"] = took[1] * 1e3
    if hasattr(store, "embed"):
        class Made:
            name = "made by chance"

            def encoded(self, texts):
                rows = np.random.default_rng(len(texts)).normal(size=(len(texts), 512)).astype(np.float32)
                return rows / np.linalg.norm(rows, axis=1, keepdims=True)

        took, _ = timed(lambda: store.embed(Made(), sentence))
        told["index vectors s"], told["file with vectors MB"] = took[0], path.stat().st_size / 1e6
        took, found = timed(lambda: store.search("qwx zvk", encoder=Made(), **by), 5)
        told["search nearest 20 ms"] = took[2] * 1e3
        for name, word in words.items():
            took, found = timed(lambda: store.search(word, encoder=Made(), **by), 3)
            told[f"search {name}, fused ms"] = took[1] * 1e3
    took, _ = timed(lambda: listed(store), 1)
    told["list s"] = took[0]
print(json.dumps(told))
"""
# Runs with another Python: as many vectors, in the same way, in two databases of vectors.
PEERS = """
import json, resource, sys, time
from pathlib import Path
import chromadb, lancedb
import numpy as np

number, scratch = int(sys.argv[1]), Path(sys.argv[2])
rng = np.random.default_rng(17)
rows = rng.normal(size=(number, 512)).astype(np.float32)
rows /= np.linalg.norm(rows, axis=1, keepdims=True)
names = [str(n) for n in range(number)]
asked = rows[:: max(1, number // 20)] + rng.normal(scale=0.01, size=(20, 512)).astype(np.float32)
told = {}


def timed(act):
    start = time.process_time()
    found = act()
    return time.process_time() - start, found


def measured(name, fill, ask, folder):
    told[name] = {"index vectors s": timed(fill)[0]}
    took = sorted(timed(lambda: ask(each))[0] for each in asked)
    told[name] |= {"search nearest 20 ms": took[len(took) // 2] * 1e3}
    size = sum(each.stat().st_size for each in folder.rglob("*") if each.is_file())
    told[name] |= {"file with vectors MB": size / 1e6}


chroma = chromadb.PersistentClient(str(scratch / "chroma")).create_collection("all")
def fill():
    for start in range(0, number, 5_000):
        chroma.add(ids=names[start : start + 5_000], embeddings=rows[start : start + 5_000])
measured("ChromaDB", fill, lambda v: chroma.query(query_embeddings=[v], n_results=20), scratch / "chroma")
lance = lancedb.connect(str(scratch / "lance"))
table = lambda: lance.open_table("all")
def fill():
    lance.create_table("all", [{"id": name, "vector": row} for name, row in zip(names, rows)])
measured("LanceDB", fill, lambda v: table().search(v).limit(20).to_list(), scratch / "lance")
print(json.dumps(told))
"""
LIST = """
def listed(store):
    import contextlib, io
    from appagent.cli.documents import docs
    with contextlib.redirect_stdout(io.StringIO()):
        docs.list_(store=path, trust_folder=False)
"""


def main() -> None:
    """Measure each size with each code, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--against", default="", help="revision to measure in the same run")
    parser.add_argument("--sizes", default="10000,100000,1000000", help="numbers of documents")
    parser.add_argument("--signed", type=int, default=10_000, help="number of signed documents")
    parser.add_argument("--peers", default="", help="Python that has chromadb and lancedb")
    given = parser.parse_args()
    sizes = [int(size) for size in given.sizes.split(",")]
    columns: dict[str, dict[str, float]] = {}
    with tempfile.TemporaryDirectory() as scratch:
        codes = {"now": ROOT} | ({given.against: _checkout(given.against, Path(scratch))} if given.against else {})
        for size in sizes:
            folder = Path(scratch) / "text"
            write(folder, documents(size))
            for name, code in codes.items():
                if name == "now" or size <= _LARGEST_AGAINST:
                    depth = "all" if size <= _LARGEST_AGAINST else "lookup"
                    columns[f"{name} {size:,}"] = _measured(code, folder, Path(scratch), depth)
                if name == "now" and given.peers and size == _LARGEST_AGAINST:
                    columns |= _peers(given.peers, size, Path(scratch))
        if given.signed:
            for name, key in (("bare", False), ("signed", True)):
                write(folder, documents(given.signed), sign=key)
                columns[f"{name} {given.signed:,}"] = _measured(ROOT, folder, Path(scratch), "import")
    _print(columns)


def documents(number: int) -> Iterator[dict[str, object]]:
    """Yield the contents of records: nine in ten are the first version, and each tenth replaces the one before it."""
    rng = random.Random(SEED)
    things = ["note", "list", "photo", "contact", "alarm", "album", "folder", "message", "page", "map", "song", "card"]
    for count in range(number):
        place = count - 1 if count % 10 == 9 else count
        app, page, element = place // 5_000, place // 50 % 100, place % 50
        said = [f"Opens the {rng.choice(things)} {count}", *(["of the settings"] if count % 10 == 3 else [])]
        said += ["with its invoice"] * (count % 100 == 5) + ["over the zeppelin"] * (count % 10_000 == 7)
        said += [f"打开微信第{count}页"] * (count % 50 == 11)
        yield {
            "app": f"com.app{app}", "app_version": "8.0.1", "screen_id": f"screen-{page}",
            "element_id": f"Button-{app}-{page}-{element}", "template": f"Button-t{page}-{element % 7}",
            "facts": {"class": "android.widget.Button", "resource_id": f"com.app{app}:id/b{element}",
                      "ancestors": [f"com.app{app}:id/toolbar", "android:id/content"], "role": "Button",
                      "words": f"item {element}", "shape": "e53e1f70", "window": "app",
                      "seen": {"effect": "opens", "title": f"Page {page}", "to_title": f"Page {page + 1}"}},
            "action": "tap", "text": f"{' '.join(said)}.", "leads_to": f"screen-{(page + 1) % 100}", "model": "m",
            "source": "explore", "author": "appagent", "locale": "en-US", "time": "2026-01-31T12:00:00Z",
            "revises": count % 10 == 9,
        }  # fmt: skip


def write(folder: Path, found: Iterator[dict[str, object]], *, sign: bool = False) -> None:
    """Write records as a folder of text, in place of what it held. sign: with a new key, as their author."""
    from dataclasses import replace

    from appagent.store import Record
    from appagent.store.keys import Keys

    for old in folder.glob("*/*"):
        old.unlink()
    keys, last, out = Keys(folder.parent / "key"), "", None
    for content in found:
        app, revises = str(content["app"]), content.pop("revises")
        content |= {"author": keys.own} if sign else {}
        record = Record(**content, replaces=(last,) if revises else ())
        record = replace(record, signature=keys.sign(record.canonical())) if sign else record
        last = record.id
        if out is None or Path(out.name).parent.name != app:
            (folder / app).mkdir(parents=True, exist_ok=True)
            out = open(folder / app / "documents.jsonl", "w", encoding="utf-8")  # noqa: SIM115 - one for each app
        out.write(json.dumps(record.to_json(), ensure_ascii=False, sort_keys=True, separators=(",", ":")) + "\n")
    for empty in (each for each in folder.iterdir() if not any(each.iterdir())):
        empty.rmdir()


def _measured(code: Path, folder: Path, scratch: Path, depth: str) -> dict[str, float]:
    path = scratch / "store.sqlite"
    env = os.environ | {"PYTHONPATH": str(code), "XDG_CONFIG_HOME": str(scratch), "COLUMNS": "100"}
    words = [sys.executable, "-c", LIST + CHILD, str(folder), str(path), json.dumps(WORDS), depth]
    done = subprocess.run(words, env=env, cwd=scratch, check=True, stdout=subprocess.PIPE, text=True)
    for left in scratch.glob("store.sqlite*"):
        left.unlink()
    return dict(json.loads(done.stdout.splitlines()[-1]))


def _peers(python: str, size: int, scratch: Path) -> dict[str, dict[str, float]]:
    words = [python, "-c", PEERS, str(size), str(scratch / "peers")]
    done = subprocess.run(words, cwd=scratch, check=True, stdout=subprocess.PIPE, text=True)
    return dict(json.loads(done.stdout.splitlines()[-1]))


def _checkout(revision: str, scratch: Path) -> Path:
    """Return a folder with the package as it is in a revision."""
    told = subprocess.run(["git", "archive", revision, "appagent"], cwd=ROOT, check=True, stdout=subprocess.PIPE)
    folder = scratch / "other"
    with tarfile.open(fileobj=io.BytesIO(told.stdout)) as archive:
        archive.extractall(folder, filter="data")
    return folder


def _print(columns: dict[str, dict[str, float]]) -> None:
    table = Table("", *columns)
    for name in dict.fromkeys(name for told in columns.values() for name in told):
        table.add_row(name, *(f"{told[name]:.3g}" if name in told else "" for told in columns.values()))
    Console(width=200).print(table)
    print(json.dumps(columns))


if __name__ == "__main__":
    main()
