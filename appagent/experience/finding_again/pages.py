"""Tell whether the screen at hand is the page on which a move of a plan was made."""

import re
from collections.abc import Iterable, Mapping

from appagent.experience.finding_again.pairing import controls_of, paired
from appagent.experience.plan import MovePage
from appagent.experience.slots import fill_slots, slots_in, templated
from appagent.screen import Node, Screen, nearest
from appagent.screen.comparing.rewritten import LISTS
from appagent.screen.elements.identity import ASKS, IN, OFFERS, TAB, TITLE, WEB
from appagent.screen.language.lexicon import folded
from appagent.screen.nodes.tree import upwards
from appagent.screen.texts.wording import visible_words

_NUMBERS = re.compile(r"\d+")
_PRIVATE, _NUMBER = 0xE000, "\uf8ff"  # characters that no text has; they stand for values, and for a number
_SAME = 0.8  # share of templates in common
_WORDED = (TITLE, ASKS, OFFERS)  # beginnings of templates that are made from words: titles, questions and answers
_SIGNS = (IN, TAB, WEB, *_WORDED)


def page_features(screen: Screen, values: Mapping[str, str]) -> MovePage:
    """Return the features by which a screen is recognised later. values: the value that each slot had then."""
    heading = templated(screen.heading, values)
    named = heading if slots_in(heading) else ""
    templates = tuple(sorted(screen.templates))
    said = {templated(words, values) for words in _said_in_front(screen)} if dialog_on(screen) else set[str]()
    asks = tuple(sorted(text for text in said if slots_in(text)))
    return MovePage(screen.screen_id, screen.app, screen.activity, templates, named, controls_of(screen), asks)


def shows_page(screen: Screen, page: MovePage, values: Mapping[str, str], *, translated: bool = False) -> bool:
    """Tell whether a screen is a certain page, even if its contents or values are others now.

    If its heading, or a text of its dialog, had a value, it must have the same words with the new value now.
    translated: True if the phone's language is another one now, so that words do not count, and only the values do.
    """
    if screen.app != page.app or not _names_values(screen, page, values, translated=translated):
        return False
    if page.screen_id in (screen.screen_id, *screen.aliases):
        return True
    if nearest(screen, {page.screen_id: frozenset(page.templates)}) == page.screen_id:
        return True
    if not translated and not page.heading:
        return False
    one, other = _unworded(screen.templates), _unworded(page.templates)
    return _signs(IN, one) == _signs(IN, other) and len(one & other) >= _SAME * len(one | other)


def resembles(screen: Screen, page: MovePage, values: Mapping[str, str], *, deed: bool = False) -> bool:
    """Tell whether a screen may be the page of a move after an update of the app, if the move's element is on it.

    deed: True if the move pays, sends, deletes or the like.
    App and activity must be the same, and so must the heading if it contains a value. Besides, one of these must hold:
    - For a deed: the controls of both pair up (see `paired`), at most one of them uncertain, and the screen has the
    same title and asks the same question.
    - For any other move: the controls of both pair up, about half of them for certain, and the title or the selected
    tab is the same.
    - For any other move without a dialog: at least half of the templates are the same, and so is the selected tab, or
    the title if the page has no tabs.
    """
    if not page.activity or (screen.app, screen.activity) != (page.app, page.activity):
        return False
    if not _names_values(screen, page, values):
        return False
    one, other = screen.templates, frozenset(page.templates)
    differ = {kind for kind in _SIGNS if _signs(kind, one) != _signs(kind, other)}
    if page.heading:
        differ.discard(TITLE)
    pairs = paired(page.controls, screen) if not differ & {IN, WEB} else None
    if deed:
        return pairs is not None and pairs.left <= 1 <= pairs.certain and not differ & {ASKS, TITLE}
    if pairs and pairs.left <= pairs.certain + 1 and not {TAB, TITLE} <= differ:
        return True
    named = () if _signs(TAB, other) else (TITLE,)
    alike = not differ & {TAB, WEB, ASKS, OFFERS, *named} and not dialog_on(screen)
    return alike and 2 * len(one & other) >= len(one | other)


def _names_values(screen: Screen, page: MovePage, values: Mapping[str, str], *, translated: bool = False) -> bool:
    """Tell whether a screen has a value wherever the heading and the dialog of a page had one."""
    wanted = [text for text in (page.heading, *page.asks) if text]
    if not wanted:
        return True
    said = {folded(words) for words in (screen.heading, *_said_in_front(screen))}
    if translated:
        values_there = {name for words in said for name in slots_in(templated(words, values))}
        return values_there.issuperset(name for text in wanted for name in slots_in(text))
    given = {name: values.get(name, "") for text in wanted for name in slots_in(text)}
    return all(any(map(_pattern(text, given).fullmatch, said)) for text in wanted)


def _said_in_front(screen: Screen) -> set[str]:
    """Return the texts of the page or dialog in front, without what can be touched or chosen or is in a field."""
    nodes = (node for node in screen.front.nodes if not (node.editable or any(map(_is_choice, upwards(node)))))
    return {words for node in nodes if (words := visible_words(node))}


def _is_choice(node: Node) -> bool:
    return node.clickable or node.long_clickable or node.checkable or node.role.endswith(LISTS)


def _pattern(template: str, values: Mapping[str, str]) -> re.Pattern[str]:
    """Return a pattern for a folded text with slots: the values must be the same, and any other numbers may differ.

    >>> [bool(_pattern("Delete {it} (3 MB)?", {"it": "No. 12"}).fullmatch(f"delete no. {n} (4 mb)?")) for n in (12, 13)]
    [True, False]
    """
    marks = {name: chr(_PRIVATE + number) for number, name in enumerate(values)}
    told = re.escape(_NUMBERS.sub(_NUMBER, folded(fill_slots(template, marks))))
    for name, mark in marks.items():
        told = told.replace(mark, re.escape(folded(values[name])))
    return re.compile(told.replace(_NUMBER, r"\d+"))


def dialog_on(screen: Screen) -> bool:
    """Tell whether a dialog lies over the app."""
    return any(each.kind == "dialog" and each.reachable for each in screen.windows)


def _signs(kind: str, templates: Iterable[str]) -> set[str]:
    return {each for each in templates if each.startswith(kind)}


def _unworded(templates: Iterable[str]) -> frozenset[str]:
    return frozenset(each for each in templates if not each.startswith(_WORDED))
