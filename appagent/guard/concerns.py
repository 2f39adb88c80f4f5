"""Whether an action on a screen pays, sends, deletes, installs, grants or types a secret.

It goes by the words of the element and of its screen, by package, and by what a field takes in. It is no prompt:
nothing that a screen, a document or a model says can talk it round.
"""

from collections.abc import Iterable

from appagent.actions import Action, Enter, LongPress, Swipe, Tap, TypeText, target_of
from appagent.guard import words
from appagent.screen import Element, Screen

# Where agreeing is itself of concern; of those in _CONSENT every button that does not say no.
_PACKAGES = {
    "install": ("packageinstaller", "com.android.vending"),
    "grant": ("permissioncontroller",),
    "pay": ("alipay", "walletnfcrel", "paisa", "samsungpay", "com.paypal", "phonepe", "paytm"),
}
_CONSENT = ("permissioncontroller", "packageinstaller")
_YES = "android:id/button1"  # the positive button of Android's own dialogs, in every language


def concern(action: Action, screen: Screen) -> str | None:
    """ "pay", "send", "delete", "install", "grant" or "secret", where an action on this screen is that; or None.

    A mark that this screen does not have is nobody's concern: it cannot be carried out.
    """
    if isinstance(action, Enter):
        return _of_enter(screen)
    if isinstance(action, TypeText):
        return _of_typing(action, screen)
    element = target_of(action, screen)
    if element is None:
        return None
    if isinstance(action, Swipe):  # "Slide to pay"
        return _named(element)
    return _of_touch(element, screen) if isinstance(action, Tap | LongPress) else None


def _of_touch(element: Element, screen: Screen) -> str | None:
    found = _named(element)
    label = _label(element)
    if found or words.declines(label):
        return found
    yes = words.agrees(label) or element.resource_id == _YES
    return _asked(element, screen, yes) or _of_package(element, screen, yes) or _of_money(element, screen, yes)


def _asked(element: Element, screen: Screen, yes: bool) -> str | None:
    """What a yes, or an icon without a word, answers: all that a dialog says, or a page's questions."""
    dialog = element.window == "dialog"
    if not yes and not (dialog and not _label(element)):
        return None
    said = (text for text in screen.texts if text != element.text and (dialog or text.rstrip().endswith(("?", "？"))))
    return _first(words.said_by_sentence(text) for text in said)


def _of_package(element: Element, screen: Screen, yes: bool) -> str | None:
    at = f"{screen.app} {element.resource_id.partition(':')[0]}".casefold()
    for found, packages in _PACKAGES.items():
        for package in packages:
            if package in at and (yes or (package in _CONSENT and _is_button(element))):
                return found
    return None


def _of_money(element: Element, screen: Screen, yes: bool) -> str | None:
    """On a page with a total to pay: going on, or touching what nobody has labelled, counts as paying."""
    unlabelled = not _label(element) and not element.hint and not element.resource_id
    return "pay" if (yes or unlabelled) and words.about_money("\n".join(screen.texts)) else None


def _of_enter(screen: Screen) -> str | None:
    """The enter key presses what has the focus, or from within a field the page's one button."""
    focused = next((element for element in screen.elements if element.focused), None)
    if focused and "text" not in focused.actions:
        return _of_touch(focused, screen)
    return _first(found for found in map(_named, screen.elements) if found in {"pay", "send"})


def _of_typing(action: TypeText, screen: Screen) -> str | None:
    field = target_of(action, screen)
    if field is None and any(element.password for element in screen.elements):
        return "secret"  # nothing says for which field it was meant
    if field and (
        field.password
        or any(map(words.names_a_secret, (field.hint, field.words, field.resource_id.rpartition("/")[2])))
    ):
        return "secret"
    return _of_enter(screen) if action.enter else None


def _named(element: Element) -> str | None:
    """The concern that an element's own words say; its resource-id counts where there are none, or on a button."""
    if "text" in element.actions:
        return None
    label, button = _label(element), _is_button(element)
    found = words.said_by_label(label, button)
    if found or words.declines(label):
        return found
    return words.said_by_id(element.resource_id) if button or not label else None


def _label(element: Element) -> str:
    """The first of an element's words that is more than an initial or a sign."""
    parts = element.text.split(" · ")
    return next((part for part in parts if len(part.strip()) > 1), parts[0])


def _is_button(element: Element) -> bool:
    return element.role.endswith("Button")


def _first(found: Iterable[str | None]) -> str | None:
    return next((one for one in found if one), None)
