"""Find the effect of an element by its place on the screen and by its app, mostly without its words."""

import re
import unicodedata
from functools import lru_cache

from appagent.guard.effect import NONE, Effect, by
from appagent.guard.labels import declines, searches
from appagent.screen import Element, Screen
from appagent.screen.language.moments import moments_in
from appagent.screen.language.money import SIGN, priced
from appagent.screen.names.element_texts import texts_of
from appagent.screen.names.labels import PARTS, inside
from appagent.screen.nodes.tree import walk
from appagent.screen.once import once_a_screen
from appagent.screen.pictures.drawn import at

# Packages in which saying yes has an effect, and in stores accepting an offer too. In _CONSENT any button has it.
PAYING = re.compile(
    r"alipay|wallet|paisa|samsungpay|paypal|phonepe|paytm|venmo|revolut|cashapp|bank(?!s?book)|banca|banco"
)
_PACKAGES = {
    "install": re.compile(
        r"packageinstaller|com\.android\.vending|app_?(?:market|store|gallery|shop)|mipicks|samsungapps|\.venezia|fdroid"
        r"|aurora\.store|apkpure|aptoide|(?:oppo|heytap|vivo|bbk|hihonor)\.(?:market|appstore)|qqdownloader|wandoujia"
    ),
    "grant": re.compile(r"permissioncontroller"),
    "pay": PAYING,
}
_CONSENT = re.compile(r"permissioncontroller|packageinstaller")
# Pages of the settings on which a switch gives an app or a computer power over the phone, by their activities.
_POWERS = re.compile(
    r"Development|Accessibility|DeviceAdmin|Overlay|UnknownApp|ExternalSources|NotificationAccess|NotificationListener"
    r"|UsageAccess|WriteSettings|ManageAllFiles|Vpn",
)
_ROW = (0.8, 0.15)  # a row's least width and greatest height, as shares of the display's
_CALLERS = re.compile(r"contacts|dialer|incallui|telecom|\.phone$")
# Seven digits or more in groups, or ten in a row, that are no date.
_PHONE = re.compile(
    r"(?!(?:\d{1,4}[-./]){2}\d{1,4}$)(?!\d{1,9}$)\+?\(?\d(?:[ ().-]{0,2}\d){6,14}|\d{3}[-.]\d{3}[-.]\d{4}"
)
_WORD = re.compile(r"[^\W\d_]{2,}")
_KEY, _ERASERS = 2, ("<", "⌫", "←", "×", "✓", "✔")  # most letters of a key; signs on keys beside those of a PIN
_CHOICES = 3  # fewest of them that are built alike; two may be the answers of a dialog
TOP_BAR = 0.12  # share of the display's height in which the bar of a page lies
_COMPOSER_HEIGHT = 0.25  # share of the display's height; a page to write on is higher


def by_app(element: Element, screen: Screen, *, yes: bool, takes: bool) -> Effect:
    """Return "pay", "install" or "grant" if an element agrees to it in an app made for it, else no effect.

    yes: True if it says yes. takes: True if it accepts an offer, as "Get" does.
    """
    at = f"{screen.app} {element.resource_id.partition(':')[0]}".casefold()
    agrees = yes or (is_button(element) and bool(_CONSENT.search(at)))
    made_for = (effect for effect, packages in _PACKAGES.items() if packages.search(at))
    return by("app", screen.app, next((one for one in made_for if agrees or (takes and one == "install")), None))


def by_place(element: Element, screen: Screen, *, careful: bool) -> Effect:
    """Return the effect of an element by its place, such as beside a message; careful: also what may call somebody."""
    composed = composer(screen)
    if composed and (element is composed[1] or _answers(element, composed[0])):
        return Effect("send", "structure", "a button of the message")
    if element.checked is not None and "settings" in screen.app and _POWERS.search(screen.activity):
        return Effect("grant", "structure", screen.activity)
    return Effect("send", "structure", "what may call somebody") if careful and _calls(element, screen) else NONE


def is_button(element: Element) -> bool:
    """Tell whether an element is a button or an icon, by its class."""
    return element.role.endswith(("Button", "ImageView"))


def shows_own_price(element: Element) -> bool:
    """Tell whether an element outside lists has one text, of words and an amount, as "Try it, 39 kr a month" is.

    Its class does not matter: Compose, Flutter and React Native give many buttons none.
    """
    words = priced(element.text).replace(SIGN, "")
    one = not (element.listed or element.selected or element.checked is not None or PARTS in element.text)
    return one and words != element.text and bool(_WORD.search(words))


def switches(element: Element, screen: Screen) -> bool:
    """Tell whether an element is a switch, or has one in it."""
    return any(one.checked is not None for one in screen.elements if one is element or inside(element, one))


def ticks(element: Element, screen: Screen) -> bool:
    """Tell whether an element is a check box or radio button, or has one in it: what is ticked does nothing yet.

    One that is not visible or cannot be ticked does not count, because an app could hide it in any button.
    """
    inner = walk(node) if (node := at(element.bounds, screen)) else ()
    return any(one.visible and one.checkable and one.role.endswith(("CheckBox", "RadioButton")) for one in inner)


def _says_no(button: Element) -> bool:
    return declines(button.text) or button.resource_id == "android:id/button2"


def picks(element: Element, screen: Screen) -> bool:
    """Tell whether an element of a dialog only chooses what a button below it is for.

    It does if it is one of several that are built alike, in front of a button that waits, disabled, for a choice, or if
    one of them is chosen. So does a row that shows a date or a time beside its name, since that is chosen behind it.
    """
    if element.window != "dialog" or element.source != "hierarchy" or not element.text:
        return False
    alike = [e for e in screen.elements if e.window == "dialog" and e.template == element.template and e.text]
    below = max(e.bounds[3] for e in alike)
    waits = any(
        node.clickable and not node.enabled and node.role.endswith("Button") and node.bounds[1] >= below
        for node in screen.front.nodes
    )
    chosen = sum(e.selected or bool(e.checked) for e in alike) == 1
    # with nothing but a button that says no, a tap on a row is the answer itself
    ends = any(
        is_button(e) and e.window == "dialog" and e not in alike and e.bounds[1] >= below and not _says_no(e)
        for e in screen.elements
    )
    if len(alike) >= _CHOICES and (waits or (chosen and ends)):
        return True
    parts = texts_of(element, screen).parts
    dated = len(parts) > 1 and bool(moments_in(parts[-1]))
    return dated and not is_button(element) and ends


def is_slider(element: Element) -> bool:
    """Tell whether an element is a slider without words; it may show its value."""
    return element.role == "SeekBar" and not any(map(str.isalpha, element.text))


def spans(element: Element, screen: Screen) -> bool:
    """Tell whether an element is as wide as a row of a list, so that sliding it sideways may remove it."""
    left, top, right, bottom = element.bounds
    wide = right - left >= _ROW[0] * screen.size[0] and bottom - top <= _ROW[1] * screen.size[1]
    return wide and "text" not in element.actions


def enters_pin(element: Element, screen: Screen) -> bool:
    """Tell whether an element is a digit on a keypad for a PIN: with all ten, and no keys for sums and calls."""
    if len(element.text) != 1 or not element.text.isdecimal():
        return False
    keys = [each.text for each in screen.elements if "tap" in each.actions and 0 < len(each.text) <= _KEY]
    signs = [key for key in keys if not any(map(str.isalpha, key)) and key not in _ERASERS]
    return sorted(signs) == list("0123456789")


def _answers(element: Element, field: Element) -> bool:
    """Tell whether an element is a suggested reply: a button with words right above the field of a message."""
    _, top, _, bottom = field.bounds
    _, upper, _, lower = element.bounds
    near = 0 <= top - lower <= (bottom - top) // 2 and lower - upper <= 2 * (bottom - top)
    return near and bool(element.text) and element.role.endswith("Button")


def _calls(element: Element, screen: Screen) -> bool:
    """Tell whether an element may call somebody: by a phone number on it, or on its page if it shows nothing."""
    if "text" in element.actions or "swipe" in element.actions:
        return False
    said, caller = texts_of(element, screen).parts, bool(_CALLERS.search(screen.app))
    if not (said or element.resource_id):
        return caller or any(map(_PHONE.fullmatch, screen.texts))
    return any(_PHONE.fullmatch(part) or (caller and re.search(r"\d", part)) for part in said)


@once_a_screen
def composer(screen: Screen) -> tuple[Element, Element] | None:
    """Return (field, button) of a message that is being written, or None.

    The field is the only one of its screen, not in the bar at the top, not tall, and no search field. The button is the
    last element beside it, in the direction of writing, and has no words.
    """
    fields = [each for each in screen.elements if "text" in each.actions]
    if len(fields) != 1 or fields[0].window == "dialog" or fields[0].password:
        return None
    field, height = fields[0], screen.size[1]
    left, top, right, bottom = field.bounds
    if bottom <= TOP_BAR * height or bottom - top > _COMPOSER_HEIGHT * height:
        return None
    if any(map(searches, (field.hint, field.words, field.resource_id))):
        return None
    backwards = is_backwards(field.hint + field.text)
    beside = [
        each
        for each in screen.elements
        if "tap" in each.actions
        and each is not field
        and top <= (each.bounds[1] + each.bounds[3]) // 2 <= bottom
        and (each.bounds[2] <= left if backwards else each.bounds[0] >= right)
    ]
    last = max(beside, key=lambda each: -each.bounds[0] if backwards else each.bounds[2], default=None)
    return (field, last) if last and not texts_of(last, screen).parts else None


@lru_cache(maxsize=256)
def is_backwards(text: str) -> bool:
    """Tell whether a text has letters of a script that is written from right to left."""
    return any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in text)
