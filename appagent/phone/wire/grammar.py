"""Grammar of the phone's shell: a line to pipelines of commands, whose words are expanded only when they run."""

import re
from dataclasses import dataclass

from appagent.phone.wire.commands import CommandError

_OPERATORS = ("&&", "||", ";", "\n", "|", "&", "(", ")")
_REDIRECT = re.compile(r"[12]?>{1,2}(?:&[12])?|<{1,3}")
_ENDS_WORD = " \t\n;&|<>()"
_DEEPEST = 20  # substitutions within each other


@dataclass(frozen=True)
class Pipeline:
    """Commands whose output goes to the next. connector: the operator before it, ";", "&&" or "||".

    commands: the raw words and redirections of each command.
    """

    connector: str
    commands: tuple[tuple[str, ...], ...]


def pipelines(line: str) -> list[Pipeline]:
    """Read a line. Raises CommandError for what this shell cannot read."""
    found: list[Pipeline] = []
    connector, commands, words = ";", list[tuple[str, ...]](), list[str]()
    for part in [*_tokens(line), "\n"]:
        if part not in _OPERATORS:
            words.append(part)
            continue
        if part in ("&", "(", ")"):
            raise CommandError(f"syntax error: '{part}' is not supported by this phone", 2)
        if not words and (part != "\n" or commands):
            raise CommandError(f"syntax error: unexpected '{part}'".replace("\n", "end of line"), 2)
        if words:
            commands.append(tuple(words))
            words = []
        if part != "|" and commands:
            found.append(Pipeline(connector, tuple(commands)))
            connector, commands = part if part != "\n" else ";", []
    return found


def _tokens(line: str) -> list[str]:
    """Split a line into words, with their quotes, and operators."""
    found, at = list[str](), 0
    while at < len(line):
        if line.startswith("\\\n", at):
            at += 2
        elif line[at] in " \t":
            at += 1
        elif line[at] == "#":
            at = len(line) if (end := line.find("\n", at)) < 0 else end
        elif redirect := _REDIRECT.match(line, at):
            found.append(redirect[0])
            at = redirect.end()
        elif operator := next((each for each in _OPERATORS if line.startswith(each, at)), ""):
            found.append(operator)
            at += len(operator)
        else:
            end = word_end(line, at)
            found.append(line[at:end])
            at = end
    return found


def word_end(line: str, at: int, depth: int = 0) -> int:
    """Return where the word that begins at an index ends. Raises CommandError if a quote in it is not closed."""
    while at < len(line) and line[at] not in _ENDS_WORD:
        at = piece_end(line, at, depth)
    return at


def piece_end(line: str, at: int, depth: int = 0) -> int:
    """Return where a quoted part, a substitution or a letter ends. depth: how many substitutions it lies in."""
    letter = line[at]
    if letter == "\\":
        return min(at + 2, len(line))
    if letter == "'":
        return _closing(line, "'", at + 1)
    if letter == "`":
        return _closing(line, "`", at + 1)
    if letter == '"':
        at += 1
        while at < len(line) and line[at] != '"':
            at = at + 1 if line[at] == "'" else piece_end(line, at, depth)
        return _checked(at, line)
    if line.startswith("$(", at):
        if depth >= _DEEPEST:
            raise CommandError("syntax error: too many substitutions in one another", 2)
        at += 2
        while at < len(line) and line[at] != ")":
            at = at + 1 if line[at] in _ENDS_WORD and line[at] != "(" else _inner(line, at, depth)
        return _checked(at, line)
    return at + 1


def _inner(line: str, at: int, depth: int) -> int:
    if line[at] == "(":
        raise CommandError("syntax error: '(' is not supported by this phone", 2)
    return piece_end(line, at, depth + 1)


def _closing(line: str, quote: str, at: int) -> int:
    end = line.find(quote, at)
    return _checked(end if end >= 0 else len(line), line)


def _checked(at: int, line: str) -> int:
    if at >= len(line):
        raise CommandError("syntax error: a quote is not closed", 2)
    return at + 1
