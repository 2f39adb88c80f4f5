"""Find the effect of a label with a small classifier, also in languages for which there is no table.

It has two heads. One goes by hashed letters and words, and knows the languages that it was trained on. The other needs
the extra `encoder`, goes by the meaning of the label, and knows the languages of the encoder.
The weights are made by `bench/guard_train.py` from tables of labels that were written for it.
"""

import re
import zlib
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import files
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from appagent.documents.encoder import encoded, encoder_installed
from appagent.screen.language.dates import UNSPACED
from appagent.screen.language.money import SIGN

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

EFFECTS = ("none", "pay", "send", "delete", "install", "grant", "request")
WEIGHTS = "classifier.npz"
BUCKETS = 1 << 18  # features are hashed into so many
WORD_BITS = 1 << 20  # words that were trained on are hashed into so many
LETTERS = 0.5  # weight of the letters beside the meaning; with more, languages that were not trained on lose
_MOST_WORDS = 8  # of a label; longer texts only describe something
_SURE = 2.2  # logarithm of the odds, 9 to 1, that an effect needs for words that somebody may have written
_BY_HEART, _WORD = 4.0, 1.0  # logarithms of the odds of phrases, and least ones of words, that were trained on
_DOUBT = -1.1  # logarithm of the odds, 1 to 3, below which words are known to do nothing
_MOST_ASKED = 20  # words of a question
_MOST_LETTERS = 24  # of a word
_NUMBER = re.compile(r"\d+")
_SIGNS = ".,:;!?¡¿…()«»„“”"  # around a word
# Letters of scripts in which the encoder knows no language: Greek, Armenian, Hebrew, those of India, Georgian, Khmer.
_UNKNOWN_TO_ENCODER = re.compile(
    "[\u0370-\u03ff\u0530-\u05ff\u0900-\u0dff\u0e80-\u109f\u10a0-\u10ff\u1200-\u139f\u1780-\u17ff]"
)
# Arabic and Hebrew write vowels and the seat of a hamza or leave them out.
_POINTS = re.compile("[\u0591-\u05c7\u0640\u064b-\u0655]")
_SEATS = str.maketrans("أإآٱىۀ", "ااااىه")
_WIDE_PHRASE = 4  # letters
_SIZES = (2, 3, 4, 5)  # letters of a feature that is a part of a word
_PLACED = 0.5  # how much the place of a word counts beside the word
_WIDE = 0.35  # how much a part counts in a script without blanks, where a word is a whole label


class Layer(NamedTuple):
    """One layer of a head: the weights from each input to each output, and a bias for each output."""

    weights: "NDArray[np.float32]"
    bias: "NDArray[np.float32]"


class _Weights(NamedTuple):
    """Weights of both heads.

    letters: for each feature and effect. meaning: the two layers of the network that takes the encoder's vectors.
    words: the words known from training, as bits (see `word_bits`). heart: the effects of labels known by heart, as
    places in EFFECTS, by `label_hash`. least: the logarithm of the odds that an effect needs, (by letters, by both
    heads). least_asked: the same for questions.
    """

    letters: Layer
    meaning: tuple[Layer, Layer]
    words: "NDArray[np.uint8]"
    heart: dict[int, int]
    least: tuple[float, float]
    least_asked: tuple[float, float]


@lru_cache(maxsize=4096)
def effect_by_words(words: str, *, asked: bool = False, written: bool = False) -> str | None:
    """Return the effect of a label by its words, one of EFFECTS, or None if none is likely.

    "request" is for booking, renewing or reporting something: what that does depends on the page.
    words: the label, folded. asked: True if it is the question of a dialog; the effect is then that of saying yes.
    written: True if somebody may have written it, as in a list, or if it is one of many texts; then the effect has to
    be more certain.

    >>> effect_by_words("empty recycle bin"), effect_by_words("send message"), effect_by_words("sort by name")
    ('delete', 'send', None)
    """
    if not words or len(words.split()) > (_MOST_ASKED if asked else _MOST_WORDS):
        return None
    effect, doing, both = _judged(words)
    known = _weights()
    least = max((known.least_asked if asked else known.least)[both], _SURE * written)
    return effect if doing >= least else None


def does_nothing(words: str, *, surely: bool = False) -> bool:
    """Tell whether a label has no effect: its words are known from training, and the odds are 3 to 1 against one.

    words: the label, folded. surely: True if the odds have to be 9 to 1.

    >>> does_nothing("sort by name"), does_nothing("sign"), does_nothing("ezabatu dena")
    (True, False, False)
    """
    return knows_words(words) and _judged(words)[1] < (-_SURE if surely else _DOUBT)


def leans(words: str, least: float = 0.0) -> bool:
    """Tell whether the odds of a label to have an effect are at least `least`, as logarithms. words: it, folded.

    A label of known words that books or reports something has none by itself.
    """
    effect, doing, _ = _judged(words)
    return doing >= least and (effect != "request" or not knows_words(words))


@lru_cache(maxsize=4096)
def _judged(words: str) -> tuple[str, float, bool]:
    """Return (effect, odds, both) for a label.

    effect: its likeliest effect. odds: the logarithm of the odds that it has any. both: True if the head for meaning
    was used too. Letters: a multinomial logistic regression; meaning: a network with one hidden layer. A phrase of the
    training is known by heart; a single word of it that does something may do so here.
    """
    known = _weights()
    place = known.heart.get(label_hash(words))
    if place is not None and is_phrase(words):
        return EFFECTS[place or 1], _BY_HEART if place else -_BY_HEART, False
    both = encoder_installed() and not _UNKNOWN_TO_ENCODER.search(words)
    sums = by_letters(*features(words), known.letters)
    doing = odds(sums)
    if both:
        alike = _NUMBER.sub("2", without_amounts(words))  # any number, so that a counter changes nothing
        meant = by_meaning(encoded([alike])[0], *known.meaning)
        doing, sums = together(doing, odds(meant)), together(sums, meant)
    return EFFECTS[1 + int(sums[1:].argmax())], max(float(doing), _WORD) if place else float(doing), both


def knows_words(words: str, share: float = 0.5) -> bool:
    """Tell whether at least a share of a label's words, half of them by default, are known from training.

    words: the label, folded.

    >>> knows_words("sort by name"), knows_words("ezabatu dena"), knows_words("welcome to mietwerk", 1)
    (True, False, False)
    """
    bits, known = word_bits(words), _weights().words
    return sum(bool(known[bit >> 3] & (128 >> (bit & 7))) for bit in bits) >= share * len(bits)


def by_letters(places: "NDArray[np.intp]", values: "NDArray[np.float32]", layer: Layer) -> "NDArray[np.float32]":
    """Score each effect of a label by its features. places, values: from `features`."""
    return values @ layer.weights[places] + layer.bias


def by_meaning(vectors: "NDArray[np.float32]", hidden: Layer, last: Layer) -> "NDArray[np.float32]":
    """Score each effect of labels by their meaning. vectors: the encoder's, one row for each label."""
    inner = (vectors @ hidden.weights + hidden.bias).clip(min=0)
    return inner @ last.weights + last.bias


def together(letters: "NDArray[np.float32]", meaning: "NDArray[np.float32]") -> "NDArray[np.float32]":
    """Return the weighted mean of the scores of both heads."""
    return LETTERS * letters + (1 - LETTERS) * meaning


def odds(sums: "NDArray[np.float32]") -> "NDArray[np.float32]":
    """Return the logarithm of the odds that labels have an effect. sums: the score of each effect, on the last axis."""
    import numpy as np

    return np.log(np.exp(sums[..., 1:]).sum(axis=-1)) - sums[..., 0]  # type: ignore[no-any-return]


def without_amounts(words: str) -> str:
    """Remove amounts of money ("¤") from a label, because prices are also on things that nobody pays for yet."""
    return words.replace(SIGN, " ").strip()


def features(words: str) -> "tuple[NDArray[np.intp], NDArray[np.float32]]":
    """Return (places, values): where a label's features are in the weights, and how much each of them counts.

    words: the label, folded; amounts of money in it do not count.
    Features are its words, pairs of neighbouring words, the first and the last word, how many words it has, parts of
    words of 2 to 5 letters, and the letters of scripts without blanks. All parts of a word together count as much as
    the word, so that a long noun does not outweigh a short verb.
    """
    import numpy as np

    parts, found = _parts(words), dict[int, float]()
    for feature, value in _features(parts):
        place = zlib.crc32(feature.encode()) % BUCKETS
        found[place] = found.get(place, 0) + value
    return np.array([*found], int), np.array([*found.values()], np.float32) / np.float32(max(1, len(parts)) ** 0.5)


def word_bits(words: str) -> list[int]:
    """Return the positions of a label's words in the bits for words known from training.

    In scripts without blanks, any two neighbouring letters count as a word.
    """
    told = [part.strip(_SIGNS) for part in _parts(words)]
    sizes = [(part, 2 if UNSPACED.match(part) else len(part)) for part in told]
    each = [part[at : at + size] for part, size in sizes for at in range(max(1, len(part) - size + 1))]
    return [zlib.crc32(one.encode()) % WORD_BITS for one in each]


def is_phrase(words: str) -> bool:
    """Tell whether a label has more than one word, or enough letters for it in a script without blanks."""
    return " " in words or len(UNSPACED.findall(words)) >= _WIDE_PHRASE


def label_hash(words: str) -> int:
    """Return the number by which a label is known by heart. words: the label, folded."""
    return zlib.crc32(words.strip(_SIGNS).encode())


def _parts(words: str) -> list[str]:
    plain = _POINTS.sub("", _NUMBER.sub("#", without_amounts(words))).translate(_SEATS)
    return plain.split()[:_MOST_ASKED]


def _features(parts: list[str]) -> Iterator[tuple[str, float]]:
    """Yield pairs (feature, how much it counts) for a label. parts: its words."""
    for part in parts:
        word = f"^{part[:_MOST_LETTERS]}$"
        yield f"word {word}", 1
        inner = [word[start : start + size] for size in _SIZES for start in range(len(word) - size + 1)]
        wide = [f"letter {letter}" for letter in part if UNSPACED.match(letter)]
        yield from ((each, _WIDE if wide else len(inner) ** -0.5) for each in [*inner, *wide])
    yield from ((f"pair {one} {other}", _PLACED) for one, other in pairwise(parts))
    yield from ((f"first {part}", _PLACED) for part in parts[:1])
    yield from ((f"last {part}", _PLACED) for part in parts[-1:])
    yield f"length {len(parts)}", _PLACED


@cache
def _weights() -> _Weights:
    import numpy as np

    with files("appagent.guard").joinpath(WEIGHTS).open("rb") as file, np.load(file) as held:
        layers = [
            Layer(held[name].astype(np.float32) * held[f"{name}_scale"], held[f"{name}_bias"])
            for name in ("letters", "hidden", "last")
        ]
        least, least_asked = ((float(one), float(both)) for one, both in (held["least"], held["least_asked"]))
        heart = dict(zip(held["heart"].tolist(), held["heart_effects"].tolist(), strict=True))
        return _Weights(layers[0], (layers[1], layers[2]), held["words"], heart, least, least_asked)
