"""Calls of stock uiautomator2 that leave any app as it is: what each says, beside what the app's own tree says."""

import io
import re

from lxml import etree
from PIL import ImageChops
from stock_client import HOME, LATIN, WORDS, Call, ClientView, Node, both, bounds

_FLAGS = {
    "checkable": "checkable",
    "checked": "checked",
    "clickable": "clickable",
    "enabled": "enabled",
    "focusable": "focusable",
    "focused": "focused",
    "longClickable": "long-clickable",
    "scrollable": "scrollable",
    "selected": "selected",
}


def box(node: Node) -> dict[str, int]:
    return dict(zip(("left", "top", "right", "bottom"), bounds(node), strict=True))


def dp(s: ClientView) -> tuple[int, int]:
    width, height = s.phone.size
    return round(width * 160 / s.phone.density), round(height * 160 / s.phone.density)


def looks_alike(s: ClientView) -> tuple[object, object]:
    """The JPEG is the picture, but for what JPEG loses."""
    shot, picture = s.d.screenshot(), s.phone.picture()
    lost = max(high for _, high in ImageChops.difference(shot, picture).getextrema())
    return (shot.size, shot.format, lost < 150), (s.phone.size, "JPEG", True)


def flags(s: ClientView) -> tuple[object, object]:
    told = {flag: s.d(**{flag: True}).count for flag in _FLAGS}
    return told, {flag: len(s.own(f"@{attribute}='true'")) for flag, attribute in _FLAGS.items()}


def facts(s: ClientView) -> tuple[object, object]:
    node, info = s.worded, s.d(text=s.words).info
    told = {name: info[name] for name in ("bounds", "visibleBounds", "className", "packageName", "text", "childCount")}
    told |= {flag: info[flag] for flag in _FLAGS}
    there = {"bounds": box(node), "visibleBounds": box(node), "className": node.get("class"), "text": s.words}
    there |= {"packageName": node.get("package"), "childCount": len(node)}
    return told, there | {flag: node.get(attribute) == "true" for flag, attribute in _FLAGS.items()}


def below(s: ClientView) -> tuple[object, object]:
    """The nearest one below, which must share some of the width."""
    left, _, right, bottom = bounds(s.worded)
    gaps = [
        top - bottom
        for west, top, east, _ in map(bounds, s.own("@enabled='true'"))
        if max(west, left) < min(east, right) and top >= bottom
    ]
    found = s.d(text=s.words).down(enabled=True)
    return (found.info["bounds"]["top"] - bottom if found else None), min(gaps, default=None)


def children(s: ClientView) -> tuple[object, object]:
    inside = s.own("@clickable='true' and ancestor::node[@resource-id='android:id/content']")
    return s.d(resourceId="android:id/content").child(clickable=True).count, len(inside)


def siblings(s: ClientView) -> tuple[object, object]:
    """Those below the same parent, of every element with the words."""
    kind = s.worded.get("class")
    beside = {n for same in s.own("@text=$w", w=s.words) for n in same.getparent().xpath(".//node[@class=$k]", k=kind)}
    return s.d(text=s.words).sibling(className=kind).count, len(beside)


def xpath_facts(s: ClientView) -> tuple[object, object]:
    found = s.d.xpath(f'//*[@text="{s.words}"]').get()
    node = s.all("@text=$w", w=s.words)[0]
    told = (found.text, found.info["className"], found.attrib["package"], found.attrib["bounds"])
    return told, tuple(node.get(name) for name in ("text", "class", "package", "bounds"))


def carried(s: ClientView) -> tuple[object, object]:
    """What is pushed is there, with its size, and comes back; what is removed is not."""
    sync, there, content = s.d.adb_device.sync, "/sdcard/Download/new folder/ü.bin", bytes(range(256)) * 10
    s.d.push(io.BytesIO(content), there)
    told = [sync.stat(there).size, sync.read_bytes(there)]
    s.d.shell(["rm", "-r", "/sdcard/Download/new folder"])
    return [*told, sync.exists(there)], [len(content), content, False]


LOOKS: dict[str, Call] = {
    "info: package": lambda s: (s.d.info["currentPackageName"], s.package),
    "info: display": lambda s: ((s.d.info["displayWidth"], s.d.info["displayHeight"]), s.phone.size),
    "info: dp": lambda s: ((s.d.info["displaySizeDpX"], s.d.info["displaySizeDpY"]), dp(s)),
    "device_info": lambda s: ((s.d.device_info["serial"], s.d.device_info["sdk"]), (s.phone.serial, s.phone.sdk)),
    "window_size": lambda s: (s.d.window_size(), s.phone.size),
    "orientation": lambda s: (s.d.orientation, ("natural", "left", "upsidedown", "right")[s.phone.rotation]),
    "freeze_rotation": lambda s: (s.d.freeze_rotation(), None),
    "current_ime": lambda s: (s.d.current_ime(), LATIN),
    "dump_hierarchy": lambda s: (s.d.dump_hierarchy(), s.phone.hierarchy()),
    "dump_hierarchy: pretty": lambda s: (
        len(etree.fromstring(s.d.dump_hierarchy(pretty=True).encode()).xpath("//node")),
        len(s.all("true()")),
    ),
    "dump_hierarchy: depth": lambda s: (
        s.d.dump_hierarchy(max_depth=4).count("<node "),
        len(s.all("count(ancestor::node)<=4")),
    ),
    "dump_hierarchy: active": lambda s: (
        s.d.dump_hierarchy(root_in_active=True).count("<node "),
        len(s.own("true()")),
    ),
    "screenshot": looks_alike,
    "screenshot: display": lambda s: (s.d.screenshot(display_id=0).tobytes() == s.phone.picture().tobytes(), True),
    "screenshot: element": lambda s: (
        s.found(s.button).screenshot().size,
        (bounds(s.button)[2] - bounds(s.button)[0], bounds(s.button)[3] - bounds(s.button)[1]),
    ),
    "exists": lambda s: (bool(s.d(text=s.words).exists), True),
    "exists: not there": lambda s: (bool(s.d.exists(text=f"{s.words} nowhere")), False),
    "text": lambda s: (s.d(text=s.words).count, len(s.own("@text=$w", w=s.words))),
    "textContains": lambda s: (s.d(textContains=s.words[1:]).count, len(s.own("contains(@text,$w)", w=s.words[1:]))),
    "textStartsWith": lambda s: (
        s.d(textStartsWith=s.words[0]).count,
        len(s.own("starts-with(@text,$w)", w=s.words[0])),
    ),
    "textMatches": lambda s: (
        s.d(textMatches=f"{re.escape(s.words[0])}.+").count,
        len(s.own("starts-with(@text,$w) and string-length(@text)>1", w=s.words[0])),
    ),
    "description": lambda s: (
        s.d(description=s.named.get("content-desc")).info["bounds"],
        box((s.own("@content-desc=$w", w=s.named.get("content-desc")) or [s.named])[0]),
    ),
    "descriptionContains": lambda s: (
        s.d(descriptionContains="e").count,
        len(s.own("contains(@content-desc,'e')")),
    ),
    "descriptionStartsWith": lambda s: (
        s.d(descriptionStartsWith=s.named.get("content-desc")[:2]).count,
        len(s.own("starts-with(@content-desc,$w)", w=s.named.get("content-desc")[:2])),
    ),
    "className": lambda s: (
        s.d(className=s.worded.get("class")).count,
        len(s.own("@class=$kind", kind=s.worded.get("class"))),
    ),
    "resourceId": lambda s: (
        s.d(resourceId="android:id/content").info["bounds"],
        box(s.own("@resource-id='android:id/content'")[0]),
    ),
    "resourceIdMatches": lambda s: (
        s.d(resourceIdMatches=f"{re.escape(s.package)}:id/.*").count,
        len(s.own("starts-with(@resource-id,$id)", id=f"{s.package}:id/")),
    ),
    "packageName": lambda s: (s.d(packageName=s.package).count, len(s.own("@package=$p", p=s.package))),
    "packageName: another": lambda s: (bool(s.d(packageName="com.android.systemui").exists), True),
    "index": lambda s: (s.d(index=1).count, len(s.own("@index='1'"))),
    "flags": flags,
    "flags: false": lambda s: (
        s.d(clickable=False, enabled=True).count,
        len(s.own("@clickable='false' and @enabled='true'")),
    ),
    "instance": lambda s: (s.found(s.worded).info["bounds"], box(s.worded)),
    "[-1]": lambda s: (s.d(focusable=True)[-1].info["bounds"], box(s.own("@focusable='true'")[-1])),
    "iteration": lambda s: (
        [one.info["bounds"] for one in s.d(className=s.button.get("class"))],
        [box(node) for node in s.own("@class=$kind", kind=s.button.get("class"))],
    ),
    "info_list": lambda s: (
        [info["bounds"] for info in s.d(enabled=True).info_list()],
        [box(node) for node in s.own("@enabled='true'")],
    ),
    "info of an element": facts,
    "bounds": lambda s: (s.d(text=s.words).bounds(), bounds(s.worded)),
    "get_text": lambda s: (s.d(textContains=s.words).get_text(), s.own("contains(@text,$w)", w=s.words)[0].get("text")),
    "child": children,
    "sibling": siblings,
    "down": below,
    "wait": lambda s: (s.d(text=s.words).wait(timeout=1), True),
    "wait: not there": lambda s: (s.d(text=f"{s.words} nowhere").wait(timeout=0.05), False),
    "wait_gone": lambda s: (s.d(text=f"{s.words} nowhere").wait_gone(timeout=1), True),
    "xpath": lambda s: (len(s.d.xpath("//*[@clickable='true']").all()), len(s.all("@clickable='true'"))),
    "xpath: words": lambda s: (
        len(s.d.xpath(s.words).all()),
        len(s.same),
    ),
    "xpath: part": lambda s: (
        len(s.d.xpath(f"%{s.words[1:]}%").all()),
        len(s.all("contains(@text,$w) or contains(@content-desc,$w)", w=s.words[1:])),
    ),
    "xpath: class": lambda s: (
        len(s.d.xpath(f"//{s.worded.get('class')}").all()),
        len(s.all("@class=$kind", kind=s.worded.get("class"))),
    ),
    "xpath: an element": xpath_facts,
    "xpath: not there": lambda s: (s.d.xpath("//*[@text='nowhere']").exists, False),
    "shell": lambda s: (tuple(s.d.shell(["echo", WORDS])), (f"{WORDS}\n", 0)),
    "shell: status": lambda s: (s.d.shell("false && echo no || sh -c 'echo \"$?\"; false'").exit_code, 1),
    "shell: unknown": lambda s: (s.d.shell("frobnicate").exit_code, 127),
    "app_current": lambda s: (
        [s.d.app_current()[fact] for fact in ("package", "activity")],
        [s.package, f".{s.phone.foreground[1].removeprefix(s.package).removeprefix('.')}"],
    ),
    "app_info": lambda s: (s.d.app_info(s.package)["versionName"], s.phone.packages[s.package].version),
    "app_list": lambda s: (set(s.phone.packages) - set(s.d.app_list()), set()),
    "app_list: filter": lambda s: (s.d.app_list(s.package), [s.package]),
    "app_list_running": lambda s: (set(s.d.app_list_running()), {s.package, HOME}),
    "app_wait": lambda s: (s.d.app_wait(s.package, front=True) > 0, True),
    # What leaves the screen as it is
    "click_exists: not there": lambda s: (s.d(text=f"{s.words} nowhere").click_exists(), False),
    "press: unknown": lambda s: (s.d.press("camera"), False),
    "open_notification": lambda s: (s.d.open_notification(), True),
    "open_quick_settings": lambda s: (
        both(s.d.open_quick_settings(), bool(s.d(className="android.widget.Switch").exists)),
        True,
    ),
    "set_clipboard": lambda s: (both(s.d.set_clipboard(WORDS), (s.d.clipboard, s.phone.clipboard)), (WORDS, WORDS)),
    "toast": lambda s: (
        both(s.phone.show_toast("Saved"), (s.d.toast.get_message(), s.d.last_toast)),
        ("Saved", "Saved"),
    ),
    "toast: none": lambda s: (both([s.phone.show_toast("Saved"), s.d.clear_toast()], s.d.last_toast), None),
    "wait_activity": lambda s: (s.d.wait_activity(s.d.app_current()["activity"], timeout=1), True),
    "session": lambda s: (s.d.session(s.package, attach=True).running(), True),
    "push, pull": carried,
}
