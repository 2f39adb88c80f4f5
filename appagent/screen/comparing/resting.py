"""Find out which texts of a screen change by themselves, from looks between which nothing was done."""

from dataclasses import dataclass

from appagent.screen.nodes.tree import Tree, nodes_of
from appagent.screen.texts.wording import visible_words


@dataclass(frozen=True)
class Rest:
    """Texts that stayed the same between two looks while nothing was done, and texts that vanished."""

    still: frozenset[str] = frozenset()
    gone: frozenset[str] = frozenset()


@dataclass
class Watch:
    """Compares the first look at a settled screen with the last look before the next gesture."""

    _first: Tree = ()  # the first look; () after a gesture
    _looks: tuple[Tree, Tree] = ((), ())

    def begin(self, tree: Tree) -> None:
        """Begin with the first look at a screen that has settled."""
        self._first = tree

    def look(self, tree: Tree) -> None:
        """Take a later look for `rest` to compare with the first one, unless a gesture was sent in between."""
        if self._first:
            self._looks = self._first, tree

    def acted(self) -> None:
        """Stop comparing, because a gesture is sent, which may cause the next changes."""
        self._first = ()

    def rest(self) -> Rest:
        """Return which texts stayed and which vanished between the two looks; empty without a later look."""
        then, now = map(_texts, self._looks)
        return Rest(then & now, then - now)


def _texts(tree: Tree) -> frozenset[str]:
    return frozenset(filter(None, map(visible_words, nodes_of(tree))))
