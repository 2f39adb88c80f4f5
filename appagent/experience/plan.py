"""Plan: how a task was done, as moves that can be done again with other values; and how it is kept as JSON."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Self

from appagent.actions import Action, parse
from appagent.actions.base import params
from appagent.errors import ActionError, StoreError
from appagent.experience.slots import slots_in
from appagent.runs.trajectory import made_of

MOST_MOVES = 1000
_MOST_SLOTS = 50


@dataclass(frozen=True)
class Page:
    """Screen that a move was made on, by the features that recognise it.

    screen_id, app, activity, templates: as in `Screen`. heading: its heading with slots in braces, if a value stands in
    it, so that it is another one for another value; else "". controls: what tells its controls apart, as `controls_of`
    has it.
    """

    screen_id: str
    app: str
    activity: str = ""
    templates: tuple[str, ...] = ()
    heading: str = ""
    controls: tuple[str, ...] = ()


@dataclass(frozen=True)
class Target:
    """Element that a move is about, by what finds it again.

    element_id, template, role, resource_id, window, listed, shape, row_shape: as in `Element`. name: its name, "" for a
    row of a list, whose words may be somebody's own. fits: False if its id would not find exactly this element.
    says, where, holder: a text with slots in braces, which stands in the element ("own"), inside it ("inside"), or
    around it ("beside"), in a node of this resource-id or, without one, of this place among those texts. "" if no value
    chose the element. within, up: such a text farther around it, as in the head of its card, "" for none, and how many
    nodes up the one is that both are in.
    nth, of: its place among the elements of its template, from 0, and their number, of those with `within` around them
    if that says something. x, y: its centre, in thousandths of the display. looks: as in `Step`.
    """

    element_id: str
    template: str
    role: str
    resource_id: str = ""
    window: str = "app"
    name: str = ""
    listed: bool = False
    fits: bool = True
    shape: str = ""
    row_shape: str = ""
    says: str = ""
    where: str = ""
    holder: str = ""
    nth: int = 0
    of: int = 1
    x: int = 0
    y: int = 0
    looks: str = ""
    within: str = ""
    up: int = 0


@dataclass(frozen=True)
class Move:
    """One action of a plan.

    action: the call, with slots in braces in the text that it types, and marks that mean nothing. words: for people.
    page: where it is made. target, end: the elements that it begins and ends on, None if it is about none.
    changed: False if it changed nothing on the screen, None if that is not known. becomes: whether its element is on
    afterwards, None if it is no switch. then: what its element says afterwards, as "Unfollow" after "Follow", "" if it
    says the same. may: effect that the guard found, such as "send"; "" for none.
    optional: True if it is on something that may be missing, such as a dialog. missing: what to do if its row is not
    there: "stop", "skip" or "done". unsure: True if it may not be made without a person.
    """

    action: str
    words: str
    page: Page
    target: Target | None = None
    end: Target | None = None
    changed: bool | None = None
    becomes: bool | None = None
    may: str = ""
    optional: bool = False
    missing: str = "stop"
    unsure: bool = False
    then: str = ""

    @property
    def kind(self) -> str:
        """Return the kind of its action, such as "tap"."""
        return self.action.partition("(")[0]

    @property
    def place(self) -> tuple[str, str | None, str]:
        """Return the kind of action, the id of the element (None without one) and the id of the screen."""
        return self.kind, self.target.element_id if self.target else None, self.page.screen_id

    @property
    def only_leads(self) -> bool:
        """Tell whether the move is a tap that only led to another page, whatever the values."""
        chose = self.target is None or self.target.says or self.target.within
        switched = self.becomes is not None or self.then
        return self.kind == "tap" and not (chose or switched or self.may)


@dataclass(frozen=True)
class Reading:
    """Text on the last screen from which the answer to a task is read when the task is done again.

    says: the text, with "{answer}" in place of the part to read. reply: the agent's answer, with "{answer}" for what
    was read. The text is found by `holder`, its resource-id, or by `after`, the text before it, if it has no id.
    beside: a text in the same row, with slots, or "".
    """

    says: str
    reply: str
    holder: str = ""
    after: str = ""
    beside: str = ""


@dataclass(frozen=True)
class Loop:
    """Stretch of a plan that is made once for each item of a list.

    first, last: numbers of its moves, from 1. slots: those that have a list of items as value. word: what stands before
    the last item beside commas, such as "and"; "" for nothing.
    """

    first: int
    last: int
    slots: tuple[str, ...]
    word: str = ""


@dataclass(frozen=True)
class Plan:
    """Everything that is needed to do a task again.

    goal: the task in words, with slots in braces. app: package. moves: what to do, in order. end: the screen on which
    the task was done, None if it is not known. reading: where its answer stands, None if it has none. unread: True if
    it has an answer that stands nowhere on the last screen.
    shapes: for each slot, by name, the value that it had, with each letter as "x" and each digit as "9".
    quoted: names of the slots that stand in quotation marks in the task. free: names of the slots that the task does
    not name, so that they must be given. locale: of the phone, such as "en-US", "" if it is not known.
    loops: its repeated stretches, in order; `loops.unrolled` gives the plan without any.
    """

    goal: str
    app: str
    moves: tuple[Move, ...]
    end: Page | None = None
    reading: Reading | None = None
    unread: bool = False
    shapes: Mapping[str, str] | None = None
    quoted: tuple[str, ...] = ()
    free: tuple[str, ...] = ()
    locale: str = ""
    loops: tuple[Loop, ...] = ()

    @property
    def slots(self) -> dict[str, str]:
        """Return the shape of each slot's value, by name."""
        return dict(self.shapes or {})

    @property
    def lists(self) -> dict[str, str]:
        """Return, for each slot that takes a list such as "a, b and c", the word before its last item, here "and"."""
        return {name: loop.word for loop in self.loops for name in loop.slots}

    def to_json(self) -> dict[str, Any]:
        """Return the plan as plain JSON."""
        return asdict(self)

    @classmethod
    def from_json(cls, told: object) -> Self:
        """Read a plan from the JSON of `to_json`, perhaps from another computer. Raises StoreError if it is no plan."""
        try:
            if not isinstance(told, Mapping):
                raise TypeError("it is no object")
            made = made_of(cls, told)
            _check(made)
        except (ActionError, TypeError, ValueError) as error:
            raise StoreError(f"an experience has no plan that can be read: {error}") from error
        return made


def retyped(action: Action, text: str) -> Action:
    """Return an action that types another text than it does."""
    attribute = next(p.attribute for p in params(type(action)) if getattr(action, p.attribute) == action.typed)
    return replace(action, **{attribute: text})


def _check(plan: Plan) -> None:
    """Raise TypeError if a plan is inconsistent, such as with an unknown slot, or ActionError for an unreadable
    action.
    """
    reading, last = plan.reading, 0
    if not 0 < len(plan.moves) <= MOST_MOVES:
        raise TypeError(f"it has no moves, or more than {MOST_MOVES}")
    if len(plan.slots) > _MOST_SLOTS:
        raise TypeError(f"it has more than {_MOST_SLOTS} slots")
    if wrong := next((name for name in plan.slots if not name.isidentifier()), None):
        raise TypeError(f"{wrong!r:.40} is no name of a slot")
    for loop in plan.loops:
        if not (
            loop.slots and last < loop.first <= loop.last <= len(plan.moves) and set(loop.slots) <= set(plan.slots)
        ):
            raise TypeError("it has a loop over moves or values that it has not")
        last = loop.last
    texts = [plan.goal, *([reading.says, reading.reply, reading.after] if reading else [])]
    for move in plan.moves:
        typed = parse(move.action).typed  # what it does not type may have braces of its own
        texts += [move.words, move.then, typed]
        texts += [text for one in (move.target, move.end) if one for text in (one.says, one.within)]
    known = {*plan.slots, "answer"} if reading else set(plan.slots)
    if unknown := next((name for text in texts for name in slots_in(text) if name not in known), None):
        raise TypeError(f"it has no slot {unknown!r:.40}")
