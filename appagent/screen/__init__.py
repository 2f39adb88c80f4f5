"""Screens: a hierarchy and a screenshot to elements, element ids and screen ids."""

from appagent.screen.ids import ID_VERSION
from appagent.screen.pixels import Seen, with_seen
from appagent.screen.screens import Element, Screen, nearest, read, structure, unchanged
from appagent.screen.tree import Bounds, Size

__all__ = [
    "ID_VERSION",
    "Bounds",
    "Element",
    "Screen",
    "Seen",
    "Size",
    "nearest",
    "read",
    "structure",
    "unchanged",
    "with_seen",
]
