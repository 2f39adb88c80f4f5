"""Action that types text into an input field."""

from dataclasses import dataclass, replace
from typing import Annotated

from appagent.actions.aiming.touching import able, fields_there, touch
from appagent.actions.parts.base import MARK, Action, Risk, Written
from appagent.actions.parts.description import quoted
from appagent.actions.parts.gestures import Gesture, Key, Type
from appagent.errors import ActionError
from appagent.screen import Element, Screen
from appagent.screen.names.fields import fields


class FieldAction:
    """Base class, before Action, of an action on an input field."""

    mark: int | None

    def target(self, screen: Screen) -> Element | None:
        """Return the element with the mark of this action, or without a mark the input field that has the focus.

        Return None if the screen has no such element.
        """
        return field_of(screen, self.mark)


@dataclass(frozen=True)
class TypeText(FieldAction, Action, kind="text", example='text("Hello, world!", element=3)', also=("type",)):
    r"""Types text into an input field, or without `element` into the one that has the focus, or is the only one.

    Put the text in double quotes, a quote inside it as \", a line break as \n. What the field holds
    stays, and the text comes where its cursor is; `clear` replaces all of it. `enter` presses Enter
    afterwards, which submits a search.
    """

    text: Annotated[str, Written("text", ("content", "value", "input"))]
    mark: Annotated[int | None, replace(MARK, keyword=True)] = None
    clear: Annotated[bool, Written("clear", keyword=True)] = False
    enter: Annotated[bool, Written("enter", ("submit",), keyword=True)] = False

    @property
    def risk(self) -> Risk:
        """Return "submit" if Enter is pressed afterwards or the text ends with a line break, otherwise "type".

        A line break counts because some input fields take it for the Enter key.
        """
        return "submit" if self.enter or self.text.endswith("\n") else "type"

    @property
    def typed(self) -> str:
        """Return the text to type."""
        return self.text

    def words(self, target: str) -> str:
        """Describe the action for people, as in `type "milk" into "Title"`."""
        verb = "replace the text with" if self.clear else "type"
        into = f" {'in' if self.clear else 'into'} {target}" if target else ""
        return f"{verb} {quoted(self.text)}{into}{', then press enter' if self.enter else ''}"

    def gestures(self, screen: Screen) -> tuple[Gesture, ...]:
        """Return a touch on the input field, the typing, and a press of Enter if `enter` is set.

        The touch is left out if the field has the focus already, because it would move the cursor.
        Raises ActionError as `focusing` does.
        """
        target = self.target(screen)
        typed = Type(self.text, self.clear, secret=target is not None and target.password)
        return (*focusing(screen, self.mark), typed, *((Key("enter"),) if self.enter else ()))


def field_of(screen: Screen, mark: int | None) -> Element | None:
    """Return the element with a mark. For None, return the input field that has the focus, or else the only field."""
    return screen.with_mark(mark) if mark is not None else screen.focused_field or _only_field(screen)


def _only_field(screen: Screen) -> Element | None:
    """Return the only input field of a screen; None if there are several, it is for a password, or a keyboard is shown.

    A keyboard may be shown for a field that has no node.
    """
    found = fields(screen)
    return found[0] if len(found) == 1 and not (found[0].password or screen.keyboard) else None


def focusing(screen: Screen, mark: int | None) -> tuple[Gesture, ...]:
    """Return the touch that gives an input field the focus, or () if it has the focus already.

    mark: the field's mark, or None for the field that has the focus or is the only one.
    Raises ActionError if the mark is not that of an input field. Without a mark, raises ActionError if no input field
    has the focus, there is not just one, and no keyboard is shown.
    """
    target = field_of(screen, None) if mark is None else able(screen, mark, "text")
    if target is None and not screen.keyboard:
        raise ActionError(f"no input field has the focus; {fields_there(screen)}")
    return () if target is None or target.focused else (touch(target, screen),)
