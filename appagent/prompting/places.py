"""Choose the places on other pages that a prompt names: those that have words of the task, and the nearest pages."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from appagent.documents.place import BACK, SEPARATOR, Place
from appagent.models.counting import tokens
from appagent.prompting.bearing import Bearing
from appagent.screen import Screen
from appagent.screen.lexicon import folded

_MOST_MEANT = 5  # places that the task may be about
_BUDGET = 300  # estimated tokens for all places
_WORTH = 0.5  # a place worth less than this share of the best one is left out
_ALONG = 0.5  # what the goal names on the path there counts so much of what it would count itself
_TAPS = re.compile(r" \(\d+ taps?[,)]")
_PER_STEP = 0.1  # subtracted for each tap, because nearer places are more likely meant


@dataclass(frozen=True)
class PlacesAhead:
    """Places on other pages, as a prompt names them.

    meant: paths to those that the task may be about, such as "Display > Screen timeout (2 taps)", and what a small page
    has. pages: titles of pages that can be gone to, the nearest first. doubtful: like `meant`, for places known from
    untrusted documents only.
    """

    meant: tuple[str, ...] = ()
    pages: tuple[str, ...] = ()
    doubtful: tuple[str, ...] = ()

    @property
    def paths(self) -> tuple[str, ...]:
        """Return the paths in `meant` alone."""
        return tuple(_TAPS.split(line)[0] for line in self.meant)


def ahead(places: Sequence[Place], goal: str, screen: Screen, budget_tokens: int = _BUDGET) -> PlacesAhead:
    """Return the places that a prompt names.

    places: all that can be gone to, the nearest first. goal: the task in words. screen: the present one; a place whose
    name is in sight there is left out, and so is a page that was seen already, even if the task may be about it.
    """
    shown = {folded(part) for text in screen.texts for part in (text, text.partition("\n")[0])}
    others = [each for each in _once(places) if each.label or folded(each.name) not in shown or len(each.steps) > 1]
    left, meant, doubtful, titles = budget_tokens, list[str](), list[str](), list[str]()
    told = list[Place]()
    new = [each for each in others if not each.seen and folded(each.name) not in shown]
    for each in _farthest(_meant(list(filter(_is_plain, new)), goal, screen.app)):
        line = f"{each.path} {_taps(each)}{_besides(each, goal)}"
        left -= tokens(line)
        if left >= 0:
            (doubtful if each.untrusted else meant).append(line)
            told.append(each)
    pages = [each for each in others if each.label is None and each not in told and not each.untrusted]
    for each in (each for each in pages if not each.dialog):
        left -= tokens(each.name)
        if left >= 0:
            titles.append(each.name)
    return PlacesAhead(tuple(meant), tuple(titles), tuple(doubtful))


def _taps(place: Place) -> str:
    """Return how many taps a path takes, and which of them are long, as in "(2 taps, Red by a long press)"."""
    held = f", {', '.join(place.held)} by a long press" if place.held else ""
    return f"({len(place.steps)} tap{'s' * (len(place.steps) > 1)}{held})"


def _besides(place: Place, goal: str) -> str:
    """Return what is where a path leads: what the element says besides its name that bears on the goal, or a form."""
    bearing = Bearing(goal)
    said = [each for each in place.says if bearing.of_label(each)]
    told = [f", which says: {', '.join(said)}"] * bool(said) + [f", with {', '.join(place.there)}"] * bool(place.there)
    return "".join(told)


def _meant(places: Sequence[Place], goal: str, app: str) -> list[Place]:
    """Return the places that a goal may be about, best first, by words in common."""
    bearing = Bearing(goal, [text for each in places for text in (each.name, *each.says)], app)
    names = {name for each in places for name in (each.name, *_apart(each.steps), *each.says)}
    said = {name: bearing.of_label(name) + _said_whole(name, goal) for name in names}

    def told(place: Place) -> float:
        along = sum(said[name] for name in {*_apart(place.steps)} - {place.name})
        own = max(said[name] for name in (place.name, *place.says))
        return own + _ALONG * along if own else 0.0

    # what is reached by going back counts only if the goal has its whole name, else this page leads there
    worth = [each for each in places if each.steps[0] != BACK or bearing.names(each.name)]
    return _best(worth, list(map(told, worth)))


def _is_plain(place: Place) -> bool:
    """Tell whether a path says plainly where it leads: through no name twice, and to what has letters."""
    steps = [folded(each) for each in place.steps if each and each != BACK]
    return len({*steps}) == len(steps) and any(map(str.isalpha, place.name))


def _farthest(places: Sequence[Place]) -> list[Place]:
    """Return the places without those that lie on the path to another one, each path once."""
    paths = [tuple(_apart(each.steps)) for each in places]
    first = dict(reversed(list(zip(paths, places, strict=True))))
    return [first[own] for own in dict.fromkeys(paths) if not any(path != own == path[: len(own)] for path in paths)]


def _apart(steps: Sequence[str]) -> list[str]:
    """Return the names on a path one by one: a button of a row stands behind the name of the row."""
    return [name for step in steps for name in step.split(SEPARATOR)]


def _best(places: Sequence[Place], worth: Sequence[float]) -> list[Place]:
    order = sorted(range(len(places)), key=lambda at: worth[at] - _PER_STEP * len(places[at].steps), reverse=True)
    least = _WORTH * max(worth, default=0.0)
    return [places[at] for at in order if worth[at] > 0 and worth[at] >= least][:_MOST_MEANT]


def _said_whole(name: str, goal: str) -> int:
    """Return the number of letters of a name of several words that a goal has word for word, else 0."""
    return len(name) if " " in name and folded(name) in folded(goal) else 0


def _once(places: Iterable[Place]) -> list[Place]:
    """Return each name once, for its nearest place; a page comes before an element, which may only lead to it."""
    found: dict[str, Place] = {}
    for each in sorted(places, key=lambda each: (each.untrusted, each.label is not None, len(each.steps))):
        found.setdefault(folded(each.name), each)
    return list(found.values())
