"""Find the effect of an action on a screen, the witness that says so, and the words by which it judged.

The witnesses are the places of elements and the app (`structure`), the words of the element and of its screen and the
resource-ids (`labels`), and a small classifier. No model is asked, so that nothing that a screen, a document or a model
says can talk them out of an effect. They fail for a picture that has neither words nor a telling resource-id, and for
an app that does something other than it says.
"""

from appagent.actions import Action, Touch
from appagent.errors import RefusedError
from appagent.guard import labels, structure
from appagent.guard.effect import NONE, Effect, by, first_of, gravest, parts_of, said_in, title_of, told_by
from appagent.guard.labels import BUTTON, LabelContext
from appagent.guard.unknown import PERSON, matter_of, only_counts, types_aloud, unknown
from appagent.screen import Element, Screen
from appagent.screen.language.lexicon import folded
from appagent.screen.language.money import has_amount
from appagent.screen.names.captions import around, caption
from appagent.screen.names.element_texts import is_row, loose, texts_at, texts_of
from appagent.screen.names.labels import inside
from appagent.screen.names.menu_button import opens_menu
from appagent.screen.nodes.tree import area, contains, overlap

_BY_ENTER = ("pay", "send")  # effects that Enter has even if the element that has them is not a button with words
_HEADING_WORDS = 4  # most words of a heading that names something, such as "New post"
_YES, _NO = "android:id/button1", "android:id/button2"  # the buttons of Android's own dialogs, in every language


def effect_of(
    action: Action, screen: Screen, *, careful: bool = False, enter: str = "", priced: bool = False
) -> Effect:
    """Return the effect of an action on this screen.

    careful: True to count doubtful cases too, for exploring: a verb anywhere in a row or label, any button on a screen
    that warns or asks, what may call somebody, and moving a row sideways.
    enter: what the Enter key does according to the keyboard, such as "send"; "" if it is not known.
    priced: True if an amount of money was in sight on the way to this screen, so that booking something may cost it.
    A touch or swipe with a mark that is not on the screen has no effect, because it cannot be carried out.
    Raises RefusedError for an action with a risk that the guard does not know.
    """
    return _Judge(screen, careful, enter, priced).of(action)


def presses_enter(action: Action, screen: Screen) -> bool:
    """Tell whether an action presses Enter in the focused field. The keyboard tells what Enter does there."""
    field = action.target(screen) if action.risk == "submit" else None
    return action.risk == "enter" or (action.risk == "submit" and (field is None or field.focused))


def own_word(risk: str) -> Effect:
    """Return the effect that the acting model states for its action; no effect if its words name none.

    risk: the model's words.

    >>> own_word("sends").effect, own_word("none").effect, own_word("low").effect
    ('send', 'none', 'none')
    """
    first = folded(risk).partition(" ")[0].strip(".,:;")
    return first_of(by("model", risk, name) for name in labels.EFFECTS if first in (name, f"{name}s"))


class _Judge:
    """Finds the effect of actions on one screen. careful, enter, priced: as for `effect_of`."""

    def __init__(self, screen: Screen, careful: bool, enter: str, priced: bool) -> None:
        self._screen, self._careful, self._enter, self._priced = screen, careful, enter, priced

    def of(self, action: Action) -> Effect:
        """Return the effect of an action, by its `risk`. Raises RefusedError for a risk that it does not know."""
        element = action.target(self._screen)
        match action.risk:
            case "none":
                return NONE
            case "touch":
                return self._of_touch(element) if element else NONE
            case "scroll" | "slide" | "drag" as way:
                return self._of_finger(element, aside=way != "scroll", carried=way == "drag") if element else NONE
            case "link":  # what an address says goes to whoever serves it
                return Effect("send", "structure", "an address")
            case "drop":
                return self._of_drop(action)
            case "type" | "submit" as way:
                ends = way == "submit" or (self._careful and "\n" in action.typed)
                return self._of_typing(element, ends=ends)
            case "enter":
                return self._of_enter(None)
            case other:
                raise RefusedError(f"{action.kind} was refused: the guard does not know its risk, {str(other)[:40]!r}")

    def _of_touch(self, element: Element) -> Effect:
        if "text" in element.actions:
            return NONE  # only puts the cursor there
        if structure.is_slider(element):
            return self._of_slider(element)
        found, title = self._named(element), title_of(parts_of(element, self._screen))
        if not title and element.checked is not None and (row := self._row_of(element)):
            return self._of_touch(row)  # a bare switch does what its row says
        if found or labels.declines(title) or element.resource_id == _NO:
            return found or self._given_up(element)
        if opens_menu(element, self._screen):
            return NONE
        if self._careful and (heading := next(filter(labels.hands_on, self._screen.texts), "")):
            return Effect("send", "words", heading)
        if placed := structure.by_place(element, self._screen, careful=self._careful):
            return placed
        if structure.enters_pin(element, self._screen):
            return self._of_page(element)
        yes, takes = self._says_yes(element, title), labels.takes_offer(title)
        if takes and structure.is_button(element) and sum(e.text == element.text for e in self._screen.elements) > 1:
            return Effect("install", "structure", title)  # as in a store, whatever its package
        agreed = self._asked(element, yes) or structure.by_app(element, self._screen, yes=yes, takes=takes)
        answers = element.window == "dialog" and _has_words_on(element) and labels.is_doubtful(title)
        return agreed or self._of_money(element, yes or answers) or unknown(element, self._screen)

    def _row_of(self, element: Element) -> Element | None:
        """Return the smallest element with words that an element lies in, or None."""
        around = (each for each in self._screen.elements if each is not element and inside(each, element))
        worded = (each for each in around if "tap" in each.actions and texts_of(each, self._screen).parts)
        return min(worded, key=lambda each: area(each.bounds), default=None)

    def _given_up(self, element: Element) -> Effect:
        """Return "delete" if a dialog asks whether to keep something, which the element declines; else no effect."""
        asked = self._screen.texts if element.window == "dialog" else ()
        return first_of(by("words", text, "delete" if labels.gives_up(text, element.text) else None) for text in asked)

    def _of_finger(self, element: Element, *, aside: bool, carried: bool) -> Effect:
        """Return the effect of a finger that moves over an element.

        aside: True if the finger moves sideways. carried: True if it carries the element. These rules apply in order:
        - A label such as "Slide to pay" has its effect in any direction.
        - A slider that shows nothing but its value is judged by its page; see `_of_slider`.
        - An element that can be tapped, but is neither a list nor a row, is judged as if it were touched.
        - Moving up or down, or moving a list, has no effect.
        - An element without words, or a slider that says "Slide to confirm", does what the page is about.
        - A row that is not carried may be removed by sliding it away: "unknown", and "delete" if the judge is careful.
        """
        title = title_of(parts_of(element, self._screen))
        if found := by("words", title, labels.said_by_label(title, self._place(element))):
            return found
        if structure.is_slider(element):
            return self._of_slider(element) if aside else NONE
        row = is_row(element, self._screen)
        slid = Effect("delete" if self._careful else "unknown", "structure", "a row that may be slid away")
        if "tap" in element.actions and "swipe" not in element.actions and not row:
            wide = aside and not carried and structure.spans(element, self._screen)
            # A finger that stays on a button presses it.
            return first_of((self._of_touch(element), slid if wide else NONE))
        if not aside or ("swipe" in element.actions and "tap" not in element.actions):
            return NONE
        confirms = any(map(labels.agrees, element.text.split()))
        told = self._of_page(element) if confirms else NONE if element.text else told_by(loose(self._screen))
        return told or (slid if element.text and row and (self._careful or not carried) else NONE)

    def _of_slider(self, element: Element) -> Effect:
        """Return the effect of moving a slider: that of going on from its page.

        One whose knob is under way, and that a text names which does not say yes, sets a value, such as the highest
        price: a heading that asks nothing does not count then, nor do amounts near the slider, unless they are totals.
        A knob at the beginning may be one to slide to its end.
        """
        screen, named = self._screen, caption(element, self._screen)
        under_way = bool(element.text.strip(" 0.,%"))
        if not (under_way and named) or any(map(labels.agrees, named.split())):
            return self._of_page(element)
        name = "" if labels.is_question(screen.heading) else screen.heading
        near = [
            text for text, place in zip(screen.texts, screen.places, strict=False) if overlap(place, around(element))
        ]
        texts = [text for text in loose(screen) if text != name]
        counts = (text for text in texts if has_amount(text) and (text not in near or labels.about_money(text)))
        return told_by(texts) or by("structure", amount := next(counts, ""), "pay" if amount else None)

    def _of_page(self, element: Element | None = None) -> Effect:
        """Return the effect of going on from this page: what its texts say, or "pay" if it shows an amount to pay.

        element: as for `_of_money`.
        """
        return told_by(loose(self._screen)) or self._of_money(element)

    def _of_drop(self, action: Action) -> Effect:
        """Return the effect of letting something go at a pixel.

        It is that of touching the element there, or else of any words or resource-ids there, judged like a button's.
        """
        for place in ((one.x, one.y) for one in action.gestures(self._screen) if isinstance(one, Touch)):
            there = [each for each in self._screen.elements if contains(each.bounds, *place)]
            hit = min(there, key=lambda element: area(element.bounds), default=None)
            said = texts_at(place, self._screen)
            by_words = said_in(said.parts, lambda part: labels.said_by_label(part, BUTTON))
            touched = self._of_touch(hit) if hit else NONE
            return first_of((touched, by_words, said_in(said.ids, labels.said_by_id, "id")))
        return NONE

    def _of_enter(self, field: Element | None) -> Effect:
        """Return the effect of pressing the Enter key.

        field: the input field in which Enter is pressed; None if unknown.
        - If the focus is on a button or the like, Enter presses it, so that it is judged as if it were touched.
        - In the field of a message that is being written, or where the keyboard says so, Enter sends.
        - In a search field, Enter has the effect of any element on the screen that pays or sends.
        - In any other field, Enter may press a button that has words, or what pays or sends. The most
          serious effect counts, or else that of going on from the page, or "unknown" if a button with words has it.
        A careful judge treats a search field like any other field, and counts all elements.
        """
        focused = next((element for element in self._screen.elements if element.focused), None)
        if field is None and focused and "text" not in focused.actions:
            return self._of_touch(focused)
        field, composed = field or focused, structure.composer(self._screen)
        if self._enter == "send":
            return Effect("send", "keyboard", "send")
        if composed and field in (None, composed[0]):
            return Effect("send", "structure", "the field of a message")
        named = [(element, self._named(element)) for element in self._screen.elements]
        said = [it for element, it in named if it.effect in _BY_ENTER or self._careful or _has_words_on(element)]
        if field and not self._careful and any(map(labels.searches, (field.hint, field.words, field.resource_id))):
            return gravest(it for it in said if it.effect in _BY_ENTER)
        buttons = (e for e in self._screen.elements if _has_words_on(e) and not labels.declines(e.text))
        unsure = first_of(unknown(each, self._screen) for each in buttons)
        return first_of((gravest(said), self._of_page(), unsure))

    def _of_typing(self, field: Element | None, *, ends: bool) -> Effect:
        """Return the effect of typing into an input field.

        field: the input field; None if unknown. Typing into a password field has the effect "secret", and so has typing
        into an unknown field of a screen that has one. ends: True if Enter or a line break follows. Then typing into
        any other field has the effect of pressing Enter, or else the effect of typing alone.
        """
        fields = [field] if field else self._screen.elements
        if hidden := next((each for each in fields if each.password), None):
            return Effect("secret", "structure", hidden.hint or hidden.words or "a password field")
        return first_of((self._of_enter(field) if ends else NONE, types_aloud(self._screen)))

    def _named(self, element: Element) -> Effect:
        """Return the effect that the words or resource-ids of an element state; none if it takes text or no tap.

        The first that is found counts: that of the title, or of another text, which must read like a button's unless it
        is one ("Pay now"); "pay" for a price with words that accept it; what the classifier finds likely for the title;
        that of a resource-id, of any around it if there is no title or the judge is careful, else of a button's own.
        """
        if "text" in element.actions or "tap" not in element.actions:
            return NONE
        parts, place = parts_of(element, self._screen), self._place(element)
        title, loosely = title_of(parts), place.button or self._careful
        others = [part for part in parts if part != title]
        by_words = said_in([title], lambda part: labels.said_by_label(part, place)) or said_in(
            others, lambda part: labels.said_by_label(part, place) if loosely else labels.said_aside(part)
        )
        if by_words or labels.bargains(parts, place):
            return by_words or Effect("pay", "words", " ".join(parts))
        if labels.declines(title):
            return NONE
        if self._careful and structure.shows_own_price(element):
            return Effect("pay", "structure", element.text)
        priced = any(map(has_amount, others))
        doubtful = element.listed and not (place.button or priced or element.window == "dialog")
        control = self._is_control(element, title, place, priced=priced)
        likely = self._likely(title, written=doubtful or labels.agrees(title)) if control else None
        # What is paid for shows a price, and what shows a price is paid for; anything else has to be more certain.
        if likely and (not priced and matter_of(self._screen) != "money" if likely == "pay" else priced):
            likely = self._likely(title, written=True)
        # What agreeing grants depends on what is asked; a row of the settings without a switch leads to a grant.
        leads = "settings" in self._screen.app and not (place.button or structure.switches(element, self._screen))
        agrees = labels.agrees(title) and not labels.agrees_and_more(title)
        if likely and not (likely == "grant" and (leads or agrees)):
            return Effect(likely, "classifier", title)
        ids = (element.resource_id, *texts_of(element, self._screen).ids)
        return said_in(ids if self._careful or not title else ids[: place.button], labels.said_by_id, "id")

    def _likely(self, title: str, *, written: bool) -> str | None:
        """Return the likely effect of a title; booking or reporting something does what the page or way is about."""
        if self._careful or self._priced or any(map(has_amount, self._screen.texts)):
            return labels.likely_effect(title, written=written)
        about = "send" if matter_of(self._screen) == PERSON else None
        return labels.likely_effect(title, written=written, request=about)

    def _is_control(self, element: Element, title: str, place: LabelContext, *, priced: bool) -> bool:
        """Tell whether the classifier is to judge an element by its title: a button, a switch, a row or a menu's item.

        Not one that only says yes, because its effect depends on the question, nor a row with one word, which opens
        what it names, unless the page shows an amount, nor a check box, which does nothing until a button is pressed.
        priced: True if another text of the element is an amount.
        """
        if labels.only_agrees(title) or structure.ticks(element, self._screen):
            return False
        costs = not element.listed and any(map(has_amount, self._screen.texts))  # a lone word may be its button there
        alone = place.alone and (element.window == "dialog" or " " in title.strip() or costs)
        return place.button or alone or priced or structure.switches(element, self._screen)

    def _asked(self, element: Element, yes: bool) -> Effect:
        """Return the effect of the question that an element answers.

        yes: True if the element says yes. In a dialog, an element that says yes or has no words, and any other button,
        gets that of the first other text that has one and belongs to no element, or asks or warns though it does.
        Outside of dialogs, only an element that says yes has one: of the texts that belong to no element, or what the
        heading likely names.
        """
        own = parts_of(element, self._screen)
        if element.window == "dialog" and (yes or not own or _has_words_on(element)):
            told = {*loose(self._screen), *filter(_asks_or_warns, self._screen.texts)} - {*own}
            said = [text for text in self._screen.texts if text in told]
            found = said_in(said, labels.said_by_sentence) or self._of_money(element, yes)
            found = found or said_in(said, self._likely_asked, "classifier")
            asked = next(filter(labels.is_question, loose(self._screen)), "") if self._careful and yes else ""
            return found or by("words", asked, "delete" if asked else None)
        short = len(self._screen.heading.split()) <= _HEADING_WORDS and any(map(labels.agrees, own))
        heading = [self._screen.heading] * short
        return (told_by(loose(self._screen)) or said_in(heading, labels.effect_named, "classifier")) if yes else NONE

    def _likely_asked(self, text: str) -> str | None:
        """Return the likely effect of saying yes to a dialog, by one of its texts: a question, or its heading."""
        asked = labels.is_question(text)
        return labels.likely_effect(text, asked=asked) if asked or text == self._screen.heading else None

    def _of_money(self, element: Element | None, yes: bool = True) -> Effect:
        """Return "pay" if the screen shows an amount to pay and the action accepts it, else no effect.

        element: the touched element, None for the Enter key. yes: True if it says yes, which accepts any amount that
        belongs to no element. The Enter key, and what has no name at all, accept a total only. The buttons of a number
        that another button takes accept nothing.
        """
        if element and only_counts(element, self._screen):
            return NONE
        if element and yes and (amount := next(filter(has_amount, loose(self._screen)), "")):
            return Effect("pay", "structure", amount)
        labelled = element is None or texts_of(element, self._screen).parts or element.hint or element.resource_id
        if (yes or not labelled) and labels.about_money("\n".join(self._screen.texts)):
            return Effect("pay", "structure", next(filter(has_amount, self._screen.texts)))
        return NONE

    def _says_yes(self, element: Element, title: str) -> bool:
        """Tell whether an element agrees to what the screen asks: by its title, or as Android's positive button.

        If the judge is careful, every button and every element without words agrees too.
        """
        doubtful = self._careful and (structure.is_button(element) or not title)
        return doubtful or labels.agrees(title) or element.resource_id == _YES

    def _place(self, element: Element) -> LabelContext:
        alone = len(texts_of(element, self._screen).parts) < 2
        return LabelContext(structure.is_button(element), alone, self._careful)


def _asks_or_warns(text: str) -> bool:
    return labels.is_question(text) or bool(labels.said_by_warning(text))


def _has_words_on(element: Element) -> bool:
    """Tell whether an element is a button with words, which Enter may press; it does not press icons in a bar."""
    is_button = element.role.endswith("Button") and not element.role.startswith("Image")
    return is_button and element.checked is None and bool(element.text)
