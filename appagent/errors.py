"""Exceptions, grouped by who can fix the problem: the model, the user, or us."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any


class AppAgentError(Exception):
    """Base class of every error that this package raises on purpose.

    exit_status: the status that the command line exits with.
    run: the result of the run that this error ended, as far as it got; empty outside a run.
    """

    exit_status = 1
    run: Mapping[str, Any] = MappingProxyType({})


class ActionError(AppAgentError):
    """Raised when the model asked for something unreadable or impossible; the model is told why, the run goes on."""


class RefusedError(ActionError):
    """Raised when the guard refused an action that pays, sends, deletes, installs, grants or types a secret."""


class UsageError(AppAgentError):
    """Raised when an option, a file or a name from the user is wrong; the message says what would work."""

    exit_status = 2


class StoreError(UsageError):
    """Raised when a store or a pack cannot be read or written; nothing in it was changed."""


class DeviceError(AppAgentError):
    """Raised when the phone did not answer; the run stops and keeps its trajectory."""

    exit_status = 3


class ModelError(AppAgentError):
    """Raised when the model's endpoint gave no usable reply within the allowed retries."""

    exit_status = 4


class LimitError(AppAgentError):
    """Raised when a cap on steps, calls, tokens, money or time was reached; the run stops and names the cap."""
