"""The small web that Browser can reach: what its pages are made of, and a search over them."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Head:
    """A heading; anchor: what links call it."""

    words: str
    anchor: str = ""
    size: float = 19.0


@dataclass(frozen=True)
class Para:
    """A paragraph."""

    words: str


@dataclass(frozen=True)
class Facts:
    """A table of two columns, without lines."""

    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Link:
    """A line that leads to an address, or to a "#place" on the same page."""

    words: str
    to: str


@dataclass(frozen=True)
class Links:
    """Links side by side, as (words, address)."""

    items: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Card:
    """A teaser: picture, title, first words."""

    title: str
    words: str
    to: str


@dataclass(frozen=True)
class Image:
    """A photograph over its caption."""

    name: str
    caption: str


@dataclass(frozen=True)
class Attached:
    """A file to download."""

    name: str
    size: str


@dataclass(frozen=True)
class Entry:
    """A line to fill in. required: the form does not go without it."""

    key: str
    label: str
    required: bool = False


@dataclass(frozen=True)
class Choice:
    """One of several. shown: as a "select" that opens, or as "radio" buttons, of which the first is on."""

    key: str
    label: str
    options: tuple[str, ...]
    shown: str = "select"


@dataclass(frozen=True)
class Tick:
    """A box to tick."""

    key: str
    label: str
    on: bool = False


@dataclass(frozen=True)
class Form:
    """Fields over a button; to: the address that it leads to."""

    fields: tuple[Entry | Choice | Tick, ...]
    button: str
    to: str


Block = Head | Para | Facts | Link | Links | Card | Image | Attached | Form


@dataclass(frozen=True)
class Site:
    """One page. cookies: it asks about them before anything else; missing: what the tag over an error says."""

    title: str
    blocks: tuple[Block, ...]
    cookies: bool = False
    missing: bool = False


def host(url: str) -> str:
    """The name before the first slash.

    >>> host("openpedia.example/Lake_Oriel"), host("search.example/?q=tea/pot")
    ('openpedia.example', 'search.example')
    """
    return url.partition("/")[0].partition("#")[0]


def address(typed: str) -> str:
    """What was typed as an address of this web, or as a search.

    >>> address("https://www.Seedfair.example/"), address("lake oriel")
    ('seedfair.example', 'search.example/?q=lake oriel')
    """
    words = typed.strip()
    bare = words.removeprefix("https://").removeprefix("http://").removeprefix("www.").rstrip("/")
    if " " in words or "." not in words:
        return SEARCH + words
    name = host(bare)
    return name.casefold() + bare[len(name) :].partition("#")[0]


def ways_of(block: Block) -> Sequence[tuple[str, str]]:
    """Where a block leads, as (words, address)."""
    match block:
        case Link(words, to) | Card(words, _, to):
            return [(words, to)]
        case Links(items):
            return items
        case Head(words, anchor) if anchor:
            return [(words, f"#{anchor}")]
        case _:
            return []


def words_of(block: Block) -> str:
    """All that can be read in a block."""
    match block:
        case Head(words) | Para(words) | Link(words) | Image(_, words) | Attached(words):
            return words
        case Facts(rows):
            return "\n".join(f"{name} {value}" for name, value in rows)
        case Links(items):
            return " ".join(words for words, _ in items)
        case Card(title, words):
            return f"{title}\n{words}"
        case Form(fields):
            return "\n".join(field.label for field in fields)


def search(query: str, web: dict[str, Site]) -> list[tuple[str, str, str]]:
    """The pages that have words of a query, best first, as (address, title, the first line with one of them)."""
    wanted = query.casefold().split()
    found: list[tuple[int, int, str, str, str]] = []
    for url, site in web.items():
        told = [block for block in site.blocks if not isinstance(block, Links | Form)]
        lines = [line for block in told for line in words_of(block).split("\n")]
        text = "\n".join(lines).casefold()
        points = sum(20 * (word in site.title.casefold()) + min(text.count(word), 5) for word in wanted)
        if all(word in f"{site.title}\n{text}".casefold() for word in wanted) and points:
            hit = next((line for line in lines if any(word in line.casefold() for word in wanted)), lines[0])
            found.append((-points, len(found), url, site.title, hit))
    return [(url, title, hit) for _, _, url, title, hit in sorted(found)]


SEARCH = "search.example/?q="
