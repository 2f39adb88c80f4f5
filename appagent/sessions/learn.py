"""Learn an app in a session: try its elements and write documents about them."""

from appagent.cancel import Cancel
from appagent.devices.base import enter_asked
from appagent.guard import Guard
from appagent.learning.explore import Learning
from appagent.learning.made import Made
from appagent.loop import Limits
from appagent.sessions.build import build_learners
from appagent.sessions.request import OnStep, Request
from appagent.sessions.result import Result
from appagent.sessions.session import end_session, open_session, to_front
from appagent.settings import Settings
from appagent.tasks import Task

_ROUNDS = {"model": 20, "offline": 400}  # default for each agent


def learn_app(settings: Settings, request: Request, *, cancel: Cancel, on_step: OnStep = lambda step: None) -> Result:
    """Learn an app, and return how the learning went. Guarded actions are refused unless the settings allow them.

    If the request has a goal, the agent learns while working towards it; otherwise it explores the whole app.
    cancel: stops the learning. on_step: function that is called with each step when it has ended.
    Raises AppAgentError; its attribute `run` is the result so far. Documents that were written before the error are in
    the store.
    """
    with open_session(settings, request, "learn", cancel) as session:
        explorer, reflector = build_learners(session)
        rounds = request.rounds or _ROUNDS.get(session.agent, _ROUNDS["model"])
        limits = Limits(rounds, settings.retries, picture_side=settings.picture_side)
        to_front(session)
        learning = Learning(
            explorer, reflector, session.device, session.store, Task(request.goal, session.package), session.recorder,
            Guard(settings.allow, careful=True, goal=request.goal, enter=enter_asked(session.device)), limits, cancel,
            session.device.version(session.package), session.device.locale(), on_step, Made(request.max_created),
        )  # fmt: skip
        session.learned = learning.result
        learned = learning.go()
        return end_session(session, learned.status, learned.reason)
