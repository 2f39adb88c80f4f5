"""Rules for what comes over an app: what is done about it, and what the agent is told.

| what came | rule |
|---|---|
| an app does not respond | wait once; if the dialog comes again, close the app and open it again |
| an app crashed | close Android's dialog and open the app again |
| the same a third time in a run | left to the agent, which is told |
| a window of another app, by itself | back is pressed once; if it stays or comes again, the agent is told |
| another app in front, by itself | the app is opened again, as it was left; a second time the agent is told |
| a window of the app's own, by itself, where none is awaited | the same |
| a window that is awaited, or that an action may have asked for | the agent is told what came |
| display off, lock screen without a PIN | the driver wakes and unlocks it |
| lock screen with a PIN | the run ends with the reason, in its last step too: it is for the person |
| an answer of the phone lost | nothing is sent again; the agent is told to see whether the action happened |

By itself means: nothing was sent since the last look, and what was sent before has had its effect. A window of the
app's own is awaited if the agent waited, if the page had not come to rest, if the last action was a deed, which may
take its time and ask once more, or if a dialog was there already, which may only say something else by now. Any other
window that an action asked for may come as late; so the agent is told that it may ask again, and then it stays.

Right before a gesture of a rule the phone is looked at again: what has gone by itself needs none.
What the run does itself is a step of the trajectory. A window that came is in the reason of the step that it held up,
or else in the effect of the last one.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from appagent.actions import Gesture, Key, Start, Touch
from appagent.prompting.history import touches
from appagent.runs.trajectory import Step
from appagent.screen import Element, Screen
from appagent.screen.transitions import GOING_ELSEWHERE
from appagent.screen.tree import centre
from appagent.screen.trouble import Trouble, trouble, wait_button, way_out
from appagent.screen.windows import Window, is_keyboard, windows
from appagent.screen.wording import visible_words

_MOST = 2  # times that the same dialog is dealt with in one run
_WORDS, _BUTTONS, _LONGEST = 3, 6, 80  # texts and buttons of a window that are told, and letters of each


@dataclass(frozen=True)
class Remedy:
    """Describe what is done about an anomaly before the agent decides.

    done: what, in the past, for people and the agent. reason: what came, in its own words. gestures: how it is done.
    asks: what is asked of the person, if one is there; "" if it is not for them.
    """

    done: str
    reason: str
    gestures: tuple[Gesture, ...]
    asks: str = ""


def remedy(screen: Screen, app: str, before: Collection[Trouble]) -> Remedy | None:
    """Return what to do about a dialog of Android on this screen; None if there is none, or it is left to the agent.

    app: package to open again. before: what was dealt with so far in this run.
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
    """Return the remedy for a window that came over the app by itself; None if the agent has to decide, or none came.

    before: the screen before anything came. been: apps that were in front so far. awaited: True if their windows may be
    what the agent waits for, so that it deals with them.
    Nothing is done while the app itself can be seen: beside it, in a split screen, another app may be, and over it a
    window that takes no keys, so that Back would go to the app.
    """
    found = windows(screen.tree, screen.size, screen.app)
    over = [window for window in found if window.kind == "dialog" and window.reachable]
    ask = "if an action of yours asked for it, do that again, and it is left to you"
    if any(window.kind == "app" and window.package == before.app for window in found):
        return None
    known = {_said(window) for window in _dialogs(before)}  # that an action has brought, and that was told of
    own = bool(over) and over[0].package in been
    if over and not (own and (awaited or known)) and _said(over[0]) not in known:
        did = f"{_told(over[0], screen)} came by itself: back was pressed to dismiss it; {ask}"
        return Remedy(did, " / ".join(_said(over[0])), (Key("back"),))
    if over or not screen.app or not before.app or screen.app in been or is_keyboard(screen.app):
        return None
    did = f"{screen.app} came to the front by itself: {before.app} was opened again, as it was left; {ask}"
    return Remedy(did, screen.app, (Start(before.app),))


def stands(screen: Screen, now: Screen) -> bool:
    """Tell whether the same windows are still in front, so that a remedy is still needed."""
    looks = [windows(each.tree, each.size, screen.app) for each in (screen, now)]
    front, later = ([(w.kind, w.package, w.kind == "dialog" and _said(w)) for w in look] for look in looks)
    return front == later


def by_itself(steps: Sequence[Step]) -> bool:
    """Tell whether a change comes by itself: the last step sent nothing, and the effects before it were seen."""
    sent = [step for step in steps if touches(step)]
    return bool(steps) and not may_have_acted(steps[-1]) and not (sent and sent[-1].changed is False)


def is_awaited(steps: Sequence[Step]) -> bool:
    """Tell whether a window of the app may be what the agent waits for; see the rules above. steps: one or more."""
    sent = next((step for step in reversed(steps) if touches(step)), None)
    return not steps[-1].settled or (sent is not None and (sent.kind == "wait" or bool(sent.may)))


def came_over(before: Screen, screen: Screen, *, acted: bool, been: Collection[str] = (), app: str = "") -> list[str]:
    """Return a notice about a window that came over the app, or about another app in front; else an empty list.

    before: the screen of the last step. acted: True if a gesture was sent since then, so that what came may be what the
    gesture did. Then windows of the same app are not told of. been: apps that were in front so far; one of them in
    front again, once a dialog is gone, is no surprise. app: that of the task, "" for none; what a gesture in another
    app brings to the front, as on the home screen, is no surprise either.
    """
    by = "by itself or by your last action" if acted else "by itself"
    known = {_said(window) for window in _dialogs(before)}  # what lay under a dialog too
    new = [window for window in _dialogs(screen) if window.reachable and _said(window) not in known]
    if acted:
        new = [window for window in new if window.package != before.app]
    if new:
        return [f"{_told(new[0], screen)} came over the app {by}: it is no part of the task unless you asked for it. "
                "Decline or close it, with its own button for that or with back(), then go on"]  # fmt: skip
    elsewhere = acted and app not in ("", before.app)
    if screen.app and before.app and screen.app != before.app and not elsewhere and not (known and screen.app in been):
        return [f'{screen.app} came to the front {by}: launch("{before.app}") brings {before.app} back as it was left']
    return []


def may_have_acted(step: Step) -> bool:
    """Tell whether a gesture may have reached the phone in a step."""
    return step.outcome in {"done", "part", "interrupted"} and step.kind != "wait"


def goes_elsewhere(step: Step) -> bool:
    """Tell whether a step was meant to leave the app, so that another one in front is no surprise."""
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


def _told(window: Window, screen: Screen) -> str:
    """Describe a window for the agent by its package, its first words and its buttons."""
    package, *words = (words[:_LONGEST] for words in _said(window))
    buttons = [element.text for element in screen.elements if element.window == "dialog" and element.text]
    quoted = ", ".join(f'"{text[:_LONGEST]}"' for text in buttons[:_BUTTONS])
    says = f' that says "{" / ".join(words)}"' if words else ""
    return f"a window of {package}{says}" + (f", with {quoted}," if quoted else "")
