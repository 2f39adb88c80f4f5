"""Do a task again from experience, and keep runs as new experience."""

from dataclasses import dataclass, replace
from typing import Any

from appagent.actions import Finish
from appagent.agent import Agent, AgentWrapper, Decision, GiveUp, View
from appagent.agents.replay import Replay
from appagent.errors import StoreError, UsageError
from appagent.experience import kept as keeping
from appagent.experience.from_run import FromRun, plan_of, task_of
from appagent.experience.kept import Chosen
from appagent.experience.loops import unrolled
from appagent.runs.demonstration import Demonstration
from appagent.sessions.build import is_translated
from appagent.sessions.key_screens import keep_screens
from appagent.sessions.session import Session


@dataclass
class GuidedAgent(AgentWrapper):
    """Wrapper of an agent that tells it how similar tasks were done.

    guidance: these texts, which it gets at each step.
    """

    guidance: tuple[str, ...]

    def decide(self, view: View) -> Decision:
        """Return the next action, as the agent does; see `Agent`."""
        return self.agent.decide(replace(view, guidance=self.guidance))


@dataclass
class AgentAfterReplay(AgentWrapper):
    """Agent that first replays the steps that its task shares with earlier tasks; then another agent decides.

    agent: the other agent.
    replay: the replay of the shared steps.
    """

    replay: Replay
    _over: bool = False

    def decide(self, view: View) -> Decision:
        """Return the next action; see `Agent`. If a shared step does not fit, the other agent takes over."""
        if not self._over:
            try:
                decision = self.replay.decide(view)
            except GiveUp:
                decision = None
            if decision and not isinstance(decision.action, Finish):
                return decision
            self._over = True
        return self.agent.decide(view)


@dataclass(frozen=True)
class AgentWithExperience:
    """Agent of a run, and the experience that it does again; None if no experience fits."""

    agent: Agent
    chosen: Chosen | None = None

    def to_json(self) -> dict[str, Any] | None:
        """Return as plain JSON how much of the task was done from experience, and from which; None if nothing was."""
        if isinstance(self.agent, AgentAfterReplay):
            return {"shared": self.agent.replay.at}
        told = self.agent.to_json() if isinstance(self.agent, Replay) else None
        return told and told | ({"experience": self.chosen.kept.record.id} if self.chosen else {})


def agent_with_experience(session: Session, agent: Agent, *, attended: bool) -> AgentWithExperience:
    """Return an agent that uses experience of earlier tasks.

    If this task was done before, it is done again without a model, and `agent` decides only on steps that do not fit.
    Otherwise `agent` decides, and a model is also told how similar tasks were done.
    attended: True if the guard can ask a person.
    """
    request = session.request
    if request.experience != "auto" or request.plan or request.resume:
        return AgentWithExperience(agent)
    guidance = tuple(keeping.guidance(session.store, session.package, request.goal))
    guided: Agent = GuidedAgent(agent, guidance) if guidance and session.agent == "model" else agent
    if found := keeping.choose_experience(
        session.store, session.package, request.goal, attended=attended, checked=bool(request.check)
    ):
        plan, values = unrolled(found.kept.plan, found.values)
        translated = is_translated(session, plan)
        return AgentWithExperience(Replay(plan, values, other=agent, translated=translated, attended=attended), found)
    if session.agent == "model" and (
        shared := keeping.plan_of_beginning(session.store, session.package, request.goal, _naming_words)
    ):
        return AgentWithExperience(
            AgentAfterReplay(guided, Replay(shared, {}, translated=is_translated(session, shared)))
        )
    return AgentWithExperience(guided)


def _naming_words(text: str) -> tuple[str, ...]:
    """Return the words of a text that name something, as `offline.goal.stems` finds them. Its import takes long."""
    from appagent.offline.goal import stems

    return stems(text)


def learn_from(session: Session, by: AgentWithExperience, *, success: bool, checked: bool, reason: str) -> None:
    """Count whether the experience that a run did again worked, and keep what the run did, or why it failed.

    Call it once the run has ended on disk.
    checked: whether a check says so; without a check, only a model is believed.
    """
    store = session.store
    if session.request.experience != "auto" or store.read_only:
        return
    version = session.device.version(session.package)
    replay = by.agent if isinstance(by.agent, Replay) else None
    whole = replay is not None and not replay.handed
    if by.chosen:
        verified = checked or bool(replay and replay.read_back)
        keeping.count_replay(store, by.chosen.kept, version, worked=success and whole, whole=whole, verified=verified)
    believed = checked or session.agent == "model"
    if success and believed and not whole:
        keep_shown(session, "explore", again=replay)
    elif not success and believed:
        _keep_warning(session, reason, version)


def keep_shown(session: Session, source: str, *, again: Replay | None = None) -> None:
    """Keep an ended run or demonstration as experience, if it can be done again.

    source: as in a record.

    again: the replay in which another agent did a step; None if there was no such replay. Such a run, and a run whose
    plan was shortened, must be replayed as a whole before it counts as confirmed. Of a run from which detours were cut,
    the plan with them is kept too.
    """
    version = session.device.version(session.package)
    try:
        made = _plan_with_handed_steps(session, again) if again else plan_of(session.recorder.folder)
        for each in [made.uncut, made] if made.uncut else [made]:
            plan, cut = keeping.mended(again.plan, each.plan) if again else each.plan, each.uncut is not None
            confirmed = not (again or (made.cut and each is made))
            if plan and keeping.keep(session.store, plan, source, version, confirmed=confirmed, cut=cut):
                keep_screens(session.settings.store, replace(each, plan=plan), session.recorder.folder)
    except (StoreError, UsageError):
        return  # a run that cannot be done again is none the worse for it


def _plan_with_handed_steps(session: Session, again: Replay) -> FromRun:
    """Return the plan of a run in which a replay handed a step over, with the values that the replay had.

    A word of the task that only the other agent chose stays as it is.
    """
    folder, told = session.recorder.folder, Demonstration(values=again.values)
    made = plan_of(folder, told)
    fixed = tuple(text for name, text in made.values.items() if name not in again.values)
    return plan_of(folder, replace(told, fixed=fixed)) if fixed else made


def _keep_warning(session: Session, reason: str, version: str) -> None:
    try:
        goal, values, heading = task_of(session.recorder.folder)
    except UsageError:
        return
    keeping.warn(session.store, session.package, goal, reason, heading, values, version)
