"""Shell commands that do not depend on Android: files, text, processes."""

import hashlib
import posixpath
import stat
import time
from datetime import UTC, datetime
from functools import lru_cache

from appagent.phone.wire.commands import Call, Command, CommandError
from appagent.phone.wire.files import Entry

_PS = "{:<12} {:>6} {:>5} {:>9} {:>6} {:<16} {:>8} {} {}\n"


def _cat(call: Call) -> bytes:
    return b"".join(_content(call, path) for path in call.args) if call.args else call.given or b""


def _content(call: Call, path: str) -> bytes:
    try:
        return call.files.read(path)
    except OSError as error:
        raise _failed(call, path, error) from error


def _md5sum(call: Call) -> str:
    return "".join(f"{_md5(_content(call, path))}  {path}\n" for path in call.args)


@lru_cache(maxsize=1)  # uiautomator2 asks for that of its server, which has 4 MB, each time that it connects
def _md5(content: bytes) -> str:
    return hashlib.md5(content, usedforsecurity=False).hexdigest()


def _ls(call: Call) -> str:
    """List names, one a line; -l long, -d the folder itself; -a, -1 and -A change nothing here."""
    flags = "".join(arg[1:] for arg in call.args if arg.startswith("-"))
    paths = [arg for arg in call.args if not arg.startswith("-")] or ["."]
    lines: list[str] = []
    for path in paths:
        try:
            entry = call.files.stat(path)
            whole = entry.is_folder and "d" not in flags
            names = call.files.names(path) if whole else [path]
            for name in names:
                at = posixpath.join(path, name) if whole else path
                lines.append(_long(name, call.files.stat(at)) if "l" in flags else name)
        except OSError as error:
            raise _failed(call, path, error) from error
    return "".join(f"{line}\n" for line in lines)


def _long(name: str, entry: Entry) -> str:
    when = datetime.fromtimestamp(entry.mtime, UTC).strftime("%Y-%m-%d %H:%M")
    return f"{stat.filemode(entry.mode)} 1 shell shell {len(entry.content):>8} {when} {name}"


def _rm(call: Call) -> str:
    flags = "".join(arg[1:] for arg in call.args if arg.startswith("-"))
    for path in (arg for arg in call.args if not arg.startswith("-")):
        try:
            call.files.remove(path, folders="r" in flags or "R" in flags)
        except FileNotFoundError as error:
            if "f" not in flags:
                raise _failed(call, path, error) from error
        except OSError as error:
            raise _failed(call, path, error) from error
    return ""


def _mkdir(call: Call) -> str:
    parents = call.take("-p")
    for path in call.args:
        try:
            call.files.make_folder(path, parents=parents)
        except OSError as error:
            raise _failed(call, path, error) from error
    return ""


def _failed(call: Call, path: str, error: OSError) -> CommandError:
    return CommandError(f"{call.name}: {path}: {error.strerror}\n")


def _echo(call: Call) -> str:
    bare = call.args[:1] == ["-n"]
    return " ".join(call.args[1:]) if bare else " ".join(call.args) + "\n"


def _ps(call: Call) -> str:
    lines = [_PS.format("USER", "PID", "PPID", "VSZ", "RSS", "WCHAN", "ADDR", "S", "NAME")]
    processes = {"system_server": 612, **call.system.processes()}
    for number, (name, pid) in enumerate(processes.items()):
        user = f"u0_a{100 + number}" if "." in name else "system"
        lines.append(_PS.format(user, pid, 300, 13971520, 98304, "do_epoll_wait", 0, "S", name))
    return "".join(lines)


def _pidof(call: Call) -> str:
    found = [str(pid) for name, pid in call.system.processes().items() if name in call.args]
    if not found:
        raise CommandError("")
    return " ".join(found) + "\n"


def _sleep(call: Call) -> str:
    try:
        call.system.poll(float(call.args[0]))
    except (ValueError, IndexError):
        raise CommandError(f"sleep: not a number of seconds: {' '.join(call.args)}\n") from None
    return ""


def _date(call: Call) -> str:
    if call.args == ["+%s"]:
        return f"{int(time.time())}\n"
    form = call.args[0][1:] if call.args and call.args[0].startswith("+") else "%a %b %d %H:%M:%S UTC %Y"
    return f"{call.phone.local_time():{form}}\n"


def _true(call: Call) -> str:
    return ""


def _false(call: Call) -> str:
    raise CommandError("")


COMMANDS: dict[str, Command] = {
    "cat": _cat,
    "date": _date,
    "echo": _echo,
    "false": _false,
    "ls": _ls,
    "md5sum": _md5sum,
    "mkdir": _mkdir,
    "pidof": _pidof,
    "ps": _ps,
    "rm": _rm,
    "sleep": _sleep,
    "true": _true,
}
