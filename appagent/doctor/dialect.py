"""Find out in which dialect a model names its actions: ask it to tap a button on a small picture."""

import io

from PIL import Image, ImageDraw, ImageFont

from appagent.actions import TapAt
from appagent.actions.dialects import DIALECTS, dialect_of
from appagent.doctor.findings import Verdict
from appagent.errors import ActionError
from appagent.models import Message, ModelReply
from appagent.screen.nodes.tree import contains

# Sides are multiples of 28 px. The button's coordinates in px are far from those on the scale from 0 to 1000.
SIZE = (280, 560)
BUTTON_BOUNDS = (20, 420, 140, 520)  # px
_QUESTION = (
    "You operate a phone by actions. The picture is its screen. The task: tap the button Save. "
    "Answer with your next action, in the form in which you have learnt to write it."
)


def question() -> Message:
    """Return the message that asks a model to tap a button, with a small picture of the button."""
    image = Image.new("RGB", SIZE, "white")
    draw = ImageDraw.Draw(image)
    draw.rectangle(BUTTON_BOUNDS, fill="#0b57d0")
    middle = ((BUTTON_BOUNDS[0] + BUTTON_BOUNDS[2]) // 2, (BUTTON_BOUNDS[1] + BUTTON_BOUNDS[3]) // 2)
    draw.text(middle, "Save", "white", ImageFont.load_default(36), anchor="mm")
    content = io.BytesIO()
    image.save(content, "JPEG", quality=90)
    return Message("user", _QUESTION, (content.getvalue(),))


def dialects_of(text: str) -> tuple[list[str], list[str]]:
    """Return the names of the dialects in which a reply taps the button, and of those in which it taps elsewhere.

    Only the former are spoken: a tap elsewhere says nothing of how its place is measured.

    >>> dialects_of("Action: click(start_box='(80,470)')")
    (['ui-tars-1.5'], ['ui-tars'])
    >>> dialects_of("Action: click(start_box='(10,10)')")
    ([], ['ui-tars', 'ui-tars-1.5'])
    """
    taps: dict[str, bool] = {}
    for name, dialect in DIALECTS.items():
        try:
            action = dialect.read(text, dialect.plane(SIZE, dialect.picture_size(SIZE))).action
        except ActionError:
            continue
        if isinstance(action, TapAt):
            taps[name] = contains(BUTTON_BOUNDS, action.x, action.y)
    return [name for name, hit in taps.items() if hit], [name for name, hit in taps.items() if not hit]


def verdict(asked: ModelReply, setting: str, model: str) -> Verdict:
    """Compare the dialect of a reply with the one that runs would use for the model, and say what to set.

    setting: the setting `dialect`.
    """
    found, missed = dialects_of(asked.text)
    set_one = dialect_of(setting, model)
    used = set_one.name if set_one else "marks"
    if missed and not found:
        said = f"it writes as {' or '.join(missed)} do, but taps beside the button, which tells no dialect"
        return "warn", f"{said}; runs ask it for {used}", "ask again, or set APPAGENT_DIALECT to what its makers name"
    if not found:
        said = f"its reply is a tap in no known dialect: {' '.join(asked.text.split())[:80]!r}"
        if used == "marks":
            return "ok", f"{said}; runs ask it for marks", ""
        return "warn", f"{said}; runs ask it for {used}", "set APPAGENT_DIALECT=marks if runs fail"
    if used in found:
        return "ok", f"it speaks {used}", ""
    return "warn", f"it speaks {' or '.join(found)}, and runs ask it for {used}", f"set APPAGENT_DIALECT={found[0]}"
