"""Find documents by words, by meaning (vectors from an encoder), or by the resource-id and words of their element."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

from appagent.errors import StoreError
from appagent.store.records import Record
from appagent.store.tables import queries
from appagent.store.tables.index_terms import match_any
from appagent.store.tables.screens import RememberedScreens

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_AT_ONCE = 1_000  # documents that are encoded and written at a time
_SCALE = 127  # a vector of length 1 is kept in whole numbers up to this, which rank alike in a quarter of the size
SHARE = 0.2  # the most that shared words add to a cosine: chosen with half of the queries of bench/search.py
_HALF = 10.0  # bm25 score at which shared words add half of that
_MOST_ALIKE = 2_000  # documents of one look-up by keys of elements
_SHORTEST = 3  # letters of a resource-id that says something
_NEAREST = 1_000  # documents nearest by the signs of their vectors, whose whole vectors are compared


class Encoder(Protocol):
    """Turns texts into vectors. name: the name of its model, because vectors of two models cannot be compared."""

    name: str

    def encoded(self, texts: Sequence[str]) -> "NDArray[np.float32]":
        """Return an array with one row for each text: its vector, of length 1. Raises ModelError if that fails."""


class Search(RememberedScreens):
    """Part of a store that finds documents. Vectors are part of no record and no export.

    Two indexes are read into memory when they are first needed, and again when records or vectors have changed: the
    documents by keys of their elements (see `keys_of`), and the signs of the numbers in all vectors.

    In its methods, the place of a document is its number in the table `records`.
    """

    def embed(self, encoder: Encoder, says: Callable[[Record], str], *, anew: bool = False) -> None:
        """Make a vector for each document that has none yet. If this is interrupted, the vectors made so far are kept.

        says: function that puts a document into a sentence; if it returns "", the document gets no vector.
        anew: True to make all vectors anew.
        Raises StoreError if the existing vectors were made by another model.
        """
        made_by = next((name for (name,) in self._rows(queries.EMBEDDED_BY)), encoder.name)
        if made_by != encoder.name and not anew:
            raise StoreError(
                f"the documents of {self.path} are indexed with the embedding model {made_by!r:.80}, and vectors of "
                f"{encoder.name!r:.80} cannot be compared with these; choose the first one (APPAGENT_EMBEDDINGS), or "
                "make them anew: appagent docs search --reindex WORDS"
            )
        if anew:
            with self._indexing():
                for statement in queries.FORGET_VECTORS:
                    self._db.execute(statement)
        while rows := self._rows(queries.NOT_EMBEDDED, {"most": _AT_ONCE}):
            with self._damaged():
                said = [(row[0], says(Record.restored(*row[1:]))) for row in rows]
            sentences = [(place, text) for place, text in said if text]
            vectors, signs = _packed(encoder.encoded([text for _, text in sentences])) if sentences else ([], b"")
            places = b"".join(place.to_bytes(8, "little") for place, _ in sentences)
            with self._indexing():
                self._db.execute(queries.SKETCH, (rows[-1][0], encoder.name, places, signs))
                pairs = zip((place for place, _ in sentences), vectors, strict=True)
                self._db.conn.executemany(queries.EMBED, pairs)

    def by_words(self, words: str, most: int) -> Iterator[dict[int, float]]:
        """Yield documents that have any of the words, in pages, each a dict of bm25 scores by place. Higher is better.

        most: the number of documents on the first page. Each page has lower scores than the one before.
        """
        seen: set[int] = set()
        while True:
            hits: dict[int, float] = dict(self._rows(queries.WORD_HITS, {"query": match_any(words), "most": most}))
            yield {place: worth for place, worth in hits.items() if place not in seen}
            if not 0 < most <= len(hits):
                return
            seen, most = set(hits), 20 * most if most < _NEAREST else -1

    def by_meaning(self, encoder: Encoder, words: str, most: int) -> Iterator[dict[int, float]]:
        """Yield all documents in pages, each a dict of scores by place.

        A score is the cosine, plus up to 0.2 for shared words.
        most: the number of documents on the first page. Each page has lower scores than the one before.
        The first two pages have the thousand documents that are nearest by the signs of the numbers in their vectors,
        and the thousand best by shared words, even without a vector; these are sorted by score. The last page has all
        others, scored by signs alone.
        """
        import numpy as np

        wanted = encoder.encoded([words])[0]
        places, far = self._distances(_signs(wanted[None]))
        hits: dict[int, float] = dict(self._rows(queries.WORD_HITS, {"query": match_any(words), "most": _NEAREST}))
        in_order = np.argsort(far, kind="stable")
        near = dict.fromkeys(places[in_order[:_NEAREST]].tolist(), 0.0) | dict.fromkeys(hits, 0.0)
        rows = self._rows(queries.VECTORS, {"places": json.dumps([*near])})
        if any(len(vector) != len(wanted) for _, vector in rows):
            raise self._other_length()
        vectors = np.frombuffer(b"".join(vector for _, vector in rows), np.int8).reshape(len(rows), len(wanted))
        # whole numbers would take 20 times as long
        cosines = vectors.astype(np.float32) @ wanted / _SCALE
        near.update(zip((place for place, _ in rows), cosines.tolist(), strict=True))
        worth = {place: cosine + _for_words(hits.get(place, 0.0)) for place, cosine in near.items()}
        best = sorted(worth.items(), key=lambda item: (-item[1], item[0]))
        yield from (dict(best[:most]), dict(best[most:]))
        rest = in_order[_NEAREST:]
        pairs = zip(places[rest].tolist(), (-1.0 - far[rest]).tolist(), strict=True)
        yield {place: worth for place, worth in pairs if place not in near}

    def alike_ids(self, app: str, keys: Iterable[str]) -> list[str]:
        """Return the ids of at most 2,000 documents of an app whose elements have any of these keys (see `keys_of`)."""
        index = self._index_of(app)
        found = dict.fromkeys(name for key in sorted(set(keys)) for name in index.get(key, ()))
        return list(found)[:_MOST_ALIKE]

    def _index_of(self, app: str) -> dict[str, list[str]]:
        ((last,),) = self._rows("SELECT coalesce(max(place), 0) FROM records")
        if self._alike.get(app, (-1, {}))[0] != last:
            index: dict[str, list[str]] = {}
            for name, resource_id, words, role, published in self._rows(queries.RAW, (app,)):
                for key in (*keys_of(str(resource_id or ""), str(words or ""), str(role or "")), *_listed(published)):
                    index.setdefault(key, []).append(name)
            self._alike[app] = (last, index)
        return self._alike[app][1]

    def _distances(self, signs: "NDArray[np.uint64]") -> "tuple[NDArray[np.int64], NDArray[np.uint16]]":
        """Return the places of all documents with a vector, and how many signs of each differ from `signs`."""
        import numpy as np

        places, bits = self._sketches()
        if len(places) and bits.shape != (signs.size, len(places)):
            raise self._other_length()
        far = np.zeros(len(places), np.uint16)
        for numbers, wanted in zip(bits, signs.ravel(), strict=False):  # a few long sums: many short ones take longer
            far += np.bitwise_count(numbers ^ wanted)
        return places, far

    def _sketches(self) -> "tuple[NDArray[np.int64], NDArray[np.uint64]]":
        """Return (places of all documents with a vector, signs of the numbers in these vectors, a column for each)."""
        import numpy as np

        (made,) = self._rows(queries.SKETCHED)
        if self._signs is None or self._signs[0] != made:
            kept = self._rows(queries.SKETCHES)
            places, bits = (b"".join(row[n] for row in kept) for n in (0, 1))
            numbers = np.frombuffer(bits, np.uint64)
            width = len(numbers) * 8 // max(1, len(places))
            columns = numbers.reshape(-1, width).T if width and not len(numbers) % width else numbers[None]
            self._signs = made, np.frombuffer(places, np.int64), np.ascontiguousarray(columns)
        return self._signs[1:]

    def _other_length(self) -> StoreError:
        return StoreError(f"store {self.path} is damaged: its vectors have another length; restore a copy of it")


def keys_of(resource_id: str, words: str, role: str) -> list[str]:
    """Return the keys of an element. Two elements are alike if they have a key in common.

    >>> keys_of("com.example:id/send", "Send · now", "Button")
    ['id send', 'words send']
    """
    name, said = resource_id.rpartition("/")[2], words.split(" · ")[0].casefold()
    keys = [f"id {name}"] if len(name) >= _SHORTEST else []
    keys += [f"words {said}"] if said else []
    return keys or [f"bare {role}"]


def _listed(published: object) -> list[str]:
    return [each for each in str(published or "").strip("[]").replace('"', "").split(",") if each]


def _for_words(bm25: float) -> float:
    return SHARE * bm25 / (bm25 + _HALF)


def _packed(vectors: "NDArray[np.float32]") -> tuple[list[bytes], bytes]:
    """Return vectors as they are stored: (a list of bytes for each vector, one byte a number; all signs as bits)."""
    import numpy as np

    whole = np.round(vectors * _SCALE).astype(np.int8)
    return [row.tobytes() for row in whole], _signs(vectors).tobytes()


def _signs(vectors: "NDArray[np.float32]") -> "NDArray[np.uint64]":
    """Return the signs of the numbers in vectors as bits, 1 for positive, 64 of them in a number, padded with zeros."""
    import numpy as np

    bits = np.packbits(vectors > 0, axis=1)
    return np.pad(bits, ((0, 0), (0, -bits.shape[1] % 8))).view(np.uint64)
