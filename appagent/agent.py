"""Define an agent: it is built from a kit, is given a view, and decides or gives up."""

from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from appagent.actions import Action
from appagent.errors import AppAgentError
from appagent.models import Model, Usage
from appagent.runs.trajectory import Step
from appagent.screen import Screen
from appagent.store import Store
from appagent.tasks import Task


class GiveUp(AppAgentError):
    """Raised by an agent that sees no way to do the task: the run ends as failed, with this reason."""


@dataclass(frozen=True)
class View:
    """All that an agent is given to decide on.

    picture: the screenshot with its marks, JPEG; empty where there is none. steps: taken so far, in order. notices:
    what the agent must be told. grid: the picture shows the grid in place of the marks. secrets: the names of those
    that can be typed, as in "${pin}".
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
    """An action that an agent wants, with its reasons.

    documents: ids of those it had before it. dropped: further calls in the same reply, which are not carried out.
    think: what its model thought aloud, for people to read.
    """

    action: Action
    observation: str = ""
    thought: str = ""
    summary: str = ""
    documents: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    think: str = ""


class Agent(Protocol):
    """Decides what to do next."""

    name: str

    @property
    def usage(self) -> Usage:
        """Return what its models have taken so far."""

    def decide(self, view: View) -> Decision:
        """Return the next action.

        Raises ActionError, with the reason, where no action could be read: it is asked again. Raises GiveUp where
        there is no way to do the task.
        """


@runtime_checkable
class Remembering(Protocol):
    """An agent with a state of its own: a run keeps it on disk with each step, and --resume hands it back."""

    def remember(self) -> dict[str, Any]:
        """Return the state as plain JSON."""

    def recall(self, state: dict[str, Any]) -> None:
        """Restore the state that `remember` returned. Raises KeyError, TypeError or ValueError for any other."""


@dataclass(frozen=True)
class Kit:
    """Parts that a mode builds its agent from.

    planner: the model for plans, today the same as `model`. store: None where documents are not to be used. prompts: a
    Prompts of `prompting.templates`, a later layer. see: what a model gets of a screen, "picture", "text" or "both".
    """

    model: Model
    planner: Model
    store: Store | None
    prompts: Any
    see: str = "picture"
    seed: int = 0
