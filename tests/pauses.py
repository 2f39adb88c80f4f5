"""Let the driver and the virtual phone pause at random, as on a busy machine, to find tests that depend on time."""

import random
import time
from collections.abc import Callable
from functools import wraps
from typing import Any

import pytest

from appagent.devices.over_adb.adb import Automator
from appagent.phone.stage import Stage

PLACES = [(Automator, "dump"), (Automator, "photograph"), (Stage, "_compose")]


class Pauses:
    """A plugin that lets a share of the calls at PLACES pause for up to `longest` seconds."""

    def __init__(self, share: float, longest: float) -> None:
        self._share, self._longest = share, longest
        self._random = random.Random()
        self._patch = pytest.MonkeyPatch()

    def pytest_sessionstart(self, session: pytest.Session) -> None:
        """Put a pause before each call at PLACES."""
        for owner, name in PLACES:
            self._patch.setattr(owner, name, self._pausing(getattr(owner, name)))

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Take the pauses out again."""
        self._patch.undo()

    def _pausing(self, call: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(call)
        def paused(*given: Any, **named: Any) -> Any:
            if self._random.random() < self._share:
                time.sleep(self._random.uniform(0, self._longest))
            return call(*given, **named)

        return paused


def add_options(parser: pytest.Parser) -> None:
    """Add the options `--pauses SHARE` and `--longest-pause SECONDS` to pytest."""
    parser.addoption("--pauses", type=float, default=0.0, help="share of the phone's answers that come late (0 to 1)")
    parser.addoption("--longest-pause", type=float, default=0.5, help="how late they come at most, in seconds")


def use(config: pytest.Config) -> None:
    """Let the driver and the phone pause if the options ask for it."""
    if share := config.getoption("--pauses"):
        config.pluginmanager.register(Pauses(share, config.getoption("--longest-pause")))
