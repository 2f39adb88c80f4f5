"""Change a demonstration afterwards: take steps out, put them back, and write down what they are for."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path

from appagent.errors import UsageError
from appagent.runs.demonstration import read_demonstration, write_demonstration
from appagent.runs.recorder import Recorder
from appagent.runs.trajectory import Step, Trajectory, load_run

_OUT, _IN = "undone", "done"
_MOST = 100_000  # steps


def step_numbers(words: str) -> list[int]:
    """Parse a list of step numbers such as "3,5-7". Raises UsageError for anything else.

    >>> step_numbers("3, 5-7")
    [3, 5, 6, 7]
    """
    found: list[int] = []
    for part in words.split(","):
        first, dash, last = part.strip().partition("-")
        if not (first.isdecimal() and (last.isdecimal() if dash else not last) and len(first + last) < 12) or (
            dash and int(last) < int(first)
        ):
            raise UsageError(f"{part.strip()[:40]!r} names no steps; write numbers, such as 3 or 3,5-7")
        if int(last or first) - int(first) >= _MOST:
            raise UsageError(f"there are no steps {part.strip()}; a demonstration has fewer")
        found += range(int(first), int(last or first) + 1)
    return found


def steps_shown(run: Trajectory) -> list[Step]:
    """Return the steps of a demonstration that were done, whether or not they were taken out later.

    Raises UsageError if the run is no demonstration.
    """
    if run.start.get("kind") != "record":
        raise UsageError(f"{run.folder} is no demonstration but a {str(run.start.get('kind'))[:20]}")
    return [step for step in run.steps if step.outcome in (_OUT, _IN)]


def edit_demonstration(
    folder: Path,
    drop: Collection[int],
    keep: Collection[int],
    notes: Mapping[int, str],
    repeat: Collection[int],
) -> Trajectory:
    """Take steps out of a demonstration, put others back, write notes, and return the changed demonstration.

    Steps are given by their numbers.
    drop: steps to take out; they stay in the file, marked as undone.
    keep: steps to put back.
    notes: for each step, what it is for.
    repeat: steps that may be repeated without a person, whatever they do.
    Raises UsageError, before anything is changed, if one of the numbers is no step that was done.
    """
    there = {step.number for step in steps_shown(load_run(folder))}
    told = read_demonstration(folder)
    if unknown := sorted({*drop, *keep, *notes, *repeat} - there):
        known = ", ".join(map(str, sorted(there))) or "none"
        raise UsageError(f"there is no step {unknown[0]} that was done; there are: {known}")
    recorder = Recorder.resume(folder, goes_on=False)
    try:
        for number in drop:
            recorder.amend(number, outcome=_OUT)
        for number in keep:
            recorder.amend(number, outcome=_IN)
        for number, words in notes.items():
            recorder.amend(number, thought=words)
    finally:
        recorder.close()
    if repeat:
        unsure = tuple(number for number in told.unsure if number not in repeat)
        write_demonstration(folder, replace(told, unsure=unsure))
    return load_run(folder)
