"""Take from a screen the parts by which an action's effect is told: its texts, messages and elements."""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from appagent.screen import Element, Screen
from appagent.screen.texts.wording import visible_words


@dataclass(frozen=True)
class Look:
    """Parts of a screen that are compared.

    texts: the texts in front, without those in input fields. messages: the texts of toasts and the like. elements: the
    elements by id, without messages and without ids that several elements have. shown: texts that the screen has shown
    before.
    """

    screen: Screen
    texts: tuple[str, ...]
    messages: tuple[str, ...]
    elements: Mapping[str, Element]
    shown: Collection[str] = ()

    @classmethod
    def of(cls, screen: Screen, shown: Collection[str] = ()) -> "Look":
        """Return the look of a screen. shown: texts that it has shown before."""
        texts = [visible_words(node) for node in screen.front.nodes if not (node.editable or node.password)]
        messages = tuple(dict.fromkeys(filter(None, map(visible_words, screen.passing))))
        covering = {node.bounds for node in screen.passing}
        lasting = [e for e in screen.elements if not (e.bounds in covering and e.text in messages)]
        times = Counter(element.id for element in lasting)
        own = {element.id: element for element in lasting if times[element.id] == 1}
        return cls(screen, tuple(filter(None, texts)), messages, own, shown)
