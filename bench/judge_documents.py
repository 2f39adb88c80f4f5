"""Draw documents of stores for somebody who judges them beside their apps, with false ones among them.

    python bench/judge_documents.py STORE [STORE ...] [--documents 50] [--by-model 0] [--false 15] [--seed 1]
                                    [--out FOLDER] [--key FOLDER]

Drawn are documents as `appagent docs list` shows them. Writes documents.csv to --out, which the reader fills in, and
key.csv to --key, which the reader does not see. The key says of each line whether it is as the store has it, and which
model worded it: a false one has the sentence of another document of its app, about the same kind of action.
"""

import argparse
import csv
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from appagent.cli.documents.docs import described
from appagent.store.opening import open_store

QUESTIONS = ("true", "says more than the control", "harmful", "has a value of a person")
COLUMNS = ("number", "app", "page", "element", "id", "action", "what it does")
KEY = ("number", "as in the store", "sentence in the store", "model")


@dataclass(frozen=True)
class Line:
    """Document in a list.

    place: its app, page and element, and the element's id, as `appagent look` shows it; for all rows of a kind their
    template.
    model: the model that worded it, or "".
    """

    place: tuple[str, str, str, str]
    action: str
    says: str
    model: str = ""


@dataclass(frozen=True)
class Drawn:
    """One line for the reader.

    says: the sentence on it, which in a false line belongs to another document.
    """

    line: Line
    says: str


def main() -> None:
    """Draw the documents, and write both files."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("stores", type=Path, nargs="+")
    arguments.add_argument("--documents", type=int, default=50)
    arguments.add_argument("--by-model", type=int, default=0, help="how many of these a model worded, at least")
    arguments.add_argument("--false", type=int, default=15)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--out", type=Path, default=Path("judged"))
    arguments.add_argument("--key", type=Path, help="folder of the key; by default that of --out")
    given = arguments.parse_args()
    lines = [line for store in given.stores for line in listed(store)]
    drawn = draw(lines, given.documents, given.false, given.seed, given.by_model)
    write(given.out / "documents.csv", (*COLUMNS, *QUESTIONS), [
        (number, *each.line.place, each.line.action, each.says, *("" for _ in QUESTIONS))
        for number, each in enumerate(drawn, 1)
    ])  # fmt: skip
    write((given.key or given.out) / "key.csv", KEY, [
        (number, "yes" if each.says == each.line.says else "no", each.line.says, each.line.model)
        for number, each in enumerate(drawn, 1)
    ])  # fmt: skip
    false = sum(each.says != each.line.says for each in drawn)
    of_models = sum(bool(each.line.model) for each in drawn if each.says == each.line.says)
    print(
        f"{len(drawn)} of {len(lines)} documents in {given.out}, {false} of them false, {of_models} worded by a model"
    )


def listed(path: Path) -> list[Line]:
    """Return the documents that `docs list` would show for a store."""
    with open_store(path, to_read=True) as store:
        titles = store.titles()
        return [
            Line(
                (app, page, element, each.record.element_id or each.record.template),
                each.record.action,
                each.says,
                each.record.model,
            )
            for app in sorted({record.app for record in store.current()})
            for page, element, each in described(store.current(app), titles, store.labels(app))
        ]


def draw(lines: Sequence[Line], documents: int, false: int, seed: int, by_model: int = 0) -> list[Drawn]:
    """Return lines in random order, some of them with the sentence of another document.

    documents: number of lines that are unchanged.
    false: number of further lines that get the sentence of another document.
    seed: the same seed gives the same lines.
    by_model: how many of the unchanged lines a model must have worded, if there are so many.
    """
    chance = random.Random(seed)
    order = chance.sample(lines, len(lines))
    first = [line for line in order if line.model][:by_model]
    order = [*first, *(line for line in order if line not in first)]
    kept, others = order[:documents], order[documents:] or order
    drawn = [Drawn(line, line.says) for line in kept]
    for line in chance.sample(others, min(false, len(others))):
        alike = (each for each in lines if (each.place[0], each.action) == (line.place[0], line.action))
        if told := sorted({each.says for each in alike} - {line.says}):
            drawn.append(Drawn(line, chance.choice(told)))
    chance.shuffle(drawn)
    return drawn


def write(path: Path, heading: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Write a table as CSV, in a folder that is made for it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([heading, *rows])


if __name__ == "__main__":
    main()
