"""Tell what a screen showed at the moment an action was done on it, which is later than when the agent saw it."""

from dataclasses import replace
from typing import TYPE_CHECKING

from appagent.screen import Screen, read
from appagent.screen.compare import changed_places, same_tree

if TYPE_CHECKING:
    from PIL import Image

_BLOCK = 16  # px; phones send JPEG, in which a change shows in the rest of its blocks too


def acted_on(seen: Screen, now: Screen) -> Screen:
    """Return the screen that the agent saw, but as the last look right before the action showed it.

    seen: the screen that the agent saw.
    now: the last look.
    What changed while the agent thought is no effect of its action, so effects are found by comparing with this screen.
    Its picture is that of the last look; None if that look took none and anything has changed since. A screen on which
    elements were recognised in the picture is returned as the agent saw it, because the last look recognises none.
    """
    if same_tree(seen, now) or any(element.source == "pixels" for element in seen.elements):
        return seen
    return read(
        now.tree, now.picture, size=seen.size, app=seen.app, activity=seen.activity, settled=seen.settled
    )  # fmt: skip


def pictured(acted: Screen, seen: Screen, after: Screen) -> Screen:
    """Return the screen that an action was done on with a picture, to compare with the screen after it.

    If the screen has none, it gets the picture that the agent saw. What changed between these two is taken from the
    picture after the action, so that it counts as no difference.
    acted: as `acted_on` returns it. seen: the screen that the agent saw. after: the screen after the action.
    """
    if acted.picture or seen.picture is None or after.picture is None or seen.picture.size != after.picture.size:
        return acted
    picture: Image.Image = seen.picture.convert(after.picture.mode)
    for left, top, right, bottom in changed_places(seen, acted):
        box = max(left - _BLOCK, 0), max(top - _BLOCK, 0), right + _BLOCK, bottom + _BLOCK
        box = *box[:2], min(box[2], picture.width), min(box[3], picture.height)
        if box[0] < box[2] and box[1] < box[3]:
            picture.paste(after.picture.crop(box), box[:2])
    return replace(acted, picture=picture)
