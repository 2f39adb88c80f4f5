"""Read from a run's folder what the screens of its steps are called."""

from pathlib import Path

from appagent.devices.captures.hierarchy import read_dump
from appagent.errors import DeviceError
from appagent.runs.trajectory import Step

_LARGEST = 2_000_000  # bytes of a hierarchy; real ones have some 100,000, and a stranger's file may have any number


def title_of(step: Step, folder: Path) -> str:
    """Return the heading of the screen on which a step began, by the hierarchy that the run kept of it.

    "" if it kept none or one that cannot be read, and for a screen without a heading.
    folder: the run's folder.
    """
    file = folder / f"{step.number:04}.xml"
    try:
        if file.stat().st_size > _LARGEST:
            return ""
        return read_dump(file.read_text("utf-8"), size=step.size, app=step.app).heading
    except (OSError, UnicodeDecodeError, DeviceError):
        return ""
