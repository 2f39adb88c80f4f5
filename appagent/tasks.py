"""Tasks: a goal in words, and a check over the phone's state that says whether it was reached."""

import ast
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import simpleeval

from appagent.errors import UsageError

_FUNCTIONS = {
    "any": any,
    "all": all,
    "len": len,
    "sum": sum,
    "min": min,
    "max": max,
    "sorted": sorted,
    "lower": str.lower,
}
# What a check may do besides: nothing that makes large things out of small ones.
_OPERATORS: dict[type, Callable[..., Any]] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt,
    ast.GtE: operator.ge, ast.In: lambda one, all_: one in all_, ast.NotIn: lambda one, all_: one not in all_,
    ast.Is: operator.is_, ast.IsNot: operator.is_not, ast.Not: operator.not_, ast.USub: operator.neg,
    ast.Add: simpleeval.safe_add, ast.Sub: operator.sub, ast.Mult: simpleeval.safe_mult,
}  # fmt: skip
_FAULTS = (
    simpleeval.InvalidExpression, SyntaxError, ArithmeticError, LookupError, TypeError, ValueError, RecursionError,
    MemoryError,
)  # fmt: skip
_METHODS = {"lower", "upper", "strip", "startswith", "endswith", "count", "split"}  # of words
_LONGEST = 2000  # letters of an expression


@dataclass(frozen=True)
class Task:
    """What is to be done.

    goal: in words; app: package. check: an expression over the apps' state, as `dumpsys appagent` tells it,
    where `answer` is what the agent answered.
    """

    goal: str
    app: str
    check: str = ""


def holds(check: str, state: dict[str, object], answer: str = "") -> bool:
    """Whether a check's expression is true of a state.

    Names are the apps' short names, their attributes the app's; any, all, len, sum, min, max, sorted and lower
    are there, and nothing that writes, imports or takes long. Raises UsageError for an expression that cannot be
    worked out.

    >>> holds("settings.wifi and any(n.title == 'Milk' for n in notes.notes)",
    ...       {"settings": {"wifi": True}, "notes": {"notes": [{"title": "Milk"}]}})
    True
    """
    reader = _Reader(operators=_OPERATORS, functions=_FUNCTIONS, names={**state, "answer": answer})
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
            f'apps in the state: {", ".join(sorted(state))}; an example: "settings.wifi == True"'
        ) from error
    return bool(value)


def _reason(error: Exception) -> str:
    if isinstance(error, simpleeval.OperatorNotDefined):
        return f"the operator {type(error.attr).__name__} cannot be used"
    return f"there is no {error}" if isinstance(error, KeyError) else str(error)


class _Reader(simpleeval.EvalWithCompoundTypes):  # type: ignore[misc]  # simpleeval has no types
    """Attributes are keys of the state, whatever a dict's own are called, and a few methods of words."""

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
