"""Write and parse a record or a screen as one line of JSON, the form in which git, packs and hubs carry it.

A line is canonical JSON (RFC 8785), so that the same record is the same bytes everywhere.
"""

import json
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

import rfc8785

from appagent.errors import StoreError
from appagent.store.checks import COLUMNS, TableRow, checked_name, checked_outcome, checked_screen
from appagent.store.records import Record, canonical_json

LONGEST_LINE = 2_000_000  # bytes; a record has at most half of that
_SCREEN = COLUMNS["screens"]
_COUNTS = 2_000  # of one line, with versions of 500 letters each
_MOST_SHOWN = 40  # letters of a line that a message shows


def record_line(record: Record) -> bytes:
    """Return a record as a line, without the line's end."""
    return canonical_json(record.to_json())


def screen_line(row: TableRow) -> bytes:
    """Return a checked row of the table `screens` as a line, without the line's end."""
    told = dict(zip(_SCREEN, row, strict=True))
    return bytes(rfc8785.dumps(told | {"templates": json.loads(told["templates"])}))


def read_record(line: bytes) -> Record:
    """Parse a line into a record, marked as imported. Raises StoreError if it is not a valid record."""
    return Record.from_json(_object(line))


def read_screen(line: bytes) -> TableRow:
    """Parse a line into a checked row of the table `screens`. Raises StoreError if it is not a valid screen."""
    told = _object(line)
    if told.keys() != set(_SCREEN):
        raise StoreError(f"a screen has the fields {', '.join(_SCREEN)}; found {', '.join(told)!r:.80}")
    return checked_screen(tuple(json.dumps(told[name]) if name == "templates" else told[name] for name in _SCREEN))


def outcome_lines(app: str, rows: Iterable[TableRow]) -> Iterator[tuple[str, bytes]]:
    """Yield pairs (name of a store, line). The line says how often documents of an app came true in that store.

    rows: checked rows of the table `outcomes`. A store with very many rows has several lines.
    """
    for store, of_store in groupby(sorted(rows, key=lambda row: (row[1], row)), key=lambda row: str(row[1])):
        counts = [[name, *told] for name, _, *told in of_store]
        for start in range(0, len(counts), _COUNTS):
            told = {"app": app, "store": store, "outcomes": counts[start : start + _COUNTS]}
            yield store, bytes(rfc8785.dumps(told))


def read_outcomes(line: bytes) -> tuple[str, list[TableRow]]:
    """Parse a line made by `outcome_lines` into the app and checked rows of the table `outcomes`.

    Raises StoreError if it is not a valid one.
    """
    told = _object(line)
    counts = told.get("outcomes")
    if told.keys() != {"app", "store", "outcomes"} or not isinstance(counts, list):
        raise StoreError(f"counts have the fields app, store and outcomes; found {', '.join(told)!r:.80}")
    if not all(isinstance(each, list) and len(each) == len(COLUMNS["outcomes"]) - 1 for each in counts):
        raise StoreError("counts are lists of a record's id, a version, and two numbers")
    rows = [checked_outcome((name, told["store"], *of_it)) for name, *of_it in counts]
    return checked_name(told["app"]), rows


def strict_json(text: bytes) -> Any:
    """Parse JSON. Raises ValueError or RecursionError if it is not valid, or if an object has the same name twice.

    A name given twice could deceive: a person reads the first value, and most parsers take the last.
    """
    return json.loads(text, object_pairs_hook=_once)


def _object(line: bytes) -> dict[str, Any]:
    try:
        told = strict_json(line)
    except _TwiceError as error:
        raise StoreError(f"it has the name {error} twice") from error
    except (ValueError, RecursionError):
        told = None
    if not isinstance(told, dict):
        raise StoreError(f"it is no JSON object: {line[:_MOST_SHOWN].decode(errors='replace')!r}")
    return told


class _TwiceError(ValueError):
    pass


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    told: dict[str, Any] = {}
    for name, value in pairs:
        if name in told:
            raise _TwiceError(f"{name!r:.{_MOST_SHOWN}}")
        told[name] = value
    return told
