"""Give different keys to things that look alike, by one test after the other, and by numbers if no test helps."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

T = TypeVar("T")
Key = tuple[Any, ...]


def told_apart(
    things: Sequence[T], tests: Sequence[Callable[[T], object]], start: Key = ()
) -> Iterator[tuple[T, Key, bool]]:
    """Yield (thing, key, numbered) for each thing, so that all get different keys.

    A key is `start` and the results of as many tests as the thing needs to differ from all others. numbered: True if
    others have the same results; the last value of the key then counts these.

    >>> list(told_apart(["ab", "ac", "ac"], [len, lambda text: text[-1]]))
    [('ab', (2, 'b'), False), ('ac', (2, 'c', 0), True), ('ac', (2, 'c', 1), True)]
    """
    tied: list[tuple[Key, list[T]]] = [(start, list(things))]
    for test in tests:
        parts: dict[Key, list[T]] = {}
        for key, members in tied:
            for member in members:
                parts.setdefault((*key, test(member)), []).append(member)
        yield from ((members[0], key, False) for key, members in parts.items() if len(members) == 1)
        tied = [(key, members) for key, members in parts.items() if len(members) > 1]
    for key, members in tied:
        yield from ((member, (*key, turn), True) for turn, member in enumerate(members))
