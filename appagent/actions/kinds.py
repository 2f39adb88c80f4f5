"""What an agent can do: one dataclass per action, the only place that knows it."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator
from dataclasses import MISSING, Field, dataclass, fields, replace
from types import NoneType, UnionType
from typing import Annotated, Any, ClassVar, Literal, get_args

from appagent.foreign import shown
from appagent.screen.grid import Part

Direction = Literal["up", "down", "left", "right"]
Distance = Literal["short", "medium", "long"]


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


_MARK = Written("element", ("mark", "index", "tag", "label", "number", "id", "element_id"))
_CELL = Written("cell", ("area", "number", "index", "element", "mark"))
_PART = Written("part", ("subarea", "sub_area"))


@dataclass(frozen=True)
class Action(ABC):
    """Base of all actions. A subclass's docstring is what the model is told about it."""

    kind: ClassVar[str]  # the function's name
    example: ClassVar[str]

    @abstractmethod
    def words(self, target: str) -> str:
        """What it does, for people; `target` names the element it is about, "" if there is none."""


@dataclass(frozen=True)
class Tap(Action):
    """Taps an element. `element` is the number drawn on it."""

    mark: Annotated[int, _MARK]
    kind: ClassVar[str] = "tap"
    example: ClassVar[str] = "tap(5)"

    def words(self, target: str) -> str:
        """As in `tap "Wi-Fi"`."""
        return f"tap {target}"


@dataclass(frozen=True)
class LongPress(Action):
    """Holds a finger on an element for a second, which often opens a menu or selects it."""

    mark: Annotated[int, _MARK]
    kind: ClassVar[str] = "long_press"
    example: ClassVar[str] = "long_press(5)"

    def words(self, target: str) -> str:
        """As in `long press "Groceries"`."""
        return f"long press {target}"


@dataclass(frozen=True)
class TypeText(Action):
    r"""Types text into an input field, or without `element` into the one that has the focus.

    Put the text in double quotes, a quote inside it as \", a line break as \n. `clear` empties
    the field first; `enter` presses Enter afterwards, which submits a search.
    """

    text: Annotated[str, Written("text", ("content", "value", "input"))]
    mark: Annotated[int | None, replace(_MARK, keyword=True)] = None
    clear: Annotated[bool, Written("clear", keyword=True)] = False
    enter: Annotated[bool, Written("enter", ("submit",), keyword=True)] = False
    kind: ClassVar[str] = "text"
    example: ClassVar[str] = 'text("Hello, world!", element=3)'

    def words(self, target: str) -> str:
        """As in `type "milk" into "Title"`; `describe` masks what goes into a password field."""
        verb = "replace the text with" if self.clear else "type"
        into = f" {'in' if self.clear else 'into'} {target}" if target else ""
        return f"{verb} {shortened(self.text)}{into}{', then press enter' if self.enter else ''}"


@dataclass(frozen=True)
class Swipe(Action):
    """Moves a finger over an element, or without `element` over the screen.

    `direction` is where the finger goes: "up" shows what is further down. `distance` is a part
    of the element's own size.
    """

    direction: Annotated[Direction, Written("direction", ("dir",))]
    mark: Annotated[int | None, replace(_MARK, first=True)] = None
    distance: Annotated[Distance, Written("distance", ("dist",))] = "medium"
    kind: ClassVar[str] = "swipe"
    example: ClassVar[str] = 'swipe(4, "up", "long")'

    def words(self, target: str) -> str:
        """As in `swipe up on "Messages" (long)`."""
        length = "" if self.distance == "medium" else f" ({self.distance})"
        return f"swipe {self.direction}{f' on {target}' if target else ''}{length}"


@dataclass(frozen=True)
class Back(Action):
    """Presses the phone's Back button: leaves the screen, or closes a dialog or the keyboard."""

    kind: ClassVar[str] = "back"
    example: ClassVar[str] = "back()"

    def words(self, target: str) -> str:
        """Always `go back`."""
        return "go back"


@dataclass(frozen=True)
class Home(Action):
    """Presses the phone's Home button: shows the home screen."""

    kind: ClassVar[str] = "home"
    example: ClassVar[str] = "home()"

    def words(self, target: str) -> str:
        """Always `go to the home screen`."""
        return "go to the home screen"


@dataclass(frozen=True)
class Enter(Action):
    """Presses the keyboard's Enter key."""

    kind: ClassVar[str] = "enter"
    example: ClassVar[str] = "enter()"

    def words(self, target: str) -> str:
        """Always `press enter`."""
        return "press enter"


@dataclass(frozen=True)
class Launch(Action):
    """Opens an app by the name under its icon or by its package."""

    app: Annotated[str, Written("app", ("name", "package", "app_name"))]
    kind: ClassVar[str] = "launch"
    example: ClassVar[str] = 'launch("Settings")'

    def words(self, target: str) -> str:
        """As in `launch "Settings"`."""
        return f"launch {shortened(self.app)}"


@dataclass(frozen=True)
class Wait(Action):
    """Waits for something to load, at most 60 seconds."""

    seconds: Annotated[float, Written("seconds", ("time", "duration"))] = 2.0
    kind: ClassVar[str] = "wait"
    example: ClassVar[str] = "wait(5)"

    def words(self, target: str) -> str:
        """As in `wait 2 s`."""
        return f"wait {self.seconds:g} s"


@dataclass(frozen=True)
class Finish(Action):
    """Ends the task, once it is done. Where the task asks a question, `answer` is the answer."""

    answer: Annotated[str, Written("answer", ("message", "result"))] = ""
    kind: ClassVar[str] = "finish"
    example: ClassVar[str] = 'finish("7 degrees")'

    def words(self, target: str) -> str:
        """As in `finish with the answer "7 degrees"`."""
        return f"finish with the answer {shortened(self.answer)}" if self.answer else "finish"


@dataclass(frozen=True)
class Grid(Action):
    """Touches nothing: shows the screenshot again with a grid of numbered cells in place of the marks.

    That is the way to what has no mark.
    """

    kind: ClassVar[str] = "grid"
    example: ClassVar[str] = "grid()"

    def words(self, target: str) -> str:
        """Always `bring up the grid`."""
        return "bring up the grid"


@dataclass(frozen=True)
class TapCell(Action):
    """Taps in a cell of the grid: in its middle, or at its part, "top-left" to "bottom-right"."""

    cell: Annotated[int, _CELL]
    part: Annotated[Part, _PART] = "center"
    kind: ClassVar[str] = "tap_cell"
    example: ClassVar[str] = 'tap_cell(12, "top-left")'

    def words(self, target: str) -> str:
        """As in `tap cell 12 at its top-left`."""
        return f"tap {_cell(self.cell, self.part)}"


@dataclass(frozen=True)
class LongPressCell(Action):
    """Holds a finger in a cell of the grid for a second."""

    cell: Annotated[int, _CELL]
    part: Annotated[Part, _PART] = "center"
    kind: ClassVar[str] = "long_press_cell"
    example: ClassVar[str] = "long_press_cell(12)"

    def words(self, target: str) -> str:
        """As in `long press cell 12`."""
        return f"long press {_cell(self.cell, self.part)}"


@dataclass(frozen=True, kw_only=True)
class SwipeCells(Action):
    """Moves a finger from one place of the grid to another: a cell and its part, then a cell and its part."""

    start: Annotated[int, Written("start", ("start_area", "start_cell", "from_cell"))]
    start_part: Annotated[Part, Written("start_part", ("start_subarea",))]
    end: Annotated[int, Written("end", ("end_area", "end_cell", "to_cell"))]
    end_part: Annotated[Part, Written("end_part", ("end_subarea",))]
    kind: ClassVar[str] = "swipe_cells"
    example: ClassVar[str] = 'swipe_cells(21, "center", 25, "right")'

    def words(self, target: str) -> str:
        """As in `swipe from cell 21 to cell 25 at its right`."""
        return f"swipe from {_cell(self.start, self.start_part)} to {_cell(self.end, self.end_part)}"


_MARKED: tuple[type[Action], ...] = (Tap, LongPress, TypeText, Swipe, Back, Home, Enter, Launch, Wait, Grid, Finish)
_CELLS: tuple[type[Action], ...] = (TapCell, LongPressCell, SwipeCells)
ACTIONS: tuple[type[Action], ...] = (*_MARKED, *_CELLS)
KINDS: tuple[str, ...] = tuple(cls.kind for cls in ACTIONS)
ON_MARKS: tuple[str, ...] = tuple(cls.kind for cls in _MARKED)  # on offer beside marks
ON_GRID: tuple[str, ...] = (*(cls.kind for cls in _CELLS), "back", "home", "wait", "finish")  # with the grid up


def params(cls: type[Action]) -> tuple[Param, ...]:
    """An action's arguments in the order in which they are written."""
    given = [_param(one) for one in fields(cls)]
    return tuple(sorted(given, key=lambda param: not param.first))


def call(action: Action) -> str:
    r"""The action as a model should write it, defaults left out; `parse` reads it back unchanged.

    >>> call(Swipe("up", mark=3)), call(TypeText('say "hi"\n', enter=True))
    ('swipe(3, "up")', 'text("say \\"hi\\"\\n", enter=true)')
    """
    given = [(param, getattr(action, param.attribute)) for param in params(type(action))]
    written = [
        f"{param.name}={_literal(value)}" if param.keyword else _literal(value)
        for param, value in given
        if value != param.default
    ]
    return f"{action.kind}({', '.join(written)})"


def signature(cls: type[Action]) -> str:
    """The function's head for a prompt.

    >>> signature(Wait)
    'wait(seconds: number = 2)'
    """
    return f"{cls.kind}({', '.join(_declared(param) for param in params(cls))})"


@dataclass(frozen=True)
class Function:
    """One entry of a prompt's list of functions."""

    signature: str
    doc: str
    example: str


def function_list(kinds: Collection[str] = ON_MARKS) -> list[Function]:
    """The functions a model may call, for a prompt, in the order in which they are best told."""
    return [Function(signature(cls), " ".join((cls.__doc__ or "").split()), cls.example) for cls in _of(kinds)]


def json_schema(kinds: Collection[str] = ON_MARKS) -> dict[str, Any]:
    """JSON schema of one action as a flat object, strict: every property required, none besides."""
    return {"anyOf": [_schema(cls) for cls in _of(kinds)]}


def shortened(text: str, most: int = 60) -> str:
    """The text on one line, in quotes that it cannot close, of at most `most` letters that all show."""
    line = shown(text, most).replace('"', "'")
    return f'"{line}"'


def _of(kinds: Collection[str]) -> Iterator[type[Action]]:
    return (cls for cls in (*_CELLS, *_MARKED) if cls.kind in kinds)


def _cell(number: int, part: str) -> str:
    return f"cell {number}" if part == "center" else f"cell {number} at its {part}"


def _param(one: Field[Any]) -> Param:
    annotation, written = get_args(one.type)
    if isinstance(annotation, UnionType):  # `int | None`
        annotation = next(each for each in get_args(annotation) if each is not NoneType)
    return Param(**vars(written), attribute=one.name, type=annotation, default=one.default)


def _declared(param: Param) -> str:
    names = {int: "integer", float: "number", bool: "boolean", str: "string"}
    typed = f"{param.name}: {names.get(param.type) or ' | '.join(map(_literal, get_args(param.type)))}"
    return typed if param.default is MISSING else f"{typed} = {_literal(param.default)}"


def _schema(cls: type[Action]) -> dict[str, Any]:
    properties: dict[str, Any] = {"action": {"type": "string", "enum": [cls.kind]}}  # not all know "const"
    names = {int: "integer", float: "number", bool: "boolean", str: "string"}
    for param in params(cls):
        if choices := get_args(param.type):
            properties[param.name] = {"type": "string", "enum": list(choices)}
        else:
            kind = names[param.type]
            properties[param.name] = {"type": [kind, "null"] if param.default is None else kind}
    required = list(properties)
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


_ESCAPES = {code: f"\\u{code:04x}" for code in (*range(32), 0x7F, 0x85, 0x2028, 0x2029)} | {
    ord('"'): '\\"',
    ord("\\"): "\\\\",
    ord("\n"): "\\n",
    ord("\r"): "\\r",
    ord("\t"): "\\t",
}


def _literal(value: object) -> str:
    if isinstance(value, str):
        return f'"{value.translate(_ESCAPES)}"'
    if isinstance(value, float):
        return repr(value).removesuffix(".0")
    return "none" if value is None else str(value).lower()
