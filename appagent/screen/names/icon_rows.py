"""Tell icons in the rows of a list apart by what their rows say, where the rows are no elements themselves."""

from collections.abc import Mapping
from types import MappingProxyType

from appagent.screen.names.labels import inside
from appagent.screen.nodes.tree import by_bounds
from appagent.screen.once import once_a_screen
from appagent.screen.screens import Screen
from appagent.screen.texts.wording import texts_beside, visible_words


@once_a_screen
def rows_of_icons(screen: Screen) -> Mapping[int, str]:
    """Return, by mark, the first text in the list row of each element without words, where this tells it from others.

    Elements are left out whose row is an element too, because its line says the text, and those whose row has the same
    text as that of another element of their kind.
    """
    nodes = by_bounds(screen.tree, screen.size)
    bare = [each for each in screen.elements if each.row and "tap" in each.actions and not (each.text or each.hint)]
    said: dict[str, dict[int, str]] = {}
    for each in bare:
        if each.bounds in nodes and not any(other.text and inside(other, each) for other in screen.elements):
            texts = texts_beside(nodes[each.bounds][0], visible_words)
            said.setdefault(each.template, {})[each.mark] = visible_words(texts[0]) if texts else ""
    told = (rows for rows in said.values() if len(rows) == len({*rows.values()}) > 1)
    return MappingProxyType({mark: words for rows in told for mark, words in rows.items()})
