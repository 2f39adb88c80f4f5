"""Installed apps by name: which of them a person or a model means."""

import difflib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from appagent.devices.launcher import Launcher
from appagent.devices.table import known_as, name_key, names_by_package
from appagent.errors import UsageError
from appagent.foreign import shown
from appagent.screen.lexicon import folded

_FEW = 20  # apps that a message names
_LABEL_LETTERS = 40
_ACTIVITY = re.compile(r"^ *packageName=(\S+)\n *labelRes=\S+ nonLocalizedLabel=(.*) icon=0x", re.MULTILINE)


@dataclass(frozen=True)
class Installed:
    """An app as its phone tells of it.

    label: the words under its icon, "" where the phone does not say. short: the virtual phone's own name for it, or "".
    has_icon: False for a service, an overlay and the like, which hardly anybody means.
    """

    package: str
    label: str = ""
    short: str = ""
    has_icon: bool = True

    @property
    def names(self) -> tuple[str, ...]:
        """Return all that it is called: the words under its icon, then its names in the table."""
        known = names_by_package().get(self.package, ())
        return tuple(dict.fromkeys((self.label, *known) if self.label else known))

    def __str__(self) -> str:
        name = next(iter(self.names), "")
        parts = [shown(name, _LABEL_LETTERS), f"({self.package})"] if name else [self.package]
        return " ".join(parts) if self.package else parts[0]


def find(name: str, apps: Sequence[Installed], launcher: Launcher, where: str) -> tuple[str, bool]:
    """Return the package of the app that a name means, and whether it was opened to learn that. None is guessed.

    In this order: an exact name, the last part of a package, an icon of the launcher where adb does not tell what
    stands under each, the beginning or some words of a name.
    where: the phone, for messages.
    Raises UsageError that lists the apps that fit where several do, or else those that come near.
    """
    if fitting := called(name, apps):
        return _only(name, fitting, where).package, False
    alike = by_last_part(name, apps)
    if len(alike) == 1:
        return alike[0].package, False
    untold = any(app.has_icon and not app.label for app in apps)
    if untold and (package := launcher.open(name)):
        return package, True
    if known_as(name):  # what it means is known, and is not here: whatever else fits would be a guess
        raise _missing(name, apps, where)
    told = {name_key(one) for app in apps for one in app.names}
    icons = [Installed("", label) for label in sorted(launcher.labels) if name_key(label) not in told]
    fitting = alike or begun(name, [*apps, *icons])
    if not fitting:
        raise _missing(name, apps, where)
    found = _only(name, fitting, where)
    if found.package:
        return found.package, False
    if not (package := launcher.open(found.label)):
        raise _missing(name, apps, where)
    return package, True


def by_package(name: str, packages: Iterable[str]) -> str | None:
    """Return the package that this is, in whatever case, or None."""
    wanted = name.strip().casefold()
    return next((package for package in packages if package.casefold() == wanted), None)


def called(name: str, apps: Iterable[Installed]) -> list[Installed]:
    """Return the apps with exactly this name, under their icon or in the table.

    >>> apps = [Installed("com.tencent.mm", "微信"), Installed("org.example.mail", "Mail")]
    >>> [app.package for app in called("WeChat", apps)], called("we", apps)
    (['com.tencent.mm'], [])
    """
    wanted = name_key(name)
    return [app for app in apps if wanted and wanted in map(name_key, app.names)]


def by_last_part(name: str, apps: Iterable[Installed]) -> list[Installed]:
    """Return the apps whose package ends with this part, or that the virtual phone calls so.

    >>> [app.package for app in by_last_part("notes", [Installed("org.example.notes"), Installed("notes.app")])]
    ['org.example.notes']
    """
    wanted = name.strip().casefold()
    return _with_icons(
        app for app in apps if wanted in (app.package.casefold().rpartition(".")[2], app.short.casefold())
    )


def begun(name: str, apps: Iterable[Installed]) -> list[Installed]:
    """Return the apps of which a name begins so or has all these words; where there is none, by a part of the package.

    >>> apps = [Installed("com.pomelo.shop", "Pomelo Fruit Shop"), Installed("org.example.mail", "Mail")]
    >>> [begun(name, apps)[0].package for name in ("pom", "shop pomelo", "example")]
    ['com.pomelo.shop', 'com.pomelo.shop', 'org.example.mail']
    """
    listed, part = list(apps), name.strip().casefold()
    return _with_icons(app for app in listed if _begins(name, app.names)) or _with_icons(
        app for app in listed if part in app.package.casefold().split(".")
    )


def labels_in(told: str) -> dict[str, str]:
    """Return what stands under the icon of each app that has one, by package; "" where its resources alone tell.

    told: the answer to `cmd package query-activities` for the launcher.
    """
    labels: dict[str, str] = {}
    for package, label in _ACTIVITY.findall(told.replace("\r\n", "\n")):
        labels[package] = labels.get(package) or ("" if label == "null" else label)
    return labels


def _begins(name: str, names: Iterable[str]) -> bool:
    wanted, words = name_key(name), set(folded(name).split())
    return bool(wanted) and any(name_key(one).startswith(wanted) or words <= set(folded(one).split()) for one in names)


def _with_icons(apps: Iterable[Installed]) -> list[Installed]:
    """Return those apps that have an icon, or all where none has."""
    listed = list(apps)
    return [app for app in listed if app.has_icon] or listed


def _only(name: str, fitting: Sequence[Installed], where: str) -> Installed:
    """Return the one app that fits. Raises UsageError that lists them where several do."""
    if len(fitting) > 1:
        listed = _listed(fitting[:_FEW]) + (f" and {len(fitting) - _FEW} more" if len(fitting) > _FEW else "")
        raise UsageError(f"several apps on {where} fit {name!r}: {listed}; give the whole name or a package")
    return fitting[0]


def _missing(name: str, apps: Sequence[Installed], where: str) -> UsageError:
    """Return the error that says that no installed app has this name, and which ones come near."""
    known = known_as(name)
    near = _listed(_near([name, *(one for app in known for one in app.names)], apps))
    if known:
        packages = " or ".join([package for app in known for package in app.packages][:_FEW])
        what = f"{known[0].name} ({packages}) is not installed on {where}"
        return UsageError(f"{what}; installed apps that come near: {near or 'none'}")
    if len(apps) <= _FEW:
        return UsageError(f"no app {name!r} on {where}; installed: {_listed(apps)}")
    near = near or "none; give its package, or the name under its icon"
    return UsageError(f"no app {name!r} on {where}; of {len(apps)} installed ones come near: {near}")


def _near(wanted: Iterable[str], apps: Iterable[Installed]) -> list[Installed]:
    """Return the apps in whose names or packages one of these stands, then those that are spelt alike."""
    spelt: dict[str, list[Installed]] = {}
    for app in apps:
        for name in (*app.names, app.package, *app.package.split(".")):
            spelt.setdefault(name_key(name), []).append(app)
    names = {name_key(name) for name in wanted} - {""}
    near = [spelling for spelling in spelt if any(len(name) > 1 and name in spelling for name in names)]
    for name in sorted(names):
        near += difflib.get_close_matches(name, spelt, _FEW)
    return list(dict.fromkeys(app for spelling in near for app in spelt[spelling]))[:_FEW]


def _listed(apps: Iterable[Installed]) -> str:
    return ", ".join(map(str, apps))
