"""Make an HTML page of a run, with its pictures in it. The page has no scripts and loads nothing from the network."""

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Any

import jinja2

from appagent.foreign import on_a_page, shown
from appagent.runs.learning_summary import price, reach
from appagent.runs.report.drawing import Drawing, draw
from appagent.runs.report.pictures import empty, pictures_of, pixelated, small_jpeg, uri
from appagent.runs.report.redact import redacted
from appagent.runs.report.run_map import (
    MapScreen,
    MapTransition,
    first_transitions,
    screens_and_transitions,
    title_of_step,
)
from appagent.runs.trajectory import Step, Trajectory, count_steps, total

MOST_DRAWN = 60  # screens; of a map with more, those seen first are drawn, and all are listed
_MOST_WHOLE = 12  # screens; of a map with more, only the transition that first reached each is drawn
_TONES = {
    "success": "good", "finish": "good", "SUCCESS": "good", "CONTINUE": "info", "BACK": "fair", "interrupted": "fair",
    "limit": "fair", "stale": "fair", "part": "fair", "failed": "bad", "refused": "bad", "error": "bad",
    "did not end": "bad", "not_done": "bad", "impossible": "bad", "recovered": "info", "asked": "info",
}  # fmt: skip
_AGES = 1e9  # seconds; a stranger's file may say anything
_PAGES = Path(__file__).parents[2] / "pages"


@dataclass(frozen=True)
class TouchedBox:
    """Position of the touched element on the picture of a step, in percent of the picture's width and height."""

    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True)
class PageStep:
    """One step as the page shows it.

    picture: the picture as a data: URI, "" if there is none.
    shared: the CSS class whose background is the picture, if several steps have it; `picture` is then an empty one.
    box: position of the touched element, None if there is none.
    """

    step: Step
    screen: str
    picture: str
    shared: str
    box: TouchedBox | None


def render(trajectory: Trajectory, *, redact: bool = False) -> str:
    """Return the HTML page of a run, which may have been cut off.

    redact: True to mask typed text and quotations, and to make the pictures too coarse to read.
    A picture adds four thirds of its file size (some 60 kB), so 300 pictures make a page of about 25 MB, which browsers
    can show. One that several steps have is in the page once. After 150 MB of pictures, steps have none.
    """
    run = redacted(trajectory) if redact else trajectory
    found = pictures_of(run.folder, (step.picture for step in run.steps))
    pictures = [(step, pixelated(each) if redact else each) for step, each in zip(run.steps, found, strict=True)]
    screens, transitions = screens_and_transitions(
        run.steps, lambda step: "" if redact else title_of_step(step, run.folder)
    )
    name_of = {id(step): screen.name for screen in screens for step in screen.steps}
    picture_of, shared = {id(step): picture for step, picture in pictures}, _shared(pictures)
    ways = transitions if len(screens) <= _MOST_WHOLE else first_transitions(transitions)
    drawn = [each for each in ways if max(each.source, each.target) < MOST_DRAWN]
    template = page_template("report.html.j2", fit=fit, time=_time, money=_money, tone=tone)
    return template.render(
        run=run,
        name="" if redact else run.folder.name,
        steps=[_page_step(step, name_of.get(id(step), ""), picture, shared) for step, picture in pictures],
        shared={name: uri(picture) for picture, name in shared.items()},
        counted=count_steps(run.steps),
        seconds=_seconds(run),
        usage=total(run.steps) + run.lost,
        decisions=Counter(step.decision for step in run.steps if step.decision),
        used=_by_document((name, step) for step in run.steps for name in step.documents),
        # of learning; also documents that the store had already, so that none was written
        written=_by_document((name, step) for step in run.steps for name in (step.document, *step.wrote) if name),
        status=_status(run),
        screens=screens,
        transitions=transitions,
        drawn=drawn,
        drawing=_drawing(screens, drawn),
        reached=reach(run.end),
        price=price(run.end),
        thumbs=[uri(small_jpeg(picture_of[id(screen.steps[0])])) for screen in screens[:MOST_DRAWN]],
        redact=redact,
    )


def tone(word: str) -> str:
    """Return the CSS class for the colour of a status, an outcome or a reflection, such as "good", "bad" or "plain"."""
    return _TONES.get(word, "plain")


def fit(words: str, cells: int) -> str:
    """Shorten a text to a width of `cells` characters; Chinese, Japanese and Korean characters count as two.

    >>> fit("type milk", 9), fit("type milk", 6), fit("打开设置", 6)
    ('type milk', 'type …', '打开…')
    """
    words = shown(words)
    widths = [2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in words]
    if sum(widths) <= cells:
        return words
    keep = sum(1 for width in accumulate(widths) if width < cells)
    return words[:keep] + "…"


def _status(run: Trajectory) -> tuple[str, str]:
    """Return the status of a run, and a sentence that says who decided it: a check, or only the agent.

    The sentence is "" for a learning run, and for a run that ended by a limit or an error. If the run has no end, the
    status is "did not end".
    """
    if not run.end:
        return "did not end", "It was cut off, or is still under way."
    status = str(run.end.get("status", ""))
    if status not in {"success", "failed"} or run.start.get("kind") == "learn":
        return status, ""
    return status, "As the check says." if run.end.get("checked") else "As the agent says; nothing checked it."


def _seconds(run: Trajectory) -> float:
    """Return how long a run took, as it says itself; if that is missing or absurd, the sum of its steps' times."""
    took = run.end.get("seconds")
    if isinstance(took, int | float) and 0 <= took < _AGES:
        return took
    return sum(step.seconds for step in run.steps)


def _by_document(named: Iterable[tuple[str, Step]]) -> dict[str, list[int]]:
    """Group steps by document: return, for each document id, the numbers of its steps.

    named: pairs of a document id and a step.
    """
    numbers: dict[str, list[int]] = {}
    for name, step in named:
        numbers.setdefault(name, []).append(step.number)
    return numbers


def _shared(pictures: Iterable[tuple[Step, bytes]]) -> dict[bytes, str]:
    """Return a CSS class for each picture that several steps have.

    pictures: the steps, each with its picture. A step whose screen has no size keeps its own.
    """
    counted = Counter(picture for step, picture in pictures if picture and _has_size(step))
    several = (picture for picture, steps in counted.items() if steps > 1)
    return {picture: f"picture-{number}" for number, picture in enumerate(several, 1)}


def _page_step(step: Step, screen: str, picture: bytes, shared: Mapping[bytes, str]) -> PageStep:
    name = shared.get(picture, "") if _has_size(step) else ""
    return PageStep(step, screen, empty(*step.size) if step.size and name else uri(picture), name, _box(step))


def _has_size(step: Step) -> bool:
    return step.size is not None and min(step.size) > 0


def _drawing(screens: Sequence[MapScreen], transitions: Sequence[MapTransition]) -> Drawing:
    return draw(min(len(screens), MOST_DRAWN), [(each.source, each.target) for each in transitions])


def _box(step: Step) -> TouchedBox | None:
    """Return where a step's touched element is on the picture, in percent; None if it is unknown or impossible."""
    if not step.bounds or not step.size or min(step.size) <= 0:
        return None
    (left, top, right, bottom), (width, height) = step.bounds, step.size
    if not (0 <= left < right <= width and 0 <= top < bottom <= height):
        return None
    shares = (left / width, top / height, (right - left) / width, (bottom - top) / height)
    return TouchedBox(*(round(100 * share, 3) for share in shares))


@cache
def page_template(name: str, **filters: Callable[..., Any]) -> jinja2.Template:
    """Return the template of an HTML page, which escapes all values. filters: Jinja filters, by name."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_PAGES),
        undefined=jinja2.StrictUndefined,
        finalize=on_a_page,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(filters)
    return environment.get_template(name)


def _time(seconds: float) -> str:
    """Format a number of seconds for people.

    >>> _time(0.04), _time(5.79), _time(83)
    ('0.04 s', '5.8 s', '1 min 23 s')
    """
    if seconds < 1:
        return f"{seconds:.2f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{seconds:.1f} s"


def _money(cost_usd: float | None) -> str:
    """Format an amount of US dollars for people.

    >>> _money(0.0123), _money(0.0), _money(None)
    ('$0.0123', '$0', 'cost unknown')
    """
    return "cost unknown" if cost_usd is None else f"${cost_usd:.4f}" if cost_usd else "$0"
