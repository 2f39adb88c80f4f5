"""Remember which files the person trusts. Each file is known by its path and a hash of its content.

A file that changes is no longer trusted.
"""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path

import platformdirs

from appagent.files import replace_private, writing
from appagent.foreign import json_object

_LIST = "trusted.json"  # in the user's own configuration directory


def trusted(path: Path, found: bytes) -> bool:
    """Tell whether the person trusts this file with exactly this content."""
    return _known().get(_name(path)) == _hash(found)


def trusted_before(path: Path) -> bool:
    """Tell whether the person has trusted this file at any time, whatever the file holds now."""
    return _name(path) in _known()


def trust(files: Mapping[Path, bytes]) -> None:
    """Trust these files, given with their contents, as long as the contents stay the same.

    Raises UsageError if the list of trusted files cannot be written.
    """
    _write_list(_known() | {_name(path): _hash(found) for path, found in files.items()})


def forget(*paths: Path) -> None:
    """Stop trusting these files. Raises UsageError if the list of trusted files cannot be written."""
    names = set(map(_name, paths))
    _write_list({name: found for name, found in _known().items() if name not in names})


def _known() -> dict[str, str]:
    """Return the hash of each trusted file, by path. The dict is empty if the list is missing or unreadable."""
    try:
        found = json_object(_list().read_bytes()) or {}
    except OSError:
        return {}
    return {name: str(one) for name, one in found.items()}


def _write_list(hashes: dict[str, str]) -> None:
    """Replace the list of trusted files in one step, readable by the user only. Raises UsageError if that fails."""
    path = _list()
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        replace_private(path, json.dumps(hashes, indent=1, sort_keys=True).encode())


def _list() -> Path:
    return platformdirs.user_config_path("appagent") / _LIST


def _name(path: Path) -> str:
    """Return the absolute path under which a file stands in the list of trusted files.

    If the file itself is a link, the link is not followed, so a link to a trusted file is not trusted itself.
    """
    return str(path.absolute().parent.resolve() / path.name)


def _hash(found: bytes) -> str:
    return hashlib.sha256(found).hexdigest()
