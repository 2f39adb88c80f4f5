"""Define appagent record combine: make several demonstrations of a task into one experience."""

from typing import Annotated, Any

import typer

from appagent.cli.running.experience import tell_moves
from appagent.cli.shared import options as opt
from appagent.cli.shared import show

EXAMPLES = """Example:

appagent record combine 20260131-1200 20260131-1203"""
_Demonstrations = Annotated[
    list[str],
    typer.Argument(metavar="RUN...", help="Two demonstrations or runs of one task, or more: folders or names."),
]


@opt.shared("store", "runs")
def combine(demonstrations: _Demonstrations, json: opt.Json = False, *, options: opt.Options) -> None:
    """Make one experience from several demonstrations of a task.

    A text that was typed or chosen differently each time becomes a value. A text that was the same each time stays.
    Steps that were repeated are done once for each item of a list. A dialog that only some of them met is optional.
    """
    from appagent.sessions.experience import combined

    record, plan, values = combined(demonstrations, opt.settings(options))
    if json:
        told: dict[str, Any] = {"id": record.id, "task": plan.goal, "values": values, "moves": len(plan.moves)}
        loops = [{"first": loop.first, "last": loop.last, "lists": list(loop.slots)} for loop in plan.loops]
        optional = [number for number, move in enumerate(plan.moves, 1) if move.optional]
        show.put_json({**told, "loops": loops, "optional": optional})
        return
    told_values = (
        ", ".join(f"{name}={value}" for name, value in values.items()) or "none; it is done the same each time"
    )
    show.say(f"{plan.goal} (values: {told_values})")
    tell_moves(record.id, plan)
