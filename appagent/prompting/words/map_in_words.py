"""Write the map of an app for a prompt: the names on the way to each page, and what is known to be on it."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from appagent.actions.parts.by_name import HELD
from appagent.documents.encoder import nearness
from appagent.documents.map.place import BACK, OF_ROWS, ON_MAP, ROW, UNLABELLED, MapAtStart, Place
from appagent.models.counting import tokens
from appagent.prompting.words.places import Near, relevance_to
from appagent.prompting.words.relevance import Relevance, words_of
from appagent.screen.language.lexicon import NO, UP, YES, folded, listed

_BUDGET = 800  # estimated tokens of the map
_LEAST = 4  # so much of the budget is for what strangers say, however much else is known
_MOST = 1000  # places that are compared with a goal, the nearest ones
_LONGEST = 60  # letters of a name, a title or another text
_MOST_ALIKE = 3  # names that are told of those that open pages alike, and of many of one kind; brackets of a name
_MOST_OF_KIND = 12  # names of one kind that are all told, as those of a menu
_SHORTEST = 3  # letters of a word that a title and a name have in common
_SAY_LITTLE = {*listed(UP), *listed(NO)}  # names of buttons that lead away from any page


@dataclass(frozen=True)
class MapInWords:
    """Map of an app for a prompt.

    A line has a name, and after ":" what is on the page that it opens. What opens a page there has a line of its own
    below, indented by two spaces more.
    known: the map by trusted documents, "" if there are none. doubtful: what only untrusted documents say.
    """

    known: str = ""
    doubtful: str = ""


@lru_cache(maxsize=2)  # it is the same at every step of a run
def map_in_words(start: MapAtStart, goal: str, budget_tokens: int = _BUDGET, near: Near = nearness) -> MapInWords:
    """Return the map of an app for a prompt.

    start: the places that were known when the run began. goal: the task in words. budget_tokens: estimated number of
    tokens that the map may take; of a larger map those places are kept that have most to do with the goal by `near`,
    which compares a text with others by meaning.
    """
    told = _worth_telling(start.places)[:_MOST]
    relevance = Relevance(goal, [text for each in told for text in (each.name, *each.says)])

    def in_words(places: Sequence[Place], budget: int) -> str:
        return _written(_within(places, goal, budget, near), start.in_sight, relevance)

    known = in_words([each for each in told if not each.untrusted], budget_tokens)
    left = max(budget_tokens - tokens(known), budget_tokens // _LEAST)
    doubtful = in_words([each for each in told if each.untrusted], left)
    return MapInWords(known, doubtful)


def _worth_telling(places: Iterable[Place]) -> list[Place]:
    """Leave out numbers, and the buttons that close any dialog; one that agrees is told where it ends something."""
    worded = [each for each in places if any(map(str.isalpha, each.name)) and folded(each.name) not in _SAY_LITTLE]
    ended = {each.page for each in worded if each.label and folded(each.name) not in listed(YES)}
    return [each for each in worded if each.page in ended or folded(each.name) not in listed(YES)]


@dataclass
class _Name:
    """One name on the map, with what is to be written about it.

    brackets: remarks to write in brackets after it. kind: the template of its element. below: the names on the page
    that it opens, each by its folded name and whether it is held.
    """

    name: str
    brackets: list[str] = field(default_factory=list)
    kind: str = ""
    below: "dict[str, _Name]" = field(default_factory=dict)

    def size(self) -> int:
        """Return the number of names on the page that this one opens, and on the pages that lie behind that page."""
        return len(self.below) + sum(each.size() for each in self.below.values())

    def __str__(self) -> str:
        """Return the name as the map has it, such as "Sleep timer (switch)"."""
        told = list(dict.fromkeys(self.brackets))[:_MOST_ALIKE]
        return " ".join([_short(self.name), *(f"({each})" for each in told)])


def _within(places: Sequence[Place], goal: str, budget: int, near: Near) -> list[Place]:
    """Return the places whose names fit into a number of tokens: those most relevant for a goal."""
    ways = [{names[:end] for end in range(1, len(names) + 1)} for names in map(_names, places)]
    titles = [tokens(_short(each.name)) * (each.label is None and each.name != _names(each)[-1]) for each in places]
    if sum(map(_cost, set[tuple[str, ...]]().union(*ways))) + sum(titles) <= budget:
        return list(places)
    worth, kept, said = relevance_to(places, goal, near), list[int](), set[tuple[str, ...]]()
    for at in sorted(range(len(places)), key=lambda at: -worth[at]):
        cost = sum(map(_cost, ways[at] - said)) + titles[at]
        if cost <= budget:  # a long name hides none that are shorter
            budget -= cost
            kept.append(at)
            said |= ways[at]
    return [places[at] for at in sorted(kept)]


def _cost(names: tuple[str, ...]) -> int:
    """Return the estimated tokens of the last name on a path, with what stands before it in its line."""
    return tokens(names[-1]) + 1 + len(names) // 2


def _written(places: Iterable[Place], in_sight: Collection[str], relevance: Relevance) -> str:
    root, told = _Name(""), [*places]
    named = {folded(name) for each in told for name in _names(each)}
    for each in told:
        at = root
        for name in _names(each):
            held = name in each.held
            at = at.below.setdefault(f"{folded(name)}{held}", _Name(name, [HELD] * held))
        at.brackets += [each.takes] * (each.takes in ON_MAP) + [OF_ROWS] * (
            each.of_some_row and ROW not in _names(each)
        )
        at.kind = each.label.template if each.label else at.kind
        at.brackets += [_short(text) for text in each.says if len(words_of(text)) > 1 and relevance.singles_out(text)]
        if each.label is None and folded(each.name) not in named and not _alike(each.name, at.name):
            at.brackets += [f'opens "{_short(each.name)}"'] * (at.name not in (ROW, UNLABELLED))
    _leave_out_repeated(root, {folded(each) for each in in_sight})
    return "\n".join(_lines(root, "", relevance))


def _short(text: str) -> str:
    """Return a text on one line, cut at a word if it is long."""
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST].rpartition(' ')[0] or line[:_LONGEST]} …"


def _names(place: Place) -> tuple[str, ...]:
    """Return the names on the path to a place, with its own.

    A page has the name of the element that opens it; its title, if that has no words.
    """
    steps = [each or UNLABELLED for each in place.steps if each != BACK] or [place.name]
    return tuple(" ".join(each.split()) for each in steps)


def _alike(title: str, name: str) -> bool:
    """Tell whether a page's title has a word of the name of what opens it, or the beginning of one."""
    return any(
        len(one) >= _SHORTEST and other.startswith(one)
        for said, named in [(words_of(title), words_of(name))]
        for one, other in [*((a, b) for a in said for b in named), *((b, a) for a in said for b in named)]
    )


def _leave_out_repeated(page: _Name, above: set[str]) -> None:
    """Leave out names without remarks that are on the way already, such as those of tabs and of a bar of pages.

    above: folded names that are on the pages on the way to this one, those in sight at the start among them.
    """
    before = above | {folded(page.name)}
    inside = before | {folded(each.name) for each in page.below.values()}
    for key, each in [*page.below.items()]:
        _leave_out_repeated(each, inside)
        if not (each.below or each.brackets) and folded(each.name) in before:
            del page.below[key]


def _lines(page: _Name, indent: str, relevance: Relevance) -> list[str]:
    """Return the lines about what leads on from a page, and about the pages after it."""
    ends = _ends(page, relevance)
    found = [ends] if ends and not page.name else []
    for several in _with_pages_alike([each for each in page.below.values() if each.below]):
        most = max(several, key=_Name.size)
        there = _ends(most, relevance)
        found.append(f"{indent}{_together(several, relevance)}:{' ' * bool(there)}{there}")
        found += _lines(most, f"{indent}  ", relevance)
    return found


def _ends(page: _Name, relevance: Relevance) -> str:
    """Return the names on a page that lead no further; of many of one kind, such as the rows of a list, only some."""
    kinds: dict[str, list[_Name]] = {}
    for each in page.below.values():
        if not each.below:
            kinds.setdefault(each.name if each.brackets else each.kind, []).append(each)
    told = []
    for alike in kinds.values():
        first = sorted(alike, key=lambda each: not relevance.names(each.name))
        kept = alike if len(alike) <= _MOST_OF_KIND else first[:_MOST_ALIKE]
        told += [*map(str, kept)] + [f"{len(alike) - len(kept)} more like these"] * (len(kept) < len(alike))
    return "; ".join(told)


def _together(names: Sequence[_Name], relevance: Relevance) -> str:
    """Return the names of pages alike as text: three at most, those in the goal first, and how many more there are."""
    told = [str(each) for each in sorted(names, key=lambda each: not relevance.names(each.name))[:_MOST_ALIKE]]
    more = f" and {len(names) - len(told)} more" * (len(names) > len(told))
    return f"{', '.join(told)}{more}{', each' * (len(names) > 1)}"


def _with_pages_alike(names: Iterable[_Name]) -> list[list[_Name]]:
    """Group names that open pages with the same names on them, such as those of several persons."""
    found: dict[frozenset[str], list[_Name]] = {}
    for each in names:
        found.setdefault(frozenset(each.below), []).append(each)
    return [*found.values()]
