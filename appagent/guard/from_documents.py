"""Find the effect of an action in documents about its element. This only adds to what the screen says."""

from collections.abc import Iterable

from appagent.actions import Action
from appagent.documents.facts import seen_in
from appagent.documents.lookup.serving import offers
from appagent.documents.wording import own_words
from appagent.guard.effect import NONE, Effect
from appagent.guard.labels import said_aside, said_by_sentence, said_to_do
from appagent.screen import Screen
from appagent.store import Record


def learnt_effect(action: Action, screen: Screen, records: Iterable[Record]) -> Effect:
    """Return the effect that documents about an action's element state, such as sending, or asking before it deletes.

    records: documents for the screen; untrusted ones count as well. Documents that may be about another element do not
    count.
    """
    element = action.target(screen)
    served = offers(screen, records).get(element.id, ()) if element else ()
    sure = (each.record for each in served if each.how != "doubtful" and each.record.action == action.kind)
    return next(filter(None, map(_effect, sure)), NONE)


def _effect(record: Record) -> Effect:
    said = own_words(record)
    effects = [(said, said_to_do(said))]
    if seen := seen_in(record):
        opened = said_aside(seen.to_title)
        effects += [(seen.asks, said_by_sentence(seen.asks)), (seen.to_title, opened if opened == "pay" else None)]
    return next((Effect(found, "learnt", text) for text, found in effects if found), NONE)
