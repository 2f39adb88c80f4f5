"""Shell command logcat: print the phone's log, and follow it."""

import re
import time
from collections.abc import Callable, Sequence

from appagent.phone.wire.commands import Call, Command, arriving, usage
from appagent.phone.wire.system import LogLine

_FORMS: dict[str, Callable[[LogLine], str]] = {
    "brief": lambda line: f"{line.priority}/{line.tag:<8}({line.pid:>5}): {line.words}",
    "raw": lambda line: line.words,
    "threadtime": lambda line: f"{_when(line)} {line.pid:>5} {line.pid:>5} {line.priority} {line.tag:<8}: {line.words}",
    "time": lambda line: f"{_when(line)} {line.priority}/{line.tag:<8}({line.pid:>5}): {line.words}",
}
_AT_LEAST = {"W": "E", "E": "E", "F": "", "S": "", **dict.fromkeys("VDI*", "IE")}  # which lines a filter lets through
_FILTER = re.compile(r"([^:]+)(?::([VDIWEFS*]))?")


def _logcat(call: Call) -> str:
    """Run logcat [-d] [-c] [-t COUNT] [-s] [-v FORMAT] [-b BUFFER] [TAG[:PRIORITY] ...]."""
    if call.take("-c"):
        call.system.log.clear()
        return ""
    form, last = call.option("-v") or "threadtime", call.option("-t")
    call.option("-b")  # there is only one
    ends, levels = call.take("-d") or last is not None, {"*": "S" if call.take("-s") else "V"}
    filters = [_FILTER.fullmatch(word) for word in call.args]
    if form not in _FORMS or not (last or "0").isdecimal():
        raise usage(call)
    levels |= {found[1]: found[2] or "V" for found in filters if found}

    def tell(lines: Sequence[LogLine]) -> None:
        shown = [line for line in lines if line.priority in _AT_LEAST[levels.get(line.tag, levels["*"])]]
        call.terminal.out("".join(f"{_FORMS[form](line)}\n" for line in shown).encode())

    noted = list(call.system.log)
    call.terminal.out(b"--------- beginning of main\n")
    tell(noted[-int(last or "0") :])
    if not ends:
        for line in arriving(call, lambda: call.system.log, len(noted)):
            tell([line])
    return ""


def _when(line: LogLine) -> str:
    return time.strftime("%m-%d %H:%M:%S", time.gmtime(line.at)) + f".{int(line.at * 1000) % 1000:03}"


COMMANDS: dict[str, Command] = {"logcat": _logcat}
