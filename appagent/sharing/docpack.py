"""Write a docpack: one file with the documents of some apps, to hand over. docs/docpack.md describes the format.

It is a zip without compression, so that any tool shows its parts, and the same documents always make the same bytes.
"""

import hashlib
import io
import json
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from appagent.errors import StoreError
from appagent.files import write_shared
from appagent.store import Record, Store
from appagent.store.as_text.exporting import content_of, in_order
from appagent.store.as_text.jsonl import DOCUMENTS_FILE, OUTCOMES_FILE, SCREENS_FILE, check_app
from appagent.store.as_text.record_lines import Counts, count_lines, record_line, screen_line

ENDING = ".docpack"
MANIFEST, PICTURES = "manifest.json", "pictures"
FORMAT, VERSION = "appagent docpack", 1
_TIME = (1980, 1, 1, 0, 0, 0)  # the earliest that a zip can say
_MODE = 0o100644 << 16  # a plain file that everybody may read
_UNIX = 3


@dataclass(frozen=True)
class Packed:
    """Result of writing a pack.

    records: the number of records, by app.
    screens, pictures: how many were written.
    """

    file: Path
    records: Mapping[str, int]
    screens: int
    pictures: int


def write_pack(store: Store, apps: Sequence[str], file: Path, *, pictures: bool = False) -> Packed:
    """Write all that a store has about these apps to a pack. An existing file is replaced.

    pictures: True to add the pictures of spots that no hierarchy shows.
    Raises StoreError if an app's name cannot be the name of a folder, or if the file cannot be written.
    """
    parts: dict[str, bytes] = {}
    records: list[Record] = []
    for app in apps:
        check_app(app)
        records += (of_app := in_order(store.records(app)))
        parts[f"{app}/{DOCUMENTS_FILE}"] = content_of(map(record_line, of_app))
        parts[f"{app}/{SCREENS_FILE}"] = content_of(map(screen_line, store.screen_rows(app)))
        counts = Counts(store.helped_rows(app), store.outcome_rows(app))
        parts[f"{app}/{OUTCOMES_FILE}"] = content_of(line for _, line in count_lines(app, counts))
    screens = sum(part.count(b"\n") for name, part in parts.items() if name.endswith(SCREENS_FILE))
    shown = dict(_pictures(store, records)) if pictures else {}
    parts = {name: part for name, part in parts.items() if part} | shown
    try:
        write_shared(file, zipped(parts | {MANIFEST: manifest(parts)}))
    except OSError as error:
        raise StoreError(f"{file} cannot be written: {error.strerror}; name another file with --out") from error
    return Packed(file, dict(Counter(record.app for record in records)), screens, len(shown))


def manifest(parts: Mapping[str, bytes]) -> bytes:
    """Return the manifest of a pack: its format and version, and the size and SHA-256 of each other part."""
    files = [
        {"name": name, "bytes": len(part), "sha256": hashlib.sha256(part).hexdigest()}
        for name, part in sorted(parts.items())
    ]
    return json.dumps({"format": FORMAT, "version": VERSION, "files": files}, indent=2).encode() + b"\n"


def zipped(parts: Mapping[str, bytes]) -> bytes:
    """Return a zip of these parts: sorted by name, not compressed, with the same time and mode for all."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_STORED, allowZip64=False) as pack:
        for name, part in sorted(parts.items()):
            info = zipfile.ZipInfo(name, _TIME)
            info.create_system, info.external_attr = _UNIX, _MODE
            pack.writestr(info, part)
    return whole.getvalue()


def picture_names(records: Iterable[Record]) -> set[str]:
    """Return the names of the pictures that these records need: each the SHA-256 of a PNG, in hex."""
    from appagent.screen.pictures.spots import FACT  # which needs numpy

    spots = (record.facts.get(FACT) for record in records)
    named = {spot.get("picture") for spot in spots if isinstance(spot, Mapping)}
    return {name for name in named if isinstance(name, str)}


def _pictures(store: Store, records: Iterable[Record]) -> Iterator[tuple[str, bytes]]:
    for name in picture_names(records):
        png = store.picture(name)
        if png and hashlib.sha256(png).hexdigest() == name:
            yield f"{PICTURES}/{name}.png", png
