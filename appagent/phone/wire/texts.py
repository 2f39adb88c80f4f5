"""Shell commands over texts and files that other tools pipe together: head, tail, wc, cp, mv, touch, chmod ..."""

import posixpath
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager

from appagent.phone.wire.commands import Call, Command, CommandError

_LINES = 10  # that head and tail print


@contextmanager
def naming(call: Call, path: str) -> Iterator[None]:
    """Raise CommandError in place of what the files raise in this block."""
    try:
        yield
    except OSError as error:
        raise CommandError(f"{call.name}: {path}: {error.strerror}\n") from error


def _head(call: Call) -> str | bytes:
    if (size := call.option("-c")) and size.isdecimal():
        return b"".join(text.encode()[: int(size)] for _, text in _texts(call, list(call.args)))
    count, texts = _counted(call)
    return "".join("".join(_lines(text)[:count]) for _, text in texts)


def _tail(call: Call) -> str:
    count, texts = _counted(call)
    return "".join("".join(_lines(text)[-count:] if count else []) for _, text in texts)


def _counted(call: Call) -> tuple[int, list[tuple[str, str]]]:
    """Return how many lines are wanted, by "-n 3" or "-3", and the texts."""
    short = [arg[1:] for arg in call.args if re.fullmatch(r"-\d+", arg)]
    given = call.option("-n") or "".join(short[:1]) or str(_LINES)
    if not given.isdecimal():
        raise CommandError(f"{call.name}: not a number: {given}\n")
    _, paths = _flags(call, "0123456789q")
    return int(given), _texts(call, paths)


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def _wc(call: Call) -> str:
    flags, words = _flags(call, "lwcm")
    told = ""
    for name, text in _texts(call, words):
        counts = {"l": text.count("\n"), "w": len(text.split()), "c": len(text.encode()), "m": len(text)}
        chosen = [counts[flag] for flag in "lwcm" if flag in (flags or "lwc")]
        told += " ".join(map(str, chosen)) + (f" {name}" if words else "") + "\n"
    return told


def _copy(call: Call) -> str:
    for path, target in _targets(call, "rRapfT"):
        with naming(call, path):
            call.files.write(target, call.files.read(path))
    return ""


def _move(call: Call) -> str:
    for path, target in _targets(call, "fT"):
        if posixpath.normpath(path) != posixpath.normpath(target):
            with naming(call, path):
                call.files.write(target, call.files.read(path))
                call.files.remove(path)
    return ""


def _targets(call: Call, known: str) -> list[tuple[str, str]]:
    """Return (path, target) for each file that is to be copied or moved. Folders are not: the phone says so."""
    _, words = _flags(call, known)
    if len(words) < 2:
        raise CommandError(f"{call.name}: Need 2 arguments\n")
    *paths, target = words
    try:
        into = call.files.stat(target).is_folder
    except OSError:
        into = False
    if len(paths) > 1 and not into:
        raise CommandError(f"{call.name}: '{target}' not directory\n")
    return [(path, posixpath.join(target, posixpath.basename(path)) if into else target) for path in paths]


def _touch(call: Call) -> str:
    flags, words = _flags(call, "cam")
    for path in words:
        try:
            call.files.touch(path, int(time.time()))
        except FileNotFoundError:
            if "c" not in flags:
                with naming(call, path):
                    call.files.write(path, b"")
    return ""


def _chmod(call: Call) -> str:
    _, words = _flags(call, "Rvf")
    if len(words) < 2 or not re.fullmatch("[0-7]{3,4}|[+](?:x|r|w|rx|rw|rwx)", words[0]):
        raise CommandError(f"chmod: bad mode '{''.join(words[:1])}'\n")
    mode, *paths = words
    for path in paths:
        with naming(call, path):
            call.files.change_mode(path, _mode(call, path, mode))
    return ""


def _mode(call: Call, path: str, mode: str) -> int:
    if mode[0] != "+":
        return int(mode, 8)
    return call.files.stat(path).mode | sum({"r": 0o444, "w": 0o222, "x": 0o111}[letter] for letter in mode[1:])


def _id(call: Call) -> str:
    short = {"-u": "2000", "-g": "2000", "-un": "shell", "-gn": "shell"}
    if call.args:
        return short.get("".join(call.args).replace(" -", ""), "") + "\n"
    return "uid=2000(shell) gid=2000(shell) groups=2000(shell),1004(input),1007(log) context=u:r:shell:s0\n"


def _uname(call: Call) -> str:
    facts = {
        "s": "Linux",
        "n": "localhost",
        "r": "6.1.0-android14",
        "v": "#1 SMP PREEMPT",
        "m": "aarch64",
    }
    flags, _ = _flags(call, "asnrvm")
    return " ".join(fact for flag, fact in facts.items() if flag in (flags or "s") or "a" in flags) + "\n"


def _flags(call: Call, known: str) -> tuple[str, list[str]]:
    """Return (flags, words) of a command. Raises CommandError for a flag that it does not know."""
    flags, words = "", list[str]()
    for arg in call.args:
        if arg.startswith("-") and len(arg) > 1 and not words:
            if unknown := "".join(letter for letter in arg[1:] if letter not in known):
                raise CommandError(f"{call.name}: Unknown option '{unknown}' (see \"{call.name} --help\")\n", 2)
            flags += arg[1:]
        else:
            words.append(arg)
    return flags, words


def _texts(call: Call, paths: list[str]) -> list[tuple[str, str]]:
    """Return (name, text) of each file, or of the standard input if no file is named or its name is "-"."""
    found = []
    for path in paths or ["-"]:
        with naming(call, path):
            data = (call.given or b"") if path == "-" else call.files.read(path)
        found.append((path, data.decode(errors="replace")))
    return found


COMMANDS: dict[str, Command] = {
    "basename": lambda call: posixpath.basename("".join(call.args[:1]).rstrip("/")) + "\n",
    "chmod": _chmod,
    "cp": _copy,
    "dirname": lambda call: (posixpath.dirname("".join(call.args[:1]).rstrip("/")) or ".") + "\n",
    "head": _head,
    "id": _id,
    "mv": _move,
    "pwd": lambda call: f"{call.files.folder}\n",
    "tail": _tail,
    "touch": _touch,
    "uname": _uname,
    "wc": _wc,
    "whoami": lambda call: "shell\n",
}
