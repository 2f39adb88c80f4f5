"""Parse the YAML of a task file into plain values, with limits, so that a small file cannot expand into a huge one."""

import math
from collections.abc import Iterator
from typing import Any

import yaml

from appagent.errors import UsageError

_MOST_NODES = 50_000  # values in a file; seventy tasks have three thousand
_MOST_EXPANDED = 1_000_000  # letters and values of one task, if each alias is replaced by the value that it stands for
_DEEPEST = 40  # levels of nesting
_LONGEST_TEXT = 10_000  # letters
_MOST_DIGITS = 15  # of a number, because programs read longer ones differently
_NAMED = {
    "timestamp": "reads as a date; write it in quotes",
    "binary": "has the tag !!binary; write it as text",
    "value": "needs quotes",
}
_PLAIN = frozenset(
    f"tag:yaml.org,2002:{name}" for name in ("str", "int", "float", "bool", "null", "seq", "map", "merge")
)


def tasks(text: str, name: str) -> list[yaml.Node]:
    """Parse a task file and return the YAML node of each task in it.

    name: name of the file, for error messages.
    Raises UsageError that names the line and the problem.
    """
    try:
        node = _Composer(text).get_single_node()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise _wrong(name, mark.line + 1 if mark else 0, error.problem or error.context or "no YAML") from error
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise _wrong(name, line, f"the letter U+{ord(text[error.position]):04X} cannot stand in YAML") from error
    if not isinstance(node, yaml.SequenceNode) or not node.value:
        raise UsageError(f"{name}: a task file is a list of tasks, each beginning with `- name: ...`")
    return list(node.value)


def plain_values(node: yaml.Node, name: str) -> Any:
    """Convert the YAML node of a task to plain values as in JSON: texts, numbers, booleans, None, lists and dicts.

    name: name of the file, for error messages.
    Raises UsageError that names the line and the problem.
    """
    try:
        _weigh(node, {})
        return _Constructor("").construct_document(node)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or node.start_mark
        raise _wrong(name, mark.line + 1, str(error.problem)) from error


def yaml_line(node: yaml.Node) -> int:
    """Return the line on which a YAML node begins, counted from 1."""
    return int(node.start_mark.line) + 1


class _Composer(yaml.SafeLoader):
    """YAML loader that raises an error if a file has more than 50,000 values or over 40 levels of nesting."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._nodes = self._depth = 0

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        """Parse one YAML node and all nodes below it."""
        event = self.peek_event()  # type: ignore[no-untyped-call]
        self._nodes, self._depth = self._nodes + 1, self._depth + 1
        if self._nodes > _MOST_NODES:
            raise _error_at(event, f"there are more than {_MOST_NODES:,} values up to here")
        if self._depth > _DEEPEST:
            raise _error_at(event, f"this is nested more than {_DEEPEST} levels deep")
        node: yaml.Node | None = super().compose_node(parent, index)
        self._depth -= 1
        return node


class _Constructor(yaml.SafeLoader):
    """YAML loader that converts nodes to plain values. It is used only for nodes that were checked before."""

    def construct_object(self, node: yaml.Node, deep: bool = False) -> Any:
        """Convert one YAML node to its value.

        Raises a YAML error with the line if the text does not fit its tag, or if a number is infinite or too large.
        """
        try:
            value = super().construct_object(node, deep)
        except (ValueError, LookupError, OverflowError) as error:  # raised for !!int "x", !!bool "x", !!int ""
            raise _error_at(node, f"{str(node.value)[:60]!r} is no {node.tag.rpartition(':')[2]}") from error
        if isinstance(value, float) and not math.isfinite(value):
            raise _error_at(node, f"{node.value!r} is no number to count with; write it in quotes")
        if isinstance(value, int | float) and abs(value) >= 10**_MOST_DIGITS:
            raise _error_at(node, f"a number of more than {_MOST_DIGITS} digits; write it in quotes")
        return value


def _weigh(node: yaml.Node, known: dict[int, tuple[int, int] | None]) -> tuple[int, int]:
    """Check a YAML node and all nodes below it. Return (size, levels).

    size: number of letters and values; a node counts again for each alias of it. levels: how deeply the nodes are
    nested.
    known: by the `id()` of each node that was met before, its result, or None while its parts are being checked. Raises
    a YAML error with the line if a node is too large or too deep, contains an alias of itself, or has a bad tag, text
    or key. The recursion is no deeper than the text, because an alias comes after the node that it stands for.
    """
    if id(node) in known:
        weighed = known[id(node)]
        if weighed is None:
            raise _error_at(node, "an alias is inside the value that it stands for")
        return weighed
    known[id(node)] = None
    _check(node)
    parts = [_weigh(part, known) for part in _child_nodes(node)]
    own = len(node.value) if isinstance(node, yaml.ScalarNode) else 0
    weight = 1 + own + sum(part[0] for part in parts)
    height = 1 + max((part[1] for part in parts), default=0)
    if weight > _MOST_EXPANDED:
        raise _error_at(node, f"its aliases stand for more than {_MOST_EXPANDED:,} letters")
    if height > _DEEPEST:
        raise _error_at(node, f"with its aliases it is nested more than {_DEEPEST} levels deep")
    known[id(node)] = weight, height
    return weight, height


def _check(node: yaml.Node) -> None:
    """Raise a YAML error with the line if a node has an unknown tag, too long a text, or a bad or repeated key."""
    if node.tag not in _PLAIN:
        kind = node.tag.rpartition(":")[2]
        shown = f"{node.value[:60]!r} " if isinstance(node, yaml.ScalarNode) else "it "
        raise _error_at(node, shown + _NAMED.get(kind, f"has the tag {node.tag[:60]!r}, which has no meaning here"))
    if isinstance(node, yaml.ScalarNode) and len(node.value) > _LONGEST_TEXT:
        raise _error_at(node, f"a text of {len(node.value):,} letters; {_LONGEST_TEXT:,} are the most")
    if isinstance(node, yaml.MappingNode):
        had = set()
        for key, _ in node.value:
            if not key.tag.endswith((":str", ":merge")):
                raise _error_at(
                    key, f"the name {str(key.value)[:60]!r} reads as something else than text; write it in quotes"
                )
            if key.value in had:
                raise _error_at(key, f"{key.value[:60]!r} is there twice")
            had.add(key.value)


def _child_nodes(node: yaml.Node) -> Iterator[yaml.Node]:
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield key
            yield value
    elif isinstance(node, yaml.SequenceNode):
        yield from node.value


def _error_at(place: Any, problem: str) -> yaml.MarkedYAMLError:
    """Make a YAML error that points at a line. place: the YAML node or event that has the problem."""
    return yaml.constructor.ConstructorError(None, None, problem, place.start_mark)


def _wrong(name: str, line: int, problem: str) -> UsageError:
    return UsageError(f"{name}, line {line}: {problem}" if line else f"{name}: {problem}")
