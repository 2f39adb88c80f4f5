"""Find the installed app that a person or a model means by a name."""

import difflib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from appagent.devices.apps.app_table import is_name, is_no_path, known_as, name_key, names_by_package
from appagent.devices.apps.launcher import Launcher
from appagent.errors import UsageError
from appagent.foreign import shown
from appagent.screen.language.lexicon import folded

_FEW = 20  # apps that a message names
_LABEL_LETTERS = 40
_OTHERS = ("http", "https", "content", "file")  # schemes of addresses that other apps open too
_ACTIVITY = re.compile(r"^ *packageName=(\S+)\n *labelRes=\S+ nonLocalizedLabel=(.*) icon=0x", re.MULTILINE)


@dataclass(frozen=True)
class Installed:
    """One installed app.

    package: its package.
    label: the words under its icon, or "" if the phone does not say.
    short: the virtual phone's short name for it, or "".
    has_icon: False for a service or the like, which people hardly ever mean.
    """

    package: str
    label: str = ""
    short: str = ""
    has_icon: bool = True

    @property
    def names(self) -> tuple[str, ...]:
        """Return all names of the app: the words under its icon, then its names in the table of well-known apps."""
        known = names_by_package().get(self.package, ())
        return tuple(dict.fromkeys((self.label, *known) if self.label else known))

    def __str__(self) -> str:
        name = next(iter(self.names), "")
        parts = [shown(name, _LABEL_LETTERS), f"({self.package})"] if name else [self.package]
        return " ".join(parts) if self.package else parts[0]


def find_app(name: str, apps: Sequence[Installed], launcher: Launcher, where: str) -> tuple[str, bool]:
    """Return the package of the app that a name means, and whether the app had to be opened to learn its package.

    These are tried in order:
    - an app with exactly this name
    - the only app whose package ends with this name
    - if adb does not give the words under every icon: an icon with exactly this name, which is opened
    - the only app that has a name which begins with this name or contains all its words. This is not tried if the name
    means a well-known app that is not installed.
    launcher: opens icons on the phone.
    where: the phone, as messages call it.
    Raises UsageError if several apps fit, or none. The message lists the apps that fit, or those with similar names.
    """
    if fitting := with_name(name, apps):
        return _only(name, fitting, where).package, False
    alike = by_last_part(name, apps)
    if len(alike) == 1:
        return alike[0].package, False
    untold = any(app.has_icon and not app.label for app in apps)
    if untold and (package := launcher.open(name)):
        return package, True
    if known_as(name):  # a well-known app that is not installed; any other app would be a guess
        raise _missing(name, apps, where)
    told = {name_key(one) for app in apps for one in app.names}
    icons = [Installed("", label) for label in sorted(launcher.labels) if name_key(label) not in told]
    fitting = alike or beginning_with(name, [*apps, *icons])
    if not fitting:
        raise _missing(name, apps, where)
    found = _only(name, fitting, where)
    if found.package:
        return found.package, False
    # an icon may be a shortcut that does something, such as calling a person
    raise UsageError(
        f"no app {name!r} on {where}; there is an icon {shown(found.label, _LABEL_LETTERS)!r}: give all of it"
    )


def by_package(name: str, packages: Iterable[str]) -> str | None:
    """Return the package that equals a name apart from upper and lower case, or None if there is none."""
    wanted = name.strip().casefold()
    return next((package for package in packages if package.casefold() == wanted), None)


def with_name(name: str, apps: Iterable[Installed]) -> list[Installed]:
    """Return the apps with exactly this name, either under their icon or in the table of well-known apps.

    Case, spaces and punctuation make no difference, save for a sign at the beginning.

    >>> apps = [Installed("com.tencent.mm", "微信"), Installed("org.example.mail", "Mail")]
    >>> [app.package for app in with_name("WeChat", apps)], with_name("we", apps)
    (['com.tencent.mm'], [])
    """
    return [app for app in apps if any(is_name(name, each) for each in app.names)]


def by_last_part(name: str, apps: Iterable[Installed]) -> list[Installed]:
    """Return the apps whose package ends with this name after a full stop, or that have it as their short name.

    If apps with an icon are among them, return only these.

    >>> [app.package for app in by_last_part("notes", [Installed("org.example.notes"), Installed("notes.app")])]
    ['org.example.notes']
    """
    wanted = name.strip().casefold()
    return _with_icons(
        app for app in apps if wanted in (app.package.casefold().rpartition(".")[2], app.short.casefold())
    )


def beginning_with(name: str, apps: Iterable[Installed]) -> list[Installed]:
    """Return the apps that have a name which begins with the wanted name, or contains all words of the wanted name.

    name: the wanted name. If there are no such apps, return the apps that have this name as a part of their package,
    such as "example" in "org.example.mail". Apps without an icon are left out if any app with an icon fits.

    >>> apps = [Installed("com.pomelo.shop", "Pomelo Fruit Shop"), Installed("org.example.mail", "Mail")]
    >>> [beginning_with(name, apps)[0].package for name in ("pom", "shop pomelo", "example")]
    ['com.pomelo.shop', 'com.pomelo.shop', 'org.example.mail']
    """
    listed, part = list(apps), name.strip().casefold()
    return _with_icons(app for app in listed if _begins(name, app.names)) or _with_icons(
        app for app in listed if part in app.package.casefold().split(".")
    )


def activities_in(told: str, package: str) -> tuple[str, ...]:
    r"""Return the activities of a package in the output of `dumpsys package`, each once.

    >>> told = "Activity Resolver Table:\n  1a com.a/.Main filter 2b\n  1a com.a/.Main filter 3c\n\nReceiver"
    >>> activities_in(told + " Resolver Table:\n  4d com.a/.Boot filter 5e\n", "com.a")
    ('.Main',)
    """
    table = _resolver_table(told)
    return tuple(dict.fromkeys(re.findall(rf"\b{re.escape(package)}/([\w.$]+)", table)))


def entries_in(told: str, package: str) -> tuple[str, ...]:
    r"""Return the activities and addresses at which an app can be opened, from the output of `dumpsys package`.

    An address has a host, and a whole path if the app asks for one. Addresses with http, https, content or file are
    left out, because other apps open them too.

    >>> told = "Activity Resolver Table:\n  Schemes:\n      shop:\n        1a com.a/.Orders filter 2b\n"
    >>> told += '          Scheme: "shop"\n          Authority: "orders": -1\n\n'
    >>> entries_in(told, "com.a")
    ('.Orders', 'shop://orders')
    """
    table = _resolver_table(told)
    found = list(activities_in(told, package))
    for entry in re.split(r"\n(?=\s*[0-9a-f]+ [\w.]+/)", table)[1:]:
        if f" {package}/" in entry:
            schemes = [each for each in re.findall(r'Scheme: "([a-z][\w+.-]*)"', entry) if each not in _OTHERS]
            hosts, paths = re.findall(r'Authority: "([\w.-]+)"', entry), re.findall(r"LITERAL: (/[\w/.-]*)\}", entry)
            open_ended = re.search(r"Path: ", entry) and not paths  # nobody knows what such a path would be
            ends = () if open_ended else paths or ("",)
            found += [f"{scheme}://{host}{end}" for scheme in schemes for host in hosts for end in ends]
    return tuple(dict.fromkeys(found))


def labels_in(told: str) -> dict[str, str]:
    """Return the words under the icon of each app by its package; "" if the phone does not give the words.

    told: the output of the shell command `cmd package query-activities`, asked for activities with an icon. Apps
    without an icon are not in the result.
    """
    labels: dict[str, str] = {}
    for package, label in _ACTIVITY.findall(told.replace("\r\n", "\n")):
        labels[package] = labels.get(package) or ("" if label == "null" else label)
    return labels


def _resolver_table(told: str) -> str:
    """Return the table of activities in the output of `dumpsys package`, up to the first line that is not indented."""
    return re.split(r"\n(?=\S)", told.replace("\r\n", "\n").partition("Activity Resolver Table:")[2])[0]


def _begins(name: str, names: Iterable[str]) -> bool:
    wanted, words = name_key(name), set(folded(name).split())
    return bool(wanted) and any(
        (name_key(one).startswith(wanted) or words <= set(folded(one).split())) and is_no_path(name, one)
        for one in names
    )


def _with_icons(apps: Iterable[Installed]) -> list[Installed]:
    """Return those of the apps that have an icon. If none has one, return all of them."""
    listed = list(apps)
    return [app for app in listed if app.has_icon] or listed


def _only(name: str, fitting: Sequence[Installed], where: str) -> Installed:
    """Return the only app in `fitting`. Raises UsageError, with a list of the apps, if there are several.

    fitting: the apps that fit a name, at least one.
    name: this name, for the message.
    where: the phone, for the message.
    """
    if len(fitting) > 1:
        listed = _listed(fitting[:_FEW]) + (f" and {len(fitting) - _FEW} more" if len(fitting) > _FEW else "")
        raise UsageError(f"several apps on {where} fit {name!r}: {listed}; give the whole name or a package")
    return fitting[0]


def _missing(name: str, apps: Sequence[Installed], where: str) -> UsageError:
    """Return the error for a name that no installed app has; its message lists installed apps with similar names."""
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
    """Return at most 20 apps with a name or package similar to a wanted name.

    Apps that contain one come first, then those with similar spelling.
    """
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
