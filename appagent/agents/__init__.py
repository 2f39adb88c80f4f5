"""Find modes by name. A mode is a way in which a model carries out a task, such as `react`.

A mode is one file and one line in MODES. The line names a class or function that takes a `kit.Kit` and returns an
`appagent.agent.Agent`. Another package can add a mode as an entry point in the group `appagent.modes`.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from appagent.settings.plugins import Plugins

if TYPE_CHECKING:  # the command line's help lists the modes; these imports would make it slow
    from appagent.agent import Agent
    from appagent.agents.kit import Kit

MODES = {
    "react": "appagent.agents.react:build",
}
_PLUGINS = Plugins("mode", MODES, ("kit",))


def mode_names() -> list[str]:
    """Return the names of all modes in alphabetical order, including those of other installed packages."""
    return _PLUGINS.names()


def load_mode(name: str) -> "Callable[[Kit], Agent]":
    """Return the function or class of a mode, which takes a Kit and returns an agent.

    Raises UsageError if there is no mode of this name, or if its code cannot be imported or called.
    """
    return _PLUGINS.load(name)


def build_mode(name: str, kit: "Kit") -> "Agent":
    """Return an agent that works in a mode.

    Raises UsageError as `load_mode` does, or if the mode's agent lacks a member of Agent.
    """
    from appagent.agent import Agent

    agent = load_mode(name)(kit)
    _PLUGINS.check(name, agent, Agent)
    return agent
