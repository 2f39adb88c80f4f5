"""Type text into an input field."""

from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

from appagent.actions.base import MARK, Action, Risk, Written
from appagent.actions.description import shortened
from appagent.actions.gestures import Gesture, Key, Type
from appagent.actions.touching import able, fields_there, touch
from appagent.errors import ActionError
from appagent.screen import Element, Screen


@dataclass(frozen=True)
class TypeText(Action):
    r"""Types text into an input field, or without `element` into the one that has the focus.

    Put the text in double quotes, a quote inside it as \", a line break as \n. `clear` empties
    the field first; `enter` presses Enter afterwards, which submits a search.
    """

    text: Annotated[str, Written("text", ("content", "value", "input"))]
    mark: Annotated[int | None, replace(MARK, keyword=True)] = None
    clear: Annotated[bool, Written("clear", keyword=True)] = False
    enter: Annotated[bool, Written("enter", ("submit",), keyword=True)] = False
    kind: ClassVar[str] = "text"
    example: ClassVar[str] = 'text("Hello, world!", element=3)'
    also: ClassVar[tuple[str, ...]] = ("type",)

    @property
    def risk(self) -> Risk:
        """Count a line end as the Enter key: some fields take it for that."""
        return "submit" if self.enter or self.text.endswith("\n") else "type"

    @property
    def typed(self) -> str:
        """Return the text."""
        return self.text

    def words(self, target: str) -> str:
        """Say it, as in `type "milk" into "Title"`."""
        verb = "replace the text with" if self.clear else "type"
        into = f" {'in' if self.clear else 'into'} {target}" if target else ""
        return f"{verb} {shortened(self.text)}{into}{', then press enter' if self.enter else ''}"

    def target(self, screen: Screen) -> Element | None:
        """Return the field with its mark, or without one the field that has the focus."""
        if self.mark is not None:
            return super().target(screen)
        return next((one for one in screen.elements if one.focused and "text" in one.actions), None)

    def gestures(self, screen: Screen) -> tuple[Gesture, ...]:
        """Touch the field unless it has the focus, which would move the cursor; type; press Enter where wanted."""
        target = self.target(screen) if self.mark is None else able(screen, self.mark, "text")
        if target is None and not screen.keyboard:  # with the keyboard up something that shows no node has the focus
            raise ActionError(f"no input field has the focus; {fields_there(screen)}")
        focus = () if target is None or target.focused else (touch(target, screen),)
        typed = Type(self.text, self.clear, secret=target is not None and target.password)
        return (*focus, typed, *((Key("enter"),) if self.enter else ()))
