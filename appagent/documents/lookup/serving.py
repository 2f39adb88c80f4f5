"""Choose which documents serve the elements of a screen, and say how sure each of them is.

A document is found by ids, but its id may now belong to another control, since apps use one button for many things. So
the control's words are compared with those that it had when the document was learnt.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from appagent.documents.facts import effect_in, end_of, same_end, words_in
from appagent.screen import Element, Screen
from appagent.screen.finding_again.resolve import bare_like, documentable, is_bare
from appagent.screen.language.lexicon import NO, SAVE, YES, folded, listed
from appagent.screen.names.labels import PARTS, STEP, title
from appagent.screen.pictures.looks import look_alike, looks
from appagent.screen.texts.heading import as_heading
from appagent.screen.texts.wording import lasting
from appagent.store import Record

_SHORT = 3  # words; two texts that are no longer and share no word belong to two buttons
_FEWEST = 2  # elements to compare before a screen is taken to be in another language
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True)
class Offer:
    """Document that serves an element.

    how: how sure it is that the document is true of the element. From the surest on:
    - "own": it is about this element on this screen.
    - "elsewhere": it is about this element on another screen.
    - "template": it is about all rows like this one.
    - "likely": it is about another row like this one, or about all of them on a somewhat different page.
    - "kin": it is about this element of a dialog like this one, which was about another row.
    - "doubtful": it is about this element, but the element's words or the title of the page have changed.
    - "failing": it is one of the above, but what it says has failed here of late.
    - "perhaps": no document is about this element; it is about one much like it. See `documents.lookup.likeness`.

    then: for a doubtful document, the words that the element had when it was learnt, or "". confidence: for "perhaps",
    how likely it is the same element, from 0 to 1.
    """

    record: Record
    how: str
    then: str = ""
    confidence: float = 1.0


def offers(screen: Screen, records: Iterable[Record], locale: str = "") -> dict[str, list[Offer]]:
    """Return, for each element id of a screen that has documents, these documents, the surest first.

    An element about which no documents are written gets only what a person showed or wrote about it on this screen.
    For each kind of action, only the surest documents are returned. Untrusted documents are chosen separately and come
    last, so that none of them takes the place of a trusted one.

    records: documents in force, best first. locale: the phone's language now, such as "en-US", or "" if it is unknown.
    """
    given = list(records)
    context = _Context.of(screen, given, locale)
    by_id, by_template = _indexed(given)
    kin = [each for each in given if screen.kind_id and each.kind_ids]
    found = {}
    for element in screen.elements:
        about = {each.id: each for name in _ids(element) for each in by_id.get(name, ())}
        about |= {each.id: each for each in given if context.known_by_looks.get(each.id) == element.id}
        about |= {each.id: each for name in _templates(element) if element.listed for each in by_template.get(name, ())}
        about |= {each.id: each for each in kin if each.is_of_kind(screen.kind_id, element.kind_id)}
        if not documentable(element):
            about = {name: each for name, each in about.items() if _is_shown(each, element, context)}
        near = [record for record in given if record.id in about] if len(about) > 1 else list(about.values())
        trusted = [record for record in near if not record.untrusted]
        strangers = [record for record in near if record.untrusted]
        if all_of_them := [*_in_steps(trusted, element, context), *_in_steps(strangers, element, context)]:
            found[element.id] = all_of_them
    return found


@dataclass(frozen=True)
class _Context:
    """Screen, with the facts about it that documents are compared with.

    ids: the screen's id and its aliases. title: what `lasting` returns for its title as documents record it. languages:
    languages in which documents were learnt if the screen is in another language now. known_by_looks: for the id of
    each document about a bare icon outside lists, the id of the element that looks like this icon.
    """

    screen: Screen
    ids: frozenset[str]
    title: str
    languages: frozenset[str]
    records: Sequence[Record]
    known_by_looks: Mapping[str, str]

    @classmethod
    def of(cls, screen: Screen, records: Sequence[Record], locale: str) -> "_Context":
        ids = frozenset((screen.screen_id, *screen.aliases))
        elements = {name: element for element in screen.elements for name in reversed(_ids(element))}
        compared: dict[str, list[bool]] = {}
        for record in records:
            element = elements.get(record.element_id)
            if record.screen_id in ids and element and not element.listed and element.window == "app":
                then, now = _words(words_in(record)), _words(element.words)
                if then and now:
                    compared.setdefault(_language(record.locale), []).append(not then & now)
        here = _language(locale)
        foreign = {
            language
            for language, changed in compared.items()
            if here and language not in ("", here) and len(changed) >= _FEWEST and 2 * sum(changed) > len(changed)
        }
        looking = {each.id: found for each in records if each.screen_id in ids and (found := _looks_like(each, screen))}
        return cls(screen, ids, lasting(as_heading(title(screen))), frozenset(foreign), records, looking)


def _is_shown(record: Record, element: Element, context: _Context) -> bool:
    """Tell whether a document is what a person showed or wrote about this very element on this screen."""
    here = record.element_id in _ids(element) and record.screen_id in context.ids
    return here and record.source in ("demo", "human")


def _in_steps(waiting: list[Record], element: Element, context: _Context) -> list[Offer]:
    found: list[Offer] = []
    for step in _STEPS if waiting else ():
        here = [offer for record in waiting if (offer := step(record, element, context))]
        found += [replace(offer, how="failing") if offer.record.failing else offer for offer in here]
        served = {offer.record.action for offer in here if not offer.record.failing}
        waiting = [record for record in waiting if record.action not in served]
    return sorted(found, key=lambda offer: offer.how == "failing")


def _own(record: Record, element: Element, context: _Context) -> Offer | None:
    if record.screen_id not in context.ids or not _is_about(record, element, context):
        return None
    if element.listed and is_bare(element) and not _same_row_shape(record, element):
        return None
    return Offer(record, "own") if _likeness(record, element, context) == "same" else None


def _elsewhere(record: Record, element: Element, context: _Context) -> Offer | None:
    """Return a document of another screen as an offer if the element's words show that it is the same control."""
    moved = record.element_id in _ids(element) and record.screen_id not in context.ids
    if not moved or element.listed or record.facts.get("listed") is True or record.facts.get("isolates") is False:
        return None
    then, now = lasting(words_in(record)), lasting(element.words)
    anywhere = effect_in(record).named  # what opens the page of its name does so on any page, as tabs do
    unmoved = anywhere or not _retitled(record, context)
    same = bool(now) and then == now and not _says_little(element) and unmoved
    return Offer(record, "elsewhere") if same else None


def _of_template(record: Record, element: Element, context: _Context) -> Offer | None:
    shape = record.facts.get("shape")
    alike = shape in (None, element.shape) and _same_row_shape(record, element)
    if record.element_id or not alike or not _same_rows(record, element, context):
        return None
    if not _rows_agree(record, element, context):
        return None
    return Offer(record, "likely" if shape is None or _retitled(record, context) else "template")


def _of_one_row(record: Record, element: Element, context: _Context) -> Offer | None:
    """Return a document about another row of the same list as an offer, unless rows of it led to different screens."""
    own = not record.element_id or not end_of(record)
    alike = record.facts.get("shape") == element.shape and _same_row_shape(record, element)
    if own or not alike or not _same_rows(record, element, context):
        return None
    if _retitled(record, context) or not _rows_agree(record, element, context):
        return None
    return Offer(record, "likely")


def _rows_agree(record: Record, element: Element, context: _Context) -> bool:
    """Tell whether all rows like this one that have documents did the same. Rows of a menu do not.

    Only rows on pages with the title of this page count; if there are none, rows on all pages do.
    """
    every = (each for each in context.records if each.action == record.action and _same_rows(each, element, context))
    rows = [each for each in every if _same_row_shape(each, element)]
    here = [each for each in rows if not _retitled(each, context)]
    return all(end_of(each) == end_of(record) or same_end(each, record) for each in here or rows)


def _of_kind(record: Record, element: Element, context: _Context) -> Offer | None:
    """Return a document about the same element of another row's dialog as an offer."""
    kin = record.is_of_kind(context.screen.kind_id, element.kind_id) and record.screen_id not in context.ids
    return Offer(record, "kin") if kin and _likeness(record, element, context) == "same" else None


def _doubtful(record: Record, element: Element, context: _Context) -> Offer | None:
    if record.screen_id not in context.ids or not _is_about(record, element, context):
        return None
    changed = lasting(words_in(record)) != lasting(element.words)
    doubtful = _likeness(record, element, context) == "doubtful"
    return Offer(record, "doubtful", words_in(record) if changed else "") if doubtful else None


_STEPS: tuple[Callable[[Record, Element, _Context], Offer | None], ...] = (
    _own, _elsewhere, _of_template, _of_one_row, _of_kind, _doubtful
)  # fmt: skip


def _is_about(record: Record, element: Element, context: _Context) -> bool:
    """Tell whether a document is about an element by its ids, or of a bare icon outside lists by its looks."""
    if not (element.text or element.listed) and bare_like(element, context.screen):
        return context.known_by_looks.get(record.id) == element.id
    return record.element_id in _ids(element)


def _likeness(record: Record, element: Element, context: _Context) -> str:
    """Return "same", "doubtful" or "other" for how likely an element is the control that a document is about.

    It goes by the element's first text; further texts that share no word make it doubtful, unless they are the value of
    a setting. Counters, times and prices are not compared, nor are texts in different languages, nor those of rows,
    which are part of the id. An element that says little, such as "Continue" or nothing at all, is doubtful on a page
    with another title, and so is any element of a dialog that asks something else; on another step of a wizard it is
    another control.
    """
    if _language(record.locale) in context.languages:
        return "same"
    if not element.listed and isinstance(record.facts.get("words"), str):
        then, now = (lasting(words.split(PARTS)[0]) for words in (words_in(record), element.words))
        if then != now:
            both = _words(then), _words(now)
            brief = all(both) and max(map(len, both)) <= _SHORT
            return "other" if brief and not both[0] & both[1] else "doubtful"
        if _adds_else(record, element):
            return "doubtful"
    unclear = element.listed or element.window == "dialog" or _says_little(element)
    if not (unclear and _retitled(record, context)):
        return "same"
    return "other" if element.window == "app" and _of_another_step(record, context) else "doubtful"


def _adds_else(record: Record, element: Element) -> bool:
    """Tell whether a control says something else after its first text than when the document was learnt, and no value.

    It is a value if there is a number in it, or if the control is on or off, opens what its first text names, or offers
    it for choice.
    """
    then, now = (
        {part for part in words.split(PARTS)[1:] if "#" not in part} for words in (words_in(record), element.words)
    )
    both, seen = (_words(" ".join(then)), _words(" ".join(now))), effect_in(record)
    offered = {lasting(name) for name in (*seen.controls, *seen.sometimes)}
    value = seen.named or element.checked is not None or offered & (then | now)
    return all(both) and not both[0] & both[1] and not value


def _retitled(record: Record, context: _Context) -> bool:
    """Tell whether a screen's title differs from that of the document's screen; False if either is unknown."""
    then = lasting(effect_in(record).title)
    return bool(then and context.title) and then != context.title


def _of_another_step(record: Record, context: _Context) -> bool:
    """Tell whether a document and a screen are of two steps of a wizard: one heading, and behind it two questions."""
    then, now = (each.partition(STEP) for each in (effect_in(record).title, title(context.screen)))
    return bool(then[2] and now[2]) and then[0] == now[0]


def _looks_like(record: Record, screen: Screen) -> str:
    """Return the id of the element that looks like the icon that a document is about, or "".

    The ids of bare icons hold by their places alone, which others may have taken. Of several that look like it, it is
    the one with its id, if there are as many icons of its kind as when the document was learnt.
    """
    then, own = record.facts.get("bare_like"), record.facts.get("looks")
    if not isinstance(then, int) or not isinstance(own, str) or not own:
        return ""
    icons = [e for e in screen.elements if is_bare(e) and not e.listed and record.template in _templates(e)]
    found = [e for e in icons if look_alike(own, looks(e, screen))]
    kept = [e for e in found if len(icons) == then and record.element_id in _ids(e)]
    one = kept or found
    return one[0].id if len(one) == 1 else ""


def _same_rows(record: Record, element: Element, context: _Context) -> bool:
    return element.listed and record.template in _templates(element) and record.screen_id in context.ids


def _same_row_shape(record: Record, element: Element) -> bool:
    """Tell whether the row around an element is built like that of a document, or the document does not record it."""
    return bool(record.facts.get("row_shape", element.row_shape) == element.row_shape)


def _says_little(element: Element) -> bool:
    """Tell whether an element has no words, or only such as "OK", "Cancel" or "Save", which any page may have."""
    said = folded(element.words)
    return not said or any(said in listed(table) for table in (YES, NO, SAVE))


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(lasting(text)))


def _language(locale: str) -> str:
    return re.split("[-_]", locale)[0].casefold()


def _ids(element: Element) -> tuple[str, ...]:
    return element.id, *element.aliases


def _templates(element: Element) -> tuple[str, ...]:
    return element.template, *element.old_templates


def _indexed(records: Iterable[Record]) -> tuple[dict[str, list[Record]], dict[str, list[Record]]]:
    """Return the documents in two dicts: by element id, and by template."""
    by_id: dict[str, list[Record]] = {}
    by_template: dict[str, list[Record]] = {}
    for record in records:
        if record.element_id:
            by_id.setdefault(record.element_id, []).append(record)
        by_template.setdefault(record.template, []).append(record)
    return by_id, by_template
