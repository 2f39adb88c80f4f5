"""Define a task: a goal in words, and a check over the phone's state that decides whether the goal was reached."""

import ast
import operator
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sized
from dataclasses import dataclass
from typing import Any

import simpleeval

from appagent.errors import UsageError

_FUNCTIONS = {
    "any": any,
    "all": all,
    "len": len,
    "sum": lambda numbers: sum(numbers),
    "min": min,
    "max": max,
    "sorted": sorted,
    "lower": str.lower,
}
_OPERATORS: dict[type, Callable[..., Any]] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt,
    ast.GtE: operator.ge, ast.In: lambda one, all_: one in all_, ast.NotIn: lambda one, all_: one not in all_,
    ast.Is: operator.is_, ast.IsNot: operator.is_not, ast.Not: operator.not_, ast.USub: operator.neg,
    ast.Add: operator.add, ast.Sub: operator.sub,
    ast.Mult: lambda one, other: _checked_number(one) * _checked_number(other),
}  # fmt: skip
_FAULTS = (
    simpleeval.InvalidExpression, SyntaxError, ArithmeticError, LookupError, TypeError, ValueError, RecursionError,
    MemoryError,
)  # fmt: skip
_METHODS = {
    "lower",
    "upper",
    "strip",
    "startswith",
    "endswith",
    "count",
    "split",
}  # methods of texts that an expression may call
_LONGEST = 2000  # letters of an expression
_LARGEST = 10**15  # largest number that an expression may compute
_MOST_WORK = 2_000_000  # letters and list items handled, about a second
_MOST_S = 5.0  # processor time, because comparing large states takes time that _MOST_WORK does not count
_PER_PART = 10  # work counted for each part of an expression


@dataclass(frozen=True)
class Task:
    """Task to be carried out.

    app: package of its app.
    name: name of the app for people.
    check: expression over the state of all apps, as `dumpsys appagent` prints it, and over the agent's `answer`; "" if
    there is none.
    """

    goal: str
    app: str
    check: str = ""
    name: str = ""


def holds(check: str, state: dict[str, object], answer: str = "") -> bool:
    """Tell whether a check's expression is true for a state.

    state: the state of each app by its short name.
    answer: the agent's answer. An expression may use the apps' short names and their attributes; the functions any,
    all, len, sum (of numbers), min, max, sorted and lower; comprehensions; + - * of numbers, + of texts and of lists;
    and the text methods lower, upper, strip, startswith, endswith, count and split. It cannot write or import anything.
    Lists that it builds must not hold other lists that it builds, numbers must stay below 10**15, and the time and the
    amount of data are limited.
    Raises UsageError if the expression cannot be evaluated.

    >>> holds("settings.wifi and any(n.title == 'Milk' for n in notes.notes)",
    ...       {"settings": {"wifi": True}, "notes": {"notes": [{"title": "Milk"}]}})
    True
    """
    reader = _Reader({**state, "answer": answer})
    try:
        if len(check) > _LONGEST:
            raise ValueError(f"it has {len(check)} letters, more than {_LONGEST}")
        # an expression by its grammar: in `settings.wifi = True` the `=` must not pass for a true check
        value: Any = reader.eval(check, ast.parse(check.strip(), mode="eval").body)
        if callable(value):
            raise TypeError("it ends in a function that is not called")
    except _FAULTS as error:
        raise UsageError(
            f"the check {check[:200]!r} cannot be worked out ({_reason(error)}); "
            f'apps in the state: {", ".join(sorted(state.keys() - {"before"}))}; an example: "settings.wifi == True"'
        ) from error
    return bool(value)


def _reason(error: Exception) -> str:
    if isinstance(error, simpleeval.OperatorNotDefined):
        return f"the operator {type(error.attr).__name__} cannot be used"
    return (f"there is no {error}" if isinstance(error, KeyError) else str(error))[:300]


class _Reader(simpleeval.EvalWithCompoundTypes):  # type: ignore[misc]  # simpleeval has no types
    """Evaluator of checks with limits, so that even a malicious expression ends soon.

    names: the state of each app by its short name, and the answer. `a.b` in an expression is the value of the key "b"
    if `a` is a dict. If `a` is a text, `b` may be one of a few methods.
    Whenever a value has been computed, its size is added to a sum. An error is raised if this sum or the time is too
    large. A list that the expression builds may not hold other lists that it builds.
    """

    def __init__(self, names: Mapping[str, Any]) -> None:
        super().__init__(operators=_OPERATORS, functions=dict(_FUNCTIONS), names=names)
        self._given = {id(one) for one in _containers(names)}
        self._work, self._end = 0, time.thread_time() + _MOST_S

    def _eval(self, node: ast.AST) -> Any:
        value = super()._eval(node)
        self._work += _PER_PART + (len(value) if isinstance(value, Sized) else 0)
        if self._work > _MOST_WORK or time.thread_time() > self._end:
            raise simpleeval.IterableTooLong("it takes too long")
        if isinstance(value, int | float) and not -_LARGEST < value < _LARGEST:
            raise simpleeval.NumberTooHigh(f"it makes a number of {_LARGEST:.0e} or more")
        if id(value) not in self._given and any(
            id(part) not in self._given for part in _contents(value) if _is_container(part)
        ):
            raise simpleeval.FeatureNotAvailable("it makes a list of lists")
        return value

    def _eval_attribute(self, node: ast.Attribute) -> Any:
        owner = self._eval(node.value)
        if isinstance(owner, Mapping) and node.attr in owner:
            return owner[node.attr]
        if isinstance(owner, str) and node.attr in _METHODS:
            return getattr(owner, node.attr)
        there = ", ".join(sorted(owner if isinstance(owner, Mapping) else _METHODS if isinstance(owner, str) else ()))
        raise simpleeval.InvalidExpression(f"there is no {node.attr!r}; there are: {there or 'none'}")

    def _eval_joinedstr(self, node: ast.JoinedStr) -> Any:
        raise simpleeval.FeatureNotAvailable("f-strings cannot be used")


def _checked_number(value: Any) -> Any:
    if isinstance(value, Sized):
        raise TypeError("* multiplies numbers only")
    return value


def _is_container(value: object) -> bool:
    return isinstance(value, list | tuple | set | dict)


def _contents(value: Any) -> Iterable[Any]:
    """Return what a list, tuple, set or dict contains; for a dict, its keys and its values.

    Return () for a value of any other type.
    """
    if isinstance(value, dict):
        return [*value, *value.values()]
    return value if _is_container(value) else ()


def _containers(value: object) -> Iterator[object]:
    """Yield every list, tuple, set and dict in nested data: first the data itself, if it is one, then those inside it.

    Keys and values of dicts are searched as well. Nothing is yielded for a value of any other type.
    """
    if _is_container(value):
        yield value
        for part in _contents(value):
            yield from _containers(part)
