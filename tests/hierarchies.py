"""Hierarchies for tests, written shorter than their XML."""

import os
from pathlib import Path
from xml.sax.saxutils import quoteattr

import pytest

from appagent.actions import Action
from appagent.guard import effect_of
from appagent.screen import Screen

CORPUS = Path(os.environ.get("APPAGENT_CORPUS", Path(__file__).resolve().parents[2] / "shared" / "corpus"))
DISPLAY = (1080, 2400)
NOTES = "org.notes"


def node(
    role: str = "TextView",
    *inner: str,
    at: tuple[int, int, int, int] = (0, 0, 1080, 2400),
    can: str = "",
    name: str = "",
    package: str = NOTES,
    **facts: object,
) -> str:
    """One node's XML. can: what is true of it, as in "clickable focused". name: its resource-id's last part."""
    full = name if not name or ":" in name else f"{package}:id/{name}"
    left, top, right, bottom = at
    given = {
        "class": f"android.widget.{role}",
        "package": package,
        "resource-id": full,
        "bounds": f"[{left},{top}][{right},{bottom}]",
        **dict.fromkeys(can.split(), "true"),
        **{fact.replace("_", "-"): value for fact, value in facts.items()},
    }
    words = " ".join(f"{fact}={quoteattr(str(value))}" for fact, value in given.items())
    return f"<node {words}>{''.join(inner)}</node>"


def dump(*windows: str) -> str:
    """A whole document with these windows."""
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<hierarchy rotation="0">{"".join(windows)}</hierarchy>'


def deed_of(action: Action, screen: Screen, *, careful: bool = False) -> str | None:
    """The effect of an action by its name, or None."""
    found = effect_of(action, screen, careful=careful)
    return found.effect if found else None


def corpus_dump(number: str) -> str:
    """A real dump by its number; skips the test where there is no corpus."""
    found = sorted((CORPUS / "xml").glob(f"{number}*.xml"))
    if not found:
        pytest.skip(f"no corpus at {CORPUS}: set APPAGENT_CORPUS")
    return found[0].read_text(encoding="utf-8")
