"""Keep an index of a large folder of documents in the user's cache, so that opening the folder again is fast.

The index is a store in SQLite.
"""

import hashlib
import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import platformdirs

from appagent.errors import StoreError
from appagent.files import private_folder
from appagent.store.as_text import jsonl
from appagent.store.keys import Keys

_SMALL = 1_000_000  # bytes of text that are read anew each time, in about a second


def index_of(folder: Path, keys: Keys) -> Path | None:
    """Return the path of the index of a folder as it is now; None if the folder is small, or has no documents.

    The file's name is made from the folder, the size and time of each of its files, and the trusted keys. So a change
    of any of these leads to a new index. The keys count because a stranger's purge has no effect.
    """
    try:
        stats = [(str(file), file.stat()) for file in jsonl.files(folder)]
    except (StoreError, OSError):  # reading the folder tells what is wrong
        return None
    if sum(stat.st_size for _, stat in stats) < _SMALL:
        return None
    now = [(name, stat.st_size, stat.st_mtime_ns, stat.st_ino) for name, stat in stats], keys.made, sorted(keys.team)
    place = platformdirs.user_cache_path("appagent") / "folders"
    return place / f"{_hash(folder.resolve())}-{_hash(now)}.sqlite"


def make_index(file: Path, fill: Callable[[Path], object]) -> None:
    """Make the index of a folder, and delete older indexes of the same folder.

    file: path from `index_of`.
    fill: function that writes the index to a new file, whose path it is given. Nothing happens if the cache cannot be
    written. Raises what `fill` raises.
    """
    new = file.with_name(f"{file.name}.{secrets.token_hex(4)}")
    try:
        private_folder(file.parent)
        fill(new)
        os.replace(new, file)
        for other in file.parent.glob(f"{file.name.partition('-')[0]}-*"):
            if other.name.partition(".sqlite")[0] != file.stem:
                with suppress(OSError):  # somebody reads it, on a system that minds
                    other.unlink()
    except OSError:
        pass
    finally:
        with suppress(OSError):
            new.unlink(missing_ok=True)


def _hash(value: object) -> str:
    return hashlib.sha256(repr(value).encode(errors="replace")).hexdigest()[:24]
