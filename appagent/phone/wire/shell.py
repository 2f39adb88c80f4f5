"""Phone's shell: pipelines of built-in commands with `;`, `&&`, `||`, redirections, globs and `$(...)`.

All of it runs on the phone's own files and state; nothing here reaches a real shell.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from appagent.phone.core import PhoneError
from appagent.phone.wire import (
    activities,
    contents,
    dumpsys,
    getevent,
    grep,
    inputs,
    logcat,
    packages,
    setup,
    texts,
    toybox,
)
from appagent.phone.wire.automator import Automator
from appagent.phone.wire.commands import Call, Command, CommandError, Terminal
from appagent.phone.wire.expansion import Expander
from appagent.phone.wire.grammar import Pipeline, pipelines
from appagent.phone.wire.system import System

_ASSIGNMENT = re.compile(r"([A-Za-z_]\w*)=(.*)", re.DOTALL)
_COMMANDS: dict[str, Command] = {
    **activities.COMMANDS,
    **contents.COMMANDS,
    **dumpsys.COMMANDS,
    **getevent.COMMANDS,
    **grep.COMMANDS,
    **inputs.COMMANDS,
    **logcat.COMMANDS,
    **packages.COMMANDS,
    **setup.COMMANDS,
    **texts.COMMANDS,
    **toybox.COMMANDS,
}
_SERVICES = {
    **{"activity": "am", "input": "input", "package": "pm", "settings": "settings"},
    **{service: f"cmd {service}" for service in ("statusbar", "uimode", "wifi")},
}
_MOST_PASSED = 64 << 20  # bytes that one command hands to the next
_NAMES = frozenset([*_COMMANDS, "app_process", "cd", "cmd", "exec", "export", "sh", "toybox"])


@dataclass
class Place:
    """Place in which a line runs. folder: start of relative paths. variables: by name; "?" is the last exit status.
    substituted: the exit status of the last `$(...)` of the command that is being run; 0 if it has none.
    """

    folder: str = "/"
    variables: dict[str, str] = field(default_factory=lambda: {"?": "0"})
    substituted: int = 0


class Shell:
    """Shell that runs command lines on one phone."""

    def __init__(self, system: System, automator: Automator) -> None:
        self._system = system
        self._automator = automator

    def run(self, line: str, terminal: Terminal, place: Place | None = None) -> int:
        """Run a line; return the exit status of the last command that ran.

        place: where it runs, which `cd` and assignments change; by default a fresh one.
        """
        place = place or Place()
        try:
            steps = pipelines(line)
        except CommandError as error:
            terminal.err(f"/system/bin/sh: {error}\n".encode())
            return error.status
        status = 0
        for step in steps:
            if (step.connector == "&&" and status) or (step.connector == "||" and not status):
                continue
            first = step.commands[0]
            if first[0] == "exit":
                given = self._expander(place, terminal).text(first[1]) if len(first) > 1 else ""
                return int(given) & 0xFF if given.isdecimal() else status
            status = self._piped(step, terminal, place)
            place.variables["?"] = str(status)
            if first[0] == "exec":
                break
        return status

    def _piped(self, step: Pipeline, terminal: Terminal, place: Place) -> int:
        """Run the commands of a pipeline one after the other; return the status of the last."""
        given: bytes | None = None
        for tokens in step.commands[:-1]:
            passed = Passed()
            self._run_one(tokens, Terminal(terminal.stream, passed.add, terminal.err), replace_in(place), given)
            given = bytes(passed.data)
        only = len(step.commands) == 1
        return self._run_one(step.commands[-1], terminal, place if only else replace_in(place), given)

    def _expander(self, place: Place, terminal: Terminal) -> Expander:
        def substitute(line: str) -> str:
            said = Passed()
            place.substituted = self.run(line, Terminal(terminal.stream, said.add, terminal.err), replace_in(place))
            return said.data.decode(errors="replace")

        return Expander(self._system.files.at(place.folder), place.variables, substitute)

    def _run_one(self, tokens: Sequence[str], terminal: Terminal, place: Place, given: bytes | None) -> int:
        """Run one command with its redirections. given: what is on its standard input; None for the terminal's."""
        files = self._system.files.at(place.folder)
        place.substituted = 0
        try:
            words, sinks, source = _redirected(tokens, self._expander(place, terminal))
            given = files.read(source) if source else given
        except (CommandError, OSError) as error:
            said = str(error) if isinstance(error, CommandError) else f"can't open {error.filename}: {error.strerror}"
            terminal.err(f"/system/bin/sh: {said}\n".encode())
            return error.status if isinstance(error, CommandError) else 1
        written: dict[str, list[bytes]] = {path: [] for path, _ in sinks.values() if not path.startswith("&")}
        outs = {"1": terminal.out, "2": terminal.err}
        for number, (path, _) in sinks.items():
            outs[number] = outs[path[1]] if path.startswith("&") else written[path].append
        status = self._execute(words, Terminal(terminal.stream, outs["1"], outs["2"]), place, given)
        for path, append in sinks.values():
            if path in written and path != "/dev/null":
                try:
                    files.write(path, b"".join(written[path]), append=append)
                except OSError as error:
                    terminal.err(f"/system/bin/sh: can't create {path}: {error.strerror}\n".encode())
                    return 1
        return status

    def _execute(self, words: list[str], terminal: Terminal, place: Place, given: bytes | None = None) -> int:
        variables: dict[str, str] = {}
        while words and (assigned := _ASSIGNMENT.fullmatch(words[0])):
            variables[assigned[1]] = assigned[2]
            words = words[1:]
        if not words:
            place.variables.update(variables)
            return place.substituted
        files = self._system.files.at(place.folder)
        call = Call(self._system, terminal, words[0].rpartition("/")[2], words[1:], variables, files, given)
        self._system.phone.hooks.arrived(call.name)
        try:
            status = self._dispatch(call, place)
            self._system.phone.hooks.answered(call.name)
            return status
        except CommandError as error:
            terminal.err(str(error).encode())
            return error.status
        except (PhoneError, ValueError, OverflowError, RecursionError) as error:  # the latter of words that are none
            terminal.err(f"Error: {error}\n".encode())
            return 1

    def _dispatch(self, call: Call, place: Place) -> int:
        """Run a command; `sh -c`, `exec` and their like are handled here, all others by the table of commands."""
        if call.name == "sh" and call.args[:1] == ["-c"]:
            return self.run(" ".join(call.args[1:2]), call.terminal, replace_in(place))
        if call.name in ("exec", "toybox") and call.args:
            return self._execute(call.args, call.terminal, place, call.given)
        if call.name == "cmd" and (service := _SERVICES.get("".join(call.args[:1]))):
            return self._dispatch(replace(call, name=service, args=call.args[1:]), place)
        if call.name == "cmd":
            return _no_service(call)
        if call.name == "cd":
            return _change_folder(call, place)
        if call.name == "export":
            assigned = (_ASSIGNMENT.fullmatch(word) for word in call.args)
            place.variables.update({each[1]: each[2] for each in assigned if each})
            return 0
        if call.name == "app_process":
            return self._app_process(call)
        if call.name in ("which", "command"):
            return _which(call)
        command = _COMMANDS.get(call.name)
        if command is None:
            raise CommandError(f"/system/bin/sh: {call.name}: inaccessible or not found\n", 127)
        printed = command(call)
        call.terminal.out(printed.encode() if isinstance(printed, str) else printed)
        return 0

    def _app_process(self, call: Call) -> int:
        """Run uiautomator2's server if its jar was pushed; no other Java program runs here."""
        jar, main = call.variables.get("CLASSPATH", ""), "com.wetest.uia2.Main"
        try:
            self._system.files.read(jar)
        except OSError:
            main = ""
        if main not in call.args:
            missing = call.args[1] if len(call.args) > 1 else ""
            raise CommandError(f"java.lang.ClassNotFoundException: {missing} in CLASSPATH '{jar}'\n")
        port = call.args[-1] if "-p" in call.args else "9008"
        if not port.isdecimal():
            raise CommandError(f"java.lang.NumberFormatException: {port}\n")
        return self._automator.run(int(port), call.terminal.stream, call.terminal.out)


def _no_service(call: Call) -> int:
    if call.args == ["-l"]:
        call.terminal.out("".join(["Currently running services:\n", *(f"  {name}\n" for name in _SERVICES)]).encode())
        return 0
    missing = (
        f"Can't find service: {call.args[0]}" if call.args else "No service specified; use -l to list all services"
    )
    raise CommandError(f"cmd: {missing}\n", 20)


def _which(call: Call) -> int:
    found = [name for name in call.args if name in _NAMES]
    call.terminal.out("".join(f"/system/bin/{name}\n" for name in found).encode())
    return 0 if found else 1


def replace_in(place: Place) -> Place:
    """Return a copy of a place, as a subshell has it: what changes there changes nothing here."""
    return Place(place.folder, dict(place.variables))


class Passed:
    """Output that goes to another command, up to 64 MB."""

    def __init__(self) -> None:
        self.data = bytearray()

    def add(self, part: bytes) -> None:
        """Keep some more of the output."""
        if len(self.data) + len(part) > _MOST_PASSED:
            raise CommandError("/system/bin/sh: pipe: File too large\n")
        self.data += part


def _change_folder(call: Call, place: Place) -> int:
    path = call.args[0] if call.args else "/"
    try:
        place.folder = call.files.at(path).folder
    except OSError as error:
        raise CommandError(f"/system/bin/sh: cd: {path}: {error.strerror}\n", 2) from None
    return 0


def _redirected(tokens: Sequence[str], expand: Expander) -> tuple[list[str], dict[str, tuple[str, bool]], str]:
    """Split tokens into words, redirections by descriptor as (path or "&1", whether to append), and a file to read."""
    words: list[str] = []
    sinks: dict[str, tuple[str, bool]] = {}
    waiting = source = ""
    for token in tokens:
        if waiting:
            target, number = expand.text(token), "2" if waiting[0] == "2" else "1"
            if waiting == "<":
                source = target
            else:
                sinks[number] = (target, ">>" in waiting)
            waiting = ""
        elif re.fullmatch(r"[12]?>{1,2}|<", token):
            waiting = token
        elif found := re.fullmatch(r"([12]?)>{1,2}(&[12])", token):
            sinks[found[1] or "1"] = (found[2], False)
        elif token.startswith("<"):
            raise CommandError(f"syntax error: '{token}' is not supported by this phone", 2)
        elif (assigned := _ASSIGNMENT.fullmatch(token)) and not words:
            words.append(f"{assigned[1]}={expand.text(assigned[2])}")
        else:
            words += expand.words(token)
    if waiting:
        raise CommandError(f"syntax error: no file after '{waiting}'", 2)
    return words, sinks, source
