"""Keep the secrets of a run. A person gives them by name; they are typed only in certain apps, and masked elsewhere."""

import re
from collections.abc import Collection, Mapping
from typing import Any, TypeVar

from appagent.secrets.find import Span, secret_spans, values
from appagent.secrets.typing_rule import TypingRule

T = TypeVar("T")
_NAME = re.compile(r"\$\{(\w+)\}")  # placeholder of a secret


class Secrets:
    """Secrets that one run knows.

    named: the value of each secret, by its name.
    apps: for each name, the packages in which the secret may be typed.
    home: the package in which secrets without an entry in `apps` may be typed; "" if they may be typed nowhere; None if
    `at_home_in` will set it later.

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
        """Return the placeholders of all secrets, such as "${wifi}", in the order in which they became known."""
        return tuple(f"${{{name}}}" for name in self._values)

    def unknown_in(self, text: str) -> str:
        """Say of the first placeholder in a text that stands for no secret how to set it; "" if there is none.

        >>> Secrets({"wifi": "hunter2"}).unknown_in("Join with ${WIFI} and ${pin}")
        'there is no secret ${pin}; APPAGENT_SECRET_PIN in the environment sets it; there are: ${wifi}'
        """
        unknown = next((hit for hit in _NAME.finditer(text) if hit[1].casefold() not in self._values), None)
        if unknown is None:
            return ""
        known = ", ".join(self.names) or "none"
        sets = f"APPAGENT_SECRET_{unknown[1].upper()} in the environment sets it"
        return f"there is no secret {unknown[0]}; {sets}; there are: {known}"

    def at_home_in(self, app: str) -> None:
        """Set the app in which secrets without packages of their own may be typed.

        app: its package. Nothing is done if one was set before, or "".
        """
        self._home = app if self._home is None else self._home

    def keep(self, value: str, called: str = "secret") -> str:
        """Mask a value from now on, and return its placeholder.

        A value that is not known yet is added under a new name: `called`, with a number after it if a secret has this
        name already; without a name, "secret1" and so on. A value that is blank or contains a placeholder is not added,
        and is returned as it is.
        """
        if not value.strip() or _NAME.search(value):
            return value
        name = next((name for name, known in self._values.items() if known.split() == value.split()), "")
        if not name:
            news = [
                *([] if called == "secret" else [called]),
                *(f"{called}{n}" for n in range(1, len(self._values) + 2)),
            ]
            name = next(new for new in news if new not in self._values)
            self._values[name] = value
            self._sought = values(self._values.values())
        return f"${{{name}}}"

    def give(self, value: str) -> str:
        """Add a secret that the person gives during the run, and return its placeholder.

        It may be typed in the same apps as secrets for which the person named no apps. A blank value is returned as it
        is.
        """
        name = self.keep(value).strip("${}")
        if name in self._values and name not in self._given:
            self._given = (*self._given, name)
            self._sought_given = values(self._values[one] for one in self._given)
        return f"${{{name}}}" if name in self._values else value

    def spans(self, text: str) -> list[Span]:
        """Return (start, end, position in `names`) of each secret in a text, from left to right.

        Nothing is found inside placeholders of known secrets.
        """
        return secret_spans(_NAME.sub(self._blank, text), self._sought) if self._sought else []

    def mask(self, text: str) -> str:
        """Return a text in which every secret, in whatever form it is written, is replaced by its placeholder."""
        masked, done, names = "", 0, self.names
        for first, last, number in self.spans(text):
            masked += text[done:first] + names[number]
            done = last
        return masked + text[done:] if done else text

    def masked(self, value: T) -> T:
        """Return plain JSON in which every text is masked (see `mask`), except the keys of dicts.

        It is a copy, unless no secret is known.
        """
        return self._masked(value, {}) if self._sought else value

    def _masked(self, value: Any, done: dict[str, str]) -> Any:
        """Return masked plain JSON. done: cache of masked texts by text, because long states repeat many texts."""
        if isinstance(value, str):
            if value not in done:
                done[value] = self.mask(value)
            return done[value]
        if isinstance(value, dict):
            return {name: self._masked(one, done) for name, one in value.items()}
        if isinstance(value, list | tuple):
            return type(value)(self._masked(one, done) for one in value)
        return value

    def spelled(self, text: str) -> str:
        """Replace each placeholder in a text by its secret. The result must be sent to nothing but the phone.

        Unknown placeholders stay as they are.
        """
        return _NAME.sub(lambda hit: self._values.get(hit[1].casefold(), hit[0]), text)

    def rules(self, text: str) -> list[TypingRule]:
        """Return a `TypingRule` for each secret in a text, which says in which apps the secret may be typed.

        A secret is in the text if its placeholder or its value is. Secrets that were added by `keep` are left out.
        """
        named = [hit[1].casefold() for hit in _NAME.finditer(text)]
        plainly = [self._given[number] for _, _, number in secret_spans(text, self._sought_given)]
        return [self._rule(name) for name in dict.fromkeys([*named, *plainly]) if name in self._given]

    def _rule(self, name: str) -> TypingRule:
        """Return a `TypingRule` with the apps in which a secret may be typed.

        If packages were given for the secret, these are the apps, and it may be typed into web pages in them too. If
        none were given, the only app is `home`, without web pages.
        """
        given = self._apps.get(name, frozenset())
        return TypingRule(f"${{{name}}}", given or frozenset(filter(None, [self._home])), given)

    def _blank(self, hit: re.Match[str]) -> str:
        return " " * len(hit[0]) if hit[1].casefold() in self._values else hit[0]


def names_in(text: str) -> list[str]:
    """Return all placeholders in a text, in order, whether or not they are known.

    >>> names_in("Log in as Ana with ${mail}")
    ['${mail}']
    """
    return [hit[0] for hit in _NAME.finditer(text)]
