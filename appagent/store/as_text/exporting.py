"""Write documents as text files that `jsonl` can read. The same records always make the same bytes.

Exporting removes nothing from a folder.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from appagent.errors import StoreError
from appagent.files import locked, refuse_links, write_shared
from appagent.store.as_text.jsonl import DOCUMENTS_FILE, OUTCOMES_FILE, SCREENS_FILE, check_app, handed_in
from appagent.store.as_text.record_lines import Counts, count_lines, record_line, screen_line
from appagent.store.checks import Handed, TableRow, checked_counter, checked_outcome, checked_screen
from appagent.store.current import subject
from appagent.store.opening import open_store
from appagent.store.records import Record
from appagent.store.signed_rows import united_rows
from appagent.store.sqlite import Store


@dataclass(frozen=True)
class Exported:
    """Files written for one app.

    file: the path of its documents.
    records, screens: the numbers of lines written.
    unheeded: how many of the records a tombstone names that has no effect, because neither the user trusts who signed
    it, nor is that the record's author.
    """

    app: str
    file: Path
    records: int
    screens: int
    unheeded: int


@dataclass(frozen=True)
class United:
    """Records, screens and counters of several sources, merged. unheeded: as in `Exported`."""

    records: Sequence[Record]
    screens: Sequence[TableRow]
    counts: Counts
    unheeded: int


def export_text(store: Store, apps: Sequence[str], folder: Path) -> list[Exported]:
    """Add all that a store has about these apps to a folder, and return for each app what its files then hold.

    Two exports to one folder wait for each other.
    Raises StoreError before anything is written if an app's name cannot be the name of a folder, or if a file in the
    folder cannot be read.
    """
    own: dict[str, Handed] = {}
    for app in apps:
        check_app(app)
        rows = store.screen_rows(app), store.helped_rows(app), store.outcome_rows(app)
        own[app] = Handed(store.records(app), *rows)
    with _writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        with locked(folder):
            held = {app: _with_what_is_there(each, folder / app) for app, each in own.items()}
            return [_write(app, each, folder / app) for app, each in held.items()]


def _with_what_is_there(own: Handed, folder: Path) -> United:
    refuse_links(folder, *(folder / name for name in (DOCUMENTS_FILE, SCREENS_FILE, OUTCOMES_FILE)))
    return united(replace(own, records=()), handed_in([folder / DOCUMENTS_FILE]), own=own.records)


def in_order(records: Iterable[Record]) -> list[Record]:
    """Sort records as they are written to a file: by their subject, then by time, then by id."""
    return sorted(records, key=lambda record: (subject(record), record.time, record.id))


def united(*held: Handed, own: Iterable[Record] = ()) -> United:
    """Merge what several sources have, and return it sorted as it is written to files.

    Nothing is lost: of screens and counters those of each author are kept, and a record is left out only if somebody
    purged it who is trusted, or is its author.
    own: records of the user's own store; trusted ones stay trusted.
    The order of the sources makes no difference.
    """
    with open_store(Path(":memory:")) as together:
        together.add(*own)
        rows: dict[str, list[TableRow]] = {"screens": [], "helped": [], "outcomes": []}
        for each in held:
            together.union(Handed(each.records), untrusted=True)
            rows["screens"] += map(checked_screen, each.screens)
            rows["helped"] += map(checked_counter, each.helped)
            rows["outcomes"] += map(checked_outcome, each.outcomes)
        kept = {table: united_rows(table, found) for table, found in rows.items()}
        counts = Counts(kept["helped"], kept["outcomes"])
        return United(in_order(together.records()), kept["screens"], counts, together.unheeded())


def content_of(lines: Iterable[bytes]) -> bytes:
    """Join lines to the content of a file, with a newline after each."""
    return b"".join(line + b"\n" for line in lines)


@contextmanager
def _writing(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise StoreError(f"{folder} cannot be written: {error.strerror}; name another folder with --out") from error


def _write(app: str, found: United, folder: Path) -> Exported:
    # made to be shared in git, so the umask says who reads these files, unlike runs and stores, which are private
    with _writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        write_shared(folder / DOCUMENTS_FILE, content_of(map(record_line, found.records)))
        write_shared(folder / SCREENS_FILE, content_of(map(screen_line, found.screens)))
        if counts := content_of(line for _, line in count_lines(app, found.counts)):
            write_shared(folder / OUTCOMES_FILE, counts)
    return Exported(app, folder / DOCUMENTS_FILE, len(found.records), len(found.screens), found.unheeded)
