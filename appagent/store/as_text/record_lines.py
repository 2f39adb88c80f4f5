"""Write and parse a record, a screen or counts as one line of JSON, the form in which git, packs and hubs carry it.

A line is canonical JSON (RFC 8785), so that the same record is the same bytes everywhere.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import rfc8785

from appagent.errors import StoreError
from appagent.store.checks import COLUMNS, TableRow, checked_counter, checked_name, checked_outcome, checked_screen
from appagent.store.records import Record, canonical_json

LONGEST_LINE = 2_000_000  # bytes; a record has at most half of that
_SCREEN = COLUMNS["screens"]
_SIGNED = {"signer", "signature"}  # of these fields, a screen that nobody signed has none
_COUNTS = 2_000  # of one line, with versions of 500 letters each
_MOST_SHOWN = 40  # letters of a line that a message shows


def record_line(record: Record) -> bytes:
    """Return a record as a line, without the line's end."""
    return canonical_json(record.to_json())


def screen_line(row: TableRow) -> bytes:
    """Return a checked row of the table `screens` as a line, without the line's end."""
    told = {name: value for name, value in zip(_SCREEN, row, strict=True) if name not in _SIGNED or value}
    return bytes(rfc8785.dumps(told | {"templates": json.loads(told["templates"])}))


def read_record(line: bytes) -> Record:
    """Parse a line into a record, marked as imported. Raises StoreError if it is not a valid record."""
    return Record.from_json(_object(line))


def read_screen(line: bytes) -> TableRow:
    """Parse a line into a checked row of the table `screens`. Raises StoreError if it is not a valid screen."""
    told = _object(line)
    if told.keys() not in (set(_SCREEN), set(_SCREEN) - _SIGNED):
        raise StoreError(f"a screen has the fields {', '.join(_SCREEN)}; found {', '.join(told)!r:.80}")
    row = told | {"templates": json.dumps(told["templates"])}
    return checked_screen(tuple(row.get(name, "") for name in _SCREEN))


@dataclass(frozen=True)
class Counts:
    """Counters of one app: checked rows of the tables `helped` and `outcomes`."""

    helped: Sequence[TableRow] = ()
    outcomes: Sequence[TableRow] = ()


def count_lines(app: str, counts: Counts) -> Iterator[tuple[str, bytes]]:
    """Yield pairs (name of a store, line). The line says how often documents of an app helped and proved right there.

    A store with very many counters has several lines.
    """
    of_stores: dict[str, tuple[list[Any], list[Any]]] = {}
    for which, rows in enumerate((counts.helped, counts.outcomes)):
        for name, store, *numbers in sorted(rows):
            # a row that nobody signed is written without its empty signature, as it was before there were signatures
            of_stores.setdefault(store, ([], []))[which].append([name, *(numbers if numbers[-1] else numbers[:-1])])
    for store, (helped, outcomes) in sorted(of_stores.items()):
        for start in range(0, max(len(helped), len(outcomes)), _COUNTS):
            told: dict[str, Any] = {"app": app, "store": store, "outcomes": outcomes[start : start + _COUNTS]}
            more = {"helped": helped[start : start + _COUNTS]} if start < len(helped) else {}
            yield store, bytes(rfc8785.dumps(told | more))


def read_counts(line: bytes) -> tuple[str, Counts]:
    """Parse a line made by `count_lines` into the app and the counters. Raises StoreError if it is not a valid one."""
    told = {"helped": []} | _object(line)
    if told.keys() != {"app", "store", "outcomes", "helped"}:
        raise StoreError(f"counts have the fields app, store, outcomes and helped; found {', '.join(told)!r:.80}")
    helped, outcomes = (_count_rows(told, table) for table in ("helped", "outcomes"))
    return checked_name(told["app"]), Counts([*map(checked_counter, helped)], [*map(checked_outcome, outcomes)])


def _count_rows(told: dict[str, Any], table: str) -> list[TableRow]:
    """Return the rows of a line of counts for a table, which are not checked yet. told: the line as JSON."""
    rows, width = told[table], len(COLUMNS[table]) - 1
    if not isinstance(rows, list) or not all(
        isinstance(each, list) and width - 1 <= len(each) <= width for each in rows
    ):
        raise StoreError(f"counts are lists of {', '.join(name for name in COLUMNS[table] if name != 'store')}")
    return [(name, told["store"], *counted) for name, *counted in rows]


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
