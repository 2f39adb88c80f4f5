"""Make the screen id, a name that stays the same while contents change, and the features that recognise a screen."""

import hashlib
import json
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from appagent.screen.elements.controls import Control
from appagent.screen.elements.ids import ControlNames
from appagent.screen.nodes.front import Front, Tab, selected_tabs
from appagent.screen.nodes.places import usable
from appagent.screen.nodes.tree import Node, walk
from appagent.screen.texts.heading import lasting_words, message, web_titles
from appagent.screen.texts.wording import below, label, lasting, own

FEW = 3  # a screen with fewer templates, or fewer that a resource-id is in, is named by its heading too
_MOST_NAMES = 12  # controls of a menu or page whose words are looked at
_LETTERS = 40  # letters that are read to find out a text's script

# Kinds of signs, each the beginning of a sign. IN: app's activity and kind of window. TAB: the selected tab's place.
# WEB: title of a web page. TITLE: heading of another page, ASKS: of a dialog, both with their script. OFFERS: an option
# of a menu without a heading. SAYS: words of a control on a page with too few templates to be known by. BARE: of a page
# with templates enough, but too few that a resource-id of the app is in.
IN, TAB, WEB, TITLE, ASKS, OFFERS, SAYS = "in-", "tab-", "web-", "title-", "asks-", "offers-", "says-"
BARE = "bare-"


@dataclass(frozen=True)
class Identity:
    """Features by which a screen is recognised.

    screen_id: made from this one screen alone. templates: two kinds of texts in one set: the templates of the elements
    in front, without those in lists; and signs, which tell the screen from others with the same elements. A sign is its
    kind, such as "title-", followed by a hash; no words can be read from it.
    """

    screen_id: str
    templates: frozenset[str]


def identity(
    app: str,
    activity: str,
    front: Front,
    title: str,
    marked: Sequence[Control],
    named: Sequence[ControlNames],
    *,
    by_ids: bool = True,
) -> Identity:
    """Return the screen id, templates and signs of a screen.

    The id of a dialog is made from its heading, with its message where it takes both to tell what is asked, or from its
    options if it has no heading. The id of a page is made from
    its selected tabs, from its title if it is a web page, and from its heading if the heading has no number in it and
    the page has fewer than 3 templates with a resource-id of the app in them: many pages of an app that gives none have
    the same other templates. App, activity and templates are part of both.
    title: the screen's heading. marked: all controls, the disabled ones too. named: their names. by_ids: False to count
    all templates and to leave messages out, as was done before.
    """
    inside = set(front.nodes)
    both = [(c, name) for c, name in zip(marked, named, strict=True) if not inside.isdisjoint(c.nodes)]
    fixed = [(control, name) for control, name in both if not name.listed and control.actions != ("swipe",)]
    templates = {name.template for _, name in fixed}
    signs = {IN + hashed(activity, front.kind)}
    if front.kind == "dialog":
        asked = " · ".join(filter(None, (title, message(front.nodes, title) if by_ids else "")))
        words = _worded(ASKS, asked) or _names(OFFERS, (control for control, _ in both))
    else:
        signs |= {_tab_sign(tab) for tab in selected_tabs(front.nodes)}
        web = next(web_titles(front), "")
        words = _worded(WEB, web) or {sign for sign in _worded(TITLE, title) if "#" not in lasting_words(title)}
    signs |= words
    few = len({name.template for control, name in fixed if not by_ids or _has_id(control, name)}) < FEW
    told = [sign for sign in signs if not sign.startswith(TITLE) or few]
    if few and front.kind != "dialog" and len(templates) >= FEW:
        signs.add(BARE)  # in no id, because its templates say as much
    if front.kind != "dialog" and len(templates) < FEW:
        signs |= _names(SAYS, (control for control, _ in fixed))  # in no id, because a switch may change its words
    return Identity(f"screen-{hashed(app, *sorted(told), sorted(templates))}", frozenset(templates | signs))


def _has_id(control: Control, name: ControlNames) -> bool:
    """Tell whether a control's template has a resource-id in it that the app gave, rather than Android."""
    return any(each and not each.startswith("android:") for each in (usable(control.node.resource_id), *name.ancestors))


def layout(templates: Iterable[str]) -> str:
    """Hash templates and signs, leaving words of pages out, so that the pages of all contacts have the same hash."""
    return hashed(sorted(each for each in templates if not each.startswith((TITLE, SAYS, BARE))))


def hashed(*parts: object) -> str:
    """Return a hash of some values, 16 letters long."""
    text = json.dumps([2, *parts], ensure_ascii=False)
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()[:16]


def script(text: str) -> str:
    """Return the name of the script that most letters of a text belong to, in lower case; "" without letters.

    >>> script("Settings"), script("设置"), script("12:30")
    ('latin', 'cjk', '')
    """
    found = [unicodedata.name(letter, "").split(" ")[0].lower() for letter in text[:_LETTERS] if letter.isalpha()]
    return max(sorted(set(found)), key=found.count, default="")


def _worded(kind: str, text: str) -> set[str]:
    words = lasting_words(text)
    return {f"{kind}{script(words)}-{hashed(words)}"} if words else set()


def _names(kind: str, controls: Iterable[Control]) -> set[str]:
    """Return a sign for each control, from the words that name it."""
    names = (lasting(own(c.nodes, label) or next(iter(below(c.nodes[0], (), label)), "")) for c in controls)
    found = list(dict.fromkeys(filter(None, names)))[:_MOST_NAMES]
    return {f"{kind}{script(words)}-{hashed(words)}" for words in found}


def _tab_sign(tab: Tab) -> str:
    """Return the sign of a selected tab: its own resource-id, else its place in the bar, else its words."""
    siblings = [usable(n.resource_id) for n in tab.bar.children]
    name = usable(tab.node.resource_id)
    if name and siblings.count(name) == 1:
        return TAB + hashed(name)
    place: object = tab.place if tab.place >= 0 else _words(tab.node)
    return TAB + hashed(usable(tab.bar.resource_id), place)


def _words(node: Node) -> str:
    return next((words for n in walk(node) if (words := lasting(label(n)))), "")
