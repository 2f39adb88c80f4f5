"""Tell by a small classifier what a label does, also in languages for which there is no table.

It has two heads. One reads hashed letters and words, and knows the languages that it was trained on. The other, where
the extra `encoder` is installed, reads what the label means, and knows the languages of the encoder.
The weights are made by `bench/guard_train.py` from tables of labels that were written for it.
"""

import re
import zlib
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import files
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from appagent.documents.nearness import encoded, encoder_installed
from appagent.screen.dates import UNSPACED
from appagent.screen.money import SIGN

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

EFFECTS = ("none", "pay", "send", "delete", "install", "grant")
WEIGHTS = "classifier.npz"
BUCKETS = 1 << 17  # features are hashed into so many
LETTERS = 0.35  # weight of the letters beside the meaning; with more, languages that were not trained on lose
_MOST_WORDS = 8  # of a label; longer texts only describe something
_SURE = 2.2  # logarithm of the odds, 9 to 1, from which an effect is told of words that somebody may have written
_MOST_ASKED = 20  # words of a question
_MOST_LETTERS = 24  # of a word
_NUMBER = re.compile(r"\d+")
# Letters of scripts in which the encoder knows no language: Greek, Armenian, Hebrew, those of India, Georgian, Khmer.
_UNKNOWN_TO_ENCODER = re.compile(
    "[\u0370-\u03ff\u0530-\u05ff\u0900-\u0dff\u0e80-\u109f\u10a0-\u10ff\u1200-\u139f\u1780-\u17ff]"
)
_SIZES = (2, 3, 4, 5)  # letters of a feature that is a part of a word


class Layer(NamedTuple):
    """Hold one layer of the network over the encoder: weights from each input to each output, and the outputs' own."""

    weights: "NDArray[np.float32]"
    bias: "NDArray[np.float32]"


class _Weights(NamedTuple):
    """Hold both heads: the letters' weights for each feature and effect, and the layers of the network.

    least: the logarithm of the odds from which an effect is told, by the letters alone and by both heads; least_asked:
    the same of questions.
    """

    letters: Layer
    meaning: tuple[Layer, Layer]
    least: tuple[float, float]
    least_asked: tuple[float, float]


@lru_cache(maxsize=4096)
def effect_by_words(words: str, *, asked: bool = False, written: bool = False) -> str | None:
    """Return what a label does by its words: "pay", "send", "delete", "install" or "grant"; None if nothing is likely.

    words: the label, folded. asked: True if it is the question of a dialog, to find out what its yes does. written:
    True if it may be what somebody wrote, as in a list; then it has to be more certain.
    The letters' head is a multinomial logistic regression, the other a network with one hidden layer.

    >>> effect_by_words("empty recycle bin"), effect_by_words("send message"), effect_by_words("sort by name")
    ('delete', 'send', None)
    """
    if not words or len(words.split()) > (_MOST_ASKED if asked else _MOST_WORDS):
        return None
    import numpy as np

    known, found = _weights(), features(words)
    both = encoder_installed() and not _UNKNOWN_TO_ENCODER.search(words)
    sums = known.letters.weights[found].sum(axis=0) / np.sqrt(len(found)) + known.letters.bias
    doing = odds(sums)
    if both:
        meant = by_meaning(encoded([without_amounts(words)])[0], *known.meaning)
        doing, sums = together(doing, odds(meant)), together(sums, meant)
    least = known.least_asked[both] if asked else max(known.least[both], _SURE * written)
    return EFFECTS[1 + int(sums[1:].argmax())] if doing >= least else None


def by_meaning(vectors: "NDArray[np.float32]", hidden: Layer, last: Layer) -> "NDArray[np.float32]":
    """Return a number for each effect of labels, from what the encoder made of them."""
    inner = (vectors @ hidden.weights + hidden.bias).clip(min=0)
    return inner @ last.weights + last.bias


def together(letters: "NDArray[np.float32]", meaning: "NDArray[np.float32]") -> "NDArray[np.float32]":
    """Return the weighted mean of what the two heads find."""
    return LETTERS * letters + (1 - LETTERS) * meaning


def odds(sums: "NDArray[np.float32]") -> "NDArray[np.float32]":
    """Return the logarithm of the odds that labels do something. sums: a number for each effect, on the last axis."""
    import numpy as np

    return np.log(np.exp(sums[..., 1:]).sum(axis=-1)) - sums[..., 0]  # type: ignore[no-any-return]


def without_amounts(words: str) -> str:
    """Leave out amounts of money ("¤"), because they stand on much that only costs."""
    return words.replace(SIGN, " ").strip()


def features(words: str) -> list[int]:
    """Return the places of a label's features in the weights, without repetition.

    words: the label, folded; amounts of money in it do not count.
    Features are its words, pairs of neighbouring words, the first and the last word, parts of
    words of 2 to 5 letters, the letters of scripts without blanks, and how many words it has.
    """
    plain = _NUMBER.sub("#", without_amounts(words))
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
        layers = [
            Layer(held[name].astype(np.float32) * held[f"{name}_scale"], held[f"{name}_bias"])
            for name in ("letters", "hidden", "last")
        ]
        least, least_asked = ((float(one), float(both)) for one, both in (held["least"], held["least_asked"]))
        return _Weights(layers[0], (layers[1], layers[2]), least, least_asked)
