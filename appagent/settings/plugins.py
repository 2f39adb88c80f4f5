"""Load code by name: code of this package, and code that other packages register as entry points."""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from appagent.errors import UsageError


@dataclass(frozen=True)
class Plugins:
    """All plugins of one kind.

    kind: a word for messages, such as "driver"; the group of the entry points is then "appagent.drivers".
    own: the plugins of this package by name, each as "module:name". No other package can replace them.
    arguments: names of the arguments that each plugin is called with.
    """

    kind: str
    own: Mapping[str, str]
    arguments: tuple[str, ...]

    def names(self) -> list[str]:
        """Return the names of all plugins, sorted: those of this package and those of installed packages."""
        return sorted({*self.own, *entry_points(group=self._group).names})

    def load(self, name: str) -> Callable[..., Any]:
        """Import the class or function with this name, and return it.

        Raises UsageError if there is none, or if it cannot be imported or called; the message names its package.
        """
        point = self._point(name)
        try:
            loaded: Callable[..., Any] = point.load()
        except (Exception, SystemExit) as error:  # an import of somebody else's code may raise anything
            said = f"({type(error).__name__}: {error}".partition("\n")[0] + ")"
            raise UsageError(
                f"{self.describe(name)} cannot be imported {said}; fix or uninstall its package"
            ) from error
        try:
            inspect.signature(loaded).bind(*self.arguments)
        except (TypeError, ValueError) as error:  # ValueError: Python does not know the arguments
            wanted = ", ".join(self.arguments)
            raise UsageError(f"{self.describe(name)} cannot be called with ({wanted}): {error}") from error
        return loaded

    def check(self, name: str, made: object, protocol: type) -> None:
        """Raise UsageError if what the plugin with this name returned lacks a public member of a Protocol."""
        members = [*inspect.get_annotations(protocol), *vars(protocol)]
        missing = [member for member in members if not member.startswith("_") and not hasattr(made, member)]
        if missing:
            raise UsageError(f"{self.describe(name)} is no {protocol.__name__}: it has no {', '.join(missing)}")

    def describe(self, name: str) -> str:
        """Describe a plugin for messages, such as "the driver 'film' of film-drivers (film:Film)"."""
        point = self._point(name)
        package = f" of {point.dist.name}" if point.dist else ""
        return f"the {self.kind} {name!r}{package} ({point.value})"

    @property
    def _group(self) -> str:
        return f"appagent.{self.kind}s"

    def _point(self, name: str) -> EntryPoint:
        if name in self.own:
            return EntryPoint(name, self.own[name], self._group)
        for point in entry_points(group=self._group, name=name):
            return point
        raise UsageError(f"no {self.kind} {name!r}; there are: {', '.join(self.names())}")
