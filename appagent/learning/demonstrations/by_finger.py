"""Let a person demonstrate a task by touching the phone: each touch becomes a line, such as `tap(3)`.

The screen is captured all the time, so that the screen before a touch is known when the phone reports the touch. No
gesture is sent to the phone for what the finger has done already.
"""

import queue
import secrets as random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from appagent.actions import Action, Clear, Enter, Gesture, Tap, Touch, TypeText, call
from appagent.actions.text import field_of
from appagent.agent import LookAgain, View
from appagent.devices import Device
from appagent.devices.base import glance
from appagent.devices.over_adb.fingers import FingerReport, Touches
from appagent.devices.over_adb.getevent import Began, FingerPath, Pressed, Unread
from appagent.errors import UsageError
from appagent.learning.demonstrations.pointing import DOUBLE_S, Trace, action_meant, on_keyboard, slop_of
from appagent.learning.demonstrations.showing import as_choice, chosen_answer
from appagent.runs.recorder import Recorder
from appagent.screen import Element, Node, Screen, read, same_tree
from appagent.screen.nodes.tree import nodes_of
from appagent.secrets import Secrets, mask_screen

_NONE = Secrets()  # no secrets: the recorder masks the screens that it gets
_POLL_S = 0.1  # between two captures while nothing happens
_LATE_S = 0.15  # longest time from a touch to the phone's report of it
_TOO_FAST = (
    "that was faster than the screen could be read, so that the step may be about another element: see, or undo it"
)
_GONE = 3  # captures in a row without the field, after which it counts as gone
_KEYS = {"back": "back()", "home": "home()", "recents": "recents()"}


@dataclass(frozen=True)
class _Look:
    """One capture of the screen.

    ended: when the capture ended, monotonic, s.
    rotation: the display's rotation, in quarter turns anticlockwise.
    """

    ended: float
    screen: Screen
    rotation: int


@dataclass(frozen=True)
class _Done:
    """Touch or key press by the person.

    began, ended: its times by this computer's clock, s.
    reading: what the phone reported.
    """

    began: float
    ended: float
    reading: FingerPath | Pressed | Unread


class ByFinger:
    """Demonstration of a task with a finger on the phone.

    heard: called with each message for the person.
    typed: returns the next line that the person has typed at the terminal, such as "note WORDS" or "stop", or None if
    there is none yet.
    """

    strict = False
    by = "finger"

    def __init__(self, heard: Callable[[str], None], typed: Callable[[], str | None]) -> None:
        self._heard, self._typed = heard, typed
        self._events: queue.SimpleQueue[FingerReport] = queue.SimpleQueue()
        self._waiting: list[_Done] = []
        self._down: float | None = None  # when the finger came down that is still down, or whose touch is not handled
        self._watched: _Watched
        self._recorder: Recorder
        self._view: View | None = None

    @contextmanager
    def begin(self, device: Device, recorder: Recorder) -> Iterator[Device]:
        """Listen for touches on a device during the context; yield a device that does not perform them a second time.

        Raises UsageError if the device cannot report touches.
        """
        ask = getattr(device, "touches", None)
        if ask is None:
            raise UsageError(f"{device.serial} does not tell of fingers; show the task with --web or --text")
        touches: Touches = ask()
        self._recorder, self._watched = recorder, _Watched(device, touches, self.came_down)
        with touches.listening(self._events.put):
            self._heard("Use the phone. Here you can type: note WORDS, undo, stop")
            yield self._watched

    def seen(self, view: View) -> None:
        """Remember the view on which the person makes the next touch."""
        self._view = view

    def say(self, words: str) -> None:
        """Pass a message on to the person."""
        self._heard(words)

    def ask(self, words: str, answers: Sequence[tuple[str, str]]) -> str | None:
        """Ask a question at the terminal, wait for a line, and return the answer that the line means, or None.

        answers: each as (answer, its meaning).
        """
        self._heard(as_choice(words, answers))
        while (line := self._typed()) is None:
            time.sleep(_POLL_S)
        return chosen_answer(line, answers)

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        """Wait for the next touch, key press or line at the terminal, and return it as a line.

        Raises LookAgain if the screen changed meanwhile.
        """
        assert self._view
        screen = self._view.screen
        while True:
            if done := self._next():
                if line := self._line(done, screen):
                    return line
            elif typed := self._typed():
                if late := self._next(_LATE_S):  # a touch from before the line was typed, reported after it
                    self._waiting.insert(0, late)
                    self._pushed(typed)
                    continue
                self._watched.by_finger = []
                return typed
            elif self.came_down() is None and not same_tree(self._look().screen, screen):
                raise LookAgain(
                    "the screen has changed"
                )  # `capture` finds the screen before a touch that is reported late
            else:
                time.sleep(_POLL_S)

    def came_down(self) -> float | None:
        """Return when the first touch or key press that is not handled yet began, by this computer's clock, or None."""
        while not self._events.empty():
            heard = self._events.get()
            reading, offset = heard.reading, heard.offset
            if isinstance(reading, Began):
                self._down = reading.at + offset if self._down is None else self._down
            else:
                began = reading.points[0][2] if isinstance(reading, FingerPath) else reading.at
                ended = reading.points[-1][2] if isinstance(reading, FingerPath) else reading.at
                self._waiting.append(_Done(began + offset, ended + offset, reading))
        return self._waiting[0].began if self._waiting else self._down

    def _next(self, wait_s: float = 0.0) -> _Done | None:
        """Return the next touch or key press, or None if none begins within `wait_s` seconds."""
        until = time.monotonic() + wait_s
        while self.came_down() is None or not self._waiting:
            if time.monotonic() >= until and (wait_s == 0.0 or self._down is None):
                return None
            time.sleep(_POLL_S / 10)
        done = self._waiting.pop(0)
        self._down = None if not self._waiting else self._down
        return done

    def _look(self, like: Screen | None = None) -> _Look:
        return self._watched.look(pictured=False, secrets=self._recorder.secrets, like=like)

    def _line(self, done: _Done, screen: Screen) -> str:
        """Return the line that does the same as a touch or key press on a screen, or "" if no line does."""
        reading = done.reading
        if isinstance(reading, Unread):
            self._heard(reading.why)
            return ""
        self._watched.acted(done.ended)
        self._watched.by_finger = [screen]
        if isinstance(reading, Pressed):
            return _KEYS[reading.key]
        if self._watched.too_fast:
            self._watched.too_fast = False
            self._heard(_TOO_FAST)
        trace = self._trace(done, screen)
        field = field_of(screen, None)
        if on_keyboard(trace, screen):
            return self._typing(field, screen, keys=1) if field else ""
        trace = self._twice(trace, done, screen)
        action = action_meant(trace, screen)
        element = action.target(screen) if isinstance(action, Tap) else None
        if element and "text" in element.actions:
            return self._typing(element, screen, keys=0)
        return call(action)

    def _trace(self, done: _Done, screen: Screen) -> Trace:
        """Return the path of a touch in px of the display as it was turned then."""
        assert isinstance(done.reading, FingerPath)
        rotation, panel = self._watched.rotation, done.reading.panel
        began = done.reading.points[0][2]
        places = [(panel.pixel((x, y), screen.size, rotation), at - began) for x, y, at in done.reading.points]
        return Trace(tuple((*place, at) for place, at in places))

    def _twice(self, trace: Trace, done: _Done, screen: Screen) -> Trace:
        """Return a tap as a double tap if a second tap follows quickly at that point, any other touch as it is."""
        if trace.moved_after(slop_of(screen)) is not None or trace.seconds > DOUBLE_S:
            return trace
        again = self._next(max(0.0, done.ended + DOUBLE_S + _LATE_S - time.monotonic()))
        if again is None:
            return trace
        if isinstance(again.reading, FingerPath) and again.began - done.ended <= DOUBLE_S:
            second = self._trace(again, screen)
            away = max(abs(second.start[0] - trace.start[0]), abs(second.start[1] - trace.start[1]))
            if away <= 4 * slop_of(screen) and second.moved_after(slop_of(screen)) is None:
                return replace(trace, times=2)
        self._waiting.insert(0, again)
        return trace

    def _typing(self, field: Element, screen: Screen, keys: int) -> str:
        """Return one line for a touch on an input field together with the typing that follows.

        screen: the screen before the typing.
        keys: number of touches on the keyboard so far.
        Typing ends with the next touch outside the keyboard, with a line at the terminal, or when the field disappears.
        """
        seen, gone, until = [(0.0, screen)], 0, float("inf")
        while gone < _GONE:
            done, last = self._next(), seen[-1][1]
            if done and isinstance(done.reading, FingerPath) and on_keyboard(self._trace(done, last), last):
                keys += 1
                self._watched.acted(done.ended)
            elif done:
                self._waiting.insert(0, done)
                until = done.began
                break
            elif self.came_down() is not None:
                time.sleep(_POLL_S / 10)
            elif typed := self._typed():
                self._pushed(typed)
                break
            else:
                look = self._look(like=screen)
                if _cursor(look.screen, field):
                    if same_tree(look.screen, last) and not look.screen.settled:
                        look = self._watched.rest(self._recorder.secrets)
                    seen, gone = [*seen, (look.ended, look.screen)], 0
                else:
                    gone += not same_tree(look.screen, screen)
                time.sleep(_POLL_S)
        before = [one for at, one in seen if at <= until]
        self._watched.by_finger = [screen, before[-1]]
        if field.password and keys:
            return call(TypeText(self._secret(field), field.mark))
        return call(_typed_into(field, screen, before[1:], led_on=gone >= _GONE) if keys else Tap(field.mark))

    def _pushed(self, line: str | None) -> None:
        """Put back a line from the terminal, so that it is read again next."""
        typed = self._typed
        kept = [line]
        self._typed = lambda: kept.pop() if kept else typed()

    def _secret(self, field: Element) -> str:
        """Return a placeholder, such as "${password}", for what the person typed into a password field.

        Only the person knows what was typed. So the placeholder stands for a random text, which is never typed.
        """
        words = "".join(
            one for one in (field.hint or field.label or "password").lower() if one.isascii() and one.isalpha()
        )
        return self._recorder.keep(random.token_hex(16), words[:20] or "password")


class _Watched:
    """Device that a person touches: it remembers its captures, and performs no gesture that the finger has made.

    came_down: returns when the first touch that is not handled yet began, or None.
    by_finger: for an action that the finger did, the screens on which it made the gestures; [] for an action that the
    device is to perform.
    rotation: the display's rotation on the screen that `capture` returned last.
    too_fast: True if that screen was captured only after the touch on it.
    """

    def __init__(self, device: Device, touches: Touches, came_down: Callable[[], float | None]) -> None:
        self._device, self._touches, self._came_down = device, touches, came_down
        self._looks: list[_Look] = []
        self._old: _Look | None = None  # the last capture before the last touch
        self.by_finger: list[Screen] = []
        self.rotation, self.too_fast = 0, False

    def look(
        self,
        *,
        pictured: bool,
        secrets: Secrets = _NONE,
        like: Screen | None = None,
    ) -> _Look:
        """Capture the screen once, as it is now; remember and return it.

        like: a screen of the same activity, because such a capture may not tell the activity.
        """
        screen, rotation = glance(self._device, pictured=pictured), self._touches.rotation()
        if like and not screen.activity:
            screen = read(
                screen.tree, screen.picture, size=screen.size, app=like.app, activity=like.activity, settled=False,
                raw=screen.raw,
            )  # fmt: skip
        return self._kept(mask_screen(screen, secrets), rotation)

    def rest(self, secrets: Secrets = _NONE) -> _Look:
        """Wait until the screen has settled; remember and return it, with its picture."""
        rotation = self._touches.rotation()
        return self._kept(mask_screen(self._device.capture(), secrets), rotation)

    def capture(self) -> Screen:
        """Return the screen in front; if a finger is down already, the screen that it came down on."""
        self.by_finger = []
        if self._came_down() is None:
            self.look(pictured=False)
        if self._came_down() is None:
            self.rest()
        down = self._came_down()
        before = [look for look in self._looks if down is None or look.ended <= down]
        if not before and not self._looks:
            self.look(pictured=True)
        found = before[-1] if before else self._looks[0]
        if not found.screen.activity:  # a settled capture of the same screen has the activity
            found = next(
                (one for one in self._looks if one.screen.activity and same_tree(one.screen, found.screen)), found
            )
        self.too_fast = not before and not (self._old and same_tree(self._old.screen, found.screen))
        self._looks, self.rotation = [found], found.rotation
        return found.screen

    def acted(self, at: float) -> None:
        """Note when a touch ended, so that only later captures are used for the next touch."""
        self._old = self._looks[-1] if self._looks else self._old
        self._looks = [look for look in self._looks if look.ended > at]

    def glance(self, *, pictured: bool) -> Screen:
        """Return the screen on which the finger made the next gesture; if it made none, the screen as it is now."""
        return self.by_finger[0] if self.by_finger else glance(self._device, pictured=pictured)

    def perform(self, gesture: Gesture) -> None:
        """Perform a gesture, unless the finger has made it already."""
        if not self.by_finger:
            self._device.perform(gesture)
        elif isinstance(gesture, Touch) and len(self.by_finger) > 1:
            self.by_finger.pop(0)

    def _kept(self, screen: Screen, rotation: int) -> _Look:
        look = _Look(time.monotonic(), screen, rotation)
        self._looks = [*self._looks[-20:], look]
        return look

    def __getattr__(self, name: str) -> Any:
        return getattr(self._device, name)


def _typed_into(field: Element, screen: Screen, looks: list[Screen], *, led_on: bool) -> Action:
    """Return the action that turned the text of an input field from what it was into what the person typed.

    screen: the screen before.
    looks: the screens while the person typed.
    led_on: True if the field was gone afterwards, which counts as Enter.
    A field that was emptied at once counts as Enter too.
    """
    values = [_value(node) for one in looks if (node := _cursor(one, field))]
    before = _value_at(field, screen)
    after = values[-1] if values else before
    sent = led_on
    if not after and len(values) > 1 and len(values[-2]) > 1:
        after, sent = values[-2], True
    if after == before:
        return Enter() if sent else Tap(field.mark)
    if not after:
        return Clear(field.mark)
    clear = not after.startswith(before)
    return TypeText(after if clear else after[len(before) :], field.mark, clear=clear, enter=sent)


def _cursor(screen: Screen, field: Element) -> Node | None:
    """Return the node of an input field if the field has the cursor, else None."""
    nodes = (node for node in nodes_of(screen.tree) if node.focused and node.editable)
    return next((node for node in nodes if (node.resource_id, node.hint) == (field.resource_id, field.hint)), None)


def _value(node: Node) -> str:
    """Return the text that an input field holds; "" for its hint, which some phones report as an empty field's text."""
    return "" if node.text == node.hint else node.text


def _value_at(field: Element, screen: Screen) -> str:
    """Return the text that the input field with an element's bounds holds."""
    nodes = [node for node in nodes_of(screen.tree) if node.editable and node.bounds == field.bounds]
    return _value(nodes[0]) if nodes else ""
