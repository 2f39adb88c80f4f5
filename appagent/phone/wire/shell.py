"""Phone's shell: command lines with quotes, `;`, `&&`, `||`, `$?` and redirections, run on built-in commands.

Nothing here reaches a real shell. Pipes, globs and substitutions are refused with a message.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from appagent.phone.core import PhoneError
from appagent.phone.wire import activities, dumpsys, getevent, inputs, logcat, packages, setup, toybox
from appagent.phone.wire.automator import Automator
from appagent.phone.wire.commands import Call, Command, CommandError, Terminal
from appagent.phone.wire.system import System

_TOKEN = re.compile(
    r"""(?P<blank>[ \t]+|\\\n)
      | (?P<redirect>[12]?>{1,2}(?:&[12])?|<)
      | (?P<operator>&&|\|\||[;\n|&()])
      | (?P<word>(?:[^\s;&|<>()'"\\]|'[^']*'|"(?:\\.|[^"\\])*"|\\.)+)
    """,
    re.VERBOSE | re.DOTALL,
)
_PIECE = re.compile(r"""'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)|([^'"\\]+)""", re.DOTALL)
_VARIABLE = re.compile(r"\$(\?|[A-Za-z_]\w*|\{\w+\})")
_IN_DOUBLE = re.compile(rf"""\\([$`"\\\n])|{_VARIABLE.pattern}""")
_ASSIGNMENT = re.compile(r"([A-Za-z_]\w*)=(.*)", re.DOTALL)
_COMMANDS: dict[str, Command] = {
    **activities.COMMANDS,
    **dumpsys.COMMANDS,
    **getevent.COMMANDS,
    **inputs.COMMANDS,
    **logcat.COMMANDS,
    **packages.COMMANDS,
    **setup.COMMANDS,
    **toybox.COMMANDS,
}
_NAMES = frozenset([*_COMMANDS, "app_process", "cmd", "exec", "sh", "toybox"])


class Shell:
    """Shell that runs command lines on one phone."""

    def __init__(self, system: System, automator: Automator) -> None:
        self._system = system
        self._automator = automator

    def run(self, line: str, terminal: Terminal) -> int:
        """Run a line; return the exit status of the last command that ran."""
        try:
            steps = list(_steps(line))
        except CommandError as error:
            terminal.err(f"/system/bin/sh: {error}\n".encode())
            return error.status
        status = 0
        for connector, tokens in steps:
            if (connector == "&&" and status) or (connector == "||" and not status):
                continue
            if tokens[0] == "exit":
                given = "".join(_expand(tokens[1], status)) if len(tokens) > 1 else ""
                return int(given) & 0xFF if given.isdecimal() else status
            status = self._run_one(tokens, terminal, status)
            if tokens[0] == "exec":
                break
        return status

    def _run_one(self, tokens: list[str], terminal: Terminal, last: int) -> int:
        """Run one command with its redirections. last: the value of $?."""
        try:
            words, sinks = _redirected(tokens, last)
        except CommandError as error:
            terminal.err(f"/system/bin/sh: {error}\n".encode())
            return error.status
        written: dict[str, list[bytes]] = {path: [] for path, _ in sinks.values() if not path.startswith("&")}
        outs = {"1": terminal.out, "2": terminal.err}
        for number, (path, _) in sinks.items():
            outs[number] = outs[path[1]] if path.startswith("&") else written[path].append
        status = self._execute(words, Terminal(terminal.stream, outs["1"], outs["2"]))
        for path, append in sinks.values():
            if path in written and path != "/dev/null":
                try:
                    self._system.files.write(path, b"".join(written[path]), append=append)
                except OSError as error:
                    terminal.err(f"/system/bin/sh: can't create {path}: {error.strerror}\n".encode())
                    return 1
        return status

    def _execute(self, words: list[str], terminal: Terminal) -> int:
        variables: dict[str, str] = {}
        while words and (assigned := _ASSIGNMENT.fullmatch(words[0])):
            variables[assigned[1]] = assigned[2]
            words = words[1:]
        if not words:
            return 0
        call = Call(self._system, terminal, words[0].rpartition("/")[2], words[1:], variables)
        self._system.phone.hooks.arrived(call.name)
        try:
            status = self._dispatch(call)
            self._system.phone.hooks.answered(call.name)
            return status
        except CommandError as error:
            terminal.err(str(error).encode())
            return error.status
        except (PhoneError, ValueError, OverflowError, RecursionError) as error:  # the latter of words that are none
            terminal.err(f"Error: {error}\n".encode())
            return 1

    def _dispatch(self, call: Call) -> int:
        """Run a command; `sh -c`, `exec` and their like are handled here, all others by the table of commands."""
        if call.name == "sh" and call.args[:1] == ["-c"]:
            return self.run(" ".join(call.args[1:2]), call.terminal)
        if call.name in ("exec", "toybox") and call.args:
            return self._execute(call.args, call.terminal)
        if call.name == "cmd" and call.args[:1] == ["package"]:
            return self._dispatch(replace(call, name="pm", args=call.args[1:]))
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


def _which(call: Call) -> int:
    found = [name for name in call.args if name in _NAMES]
    call.terminal.out("".join(f"/system/bin/{name}\n" for name in found).encode())
    return 0 if found else 1


def _steps(line: str) -> Iterator[tuple[str, list[str]]]:
    """Split a line into commands of unexpanded tokens, each with the operator before it."""
    connector, tokens, at = ";", list[str](), 0
    while at < len(line):
        found = _TOKEN.match(line, at)
        if not found:
            raise CommandError("syntax error: a quote is not closed", 2)
        at = found.end()
        if found["operator"]:
            if found["operator"] in "|&()":
                raise CommandError(f"syntax error: '{found['operator']}' is not supported by this phone", 2)
            if tokens:
                yield connector, tokens
            elif found["operator"] != "\n":
                raise CommandError(f"syntax error: unexpected '{found['operator']}'", 2)
            connector, tokens = found["operator"], []
        elif not found["blank"]:
            tokens.append(found[0])
    if tokens:
        yield connector, tokens


def _redirected(tokens: list[str], last: int) -> tuple[list[str], dict[str, tuple[str, bool]]]:
    """Split tokens into words and redirections, by descriptor: (path or "&1", whether to append)."""
    words: list[str] = []
    sinks: dict[str, tuple[str, bool]] = {}
    waiting = ""
    for token in tokens:
        if waiting:
            target = _expand(token, last)
            sinks["2" if waiting[0] == "2" else "1"] = ("".join(target), ">>" in waiting)
            waiting = ""
        elif re.fullmatch(r"[12]?>{1,2}", token):
            waiting = token
        elif found := re.fullmatch(r"([12]?)>{1,2}(&[12])", token):
            sinks[found[1] or "1"] = (found[2], False)
        elif token.startswith("<"):
            raise CommandError("syntax error: '<' is not supported by this phone", 2)
        else:
            words += _expand(token, last)
    if waiting:
        raise CommandError(f"syntax error: no file after '{waiting}'", 2)
    return words, sinks


def _expand(token: str, last: int) -> list[str]:
    r"""Remove quotes and fill in variables: one word, or none if an unquoted variable was empty.

    >>> _expand("a'$?'\"$?\"$?", 7)
    ['a$?77']
    """
    word, quoted = "", False
    for piece in _PIECE.finditer(token):
        single, double, escaped, plain = piece.groups()
        quoted = quoted or plain is None
        if double is not None:
            word += _IN_DOUBLE.sub(lambda found: found[1] or _value(found[2], last), double)
        elif plain is not None:
            word += _VARIABLE.sub(lambda found: _value(found[1], last), plain)
        else:
            word += single or escaped or ""
    return [word] if word or quoted else []


def _value(name: str, last: int) -> str:
    """Return the value of a variable: $? is known, every other one is empty, as in a fresh shell."""
    return str(last) if name == "?" else ""
