"""Checks on what a store hands over, row by row, before a row is believed to be a record, a screen or a counter."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from appagent.errors import StoreError
from appagent.store.records import Record, check_time, check_unicode

Row = tuple[Any, ...]

LONGEST = 2_000_000  # letters of one text
MOST_LETTERS = 100_000_000  # in all that one import reads
MOST_ROWS = {"records": 20_000, "screens": 5_000, "helped": 100_000}
COLUMNS = {
    "records": ("id", "body", "signature"),
    "screens": ("app", "screen_id", "templates", "title", "first_seen"),
    "helped": ("id", "store", "times"),
}
_MOST_LETTERS = 500  # of a name
_MOST_TEMPLATES = 1_000
_MOST_TIMES = 1_000_000
_TITLE_LETTERS = 80
_ID = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True)
class Handed:
    """All that a store hands over: rows of COLUMNS as SQLite has them, of which nothing is checked yet."""

    records: Sequence[Row]
    screens: Sequence[Row]
    helped: Sequence[Row]


def checked_record(row: Row) -> Record:
    """Return the record of a row, as one that came by import. Raises StoreError where it is none."""
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


def checked_screen(row: Row) -> Row:
    """Return a row of screens as a store keeps it. Raises StoreError where it is none."""
    app, screen_id, templates, title, first_seen = row
    _check_text("a screen's app", app, empty=True)
    _check_text("a screen's id", screen_id)
    _check_text("a screen's title", title, LONGEST, empty=True)
    _check_text("a screen's time", first_seen)
    check_time("a screen's time", first_seen)
    clean = "".join(letter if letter.isprintable() else " " for letter in title[:_TITLE_LETTERS])
    return app, screen_id, json.dumps(sorted(checked_templates(templates))), clean, first_seen


def checked_templates(text: object) -> frozenset[str]:
    """Return the templates of a screen, as its row has them. Raises StoreError where they are none."""
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


def checked_counter(row: Row) -> Row:
    """Return a row of counters as it is. Raises StoreError where it is none."""
    record_id, store, times = row
    _check_text("a counter's store", store)
    if not isinstance(record_id, str) or not _ID.fullmatch(record_id):
        raise StoreError(f"a counter's id must be 64 hex digits, found {record_id!r:.80}")
    if not isinstance(times, int) or not 0 <= times <= _MOST_TIMES:
        raise StoreError(f"a counter must be a whole number from 0 to {_MOST_TIMES}, found {times!r:.80}")
    return row


def checked_name(value: object, *, empty: bool = False) -> str:
    """Return a name or a title as it is. Raises StoreError where it is none. empty: it may be."""
    _check_text("a name", value, empty=empty)
    return str(value)


def _check_text(name: str, value: object, most: int = _MOST_LETTERS, *, empty: bool = False) -> None:
    if not isinstance(value, str) or not (empty or value) or len(value) > most:
        found = f"{len(value)} letters" if isinstance(value, str) and value else repr(value)
        raise StoreError(f"{name} must be a text of at most {most} letters, found {found:.80}")
    check_unicode(name, value)
