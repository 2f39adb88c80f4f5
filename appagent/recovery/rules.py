"""Rules for windows and apps that come in front of the app: what is done about them, and what the agent is told.

| what came | rule |
|---|---|
| an app does not respond | wait once; if the dialog comes again, close the app and open it again |
| an app crashed | close Android's dialog and open the app again |
| the same dialog comes a third time in a run | tell the agent, which has to deal with it |
| a dialog of another app came by itself | press back once; if it stays or comes again, tell the agent |
| a dialog of the app itself came by itself, and none is awaited | the same |
| a dialog came that says that something is deleted, stopped or discarded | tell the agent, which has to choose |
| another app came to the front by itself | open the app again, as it was left; the second time, tell the agent |
| a dialog came that is awaited, or that an action may have asked for | tell the agent what came |
| the display is off, or the lock screen has no PIN | the driver wakes and unlocks the phone |
| the lock screen has a PIN | end the run, with the reason also in its last step, for the person to unlock it |
| the phone's answer to a gesture was lost | send nothing again; tell the agent to see whether the action happened |

"By itself" means that nothing was sent since the last look, and that the effect of what was sent before was seen. A
dialog of the app itself is "awaited" in these cases: the agent waited; the page had not settled; the last action was a
deed, which may take its time and ask for confirmation; or a dialog was there already, which may just have new words.
Any other dialog that an action has asked for may come late, too, and be dismissed. So the agent is told that it may
repeat the action; the second time, the dialog stays.

Right before a rule sends a gesture, the screen is looked at again, because the disturbance may have gone by itself.
Each remedy is recorded as a step of the trajectory, with what came as its reason. A dialog that is left to the agent is
in the reason of the step that it prevented, or else in the effect of the last step.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from appagent.actions import Gesture, Key, Start, Touch
from appagent.guard import lost_by_leaving
from appagent.prompting.words.history import touches
from appagent.runs.trajectory import Step
from appagent.screen import Element, Screen
from appagent.screen.compare import built_alike, may_be_one
from appagent.screen.comparing.belonging import full_heading
from appagent.screen.names.element_texts import loose
from appagent.screen.nodes.tree import centre
from appagent.screen.nodes.windows import Window, is_keyboard, windows
from appagent.screen.texts.wording import visible_words
from appagent.screen.transitions import GOING_ELSEWHERE
from appagent.screen.trouble import Trouble, trouble, wait_button, way_out

_MOST = 2  # how often the same dialog is dealt with in one run
_WORDS, _BUTTONS, _LONGEST = 3, 6, 80  # most texts and buttons of a window in a message, and letters of each


@dataclass(frozen=True)
class Remedy:
    """Gestures that repair a disturbance before the agent decides, with a description.

    done: sentence for people and the agent on what happened and what was done about it.
    reason: the disturbance alone, such as the words of the dialog.
    gestures: the gestures to send, () for none.
    asks: question to the person, if one is there; "" to ask nothing.
    page: True if the gestures are meant for a whole page, which must still be shown then.
    """

    done: str
    reason: str
    gestures: tuple[Gesture, ...]
    asks: str = ""
    page: bool = False


def remedy(screen: Screen, app: str, before: Collection[Trouble]) -> Remedy | None:
    """Return the remedy for a dialog in which Android says that an app crashed or hangs; None to apply none.

    There is no remedy if the screen has no such dialog, or if the same one was dealt with twice before in this run.
    app: package of the app to open again.
    before: the dialogs that were dealt with so far in this run.
    """
    found = trouble(screen)
    times = sum((one.kind, one.words) == (found.kind, found.words) for one in before) if found else 0
    if found is None or times >= _MOST:
        return None
    said = {"crash": "an app crashed", "anr": "an app does not respond"}[found.kind] + f' ("{found.words}")'
    if found.kind == "anr" and times == 0 and (wait := wait_button(screen)):
        return Remedy(f"{said}: it was waited for", said, (_touch(wait),))
    if close := way_out(screen):
        done = f"{said}: it was closed, and {app} was opened again; see where it stands"
        return Remedy(done, said, (_touch(close), Start(app)))
    return None


def dismissal(before: Screen, screen: Screen, been: Collection[str], *, awaited: bool = True) -> Remedy | None:
    """Return the remedy for a dialog or another app that came by itself; None if none came or the agent must decide.

    before: the screen before the disturbance.
    been: packages of the apps that were in front so far.
    awaited: True if the agent may be waiting for a dialog of one of these apps, which is then left to the agent. There
    is no remedy while a window of the app itself can be seen: then the other app may share a split screen, or the other
    window may take no keys, so that Back would go to the app.
    """
    found = windows(screen.tree, screen.size, screen.app)
    over = [window for window in found if window.kind == "dialog" and window.reachable]
    ask = "if an action of yours asked for it, do that again, and it is left to you"
    if any(window.kind == "app" and window.package == before.app for window in found):
        return None
    known = {_said(window) for window in _dialogs(before)}  # an action has opened these, and the agent was told of them
    own = bool(over) and over[0].package in been
    left = own and (awaited or known)  # to the agent
    if over and not left and _said(over[0]) not in known and not _lost(over[0], screen):
        did = f"{_told(over[0], screen)} came by itself: back was pressed to dismiss it; {ask}"
        return Remedy(did, " / ".join(_said(over[0])), (Key("back"),))
    if over or not screen.app or not before.app or screen.app in been or is_keyboard(screen.app):
        return None
    did = f"{screen.app} came to the front by itself: {before.app} was opened again, as it was left; {ask}"
    return Remedy(did, screen.app, (Start(before.app),))


def stands(screen: Screen, now: Screen, *, page: bool) -> bool:
    """Tell whether the same windows are still in front, so that a remedy is still needed.

    page: True if the page in front must be built alike, too.
    """
    looks = [windows(each.tree, each.size, screen.app) for each in (screen, now)]
    front, later = ([(w.kind, w.package, w.kind == "dialog" and _said(w)) for w in look] for look in looks)
    return front == later and (not page or built_alike(screen, now))


def by_itself(steps: Sequence[Step]) -> bool:
    """Tell whether a change now comes by itself: no gesture was sent since, and the last effect was seen."""
    sent = [step for step in steps if touches(step)]
    return bool(steps) and not may_have_acted(steps[-1]) and not (sent and sent[-1].changed is False)


def is_awaited(steps: Sequence[Step]) -> bool:
    """Tell whether the agent may be waiting for a dialog of the app; see the rules at the top. steps: not empty."""
    sent = next((step for step in reversed(steps) if touches(step)), None)
    return not steps[-1].settled or (sent is not None and (sent.kind == "wait" or bool(sent.may)))


def came_over(before: Screen, screen: Screen, *, acted: bool, been: Collection[str] = (), app: str = "") -> list[str]:
    """Return a list with one notice about a new dialog, or about another app in front; [] if there is neither.

    before: the screen of the last step.
    acted: True if a gesture was sent since then, which may have opened the dialog or app. Then there is no notice about
    a dialog of the same app.
    been: packages of the apps that were in front so far; there is no notice if one of them is in front again after a
    dialog has gone.
    app: package of the task's app, "" for none; there is no notice about what a gesture in another app has brought to
    the front, such as on the home screen.
    """
    by = "by itself or by your last action" if acted else "by itself"
    known = {_said(window) for window in _dialogs(before)}  # what lay under a dialog too
    new = [window for window in _dialogs(screen) if window.reachable and _said(window) not in known]
    if acted:
        new = [window for window in new if window.package != before.app]
    if new:
        came = f"{_told(new[0], screen)} came over the app {by}"
        if lost := _lost(new[0], screen):
            return [f'{came}: it says "{lost[:_LONGEST]}", so closing it may do that. Choose what does no harm']
        return [f"{came}: it is no part of the task unless you asked for it. "
                "Decline or close it, with its own button for that or with back(), then go on"]  # fmt: skip
    elsewhere = acted and app not in ("", before.app)
    if screen.app and before.app and screen.app != before.app and not elsewhere and not (known and screen.app in been):
        return [f'{screen.app} came to the front {by}: launch("{before.app}") brings {before.app} back as it was left']
    return []


def turned_by_itself(before: Screen, screen: Screen, *, alone: bool, last: Step) -> list[str]:
    """Return a list with one notice if another page of the same app came without an action; else [].

    before: the screen of the last step, last.
    alone: what `by_itself` tells.
    After a wait there is no notice, because the agent may have waited for the page.
    """
    turned = before.app == screen.app and before.front.kind == screen.front.kind and not may_be_one(before, screen)
    if not (turned and alone and last.kind != "wait"):
        return []
    title = f' "{full_heading(screen)[:_LONGEST]}"' if screen.heading else ""
    return [f"another page of {screen.app}{title} came by itself: nothing was done since the last screen. It may be an "
            "advertisement, or what an earlier action asked for"]  # fmt: skip


def may_have_acted(step: Step) -> bool:
    """Tell whether a gesture may have reached the phone in a step."""
    return step.outcome in {"done", "part", "interrupted"} and step.kind != "wait"


def goes_elsewhere(step: Step) -> bool:
    """Tell whether a step was meant to leave the app, so that another app in front is expected."""
    return may_have_acted(step) and step.kind in GOING_ELSEWHERE


def _touch(element: Element) -> Touch:
    return Touch(*centre(element.bounds))


def _dialogs(screen: Screen) -> list[Window]:
    found = windows(screen.tree, screen.size, screen.app)
    return [window for window in found if window.kind == "dialog"]


def _said(window: Window) -> tuple[str, ...]:
    """Return the package and the first words of a window."""
    words = [words for node in window.nodes if node.visible and (words := visible_words(node))]
    return (window.package, *words[:_WORDS])


def _lost(window: Window, screen: Screen) -> str:
    """Return the text of a window which says that something is lost by one of its answers; "" if none does."""
    said = {visible_words(node) for node in window.nodes if node.visible}
    return lost_by_leaving([text for text in loose(screen) if text in said])


def _told(window: Window, screen: Screen) -> str:
    """Describe a window for the agent by its package, its first words and its buttons."""
    package, *words = (words[:_LONGEST] for words in _said(window))
    buttons = [element.text for element in screen.elements if element.window == "dialog" and element.text]
    quoted = ", ".join(f'"{text[:_LONGEST]}"' for text in buttons[:_BUTTONS])
    says = f' that says "{" / ".join(words)}"' if words else ""
    return f"a window of {package}{says}" + (f", with {quoted}," if quoted else "")
