"""Filling forms in: each value into its field, what was typed kept, and seen to be kept."""

from collections.abc import Callable, Sequence

from appagent.agents.atlas import effect_of, fields, writable
from appagent.agents.forms import holds, label, pairs, shows
from appagent.agents.goal import Value
from appagent.agents.walk import NoWay, Walker, Way
from appagent.loop import GiveUp
from appagent.screen import Element

_AGREE = (
    "ok", "save", "done", "confirm", "yes", "apply", "create", "send", "post", "publish",
    "确定", "保存", "完成", "确认", "发送", "发表", "发布",
)  # fmt: skip
_DECLINE = ("cancel", "discard", "no", "don't save", "取消", "放弃", "不保存", "否")


class Filler:
    """Types and keeps on a walk. typed: what was typed by the run that this one goes on."""

    def __init__(self, walker: Walker, typed: frozenset[str] = frozenset()) -> None:
        self.walker, self.typed = walker, typed

    def fill(self, values: Sequence[Value]) -> Way[None]:
        """Type each value into its field. Raises NoWay where there are too few, GiveUp where one does not take it."""
        empty = writable(self.walker.screen)
        if len(empty) < len(values):
            raise NoWay(f"{len(values)} values are to be typed, and there are fields for {len(empty)}")
        for number, value in pairs(values, [label(field) for field in empty]):
            field = next((e for e in self.walker.screen.elements if e.id == empty[number].id), None)
            if field is None:
                raise GiveUp(f"the field for '{value.text}' is no longer there")
            if value.text in self.typed and holds(field, value.text):
                continue
            now = yield from self.walker.type(field, value.text, f"'{value.text}' belongs into '{label(field)}'")
            if not holds(now, value.text):
                raise GiveUp(f"'{value.text}' was typed, and '{label(field)}' does not hold it")

    def keep(self, values: Sequence[Value]) -> Way[None]:
        """Press what is known, or says, to keep what was typed. Raises GiveUp where it is not seen elsewhere then."""
        walker = self.walker
        keeper = self.keeper()
        if keeper is None:
            raise GiveUp("all is typed, and nothing on the screen is known to keep it")
        yield from walker.tap(keeper, "this keeps what was typed")
        kept = yield from walker.sought(lambda: any(shows(walker.screen, v.text) for v in values) or None)
        still = any(holds(field, value.text) for field in fields(walker.screen) for value in values)
        if still or not kept:
            raise GiveUp("what was typed is not to be seen where it should be kept")

    def stand(self, values: Sequence[Value]) -> Way[bool]:
        """Whether all values are to be seen outside of a form."""
        if fields(self.walker.screen):
            return False
        shown = yield from self.walker.sought(lambda: all(shows(self.walker.screen, v.text) for v in values) or None)
        return bool(shown)

    def agree(self) -> Way[None]:
        """Press what agrees, where a dialog asks."""
        agree = self.labelled(agrees)
        if agree is not None and agree.window == "dialog":
            yield from self.walker.tap(agree, f"'{agree.text}' agrees to it")

    def keeper(self) -> Element | None:
        """What keeps a form: by its document, else by its words."""
        known = next((e for e in self.walker.screen.elements if self._saves(e)), None)
        return known or self.labelled(agrees)

    def labelled(self, says: Callable[[str], bool]) -> Element | None:
        """The first element to tap whose words say something."""
        return next((e for e in self.walker.screen.elements if "tap" in e.actions and says(e.text)), None)

    def _saves(self, element: Element) -> bool:
        record = self.walker.document(element, "tap")
        return record is not None and effect_of(record) == "saves" and not declines(element.text)


def agrees(text: str) -> bool:
    """Whether words on a button agree to what a form or a dialog is about."""
    return text.casefold() in _AGREE


def declines(text: str) -> bool:
    """Whether words on a button decline it, whatever a document says of it."""
    return text.casefold() in _DECLINE
