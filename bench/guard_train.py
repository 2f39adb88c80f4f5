"""Train the guard's classifier of labels, and write appagent/guard/classifier.npz.

    python bench/guard_train.py [--allowed 0.02] [--allowed-asked 0.05]

The labels of bench/guard_labels/ and the words of bench/guard_words/, one file a language, were written for this: none
comes from an app or a catalogue, and none from the languages that bench/guard.py holds out. Each verb of the words is
put together with some of the objects, those of harmless verbs too, so that the verb tells what a label does and its
object does not. Names of countries, languages, currencies, months and days from CLDR (Babel) are added as labels that
do nothing. How certain the classifier has to be is found by leaving out a fifth of the labels: of those that do
nothing, at most the share --allowed may be told to do something, and of the questions --allowed-asked. What is put
together counts for no share. The fifth is drawn by chance. For both heads it is a fifth of the languages, too, because
the meaning is there for those that nobody wrote labels in; then the stricter limit counts.
Needs the extra `encoder`, and about 15 minutes.
"""

import argparse
import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from babel import Locale
from numpy.typing import NDArray

from appagent.documents.encoder import encoded
from appagent.guard.classifier import (
    BUCKETS,
    EFFECTS,
    WEIGHTS,
    WORD_BITS,
    Layer,
    by_letters,
    by_meaning,
    features,
    is_phrase,
    label_hash,
    odds,
    together,
    without_amounts,
    word_bits,
)
from appagent.guard.reading import bare

LABELS, WORDS = (Path(__file__).with_name(name) for name in ("guard_labels", "guard_words"))
FILE = Path(__file__).resolve().parents[1] / "appagent" / "guard" / WEIGHTS
_PARTS = 5  # one of them is left out
_NAMES = 150  # of countries and the like, a language
_SMOOTH = 0.02
_OBJECTS, _NAMED = 6, 3  # objects and names of CLDR that are drawn for each verb
_EPOCHS, _BATCH, _RATE = 8, 256, 0.1  # of the letters
_HIDDEN, _ROUNDS, _ROWS, _STEP = 256, 15, 512, 0.003  # of the meaning: inner outputs, epochs, batch, rate
_SCALE = 5.66  # makes the encoder's numbers 0.25 large on average, whose vectors have length 1
_NOISE = 0.15  # added to them in training: words with like meanings are to do the same

Floats = NDArray[np.float32]
Effects = NDArray[np.int64]
Features = Sequence[tuple[NDArray[np.intp], Floats]]  # places and values of each label


class Label(NamedTuple):
    """Label with its effect, whether it is a question, its language, and whether it was composed from words."""

    text: str
    effect: str
    asked: bool
    language: str
    composed: bool = False


def main() -> None:
    """Train, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--allowed", type=float, default=0.02)
    parser.add_argument("--allowed-asked", type=float, default=0.05)
    given = parser.parse_args()
    labels = list(dict.fromkeys(chain(written(), names(), whole(), composed())))
    known = [features(bare(label.text)) for label in labels]
    plain = np.array([not label.composed for label in labels])
    vectors = np.zeros((len(labels), 512), np.float32)  # none are needed of what is put together
    vectors[plain] = encoded([without_amounts(bare(label.text)) for label in labels if not label.composed])
    effects = np.array([EFFECTS.index(label.effect) for label in labels])
    asked = np.array([label.asked for label in labels])
    languages = sorted({label.language for label in labels})
    parts = {
        "by chance": np.random.default_rng(0).integers(_PARTS, size=len(known)) == 0,
        "by language": np.array([languages.index(label.language) % _PARTS == 0 for label in labels]),
    }
    least = []
    doing = {way: left_out(known, vectors, effects, plain, out) for way, out in parts.items()}
    for which, allowed, kind in ((plain & ~asked, given.allowed, "labels"), (asked, given.allowed_asked, "questions")):
        told = {
            (head, way): told_from(doing[way][head], effects, which & out, allowed, f"{kind} by {head}, left out {way}")
            for way, out in parts.items()
            for head in ("letters", "both")
        }
        least.append((told["letters", "by chance"], max(told["both", way] for way in parts)))
    hidden, last = train_meaning(vectors, effects, np.flatnonzero(plain))
    layers = {"letters": train(known, effects, np.arange(len(known))), "hidden": hidden, "last": last}
    held = {key: value for name, layer in layers.items() for key, value in small(name, layer).items()}
    bits = np.zeros(WORD_BITS, bool)
    bits[[bit for label in labels for bit in word_bits(bare(label.text))]] = True
    held |= by_heart(labels) | {"words": np.packbits(bits)}
    np.savez_compressed(FILE, **held, least=least[0], least_asked=least[1])
    print(f"{len(labels)} labels in {len(languages)} languages; {FILE.stat().st_size / 1e3:.0f} kB")


def written() -> list[Label]:
    """Return all labels of the tables."""
    found = []
    for path in sorted(LABELS.glob("*.txt")):
        effect, asked = "", False
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("["):
                *kind, effect = line.strip("[]").split()
                asked = kind == ["ask"]
            elif line.strip():
                found.append(Label(line.strip(), effect, asked, path.stem))
    return found


def names() -> Iterator[Label]:
    """Yield labels that do nothing: names that CLDR knows in the languages of the tables."""
    for path in sorted(LABELS.glob("*.txt")):
        locale = Locale.parse(path.stem)
        calendar = [locale.months["format"]["wide"], locale.days["format"]["wide"]]
        known = [locale.territories, locale.languages, locale.currencies, *calendar]
        found = sorted({str(name) for each in known for name in each.values()})
        drawn = random.Random(0).sample(found, min(_NAMES, len(found)))
        yield from (Label(name, "none", False, path.stem) for name in drawn)


def whole() -> Iterator[Label]:
    """Yield the labels of the word tables that stand alone: whole labels, verbs and objects."""
    for language, order, words in tables():
        yield from (Label(text, "none", False, language) for text in words["objects"])
        for kind, texts in words.items():
            what, _, effect = kind.partition(" ")
            if what == "labels" or (what == "verbs" and order != "before-joined"):
                yield from (Label(text, effect, False, language) for text in texts)


def composed() -> Iterator[Label]:
    """Yield each verb of the word tables with some objects and names, in the word order of its language."""
    dice, named = random.Random(0), defaultdict[str, list[str]](list)
    for label in names():
        named[label.language].append(label.text)
    for language, order, words in tables():
        gap = "" if order.endswith("joined") else " "
        others = named[language] or named["en"]
        for kind, texts in words.items():
            for verb in texts if kind.startswith("verbs ") else ():
                drawn = dice.sample(words["objects"], min(_OBJECTS, len(words["objects"])))
                drawn += dice.sample(others, _NAMED)
                pairs = ((thing, verb) if order.startswith("before") else (verb, thing) for thing in drawn)
                yield from (Label(gap.join(pair), kind[6:], False, language, True) for pair in pairs)


def tables() -> Iterator[tuple[str, str, dict[str, list[str]]]]:
    """Yield (language, place of the object, texts by kind) of all files of words."""
    for path in sorted(WORDS.glob("*.txt")):
        lines = dict(line.split(": ", 1) for line in path.read_text(encoding="utf-8").splitlines())
        order = lines.pop("order")
        yield path.stem, order, {kind: texts.split(", ") for kind, texts in lines.items()}


def by_heart(labels: Sequence[Label]) -> dict[str, Any]:
    """Return as arrays which labels are known by heart, and what they do.

    Those are labels as a whole that mean the same in all languages that have them. A harmless one has to be a phrase,
    because a single word may do something on another page.
    """
    known = defaultdict[str, set[str]](set)
    for label in labels:
        if not (label.asked or label.composed):
            known[bare(label.text)].add(label.effect)
    verbs = {bare(text) for _, _, words in tables() for kind in words if kind[:5] == "verbs" for text in words[kind]}
    told = {
        label_hash(text): EFFECTS.index(*effects)
        for text, effects in known.items()
        if len(effects) == 1 and (is_phrase(text) or not effects & {"none"}) and text not in verbs
    }
    return {"heart": np.array([*told], np.uint32), "heart_effects": np.array([*told.values()], np.uint8)}


def left_out(
    known: Features, vectors: Floats, effects: Effects, plain: NDArray[np.bool_], out: NDArray[np.bool_]
) -> dict[str, Floats]:
    """Return by head the logarithm of the odds that labels have an effect, by weights trained without some of them.

    known, vectors: features and vectors of each label, which the heads read.
    plain: True for labels with vectors.
    out: True for the labels that are left out of training; the odds of all others are 0.
    """
    kept, judged = np.flatnonzero(~out), np.flatnonzero(out & plain)
    letters = sums(known, judged, train(known, effects, kept))
    meant = by_meaning(vectors[judged], *train_meaning(vectors, effects, kept[plain[kept]]))
    found = {"letters": np.zeros(len(out), np.float32), "both": np.zeros(len(out), np.float32)}
    found["letters"][judged] = odds(letters)
    found["both"][judged] = together(odds(letters), odds(meant))
    return found


def sums(known: Features, rows: Effects, layer: Layer) -> Floats:
    """Return the score of each effect for some labels, by their letters."""
    return np.array([by_letters(*known[row], layer) for row in rows])


def told_from(doing: Floats, effects: Effects, which: NDArray[np.bool_], allowed: float, what: str) -> float:
    """Return the least odds at which at most the share `allowed` of harmless labels counts as having an effect.

    doing: logarithm of the odds that each label has an effect.
    which: True for the labels that count.
    what: name for them.
    Prints the share of the other labels that is recognised.
    """
    least = float(np.quantile(doing[which & (effects == 0)], 1 - allowed))
    told = (doing[which & (effects > 0)] >= least).mean()
    print(f"{what}: {told:.1%} are told of those that do something, from {least:.2f} on", flush=True)
    return least


def small(name: str, layer: Layer) -> dict[str, Any]:
    """Return a layer as arrays to store: its weights as whole numbers from -127 to 127, and their scale."""
    scale = np.abs(layer.weights).max() / 127
    whole = np.round(layer.weights / scale).astype(np.int8)
    return {name: whole, f"{name}_scale": np.float32(scale), f"{name}_bias": layer.bias}


def train(known: Features, effects: Effects, kept: Effects) -> Layer:
    """Train a multinomial logistic regression on some labels, by AdaGrad. known: features of each label."""
    chance = np.random.default_rng(0)
    weights, bias = np.zeros((BUCKETS, len(EFFECTS)), np.float32), np.zeros(len(EFFECTS), np.float32)
    squares, bias_squares = np.full_like(weights, 1e-6), np.full_like(bias, 1e-6)
    wanted = wanted_of(effects)
    for _ in range(_EPOCHS):
        order = kept[chance.permutation(len(kept))]
        for rows in (order[start : start + _BATCH] for start in range(0, len(order), _BATCH)):
            counts = np.array([len(known[row][0]) for row in rows])
            places, values = (np.concatenate([known[row][part] for row in rows]) for part in (0, 1))
            sums = np.add.reduceat(weights[places] * values[:, None], np.cumsum(counts) - counts) + bias
            wrong = shares(sums) - wanted[rows]
            used, which = np.unique(places, return_inverse=True)
            each = np.repeat(wrong, counts, axis=0) * values[:, None]
            slope = np.stack([np.bincount(which, column, len(used)) for column in each.T], axis=1).astype(np.float32)
            squares[used] += slope**2
            weights[used] -= _RATE * slope / np.sqrt(squares[used])
            bias_squares += wrong.sum(axis=0) ** 2
            bias -= _RATE * wrong.sum(axis=0) / np.sqrt(bias_squares)
    return Layer(weights, bias)


def train_meaning(vectors: Floats, effects: Effects, kept: Effects) -> tuple[Layer, Layer]:
    """Train a network with one hidden layer on the encoder's vectors of some labels, by Adam with a falling rate."""
    vectors, effects = vectors[kept], effects[kept]
    chance = np.random.default_rng(0)
    sizes = (vectors.shape[1], _HIDDEN, len(EFFECTS))
    known = [
        part
        for size, after in pairwise(sizes)
        for part in (chance.normal(0, 1 / np.sqrt(size), (size, after)).astype(np.float32), np.zeros(after, np.float32))
    ]
    means, squares = ([np.zeros_like(part) for part in known] for _ in range(2))
    wanted, number = wanted_of(effects), 0
    last = _ROUNDS * -(-len(vectors) // _ROWS)
    for _ in range(_ROUNDS):
        order = chance.permutation(len(vectors))
        for rows in (order[start : start + _ROWS] for start in range(0, len(order), _ROWS)):
            number += 1
            given = _SCALE * vectors[rows] + chance.normal(0, _NOISE, (len(rows), sizes[0])).astype(np.float32)
            rate = _STEP * (1 - number / (last + 1))
            for part, mean, square, slope in zip(
                known, means, squares, slopes(given, wanted[rows], *known), strict=True
            ):
                mean += 0.1 * (slope - mean)
                square += 0.001 * (slope**2 - square)
                part -= rate * (mean / (1 - 0.9**number)) / (np.sqrt(square / (1 - 0.999**number)) + 1e-8)
    return Layer(known[0] * np.float32(_SCALE), known[1]), Layer(known[2], known[3])


def slopes(given: Floats, wanted: Floats, weights: Floats, bias: Floats, last: Floats, end: Floats) -> list[Floats]:
    """Return the gradient of the loss for each weight of the network: of the hidden layer and of the last one."""
    inner = (given @ weights + bias).clip(min=0)
    wrong = (shares(inner @ last + end) - wanted) / len(given)
    back = (wrong @ last.T) * (inner > 0)
    return [given.T @ back, back.sum(axis=0), inner.T @ wrong, wrong.sum(axis=0)]


def wanted_of(effects: Effects) -> Floats:
    """Return the target share of each effect for each label: nearly all of it for the label's own effect."""
    wanted = np.full((len(effects), len(EFFECTS)), _SMOOTH / len(EFFECTS), np.float32)
    wanted[np.arange(len(effects)), effects] += 1 - _SMOOTH
    return wanted


def shares(sums: Floats) -> Floats:
    """Return the probability of each effect (softmax over the last axis)."""
    powers = np.exp(sums - sums.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)  # type: ignore[no-any-return]


if __name__ == "__main__":
    main()
