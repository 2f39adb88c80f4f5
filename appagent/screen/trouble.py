"""Find out whether Android shows a dialog saying that an app crashed or hangs."""

import re
from dataclasses import dataclass

from appagent.screen.language.lexicon import folded
from appagent.screen.nodes.tree import Node, walk
from appagent.screen.screens import Element, Screen
from appagent.screen.texts.wording import one_line

_PART = "android:id/aerr_"  # beginning of the ids of the dialog's buttons, from Android 7 on
_WAIT, _CLOSE, _TITLE = f"{_PART}wait", f"{_PART}close", "android:id/alertTitle"
_SYSTEM = "android"  # the package of the dialog
_MOST_LETTERS = 120
_SAYS = {  # patterns of the dialog's words, folded: Android's own, and those of phones sold in China
    "crash": r"keeps stopping|has stopped|屡次停止运行|已停止运行|停止运行",
    "anr": r"isn['’]t responding|is not responding|(?:没有|无)响应",
}


@dataclass(frozen=True)
class Trouble:
    """App that crashed or hangs, as Android's dialog says.

    kind: "crash", or "anr" if the app hangs.
    app: the app's name as read from the dialog; "" if the dialog's language is not known here.
    words: the dialog's words, at most 120 letters.
    step: number of the step that was under way or next.
    log: last lines of the phone's log. Both are filled in later, once the trouble is recorded.
    """

    kind: str
    app: str
    words: str
    step: int = 0
    log: tuple[str, ...] = ()


def trouble(screen: Screen) -> Trouble | None:
    """Return what a dialog of Android says about an app that crashed or hangs; None if no such dialog is shown.

    The dialog is recognised by the resource-ids of its buttons, in any language, or without these ids, as before
    Android 7, by its words. Both count only in a window of Android itself, because an app could write the same.
    """
    for root in _windows(screen):
        found = _in_window([node for node in walk(root) if node.visible])
        if found:
            return found
    return None


def way_out(screen: Screen) -> Element | None:
    """Return the button that closes the app on Android's dialog about a crash; None if there is no such button."""
    return _button(screen, _CLOSE)


def wait_button(screen: Screen) -> Element | None:
    """Return the button that gives a hanging app more time, on Android's dialog about it; None if there is none."""
    return _button(screen, _WAIT)


def _windows(screen: Screen) -> list[Node]:
    """Return the root nodes of the windows that are Android's own."""
    return [root for root in screen.tree if root.package == _SYSTEM]


def _button(screen: Screen, resource_id: str) -> Element | None:
    there = {node.bounds for root in _windows(screen) for node in walk(root) if node.resource_id == resource_id}
    return next((e for e in screen.elements if e.resource_id == resource_id and e.bounds in there), None)


def _in_window(nodes: list[Node]) -> Trouble | None:
    parts = {node.resource_id for node in nodes if node.resource_id.startswith(_PART)}
    said = sorted((node for node in nodes if node.text), key=lambda node: node.resource_id != _TITLE)
    for node in said:
        for kind, words in _SAYS.items():
            if re.search(words, folded(node.text)):
                return _named("anr" if _WAIT in parts else kind, node.text)
    return _named("anr" if _WAIT in parts else "crash", said[0].text if said else "") if parts else None


def _named(kind: str, text: str) -> Trouble:
    """Return the trouble that a dialog's words describe, with the app's name taken out of these words.

    >>> _named("anr", "Water isn't responding").app, _named("crash", "Unfortunately, Water has stopped.").app
    ('Water', 'Water')
    >>> _named("crash", "“喝水”屡次停止运行").app
    '喝水'
    """
    words = one_line(text)
    said = re.match(rf"(?:Unfortunately, |很?抱歉，)?(.*?)(?:{'|'.join(_SAYS.values())})", words, re.IGNORECASE)
    name = said[1].strip(" “”\"「」‘’'") if said else ""
    return Trouble(kind, name[:_MOST_LETTERS], words[:_MOST_LETTERS])
