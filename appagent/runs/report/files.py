"""Find the folder of a run by its name, and write its report to a file."""

import os
from collections.abc import Callable, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from appagent.errors import UsageError
from appagent.files import write_private, writing
from appagent.runs.listing import runs_in, start_of
from appagent.runs.trajectory import LOG

LATEST = "latest"


def find_run(run: str, runs: Path, fits: Callable[[Mapping[str, Any]], bool] | None = None) -> Path:
    """Return the folder of a run.

    run: "latest", the name of a run in the folder `runs`, the beginning of exactly one such name, or the path of a
    folder. A path counts only if nothing else fits, since somebody may have named a folder "latest".
    fits: function that gets the first line of a run and tells whether "latest" may mean it. Without it, or if it
    accepts no run, "latest" is the newest readable run.
    Raises UsageError if no run fits, or if several do.
    """
    known = runs_in(runs)
    if run == LATEST and known:
        wanted = (path for fit in (fits, _is_readable) if fit for path in known if fit(start_of(path)))
        return next(wanted, known[0])
    found = [path for path in known if path.name == run] or [
        path for path in known if run and path.name.startswith(run)
    ]
    if len(found) == 1:
        return found[0]
    if not found and run != LATEST and os.path.isfile(Path(run) / LOG):
        return Path(run)
    readable = (path for path in known if _is_readable(start_of(path)))
    names = ", ".join(path.name for path in (found or islice(readable, 5)))
    if found:
        raise UsageError(f"{len(found)} runs begin with {run!r}: {names}; write more of the name")
    there = f"the newest there are: {names}" if names else "there are none yet"
    if empty := next((path for path in (runs / run, Path(run)) if run and os.path.isdir(path)), None):
        raise UsageError(f"{empty} is no run: it has no {LOG}; {there}")
    raise UsageError(
        f"no run {run!r} in {runs}; {there}. Give a folder, a name, the beginning of a name, or {LATEST!r}"
    )


def _is_readable(start: Mapping[str, Any]) -> bool:
    return "task" in start


def write_page(page: str, out: Path, *, follow: bool = False) -> None:
    """Write a page to a file that only the user can read.

    follow: True to allow that `out` is a link; use this only for a path that the person typed.
    Raises UsageError if the file cannot be written.
    """
    with writing(out, "; name another file with --out"):
        # a lone surrogate, which models write at times, is replaced
        write_private(out, page.encode(errors="xmlcharrefreplace"), follow=follow)
