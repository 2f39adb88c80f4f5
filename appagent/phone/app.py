"""What an app of the virtual phone is: state in plain attributes, screens as functions of it."""

import dataclasses
import importlib
import importlib.util
import pkgutil
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import ClassVar, Protocol

from appagent.phone import apps as built_in
from appagent.phone import ui
from appagent.phone.icons import ICONS


class PhoneError(Exception):
    """The virtual phone was asked for something it does not have, or an app on it is broken."""


@dataclass(frozen=True)
class Page:
    """One screen. activity: its name in Android's terms; secure: shown black in every screenshot.

    on_back: what the back key does here, instead of leaving the page. title: the activity's, in English, for checks;
    it is not drawn.
    """

    body: ui.Widget
    activity: str = "MainActivity"
    secure: bool = False
    on_back: ui.Handler | None = None
    title: str = ""


@dataclass(frozen=True)
class Dialog:
    """A window of its own over the page. Back, or a tap beside it, closes it where `cancelable`."""

    body: ui.Widget
    cancelable: bool = True


class Host(Protocol):
    """What an app may ask of the phone that it runs on."""

    locale: str
    dark: bool

    def start(self, package: str, activity: str = "") -> None:
        """Bring an app to the front."""

    def shown_apps(self) -> Sequence["App"]:
        """The apps that a launcher lists."""

    def show_view(self, app: "App", make: Callable[..., Page | Dialog], arguments: tuple[object, ...]) -> None:
        """Put a page or a dialog on an app's stack."""

    def close_view(self, app: "App") -> None:
        """Take the top of an app's stack away."""

    def show_toast(self, text: str) -> None:
        """Show words that go away by themselves."""


class App:
    """Subclass this once per app, in a file of its own; see `apps/notes.py` for a neighbour to read.

    Attributes that do not begin with `_` are the app's state: plain values, lists, dicts and dataclasses.
    `words` maps a language ("zh") to translations of the English words that `t` is given.
    """

    package: ClassVar[str]
    label: ClassVar[str]
    icon: ClassVar[str] = "apps"
    colour: ClassVar[str] = "#1857b6"
    version: ClassVar[str] = "1.0"
    hidden: ClassVar[bool] = False
    words: ClassVar[dict[str, dict[str, str]]] = {}

    def __init__(self, host: Host) -> None:
        self._host = host
        self.begin()

    def begin(self) -> None:
        """Set the state of a freshly installed app."""

    def home(self) -> Page:
        """The first screen."""
        raise NotImplementedError("an app needs a home(self) that returns its first Page")

    @classmethod
    def name(cls) -> str:
        """The app's short name, in commands and in checks: its file's ("notes")."""
        return cls.__module__.rpartition(".")[2]

    def t(self, english: str) -> str:
        """The words in the phone's language, or as they are where no translation is known."""
        return self.words.get(self._host.locale.split("-")[0], {}).get(english, english)

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

    def toast(self, text: str) -> None:
        """A short message at the bottom that goes away by itself."""
        self._host.show_toast(text)

    def state(self) -> dict[str, object]:
        """The app's state as plain JSON values."""
        return {name: _plain(value) for name, value in vars(self).items() if not name.startswith("_")}


def alert(title: str, message: str = "", *buttons: ui.Widget, body: Sequence[ui.Widget] = ()) -> Dialog:
    """A dialog as Android draws it: title, message, own widgets, buttons in a row at the end."""
    parts: list[ui.Widget] = [Title(title)] if title else []
    if message:
        parts.append(ui.Text(message, id="android:id/message", color="text2", pad=(24, 4, 24, 12)))
    parts.extend(body)
    if buttons:
        bar = ui.Row([ui.Space(weight=1), *buttons], id="buttonPanel", pad=(12, 4, 12, 12))
        parts.append(bar)
    return Dialog(ui.Column(parts, id="parentPanel", background="card", radius=24))


def Title(words: str) -> ui.Text:
    """A dialog's title."""
    return ui.Text(words, id="alertTitle", size=22, pad=(24, 24, 24, 12))


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


@contextmanager
def blaming(file: str) -> Iterator[None]:
    """Around code of an app: whatever it raises becomes a PhoneError that says where in its file."""
    try:
        yield
    except PhoneError:
        raise
    except Exception as error:  # an app is anybody's code and may raise anything
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file]
        line = error.lineno if isinstance(error, SyntaxError) else lines[-1] if lines else None
        where = f"{file}, line {line}" if line else file
        raise PhoneError(f"the app in {where} is broken: {type(error).__name__}: {error}") from error


def running(app: App) -> AbstractContextManager[None]:
    """Around whatever calls an app's methods."""
    return blaming(file_of(type(app)))


def file_of(kind: type[App]) -> str:
    """The path of the file that an app is written in."""
    return str(sys.modules[kind.__module__].__file__)


def _load(path: Path) -> ModuleType:
    name = f"apps.{path.stem}"  # never that of a module of Python's: an app may be called calendar
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look their module up there
    with blaming(str(path)):
        spec.loader.exec_module(module)
    return module


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
    if found[0].icon not in ICONS:
        raise PhoneError(f"{where}: no icon {found[0].icon!r}; there are: {', '.join(sorted(ICONS))}")
    return found[0]


def _plain(value: object) -> object:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {f.name: _plain(getattr(value, f.name)) for f in dataclasses.fields(value)}
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, (set, frozenset)):
        return sorted((_plain(item) for item in value), key=str)
    return value if value is None or isinstance(value, (str, int, float)) else str(value)
