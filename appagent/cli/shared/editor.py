"""Let a person change a text in their own editor."""

import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from appagent.errors import UsageError
from appagent.files import read_file

_MOST = 1_000_000  # bytes that an editor may leave
CUT = "# ------ what stands below this line is not kept ------"


def edited(text: str, name: str, instead: str) -> str:
    """Let the person change a text in $VISUAL or $EDITOR, and return it; the line CUT and all that follows is left out.

    instead: options to use in place of an editor, as words for messages.
    Raises UsageError if there is no terminal for the editor, or if it fails.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError(f"an editor opens only at a terminal; in a script, give {instead}")
    command = os.environ.get("VISUAL", "").strip() or os.environ.get("EDITOR", "").strip() or "vi"
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / name
        file.write_text(text, encoding="utf-8")
        try:
            done = subprocess.run([*shlex.split(command), str(file)], check=False)  # noqa: S603 - the person's own
        except (OSError, ValueError) as error:
            raise UsageError(f"cannot start the editor {command!r}: {error}; set EDITOR, or give {instead}") from error
        if done.returncode:
            raise UsageError(f"the editor {command!r} ended with status {done.returncode}; nothing was changed")
        try:
            return read_file(file, _MOST).decode().partition(CUT)[0]
        except (UsageError, UnicodeDecodeError) as error:
            raise UsageError(f"the editor {command!r} left no text in UTF-8: {error}; nothing was changed") from error
