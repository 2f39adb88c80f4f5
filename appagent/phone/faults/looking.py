"""Faults of looking: hierarchies and pictures that are empty, cut, slow, old, or never the same."""

from typing import TYPE_CHECKING

from PIL import Image

from appagent.phone.faults.base import Fault, Moment, Times
from appagent.phone.hooks import DUMP, FINE, Fate
from appagent.phone.windows import Window

if TYPE_CHECKING:
    from appagent.phone.core import Phone

_SLOW_S = 2.0
_STALE_S = 1.0  # for so long a phone tells of what it showed before
_REFUSAL = "java.lang.NullPointerException: null root node returned by UiTestAutomationBridge"


class _OfLooks(Fault):
    """Fault that spoils the next few dumps or pictures."""

    family = "looking"
    signs = r"hierarchy|dump|picture|screen shows nothing|still (?:changing|moving)|settled"
    default = Moment(gestures=1)
    times = 2

    def __init__(self, seed: int = 0, moment: Moment | None = None) -> None:
        super().__init__(seed, moment)
        self._times = Times(self.times)


class EmptyDump(_OfLooks):
    """Hierarchy without a window."""

    name, line = "dump-empty", "the next two dumps have no window"

    def dump(self, phone: "Phone", hierarchy: str) -> str:
        """Return a hierarchy without a window."""
        return '<hierarchy rotation="0" />' if self._times.take() else hierarchy


class CutDump(_OfLooks):
    """Hierarchy that ends in its middle."""

    name, line = "dump-cut", "the next three dumps end in their middle"
    times = 3

    def dump(self, phone: "Phone", hierarchy: str) -> str:
        """Return between a quarter and three quarters of the hierarchy."""
        part = 0.25 + 0.5 * self.dice.random()
        return hierarchy[: round(part * len(hierarchy))] if self._times.take() else hierarchy


class CutDumpForGood(CutDump):
    """Hierarchy that always ends in its middle."""

    name, line = "dump-cut-always", "every dump ends in its middle from now on"
    times = 1_000_000
    solvable = False


class SlowDump(_OfLooks):
    """Hierarchy that takes its time."""

    name, line = "dump-slow", "the next two dumps take two seconds each"

    def fate(self, phone: "Phone", call: str, kind: str) -> Fate:
        """Return the delay of a dump."""
        return Fate(delay_s=_SLOW_S) if kind == DUMP and self._times.take() else FINE


class RefusedDump(_OfLooks):
    """Hierarchy that uiautomator2's server cannot make."""

    name, line = "dump-refused", "uiautomator2's server fails on the next two dumps: it finds no root node"

    def fate(self, phone: "Phone", call: str, kind: str) -> Fate:
        """Return the error of a dump."""
        return Fate(error=_REFUSAL) if kind == DUMP and self._times.take() else FINE


class StaleDump(_OfLooks):
    """Hierarchy of the moment before."""

    name, line = "dump-stale", "for a second the dumps tell of the screen before the gesture, as a cache that lags does"
    _kept: tuple[str, list[Window]] | None = None
    _until = 0.0

    def strike(self, phone: "Phone") -> None:
        """Keep to what was told last for a second."""
        self._until = phone.seconds() + _STALE_S

    def dump(self, phone: "Phone", hierarchy: str) -> str:
        """Return the hierarchy from before."""
        if self._kept is None or phone.seconds() >= self._until:
            return hierarchy
        phone.told = self._kept[1]
        return self._kept[0]

    def saw(self, phone: "Phone", hierarchy: str) -> None:
        """Keep the hierarchy of now until the fault strikes."""
        if not self.struck:
            self._kept = (hierarchy, phone.told)


class NeverIdle(_OfLooks):
    """Screen that is another with every dump."""

    name, line = "never-idle", "something on the screen moves with every dump from now on"
    restless = True
    _dumps = 0

    def dump(self, phone: "Phone", hierarchy: str) -> str:
        """Return the hierarchy with a window that is a little wider each time."""
        self._dumps += 1
        node = (
            '  <node index="0" text="" resource-id="" class="android.view.View" package="com.android.systemui" '
            'content-desc="" checkable="false" checked="false" clickable="false" enabled="true" focusable="false" '
            'focused="false" scrollable="false" long-clickable="false" password="false" selected="false" '
            f'visible-to-user="true" bounds="[0,0][{1 + self._dumps % 50},1]" drawing-order="9" hint="" '
            'display-id="0" />'
        )
        return hierarchy.replace("</hierarchy>", f"{node}\r\n</hierarchy>")


class BlackPicture(_OfLooks):
    """Picture without light."""

    name, line = "picture-black", "the next screenshot is black"
    times = 1

    def picture(self, phone: "Phone", picture: Image.Image) -> Image.Image:
        """Return a black picture."""
        return Image.new("RGB", picture.size, "black") if self._times.take() else picture


class BlackPictureForGood(BlackPicture):
    """Pictures without light."""

    name, line = "picture-black-always", "every screenshot is black from now on; the hierarchy is there"
    times = 1_000_000


class LatePicture(_OfLooks):
    """Picture of the moment before."""

    name, line = "picture-late", "the next screenshot shows the screen before the gesture"
    times = 1
    _kept: Image.Image | None = None

    def picture(self, phone: "Phone", picture: Image.Image) -> Image.Image:
        """Return the picture from before."""
        return self._kept.copy() if self._kept is not None and self._times.take() else picture

    def looked(self, picture: Image.Image) -> None:
        """Keep the picture of now until the fault strikes."""
        if not self.struck:
            self._kept = picture


class HalfPicture(_OfLooks):
    """Picture whose lower part is not drawn yet."""

    name, line = "picture-half", "the next screenshot is drawn down to its middle only"
    times = 1

    def picture(self, phone: "Phone", picture: Image.Image) -> Image.Image:
        """Return a picture whose lower half has one colour."""
        if not self._times.take():
            return picture
        width, height = picture.size
        half = picture.copy()
        half.paste("white", (0, height // 2, width, height))
        return half
