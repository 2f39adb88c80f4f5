"""Documents are drawn for somebody who judges them beside their apps, without a word of what is true."""

import csv
import sys
from collections import Counter
from pathlib import Path

import judge_documents as judge
import pytest
from made_stores import made
from test_records import record

CHAT, FILES = "com.example.chat", "com.example.files"


@pytest.fixture
def stores(tmp_path: Path) -> list[Path]:
    """A store for each of two apps, with thirty documents that no model worded, and six that one did."""

    def of(app: str) -> list:
        plain = [record(f"Opens page {n} of {app}.", app=app, element_id=f"plain-{n}") for n in range(30)]
        return plain + [
            record(f"Shows part {n} of {app}.", app=app, element_id=f"told-{n}", model="desk") for n in range(6)
        ]

    return [made(tmp_path / f"{app}.sqlite", *of(app)) for app in (CHAT, FILES)]


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_the_reader_gets_documents_of_all_stores_and_the_truth_lies_elsewhere(stores, tmp_path, monkeypatch):
    out, key = tmp_path / "reader", tmp_path / "truth"
    options = ["--documents", "20", "--by-model", "9", "--false", "5", "--seed", "7"]
    given = ["judge_documents.py", *map(str, stores), *options, "--out", str(out), "--key", str(key)]
    monkeypatch.setattr(sys, "argv", given)
    judge.main()
    assert [path.name for path in out.iterdir()] == ["documents.csv"]
    told, truth = rows(out / "documents.csv"), rows(key / "key.csv")
    assert {line["app"] for line in told} == {CHAT, FILES}
    assert all(not line["true"] and not line["harmful"] for line in told)
    assert Counter(line["as in the store"] for line in truth) == {"yes": 20, "no": 5}
    assert sum(line["model"] == "desk" for line in truth if line["as in the store"] == "yes") >= 9
    for line, known in zip(told, truth, strict=True):
        kept = line["what it does"] == known["sentence in the store"]
        assert kept == (known["as in the store"] == "yes")
        assert line["app"] in line["what it does"]  # a false one has the sentence of another document of its app


def test_the_same_seed_draws_the_same(stores):
    lines = [line for store in stores for line in judge.listed(store)]
    assert judge.draw(lines, 20, 5, 7, 9) == judge.draw(lines, 20, 5, 7, 9)
    assert judge.draw(lines, 20, 5, 7, 9) != judge.draw(lines, 20, 5, 8, 9)


def test_no_line_is_drawn_twice(stores):
    lines = [line for store in stores for line in judge.listed(store)]
    drawn = judge.draw(lines, 40, 15, 7, 12)
    assert len({each.line for each in drawn}) == len(drawn) == 55
