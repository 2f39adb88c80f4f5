"""Define a proposal: an action that a model, having understood the screen, suggests to try while an app is explored."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Proposal:
    """One action that a model suggests to try on a page.

    element_id: the element to act on.
    call: the action as a call, such as 'text("42", element=1)'; the marks in it are ignored. The text "" stands for a
    sample text that fits the field.
    onto: id of the element on which a drag ends, or "".
    """

    element_id: str
    call: str
    onto: str = ""
