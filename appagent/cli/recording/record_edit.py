"""Define appagent record edit: take steps out of a demonstration, and write down what the steps are for."""

import re
from typing import TYPE_CHECKING, Annotated, Any

import typer

from appagent.cli.shared import editor, show
from appagent.cli.shared import options as opt
from appagent.errors import UsageError
from appagent.foreign import shown

if TYPE_CHECKING:
    from appagent.runs.trajectory import Step, Trajectory

EXAMPLES = """Examples:

appagent record edit latest

appagent record edit latest --drop 3,5-7 --note "2=opens the archive" """
_Run = Annotated[str, typer.Argument(help="The demonstration: its folder, its name or 'latest'.")]
_Drop = Annotated[str, typer.Option("--drop", help="Steps to take out, such as 3,5-7.")]
_Keep = Annotated[str, typer.Option("--keep", help="Steps to put back.")]
_Note = Annotated[
    list[str] | None,
    typer.Option("--note", help="What a step is for; may be given several times.", metavar="STEP=WORDS"),
]
_Repeat = Annotated[
    str, typer.Option("--repeat", help="Steps that may pay, send or delete again without asking you, such as 4.")
]
_DIGITS = 12  # longest number of a step
_LINE = re.compile(r"\s*(\d{1,6})\b")


@opt.shared("runs")
def edit(
    run: _Run,
    drop: _Drop = "",
    keep: _Keep = "",
    note: _Note = None,
    repeat: _Repeat = "",
    json: opt.Json = False,
    *,
    options: opt.Options,
) -> None:
    """Take steps out of a demonstration, or say what they are for.

    Without --drop, --keep, --note or --repeat your editor opens with the steps; in a script they are only listed. Steps
    that were taken out are not done again. Their documents stay; to retract one: appagent docs retract ID.
    """
    from appagent.runs import editing
    from appagent.runs.report.files import find_run
    from appagent.runs.trajectory import load_run

    folder = find_run(run, opt.settings(options).runs, lambda start: start.get("kind") == "record")
    notes = dict(map(_note, note or ()))
    dropped, kept, repeated = (editing.step_numbers(words) if words else [] for words in (drop, keep, repeat))
    if not (drop or keep or note or repeat) and not json and show.console().is_terminal:
        dropped, kept, notes = _by_editor(editing.steps_shown(load_run(folder)))
    _print_steps(editing.edit_demonstration(folder, dropped, kept, notes, repeated), json)


def _note(words: str) -> tuple[int, str]:
    number, sign, note = words.partition("=")
    if not (sign and number.strip().isdecimal() and len(number) < _DIGITS):
        raise UsageError(f"--note takes STEP=WORDS, such as --note '2=opens the archive', not {words[:60]!r}")
    return int(number), note.strip()


def _by_editor(steps: "list[Step]") -> tuple[list[int], list[int], dict[int, str]]:
    """Open the list of steps in the person's editor, and return what was changed there.

    The result is (steps to take out, [], notes by the number of the step); the editor cannot put steps back.
    """
    listed = [
        f"{step.number} | {shown(step.words)} | {shown(step.thought)}" for step in steps if step.outcome == "done"
    ]
    out = [f"# {step.number} | {shown(step.words)} (taken out)" for step in steps if step.outcome != "done"]
    help_ = ["# Delete the line of a step to take it out. What stands after the last | is its note."]
    text = editor.edited("\n".join([*listed, "", editor.CUT, *help_, *out, ""]), "steps.txt", "--drop and --note")
    told = {int(hit[1]): line for line in text.splitlines() if (hit := _LINE.match(line))}
    before = {step.number: step for step in steps if step.outcome == "done"}
    notes = {number: line.rpartition("|")[2].strip() for number, line in told.items() if line.count("|") > 1}
    changed = {number: words for number, words in notes.items() if number in before and words != before[number].thought}
    return [number for number in before if number not in told], [], changed


def _print_steps(run: "Trajectory", json: bool) -> None:
    from appagent.runs.demonstration import read_demonstration
    from appagent.runs.editing import steps_shown

    steps = steps_shown(run)
    if json:
        told: list[dict[str, Any]] = [
            {
                "number": step.number, "words": step.words, "action": step.action, "note": step.thought,
                "taken_out": step.outcome != "done", "document": step.document,
            }
            for step in steps
        ]  # fmt: skip
        said = read_demonstration(run.folder)
        show.put_json({"run": str(run.folder), "steps": told, "values": dict(said.values), "unsure": list(said.unsure)})
        return
    lines = [[step.number, step.words, step.thought, "" if step.outcome == "done" else "taken out"] for step in steps]
    show.rows(["step", "shown", "note", ""], lines)
