"""Read the folders of documents that the published AppAgent writes: `auto_docs` and `demo_docs`.

Each file is about one element and named after it; it holds a Python dict with a text for each kind of action. The dicts
are only parsed, and never run. The files are not signed.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from appagent.documents.private import general
from appagent.errors import StoreError, UsageError
from appagent.files import read_no_link
from appagent.screen.finding_again.published import FACT, forms
from appagent.store import Record, cut_texts
from appagent.store.as_text.jsonl import DOCUMENTS_FILE

_FOLDERS = ("auto_docs", "demo_docs")
_SWIPES = {"v_swipe": "Swiped up or down: ", "h_swipe": "Swiped left or right: "}
_ACTIONS = ("tap", "text", "long_press", "swipe")
_MOST_FILES, _MOST_BYTES = 5_000, 64_000
_TEXT, _NAME = 4_000, 200  # most letters
_TIME = "1970-01-01T00:00:00Z"  # since it is not known when each document was learnt
_ID = re.compile(r"(?P<package>(?:\w+\.)*\w+)\.id_(?P<name>\w[^.]*)$")
_CLASS = re.compile(r"(?P<cls>(?:[A-Za-z]\w*\.)+[A-Z]\w*?)_\d+_\d+\D*$")
_PLACE = re.compile(r"_-?\d+$")
_WANTED = "a file of AppAgent's holds a Python dict with a text for each of tap, text, long_press, v_swipe and h_swipe"


def is_published(path: Path) -> bool:
    """Tell whether a path is a folder of documents that the published AppAgent wrote, rather than one of ours."""
    if not path.is_dir() or (path / DOCUMENTS_FILE).exists():
        return False
    return any(_files(path))


def read_published(path: Path, app: str) -> list[Record]:
    """Return the documents in a folder as records, marked as untrusted because they are not signed.

    path: `auto_docs`, `demo_docs`, or a folder that contains one of these.
    app: the package of the app that they are about.
    Raises StoreError, with the file, if a file is not valid, or if there are more than 5,000.
    """
    found: list[Record] = []
    for number, file in enumerate(_files(path), 1):
        if number > _MOST_FILES:
            raise StoreError(f"{path} has more than {_MOST_FILES} documents, the most that one import takes")
        try:
            found += _records(file.stem, _texts_by_action(read_no_link(file, _MOST_BYTES)), app)
        except (StoreError, UsageError) as error:
            raise StoreError(f"{file} cannot be imported: {error}") from error
    return found


def _files(path: Path) -> Iterator[Path]:
    for folder in (path, *(path / name for name in _FOLDERS)):
        yield from sorted(file for file in folder.glob("*.txt") if _PLACE.search(file.stem))


def _texts_by_action(text: bytes) -> dict[str, str]:
    """Parse the content of a file into texts by kind of action. It is parsed as data and never run.

    The texts for swiping up or down and for swiping left or right become one text for "swipe".
    """
    try:
        told = ast.literal_eval(text.decode())
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError) as error:
        raise StoreError(f"it is no Python dict; {_WANTED}") from error
    known = {"tap", "text", "long_press", *_SWIPES}
    if not isinstance(told, dict) or told.keys() - known or not all(isinstance(each, str) for each in told.values()):
        raise StoreError(f"it holds something else; {_WANTED}")
    swipes = [lead + told[kind].strip() for kind, lead in _SWIPES.items() if told.get(kind, "").strip()]
    return {kind: told.get(kind, "").strip() for kind in _ACTIONS[:-1]} | {"swipe": " ".join(swipes)}


def _records(name: str, told: dict[str, str], app: str) -> Iterator[Record]:
    shapes = forms(name)
    own = _PLACE.sub("", name)
    with_id, of_class = _ID.search(own), _CLASS.search(own)
    facts: dict[str, Any] = {FACT: list(shapes)}
    if with_id:
        facts |= {"resource_id": general(f"{app}:id/{with_id['name']}")[:_NAME]}
    elif of_class:
        facts |= {"class": of_class["cls"][:_NAME]}
    for action, text in told.items():
        if text:
            yield Record(
                app=app, element_id=f"published-{shapes[0]}", facts=facts, action=action, author="AppAgent",
                text=cut_texts(general(text), _TEXT), source="import", time=_TIME, untrusted=True,
            )  # fmt: skip
