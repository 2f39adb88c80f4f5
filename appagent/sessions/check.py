"""Check on the phone's state whether a task is done, and count the documents that helped."""

from collections import Counter
from collections.abc import Callable

from appagent.devices import Device
from appagent.errors import UsageError
from appagent.sessions.request import Request
from appagent.sessions.session import Session
from appagent.tasks import holds


def task_check(device: Device, request: Request) -> Callable[[str], bool] | None:
    """Return the function that says, given the agent's answer, whether the task is done; None where nothing checks it.

    Sets the phone up for the task. The function is called once here, so that a mistake in a check is reported before
    anything is done. Raises UsageError.
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
    """Count the documents of the elements that a successful run touched."""
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
