"""Secrets of a run: given by name, bound to apps, typed by the driver, masked everywhere else."""

import re
from collections.abc import Collection, Mapping
from typing import TypeVar

from appagent.screen import Screen
from appagent.secrets.bound import Bound
from appagent.secrets.find import Span, spans, values
from appagent.secrets.veil import veil

T = TypeVar("T")
_NAME = re.compile(r"\$\{(\w+)\}")  # placeholder of a secret


class Secrets:
    """Secrets that one run knows.

    named: their values by name. apps: the packages in which each may be typed, by name. home: the package for secrets
    that are bound to no app; "" for none, None if it is set later.

    >>> secrets = Secrets({"wifi": "hunter2"})
    >>> secrets.mask("I typed Hunter2, H-U-N-T-E-R-2."), secrets.spelled("${wifi}")
    ('I typed ${wifi}, ${wifi}.', 'hunter2')
    """

    def __init__(
        self,
        named: Mapping[str, str] | None = None,
        apps: Mapping[str, Collection[str]] | None = None,
        home: str | None = None,
    ) -> None:
        self._values = {name.casefold(): value.strip() for name, value in (named or {}).items() if value.strip()}
        self._given = tuple(self._values)
        self._apps = {name.casefold(): frozenset(packages) for name, packages in (apps or {}).items()}
        self._home = home
        self._sought = self._sought_given = values(self._values.values())

    @property
    def names(self) -> tuple[str, ...]:
        """Return the placeholders that stand for the secrets: "${wifi}"."""
        return tuple(f"${{{name}}}" for name in self._values)

    def at_home_in(self, app: str) -> None:
        """Bind the secrets that were given without an app to this app, unless an app was set for them before."""
        self._home = app if self._home is None else self._home

    def keep(self, value: str) -> str:
        """Mask a value from now on; return its placeholder, with a new name if the value has none."""
        if not value.strip() or _NAME.search(value):
            return value
        name = next((name for name, known in self._values.items() if known.split() == value.split()), "")
        if not name:
            name = next(new for n in range(1, len(self._values) + 2) if (new := f"secret{n}") not in self._values)
            self._values[name] = value
            self._sought = values(self._values.values())
        return f"${{{name}}}"

    def spans(self, text: str) -> list[Span]:
        """Find secrets in a text, as (start, end, position in `names`); placeholders do not count."""
        return spans(_NAME.sub(self._blank, text), self._sought) if self._sought else []

    def mask(self, text: str) -> str:
        """Replace every secret in a text by its placeholder, in whatever form it stands there."""
        masked, done, names = "", 0, self.names
        for first, last, number in self.spans(text):
            masked += text[done:first] + names[number]
            done = last
        return masked + text[done:] if done else text

    def masked(self, value: T) -> T:
        """Mask every text in plain JSON; the keys of dicts stay."""
        if isinstance(value, str):
            return self.mask(value)  # type: ignore[return-value]
        if isinstance(value, Mapping):
            return {name: self.masked(one) for name, one in value.items()}  # type: ignore[return-value]
        if isinstance(value, list | tuple):
            return type(value)(map(self.masked, value))
        return value

    def veiled(self, screen: Screen) -> Screen:
        """Return a screen with secrets masked in words and picture, save in the fields meant for them."""
        return veil(screen, self) if self._sought else screen

    def spelled(self, text: str) -> str:
        """Replace placeholders in a text by their secrets, for the phone only; unknown ones stay."""
        return _NAME.sub(lambda hit: self._values.get(hit[1].casefold(), hit[0]), text)

    def bounds(self, text: str) -> list[Bound]:
        """Return, for each secret in a text that a person gave, the apps in which that secret may be typed."""
        named = [hit[1].casefold() for hit in _NAME.finditer(text)]
        plainly = [self._given[number] for _, _, number in spans(text, self._sought_given)]
        return [self._bound(name) for name in dict.fromkeys([*named, *plainly]) if name in self._given]

    def _bound(self, name: str) -> Bound:
        """Return where a secret may be typed: in its own apps and their web pages, else only in the app of the run."""
        given = self._apps.get(name, frozenset())
        return Bound(f"${{{name}}}", given or frozenset(filter(None, [self._home])), given)

    def _blank(self, hit: re.Match[str]) -> str:
        return " " * len(hit[0]) if hit[1].casefold() in self._values else hit[0]


def names_in(text: str) -> list[str]:
    """Return the placeholders of secrets in a text.

    >>> names_in("Log in as Ana with ${mail}")
    ['${mail}']
    """
    return [hit[0] for hit in _NAME.finditer(text)]
