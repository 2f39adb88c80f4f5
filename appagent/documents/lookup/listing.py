"""Choose the documents that a list shows to a reader: those that say something, without repetitions."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from appagent.documents.facts import is_listed, same_end, shape_of, words_in
from appagent.documents.wording import sentence
from appagent.store import Record

_Key = tuple[object, ...]


@dataclass(frozen=True)
class Listed:
    """Document that a list shows. says: its sentence. others: number of documents left out that say the same."""

    record: Record
    says: str
    others: int = 0


def gathered(records: Iterable[Record], says: Callable[[Record], str] = sentence) -> list[Listed]:
    """Return the documents that a list shows, in the given order. says: puts a document into words.

    Left out are documents that say no more than their element's words, and documents about a single row if one about
    all such rows says the same. An effect that one element has on several pages is listed once, and so is one that
    several rows of a list have. Documents by a person are all listed. Untrusted documents stay apart from trusted ones.
    """
    telling = [(record, said) for record in records if (said := says(record))]
    of_all = {_kind(record): record for record, _ in telling if not record.element_id}
    found: dict[_Key, Listed] = {}
    times = Counter[_Key]()
    for record, said in telling:
        all_rows = of_all.get(_kind(record)) if is_listed(record) and not _personal(record) else None
        if record.element_id and all_rows and same_end(all_rows, record):
            continue
        own = record.id if _personal(record) else ""
        alike = _kind(record) if is_listed(record) else (record.element_id, words_in(record), record.action)
        key = (record.app, bool(record.element_id), alike, said, record.untrusted, own)
        found.setdefault(key, Listed(record, said))
        times[key] += 1
    return [Listed(each.record, each.says, times[key] - 1) for key, each in found.items()]


def _kind(record: Record) -> _Key:
    """Return a key that is equal for documents about rows of the same kind."""
    return record.app, record.screen_id, record.template, shape_of(record), record.action, record.untrusted


def _personal(record: Record) -> bool:
    return record.source in ("human", "demo") or bool(record.model)
