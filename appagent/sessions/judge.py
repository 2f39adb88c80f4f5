"""Whether a task is done, by the phone's state; and which documents a success was owed to."""

from collections import Counter
from collections.abc import Callable

from appagent.devices import Device
from appagent.errors import UsageError
from appagent.sessions.order import Order
from appagent.sessions.stage import Stage
from appagent.tasks import holds


def judge_of(device: Device, order: Order) -> Callable[[str], bool] | None:
    """What says, by the agent's answer, whether the task is done; None where nothing can. Sets the phone up for it.

    It is asked once at the beginning: a mistake in a check is told before anything is done.
    """
    drawn = order.drawn
    if drawn and drawn.setup:
        device.set_up(drawn.setup)
    if drawn:
        before = _state(device, drawn.check) if drawn.check or drawn.function else {}

        def judge(answer: str) -> bool:
            return drawn.done(before, _state(device, drawn.check) if before else {}, answer)

    elif order.check:

        def judge(answer: str) -> bool:
            return holds(order.check, _state(device, order.check), answer)

    else:
        return None
    judge("")
    return judge


def note_help(stage: Stage) -> None:
    """Count the documents of the elements that a successful run touched."""
    used: Counter[str] = Counter()
    for step in stage.recorder.steps:
        for name in step.documents if step.outcome == "done" else ():
            record = stage.store.get(name)
            if step.element_id and record.element_id in {step.element_id, ""} and step.action.startswith(record.action):
                used[name] += 1
    for name in used:
        stage.store.helped(name)


def _state(device: Device, check: str) -> dict[str, object]:
    state = device.state()
    if state is None:
        raise UsageError(f"the check {check!r} needs a phone that tells its state; {device.serial} does not")
    return state
