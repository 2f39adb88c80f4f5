"""Heading of a screen, taken from the bar at its top, its selected tab, its web page, or the question it asks."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from appagent.screen.language.lexicon import DAY_GREETINGS, GREETINGS, QUESTION_MARKS, any_word, folded
from appagent.screen.nodes.front import Front, Tab, selected_tabs
from appagent.screen.nodes.tree import Node, Size, area, upwards, walk
from appagent.screen.texts.numbers import position
from appagent.screen.texts.wording import contains_words, lasting, one_line, own, visible_words

_MOST_LETTERS = 60
_TOP = 0.3  # share of a page's height; what is written lower is no heading unless the page begins there
_BAR = 0.12  # share of a page's height in which a bar at the top lies
_THICK = 0.15  # share of a page's height; a bar is at most so high
_ABOVE = 0.08  # share of a page's height; no more lies above its bar, such as the status bar
_WIDE = 0.9  # share of a page's width that a bar takes at least
_CENTRED = 0.05  # share of a bar's width by which the middle of a centred title may differ
_LISTS = ("RecyclerView", "ListView", "GridView", "ViewPager")
_NO_TITLES = ("Button", "ImageView", "Image")  # endings of roles; their words are no heading
_NAMED_TITLE = re.compile(
    r"(?:^|_)(?:title|heading|headline)(?:_?(?:text|view|tv|expand))?$|^alertTitle$", re.IGNORECASE
)
_BARS = re.compile(r"(?:tool|action|app|title|top|nav(?:igation)?)_?bar", re.IGNORECASE)
_SEARCH = re.compile(r"search", re.IGNORECASE)  # in a resource-id: what is written there says what may be typed
_WORD = re.compile(r"[^\W\d_]{2}|(?=[^\W\d_])[\u0900-\uffff]")  # two letters; one in scripts where it may be a word
_NUMBER = re.compile(r"(?<![^\W_])\d")  # "M0" and "MY4CUT" are words
_ROUTE = re.compile(r"[a-z][a-z0-9]*([/_][a-z0-9/_-]+)?")  # what a router calls a page that nobody gave a title
_MOST_NAMES = 3  # words of a name
_GREETING = re.compile(
    rf"(?:(?P<day>{any_word(DAY_GREETINGS)})|{any_word(GREETINGS)})"
    r"(?P<name>(?:(?=[\s,.!~،\u0900-\U0010ffff])[^?？]*)?)"
)
_QUOTED = re.compile(r"[“„«「『\"‘‚‹][^“”„«»「」『』\"‘’‚‹›]{1,200}[”“»」』\"’‘›]")


def heading(front: Front, size: Size) -> str:
    """Return the heading of a screen, or "" if it has none.

    front: what is in front on the screen. size: width and height of the display, px. Rows of a list, input fields and
    what can be touched never give the heading, except for a selected tab, and for a title in a bar at the top. In the
    result, "#" stands for each number and "…" for a quotation in a dialog's question; it has at most 60 letters. It is
    the first of these:

    - on a page with tabs, a title in a bar above them that has a button before it, as the page has then been gone to
    - the words of the selected tab of the uppermost bar of tabs
    - the title of a web page
    - of the texts in the upper third of a page, or anywhere in a dialog: one in a bar at the top or called a title by
      its resource-id, else the first without a number
    - on a page that begins lower, such as one with a card in its middle, the first text without a number
    - on a page, the description of a picture in the upper third
    - the first of the texts with a number, unless it scrolls
    """
    words, named = _heading(front, size)
    return as_heading(words if named or front.kind != "dialog" else _QUOTED.sub("…", words))


def message(nodes: Sequence[Node], title: str) -> str:
    """Return the text of a dialog without which its title does not say what is asked, or "".

    A title says it if it is a question with the words of one of the buttons in it, as "Delete note?" over "Delete".
    Otherwise it takes the first question among the other texts; if there is none, the first of the other texts, unless
    there is only one button, which leaves nothing to decide. It is given to its end, since warnings may begin alike;
    numbers and quotations are masked as in `heading`.
    nodes: those of the dialog, its root first. title: its heading.
    """
    said, answers = _said_and_answers(nodes)
    asked = title.rstrip().endswith(QUESTION_MARKS)
    if not title or (asked and any(contains_words(title, words) for words in answers)):
        return ""
    others = [text for text in said if as_heading(text) != title]
    decided = others if len(answers) > 1 else []
    return next((text for text in others if text.rstrip().endswith(QUESTION_MARKS)), next(iter(decided), ""))


def _said_and_answers(nodes: Sequence[Node]) -> tuple[list[str], list[str]]:
    """Return the texts of a dialog outside lists, from the top: those that only say something, and those of buttons."""
    said, answers = [], []
    for node in sorted(nodes, key=lambda node: (node.bounds[1], node.bounds[0])):
        around = list(upwards(node))
        hidden = not node.visible or any(n.editable or n.password or n.role.endswith(_LISTS) for n in around)
        words = "" if hidden else visible_words(node)
        if _WORD.search(lasting(words)):
            if _button(node, area(nodes[0].bounds)) or node.role.endswith("Button"):
                answers.append(words)
            elif not node.role.endswith(_NO_TITLES):
                said.append(_masked(_QUOTED.sub("…", words)))
    return said, answers


def heading_words(front: Front, size: Size) -> str:
    """Return the words from which `heading` makes the heading of a screen, as they stand there; "" if it has none."""
    return _heading(front, size)[0]


def bar_title(front: Front, size: Size) -> str:
    """Return the title in the bar at the top of a page, also one without letters such as "2 / 3"; "" if it has none.

    A title with letters comes first. One without is the number of a step, called a title by its resource-id or after
    a button, as otherwise it may be a badge. What `heading` returns may stand lower on the page. A dialog has no bar.
    """
    whole, nodes = _whole(front), (n for n in _by_place(front) if n.enabled and not n.role.endswith(_NO_TITLES))
    said = (n for n in nodes if n.bounds[1] <= _TOP * size[1] and any(map(str.isalnum, _said(n))))
    titles = _titles([n for n in said if not _is_content(n, whole, size)], whole, size)
    worded = [n for n in titles if _WORD.search(_said(n))]
    bare = (n for n in titles if position(_said(n)) or _is_named_title(n) or (n.parent and _is_led(n, n.parent)))
    return next(map(_said, chain(worded, bare)), "") if front.kind != "dialog" else ""


def _heading(front: Front, size: Size) -> tuple[str, bool]:
    """Return (words, named) of the heading. named: True if a tab or a web page is called so."""
    best = _best(list(_texts(front, size)), front, size)
    bars = sorted(selected_tabs(front.nodes), key=lambda tab: tab.bar.bounds[1])
    if not (bars and best and _leads(best, bars[0].bar, size)):
        words = next(filter(None, map(_words_of, bars)), "") or next(web_titles(front), "")
        if words:
            return words, True
    return (_said(best) if best else ""), False


def lasting_words(text: str) -> str:
    """Return a heading or question without quotations, numbers and times, so that it can be compared with another."""
    return lasting(_QUOTED.sub(" ", text))


def greets(words: str, kind: str = "app") -> bool:
    """Tell whether a page's heading greets somebody, or the time of day, so that it says something else next time.

    kind: kind of the front; what a dialog asks is never a greeting.

    >>> greets("Hello, Marta"), greets("Good evening!"), greets("Guten Tag Jo 👋"), greets("您好，小明")
    (True, True, True, True)
    >>> greets("Hello!"), greets("Hi, what is your name?"), greets("Welcome to Pomelo"), greets("Hi-Fi")
    (False, False, False, False)
    """
    said = _GREETING.fullmatch(folded(words)) if kind != "dialog" else None
    named = said and any(map(str.isalpha, said["name"])) and len(said["name"].split()) <= _MOST_NAMES
    return bool(named) or bool(said and said["day"] and not any(map(str.isalnum, said["name"])))


def web_titles(front: Front) -> Iterator[str]:
    """Yield the title of each web page in front."""
    for node in front.nodes:
        if node.role == "WebView" and (text := visible_words(node)):
            yield text


def _words_of(tab: Tab) -> str:
    """Return the words of a tab: its first text that lasts, else the first line of a description.

    Some toolkits put more lines into a description, such as "Tab 1 of 5", or a comma for the icon before the words.
    """
    nodes = tuple(walk(tab.node))
    texts = own(nodes, lambda node: one_line(node.text) if lasting(node.text) else "")
    first_line = own(nodes, lambda node: next(filter(None, map(one_line, node.description.splitlines())), ""))
    return (texts or first_line).strip(" ,·|")


def _best(worded: Sequence[Node], front: Front, size: Size) -> Node | None:
    """Return the node that is most likely the heading; None if none is likely. worded: nodes with words, in order."""
    low, whole = size[1] if front.kind == "dialog" else _TOP * size[1], _whole(front)
    high = [node for node in worded if node.bounds[1] <= low and not _is_content(node, whole, size)]
    said = [node for node in high if not node.role.endswith(_NO_TITLES)]
    plain = [node for node in said if not _NUMBER.search(_said(node))]  # a text with a number is seldom a heading
    first = said[:1]
    if plain[:1] != first and any(above.scrollable for above in upwards(said[0])):
        plain, first = [], []  # rows that scroll begin with the name of the first
    likely = [*_titles(said, whole, size), *plain]
    named = [node for node in likely if not _is_route(_said(node), map(_said, likely))] or likely
    highest = _highest_touched(front, whole)
    below = (node for node in worded if node.bounds[1] > low and _begins(node, highest))
    lower = (node for node in below if not _is_content(node, whole, size))
    pictures = (node for node in high if front.kind != "dialog" and node.role.endswith(_NO_TITLES))
    return next(chain(named, lower, pictures, first), None)


def _titles(said: Iterable[Node], whole: int, size: Size) -> list[Node]:
    """Return the titles among some nodes, in order; if all of them can be touched, the one at the left comes first."""
    titles = [node for node in said if _button(node, whole) or _is_title(node, size)]
    return [n for n in titles if not _button(n, whole)] or sorted(titles, key=lambda node: node.bounds[0])


def _is_route(said: str, others: Iterable[str]) -> bool:
    """Tell whether a text is an address in an app, such as "orders/new", or "users" among texts in another script."""
    if not _ROUTE.fullmatch(said):
        return False
    return "/" in said or "_" in said or any(not _is_latin(other) for other in others)


def _is_latin(text: str) -> bool:
    return all("LATIN" in unicodedata.name(letter, "") for letter in text if letter.isalpha())


def _texts(front: Front, size: Size) -> Iterator[Node]:
    """Yield the nodes in front that have words with letters, in the order in which they are read.

    A date counts only where it is the title of a page, as in a calendar, of which what stands below is no title.
    """
    for node in _by_place(front):
        said = _said(node) if node.enabled else ""
        if _WORD.search(lasting(said)) or (front.kind != "dialog" and _WORD.search(said) and _is_title(node, size)):
            yield node


def _by_place(front: Front) -> list[Node]:
    return sorted(front.nodes, key=lambda node: (node.bounds[1], node.bounds[0]))


def _said(node: Node) -> str:
    """Return the words of a node itself; "" for a container, except that a bar may have its title as description."""
    if node.text or not node.children:
        return visible_words(node)
    return one_line(node.description) if "Toolbar" in node.role or _in_bar_name(node) else ""


def _whole(front: Front) -> int:
    return area(front.nodes[0].bounds) if front.nodes else 0


def _highest_touched(front: Front, whole: int) -> float:
    """Return the top of the highest button in front, px; minus infinity if there is none. whole: as in `_button`."""
    tops = (node.bounds[1] for node in front.nodes if node.clickable and 2 * area(node.bounds) < whole)
    return min(tops, default=float("-inf"))


def _begins(node: Node, highest: float) -> bool:
    """Tell whether a text far down on a page is its title: by its resource-id, or as the page begins with it.

    A page begins with a text if nothing above it can be touched, and something below it can.
    highest: top of the highest button, px.
    """
    if any(above.scrollable for above in upwards(node)) or _NUMBER.search(_said(node)):
        return False
    return _is_named_title(node) or highest > node.bounds[1]


def _is_content(node: Node, whole: int, size: Size) -> bool:
    """Tell whether a node cannot be a heading, because it is or lies in an input field, a button or a row.

    A title in a bar may be touched, though. whole: area of what is in front, square px.
    """
    around = list(upwards(node))
    if any(above.editable or above.password for above in around) or any(n.role.endswith(_LISTS) for n in around[1:]):
        return True
    touched = _button(node, whole)
    return touched is not None and not _is_touched_title(node, touched, size)


def _button(node: Node, whole: int) -> Node | None:
    """Return the outermost node that can be touched among a node and those around it; None if there is none.

    A node that covers half of what is in front is no button, but a page that only stops touches.
    """
    touched = (n for n in upwards(node) if n.clickable or n.long_clickable or n.checkable)
    return next(iter([n for n in touched if 2 * area(n.bounds) < whole][::-1]), None)


def _is_touched_title(node: Node, touched: Node, size: Size) -> bool:
    """Tell whether a text that can be touched is the title in a bar at the top, rather than a button of the bar.

    It is if its resource-id says so, if the bar is touched as a whole, if it stands in the middle of the bar, or if it
    follows a button.
    touched: the node that is touched: that of the text, or one around it.
    """
    bar = _bar(node, size)
    if bar is None or node.role.endswith(_NO_TITLES) or any(_SEARCH.search(n.resource_id) for n in (node, touched)):
        return False
    if _is_named_title(node) or touched.bounds[2] - touched.bounds[0] >= _WIDE * size[0]:
        return True
    middle = node.bounds[0] + node.bounds[2] - bar.bounds[0] - bar.bounds[2]
    return abs(middle) <= 2 * _CENTRED * (bar.bounds[2] - bar.bounds[0]) or _is_led(node, bar)


def _is_led(node: Node, bar: Node) -> bool:
    """Tell whether a button stands before a text in its bar."""
    middle = (node.bounds[1] + node.bounds[3]) // 2
    return any(n.clickable and n.bounds[2] <= node.bounds[0] and n.bounds[1] <= middle < n.bounds[3] for n in walk(bar))


def _leads(title: Node, tabs: Node, size: Size) -> bool:
    """Tell whether a title is above a bar of tabs, and has a button before it that leads back."""
    bar = _bar(title, size) or title.parent
    return bar is not None and title.bounds[3] <= tabs.bounds[1] and _is_led(title, bar)


def _bar(node: Node, size: Size) -> Node | None:
    """Return the bar at the top of the page that a node lies in, outside anything that scrolls; None if in none.

    A bar spans the width. Of several around each other, the largest is returned.
    """
    found = None
    for above in upwards(node):
        left, top, right, bottom = above.bounds
        if above.scrollable:
            return None
        most = _TOP if "Toolbar" in above.role or _in_bar_name(above) else _THICK  # a bar with a large title is higher
        wide = right - left >= _WIDE * size[0]
        if wide and top <= _ABOVE * size[1] and bottom - top <= most * size[1]:
            found = above
    return found


def _is_title(node: Node, size: Size) -> bool:
    """Tell whether a node is a title by its resource-id, lies in a bar, or stands beside a button at the top."""
    if _is_named_title(node):
        return True
    bar = node.parent
    if bar is None or "Toolbar" in bar.role or _in_bar_name(bar):
        return bar is not None
    middle = (node.bounds[1] + node.bounds[3]) // 2
    beside = (n for n in walk(bar) if n is not node and n.clickable and n.bounds[1] <= middle < n.bounds[3])
    return middle <= _BAR * size[1] and any(2 * area(n.bounds) < size[0] * size[1] for n in beside)


def _is_named_title(node: Node) -> bool:
    return bool(_NAMED_TITLE.search(node.resource_id.rpartition("/")[2]))


def _in_bar_name(node: Node) -> bool:
    return bool(_BARS.search(node.resource_id.rpartition("/")[2]))


def as_heading(words: str) -> str:
    """Return words as a heading keeps them: with "#" for each number, and at most 60 letters."""
    return _masked(words)[:_MOST_LETTERS]


def _masked(words: str) -> str:
    return re.sub(r"\d+", "#", words)
