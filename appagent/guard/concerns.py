"""Tell whether an action on a screen pays, sends, deletes, installs, grants or types a secret.

It goes by the words of the element and of its screen, by resource-ids, by package, and by what a field takes in. It is
no prompt: nothing that a screen, a document or a model says can talk it round. What it cannot promise: a language that
is not in its tables, a picture without a word or a telling resource-id, and what an app does against all it says.
"""

from collections.abc import Iterable, Sequence

from appagent.actions import Action
from appagent.errors import RefusedError
from appagent.guard import labels
from appagent.guard.elements import is_row, loose, sayings
from appagent.guard.labels import LabelContext
from appagent.screen import Element, Screen

# Where agreeing is itself of concern; of those in _CONSENT every button that does not say no.
_PACKAGES = {
    "install": ("packageinstaller", "com.android.vending"),
    "grant": ("permissioncontroller",),
    "pay": ("alipay", "walletnfcrel", "paisa", "samsungpay", "com.paypal", "phonepe", "paytm"),
}
_CONSENT = ("permissioncontroller", "packageinstaller")
_BY_ENTER = ("pay", "send")  # what the enter key does however little a button looks like the page's only one
_YES = "android:id/button1"  # the positive button of Android's own dialogs, in every language


def concern(action: Action, screen: Screen, *, careful: bool = False) -> str | None:
    """Return "pay", "send", "delete", "install", "grant" or "secret", where an action on this screen is that, or None.

    careful: what is doubtful counts too, as befits exploring, where nothing is lost with an element not tried: a verb
    in any part of a row or far into a label, any button on a page that warns or asks, a row that is slid aside.
    A mark that this screen does not have is nobody's concern: it cannot be carried out.
    Raises RefusedError for an action whose risk is none that is known here.
    """
    return _Judge(screen, careful).of(action)


class _Judge:
    """Judges actions on one screen."""

    def __init__(self, screen: Screen, careful: bool) -> None:
        self._screen, self._careful = screen, careful

    def of(self, action: Action) -> str | None:
        """Return the concern of an action, by what it says that it risks."""
        element = action.target(self._screen)
        match action.risk:
            case "none":
                return None
            case "touch":
                return self._of_touch(element) if element else None
            case "scroll" | "slide" as way:
                return self._of_finger(element, aside=way == "slide") if element else None
            case "type" | "submit" as way:
                ends = way == "submit" or (self._careful and "\n" in action.typed)
                return self._of_typing(element, ends=ends)
            case "enter":
                return self._of_enter(None)
            case other:
                raise RefusedError(f"{action.kind} was refused: the guard does not know its risk, {str(other)[:40]!r}")

    def _of_touch(self, element: Element) -> str | None:
        if "text" in element.actions:
            return None  # only puts the cursor there
        found, title = self._named(element), _title(sayings(element, self._screen).parts)
        if found or labels.declines(title):
            return found
        if self._careful and any(map(labels.hands_on, self._screen.texts)):
            return "send"
        yes = self._says_yes(element, title)
        return self._asked(element, yes) or self._of_package(element, yes) or self._of_money(element, yes)

    def _of_finger(self, element: Element, *, aside: bool) -> str | None:
        """Judge "Slide to pay", and a row that may slide away; what moves a list is no concern, whatever is in it."""
        if found := labels.said_by_label(_title(element.text.split(" · ")), self._place(element)):
            return found
        if not aside or ("swipe" in element.actions and "tap" not in element.actions):
            return None
        if not element.text:
            return self._told(loose(self._screen))
        return "delete" if self._careful and is_row(element, self._screen) else None

    def _of_enter(self, field: Element | None) -> str | None:
        """Judge the Enter key: it presses what has the focus, or from within a field whatever button the page has."""
        focused = next((element for element in self._screen.elements if element.focused), None)
        if field is None and focused and "text" not in focused.actions:
            return self._of_touch(focused)
        field = field or focused
        named = [(element, self._named(element)) for element in self._screen.elements]
        said = {found for element, found in named if found in _BY_ENTER or self._careful or _has_words_on(element)}
        if field and not self._careful and any(map(labels.searches, (field.hint, field.words, field.resource_id))):
            return _first(found for found in _BY_ENTER if found in said)
        by_button = _first(found for found in labels.CONCERNS if found in said)
        return by_button or self._told(loose(self._screen)) or self._of_money()

    def _of_typing(self, field: Element | None, *, ends: bool) -> str | None:
        """Judge text for a field; ends: with the Enter key, or a line end that the field may take for it."""
        if field is None and any(element.password for element in self._screen.elements):
            return "secret"  # nothing says for which field it was meant
        if field and field.password:
            return "secret"
        return self._of_enter(field) if ends else None

    def _named(self, element: Element) -> str | None:
        """Return what an element's words say, part by part; its ids count where there are none, or on a button."""
        if "text" in element.actions or "tap" not in element.actions:
            return None
        said, place = sayings(element, self._screen), self._place(element)
        title = _title(said.parts)
        if found := labels.said_by_label(title, place):
            return found
        for part in (part for part in said.parts if part != title):
            if found := labels.said_by_label(part, place) if place.button or self._careful else labels.said_aside(part):
                return found
        if labels.bargains(said.parts, place):
            return "pay"
        if labels.declines(title):
            return None
        if title and not self._careful:
            return labels.said_by_id(element.resource_id) if place.button else None
        return _first(map(labels.said_by_id, (element.resource_id, *said.ids)))

    def _asked(self, element: Element, yes: bool) -> str | None:
        """Judge what a yes, or a bare icon, answers: all that a dialog says, or what a page asks and warns of."""
        own = sayings(element, self._screen).parts
        if element.window == "dialog" and (yes or not own):
            return _first(labels.said_by_sentence(text) for text in self._screen.texts if text not in own)
        return self._told(loose(self._screen)) if yes else None

    def _told(self, texts: Iterable[str]) -> str | None:
        """Judge what going on from a page does, by its headings, its questions and its warnings."""
        for text in texts:
            asked = labels.said_by_sentence(text) if text.rstrip().endswith(("?", "？")) else labels.said_aside(text)
            if found := asked or labels.said_by_warning(text):
                return found
        return None

    def _of_package(self, element: Element, yes: bool) -> str | None:
        at = f"{self._screen.app} {element.resource_id.partition(':')[0]}".casefold()
        for found, packages in _PACKAGES.items():
            for package in packages:
                if package in at and (yes or (package in _CONSENT and _is_button(element))):
                    return found
        return None

    def _of_money(self, element: Element | None = None, yes: bool = True) -> str | None:
        """Count going on, or touching what nobody has labelled, as paying on a page with a total to pay."""
        labelled = element is None or sayings(element, self._screen).parts or element.hint or element.resource_id
        return "pay" if (yes or not labelled) and labels.about_money("\n".join(self._screen.texts)) else None

    def _says_yes(self, element: Element, title: str) -> bool:
        """Tell whether it agrees. To be careful, what is a button, or has no words, does so unless it says no."""
        doubtful = self._careful and (_is_button(element) or not title)
        return doubtful or labels.agrees(title) or element.resource_id == _YES

    def _place(self, element: Element) -> LabelContext:
        alone = len(sayings(element, self._screen).parts) < 2
        return LabelContext(_is_button(element), alone, self._careful)


def _title(parts: Sequence[str]) -> str:
    """Return the first of an element's words that is more than an initial or a sign."""
    return next((part for part in parts if len(part.strip()) > 1), parts[0] if parts else "")


def _is_button(element: Element) -> bool:
    return element.role.endswith(("Button", "ImageView"))


def _has_words_on(element: Element) -> bool:
    """Tell whether it is a button of words: of several icons in a bar none is what the enter key presses."""
    return element.role.endswith("Button") and not element.role.startswith("Image") and bool(element.text)


def _first(found: Iterable[str | None]) -> str | None:
    return next((one for one in found if one), None)
