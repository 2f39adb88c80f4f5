"""Carry a task out in a session."""

from appagent.cancel import Cancel
from appagent.guard import Answer, Ask, Guard
from appagent.loop import Limits, Run
from appagent.sessions.agent_state import keep_state, restore_state
from appagent.sessions.build import build_agent, documents_for
from appagent.sessions.check import NotingNames, count_help, task_check
from appagent.sessions.request import OnStep, Request
from appagent.sessions.result import Result
from appagent.sessions.session import end_session, open_session, to_front
from appagent.settings import Settings
from appagent.tasks import Task


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

    ask: function that is called before an action with a concern that the settings do not allow. It gets the concern and
    a description of the action, and returns True to permit the action. If it is None, the action is refused.
    answer: function that puts a question of the agent to a person and returns what they say. If it is None, questions
    are refused.
    on_step: function that is called with each step when it has ended.
    Raises AppAgentError. The error's attribute `run` is the result so far, which is also written to the trajectory.
    """
    with (
        open_session(settings, request, "run", cancel) as session,
        documents_for(session) as documents,
    ):
        task = Task(request.goal, session.package, request.check, request.app)
        agent = build_agent(session, documents)
        mode = settings.mode if session.agent == "model" else session.agent
        restore_state(agent, mode, session.recorder)
        limits = Limits(settings.max_steps, settings.retries, picture_side=settings.picture_side)
        is_done = task_check(session.device, request)
        to_front(session)
        guard = Guard(settings.allow, ask, goal=request.goal)
        kept = keep_state(agent, mode, session.recorder, on_step)
        noting = NotingNames(agent, session.store)
        outcome = Run(noting, session.device, task, session.recorder, guard, limits, cancel, kept, answer).go()
        status, reason, claimed = outcome.status, outcome.reason, outcome.status == "success"
        if is_done:
            status = "success" if is_done(outcome.answer) else {"success": "failed"}.get(status, status)
        if claimed and status == "failed":
            reason = "the agent said that it was done; the check says that it is not"
        if status == "success" and request.docs == "auto":
            count_help(session)
        facts = {
            "answer": outcome.answer,
            "checked": is_done is not None,
            "claimed": claimed,
            "outcome": outcome.outcome,
        }
        return end_session(session, status, reason, **facts)
