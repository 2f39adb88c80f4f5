"""Base of all actions: what a class states, its arguments, and the list of those there are."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator
from dataclasses import Field, dataclass, fields, replace
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, ClassVar, Literal, Self, TypeVar, get_args, get_origin, get_type_hints

from appagent.actions.gestures import Gesture
from appagent.screen import Element, Screen

# What the guard judges an action by. none: nothing. touch: what its element does. scroll, slide: a finger drawn along
# its element, or aside. type, submit: text into its field, and then the Enter key. enter: that key. Whatever an action
# states, what its gestures land on is judged too.
Risk = Literal["none", "touch", "scroll", "slide", "type", "submit", "enter"]

Offer = Literal["marks", "grid", "both"]  # when it is on offer: beside marks, with the grid up


@dataclass(frozen=True)
class Written:
    """How one argument is written in a call."""

    name: str
    also: tuple[str, ...] = ()  # other names that models give it
    keyword: bool = False  # as name=value
    first: bool = False  # before the others, though they are the ones a call cannot do without


@dataclass(frozen=True, kw_only=True)
class Param(Written):
    """One argument of an action, with the attribute that holds it."""

    attribute: str
    type: Any  # int, float, bool, str or a Literal
    default: object  # MISSING where a call without it is refused


MARK = Written("element", ("mark", "index", "tag", "label", "number", "id", "element_id"))


@dataclass(frozen=True)
class Action(ABC):
    """Base of all actions: a frozen dataclass in a file of its own, made known by `register`.

    A subclass's docstring is what the model is told about it, its fields are its arguments (`Annotated` with how they
    are written), and an argument named `mark` is its element. A class without a kind, an example, a docstring or a
    risk raises TypeError where it is defined.
    """

    kind: ClassVar[str]  # the function's name, and what documents about it are kept under
    example: ClassVar[str]  # a call as a model should write it
    offered: ClassVar[Offer] = "marks"
    instead_of: ClassVar[str | None] = None  # the kind that it is meant by with the grid up
    also: ClassVar[tuple[str, ...]] = ()  # other names that people type
    says: ClassVar[str] = ""  # it in words for people, before its element; its kind where that will do

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for name, line in _TO_SAY.items():
            if getattr(cls, name, None) in (None, getattr(Action, name, None)):
                raise TypeError(f"the action {cls.__qualname__} has no {name}; write into the class: {line}")

    @property
    @abstractmethod
    def risk(self) -> Risk:
        """State what the guard judges it by: a ClassVar, or a property where its arguments decide."""

    @abstractmethod
    def gestures(self, screen: Screen) -> tuple[Gesture, ...]:
        """Return the gestures that carry it out, in order. Raises ActionError, saying what this screen can do."""

    def words(self, target: str) -> str:
        """Say what it does, for people; `target` names its element, "" where there is none."""
        return f"{self.says or self.kind.replace('_', ' ')} {target}".rstrip()

    def target(self, screen: Screen) -> Element | None:
        """Return the element that it is about: the one with its mark, None where there is none."""
        return next((one for one in screen.elements if one.mark == self.marked), None)

    def on_element(self, screen: Screen) -> tuple["Action", Screen]:
        """Return the action on an element that it amounts to, and the screen with that element."""
        return self, screen

    def as_typed(self, screen: Screen) -> "Action":
        """Return the action that a person means who types this in front of a screen."""
        return self

    def masked(self, mask: str) -> Self:
        """Return it with a mask in place of all free text that was given, for others to see."""
        free = [one for one in params(type(self)) if one.type is str]
        return replace(self, **{one.attribute: mask for one in free if getattr(self, one.attribute) != one.default})

    @property
    def marked(self) -> int | None:
        """Return the mark of its element as it was given, None where there is none."""
        return getattr(self, "mark", None)

    @property
    def typed(self) -> str:
        """Return the text that it types, "" where it types none."""
        return ""


_TO_SAY = {
    "kind": 'kind: ClassVar[str] = "...", its name as a function',
    "example": 'example: ClassVar[str] = "...", a call of it',
    "risk": f"risk: ClassVar[Risk] = one of {', '.join(map(repr, get_args(Risk)))}",
    "__doc__": "what a model has to know of it, as its docstring",
}
Class = TypeVar("Class", bound=type[Action])
ACTIONS: list[type[Action]] = []  # in the order in which they are told


class Kinds(Collection[str]):
    """Kinds of the actions that are known by now and meet a condition, in the order of ACTIONS."""

    def __init__(self, holds: Callable[[type[Action]], bool]) -> None:
        self._holds = holds

    def __iter__(self) -> Iterator[str]:
        return (cls.kind for cls in ACTIONS if self._holds(cls))

    def __contains__(self, kind: object) -> bool:
        return any(kind == one for one in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)


KINDS = Kinds(lambda cls: True)
ON_MARKS = Kinds(lambda cls: cls.offered != "grid")  # on offer beside marks
ON_GRID = Kinds(lambda cls: cls.offered != "marks")  # with the grid up


def register(cls: Class) -> Class:
    """Make an action known; returns the class, to stand above it as a decorator. ValueError where its kind is taken."""
    if cls.kind in KINDS:
        raise ValueError(f"there is an action {cls.kind!r} already; give {cls.__qualname__} another kind")
    ACTIONS.append(cls)
    return cls


@cache
def params(cls: type[Action]) -> tuple[Param, ...]:
    """Return an action's arguments in the order in which they are written."""
    hints = get_type_hints(cls, include_extras=True)
    return tuple(sorted((_param(one, hints[one.name]) for one in fields(cls)), key=lambda param: not param.first))


def _param(one: Field[Any], hint: Any) -> Param:
    annotation, written = get_args(hint) if get_origin(hint) is Annotated else (hint, Written(one.name))
    if isinstance(annotation, UnionType):  # `int | None`
        annotation = next(each for each in get_args(annotation) if each is not NoneType)
    return Param(**vars(written), attribute=one.name, type=annotation, default=one.default)
