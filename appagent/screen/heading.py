"""Heading of a screen, taken from its selected tab, its web page, the bar at its top, or the question it asks."""

import re
from collections.abc import Iterator

from appagent.screen.front import Front, Tab, selected_tabs
from appagent.screen.tree import Node, Size, area, upwards, walk
from appagent.screen.wording import lasting, one_line, own, visible_words

_MOST_LETTERS = 60
_TOP = 0.3  # share of a page's height; what is written lower is no heading
_BAR = 0.12  # share of a page's height in which a bar at the top lies
_LISTS = ("RecyclerView", "ListView", "GridView", "ViewPager")
_NAMED_TITLE = re.compile(r"(?:^|_)(?:title|heading|headline)(?:_?(?:text|view|tv))?$|^alertTitle$", re.IGNORECASE)
_BARS = re.compile(r"(?:tool|action|app|title|top|nav(?:igation)?)_?bar", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]{2}|[\u0900-\uffff]")  # two letters, or one of a script in which one may be a word
_QUOTED = re.compile(r"[“„«「『\"‘‚‹][^“”„«»「」『』\"‘’‚‹›]{1,200}[”“»」』\"’‘›]")


def heading(front: Front, size: Size) -> str:
    """Return the heading of a screen, or "" if it has none.

    front: what is in front on the screen. size: width and height of the display, px. Rows of a list, input fields and
    what can be touched never give the heading, except for a selected tab. In the result, "#" stands for each number and
    "…" for a quotation in a dialog's question; it has at most 60 letters. It is the first of these:

    - the words of the selected tab of the uppermost bar of tabs
    - the title of a web page
    - of the texts in the upper third of a page, or anywhere in a dialog: one in a bar at the top or called a title by
      its resource-id, else the first without a number, else the first
    """
    bars = sorted(selected_tabs(front.nodes), key=lambda tab: tab.bar.bounds[1])
    words = next(filter(None, map(_words_of, bars)), "") or next(web_titles(front), "")
    if words:
        return as_heading(words)
    found = list(_texts(front, size))
    plain = (node for node in found if not re.search(r"\d", _said(node)))  # a text with a number is seldom a heading
    best = next((node for node in found if _is_title(node, size)), None) or next(plain, None) or next(iter(found), None)
    if best is None:
        return ""
    said = _said(best)
    return as_heading(_QUOTED.sub("…", said) if front.kind == "dialog" else said)


def lasting_words(text: str) -> str:
    """Return a heading or question without quotations, numbers and times, so that it can be compared with another."""
    return lasting(_QUOTED.sub(" ", text))


def web_titles(front: Front) -> Iterator[str]:
    """Yield the title of each web page in front."""
    for node in front.nodes:
        if node.role == "WebView" and (text := visible_words(node)):
            yield text


def _words_of(tab: Tab) -> str:
    return own(tuple(walk(tab.node)), lambda node: one_line(node.text if lasting(node.text) else node.description))


def _texts(front: Front, size: Size) -> Iterator[Node]:
    """Yield the nodes that may be the heading, in the order in which they are read."""
    low = size[1] if front.kind == "dialog" else _TOP * size[1]
    whole = area(front.nodes[0].bounds) if front.nodes else 0
    named = [node for node in front.nodes if node.bounds[1] <= low and _WORD.search(lasting(_said(node)))]
    found = [node for node in named if not _is_content(node, whole)]
    yield from sorted(found, key=lambda node: (node.bounds[1], node.bounds[0]))


def _said(node: Node) -> str:
    """Return the words of a node itself; "" for a container, except that a bar may have its title as description."""
    if node.text or not node.children:
        return visible_words(node)
    return one_line(node.description) if "Toolbar" in node.role or _in_bar_name(node) else ""


def _is_content(node: Node, whole: int) -> bool:
    """Tell whether a node cannot be a heading, because it is or lies in an input field, a button or a row.

    A node that can be touched and covers half of what is in front is no button, but a page that only stops touches.
    whole: area of what is in front, square px.
    """
    for above in upwards(node):
        touched = above.clickable or above.long_clickable or above.checkable
        if above.editable or above.password or (touched and 2 * area(above.bounds) < whole):
            return True
        if above is not node and above.role.endswith(_LISTS):
            return True
    return False


def _is_title(node: Node, size: Size) -> bool:
    """Tell whether a node is a title by its resource-id, lies in a bar, or stands beside a button at the top."""
    if _NAMED_TITLE.search(node.resource_id.rpartition("/")[2]):
        return True
    bar = node.parent
    if bar is None or "Toolbar" in bar.role or _in_bar_name(bar):
        return bar is not None
    middle = (node.bounds[1] + node.bounds[3]) // 2
    beside = (n for n in walk(bar) if n is not node and n.clickable and n.bounds[1] <= middle < n.bounds[3])
    return middle <= _BAR * size[1] and any(2 * area(n.bounds) < size[0] * size[1] for n in beside)


def _in_bar_name(node: Node) -> bool:
    return bool(_BARS.search(node.resource_id.rpartition("/")[2]))


def as_heading(words: str) -> str:
    """Return words as a heading keeps them: with "#" for each number, and at most 60 letters."""
    return re.sub(r"\d+", "#", words)[:_MOST_LETTERS]
