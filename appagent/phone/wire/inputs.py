"""Shell commands for the screen, touch, keys and keyboards: input, screencap, uiautomator, wm, ime, settings."""

import re

from appagent.phone.wire import keys, nodes
from appagent.phone.wire.commands import Call, Command, CommandError, usage
from appagent.phone.wire.system import Point

_SOURCES = ("touchscreen", "keyboard", "mouse", "touchpad", "dpad", "stylus")
_SWIPE_MS = 300.0
_SIZE = re.compile(r"([1-9]\d{2,3})x([1-9]\d{2,3})")  # from 100 to 9999 px, as a phone's display has
_IDLE_S, _LONGEST_S = 1.0, 10.0  # how long nothing may move before a dump, and how long it waits for that
_LOOK_S = 0.25
_DUMP_FILE = "/sdcard/window_dump.xml"


def _input(call: Call) -> str:
    """Run input [source] [-d display] tap|swipe|draganddrop|text|keyevent ..."""
    words = list(call.args)
    if words[:1] and words[0] in _SOURCES:
        words.pop(0)
    if words[:1] == ["-d"]:
        del words[:2]
    match words:
        case ["tap", x, y]:
            call.system.tap(*_point(x, y), 0.0)
        case ["draganddrop", x1, y1, x2, y2, *ms]:
            call.system.drag(_point(x1, y1), _point(x2, y2), (_number(ms[0]) if ms else _SWIPE_MS) / 1000)
        case ["swipe", x1, y1, x2, y2, *ms]:
            path = [_point(x1, y1), _point(x2, y2)]
            call.system.swipe(path, (_number(ms[0]) if ms else _SWIPE_MS) / 1000)
        case ["text", *texts] if texts:
            _type(call, " ".join(texts))
        case ["motionevent", ("DOWN" | "MOVE" | "UP" | "CANCEL") as what, x, y]:
            call.system.motion(what, _point(x, y))
        case ["keyevent", *names]:
            for name in names:
                if not name.startswith("--"):
                    _press(call, name)
        case ["keycombination", *names]:
            _combination(call, names[2:] if names[:1] == ["-t"] else names)
        case _:
            raise usage(call)
    return ""


def _type(call: Call, text: str) -> None:
    """Type plain ASCII, with %s for a space; for other characters Android has no key presses and fails."""
    if not text.isascii():
        raise CommandError("java.lang.NullPointerException: Attempt to get length of null array\n", 255)
    typed = text.replace("%s", " ")
    if _take_selected(call):
        call.phone.set_text(typed)
    else:
        call.phone.type_text(typed)


def _press(call: Call, name: str) -> None:
    if keys.named(name) in ("del", "forward_del") and _take_selected(call):
        call.phone.set_text("")
    else:
        keys.press(call.phone, name)


def _combination(call: Call, names: list[str]) -> None:
    """Press two keys together: Ctrl with A, C, X or V. Nothing else here takes keys that are pressed together."""
    first, *others = map(keys.named, names or [""])
    if first not in ("ctrl_left", "ctrl_right") or len(others) != 1 or others[0] not in "acxv":
        raise CommandError(f"Error: this phone takes Ctrl with A, C, X or V, not {' '.join(names)}\n", 255)
    phone, text = call.phone, call.phone.focused_text()
    match others[0]:
        case "a":
            call.system.selected = text
        case "v":
            whole = _take_selected(call)
            (phone.set_text if whole else phone.type_text)(phone.clipboard)
        case key if text and text == call.system.selected:
            phone.clipboard = text
            if key == "x":
                phone.set_text("")


def _take_selected(call: Call) -> bool:
    """Tell whether the whole text of the field with the cursor is selected, and let it be so no more."""
    text, call.system.selected = call.system.selected, None
    return bool(text) and text == call.phone.focused_text()


def _point(x: str, y: str) -> Point:
    return int(_number(x)), int(_number(y))


def _number(word: str) -> float:
    try:
        return float(word)
    except ValueError:
        raise CommandError(f"Error: Invalid arguments: '{word}' is not a number\n", 255) from None


def _screencap(call: Call) -> bytes:
    """Run screencap [-p] [-d display] [FILE]."""
    plain = call.take("-p")
    call.option("-d")  # there is one display
    path = call.args[0] if call.args else ""
    picture = call.system.frames.png() if plain or path.endswith(".png") else call.system.frames.raw()
    if not path:
        return picture
    return _saved(call, path, picture)


def _uiautomator(call: Call) -> bytes:
    """Run uiautomator dump [--compressed] [FILE]."""
    call.take("--compressed")
    if call.args[:1] != ["dump"]:
        raise usage(call)
    path = call.args[1] if len(call.args) > 1 else _DUMP_FILE
    if not _idle(call):  # the real one prints this, and exits with 0
        call.terminal.err(b"ERROR: could not get idle state.\n")
        return b""
    tree = call.system.tree()
    if not tree.active:  # the real one prints this, and exits with 0
        return b"ERROR: null root node returned by UiTestAutomationBridge.\n"
    xml = nodes.write_plain(tree).encode()
    said = f"UI hierchary dumped to: {path}\n".encode()  # as Android spells it
    return (xml if path == "/dev/tty" else _saved(call, path, xml)) + said


def _idle(call: Call) -> bool:
    """Wait until the screen has not changed for a second, at most ten; return whether it came to rest."""
    seen, still_s, passed_s = call.phone.hierarchy(), 0.0, 0.0
    while still_s < _IDLE_S and passed_s < _LONGEST_S and call.system.wait(_LOOK_S):
        now = call.phone.hierarchy()
        still_s, passed_s, seen = (still_s + _LOOK_S if now == seen else 0.0), passed_s + _LOOK_S, now
    return still_s >= _IDLE_S and not call.phone.hooks.restless()


def _saved(call: Call, path: str, content: bytes) -> bytes:
    try:
        call.files.write(path, content)
    except OSError as error:
        raise CommandError(f"{call.name}: {path}: {error.strerror}\n") from error
    return b""


def _wm(call: Call) -> str:
    phone = call.phone
    with phone.lock:
        width, height = phone.upright_size
        match call.args:
            case ["size"]:
                built = "x".join(map(str, phone.built_size))
                other = f"Override size: {width}x{height}\n" if phone.built_size != (width, height) else ""
                return f"Physical size: {built}\n{other}"
            case ["size", "reset"]:
                phone.resize(None)
                return ""
            case ["size", given] if size := _SIZE.fullmatch(given):
                phone.resize((int(size[1]), int(size[2])))
                return ""
            case ["density"]:
                return f"Physical density: {phone.density}\n"
            case ["dismiss-keyguard"]:
                phone.unlock()
                return ""
    raise usage(call)


def _ime(call: Call) -> str:
    keyboards = call.system.keyboards
    match call.args:
        case ["list", *flags]:
            ids = keyboards.ids() if "-a" in flags else keyboards.enabled()
            return "".join(f"{name}\n" if "-s" in flags else f"{name}:\n  mId={name}\n" for name in ids)
        case ["reset"]:
            keyboards.reset()
            return f"Reset current and enabled IMEs for user #0\n  Selected: {keyboards.current}\n"
        case ["set", name] if keyboards.choose(name):
            return f"Input method {name} selected for user #0\n"
        case ["enable", name] if keyboards.enable(name, True):
            return f"Input method {name}: now enabled for user #0\n"
        case ["disable", name] if keyboards.enable(name, False):
            return f"Input method {name}: now disabled for user #0\n"
        case ["set" | "enable" | "disable" as what, name]:
            done = {"set": "selected"}.get(what, f"{what}d")
            raise CommandError(f"Unknown input method {name} cannot be {done} for user #0\n", 255)
    raise usage(call)


def _settings(call: Call) -> str:
    """Run settings get|put|delete|list system|secure|global [KEY] [VALUE]."""
    if len(call.args) > 1 and call.args[1] not in ("system", "secure", "global"):
        raise CommandError(f"Invalid namespace '{call.args[1]}'\n", 255)
    match call.args:
        case ["get", space, key]:
            return f"{call.system.setting(space, key) or 'null'}\n"
        case ["put", space, key, value, *_]:
            call.system.set(space, key, value)
            return ""
        case ["delete", space, key]:
            there = call.system.setting(space, key) is not None
            call.system.set(space, key, None)
            return f"Deleted {int(there)} rows\n"
        case ["list", space]:
            return "".join(f"{key}={value}\n" for key, value in call.system.settings(space).items())
    raise usage(call)


COMMANDS: dict[str, Command] = {
    "ime": _ime,
    "input": _input,
    "screencap": _screencap,
    "settings": _settings,
    "uiautomator": _uiautomator,
    "wm": _wm,
}
