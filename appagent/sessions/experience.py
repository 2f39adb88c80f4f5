"""Do a task again from experience, and keep runs as new experience."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from appagent.actions import Finish
from appagent.agent import Agent, AgentWrapper, Decision, GiveUp, View
from appagent.agents.replay import Replay
from appagent.agents.replayed import REFUSALS
from appagent.errors import StoreError, UsageError
from appagent.experience import Plan
from appagent.experience import kept as keeping
from appagent.experience.combining import combine_demonstrations
from appagent.experience.from_run import FromRun, plan_of, task_of
from appagent.experience.kept import Circumstances, Kept
from appagent.experience.lookup import Found, Thresholds, look_up
from appagent.experience.loops import unrolled
from appagent.runs.demonstration import Demonstration
from appagent.runs.report.files import find_run
from appagent.screen import Screen
from appagent.sessions.build import build_encoder, is_translated
from appagent.sessions.key_screens import keep_screens
from appagent.sessions.session import Session
from appagent.settings import Settings
from appagent.store import Record
from appagent.store.opening import open_store


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


@dataclass
class AgentWithExperience(AgentWrapper):
    """Agent of a run that uses experience of earlier tasks, which it looks up on the first screen.

    If this task was done before, it is done again without a model, which decides only on steps that do not fit. Else
    `agent` decides, and a model is also told how similar tasks were done. An agent without a model decides on no step
    of a task that is done again: it would do by its own rules what the replay refused.
    session: that of the run. attended: True if the guard can ask a person.
    found: the experience; None before the first screen, and in a run that uses none.
    """

    session: Session
    attended: bool = False
    found: Found | None = None
    _decides: Agent | None = None

    @property
    def replay(self) -> Replay | None:
        """Return the replay of the whole task; None if there is none."""
        whole = self._decides or self.agent
        return whole if isinstance(whole, Replay) else None

    def decide(self, view: View) -> Decision:
        """Return the next action; see `Agent`."""
        if self._decides is None:
            self._decides = self._chosen(view.screen)
        told = self.found.told if self.found and self.session.agent == "model" else ()
        return self._decides.decide(replace(view, guidance=told) if told else view)

    def _chosen(self, screen: Screen) -> Agent:
        """Look experience up, and return the agent that decides from now on."""
        session, request, model = self.session, self.session.request, self.session.agent == "model"
        if request.experience != "auto" or request.plan or request.resume:
            return self.agent
        settings, store, goal = session.settings, session.store, request.goal
        at = Circumstances(self.attended, bool(request.check), model, screen, settings.replay_from)
        by = Thresholds(settings.guide_from, settings.hint_from)
        self.found = look_up(store, session.package, goal, at, build_encoder(settings) if model else None, by)
        if same := self.found.chosen:
            plan, values = unrolled(same.kept.plan, same.values)
            other = self.agent if model else None
            return Replay(plan, values, other=other, translated=is_translated(session, plan), attended=self.attended)
        if not model:
            self.found = replace(self.found, use="none")  # there is nobody to be told
        elif shared := keeping.plan_of_beginning(store, session.package, goal, _naming_words, at):
            self.found = replace(self.found, use="beginning")
            return AgentAfterReplay(self.agent, Replay(shared, {}, translated=is_translated(session, shared)))
        return self.agent

    def to_json(self) -> dict[str, Any]:
        """Return the attributes `replay` and `experience` of the result, where there is something to say."""
        told: dict[str, Any] = {"experience": self.found.to_json()} if self.found else {}
        if isinstance(self._decides, AgentAfterReplay):
            return told | {"replay": {"shared": self._decides.replay.at}}
        by_id = {"experience": self.found.experience} if self.found else {}
        return told | ({"replay": self.replay.to_json() | by_id} if self.replay else {})


def _naming_words(text: str) -> tuple[str, ...]:
    """Return the words of a text that name something, as `offline.goal.stems` finds them. Its import takes long."""
    from appagent.offline.goal import stems

    return stems(text)


def learn_from(session: Session, by: AgentWithExperience, *, success: bool, checked: bool, reason: str) -> None:
    """Count whether the experience that a run did again worked, and keep what the run did, or why it failed.

    A replay of an experience that a person asked for counts too. What a person or the guard refused is no failure.
    Call it once the run has ended on disk.
    checked: whether a check says so; without a check, only a model is believed.
    """
    store, request, replay = session.store, session.request, by.replay
    if store.read_only:
        return
    version = session.device.version(session.package)
    whole = replay is not None and not replay.handed and request.start == 1
    refused = replay is not None and replay.difference is not None and replay.difference.kind in REFUSALS
    if replay and (kept := _done_again(session, by)) and not refused:
        verified = checked or bool(replay.read_back)
        keeping.count_replay(store, kept, version, worked=success and whole, whole=whole, verified=verified)
    if request.experience != "auto":
        return
    believed = checked or session.agent == "model"
    if success and believed and not whole:
        keep_shown(session, "explore", again=replay)
    elif not success and believed:
        _keep_warning(session, reason, version)


def _done_again(session: Session, by: AgentWithExperience) -> Kept | None:
    """Return the experience that a run did again, by itself or because the person named it; None if it did none."""
    if by.found and by.found.chosen:
        return by.found.chosen.kept
    with suppress(StoreError):
        return keeping.experience_of(session.store, session.request.plan_of) if session.request.plan_of else None
    return None


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
            told, cut = keeping.without_private(session.store, each.plan), each.uncut is not None
            plan = keeping.mended(again.plan, told) if again else told
            confirmed = not (again or (made.cut and each is made))
            if plan:
                keeping.keep(session.store, plan, source, version, confirmed=confirmed, cut=cut)
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


def combined(runs: Sequence[str], settings: Settings) -> tuple[Record, Plan, Mapping[str, str]]:
    """Keep one experience made of several runs or demonstrations, and return (record, plan, values of one of the runs).

    runs: folders or names, as `find_run` accepts them. The experience must be replayed as a whole before it counts as
    confirmed.
    Raises UsageError if the runs are not of one task.
    """
    made = combine_demonstrations([find_run(run, settings.runs) for run in runs])
    with open_store(settings) as store:
        record = keeping.keep(store, made.plan, "demo", "", confirmed=False)
    return record, made.plan, made.values
