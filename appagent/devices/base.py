"""Define the methods that every driver must have."""

from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Protocol, Self

from appagent.actions import Gesture
from appagent.errors import DeviceError, UsageError
from appagent.screen import Screen
from appagent.screen.comparing.resting import Rest


class Device(Protocol):
    """Something that can be seen and touched, in pixels of its display.

    A driver is a class with these methods; `drivers.py` says how it is found by name. A class that derives from this
    one must define `capture`, `perform`, `package` and `close`, and overrides the other methods if its device supports
    them. A driver may also have any of these methods:

    - `toast` returns the text of the last toast, a short message that no tree shows, and forgets it; "" for none.
    - `clipboard` returns the text on the device's clipboard, or None if the device does not say.
    - `enter_does` returns what Enter does in the focused field of a package, such as "send"; "" if it is not known.
    - `field_asks` returns for what the keyboard is made in the focused field of a package, such as "email" or "number".
    - `mended` describes, oldest first, what the driver has put right by itself since the last call.
    - `activities` returns the activities of a package that the device lists.
    - `entries` returns the activities and addresses at which a package can be opened.
    - `online` tells whether the device has a network.
    - `rested`, `glance` and `rouse`: see the functions `rest_of`, `glance` and `rouse`.

    For each capture a driver makes one tree of `screen.Node` objects and passes the tree to `screen.read`, together
    with the screenshot. It also passes as `raw` the text from which it made the tree, to be kept and shown; no other
    code reads that text. A device without a hierarchy gives an empty tree, and the screenshot is all there is.

    Every method raises DeviceError if the device does not answer. The message says what was tried and what would help.

    serial: the device's name in messages and trajectories.
    """

    serial: str

    def capture(self) -> Screen:
        """Return the screen once it has settled, or as it is when the longest allowed wait is over.

        The screen's `settled` says which of the two it is. Tree and screenshot show the same moment.
        """

    def perform(self, gesture: Gesture) -> None:
        """Perform one gesture once. It is never sent a second time, whatever happened the first time.

        Raises ActionError if the gesture cannot be performed or if the driver does not know it, so that the agent may
        try something else. No gesture is ignored silently.
        """

    def package(self, app: str) -> str:
        """Return the package of an app.

        app: its package or its visible name.

        Raises UsageError if no app or several fit; the message names the apps that exist.
        """

    def version(self, package: str) -> str:
        """Return the version name of an app, or "" if it is not known. package: the app's package."""
        return ""

    def locale(self) -> str:
        """Return the device's language and region, such as "en-US", or "" if not known."""
        return ""

    def state(self) -> dict[str, object] | None:
        """Return the state of the device's apps, over which checks are evaluated; None if the device cannot give it."""
        return None

    def set_up(self, wanted: Mapping[str, Mapping[str, object]]) -> None:
        """Give apps the state that a task begins with.

        wanted: the values to set for each app, by the app's short name.
        Raises UsageError if the device cannot do that.
        """
        raise UsageError(f"{self.serial} cannot be set up for the task: only a virtual phone can")

    def log(self, lines: int) -> tuple[str, ...]:
        """Return the last lines of errors in the device's log, oldest first; an empty tuple if there are none.

        lines: how many lines to return at most.
        """
        return ()

    def close(self) -> None:
        """Disconnect from the device and leave it as it was found. Must not raise if the device is gone."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def enter_asked(device: Device) -> Callable[[str], str] | None:
    """Return the function that says what Enter does in a package's focused field; None if the device has none."""
    return getattr(device, "enter_does", None)


def kind_asked(device: Device) -> Callable[[str], str] | None:
    """Return the function that says for what a package's focused field is made; None if the device has none."""
    return getattr(device, "field_asks", None)


def toast_of(device: Device) -> str:
    """Return the text of a toast since the last call; "" if there was none, or if the device cannot say."""
    ask = getattr(device, "toast", None)
    try:
        return str(ask()) if ask else ""
    except DeviceError:  # the next look will say so, and may find the device again
        return ""


def rest_of(device: Device) -> Rest:
    """Return which texts had stayed as they were, and which had vanished by themselves, before the last gesture.

    Both sets are empty if the device cannot say.
    """
    ask: Callable[[], Rest] | None = getattr(device, "rested", None)
    return ask() if ask else Rest()


def online(device: Device) -> bool:
    """Tell whether a device has a network; True if it cannot say."""
    ask = getattr(device, "online", None)
    try:
        return bool(ask()) if ask else True
    except DeviceError:  # as in `toast_of`
        return True


def glance(device: Device, *, pictured: bool) -> Screen:
    """Return what a device shows at this moment, for a last look before a gesture.

    pictured: True if the screenshot is needed as well. A driver may have a method `glance(pictured=...)` for this,
    which gets the hierarchy once and does not wait; it may leave app and activity empty. Otherwise `capture` is called.
    Raises DeviceError if the device does not answer.
    """
    look: Callable[..., Screen] | None = getattr(device, "glance", None)
    return look(pictured=pictured) if look else device.capture()


def rouse(device: Device) -> bool:
    """Switch the display on if it has gone dark, because it would swallow touches. Return True if it had gone dark.

    This calls the driver's method `rouse()` if it has one, which reports what it did through `mended`. Raises
    DeviceError if the device does not answer, or if only its owner can unlock it.
    """
    wakes: Callable[[], bool] | None = getattr(device, "rouse", None)
    return wakes() if wakes else False


def recognised(device: Device, screen: Screen) -> Screen:
    """Return a screen from `glance` with the elements that `capture` would have recognised in its picture.

    This calls the method `recognised(screen)` of a wrapper such as the one in `devices.captures.recognising`; without
    one, nothing is added. Parts of the picture that are unchanged since the last capture are not analysed again, to
    save time.
    """
    look: Callable[[Screen], Screen] | None = getattr(device, "recognised", None)
    return look(screen) if look else screen
