"""Find controls whose effect nothing tells, on pages about something that matters, such as money.

A control is taken to do nothing only if the classifier is certain of its words.
"""

import re
import unicodedata
from collections.abc import Collection, Iterable

from appagent.guard import labels
from appagent.guard.effect import NONE, Effect, parts_of, said_in, title_of, told_by
from appagent.guard.reading import bare
from appagent.guard.structure import (
    PAYING,
    TOP_BAR,
    composer,
    is_backwards,
    is_button,
    picks,
    shows_own_price,
    switches,
)
from appagent.screen import Element, Screen
from appagent.screen.language.dates import UNSPACED
from appagent.screen.language.money import has_amount
from appagent.screen.names.captions import words_around
from appagent.screen.names.element_texts import loose, texts_of
from appagent.screen.names.labels import inside
from appagent.screen.names.menu_button import opens_menu
from appagent.screen.names.steppers import stepper_at
from appagent.screen.nodes.front import is_tab
from appagent.screen.nodes.places import usable
from appagent.screen.nodes.tree import area, nodes_of, walk
from appagent.screen.once import once_a_screen
from appagent.screen.texts.heading import as_heading
from appagent.screen.texts.wording import lasting

_FEW = 4  # words of a label, that are judged together where there are many
_SENTENCE = 3  # words from which on a text says what its page is about
# The topic of a page whose texts have an effect, by the effect.
_MATTERS = {"pay": "money", "send": "messages", "delete": "deletion", "grant": "permissions", "install": "installing"}
PERSON = "messages or a person"  # the topic of a page
_AGED = re.compile(r"[^\W\d][\w' .-]+, ?[1-9]\d")  # a person's name and age, as over a face
_ICON = 1 / 40  # of the display's area; an element without words that is larger is a picture or a list
_CORNER = 0.2  # share of the display's width: an icon in the upper corner goes back
_NAME, _AROUND = 2, 3  # fewest letters of a control's name in a sentence that urges, and of words besides it
# Scripts of the languages that the classifier was trained on, as Unicode's names of letters begin.
_SCRIPTS = re.compile(
    "LATIN|CYRILLIC|ARABIC|HEBREW|DEVANAGARI|BENGALI|GURMUKHI|GUJARATI|ORIYA|TAMIL|TELUGU|KANNADA|MALAYALAM|THAI|CJK"
    "|HIRAGANA|KATAKANA|HANGUL|FULLWIDTH"
)


def unknown(element: Element, screen: Screen) -> Effect:
    """Return "unknown" if an element may have an effect, but no witness says which; else no effect.

    element: one that has no known effect and does not say no. Its effect is unknown
    - if it answers a dialog that may ask for something; a switch or choice in the dialog is no answer, see `picks`,
    - if a sentence of the page asks the reader to press it, and it says yes, or is a button that may do something,
    - if it may do something, on a page about money, messages, deletion, permissions or installing,
    - if it has no words, and stands beside a person's name or is all that a page offers,
    - if it may do something, and its words are in a script that nothing here knows,
    - if its only text rather has an effect than none; of a row, only a phrase of unknown words,
    - if its only text is long, and some words in it have an effect.
    """
    texts, parts = loose(screen), parts_of(element, screen)
    title, switched = title_of(parts) or element.hint, switches(element, screen)
    priced = shows_own_price(element)
    pressed = element.window == "dialog" or priced or (is_button(element) and not element.listed)
    passing = _said_in_passing(title)
    doubtful = priced or passing or labels.is_doubtful(title) if title else _is_bare_icon(element, screen)
    if element.window == "dialog" and not (switched or picks(element, screen)) and (asked := _asked(texts, screen)):
        return Effect("unknown", "structure", f"a dialog that may ask for something: {asked}")
    named = labels.agrees(title) or (doubtful and pressed)
    if urged := next((text for text in texts if named and urges(text, title)), ""):
        return Effect("unknown", "structure", f"a page that tells to press it: {urged}")
    if not doubtful:
        return NONE
    topic = _without_names(screen) if stepper_at(element, screen) else matter_of(screen)
    topic = "" if topic == "money" and only_counts(element, screen) else topic
    about = topic if (pressed or not title) and not switched else ""
    where = f"a page about {about}" if about else "" if title else _of_bare_icon(element, screen)
    if not where and _in_other_script(title or "".join(texts)):
        where = "a page in a script that nothing here knows"
    own_switch = switched and "settings" not in screen.app  # changes the app alone, and can be put back
    may = not (where or own_switch or element.listed or labels.only_agrees(title)) and len(parts) < 2
    if may and (passing or labels.may_do_something(title, pressed=pressed)):
        where = "a page where its label may do something"
    return Effect("unknown", "structure", where) if where else NONE


def may_end_page(element: Element | None, screen: Screen) -> bool:
    """Tell whether an element may end a page: a button that is not surely harmless; not a dialog's only one."""
    if element is None or element.listed or not is_button(element) or "text" in element.actions:
        return False
    title = title_of(parts_of(element, screen))
    alone = element.window == "dialog" and sum(is_button(e) and e.window == "dialog" for e in screen.elements) < 2
    return not alone and not labels.declines(title) and (labels.agrees(title) or labels.is_doubtful(title, asked=True))


def names_a_deed(screen: Screen) -> bool:
    """Tell whether a page shows an amount, an effect, a question or what may be a person's name."""
    texts = loose(screen)
    return bool(matter_of(screen)) or any(labels.is_question(text) or labels.may_be_name(text) for text in texts)


def types_aloud(screen: Screen) -> Effect:
    """Return "unknown" for typing on a page about sending that has no button, not even a disabled one."""
    touched = (each for each in screen.elements if "tap" in each.actions and "text" not in each.actions)
    if _disabled_words(screen) or any(not _is_in_corner(each, screen) for each in touched):
        return NONE
    announced = told_of(loose(screen))
    return Effect("unknown", "structure", announced.read) if announced.effect == "send" else NONE


@once_a_screen
def matter_of(screen: Screen) -> str:
    """Return the sensitive topic of a page, such as "money" or "messages"; "" if it has none."""
    return _topic(screen, ())


def _without_names(screen: Screen) -> str:
    """Return the topic of a page for the buttons beside a number, whose names only say what is counted."""
    names = {words_around(each, screen) for each in screen.elements if stepper_at(each, screen)}
    return _topic(screen, [name for name in names if not told_by([name])])


@once_a_screen
def _waiting(screen: Screen) -> list[Element]:
    """Return the buttons with words that may take what the page holds, as "Save" does and "Help" does not."""
    return [each for each in screen.elements if each.text and may_end_page(each, screen)]


def only_counts(element: Element, screen: Screen) -> bool:
    """Tell whether an element changes a number or an amount that a button with words beside or below it takes.

    A control that agrees to something does not, and one with words may do anything beside an amount.
    """
    words, stepper = title_of(parts_of(element, screen)), stepper_at(element, screen)
    if stepper is None or labels.agrees(words) or (has_amount(stepper.text) and any(map(str.isalpha, words))):
        return False
    return any(
        each.bounds[3] > element.bounds[1] and each.window == element.window and not stepper_at(each, screen)
        for each in _waiting(screen)
    )


def _topic(screen: Screen, names: Collection[str]) -> str:
    """Return the topic of a page by its texts. names: texts that tell nothing."""
    texts = loose(screen)
    shows_amount = labels.about_money("\n".join(screen.texts)) or any(map(has_amount, texts))
    if shows_amount or PAYING.search(screen.app.casefold()):
        return "money"
    if composer(screen) or any(map(_AGED.fullmatch, texts)):
        return PERSON
    silent, rows = {*_disabled_words(screen), *names}, {element.row for element in screen.elements if element.row}
    told = [text for text in texts if text not in silent and lasting(text) not in rows]  # a row is content
    return _MATTERS.get(told_of(told).effect, "")


def _disabled_words(screen: Screen) -> frozenset[str]:
    """Return the words of controls that cannot be touched now, such as "Send" before anything is typed."""
    waiting = (node for node in nodes_of(screen.tree) if node.clickable and node.visible and not node.enabled)
    return frozenset(text for node in waiting for each in walk(node) for text in (each.text, each.description) if text)


def told_of(texts: Collection[str]) -> Effect:
    """Return the effect that a page's own texts announce, or no effect."""
    sentences = filter(_is_sentence, texts)
    return told_by(texts) or said_in(
        sentences, lambda text: labels.likely_effect(text, asked=True, written=True), "classifier"
    )


def urges(text: str, title: str) -> bool:
    """Tell whether a text is a sentence that asks the reader to press a control.

    >>> urges("Press Confirm, or your account is closed.", "Confirm"), urges("Confirm it", "Confirm")
    (True, False)
    """
    text, title = bare(text), bare(title)
    named = re.search(rf"(?<!\w){re.escape(title)}(?!\w)", text) if len(title) >= _NAME else None
    return named is not None and len(text[: named.start()].split() + text[named.end() :].split()) >= _AROUND


def _said_in_passing(text: str) -> bool:
    """Tell whether a text says more than a label does, and has words in it that do something.

    >>> _said_in_passing("We are glad that you came so far, and now delete all"), _said_in_passing("Delete all")
    (True, False)
    """
    words = text.split()
    said = (" ".join(words[at : at + _FEW]) for at in range(0, len(words), _FEW // 2))
    careful = labels.LabelContext(button=True, careful=True)
    return len(words) > 2 * _FEW and bool(
        labels.said_by_label(text, careful) or any(labels.likely_effect(each, written=True) for each in said)
    )


def _asked(texts: Iterable[str], screen: Screen) -> str:
    """Return the first text, no name, with which a dialog without an input field may ask for something, or ""."""
    if any("text" in each.actions for each in screen.elements):
        return ""
    asking = (text for text in texts if _is_sentence(text) or _is_unspaced(text) or labels.is_question(text))
    return next((text for text in asking if labels.is_doubtful(text, asked=labels.is_question(text))), "")


def _is_unspaced(text: str) -> bool:
    """Tell whether a text in a script without blanks is long enough for a sentence, if two letters are a word.

    >>> _is_unspaced("新建歌单"), _is_unspaced("即将向对方发送您的位置")
    (False, True)
    """
    return len(UNSPACED.findall(text)) >= 2 * _SENTENCE


def _is_sentence(text: str) -> bool:
    """Tell whether a text has enough words to say something. A word has a letter, so that numbers do not count.

    >>> _is_sentence("pancake.example wants to connect"), _is_sentence("Labels"), _is_sentence("3.7 MB · 2026-11-21")
    (True, False, False)
    """
    return sum(any(map(str.isalpha, word)) for word in text.split()) >= _SENTENCE


def _is_bare_icon(element: Element, screen: Screen) -> bool:
    """Tell whether an element is an icon without words or resource-id that may do anything.

    A tab does not, nor three dots, which open a menu, nor what lies where a back button is.
    """
    small = area(element.bounds) <= _ICON * screen.size[0] * screen.size[1]
    named = element.text or element.checked is not None or usable(element.resource_id)
    tab = is_tab(element.bounds, screen.front.nodes)
    return small and not (named or tab or _is_in_corner(element, screen) or opens_menu(element, screen))


def _of_bare_icon(element: Element, screen: Screen) -> str:
    """Describe the page in words if an icon without words may do something on it that no text says; else "".

    It may be about the whole page, if this offers nothing but the way back and at most one such icon in each line, none
    of a stepper, whose buttons only count; about what its row costs, at whose end it is, or about the row itself, which
    can be touched beside it and beside another icon; about what is selected, if the heading counts it; or about the
    person in whose row it is. What was only read from the picture is left out, as not every look reads it.
    """
    rest = [each for each in screen.elements if each is not element and each.source == "hierarchy"]
    others = [each for each in rest if not _is_in_corner(each, screen)]
    line = [each for each in others if each.bounds[1] < element.bounds[3] and element.bounds[1] < each.bounds[3]]
    counts = stepper_at(element, screen) is not None
    icons = [each for each in others if _is_bare_icon(each, screen)]
    if not (counts or line) and len(others) < len(rest) and len(icons) == len(others):
        return "a page on which no button has words"
    rows = [each for each in line if not is_button(each) and _is_worded_row(each, screen)]
    said = [part for each in rows for part in texts_of(each, screen).parts]
    if any(map(has_amount, said)) and not _begins_a_line(element, screen):
        return "a row with a price"
    if rows and not counts and any(each in line for each in icons):
        return "a row that opens without it"
    if not element.listed and _counts_chosen(screen):
        return "a page about what is selected"
    around = [title_of(each.text.split(" · ")) for each in rest if inside(each, element)]
    named = any(map(labels.may_be_name, around or [words_around(element, screen)]))
    return f"a page about {PERSON}" if named else ""


def _is_worded_row(element: Element, screen: Screen) -> bool:
    """Tell whether an element with words can be touched and takes up half of its line."""
    wide = 2 * (element.bounds[2] - element.bounds[0]) >= screen.size[0]
    return wide and "tap" in element.actions and bool(texts_of(element, screen).parts)


def _counts_chosen(screen: Screen) -> bool:
    """Tell whether a page's heading says how many of its rows are selected."""
    chosen = sum(each.listed and (each.selected or bool(each.checked)) for each in screen.elements)
    heading = next((text for text in screen.texts if chosen and as_heading(text) == screen.heading), "")
    return str(chosen) in re.findall(r"\d+", heading)


def _begins_a_line(element: Element, screen: Screen) -> bool:
    """Tell whether an element is in that half of the display in which lines of text begin."""
    left, _, right, _ = element.bounds
    return (left + right < screen.size[0]) != is_backwards("".join(screen.texts))


def _is_in_corner(element: Element, screen: Screen) -> bool:
    """Tell whether an element is in the upper corner at which lines of text begin, where a back button usually is."""
    left, _, right, bottom = element.bounds
    width, height = screen.size
    begins = width - left if is_backwards("".join(screen.texts)) else right
    return bottom <= TOP_BAR * height and begins <= _CORNER * width


def _in_other_script(text: str) -> bool:
    """Tell whether a text has letters, and none of a script in which a language is known."""
    letters = [letter for letter in text if letter.isalpha()]
    return bool(letters) and not any(_SCRIPTS.match(unicodedata.name(letter, "")) for letter in letters)
