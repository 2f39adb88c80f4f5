"""Remember which texts a crawl has typed into an app's fields, and choose the next one."""

from collections import Counter
from dataclasses import dataclass, field

from appagent.learning.crawl.frontier import Trial, crawl_name
from appagent.learning.crawl.sample_texts import sample_by_words, sample_for
from appagent.learning.memory.self_evident import goes_up
from appagent.learning.safety.secret_fields import fillable
from appagent.screen import Element, Screen
from appagent.screen.names.fields import filled
from appagent.screen.names.labels import PARTS
from appagent.screen.transitions import ScreenKey

_ENTRIES = 12  # most texts typed into one field: every search makes a new page
FORM_TEXTS = ("entries", "typed", "own", "rows", "asks", "keeping")


@dataclass
class FormTexts:
    """Texts that a crawl has typed.

    entries: number of texts typed, by the field's name. typed: the texts. own: those of them that no row had before.
    rows: texts of the rows seen last. asks: by the field's name, for what its keyboard is made, such as "email".
    keeping: pages that held a typed text when the crawl came there last, as a search does. at: the page in front.
    """

    entries: Counter[str] = field(default_factory=Counter)
    typed: list[str] = field(default_factory=list)
    own: list[str] = field(default_factory=list)
    rows: list[str] = field(default_factory=list)
    asks: dict[str, str] = field(default_factory=dict)
    keeping: set[ScreenKey] = field(default_factory=set)
    at: ScreenKey | None = None

    def look(self, page: ScreenKey, screen: Screen) -> None:
        """Note the rows of a screen, and whether it holds a text that was typed. page: its key."""
        if page != self.at:
            (self.keeping.add if self.shown_on(screen) else self.keeping.discard)(page)
        self.at = page
        self.rows = [e.text.split(PARTS)[0] for e in screen.elements if e.listed and e.text] or self.rows

    def empty(self, screen: Screen) -> list[Element]:
        """Return the empty fields of a screen that may be filled in."""
        return [e for e in fillable(screen) if e.text in ("", e.hint) and self.entries[crawl_name(e)] < _ENTRIES]

    def shown_on(self, screen: Screen) -> bool:
        """Tell whether a field of a screen holds a text that was typed."""
        return any(each.text in self.typed for each in filled(screen))

    def is_unclear(self, element: Element) -> bool:
        """Tell whether neither the words of a field nor its keyboard have said what it asks for."""
        return crawl_name(element) not in self.asks and not sample_by_words(element, self.rows)

    def note_kind(self, element: Element, asks: str) -> bool:
        """Note for what the keyboard of a field is made. Return False for a password, which is never typed."""
        self.asks[crawl_name(element)] = asks
        if asks == "password":
            self.give_up(element)
        return asks != "password"

    def next_for(self, element: Element, text: str = "") -> str:
        """Return the next text to type into a field, and count it. text: this text; "" for a sample that fits."""
        self.entries[crawl_name(element)] += 1
        known = self.asks.get(crawl_name(element), "")
        chosen = text or sample_for(element, len(self.typed) + 1, self.rows, known)
        self.typed.append(chosen)
        if not any(chosen in row for row in self.rows):
            self.own.append(chosen)
        return chosen

    def give_up(self, element: Element) -> None:
        """Note that a field does not keep what is typed, or may not be filled in."""
        self.entries[crawl_name(element)] = _ENTRIES


def leaves_form(trial: Trial, screen: Screen) -> bool:
    """Tell whether an action leaves a form that is filled in, which then is lost, as the back key and "Back" do."""
    element = screen.element(trial[0])
    return trial[2] and (trial[1] == "back" or (element is not None and goes_up(element)))
