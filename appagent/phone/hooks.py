"""Places at which a fault can step in between the virtual phone and its clients; here nothing steps in."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL import Image

    from appagent.phone.app import Dialog, Page
    from appagent.phone.windows import View, Window

GESTURE, DUMP, PICTURE, OTHER = "gesture", "dump", "picture", "other"  # kinds of calls

# Kinds of the calls that see or touch the screen: of uiautomator2's methods, and of shell commands.
_KINDS = {
    **dict.fromkeys(
        ("click", "swipe", "swipePoints", "drag", "injectInputEvent", "pressKey", "pressKeyCode", "pasteClipboard",
         "clearInputText", "input"),
        GESTURE,
    ),
    "dumpWindowHierarchy": DUMP, "uiautomator": DUMP, "takeScreenshot": PICTURE, "screencap": PICTURE,
}  # fmt: skip


def kind_of(call: str) -> str:
    """Return the kind of a call, by the name of uiautomator2's method or of the shell command."""
    return _KINDS.get(call, OTHER)


@dataclass(frozen=True)
class Fate:
    """What becomes of one call of a client.

    cut: "" if it is answered; "before" if it never arrives, "middle" if half of its answer arrives, "after" if it is
    carried out and the answer is lost, "server" if uiautomator2's server ends instead. delay_s: how long the answer
    takes, in the phone's own time. error: what the server answers instead of a result.
    """

    cut: str = ""
    delay_s: float = 0.0
    error: str = ""


FINE = Fate()


class Hooks:
    """Hooks that change nothing.

    hang_up: functions of the phone's front ends that end every connection.
    """

    def __init__(self) -> None:
        self.hang_up: list[Callable[[], None]] = []

    def arrived(self, call: str) -> Fate:
        """Note that a call has arrived, by its name, and return what becomes of it."""
        return FINE

    def answered(self, call: str) -> None:
        """Note that a call was carried out."""

    def touched(self, entry: dict[str, object], window: "Window | None") -> None:
        """Add to the log's entry about a touch what is known of it. window: what the finger was on."""

    def connects(self) -> bool:
        """Tell whether a client that connects now is served."""
        return True

    def dump(self, hierarchy: str) -> str:
        """Return the hierarchy that is told instead of the true one."""
        return hierarchy

    def restless(self) -> bool:
        """Tell whether something on the screen never stops moving."""
        return False

    def picture(self, picture: "Image.Image") -> "Image.Image":
        """Return the picture that is shown instead of the true one."""
        return picture

    def page(self, view: "View", built: "Page | Dialog") -> "Page | Dialog":
        """Return the page or dialog that an app shows instead of its own."""
        return built
