"""Look at the screen before each step of a run, and apply the rules to whatever has disturbed the app meanwhile."""

from dataclasses import dataclass, field

from appagent.actions import Pause
from appagent.devices.base import glance, online
from appagent.devices.over_adb.waking import LockedError
from appagent.errors import ActionError, LostError, RefusedError
from appagent.guard import answer_to
from appagent.recovery.disturbances import NO_NETWORK, advertised, signed_out, stands_still, turned, uncovered
from appagent.recovery.rules import (
    Remedy,
    by_itself,
    came_over,
    dismissal,
    goes_elsewhere,
    is_awaited,
    may_have_acted,
    remedy,
    stands,
    turned_by_itself,
)
from appagent.runs.trajectory import RECOVERED, Step
from appagent.screen import Screen
from appagent.screen.trouble import Trouble, trouble
from appagent.step import OpenStep, Stepper
from appagent.step.performing import send

_MOST = 4  # most looks, each with a remedy, between two steps of the agent
_WAITS, _WAIT_S = 5, 2.0  # waits for a network, and seconds of each


@dataclass
class Recovery:
    """Finds and repairs what goes wrong by itself during one run. Each remedy is recorded as a step of the trajectory.

    app: package of the app that the task begins in.
    by_rules: False to apply no remedies, as while a person demonstrates a task.
    """

    stepper: Stepper
    app: str
    by_rules: bool = True
    _dealt_with: list[Trouble] = field(default_factory=list)
    _front: str = ""  # app in front when there was last no trouble
    _been: set[str] = field(default_factory=set)  # apps that were in front
    _dismissed: set[str] = field(default_factory=set)  # reasons of remedies that are not to be repeated
    _offline: bool = False  # whether the phone had no network when it was last asked

    def look(self, before: Screen | None, last: Step | None) -> tuple[Screen, list[str]]:
        """Look at the screen and apply remedies until none is needed. Return the screen, with notices for the agent.

        before: the screen of the previous step; None if this process has taken no step yet.
        last: the previous step; None if the run has none.
        Raises DeviceError if the phone does not answer, or is locked so that only the person can open it.
        """
        if not self.by_rules:
            return self.stepper.look(before)
        told: list[str] = []
        seen, alone = before, by_itself(self.stepper.recorder.steps)
        awaited = not alone or is_awaited(self.stepper.recorder.steps)
        for _ in range(_MOST):
            screen, notices = self._seen(seen)
            told += self._mended(screen)
            found = remedy(screen, self._front or self.app, self._dealt_with)
            seen = screen if found else seen
            if found is None and before is not None and last is not None and alone and trouble(screen) is None:
                been = {*self._been, self.app}
                found = self._once(
                    signed_out(before, screen), dismissal(before, screen, been, awaited=awaited),
                    advertised(before, screen), turned(before, screen), uncovered(screen, last),
                )  # fmt: skip
            if found is None:
                break
            told += filter(None, [self._carry_out(found, screen)])
        if trouble(screen) is None:
            self._front = screen.app
        if before is not None and last is not None and stands_still(before, screen, last):
            screen, more = self._connected(screen)
            notices = [*notices, *more]
        if before is not None and seen is before:
            notices = [*notices, *self._changes(before, screen, last, alone=alone)]
        self._been.add(screen.app)
        return screen, [*told, *notices]

    def _changes(self, before: Screen, screen: Screen, last: Step | None, *, alone: bool) -> list[str]:
        """Return notices about what came to the front since the previous step, for which there was no remedy."""
        if last is None:
            return came_over(before, screen, acted=True, been=self._been, app=self.app)
        if goes_elsewhere(last):
            return []
        acted = may_have_acted(last)
        over = came_over(before, screen, acted=acted, been=self._been, app=self.app)
        return [*over, *turned_by_itself(before, screen, alone=alone, last=last)]

    def _seen(self, before: Screen | None) -> tuple[Screen, list[str]]:
        """Look once. If only the person can unlock the phone, record that as a step, and raise LockedError."""
        try:
            return self.stepper.look(before)
        except LockedError as error:
            if before:
                with self.stepper.begin(before) as step:
                    step.note(words="nothing more: the phone was locked", outcome="failed", reason=str(error))
            raise

    def _once(self, *found: Remedy | None) -> Remedy | None:
        """Return the first remedy that was not applied before; None if there is none: then the agent decides."""
        first = next((one for one in found if one and one.reason not in self._dismissed), None)
        self._dismissed |= {first.reason} if first else set()
        return first

    def _connected(self, screen: Screen) -> tuple[Screen, list[str]]:
        """Wait for the network if the phone says that it has none; return the screen after that, and notices.

        If the network does not come back, there is a notice for the agent, and further calls do not wait until the
        network was there again.
        """
        before, self._offline = self._offline, not online(self.stepper.device)
        if not self._offline:
            return screen, []
        told = f"{NO_NETWORK}: what needs one will not work now"
        if before:
            return screen, [told]
        with self.stepper.begin(screen) as step:
            step.note(words=f"{NO_NETWORK}: it was waited for", reason=NO_NETWORK)
            for _ in range(_WAITS):
                send((Pause(_WAIT_S),), self.stepper.device, self.stepper.cancel)
                self._offline = not online(self.stepper.device)
                if not self._offline:
                    break
            came = "it did not come back" if self._offline else "it is back"
            step.note(words=f"{NO_NETWORK}: it was waited for, and {came}", outcome=RECOVERED)
        screen, notices = self.stepper.look(screen)
        return screen, [*([told] if self._offline else []), *notices]

    def _mended(self, screen: Screen) -> tuple[str, ...]:
        """Return descriptions of what the driver has repaired by itself, and record each one as a step."""
        ask = getattr(self.stepper.device, "mended", None)
        done = tuple(ask()) if ask else ()
        for words in done:
            with self.stepper.begin(screen) as step:
                step.note(words=words, outcome=RECOVERED)
        return done

    def _carry_out(self, found: Remedy, screen: Screen) -> str:
        """Apply a remedy as a step, and return a message about it for the agent; "" if it is no longer needed."""
        dialog, done = trouble(screen), found.done
        with self.stepper.begin(screen) as step:
            if not stands(screen, glance(self.stepper.device, pictured=False), page=found.page):
                step.drop()
                return ""
            step.note(words=done, reason=found.reason)
            self._dealt_with += [dialog] if dialog else []
            if found.asks:
                done = f"{done}: {self._asked(found.asks, step)}"
            try:
                send(found.gestures, self.stepper.device, self.stepper.cancel)
            except (LostError, ActionError) as error:  # the next look shows what came of it
                done = f"{done}; but {error}"
            step.note(words=done, outcome=RECOVERED)
        return done

    def _asked(self, question: str, step: OpenStep) -> str:
        """Ask the person what a remedy asks, such as to sign in; return a sentence about the answer for the agent."""
        try:
            said = answer_to(question, self.stepper.person)
        except RefusedError as error:
            return f"it is for the person, but {error}; go on only if the task gives you what it asks for"
        step.note(answer=self.stepper.recorder.secrets.mask(said))
        return "the person was asked to sign in"
