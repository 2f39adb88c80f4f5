"""Check rows that are read from another store: each must be a valid record, screen or counter before it is used."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from appagent.errors import StoreError
from appagent.store.records import Record, check_time, check_unicode, is_id

TableRow = tuple[Any, ...]

LONGEST = 2_000_000  # letters of one text
MOST_IMPORT_BYTES = 2_000_000_000  # that one import takes; they go over the disk, not over memory
MOST_ROWS = {"records": 1_000_000, "screens": 100_000, "helped": 2_000_000, "outcomes": 2_000_000}
COLUMNS = {
    "records": ("id", "body", "signature"),
    "screens": ("app", "screen_id", "templates", "title", "first_seen", "signer", "signature"),
    "helped": ("id", "store", "times", "signature"),
    "outcomes": ("id", "store", "version", "worked", "failed", "signature"),
}
SIGNED = {
    "screens": ("signer", "signature"),
    "helped": ("signature",),
    "outcomes": ("signature",),
}  # older stores lack them
_MOST_LETTERS = 500  # letters of a name
_MOST_TEMPLATES = 1_000
_MOST_TIMES = 1_000_000
_TITLE_LETTERS = 80


@dataclass(frozen=True)
class Handed:
    """Contents of one store, to be imported into another one by `Store.union`.

    Each part is read once, in this order, and may be a generator that reads a file or a database as it goes. If a part
    raises an error, the import ends and keeps nothing.
    records: the records, as `checked_record` or `Record.from_json` makes them.
    screens: tuples (app, screen id, templates as JSON, title, time when first seen, author's key, signature).
    helped: tuples (record id, name of a store, how often the record helped in that store, signature).
    outcomes: tuples (record id, name of a store, version of the app, how often what the record says proved right in
    that store, how often it did not, signature). `union` checks screens and counters. In all of them author and
    signature may be left out, or be "", if nobody signed the row; see `signed_rows`.
    """

    records: Iterable[Record] = ()
    screens: Iterable[TableRow] = ()
    helped: Iterable[TableRow] = ()
    outcomes: Iterable[TableRow] = ()


def checked_record(row: TableRow) -> Record:
    """Parse a row of the table `records` into a record, marked as imported.

    row: id, content as JSON, and signature.
    Raises StoreError if the row is not a valid record.
    """
    record_id, body, signature = row
    _check_text("a record's id", record_id)
    _check_text("a record's content", body, LONGEST)
    try:
        content = json.loads(body)
        if not isinstance(content, dict):
            raise ValueError("it is no JSON object")
    except (ValueError, RecursionError) as error:
        raise StoreError(f"record {record_id!r:.14} cannot be read: {error}") from error
    return Record.from_json({**content, "id": record_id, "signature": signature})


def checked_screen(row: TableRow) -> TableRow:
    """Return a row of the table `screens` cleaned up, as a store keeps it. Raises StoreError if it is not valid.

    row: as in `Handed`, with templates as a JSON list. In the result the templates are sorted; the title is cut to 80
    letters, and characters in it that cannot be printed become spaces; author and signature are "" if they were left
    out.
    """
    app, screen_id, templates, title, first_seen, *by = row
    author, signature = by or ("", "")
    _check_text("a screen's author", author, empty=True)
    _check_text("a screen's signature", signature, empty=True)
    _check_text("a screen's app", app, empty=True)
    _check_text("a screen's id", screen_id)
    _check_text("a screen's title", title, LONGEST, empty=True)
    _check_text("a screen's time", first_seen)
    check_time("a screen's time", first_seen)
    clean = "".join(letter if letter.isprintable() else " " for letter in title[:_TITLE_LETTERS])
    return app, screen_id, json.dumps(sorted(checked_templates(templates))), clean, first_seen, author, signature


def checked_templates(text: object) -> frozenset[str]:
    """Parse the templates of a screen from JSON. Raises StoreError if it is not valid.

    The JSON must be a list of at most 1,000 texts with at most 500 letters each.
    """
    _check_text("a screen's templates", text, LONGEST)
    try:
        found = json.loads(str(text))
    except (ValueError, RecursionError) as error:
        raise StoreError(f"a screen's templates cannot be read: {error}") from error
    if not isinstance(found, list) or len(found) > _MOST_TEMPLATES:
        raise StoreError(f"a screen's templates must be a list of at most {_MOST_TEMPLATES}, found {found!r:.80}")
    if not all(isinstance(each, str) and len(each) <= _MOST_LETTERS for each in found):
        raise StoreError(f"a screen's templates must be texts of at most {_MOST_LETTERS} letters, found {found!r:.80}")
    check_unicode("a screen's templates", "".join(found))
    return frozenset(found)


def checked_counter(row: TableRow) -> TableRow:
    """Return a row of the table `helped`, with a signature that may be "". Raises StoreError if the row is not valid.

    row: as in `Handed`.
    """
    record_id, store, times, *by = row
    (signature,) = by or ("",)
    _check_counts(record_id, store, signature, times)
    return record_id, store, times, signature


def checked_outcome(row: TableRow) -> TableRow:
    """Return a row of the table `outcomes`, with a signature that may be "". Raises StoreError if it is not valid.

    row: as in `Handed`.
    """
    record_id, store, version, worked, failed, *by = row
    (signature,) = by or ("",)
    _check_text("a counter's version", version, empty=True)
    _check_counts(record_id, store, signature, worked, failed)
    return record_id, store, version, worked, failed, signature


def _check_counts(record_id: object, store: object, signature: object, *counts: object) -> None:
    _check_text("a counter's store", store)
    _check_text("a counter's signature", signature, empty=True)
    if not is_id(record_id):
        raise StoreError(f"a counter's id must be 64 hex digits, found {record_id!r:.80}")
    for times in counts:
        if not isinstance(times, int) or not 0 <= times <= _MOST_TIMES:
            raise StoreError(f"a counter must be a whole number from 0 to {_MOST_TIMES}, found {times!r:.80}")


def checked_name(value: object, *, empty: bool = False) -> str:
    """Return a name or a title unchanged. Raises StoreError if it is not a text of at most 500 letters.

    empty: True to accept "" too.
    """
    _check_text("a name", value, empty=empty)
    return str(value)


def _check_text(name: str, value: object, most: int = _MOST_LETTERS, *, empty: bool = False) -> None:
    if not isinstance(value, str) or not (empty or value) or len(value) > most:
        found = f"{len(value)} letters" if isinstance(value, str) and value else repr(value)
        raise StoreError(f"{name} must be a text of at most {most} letters, found {found:.80}")
    check_unicode(name, value)
