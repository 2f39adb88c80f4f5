"""Recognise the dialogs of all rows as one kind, such as "Delete Milk?" and "Delete Eggs?".

One screen alone does not tell a name from the other words of a question, so the ids of such dialogs differ. Who knows
the rows that were touched on the way can tell: words of a dialog that stand in such a row are what it is about this
time. With these words left out, a dialog has a second id, by which it is looked up where its own is not found.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache

from appagent.screen.elements.identity import hashed, layout
from appagent.screen.language.lexicon import (
    ASKING,
    DELETE,
    DELETES_ONE,
    NO,
    QUESTION_MARKS,
    YES,
    any_word,
    folded,
    listed,
)
from appagent.screen.nodes.places import Layout
from appagent.screen.nodes.tree import Tree, with_changes
from appagent.screen.screens import Element, Screen, read
from appagent.screen.texts.chosen import words_in_wheels
from appagent.screen.texts.heading import heading_words
from appagent.screen.texts.wording import contains_words, lasting, visible_words

_GAP = "“…”"  # stands for what a dialog is about; a name in quotation marks is no part of a question either
_FEWEST = 2  # letters of a name
_MOST = 40  # names that are looked for
_MOST_WORDS = 4  # of a name that may be said in part, as "Ana" for "Ana Meier"
_STEM = 3  # letters of a word that stay when it is declined
_ENDING = 4  # most letters that it ends with then
_DEEDS = re.compile(any_word(re.sub(r"[*+]", "", f"{DELETE}, {DELETES_ONE}")))
_ONLY_ASKS = re.compile(any_word(f"{ASKING}, {YES}"))


def in_kind(screen: Screen, subjects: Iterable[str]) -> Screen:
    """Return a screen with the ids of its kind if it is a dialog about one of some subjects, else unchanged.

    subjects: texts of the rows that were touched on the way, and what stood in the input fields there. What wheels are
    set to is no part of a question either.
    """
    if screen.front.kind != "dialog":
        return screen
    turned = [words for words in words_in_wheels(screen.front) if any(map(str.isalpha, words))]
    names = list(dict.fromkeys([*turned, *_names(subjects, _deeds_of(screen))]))[:_MOST]
    tree = _without(screen, names) if names else screen.tree
    if tree is screen.tree:
        return screen
    title = heading_words(screen.front, screen.size)
    left = without_subjects(title, names)
    asks = _still_asks(left) if any(map(str.isalpha, left)) else bool(turned) or _offers_more(screen, title, names)
    if not asks:
        return screen
    kin = read(tree, size=screen.size, app=screen.app, activity=screen.activity)
    if [each.bounds for each in kin.elements] != [each.bounds for each in screen.elements]:
        return screen
    elements = tuple(replace(one, kind_id=other.id) for one, other in zip(screen.elements, kin.elements, strict=True))
    return replace(screen, kind_id=_kind_id(kin), kind_title=kin.heading, elements=elements)


def structure_of(screen: Screen) -> str:
    """Return a hash that screens of one structure share: dialogs about rows of one list, and pages such as contacts."""
    return screen.kind_id or layout(screen.templates)


def without_subjects(text: str, names: Iterable[str]) -> str:
    """Return a text with "…" in quotation marks for each of some names in it. The letter case must be the same.

    The words of a full name may have other endings, as many languages decline names.

    >>> without_subjects("Remove Ana from Team Blue?", ["Team Blue", "Ana"]), without_subjects("牛乳を削除", ["牛乳"])
    ('Remove “…” from “…”?', '“…”を削除')
    >>> without_subjects("Usunąć Annę Nowak?", ["Anna Nowak"]), without_subjects("Announce it to Anabel", ["An", "Ana"])
    ('Usunąć “…”?', 'Announce it to Anabel')
    """
    for name in sorted(names, key=len, reverse=True):
        if name.split(" ")[0][:_STEM] in text:
            text = _pattern(name).sub(_GAP, text)
    return text


@lru_cache(maxsize=512)
def _pattern(name: str) -> re.Pattern[str]:
    """Return a pattern for a name as whole words; for several words with capital letters, also with other endings."""
    words = name.split(" ")
    declined = 1 < len(words) <= _MOST_WORDS and all(word.isalpha() and word[0].isupper() for word in words)
    said = " ".join(_declined(word) if declined else re.escape(word) for word in words)
    return re.compile(f"{_edge(name[0], '<!')}{said}{_edge(name[-1], '!')}")


def _declined(word: str) -> str:
    """Return a pattern for a word with another ending: its last letter may be another one, and others may follow."""
    stem = max(_STEM, len(word) - 1)
    return rf"{re.escape(word[:stem])}[^\W\d_]{{0,{_ENDING}}}" if len(word) >= _STEM else re.escape(word)


def _edge(letter: str, kind: str) -> str:
    """Return a pattern for the edge of a name: no letter may follow, in scripts that separate words."""
    return rf"(?{kind}\w)" if letter.lower() != letter.upper() or letter.isdecimal() else ""


def _names(subjects: Iterable[str], deeds: Collection[str]) -> Iterator[str]:
    """Yield the names by which a dialog may call its subjects: their texts, and the first or last words of a name.

    A text that says what to do is left out, as it is a command and no name: one with a deed in it, or with what a
    button of the dialog says. deeds: what the buttons say.
    """
    for text in subjects:
        words = text.split()
        whole = all(word[:1].lower() == word[:1].upper() or word[0].isupper() for word in words)
        parts = range(1, len(words)) if whole and len(words) <= _MOST_WORDS else ()
        runs = (" ".join(words[start:end]) for at in parts for start, end in ((0, at), (at, len(words))))
        for name in (" ".join(words), *runs):
            letters = sum(map(str.isalnum, name))
            command = _DEEDS.search(folded(name)) or any(contains_words(name, each) for each in deeds)
            if letters >= _FEWEST and any(map(str.isalpha, name)) and not command:
                yield name


def _offered(screen: Screen) -> set[str]:
    """Return what the buttons and options of the dialog in front say."""
    return {each.text for each in _in_front(screen) if each.text and "text" not in each.actions}


def _deeds_of(screen: Screen) -> set[str]:
    """Return what the buttons and options say that do more than agree or close, such as "Log out"."""
    return {each for each in _offered(screen) if folded(each) not in listed(f"{YES}, {NO}")}


def _in_front(screen: Screen) -> list[Element]:
    """Return the elements of the dialog in front."""
    inside = {node.bounds for node in screen.front.nodes}
    return [element for element in screen.elements if element.bounds in inside]


def _without(screen: Screen, names: Collection[str]) -> Tree:
    """Return the tree of a screen without some names in its dialog; the tree itself if none of them stands there.

    What is typed in a field stays, and so do the rows of a list in the dialog.
    """
    rows = Layout(screen.windows).places
    fixed = [each for each in screen.front.nodes if not each.editable and rows[each].row is None]
    told = {
        each: said
        for each in fixed
        if (said := tuple(without_subjects(text, names) for text in (each.text, each.description)))
        != (each.text, each.description)
    }
    names_left = {each: {"text": text, "description": description} for each, (text, description) in told.items()}
    return with_changes(screen.tree, lambda node: names_left.get(node, {})) if told else screen.tree


def _still_asks(left: str) -> bool:
    """Tell whether a question asks about something without its names, more than "Do you want to …?" does."""
    return any(map(str.isalpha, _ONLY_ASKS.sub(" ", folded(left))))


def _offers_more(screen: Screen, title: str, names: Collection[str]) -> bool:
    """Tell whether a dialog with a name alone for a title says or offers more than to agree or to close it.

    A question that consists of a name asks what its row says, as the row "Log out" does. Where one of several options
    is chosen, it is a setting, which goes by its name.
    """
    if title.rstrip().endswith(QUESTION_MARKS) or any(each.checked is not None for each in _in_front(screen)):
        return False
    texts = (visible_words(node) for node in screen.front.nodes if not node.clickable)
    said = any(any(map(str.isalpha, without_subjects(text, names))) for text in texts)
    return said or bool(_deeds_of(screen))


def _kind_id(kin: Screen) -> str:
    """Return the id of a kind of dialogs, from one of them without the names: what it asks, offers and is built of.

    Its rows, such as folders to choose from, count only where it asks nothing and has no buttons.
    """
    said = [(each.hint if "text" in each.actions else each.text, each.listed) for each in _in_front(kin)]
    offered = {lasting(words) for words, listed in said if not listed and words}
    if not (offered and kin.heading):
        offered = {lasting(words) for words, _ in said}
    return f"kind-{hashed(kin.app, layout(kin.templates), sorted(offered))}"
