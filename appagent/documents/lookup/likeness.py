"""Find documents for elements whose ids no document has, by likeness to the elements that documents are about.

A new version of an app may have other resource-ids around a control, or give the control another name. What is alike in
the recorded facts, in the resource-ids around the control and in its looks is added up to a confidence.
bench/likeness.py has measured on held-out pairs how often the best match is right. No document below the threshold is
offered, and a prompt says "perhaps".
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from appagent.documents.facts import is_listed, shape_of, words_in
from appagent.documents.lookup.serving import Offer
from appagent.screen import Element, Screen
from appagent.screen.finding_again.published import FACT, published_forms
from appagent.screen.finding_again.resolve import is_bare
from appagent.screen.names.labels import PARTS
from appagent.screen.pictures.looks import look_alike, looks
from appagent.screen.texts.wording import lasting
from appagent.store import Record, Store
from appagent.store.tables.search import keys_of

THRESHOLD = 0.8  # confidence from which on a document is offered
_APART = 0.05  # by which the best match's confidence must at least exceed that of others
_FORMS = (0.95, 0.9)  # confidence if a name by AppAgent is the same: as it is, without sizes
_BIAS = -4.0
# for each fact, the score if it is alike, and the score if it is not
_WEIGHTS = {"words": (4.0, -4.0), "resource_id": (3.0, -1.5), "looks": (4.0, -3.0), "shape": (1.0, -0.5)}


def likely_offers(screen: Screen, store: Store, served: Mapping[str, Sequence[Offer]]) -> dict[str, list[Offer]]:
    """Return, by element id, documents offered as "perhaps" to elements that no document serves by its id.

    served: by element id, the offers for the other elements. Rows of lists are left out, since their words are contents
    and their templates have documents.
    """
    left = [e for e in screen.elements if e.id not in served and not e.listed and e.window in ("app", "dialog")]
    forms = published_names(screen) if left else {}
    keys = {key for e in left for key in (*keys_of(e.resource_id, e.words, e.role), *forms.get(e.id, ()))}
    records = store.alike(screen.app, keys) if keys else []
    taken = {offer.record.element_id for offers in served.values() for offer in offers}
    return perhaps(screen, left, [each for each in records if each.element_id not in taken], forms)


def perhaps(
    screen: Screen,
    elements: Sequence[Element],
    records: Iterable[Record],
    forms: Mapping[str, Sequence[str]],
    threshold: float = THRESHOLD,
) -> dict[str, list[Offer]]:
    """Return, by element id, the documents about the recorded element that is most like it, as offers.

    An element gets none if the confidence is below the threshold. It must also be clearly higher than the confidence
    that another element is the recorded one, or that another recorded element is this one.
    elements: the elements to find documents for. forms: by element id, the hashes of AppAgent's name for the element;
    see `published_names`.
    """
    about: dict[str, list[Record]] = {}
    by_key: dict[str, set[str]] = {}
    for record in records:
        if record.element_id and not is_listed(record):
            about.setdefault(record.element_id, []).append(record)
            for key in _keys(record):
                by_key.setdefault(key, set()).add(record.element_id)
    pictured = {element.id: looks(element, screen) for element in elements if is_bare(element)}
    scores: dict[tuple[str, str], float] = {}
    for element in elements:
        shapes = forms.get(element.id, ())
        keys = (*keys_of(element.resource_id, element.words, element.role), *shapes)
        judged = {element.id, *element.aliases}  # what serves an element by its ids was offered already
        for subject in {each for key in keys for each in by_key.get(key, ())} - judged:
            scores[element.id, subject] = confidence(
                about[subject][0], element, screen, shapes, pictured.get(element.id, "")
            )
    found: dict[str, list[Offer]] = {}
    for pair in _clear(scores, threshold):
        found[pair[0]] = [Offer(record, "perhaps", confidence=scores[pair]) for record in about[pair[1]]]
    return found


def _clear(scores: Mapping[tuple[str, str], float], threshold: float) -> Iterator[tuple[str, str]]:
    """Yield the pairs that reach the threshold and clearly beat all other pairs with the same first or second id.

    scores: confidence by pair (id of an element, element id in a document).
    """
    best: dict[str, list[float]] = {}
    for pair, score in scores.items():
        for place, name in enumerate(pair):
            best.setdefault(f"{place} {name}", []).append(score)
    second = {name: (sorted(each)[-2] if len(each) > 1 else 0.0) for name, each in best.items()}
    for pair, score in scores.items():
        if score >= threshold and score >= max(second[f"{n} {name}"] for n, name in enumerate(pair)) + _APART:
            yield pair


def _keys(record: Record) -> list[str]:
    facts, published = record.facts, record.facts.get(FACT)
    keys = keys_of(str(facts.get("resource_id") or ""), words_in(record), str(facts.get("role") or ""))
    return [*keys, *(str(each) for each in (published if isinstance(published, list) else ()))]


def confidence(record: Record, element: Element, screen: Screen, forms: Sequence[str] = (), look: str = "") -> float:
    """Return how likely an element is the one that a document is about, from 0 to 1, by what is known of both.

    forms: the hashes of AppAgent's name for the element; see `published_names`. look: its looks; "" if it is no bare
    icon.
    """
    if published := record.facts.get(FACT):
        known = published if isinstance(published, list) else []
        shared = (sure for sure, one, other in zip(_FORMS, known, forms, strict=False) if one == other)
        return next(shared, 0.0)
    facts = record.facts
    if facts.get("role") != element.role or facts.get("window") != element.window:
        return 0.0
    total = _BIAS + sum(_weighed(name, *pair) for name, pair in _pairs(record, element, look).items())
    around = {str(each).rpartition("/")[2] for each in facts.get("ancestors") or ()}
    now = {each.rpartition("/")[2] for each in element.ancestors}
    if around or now:
        total += 2.0 * len(around & now) / len(around | now)
    total += 1.5 if record.screen_id in (screen.screen_id, *screen.aliases) else -0.5
    return 1 / (1 + math.exp(-total))


def _pairs(record: Record, element: Element, look: str) -> dict[str, tuple[str, str]]:
    """Return pairs (value in the document, value of the element), by the name of the fact."""
    then = lasting(words_in(record).split(PARTS)[0])
    return {
        "words": (then, lasting(element.words.split(PARTS)[0])),
        "resource_id": (_name(record.facts.get("resource_id")), _name(element.resource_id)),
        "shape": (shape_of(record)[0], element.shape),
        "looks": (str(record.facts.get("looks") or ""), look),
    }


def _weighed(name: str, then: str, now: str) -> float:
    """Score two values of a fact: above 0 if they are alike, below if not, 0 if either is unknown."""
    same, other = _WEIGHTS[name]
    if not (then and now):
        return 0.0
    return same if then == now or (name == "looks" and look_alike(then, now)) else other


def _name(resource_id: object) -> str:
    return str(resource_id or "").rpartition("/")[2]


def published_names(screen: Screen) -> dict[str, tuple[str, str]]:
    """Return, by element id, two hashes of AppAgent's name for the element; "" for one that several elements share."""
    found = dict(published_forms(screen))
    times = Counter(shape for shapes in found.values() for shape in shapes)
    return {name: tuple(s if times[s] == 1 else "" for s in shapes) for name, shapes in found.items()}  # type: ignore[misc]
