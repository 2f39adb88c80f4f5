"""Tell whether an action on a screen pays, sends, deletes, installs, grants or types a secret.

The answer depends on the words of the element and of its screen, on resource-ids, on the package, and on whether an
input field takes a password. No model is asked, so nothing that a screen, a document or a model says can change the
rules. The rules fail for languages that are missing from the tables, for a picture that has neither words nor a telling
resource-id, and for an app that does something other than what it says.
"""

from collections.abc import Iterable, Sequence

from appagent.actions import Action, Touch
from appagent.errors import RefusedError
from appagent.guard import labels, structure
from appagent.guard.elements import is_row, loose, sayings, sayings_at
from appagent.guard.labels import BUTTON, LabelContext
from appagent.screen import Element, Screen
from appagent.screen.again import unticked
from appagent.screen.labels import inside
from appagent.screen.money import has_amount
from appagent.screen.tree import area, contains
from appagent.screen.wording import lasting

_BY_ENTER = ("pay", "send")  # concerns that Enter has even if the element that has them is not a button with words
_YES = "android:id/button1"  # the positive button of Android's own dialogs, in every language


def concern(action: Action, screen: Screen, *, careful: bool = False) -> str | None:
    """Return the concern of an action on this screen, or None if it has none.

    Concerns are "pay", "send", "delete", "install", "grant" and "secret".
    careful: True to count doubtful cases too. This suits exploring, because nothing is lost if an element is not tried.
    Doubtful are
    - a verb in any part of a row, or far into a label,
    - any button on a screen that warns or asks, and
    - moving a row sideways.
    A touch or swipe with a mark that is not on the screen has no concern, because it cannot be carried out.
    Raises RefusedError for an action with a risk that the guard does not know.
    """
    return _Judge(screen, careful).of(action)


def grounds(action: Action, screen: Screen) -> tuple[str, ...]:
    """Return the words that an action was judged by on a screen, to find out whether they are still the same.

    These are those of its element. In a dialog they are all words but what input fields hold; elsewhere what the other
    fields hold, the words of the other elements outside of lists without their numbers, and of the words that belong to
    no element those that name an amount of money or have a concern. Times and percentages are "#".
    """
    element = action.target(screen)
    own = sayings(element, screen).parts if element and "text" not in element.actions else ()
    if element and element.window == "dialog":
        held = {one.text for one in screen.elements if "text" in one.actions}
        told = [text for text in screen.texts if text not in held]
    else:
        told = [t for t in loose(screen) if has_amount(t) or labels.said_by_sentence(t) or labels.said_aside(t)]
        others = [each for each in screen.elements if each is not element and each.window == "app" and not each.listed]
        told += [each.text for each in others if "text" in each.actions and not each.password]
        told += [lasting(each.text) for each in others if "tap" in each.actions and "text" not in each.actions]
    return tuple(map(unticked, (*own, *told)))


class _Judge:
    """Finds the concern of actions on one screen.

    screen: the screen. careful: True to count doubtful cases too, such as any button on a screen that warns.
    """

    def __init__(self, screen: Screen, careful: bool) -> None:
        self._screen, self._careful, self._composed = screen, careful, structure.composer(screen)

    def of(self, action: Action) -> str | None:
        """Return the concern of an action, or None.

        The action's `risk` decides what is judged: a touch, a moving finger, typed text, the Enter key, or nothing.
        Raises RefusedError for an unknown risk.
        """
        element = action.target(self._screen)
        match action.risk:
            case "none":
                return None
            case "touch":
                return self._of_touch(element) if element else None
            case "scroll" | "slide" as way:
                return self._of_finger(element, aside=way == "slide") if element else None
            case "link":
                return "send"  # what an address says goes to whoever serves it
            case "drag":
                return self._of_finger(element, aside=True) if element else None
            case "drop":
                return self._of_drop(action)
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
        if not title and element.checked is not None and (row := self._row_of(element)):
            return self._of_touch(row)  # a bare switch does what its row says
        if found or labels.declines(title):
            return found or self._given_up(element)
        if self._composed and element is self._composed[1]:
            return "send"
        if structure.gives_power(element, self._screen):
            return "grant"
        if self._careful and any(map(labels.hands_on, self._screen.texts)):
            return "send"
        yes = self._says_yes(element, title)
        takes, button = labels.takes_offer(title), _is_button(element)
        by_package = structure.of_package(element, self._screen, yes=yes, takes=takes, button=button)
        return self._asked(element, yes) or by_package or self._of_money(element, yes)

    def _row_of(self, element: Element) -> Element | None:
        """Return the smallest element with words that an element lies in, or None."""
        around = (each for each in self._screen.elements if each is not element and inside(each, element))
        worded = (each for each in around if "tap" in each.actions and sayings(each, self._screen).parts)
        return min(worded, key=lambda each: area(each.bounds), default=None)

    def _given_up(self, element: Element) -> str | None:
        """Return "delete" for an element that says no to a dialog that asks whether to keep something, else None."""
        asked = self._screen.texts if element.window == "dialog" else ()
        return "delete" if any(map(labels.asks_to_keep, asked)) else None

    def _of_finger(self, element: Element, *, aside: bool) -> str | None:
        """Return the concern of a finger that moves over an element, or None.

        aside: True if the finger moves sideways. These rules apply in order:
        - A label such as "Slide to pay" has its concern in any direction.
        - An element that can be tapped, but is neither a list nor a row, is judged as if it were touched.
        - Moving up or down, or moving a list, has no concern.
        - An element without words has the concern of the texts of the screen that belong to no element.
        - A row is "delete" if the judge is careful, because it may be removed by sliding it away.
        """
        if found := labels.said_by_label(_title(element.text.split(" · ")), self._place(element)):
            return found
        if "tap" in element.actions and "swipe" not in element.actions and not is_row(element, self._screen):
            return self._of_touch(element)  # a finger that stays on a button presses it
        if not aside or ("swipe" in element.actions and "tap" not in element.actions):
            return None
        if not element.text:
            return self._told(loose(self._screen))
        if found := self._confirms(element):
            return found
        return "delete" if self._careful and is_row(element, self._screen) else None

    def _confirms(self, element: Element) -> str | None:
        """Return what a slider that says "Slide to confirm" or the like does: what the page is about; else None."""
        if any(map(labels.agrees, element.text.split())):
            return self._told(loose(self._screen)) or self._of_money(element)
        return None

    def _of_drop(self, action: Action) -> str | None:
        """Return the concern of letting something go at a pixel, or None.

        It is that of touching the element there, or else that of any words or resource-ids there, read as a button's:
        what things are dropped on often takes no touch.
        """
        for gesture in action.gestures(self._screen):
            if isinstance(gesture, Touch):
                place = gesture.x, gesture.y
                hit = min(
                    (e for e in self._screen.elements if contains(e.bounds, *place)),
                    key=lambda element: area(element.bounds),
                    default=None,
                )
                said = sayings_at(place, self._screen)
                by_words = _first(labels.said_by_label(part, BUTTON) for part in said.parts)
                by_id = _first(map(labels.said_by_id, said.ids))
                return (self._of_touch(hit) if hit else None) or by_words or by_id
        return None

    def _of_enter(self, field: Element | None) -> str | None:
        """Return the concern of pressing the Enter key, or None.

        field: the input field in which Enter is pressed; None if unknown.
        - If the focus is on a button or the like, Enter presses it, so that it is judged as if it were touched.
        - In the field of a message that is being written, Enter sends.
        - In a search field, Enter has the concern of any element on the screen that pays or sends.
        - In any other field, Enter may press a button that has words, or an element that pays or sends. Of the concerns
          of all these, the most serious counts. If there is none, that of the texts that belong to no element counts,
          then "pay" if the screen shows a total to pay.
        A careful judge treats a search field like any other field, and counts all elements.
        """
        focused = next((element for element in self._screen.elements if element.focused), None)
        if field is None and focused and "text" not in focused.actions:
            return self._of_touch(focused)
        field = field or focused
        if self._composed and field in (None, self._composed[0]):
            return "send"
        named = [(element, self._named(element)) for element in self._screen.elements]
        said = {found for element, found in named if found in _BY_ENTER or self._careful or _has_words_on(element)}
        if field and not self._careful and any(map(labels.searches, (field.hint, field.words, field.resource_id))):
            return _first(found for found in _BY_ENTER if found in said)
        by_button = _first(found for found in labels.CONCERNS if found in said)
        return by_button or self._told(loose(self._screen)) or self._of_money()

    def _of_typing(self, field: Element | None, *, ends: bool) -> str | None:
        """Return the concern of typing into an input field, or None.

        field: the input field, None if unknown. Typing into a password field is "secret". So is typing into an unknown
        field if the screen has a password field.
        ends: True if the Enter key follows, or if the text has a line break that the field may take for Enter. Then
        typing into any other field has the concern of pressing Enter.
        """
        if field is None and any(element.password for element in self._screen.elements):
            return "secret"  # it is not known for which field the text is meant
        if field and field.password:
            return "secret"
        return self._of_enter(field) if ends else None

    def _named(self, element: Element) -> str | None:
        """Return the concern that the words or resource-ids of an element state, or None.

        An element that takes text or cannot be tapped has none. The first concern that is found counts:
        - that of the title, which is the first text that is longer than one character
        - that of another text. If the element is no button and the judge is not careful, the text must read like a
          button, such as "Pay now".
        - "pay" if the element shows a price with words that accept it
        - what the classifier finds likely for the title, unless it says yes or no; not for rows with several texts
        - that of a resource-id, unless the title says no. Without a title, or if the judge is careful, all resource-ids
          of the element count. Otherwise only a button's own one does.
        """
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
        written = element.listed and not place.button and element.window != "dialog"
        if self._is_control(element, title, place) and (likely := labels.likely_effect(title, written=written)):
            return likely
        if title and not self._careful:
            return labels.said_by_id(element.resource_id) if place.button else None
        return _first(map(labels.said_by_id, (element.resource_id, *said.ids)))

    def _is_control(self, element: Element, title: str, place: LabelContext) -> bool:
        """Tell whether the classifier is to judge an element by its title: a button, an item of a menu, or a row.

        Not what says yes, because that depends on what is asked, nor a row of one word, which leads to what it names.
        """
        if labels.agrees(title):
            return False
        return place.button or (place.alone and (element.window == "dialog" or " " in title.strip()))

    def _asked(self, element: Element, yes: bool) -> str | None:
        """Return the concern of the question that an element answers, or None.

        yes: True if the element says yes. In a dialog, an element that says yes or has no words gets the concern of the
        first other text that has one.
        Outside of dialogs, only an element that says yes has a concern. It is that of the texts that belong to no
        element: headings, questions and warnings.
        """
        own = sayings(element, self._screen).parts
        if element.window == "dialog" and (yes or not own):
            said = [text for text in self._screen.texts if text not in own]
            return _first(map(labels.said_by_sentence, said)) or _first(map(self._likely_asked, said))
        return self._told(loose(self._screen)) if yes else None

    def _likely_asked(self, text: str) -> str | None:
        """Return what saying yes to a dialog likely does, by one of its texts: a question, or its heading."""
        asked = labels.is_question(text)
        return labels.likely_effect(text, asked=asked) if asked or text == self._screen.heading else None

    def _told(self, texts: Iterable[str]) -> str | None:
        """Return the concern of the first of some texts that has one, or None.

        A text that ends with a question mark is judged as a question, any other as a heading or a warning.
        """
        for text in texts:
            asked = labels.said_by_sentence(text) if labels.is_question(text) else labels.said_aside(text)
            if found := asked or labels.said_by_warning(text):
                return found
        return None

    def _of_money(self, element: Element | None = None, yes: bool = True) -> str | None:
        """Return "pay" if the screen shows an amount to pay and the action accepts it, else None.

        element: the touched element, None for the Enter key. yes: True if the element says yes. An element that says
        yes accepts any amount that belongs to no element. The Enter key, and an element with neither words nor a hint
        nor a resource-id, accept one only if the screen says that it is a total.
        """
        if element and yes and any(map(has_amount, loose(self._screen))):
            return "pay"
        labelled = element is None or sayings(element, self._screen).parts or element.hint or element.resource_id
        return "pay" if (yes or not labelled) and labels.about_money("\n".join(self._screen.texts)) else None

    def _says_yes(self, element: Element, title: str) -> bool:
        """Tell whether an element agrees to what the screen asks.

        title: the title of the element. It agrees if the title is a word such as "OK", or if it is the positive button
        of one of Android's own dialogs. If the judge is careful, every button and every element without words agrees
        too.
        """
        doubtful = self._careful and (_is_button(element) or not title)
        return doubtful or labels.agrees(title) or element.resource_id == _YES

    def _place(self, element: Element) -> LabelContext:
        alone = len(sayings(element, self._screen).parts) < 2
        return LabelContext(_is_button(element), alone, self._careful)


def _title(parts: Sequence[str]) -> str:
    """Return the first of an element's texts that is longer than one character.

    parts: the texts. If all are shorter, return the first; if there are none, return "".
    """
    return next((part for part in parts if len(part.strip()) > 1), parts[0] if parts else "")


def _is_button(element: Element) -> bool:
    return element.role.endswith(("Button", "ImageView"))


def _has_words_on(element: Element) -> bool:
    """Tell whether an element is a button with words.

    Only such a button may be what Enter presses; icons in a bar are not.
    """
    return element.role.endswith("Button") and not element.role.startswith("Image") and bool(element.text)


def _first(found: Iterable[str | None]) -> str | None:
    return next((one for one in found if one), None)
