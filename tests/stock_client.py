"""An app on the virtual phone as a stock client sees it, and what its own tree shows to touch; no app is named."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import uiautomator2
from lxml import etree

from appagent.phone import Phone

Bounds = tuple[int, int, int, int]
Node = Any  # an element of lxml's, which has no types

LATIN = "com.google.android.inputmethod.latin/com.android.inputmethod.latin.LatinIME"
HOME = "com.android.launcher3"
FIELD = "android.widget.EditText"
WORDS = 'Grüße, 你好 👋 "it\'s" $(reboot); rm -rf / && `id` | %s \\n'


@dataclass
class ClientView:
    """A phone with an app in front as if it had just been start_fresh, and a client that is connected to it."""

    d: uiautomator2.Device
    phone: Phone
    package: str
    prepare: Callable[[Phone], object] | None = None  # what is done to it before the client looks

    def __post_init__(self) -> None:
        self.begin()
        self.first = self.phone.hierarchy()

    def begin(self) -> None:
        """Show the first screen, as it is before anybody has touched it."""
        start_fresh(self.phone, self.package)
        if self.prepare:
            self.prepare(self.phone)

    @cached_property
    def tree(self) -> Node:
        """Of the app's first screen: every window's nodes."""
        return etree.fromstring(self.first.encode())

    def all(self, test: str, **values: object) -> list[Node]:
        """The nodes that pass an XPath test, in the order of the dump; values: of its variables."""
        return list(self.tree.xpath(f"//node[{test}]", **values))

    def own(self, test: str, **values: object) -> list[Node]:
        """Those of them in the window in front, which is the only one that a client counts in."""
        return [node for node in self.all(test, **values) if window_of(node).get("package") == self.package]

    @cached_property
    def worded(self) -> Node:
        """The first node of the app with the longest of its words, where what has them first can be seen."""
        for words in sorted(plain_words(self.tree, self.package), key=len, reverse=True):
            if seen(self.all("@text=$w or @content-desc=$w", w=words)[0]):
                return self.own("@text=$w", w=words)[0]
        raise LookupError(f"{self.package} shows no words")

    @property
    def words(self) -> str:
        return str(self.worded.get("text"))

    @property
    def same(self) -> list[Node]:
        """All that have these words in any way."""
        return self.all("@text=$w or @content-desc=$w or @resource-id=$w", w=self.words)

    @cached_property
    def named(self) -> Node:
        """A node with a description, of the app if it has any."""
        return (self.own("@content-desc!=''") or self.all("@content-desc!=''"))[0]

    @cached_property
    def button(self) -> Node:
        """The first of the app's that can be clicked; where it draws all of it itself, what it draws on."""
        kinds = ("@clickable='true'", "@focusable='true'")
        return next(node for kind in kinds for node in self.own(f"{kind} and @enabled='true'") if seen(node))

    @cached_property
    def scroller(self) -> Node | None:
        """The first that scrolls, if any does."""
        return next(iter(self.own("@scrollable='true'")), None)

    def at(self, x: float, y: float) -> tuple[int, int]:
        """A place on the display by its parts of the width and the height; px."""
        return int(self.phone.size[0] * x), int(self.phone.size[1] * y)

    def to_field(self) -> bool:
        """Put the cursor into a field of the app's first screen, or one tap away from it; False if there is none."""
        way = way_to_field(self.package, self.phone.size)
        for point in way:
            self.d.click(*point)
        return bool(way)

    def found(self, node: Node) -> uiautomator2.UiObject:
        """A node of the first screen as the client finds it: by its class, and which of them it is."""
        same = self.own("@class=$kind", kind=node.get("class"))
        return self.d(className=node.get("class"), instance=same.index(node))

    def last(self, *facts: str) -> list[object]:
        """Facts about the last gesture that arrived, as a check reads them over the wire."""
        gesture = json.loads(self.d.shell("dumpsys appagent taps").output)[-1]
        return [gesture.get(fact) for fact in facts]

    def touched(self, node: Node, kind: str = "tap") -> bool:
        """Whether the last gesture was of a kind, and on a node of the first screen."""
        (did, x, y), (left, top, right, bottom) = self.last("kind", "x", "y"), bounds(node)
        return did == kind and left <= x < right and top <= y < bottom


Call = Callable[[ClientView], tuple[object, object]]  # what a client says, and what it should say


def both(first: object, second: object) -> object:
    """Do one thing, tell the other."""
    return second


def start_fresh(phone: Phone, package: str) -> None:
    """Bring an app to the front of a phone that nobody has used."""
    phone.rotate(0)
    phone.press("wakeup")
    phone.input_method, phone.last_toast, phone.clipboard = LATIN, None, ""
    for running in phone.running:
        phone.clear(running)
    phone.start(package)


def parsed(phone: Phone) -> Node:
    return etree.fromstring(phone.hierarchy().encode())


def plain_words(tree: Node, package: str) -> list[str]:
    """Texts of an app that can be written between any quotes, in the order of the dump."""
    texts = tree.xpath("//node[@package=$package]/@text", package=package)
    return [str(text) for text in texts if re.fullmatch(r"[^'\"\\\n]+", text)]


def window_of(node: Node) -> Node:
    """The root of the window that a node is in."""
    return [node, *node.iterancestors("node")][-1]


def bounds(node: Node) -> Bounds:
    """Left, top, right, bottom; px."""
    left, top, right, bottom = map(int, re.findall(r"-?\d+", node.get("bounds")))
    return left, top, right, bottom


def seen(node: Node) -> bool:
    """Whether it has any area, which what is out of sight in a web page has not."""
    left, top, right, bottom = bounds(node)
    return left < right and top < bottom


def centre(node: Node) -> tuple[int, int]:
    left, top, right, bottom = bounds(node)
    return (left + right) // 2, (top + bottom) // 2


@cache
def way_to_field(package: str, size: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    """Where to tap, from an app's first screen on, to have the cursor in a field for words; nothing if one tap more
    than the field's own is needed. size: the phone's, px."""
    phone = Phone(time_scale=0, size=size)
    for way in ((), *((centre(button),) for button in _buttons(phone, package))):
        start_fresh(phone, package)
        for point in way:
            phone.tap(*point)
        for field in parsed(phone).xpath("//node[@package=$package and @class=$field]", package=package, field=FIELD):
            phone.tap(*centre(field))
            if phone.set_text(WORDS) and phone.focused_text() == WORDS:
                return (*way, centre(field))
    return ()


def _buttons(phone: Phone, package: str) -> list[Node]:
    start_fresh(phone, package)
    return list(parsed(phone).xpath("//node[@package=$package and @clickable='true']", package=package))
