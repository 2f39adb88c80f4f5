"""Define an agent: an object that gets a view of the phone and returns a decision, or gives up."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from appagent.actions import Action
from appagent.documents.map.place import MapAtStart, Place
from appagent.errors import AppAgentError
from appagent.models import Usage
from appagent.runs.trajectory import Step
from appagent.screen import Screen
from appagent.tasks import Task


class GiveUp(AppAgentError):
    """Raised by an agent that cannot do the task. The run then ends as failed, with this error as the reason."""


class LookAgain(AppAgentError):
    """Raised by an agent whose view is out of date, such as a person who took so long that the screen has changed.

    The screen is captured again, and the agent is asked again. This does not count as a step and is not recorded.
    """


@dataclass(frozen=True)
class View:
    """Everything that an agent may use for its next decision.

    screen: the screen that the phone shows now.
    picture: the screenshot with marks or the grid drawn on it, as JPEG; b"" if there is no picture.
    steps: the steps taken so far, in order.
    notices: sentences that the agent must be told, such as why its last action failed.
    grid: True if the picture shows the grid instead of marks.
    secrets: placeholders that the agent may type, such as "${pin}".
    asks: True if a person is there whom the agent may ask.
    guidance: sentences on how similar tasks were done before, and why they failed.
    early: function that carries the first action of a reply out while the rest of the reply is still coming, or None.
    Whoever calls it must return a decision with the same action at the end.
    now: the phone's date and time, such as "Sunday 2026-11-22 10:08", or "" if it is not known.
    places: pages, and elements on other pages, that the agent may name to go there, the nearest first; None if there is
    no map of the app.
    at_start: the same as they were known at the first screen of the run; None if there is no map.
    by_name: True if the agent may tap an element on the screen by its name instead of its mark.
    cut_off: True if calls of the agent's last reply, other than `finish`, were not carried out.
    """

    task: Task
    screen: Screen
    picture: bytes
    steps: tuple[Step, ...] = ()
    notices: tuple[str, ...] = ()
    grid: bool = False
    secrets: tuple[str, ...] = ()
    asks: bool = False
    now: str = ""
    guidance: tuple[str, ...] = ()
    early: "Callable[[Decision], None] | None" = None
    places: tuple[Place, ...] | None = None
    at_start: MapAtStart | None = None
    by_name: bool = False
    cut_off: bool = False


@dataclass(frozen=True)
class Decision:
    """Action that an agent wants to take, with the reasons for it.

    observation, thought, summary: what the agent's model wrote about the screen, its reasons, and the steps so far; ""
    without a model.
    documents: ids of the documents that the agent had when it decided.
    more: further actions of the same reply, in order, to be carried out while the screen stays the same.
    dropped: further calls in the same reply, as text, that may be no more than prose or cannot be parsed. They are not
    carried out.
    risk: what the model itself says that the action may do, such as "send". It can only make the guard stricter.
    think: the model's thinking before its reply, only for people to read.
    reply: the whole reply, for a model that is shown its earlier replies as its own; "" for other models.
    remark: what went wrong while the reply was received, such as that it broke off; "" if nothing did.
    left_out: which calls of the previous reply were not carried out, and why; "" if all were.
    decision, documentation: in learning, the model's judgement of the previous action, and its documentation of that
    action's element; "" if it was not asked.
    move: number of the plan's move that this action makes, from 1; 0 if it belongs to no plan.
    walk: the call that this action belongs to, such as go_to("Battery"), if it is part of a walk to a place; "" if the
    agent chose the action itself.
    secret: text that a call by name is going to type into a field for a secret; "" if there is none.
    """

    action: Action
    observation: str = ""
    thought: str = ""
    summary: str = ""
    documents: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    think: str = ""
    more: tuple[Action, ...] = ()
    risk: str = ""
    decision: str = ""
    documentation: str = ""
    reply: str = ""
    left_out: str = ""
    move: int = 0
    walk: str = ""
    remark: str = ""
    secret: str = field(default="", repr=False)


class Agent(Protocol):
    """Decides on the next action, again and again, until the task is done."""

    name: str

    @property
    def usage(self) -> Usage:
        """Return the calls, tokens and money that the agent's models have used so far."""

    def decide(self, view: View) -> Decision:
        """Return the next action for the screen in `view`.

        Raises ActionError with the reason if the model's reply has no valid action; the agent is then asked again.
        Raises GiveUp if the agent cannot do the task, and LookAgain if it needs a new view of the screen.
        """


@runtime_checkable
class Remembering(Protocol):
    """Agent with a state of its own, which is saved so that an interrupted run can go on.

    The run saves the state to disk after each step. `--resume` gives the state to a new agent of the same mode.
    """

    def remember(self) -> dict[str, Any]:
        """Return the agent's state as plain JSON."""

    def recall(self, state: dict[str, Any]) -> None:
        """Restore a state that `remember` returned.

        Raises KeyError, TypeError or ValueError if `state` is anything else.
        """


@dataclass
class AgentWrapper:
    """Base class of agents that let another agent decide.

    agent: the other agent, whose name and usage the wrapper takes.
    """

    agent: Agent
    name: str = field(init=False)

    def __post_init__(self) -> None:
        self.name = self.agent.name

    @property
    def usage(self) -> Usage:
        """Return the calls, tokens and money that the other agent has used."""
        return self.agent.usage

    def decide(self, view: View) -> Decision:
        """Return the next action, as the other agent decides it; see `Agent`."""
        return self.agent.decide(view)
