"""Recorded screens as a device to look at, `--device recorded:FOLDER`: every gesture leads to the next of them.

The folder is a run's, with the pictures of its steps, or any with dumps and pictures: 0001.xml, 0001.png, 0002.xml and
so on, in the order of their names. Of each screen a dump, a picture or both are enough.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from appagent.actions import Gesture, Key, Pause, Start, Stroke, Touch, Type
from appagent.devices.files import read_files
from appagent.errors import ActionError, DeviceError, UsageError
from appagent.files import content
from appagent.screen import Screen, Size
from appagent.settings import Settings

_LOG = "trajectory.jsonl"  # of a run
_LARGEST_LOG = 200_000_000  # bytes
_PICTURES = (".png", ".jpg", ".jpeg", ".webp")


@dataclass(frozen=True)
class _Recording:
    """One recorded screen. size: of the display, px, where it is known; a run keeps smaller pictures."""

    dump: Path | None
    picture: Path | None
    app: str = ""
    activity: str = ""
    size: Size | None = None

    def read(self) -> Screen:
        return read_files(self.dump, self.picture, size=self.size, app=self.app, activity=self.activity)


class Recorded:
    """A device of recorded screens, which nothing can be changed on.

    Any gesture leads to the next screen, seen with the next look; opening an app to the next screen of it, or nowhere
    where it is in front. Raises UsageError for a folder without recorded screens.
    """

    def __init__(self, where: str, settings: Settings) -> None:
        self.serial = f"recorded:{where}"
        folder = Path(where)
        self._recordings = [*(_of_run(folder) if (folder / _LOG).exists() else _of_files(folder))] if where else []
        if not self._recordings:
            what = "the folder of a run, or one with 0001.xml and 0001.png"
            raise UsageError(f"no recorded screens in {where!r}; give --device recorded:FOLDER, {what}")
        self._at = self._next = 0

    def capture(self) -> Screen:
        """Return the screen that the gestures since the last look have led to."""
        self._at = self._next
        return self._recordings[self._at].read()

    def perform(self, gesture: Gesture) -> None:
        """Go on to the next screen. Raises DeviceError where there is none, ActionError for an app without any."""
        match gesture:
            case Start(app):
                self._next = self._first_of(app)
            case Touch() | Stroke() | Type() | Key() | Pause():
                following = max(self._next, self._at + 1)  # several gestures without a look are one action
                if following == len(self._recordings):
                    raise DeviceError(f"{self.serial} ends with screen {following}; record what comes after it")
                self._next = following
            case _:
                raise ActionError(f"recorded screens know no gesture {type(gesture).__name__}")

    def package(self, app: str) -> str:
        """Return the recorded package that a name is, or is the last part of."""
        there = sorted({*self._apps} - {""})
        for package in there:
            if app.strip().casefold() in (package.casefold(), package.casefold().rpartition(".")[2]):
                return package
        raise UsageError(f"no app {app!r} in {self.serial}; recorded: {', '.join(there) or 'none by name'}")

    def version(self, package: str) -> str:
        """Return "": it was not recorded."""
        return ""

    def locale(self) -> str:
        """Return "": it was not recorded."""
        return ""

    def state(self) -> dict[str, object] | None:
        """Return None: it was not recorded."""
        return None

    def set_up(self, wanted: Mapping[str, Mapping[str, object]]) -> None:
        """Raise UsageError: recorded apps have no state to give them."""
        raise UsageError(f"{self.serial} cannot be set up for the task: recorded screens cannot be changed")

    def log(self, lines: int) -> tuple[str, ...]:
        """Return nothing: it was not recorded."""
        return ()

    def close(self) -> None:
        """Do nothing: no file stays open."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @cached_property
    def _apps(self) -> list[str]:
        """Return the package in front on each screen."""
        return [one.app or one.read().app for one in self._recordings]

    def _first_of(self, app: str) -> int:
        """Return the place of the next screen of an app, from the one in front on."""
        try:
            package = self.package(app)
        except UsageError as error:
            raise ActionError(str(error)) from error
        if package in self._apps[self._next :]:
            return self._apps.index(package, self._next)
        raise ActionError(f"{self.serial} has no more screens of {package}")


def _of_files(folder: Path) -> Iterator[_Recording]:
    files = {path.name: path for path in sorted(folder.glob("*")) if path.suffix in (".xml", *_PICTURES)}
    for stem in dict.fromkeys(path.stem for path in files.values()):
        picture = next((files[stem + kind] for kind in _PICTURES if stem + kind in files), None)
        yield _Recording(files.get(f"{stem}.xml"), picture)


def _of_run(folder: Path) -> Iterator[_Recording]:
    """Yield the screens of a run's steps. The run may be anybody's: only files in its own folder are read."""
    for line in content(folder / _LOG, _LARGEST_LOG).decode(errors="replace").split("\n"):
        try:
            step: Any = json.loads(line)
        except (ValueError, RecursionError):  # a line that was cut short
            continue
        match step:
            case {"kind": "step", "picture": str(name), "app": str(app), "activity": str(page), "size": [x, y]}:
                picture = folder / Path(name).name
                dump = picture.with_suffix(".xml")
                if picture.is_file() and isinstance(x, int) and isinstance(y, int) and min(x, y) > 0:
                    yield _Recording(dump if dump.is_file() else None, picture, app, page, (x, y))
