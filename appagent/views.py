"""One look at a screen, from a phone or from files, and how it is told."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from PIL import Image, UnidentifiedImageError

from appagent.actions import Start
from appagent.devices.find import open_device
from appagent.errors import UsageError
from appagent.overlay import mark, wireframe
from appagent.screen import Screen, read
from appagent.settings import Settings


def from_device(settings: Settings, app: str = "") -> Screen:
    """What is on a phone's screen, after opening an app where one is named."""
    with open_device(settings) as device:
        if app:
            device.perform(Start(device.package(app)))
        return device.capture()


def from_files(hierarchy: Path, screenshot: Path | None = None) -> Screen:
    """A screen from a dump and, where there is one, its picture. Raises UsageError for files that are neither."""
    try:
        text = hierarchy.read_text(encoding="utf-8", errors="replace")
        picture = Image.open(screenshot).convert("RGB") if screenshot else None
    except UnidentifiedImageError as error:
        raise UsageError(f"{screenshot} is not a picture; PNG and JPEG are read") from error
    except OSError as error:
        raise UsageError(f"cannot read {error.filename}: {error.strerror}") from error
    return read(text, picture)


def write_picture(screen: Screen, out: Path) -> None:
    """The screen with its marks as a model gets it, as PNG; drawn from the hierarchy alone without a picture."""
    shown = screen if screen.picture else replace(screen, picture=wireframe(screen))
    try:
        mark(shown).save(out, format="PNG")
    except OSError as error:
        raise UsageError(f"cannot write {out}: {error.strerror}") from error


def to_json(screen: Screen) -> dict[str, Any]:
    """The screen as `look --json` prints it; bounds in px."""
    return {
        "app": screen.app,
        "activity": screen.activity,
        "screen_id": screen.screen_id,
        "size": list(screen.size),
        "settled": screen.settled,
        "elements": [
            {
                "mark": element.mark,
                "id": element.id,
                "template": element.template,
                "weak": element.weak,
                "class": element.cls,
                "text": element.text or element.hint,
                "bounds": list(element.bounds),
                "actions": list(element.actions),
            }
            for element in screen.elements
        ],
    }
