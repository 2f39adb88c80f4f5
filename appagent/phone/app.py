"""What an app of the virtual phone is: state in plain attributes, screens as functions of it."""

import dataclasses
import importlib
import pkgutil
import random
import re
import sys
from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar, Protocol

from appagent.phone import apps as built_in
from appagent.phone import foreign, ui
from appagent.phone.icons import ICONS

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
    """The virtual phone was asked for something it does not have, or an app on it is broken."""


class AppError(PhoneError):
    """An app raised something, which is the cause of this; package: whose."""

    def __init__(self, said: str, package: str) -> None:
        super().__init__(said)
        self.package = package


@dataclass(frozen=True)
class Page:
    """One screen. activity: its name in Android's terms; secure: shown black in every screenshot.

    on_back: what the back key does here, instead of leaving the page. title: the activity's, in English, for checks;
    it is not drawn. live: it changes by itself, as a stopwatch does, and is made anew all the time. snack_at: how far
    above its end a snack bar stands, dp; by default above a round button.
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
    """A window of its own over the page. Back, or a tap beside it, closes it where `cancelable`.

    gravity: "center", "bottom" (all across, as a sheet) or "top right" (as the menu of a toolbar); width: dp at most.
    dim: whether the page is darkened.
    """

    body: ui.Widget
    cancelable: bool = True
    gravity: str = "center"
    width: float = 400.0
    dim: bool = True


class Host(Protocol):
    """What an app may ask of the phone that it runs on."""

    locale: str
    dark: bool
    seed: int
    clipboard: str

    def local_time(self) -> datetime:
        """What the phone's clock says."""

    def start(self, package: str, activity: str = "") -> None:
        """Bring an app to the front."""

    def shown_apps(self) -> Sequence["App"]:
        """The apps that a launcher lists."""

    def show_view(self, app: "App", make: Callable[..., Page | Dialog], arguments: tuple[object, ...]) -> None:
        """Put a page or a dialog on an app's stack."""

    def close_view(self, app: "App") -> None:
        """Take the top of an app's stack away."""

    def renew_view(self, app: "App") -> None:
        """Begin the top of an app's stack anew."""

    def show_toast(self, text: str) -> None:
        """Show words that go away by themselves."""

    def show_snack(self, app: "App", text: str, action: str, do: ui.Handler) -> None:
        """Show words with a button over an app's page, for a while."""

    def show_row(self, app: "App", list_id: str, number: int) -> None:
        """Scroll a list of an app's page until one of its rows is at the top."""


class App:
    """Subclass this once per app, in a file of its own; see `apps/notes.py` for a neighbour to read.

    Attributes that do not begin with `_` are the app's state: plain values, lists, dicts and dataclasses.
    `words` maps a language ("zh") to translations of the English words that `t` is given. What is left to chance is
    drawn from `self._dice`, which the phone's seed fixes. `receives` and `offers` are the kinds of things ("text",
    "image", "file") that other apps may hand to it and fetch from it; see `intents.py`.
    """

    package: ClassVar[str]
    label: ClassVar[str]
    icon: ClassVar[str] = "apps"
    colour: ClassVar[str] = "#1857b6"
    version: ClassVar[str] = "1.0"
    hidden: ClassVar[bool] = False
    words: ClassVar[dict[str, dict[str, str]]] = {}
    receives: ClassVar[tuple[str, ...]] = ()
    offers: ClassVar[tuple[str, ...]] = ()

    def __init__(self, host: Host) -> None:
        self._host = host
        self._typed = ""  # in the field of a dialog
        self._dice = random.Random(f"{host.seed} {self.package}")  # noqa: S311 - no secret is drawn from it
        self.begin()

    def begin(self) -> None:
        """Set the state of a freshly installed app."""

    @abstractmethod
    def home(self) -> Page:
        """The first screen."""

    def receive(self, kind: str, thing: object) -> None:
        """Go on with something that another app handed over: as a rule, open a page with it."""

    def offer(self, kind: str, done: Callable[[object], None]) -> None:
        """Open a page to choose something on, close it and tell `done` what was chosen; None for nothing."""

    @classmethod
    def name(cls) -> str:
        """The app's short name, in commands and in checks: its file's ("notes")."""
        return cls.__module__.rpartition(".")[2]

    def t(self, english: str) -> str:
        """The words in the phone's language, or as they are where no translation is known."""
        language = self._host.locale.split("-")[0]
        return {**COMMON.get(language, {}), **self.words.get(language, {})}.get(english, english)

    def some(self, words: str, number: int, *more: str) -> str:
        """Words about so many things ("{} songs"), of which one is told as one ("1 song"); more: what else is told."""
        text = self.t(words)
        one = re.sub(r"(\{\} \w+)s\b", r"\1", text, count=1)
        return (one if number == 1 else text).format(number, *more)

    def shown_label(self) -> str:
        """The app's name under its icon."""
        return self.t(self.label)

    def open(self, page: Callable[..., Page], *arguments: object) -> None:
        """Go to another page; `page` is a method, called with `arguments` whenever it is drawn."""
        self._host.show_view(self, page, arguments)

    def ask(self, dialog: Callable[..., Dialog], *arguments: object) -> None:
        """Open a dialog over the page."""
        self._host.show_view(self, dialog, arguments)

    def close(self) -> None:
        """Leave this dialog or page for the one before it."""
        self._host.close_view(self)

    def renew(self) -> None:
        """Begin this page anew, where it has become another one: at its top, and loading what `loads`."""
        self._host.renew_view(self)

    def to_clipboard(self, text: str) -> None:
        """Put words on the clipboard; holding a field down pastes them."""
        self._host.clipboard = text

    def toast(self, text: str) -> None:
        """A short message at the bottom that goes away by itself."""
        self._host.show_toast(text)

    def snack(self, text: str, action: str, do: ui.Handler) -> None:
        """A message at the bottom with a button ("Undo") that does something; it goes away by itself."""
        self._host.show_snack(self, text, action, do)

    def scroll_to(self, list_id: str, number: int) -> None:
        """Bring a row of a list on this page to the top, as far as the list goes; the list is found by its id."""
        self._host.show_row(self, list_id, number)

    def setter(self, name: str) -> Callable[[Any], None]:
        """What sets the attribute of this name to what it is told, as fields, tabs and bars tell it."""
        return partial(setattr, self, name)

    def flipper(self, name: str) -> ui.Handler:
        """What turns the attribute of this name over, as a switch does."""
        return lambda: setattr(self, name, not getattr(self, name))

    def state(self) -> dict[str, object]:
        """The app's state as plain JSON values, without whatever has a name that begins with `_`."""
        return {name: _plain(value) for name, value in vars(self).items() if not name.startswith("_")}


def installed(folder: Path | None = None) -> list[type[App]]:
    """The built-in apps, and those in the files of a folder that do not begin with "_", by file name.

    Raises PhoneError naming the file that cannot be used, and why.
    """
    modules = [
        importlib.import_module(f"{built_in.__name__}.{found.name}")
        for found in pkgutil.iter_modules(built_in.__path__)
    ]
    if folder is not None:
        if not folder.is_dir():
            raise PhoneError(f"no folder of apps at {folder}; it holds one .py file an app")
        modules += [_load(path) for path in sorted(folder.glob("[!_]*.py"))]
    kinds: list[type[App]] = []
    for kind in map(_app_in, modules):
        for other in kinds:
            if kind.package == other.package or kind.name() == other.name():
                raise PhoneError(f"{file_of(kind)} and {file_of(other)} have the same package or file name; rename one")
        kinds.append(kind)
    return kinds


def blaming(file: str) -> AbstractContextManager[None]:
    """Around code of an app: whatever it raises becomes a PhoneError that says where in its file."""
    return foreign.blaming(file, "the app in", PhoneError)


@contextmanager
def running(app: App) -> Iterator[None]:
    """Around whatever calls an app's methods: what it raises becomes an AppError."""
    try:
        with blaming(file_of(type(app))):
            yield
    except AppError:
        raise
    except PhoneError as error:
        raise AppError(str(error), app.package) from error.__cause__ or error


def file_of(kind: type[App]) -> str:
    """The path of the file that an app is written in."""
    return str(sys.modules[kind.__module__].__file__)


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
        raise PhoneError(f"{where} defines {len(found)} apps; one class that extends App is what works")
    for needed in ("package", "label"):
        if not hasattr(found[0], needed):
            raise PhoneError(f'{where}: {found[0].__name__} has no {needed}; add {needed} = "..."')
    if found[0].home is App.home:
        raise PhoneError(f"{where}: {found[0].__name__} has no home; add home(self), which returns its first Page")
    if found[0].icon not in ICONS:
        raise PhoneError(f"{where}: no icon {found[0].icon!r}; there are: {', '.join(sorted(ICONS))}")
    return found[0]


def _plain(value: object) -> object:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        shown = (f.name for f in dataclasses.fields(value) if not f.name.startswith("_"))
        return {name: _plain(getattr(value, name)) for name in shown}
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, (set, frozenset)):
        return sorted((_plain(item) for item in value), key=str)
    return value if value is None or isinstance(value, (str, int, float)) else str(value)
