"""Use a PostgreSQL database as a hub: one row for each line. Its members are roles of the database.

Needs the extra `postgres`.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import parse_qsl, unquote, urlsplit

from appagent.errors import StoreError, UsageError
from appagent.sharing.address import Address, extra, scrubbed
from appagent.store.as_text.record_lines import LONGEST_LINE

if TYPE_CHECKING:
    from psycopg import Connection

_SECONDS = 10  # to wait for a connection
_ROWS = 5_000  # that are fetched at a time
_INIT = f"""
    CREATE SCHEMA IF NOT EXISTS appagent;
    CREATE TABLE IF NOT EXISTS appagent.lines (
        name text PRIMARY KEY CHECK (length(name) <= 400),
        line text NOT NULL CHECK (octet_length(line) <= {LONGEST_LINE}),
        app text NOT NULL GENERATED ALWAYS AS (split_part(name, '/', 1)) STORED,
        added_by text NOT NULL DEFAULT session_user,
        added_at timestamptz NOT NULL DEFAULT now(),
        -- nobody can keep a line out by taking its name for another one
        CHECK (split_part(name, '.', -2) = left(encode(sha256(convert_to(line, 'UTF8')), 'hex'),
            length(split_part(name, '.', -2))) AND length(split_part(name, '.', -2)) >= 32)
    );
"""
_INSERT = "INSERT INTO appagent.lines (name, line) VALUES (%s, %s) ON CONFLICT DO NOTHING"
_NAMES = """
    SELECT name FROM (
        SELECT name, row_number() OVER (PARTITION BY added_by ORDER BY added_at, name) AS turn FROM appagent.lines
    ) AS in_turn ORDER BY turn
"""
_WHY = {  # by SQLSTATE; for a connection that fails, PostgreSQL's own message is good enough
    "42P01": "its tables are not made yet; make them with: appagent docs push --init {0}",
    "3F000": "its tables are not made yet; make them with: appagent docs push --init {0}",
    "42501": "this role may not do that; what it needs is in docs/sharing.md",
    "25006": "it is read-only",
    "53100": "its disk is full",
}


class PostgresHub:
    """Hub in a database. It is a context manager.

    init: True to make its tables if they are missing.
    Raises StoreError if the database cannot be used; the message contains no password.
    """

    def __init__(self, address: Address, *, init: bool = False) -> None:
        parameters = _parameters(address.place)
        self._secret = str(parameters.get("password", ""))
        self._name = _without_password(parameters)
        with extra("postgres"):
            import psycopg

            self._errors = psycopg
        with self._explained():
            self._db: Connection[Any] = psycopg.connect(**{"connect_timeout": _SECONDS} | parameters, autocommit=True)
            if init:
                with self._db.transaction():
                    self._db.execute(_INIT.encode())

    def __str__(self) -> str:
        return self._name

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._db.close()

    def names(self) -> Iterator[str]:
        """Yield the names of all lines: the first that each member added, then the second of each, and so on."""
        with self._explained(), self._db.transaction(), self._db.cursor("names") as cursor:
            cursor.itersize = _ROWS
            cursor.execute(_NAMES)
            yield from (name for (name,) in cursor)

    def read(self, names: Sequence[str]) -> Iterator[tuple[str, bytes]]:
        """Yield pairs (name, line), except for lines that are gone."""
        with self._explained(), self._db.transaction(), self._db.cursor("lines") as cursor:
            cursor.execute("SELECT name, line FROM appagent.lines WHERE name = ANY(%s)", [list(names)])
            yield from ((name, line.encode()) for name, line in cursor)

    def write(self, lines: Mapping[str, bytes]) -> None:
        """Insert a row for each line, all in one transaction, sorted by name. lines: lines by name."""
        with self._explained(), self._db.transaction(), self._db.cursor() as cursor:
            # everybody writes in the same order: else two who push the same lines would wait for each other for ever
            cursor.executemany(_INSERT, [(name, line.decode()) for name, line in sorted(lines.items())])

    def remove(self, names: Sequence[str]) -> None:
        """Delete the rows that have these names."""
        with self._explained():
            self._db.execute("DELETE FROM appagent.lines WHERE name = ANY(%s)", [list(names)])

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except self._errors.Error as error:
            known = _WHY.get(error.sqlstate or "", "").format(self._name)
            raise StoreError(f"{self._name} cannot be used: {known or scrubbed(str(error), self._secret)}") from error


def _parameters(place: str) -> dict[str, Any]:
    """Parse an address into the parameters with which psycopg connects.

    place: the address after "postgresql://".
    The library libpq could parse it too, but its messages would quote a password that is not encoded.
    Raises UsageError, without the address in its message, if the address is not valid.
    """
    try:
        parts = urlsplit(f"postgresql://{place}")
        found = {"host": parts.hostname, "port": parts.port, "user": parts.username, "password": parts.password}
        told = {name: unquote(str(value)) for name, value in found.items() if value is not None}
        if "@" in parts.path + parts.query or parts.fragment:
            raise ValueError
    except ValueError:
        raise UsageError(
            "this address of a database cannot be read; it is postgresql://USER:PASSWORD@HOST:PORT/DATABASE, and in a "
            "password @ is %40, / is %2F, # is %23, ? is %3F and % is %25"
        ) from None
    database = {"dbname": unquote(parts.path[1:])} if parts.path[1:] else {}
    return told | database | dict(parse_qsl(parts.query))


def _without_password(parameters: Mapping[str, Any]) -> str:
    """Return the address of a database without the password, for messages."""
    user = f"{parameters['user']}@" if parameters.get("user") else ""
    port = f":{parameters['port']}" if parameters.get("port") else ""
    host = str(parameters.get("host", ""))
    return f"postgresql://{user}{f'[{host}]' if ':' in host else host}{port}/{parameters.get('dbname', '')}"
