"""Base class of all actions, the description of their arguments, and the list of all registered actions."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Generator, Iterator, Mapping
from dataclasses import Field, dataclass, fields, replace
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    Self,
    TypedDict,
    TypeVar,
    Union,
    Unpack,
    get_args,
    get_origin,
    get_type_hints,
)

from appagent.actions.parts.gestures import Gesture
from appagent.screen import Element, Screen

# What the guard has to check about an action; `Action.risk` explains each value. Whatever an action states, the guard
# also checks the elements that its gestures hit.
Risk = Literal["none", "touch", "scroll", "slide", "drag", "drop", "type", "submit", "enter", "link"]

# When a model may choose an action: what the screenshot shows then; "map": marks, and there is a map of the app.
Offer = Literal["marks", "grid", "both", "map", "never"]


@dataclass(frozen=True)
class Written:
    """Form of one argument in a call.

    name: the name of the argument. also: other names that models use for it, which are accepted too.
    keyword: True if `call` writes the argument as name=value, False if it writes only the value.
    first: True if the argument is written before all others, even if it has a default and they have none.
    meant: for an argument that allows only certain words: pairs of another word that is accepted too, and the allowed
    word that it stands for.
    """

    name: str
    also: tuple[str, ...] = ()
    keyword: bool = False
    first: bool = False
    meant: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, kw_only=True)
class Param(Written):
    """One argument of an action: its form in a call, and the attribute of the action that holds its value.

    attribute: the name of that attribute. type: int, float, bool, str, or a Literal of the allowed words.
    default: the value of the argument if a call leaves it out; `dataclasses.MISSING` if a call must not leave it out.
    """

    attribute: str
    type: Any
    default: object


MARK = Written("element", ("mark", "index", "tag", "label", "number", "id", "element_id"))


class Facts(TypedDict, total=False):
    """Class attributes that an action gives in its class statement; `Action` explains each."""

    kind: str
    example: str
    offered: Offer
    instead_of: str | None
    also: tuple[str, ...]
    says: str
    risk: Risk


@dataclass(frozen=True)
class Action(ABC):
    """Base class of all actions. Each subclass is a frozen dataclass, made known by `register`.

    The docstring of a subclass is shown to the model as the description of the action. The attributes of the dataclass
    are the arguments of a call; `Annotated[type, Written(...)]` says how one of them is written. An attribute named
    `mark` holds the mark of the element to act on. The following attributes are given in the class statement, as in
    `class Tap(Action, kind="tap", example="tap(5)", risk="touch")`, or as class attributes. Defining a subclass without
    a kind, an example, a docstring or a risk raises TypeError.

    kind: the name of the action in a call, such as "tap"; documents about the action are kept under it.
    example: one call as a model should write it.
    offered: when a model may choose the action: "marks" while the screenshot shows marks, "grid" while it shows the
    grid, "both", "map" while it shows marks and there is a map of the app, or "never".
    instead_of: the kind of the action on a mark that this action replaces when the grid is shown, or when a call gives
    a name instead of a mark; None if it replaces none.
    also: other names that a person may type for the action.
    says: the words before the element's name when the action is described to people, such as "go back"; "" for the
    kind.
    """

    kind: ClassVar[str]
    example: ClassVar[str]
    offered: ClassVar[Offer] = "marks"
    instead_of: ClassVar[str | None] = None
    also: ClassVar[tuple[str, ...]] = ()
    says: ClassVar[str] = ""

    def __init_subclass__(cls, **facts: Unpack[Facts]) -> None:
        super().__init_subclass__()
        for name, value in facts.items():
            setattr(cls, name, value)
        for name, line in _TO_SAY.items():
            if getattr(cls, name, None) in (None, getattr(Action, name, None)):
                raise TypeError(f"the action {cls.__qualname__} has no {name}; write into the class: {line}")

    @property
    def risk(self) -> Risk:
        """Return the risk of this action, which decides what the guard checks.

        "none": nothing is checked. "touch": what touching the element does. "scroll": a finger that moves up or down
        over an element. "slide": a finger that moves sideways over an element. "drag": a finger that takes hold of an
        element. "drop": a finger that lets something go at a pixel. "type": text typed into an input field. "submit":
        text typed into an input field, followed by the Enter key. "enter": the Enter key alone. "link": an address that
        is opened.
        A subclass gives its risk as a class attribute, or overrides this property if the risk depends on the arguments.
        """
        raise NotImplementedError

    @abstractmethod
    def gestures(self, screen: Screen) -> tuple[Gesture, ...]:
        """Return the gestures that carry out the action on this screen, in order.

        Raises ActionError if the action is not possible on this screen; the message says what is possible.
        """

    def words(self, target: str) -> str:
        """Describe the action for people, as in `long press "Wi-Fi"`.

        target: the element's name as it is to be written; "" if there is no element.
        """
        return f"{self.says or self.kind.replace('_', ' ')} {target}".rstrip()

    @classmethod
    def read(cls, **given: Any) -> Self:
        """Make the action from the arguments of a call. given: the values, by the names of the dataclass attributes."""
        return cls(**given)

    def target(self, screen: Screen) -> Element | None:
        """Return the element of the screen that has the mark of this action.

        Return None if the action has no mark, or if the screen has no element with that mark.
        """
        return screen.with_mark(self.marked)

    def on_element(self, screen: Screen) -> tuple["Action", Screen]:
        """Return the equivalent action on an element with a mark, and the screen that contains this element.

        An action on cells or pixels is replaced by an action on the element there; if there is none, a copy of the
        screen with a new element is returned. Every other action is returned as it is, with the same screen.
        """
        return self, screen

    def by_element(self, screen: Screen) -> "Action":
        """Return a tap at a pixel as a tap on the element there, if any point of it will do; else this action."""
        return self

    def as_told(self, screen: Screen) -> "Action":
        """Return the action in the form in which people read about it.

        An action at pixels is described by the element there, if the screen has one. Every other action stays as it is.
        """
        return self

    def as_typed(self, screen: Screen) -> "Action":
        """Return the action that a person means by typing this action in front of the given screen.

        This is the same action, unless a subclass adds what the person left out. For example, `Swipe` adds the mark of
        the list if the screen has only one.
        """
        return self

    def masked(self, mask: str) -> Self:
        """Return a copy of the action that others may see: `mask` replaces the text of every argument.

        Numbers, switches, and words from a fixed set, such as directions, are kept. So are arguments with their default
        value.
        """
        free = [one for one in params(type(self)) if one.type is str]
        return replace(self, **{one.attribute: mask for one in free if getattr(self, one.attribute) != one.default})

    def remarked(self, marks: Mapping[int, int]) -> Self:
        """Return a copy of the action for another screen. marks: the new mark of each element, by its old mark."""
        return self if self.marked is None else replace(self, mark=marks[self.marked])  # type: ignore[call-arg]

    def end_element(self, screen: Screen) -> Element | None:
        """Return the element on which the action ends; None if that is the element on which it begins."""
        return screen.with_mark(self.end_mark)

    @property
    def end_mark(self) -> int | None:
        """Return the mark of the element on which the action ends, or None if the action names no second element."""
        return None

    @property
    def marked(self) -> int | None:
        """Return the mark in the arguments of this action, or None if the action has no mark."""
        return getattr(self, "mark", None)

    @property
    def typed(self) -> str:
        """Return the text that the action types, or "" if it types nothing."""
        return ""


class Looking(ABC):
    """Base class, to be named before Action, of an action that looks at the screen between its gestures.

    It is made of other actions, as in `class ScrollTo(Looking, Action, kind="scroll_to", ...)`. Each of these is
    carried out like an action of the agent: on a fresh screen, and checked by the guard.
    """

    @abstractmethod
    def course(self, screen: Screen) -> "Course":
        """Yield the actions to carry out, one at a time; every `yield` evaluates to the screen after the action.

        The generator's return value is the message for the agent, such as what was found. After MOST_PARTS actions no
        more are carried out. Raises ActionError, which says how things stand now, if the aim cannot be reached.
        """

    def gestures(self, screen: Screen) -> tuple[Gesture, ...]:
        """Return no gestures, because the actions that `course` yields have them."""
        return ()


Course = Generator[Action, Screen, str]
MOST_PARTS = 60  # actions of one course

_TO_SAY = {
    "kind": 'kind: ClassVar[str] = "...", its name as a function',
    "example": 'example: ClassVar[str] = "...", a call of it',
    "risk": f"risk: ClassVar[Risk] = one of {', '.join(map(repr, get_args(Risk)))}",
    "__doc__": "what a model has to know of it, as its docstring",
}
Class = TypeVar("Class", bound=type[Action])
ACTIONS: list[type[Action]] = []  # in the order in which prompts list them


class Kinds(Collection[str]):
    """Kinds of all registered actions that meet a condition, in the order of ACTIONS.

    ACTIONS is looked up at each use, so actions that are registered later are included.
    holds: a function that tells whether an action class meets the condition.
    """

    def __init__(self, holds: Callable[[type[Action]], bool]) -> None:
        self._holds = holds

    def __iter__(self) -> Iterator[str]:
        return (cls.kind for cls in ACTIONS if self._holds(cls))

    def __contains__(self, kind: object) -> bool:
        return any(kind == cls.kind and self._holds(cls) for cls in ACTIONS)

    def __len__(self) -> int:
        return sum(1 for _ in self)


KINDS = Kinds(lambda cls: True)
ON_MARKS = Kinds(lambda cls: cls.offered in {"marks", "both"})  # offered while the screenshot shows marks
ON_GRID = Kinds(lambda cls: cls.offered in {"grid", "both"})  # offered while the screenshot shows the grid
BY_MAP = Kinds(lambda cls: cls.offered == "map")  # offered besides those on marks, if there is a map of the app


def register(cls: Class) -> Class:
    """Add an action class to ACTIONS. Return the class, so that `register` works as a class decorator.

    Raises ValueError if an action of the same kind is already registered.
    """
    if cls.kind in KINDS:
        raise ValueError(f"there is an action {cls.kind!r} already; give {cls.__qualname__} another kind")
    ACTIONS.append(cls)
    return cls


@cache
def params(cls: type[Action]) -> tuple[Param, ...]:
    """Return the arguments of an action class in the order in which a call gives them.

    That is the order of the dataclass attributes, but arguments with `first` come before all others.
    """
    hints = get_type_hints(cls, include_extras=True)
    return tuple(sorted((_param(one, hints[one.name]) for one in fields(cls)), key=lambda param: not param.first))


def _param(one: Field[Any], hint: Any) -> Param:
    annotation, written = get_args(hint) if get_origin(hint) is Annotated else (hint, Written(one.name))
    if get_origin(annotation) in (Union, UnionType):  # `int | None`
        annotation = next(each for each in get_args(annotation) if each is not NoneType)
    return Param(**vars(written), attribute=one.name, type=annotation, default=one.default)
