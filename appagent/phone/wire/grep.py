"""Shell command grep, whose patterns are matched in a time that grows with the text alone."""

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import re2

from appagent.phone.wire.commands import Call, Command, CommandError
from appagent.phone.wire.files import Files
from appagent.phone.wire.texts import naming

_LONGEST = 4000  # letters of a line that are looked at
_MOST_MEMORY = 1 << 20  # bytes that a pattern may take
_FLAGS = "cEFilnoqvwxhHsra"
_COUNTED = "ABCm"  # flags before a number
_WORD = r"\pL\pN_"


@dataclass
class _Options:
    """Options of one grep. counts: the number behind -A, -B, -C and -m, by letter."""

    flags: str = ""
    counts: dict[str, int] = field(default_factory=dict)
    patterns: list[str] = field(default_factory=list)

    def context(self, side: str) -> int:
        """Return how many lines to show around one that fits. side: "A" for those after it, "B" for those before."""
        return self.counts.get(side, self.counts.get("C", 0))


def _grep(call: Call) -> str:
    """Run grep [-cEFhHilnoqrsvwx] [-ABCm NUMBER] [-e PATTERN] PATTERN [FILE ...]."""
    options, words = _options(call.args)
    if not options.patterns:
        if not words:
            raise CommandError("grep: no REGEX\n", 2)
        options.patterns.append(words.pop(0))
    fits = _Matcher("\n".join(options.patterns), options.flags)
    paths = list(_files(call.files, words or ["."])) if "r" in options.flags else words or ["-"]
    named = "h" not in options.flags and ("H" in options.flags or "r" in options.flags or len(paths) > 1)
    any_found = False
    for path in paths:
        with naming(call, path):
            data = (call.given or b"") if path == "-" else call.files.read(path)
        count, lines = _found(data.decode(errors="replace"), fits, options)
        any_found = any_found or count > 0
        if "q" not in options.flags:
            call.terminal.out(_printed(path if named else "", path, count, lines, options.flags).encode())
    if not any_found:
        raise CommandError("")
    return ""


def _options(args: list[str]) -> tuple[_Options, list[str]]:
    """Split the arguments into options and words. Raises CommandError for an option that is unknown."""
    options, words, rest = _Options(), list[str](), list(args)
    while rest:
        word = rest.pop(0)
        if word == "--":
            return options, words + rest
        if not word.startswith("-") or word == "-":
            words.append(word)
            continue
        for at, letter in enumerate(word[1:], 2):
            if letter in _FLAGS:
                options.flags += letter
                continue
            if letter not in f"{_COUNTED}e":
                raise CommandError(f"grep: Unknown option '{letter}' (see \"grep --help\")\n", 2)
            value = word[at:] or (rest.pop(0) if rest else "")
            if letter == "e":
                options.patterns.append(value)
            elif value.isdecimal():
                options.counts[letter] = int(value)
            else:
                raise CommandError(f"grep: -{letter}: not a number: {value}\n", 2)
            break
    return options, words


def _files(files: Files, paths: list[str]) -> Iterator[str]:
    """Yield the paths of all files in these folders, and of these files."""
    for path in paths:
        try:
            inside = files.names(path)
        except OSError:  # a file; or nothing, of which reading tells
            yield path
        else:
            yield from _files(files, [posixpath.join(path, name) for name in inside])


def _found(text: str, fits: "_Matcher", options: _Options) -> tuple[int, list[tuple[int, str, str]]]:
    """Return how many lines fit, and (number, separator, line) of what is shown; with "o", of each part that fits."""
    lines = text.removesuffix("\n").split("\n") if text else []
    fitting: list[int] = []
    for at, line in enumerate(lines):
        if len(fitting) >= options.counts.get("m", len(lines)):
            break
        if (next(fits(line[:_LONGEST]), None) is None) == ("v" in options.flags):
            fitting.append(at)
    if "o" in options.flags:
        parts = ((at, part) for at in fitting if "v" not in options.flags for part in fits(lines[at][:_LONGEST]))
        return len(fitting), [(at + 1, ":", part) for at, part in parts if part]
    before, after = options.context("B"), options.context("A")
    near = sorted({n for at in fitting for n in range(max(at - before, 0), min(at + after + 1, len(lines)))})
    shown: list[tuple[int, str, str]] = []
    for at in near:
        if (before or after) and shown and shown[-1][0] < at:
            shown.append((0, "", "--"))
        shown.append((at + 1, ":" if at in fitting else "-", lines[at]))
    return len(fitting), shown


def _printed(named: str, path: str, count: int, lines: list[tuple[int, str, str]], flags: str) -> str:
    if "l" in flags:
        return f"{path}\n" if count else ""
    if "c" in flags:
        return f"{named}:{count}\n" if named else f"{count}\n"
    told = ""
    for number, sign, line in lines:
        before = (f"{named}{sign}" if named else "") + (f"{number}{sign}" if "n" in flags else "")
        told += f"{before if sign else ''}{line}\n"
    return told


class _Matcher:
    """Matcher of lines that yields each part of a line that fits. Raises CommandError for a pattern that is wrong."""

    def __init__(self, pattern: str, flags: str) -> None:
        read = str if "E" in flags else re2.escape if "F" in flags else _basic
        told = "|".join(read(part) for part in pattern.split("\n"))
        told = f"(?:^|[^{_WORD}])({told})(?:[^{_WORD}]|$)" if "w" in flags else f"({told})"
        options = re2.Options()
        options.case_sensitive = "i" not in flags
        options.longest_match = True  # as POSIX wants it
        options.max_mem, options.log_errors = _MOST_MEMORY, False
        try:
            self._compiled = re2.compile(f"^{told}$" if "x" in flags else told, options)
        except re2.error as error:
            why = error.args[0].decode(errors="replace") if error.args else ""
            raise CommandError(f"grep: bad REGEX '{pattern}': {why}\n", 2) from None

    def __call__(self, line: str) -> Iterator[str]:
        """Yield the parts of a line that fit."""
        at = 0
        while at <= len(line) and (match := self._compiled.search(line, at)):
            yield match[1]
            at = match.end(1) if match.end(1) > match.start(1) else match.end(1) + 1


def _basic(pattern: str) -> str:
    r"""Translate a basic regular expression, in which + ? | ( ) { } mean themselves unless a backslash is before them.

    >>> _basic(r"a+\(b\|c\)*")
    'a\\+(b|c)*'
    """
    swapped = re.sub(r"\\?[+?|(){}]", lambda found: found[0][-1] if len(found[0]) > 1 else f"\\{found[0]}", pattern)
    return re.sub(r"\A\*", r"\\*", swapped)


COMMANDS: dict[str, Command] = {"grep": _grep}
