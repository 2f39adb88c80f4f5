"""Show recorded screens as a device, `--device recorded:FOLDER`. Every gesture leads to the next recorded screen.

The folder is that of a run with pictures of its steps, or any folder with dumps and pictures named 0001.xml, 0001.png,
0002.xml and so on, in the order of their names. Each screen has a dump, a picture or both. The pictures in a run have
marks drawn on them already.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from appagent.actions import (
    Carry,
    Gesture,
    Key,
    OpenAddress,
    PasteClipboard,
    Pause,
    PullShade,
    Start,
    Stroke,
    Touch,
    Type,
)
from appagent.devices.base import Device
from appagent.devices.captures.files import read_files
from appagent.errors import ActionError, DeviceError, UsageError
from appagent.files import read_no_link
from appagent.foreign import json_object
from appagent.screen import Screen, Size
from appagent.settings import Settings

_LOG = "trajectory.jsonl"  # the file of a run's steps
_LARGEST_LOG = 200_000_000  # bytes
_PICTURES = (".png", ".jpg", ".jpeg", ".webp")


@dataclass(frozen=True)
class _Recording:
    """Files and facts of one recorded screen.

    dump, picture: paths of the hierarchy and the screenshot, None if there is no such file.
    app, activity: the package and the activity in front, "" if not known.
    size: the size of the display in px, None if not known; a run keeps smaller pictures.
    """

    dump: Path | None
    picture: Path | None
    app: str = ""
    activity: str = ""
    size: Size | None = None

    def read(self) -> Screen:
        return read_files(self.dump, self.picture, size=self.size, app=self.app, activity=self.activity)


class Recorded(Device):
    """Device that shows the recorded screens of a folder one after the other.

    Any gesture leads to the next screen, which the next `capture` returns. Several gestures without a capture in
    between lead only one screen further. Opening an app leads to the next screen of this app, or changes nothing if it
    is in front.

    where: the path of the folder.
    Raises UsageError if the folder has no recorded screens.
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
        """Return the screen to which the gestures since the last capture have led."""
        self._at = self._next
        return self._recordings[self._at].read()

    def glance(self, *, pictured: bool) -> Screen:
        """Return the screen of the last capture again, as if gestures since then were still going on."""
        return self._recordings[self._at].read()

    def perform(self, gesture: Gesture) -> None:
        """Go on to the next recorded screen, or for opening an app to the next screen of this app.

        Raises DeviceError if there are no more screens, ActionError if the app to open has no more screens.
        """
        match gesture:
            case Start(app):
                self._next = self._first_of(app)
            case (
                Touch() | Stroke() | Carry() | Type() | Key() | OpenAddress() | PullShade() | PasteClipboard() | Pause()
            ):
                following = max(self._next, self._at + 1)  # several gestures before a capture are one action
                if following == len(self._recordings):
                    raise DeviceError(f"{self.serial} ends with screen {following}; record what comes after it")
                self._next = following
            case _:
                raise ActionError(f"recorded screens know no gesture {type(gesture).__name__}")

    def package(self, app: str) -> str:
        """Return the recorded package that equals `app`, or whose last part does.

        Raises UsageError if there is none; the message lists the recorded packages.
        """
        there = sorted({*self._apps} - {""})
        for package in there:
            if app.strip().casefold() in (package.casefold(), package.casefold().rpartition(".")[2]):
                return package
        raise UsageError(f"no app {app!r} in {self.serial}; recorded: {', '.join(there) or 'none by name'}")

    def set_up(self, wanted: Mapping[str, Mapping[str, object]]) -> None:
        """Raise UsageError, because recorded screens cannot be changed."""
        raise UsageError(f"{self.serial} cannot be set up for the task: recorded screens cannot be changed")

    def close(self) -> None:
        """Do nothing, because no file stays open."""

    @cached_property
    def _apps(self) -> list[str]:
        """List the package in front on each recorded screen, in order; "" if it is not known."""
        return [one.app or one.read().app for one in self._recordings]

    def _first_of(self, app: str) -> int:
        """Return the index of the next screen of an app; that may be the current screen.

        Raises ActionError if the app was not recorded, or if it has no more screens.
        """
        try:
            package = self.package(app)
        except UsageError as error:
            raise ActionError(str(error)) from error
        if package in self._apps[self._next :]:
            return self._apps.index(package, self._next)
        raise ActionError(f"{self.serial} has no more screens of {package}")


def _is_own(path: Path) -> bool:
    """Tell whether a path is a file that really lies in its folder, and not a link to a file in another folder."""
    return path.is_file() and path.resolve().parent == path.parent.resolve()


def _of_files(folder: Path) -> Iterator[_Recording]:
    files = {
        path.name: path for path in sorted(folder.glob("*")) if path.suffix in (".xml", *_PICTURES) and _is_own(path)
    }
    for stem in dict.fromkeys(path.stem for path in files.values()):
        picture = next((files[stem + kind] for kind in _PICTURES if stem + kind in files), None)
        yield _Recording(files.get(f"{stem}.xml"), picture)


def _of_run(folder: Path) -> Iterator[_Recording]:
    """Yield the recorded screens of a run's steps, in order.

    The run may come from a stranger, so only files in the run's own folder are read.
    """
    for line in read_no_link(folder / _LOG, _LARGEST_LOG).decode(errors="replace").split("\n"):
        match json_object(line):
            case {"kind": "step", "picture": str(name), "app": str(app), "activity": str(page), "size": [x, y]}:
                picture = folder / Path(name).name
                dump = picture.with_suffix(".xml")
                if _is_own(picture) and isinstance(x, int) and isinstance(y, int) and min(x, y) > 0:
                    yield _Recording(dump if _is_own(dump) else None, picture, app, page, (x, y))
