"""Tell by what was learnt of an element what an action on it does. This only adds to what the screen says."""

from collections.abc import Iterable

from appagent.actions import Action
from appagent.documents.facts import seen_in
from appagent.documents.serving import offers
from appagent.documents.wording import own_words
from appagent.guard.effect import NONE, Effect
from appagent.guard.labels import said_aside, said_by_sentence, said_to_do
from appagent.screen import Screen
from appagent.store import Record


def learnt_effect(action: Action, screen: Screen, records: Iterable[Record]) -> Effect:
    """Return what the documents of an action's element say that it does: sends, asks to delete, opens a payment, ...

    records: documents for the screen; untrusted ones count as well. Not those that may be about another element.
    """
    element = action.target(screen)
    served = offers(screen, records).get(element.id, ()) if element else ()
    sure = (each.record for each in served if each.how != "doubtful" and each.record.action == action.kind)
    return next(filter(None, map(_effect, sure)), NONE)


def _effect(record: Record) -> Effect:
    said = own_words(record)
    told = [(said, said_to_do(said))]
    if seen := seen_in(record):
        opened = said_aside(seen.to_title)
        told += [(seen.asks, said_by_sentence(seen.asks)), (seen.to_title, opened if opened == "pay" else None)]
    return next((Effect(found, "learnt", text) for text, found in told if found), NONE)
