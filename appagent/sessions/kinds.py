"""The three kinds of session: run, learn, record."""

from collections.abc import Callable, Iterator

from appagent.actions import Start
from appagent.cancel import Cancel
from appagent.errors import DeviceError, ModelError
from appagent.guard import Ask, Guard
from appagent.learning.demonstrate import Person, write_down
from appagent.learning.explore import Learned, Learning
from appagent.learning.write import Writer
from appagent.loop import Limits, Run
from appagent.sessions.judge import judge_of, note_help
from appagent.sessions.minds import agent_for, describer_for, learners_for
from appagent.sessions.order import Order, Result, Told
from appagent.sessions.stage import opened, result_of, to_front
from appagent.settings import Settings
from appagent.tasks import Task

_PATIENCE = 1_000_000  # with a person, in steps and in mistakes
_ROUNDS = {"model": 20, "offline": 400}  # of learning, where none are given


def run(
    settings: Settings, order: Order, *, cancel: Cancel, ask: Ask | None = None, told: Told = lambda s: None
) -> Result:
    """Carry a task out.

    Raises an AppAgentError with the exit status of what went wrong and, as its `run`, the result up to there; the
    trajectory says so too.
    """
    with opened(settings, order, "run", cancel) as stage:
        task = Task(order.goal, stage.package, order.check, order.app)
        agent = agent_for(settings, order, stage, cancel)
        limits = Limits(settings.max_steps, settings.retries, picture_side=settings.picture_side)
        judge = judge_of(stage.device, order)
        to_front(stage, order)
        guard = Guard(settings.allow, ask)
        outcome = Run(agent, stage.device, task, stage.recorder, guard, limits, cancel, told).go()
        status, reason, claimed = outcome.status, outcome.reason, outcome.status == "success"
        if judge:
            status = "success" if judge(outcome.answer) else {"success": "failed"}.get(status, status)
        if claimed and status == "failed":
            reason = "the agent said that it was done; the check says that it is not"
        if status == "success" and order.docs == "auto":
            note_help(stage)
        return result_of(
            stage, order, status, reason, answer=outcome.answer, checked=judge is not None, claimed=claimed
        )


def learn(settings: Settings, order: Order, *, cancel: Cancel, told: Told = lambda s: None) -> Result:
    """Learn an app, with a task or without one. Exploring refuses what the guard watches over.

    Raises an AppAgentError as `run` does; documents up to there are in the store.
    """
    with opened(settings, order, "learn", cancel) as stage:
        explorer, reflector, kind = learners_for(settings, order, stage, cancel)
        limits = Limits(order.rounds or _ROUNDS[kind], settings.retries, picture_side=settings.picture_side)
        to_front(stage, order)
        learning = Learning(
            explorer, reflector, stage.device, stage.store, Task(order.goal, stage.package), stage.recorder,
            Guard(settings.allow, careful=True), limits, cancel, stage.device.version(stage.package),
            stage.device.locale(), told,
        )  # fmt: skip
        stage.learned = learning.result
        learned = learning.go()
        return result_of(stage, order, learned.status, learned.reason)


def record(
    settings: Settings,
    order: Order,
    lines: Iterator[str],
    *,
    cancel: Cancel,
    refine: bool = False,
    strict: bool = True,
    say: Callable[[str], None] = lambda words: None,
    told: Told = lambda s: None,
) -> Result:
    """Let a person show a task, line by line, and write documents of it. What they do themselves they agree to.

    lines, strict, say: as Person has them. refine: documents that are there get a new version. Raises an AppAgentError
    as `run` does; nothing is written of a script with a mistake in it, nor where the person interrupts.
    """
    with opened(settings, order, "record", cancel) as stage:
        describer = describer_for(settings, order, stage, cancel)
        secrets = stage.recorder.secrets
        person = Person(lines, stage.store, stage.recorder, strict, lambda words: say(secrets.mask(words)))
        version, locale = stage.device.version(stage.package), stage.device.locale()
        writer = Writer(stage.store, "demo", version, locale, secrets=secrets)
        stage.learned = Learned(written=writer.written)
        stage.device.perform(Start(stage.package))
        task, guard = Task(order.goal, stage.package), Guard(settings.allow, person.agrees)
        limits = Limits(_PATIENCE, _PATIENCE, _PATIENCE, settings.picture_side)
        try:
            answer = Run(person, stage.device, task, stage.recorder, guard, limits, cancel, told).go().answer
        except DeviceError:
            write_down(person, describer, writer, refine=refine)
            raise
        taught = write_down(person, describer, writer, refine=refine)
        if isinstance(taught.failure, ModelError):
            raise taught.failure
        status = "limit" if taught.failure else "success" if person.shown else "failed"
        reason = str(taught.failure or ("" if person.shown else "nothing was shown"))
        counts = {"documents_refined": taught.refined, "documents_left": taught.left}
        return result_of(stage, order, status, reason, answer=answer, **counts)
