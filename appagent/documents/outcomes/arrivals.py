"""Say in words which screen, dialog or menu an action led to."""

import re
from collections.abc import Collection, Sequence

from appagent.actions.parts.description import name_of, quoted
from appagent.documents.outcomes.list_changes import MOST_NAMED, in_short
from appagent.documents.outcomes.look import Look
from appagent.screen import Screen
from appagent.screen.names.captions import is_slider
from appagent.screen.names.labels import PARTS
from appagent.screen.names.wizard import step_of_wizard, titled_by_step
from appagent.screen.nodes.front import side_of_panel
from appagent.screen.texts.heading import bar_title
from appagent.screen.texts.numbers import NUMBER
from appagent.screen.texts.wording import lasting, visible_words

_LONGEST = 60  # letters of a heading that are compared
_SENTENCES, _SHORT = 2, 200  # texts of the body of a dialog that is told, and letters of them


def titled(look: Look, before: str) -> str:
    """Return what a screen is called in quotation marks with words before it, or "" if it has no heading."""
    said = _called(look)
    return f"{before}{quoted(said)}" if said else ""


def arrival(look: Look, left: Look, *, known: bool) -> str:
    """Describe in words a screen that opened: a dialog with its question and buttons, or a page with its heading.

    A dialog without a heading, in which all texts can be tapped, is a menu. A drawer is a panel. What is new on a page
    is named too if its heading says little: if it has no words or is that of the page before.
    left: the screen before. known: True if the run has come from the screen that is shown now, and is back on it.
    """
    if look.screen.front.kind == "dialog":
        inside = {node.bounds for node in look.screen.front.nodes}
        options = [e for e in look.elements.values() if e.bounds in inside and "tap" in e.actions and e.text]
        told = {text for each in options for text in (each.text, *each.text.split(PARTS))}
        kind = "menu" if options and not look.screen.heading and told.issuperset(look.texts) else "dialog"
        body = _body(look, told) if kind == "dialog" else ""
        choices = in_short([*map(name_of, options)], ", with " if body else " with ")
        return f"a {kind} came up{titled(look, ': ')}{body}{choices}"
    if (side := side_of_panel(look.screen.front, look.screen.size)) and not known:
        return f"a panel at the {side} came up{in_short(_new_texts(look, left, ''), ' with ')}"
    name, before = _called(look), _called(left) if left.screen.front.kind != "dialog" else ""
    new = _new_texts(look, left, name)
    if not name:
        return f"{'back on an earlier screen' if known else 'another screen opened'}{_with(new)}"
    telling = _with([text for text in new if any(map(str.isalpha, text))])
    if known:
        return f"back on the screen {quoted(name)}{telling if name == before else ''}"
    which = f"{'another' if name == before else 'the'} screen {quoted(name)}"
    says_what = any(map(str.isalpha, name)) and not titled_by_step(look.screen)
    return f"{which} opened{'' if name != before and says_what else telling}"


def _body(look: Look, told: Collection[str]) -> str:
    """Return what a dialog says below its title, with words before it, if that is short; else "".

    told: texts of what can be tapped in the dialog.
    """
    heads = {*told, look.screen.heading, _called(look)}
    said = [text for text in dict.fromkeys(look.texts) if text not in heads and len(text.split()) > 1]
    short = look.screen.heading and 0 < len(said) <= _SENTENCES and sum(map(len, said)) <= _SHORT
    return f", saying {', '.join(quoted(text, _SHORT) for text in said)}" if short else ""


def retitled(was: Screen, now: Screen) -> str:
    """Return the title in a page's bar if it has changed although the same tab is selected; else "".

    A title with a number does not count, because it may say how many things are selected.
    """
    titles = [bar_title(each.front, each.size) for each in (was, now)]
    other = was.heading == now.heading and all(map(lasting, titles)) and lasting(titles[0]) != lasting(titles[1])
    return titles[1] if other and not any(map(NUMBER.search, titles)) else ""


def _with(texts: Sequence[str]) -> str:
    return in_short(texts[:MOST_NAMED], " with ")


def _called(look: Look) -> str:
    """Return what a screen is called: a number if that is the title in its bar, else its heading as it stands there.

    A screen keeps its heading without numbers and quotations, so the full text is looked up on the screen. What tells
    a step of a wizard from the others follows it.
    """
    screen, bar = look.screen, bar_title(look.screen.front, look.screen.size)
    if titled_by_step(screen) or not (bar == "" or any(map(str.isalpha, bar))):
        return bar
    wanted, step = screen.heading, step_of_wizard(screen)
    said = next((text for text in look.texts if wanted and _as_heading(text) == _as_heading(wanted)), wanted)
    return f"{said}: {step}" if said and step else said


def _as_heading(text: str) -> str:
    return re.sub(r"[\d#]+|[“„«「『\"‘‚‹…][^“”„«»「」『』\"‘’‚‹›…]*[”“»」』\"’‘›…]?", "#", text)[:_LONGEST]


def _new_texts(look: Look, left: Look, name: str) -> list[str]:
    """Return the texts and hints of a page in quotation marks, without what it is called: the new ones, if any.

    Descriptions of icons, which nobody sees, count only where nothing is written. A slider's text is a number that
    nobody sees either.
    """
    held = {each.text for each in look.elements.values() if is_slider(each)} | {name}
    nodes = [node for node in look.screen.front.nodes if not (node.editable or node.password)]
    said = [node for node in nodes if node.text] or nodes
    texts = [words for node in said if (words := visible_words(node)) and words not in held]
    told = [text for text in dict.fromkeys(texts) if text not in left.texts] or list(dict.fromkeys(texts))
    hints = [name_of(element) for element in look.elements.values() if element.hint]
    return [*map(quoted, told), *hints]
