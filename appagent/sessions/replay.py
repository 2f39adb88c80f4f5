"""Prepare a replay: its plan and values, the rows of a table of values, and that it does no deed a second time."""

import csv
import io
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from appagent.agents.replayed import moves_made
from appagent.errors import UsageError
from appagent.experience import Plan, fill_slots, plan_of
from appagent.experience.kept import experience_of
from appagent.experience.loops import unrolled
from appagent.experience.slots import fill_known
from appagent.files import read_file
from appagent.guard import in_words
from appagent.runs.listing import runs_in, start_of
from appagent.runs.report.files import find_run
from appagent.runs.trajectory import load_run
from appagent.screen import Size
from appagent.sessions.request import Request
from appagent.settings import Settings
from appagent.store.opening import open_store

_LARGEST_TABLE = 5_000_000  # bytes
_MOST_ROWS = 1_000


@dataclass(frozen=True)
class Before:
    """Earlier way of doing a task: the plan, with the values that it had.

    run: the folder of the run, or the id of the experience.
    size: of the display, px.
    untrusted: True if the experience comes from somebody whose key is not trusted here.
    """

    plan: Plan
    values: Mapping[str, str]
    run: str = ""
    size: Size = (1080, 2400)
    untrusted: bool = False

    def request(self, given: Mapping[str, str], start: int = 1, check: str = "") -> Request:
        """Return the request to do the task again.

        given: new values, by the names of the plan's slots.
        start: number of the move to begin with.
        check: as in `Request`.
        Raises UsageError as `filled` does, and if there is no such move.
        """
        filled = self.filled(given)
        plan, values = unrolled(self.plan, filled)
        if not 1 <= start <= len(plan.moves):
            raise UsageError(f"there is no move {start}; the task has {len(plan.moves)}")
        return Request(
            plan.app, self.told(filled), check=check, plan=plan, values=values, start=start, plan_of=self.run,
        )  # fmt: skip

    def filled(self, given: Mapping[str, str]) -> dict[str, str]:
        """Return the values of all slots by name: the given ones, and for other slots the values of the earlier run.

        Raises UsageError if a given name is not that of a slot, or if a slot has no value or is given an empty one.
        """
        names = self.plan.slots
        if wrong := [name for name in given if name not in names]:
            there = ", ".join(names) or "none"
            raise UsageError(f"{wrong[0]!r} is no value of this task; there are: {there}")
        found = {**self.values, **given}
        if empty := [name for name, value in given.items() if not value.strip() and self.values.get(name, "x").strip()]:
            raise UsageError(f"{empty[0]} is given no value; write it as --set {empty[0]}=VALUE, or leave it out")
        if missing := [name for name in names if name not in found and name not in self.plan.held]:
            raise UsageError(f"{missing[0]} has no value; give it with --set {missing[0]}=VALUE")
        if given.keys() & {*self.plan.held} and not self.plan.holds(found):
            raise UsageError(f"{', '.join(self.plan.held)} must stay as it was shown: no move says it")
        return found

    def told(self, given: Mapping[str, str]) -> str:
        """Return the task in words, with its values; a slot without a value appears as its name in braces."""
        return fill_known(self.plan.goal, {**self.values, **given})


def done_before(run: str, settings: Settings) -> Before:
    """Return how a task was done in a run, or how an experience says to do it (without values).

    run: as `find_run` takes it; "latest" is the latest run or demonstration that is no replay. If no run fits, it may
    be the beginning of the id of an experience.
    Raises UsageError if there is no such run, if it was no success, or if it cannot be done again.
    """
    try:
        folder = find_run(run, settings.runs, _is_no_replay)
    except UsageError:
        if not re.fullmatch(r"[0-9a-f]{4,64}", run):
            raise
        with open_store(settings, to_read=True) as store:
            kept = experience_of(store, run)
        return Before(kept.plan, {}, kept.record.id[:12], untrusted=kept.record.untrusted)
    made = plan_of(folder)
    found = made.uncut or made  # that the detours were none is known only after a verified replay without them
    return Before(found.plan, found.values, str(folder), found.size)


def _is_no_replay(start: Mapping[str, Any]) -> bool:
    return start.get("kind") in ("run", "record") and start.get("agent") != "replay"


def csv_rows(path: Path) -> list[dict[str, str]]:
    """Return the rows of a CSV file, each as a dict of its values by the names in the first row.

    Raises UsageError if the file cannot be read, or has no rows or too many.
    """
    try:
        text = read_file(path, _LARGEST_TABLE).decode("utf-8-sig")
        table = csv.DictReader(io.StringIO(text), strict=True)
        names = [str(name).strip() for name in table.fieldnames or ()]
        rows = list(table)
    except (UnicodeDecodeError, csv.Error) as error:
        raise UsageError(f"{path} is no CSV file in UTF-8: {error}") from error
    if not 0 < len(rows) <= _MOST_ROWS:
        raise UsageError(f"{path} has {len(rows)} rows of values; give 1 to {_MOST_ROWS}, below a row with their names")
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise UsageError(f"{path} has two columns {twice!r}; give each value one name of its own")
    for number, row in enumerate(rows, 2):
        if None in row or None in row.values():
            raise UsageError(f"line {number} of {path} has not as many values as the first line has names")
    return [{str(name).strip(): value for name, value in row.items()} for row in rows]


def check_going_on(settings: Settings, request: Request) -> None:
    """Raise UsageError if a replay from a later move would pay, send or delete what an earlier replay has already.

    The earlier replays with the same values are searched, back to the last that began at the first move. A move that
    was interrupted counts as made.
    """
    plan, start = request.plan, request.start
    deeds = {number for number in range(start, len(plan.moves) + 1) if plan.moves[number - 1].may} if plan else set()
    if plan is None or start == 1 or not deeds:
        return
    for folder in runs_in(settings.runs):
        begun = start_of(folder)
        if (begun.get("agent"), begun.get("app"), begun.get("task")) != ("replay", plan.app, request.goal):
            continue
        if again := deeds & {number for number, _ in moves_made(load_run(folder).steps)}:
            raise UsageError(_refusal(plan, request, min(again), folder))
        if begun.get("from_move", 1) == 1:
            return


def _refusal(plan: Plan, request: Request, number: int, folder: Path) -> str:
    move, last = plan.moves[number - 1], number == len(plan.moves)
    after = "nothing is left to do" if last else f"go on with --from {number + 1}"
    return (
        f"move {number} ({fill_slots(move.words, request.values)}) may {in_words(move.may)}, and {folder} did it, "
        f"or may have: see on the phone; if it was done, {after}, else add --again to do it"
    )
