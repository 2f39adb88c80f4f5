"""Tasks: a goal in words, and a check over the phone's state that says whether it was reached."""

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
    are there, and nothing that writes or imports. Raises UsageError for an expression that cannot be read.

    >>> holds("settings.wifi and any(n.title == 'Milk' for n in notes.notes)",
    ...       {"settings": {"wifi": True}, "notes": {"notes": [{"title": "Milk"}]}})
    True
    """
    reader = simpleeval.EvalWithCompoundTypes(names={**state, "answer": answer}, functions=_FUNCTIONS)
    try:
        value: Any = reader.eval(check)
    except (simpleeval.InvalidExpression, SyntaxError, TypeError, KeyError, ValueError, IndexError) as error:
        raise UsageError(
            f"the check {check!r} cannot be worked out ({error}); apps in the state: {', '.join(sorted(state))}; "
            'an example: "settings.wifi == True"'
        ) from error
    return bool(value)
