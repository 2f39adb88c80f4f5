"""Carry out an action of either kind: by its gestures, or by its course, which looks at the screen in between."""

from collections.abc import Callable

from appagent.actions import Clipboard, Paste
from appagent.actions.base import MOST_PARTS, Looking
from appagent.actions.description import quoted
from appagent.actions.scrolling import again
from appagent.cancel import Cancel
from appagent.devices import Device
from appagent.errors import ActionError, HalfDoneError
from appagent.guard import Guard
from appagent.screen import Element, Screen
from appagent.screen.belonging import other_heading
from appagent.secrets import Secrets, veil
from appagent.step.intent import Intent, read_intent
from appagent.step.moving import SelfChanging
from appagent.step.performing import execute
from appagent.step.still_meant import about_another


def carry_out(
    intent: Intent,
    device: Device,
    guard: Guard,
    cancel: Cancel,
    secrets: Secrets,
    on_commit: Callable[[], None] = lambda: None,
    changing: SelfChanging | None = None,
) -> str:
    """Carry an intent out as `execute` does, with looks in between if it needs them; return what to tell the agent.

    Each action of a course is executed on the screen after the one before, so that the guard judges each. The result is
    "" if there is nothing to tell.
    Raises what `execute` raises, and HalfDoneError in place of an ActionError that comes after something was done.
    """
    action = intent.action
    if not isinstance(action, Looking):
        if isinstance(action, Paste):
            _check_clipboard(device, secrets)
        execute(intent, device, guard, cancel, secrets, on_commit, changing)
        return secrets.mask(action.told(_copied(device))) if isinstance(action, Clipboard) else ""
    guard.check(intent.action, intent.screen, intent.words, intent.text, intent.risk)
    course, screen, done = action.course(intent.screen), intent.screen, 0
    try:
        part = next(course)
        held = part.target(screen)
        while done < MOST_PARTS:
            execute(read_intent(part, screen, secrets), device, guard, cancel, secrets, _nothing if done else on_commit)
            done += 1
            screen = veil(device.capture(), secrets)
            if held and action.risk != "scroll":
                _check_same(held, intent.screen, screen)
            part = course.send(screen)
        raise ActionError(f"it was not done after {MOST_PARTS} gestures")
    except StopIteration as end:
        return secrets.mask(str(end.value or ""))
    except ActionError as error:
        if not done:
            raise
        raise HalfDoneError(
            f"{intent.words} did not come to its end: {secrets.mask(str(error))}", hint=error.hint
        ) from error
    finally:
        course.close()


def _check_same(held: Element, seen: Screen, screen: Screen) -> None:
    """Raise ActionError if what stands where an element was is not the one that the model saw, whatever its value.

    held: the element, on the screen that the model saw. What is not there, as under a list that it has opened, is left
    to the course.
    """
    now = again(held, screen)
    if now is None or seen.front.kind != screen.front.kind:
        return
    if other_heading(seen, screen):
        raise ActionError(f"another page is there now: {quoted(screen.heading)}")
    if why := about_another(held, now, seen, screen, {held.id}):
        raise ActionError(why)


def _check_clipboard(device: Device, secrets: Secrets) -> None:
    """Raise ActionError if the clipboard holds a secret, which is typed by its name and only where it may be.

    It is raised too if a secret is known and the device does not tell what it would paste.
    """
    held = _copied(device)
    if (held is None and secrets.names) or (held and secrets.spans(held)):
        raise ActionError("nothing was pasted: the clipboard may hold a secret; type a secret by its name")


def _copied(device: Device) -> str | None:
    """Return the text on a device's clipboard, or None if the device does not tell it."""
    ask = getattr(device, "clipboard", None)
    return ask() if ask else None


def _nothing() -> None:
    pass
