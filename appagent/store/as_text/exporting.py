"""Write documents as text files that `jsonl` can read. The same records always make the same bytes.

Exporting removes nothing from a folder.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from appagent.errors import StoreError
from appagent.files import refuse_links, write_shared
from appagent.store.as_text.jsonl import DOCUMENTS_FILE, SCREENS_FILE, check_app, handed_in
from appagent.store.as_text.record_lines import record_line, screen_line
from appagent.store.checks import Handed, TableRow
from appagent.store.current import subject
from appagent.store.opening import open_store
from appagent.store.records import Record
from appagent.store.sqlite import Store


@dataclass(frozen=True)
class Exported:
    """Files written for one app.

    file: the path of its documents.
    records, screens: the numbers of lines written.
    """

    app: str
    file: Path
    records: int
    screens: int


def export_text(store: Store, apps: Iterable[str], folder: Path) -> list[Exported]:
    """Add all records and screens of these apps to a folder, and return for each app what its files then hold.

    Raises StoreError before anything is written if an app's name cannot be the name of a folder, or if a file in the
    folder cannot be read.
    """
    held = {}
    for app in apps:
        check_app(app)
        refuse_links(folder / app, folder / app / DOCUMENTS_FILE, folder / app / SCREENS_FILE)
        screens = Handed(screens=store.screen_rows(app))
        held[app] = united(screens, handed_in([folder / app / DOCUMENTS_FILE]), own=store.records(app))
    return [_write(app, records, screens, folder / app) for app, (records, screens) in held.items()]


def in_order(records: Iterable[Record]) -> list[Record]:
    """Sort records as they are written to a file: by their subject, then by time, then by id."""
    return sorted(records, key=lambda record: (subject(record), record.time, record.id))


def united(*held: Handed, own: Iterable[Record] = ()) -> tuple[list[Record], list[TableRow]]:
    """Merge the records and screens of several sources. Return both, sorted as they are written to files.

    own: records of the user's own store; trusted ones stay trusted.
    The order of the sources makes no difference.
    """
    with open_store(Path(":memory:")) as together:
        together.add(*own)
        for each in held:
            together.union(each, untrusted=True)
        return in_order(together.records()), together.screen_rows()


def content_of(lines: Iterable[bytes]) -> bytes:
    """Join lines to the content of a file, with a newline after each."""
    return b"".join(line + b"\n" for line in lines)


def _write(app: str, records: Sequence[Record], screens: Sequence[TableRow], folder: Path) -> Exported:
    # made to be shared in git, so the umask says who reads these files, unlike runs and stores, which are private
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, lines in ((DOCUMENTS_FILE, map(record_line, records)), (SCREENS_FILE, map(screen_line, screens))):
            write_shared(folder / name, content_of(lines))
    except OSError as error:
        raise StoreError(f"{folder} cannot be written: {error.strerror}; name another folder with --out") from error
    return Exported(app, folder / DOCUMENTS_FILE, len(records), len(screens))
