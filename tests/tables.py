"""Tables of cases: rows that one test checks, telling of all that fail, and pairs where all would be too many."""

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from itertools import cycle
from typing import Any

import pytest
from _pytest.mark import ParameterSet


def cases(names: str | tuple[str, ...], table: Iterable[Any], ids: Iterable[str] = ()) -> Callable[..., Any]:
    """Check all rows of a table in one test, where pytest.mark.parametrize would make a test of each.

    For rows that need nothing of their own: all share the fixtures. A row may be a pytest.param, whose marks only tell
    the reader something. ids: names of the rows.
    Raises a group of what the failing rows raised, each with the name of its row.
    """
    names = (names,) if isinstance(names, str) else tuple(names)
    table = list(table)
    rows = [_values(row, len(names)) for row in table]
    called = list(ids) or [_called(row, values) for row, values in zip(table, rows, strict=True)]
    assert rows, "a table without rows checks nothing"

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def check(**fixtures: Any) -> None:
            failed = []
            for name, values in zip(called, rows, strict=True):
                try:
                    test(**fixtures, **dict(zip(names, values, strict=True)))
                except (Exception, pytest.fail.Exception) as error:
                    error.add_note(f"in the case {name}")
                    failed.append(error)
            if failed:
                raise BaseExceptionGroup(f"{len(failed)} of {len(rows)} cases", failed)

        parameters = [one for one in inspect.signature(test).parameters.values() if one.name not in names]
        check.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        del check.__wrapped__
        return check

    return decorate


def in_turn(some: Iterable[Any], table: Iterable[Any]) -> list[ParameterSet]:
    """Return each row of a table with one of a few others in turn, for pytest.mark.parametrize.

    For two things that hardly depend on one another: each of both is tried, and not every pair.
    """
    some, table = list(some), list(table)
    assert len(some) <= len(table), "some of the others would never be tried"
    pairs = zip(cycle(some), table, strict=False)
    return [pytest.param(one, row, id=f"{one}-{row if isinstance(row, str) else row[0]}") for one, row in pairs]


def _values(row: Any, count: int) -> tuple[Any, ...]:
    if isinstance(row, ParameterSet):
        return tuple(row.values)
    return (row,) if count == 1 else tuple(row)


def _called(row: Any, values: tuple[Any, ...]) -> str:
    if isinstance(row, ParameterSet) and isinstance(row.id, str):
        return row.id
    return ", ".join(map(repr, values))[:200]
