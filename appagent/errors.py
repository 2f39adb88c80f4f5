"""What can go wrong, by who can mend it: the model, the user, or us."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any


class AppAgentError(Exception):
    """Anything this package raises on purpose.

    exit_status: the command line's. run: what a run had done that this error ended, as its result tells it; else {}.
    """

    exit_status = 1
    run: Mapping[str, Any] = MappingProxyType({})


class ActionError(AppAgentError):
    """The model asked for something that cannot be read or that this screen cannot do; tell it and go on."""


class RefusedError(ActionError):
    """The guard refused an action that pays, sends, deletes, installs, grants or types a secret."""


class UsageError(AppAgentError):
    """An option, a file or a name from the user is wrong; the message says what would work."""

    exit_status = 2


class StoreError(UsageError):
    """A store or a pack cannot be read or written; nothing of it was changed."""


class DeviceError(AppAgentError):
    """The phone did not answer; the run stops and keeps its trajectory."""

    exit_status = 3


class ModelError(AppAgentError):
    """The model's endpoint did not give a usable reply after the retries that were allowed."""

    exit_status = 4


class LimitError(AppAgentError):
    """A cap on steps, calls, tokens, money or time was reached; the run stops and says which."""
