"""Choose the places on other pages that a prompt names: those that the task is about, and the nearest pages."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from appagent.documents.encoder import nearness
from appagent.documents.known_map import BACK, Place
from appagent.guard.labels import BUTTON, declines, is_question, said_by_label
from appagent.models.counting import tokens
from appagent.prompting.bearing import Bearing
from appagent.screen import Screen
from appagent.screen.lexicon import folded

_MOST_MEANT, _MOST_GUESSED = 5, 3  # places that the task may be about, by words or by meaning
_BUDGET = 300  # estimated tokens for all places
_WORTH = 0.5  # a place worth less than this share of the best one is left out
_ALONG = 0.5  # what the goal names on the path there counts so much of what it would count itself
_TAPS = re.compile(r" \(\d+ taps?\)")
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
        there = f", with {', '.join(each.there)}" if each.there else ""
        line = f"{each.path} ({len(each.steps)} tap{'s' * (len(each.steps) > 1)}){there}"
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


def _meant(places: Sequence[Place], goal: str, app: str) -> list[Place]:
    """Return the places that a goal may be about, best first: by words in common, else by meaning with an encoder."""
    bearing = Bearing(goal, [each.name for each in places], app)
    names = {name for each in places for name in (each.name, *each.steps)}
    said = {name: bearing.of_label(name) + _said_whole(name, goal) for name in names}

    def told(place: Place) -> float:
        along = sum(said[name] for name in {*place.steps} - {place.name})
        return said[place.name] + _ALONG * along if said[place.name] else 0.0

    onward = [each for each in places if each.steps[0] != BACK]
    if any(map(told, places)):
        worth = [each for each in places if each in onward or bearing.names(each.name)]  # else this page leads there
        return _best(worth, list(map(told, worth)), _MOST_MEANT)
    # a guess is no reason to leave the page, nor to do what cannot be undone
    safe = [each for each in onward if not any(map(_acts, (each.name, *each.steps)))]
    return _best(safe, nearness(goal, [f"{each.page[1]}: {each.name}" for each in safe]), _MOST_GUESSED)


def _is_plain(place: Place) -> bool:
    """Tell whether a path says plainly where it leads: through no name twice, and to what has letters."""
    steps = [folded(each) for each in place.steps if each and each != BACK]
    return len({*steps}) == len(steps) and any(map(str.isalpha, place.name))


def _farthest(places: Sequence[Place]) -> list[Place]:
    """Return the places without those that lie on the path to another one."""
    paths = [each.steps for each in places]
    return [each for each in places if not any(path != each.steps == path[: len(each.steps)] for path in paths)]


def _best(places: Sequence[Place], worth: Sequence[float], most: int) -> list[Place]:
    order = sorted(range(len(places)), key=lambda at: worth[at] - _PER_STEP * len(places[at].steps), reverse=True)
    least = _WORTH * max(worth, default=0.0)
    return [places[at] for at in order if worth[at] > 0 and worth[at] >= least][:most]


def _acts(name: str) -> bool:
    """Tell whether a name is that of a question, of an answer to one, or of what pays, sends, deletes and so on."""
    return is_question(name) or declines(name) or bool(said_by_label(name, BUTTON))


def _said_whole(name: str, goal: str) -> int:
    """Return the number of letters of a name of several words that a goal has word for word, else 0."""
    return len(name) if " " in name and folded(name) in folded(goal) else 0


def _once(places: Iterable[Place]) -> list[Place]:
    """Return each name once, for its nearest place; a page comes before an element, which may only lead to it."""
    found: dict[str, Place] = {}
    for each in sorted(places, key=lambda each: (each.untrusted, each.label is not None, len(each.steps))):
        found.setdefault(folded(each.name), each)
    return list(found.values())
