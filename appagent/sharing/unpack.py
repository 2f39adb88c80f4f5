"""Read a docpack that somebody else made. Every byte of it is checked before anything of it is imported.

Nothing is unpacked to the disk, and no name in a pack is used as a path.
"""

import hashlib
import io
import re
import stat
import struct
import tempfile
import zipfile
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TypeVar, cast

from appagent.errors import StoreError
from appagent.sharing.docpack import ENDING, FORMAT, MANIFEST, PICTURES, VERSION, picture_names
from appagent.store.as_text.jsonl import DOCUMENTS_FILE, FOLDER, OUTCOMES_FILE, SCREENS_FILE
from appagent.store.as_text.record_lines import LONGEST_LINE, Counts, read_counts, read_record, read_screen, strict_json
from appagent.store.checks import Handed, TableRow
from appagent.store.imports import copy_file
from appagent.store.records import Record

_Found = TypeVar("_Found", Record, TableRow, tuple[str, Counts])

_NAME = re.compile(
    rf"(?P<app>{FOLDER})/({DOCUMENTS_FILE}|{SCREENS_FILE}|{OUTCOMES_FILE})|{PICTURES}/(?P<picture>[0-9a-f]{{64}})\.png"
)
_END = struct.Struct("<4s4H2IH")  # the last record of a zip: mark, two disks, two counts, size, place, comment
_HEADER_BYTES = 30  # of a part, before its name
_MOST_PARTS, _MOST_DIRECTORY = 5_000, 2_000_000
_MOST_MANIFEST = 2_000_000  # bytes
_MOST_PICTURE = 30_000  # bytes of a PNG of at most 64 x 64 px
_ZIP = b"PK\3\4"
_PNG = b"\x89PNG\r\n\x1a\n"
_UTF8 = 0x800  # a flag that says that the name is in UTF-8; all names are ASCII


@dataclass(frozen=True)
class Pack:
    """Contents of a pack, which are checked while they are read.

    handed: the records, screens and counters. When its last part has been read to the end, the whole file is checked.
    pictures: the PNG files that the records name; the list is filled only then.
    """

    handed: Handed
    pictures: list[bytes]


def is_pack(path: Path) -> bool:
    """Tell whether a path is that of a pack: by its ending `.docpack`, or by the first bytes of the file."""
    if path.suffix == ENDING or not path.is_file():
        return path.suffix == ENDING
    with open(path, "rb") as file:
        return file.read(len(_ZIP)) == _ZIP


@contextmanager
def open_pack(path: Path) -> Iterator[Pack]:
    """Open the pack at a path and yield its contents, to be read in the `with` block.

    Raises StoreError, in one line that names the path, if anything at all is wrong with the pack; a StoreError in the
    block is raised again with the path.
    """
    try:
        with tempfile.TemporaryFile() as copy:  # nobody can change it while it is read, and it has no name to stay by
            copy_file(path, copy)
            _check_end(copy)
            with zipfile.ZipFile(copy) as pack:
                yield _contents(pack)
    except StoreError as error:
        raise StoreError(f"{path} cannot be imported: {error}") from error
    except (zipfile.BadZipFile, NotImplementedError, EOFError) as error:
        raise StoreError(f"{path} cannot be imported: its zip is damaged ({error!s:.80})") from error
    except OSError as error:
        raise StoreError(f"{path} cannot be read: {error.strerror or error}") from error


def _check_end(pack: IO[bytes]) -> None:
    """Raise StoreError if an open file does not end like a plain zip, or states more parts than we accept.

    This is checked before `zipfile` opens the file, because `zipfile` would read a list of parts of any length.
    """
    size = pack.seek(0, io.SEEK_END)
    pack.seek(max(size - _END.size, 0))
    end = pack.read(_END.size)
    mark, *disks, _, count, directory, place, comment = _END.unpack(end.rjust(_END.size, b"\0"))
    if mark != b"PK\5\6":
        raise StoreError("it does not end as a zip does")
    if any(disks) or comment or place + directory + _END.size != size:
        raise StoreError("it has more in it than one zip: a comment, another file, or parts elsewhere")
    if count > _MOST_PARTS or directory > _MOST_DIRECTORY:
        raise StoreError(f"it has more than the {_MOST_PARTS} parts that one import takes")


def _contents(pack: zipfile.ZipFile) -> Pack:
    parts = _parts(pack)
    digests = _manifest(pack, parts)
    named: set[str] = set()
    pictures: list[bytes] = []

    def lines(ending: str) -> Iterator[tuple[str, Iterator[bytes]]]:
        yield from ((name, _part_lines(pack, parts[name], digests[name])) for name in digests if name.endswith(ending))

    def records() -> Iterator[Record]:
        for name, of_app in lines(DOCUMENTS_FILE):
            for record in _parsed_lines(name, of_app, read_record, lambda record: record.app):
                named.update(picture_names([record]))
                yield record

    def screens() -> Iterator[TableRow]:
        for name, of_app in lines(SCREENS_FILE):
            yield from _parsed_lines(name, of_app, read_screen, lambda row: str(row[0]))

    def counts() -> Iterator[Counts]:
        for name, of_app in lines(OUTCOMES_FILE):
            yield from (each for _, each in _parsed_lines(name, of_app, read_counts, lambda told: told[0]))

    def outcomes() -> Iterator[TableRow]:
        yield from (row for each in counts() for row in each.outcomes)
        pictures.extend(_pictures(pack, parts, digests, named))

    helped = (row for each in counts() for row in each.helped)
    return Pack(Handed(records(), screens(), helped, outcomes()), pictures)


def _parts(pack: zipfile.ZipFile) -> dict[str, zipfile.ZipInfo]:
    """Return the parts of a zip by name.

    Raises StoreError unless every part has a name that a docpack may have, is a plain file without compression, and
    begins where the part before it ends.
    """
    parts: dict[str, zipfile.ZipInfo] = {}
    place = 0
    for part in sorted(pack.infolist(), key=lambda part: part.header_offset):
        name = part.orig_filename
        if name != MANIFEST and not _NAME.fullmatch(name):
            raise StoreError(f"it has a part named {name!r:.80}; {_WANTED}")
        if name in parts:
            raise StoreError(f"it has two parts named {name}")
        if part.compress_type != zipfile.ZIP_STORED or part.flag_bits & ~_UTF8:
            raise StoreError(f"its part {name} is compressed or encrypted; a pack's parts are stored as they are")
        if stat.S_IFMT(part.external_attr >> 16) not in (0, stat.S_IFREG):
            raise StoreError(f"its part {name} is a link or no plain file")
        if part.header_offset != place:
            raise StoreError(f"its part {name} does not begin where the one before it ends")
        place += _HEADER_BYTES + len(name) + part.compress_size
        parts[name] = part
    if place != pack.start_dir:
        raise StoreError("its parts do not end where its table begins")
    return parts


def _manifest(pack: zipfile.ZipFile, parts: dict[str, zipfile.ZipInfo]) -> dict[str, str]:
    """Parse the manifest of a pack, and return the SHA-256 that it states for each other part, by name.

    Raises StoreError if there is no manifest, if it is of another version, or if it does not list exactly these parts.
    """
    part = parts.get(MANIFEST)
    if part is None:
        raise StoreError(f"it has no {MANIFEST}; {_WANTED}")
    try:
        told = strict_json(pack.read(part)) if part.file_size <= _MOST_MANIFEST else None
    except (ValueError, RecursionError):
        told = None
    if not isinstance(told, dict) or told.get("format") != FORMAT:
        raise StoreError(f"its {MANIFEST} is no manifest of a docpack")
    if told.get("version") != VERSION or isinstance(told["version"], bool):
        raise StoreError(
            f"it is a docpack of version {told.get('version')!r:.20} and this AppAgent reads version {VERSION}; "
            "a newer AppAgent may read it"
        )
    files = told.get("files")
    found = [
        (file["name"], file["bytes"], file["sha256"])
        for file in (files if isinstance(files, list) else [])
        if isinstance(file, dict) and file.keys() == {"name", "bytes", "sha256"}
    ]
    there = sorted((name, part.file_size) for name, part in parts.items() if name != MANIFEST)
    if told.keys() != {"format", "version", "files"} or sorted(map(repr, there)) != sorted(
        repr((name, size)) for name, size, _ in found
    ):
        raise StoreError(f"its {MANIFEST} does not list exactly the parts that are there, with their sizes")
    return {name: str(digest) for name, _, digest in found}


def _part_lines(pack: zipfile.ZipFile, part: zipfile.ZipInfo, digest: str) -> Iterator[bytes]:
    """Yield the lines of a part. Raises StoreError if a line is too long, or if the part's SHA-256 is not `digest`."""
    found = hashlib.sha256()
    with pack.open(part) as opened, io.BufferedReader(cast(io.RawIOBase, opened)) as lines:
        while line := lines.readline(LONGEST_LINE + 1):
            if len(line) > LONGEST_LINE:
                raise StoreError(f"a line of {part.filename} has more than {LONGEST_LINE} bytes")
            found.update(line)
            yield line
    if found.hexdigest() != digest:
        raise StoreError(f"its part {part.filename} is not what its {MANIFEST} says: the SHA-256 is another")


def _parsed_lines(
    name: str, lines: Iterable[bytes], parse: Callable[[bytes], _Found], app: Callable[[_Found], str]
) -> Iterator[_Found]:
    """Parse the lines of a part of a pack, and yield the results.

    name: the part's.
    parse: function that parses a line.
    app: function that returns the app that a result is about.
    Raises StoreError, with part and line, if a line is not valid, or is about another app than the part's name says.
    """
    for number, line in enumerate(lines, 1):
        try:
            found = parse(line)
            if app(found) != name.partition("/")[0]:
                raise StoreError(f"it is about another app, {app(found)!r:.80}")
        except StoreError as error:
            raise StoreError(f"{name}, line {number}: {error}") from error
        yield found


def _pictures(
    pack: zipfile.ZipFile, parts: Mapping[str, zipfile.ZipInfo], digests: Mapping[str, str], named: Collection[str]
) -> Iterator[bytes]:
    """Yield the pictures of a pack.

    named: the names of the pictures that its records mention.

    Raises StoreError if a picture is too large, is no PNG, has another hash than its name, or is in no record.
    """
    for name in (name for name in digests if name.startswith(f"{PICTURES}/")):
        if parts[name].file_size > _MOST_PICTURE:
            raise StoreError(f"its part {name} has more than {_MOST_PICTURE} bytes")
        png = pack.read(parts[name])
        if not png.startswith(_PNG) or name != f"{PICTURES}/{hashlib.sha256(png).hexdigest()}.png":
            raise StoreError(f"its part {name} is not the PNG that its name says")
        if digests[name] not in name or digests[name] not in named:
            raise StoreError(f"its part {name} is a picture that its {MANIFEST} or its records do not name")
        yield png


_WANTED = (
    f"a docpack has {MANIFEST}, APP/{DOCUMENTS_FILE}, APP/{SCREENS_FILE}, APP/{OUTCOMES_FILE} and {PICTURES}/SHA256.png"
)
