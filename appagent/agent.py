"""The contract of an agent: what it decides on, what it may decide, and how it gives up."""

from dataclasses import dataclass
from typing import Protocol

from appagent.actions import Action
from appagent.errors import AppAgentError
from appagent.models import Usage
from appagent.runs.trajectory import Step
from appagent.screen import Screen
from appagent.tasks import Task


class GiveUp(AppAgentError):
    """The agent sees no way to do the task: the run ends as failed, with its reason."""


@dataclass(frozen=True)
class View:
    """What an agent decides on. picture: the screenshot with its marks, JPEG. notices: what it must be told.

    grid: the picture shows the grid in place of the marks. secrets: the names of those that can be typed.
    """

    task: Task
    screen: Screen
    picture: bytes
    steps: tuple[Step, ...] = ()
    notices: tuple[str, ...] = ()
    grid: bool = False
    secrets: tuple[str, ...] = ()


@dataclass(frozen=True)
class Decision:
    """What an agent wants. documents: ids of those that it had before it. dropped: calls it also made. think: what its
    model thought aloud, for people to read.
    """

    action: Action
    observation: str = ""
    thought: str = ""
    summary: str = ""
    documents: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    think: str = ""


class Agent(Protocol):
    """Decides. usage: what its models have taken so far."""

    name: str

    @property
    def usage(self) -> Usage:
        """What its models have taken so far."""

    def decide(self, view: View) -> Decision:
        """The next action. Raises ActionError, with the reason, where no action could be read."""
