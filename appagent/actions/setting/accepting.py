"""Accept what was set in a dialog: find its button that says yes, and tap it if nothing else comes of that."""

from collections.abc import Sequence
from dataclasses import dataclass

from appagent.actions.tap import Tap
from appagent.screen import Element, Screen
from appagent.screen.language.lexicon import SAVE, YES, folded, listed
from appagent.screen.names.captions import is_slider
from appagent.screen.names.fields import number_wheels
from appagent.screen.names.labels import inside, state_of
from appagent.screen.names.steppers import stepper_at

_POSITIVE = "android:id/button1"  # of Android's own dialogs, in every language


LEFT_OPEN = "which is still open"  # what `set` says of a dialog that nothing has accepted


@dataclass(frozen=True)
class Accept(Tap, kind="tap"):
    """Taps a button that accepts a dialog, unless the guard finds any effect in that. No agent calls it: `set` does.

    Instead of being carried out or asked about, it is then refused: RefusedError is raised where it was yielded.
    """


def accepting(screen: Screen) -> Element | None:
    """Return the only button with which the dialog in front accepts what it holds; None if it has none or several.

    That is Android's own button for it, or else the one whose words say yes or save, and nothing more.
    """
    buttons = buttons_of(screen)
    own = [each for each in buttons if each.resource_id == _POSITIVE]
    words = {*listed(YES), *listed(SAVE)}
    found = own or [each for each in buttons if folded(each.text).strip(" .!") in words]
    return found[0] if len(found) == 1 else None


def buttons_of(screen: Screen) -> Sequence[Element]:
    """Return what can be tapped in the dialog in front and takes no value: no row, switch, field, slider or number."""
    if screen.front.kind != "dialog":
        return ()
    wheels = number_wheels(screen)
    return [
        each
        for each in screen.elements
        if each.window == "dialog"
        and "tap" in each.actions
        and not ("text" in each.actions or each.listed or is_slider(each) or stepper_at(each, screen))
        and state_of(each, screen) is None
        and not any(each is wheel or inside(wheel, each) for wheel in wheels)
    ]
