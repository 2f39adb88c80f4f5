"""Train the guard's classifier of labels, and write appagent/guard/classifier.npz.

    python bench/guard_train.py [--allowed 0.02] [--allowed-asked 0.05] [--folds 5]

The labels of bench/guard_labels/, one file a language, were written for this: none comes from an app or a catalogue,
and none from the languages that bench/guard.py holds out. Names of countries, languages, currencies, months and days
from CLDR (Babel) are added as labels that do nothing. How certain the classifier has to be is found by leaving out one
part of the labels after another: of those that do nothing, at most the share --allowed may be told to do something, and
of the questions --allowed-asked.
"""

import argparse
import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from babel import Locale
from numpy.typing import NDArray

from appagent.guard.classifier import BUCKETS, EFFECTS, WEIGHTS, features
from appagent.guard.labels import bare

LABELS = Path(__file__).with_name("guard_labels")
FILE = Path(__file__).resolve().parents[1] / "appagent" / "guard" / WEIGHTS
_NAMES = 150  # of countries and the like, a language
_EPOCHS, _BATCH, _RATE, _SMOOTH = 30, 64, 0.05, 0.02

Floats = NDArray[np.float32]


def main() -> None:
    """Train, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--allowed", type=float, default=0.02)
    parser.add_argument("--allowed-asked", type=float, default=0.05)
    parser.add_argument("--folds", type=int, default=5)
    given = parser.parse_args()
    labels = [*written(), *names()]
    known = [features(bare(text)) for text, _, _ in labels]
    effects = np.array([EFFECTS.index(effect) for _, effect, _ in labels])
    asked = np.array([asked for _, _, asked in labels])
    sure = certainty(known, effects, given.folds)
    least = told_from(sure, effects, ~asked, given.allowed, "labels")
    least_asked = told_from(sure, effects, asked, given.allowed_asked, "questions")
    weights, bias = train(known, effects)
    scale = np.abs(weights).max() / 127
    small = np.round(weights / scale).astype(np.int8)
    np.savez_compressed(FILE, weights=small, scale=np.float32(scale), bias=bias, least=least, least_asked=least_asked)
    languages = len(list(LABELS.glob("*.txt")))
    print(f"{len(labels)} labels in {languages} languages; {FILE.stat().st_size / 1e3:.0f} kB")


def written() -> list[tuple[str, str, bool]]:
    """Return (label, effect, whether it is a question) for all labels of the tables."""
    found = []
    for path in sorted(LABELS.glob("*.txt")):
        effect, asked = "", False
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("["):
                *kind, effect = line.strip("[]").split()
                asked = kind == ["ask"]
            elif line.strip():
                found.append((line.strip(), effect, asked))
    return found


def names() -> Iterator[tuple[str, str, bool]]:
    """Yield (label, "none", False) for names that CLDR knows in the languages of the tables."""
    for path in sorted(LABELS.glob("*.txt")):
        locale = Locale.parse(path.stem)
        calendar = [locale.months["format"]["wide"], locale.days["format"]["wide"]]
        known = [locale.territories, locale.languages, locale.currencies, *calendar]
        found = sorted({str(name) for each in known for name in each.values()})
        yield from ((name, "none", False) for name in random.Random(0).sample(found, min(_NAMES, len(found))))


def certainty(known: Sequence[list[int]], effects: NDArray[np.int64], folds: int) -> NDArray[np.float64]:
    """Return how sure it is that each label does something, by weights that were trained without it."""
    part = np.random.default_rng(0).integers(folds, size=len(known))
    sure = np.zeros(len(known))
    for fold in range(folds):
        kept = np.flatnonzero(part != fold)
        weights, bias = train([known[n] for n in kept], effects[kept])
        for n in np.flatnonzero(part == fold):
            sure[n] = 1 - shares(weights[known[n]].sum(axis=0) / np.sqrt(len(known[n])) + bias)[0]
    return sure


def told_from(
    sure: NDArray[np.float64], effects: NDArray[np.int64], which: NDArray[np.bool_], allowed: float, what: str
) -> np.float32:
    """Return from which certainty on at most `allowed` of some labels that do nothing are told to do something.

    Prints the share of the others that is told. which: True for the labels that count. what: name for them.
    """
    least = np.quantile(sure[which & (effects == 0)], 1 - allowed)
    told = (sure[which & (effects > 0)] >= least).mean()
    print(f"{what} left out and told: {told:.1%} of those that do something, from {least:.2f} on")
    return np.float32(least)


def train(known: Sequence[list[int]], effects: NDArray[np.int64]) -> tuple[Floats, Floats]:
    """Return (weights, bias) of a multinomial logistic regression, by AdaGrad. known: features of each label."""
    chance = np.random.default_rng(0)
    weights, bias = np.zeros((BUCKETS, len(EFFECTS)), np.float32), np.zeros(len(EFFECTS), np.float32)
    squares, bias_squares = np.full_like(weights, 1e-8), np.full_like(bias, 1e-8)
    wanted = np.full((len(known), len(EFFECTS)), _SMOOTH / len(EFFECTS), np.float32)
    wanted[np.arange(len(known)), effects] += 1 - _SMOOTH
    for _ in range(_EPOCHS):
        order = chance.permutation(len(known))
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
    return weights, bias


def shares(sums: Floats) -> Floats:
    """Return the share of certainty of each effect (softmax over the last axis)."""
    powers = np.exp(sums - sums.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)  # type: ignore[no-any-return]


if __name__ == "__main__":
    main()
