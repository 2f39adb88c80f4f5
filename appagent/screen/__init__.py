"""Screens: turn a driver's tree of nodes and a screenshot into elements, element ids and a screen id."""

from appagent.screen.compare import nearest, same_tree, structure, unchanged
from appagent.screen.elements.ids import ID_VERSION
from appagent.screen.nodes.owners import Owner, owner_of
from appagent.screen.nodes.tree import Bounds, Node, Size, Tree, check_size
from appagent.screen.pictures.pixels import Seen, with_seen
from appagent.screen.screens import Element, Screen, read

__all__ = [
    "ID_VERSION",
    "Bounds",
    "Element",
    "Node",
    "Owner",
    "Screen",
    "Seen",
    "Size",
    "Tree",
    "check_size",
    "nearest",
    "owner_of",
    "read",
    "same_tree",
    "structure",
    "unchanged",
    "with_seen",
]
