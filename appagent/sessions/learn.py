"""Learn an app in a session: try its elements and write documents about them."""

from dataclasses import replace

from appagent.cancel import Cancel
from appagent.devices.base import enter_asked
from appagent.errors import LimitError, UsageError
from appagent.guard import Guard
from appagent.learning.asking import goals
from appagent.learning.crawl.carried_over import Earlier
from appagent.learning.explore import Learning
from appagent.learning.memory.journal import recalled
from appagent.learning.safety.cautions import closed_by
from appagent.learning.safety.made_here import TAKING_BACK
from appagent.learning.safety.made_rows import Made
from appagent.loop import Limits
from appagent.runs.trajectory import count_steps
from appagent.sessions.build import (
    Learners,
    build_asker,
    build_choosers,
    build_learners,
    build_take_back,
    crawler_of,
    earlier_of,
)
from appagent.sessions.request import OnStep, Request
from appagent.sessions.result import Result
from appagent.sessions.session import Session, end_session, open_session, to_front
from appagent.settings import Settings
from appagent.tasks import Task

_CRAWL, _ASKING = 400, 20  # default number of actions: in a crawl, and if a model chooses each
_ENDS = ("finish", "not_done", "impossible")  # outcomes of a step that ends a task


def learn_app(settings: Settings, request: Request, *, cancel: Cancel, on_step: OnStep = lambda step: None) -> Result:
    """Learn an app, and return how the learning run went. Guarded actions are refused unless the settings allow them.

    If the request has a goal, the agent learns while working towards it; otherwise it explores the whole app.
    on_step: function that is called with each step when it has ended.
    Raises AppAgentError; its attribute `run` is the result so far. Documents that were written before the error are in
    the store.
    """
    with open_session(settings, request, "learn", cancel) as session:
        if request.goals and session.agent == "offline":
            raise UsageError("--goals asks a model, and the offline agent has none; leave --goals out, or set a model")
        crawls = session.agent == "offline" or request.surveys
        earlier = earlier_of(session) if crawls and not request.anew else None
        learners, rounds = build_learners(session, earlier), rounds_of(session.agent, request)
        to_front(session)
        session.store.here = session.device.version(session.package), session.device.locale()
        learning = _learning(session, learners, request.goal, rounds, on_step)
        session.learned = learning.result
        if earlier:
            learning.result.begin_after(earlier.coverage)
        finished, under_way = False, _goal_under_way(session)
        try:
            if under_way:
                learning.recall()
            else:
                learning.go()
            finished = learning.result.status == "success"
            if learning.result.status != "failed":
                _take_back(learning)
            if request.goals and learning.result.status != "failed":
                last = _try_goals(session, learning, rounds, on_step)
                _take_back(replace(learning, task=Task(last, session.package)))
        finally:
            if crawls and not under_way:  # then the crawl has ended before, in another process
                _carry_over(session, learning, finished=finished)
        return end_session(session, learning.result.status, learning.result.reason)


def rounds_of(agent: str, request: Request) -> int:
    """Return the largest number of actions of a learning run."""
    return request.rounds or (_CRAWL if agent == "offline" or request.surveys else _ASKING)


def _learning(
    session: Session, learners: Learners, goal: str, rounds: int, on_step: OnStep, made: Made | None = None
) -> Learning:
    settings, device, marks = session.settings, session.device, session.dialect is None
    return Learning(
        learners.explorer, learners.reflector, device, session.store, Task(goal, session.package), session.recorder,
        Guard(settings.allow, careful=True, goal=goal, enter=enter_asked(device)),
        Limits(rounds, settings.retries, picture_side=settings.picture_side, marks=marks), session.cancel,
        device.version(session.package), device.locale(), on_step, learners.survey, learners.model_name,
        made or Made(session.request.max_created, closed=closed_by(session.store.current(session.package))),
    )  # fmt: skip


def _carry_over(session: Session, learning: Learning, *, finished: bool) -> None:
    """Keep what a crawl knows in the store, for the next learning run of the app. finished: nothing was left to try."""
    crawler, coverage = crawler_of(learning.explorer), learning.result.coverage
    if not finished:
        crawler.put_back()
    known = Earlier(learning.version, finished, session.settings.allow, crawler.known(), coverage)
    known.keep(session.store, session.package, session.recorder.secrets.masked)


def _take_back(learning: Learning) -> None:
    """Delete what the learning run has made, where the app permits it. `left_behind` of the result names the rest."""
    result = learning.result
    ended = result.status, result.reason
    if undoing := build_take_back(learning):
        undoing.run()
        result.status, result.reason = ended
        result.left_behind = [learning.recorder.secrets.mask(text) for text in learning.made.told]


def _try_goals(session: Session, learning: Learning, rounds: int, on_step: OnStep) -> str:
    """Ask the model for goals that lead to pages never reached, if the run has not asked yet, and try each as a task.

    The results are added to those of `learning`, and what goals make to what it has made. Return the last goal, or "".
    rounds: the largest number of actions of the whole learning, goals included.
    """
    recorder, learned = session.recorder, learning.result
    names = getattr(session.device, "activities", None)
    found = goals.goals_named(recorder.steps)
    try:
        if (
            found is None
            and names
            and rounds > count_steps(recorder.steps)
            and (left := goals.unreached(names(session.package), recorder.steps))
        ):
            pages = sorted(filter(None, session.store.titles(session.package).values()))
            found = goals.ask_for(build_asker(session), recorder, left, pages)
            on_step(recorder.steps[-1])
    except LimitError as error:
        learned.status, learned.reason = "limit", str(error)
    wanted, begun = found or [], _goal_under_way(session)
    if begun in wanted:
        wanted = wanted[wanted.index(begun) :]
    acted = next((step for step in reversed(recorder.steps) if step.thought != TAKING_BACK), None)
    if begun and acted and acted.outcome in _ENDS:
        wanted = wanted[1:]
    for goal in wanted:
        most = min(rounds, count_steps(recorder.steps) + _ASKING)
        if most > count_steps(recorder.steps):
            trial = _learning(session, build_choosers(session), goal, most, on_step, learning.made)
            trial.go()
            learned.written = trial.result.written
            learned.decisions, learned.refused = trial.result.decisions, trial.result.refused
            learned.coverage, learned.left_behind = trial.result.coverage, trial.result.left_behind
    return (found or [""])[-1]


def _goal_under_way(session: Session) -> str:
    """Return the proposed goal that a continued run was working towards, or "" if there is none."""
    try:
        goal = recalled(session.recorder).get("goal.", "") if session.request.resume else ""
    except (KeyError, TypeError, ValueError):  # which `Learning.recall` will say
        goal = ""
    return str(goal) if goal != session.request.goal else ""
