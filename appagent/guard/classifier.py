"""Tell by a small classifier what a label does, also in languages for which there is no table.

The weights are made by `bench/guard_train.py` from tables of labels that were written for it.
"""

import re
import zlib
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import files
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from appagent.screen.dates import UNSPACED
from appagent.screen.money import SIGN

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

EFFECTS = ("none", "pay", "send", "delete", "install", "grant")
WEIGHTS = "classifier.npz"
BUCKETS = 1 << 17  # features are hashed into so many
_MOST_WORDS = 8  # of a label; longer texts only describe something
_SURE = 0.9  # share of certainty from which an effect is told of words that somebody may have written
_MOST_ASKED = 20  # words of a question
_MOST_LETTERS = 24  # of a word
_NUMBER = re.compile(r"\d+")
_SIZES = (2, 3, 4, 5)  # letters of a feature that is a part of a word


class _Weights(NamedTuple):
    """Weights for each feature and effect, and the effects' own.

    least, least_asked: the share of certainty from which an effect is told, of a label and of a question.
    """

    weights: "NDArray[np.float32]"
    bias: "NDArray[np.float32]"
    least: float
    least_asked: float


@lru_cache(maxsize=4096)
def effect_by_words(words: str, *, asked: bool = False, written: bool = False) -> str | None:
    """Return what a label does by its words: "pay", "send", "delete", "install" or "grant"; None if nothing is likely.

    words: the label, folded. asked: True if it is the question of a dialog, to find out what its yes does. written:
    True if it may be what somebody wrote, as in a list; then it has to be more certain.
    The model is a multinomial logistic regression over hashed letters and words.

    >>> effect_by_words("empty recycle bin"), effect_by_words("send message"), effect_by_words("sort by name")
    ('delete', 'send', None)
    """
    if not words or len(words.split()) > (_MOST_ASKED if asked else _MOST_WORDS):
        return None
    import numpy as np

    known = _weights()
    found = features(words)
    sums = known.weights[found].sum(axis=0) / np.sqrt(len(found)) + known.bias
    shares = np.exp(sums - sums.max())
    shares /= shares.sum()
    least = known.least_asked if asked else max(known.least, _SURE * written)
    return None if 1 - shares[0] < least else EFFECTS[1 + int(shares[1:].argmax())]


def features(words: str) -> list[int]:
    """Return the places of a label's features in the weights, without repetition.

    words: the label, folded; amounts of money ("¤") in it do not count, because they stand on much that only costs.
    Features are its words, pairs of neighbouring words, the first and the last word, parts of
    words of 2 to 5 letters, the letters of scripts without blanks, and how many words it has.
    """
    plain = _NUMBER.sub("#", words.replace(SIGN, " "))
    return sorted({zlib.crc32(feature.encode()) % BUCKETS for feature in _features(plain)})


def _features(words: str) -> Iterator[str]:
    parts = words.split()[:_MOST_ASKED]
    for part in parts:
        word = f"^{part[:_MOST_LETTERS]}$"
        yield f"word {word}"
        for size in _SIZES:
            yield from (word[start : start + size] for start in range(len(word) - size + 1))
        yield from (f"letter {letter}" for letter in part if UNSPACED.match(letter))
    yield from (f"pair {one} {other}" for one, other in pairwise(parts))
    yield from (f"first {part}" for part in parts[:1])
    yield from (f"last {part}" for part in parts[-1:])
    yield f"length {len(parts)}"


@cache
def _weights() -> _Weights:
    import numpy as np

    with files("appagent.guard").joinpath(WEIGHTS).open("rb") as file, np.load(file) as held:
        least = float(held["least"]), float(held["least_asked"])
        return _Weights(held["weights"].astype(np.float32) * held["scale"], held["bias"], *least)
