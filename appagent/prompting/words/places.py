"""Choose the places on other pages that a model of few words is offered: what the task may be about, and pages.

A place is compared with the task by the words that both have, and by meaning where the extra `encoder` is installed.
Models that read more get the whole map; see `map_in_words`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from appagent.documents.encoder import nearness
from appagent.documents.map.place import BACK, SEPARATOR, Place
from appagent.models.counting import tokens
from appagent.prompting.words.relevance import Relevance
from appagent.screen import Screen
from appagent.screen.language.lexicon import folded
from appagent.screen.names.fields import filled
from appagent.screen.names.wizard import step_of_wizard

Near = Callable[[str, Sequence[str]], list[float]]  # compares a text with others by meaning; see `nearness`

_MOST_MEANT = 4  # places that the task may be about, and texts in sight that may be it
_MOST_PAGES = 12  # pages to go to
_BUDGET = 300  # estimated tokens for all places
_WORTH = 0.75  # a place worth less than this share of the best one is left out
_WORDS, _HALF = 0.1, 10.0  # weight of words in common beside the meaning, and how many letters have half of it
_ALONG = 0.5  # weight of the names on the path to a place, compared with its own name
_SET = ("switch", "slider", "number")


@dataclass(frozen=True)
class PlacesAhead:
    """Places on other pages that a model is offered; none is known from untrusted documents only.

    paths: the path to each place that the task may be about, such as "Display > Screen timeout".
    pages: titles of pages that the agent can go to, the likeliest first.
    """

    paths: tuple[str, ...] = ()
    pages: tuple[str, ...] = ()


def ahead(
    places: Sequence[Place], goal: str, screen: Screen, budget_tokens: int = _BUDGET, near: Near = nearness
) -> PlacesAhead:
    """Return the places that a model is offered.

    places: all places that the agent can go to, the nearest first. goal: the task in words. screen: the current screen.
    Places whose names it shows are left out; those on pages that the run has seen are not in `paths`. While a dialog, a
    step of a wizard or a form with something in it is in front, no pages are named, because going there would lose it.
    budget_tokens: estimated number of tokens that all places together may take. near: function that compares the goal
    with names by meaning.
    """
    shown = {folded(part) for text in screen.texts for part in (text, text.partition("\n")[0])}
    others = [each for each in _once(places) if folded(each.name) not in shown]
    plain = [each for each in others if not each.seen and _is_plain(each)]
    meant = _farthest(_meant(plain, goal, screen, near))
    pages = [each for each in others if each not in meant and not _is_amid(screen)]
    left, kept = budget_tokens, list[str]()
    named = [each.path for each in meant] + _likeliest(pages, goal, near)
    for name in named:
        left -= tokens(name)
        kept += [name] * (left >= 0)
    paths = kept[: len(meant)]
    return PlacesAhead(tuple(paths), tuple(kept[len(paths) :]))


def _is_amid(screen: Screen) -> bool:
    """Tell whether a dialog, a step of a wizard or a form that holds something is in front."""
    return screen.front.kind == "dialog" or bool(step_of_wizard(screen) or filled(screen))


def _likeliest(places: Iterable[Place], goal: str, near: Near) -> list[str]:
    """Return the titles of pages among some places, those that are nearest to the goal in meaning first.

    Without an encoder they are in the order of the places.
    """
    pages = [each for each in places if each.label is None and not each.dialog]
    titles = [each.name for each in _first_steps(pages)]
    order = sorted(zip(near(goal, titles), titles, strict=True), key=lambda each: -each[0])
    return [title for _, title in order][:_MOST_PAGES]


def _first_steps(pages: Sequence[Place]) -> list[Place]:
    """Leave out pages to which one of the same heading leads: the later steps of a wizard, such as "Trip: Where?"."""
    headed = {(_heading(each), each.steps) for each in pages}
    return [
        each
        for each in pages
        if not any((_heading(each), each.steps[:end]) in headed for end in range(1, len(each.steps)))
    ]


def _heading(page: Place) -> str:
    return page.name.partition(": ")[0]


def _meant(places: Sequence[Place], goal: str, screen: Screen, near: Near) -> list[Place]:
    """Return the places that a goal may be about, best first.

    They are the best of the places and of the texts in sight, so that few or none are returned if what the goal is
    about is in sight.
    """
    relevance = Relevance(goal, [text for each in places for text in (each.name, *each.says)], screen.app)
    # what is reached by going back counts only if the goal has its whole name, else this page leads there; from a step
    # of a wizard it never does, because what was filled in would be lost
    leave = not step_of_wizard(screen)
    places = [each for each in places if each.steps[0] != BACK or (leave and relevance.names(each.name))]
    sight = [name for text in screen.texts if any(map(str.isalpha, name := text.partition("\n")[0]))]
    worth = relevance_to(places, goal, near, sight, relevance)
    best = sorted(range(len(worth)), key=lambda at: -worth[at])[:_MOST_MEANT]
    least = _WORTH * max(worth, default=0.0)
    return [places[at] for at in best if at < len(places) and worth[at] >= least and worth[at] > 0]


def relevance_to(
    places: Sequence[Place], goal: str, near: Near, sight: Sequence[str] = (), relevance: Relevance | None = None
) -> list[float]:
    """Return how much each place has to do with a goal, and then each of some names in sight.

    near: function that compares the goal with names by meaning. relevance: scores names by the words that they share
    with the goal.
    """
    relevance = relevance or Relevance(goal, [text for each in places for text in (each.name, *each.says)])
    shared = _shared([*sight, *(name for each in places for name in _names(each))], goal, relevance)
    told = [_told(each, shared) for each in places] + [shared[name] for name in sight]
    said = near(goal, [*(each.name for each in places), *sight])
    along = near(goal, [*(each.path for each in places), *sight])
    return [(one + other) / 2 + _of_words(letters) for one, other, letters in zip(said, along, told, strict=True)]


def _names(place: Place) -> tuple[str, ...]:
    """Return all names that tell what a place is about: its own, those on the path to it, and what it says."""
    return place.name, *_apart(place.steps), *place.says


def _shared(names: Iterable[str], goal: str, relevance: Relevance) -> dict[str, float]:
    """Return for each name how many letters it has in words of the goal, with rare words of the app weighing more.

    It is 0 for a name that shares only a word that several names have.
    """
    return {
        name: relevance.of_label(name) + _said_whole(name, goal) if relevance.singles_out(name) else 0.0
        for name in dict.fromkeys(names)
    }


def _told(place: Place, shared: Mapping[str, float]) -> float:
    """Return how much a place shares with the goal: by its own name, and by those on the path to it if its own does."""
    own = max(shared[name] for name in (place.name, *place.says))
    along = sum(shared[name] for name in {*_apart(place.steps)} - {place.name})
    return own + _ALONG * along if own else 0.0


def _of_words(letters: float) -> float:
    """Return what letters of words in common are worth beside a cosine: up to 0.1."""
    return _WORDS * letters / (letters + _HALF)


def _is_plain(place: Place) -> bool:
    """Tell whether a path is clear to a reader: no name occurs in it twice, and the place's name has letters."""
    steps = [folded(each) for each in place.steps if each and each != BACK]
    return len({*steps}) == len(steps) and any(map(str.isalpha, place.name))


def _farthest(places: Sequence[Place]) -> list[Place]:
    """Leave out places that lie on the path to another of these places, and repeated paths."""
    paths = [tuple(_apart(each.steps)) for each in places]
    first = dict(reversed(list(zip(paths, places, strict=True))))
    return [first[own] for own in dict.fromkeys(paths) if not any(path != own == path[: len(own)] for path in paths)]


def _apart(steps: Sequence[str]) -> list[str]:
    """Return the names on a path one by one; a step such as "Song > More options" has two, of a row and its button."""
    return [name for step in steps for name in step.split(SEPARATOR)]


def _said_whole(name: str, goal: str) -> int:
    """Return the length of a name if it has several words and the goal contains it word for word, else 0."""
    return len(name) if " " in name and folded(name) in folded(goal) else 0


def _once(places: Iterable[Place]) -> list[Place]:
    """Return one place for each name: pages rather than elements, then the nearest.

    A switch comes before a dialog of its name, which is only what it asks.
    """

    def last(place: Place) -> int:
        return 3 * (place.label is not None and place.takes not in _SET) + 2 * place.dialog + (place.takes in _SET)

    found: dict[str, Place] = {}
    trusted = (each for each in places if not each.untrusted)
    for each in sorted(trusted, key=lambda each: (last(each), len(each.steps))):
        found.setdefault(folded(each.name), each)
    return list(found.values())
