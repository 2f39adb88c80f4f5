"""Expand words of the phone's shell: quotes, variables, substitutions, and globs over the phone's own files."""

import posixpath
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from appagent.phone.wire.commands import CommandError
from appagent.phone.wire.files import Files
from appagent.phone.wire.grammar import piece_end

_NAME = re.compile(r"\$(?:(\?|[A-Za-z_]\w*)|\{(\w+)\})")
_ESCAPED = '$`"\\\n'  # what a backslash takes its meaning within double quotes
_MOST = 10_000  # words that one glob may become

_Text = list[tuple[str, bool]]  # letters, and whether they are quoted


@dataclass(frozen=True)
class Expander:
    """Meaning of words at the place where a command runs.

    files: the phone's files, as seen from the folder of the shell. variables: by name; "?" is the last exit status.
    run: function that runs a line and returns what it prints.
    """

    files: Files
    variables: Mapping[str, str]
    run: Callable[[str], str]

    def words(self, token: str) -> list[str]:
        """Return what a raw word becomes: several words or none where unquoted parts have blanks or match files."""
        return [name for field in _fields(self._read(token, quoted=False)) for name in self._matching(field)]

    def text(self, token: str) -> str:
        """Return what a raw word becomes where only one is taken, as after ">"."""
        return "".join(letters for letters, _ in self._read(token, quoted=False))

    def _read(self, token: str, *, quoted: bool) -> _Text:
        """Return the text of a word. quoted: True within double quotes."""
        found, at = _Text(), 0
        while at < len(token):
            end = len(token) if quoted and token[at] == "'" else piece_end(token, at)
            piece = token[at:end]
            if piece[0] == "\\":
                keeps = quoted and piece[1:] not in _ESCAPED
                found.append((piece if keeps else piece[1:].replace("\n", ""), True))
            elif piece[0] == "'" and not quoted:
                found.append((piece[1:-1], True))
            elif piece[0] == '"':
                found += [("", True), *self._read(piece[1:-1], quoted=True)]
            elif piece[0] == "`" or piece.startswith("$("):
                inner = piece[1:-1] if piece[0] == "`" else piece[2:-1]
                found.append((self.run(inner).rstrip("\n"), quoted))
            elif name := _NAME.match(token, at):
                end = name.end()
                found.append((self.variables.get(name[1] or name[2], ""), quoted))
            elif token.startswith("${", at):
                raise CommandError(f"{token}: bad substitution")
            else:
                end = at + 1
                found.append((token[at], quoted))
            at = end
        return found

    def _matching(self, field: _Text) -> list[str]:
        """Return the paths that a field matches, sorted; the field itself if there are none, or it is no pattern."""
        plain = "".join(letters for letters, _ in field)
        if not any(set("*?[") & set(letters) for letters, quoted in field if not quoted):
            return [plain]
        return list(islice(self._walk("", _segments(field)), _MOST)) or [plain]

    def _walk(self, base: str, segments: list[_Text]) -> Iterator[str]:
        """Yield the paths below a path that the segments of a pattern match."""
        if not segments:
            yield base
            return
        first, rest = segments[0], segments[1:]
        plain = "".join(letters for letters, _ in first)
        parts = _between_stars(first)
        try:
            names = self.files.names(base or ".") if parts != [re.escape(plain)] else [plain]
        except OSError:
            return
        for name in names:
            if _fits(name, parts) and (plain[:1] == "." or not name.startswith(".")):
                path = posixpath.join(base, name) if base else name or "/"
                if rest or self._there(path):
                    yield from self._walk(path, rest)

    def _there(self, path: str) -> bool:
        try:
            self.files.stat(path)
        except OSError:
            return False
        return True


def _fields(text: _Text) -> list[_Text]:
    """Split a text at its unquoted blanks. Empty parts count only if something in them is quoted."""
    found: list[_Text] = [[]]
    for letters, quoted in text:
        if quoted:
            found[-1].append((letters, True))
            continue
        for number, part in enumerate(re.split(r"[ \t\n]+", letters)):
            if number:
                found.append([])
            if part:
                found[-1].append((part, False))
    return [field for field in found if field]


def _segments(field: _Text) -> list[_Text]:
    """Split a pattern at its slashes. The first segment is empty if the path is absolute."""
    found: list[_Text] = [[]]
    for letters, quoted in field:
        for number, part in enumerate(letters.split("/")):
            if number:
                found.append([])
            found[-1].append((part, quoted))
    kept = [segment for segment in found[1:] if any(letters for letters, _ in segment)]
    return [found[0], *kept]


def _between_stars(segment: _Text) -> list[str]:
    """Translate a segment of a glob to a regular expression for each part between its stars.

    None of these can match at more than one length, so that no pattern takes long.
    """
    pattern = "".join("".join("\\" + c for c in letters) if quoted else letters for letters, quoted in segment)
    told = [""]
    for escaped, some, star, letter in re.findall(r"\\(.)|(\[!?[^\]]+\])|(\*+)|(.)", pattern, re.DOTALL):
        if star:
            told.append("")
        elif some:
            inner = re.sub(r"([\\\[\]^&~|])", r"\\\1", some[1:-1].removeprefix("!"))
            told[-1] += f"[{'^' if some[1] == '!' else ''}{inner}]"
        else:
            told[-1] += "." if letter == "?" else re.escape(escaped or letter)
    return told


def _fits(name: str, parts: list[str]) -> bool:
    """Tell whether a name has parts one after the other, the first at its beginning and the last at its end."""
    try:
        first, *between = [re.compile(part, re.DOTALL) for part in parts]
    except re.error:  # a range that runs backwards
        return False
    if not between:
        return first.fullmatch(name) is not None
    *between, last = between
    found = first.match(name)
    for part in between:
        found = found and part.search(name, found.end())
    end = re.compile(f"(?:{last.pattern})\\Z", re.DOTALL)
    return found is not None and end.search(name, found.end()) is not None
