"""Parse the value of a setting as a person writes it.

Each reader is a function that returns the value in its proper type. It raises ValueError for a wrong value; the message
says what is accepted, such as "a path".
"""

import math
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from appagent.settings.permits import PERMIT_FORMS, permit

Reader = Callable[[object], object]

_LONGEST_SIDE = 8000  # px of a display
_PACKAGE = re.compile(r"[A-Za-z]\w*(\.\w+)+")
_MOST = 10**12  # upper bound of a count unless a smaller one is given


def text(value: object) -> str:
    """Parse a setting that is plain text. Spaces at both ends are removed."""
    if not isinstance(value, str) or "\0" in value:
        raise ValueError("text")
    return value.strip()


def key(value: object) -> str:
    """Parse an API key, which may contain only visible ASCII characters."""
    if not isinstance(value, str) or not re.fullmatch(r"[!-~]*", value.strip()):
        raise ValueError("a key of plain letters, digits and signs")
    return value.strip()


def url(value: object) -> str:
    """Parse the address of an endpoint. An ending /chat/completions is removed, because the client adds it itself."""
    address = text(value).rstrip("/").removesuffix("/chat/completions")
    if address and not _is_web_address(address):
        raise ValueError("an address that starts with http:// or https://, such as http://localhost:8080/v1")
    return address


def path(value: object) -> Path:
    """Parse a path. "~" at its beginning means the home directory."""
    if not isinstance(value, str | Path) or not str(value).strip() or "\0" in str(value):
        raise ValueError("a path")
    try:
        return Path(value).expanduser()
    except RuntimeError:  # "~name" with no such user
        raise ValueError("a path; the user named after ~ does not exist") from None


def number(least: float, most: float = math.inf) -> Reader:
    """Return a reader that accepts a finite number from `least` to `most`."""
    return _within(least, most, float, "a number")


def whole_number(least: int, most: int = _MOST) -> Reader:
    """Return a reader that accepts a whole number from `least` to `most`."""
    return _within(least, most, int, "a whole number")


def one_word(*choices: str) -> Reader:
    """Return a reader that accepts one of a few words."""

    def read(value: object) -> str:
        if isinstance(value, str) and value in choices:
            return value
        raise ValueError(f"one of {', '.join(choices)}")

    return read


def flag(value: object) -> bool:
    """Parse a value that is true or false, which may also be written as "yes", "no", "on", "off", 1 or 0."""
    words = str(value).strip().lower()
    if words in ("true", "1", "yes", "on"):
        return True
    if words in ("false", "0", "no", "off"):
        return False
    raise ValueError("true or false")


def size(value: object) -> tuple[int, int]:
    """Parse the size of a display, such as "1080x2400" or a pair of numbers; return (width, height) in px."""
    parts = re.split("[x*,]", value) if isinstance(value, str) else value
    if isinstance(parts, list | tuple) and len(parts) == 2:
        width, height = (_or_nan(int, part) for part in parts)
        if 100 <= width <= _LONGEST_SIDE and 100 <= height <= _LONGEST_SIDE:
            return int(width), int(height)
    raise ValueError(f"width x height in px, each from 100 to {_LONGEST_SIDE}, such as 1080x2400")


def locale(value: object) -> str:
    """Parse a language and country, such as "en-US". An underscore becomes a hyphen."""
    if isinstance(value, str) and re.fullmatch(r"[a-z]{2,3}([-_][A-Za-z0-9]{2,8}){0,4}", value):
        return value.replace("_", "-")
    raise ValueError("a language and country, such as en-US or zh-CN")


def allow(value: object) -> frozenset[str]:
    """Parse the permits for effects that are allowed without asking: a text with commas, or a list; see `permits`."""
    words = re.split(r",|\s+(?=[a-z])", value.strip()) if isinstance(value, str) else value
    if isinstance(words, list | tuple | set | frozenset) and all(isinstance(word, str) for word in words):
        given = frozenset(word.strip() for word in words if word.strip())
        for each in given:
            permit(each)
        return given
    raise ValueError(PERMIT_FORMS)


def secrets(value: object) -> dict[str, str]:
    """Parse a table of secrets by their names. The names are returned in lower case."""
    if isinstance(value, Mapping) and all(isinstance(one, str) for one in value.values()):
        return {str(name).lower(): one for name, one in value.items()}
    raise ValueError("a table of texts, each with a name")


def secret_apps(value: object) -> dict[str, tuple[str, ...]]:
    """Parse the apps in which each secret may be typed. Return their packages by the name of the secret in lower case.

    value: a table from names to packages, or a list of texts NAME=PACKAGE[,PACKAGE] from the option `--secret`.
    """
    pairs = [("", "")]
    if isinstance(value, list | tuple):
        pairs = [(str(one).partition("=")[0], str(one).partition("=")[2]) for one in value]
    elif isinstance(value, Mapping):
        texts = {name: ",".join(map(str, one)) if isinstance(one, list | tuple) else one for name, one in value.items()}
        pairs = [(str(name), one if isinstance(one, str) else "") for name, one in texts.items()]
    found: dict[str, tuple[str, ...]] = {}
    for name, packages in pairs:
        each = tuple(package.strip() for package in packages.split(","))
        if not re.fullmatch(r"\w+", name) or not all(map(_PACKAGE.fullmatch, each)):
            raise ValueError("a secret's name and the packages that it is for, as in PIN=com.bank, without its value")
        found[name.lower()] = (*found.get(name.lower(), ()), *each)
    return found


def brief(value: object) -> str:
    """Return the value of a setting as a short text for an error message, whatever its type.

    >>> brief("x" * 100), brief(10**5000)
    ("'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...", 'a number of about 5000 digits')
    """
    if isinstance(value, int) and value.bit_length() > 1000:  # Python refuses to print so long a number
        return f"a number of about {int(value.bit_length() * math.log10(2))} digits"
    try:
        words = repr(value)
    except (RecursionError, ValueError):
        return f"a {type(value).__name__} that is too deep to show"
    return words if len(words) <= 60 else f"{words[:60]}..."


def _is_web_address(address: str) -> bool:
    try:
        parts = urlsplit(address)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0 and " " not in address
    except ValueError:  # a port that is no number, half a pair of brackets
        return False


def _within(least: float, most: float, kind: type[int] | type[float], words: str) -> Reader:
    """Return a reader that accepts finite numbers from `least` to `most`.

    kind: the type of the number.
    words: the accepted range in words, for messages.
    """
    bounds = f"of {least} or more" if most == math.inf else f"from {least} to {most}"

    def read(value: object) -> float:
        if isinstance(value, int | str | kind) and not isinstance(value, bool):
            found = _or_nan(kind, value)
            if least <= found <= most and found < math.inf:
                return found
        raise ValueError(f"{words} {bounds}")

    return read


def _or_nan(convert: Callable[[Any], float], value: object) -> float:
    try:
        return convert(value)
    except (TypeError, ValueError, OverflowError):
        return math.nan
