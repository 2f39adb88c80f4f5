"""A trajectory that somebody else wrote: whatever stands in it, there is a page or one line that says what is wrong."""

import dataclasses
import json
import math
from pathlib import Path

import pytest
from tables import cases

from appagent.errors import UsageError
from appagent.runs.report import render
from appagent.runs.trajectory import LOG, Step, load_run

STEP = Step(1, "s", "com.x", ".A", "tap(1)", "tap X", "done", size=(100, 200), bounds=(1, 2, 3, 4), seconds=1.0)
GOOD = {
    "start": {"kind": "run", "task": "t", "app": "com.x", "time": "2026", "docs": "auto", "agent": "offline"},
    "step": {"kind": "step", **dataclasses.asdict(STEP)},
    "end": {"kind": "end", "status": "success", "seconds": 1.0, "reason": "r", "answer": "a", "documents_written": 3},
}
ODD = [None, True, -1, 10**20, 1e308, math.nan, math.inf, "x", [], [1], ["a"], [[1]], {}, {"a": [1]}, "\ud800"]


def written(folder: Path, **lines: dict[str, object]) -> Path:
    (folder / LOG).write_text("\n".join(json.dumps({**GOOD, **lines}[name]) for name in GOOD))
    return folder


def page_or_error(folder: Path) -> str:
    """The page of a run, plain and redacted, or why there is none."""
    try:
        run = load_run(folder)
    except UsageError as error:
        return str(error)
    return render(run, redact=True) and render(run)


@pytest.mark.slow
@cases("odd", ODD)
def test_odd_values_anywhere_make_a_page_or_an_error_of_the_user(tmp_path, odd):
    told = [
        (name, fact, page_or_error(written(tmp_path, **{name: {**line, fact: odd}})))
        for name, line in GOOD.items()
        for fact in line.keys() - {"kind"}
    ]
    for name, fact, said in told:
        assert said.endswith("</html>") or (name == "step" and f"its {fact} cannot be" in said)


@cases(
    ("fact", "value"),
    [("documents", "abc"), ("bounds", [1, 2]), ("size", [1, 2, 3]), ("seconds", "1"), ("number", 1.5)],
)
def test_a_fact_of_another_type_is_named(tmp_path, fact, value):
    with pytest.raises(UsageError, match=f"its {fact} cannot be"):
        load_run(written(tmp_path, step={**GOOD["step"], fact: value}))


def test_a_line_nested_deeper_than_anybody_would_write_is_passed_over(tmp_path):
    written(tmp_path)
    with (tmp_path / LOG).open("a") as file:
        file.write('\n{"kind": "step", "number": ' + "[" * 200_000 + "]" * 200_000 + "}")
    assert len(load_run(tmp_path).steps) == 1


def test_a_folder_in_the_place_of_a_trajectory_is_refused(tmp_path):
    (tmp_path / LOG).mkdir()
    with pytest.raises(UsageError, match="no regular file"):
        load_run(tmp_path)
