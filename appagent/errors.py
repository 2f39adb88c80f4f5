"""Exceptions, grouped by who can fix the problem: the model, the user, or us."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any


class AppAgentError(Exception):
    """Base class of every error that this package raises on purpose.

    exit_status: the status with which the command line exits.
    run: the result of the run that this error ended, as plain JSON, with all that was done before the error. It is
    empty if the error was raised outside a run.
    """

    exit_status = 1
    run: Mapping[str, Any] = MappingProxyType({})


class ActionError(AppAgentError):
    """Raised if an agent asked for something unreadable or impossible. The agent is told why, and the run goes on.

    hint: what the person could do about it, such as an option to give; "" if nothing. The agent is not told.
    """

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class RefusedError(ActionError):
    """Raised if the guard refused an action, or if a question of the agent got no answer.

    effect: what the refused action would do, such as "pay", as `guard.effect_of` names it; "" if that is not known.
    hint: as for ActionError.
    """

    def __init__(self, message: str, effect: str = "", *, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.effect = effect


class HalfDoneError(ActionError):
    """Raised if an action of several gestures had to stop after some of them had been sent.

    The screen that the agent saw is gone, so the agent is told together with the next screen.
    """


class StaleError(ActionError):
    """Raised if the target of an action has gone, was covered or has changed since it was seen. Nothing was done.

    turns: True if the target shows something else now and may go on changing, as in a clock or slide show. It is False
    for an action that pays, sends or deletes.
    lines: only for an action that pays, sends or deletes: lines elsewhere on the page that have changed, if nothing
    else has. Each is (role, resource-id, top in px).
    """

    def __init__(
        self, message: str, *, turns: bool = False, lines: frozenset[tuple[str, str, int]] = frozenset()
    ) -> None:
        super().__init__(message)
        self.turns, self.lines = turns, lines


class UsageError(AppAgentError):
    """Raised if an option, a file or a name from the user is wrong. The message says what would work."""

    exit_status = 2


class StoreError(UsageError):
    """Raised if a store, or a file of documents to import, cannot be read or written.

    Nothing in the store was changed.
    """


class DeviceError(AppAgentError):
    """Raised if the phone did not answer. The run stops and keeps its trajectory."""

    exit_status = 3


class LostError(DeviceError):
    """Raised if the phone's answer to a gesture was lost, so that the gesture may have happened or not.

    The gesture is not sent again. The run captures the next screen, which shows what happened, and tells the agent.
    """


class ModelError(AppAgentError):
    """Raised if the model's endpoint gave no usable reply within the allowed retries."""

    exit_status = 4


class LimitError(AppAgentError):
    """Raised if a limit on steps, calls, tokens, money or time was reached.

    The run stops, and the message names the limit.
    """
