"""Carry an intent out: turn it into gestures, let the guard check both, and send the gestures to the phone."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from appagent.actions import Gesture, Pause, Type, describe
from appagent.cancel import Cancel
from appagent.devices import Device
from appagent.errors import ActionError
from appagent.guard import Guard, landing
from appagent.screen.windows import is_keyboard
from appagent.secrets import Secrets, names_in
from appagent.step.intent import Intent

_PIECE_S = 0.5  # seconds; a wait is split into pieces of this length, so that it can be stopped soon


def execute(
    intent: Intent,
    device: Device,
    guard: Guard,
    cancel: Cancel,
    secrets: Secrets,
    on_commit: Callable[[], None] = lambda: None,
) -> None:
    """Let the guard check an intent, call `on_commit`, and send the gestures to the phone.

    on_commit: function that is called after all checks, just before the first gesture is sent.
    Raises ActionError if the screen or the phone cannot do the action, RefusedError if the guard refuses it, and
    Cancelled if somebody asked to stop, between two gestures at the latest.
    """
    gestures = gestures_of(intent, secrets)
    ask_guard(guard, intent, gestures, secrets)
    cancel.check()
    on_commit()
    send(gestures, device, cancel)


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
    bounds = tuple(secrets.bounds(action.typed))
    for bound in bounds:
        if why := bound.refusal(owner, app):
            raise ActionError(f"nothing was typed: {why}", hint=bound.hint(owner, app))
    text = secrets.spelled(action.typed)
    if intent.into_secret and names_in(text):
        unknown, known = names_in(text)[0], ", ".join(secrets.names) or "none"
        hint = f"APPAGENT_SECRET_{unknown.strip('${}').upper()} in the environment sets it"
        raise ActionError(f"there is no secret {unknown}; there are: {known}", hint=hint)
    if text != action.typed and not intent.into_secret:
        raise ActionError("a secret goes only into a field that asks for one, and this one does not")
    gestures = (action.masked(text) if text != action.typed else action).gestures(screen)
    return tuple(replace(g, secret=True, bounds=bounds) if bounds and isinstance(g, Type) else g for g in gestures)


def ask_guard(guard: Guard, intent: Intent, gestures: tuple[Gesture, ...], secrets: Secrets) -> None:
    """Raise RefusedError if the guard refuses the action, or a tap that its gestures would really make.

    Another element may cover the intended one. A tap then lands on the covering element, so the guard checks that tap,
    too.
    """
    guard.check(intent.action, intent.screen, intent.words, intent.text)
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
