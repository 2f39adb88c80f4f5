"""The table of well-known apps, apps.yaml: their names in several languages and their packages by system."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

from appagent.screen.lexicon import folded


@dataclass(frozen=True)
class Known:
    """A well-known app on one system. names: all it is called, its entry's name first; packages: one or more."""

    name: str
    names: tuple[str, ...]
    packages: tuple[str, ...]


@cache
def known_apps(system: str = "android") -> tuple[Known, ...]:
    """Return the apps of the table that a system has: "android", "harmony" or "ios"."""
    return tuple(
        Known(name, tuple(dict.fromkeys((name, *facts.get("names", ()), *facts.get("common", ())))), packages)
        for name, facts in _table().items()
        if (packages := _listed(facts.get(system, ())))
    )


def known_as(name: str, system: str = "android") -> list[Known]:
    """Return the apps of the table that have this name, in whatever case, width or spacing it is written."""
    wanted = name_key(name)
    return [app for app in known_apps(system) if wanted and wanted in map(name_key, app.names)]


@cache
def names_by_package(system: str = "android") -> dict[str, tuple[str, ...]]:
    """Return the names of each app of the table by each of its packages."""
    return {package: app.names for app in known_apps(system) for package in app.packages}


def name_key(name: str) -> str:
    """Return the letters and digits of a name, case and width name_key.

    >>> name_key("Ｗｅ Chat!"), name_key("Disney+"), name_key("微信")
    ('wechat', 'disney', '微信')
    """
    return "".join(sign for sign in folded(name) if unicodedata.category(sign)[0] in "LNM")


@cache
def _table() -> dict[str, dict[str, str | list[str]]]:
    import yaml  # only where a name is looked up

    text = resources.files("appagent").joinpath("apps.yaml").read_text("utf-8")
    table: dict[str, dict[str, str | list[str]]] = yaml.safe_load(text)
    return table


def _listed(value: str | Sequence[str]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)
