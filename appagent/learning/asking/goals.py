"""Ask a model for goals that lead to the pages of an app that exploring never reached."""

import re
import time
from collections.abc import Collection, Sequence

from appagent.foreign import json_object, shown
from appagent.prompting.asking import Asker
from appagent.prompting.replies.schema import goals_schema
from appagent.prompting.replies.survey import whole
from appagent.runs.recorder import Recorder
from appagent.runs.trajectory import ASKED, Step
from appagent.step import spent

ASKS_GOALS = "asks for goals that lead to pages never reached"
_MOST_GOALS = 5
_MOST_LINES = 60  # activities, and pages, that the prompt lists
_LONGEST = 200  # letters of one goal


def unreached(activities: Collection[str], steps: Sequence[Step]) -> list[str]:
    """Return the activities of an app that were never in front in these steps.

    activities: all activities that the device lists for the app.
    """
    seen = {_short(step.activity) for step in steps}
    return sorted(each for each in activities if _short(each) not in seen)


def goals_named(steps: Sequence[Step]) -> list[str] | None:
    """Return the goals that the model named earlier in this run, or None if it was not asked yet."""
    step = next((step for step in steps if step.outcome == ASKED and step.words == ASKS_GOALS), None)
    return read_goals(step.reply) if step else None


def ask_for(asker: Asker, recorder: Recorder, activities: Sequence[str], pages: Sequence[str]) -> list[str]:
    """Ask the model once for goals, write its reply to disk as a step, and return the goals.

    activities: the activities that were never reached.
    pages: titles of the known pages.
    Raises LimitError and ModelError.
    """
    began, before = time.monotonic(), asker.usage
    told = {
        "app": recorder.app, "unreached": activities[:_MOST_LINES], "pages": pages[:_MOST_LINES], "most": _MOST_GOALS,
    }  # fmt: skip
    reply = asker.ask("goals", (), told, goals_schema())
    last = recorder.steps[-1]
    recorder.step(Step(
        len(recorder.steps) + 1, last.screen_id, last.app, last.activity, action="", words=ASKS_GOALS, outcome=ASKED,
        reply=whole(reply.text, reply.finish_reason), think=reply.think, seconds=round(time.monotonic() - began, 3),
        **spent(asker.usage, before),
    ))  # fmt: skip
    return read_goals(recorder.steps[-1].reply)


def read_goals(text: str) -> list[str]:
    r"""Parse a model's reply, in lines or in JSON, and return at most five goals; [] if it names none.

    >>> read_goals("1. Add a city to the clock.\n- Set a timer"), read_goals("None."), read_goals('{"goals": ["A b"]}')
    (['Add a city to the clock.', 'Set a timer'], [], ['A b'])
    """
    found = json_object(text)
    listed = found.get("goals") if found else None
    lines = [str(each) for each in listed] if isinstance(listed, list) else text.split("\n")
    goals = [shown(re.sub(r"^[\s\-•*]*(?:\d+[.)])?\s*", "", line)).strip(' "') for line in lines]
    return [each for each in goals if len(each.split()) >= _FEWEST and len(each) <= _LONGEST][:_MOST_GOALS]


_FEWEST = 2  # words of a goal


def _short(activity: str) -> str:
    return activity.rpartition(".")[2]
