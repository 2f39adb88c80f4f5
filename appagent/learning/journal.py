"""Keep what a learning knows in a journal on disk: each time one line with what has changed since the last time."""

from collections.abc import Iterable, Mapping
from typing import Any

from appagent.learning.saved_state import restored, saved
from appagent.runs.recorder import Recorder

_NOTHING = object()


class Memory:
    """Journal of one learning. recorder: writes it.

    What is known has names, such as "made.rows", and is plain values and containers, as `saved` takes them. Of a dict
    only changed entries are written, of a set only what came and went, of a list that grew only its end.
    """

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._kept: dict[str, Any] = {}  # copy of what is on disk

    def keep(self, known: Mapping[str, object]) -> None:
        """Write what has changed, in one line, so that a crash leaves all of it or nothing."""
        changes = [change for name, value in known.items() if (change := self._change(name, value))]
        if changes:
            self._recorder.add_known(changes)

    def restore(self) -> dict[str, Any]:
        """Return what the journal on disk holds, {} if there is none. The journal is written anew, in one line.

        Raises KeyError, TypeError or ValueError if somebody else wrote it.
        """
        found = recalled(self._recorder)
        self._kept = {name: _copied(value) for name, value in found.items()}
        self._recorder.replace_known([[[name, "is", saved(value)] for name, value in found.items()]] if found else [])
        return found

    def _change(self, name: str, value: Any) -> list[Any]:
        """Return the change of a named value in the form for `_applied`, and remember the new value; [] if it is the
        same.
        """
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
    """Return what the journal of a learning holds, by name. Raises KeyError, TypeError or ValueError for other JSON."""
    found: dict[str, Any] = {}
    for changes in recorder.known():
        for name, how, *told in changes:
            found[name] = _applied(found.get(name), how, [restored(each) for each in told])
    return found


def _applied(value: Any, how: str, told: list[Any]) -> Any:
    """Return a value after a change. how: as in `Memory`."""
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
    """Return a copy of a value, with copies of the containers in it."""
    if isinstance(value, dict):
        return {key: _copied(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_copied(one) for one in value]
    return set(value) if isinstance(value, set) else value


def every(known: Iterable[tuple[str, Mapping[str, object]]]) -> dict[str, object]:
    """Combine the knowledge of several parts, each under its own name: ("made", {"rows": ...}) is "made.rows".

    >>> every([("made", {"rows": 1}), ("goal", {"": 2})])
    {'made.rows': 1, 'goal.': 2}
    """
    return {f"{part}.{name}": value for part, found in known for name, value in found.items()}


def part_of(found: Mapping[str, Any], part: str) -> dict[str, Any]:
    """Return the knowledge of one part, by its own names. found: as `every` puts it together.

    >>> part_of({"made.rows": 1, "goal.": 2}, "made")
    {'rows': 1}
    """
    return {name.removeprefix(f"{part}."): value for name, value in found.items() if name.startswith(f"{part}.")}
