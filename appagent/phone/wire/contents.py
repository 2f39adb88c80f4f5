"""Shell commands of services: content, over the settings and what apps provide, and those of cmd and svc."""

import re

from appagent.phone.providers import Provides, Row
from appagent.phone.wire.commands import Call, Command, CommandError, usage

_URI = re.compile(r"content://settings/(system|secure|global)(?:/([\w.]+))?")
_WHERE = re.compile(r"""name\s*=\s*(?:'([^']*)'|"([^"]*)")""")
_EQUAL = re.compile(r"""(\w+)\s*=\s*(?:'([^']*)'|"([^"]*)"|(\w+))""")
_BOUND = re.compile(r"(\w+):[sibfdlj]:(.*)", re.DOTALL)


def _content(call: Call) -> str:
    """Run content query|insert|update|delete --uri content://settings/... [--where name='x'] [--bind name:s:x ...]."""
    what = call.args[0] if call.args else ""
    uri, where = call.option("--uri") or "", call.option("--where")
    bound = dict[str, str]()
    while word := call.option("--bind"):
        found = _BOUND.fullmatch(word)
        if not found:
            raise CommandError(f"[ERROR] Illegal argument: --bind {word}\n")
        bound[found[1]] = found[2]
    place = _URI.fullmatch(uri)
    where_at = uri.removeprefix("content://").rstrip("/")
    if not place and (rows := _provided(call, where_at)) is not None:
        if what != "query":
            raise CommandError(f"Error while accessing provider:{where_at}\nit is only read on this phone\n")
        return _printed(rows, where, call.option("--projection"))
    if not place:
        raise CommandError(f"[ERROR] Could not find provider: {uri.removeprefix('content://').partition('/')[0]}\n")
    chosen = _WHERE.fullmatch(where) if where else None
    if where and not chosen:
        raise CommandError(f"Error while accessing provider:settings\nno such query on this phone: {where}\n")
    space, key = place[1], place[2] or (chosen and (chosen[1] or chosen[2])) or ""
    if what == "query":
        return _query(call, space, key)
    if what == "insert" and {"name", "value"} <= set(bound):
        call.system.set(space, bound["name"], bound["value"])
    elif what == "update" and key and "value" in bound:
        call.system.set(space, key, bound["value"])
    elif what == "delete" and key:
        call.system.set(space, key, None)
    else:
        raise usage(call)
    return ""


def _provided(call: Call, place: str) -> list[Row] | None:
    """Return the rows that an app provides at a place; None if no app does."""
    apps = (app for app in call.phone.packages.values() if isinstance(app, Provides))
    with call.phone.lock:
        return next((app.rows(place) for app in apps if place in app.provides), None)


def _printed(rows: list[Row], where: str | None, projection: str | None) -> str:
    """Print rows. where: "column=value", or None for all. projection: columns with colons between, or None for all."""
    chosen = _EQUAL.fullmatch(where) if where else None
    if where and not chosen:
        raise CommandError(f"Error while accessing provider\nno such query on this phone: {where}\n")
    columns = projection.split(":") if projection else list(rows[0]) if rows else []
    for name in [*columns, *([chosen[1]] if chosen else [])]:
        if rows and name not in rows[0]:
            raise CommandError(f"java.lang.IllegalArgumentException: Invalid column {name}\n")
    wanted = [row for row in rows if not chosen or str(row[chosen[1]]) == (chosen[2] or chosen[3] or chosen[4])]
    told = (", ".join(f"{name}={row[name]}" for name in columns) for row in wanted)
    return "".join(f"Row: {at} {line}\n" for at, line in enumerate(told)) or "No result found.\n"


def _query(call: Call, space: str, key: str) -> str:
    known = call.system.settings(space)
    if key and (value := call.system.setting(space, key)) is not None:
        known = {**known, key: value}
    rows = [(name, value) for name, value in known.items() if key in ("", name)]
    told = (f"Row: {at} _id={at + 1}, name={name}, value={value}\n" for at, (name, value) in enumerate(rows))
    return "".join(told) or "No result found.\n"


def _status_bar(call: Call) -> str:
    """Run cmd statusbar expand-notifications|expand-settings|collapse."""
    match call.args:
        case ["expand-notifications" | "expand-settings" as what]:
            call.phone.pull_shade(tiles=what == "expand-settings")
        case ["collapse"]:
            call.phone.pull_shade(down=False)
        case _:
            raise usage(call)
    return ""


def _wifi(call: Call) -> str:
    """Run cmd wifi status|set-wifi-enabled enabled|disabled."""
    match call.args:
        case ["status"]:
            return f"Wifi is {'enabled' if call.system.setting('global', 'wifi_on') == '1' else 'disabled'}\n"
        case ["set-wifi-enabled", "enabled" | "disabled" as state]:
            call.system.set("global", "wifi_on", str(int(state == "enabled")))
            return ""
    raise usage(call)


def _night(call: Call) -> str:
    """Run cmd uimode night [yes|no]."""
    if call.args[:1] != ["night"] or call.args[1:] not in ([], ["yes"], ["no"]):
        raise usage(call)
    if call.args[1:]:
        call.system.set("secure", "ui_night_mode", "2" if call.args[1] == "yes" else "1")
    return f"Night mode: {'yes' if call.system.setting('secure', 'ui_night_mode') == '2' else 'no'}\n"


def _svc(call: Call) -> str:
    """Run svc wifi|bluetooth enable|disable."""
    match call.args:
        case ["wifi" | "bluetooth" as what, "enable" | "disable" as state]:
            call.system.set("global", f"{what}_on", str(int(state == "enable")))
            return ""
    raise usage(call)


COMMANDS: dict[str, Command] = {
    "content": _content,
    "cmd statusbar": _status_bar,
    "cmd uimode": _night,
    "cmd wifi": _wifi,
    "svc": _svc,
}
