"""Modes: the ways in which a model carries a task out.

A mode is one file and one line in MODES: a class or function that makes an Agent of a Kit, both of which
`appagent.agent` describes. A package that adds one names it as an entry point in the group `appagent.modes`.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from appagent.errors import UsageError

if TYPE_CHECKING:  # help lists the modes, and has no time to import what they need
    from importlib.metadata import EntryPoint

    from appagent.agent import Agent, Kit

MODES = {
    "react": "appagent.agents.react:build",
}
_GROUP = "appagent.modes"


def mode_names() -> list[str]:
    """Return the names of all modes, those of installed packages among them, in order."""
    return sorted(_found())


def load_mode(name: str) -> "Callable[[Kit], Agent]":
    """Return what makes the agent of a mode.

    Raises UsageError naming the modes there are, or saying why one cannot be imported.
    """
    found = _found()
    if name not in found:
        raise UsageError(f"--mode: no mode {name!r}; there are: {', '.join(sorted(found))}")
    try:
        mode: Callable[[Kit], Agent] = found[name].load()
    except (ImportError, AttributeError) as error:
        raise UsageError(f"the mode {name!r} cannot be loaded from {found[name].value}: {error}") from error
    return mode


def _found() -> "dict[str, EntryPoint]":
    """Return all modes by name. A package cannot replace a mode of MODES."""
    from importlib.metadata import EntryPoint, entry_points

    shipped = {name: EntryPoint(name, place, _GROUP) for name, place in MODES.items()}
    return {**{point.name: point for point in entry_points(group=_GROUP)}, **shipped}
