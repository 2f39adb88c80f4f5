"""Replace ids on a screen by older ids of the same screen, element or template if only the older ones are known."""

from collections.abc import Container
from dataclasses import replace

from appagent.screen.screens import Screen


def under_known_names(screen: Screen, known: Container[str]) -> Screen:
    """Return a copy of a screen in which each unknown id is replaced by its first alias that is known.

    known: ids of screens, elements and templates. An id stays if it is known, or if none of its aliases is.
    """

    def name(own: str, aliases: tuple[str, ...]) -> str:
        return own if own in known else next((alias for alias in aliases if alias in known), own)

    elements = tuple(
        replace(each, id=name(each.id, each.aliases), template=name(each.template, each.old_templates))
        for each in screen.elements
    )
    return replace(screen, screen_id=name(screen.screen_id, screen.aliases), elements=elements)
