"""Translate Android's keys, by name or number, to the phone's own."""

from appagent.phone.core import Phone

_NAMES = {
    3: "home",
    4: "back",
    24: "volume_up",
    25: "volume_down",
    26: "power",
    66: "enter",
    67: "del",
    82: "menu",
    84: "search",
    111: "back",  # escape
    123: "end",
    160: "enter",  # on the number pad
    187: "recent",
    223: "sleep",
    224: "wakeup",
}
_TYPED = {
    **{7 + n: str(n) for n in range(10)},
    **{29 + n: chr(ord("a") + n) for n in range(26)},
    55: ",",
    56: ".",
    62: " ",
    69: "-",
    70: "=",
    76: "/",
    77: "@",
    81: "+",
}
_HELD = {113: "ctrl_left", 114: "ctrl_right"}
_ALIASES = {
    "app_switch": "recent",
    "delete": "del",
    "move_end": "end",
    "escape": "back",
    "numpad_enter": "enter",
    "space": " ",
}


def named(key: str) -> str:
    """Return a key's name as this phone has it.

    >>> named("29"), named("KEYCODE_A"), named("113"), named("KEYCODE_DEL")
    ('a', 'a', 'ctrl_left', 'del')
    """
    if key.isdecimal():
        return _TYPED.get(int(key)) or _NAMES.get(int(key)) or _HELD.get(int(key)) or key
    name = key.lower().removeprefix("keycode_")
    return _ALIASES.get(name, name)


def press(phone: Phone, key: int | str) -> bool:
    """Press a key: 66, "66", "enter", "ENTER" or "KEYCODE_ENTER". False when the phone has no such key."""
    if isinstance(key, int) or key.isdecimal():
        number = int(key)
        if number in _TYPED:
            return phone.type_text(_TYPED[number])
        return number in _NAMES and phone.press(_NAMES[number])
    name = named(key)
    return phone.type_text(name) if len(name) == 1 else phone.press(name)
