"""Save one example of each kind of screen that a crawl sees, so that a model can be asked about it later."""

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Self

from appagent.documents.facts import element_facts
from appagent.documents.values import Values, listed_words
from appagent.prompting.pictures.marks import encode, mark
from appagent.prompting.words.outline import outline
from appagent.runs.recorder import Recorder
from appagent.screen import Screen
from appagent.screen.comparing.subject import structure_of
from appagent.screen.elements.identity import hashed
from appagent.screen.finding_again.resolve import documentable
from appagent.screen.language.lexicon import folded
from appagent.screen.names.labels import PARTS, title
from appagent.secrets import mask_screen
from appagent.store import KIND, Record


@dataclass(frozen=True)
class SeenElement:
    """Element of a saved screen, with what a document about it needs.

    facts: what such a document says about the element itself, such as its class and words.
    """

    id: str
    template: str
    listed: bool
    actions: tuple[str, ...]
    facts: Mapping[str, Any]

    @property
    def kind(self) -> tuple[str, str, str]:
        """Return (template, structure, structure of the row): the same for all rows that one document may be about."""
        return self.template, self.facts.get("shape", ""), self.facts.get("row_shape", "")

    @property
    def kind_id(self) -> str:
        """Return the id that the element has in the dialogs of all rows, if it is in one; else ""."""
        return str(self.facts.get(KIND, {}).get("element_id", ""))

    def is_about(self, record: Record) -> bool:
        """Tell whether a document about the screen, or about another of its kind, is about this element."""
        same_kind = self.kind_id and self.kind_id == record.kind_ids.get("element_id")
        return bool(record.element_id and (record.element_id == self.id or same_kind))

    @property
    def asked_as(self) -> str:
        """Return the name by which it is remembered that a model was asked about this element."""
        return hashed(*self.kind) if self.listed else self.kind_id or self.id


@dataclass(frozen=True)
class Sighting:
    """Example of a kind of screen, as it was seen once.

    listing: the screen's outline.
    elements: those that a model is to be asked about, by mark. If it was asked about others of this screen before, the
    outline and the picture show no marks but theirs.
    rows: the words of the screen's rows. No document may contain them.
    """

    layout: str
    screen_id: str
    app: str
    activity: str
    title: str
    listing: str
    elements: Mapping[int, SeenElement]
    rows: tuple[str, ...]

    @classmethod
    def of(cls, screen: Screen, asked: Collection[str] = ()) -> Self:
        """Make a sighting from a screen. asked: names of the elements that a model was asked about (`asked_as`)."""
        rows = listed_words(screen)
        values = Values((), rows, frozenset(map(folded, rows)))
        shown = {part for element in screen.elements for part in element.text.split(PARTS)}
        every = {
            e.mark: SeenElement(e.id, e.template, e.listed, e.actions, element_facts(e, screen, values))
            for e in screen.elements
            if documentable(e)
        }
        elements = {mark: seen for mark, seen in every.items() if seen.asked_as not in asked}
        return cls(
            structure_of(screen), screen.screen_id, screen.app, screen.activity, title(screen),
            outline(screen, marks=elements if len(elements) < len(every) else None), elements,
            tuple(sorted(rows & shown)),
        )  # fmt: skip

    def shows(self, record: Record) -> bool:
        """Tell whether a document is about this screen, or about the same dialog of another row."""
        return self.screen_id == record.screen_id or self.layout == record.kind_ids.get("screen_id")

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> Self:
        """Restore a sighting that `asdict` turned into plain JSON.

        Raises KeyError, TypeError or ValueError for any other JSON.
        """
        elements = {int(mark): SeenElement(**seen) for mark, seen in told["elements"].items()}
        return cls(**{**told, "elements": elements, "rows": tuple(told["rows"])})


class Sightings:
    """Saved examples of screens of one learning run: for each layout, the screen with the most elements.

    recorder: writes the files, to the folder of the learning's run.
    side: longer side of the pictures, px.
    """

    def __init__(self, recorder: Recorder, side: int) -> None:
        self._recorder, self._side = recorder, side
        self.by_layout: dict[str, Sighting] = {}

    def note(self, screen: Screen, asked: Collection[str] = ()) -> None:
        """Save a screen with its picture, unless a saved one of the same layout has as many elements to ask about.

        asked: names of the elements that a model was asked about (`SeenElement.asked_as`).
        """
        before = self.by_layout.get(structure_of(screen))
        left = sum(seen.asked_as not in asked for seen in before.elements.values()) if before else 0
        if left and left >= sum(map(documentable, screen.elements)):
            return
        screen = mask_screen(screen, self._recorder.secrets)
        found = Sighting.of(screen, asked)
        if len(found.elements) <= left:
            return
        part = found.elements if asked else None
        self._recorder.keep_screen(found.layout, asdict(found), _marked(screen, self._side, part))
        self.by_layout[found.layout] = found

    def restore(self) -> None:
        """Read the sightings back from the run's folder. Raises KeyError, TypeError or ValueError if one is damaged."""
        found = map(Sighting.from_json, self._recorder.kept_screens())
        self.by_layout = {each.layout: each for each in found}


def _marked(screen: Screen, side: int, only: Collection[int] | None) -> bytes:
    return encode(mark(screen, side=side, only=only)) if screen.picture else b""
