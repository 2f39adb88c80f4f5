"""Match uiautomator2's selectors, `d(text="OK").child(...)`, against the nodes of the screen.

A selector is the object that the client sends: fields with their values, "childOrSibling" with its
"childOrSiblingSelector". Source: UiSelector and BySelector of androidx.test.uiautomator.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

import re2

from appagent.phone.wire.nodes import Node, Tree, bounds

Selector = Mapping[str, Any]

_QUIET = re2.Options()
_QUIET.dot_nl, _QUIET.log_errors = True, False


@lru_cache
def _expression(pattern: str) -> Any:
    """Compile a pattern to match in linear time; one that looks around or back, which has no such way, as Java does.

    Raises re.error for a bad one.
    """
    try:
        return re2.compile(pattern, _QUIET)
    except re2.error:
        return re.compile(pattern, re.DOTALL)


_TESTS: dict[str, Callable[[str, str], bool]] = {
    "": lambda value, wanted: value == wanted,
    "Contains": lambda value, wanted: wanted in value,
    "StartsWith": lambda value, wanted: value.startswith(wanted),
    "Matches": lambda value, wanted: bool(_expression(wanted).fullmatch(value)),
}
_WORDS = {
    "text": "text",
    "description": "content-desc",
    "className": "class",
    "packageName": "package",
    "resourceId": "resource-id",
}
_FLAGS = {
    "checkable": "checkable",
    "checked": "checked",
    "clickable": "clickable",
    "longClickable": "long-clickable",
    "scrollable": "scrollable",
    "enabled": "enabled",
    "focusable": "focusable",
    "focused": "focused",
    "selected": "selected",
}


def find(tree: Tree, selector: Selector, active_only: bool = False) -> list[Node]:
    """Find all nodes that a selector matches, the active window's first. Raises re.error for a bad expression."""
    windows = tree.active if active_only else tree.windows
    found = _chosen((node for window in windows for node in window.iter("node")), selector)
    steps = zip(selector.get("childOrSibling") or (), selector.get("childOrSiblingSelector") or (), strict=False)
    for kind, step in steps:
        scopes = found if kind == "child" else [tree.parents[n] for n in found if n in tree.parents]
        inside = dict.fromkeys(node for scope in scopes for node in tree.below(scope))
        found = _chosen(inside, step)
    return found


def info(node: Node) -> dict[str, object]:
    """Return the facts of a node that `d(...).info` shows."""
    left, top, right, bottom = bounds(node)
    box = {"bottom": bottom, "left": left, "right": right, "top": top}
    return {
        "bounds": box,
        "childCount": len(node),
        "className": node.get("class"),
        "contentDescription": node.get("content-desc"),
        "packageName": node.get("package"),
        "resourceName": node.get("resource-id") or None,
        "text": node.get("text"),
        "visibleBounds": box,
        **{name: node.get(attribute) == "true" for name, attribute in _FLAGS.items()},
    }


def _chosen(nodes: Iterable[Node], selector: Selector) -> list[Node]:
    found = [node for node in nodes if _matches(node, selector)]
    if "instance" in selector:
        number = int(selector["instance"])
        return found[number : number + 1]
    return found


def _matches(node: Node, selector: Selector) -> bool:
    for name, wanted in selector.items():
        if name in _FLAGS:
            if (node.get(_FLAGS[name]) == "true") != wanted:
                return False
        elif name == "index":
            if node.get("index") != str(wanted):
                return False
        else:
            word = next((word for word in _WORDS if name.startswith(word)), "")
            test = _TESTS.get(name[len(word) :]) if word else None
            if test and not test(node.get(_WORDS[word], ""), str(wanted)):
                return False
    return True
