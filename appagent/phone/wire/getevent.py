"""Shell commands getevent and sendevent: read what the touchscreen reports, and let a finger touch it.

Source: multi-touch-protocol.rst of Linux (type B); getevent.c and sendevent.c of Android.
"""

from itertools import islice

from appagent.phone.wire import touchscreen as touch
from appagent.phone.wire.commands import Call, Command, arriving, usage

_NAME = f'add device 1: {touch.DEVICE}\n  name:     "virtual_touchscreen"\n'
_TYPES = {touch.SYN: "EV_SYN", touch.KEY: "EV_KEY", touch.ABS: "EV_ABS"}
_CODES = {
    (touch.SYN, touch.REPORT): "SYN_REPORT",
    (touch.KEY, touch.TOUCH): "BTN_TOUCH",
    (touch.ABS, touch.SLOT): "ABS_MT_SLOT",
    (touch.ABS, touch.X): "ABS_MT_POSITION_X",
    (touch.ABS, touch.Y): "ABS_MT_POSITION_Y",
    (touch.ABS, touch.TRACKING): "ABS_MT_TRACKING_ID",
}


def _getevent(call: Call) -> str:
    """Run getevent [-plt] [-c COUNT] [DEVICE] until the client leaves, or for COUNT events.

    As on a real phone, it shows what touches the screen, and nothing of `input` or of uiautomator2.
    """
    most = call.option("-c")
    flags = "".join(arg[1:] for arg in call.args if arg.startswith("-"))
    devices = [arg for arg in call.args if not arg.startswith("-")]
    if not set(flags) <= set("plt") or devices not in ([], [touch.DEVICE]) or not (most or "0").isdecimal():
        raise usage(call)
    if "p" in flags:
        return _NAME + _abilities(call, "l" in flags)
    source, screen = "" if devices else f"{touch.DEVICE}: ", call.system.touchscreen
    seen = len(screen.events)
    call.terminal.out(b"" if devices else _NAME.encode())
    for event in islice(arriving(call, lambda: screen.events, seen), int(most) if most else None):
        stamp = f"[{event.at:15.6f}] " if "t" in flags else ""
        call.terminal.out(f"{stamp}{source}{_line(event, 'l' in flags)}\n".encode())
    return ""


def _abilities(call: Call, labels: bool) -> str:
    width, height = touch.panel(call.phone)
    lines = ["  events:", f"    KEY (0001): {_CODES[touch.KEY, touch.TOUCH] if labels else '014a'}"]
    tops = ((touch.SLOT, touch.SLOTS - 1), (touch.X, width - 1), (touch.Y, height - 1), (touch.TRACKING, 65535))
    for code, top in tops:
        name = f"{_CODES[touch.ABS, code]:<21}" if labels else f"{code:04x} "
        before = "    ABS (0003): " if code == touch.SLOT else " " * 16
        lines.append(f"{before}{name} : value 0, min 0, max {top}, fuzz 0, flat 0, resolution 0")
    return "\n".join([*lines, "  input props:", "    INPUT_PROP_DIRECT", ""])


def _line(event: touch.Event, labels: bool) -> str:
    value = f"{event.value & 0xFFFFFFFF:08x}"
    if not labels:
        return f"{event.kind:04x} {event.code:04x} {value}"
    value = {0: "UP", 1: "DOWN"}.get(event.value, value) if event.kind == touch.KEY else value
    kind = _TYPES.get(event.kind, f"{event.kind:04x}")
    return f"{kind:<12} {_CODES.get((event.kind, event.code), f'{event.code:04x}'):<20} {value:<20}"


def _sendevent(call: Call) -> str:
    """Run sendevent DEVICE TYPE CODE VALUE, all numbers decimal: a finger that touches the screen through the kernel.

    A real phone lets only root do that.
    """
    device, *numbers = call.args or [""]
    if device != touch.DEVICE or len(numbers) != 3 or not all(one.lstrip("-").isdecimal() for one in numbers):
        raise usage(call)
    call.system.touchscreen.write(*map(int, numbers))
    return ""


COMMANDS: dict[str, Command] = {"getevent": _getevent, "sendevent": _sendevent}
