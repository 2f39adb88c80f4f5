"""Proposal of an action to try while an app is explored, from a model that understands the screen."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Proposal:
    """One action that is worth trying on a page.

    element_id: the element to act on.
    call: the action as a call, such as 'text("42", element=1)'; the marks in it are ignored. A text of "" stands for a
    sample that fits the field.
    onto: id of the element on which a drag ends, or "".
    """

    element_id: str
    call: str
    onto: str = ""
