"""Write a model's sentences about the elements of a screen into the documents of these elements."""

import re
from dataclasses import dataclass, replace

from appagent.documents.facts import ROW_FACTS, shape_of
from appagent.documents.private import general
from appagent.documents.values import Values
from appagent.learning.memory.screen_history import Act
from appagent.learning.memory.sightings import SeenElement, Sighting
from appagent.learning.writing.app_rows import known_words
from appagent.learning.writing.write import Writer
from appagent.prompting.replies.survey import Sentence
from appagent.store import Record, cut_texts

_NUMBERED = re.compile(r"^[\s\-•*]*(\d{1,6})\s*[.:)：]\s*(\S.*)$")
_TEXT, _NAME = 4_000, 300  # most letters of a text and of a model's name


@dataclass(frozen=True)
class Sentences:
    """Writes sentences of one model about one screen as documents.

    rows: words of the rows of other screens.
    typed: texts that were typed. Both are masked in a sentence that contains them as they are written, but words of
    rows that belong to the app are not.
    """

    writer: Writer
    model: str
    sighting: Sighting
    rows: frozenset[str] = frozenset()
    typed: frozenset[str] = frozenset()

    def write(self, sentence: Sentence) -> str:
        """Write a sentence into one document for all its elements, and return the document's id.

        If the elements are several rows that are built alike, the document is about all such rows. Otherwise it is
        about the first of the elements that has a document. The sentence replaces what a model said before; what was
        observed stays.
        A document that does not come from exploring stays as it is, and "" is returned.
        """
        elements = [self.sighting.elements[mark] for mark in sentence.marks if mark in self.sighting.elements]
        if not elements:
            return ""
        text = self._clean(sentence)
        rows = len(elements) > 1 and all(e.listed and e.kind == elements[0].kind for e in elements)
        subjects = [(element, self._known(element, sentence.action, rows=rows)) for element in elements]
        element, known = next((each for each in subjects if each[1]), subjects[0])
        if known and (known.source != "explore" or (known.text, known.model) == (text, self.model)):
            return "" if known.source != "explore" else known.id
        if known:
            return _worded(self.writer, known, text, self.model)
        bare = self._bare(element, sentence.action or usual(element), rows=rows)
        return _worded(self.writer, bare, text, self.model, new=True)

    def _known(self, element: SeenElement, action: str, *, rows: bool) -> Record | None:
        """Return the best trusted document about an element, or None.

        rows: True to look for a document about all rows like it.
        """
        found = self.writer.store.current(
            self.sighting.app, screen_id=self.sighting.screen_id, element_id="" if rows else element.id,
            action=action or usual(element),
        )  # fmt: skip
        made_here = (each for each in found if not each.untrusted)
        return next((each for each in made_here if (each.template, *shape_of(each)) == element.kind), None)

    def _bare(self, element: SeenElement, action: str, *, rows: bool) -> Record:
        """Return a new document about an element that was not touched, so that no effect is known."""
        facts = {name: fact for name, fact in element.facts.items() if not rows or name in ROW_FACTS}
        return self.writer.blank(
            screen_id=self.sighting.screen_id, element_id="" if rows else element.id, template=element.template,
            app=self.sighting.app, facts=facts, action=action,
        )  # fmt: skip

    def _clean(self, sentence: Sentence) -> str:
        own = set(known_words(self.writer.store, self.sighting.app).values())
        values = (*(words for words in (*self.sighting.rows, *self.rows) if words not in own), *self.typed)
        as_written = (words for words in values if words in sentence.text)  # "shopping" is no note called "Shopping"
        return self.writer.secrets.mask(Values(tuple(as_written)).masked(sentence.text))


def by_step(documentation: str, last: int) -> dict[int, str]:
    r"""Split what a model says about several actions; return its words by the number of the step.

    last: the number of the last step. Words before the first number are about this step. A line without a number
    continues the line before.

    >>> by_step("4: Pins the note.\n5. Saves it,\nand goes back.", 5), by_step("Saves it.", 5)
    ({4: 'Pins the note.', 5: 'Saves it, and goes back.'}, {5: 'Saves it.'})
    """
    found: dict[int, list[str]] = {}
    number = last
    for line in filter(str.strip, documentation.split("\n")):
        numbered = _NUMBERED.match(line)
        number = int(numbered[1]) if numbered else number
        found.setdefault(number, []).append((numbered[2] if numbered else line).strip())
    return {number: " ".join(lines) for number, lines in found.items()}


def word(writer: Writer, act: Act, document: str, text: str, model: str) -> str:
    """Write a model's words about an action's element into its document, and return the id of the new version.

    document: id of the document, or "" if there is none yet. If it has words by a person or a model, it stays as it is.
    """
    known = writer.store.get(document) if document else None
    if known is None:
        return writer.write(act, text, model)
    if known.source != "explore" or known.text:
        return document
    return _worded(writer, known, writer.secrets.mask(act.values.masked(text)), model)


def _worded(writer: Writer, record: Record, text: str, model: str, *, new: bool = False) -> str:
    """Add a version of a document that has a model's words.

    new: True if the document is in no store yet.
    """
    words = {"text": cut_texts(general(text), _TEXT), "model": cut_texts(model, _NAME)}
    told = replace(record, **words) if new else writer.store.revision(record, **words)
    writer.add(told)
    return told.id


def usual(element: SeenElement) -> str:
    """Return the kind of action, such as "tap", that a sentence about an element means if it names none."""
    return "text" if "text" in element.actions else element.actions[0]
