"""Compute the figures of a bench from its rows: success and its spread, cost, wrong claims; and compare two benches."""

import statistics
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import comb, sqrt

_Z = 1.96  # standard deviations in a 95% interval
NOISE = 0.05  # a difference that chance makes this often or less is more than noise


@dataclass(frozen=True)
class Row:
    """Result of one task that one agent carried out once.

    docs: the use of documents: "auto", "none" or "shuffled".
    status: "success", "failed", "limit" or "error".
    claimed: True if the agent said that the task was done.
    cost_usd: None if unknown.
    seconds: duration of the whole run.
    run: name of the run's folder.
    troubles: number of times that an app was seen to crash or hang.
    """

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
        """Tell whether the task succeeded, that is, whether the status is "success"."""
        return self.status == "success"

    @property
    def arm(self) -> tuple[str, str]:
        """Return (agent, docs): the pair that a bench compares with other pairs."""
        return self.agent, self.docs


@dataclass(frozen=True)
class Figures:
    """Figures of one arm of a bench: of one agent with one use of documents.

    tasks: number of rows.
    success: share of the rows that succeeded, from 0 to 1.
    low, high: ends of Wilson's 95% interval for this share.
    spread: standard deviation of the shares of the single seeds; None if there is only one seed.
    wrong_claims: number of rows in which the agent said that the task was done although it was not.
    steps, model_calls, tokens, seconds: means per row.
    tokens: of prompts and replies together.
    cost_usd: sum over all rows; None if the cost of a row is unknown.
    troubles: number of crashes and hangs, in all.
    """

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
    """Return the rows of each arm. The keys are the arms, (agent, docs), in the order in which they first appear."""
    arms: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for row in rows:
        arms[row.arm].append(row)
    return dict(arms)


def figures(rows: Sequence[Row]) -> Figures:
    """Compute the figures of the rows of one arm. Raises ValueError if there are no rows."""
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
    """Return Wilson's 95% interval, as (low, high), for the share of `done` successes in `of` tries.

    >>> [round(end, 2) for end in interval(8, 10)], [round(end, 2) for end in interval(0, 10)]
    ([0.49, 0.94], [0.0, 0.28])
    """
    part = done / of
    middle = part + _Z**2 / (2 * of)
    reach = _Z * sqrt(part * (1 - part) / of + _Z**2 / (4 * of**2))
    scale = 1 + _Z**2 / of
    return max((middle - reach) / scale, 0.0), min((middle + reach) / scale, 1.0)


@dataclass(frozen=True)
class ArmDifference:
    """Difference of one arm between two benches, over the tasks and seeds that both have.

    arm: (agent, docs).
    pairs: number of tasks and seeds compared.
    before, after: share of successes in each bench.
    gained: tasks, as "task/seed", that failed in the first bench and were done in the second.
    lost: the reverse.
    chance: probability that luck alone makes a difference at least as large (McNemar's exact test, two-sided).
    """

    arm: tuple[str, str]
    pairs: int
    before: float
    after: float
    gained: tuple[str, ...]
    lost: tuple[str, ...]
    chance: float

    @property
    def more_than_noise(self) -> bool:
        """Tell whether the difference is unlikely to be luck: `chance` is at most NOISE (one in twenty)."""
        return self.chance <= NOISE


def arm_differences(first: Sequence[Row], second: Sequence[Row]) -> list[ArmDifference]:
    """Compare two benches, given as their rows, and return one difference for each arm.

    For an arm, only pairs (task, seed) that both benches carried out with this arm are compared. An arm without such
    pairs is left out.
    """
    found = []
    for arm, before in by_arm(first).items():
        one, two = _by_task(before), _by_task(by_arm(second).get(arm, ()))
        both = [key for key in one if key in two]
        if not both:
            continue
        gained = [key for key in both if two[key].success and not one[key].success]
        lost = [key for key in both if one[key].success and not two[key].success]
        found.append(ArmDifference(
            arm, len(both), _success_share(one, both), _success_share(two, both), _task_names(gained),
            _task_names(lost), _chance(len(gained), len(lost)),
        ))  # fmt: skip
    return found


def _by_task(rows: Iterable[Row]) -> dict[tuple[str, int], Row]:
    return {(row.task, row.seed): row for row in rows}


def _success_share(rows: Mapping[tuple[str, int], Row], keys: Sequence[tuple[str, int]]) -> float:
    return sum(rows[key].success for key in keys) / len(keys)


def _task_names(keys: Sequence[tuple[str, int]]) -> tuple[str, ...]:
    return tuple(f"{task}/{seed}" for task, seed in keys)


def _chance(gained: int, lost: int) -> float:
    """Return the probability that `gained + lost` coin tosses split at least as unevenly as this, either way.

    >>> _chance(0, 0), _chance(5, 0), round(_chance(8, 1), 3)
    (1.0, 0.0625, 0.039)
    """
    coins = gained + lost
    tail = sum(comb(coins, k) for k in range(min(gained, lost) + 1)) / (1 << coins)
    return min(2 * tail, 1.0)
