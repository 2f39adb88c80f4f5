"""Prepare the check that decides whether a task is done, and count the documents that helped with a task."""

from collections import Counter
from collections.abc import Callable

from appagent.devices import Device
from appagent.errors import UsageError
from appagent.sessions.request import Request
from appagent.sessions.session import Session
from appagent.tasks import holds


def task_check(device: Device, request: Request) -> Callable[[str], bool] | None:
    """Return a function that tells whether the task is done, given the agent's answer; None if the task has no check.

    The phone is first set up for the task, if the task says how. The check is also evaluated once, so that a mistake in
    it is reported before the agent begins.
    Raises UsageError if the check is wrong or the phone does not report its apps' state.
    """
    drawn = request.drawn
    if drawn and drawn.setup:
        device.set_up(drawn.setup)
    if drawn:
        before = _state(device, drawn.check) if drawn.check or drawn.function else {}

        def is_done(answer: str) -> bool:
            return drawn.done(before, _state(device, drawn.check) if before else {}, answer)

    elif request.check:

        def is_done(answer: str) -> bool:
            return holds(request.check, _state(device, request.check), answer)

    else:
        return None
    is_done("")
    return is_done


def count_help(session: Session) -> None:
    """Add 1, in the store, to the use count of each document that helped a successful run.

    A document helped if the agent had it at a step that did the document's action on the document's element. For a
    document about several elements of one kind, any element counts.
    """
    used: Counter[str] = Counter()
    for step in session.recorder.steps:
        for name in step.documents if step.outcome == "done" else ():
            record = session.store.get(name)
            if step.element_id and record.element_id in {step.element_id, ""} and step.action.startswith(record.action):
                used[name] += 1
    for name in used:
        session.store.helped(name)


def _state(device: Device, check: str) -> dict[str, object]:
    state = device.state()
    if state is None:
        raise UsageError(f"the check {check!r} needs a phone that tells its state; {device.serial} does not")
    return state
