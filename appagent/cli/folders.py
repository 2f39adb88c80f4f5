"""Show what the files of a folder would set or run, and ask the person whether to trust them."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from appagent.cli import show
from appagent.errors import UsageError
from appagent.files import content
from appagent.foreign import shown
from appagent.settings import trust
from appagent.settings.sources import FILE, would_set

if TYPE_CHECKING:
    from appagent.settings import LeftOut

Files = Mapping[Path, bytes]  # what is looked at is what is trusted, whatever becomes of the file meanwhile
_LARGEST = 1_000_000  # bytes of a file that can be trusted
_HIDDEN = ("api_key", "secrets")


def files_of(path: Path) -> Files:
    """Return the files that speak for a path, and what they hold: a folder's appagent.toml, or a task file and the code
    beside it. Raises UsageError where there is none."""
    if path.is_dir():
        path = path / FILE
    if not path.exists():
        raise UsageError(f"there is no {path}: nothing to trust")
    code = path.with_suffix(".py")
    with_code = path.name != FILE and code != path and code.is_file()
    return {one: content(one, _LARGEST) for one in ([path, code] if with_code else [path])}


def trusted(path: Path) -> bool:
    """Return whether the person trusts all files that speak for a path, as they stand."""
    return all(trust.trusted(one, found) for one, found in files_of(path).items())


def sets(files: Files) -> Mapping[str, Any]:
    """Return what an appagent.toml would set, as texts; nothing for other files."""
    return {
        name: "***" if name in _HIDDEN else _text(value)
        for path, found in files.items()
        if path.name == FILE
        for name, value in would_set(path, found).items()
    }


def agreed(files: Files, *, ask: bool = True) -> bool:
    """Show what the files would set and run, ask whether to trust them as they stand, and remember a yes."""
    out = show.console(True)
    for name, value in sets(files).items():
        show.put(out, f"  {name} = {shown(value)}")
    for code in files:
        if code.suffix == ".py":
            show.put(out, f"  runs {shown(code)}: read it first")
    if ask and not sys.stdin.isatty():
        raise UsageError("whether to trust it can only be asked at a terminal; in a script, look at it and add --yes")
    if ask and not typer.confirm("Trust it as it stands?", default=False, err=True):
        return False
    trust.trust(files)
    return True


def changed(left_out: "LeftOut") -> bool:
    """Ask about a file that was trusted and has changed since; return whether it is trusted now."""
    show.put(show.console(True), f"{shown(left_out.file)} has changed since you trusted it.")
    return agreed(files_of(left_out.file))


def _text(value: object) -> str:
    return ", ".join(sorted(map(str, value))) if isinstance(value, frozenset) else str(value)
