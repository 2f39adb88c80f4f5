"""Owners of the fields that take words in, by what the tree says of a field and of all around it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from appagent.screen.tree import Node

_PAGES = ("webview", "geckoview")  # in the class of what shows a web page


@dataclass(frozen=True)
class Owner:
    """Owner of a field. packages: its own and those around it, which is one as a rule.

    masked: it hides what is typed, as Android says, whatever it is called. page: it is part of a web page, so that who
    wrote the page asks, and not who made the app.
    """

    packages: frozenset[str]
    masked: bool
    page: bool


def owner_of(nodes: Iterable[Node]) -> Owner:
    """Return the owner of what some nodes in one place show: of several the most doubtful counts."""
    fields = list(nodes)
    around = {above for node in fields for above in _around(node)}
    return Owner(
        frozenset(node.package for node in around),
        masked=all(node.masked for node in fields if node.editable),
        page=any(part in node.cls.lower() for node in around for part in _PAGES),
    )


def _around(node: Node) -> Iterator[Node]:
    above: Node | None = node
    while above:
        yield above
        above = above.parent
