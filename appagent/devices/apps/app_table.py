"""Load the table of well-known apps from apps.yaml: their names in several languages, and their packages.

It has packages on HarmonyOS and iOS too, for drivers of other projects; the drivers in this package are for Android.
"""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

from appagent.screen.language.lexicon import folded


@dataclass(frozen=True)
class Known:
    """One well-known app on one system.

    names: all its names, with `name` first.
    packages: its packages, at least one.
    """

    name: str
    names: tuple[str, ...]
    packages: tuple[str, ...]


@cache
def known_apps(system: str) -> tuple[Known, ...]:
    """Return the apps in the table that exist on a system. system: "android", "harmony" or "ios"."""
    return tuple(
        Known(name, tuple(dict.fromkeys((name, *facts.get("names", ()), *facts.get("common", ())))), packages)
        for name, facts in _table().items()
        if (packages := _listed(facts.get(system, ())))
    )


def known_as(name: str, system: str = "android") -> list[Known]:
    """Return the apps in the table that have this name on a system, [] if there are none.

    Upper and lower case, character width, spaces and signs make no difference.
    system: "android", "harmony" or "ios".
    """
    return [app for app in known_apps(system) if any(is_name(name, each) for each in app.names)]


@cache
def names_by_package() -> dict[str, tuple[str, ...]]:
    """Return all names of each Android app in the table by its package; of an app with several, by each of them."""
    return {package: app.names for app in known_apps("android") for package in app.packages}


def is_name(wanted: str, name: str) -> bool:
    """Tell whether a person or a model means this name of an app.

    Upper and lower case, character width, spaces and signs make no difference, save for the sign of `is_no_path`.

    >>> is_name("we-chat", "WeChat"), is_name("../wechat", "WeChat"), is_name("", "微信")
    (True, False, False)
    """
    return name_key(wanted) == name_key(name) != "" and is_no_path(wanted, name)


def is_no_path(wanted: str, name: str) -> bool:
    """Tell whether a wanted name begins with a letter or digit, or with the sign with which the app's name begins."""
    first = wanted.strip()[:1]
    return bool(name_key(first)) or first == name.strip()[:1]


def name_key(name: str) -> str:
    """Return a name as its letters and digits only, folded, so that names can be compared.

    Names that differ only in case, character width, spaces or signs have the same key.

    >>> name_key("Ｗｅ Chat!"), name_key("Disney+"), name_key("微信")
    ('wechat', 'disney', '微信')
    """
    return "".join(sign for sign in folded(name) if unicodedata.category(sign)[0] in "LNM")


@cache
def _table() -> dict[str, dict[str, str | list[str]]]:
    import yaml  # only where a name is looked up

    text = resources.files("appagent").joinpath("apps.yaml").read_text("utf-8")
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the first needs libyaml, and a fifth of the time
    table: dict[str, dict[str, str | list[str]]] = yaml.load(text, loader)  # noqa: S506  # both are safe
    return table


def _listed(value: str | Sequence[str]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)
