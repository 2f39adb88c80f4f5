"""Prepare the check that decides whether a task is done, and count the documents that helped with a task."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from appagent.agent import AgentWrapper, Decision, View
from appagent.devices import Device
from appagent.documents.facts import observed_effect
from appagent.errors import UsageError
from appagent.loop import Outcome
from appagent.sessions.request import Request
from appagent.sessions.session import Session
from appagent.store import Store
from appagent.tasks import holds


@dataclass(frozen=True)
class TaskCheck:
    """Check of a task.

    is_done: function that judges by the agent's answer whether the task is done. held: True if it was done before.
    """

    is_done: Callable[[str], bool]
    held: bool


def checked(outcome: Outcome, *, done: bool, held: bool = False) -> tuple[str, str]:
    """Return (status, reason) of a run whose task was checked.

    done: True if the check found that the task is done. held: True if it would have found so before the run.
    If the agent gave up, the run is no success even then, because the person was told that the task is not done. Nor is
    it if the check was true before, and the agent did not come to an end.
    """
    if outcome.outcome in ("not_done", "impossible"):
        found = "the check says that it is done" if done else ""
        return outcome.status, "; ".join(filter(None, (outcome.reason, found)))
    if done and held and outcome.status != "success":
        return outcome.status, "; ".join(filter(None, (outcome.reason, "the check was true before the run")))
    if done:
        return "success", outcome.reason
    if outcome.status == "success":
        return "failed", "the agent said that it was done; the check says that it is not"
    return outcome.status, outcome.reason


def task_check(device: Device, request: Request) -> TaskCheck | None:
    """Return the check of a task, or None if it has none.

    If the task has a setup, the phone is set up first. The check is also evaluated once, so that a mistake in it is
    reported before the agent begins. In the check `before` is the state at this moment, also where a run is resumed.
    Raises UsageError if the check is wrong or the phone does not report its apps' state.
    """
    drawn = request.drawn
    if drawn and drawn.setup:
        device.set_up(drawn.setup)
    if drawn:
        before = _state_for_check(device, drawn.check) if drawn.check or drawn.function else {}

        def is_done(answer: str) -> bool:
            return drawn.done(before, _state_for_check(device, drawn.check) if before else {}, answer)

    elif request.check:
        before = _state_for_check(device, request.check)

        def is_done(answer: str) -> bool:
            return holds(request.check, {**_state_for_check(device, request.check), "before": before}, answer)

    else:
        return None
    return TaskCheck(is_done, is_done("") and not request.resume)


@dataclass
class NotingNames(AgentWrapper):
    """Wrapper of an agent that saves the older ids of each screen on the way; `Store.renamed` needs them."""

    store: Store

    def decide(self, view: View) -> Decision:
        """Return the next action, as the agent does; see `Agent`."""
        self.store.remember_names(view.screen)
        return self.agent.decide(view)


def count_help(session: Session, *, success: bool, failed: Sequence[str]) -> None:
    """Count, for each document that a run used, whether the run succeeded and whether the document proved right.

    A document was used if the agent had it at a step that did the document's action on the document's element, which
    may have a newer id by now. For a document about several elements of one kind, any element counts. A document came
    true if the action changed something.
    failed: ids of further documents that count as failed, because they misled a walk along the map; they are not
    counted as true in this run.
    """
    used: Counter[str] = Counter()
    newer = session.store.renamed(session.package, "element")
    version = session.device.version(session.package)
    for step in session.recorder.steps:
        for name in step.documents if step.outcome == "done" else ():
            record = session.store.get(name)
            about = {record.element_id, *newer.get(record.element_id, ())}
            touched = bool(step.element_id) and (not record.element_id or step.element_id in about)
            if touched and step.action.startswith(record.action):
                used[name] += 1
                if step.changed is not None and observed_effect(record) != "nothing" and name not in failed:
                    session.store.count_outcome(name, version, worked=step.changed)
    for name in failed:
        session.store.count_outcome(name, version, worked=False)
    for name in used if success else ():
        session.store.helped(name)


def _state_for_check(device: Device, check: str) -> dict[str, object]:
    state = device.state()
    if state is None:
        raise UsageError(f"the check {check!r} needs a phone that tells its state; {device.serial} does not")
    return state
