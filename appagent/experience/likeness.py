"""Tell how near a task is to an earlier one: by the words that they share, and by meaning.

A cosine of two sentences says little by itself, and something else with each encoder. So it is read as a precision: the
share of pairs with such cosines that are the same task, which `bench/same_task.py` measures for each encoder.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from appagent.experience.slots import fill_slots, slots_in, without_slots
from appagent.store.tables.index_terms import index_words

# Share of words from which tasks are worded alike. They are hardly ever the same then, unless they are equal but for
# their slots: what differs is the point, as in "Wi-Fi on" and "Wi-Fi off". So the encoder is not asked about them.
WORDED_ALIKE = 1 / 3
CALIBRATION = "calibration.json"
_NUMBER = re.compile(r"_?\d+$")  # at the end of a slot's name


def words_shared(pattern: str, goal: str) -> float:
    """Return the share (0 to 1) of the words of two tasks that both have. pattern: a task; its slots do not count.

    Chinese, Japanese and Korean count by characters and pairs of them, as in the full-text index.

    >>> words_shared("Turn Wi-Fi on", "Turn Wi-Fi off"), words_shared("Call {name}", "Ring Ben up")
    (0.6666666666666666, 0.0)
    """
    one, other = words_of(pattern), words_of(goal)
    return 2 * len(one & other) / (len(one) + len(other)) if one or other else 0.0


def words_of(pattern: str) -> set[str]:
    """Return the words of a task as the full-text index has them, without its slots."""
    return {*index_words(without_slots(pattern)).split()}


def spoken(pattern: str) -> str:
    """Return a task with the names of its slots as words, for an encoder.

    >>> spoken("Rename {title} to {title_2}")
    'Rename title to title'
    """
    return fill_slots(pattern, {name: _NUMBER.sub("", name).replace("_", " ") for name in slots_in(pattern)})


def precision(encoder: str, cosines: Sequence[float]) -> float | None:
    """Return which share of the nearest tasks with these cosines is the same task, by calibration.

    encoder: its name; for an encoder without a calibration None is returned.
    cosines: those of all known tasks, in any order. It counts how much nearer the nearest is than the next one, because
    what a cosine by itself says depends on the sentences; the next one counts as having at least the usual cosine.
    The nearest task must not be worded alike.
    """
    table = _calibration().get(encoder)
    if table is None or not cosines:
        return None
    margin = lead(cosines, table.usual)
    return max((share for start, share in table.rows if margin >= start), default=0.0)


def lead(cosines: Sequence[float], usual: float) -> float:
    """Return how much the largest cosine is larger than the next one, or than the usual one if that is larger.

    >>> round(lead([0.3, 0.75, 0.5], 0.4), 2), round(lead([0.75], 0.4), 2)
    (0.25, 0.35)
    """
    first, *others = sorted(cosines, reverse=True)
    return first - max([usual, *others])


@dataclass(frozen=True)
class Calibration:
    """Measurement of an encoder.

    usual: median cosine of the second-nearest task. rows: (lead of the nearest task, share of the same tasks among
    those with at least this lead, but less than that of the next row).
    """

    usual: float
    rows: Sequence[tuple[float, float]]


@cache
def _calibration() -> dict[str, Calibration]:
    """Return the calibration of each encoder that was measured, by its name."""
    text = files("appagent.experience").joinpath(CALIBRATION).read_text(encoding="utf-8")
    return {name: Calibration(**told) for name, told in json.loads(text).items()}
