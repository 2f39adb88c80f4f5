"""Give a screen the names under which somebody knows it: those of an older rule, where these alone are known."""

from collections.abc import Container
from dataclasses import replace

from appagent.screen.screens import Screen


def under_known_names(screen: Screen, known: Container[str]) -> Screen:
    """Return a screen with known ids: of itself, its elements and their templates, each alias that is known itself.

    known: ids of screens, elements and templates. A name that is known stays, and so does one without a known alias.
    """

    def name(own: str, aliases: tuple[str, ...]) -> str:
        return own if own in known else next((alias for alias in aliases if alias in known), own)

    elements = tuple(
        replace(each, id=name(each.id, each.aliases), template=name(each.template, each.old_templates))
        for each in screen.elements
    )
    return replace(screen, screen_id=name(screen.screen_id, screen.aliases), elements=elements)
