"""Sign the rows that come beside records, which are screens and counters, and verify whose key signed one.

The author of a screen is a column of its row. A counter is kept under a name that begins with its author's key, so that
nobody can count under the name of another one. A row without a signature has no author, whatever its name.
"""

from collections.abc import Iterable

import rfc8785

from appagent.errors import StoreError
from appagent.store.checks import COLUMNS, TableRow
from appagent.store.keys import Keys, verified

_KEY = "ed25519:"  # begins the name under which somebody with a key counts; then key, blank, and name of the store


def counter_name(key: str, store: str) -> str:
    """Return the name under which a store counts. key: the user's, or "" for none. store: the store's own name."""
    return f"{key} {store}" if key else store


def key_of(name: object) -> str:
    """Return the key with which a counter's name begins, or "" if it begins with none.

    >>> key_of("ed25519:abc store-1"), key_of("store-1")
    ('ed25519:abc', '')
    """
    return name.partition(" ")[0] if isinstance(name, str) and name.startswith(_KEY) else ""


def signed_row(table: str, row: TableRow, keys: Keys) -> TableRow:
    """Return a checked row of a table with the signature of the user's own key, or unchanged if there is no key.

    table: "screens", "helped" or "outcomes". The name of a counter must be from `counter_name`.
    """
    if not keys.own:
        return row
    row = (*row[:-2], keys.own, "") if table == "screens" else (*row[:-1], "")
    return *row[:-1], keys.sign(_canonical(table, row))


def row_author(table: str, row: TableRow) -> str:
    """Return the key that a checked row names as its author, or "" if it names none. Its signature is not verified."""
    return key_of(row[-2] if table == "screens" else row[1])


def verified_row(table: str, row: TableRow) -> str:
    """Return the key that signed a checked row, or "" for a row that is not signed.

    Raises StoreError if the row names a key as its author that did not sign it.
    """
    author = row_author(table, row)
    if not author and not row[-1]:
        return ""
    if not verified(author, _canonical(table, row), row[-1]):
        what = f"a row of its {table}, about {str(row[0])[:64]!r},"
        raise StoreError(f"{what} is not signed by the author that it names: it was changed, or forged")
    return author


def united_rows(table: str, rows: Iterable[TableRow]) -> list[TableRow]:
    """Merge checked rows of a table, so that nobody's row takes the place of somebody else's, and return them sorted.

    Of the rows about one thing by one author, one is kept, by the rule by which a store keeps one. A screen that nobody
    signed is left out if one that is signed says the same. The order of the rows makes no difference.
    Raises StoreError if a row names an author that did not sign it.
    """
    best: dict[tuple[object, ...], TableRow] = {}
    about, better = _ABOUT[table], min if table == "screens" else max
    for row in rows:
        key = (*row[:about], verified_row(table, row))
        best[key] = better(best.get(key, row), row, key=lambda each: _order(table, each))
    signed = {row[:-2] for row in best.values() if table == "screens" and row[-1]}
    return sorted(row for row in best.values() if row[-1] or row[:-2] not in signed)


_ABOUT = {"screens": 2, "helped": 2, "outcomes": 3}  # how many columns tell what a row is about


def _order(table: str, row: TableRow) -> tuple[object, ...]:
    """Return a key by which rows about one thing are sorted: screens by time, then content, and counters by size."""
    if table == "screens":
        return row[4], row[2], row[3]
    return (row[3] + row[4], *row[3:]) if table == "outcomes" else row[2:]


def _canonical(table: str, row: TableRow) -> bytes:
    """Return what a signature is made of: the table's name and all columns but the signature, as canonical JSON."""
    return bytes(rfc8785.dumps({"table": table} | dict(zip(COLUMNS[table][:-1], row[:-1], strict=True))))
