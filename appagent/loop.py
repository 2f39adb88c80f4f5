"""Run an agent on a task: one step after another, until the task is done or a limit is reached."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from appagent.actions import DONE, Finish
from appagent.agent import Agent, GiveUp, LookAgain
from appagent.cancel import Cancel
from appagent.devices import Device
from appagent.devices.base import rest_of, toast_of
from appagent.documents.map.known_map import KnownMap
from appagent.documents.outcomes.effect_words import says_as_much
from appagent.documents.outcomes.run_effects import Effects
from appagent.errors import AppAgentError, LimitError, LostError
from appagent.guard import Answer, Guard
from appagent.models import Usage
from appagent.prompting.words.history import touches
from appagent.prompting.words.outline import outline
from appagent.recovery import Recovery
from appagent.runs.log import RunLog
from appagent.runs.recorder import Recorder
from appagent.runs.trajectory import RECOVERED, Step, count_steps
from appagent.screen import Screen
from appagent.screen.comparing.on_the_way import OnTheWay
from appagent.step import InTurn, OpenStep, Stepper, Walks, advice, grid_is_up, interruption, pictured
from appagent.tasks import Task

_MOST_LOST = 3  # the run ends when the answers to so many gestures in a row were lost


class Circling(AppAgentError):
    """Raised if the agent keeps repeating an action on a screen that looks the same, although it was warned."""


@dataclass(frozen=True)
class Limits:
    """Limits of a run or a learning run.

    max_steps: number of steps in the whole run.
    retries: how often the agent is asked again, in one step, after a reply that cannot be parsed or carried out.
    repeats: the agent is warned when it has taken the same action this many times on a screen that looks the same. When
    it has done so twice as many times, the run ends.
    picture_side: longer side of the pictures for the agent, px.
    marks: False to draw no marks on them, for a model that answers with coordinates.
    """

    max_steps: int = 30
    retries: int = 2
    repeats: int = 3
    picture_side: int = 1280
    marks: bool = True


@dataclass(frozen=True)
class Outcome:
    """End of a run, before any check of the task.

    status: "success" if the agent says that the task is done, "failed" if it gave up or went in circles, "limit" if a
    limit was reached.
    reason: why the run was no success; "" for a success.
    answer: the agent's answer to the task, "" if it gave none.
    outcome: what the agent said of the task at the end: "done", "not_done" or "impossible"; "" if it said nothing.
    """

    status: str
    reason: str
    answer: str = ""
    outcome: str = ""


@dataclass
class Run:
    """One task that an agent carries out on one phone; call `go`.

    on_step: function that is called with each step when it has ended.
    answer: function that puts a question to the person and returns the answer; None if nobody is there.
    guard_usage: function that returns what the guard's second opinions have used so far.
    recovers: True to repair by rules what disturbs the app, such as dialogs that come by themselves; see
    `recovery.rules`.
    log: the log of the run, for people to read.
    known: map of the app, from which the agent may name a place to go to; None if there is no map.
    walks: walks to such a place, tap by tap.
    """

    agent: Agent
    device: Device
    task: Task
    recorder: Recorder
    guard: Guard = field(default_factory=Guard)
    limits: Limits = field(default_factory=Limits)
    cancel: Cancel = field(default_factory=Cancel)
    on_step: Callable[[Step], None] = lambda step: None
    answer: Answer | None = None
    guard_usage: Callable[[], Usage] = Usage
    recovers: bool = True
    log: RunLog = field(default_factory=RunLog)
    known: KnownMap | None = None
    walks: Walks = field(init=False)
    _steps_logged: int = field(init=False)  # steps that are in the log
    _screen: Screen | None = field(init=False, default=None)  # the last one seen

    def __post_init__(self) -> None:
        self._steps_logged = len(self.recorder.steps)
        self.walks = Walks(InTurn(self.agent.decide, self.guard), self.known, self.guard, self.task.app)

    def go(self) -> Outcome:
        """Take steps until the agent finishes or gives up, or a limit is reached. Return how the run ended.

        If the recorder already has steps, because the run is resumed, the new steps follow them, and all of them count
        for the limit.
        Raises DeviceError, ModelError or Cancelled; the steps taken before the error are on disk.
        """
        try:
            return self._loop()
        except (GiveUp, Circling) as error:
            return Outcome("failed", self._with_hints(str(error)))
        except LimitError as error:
            return Outcome("limit", self.walks.at_end(str(error)))
        finally:
            self._write_log()

    def _loop(self) -> Outcome:
        recorder, limits = self.recorder, self.limits
        screen: Screen | None = None
        acted: Screen | None = None  # as the last look before an action showed it
        circles, effects, walks = Circles(self.limits.repeats), Effects(self.task.app), self.walks
        way = OnTheWay()
        stepper = Stepper(
            self.device, self.task, recorder, self.guard, self.cancel, self._usage, self.on_step,
            limits.retries, limits.picture_side, self.answer, marks=limits.marks,
        )  # fmt: skip
        recovery, lost, again = Recovery(stepper, self.task.app, self.recovers), 0, False
        toast_of(self.device)  # discard what was shown before the run
        while True:
            self.cancel.check()
            before, last = screen, recorder.steps[-1] if recorder.steps else None
            screen, notices = recovery.look(before, last)
            if last:
                if before is not None and acted is not None and not again:
                    last = self._with_effect(last, effects, pictured(acted, before, screen), screen)
                    way.went(acted, screen, last.kind, acted.element(last.element_id))
                self._write_log()
                notices += [*_notices_on(last, asks=self.answer is not None), *circles.warnings(last)]
            self._screen = screen = way.in_kind(screen)
            if count_steps(recorder.steps) >= limits.max_steps:
                reason = f"the task was not finished in {limits.max_steps} steps; --max-steps allows more"
                return Outcome("limit", walks.at_end(reason))
            with stepper.begin(screen, grid=grid_is_up(recorder.steps)) as step:
                try:
                    done, lost, again = step.act(walks.decide, notices), 0, False
                except LookAgain:
                    again = True
                    continue
                except LostError as error:
                    done, lost, again = None, lost + 1, False
                    _note_lost(step, error, lost)
                acted = step.acted_on
            if done and isinstance(done.action, Finish):
                return self._ended(done.action)
            circles.count(screen, recorder.steps[-1])

    def _usage(self) -> Usage:
        return self.agent.usage + self.guard_usage()

    def _write_log(self) -> None:
        """Write new steps to the log; a step of the agent with an outline of the screen."""
        if not self.log.kept:
            return
        mask = self.recorder.secrets.mask
        screen = mask(outline(self._screen)) if self._screen else ""
        for step in self.recorder.steps[self._steps_logged :]:
            self.log.step(step, "" if step.outcome == RECOVERED else screen)  # remedies were on a later screen
        self._steps_logged = len(self.recorder.steps)

    def _ended(self, last: Finish) -> Outcome:
        """Return the outcome of a run that its agent finished: success, or failure with the agent's reason."""
        if last.ending == DONE:
            return Outcome("success", "", last.answer, last.ending)
        return Outcome("failed", self._with_hints(last.reason), outcome=last.ending)

    def _with_hints(self, reason: str) -> str:
        """Add to the reason for a failure how the person could allow what was refused, unless it was done later."""
        steps = self.recorder.steps
        done = {_aim(step): step.number for step in steps if step.outcome == "done"}  # the last time of each
        left = [step.hint for step in steps if step.hint and done.get(_aim(step), 0) < step.number]
        return "; ".join(dict.fromkeys([reason, *left]))

    def _with_effect(self, last: Step, effects: Effects, before: Screen, screen: Screen) -> Step:
        """Record the effect of the last step's action, unless it sent no gesture, and return the step.

        before: the screen on which the step was taken, as the last look showed it.
        screen: the screen after it.
        If something disturbed the app and was repaired meanwhile, the effect begins with that. Its `changed` is then
        None, because it is not known whether the action itself changed anything.
        """
        if not touches(last):
            return last
        effect = effects.of(before, screen, last.kind, toast_of(self.device), rest_of(self.device))
        came = [step.reason or step.words for step in self.recorder.steps[last.number :]]
        words = f"{'; '.join(came)}; once that was dealt with: {effect.words}" if came else effect.words
        self.recorder.amend(last.number, effect=words, changed=None if came else effect.changed)
        return self.recorder.steps[last.number - 1]


def _aim(step: Step) -> tuple[str, str]:
    """Return what two steps have in common that try the same: the kind of action, and its element or else its words."""
    return step.kind, step.element_id or step.words


def _note_lost(step: OpenStep, error: LostError, times: int) -> None:
    """Note in a step that its action may not have happened. Raise the error if it is the third such one in a row.

    times: how many such errors there were in a row, this one included.
    """
    step.note(reason=str(error))
    if times >= _MOST_LOST:
        raise error


class Circles:
    """Counts how often an agent takes the same action on a screen that looks the same, and warns the agent.

    repeats: the count at which the warnings begin. When the count is twice as high, `warnings` raises Circling.
    """

    def __init__(self, repeats: int) -> None:
        self._repeats = repeats
        self._done: Counter[tuple[int, str, str]] = Counter()
        self._times = 0  # how often the last step was taken on a screen that looks the same

    def count(self, screen: Screen, step: Step) -> None:
        """Count a step together with earlier ones of the same action and outcome on a screen that looks the same.

        Waiting never leads to a warning.
        """
        seen = (screen_hash(screen), step.action, step.outcome)
        self._done[seen] += 1
        self._times = 0 if step.action.startswith("wait(") else self._done[seen]

    def warnings(self, last: Step) -> list[str]:
        """Return a list with one warning for the agent if it goes round in a circle, else an empty list.

        The agent is warned if it has taken the same step `repeats` times or more on a screen that looks the same.
        Raises Circling if it has taken the step at least twice as many times.
        last: the last step, which has been passed to `count` before.
        """
        done = last.words if last.action else "no answer that could be carried out"
        again = f"{done}, {self._times} times on the same screen"
        if self._times >= 2 * self._repeats:
            raise Circling(f"went round in a circle: {again}" + (f" ({last.reason})" if last.reason else ""))
        if self._times >= self._repeats:
            return [f"you are going round in a circle: {again}; try something else"]
        return []


def screen_hash(screen: Screen) -> int:
    """Return a hash of what a screen shows below the status bar. Screens that look the same have the same hash."""
    elements = [(e.id, e.text, e.checked, e.selected, e.focused, e.bounds) for e in screen.elements]
    pixels = b""
    if screen.picture:
        width, height = screen.picture.size
        pixels = screen.picture.reduce(8, (0, height // 16, width, height)).tobytes()
    return hash((screen.screen_id, screen.texts, tuple(elements), pixels))


def _notices_on(last: Step, *, asks: bool) -> list[str]:
    """Return notices for the agent about its last step; the list is empty if there is nothing to say.

    There is a notice if the step failed, was refused or interrupted, or has a reason, such as that a second call was
    not carried out. The effect of the action is no part of the notices, nor is a reason that says the same.
    asks: True if a person is there whom the agent may ask.
    """
    notices = []
    if last.outcome == "stale":
        notices.append(last.reason)
    elif last.outcome in {"failed", "part", "refused"}:
        notices.append(f"your last step failed: {advice(last, asks=asks)}")
    elif last.outcome == "interrupted":
        notices.append(interruption(last))
    elif last.reason and not (last.outcome == "done" and says_as_much(last.effect, last.reason)):
        notices.append(f"{last.words}: {last.reason}" if last.outcome == "done" else last.reason)
    return notices
