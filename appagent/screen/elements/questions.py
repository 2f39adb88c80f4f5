"""Find out what a dialog asks, to tell its buttons from those of other dialogs that have the same words on them."""

import re
from collections.abc import Mapping, Sequence

from appagent.screen.elements.controls import Control, Controls, speaking
from appagent.screen.nodes.places import Layout
from appagent.screen.nodes.tree import Node
from appagent.screen.nodes.windows import Window
from appagent.screen.texts.heading import as_heading, lasting_words, message
from appagent.screen.texts.wording import lasting, shortened, visible_words

_ANDROIDS = re.compile(r"android:id/button[123]")
# a name in quotation marks is what the dialog is about this time
_QUOTED = re.compile(
    r"[“”„«»‹›\"「」『』][^“”„«»‹›\"「」『』]{1,80}[“”„«»‹›\"「」『』]|(?<!\w)['‘’‚][^'‘’]{1,80}['‘’](?!\w)"
)


def questions(
    windows: Sequence[Window], controls: Controls, layout: Layout, *, whole: bool = True
) -> Mapping[Control, str]:
    """Return, for each button and choice of a dialog, what the dialog asks.

    A window is a dialog if it is of kind "dialog", or if a button has a resource-id of Android's own dialogs. Its
    buttons and choices are all controls that can be tapped, except pictures and what is in lists. Its question is the
    first text that is part of no control, as `lasting` returns it, without names in quotation marks, at most 40 letters
    long; "" if there is no such text. The message below it follows where it takes both to tell what is asked.
    whole: False to leave the message out, as was done before.
    """
    apart = speaking(controls)
    found: dict[Control, str] = {}
    for window in windows:
        inside = set(window.nodes)
        buttons = [c for c in controls if c.node in inside and _is_button(c, layout)]
        known = any(_ANDROIDS.fullmatch(control.node.resource_id) for control in buttons)
        if buttons and (window.kind == "dialog" or known):
            found |= dict.fromkeys(buttons, _question(window, apart, layout, whole=whole))
    return found


def _is_button(control: Control, layout: Layout) -> bool:
    plain = "tap" in control.actions and "text" not in control.actions and "swipe" not in control.actions
    return plain and not control.node.role.startswith("Image") and layout.places[control.node].row is None


def _question(window: Window, apart: frozenset[Node], layout: Layout, *, whole: bool) -> str:
    within: set[Node] = set()  # nodes of controls, and all nodes inside them
    texts: list[str] = []
    for node in window.nodes:
        if node in apart or node.editable or node.parent in within:
            within.add(node)
        else:
            texts.append(visible_words(node) if node.visible and layout.places[node].row is None else "")
    titles = ((text, asked) for text in texts if (asked := lasting(_QUOTED.sub("#", text))))
    title, asked = next(titles, ("", ""))
    more = lasting_words(message(window.nodes, as_heading(title))) if whole else ""
    return " · ".join(filter(None, (shortened(asked), more)))
