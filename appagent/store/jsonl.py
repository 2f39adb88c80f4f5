"""Documents as text for git: one folder for each app, with one line for each record and for each screen.

    docs_store/com.example.notes/documents.jsonl
    docs_store/com.example.notes/screens.jsonl

Every line is canonical JSON (RFC 8785), and the lines are sorted. So the same records make the same bytes, and a new
record is a new line beside the others of its screen. Exporting removes nothing from a folder.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from appagent.errors import StoreError
from appagent.files import lines, refuse_links, write_shared
from appagent.store.checks import Handed, Row
from appagent.store.current import subject
from appagent.store.lines import LONGEST_LINE, read_record, read_screen, record_line, screen_line
from appagent.store.records import Record

if TYPE_CHECKING:
    from appagent.store.sqlite import Store

DOCUMENTS, SCREENS, OUTCOMES = "documents.jsonl", "screens.jsonl", "outcomes.jsonl"  # the last in packs alone
FOLDER = r"(?!.{201})[A-Za-z0-9_]+(?:[.-][A-Za-z0-9_]+)*"  # app names that can name a folder, as a regular expression
_MOST_APPS = 1_000
T = TypeVar("T")


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


def files(path: Path) -> list[Path]:
    """Return the documents and screens files that a path stands for. Raises StoreError if it has no documents."""
    documents = _found(path)
    return [file for each in documents for file in (each, each.with_name(SCREENS)) if file.exists()]


def parsed(files: Iterable[Path], parse: Callable[[bytes], T]) -> Iterator[T]:
    """Yield what the lines of files say. parse: makes it from one line.

    Raises StoreError, with file and line, if a line is not valid.
    """
    for file in files:
        for number, line in enumerate(lines(file, LONGEST_LINE) if file.exists() else (), 1):
            try:
                if line.strip():
                    yield parse(line)
            except StoreError as error:
                raise StoreError(f"{file}, line {number}: {error}") from error


def export(store: "Store", apps: Iterable[str], folder: Path) -> list[Exported]:
    """Add all records and screens that a store has of these apps to a folder, and return what the files then hold.

    Raises StoreError before anything is written if an app's name cannot be the name of a folder, or if a file in the
    folder cannot be read.
    """
    held = {}
    for app in apps:
        check_app(app)
        refuse_links(folder / app, folder / app / DOCUMENTS, folder / app / SCREENS)
        screens = Handed(screens=store.screen_rows(app))
        held[app] = united(screens, _parsed([folder / app / DOCUMENTS]), own=store.records(app))
    return [_write(app, records, screens, folder / app) for app, (records, screens) in held.items()]


def check_app(app: str) -> None:
    """Raise StoreError if an app's name cannot be the name of a folder."""
    if not re.fullmatch(FOLDER, app):
        raise StoreError(f"no folder can be named after the app {app!r:.80}; leave it out with --app")


def in_order(records: Iterable[Record]) -> list[Record]:
    """Return records in the order of their lines: those about one action on one element stand together."""
    return sorted(records, key=lambda record: (subject(record), record.time, record.id))


def united(*held: Handed, own: Iterable[Record] = ()) -> tuple[list[Record], list[Row]]:
    """Return the records and screens of several places together, in the order in which they are written.

    Whoever puts the same together gets the same lines. own: records of one's own store, which keep their trust.
    """
    from appagent.store.opening import open_store  # which needs this module

    with open_store(Path(":memory:")) as together:
        together.add(*own)
        for each in held:
            together.union(each, untrusted=True)
        return in_order(together.records()), together.screen_rows()


def joined(lines: Iterable[bytes]) -> bytes:
    """Return lines as the content of a file."""
    return b"".join(line + b"\n" for line in lines)


def _write(app: str, records: Sequence[Record], screens: Sequence[Row], folder: Path) -> Exported:
    # made to be shared in git, so the umask says who reads these files, unlike runs and stores, which are private
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, lines in ((DOCUMENTS, map(record_line, records)), (SCREENS, map(screen_line, screens))):
            write_shared(folder / name, joined(lines))
    except OSError as error:
        raise StoreError(f"{folder} cannot be written: {error.strerror}; name another folder with --out") from error
    return Exported(app, folder / DOCUMENTS, len(records), len(screens))


def _parsed(files: Iterable[Path]) -> Handed:
    """Return what documents files hold, and the screens files beside them. Files that are missing hold nothing."""
    documents = list(files)
    screens = [file.with_name(SCREENS) for file in documents]
    return Handed(parsed(documents, read_record), parsed(screens, read_screen))


def _found(path: Path) -> Sequence[Path]:
    """Return the documents files that a path stands for. Raises StoreError if there is none."""
    if path.is_file():
        return [path]
    if (path / DOCUMENTS).exists():
        return [path / DOCUMENTS]
    try:
        found = sorted(path.glob(f"*/{DOCUMENTS}"))
    except OSError as error:
        raise StoreError(f"{path} cannot be read: {error.strerror}") from error
    if not found:
        raise StoreError(
            f"{path} is a folder with no documents: there is no {DOCUMENTS} in it or in a folder of it; "
            f"write one with: appagent docs export -o {path}"
        )
    if len(found) > _MOST_APPS:
        raise StoreError(f"{path} has the documents of more than {_MOST_APPS} apps, the most that are read")
    return found
