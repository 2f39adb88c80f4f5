"""Documents as text for git: one folder for each app, with one line for each record and for each screen.

    docs_store/com.example.notes/documents.jsonl
    docs_store/com.example.notes/screens.jsonl
    docs_store/com.example.notes/outcomes.jsonl

Every line is canonical JSON (RFC 8785), and the lines are sorted (see `exporting`). So the same records make the same
bytes, and a new record is a new line beside the others of its screen.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from appagent.errors import StoreError
from appagent.files import read_lines
from appagent.store.as_text.record_lines import LONGEST_LINE, read_counts, read_record, read_screen
from appagent.store.checks import Handed

DOCUMENTS_FILE, SCREENS_FILE, OUTCOMES_FILE = "documents.jsonl", "screens.jsonl", "outcomes.jsonl"
FOLDER = r"(?!.{201})[A-Za-z0-9_]+(?:[.-][A-Za-z0-9_]+)*"  # app names that can name a folder, as a regular expression
_MOST_APPS = 1_000
T = TypeVar("T")


def is_text(path: Path) -> bool:
    """Tell whether documents at a path are text: a folder or an existing `.jsonl` file, and not a store in SQLite."""
    return path.is_dir() or (path.suffix == ".jsonl" and path.is_file())


def read_text_store(path: Path) -> Handed:
    """Return the contents of a documents file, of the folder of one app, or of a folder with folders of several apps.

    Raises StoreError if the folder has no documents. Lines are parsed only when the result is used; StoreError is then
    raised, with file and line, if a line is not a valid record or screen, and UsageError if a file cannot be read.
    """
    return handed_in(_found(path))


def files(path: Path) -> list[Path]:
    """Return the files of documents, screens and counters at a path that `read_text_store` accepts.

    Raises StoreError if there are none.
    """
    documents = _found(path)
    names = (DOCUMENTS_FILE, SCREENS_FILE, OUTCOMES_FILE)
    beside = ((each, *map(each.with_name, names[1:])) for each in documents)
    return [file for every in beside for file in every if file.exists()]


def parsed(files: Iterable[Path], parse: Callable[[bytes], T]) -> Iterator[T]:
    """Parse the lines of files, and yield the results.

    parse: function that parses one line.

    Raises StoreError, with file and line, if a line is not valid, and UsageError if a file cannot be read.
    """
    for file in files:
        for number, line in enumerate(read_lines(file, LONGEST_LINE), 1):
            try:
                if line.strip():
                    yield parse(line)
            except StoreError as error:
                raise StoreError(f"{file}, line {number}: {error}") from error


def check_app(app: str) -> None:
    """Raise StoreError if an app's name cannot be the name of a folder."""
    if not re.fullmatch(FOLDER, app):
        raise StoreError(f"no folder can be named after the app {app!r:.80}; leave it out with --app")


def handed_in(files: Iterable[Path]) -> Handed:
    """Return the contents of documents files, and of the files of screens and counters beside them, ready to import.

    Missing files are empty.
    """
    documents = list(files)
    screens, counts = ([file.with_name(name) for file in documents] for name in (SCREENS_FILE, OUTCOMES_FILE))
    documents, screens, counts = ([file for file in every if file.exists()] for every in (documents, screens, counts))
    helped = (row for _, each in parsed(counts, read_counts) for row in each.helped)
    outcomes = (row for _, each in parsed(counts, read_counts) for row in each.outcomes)
    return Handed(parsed(documents, read_record), parsed(screens, read_screen), helped, outcomes)


def _found(path: Path) -> Sequence[Path]:
    """Return the files of documents at a path: the file itself, or those in the folder or in its folders of apps.

    Raises StoreError if there are none.
    """
    if path.is_file():
        return [path]
    if (path / DOCUMENTS_FILE).exists():
        return [path / DOCUMENTS_FILE]
    try:
        found = sorted(path.glob(f"*/{DOCUMENTS_FILE}"))
    except OSError as error:
        raise StoreError(f"{path} cannot be read: {error.strerror}") from error
    if not found:
        raise StoreError(
            f"{path} is a folder with no documents: there is no {DOCUMENTS_FILE} in it or in a folder of it; "
            f"write one with: appagent docs export -o {path}"
        )
    if len(found) > _MOST_APPS:
        raise StoreError(f"{path} has the documents of more than {_MOST_APPS} apps, the most that are read")
    return found
