"""Calls of stock uiautomator2 that do something to any app: what came of each, beside what should have.

What a call touches it takes from what is on the screen; each begins on the app's first one.
"""

import contextlib
from collections.abc import Callable

import uiautomator2
from stock_client import FIELD, HOME, WORDS, Call, ClientView, both, bounds, centre, parsed, plain_words


def landscape(s: ClientView) -> tuple[object, object]:
    """The display is turned, and all that is told of it agrees: what is on it goes to its edges and no further."""
    width, height = s.phone.size
    s.d.set_orientation("left")
    _, _, right, low = (max(edges) for edges in zip(*map(bounds, parsed(s.phone).xpath("//node")), strict=True))
    told = (s.d.orientation, s.phone.rotation, s.d.window_size(), s.d.screenshot().size, (right, low))
    return told, ("left", 1, (height, width), (height, width), (height, width))


def clicked(s: ClientView, click: Callable[[uiautomator2.UiObject], object]) -> tuple[object, object]:
    """A click on the app's first button lands on it."""
    click(s.found(s.button))
    return s.touched(s.button), True


def scrolled(s: ClientView) -> tuple[object, object]:
    """To the end and back, a screenful at a time; what does not scroll is no element."""
    scroller = s.d(scrollable=True, packageName=s.package)
    if s.scroller is None:
        with contextlib.suppress(uiautomator2.UiObjectNotFoundError):
            scroller.scroll()
            return "scrolled", "nothing that scrolls"
        return bool(scroller.exists), False
    told = [scroller.scroll(), s.phone.hierarchy() != s.first, scroller.scroll.toEnd(), scroller.scroll()]
    told += [scroller.scroll.backward(), scroller.scroll.toBeginning(), scroller.scroll.backward()]
    return [*told, s.phone.hierarchy() == s.first], [True, True, True, False, True, True, False, True]


def flung(s: ClientView) -> tuple[object, object]:
    scroller = s.d(scrollable=True, packageName=s.package)
    if s.scroller is None:
        return scroller.count, 0
    told = [scroller.fling(), scroller.fling.toEnd(), scroller.fling(), scroller.fling.toBeginning()]
    return [*told, s.phone.hierarchy() == s.first], [True, True, False, True, True]


def scrolled_to(s: ClientView) -> tuple[object, object]:
    """What stands at the end of a list is found from its beginning; what is nowhere is not."""
    scroller = s.d(scrollable=True, packageName=s.package)
    if s.scroller is None:
        return scroller.count, 0
    scroller.scroll.toEnd()
    last = plain_words(parsed(s.phone), s.package)[-1]
    scroller.scroll.toBeginning()
    told = [scroller.scroll.to(text=last), bool(s.d(text=last).exists), scroller.scroll.to(text="nowhere at all")]
    return told, [True, True, False]


def set_text(s: ClientView) -> tuple[object, object]:
    """A field takes the words; where there is none, nothing has the cursor."""
    if not s.to_field():
        return (s.d(className=FIELD).count, s.phone.focused_text()), (0, None)
    field = s.d(className=FIELD, focused=True)
    field.set_text(WORDS)
    told = [field.get_text(), s.phone.focused_text()]
    field.clear_text()
    hint = parsed(s.phone).xpath("//node[@focused='true']/@hint")[0]
    return [*told, s.phone.focused_text(), field.get_text()], [WORDS, WORDS, "", hint]


def send_keys(s: ClientView) -> tuple[object, object]:
    """By way of the clipboard, to the end of what is there."""
    there = s.to_field()
    s.d.clear_text()
    s.d.send_keys("one ")
    s.d.send_keys(WORDS)
    told = s.phone.focused_text(), s.d.clipboard
    return told, (f"one {WORDS}" if there else None, WORDS)


def typed_keys(s: ClientView) -> tuple[object, object]:
    there = s.to_field()
    s.d.clear_text()
    for key in (36, 37, 37, "del"):
        s.d.press(key)
    return s.phone.focused_text(), "hi" if there else None


def keyboard_hidden(s: ClientView) -> tuple[object, object]:
    """The key back puts the keyboard away and leaves the page."""
    there = s.to_field()
    before = s.phone.foreground
    told = [s.phone.keyboard_shown, bool(s.d(packageName="com.google.android.inputmethod.latin").exists)]
    if there:
        s.d.press("back")
    return [*told, s.phone.keyboard_shown, s.phone.foreground], [there, there, False, before]


def watched(s: ClientView) -> tuple[object, object]:
    """A watcher clicks what it waits for."""
    s.d.watcher.reset()
    s.d.watcher.when(s.words).click()
    told = s.d.watcher.run()
    s.d.watcher.reset()
    return (told, s.touched(s.same[0])), (True, True)


def restarted(s: ClientView) -> tuple[object, object]:
    """An app that is stopped begins at its first page."""
    first = s.d.app_current()["activity"]
    s.d.click(*centre(s.button))
    s.d.app_start(s.package, stop=True)
    return s.d.app_current()["activity"], first


def left(s: ClientView) -> tuple[object, object]:
    """The key back leads out of an app, from its first screen and those that are on its way."""
    for _ in range(4):
        s.d.press("back")
    return s.d.app_current()["package"], HOME


DEEDS: dict[str, Call] = {
    "landscape": landscape,
    "landscape and back": lambda s: (
        both([s.d.set_orientation("right"), s.d.set_orientation("natural")], s.d.dump_hierarchy()),
        s.first,
    ),
    # Fingers and keys
    "click": lambda s: (both(s.d.click(*centre(s.button)), s.touched(s.button)), True),
    "click: percent": lambda s: (both(s.d.click(0.5, 0.25), s.last("kind", "x", "y")), ["tap", *s.at(0.5, 0.25)]),
    "click: element": lambda s: clicked(s, lambda found: found.click()),
    "click: corner": lambda s: clicked(s, lambda found: found.click(offset=(0.1, 0.1))),
    "click_exists": lambda s: clicked(s, lambda found: found.click_exists()),
    "xpath: click": lambda s: (both(s.d.xpath(s.words).click(), s.touched(s.same[0])), True),
    "long_click": lambda s: (both(s.d.long_click(*centre(s.button)), s.touched(s.button, "long_press")), True),
    "long_click: element": lambda s: (
        both(s.found(s.button).long_click(), s.touched(s.button, "long_press")),
        True,
    ),
    "double_click": lambda s: (
        both(s.d.double_click(*centre(s.button), duration=0.01), [t["kind"] for t in s.phone.taps()[-2:]]),
        ["tap"] * 2,
    ),
    "swipe": lambda s: (
        both(s.d.swipe(*s.at(0.5, 0.6), *s.at(0.5, 0.3), 0.1), s.last("kind", "x", "y", "to")),
        ["swipe", *s.at(0.5, 0.6), list(s.at(0.5, 0.3))],
    ),
    "swipe: element": lambda s: (
        both(s.d(text=s.words).swipe("up"), s.last("kind", "to")),
        ["swipe", [centre(s.worded)[0], bounds(s.worded)[1]]],
    ),
    "swipe_ext": lambda s: (
        both(s.d.swipe_ext("up", box=(0, 0, *s.at(1, 0.5)), scale=1), s.last("kind", "to")),
        ["swipe", list(s.at(0.5, 0))],
    ),
    "swipe_points": lambda s: (
        both(s.d.swipe_points([(9, 9), (5, 50), (9, 90)], 0.1), s.last("kind", "to")),
        ["swipe", [9, 90]],
    ),
    "drag": lambda s: (
        both(s.d.drag(*s.at(0.5, 0.6), *s.at(0.4, 0.3)), s.last("kind", "to")),
        ["swipe", list(s.at(0.4, 0.3))],
    ),
    "drag_to": lambda s: (
        both(s.d(text=s.words).drag_to(*s.at(0.4, 0.3)), s.last("kind", "to")),
        ["swipe", list(s.at(0.4, 0.3))],
    ),
    "drag_to: element": lambda s: (
        both(s.d(text=s.words).drag_to(resourceId="android:id/content"), s.last("kind", "to")),
        ["swipe", list(centre(s.own("@resource-id='android:id/content'")[0]))],
    ),
    "touch": lambda s: (both(s.d.touch.down(9, 99).move(9, 50).up(9, 9), s.last("kind", "to")), ["swipe", [9, 9]]),
    "scroll": scrolled,
    "scroll.to": scrolled_to,
    "fling": flung,
    "press: home": lambda s: (both(s.d.press("home"), s.d.app_current()["package"]), HOME),
    "press: back": left,
    "press: code": lambda s: (both(s.d.press(66), s.last("kind", "key")), ["key", "enter"]),
    "keyevent": lambda s: (both(s.d.keyevent("home"), s.d.app_current()["package"]), HOME),
    "long_press": lambda s: (both(s.d.long_press("home"), s.last("kind", "key")), ["key", "home"]),
    "screen_off": lambda s: (both(s.d.screen_off(), (s.d.info["screenOn"], s.phone.screen_on)), (False, False)),
    "screen_on": lambda s: (both([s.d.screen_off(), s.d.screen_on()], s.d.info["screenOn"]), True),
    "unlock": lambda s: (both([s.d.screen_off(), s.d.unlock()], s.d.info["screenOn"]), True),
    "watcher": watched,
    # Words
    "set_text": set_text,
    "send_keys": send_keys,
    "press: letters": typed_keys,
    "keyboard": keyboard_hidden,
    # Apps
    "app_start": lambda s: (
        both([s.d.press("home"), s.d.app_start(s.package, wait=True)], s.d.app_current()["package"]),
        s.package,
    ),
    "app_start: activity": lambda s: (
        both([s.d.press("home"), s.d.app_start(s.package, ".MainActivity")], s.d.app_current()["package"]),
        s.package,
    ),
    "app_start: stop": restarted,
    "app_stop": lambda s: (
        both(s.d.app_stop(s.package), (s.d.app_current()["package"], s.d.app_list_running())),
        (HOME, [HOME]),
    ),
    "app_clear": lambda s: (both(s.d.app_clear(s.package), s.d.app_current()["package"]), HOME),
}
