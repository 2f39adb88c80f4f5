"""Find an app that crashed or hangs, by the dialog that Android shows of it."""

import re
from dataclasses import dataclass

from appagent.screen.lexicon import folded
from appagent.screen.screens import Element, Screen
from appagent.screen.tree import Node, walk
from appagent.screen.wording import one_line

_PART = "android:id/aerr_"  # how the ids of the dialog's parts begin, from Android 7 on; its title's is below
_WAIT, _CLOSE, _TITLE = f"{_PART}wait", f"{_PART}close", "android:id/alertTitle"
_SYSTEM = "android"  # the package that it belongs to
_MOST_LETTERS = 120
_SAYS = {  # what Android says of an app, in its own words and in those of phones sold in China; folded
    "crash": r"keeps stopping|has stopped|屡次停止运行|已停止运行|停止运行",
    "anr": r"isn['’]t responding|is not responding|(?:没有|无)响应",
}


@dataclass(frozen=True)
class Trouble:
    """One app in trouble. kind: "crash" or "anr" (it hangs). words: the dialog's; app: the name in them, "" where they
    are of a language that is not known here.

    step, log: known once it is written down: the step that was under way or to come, and the end of the phone's log.
    """

    kind: str
    app: str
    words: str
    step: int = 0
    log: tuple[str, ...] = ()


def trouble(screen: Screen) -> Trouble | None:
    """Return what a dialog of Android's says of an app that crashed or hangs; None where there is none.

    Known by the ids of its parts, whatever its language; without such ids, as before Android 7, by its words, and then
    only in a window of the system's: an app may say of itself what it likes.
    """
    for root in screen.tree:
        found = _in_window([node for node in walk(root) if node.visible])
        if found:
            return found
    return None


def way_out(screen: Screen) -> Element | None:
    """Return the button that closes such a dialog, and with it the app."""
    return next((element for element in screen.elements if element.resource_id == _CLOSE), None)


def _in_window(nodes: list[Node]) -> Trouble | None:
    parts = {node.resource_id for node in nodes if node.resource_id.startswith(_PART)}
    said = sorted((node for node in nodes if node.text), key=lambda node: node.resource_id != _TITLE)
    if not parts and not any(node.package == _SYSTEM for node in nodes):
        return None
    for node in said:
        for kind, words in _SAYS.items():
            if re.search(words, folded(node.text)):
                return _named("anr" if _WAIT in parts else kind, node.text)
    return _named("anr" if _WAIT in parts else "crash", said[0].text if said else "") if parts else None


def _named(kind: str, text: str) -> Trouble:
    """Return the trouble that a title tells of.

    >>> _named("anr", "Water isn't responding").app, _named("crash", "Unfortunately, Water has stopped.").app
    ('Water', 'Water')
    >>> _named("crash", "“喝水”屡次停止运行").app
    '喝水'
    """
    words = one_line(text)
    said = re.match(rf"(?:Unfortunately, |很?抱歉，)?(.*?)(?:{'|'.join(_SAYS.values())})", words, re.IGNORECASE)
    name = said[1].strip(" “”\"「」‘’'") if said else ""
    return Trouble(kind, name[:_MOST_LETTERS], words[:_MOST_LETTERS])
