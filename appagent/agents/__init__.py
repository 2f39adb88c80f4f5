"""Modes: the different procedures by which a model carries out a task, such as `react`.

A mode is one file and one line in MODES. The line names a class or function that takes a Kit and returns an Agent;
`appagent.agent` defines both. Another package can add a mode as an entry point in the group `appagent.modes`.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from appagent.errors import UsageError

if TYPE_CHECKING:  # the command line's help lists the modes; these imports would make it slow
    from importlib.metadata import EntryPoint

    from appagent.agent import Agent, Kit

MODES = {
    "react": "appagent.agents.react:build",
}
_GROUP = "appagent.modes"


def mode_names() -> list[str]:
    """Return the names of all modes in alphabetical order, including those of other installed packages."""
    return sorted(_found())


def load_mode(name: str) -> "Callable[[Kit], Agent]":
    """Return the function or class of a mode, which takes a Kit and returns an agent.

    Raises UsageError if there is no mode of this name, or if its code cannot be imported.
    """
    found = _found()
    if name not in found:
        raise UsageError(f"--mode: no mode {name!r}; there are: {', '.join(sorted(found))}")
    try:
        mode: Callable[[Kit], Agent] = found[name].load()
    except Exception as error:  # an import of somebody else's code may raise anything
        said = f"{type(error).__name__}: {error}".partition("\n")[0]
        raise UsageError(f"the mode {name!r} cannot be loaded from {found[name].value}: {said}") from error
    return mode


def _found() -> "dict[str, EntryPoint]":
    """Return the entry points of all modes by name. Another package cannot replace a mode of MODES."""
    from importlib.metadata import EntryPoint, entry_points

    shipped = {name: EntryPoint(name, place, _GROUP) for name, place in MODES.items()}
    return {**{point.name: point for point in entry_points(group=_GROUP)}, **shipped}
