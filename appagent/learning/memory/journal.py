"""Save what a learning run knows to a journal on disk. Each save adds one line with what has changed."""

from collections.abc import Iterable, Mapping
from typing import Any

from appagent.learning.memory.saved_state import restored, saved
from appagent.runs.recorder import Recorder

_NOTHING = object()


class Memory:
    """Journal of one learning run, through which a later process can go on.

    recorder: writes the journal.
    The journal holds values by name, such as "made.rows", of the types that `saved` can convert. Of a dict only the
    changed entries are written, of a set the members gained and lost, of a list the new end.
    """

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._kept: dict[str, Any] = {}  # copy of what is on disk

    def keep(self, known: Mapping[str, object]) -> None:
        """Write what has changed since the last call, as one line, so that a crash leaves all of it or none."""
        changes = [change for name, value in known.items() if (change := self._change(name, value))]
        if changes:
            self._recorder.add_known(changes)

    def restore(self) -> dict[str, Any]:
        """Return the values in the journal on disk by name, {} if there is none, and rewrite it as a single line.

        Raises KeyError, TypeError or ValueError if its lines are not such as `keep` writes.
        """
        found = recalled(self._recorder)
        self._kept = {name: _copied(value) for name, value in found.items()}
        self._recorder.replace_known([[[name, "is", saved(value)] for name, value in found.items()]] if found else [])
        return found

    def _change(self, name: str, value: Any) -> list[Any]:
        """Return how a value has changed since the last call, as [name, how, ...] for `_applied`; [] if it has not."""
        before = self._kept.get(name, _NOTHING)
        if isinstance(value, dict) and isinstance(before, dict):
            gone = [key for key in before if key not in value]
            new = {key: one for key, one in value.items() if key not in before or before[key] != one}
            for key in gone:
                del before[key]
            before.update({key: _copied(one) for key, one in new.items()})
            return [name, "map", saved(gone), saved(new)] if gone or new else []
        if isinstance(value, set) and isinstance(before, set):
            left, came = before - value, value - before
            self._kept[name] = set(value) if left or came else before
            return [name, "set", saved(left), saved(came)] if left or came else []
        if value == before:
            return []
        self._kept[name] = _copied(value)
        if isinstance(value, list) and isinstance(before, list) and value[: len(before)] == before:
            return [name, "end", saved(value[len(before) :])]
        return [name, "is", saved(value)]


def recalled(recorder: Recorder) -> dict[str, Any]:
    """Return the values in the journal of a learning run, by name.

    Raises KeyError, TypeError or ValueError if the journal is damaged.
    """
    found: dict[str, Any] = {}
    for changes in recorder.known():
        for name, how, *told in changes:
            found[name] = _applied(found.get(name), how, [restored(each) for each in told])
    return found


def _applied(value: Any, how: str, told: list[Any]) -> Any:
    """Return a value after a change that `_change` described.

    how, told: "map" with the keys that a dict lost and its new entries, "set" with the members that a set lost and
    gained, "end" with the items added to a list, or "is" with the whole new value.
    """
    match how, told:
        case "map", [gone, new]:
            return {key: one for key, one in dict(value).items() if key not in {*gone}} | new
        case "set", [gone, came]:
            return (value - gone) | came
        case "end", [more]:
            return [*value, *more]
        case "is", [one]:
            return one
    raise ValueError(f"no change of this kind: {how!r}")


def _copied(value: Any) -> Any:
    """Return a copy of a value in which dicts, sets and lists are copied too."""
    if isinstance(value, dict):
        return {key: _copied(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_copied(one) for one in value]
    return set(value) if isinstance(value, set) else value


def every(known: Iterable[tuple[str, Mapping[str, object]]]) -> dict[str, object]:
    """Combine the values of several parts in one dict, whose keys begin with the part's name.

    >>> every([("made", {"rows": 1}), ("goal", {"": 2})])
    {'made.rows': 1, 'goal.': 2}
    """
    return {f"{part}.{name}": value for part, found in known for name, value in found.items()}


def part_of(found: Mapping[str, Any], part: str) -> dict[str, Any]:
    """Return the values of one part by name, from a dict that `every` returned.

    >>> part_of({"made.rows": 1, "goal.": 2}, "made")
    {'rows': 1}
    """
    return {name.removeprefix(f"{part}."): value for name, value in found.items() if name.startswith(f"{part}.")}
