"""Carry a task out in a session."""

from collections.abc import Iterator
from contextlib import contextmanager

from appagent.actions.parts.description import quoted
from appagent.agent import Agent, Remembering
from appagent.cancel import Cancel
from appagent.devices.base import enter_asked
from appagent.errors import AppAgentError, UsageError
from appagent.guard import Answer, Ask, Consent, Guard, asked_for
from appagent.loop import Limits, Run
from appagent.models import Usage
from appagent.prompting.opinion import SecondOpinion
from appagent.runs.log import RunLog
from appagent.runs.recorder import Recorder
from appagent.runs.trajectory import Step
from appagent.sessions.build import build_agent, build_map, build_opinion, documents_for
from appagent.sessions.check import NotingNames, TaskCheck, checked, count_help, task_check
from appagent.sessions.experience import AgentWithExperience, learn_from
from appagent.sessions.request import OnStep, Request
from appagent.sessions.result import Result
from appagent.sessions.session import Session, end_session, open_session, to_front
from appagent.settings import Settings
from appagent.store import Store
from appagent.tasks import Task

_STEPS_A_MOVE = 50  # steps for each move of a replay: at most 40 strokes through a list, and what gets in the way


def run_task(
    settings: Settings,
    request: Request,
    *,
    cancel: Cancel,
    ask: Ask | None = None,
    answer: Answer | None = None,
    on_step: OnStep = lambda step: None,
) -> Result:
    """Carry a task out, and return how it went.

    ask: function that is called before an action with an effect that the settings do not allow. It gets the effect and
    a description of the action, and returns True to permit the action. If it is None, the action is refused.
    answer: function that puts a question of the agent to a person and returns what they say. If it is None, questions
    are refused.
    on_step: function that is called with each step when it has ended.
    Raises AppAgentError. The error's attribute `run` is the result so far, which is also written to the trajectory.
    """
    log = RunLog(request.log)
    with (
        open_session(settings, request, "run", cancel) as session,
        documents_for(session) as documents,
        _logged(log, session),
    ):
        session.store.here = session.device.version(session.package), session.device.locale()
        deciding = build_agent(session, documents, attended=ask is not None)
        mode = settings.mode if session.agent == "model" else session.agent
        _restore_state(deciding, mode, session.recorder)
        by = AgentWithExperience(deciding, session, attended=ask is not None)
        check = task_check(session.device, request)
        to_front(session)
        opinion = build_opinion(session)
        run = Run(
            NotingNames(by, session.store), session.device,
            Task(request.goal, session.package, request.check, request.app), session.recorder,
            _guard(session, ask, documents, opinion), _limits(session), cancel,
            _keep_state(deciding, mode, session.recorder, on_step), answer,
            (lambda: opinion.asker.usage) if opinion else Usage, log=log, known=build_map(session, documents),
        )  # fmt: skip
        return _done(run, session, by, check)


def _done(run: Run, session: Session, by: AgentWithExperience, check: TaskCheck | None) -> Result:
    """Carry a run out, check whether the task is done, keep experience of it, and return the result.

    by: the agent of the run. check: that of the task; None if it has none.
    """
    outcome = run.go()
    status, reason = outcome.status, outcome.reason
    if check:
        status, reason = checked(outcome, done=check.is_done(outcome.answer), held=check.held)
    success, has_check = status == "success", check is not None
    if session.request.docs == "auto":
        count_help(session, success=success, failed=run.walks.failed)
    result = end_session(
        session, status, reason, answer=outcome.answer, checked=has_check, claimed=outcome.status == "success",
        outcome=outcome.outcome, **by.to_json(),
    )  # fmt: skip
    run.log.end(result.status, result.reason, result.answer)
    learn_from(session, by, success=success, checked=has_check, reason=reason)
    return result


def _limits(session: Session) -> Limits:
    settings, marks = session.settings, session.dialect is None
    return Limits(_most_steps(session), settings.retries, picture_side=settings.picture_side, marks=marks)


def _most_steps(session: Session) -> int:
    """Return the largest number of steps of a run. For a replay without such a setting, it follows from its moves."""
    plan, settings = session.request.plan, session.settings
    replays = plan is not None and "max_steps" not in settings.given
    return _STEPS_A_MOVE * (len(plan.moves) + 1) if plan and replays else settings.max_steps


def _guard(session: Session, ask: Ask | None, documents: Store | None, opinion: SecondOpinion | None) -> Guard:
    return Guard(
        session.settings.allow,
        ask,
        strict=session.settings.guard == "strict",
        goal=session.request.goal,
        documents=documents.for_screen if documents else None,
        enter=enter_asked(session.device),
        opinion=opinion,
        consent=_consent(session, ask),
    )


def _consent(session: Session, ask: Ask | None) -> Consent | None:
    """Ask the person before the run about each effect that the task plainly asks for; return what is allowed.

    ask: as in `run_task`.
    """
    goal, allowed = session.request.goal, session.settings.allow
    agreed = [
        effect
        for effect in (asked_for(goal) if ask else ())  # importing the code that analyses the goal takes a second
        if ask and effect not in allowed and ask(effect, f"once, as the task asks: {quoted(goal)}")
    ]
    return Consent(goal, session.package, agreed)


def _keep_state(agent: Agent, mode: str, recorder: Recorder, on_step: OnStep) -> OnStep:
    """Return a function to call with each step: it saves the agent's state to disk and then calls `on_step`.

    If the agent has no state of its own, `on_step` itself is returned.
    mode: the agent's mode, or "offline" or "random" for an agent without a mode; it is saved with the state.
    """
    if not isinstance(agent, Remembering):
        return on_step

    def save_and_report(step: Step) -> None:
        recorder.remember({"mode": mode, "state": agent.remember()})
        on_step(step)

    return save_and_report


def _restore_state(agent: Agent, mode: str, recorder: Recorder) -> None:
    """Give an agent the state that was saved in its run. If no state was saved, do nothing.

    mode: as in `_keep_state`.
    Raises UsageError if another mode saved the state, or if the agent cannot restore it.
    """
    kept = recorder.remembered()
    if kept is None:
        return
    begun = kept.get("mode") if isinstance(kept, dict) else None
    if begun != mode:
        raise UsageError(
            f"the state kept in {recorder.folder} is that of the mode {str(begun)[:40]!r}, not of {mode!r}: continue "
            "the run in the mode it was begun with"
        )
    try:
        if not isinstance(agent, Remembering):
            raise TypeError("it has no remember and recall")
        agent.recall(kept["state"])
    except (KeyError, TypeError, ValueError) as error:
        raise UsageError(f"the mode {mode!r} cannot read the state kept in {recorder.folder}: {error}") from error


@contextmanager
def _logged(log: RunLog, session: Session) -> Iterator[None]:
    """Write to the log that the run begins and, if the block raises an error, that this error ended it."""
    mask = session.recorder.secrets.mask
    log.begin(mask(session.request.goal), session.package, str(session.recorder.folder))
    try:
        yield
    except AppAgentError as error:
        log.end("error", mask(str(error)))
        raise
