"""Which run is meant, and the file that its page goes to."""

from pathlib import Path

from appagent.errors import UsageError
from appagent.runs import runs_in
from appagent.trajectory import LOG

LATEST = "latest"


def find_run(run: str, runs: Path) -> Path:
    """The folder of a run.

    run: a folder, the name of one in `runs` or the beginning of it where only one begins so, or "latest".
    Raises UsageError where there is none, or more than one.
    """
    if (Path(run) / LOG).is_file():
        return Path(run)
    known = runs_in(runs)
    if run == LATEST and known:
        return known[0]
    found = [path for path in known if path.name == run] or [
        path for path in known if run and path.name.startswith(run)
    ]
    if len(found) == 1:
        return found[0]
    names = ", ".join(path.name for path in (found or known)[:5])
    if found:
        raise UsageError(f"{len(found)} runs begin with {run!r}: {names}; write more of the name")
    there = f"the newest there are: {names}" if known else "there are none yet"
    raise UsageError(f"no run {run!r} in {runs}; {there}. A folder, a name, its beginning or {LATEST!r} will do")


def write(page: str, out: Path) -> None:
    """Write a page. Raises UsageError where that fails."""
    try:  # half a character, as models write at times, becomes the sign for one that is missing
        out.write_text(page, encoding="utf-8", errors="xmlcharrefreplace")
    except OSError as error:
        raise UsageError(f"cannot write {out}: {error.strerror}; name another file with --out") from error
