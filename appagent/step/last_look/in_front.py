"""Check that the app, the dialog and the page in front of the display are still those that an agent saw."""

from appagent.actions.parts.description import quoted
from appagent.errors import StaleError
from appagent.screen import Screen
from appagent.screen.compare import built_alike
from appagent.screen.comparing.belonging import full_heading, other_heading
from appagent.screen.nodes.front import front
from appagent.screen.nodes.windows import foreground, windows


def check_front(before: Screen, now: Screen) -> None:
    """Raise StaleError if another app, dialog or page is in front than before, or the display was turned."""
    if (before.size[0] > before.size[1]) != (now.size[0] > now.size[1]):
        raise StaleError("the display was turned")
    shown = [windows(screen.tree, screen.size) for screen in (before, now)]
    kinds = [front(each, screen.size).kind for each, screen in zip(shown, (before, now), strict=True)]
    title = now.heading and f": {quoted(full_heading(now))}"
    apps = [foreground(each) for each in shown]
    dialogs = [sum(window.kind == "dialog" for window in each) for each in shown]
    if kinds[1] == "dialog" and (kinds[0] != "dialog" or dialogs[0] < dialogs[1]):
        title = title or (f" of {apps[1]}" if apps[0] != apps[1] else "")
        raise StaleError(f"a dialog is over it now{title}")  # no dump tells which of two dialogs lies above the other
    if kinds[0] != kinds[1]:
        what = "the dialog is gone" if kinds[0] == "dialog" else "another screen is in front"
        raise StaleError(f"{what} now{title}")
    if apps[0] != apps[1]:
        raise StaleError(f"another app is in front now: {apps[1] or 'none'}")
    if kinds[1] == "dialog" and other_heading(before, now):
        raise StaleError(f"another dialog is there now{title}")
    if not built_alike(before, now):
        raise StaleError(f"another page is there now{title}")


def has_front(screen: Screen) -> bool:
    """Tell whether a screen shows anything but the system's bars and keyboards."""
    return bool(front(windows(screen.tree, screen.size), screen.size).kind)
