"""Screens: a hierarchy and a screenshot to elements, element ids and screen ids."""

from appagent.screen.ids import ID_VERSION
from appagent.screen.owners import Owner, owner_of
from appagent.screen.pixels import Seen, with_seen
from appagent.screen.screens import Element, Screen, nearest, read, structure, unchanged
from appagent.screen.tree import Bounds, Size, check_size

__all__ = [
    "ID_VERSION",
    "Bounds",
    "Element",
    "Owner",
    "Screen",
    "Seen",
    "Size",
    "check_size",
    "nearest",
    "owner_of",
    "read",
    "structure",
    "unchanged",
    "with_seen",
]
