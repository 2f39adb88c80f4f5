"""Secrets: given by name, typed by the driver, and masked in all that is written down or sent to a model."""

import json
import re
from collections.abc import Mapping
from dataclasses import replace

from appagent.screen import Element, Screen
from appagent.screen.tree import clip, parse, walk
from appagent.screen.words import lasting

_NAME = re.compile(r"\$\{(\w+)\}")  # as it is written where the secret is wanted
_LEAST = 3  # letters: shorter values would take words apart that have nothing to do with them
_SHORT = 4  # letters: up to so many are masked only where they stand alone


class Secrets:
    """The secrets that one run knows. named: by the names that a person gave them.

    >>> secrets = Secrets({"wifi": "hunter2"})
    >>> secrets.mask("I typed Hunter2."), secrets.spelled("${wifi}")
    ('I typed ${wifi}.', 'hunter2')
    """

    def __init__(self, named: Mapping[str, str] | None = None) -> None:
        self._values = {name.casefold(): value.strip() for name, value in (named or {}).items() if value.strip()}
        self._pattern = _any_of(self._values)

    @property
    def names(self) -> tuple[str, ...]:
        """How they are written where they are wanted: "${wifi}"."""
        return tuple(f"${{{name}}}" for name in self._values)

    def keep(self, value: str) -> str:
        """Mask a value from here on; how it is written: by its name, or by one that it is given here."""
        if not value.strip() or _NAME.search(value):
            return value
        name = next((name for name, known in self._values.items() if known.split() == value.split()), "")
        if not name:
            name = next(new for n in range(1, len(self._values) + 2) if (new := f"secret{n}") not in self._values)
            self._values[name] = value
            self._pattern = _any_of(self._values)
        return f"${{{name}}}"

    def mask(self, text: str) -> str:
        """The text with names for secrets, however they are spaced, quoted or capitalised in it."""
        if self._pattern is None:
            return text
        return self._pattern.sub(lambda hit: self.names[int(hit.lastgroup[1:])] if hit.lastgroup else hit[0], text)

    def spelled(self, text: str) -> str:
        """The text with secrets for their names, of which others stay; for the phone only."""
        return _NAME.sub(lambda hit: self._values.get(hit[1].casefold(), hit[0]), text)

    def veiled(self, screen: Screen) -> Screen:
        """The screen without secrets that stand elsewhere than in fields for them, in words and on the picture."""
        if self._pattern is None:
            return screen
        nodes = (node for root in parse(screen.hierarchy) for node in walk(root) if node.visible)
        telling = [node.bounds for node in nodes if self._in(node.text) or self._in(node.description)]
        telling += [e.bounds for e in screen.elements if e.source == "pixels" and self._in(e.text)]
        if not telling:
            return screen
        boxes = (clip(bounds, screen.size) for bounds in telling)
        return replace(
            screen,
            elements=tuple(map(self._masked, screen.elements)),
            texts=tuple(map(self.mask, screen.texts)),
            secrets=tuple(dict.fromkeys((*screen.secrets, *filter(None, boxes)))),
        )

    def _in(self, text: str) -> bool:
        return self.mask(text) != text

    def _masked(self, element: Element) -> Element:
        text, hint, label = map(self.mask, (element.text, element.hint, element.label))
        return replace(
            element, text=text, hint=hint, label=label, words=self.mask(element.words), row=self.mask(element.row)
        )


def names_in(text: str) -> list[str]:
    """What stands for secrets in a text.

    >>> names_in("Log in as Ana with ${mail}")
    ['${mail}']
    """
    return [hit[0] for hit in _NAME.finditer(text)]


def _any_of(values: Mapping[str, str]) -> re.Pattern[str] | None:
    """Finds names, which stay, and each value as the group of its number; None where there is nothing to look for."""
    found = [(number, spelling) for number, value in enumerate(values.values()) if (spelling := _spelling(value))]
    longest_first = sorted(found, key=lambda pair: -len(pair[1]))
    groups = [rf"(?P<s{number}>{spelling})" for number, spelling in longest_first]
    return re.compile("|".join((r"\$\{\w+\}", *groups)), re.IGNORECASE) if groups else None


def _spelling(value: str) -> str:
    """A pattern for a value as it is, quoted, or as names are made of it (digits as "#"); "" where it is too short."""
    line = " ".join(value.split())
    quoted, named = json.dumps(line, ensure_ascii=False)[1:-1], lasting(value)
    if len(line) < _LEAST:
        return ""
    if len(line) <= _SHORT:
        return rf"(?<![^\W_]){re.escape(line)}(?![^\W_])"
    also = named if len(named) > _SHORT else line
    return "|".join(re.escape(one).replace(r"\ ", r"\s+") for one in dict.fromkeys((line, quoted, also)))
