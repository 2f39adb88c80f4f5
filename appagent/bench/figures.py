"""Rows of a bench to figures: success with its spread, what it took, wrong claims, and whether two benches differ."""

import statistics
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import comb, sqrt

_Z = 1.96  # of a 95% interval
NOISE = 0.05  # a difference that chance makes this often or less is more than noise


@dataclass(frozen=True)
class Row:
    """One task carried out once. claimed: the agent said that it was done. seconds: of the whole run. troubles: how
    often an app was seen to crash or hang."""

    task: str
    seed: int
    agent: str
    docs: str
    app: str
    goal: str
    status: str
    claimed: bool
    steps: int
    model_calls: int
    prompt_tokens: int
    completion_tokens: int
    cost_usd: float | None
    seconds: float
    reason: str = ""
    tags: tuple[str, ...] = ()
    run: str = ""
    troubles: int = 0

    @property
    def success(self) -> bool:
        """Whether the check says that it is done."""
        return self.status == "success"

    @property
    def arm(self) -> tuple[str, str]:
        """Who did it with what: (agent, docs)."""
        return self.agent, self.docs


@dataclass(frozen=True)
class Figures:
    """Of one arm. success: a part of 1; low and high: its 95% interval (Wilson, 1927); spread: the standard deviation
    of the seeds' own success, None for a single seed. steps, model_calls, tokens, seconds: means of a task. cost_usd:
    all of it, None where it is not known. troubles: apps that were seen to crash or hang."""

    tasks: int
    success: float
    low: float
    high: float
    spread: float | None
    wrong_claims: int
    steps: float
    model_calls: float
    tokens: float
    cost_usd: float | None
    seconds: float
    troubles: int


def by_arm(rows: Iterable[Row]) -> dict[tuple[str, str], list[Row]]:
    """Rows by who did them with what, in the order in which they first come."""
    arms: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for row in rows:
        arms[row.arm].append(row)
    return dict(arms)


def figures(rows: Sequence[Row]) -> Figures:
    """The figures of rows of one arm; of no rows a ValueError."""
    if not rows:
        raise ValueError("no rows to make figures of")
    done = sum(row.success for row in rows)
    low, high = interval(done, len(rows))
    seeds = [
        statistics.mean(row.success for row in rows if row.seed == seed) for seed in sorted({r.seed for r in rows})
    ]
    costs = [row.cost_usd for row in rows if row.model_calls]
    return Figures(
        tasks=len(rows),
        success=done / len(rows),
        low=low,
        high=high,
        spread=statistics.stdev(seeds) if len(seeds) > 1 else None,
        wrong_claims=sum(row.claimed and not row.success for row in rows),
        steps=statistics.mean(row.steps for row in rows),
        model_calls=statistics.mean(row.model_calls for row in rows),
        tokens=statistics.mean(row.prompt_tokens + row.completion_tokens for row in rows),
        cost_usd=None if None in costs else round(sum(cost or 0.0 for cost in costs), 6),
        seconds=statistics.mean(row.seconds for row in rows),
        troubles=sum(row.troubles for row in rows),
    )


def interval(done: int, of: int) -> tuple[float, float]:
    """Wilson's 95% interval of a part.

    >>> [round(end, 2) for end in interval(8, 10)], [round(end, 2) for end in interval(0, 10)]
    ([0.49, 0.94], [0.0, 0.28])
    """
    part = done / of
    middle = part + _Z**2 / (2 * of)
    reach = _Z * sqrt(part * (1 - part) / of + _Z**2 / (4 * of**2))
    scale = 1 + _Z**2 / of
    return max((middle - reach) / scale, 0.0), min((middle + reach) / scale, 1.0)


@dataclass(frozen=True)
class Difference:
    """Between two benches over the same tasks and seeds. gained: failed in the first and done in the second; lost: the
    other way round. chance: how often luck alone makes as much (McNemar's exact test, two-sided)."""

    arm: tuple[str, str]
    pairs: int
    before: float
    after: float
    gained: tuple[str, ...]
    lost: tuple[str, ...]
    chance: float

    @property
    def more_than_noise(self) -> bool:
        """Whether luck alone makes as much in at most one of twenty benches."""
        return self.chance <= NOISE


def difference(first: Sequence[Row], second: Sequence[Row]) -> list[Difference]:
    """What changed between two benches, for every arm that both have, over the tasks and seeds that both have."""
    found = []
    for arm, before in by_arm(first).items():
        one, two = _by_task(before), _by_task(by_arm(second).get(arm, ()))
        both = [key for key in one if key in two]
        if not both:
            continue
        gained = [key for key in both if two[key].success and not one[key].success]
        lost = [key for key in both if one[key].success and not two[key].success]
        found.append(Difference(
            arm, len(both), _part(one, both), _part(two, both), _named(gained), _named(lost),
            _chance(len(gained), len(lost)),
        ))  # fmt: skip
    return found


def _by_task(rows: Iterable[Row]) -> dict[tuple[str, int], Row]:
    return {(row.task, row.seed): row for row in rows}


def _part(rows: Mapping[tuple[str, int], Row], keys: Sequence[tuple[str, int]]) -> float:
    return sum(rows[key].success for key in keys) / len(keys)


def _named(keys: Sequence[tuple[str, int]]) -> tuple[str, ...]:
    return tuple(f"{task}/{seed}" for task, seed in keys)


def _chance(gained: int, lost: int) -> float:
    """Two-sided: of as many coins, how often the split is at least as uneven.

    >>> _chance(0, 0), _chance(5, 0), round(_chance(8, 1), 3)
    (1.0, 0.0625, 0.039)
    """
    coins = gained + lost
    tail = sum(comb(coins, k) for k in range(min(gained, lost) + 1)) / (1 << coins)
    return min(2 * tail, 1.0)
