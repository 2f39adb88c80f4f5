"""Mask typed texts and words from the screen in a run, so that the run can be shown to others."""

import re
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from appagent.actions import call, parse
from appagent.actions.parts.description import MASK
from appagent.errors import ActionError
from appagent.runs.trajectory import Step, Trajectory
from appagent.screen.language.secret import names_a_secret

# Texts in quotes are an element's words, or are typed into an element.
_QUOTED = re.compile(r"\"(?:\\.|[^\"\\])*\"|“[^”]*”|«[^»]*»|「[^」]*」|(?<!\w)['‘][^'’]*['’](?!\w)")
_FROM_FIRST_TO_LAST = re.compile(r'".*"', re.DOTALL)  # a typed text may contain quotes
_SHORT = 4  # characters: shorter words are masked only where they stand alone


def redacted(trajectory: Trajectory) -> Trajectory:
    """Return a copy of a run in which typed texts, wherever they occur, and everything in quotation marks are masked.

    Observations, thinking and the answer are masked whole, because they describe what was on the screen. The model's
    other words stay. The phone's log is left out.
    """
    typed = {text for step in trajectory.steps if (text := _typed_text(step.action))}
    steps = tuple(_redacted_step(step, typed) for step in trajectory.steps)
    start, end = ({**facts, **_masked_facts(facts, typed)} for facts in (trajectory.start, trajectory.end))
    end = {**end, "answer": MASK} if end.get("answer") else end
    troubles = tuple(replace(one, log=()) for one in trajectory.troubles)  # a log may say anything
    return replace(trajectory, start=start, steps=steps, end=end, troubles=troubles)


def _redacted_step(step: Step, typed: Collection[str]) -> Step:
    return replace(
        step,
        action=_masked_call(step.action),
        words=_FROM_FIRST_TO_LAST.sub(f'"{MASK}"', step.words),
        observation=MASK if step.observation else "",
        thought=_masked_text(step.thought, typed),
        summary=_masked_text(step.summary, typed),
        think=MASK if step.think else "",
        answer=MASK if step.answer else "",
        read=MASK if step.read else "",
        reply=MASK if step.reply else "",
        effect=_masked_text(step.effect, typed),
        reason=_masked_text(step.reason, typed),
        left_out=_masked_text(step.left_out, typed),
    )


def _masked_facts(facts: Mapping[str, Any], typed: Collection[str]) -> dict[str, str]:
    """Return the task, the check and the reason in the first or last line of a run, masked, by name.

    A text that mentions a password or the like is masked whole.
    """
    said = {name: _masked_text(str(facts[name]), typed) for name in ("task", "check", "reason") if name in facts}
    return {name: MASK if names_a_secret(words) else words for name, words in said.items()}


def _typed_text(action: str) -> str:
    try:
        return parse(action).typed.strip()
    except ActionError:
        return ""


def _masked_call(action: str) -> str:
    """Mask the free text in a call, such as the "milk" in `text("milk")`."""
    try:
        return call(parse(action).masked(MASK))
    except ActionError:
        return _FROM_FIRST_TO_LAST.sub(f'"{MASK}"', action)


def _masked_text(words: str, typed: Collection[str]) -> str:
    """Mask the texts in `typed`, and everything in quotation marks, in a text.

    >>> _masked_text('I put milk into "Title"', {"milk"})
    'I put ••• into •••'
    """
    for text in sorted(typed, key=len, reverse=True):
        alone = (r"(?<![^\W_])", r"(?![^\W_])") if len(text) < _SHORT and text.isascii() else ("", "")
        words = re.sub(re.escape(text).join(alone), MASK, words, flags=re.IGNORECASE)
    return _QUOTED.sub(MASK, words)
