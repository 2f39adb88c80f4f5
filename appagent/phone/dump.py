"""Write boxes as the XML that UiAutomation's dump gives of them."""

import re
from collections.abc import Sequence
from functools import lru_cache

from appagent.phone import ui
from appagent.phone.layout import Bounds, Box, overlap

_BAD = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # not allowed in XML 1.0
_FLAG = ("false", "true")  # by whether it is so
_UNNAMED = 'NAF="true" '


def dump(roots: Sequence[tuple[Box, str]], rotation: int, display: Bounds, focused: Box | None) -> str:
    """Write the XML document of some windows, each a (root, package), in the order given.

    Attributes, their order and their quirks are those of `dumpWindowHierarchy` in uiautomator2's server.
    """
    lines = ["<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>", f'<hierarchy rotation="{rotation}">']
    for number, (root, package) in enumerate(roots):
        _node(lines, root, package, number, 1, display, focused)
    return "\r\n".join([*lines, "</hierarchy>"])


def _node(
    lines: list[str],
    box: Box,
    package: str,
    index: int,
    depth: int,
    display: Bounds,
    focused: Box | None,
    web: bool = False,
) -> None:
    """Write one node and those below it. web: it is in a web page, which also dumps nodes that are out of sight."""
    web = web or isinstance(box.widget, ui.Web)
    shown = [child for child in box.children if child.widget.in_tree and (web or child.seen)]
    pad = "  " * depth
    words = _attributes(box, package, index, display, focused, web)
    if not shown:
        lines.append(f"{pad}<node {words} />")
        return
    lines.append(f"{pad}<node {words}>")
    recycled = isinstance(box.widget, ui.List)
    for number, child in enumerate(shown):
        _node(lines, child, package, number if recycled else child.index, depth + 1, display, focused, web)
    lines.append(f"{pad}</node>")


def _attributes(box: Box, package: str, index: int, display: Bounds, focused: Box | None, web: bool) -> str:
    widget = box.widget
    entry = widget if isinstance(widget, ui.Field) else None
    hint = entry.hint if entry else ""
    text = "•" * len(widget.text) if entry and entry.password else widget.text
    text = text or hint  # Android shows the hint as the text of an empty field
    scrolls = isinstance(widget, ui.Scroll) and box.content_height > box.bounds[3] - box.bounds[1]
    seen, clickable = box.seen, widget.clickable
    left, top, right, bottom = overlap(seen or box.bounds, display) or box.bounds
    if web and not seen:
        left, top, right, bottom = _out_of_sight(box)
    name = widget.id if web else _full_id(widget.id, package)
    focusable = clickable or scrolls or bool(widget.on_touch or widget.on_double)
    has_cursor = focused is not None and box.path == focused.path and widget is focused.widget
    unnamed = clickable and widget.enabled and not _has_words(box)
    return (
        f'{_UNNAMED if unnamed else ""}index="{index}" text="{_escape(text)}" resource-id="{_escape(name)}" '
        f'class="{_escape(widget.cls)}" package="{_escape(package)}" content-desc="{_escape(widget.desc)}" '
        f'checkable="{_FLAG[isinstance(widget, ui.Checkable)]}" '
        f'checked="{_FLAG[isinstance(widget, ui.Checkable) and bool(widget.checked)]}" clickable="{_FLAG[clickable]}" '
        f'enabled="{_FLAG[bool(widget.enabled)]}" focusable="{_FLAG[focusable]}" focused="{_FLAG[has_cursor]}" '
        f'scrollable="{_FLAG[scrolls or widget.on_scroll is not None]}" '
        f'long-clickable="{_FLAG[widget.on_hold is not None or entry is not None]}" '
        f'password="{_FLAG[entry is not None and bool(entry.password)]}" selected="{_FLAG[bool(widget.selected)]}" '
        f'visible-to-user="true" bounds="[{left},{top}][{right},{bottom}]" drawing-order="{index + 1}" '
        f'hint="{_escape(hint)}" display-id="0"'
    )


def _out_of_sight(box: Box) -> Bounds:
    """Return the bounds that a WebView dumps for a node beyond its edges: upside down, or without any area."""
    (left, top, right, bottom), (_, above, _, below) = box.bounds, box.clip
    return (left, max(top, above), right, min(bottom, below)) if top >= below > above else (0, 0, 0, 0)


def _has_words(box: Box) -> bool:
    return bool(box.widget.text or box.widget.desc) or any(_has_words(child) for child in box.children)


def _full_id(name: str, package: str) -> str:
    return name if not name or ":" in name else f"{package}:id/{name}"


@lru_cache(maxsize=4096)  # most are the same few names and words
def _escape(value: str) -> str:
    clean = _BAD.sub(".", value)
    for mark, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("\n", "&#10;")):
        clean = clean.replace(mark, entity)
    return clean
