"""Carry out an action: send its gestures at once, or go through several smaller actions with a look after each."""

from collections.abc import Callable, Collection
from dataclasses import replace

from appagent.actions import Clipboard, Paste, SetValue
from appagent.actions.aiming.scrolling import again
from appagent.actions.parts.base import MOST_PARTS, Action, Course, Looking
from appagent.actions.parts.description import quoted
from appagent.actions.setting.accepting import Accept
from appagent.actions.setting.wheel_rows import wheel_at
from appagent.devices import Device
from appagent.errors import ActionError, HalfDoneError, RefusedError
from appagent.guard import Guard, in_words
from appagent.screen import Element, Screen
from appagent.screen.comparing.belonging import full_heading, other_heading
from appagent.screen.language.lexicon import folded
from appagent.screen.language.money import has_amount
from appagent.screen.names.element_texts import shown_parts
from appagent.screen.texts.wording import visible_words
from appagent.screen.trouble import trouble
from appagent.secrets import Secrets, mask_screen
from appagent.step.intent import Intent, read_intent
from appagent.step.last_look.moving import SelfChanging
from appagent.step.last_look.still_meant import about_another
from appagent.step.performing import Performer


def carry_out(intent: Intent, performer: Performer, on_commit: Callable[[], None] = lambda: None) -> str:
    """Carry out an intent, and return a message about the result for the agent; "" if there is nothing to say.

    An action of class `Looking` is carried out as several smaller actions. Each of them is decided on the screen that
    the previous one has led to, and is checked by the guard; one that accepts a dialog is refused if it has any effect.
    Other errors are those of `performer.execute`.
    Raises HalfDoneError instead of ActionError if at least one of the smaller actions was carried out before the error.
    """
    action, secrets = intent.action, performer.secrets
    if isinstance(action, Looking):
        return _go_through(action.course(intent.screen), intent, performer, on_commit)
    if isinstance(action, Paste):
        _check_clipboard(performer.device, secrets)
    performer.execute(intent, on_commit)
    return secrets.mask(action.told(_copied(performer.device))) if isinstance(action, Clipboard) else ""


def _go_through(course: Course, intent: Intent, performer: Performer, on_commit: Callable[[], None]) -> str:
    """Carry out the smaller actions of a course, as `carry_out` tells, and return its message."""
    action, screen, secrets, done = intent.action, intent.screen, performer.secrets, 0
    performer.guard.check(action, screen, intent.words, intent.text, intent.risk)
    try:
        part = next(course)
        held, turned = part.target(screen), set[str]()  # ids of wheels
        while done < MOST_PARTS:
            if isinstance(part, Accept) and (why := _why_not(part, screen, performer.guard)):
                part = course.throw(RefusedError(why))
                continue
            each = replace(performer, changing=SelfChanging())  # earlier parts may have set what changed
            each.execute(read_intent(part, screen, secrets), on_commit)
            performer, on_commit = replace(performer, on_look=lambda screen: None), lambda: None  # for the first
            done += 1
            turned, screen = turned | _wheels_in(part, screen), mask_screen(performer.device.capture(), secrets)
            if (found := trouble(screen)) and trouble(intent.screen) != found:
                raise ActionError(f'the phone says "{found.words}"')
            if held and action.risk != "scroll":
                _check_same(held, intent, screen, turned)
            part = course.send(screen)
        raise ActionError(f"it was given up after {MOST_PARTS} gestures")
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


def _why_not(part: Action, screen: Screen, guard: Guard) -> str:
    """Return why a dialog must not be accepted by an action without a question to the model; "" if it may be.

    It must not if that may do anything that matters, doubtful cases too, or if an amount of money is on the dialog, in
    what can be touched or a field as well. A second opinion may say that a doubtful case, or one with an amount, does
    nothing.
    """
    found = guard.strictest(part, screen).effect
    if found == "none" and guard.must_ask(part, screen):
        found = "unknown"
    said = (text for node in screen.front.nodes if node.visible for text in (visible_words(node), node.text, node.hint))
    amount = next(filter(has_amount, said), "")
    if (found == "unknown" or (found == "none" and amount)) and guard.cleared(part, screen):
        return ""
    return f"it may {in_words(found)}" if found != "none" else f"there is {quoted(amount)}" if amount else ""


def _wheels_in(part: Action, screen: Screen) -> set[str]:
    """Return the id of the wheel that an action is about, as a set; an empty one if it is about something else."""
    target = part.target(screen)
    return {target.id} if target and wheel_at(target, screen) is target else set()


def _check_same(held: Element, intent: Intent, screen: Screen, turned: Collection[str]) -> None:
    """Raise ActionError if an element has become another one since the model saw it; its value may change.

    held: the element as the model saw it. intent: the action. screen: the screen now. turned: ids of the wheels that
    were turned in between. No error is raised if the element shows on its page what it is set to, or if it is missing,
    such as under a list that it has opened; the action that is carried out handles that.
    """
    given, seen = intent.action.value if isinstance(intent.action, SetValue) else "", intent.screen
    now = again(held, screen)
    if now is None or seen.front.kind != screen.front.kind:
        return
    if other_heading(seen, screen):
        raise ActionError(f"another page is there now: {quoted(full_heading(screen))}")
    if given and folded(given) in map(folded, shown_parts(now, screen)):
        return
    if why := about_another(held, now, seen, screen, {held.id, *turned}):
        raise ActionError(why)


def _check_clipboard(device: Device, secrets: Secrets) -> None:
    """Raise ActionError if pasting might reveal a secret, because secrets may only be typed by their names.

    That is so if the clipboard holds a secret, or if the run knows secrets and the clipboard cannot be read.
    """
    held = _copied(device)
    if (held is None and secrets.names) or (held and secrets.spans(held)):
        raise ActionError("nothing was pasted: the clipboard may hold a secret; type a secret by its name")


def _copied(device: Device) -> str | None:
    """Return the text on a device's clipboard, or None if it cannot be read."""
    ask = getattr(device, "clipboard", None)
    return ask() if ask else None
