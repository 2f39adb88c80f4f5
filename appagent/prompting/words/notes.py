"""Choose the documents that a prompt shows to the model: those that help with the task."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from appagent.actions import KINDS, Tap
from appagent.documents.encoder import nearness
from appagent.documents.facts import effect_in, observed_effect, seen_in
from appagent.documents.lookup.serving import Offer
from appagent.documents.map.labels_ahead import LabelAhead, Pages, leads_on
from appagent.documents.wording import own_words, plainly, said, sentence
from appagent.guard import effect_of
from appagent.guard.labels import EFFECTS, said_by_sentence
from appagent.models.counting import tokens
from appagent.prompting.words.places import Near
from appagent.prompting.words.relevance import Relevance, WordSet, words_of
from appagent.screen import Element, Screen
from appagent.screen.grid import cells_of
from appagent.screen.language.lexicon import folded
from appagent.screen.names.labels import PARTS, inside, same, title
from appagent.screen.nodes.tree import centre
from appagent.screen.transitions import ScreenKey
from appagent.store import Record

FRAME_TOKENS = 24  # tokens of the mark, action and fence around one document
MOST_NOTES = 8
_MOST_AHEAD = 3  # labels on pages further on that one note names
_WORTH = 0.5  # a note worth less than this share of the best note is left out
_LEAST = 0.5  # least worth of a note that says something about the goal
_BESIDES = 0.1  # worth of a note that says nothing about the goal, but may help nevertheless
_UNSURE = ("doubtful", "failing", "perhaps")
_SUREST = ("own", "elsewhere", "template", "likely", "kin", *_UNSURE)
_OF_ROWS = ("template", "likely")  # of the sorts of `_SUREST`
_TOUCHES = ("tap", "long_press", "double_tap", "drag")  # actions that may have an effect
_HALF = 0.5  # worth of an unsure note, as a share of a sure one's


@dataclass(frozen=True)
class Note:
    """One document as a prompt shows it.

    marks: the marks of the elements that the document serves; several only for rows of a list.
    how: how sure it is that this is true here, such as "own"; see `Offer.how`.
    then: the words that the element had when a doubtful document was learnt.
    risk: what the action may do: "pay", "send", "delete", "install", "grant", "leave" (the app), or "".
    ahead: labels of the goal on pages that the action leads to.
    untrusted: True if no trusted key signed the document.
    record_id: id of the document's record in the store.
    """

    marks: tuple[int, ...]
    action: str
    text: str
    how: str
    record_id: str
    then: str = ""
    risk: str = ""
    ahead: tuple[str, ...] = ()
    untrusted: bool = False


def notes(
    screen: Screen,
    found: Mapping[str, Sequence[Offer]],
    goal: str,
    pages: Pages,
    visited: Collection[ScreenKey] = (),
    budget_tokens: int = 1500,
    near: Near = nearness,
) -> list[Note]:
    """Choose the documents of a screen that help with a task, at most eight; return them as notes, in order of marks.

    Best are documents that say something about the goal which the screen does not show, and documents that lead to
    pages with words of the goal. Next are documents that warn of an effect which the element's own words do not name,
    and documents that a person wrote. Others are not chosen, because they tell the model no more than the screen does.

    found: for each element id, the documents that serve it, best first.
    visited: keys of the pages that the model has seen already.
    budget_tokens: estimated number of tokens that all notes together may take.
    near: compares the goal with texts by meaning. It chooses among notes that are worth the same if there are too many.
    """
    rated = _Chooser(screen, goal, pages, visited).rated(_by_action(screen, found))
    if len(rated) > MOST_NOTES:
        meant = near(goal, [" ".join((note.text, *note.ahead)) for _, note in rated])
        order = sorted(range(len(rated)), key=lambda at: (-rated[at][0], -meant[at]))
        rated = [rated[at] for at in order]
    left, kept = budget_tokens, list[Note]()
    for _, note in rated:
        needed = tokens(" ".join((note.text, note.then, *note.ahead))) + FRAME_TOKENS
        if needed <= left and len(kept) < MOST_NOTES:
            kept.append(note)
            left -= needed
    return sorted(kept, key=lambda note: (note.marks, note.action))


def in_cells(known: Sequence[Note], screen: Screen) -> list[tuple[int, str, Note]]:
    """Return (cell number, part of the cell, note) for each element of each note, by where its centre lies on the grid.

    known: the notes. Each cell has nine parts, such as "top-left".
    """
    cells, middles = cells_of(screen.size), {element.mark: centre(element.bounds) for element in screen.elements}
    return [(*cells.at(*middles[mark]), note) for note in known for mark in note.marks]


def unworded(screen: Screen, found: Mapping[str, Sequence[Offer]], pages: Pages) -> dict[int, str]:
    """Return what a tap on each element without words does, by mark, as far as sure and trusted documents say it.

    What was learnt on another screen is left out: bars of two pages often have other icons under one id. That one goes
    back is said only of the first on the page, which leads up: another one, such as a tick, may keep what was set.
    found, pages: as in `notes`.
    """
    first = screen.elements[:1]
    told = {
        element.mark: _of_icon(offer.record, pages, first=element in first)
        for element in screen.elements
        if not any(_said(element))
        for offer in found.get(element.id, ())[:1]
        if offer.record.action == Tap.kind and offer.how in ("own", "template") and not offer.record.untrusted
    }
    return {mark: words for mark, words in told.items() if words}


def _of_icon(record: Record, pages: Pages, *, first: bool) -> str:
    """Return what a document says about an element without words; "" if it does not say what came into sight.

    first: True if it is the first element of its page.
    """
    seen = seen_in(record)
    if seen and seen.effect == "returns" and not (first or sentence(record)):
        return ""
    if sentence(record) or seen is None or seen.effect != "opens":
        return plainly(record).rstrip(".")
    name = pages.title_behind(record)
    return f"Opens '{name}'" if name else ""


@lru_cache(maxsize=4)  # the same for each step of a run
def _for_goal(goal: str, pages: Pages, app: str) -> tuple[Relevance, float]:
    """Return how relevant labels are for a goal, and the least that a label of these pages must reach."""
    relevance = Relevance(goal, pages.texts, app)
    labels = (text for text in pages.texts | pages.says if not any(same(text, each) for each in relevance.quotes))
    return relevance, _WORTH * max(map(relevance.of_label, labels), default=0.0)


class _Chooser:
    """Finds the notes that help with a goal on one screen. The arguments are those of `notes`."""

    def __init__(self, screen: Screen, goal: str, pages: Pages, visited: Collection[ScreenKey]) -> None:
        self._screen, self._pages, self._visited = screen, pages, visited
        self._relevance, self._least = _for_goal(goal, pages, screen.app)
        said = (text for element in screen.elements for text in _said(element))
        self._shown = {folded(part) for text in (*said, *screen.texts) for part in (text, *text.split(PARTS))}

    def rated(self, served: Sequence[tuple[Element, Offer]]) -> list[tuple[float, Note]]:
        """Return (worth, note) for each note that helps, best first. served: pairs of an element and its document."""
        name = title(self._screen)
        here = {(each, name) for each in (self._screen.screen_id, *self._screen.aliases)}
        served = self._of_the_goal([each for each in served if not _leads_to(each[1].record, here)])
        sure = (offer.record for _, offer in served if offer.how not in _UNSURE)
        behind = _nearest(self._pages.behind(here, sure, self._visited))
        found = [(element, offer, behind.get(offer.record.id, ())) for element, offer in served]
        only_whole = any(self._whole(ahead) for *_, ahead in found)
        rated = [
            (element, offer, *self._note(element, offer, self._whole(ahead) if only_whole else ahead))
            for element, offer, ahead in found
        ]
        told = self._each_once(rated)
        least = max(_WORTH * max((worth for worth, _ in told), default=0.0), _LEAST)
        kept = [(worth, note) for worth, note in told if worth == _BESIDES or worth >= least]
        best: dict[tuple[int, str], tuple[float, Note]] = {}  # for each element and action, the note that is worth most
        for worth, note in sorted(kept, key=lambda each: (-each[0], each[1].marks)):
            if (note.text or note.ahead) and not any((mark, note.action) in best for mark in note.marks):
                best |= {(mark, note.action): (worth, note) for mark in note.marks}
        return list(dict.fromkeys(best.values()))

    def _each_once(self, rated: Sequence[tuple[Element, Offer, float, Note]]) -> list[tuple[float, Note]]:
        """Return (worth, note) for notes that are worth something; rows with the same note are joined into one."""
        told: dict[Note, tuple[float, Note]] = {}
        worthy = {_same(element, note) for element, _, worth, note in rated if worth}
        for element, offer, worth, note in rated:
            if _same(element, note) not in worthy:
                continue
            note = replace(note, risk=_risk(element, offer.record, self._screen))
            same = _same(element, note)
            if before := told.get(same):  # another row has the same note; the less sure one counts
                how = max(before[1].how, note.how, key=_SUREST.index)
                marks = tuple(dict.fromkeys((*before[1].marks, *note.marks)))  # two documents may be about one row
                worth, note = max(worth, before[0]), replace(before[1], marks=marks, how=how)
            told[same] = worth, note
        return list(told.values())

    def _whole(self, ahead: Sequence[LabelAhead]) -> list[LabelAhead]:
        """Return the labels that have all their words in the goal and are not on this screen."""
        relevance, shown = self._relevance, self._shown
        return [
            e
            for e in ahead
            if relevance.names(e.label) and relevance.of_label(e.label) and folded(e.label) not in shown
        ]

    def _of_the_goal(self, served: Sequence[tuple[Element, Offer]]) -> list[tuple[Element, Offer]]:
        """Leave out documents about rows of contents, such as files in a list, if the goal is not about these rows.

        If the goal names rows on the screen, only the documents about these rows are kept, or if there are none, those
        about other rows of the same list. If the goal names no row but quotes a name, the quoted row is probably not in
        sight, and no document about rows is kept. Otherwise the goal may be about any row, and all are kept. Documents
        that a person wrote are always kept.
        """
        rows = (each for each in self._screen.elements if each.listed)
        named = {row.mark: row.template for row in rows if any(map(self._relevance.names, self._row_of(row)))}
        if not (named or self._relevance.quotes):
            return list(served)
        of_rows = {offer.record.id for _, offer in served if offer.how in _OF_ROWS}
        of_rows |= {offer.record.id for _, offer in served if self._pages.of_contents(offer.record)}
        known = {(e.template, offer.record.action) for e, offer in served if e.mark in named}

        def is_told(element: Element, offer: Offer) -> bool:
            kind = element.template, offer.record.action
            unknown = offer.how in _OF_ROWS and element.template in named.values() and kind not in known
            of_all = offer.record.id not in of_rows or offer.record.source == "human"
            return element.mark in named or of_all or unknown

        return [each for each in served if is_told(*each)]

    def _row_of(self, element: Element) -> list[str]:
        """Return the texts of an element and of the rows that contain it."""
        rows = [element, *(each for each in self._screen.elements if each.listed and inside(each, element))]
        return [element.row, *(part for row in rows for part in row.text.split(PARTS) if part)]

    def _note(self, element: Element, offer: Offer, ahead: Sequence[LabelAhead]) -> tuple[float, Note]:
        """Return (worth, note) for a document of an element; the worth is 0 if it says no more than the screen shows.

        ahead: labels on the pages that the document's action leads to. The note's `risk` is not set yet, because it
        takes long to find out.
        """
        record, own = offer.record, _said(element)
        new = [each for each in ahead if folded(each.label) not in self._shown]
        scored = [
            (self._enough(self._relevance.of_label(each.label, each.actions)) / each.actions, each.label)
            for each in new
        ]
        best = max((worth for worth, _ in scored), default=0.0)
        near = [label for worth, label in sorted(scored, reverse=True) if worth and worth >= _WORTH * best]
        text = _told(record, offer.how)
        further = [label for label in near if folded(label) not in folded(text)]
        news = [text for text in _says(record, offer.how) if _adds(text, own)]
        told = max((self._relevance.of_sentence(_beyond(text, own)) for text in news), default=0.0)
        worth = max(best, self._enough(told))
        if (
            news or near
        ) and not element.listed:  # rows of a list do the same, and the model sees which one the goal names
            worth += max(map(self._relevance.of_label, own), default=0.0)
        if not worth and offer.how not in _UNSURE:
            worded = news and record.source == "human"
            worth = _BESIDES if worded or _is_hidden(element, record, self._screen) else 0.0
        note = Note(
            (element.mark,), record.action, text, offer.how, record.id, offer.then,
            ahead=tuple(further[:_MOST_AHEAD]), untrusted=record.untrusted,
        )  # fmt: skip
        return (worth * _HALF if offer.how in _UNSURE else worth), note

    def _enough(self, worth: float) -> float:
        """Return a worth unchanged, or 0 if another label of the app is worth more than twice as much for the goal."""
        return worth if worth >= self._least else 0.0


def _leads_to(record: Record, pages: Collection[ScreenKey]) -> bool:
    """Tell whether a document's action leads to one of these pages, as tapping a tab that is already selected does."""
    seen = seen_in(record)
    return seen is not None and record.source != "human" and (record.leads_to, seen.to_title) in pages


def _nearest(behind: Mapping[str, Sequence[LabelAhead]]) -> dict[str, list[LabelAhead]]:
    """Leave out labels that another document of the screen leads to in fewer actions. behind: labels by record id."""
    least: dict[str, int] = {}
    for each in (each for found in behind.values() for each in found):
        least[folded(each.label)] = min(each.actions, least.get(folded(each.label), each.actions))
    return {name: [e for e in found if e.actions == least[folded(e.label)]] for name, found in behind.items()}


def _by_action(screen: Screen, found: Mapping[str, Sequence[Offer]]) -> list[tuple[Element, Offer]]:
    """Return (element, document) for the surest documents of each element and kind of action. found: as in `notes`."""
    best: dict[tuple[int, str], str] = {}
    kept = []
    for element in screen.elements:
        for offer in found.get(element.id, ()):
            named = offer.record.action in KINDS  # an imported document may name any action
            if named and best.setdefault((element.mark, offer.record.action), offer.how) == offer.how:
                kept.append((element, offer))
    return kept


def _says(record: Record, how: str) -> list[str]:
    """Return the texts of a document: the title of the page it leads to, the question asked there, and own words."""
    seen = seen_in(record)
    if seen is None:
        return [record.text]
    one_row = how == "likely" and record.element_id
    told = [seen.to_title] if leads_on(record) and not one_row else []
    return list(filter(None, [*told, seen.asks, own_words(record)]))


def _told(record: Record, how: str) -> str:
    """Return a document as a sentence. If it is about another row, the title of that row's page is left out."""
    seen = seen_in(record)
    if how != "likely" or not record.element_id or own_words(record) or seen is None:
        return sentence(record)
    return said(replace(seen, to_title="", named=False))


def _same(element: Element, note: Note) -> Note:
    """Strip a note of what differs between the rows of a list, so that notes with the same content become equal."""
    return replace(note, marks=(), record_id="", how="" if element.listed else note.how)


def _risk(element: Element, record: Record, screen: Screen) -> str:
    """Return what an action may do, such as "send", as the screen shows it or else as its document says; or ""."""
    if record.action not in _TOUCHES:
        return ""
    found = _shown_risk(element, record, screen) or _told_risk(record)
    return found or ("leave" if observed_effect(record) == "leaves" else "")


def _is_hidden(element: Element, record: Record, screen: Screen) -> bool:
    """Tell whether a document warns of an effect of the action that the screen does not show."""
    return record.action in _TOUCHES and bool(_told_risk(record)) and not _shown_risk(element, record, screen)


def _shown_risk(element: Element, record: Record, screen: Screen) -> str:
    shown = effect_of(Tap(element.mark), screen) if record.action == Tap.kind else None
    return shown.effect if shown else ""


def _told_risk(record: Record) -> str:
    """Return what a document says the action may do: by what is asked then, or by why the guard refused it; or ""."""
    seen = effect_in(record)
    return said_by_sentence(seen.asks) or (seen.cost if seen.cost in EFFECTS else "")


def _said(element: Element) -> tuple[str, ...]:
    """Return the words that an element shows: its text, its hint and its label, as far as it has them."""
    return tuple(filter(None, (element.text, element.hint, element.label)))


def _beyond(text: str, own: tuple[str, ...]) -> str:
    """Return a text without the words that an element itself shows."""
    shown = _shown(own)
    return " ".join(word for word in words_of(text) if word not in shown)


@lru_cache(maxsize=512)  # elements of a few screens
def _shown(own: tuple[str, ...]) -> WordSet:
    return WordSet(word for said in own for word in words_of(said))


def _adds(text: str, own: tuple[str, ...]) -> bool:
    """Tell whether a text says more than an element's own words. "Opens 'Display'" does not for "Display"."""
    beyond = len(_beyond(text, own).split())
    return beyond > 1 or (beyond == 1 and (not own or len(words_of(text)) == 1))
