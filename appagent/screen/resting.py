"""Find out which texts of a screen change by themselves, from looks between which nothing was done."""

from dataclasses import dataclass, field

from appagent.screen.tree import Tree, nodes_of
from appagent.screen.wording import visible_words


@dataclass(frozen=True)
class Rest:
    """Texts that stood still between two looks while nothing was done, and those that were there no more."""

    still: frozenset[str] = frozenset()
    gone: frozenset[str] = frozenset()


@dataclass
class Watch:
    """Compares what one phone showed when it had settled with what it shows just before the next gesture.

    rest: what was found last.
    """

    rest: Rest = field(default_factory=Rest)
    _first: Tree = ()  # none after a gesture

    def begin(self, tree: Tree) -> None:
        """Begin with the first look at a screen that has settled."""
        self._first = tree

    def look(self, tree: Tree) -> None:
        """Compare a later look with the first one, unless something was done in between."""
        if self._first:
            then = _texts(self._first)
            now = then if tree is self._first else _texts(tree)
            self.rest = Rest(then & now, then - now)

    def acted(self) -> None:
        """Stop, because something is done, and what changes now may have changed because of it."""
        self._first = ()


def _texts(tree: Tree) -> frozenset[str]:
    return frozenset(filter(None, map(visible_words, nodes_of(tree))))
