"""Define a plan: the moves by which a task was done, and can be done again with other values. It is kept as JSON."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Self

from appagent.actions import Action, TypeText, parse
from appagent.actions.parts.base import params
from appagent.errors import ActionError, StoreError
from appagent.experience.slots import slots_in, value_hash
from appagent.runs.trajectory import made_of

MOST_MOVES = 1000
_MOST_SLOTS = 50


@dataclass(frozen=True)
class MovePage:
    """Screen on which a move is made, by the features that recognise it.

    screen_id, app, activity, templates: as in `Screen`.
    heading: its heading with slots in braces, if it contains a value; else "".
    controls: a text for each control, from `controls_of`.
    asks: the texts of a dialog that contain a value, with slots in braces.
    """

    screen_id: str
    app: str
    activity: str = ""
    templates: tuple[str, ...] = ()
    heading: str = ""
    controls: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()


@dataclass(frozen=True)
class RowText:
    """Text of a row that contains values. text: with slots in braces. rest: as in `Target`."""

    text: str
    rest: str = ""


@dataclass(frozen=True)
class Target:
    """Element that a move is about, by everything that helps to find it again.

    element_id, template, role, resource_id, window, listed, shape, row_shape: as in `Element`.
    name: its name; "" for a row of a list, whose words may be private.
    fits: False if its id would not find exactly this element.
    says: a text with slots in braces, if the element was chosen because of a value; else "".
    where: whether the text is the element's own ("own"), inside it ("inside") or beside it ("beside").
    holder: the resource-id of the node with the text, or else "#" and its index among the texts there.
    within: another text with slots, farther away, such as the heading of the element's card; "" for none.
    up: the number of steps up the tree from the element to its common ancestor with this text.
    nth, of: its index among the elements of its template, from 0, and how many these are; if `within` is not "", only
    those count to which this text belongs.
    x, y: its centre, in thousandths of the display.
    looks: as in `Step`.
    rest: hash of what the text of `says` says besides, from `rest_of`; "" if it is the whole text.
    also: the other texts of its row that contain values.
    row: hashes of words that its row must have, from `keys_of`; None in plans of before these were kept.
    own: further ones, which no other row of its kind has. It must have them if the values are those with which it was
    shown, or if it has no values and another id.
    shown: hash of these values; "" for none.
    firm: True if its task pays, sends or deletes, so that its row must have these words in another language, too.
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
    rest: str = ""
    also: tuple[RowText, ...] = ()
    row: tuple[str, ...] | None = None
    own: tuple[str, ...] = ()
    shown: str = ""
    firm: bool = False

    @property
    def texts(self) -> tuple[str, ...]:
        """Return all its texts that may contain slots."""
        return self.says, self.within, *(one.text for one in self.also)


@dataclass(frozen=True)
class Move:
    """One action of a plan.

    action: the call, such as `tap(3)`; a text to type has slots in braces, and the marks have no meaning.
    target, end: the elements that it begins and ends on; None if there is none.
    changed: False if it changed nothing on the screen; None if that is not known.
    becomes: whether its element, a switch, is on afterwards; None if it is no switch.
    then: the words of its element afterwards, such as "Unfollow" after "Follow"; "" if they stay the same.
    may: the effect that the guard found, such as "send"; "" for none.
    optional: True if it is on something that may be missing, such as a dialog.
    missing: what to do if its row is missing: "stop", "skip" or "done".
    unsure: True if it must not be made without a person.
    shows: texts with slots that the next screen shows and the one before did not, such as a new row "{name}".
    message: hash of the message that came after it, as `message_sign` returns it; "" for none.
    toast: True if this message was a toast, which the phone keeps until it is asked for.
    counts: how much it added to the number that its element says, such as 1; None if it changed no number.
    """

    action: str
    words: str
    page: MovePage
    target: Target | None = None
    end: Target | None = None
    changed: bool | None = None
    becomes: bool | None = None
    may: str = ""
    optional: bool = False
    missing: str = "stop"
    unsure: bool = False
    then: str = ""
    shows: tuple[str, ...] = ()
    message: str = ""
    toast: bool = False
    counts: float | None = None

    @property
    def kind(self) -> str:
        """Return the kind of the move's action, such as "tap"."""
        return self.action.partition("(")[0]

    @property
    def place(self) -> tuple[str, str | None, str]:
        """Return (kind of the action, id of the element or None, screen id)."""
        return self.kind, self.target.element_id if self.target else None, self.page.screen_id

    @property
    def only_leads(self) -> bool:
        """Tell whether the move is a tap that only opens another page, whatever the values of the slots."""
        chose = self.target is None or any(self.target.texts)
        switched = self.becomes is not None or self.then or self.counts
        return self.kind == "tap" and not (chose or switched or self.may)

    @property
    def repeatable(self) -> bool:
        """Tell whether the move may be made twice: it only sets a switch, or replaces a text without sending it."""
        action = parse(self.action)
        return self.becomes is not None or (isinstance(action, TypeText) and action.clear and action.risk == "type")


@dataclass(frozen=True)
class AnswerPlace:
    """Place on the last screen where the answer to a task stands, so that a repetition can read it.

    says: the text, with "{answer}" in place of the part to read.
    reply: the agent's answer, with "{answer}" in place of what was read.
    holder: the resource-id of the text's node, by which the text is found; "" if it has none.
    after: the text before it, by which it is found otherwise.
    beside: a text in the same row, with slots, or "".
    """

    says: str
    reply: str
    holder: str = ""
    after: str = ""
    beside: str = ""


@dataclass(frozen=True)
class Loop:
    """Consecutive moves of a plan that are made once for each item of a list.

    first, last: the numbers of the first and last move, from 1.
    slots: the slots whose value is a list of items.
    word: the word that may stand before the last item, such as "and"; "" for none.
    """

    first: int
    last: int
    slots: tuple[str, ...]
    word: str = ""


@dataclass(frozen=True)
class Plan:
    """Everything that is needed to do a task again.

    goal: the task in words, with slots in braces.
    app: package.
    moves: what to do, in order.
    end: the screen on which the task ends; None if it is not known.
    reading: how to read the answer to the task; None if there is none, or it is nowhere on the last screen.
    unread: True if it is nowhere there.
    shapes: for each slot, by name, the value that it had, with each letter as "x" and each digit as "9".
    shown: for each slot, by name, a hash of the value that it had, from `slots.value_hash`.
    quoted: names of the slots that are in quotation marks in the task.
    free: names of the slots that are not in the task, so that the person must give their values.
    locale: of the phone, such as "en-US"; "" if it is not known.
    held: names of the slots in the task that no move uses, such as a person's name; their values must stay the same.
    loops: its loops, in order; `loops.unrolled` returns the plan without any.
    """

    goal: str
    app: str
    moves: tuple[Move, ...]
    end: MovePage | None = None
    reading: AnswerPlace | None = None
    unread: bool = False
    shapes: Mapping[str, str] | None = None
    quoted: tuple[str, ...] = ()
    free: tuple[str, ...] = ()
    locale: str = ""
    loops: tuple[Loop, ...] = ()
    shown: Mapping[str, str] | None = None
    held: tuple[str, ...] = ()

    def holds(self, values: Mapping[str, str]) -> bool:
        """Tell whether the slots that no move uses have the values that they had. values: by the names of the slots."""
        return all(value_hash(values.get(name, "")) == (self.shown or {}).get(name) for name in self.held)

    @property
    def task_key(self) -> tuple[str | None, ...]:
        """Return a key that is equal for plans of the same task: its words, and the hashes of values that must stay."""
        return self.goal, *((self.shown or {}).get(name) for name in self.held)

    @property
    def fillable(self) -> bool:
        """Tell whether another agent can give all free slots a value: each is typed before any move needs it."""
        typed = set[str]()
        for move in self.moves:
            action = parse(move.action)
            typed |= {name for name in self.free if action.typed == "{" + name + "}"}
            targets = [text for one in (move.target, move.end) if one for text in one.texts]
            if not typed.issuperset({*slots_in(" ".join([action.typed, *targets]))} & {*self.free}):
                return False
        return not self.lists

    @property
    def slots(self) -> dict[str, str]:
        """Return the shape of each slot's value by the slot's name, such as {"name": "xxx"}; {} without slots."""
        return dict(self.shapes or {})

    @property
    def lists(self) -> dict[str, str]:
        """Return the slots that take a list such as "a, b and c"; each with the word before the last item, "and"."""
        return {name: loop.word for loop in self.loops for name in loop.slots}

    def to_json(self) -> dict[str, Any]:
        """Return the plan as plain JSON."""
        return asdict(self)

    @classmethod
    def from_json(cls, told: object) -> Self:
        """Parse a plan from the JSON of `to_json`, perhaps from another computer. Raises StoreError if it is none."""
        try:
            if not isinstance(told, Mapping):
                raise TypeError("it is no object")
            made = made_of(cls, told)
            made = replace(made, moves=_unsure_if_old(made.moves))
            _check(made)
        except (ActionError, TypeError, ValueError) as error:
            raise StoreError(f"an experience has no plan that can be read: {error}") from error
        return made


def retyped(action: Action, text: str) -> Action:
    """Return a copy of an action that types another text."""
    attribute = next(p.attribute for p in params(type(action)) if getattr(action, p.attribute) == action.typed)
    return replace(action, **{attribute: text})


def _unsure_if_old(moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """Return moves whose deeds need a person if they are of before the words of rows were kept.

    Such moves may choose another row than the one that was shown, which must not be paid, sent to or deleted.
    """
    targets = [one for move in moves for one in (move.target, move.end) if one]
    if not any(one.row is None and (one.listed or any(one.texts)) for one in targets):
        return moves
    return tuple(replace(one, unsure=one.unsure or bool(one.may)) for one in moves)


def _check(plan: Plan) -> None:
    """Raise TypeError if a plan contradicts itself, such as by an unknown slot, or ActionError for a wrong action."""
    reading, last = plan.reading, 0
    if not 0 < len(plan.moves) <= MOST_MOVES:
        raise TypeError(f"it has no moves, or more than {MOST_MOVES}")
    if len(plan.slots) > _MOST_SLOTS:
        raise TypeError(f"it has more than {_MOST_SLOTS} slots")
    if not {*plan.slots} & {*slots_in(plan.goal)} >= {*plan.held}:
        raise TypeError("it holds values that its task does not say")
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
        texts += [move.words, move.then, typed, *move.shows, *move.page.asks]
        texts += [text for one in (move.target, move.end) if one for text in one.texts]
    known = {*plan.slots, "answer"} if reading else set(plan.slots)
    if unknown := next((name for text in texts for name in slots_in(text) if name not in known), None):
        raise TypeError(f"it has no slot {unknown!r:.40}")
