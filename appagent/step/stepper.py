"""Steps of a run or of a learning run: look at the screen, mark it, let the agent decide, act, and write it down."""

import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from appagent.actions import AskPerson, Finish, call
from appagent.agent import Decision, View
from appagent.cancel import Cancel
from appagent.devices import Device
from appagent.devices.captures.dumping import write_dump
from appagent.errors import ActionError, DeviceError, HalfDoneError, RefusedError, StaleError
from appagent.foreign import shown
from appagent.guard import Answer, Guard, answer_to
from appagent.models import Usage
from appagent.prompting.pictures.grid import draw_grid
from appagent.prompting.pictures.marks import encode, mark
from appagent.runs.recorder import Recorder
from appagent.runs.trajectory import Step
from appagent.screen import Screen
from appagent.screen.language.secret import names_a_secret
from appagent.screen.trouble import trouble
from appagent.screen.vision import forbidden
from appagent.secrets import mask_screen
from appagent.step.acted_on import acted_on
from appagent.step.carrying_out import carry_out
from appagent.step.intent import Intent, read_intent
from appagent.step.last_look.moving import SelfChanging
from appagent.step.last_look.restless import PATIENCE, Restless
from appagent.step.last_step import advice, as_ended, outcome_of
from appagent.step.performing import Performer
from appagent.tasks import Task

_LOG_LINES = 40  # lines of the phone's log that are written down with a crash
_MOST_READ = 200  # letters of a witness's words in a record


@dataclass(frozen=True)
class Stepper:
    """Takes the steps of one run or one learning run.

    usage: function that returns what the models have used so far.
    told: function that is called with each ended step.
    retries: how often the agent is asked again, in one step, after a reply that cannot be read or carried out.
    picture_side: longer side of the pictures for the agent, px.
    marks: False to draw no marks on them.
    person: function that puts a question to the person; None if nobody is there.
    """

    device: Device
    task: Task
    recorder: Recorder
    guard: Guard
    cancel: Cancel
    usage: Callable[[], Usage]
    told: Callable[[Step], None]
    retries: int
    picture_side: int
    person: Answer | None = None
    marks: bool = True
    restless: Restless = field(default_factory=Restless)
    changing: SelfChanging = field(default_factory=SelfChanging)

    def look(self, before: Screen | None) -> tuple[Screen, list[str]]:
        """Look at the screen. Return it, with secrets masked, and a list of notices for the agent.

        There is one notice if Android says in a dialog that an app crashed or hangs, and did not do so on `before`, the
        previous screen. Such a dialog is also written to the trajectory, with the end of the phone's log.
        """
        screen = mask_screen(self.device.capture(), self.recorder.secrets)
        found = trouble(screen)
        if found is None or (before is not None and trouble(before) == found):
            return screen, []
        self.recorder.trouble(found, self.device.log(_LOG_LINES))
        what = {"crash": "an app crashed", "anr": "an app does not respond"}[found.kind]
        return screen, [f'{what} ("{found.words}"): deal with the dialog, then open the app again if the task needs it']

    def now(self) -> str:
        """Return the device's date and time, such as "Sunday 2026-11-22 10:08", or "" if they are not known."""
        tell = getattr(self.device, "now", None)
        return str(tell()) if tell else ""

    @contextmanager
    def begin(
        self, screen: Screen, *, offered: Collection[int] | None = None, grid: bool = False
    ) -> Iterator["OpenStep"]:
        """Draw marks on the screenshot and yield an open step on the screen.

        Secrets that became known since the screen was captured are masked first. When the block ends, even by an
        exception, the step is written to the trajectory and passed to `told`. It is not written if no action was
        decided and no attempt failed.

        offered: numbers of the marks to draw; None draws all marks.
        grid: True to draw the numbered grid instead of the marks. It has no effect on a screen without a picture.
        """
        number = len(self.recorder.steps) + 1
        screen = mask_screen(screen, self.recorder.secrets)  # a secret may have become known since
        grid = grid and screen.picture is not None
        picture = _picture(screen, self.picture_side, offered if self.marks else (), grid=grid)
        file = self.recorder.picture(number, picture) if picture else ""
        if raw := screen.raw or (write_dump(screen.tree) if screen.tree else ""):  # "" where a secret is known
            self.recorder.raw(number, raw)
        step = OpenStep(self, screen, picture, grid, Step(
            number, screen.screen_id, screen.app, screen.activity, action="", words="nothing", outcome="interrupted",
            settled=screen.settled, picture=file, size=screen.size,
        ))  # fmt: skip
        try:
            yield step
        except DeviceError as error:
            step.note(reason=str(error))  # why the run ends
            raise
        finally:
            step.close()


@dataclass(frozen=True)
class Hooks:
    """Functions that are called while an agent's action is tried.

    veto: raises ActionError for an intent that must not be carried out.
    on_commit: called after all checks, just before the first gesture is sent.
    on_failure: called after a failed try with the intent (None if no action could be read) and the error.
    """

    veto: Callable[[Intent], None] = lambda intent: None
    on_commit: Callable[[], None] = lambda: None
    on_failure: Callable[[Intent | None, ActionError], None] = lambda intent, error: None


@dataclass
class OpenStep:
    """One step that has not ended yet.

    screen: the screen before the action.
    picture: the screenshot for the agent, with marks or the grid drawn on it, as JPEG; b"" if the screen has no
    picture.
    grid: True if the picture shows the grid.
    record: the step as it will be written, with all that is known so far.
    acted_on: the screen as the last look before the action showed it; equal to `screen` without such a look.
    began: when the step began, in seconds of `time.monotonic`.
    before: what the models had used by then.
    """

    by: Stepper
    screen: Screen
    picture: bytes
    grid: bool
    record: Step
    began: float = field(default_factory=time.monotonic)
    before: Usage = field(init=False)
    acted_on: Screen = field(init=False)

    def __post_init__(self) -> None:
        self.before, self._blank, self.acted_on = self.by.usage(), self.record, self.screen

    def act(self, decide: Callable[[View], Decision], notices: Sequence[str], hooks: Hooks = Hooks()) -> Intent | None:
        """Ask the agent for an action and carry the action out; if this try fails, try again, `retries` times at most.

        Return the intent of the action that was carried out, or None if all tries failed, or if one was only half done.
        A try fails in each of these cases. The failed try is recorded as a step, and the agent gets the reason for the
        failure among the notices of the next try.

        - The agent's reply cannot be read.
        - The veto of `hooks` or the guard rejects the action.
        - The phone cannot do the action.

        If the target of the action has changed since the screen was seen, None is returned without another try.

        decide: function that returns the agent's decision for a view of the screen.
        notices: sentences that the agent must be told.
        """
        view = first = self._view(notices)
        for retries_left in reversed(range(self.by.retries + 1)):
            tried = _Try()
            try:
                return self._try(tried, decide, view, hooks)
            except StaleError as error:  # no retry, because the agent would be asked about a screen that has changed
                self._stale(tried.intent, error, hooks)
                return None
            except ActionError as error:
                self._failed(error)
                hooks.on_failure(tried.intent, error)
                if retries_left == 0 or isinstance(error, HalfDoneError):  # half done, the screen of the view is gone
                    return None
                told = advice(self.record, asks=view.asks)
                self._begin_again()
                view = replace(view, steps=tuple(self.by.recorder.steps), notices=(*first.notices, told))
        return None

    def _view(self, notices: Sequence[str]) -> View:
        """Return what the agent is shown. notices: sentences to tell it, besides what the screen itself forbids."""
        return View(
            self.by.task, self.screen, self.picture,
            steps=tuple(self.by.recorder.steps), notices=(*forbidden(self.screen), *notices), grid=self.grid,
            secrets=self.by.recorder.secrets.names, asks=self.by.person is not None, now=self.by.now(),
        )  # fmt: skip

    def _failed(self, error: ActionError) -> None:
        """Note why an action was refused, or could not be carried out or not to its end."""
        refused, half = isinstance(error, RefusedError), isinstance(error, HalfDoneError)
        outcome = "refused" if refused else "part" if half else "failed"
        self.note(outcome=outcome, reason=str(error), hint=error.hint)

    def _try(self, tried: "_Try", decide: Callable[[View], Decision], view: View, hooks: Hooks) -> Intent:
        """Ask the agent once and carry its action out, if possible while the rest of its reply is still coming.

        tried: is filled in with the intent and any error, so that an action that was begun early is not done again.
        """

        def carry_out(decision: Decision) -> None:
            intent = tried.intent = self._read(decision)
            hooks.veto(intent)
            self._do(intent, hooks.on_commit)

        def early(decision: Decision) -> None:
            try:
                carry_out(decision)
            except Exception as error:  # for later: an HTTP client waits for the rest of the reply
                tried.error = error

        try:
            decision = decide(replace(view, early=early))
        except ActionError as error:
            if tried.intent is None:
                raise
            self.note(reason=f"the rest of the reply could not be read: {error}")
        else:
            if tried.intent is None and tried.error is None:
                carry_out(decision)
            else:
                self._note_words(decision)
        if tried.error:
            raise tried.error
        assert tried.intent
        return tried.intent

    def close(self) -> None:
        """Write the step to the trajectory and pass it to `told`, unless no action was decided and no try failed."""
        if self.record.action or self.record.outcome != "interrupted":
            took = round(time.monotonic() - self.began, 3)
            if found := self.by.guard.taken():
                read = self.by.recorder.secrets.mask(found.read)
                self.note(may=found.effect, witness=found.witness, read=shown(read, _MOST_READ))
            self.note(**spent(self.by.usage(), self.before), seconds=took)
            self.by.recorder.step(self.record)
            self.by.told(self.by.recorder.steps[-1])

    def drop(self) -> None:
        """Discard what was noted in this step, so that the step is not written to the trajectory."""
        self.record = self._blank

    def _begin_again(self) -> None:
        """Close this step, in which a try failed, and begin another one on the same screen."""
        self.note(asked_again=True)
        self.close()
        self.record = replace(self._blank, number=len(self.by.recorder.steps) + 1)
        self.began, self.before = time.monotonic(), self.by.usage()

    def _stale(self, intent: Intent | None, error: StaleError, hooks: Hooks) -> None:
        """Note that an action was not done because the screen has changed since it was seen.

        If this has happened three times in a row or more for the same target, tell the agent, and call the hook for
        failures.
        """
        mine = intent.element.id if intent and intent.element else ""
        times = 1
        for step in reversed(self.by.recorder.steps):
            if (step.element_id, step.action if not mine else "") == (mine, self.record.action if not mine else ""):
                if step.outcome != "stale":
                    break
                times += 1
        passes = self.by.restless.note(mine or self.record.action, turns=error.turns, lines=error.lines)
        choice = "do it again only if it does not matter which is shown, or " if passes else ""
        again = f". That is {times} times now: {choice}wait, choose another way, or finish" if times >= PATIENCE else ""
        self.note(outcome="stale", reason=f"{error}{again}")
        if again:
            hooks.on_failure(intent, error)

    def note(self, **values: object) -> None:
        """Set attributes of the step's record. values: the new values, by the names of the attributes of `Step`."""
        self.record = replace(self.record, **values)  # type: ignore[arg-type]  # names and types are Step's

    def _read(self, decision: Decision) -> Intent:
        """Turn a decision into an intent, note both in the step's record, and return the intent.

        The outcome in the record is "interrupted" until the action is carried out or fails. If the action types a
        secret's value, the value is also masked in everything that the run has written so far.
        """
        recorder, action = self.by.recorder, decision.action
        if decision.secret:
            recorder.keep(decision.secret)
        action = as_ended(action, recorder.steps) if isinstance(action, Finish) else action
        intent = read_intent(action, self.screen, recorder.secrets, decision.risk)
        if intent.told != action:
            recorder.keep(action.typed)  # the trajectory may quote the secret already
        self.note(action=call(intent.told), words=intent.words, outcome="interrupted", **intent.about)
        self._note_words(decision)
        return intent

    def _note_words(self, decision: Decision) -> None:
        """Note the rest of a decision: the agent's words, its documents, and the calls that were not carried out."""
        dropped = ", ".join([*map(call, decision.more), *decision.dropped])
        not_done = f"of the calls in your reply these were not carried out: {dropped}" if dropped else ""
        self.note(
            observation=decision.observation,
            thought=self.by.recorder.secrets.mask(decision.thought),
            summary=decision.summary,
            think=decision.think,
            reply=decision.reply,
            left_out=self.by.recorder.secrets.mask(decision.left_out),
            documents=decision.documents,
            move=decision.move,
            walk=self.by.recorder.secrets.mask(decision.walk),
            reason="; ".join(filter(None, (not_done, decision.remark))),
        )

    def _do(self, intent: Intent, on_commit: Callable[[], None]) -> None:
        """Carry out an intent, then note the outcome: "done", or how the agent ended the task if the action ends it.

        The record is written to disk before the first gesture is sent, so that after a crash it is known what may have
        happened.
        """
        if isinstance(intent.told, Finish):
            self.note(outcome=outcome_of(intent.told, self.by.task.goal, self.by.recorder.steps))
            return
        if isinstance(intent.told, AskPerson):
            self.note(answer=self._asked(intent.told.question), outcome="done")
            return
        if not (self.by.recorder.steps and self.by.recorder.steps[-1].outcome == "stale"):
            self.by.restless.forget()
        intent = self.by.restless.told(intent, self.record.element_id or self.record.action)

        def commit() -> None:
            on_commit()
            self.by.recorder.intend(self.record)

        by = self.by
        performer = Performer(by.device, by.guard, by.cancel, by.recorder.secrets, by.changing, self._looked)
        told = carry_out(intent, performer, commit)
        self.note(outcome="done", reason="; ".join(filter(None, (told, self.record.reason))))

    def _looked(self, now: Screen) -> None:
        self.acted_on = acted_on(self.screen, now)

    def _asked(self, question: str) -> str:
        """Put a question to the person and return the answer, with secrets masked.

        The whole answer becomes a secret if the question asks for one. Raises RefusedError if there is no answer.
        """
        secrets = self.by.recorder.secrets
        said = answer_to(secrets.mask(question), self.by.person)
        return secrets.give(said) if names_a_secret(question) else secrets.mask(said)


@dataclass
class _Try:
    """Progress of one try: the intent, once it is known, and the error if an action that was begun early failed."""

    intent: Intent | None = None
    error: Exception | None = None


def spent(now: Usage, before: Usage) -> dict[str, Any]:
    """Return what the models used between two moments, as values for attributes of `Step`.

    now, before: the usage at the later and at the earlier moment.
    The keys are "model_calls", "prompt_tokens", "completion_tokens", "cost_usd" (None if unknown), "estimated" (the
    number of calls whose tokens are estimates) and "cached_tokens".
    """
    known = now.cost_usd is not None and before.cost_usd is not None
    return {
        "model_calls": now.calls - before.calls,
        "prompt_tokens": now.prompt_tokens - before.prompt_tokens,
        "completion_tokens": now.completion_tokens - before.completion_tokens,
        "cost_usd": round((now.cost_usd or 0) - (before.cost_usd or 0), 6) if known else None,
        "estimated": now.estimated - before.estimated,
        "cached_tokens": now.cached_tokens - before.cached_tokens,
    }


def _picture(screen: Screen, side: int, offered: Collection[int] | None, *, grid: bool) -> bytes:
    """Draw the grid, or the offered marks, on the screenshot and return it as JPEG; b"" if the screen has no picture.

    side: longer side of the result, px. offered: numbers of the marks to draw; None draws all marks.
    """
    if screen.picture is None:
        return b""
    return encode(draw_grid(screen, side=side) if grid else mark(screen, side=side, only=offered))
