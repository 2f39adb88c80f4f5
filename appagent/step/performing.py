"""Carry an intent out: turn it into gestures, let the guard check both, and send the gestures to the phone."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import dropwhile

from appagent.actions import (
    Carry,
    Gesture,
    Key,
    OpenAddress,
    PasteClipboard,
    Pause,
    PullShade,
    Start,
    Stroke,
    Touch,
    Type,
    describe,
)
from appagent.actions.parts.description import name_of
from appagent.cancel import Cancel
from appagent.devices import Device
from appagent.devices.base import glance, recognised, rouse
from appagent.errors import ActionError, StaleError
from appagent.guard import Guard, landing
from appagent.screen import Screen
from appagent.screen.grid import Point
from appagent.screen.nodes.windows import is_keyboard
from appagent.secrets import Secrets, mask_screen, names_in
from appagent.step.intent import Intent, ends
from appagent.step.last_look.in_front import has_front
from appagent.step.last_look.landing import check_landing
from appagent.step.last_look.moving import Moving, SelfChanging
from appagent.step.last_look.second_look import aimed_again, check_focus, needs_picture, needs_reading

_PIECE_S = 0.5  # seconds; a wait is split into pieces of this length, so that it can be stopped soon
_LOOKS = 5  # most looks at a moving target, until it stays where it is
_SOON_LOOKS, _SOON_PAUSE_S = 11, 0.1  # looks until a touched field has the focus, or a window appears
_MOVING_PAUSE_S = 0.4  # between looks that see which numbers move; most that do are others after a second


@dataclass(frozen=True)
class Performer:
    """Sends the gestures of actions to the phone, after the guard's check and a last look at the target.

    changing: the numbers that have changed by themselves so far in the run; those seen in a last look are added.
    on_look: function that is called with the last look before the first gesture that depends on the screen.
    """

    device: Device
    guard: Guard
    cancel: Cancel
    secrets: Secrets
    changing: SelfChanging = field(default_factory=SelfChanging)
    on_look: Callable[[Screen], None] = lambda screen: None

    def execute(self, intent: Intent, on_commit: Callable[[], None] = lambda: None) -> None:
        """Let the guard check an intent, call `on_commit`, and send the gestures to the phone.

        on_commit: function that is called after all checks, just before the first gesture is sent.
        Raises ActionError if the screen or the phone cannot do the action, RefusedError if the guard refuses it,
        StaleError if the target of the action has changed since the screen was seen, and Cancelled if somebody asked to
        stop; a gesture that has begun is still completed.
        """
        gestures = gestures_of(intent, self.secrets)
        ask_guard(self.guard, intent, gestures, self.secrets)
        self.cancel.check()
        on_commit()
        self._send_all(intent, gestures)

    def _send_all(self, intent: Intent, gestures: Sequence[Gesture]) -> None:
        """Send all gestures, with one more look at the target before the first gesture that depends on the screen.

        If text or the Enter key follows a touch, the screen is checked once more, for whether the cursor is in the
        intended field. All other gestures follow at once, as the second touch of a double tap has to.
        Raises StaleError if a gesture is not sent because its target has changed.
        """
        touched: Touch | None = None
        looked, left = False, list(gestures)
        while left:
            if not looked and not _free(left[0]):
                intent, left = self._aimed(intent, gestures)
                looked = True
            elif looked and _goes_to_focus(left[0]):
                self._check_focus(intent, touched, left[0])
            gesture = left.pop(0)
            touched = gesture if isinstance(gesture, Touch) else touched
            send([gesture], self.device, self.cancel)

    def _aimed(self, intent: Intent, gestures: Sequence[Gesture]) -> tuple[Intent, list[Gesture]]:
        """Look again, and return the intent and its gestures adjusted to where the target is now.

        Gestures at the beginning that do not depend on the screen are left out, because they were sent already. If the
        target has moved, the screen is looked at until the target stays where it is.
        Raises StaleError if the target has changed, or keeps moving.
        """
        again, at = intent, [one.bounds for one in ends(intent)]
        pictured, reading = needs_picture(intent, self.guard), needs_reading(intent, self.guard)
        known = self.changing.on(intent.screen)
        intent = replace(intent, turning=self.changing.turning(intent.screen))
        try:
            for _ in range(_LOOKS):
                now = self._look(intent, pictured=pictured, reading=reading)
                if now.tree is intent.screen.tree and not pictured:
                    return intent, list(dropwhile(_free, gestures))  # nothing has changed at all
                moves = self._moving(intent, now, known)
                if not _free(gestures[0]):  # else something was sent since the screen was seen
                    self.changing.note(intent.screen, now)
                again = aimed_again(intent, now, self.guard, lambda: self._later(intent), moves)
                before, at = at, [one.bounds for one in ends(again)]
                if at == before:
                    break
            else:
                raise StaleError(f"{' or '.join(map(name_of, ends(intent)))} keeps moving")
            anew = _shifted(gestures_of(again, self.secrets), intent, again)
            check_landing(intent, gestures, again, anew, self.guard, moves)
            self.on_look(now)
        except ActionError as error:  # also where the screen cannot do the action any more
            stale = error if isinstance(error, StaleError) else StaleError("")
            why = f"{intent.words} was not done: {error}"
            raise StaleError(why, turns=stale.turns, lines=stale.lines) from error
        return again, list(dropwhile(_free, anew))

    def _check_focus(self, intent: Intent, touched: Touch | None, gesture: Gesture) -> None:
        """Wait at most a second until the cursor is in the field that the action is about.

        touched: the touch that should have put it there, or None. gesture: the one to be sent next, text or Enter.
        Raises StaleError if the cursor is not in the field by then.
        """
        why, moves = "", None
        for turn in range(_SOON_LOOKS):
            if turn:
                send([Pause(_SOON_PAUSE_S)], self.device, self.cancel)
            now = self._look(intent, pictured=False)
            moves = moves or self._moving(intent, now)  # which looks three times at most, also if it is asked each turn
            why = check_focus(intent, touched, now, self.guard, moves)
            if not why:
                return
        undone = "nothing was typed" if gesture != Key("enter") else "the text was typed, but enter was not pressed"
        raise StaleError(f"{intent.words} was not finished: {undone}, because {why}")

    def _later(self, intent: Intent, pause_s: float = _SOON_PAUSE_S, *, pictured: bool = True) -> Screen:
        """Pause, then look again, to see what moves by itself."""
        send([Pause(pause_s)], self.device, self.cancel)
        return self._look(intent, pictured=pictured)

    def _moving(self, intent: Intent, now: Screen, known: Collection[str] = ()) -> Moving:
        return Moving(intent.screen, now, lambda: self._later(intent, _MOVING_PAUSE_S, pictured=False), known)

    def _look(self, intent: Intent, *, pictured: bool, reading: bool = False) -> Screen:
        """Look at the screen, with secrets masked.

        If the screen shows only the system's bars, as it may for a moment between two windows, look again for at most a
        second. If the display has gone dark, wake it and look again, because the hierarchy may be out of date.

        pictured: True to capture the picture too. reading: True to also recognise the words in the picture.
        """
        for _ in range(_SOON_LOOKS):
            seen = glance(self.device, pictured=pictured)
            now = mask_screen(seen, self.secrets)
            if rouse(self.device):
                continue
            if now.tree is intent.screen.tree or has_front(now) or not has_front(intent.screen):
                break
            send([Pause(_SOON_PAUSE_S)], self.device, self.cancel)
        if reading:  # ids of what is read are made from the app, which a glance may not tell
            now = mask_screen(recognised(self.device, replace(seen, app=intent.screen.app)), self.secrets)
        return now


def _free(gesture: Gesture) -> bool:
    """Tell whether a gesture does not depend on what the screen shows, such as a pause or the Home key."""
    return isinstance(gesture, Pause | Start | OpenAddress | PullShade) or gesture in (Key("home"), Key("recent"))


def _goes_to_focus(gesture: Gesture) -> bool:
    return isinstance(gesture, Type | PasteClipboard) or gesture == Key("enter")


def _shifted(gestures: Iterable[Gesture], intent: Intent, again: Intent) -> list[Gesture]:
    """Move the gestures of an action on cells of the grid as far as the element in the cell has moved.

    intent: the intent for the earlier screen. again: the same for the current one. The gestures of any other action are
    returned unchanged, because they were computed from the element's new bounds.
    """
    if intent.on_element == intent.told:
        return list(gestures)
    ways = [
        (new.bounds[0] - old.bounds[0], new.bounds[1] - old.bounds[1])
        for old, new in zip(ends(intent), ends(again), strict=True)
    ] or [(0, 0)]
    return [_moved(gesture, ways[0], ways[-1]) for gesture in gestures]


def _moved(gesture: Gesture, start: Point, end: Point) -> Gesture:
    """Return a gesture with its first point moved by `start`, (x, y) in px, and its last point moved by `end`."""
    match gesture:
        case Touch(x, y):
            return replace(gesture, x=x + start[0], y=y + start[1])
        case Stroke(x1, y1, x2, y2) | Carry(x1, y1, x2, y2):
            return replace(gesture, x1=x1 + start[0], y1=y1 + start[1], x2=x2 + end[0], y2=y2 + end[1])
    return gesture


def gestures_of(intent: Intent, secrets: Secrets) -> tuple[Gesture, ...]:
    """Return the gestures that carry out an intent, with placeholders replaced by the secrets that they stand for.

    A gesture that types one of the person's secrets also carries the apps in which the secret may be typed.

    Raises ActionError in each of these cases:

    - the action is impossible on this screen;
    - a placeholder stands for no known secret;
    - a secret may not be typed here. This holds for its placeholder and for its value.
    """
    action, screen = intent.action, intent.screen
    if not action.typed:
        return action.gestures(screen)
    owner, app = intent.element.owner if intent.element else None, "" if is_keyboard(screen.app) else screen.app
    rules = tuple(secrets.rules(action.typed))
    for rule in rules:
        if why := rule.refusal(owner, app):
            raise ActionError(f"nothing was typed: {why}", hint=rule.hint(owner, app))
    text = secrets.spelled(action.typed)
    if intent.into_secret and names_in(text):
        unknown, known = names_in(text)[0], ", ".join(secrets.names) or "none"
        hint = f"APPAGENT_SECRET_{unknown.strip('${}').upper()} in the environment sets it"
        raise ActionError(f"there is no secret {unknown}; there are: {known}", hint=hint)
    if text != action.typed and not intent.into_secret:
        raise ActionError("a secret goes only into a field that asks for one, and this one does not")
    gestures = (action.masked(text) if text != action.typed else action).gestures(screen)
    return tuple(replace(g, secret=True, rules=rules) if rules and isinstance(g, Type) else g for g in gestures)


def ask_guard(guard: Guard, intent: Intent, gestures: tuple[Gesture, ...], secrets: Secrets) -> None:
    """Raise RefusedError if the guard refuses the action, or a tap that its gestures would really make.

    If another element covers the intended one, the touch lands on the covering element, so the guard checks that, too.
    """
    guard.check(intent.action, intent.screen, intent.words, intent.text, intent.risk)
    taps, shown = landing(intent.action, gestures, intent.screen)
    for tap in taps:
        guard.check(tap, shown, secrets.mask(describe(tap, shown)))


def send(gestures: Iterable[Gesture], device: Device, cancel: Cancel) -> None:
    """Perform gestures in order, with long waits split into short ones.

    Raises Cancelled if somebody asked to stop, before or after any of the gestures but never during one.
    """
    for gesture in _in_pieces(gestures):
        with cancel.gesture():
            device.perform(gesture)


def _in_pieces(gestures: Iterable[Gesture]) -> Iterator[Gesture]:
    """Yield the gestures in order, but each long pause as several pauses of at most half a second."""
    for gesture in gestures:
        while isinstance(gesture, Pause) and gesture.seconds > _PIECE_S:
            yield Pause(_PIECE_S)
            gesture = Pause(gesture.seconds - _PIECE_S)
        yield gesture
