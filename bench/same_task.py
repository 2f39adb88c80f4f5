"""Measure how often the nearest known task is the same, by how much nearer it is, and write the calibration.

    python bench/same_task.py [--write] [MODEL]

Without MODEL the encoder of the extra `encoder` is measured; MODEL is an embedding model of the endpoint.
`bench/same_task.txt` has tasks in English and Chinese, each with the same in other words and another task near it;
`tests/data/one_word.txt` has pairs that differ in one word. Each is asked of a store of tasks, in either language, and
the nearest of them counts. For half of the weight it should be the same task in other words; the other half are tasks
near one in the store, tasks that the store has not, and tasks that differ in a word. Half of the tasks, by a hash, set
the bounds of the rows; the shares are those of the other half, which is held out. Pairs worded alike are told apart by
words (`WORDED_ALIKE`), so they are counted by themselves.
"""

import hashlib
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from appagent.documents.encoder import LocalEncoder
from appagent.experience import likeness
from appagent.experience.likeness import CALIBRATION, WORDED_ALIKE, Calibration, lead, spoken, words_shared
from appagent.models.embeddings import EndpointEncoder
from appagent.settings import load
from appagent.store.tables.search import Encoder

ROOT = Path(__file__).resolve().parents[1]
FILE = Path(likeness.__file__).with_name(CALIBRATION)
STEP = 0.01  # of the lead, between possible bounds
FEWEST = 25  # pairs of a row, in either half
KINDS = ("same", "near", "absent", "one word")  # of a question, as in the docstring above
WEIGHTS = {"same": 1 / 2, "near": 1 / 6, "absent": 1 / 6, "one word": 1 / 6}
CHINESE = 3  # first column of the tasks in Chinese
_END = 9.0  # more than any lead
_HIGH = 0.8  # cosine by which one would think that tasks are the same


@dataclass(frozen=True)
class Pair:
    """A question and the nearest task in the store. same: True if this is its task, in other words.

    cosines: of the nearest task and of the next one.
    """

    kind: str
    cosines: tuple[float, float]
    shared: float
    same: bool


Halves = list[list[Pair]]  # the first half, and the one that is held out


def main(*given: str) -> None:
    """Print the rows of the calibration, and write them with --write."""
    names = [word for word in given if not word.startswith("--")]
    encoder: Encoder = EndpointEncoder(load().endpoint, names[0]) if names else LocalEncoder()
    halves = [list(_pairs(held_out, encoder)) for held_out in (False, True)]
    alike, others = (
        [[one for one in half if (one.shared >= WORDED_ALIKE) == worded] for half in halves] for worded in (True, False)
    )
    usual = round(float(np.median([one.cosines[1] for one in others[0]])), 2)
    rows = _rows(halves, others, usual)
    _print(encoder.name, halves, alike, others, Calibration(usual, rows))
    if "--write" in given:
        known = json.loads(FILE.read_text(encoding="utf-8")) if FILE.is_file() else {}
        told = {**known, encoder.name: {"usual": usual, "rows": rows}}
        FILE.write_text(json.dumps(told) + "\n", encoding="utf-8")


def _print(name: str, halves: Halves, alike: Halves, others: Halves, made: Calibration) -> None:
    table = Table("pairs", "first half: right / all", "held out: right / all", "share", title=name)
    table.add_row("worded alike", *map(_counts, alike), f"{_share(alike[1], halves[1]):.2f}")
    ends = [start for start, _ in made.rows[1:]] + [_END]
    for (start, share), end in zip(made.rows, ends, strict=True):
        counts = (_counts(_within(half, start, end, made.usual)) for half in others)
        table.add_row(f"ahead by {start:.2f}", *counts, f"{share:.2f}")
    near = ([one for one in half if one.cosines[0] >= _HIGH] for half in halves)
    table.add_row(f"any with a cosine from {_HIGH} on", *map(_counts, near), "")
    Console(width=100).print(table)
    asked = [one for half in halves for one in half if one.kind == "same"]
    print(f"the next one usually has {made.usual}; right is the nearest for {_counts(asked)} that the store has")


def _pairs(held_out: bool, encoder: Encoder) -> Iterator[Pair]:
    tasks = [line for line in _lines(ROOT / "bench" / "same_task.txt") if _held_out(line[0]) == held_out]
    words = [line for line in _lines(ROOT / "tests" / "data" / "one_word.txt") if _held_out(line[0]) == held_out]
    nowhere: list[None] = [None] * len(tasks)
    for column in (0, CHINESE):
        store = [line[column] for line in tasks]
        vectors = encoder.encoded(list(map(spoken, store)))
        for asked in (0, CHINESE):
            said, near = ([line[asked + place] for line in tasks] for place in (1, 2))
            cosines = encoder.encoded(said) @ vectors.T
            yield from _nearest("same", said, store, cosines, range(len(tasks)))
            np.fill_diagonal(cosines, -1.0)
            yield from _nearest("absent", said, store, cosines, nowhere)
            yield from _nearest("near", near, store, encoder.encoded(near) @ vectors.T, nowhere)
    store, goals = [goal for goal, *_ in words], [goal.replace(word, other, 1) for goal, word, other in words]
    cosines = encoder.encoded(goals) @ encoder.encoded(store).T
    yield from _nearest("one word", goals, store, cosines, [None] * len(words))


def _nearest(
    kind: str, goals: Sequence[str], store: Sequence[str], cosines: np.ndarray, right: Sequence[int | None]
) -> Iterator[Pair]:
    """Yield a pair for each goal. right: for each, the place of the same task in the store, or None."""
    for goal, row, place in zip(goals, cosines, right, strict=True):
        best, following = np.argsort(-row)[:2].tolist()
        yield Pair(kind, (float(row[best]), float(row[following])), words_shared(store[best], goal), best == place)


def _rows(halves: Halves, others: Halves, usual: float) -> list[tuple[float, float]]:
    """Return the rows of a calibration: bounds between which the share grows in the first half, and held-out shares."""
    bounds: list[tuple[float, float, float]] = []
    end = _END
    for start in np.arange(1.0, -1.0, -STEP).round(2).tolist():
        first = _share(_within(others[0], start, end, usual), halves[0])
        enough = all(len(_within(half, start, end, usual)) >= FEWEST for half in others)
        if enough and (not bounds or first < bounds[-1][1]):
            bounds.append((start, first, end))
            end = start
    shares, least = [], 1.0
    for start, _, end in bounds:
        least = min(least, _share(_within(others[1], start, end, usual), halves[1]))
        shares.append((start, round(least, 2)))
    return shares[::-1]


def _share(pairs: list[Pair], half: list[Pair]) -> float:
    """Return the share of pairs that are the same, weighed by WEIGHTS. half: all pairs of their half."""
    weight = {kind: WEIGHTS[kind] / sum(one.kind == kind for one in half) for kind in KINDS}
    of = sum(weight[one.kind] for one in pairs)
    return sum(weight[one.kind] for one in pairs if one.same) / of if of else 0.0


def _within(pairs: list[Pair], start: float, end: float, usual: float) -> list[Pair]:
    return [one for one in pairs if start <= lead(one.cosines, usual) < end]


def _counts(pairs: list[Pair]) -> str:
    return f"{sum(one.same for one in pairs)} / {len(pairs)}"


def _held_out(task: str) -> bool:
    return hashlib.sha256(task.encode()).digest()[0] % 2 == 1


def _lines(file: Path) -> list[list[str]]:
    return [line.split(" | ") for line in file.read_text(encoding="utf-8").splitlines()[1:]]


if __name__ == "__main__":
    main(*sys.argv[1:])
