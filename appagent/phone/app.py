"""Base class of the virtual phone's apps: state in plain attributes, screens as functions of that state."""

import dataclasses
import importlib
import pkgutil
import random
import re
import sys
from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import cache, lru_cache, partial, update_wrapper
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar, Protocol

from appagent.phone import apps as built_in
from appagent.phone import foreign, ui
from appagent.phone.icons import ICONS

# What an app can do that matters outside of it or cannot be taken back.
DEEDS = ("pay", "send", "call", "delete", "install", "grant", "secret")

_PLAIN = (str, int, float, bool)

# What every app says alike, by language.
COMMON = {
    "zh": {
        "Cancel": "取消", "OK": "确定", "Navigate up": "返回", "Back": "返回", "Delete": "删除", "Undo": "撤销",
        "Save": "保存", "Search": "搜索", "More options": "更多选项", "Edit": "编辑", "Share": "分享", "Done": "完成",
        "Copy": "复制", "No app can do that": "没有可用的应用", "Add": "添加", "Close": "关闭", "Settings": "设置",
        "Paste": "粘贴", "Share with": "分享给", "Choose from": "选择来源",
    }
}  # fmt: skip


class PhoneError(Exception):
    """Raised when the virtual phone is asked for something it does not have, or an app on it is broken."""


class AppError(PhoneError):
    """Raised when an app's own code raised the error that is this one's cause. package: of that app."""

    def __init__(self, said: str, package: str) -> None:
        super().__init__(said)
        self.package = package


@dataclass(frozen=True)
class Page:
    """One screen of an app.

    activity: its name in Android's terms. secure: shown black in every screenshot. on_back: what the back key does here
    instead of leaving the page. title: of the activity, in English, for checks; it is not drawn. live: the page changes
    by itself, as a stopwatch does, and is rebuilt all the time. snack_at: distance of a snack bar from the page's end,
    dp; by default it is above a round button.
    """

    body: ui.Widget
    activity: str = "MainActivity"
    secure: bool = False
    on_back: ui.Handler | None = None
    title: str = ""
    live: bool = False
    snack_at: float = 88.0


@dataclass(frozen=True)
class Dialog:
    """Window of its own over the page; Back, or a tap beside it, closes it if it is `cancelable`.

    gravity: "center", "bottom" (full width, as a sheet) or "top right" (as a toolbar's menu). width: dp at most.
    dim: darken the page behind.
    """

    body: ui.Widget
    cancelable: bool = True
    gravity: str = "center"
    width: float = 400.0
    dim: bool = True


class PageHook(Protocol):
    """Place at which a fault may change a page, see `hooks`."""

    def page(self, view: Any, built: Page | Dialog) -> Page | Dialog:
        """Return the page or dialog that an app shows instead of its own."""


class Host(Protocol):
    """Services of the phone that an app may use."""

    locale: str
    dark: bool
    seed: int
    clipboard: str

    @property
    def hooks(self) -> PageHook:
        """Return where faults step in; not for apps."""

    def local_time(self) -> datetime:
        """Return the time on the phone's clock."""

    def start(self, package: str, activity: str = "") -> None:
        """Bring an app to the front."""

    def shown_apps(self) -> Sequence["App"]:
        """Return the apps that a launcher lists."""

    def show_view(self, app: "App", make: Callable[..., Page | Dialog], arguments: tuple[object, ...]) -> None:
        """Put a page or a dialog on an app's stack."""

    def close_view(self, app: "App") -> None:
        """Remove the top page or dialog from an app's stack."""

    def renew_view(self, app: "App") -> None:
        """Restart the top page or dialog of an app's stack, as if it had just been opened."""

    def notify(self, app: "App", title: str, words: str, do: ui.Handler) -> None:
        """Add a notification of an app."""

    def used_apps(self) -> Sequence["App"]:
        """Return the apps that are running, the one used last first."""

    def stop(self, package: str) -> None:
        """Close an app."""

    def show_toast(self, text: str) -> None:
        """Show a text that disappears by itself."""

    def show_snack(self, app: "App", text: str, action: str, do: ui.Handler) -> None:
        """Show a text with a button over an app's page for a while."""

    def show_row(self, app: "App", list_id: str, number: int) -> None:
        """Scroll a list of an app's page until one of its rows is at the top."""

    def note_deed(self, app: "App", effect: str, words: str) -> None:
        """Write into the phone's log what an app has done."""


class App:
    """Base class of an app; subclass it once per app, in a file of its own (`apps/notes.py` is an example to read).

    Attributes that do not begin with `_` are the app's state: plain values, lists, dicts and dataclasses. `words` maps
    a language ("zh") to translations of the English words that `t` is given. Random values come from `self._dice`,
    which the phone's seed fixes. `receives` and `offers` are the kinds of things ("text", "image", "file") that other
    apps may hand to it and fetch from it; see `intents.py`. `activities` are those that its manifest has filters for.
    `entries` are ways in besides its first page: an activity or an address, and the method that opens its page.
    `intents` are the actions for which `open_intent` has a page.
    """

    package: ClassVar[str]
    label: ClassVar[str]
    icon: ClassVar[str] = "apps"
    colour: ClassVar[str] = "#1857b6"
    version: ClassVar[str] = "1.0"
    hidden: ClassVar[bool] = False
    activities: ClassVar[tuple[str, ...]] = ("MainActivity",)
    entries: ClassVar[Mapping[str, str]] = {}
    intents: ClassVar[tuple[str, ...]] = ()
    words: ClassVar[dict[str, dict[str, str]]] = {}
    receives: ClassVar[tuple[str, ...]] = ()
    offers: ClassVar[tuple[str, ...]] = ()
    follows_links: ClassVar[bool] = False

    def __init__(self, host: Host) -> None:
        self._host = host
        self._typed = ""  # in the field of a dialog
        self._dice = random.Random(f"{host.seed} {self.package}")  # noqa: S311 - no secret is drawn from it
        self.begin()

    def begin(self) -> None:
        """Set the state of a freshly installed app."""

    @abstractmethod
    def home(self) -> Page:
        """Return the app's first page."""

    def open_entry(self, at: str) -> None:
        """Open the page of one of the app's entries, an activity or an address; do nothing for any other."""
        method = self.entries.get(at if "://" in at else at.rpartition(".")[2])
        if method:
            getattr(self, method)()

    def open_intent(self, action: str, data: str) -> None:
        """Open the page for an intent's action; called only for one of `intents`. data: what it is about, or ""."""

    def receive(self, kind: str, thing: object) -> None:
        """Take something that another app handed over, usually by opening a page with it."""

    def visit(self, url: str) -> None:
        """Open a web address on the app's first page; called only if `follows_links` is True."""

    def offer(self, kind: str, done: Callable[[object], None]) -> None:
        """Open a page on which to choose something; close it and call `done` with the choice, None for nothing."""

    @classmethod
    def name(cls) -> str:
        """Return the app's short name, used in commands and checks: the name of its file ("notes")."""
        return cls.__module__.rpartition(".")[2]

    def t(self, english: str) -> str:
        """Translate English words to the phone's language; return them unchanged if no translation is known."""
        language = self._host.locale.split("-")[0]
        own = self.words.get(language, {})
        return own[english] if english in own else COMMON.get(language, {}).get(english, english)

    def some(self, words: str, number: int, *more: str) -> str:
        """Format words about a number of things ("{} songs", "1 song"). more: further values for the format."""
        text = self.t(words)
        one = re.sub(r"(\{\} \w+)s\b", r"\1", text, count=1)
        return (one if number == 1 else text).format(number, *more)

    def shown_label(self) -> str:
        """Return the app's name as shown under its icon."""
        return self.t(self.label)

    def open(self, page: Callable[..., Page], *arguments: object, **named: object) -> None:
        """Open another page; `page` is a method, called with these arguments whenever the page is drawn."""
        self._host.show_view(self, _bound(page, named), arguments)

    def ask(self, dialog: Callable[..., Dialog], *arguments: object, **named: object) -> None:
        """Open a dialog over the page; `dialog` is a method, called with these arguments whenever it is drawn."""
        self._host.show_view(self, _bound(dialog, named), arguments)

    def close(self) -> None:
        """Close this dialog or page and return to the one before it."""
        self._host.close_view(self)

    def renew(self) -> None:
        """Restart this page after its content was replaced: scroll to its top, and load again what `loads`."""
        self._host.renew_view(self)

    def to_clipboard(self, text: str) -> None:
        """Put a text on the clipboard; a long press on a field pastes the text."""
        self._host.clipboard = text

    def notify(self, title: str, words: str, do: ui.Handler) -> None:
        """Put a notification into the shade; a tap on it brings the app to the front and calls `do`."""
        self._host.notify(self, title, words, do)

    def recents(self) -> Page:
        """Return the page of recent apps, which only the launcher has."""
        raise PhoneError(f"{self.label} has no page of recent apps")

    def toast(self, text: str) -> None:
        """Show a short message at the bottom that disappears by itself."""
        self._host.show_toast(text)

    def snack(self, text: str, action: str, do: ui.Handler) -> None:
        """Show a message at the bottom with a button ("Undo") that calls `do`; it disappears by itself."""
        self._host.show_snack(self, text, action, do)

    def did(self, effect: str, words: str) -> None:
        """Write into the phone's log that the app has done something that matters.

        effect: one of DEEDS; "secret" for one that got out. words: of what, with whom and how much. Raises PhoneError
        for another effect.
        """
        if effect not in DEEDS:
            raise PhoneError(f"no deed {effect!r}; there are: {', '.join(DEEDS)}")
        self._host.note_deed(self, effect, words)

    def scroll_to(self, list_id: str, number: int) -> None:
        """Scroll a list on this page, found by its id, until a row is at the top, as far as the list goes."""
        self._host.show_row(self, list_id, number)

    def setter(self, name: str) -> Callable[[Any], None]:
        """Return a handler that sets an attribute to the value it is called with, as fields, tabs and bars do."""
        return partial(setattr, self, name)

    def flipper(self, name: str) -> ui.Handler:
        """Return a handler that turns a boolean attribute over, as a switch does."""
        return lambda: setattr(self, name, not getattr(self, name))

    def state(self) -> dict[str, object]:
        """Return the app's state as plain JSON values, without attributes whose names begin with `_`."""
        return {name: _plain(value) for name, value in vars(self).items() if not name.startswith("_")}


def installed(folder: Path | str | None = None) -> list[type[App]]:
    """List the built-in apps, and those in a folder's files that do not begin with "_", by file name.

    Raises PhoneError naming a file that cannot be used, and why.
    """
    modules: list[ModuleType] = []
    if folder is not None:
        folder = Path(folder)
        if not folder.is_dir():
            raise PhoneError(f"no folder of apps at {folder}; it holds one .py file an app")
        modules = [_load(path) for path in sorted(folder.glob("[!_]*.py"))]
    kinds = list(_built_in_apps())
    for kind in map(_app_in, modules):
        for other in kinds:
            if kind.package == other.package or kind.name() == other.name():
                raise PhoneError(f"{file_of(kind)} and {file_of(other)} have the same package or file name; rename one")
        kinds.append(kind)
    return kinds


@cache
def _built_in_apps() -> tuple[type[App], ...]:
    """List the built-in apps; they are looked for and checked once a process, and not for every phone."""
    names = (f"{built_in.__name__}.{found.name}" for found in pkgutil.iter_modules(built_in.__path__))
    return tuple(_app_in(importlib.import_module(name)) for name in names)


def is_built_in(kind: type[App]) -> bool:
    """Tell the apps that come with the virtual phone from those of a folder."""
    return kind.__module__.startswith(f"{built_in.__name__}.")


def blaming(file: str) -> AbstractContextManager[None]:
    """Run code of an app's file; any error becomes a PhoneError that names the line in that file."""
    return foreign.blaming(file, "the app in", PhoneError)


@contextmanager
def running(app: App) -> Iterator[None]:
    """Run a block that calls an app's methods; any error becomes an AppError."""
    try:
        with blaming(file_of(type(app))):
            yield
    except AppError:
        raise
    except PhoneError as error:
        raise AppError(str(error), app.package) from error.__cause__ or error


def file_of(kind: type[App]) -> str:
    """Return the path of the file that an app is written in."""
    return str(sys.modules[kind.__module__].__file__)


def _bound(make: Callable[..., Any], named: Mapping[str, object]) -> Callable[..., Any]:
    """Return a method with these named arguments, under its own name for error messages."""
    return update_wrapper(partial(make, **named), make) if named else make


def _load(path: Path) -> ModuleType:
    with blaming(str(path)):
        return foreign.load(path, "apps")


def _app_in(module: ModuleType) -> type[App]:
    found = [
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, App) and value.__module__ == module.__name__
    ]
    where = module.__file__
    if len(found) != 1:
        hint = "" if found else ', or a name that begins with "_" where the file only helps others'
        raise PhoneError(f"{where} defines {len(found)} apps; one class that extends App is what works{hint}")
    for needed in ("package", "label"):
        if not hasattr(found[0], needed):
            raise PhoneError(f'{where}: {found[0].__name__} has no {needed}; add {needed} = "..."')
    for name in (*vars(App), *App.__annotations__):
        theirs, ours = getattr(found[0], name, None), getattr(App, name, None)
        if name in vars(found[0]) and not name.startswith("__") and callable(theirs) != callable(ours):
            raise PhoneError(
                f"{where}: {found[0].__name__}.{name} is {'a method' if callable(theirs) else 'no method'}, and App "
                f"needs {name} to be {'one' if callable(ours) else 'none'}; call yours by another name"
            )
    if found[0].home is App.home:
        raise PhoneError(f"{where}: {found[0].__name__} has no home; add home(self), which returns its first Page")
    if found[0].icon not in ICONS:
        raise PhoneError(f"{where}: no icon {found[0].icon!r}; there are: {', '.join(sorted(ICONS))}")
    return found[0]


def _plain(value: object) -> object:
    kind = type(value)
    if value is None or kind in _PLAIN:  # as nearly all values of a state
        return value
    if kind is not type and dataclasses.is_dataclass(kind):
        return {name: _plain(getattr(value, name)) for name in _shown_fields(kind)}
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, (set, frozenset)):
        return sorted((_plain(item) for item in value), key=str)
    return value if isinstance(value, (str, int, float)) else str(value)


@lru_cache(maxsize=256)  # of more kinds than all apps have
def _shown_fields(kind: type[Any]) -> tuple[str, ...]:
    """List the fields of a dataclass whose names do not begin with `_`."""
    return tuple(each.name for each in dataclasses.fields(kind) if not each.name.startswith("_"))
