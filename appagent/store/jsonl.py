"""Documents as text for git: one folder for each app, with one line for each record and for each screen.

    docs_store/com.example.notes/documents.jsonl
    docs_store/com.example.notes/screens.jsonl

Every line is canonical JSON (RFC 8785), and the lines are sorted. So the same records make the same bytes, and a new
record is a new line beside the others of its screen. Exporting removes nothing from a folder.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import rfc8785

from appagent.errors import StoreError
from appagent.files import lines, refuse_links, write_shared
from appagent.store.checks import COLUMNS, Handed, Row, checked_screen
from appagent.store.current import subject
from appagent.store.records import Record

if TYPE_CHECKING:
    from appagent.store.sqlite import Store

_DOCUMENTS, _SCREENS = "documents.jsonl", "screens.jsonl"
_FIELDS = COLUMNS["screens"]
_PACKAGE = re.compile(r"(?!.{201})[A-Za-z0-9_]+(?:[.-][A-Za-z0-9_]+)*")  # app names that can name a folder
_MOST_APPS = 1_000
_LONGEST_LINE = 2_000_000  # bytes; a record has at most half of that
T = TypeVar("T")
_MOST_SHOWN = 40  # letters of a line that a message shows


@dataclass(frozen=True)
class Exported:
    """Files written for one app. file: the path of its documents. records, screens: the numbers of lines written."""

    app: str
    file: Path
    records: int
    screens: int


def is_text(path: Path) -> bool:
    """Tell whether a path is a folder or an existing `.jsonl` file, and not a store in SQLite."""
    return path.is_dir() or (path.suffix == ".jsonl" and path.is_file())


def read(path: Path) -> Handed:
    """Return what a folder with the folders of several apps holds, or one app's folder, or one documents file.

    Raises StoreError if the folder has no documents. The lines are read as they are asked for; then StoreError is
    raised, with file and line, if one is no record or no screen, and UsageError if a file cannot be read.
    """
    return _parsed(_found(path))


def export(store: "Store", apps: Iterable[str], folder: Path) -> list[Exported]:
    """Add all records and screens that a store has of these apps to a folder, and return what the files then hold.

    Raises StoreError before anything is written if an app's name cannot be the name of a folder, or if a file in the
    folder cannot be read.
    """
    held = {}
    for app in apps:
        if not _PACKAGE.fullmatch(app):
            raise StoreError(f"no folder can be named after the app {app!r:.80}; leave it out with --app")
        refuse_links(folder / app, folder / app / _DOCUMENTS, folder / app / _SCREENS)
        held[app] = _union(store, app, folder / app)
    return [_write(app, records, screens, folder / app) for app, (records, screens) in held.items()]


def _union(store: "Store", app: str, folder: Path) -> tuple[list[Record], list[Row]]:
    """Return the records and screens of a store's app and of a folder, in the order in which they are written.

    Whoever adds the same to the folder gets the same files.
    """
    from appagent.store.opening import open_store  # which needs this module

    with open_store(Path(":memory:")) as both:
        both.add(*store.records(app))
        both.union(Handed(screens=store.screen_rows(app)))
        both.union(_parsed([folder / _DOCUMENTS]), untrusted=True)
        records = sorted(both.records(), key=lambda record: (subject(record), record.time, record.id))
        return records, both.screen_rows()


def _write(app: str, records: Sequence[Record], screens: Sequence[Row], folder: Path) -> Exported:
    told = [dict(zip(_FIELDS, row, strict=True)) | {"templates": json.loads(row[2])} for row in screens]
    # made to be shared in git, so the umask says who reads these files, unlike runs and stores, which are private
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, lines in ((_DOCUMENTS, [record.to_json() for record in records]), (_SCREENS, told)):
            write_shared(folder / name, b"".join(rfc8785.dumps(line) + b"\n" for line in lines))
    except OSError as error:
        raise StoreError(f"{folder} cannot be written: {error.strerror}; name another folder with --out") from error
    return Exported(app, folder / _DOCUMENTS, len(records), len(screens))


def _parsed(files: Iterable[Path]) -> Handed:
    """Return what documents files hold, and the screens files beside them. Files that are missing hold nothing."""
    documents = list(files)
    screens = [file.with_name(_SCREENS) for file in documents]
    return Handed(_parsed_lines(documents, Record.from_json), _parsed_lines(screens, _screen_row))


def _found(path: Path) -> Sequence[Path]:
    """Return the documents files that a path stands for. Raises StoreError if there is none."""
    if path.is_file():
        return [path]
    if (path / _DOCUMENTS).exists():
        return [path / _DOCUMENTS]
    try:
        found = sorted(path.glob(f"*/{_DOCUMENTS}"))
    except OSError as error:
        raise StoreError(f"{path} cannot be read: {error.strerror}") from error
    if not found:
        raise StoreError(
            f"{path} is a folder with no documents: there is no {_DOCUMENTS} in it or in a folder of it; "
            f"write one with: appagent docs export -o {path}"
        )
    if len(found) > _MOST_APPS:
        raise StoreError(f"{path} has the documents of more than {_MOST_APPS} apps, the most that are read")
    return found


def _parsed_lines(files: Iterable[Path], parse: Callable[[dict[str, Any]], T]) -> Iterator[T]:
    """Yield what the lines of files say. parse: makes it from the JSON object of one line.

    Raises StoreError, with file and line, if a line is not valid.
    """
    for file in files:
        for number, line in enumerate(lines(file, _LONGEST_LINE) if file.exists() else (), 1):
            try:
                if line.strip():
                    yield parse(_object(line))
            except StoreError as error:
                raise StoreError(f"{file}, line {number}: {error}") from error


def _object(line: bytes) -> dict[str, Any]:
    try:
        told = json.loads(line)
    except (ValueError, RecursionError):
        told = None
    if not isinstance(told, dict):
        raise StoreError(f"it is no JSON object: {line[:_MOST_SHOWN].decode(errors='replace')!r}")
    return told


def _screen_row(told: dict[str, Any]) -> Row:
    if told.keys() != set(_FIELDS):
        raise StoreError(f"a screen has the fields {', '.join(_FIELDS)}; found {', '.join(told)!r:.80}")
    return checked_screen(tuple(json.dumps(told[name]) if name == "templates" else told[name] for name in _FIELDS))
