"""Make the table and the plot of what `bench/coverage.py` has counted."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import Any

from rich.table import Table

_WIDTH, _HEIGHT, _GAP, _COLUMNS = 220, 120, 30, 4  # px of one app's plot
_COLOURS = ("#1857b6", "#999999", "#2e8b57", "#c2571a")


def reached(row: Mapping[str, Any], at: int, what: str = "screens") -> int:
    """Return how many screens, structures or elements a crawl had seen after `at` steps."""
    return bisect_right(row[what], at)


def table(rows: Sequence[Mapping[str, Any]], marks: Sequence[int], what: str) -> Table:
    """Return a table of what each policy has reached after some steps, by app, as a share of all that any has found.

    what: "screens" or "structures".
    The share is the mean over the seeds, with the lowest in brackets. The share of elements at the end is a mean too.
    """
    policies = list(dict.fromkeys(row["policy"] for row in rows))
    made = Table("app", what, *(f"{policy} {at}" for at in marks for policy in policies), box=None)
    for app in dict.fromkeys(row["app"] for row in rows):
        mine = [row for row in rows if row["app"] == app]
        cells = [
            _share([row for row in mine if row["policy"] == policy], at, what) for at in marks for policy in policies
        ]
        made.add_row(app, str(mine[0][f"all_{what}"]), *cells)
    every = [
        _share([row for row in rows if row["policy"] == policy], at, what, lowest=False)
        for at in marks
        for policy in policies
    ]
    made.add_row("mean", "", *every)
    for at in (marks[-1],):
        found = [[reached(r, at, "elements") / r["all_elements"] for r in rows if r["policy"] == p] for p in policies]
        made.add_row(
            f"elements {at}", "", *[""] * (len(policies) * (len(marks) - 1)), *(f"{_mean(f):.0%}" for f in found)
        )
    return made


def plot(rows: Sequence[Mapping[str, Any]], steps: int) -> str:
    """Return an SVG with a small plot for each app: the share of screens over the steps, on a scale of square roots."""
    apps = list(dict.fromkeys(row["app"] for row in rows))
    policies = list(dict.fromkeys(row["policy"] for row in rows))
    parts = [
        f'<text x="{10 + 110 * n}" y="16" fill="{_COLOURS[n % len(_COLOURS)]}">{policy}</text>'
        for n, policy in enumerate(policies)
    ]
    for number, app in enumerate(apps):
        left, top = (number % _COLUMNS) * (_WIDTH + _GAP) + 10, (number // _COLUMNS) * (_HEIGHT + _GAP) + 40
        parts.append(f'<rect x="{left}" y="{top}" width="{_WIDTH}" height="{_HEIGHT}" fill="none" stroke="#ccc"/>')
        parts.append(f'<text x="{left + 6}" y="{top + _HEIGHT - 6}">{app}</text>')
        for row in (row for row in rows if row["app"] == app):
            colour = _COLOURS[policies.index(row["policy"]) % len(_COLOURS)]
            parts.append(f'<polyline fill="none" stroke="{colour}" points="{_line(row, steps, left, top)}"/>')
    width = _COLUMNS * (_WIDTH + _GAP) + 10
    height = -(-len(apps) // _COLUMNS) * (_HEIGHT + _GAP) + 40
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif"'
    return "\n".join([f'{head} font-size="13">', '<rect width="100%" height="100%" fill="white"/>', *parts, "</svg>"])


def _line(row: Mapping[str, Any], steps: int, left: int, top: int) -> str:
    points = []
    for at in sorted({*row["screens"], steps}):
        x, y = left + _WIDTH * (at / steps) ** 0.5, top + _HEIGHT * (1 - reached(row, at) / row["all_screens"])
        points.append(f"{x:.1f},{y:.1f}")
    return " ".join(points)


def _share(rows: Sequence[Mapping[str, Any]], at: int, what: str, *, lowest: bool = True) -> str:
    shares = [reached(row, at, what) / row[f"all_{what}"] for row in rows]
    return f"{_mean(shares):.0%}" + (f" ({min(shares):.0%})" if lowest and len(set(shares)) > 1 else "")


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
