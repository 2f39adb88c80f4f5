"""Draws documents of a store for somebody who judges them beside their app, with false ones among them.

    python bench/judge_documents.py STORE [--documents 50] [--false 15] [--seed 1] [--out FOLDER]

Drawn are documents as `appagent docs list` shows them. Writes FOLDER/documents.csv, which the reader fills in, and
FOLDER/key.csv, which says of each line whether it is as the store has it: a false one has the sentence of another
document of its app, about the same kind of action.
"""

import argparse
import csv
import random
from collections.abc import Sequence
from pathlib import Path

from appagent.cli.docs import described
from appagent.store.opening import open_store

QUESTIONS = ("true", "says more than the control", "harmful", "has a value of a person")
COLUMNS = ("number", "app", "page", "element", "action", "what it does")
Line = tuple[str, ...]  # the columns without the number


def main() -> None:
    """Draw the documents, and write both files."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("store", type=Path)
    arguments.add_argument("--documents", type=int, default=50)
    arguments.add_argument("--false", type=int, default=15)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--out", type=Path, default=Path("judged"))
    given = arguments.parse_args()
    drawn = draw(listed(given.store), given.documents, given.false, given.seed)
    given.out.mkdir(parents=True, exist_ok=True)
    reader = [[number, *line, *("" for _ in QUESTIONS)] for number, (line, _) in enumerate(drawn, 1)]
    write(given.out / "documents.csv", (*COLUMNS, *QUESTIONS), reader)
    key = [[number, "no" if true else "yes", true or line[-1]] for number, (line, true) in enumerate(drawn, 1)]
    write(given.out / "key.csv", ("number", "as in the store", "sentence in the store"), key)
    print(f"{len(drawn)} lines in {given.out}, {sum(bool(true) for _, true in drawn)} of them false")


def listed(path: Path) -> list[Line]:
    """Return the documents that a list of a store's would show."""
    with open_store(path, to_read=True) as store:
        titles = store.titles()
        return [
            (app, page, element, each.record.action, each.says)
            for app in sorted({record.app for record in store.current()})
            for page, element, each in described(store.current(app), titles, store.labels(app))
        ]


def draw(lines: Sequence[Line], documents: int, false: int, seed: int) -> list[tuple[Line, str]]:
    """Return lines in random order, each with "", or a false one with its true sentence. seed: the same gives the same.

    documents: number of lines that are as they were. false: number of lines that get the sentence of another one.
    """
    chance = random.Random(seed)
    order = chance.sample(lines, len(lines))
    kept, others = order[:documents], order[documents:] or order
    drawn = [(line, "") for line in kept]
    for line in chance.sample(others, min(false, len(others))):
        told = sorted({each[-1] for each in lines if (each[0], each[3]) == (line[0], line[3])} - {line[-1]})
        if told:
            drawn.append(((*line[:-1], chance.choice(told)), line[-1]))
    chance.shuffle(drawn)
    return drawn


def write(path: Path, heading: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Write a table as CSV."""
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([heading, *rows])


if __name__ == "__main__":
    main()
