"""Describe the elements without words on a picture: what a tap on each did, or else what the app calls them."""

from collections.abc import Mapping, Sequence

from appagent.actions import Tap
from appagent.guard.labels import telling_words
from appagent.models.counting import tokens
from appagent.prompting.words.nameless import id_of
from appagent.prompting.words.notes import Note
from appagent.screen import Element, Screen
from appagent.screen.elements.ids import read_ids
from appagent.screen.names.captions import is_slider
from appagent.screen.nodes.tree import encloses

_MOST = 300  # estimated tokens of one legend
# Words in the resource-id of a control that only say what it is made of, besides those that say so on a button.
_MADE_OF = frozenset((
    "app", "background", "bar", "base", "bg", "block", "bottom", "box", "canvas", "card", "cell", "container",
    "content", "control", "drawable", "end", "field", "floating", "frame", "graphic", "group", "header", "holder",
    "inner", "item", "layout", "left", "line", "list", "main", "outer", "overlay", "pane", "panel", "parent",
    "photo", "picture", "rectangle", "right", "root", "row", "section", "small", "start", "surface", "tile",
    "toolbar", "top", "touch", "widget", "wrap", "wrapper",
))  # fmt: skip

Legend = list[tuple[tuple[int, ...], str]]  # (marks, words about each of these elements)


def legends(screen: Screen | None, learnt: Mapping[int, str], known: Sequence[Note]) -> dict[str, Legend]:
    """Return the values "icons" and "called" for a prompt template, which `legend` and `called` make.

    screen: the screen of which the prompt shows a picture with marks and no outline; None if it shows it otherwise.
    """
    if screen is None:
        return {"icons": [], "called": []}
    return {"icons": legend(learnt, known), "called": called(screen, learnt, known)}


def legend(learnt: Mapping[int, str], known: Sequence[Note]) -> Legend:
    """Return (marks, what a tap on each of them does) for elements without words that no note on a tap is about.

    learnt: for marks, what documents say, as `unworded` returns it. known: the notes. Long legends are cut at an
    estimated 300 tokens.
    """
    noted = _noted(known)
    return _grouped({mark: words for mark, words in learnt.items() if mark not in noted})


def called(screen: Screen, learnt: Mapping[int, str], known: Sequence[Note]) -> Legend:
    """Return (marks, what the app calls each of them) for elements that show no words and have no document.

    The name is that in the resource-id, if it says more than what the element is made of: "keep draft" for
    "btn_keep_draft". Switches and sliders are left out, because the words beside them are their names.
    learnt, known: as for `legend`, and so is the limit.
    """
    told, read = {*learnt, *_noted(known)}, read_ids(screen.windows)
    bare = (each for each in screen.elements if each.mark not in told and _is_bare(each, screen))
    ids = ((each.mark, id_of(each.bounds, each.resource_id, screen)) for each in bare)
    names = {mark: _name(given) for mark, given in ids if read(given)}
    return _grouped({mark: name for mark, name in names.items() if name})


def _noted(known: Sequence[Note]) -> set[int]:
    return {mark for note in known if note.action == Tap.kind for mark in note.marks}


def _is_bare(element: Element, screen: Screen) -> bool:
    """Tell whether an element is drawn with a mark, can be tapped, and shows no words, nor anything in its bounds."""
    if element.quiet or "tap" not in element.actions or element.text or element.hint or element.label:
        return False
    if element.checked is not None or is_slider(element):
        return False
    return not any(encloses(element.bounds, place) for place in screen.places)


def _name(resource_id: str) -> str:
    """Return the words in a resource-id if one of them says more than what the control is made of, else "".

    >>> _name("org.notes:id/btnKeepDraft"), _name("org.notes:id/toolbar_icon")
    ('keep draft', '')
    """
    words = telling_words(resource_id)
    return " ".join(words) if not _MADE_OF.issuperset(words) else ""


def _grouped(words: Mapping[int, str]) -> Legend:
    """Return the marks with equal words together, as far as all take at most an estimated 300 tokens."""
    marks: dict[str, list[int]] = {}
    for mark, said in words.items():
        marks.setdefault(said, []).append(mark)
    left, kept = _MOST, Legend()
    for said, alike in marks.items():
        left -= tokens(said) + 1 + len(alike)
        if left >= 0:
            kept.append((tuple(alike), said))
    return kept
