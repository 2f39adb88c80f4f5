"""Owners of input fields: find out which app or web page receives what is typed into a field."""

from collections.abc import Iterable
from dataclasses import dataclass

from appagent.screen.nodes.tree import Node, upwards

_PAGES = ("webview", "geckoview")  # found in the class of a node that shows web pages


@dataclass(frozen=True)
class Owner:
    """App or web page that receives what is typed into an input field.

    packages: packages of the field and of all nodes around it; normally just one package.
    masked: True if Android hides what is typed into the field.
    page: True if the field is part of a web page. The author of the page then receives the text, and not the maker of
    the app.
    """

    packages: frozenset[str]
    masked: bool
    page: bool


def owner_of(nodes: Iterable[Node]) -> Owner:
    """Return the owner of the input field that some nodes with the same bounds make up.

    If the nodes differ, the less trustworthy answer counts: all packages are listed, `masked` is True only if every
    editable node is masked, and `page` is True if any node lies in a web page.
    """
    fields = list(nodes)
    around = {above for node in fields for above in upwards(node)}
    return Owner(
        frozenset(node.package for node in around),
        masked=all(node.masked for node in fields if node.editable),
        page=any(part in node.cls.lower() for node in around for part in _PAGES),
    )
