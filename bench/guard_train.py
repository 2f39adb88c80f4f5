"""Train the guard's classifier of labels, and write appagent/guard/classifier.npz.

    python bench/guard_train.py [--allowed 0.02] [--allowed-asked 0.05] [--folds 5]

The labels of bench/guard_labels/, one file a language, were written for this: none comes from an app or a catalogue,
and none from the languages that bench/guard.py holds out. Names of countries, languages, currencies, months and days
from CLDR (Babel) are added as labels that do nothing. How certain the classifier has to be is found by leaving out one
part of the labels after another: of those that do nothing, at most the share --allowed may be told to do something, and
of the questions --allowed-asked. A part is drawn by chance. For both heads it is some languages, too, because the
meaning is there for those that nobody wrote labels in; then the stricter limit counts.
Needs the extra `encoder`, and about 10 minutes.
"""

import argparse
import random
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from babel import Locale
from numpy.typing import NDArray

from appagent.documents.nearness import encoded
from appagent.guard.classifier import (
    BUCKETS,
    EFFECTS,
    WEIGHTS,
    Layer,
    by_meaning,
    features,
    odds,
    together,
    without_amounts,
)
from appagent.guard.labels import bare

LABELS = Path(__file__).with_name("guard_labels")
FILE = Path(__file__).resolve().parents[1] / "appagent" / "guard" / WEIGHTS
_NAMES = 150  # of countries and the like, a language
_SMOOTH = 0.02
_EPOCHS, _BATCH, _RATE = 30, 64, 0.05  # of the letters
_HIDDEN, _ROUNDS, _ROWS, _STEP = 256, 30, 512, 0.003  # of the meaning: inner outputs, epochs, batch, rate
_SCALE = 5.66  # makes the encoder's numbers 0.25 large on average, whose vectors have length 1
_NOISE = 0.15  # added to them in training: words with like meanings are to do the same

Floats = NDArray[np.float32]
Effects = NDArray[np.int64]


class Label(NamedTuple):
    """Hold one label: what it does, and whether it is a question."""

    text: str
    effect: str
    asked: bool
    language: str


def main() -> None:
    """Train, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--allowed", type=float, default=0.02)
    parser.add_argument("--allowed-asked", type=float, default=0.05)
    parser.add_argument("--folds", type=int, default=5)
    given = parser.parse_args()
    labels = [*written(), *names()]
    known = [features(bare(label.text)) for label in labels]
    vectors = encoded([without_amounts(bare(label.text)) for label in labels])
    effects = np.array([EFFECTS.index(label.effect) for label in labels])
    asked = np.array([label.asked for label in labels])
    languages = sorted({label.language for label in labels})
    parts = {
        "by chance": np.random.default_rng(0).integers(given.folds, size=len(known)),
        "by language": np.array([languages.index(label.language) % given.folds for label in labels]),
    }
    alone, both = {}, {}
    for way, part in parts.items():
        alone[way] = odds(left_out(lambda kept, out: sums(known, out, train(known, effects, kept)), part))
        meant = left_out(lambda kept, out: by_meaning(vectors[out], *train_meaning(vectors[kept], effects[kept])), part)
        both[way] = together(alone[way], odds(meant))
    least = []
    for which, allowed, kind in ((~asked, given.allowed, "labels"), (asked, given.allowed_asked, "questions")):
        told = told_from(alone["by chance"], effects, which, allowed, f"{kind} by the letters, left out by chance")
        from_both = (told_from(both[way], effects, which, allowed, f"{kind} by both, left out {way}") for way in parts)
        least.append((told, max(from_both)))
    hidden, last = train_meaning(vectors, effects)
    layers = {"letters": train(known, effects, np.arange(len(known))), "hidden": hidden, "last": last}
    held = {key: value for name, layer in layers.items() for key, value in small(name, layer).items()}
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


def left_out(judge: Callable[[Effects, Effects], Floats], part: Effects) -> Floats:
    """Return a number for each label and effect, by weights that were trained without the label's part.

    judge: returns them for some labels (its second argument) after training on others (its first).
    """
    found = np.zeros((len(part), len(EFFECTS)), np.float32)
    for each in np.unique(part):
        found[part == each] = judge(np.flatnonzero(part != each), np.flatnonzero(part == each))
    return found


def sums(known: Sequence[list[int]], rows: Effects, layer: Layer) -> Floats:
    """Return a number for each effect of some labels, by their letters."""
    found = [layer.weights[known[row]].sum(axis=0) / np.sqrt(len(known[row])) for row in rows]
    return np.array(found) + layer.bias


def told_from(doing: Floats, effects: Effects, which: NDArray[np.bool_], allowed: float, what: str) -> float:
    """Return from which odds on at most `allowed` of some labels that do nothing are told to do something.

    Prints the share of the others that is told. doing: logarithm of the odds that each label does something.
    which: True for the labels that count. what: name for them.
    """
    least = float(np.quantile(doing[which & (effects == 0)], 1 - allowed))
    told = (doing[which & (effects > 0)] >= least).mean()
    print(f"{what}: {told:.1%} are told of those that do something, from {least:.2f} on", flush=True)
    return least


def small(name: str, layer: Layer) -> dict[str, Any]:
    """Return a layer as arrays to keep: its weights as whole numbers from -127 to 127, and their scale."""
    scale = np.abs(layer.weights).max() / 127
    whole = np.round(layer.weights / scale).astype(np.int8)
    return {name: whole, f"{name}_scale": np.float32(scale), f"{name}_bias": layer.bias}


def train(known: Sequence[list[int]], effects: Effects, kept: Effects) -> Layer:
    """Train a multinomial logistic regression on some labels, by AdaGrad. known: features of each label."""
    chance = np.random.default_rng(0)
    weights, bias = np.zeros((BUCKETS, len(EFFECTS)), np.float32), np.zeros(len(EFFECTS), np.float32)
    squares, bias_squares = np.full_like(weights, 1e-8), np.full_like(bias, 1e-8)
    wanted = wanted_of(effects)
    for _ in range(_EPOCHS):
        order = kept[chance.permutation(len(kept))]
        for start in range(0, len(order), _BATCH):
            rows = order[start : start + _BATCH]
            counts = np.array([len(known[row]) for row in rows])
            places, row_of = np.concatenate([known[row] for row in rows]), np.repeat(np.arange(len(rows)), counts)
            scale = (1 / np.sqrt(counts)).astype(np.float32)[:, None]
            sums = np.zeros((len(rows), len(EFFECTS)), np.float32)
            np.add.at(sums, row_of, weights[places])
            wrong = shares(sums * scale + bias) - wanted[rows]
            used, which = np.unique(places, return_inverse=True)
            slope = np.zeros((len(used), len(EFFECTS)), np.float32)
            np.add.at(slope, which, (wrong * scale)[row_of])
            squares[used] += slope**2
            weights[used] -= _RATE * slope / np.sqrt(squares[used])
            bias_squares += wrong.sum(axis=0) ** 2
            bias -= _RATE * wrong.sum(axis=0) / np.sqrt(bias_squares)
    return Layer(weights, bias)


def train_meaning(vectors: Floats, effects: Effects) -> tuple[Layer, Layer]:
    """Train a network with one hidden layer on what the encoder makes of labels, by Adam with a falling rate."""
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
    """Return how the loss changes with each weight of the network: of the hidden layer and of the last one."""
    inner = (given @ weights + bias).clip(min=0)
    wrong = (shares(inner @ last + end) - wanted) / len(given)
    back = (wrong @ last.T) * (inner > 0)
    return [given.T @ back, back.sum(axis=0), inner.T @ wrong, wrong.sum(axis=0)]


def wanted_of(effects: Effects) -> Floats:
    """Return what share each label is to have of each effect: nearly all of its own."""
    wanted = np.full((len(effects), len(EFFECTS)), _SMOOTH / len(EFFECTS), np.float32)
    wanted[np.arange(len(effects)), effects] += 1 - _SMOOTH
    return wanted


def shares(sums: Floats) -> Floats:
    """Return the share of certainty of each effect (softmax over the last axis)."""
    powers = np.exp(sums - sums.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)  # type: ignore[no-any-return]


if __name__ == "__main__":
    main()
