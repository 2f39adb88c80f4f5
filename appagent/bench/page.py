"""Write the figures of a bench as an HTML page, and as Markdown tables for a README."""

from collections.abc import Sequence
from typing import Any

from appagent.bench.figures import Figures, Row, by_arm, figures
from appagent.runs.report import page_template

HELD_BACK = "held-back"  # the tag of tasks that no agent was ever changed for
HEADINGS = [
    "agent", "docs", "tasks", "success", "95%", "spread", "wrong", "steps", "calls", "seconds", "tokens", "cost",
]  # fmt: skip

Arms = list[tuple[tuple[str, str], Figures]]


def parts(rows: Sequence[Row]) -> list[tuple[str, Arms]]:
    """Return (title, list of (arm, figures)) for ordinary tasks and for tasks that are held back.

    A group without rows is left out.
    """
    kinds = {
        "All tasks but those held back": [row for row in rows if HELD_BACK not in row.tags],
        "Held back: apps and tasks that no agent was changed for": [row for row in rows if HELD_BACK in row.tags],
    }
    return [
        (title, [(arm, figures(some)) for arm, some in by_arm(mine).items()]) for title, mine in kinds.items() if mine
    ]


def page(bench: dict[str, Any], rows: Sequence[Row]) -> str:
    """Return the HTML page of a bench.

    bench: the whole result as plain JSON.
    rows: the rows of that result.
    """
    every = list(by_arm(rows))
    names = dict.fromkeys((row.task, row.app) for row in rows)
    tasks = [
        (task, app, [[row for row in rows if row.task == task and row.arm == arm] for arm in every])
        for task, app in names
    ]
    undone = [row for row in rows if not row.success]
    template = page_template("bench.html.j2", sign=sign, tone=_tone)
    tables = {"parts": parts(rows), "headings": HEADINGS, "cells": row_cells}
    return template.render(bench=bench, every=every, tasks=tasks, undone=undone, **tables)


def markdown(rows: Sequence[Row]) -> str:
    """Return the figures of a bench as Markdown, one table for ordinary tasks and one for tasks that are held back."""
    made = []
    for title, arms in parts(rows):
        lines = [HEADINGS, ["---"] * len(HEADINGS), *(row_cells(arm, one) for arm, one in arms)]
        made.append("\n".join([f"{title}:", "", *(f"| {' | '.join(line)} |" for line in lines)]))
    return "\n\n".join(made) + "\n"


def row_cells(arm: tuple[str, str], one: Figures) -> list[str]:
    """Return the texts for one row of the table of figures, in the order of HEADINGS. arm: (agent, docs)."""
    counts = [str(one.tasks), percent(one.success), f"{100 * one.low:.0f}–{percent(one.high)}", points(one.spread)]
    means = [f"{mean:.1f}" for mean in (one.steps, one.model_calls, one.seconds)]
    return [*arm, *counts, str(one.wrong_claims), *means, f"{one.tokens:.0f}", money(one.cost_usd)]


def percent(part: float) -> str:
    """Format a share from 0 to 1 as a percentage.

    >>> percent(0.254)
    '25%'
    """
    return f"{100 * part:.0f}%"


def points(spread: float | None) -> str:
    """Format a standard deviation of shares in percentage points, or as a dash if it is None.

    >>> points(0.031), points(None)
    ('±3', '–')
    """
    return "–" if spread is None else f"±{100 * spread:.0f}"


def money(cost: float | None) -> str:
    """Format an amount of US dollars, or as a dash if it is None.

    >>> money(0.5), money(None)
    ('$0.50', '–')
    """
    return "–" if cost is None else f"${cost:.2f}"


def sign(row: Row) -> str:
    """Return one character for the outcome of a row.

    "✓" is a success, "!" a failure that the agent claimed to be a success, "✗" any other failure, "?" an error.
    """
    if row.status == "error":
        return "?"
    return "✓" if row.success else "!" if row.claimed else "✗"


def _tone(row: Row) -> str:
    return "good" if row.success else "bad" if row.claimed or row.status == "error" else "plain"
