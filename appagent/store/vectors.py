"""Vectors of what documents mean, by which a search ranks them: made by an encoder, kept as BLOBs."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from appagent.errors import StoreError
from appagent.store import queries
from appagent.store.alike import AlikeIndex
from appagent.store.records import Record

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_AT_ONCE = 1_000  # documents that are encoded and written at a time
_SCALE = (
    127  # a vector of length 1 is kept as whole numbers up to this: the rank stays the same in a quarter of the size
)
SHARE = 0.2  # most that words in common add to a cosine: chosen by half of the queries of bench/search.py
_HALF = 10.0  # bm25 at which they add half of that


class Encoder(Protocol):
    """Maker of vectors of texts. name: that of its model, because vectors of two models cannot be compared."""

    name: str

    def encoded(self, texts: Sequence[str]) -> "NDArray[np.float32]":
        """Return a row of length 1 for each text. Raises ModelError if the encoder cannot be asked."""


class KeptVectors(AlikeIndex):
    """Part of a store that keeps a vector of what each document means. Vectors are part of no record and no export."""

    def embed(self, encoder: Encoder, says: Callable[[Record], str], *, anew: bool = False) -> None:
        """Make the vectors of all documents that have none yet. What ended before is kept.

        says: function that makes the sentence of a document; one that says nothing gets no vector. anew: True to make
        all of them anew. Raises StoreError if they were made by another model.
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
                self._db.execute(queries.FORGET_VECTORS)
        while rows := self._rows(queries.NOT_EMBEDDED, {"most": _AT_ONCE}):
            with self._damaged():
                said = [(row[0], says(Record.restored(*row[1:]))) for row in rows]
            telling = [(place, text) for place, text in said if text]
            vectors = _packed(encoder.encoded([text for _, text in telling])) if telling else b""
            places = b"".join(place.to_bytes(8, "little") for place, _ in telling)
            with self._indexing():
                self._db.execute(queries.EMBED, (rows[-1][0], encoder.name, places, vectors))

    def by_meaning(self, encoder: Encoder, words: str, by_words: Mapping[int, float]) -> list[int]:
        """Return the places of documents, best first: by their cosine, and up to 0.2 for words in common.

        by_words: for the place of each document that has any of the words, its bm25, more is better. These are never
        left out, with a vector or without.
        """
        import numpy as np

        wanted = encoder.encoded([words])[0] / _SCALE
        places, near = [np.empty(0, np.int64)], [np.empty(0, np.float64)]
        for held, vectors in self._rows(queries.VECTORS):
            names = np.frombuffer(held, np.int64)
            rows = np.frombuffer(vectors, np.int8)
            if len(rows) != len(names) * len(wanted):
                raise StoreError(f"store {self.path} is damaged: its vectors have another length; restore a copy of it")
            places.append(names)
            near.append(rows.astype(np.float32).reshape(len(names), -1) @ wanted)  # whole numbers take 20 times as long
        known = np.concatenate(places)
        hits = np.array(list(by_words), np.int64)
        bare = np.setdiff1d(hits, known)
        known, worth = np.concatenate([known, bare]), np.concatenate([*near, np.zeros(len(bare))])
        in_order = np.argsort(known)
        where = in_order[np.searchsorted(known, hits, sorter=in_order)]
        words_in_common = np.array(list(by_words.values()), np.float64)
        worth[where] += SHARE * words_in_common / (words_in_common + _HALF)
        return known[np.lexsort((known, -worth))].tolist()  # type: ignore[no-any-return]


def _packed(vectors: "NDArray[np.float32]") -> bytes:
    import numpy as np

    return np.round(vectors * _SCALE).astype(np.int8).tobytes()
