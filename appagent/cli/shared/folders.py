"""Show what a folder's appagent.toml would set, or which code a task file would run, and ask whether to trust it."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from appagent.cli.shared import show
from appagent.errors import UsageError
from appagent.files import read_file
from appagent.foreign import shown
from appagent.settings import trust
from appagent.settings.sources import SETTINGS_FILE, would_set

if TYPE_CHECKING:
    from appagent.settings import LeftOut

# content by path: what the person sees is what is trusted, even if the file changes meanwhile
Files = Mapping[Path, bytes]
_LARGEST = 1_000_000  # bytes of a file that can be trusted
_HIDDEN = ("api_key", "secrets")


def files_to_trust(path: Path) -> Files:
    """Return the files to trust for a path: a dict of contents by path.

    For a folder there is one file, its appagent.toml. For a task file there are the file itself and, if it exists, the
    Python file of the same name beside it. Raises UsageError if the file does not exist.
    """
    if path.is_dir():
        path = path / SETTINGS_FILE
    if not path.exists():
        raise UsageError(f"there is no {path}: nothing to trust")
    code = path.with_suffix(".py")
    with_code = path.name != SETTINGS_FILE and code != path and code.is_file()
    return {one: read_file(one, _LARGEST) for one in ([path, code] if with_code else [path])}


def trusts_files(path: Path) -> bool:
    """Tell whether the person trusts all files that `files_to_trust` returns for a path, as they are now."""
    return all(trust.trusted(one, found) for one, found in files_to_trust(path).items())


def settings_in(files: Files) -> Mapping[str, Any]:
    """Return the settings that an appagent.toml would make, as texts by the name of the setting.

    files: the files to trust; {} is returned if no appagent.toml is among them.
    API keys and secrets are shown as "***".
    """
    return {
        name: "***" if name in _HIDDEN else _setting_text(value)
        for path, found in files.items()
        if path.name == SETTINGS_FILE
        for name, value in would_set(path, found).items()
    }


def ask_to_trust(files: Files, *, ask: bool = True) -> bool:
    """Show what the files would set and run, ask the person whether to trust them, and return the answer.

    A yes is remembered for the files with their content as it is now.
    ask: False to trust without asking.
    Raises UsageError if it needs to ask but standard input is no terminal.
    """
    out = show.console(True)
    for name, value in settings_in(files).items():
        show.put(out, f"  {name} = {shown(value)}")
    for code in files:
        if code.suffix == ".py":
            show.put(out, f"  runs {shown(code)}: read it first")
    if not confirmed("Trust it as it stands?", ask=ask):
        return False
    trust.trust(files)
    return True


def confirmed(question: str, *, ask: bool) -> bool:
    """Ask the person a yes-or-no question, and return the answer.

    ask: False to assume yes without asking.

    Raises UsageError if it needs to ask but standard input is no terminal.
    """
    if ask and not sys.stdin.isatty():
        raise UsageError("this needs a yes at a terminal; in a script, check it first and add --yes")
    return not ask or typer.confirm(question, default=False, err=True)


def ask_about_change(left_out: "LeftOut") -> bool:
    """Ask the person about a file that was trusted and has changed since; return True if it is trusted now.

    left_out: the file, whose settings are ignored for now.
    """
    show.put(show.console(True), f"{shown(left_out.file)} has changed since you trusted it.")
    return ask_to_trust(files_to_trust(left_out.file))


def _setting_text(value: object) -> str:
    return ", ".join(sorted(map(str, value))) if isinstance(value, frozenset) else str(value)
