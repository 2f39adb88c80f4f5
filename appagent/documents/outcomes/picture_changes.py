"""Tell where the picture of a screen changed while its words stayed."""

from appagent.actions.parts.description import named
from appagent.screen import Element, Screen
from appagent.screen.compare import differing, rgb
from appagent.screen.names.without_words import peers
from appagent.screen.nodes.tree import area, overlap

_MOST_NAMED = 4  # elements in one effect
_SMALL = 0.02  # share of the display that an icon takes up at most
_DRAWN = "the picture changed and no words did, as with the dots of a PIN or on a canvas"


def drawn_change(before: Screen, after: Screen) -> str:
    """Return words for a change that only the pictures show, with the elements that changed if these can be told.

    Of several equal elements, their numbers are given, as in "only the pictures of 1 to 3 of the 5 ImageViews changed".
    """
    changed = _changed(before, after)
    among = [peers(after).get(each.mark, (0, 0)) for each in changed]
    places, sizes = [which for which, _ in among], {of for _, of in among}
    if len(changed) > 1 and len(sizes) == 1 and len({each.template for each in changed}) == 1 and all(places):
        first, last = min(places), max(places)
        return f"only the pictures of {first} to {last} of the {sizes.pop()} {changed[0].role}s changed"
    if not 0 < len(changed) <= _MOST_NAMED:
        return _DRAWN
    several = "s" if len(changed) > 1 else ""
    return f"only the picture{several} of {', '.join(named(each, after) for each in changed)} changed"


def redrawn_beside(before: Screen, after: Screen, *, toast: bool) -> str:
    """Return words for the small controls whose pictures changed while a message came or went; "" if none did.

    Controls that lie under a message are left out, and with a toast, whose place nobody tells, the lower half of the
    display. So are more than a few, as then the page may have moved.
    """
    from PIL import ImageChops

    if before.picture is None or after.picture is None or before.picture.size != after.picture.size:
        return ""
    pictures, (width, height) = (rgb(before.picture), rgb(after.picture)), after.size
    covered = [node.bounds for screen in (before, after) for node in screen.passing]
    covered += [(0, height // 2, width, height)] if toast else []
    found = [
        each
        for each in after.elements
        if "tap" in each.actions
        and area(each.bounds) <= _SMALL * width * height
        and not any(overlap(each.bounds, bounds) for bounds in covered)
        and ImageChops.difference(*(picture.crop(each.bounds) for picture in pictures)).getbbox()
    ]
    several = "s" if len(found) > 1 else ""
    names = ", ".join(named(each, after) for each in found)
    return f"the picture{several} of {names} changed" if 0 < len(found) <= _MOST_NAMED else ""


def _changed(before: Screen, after: Screen) -> list[Element]:
    """Return the elements whose picture changed, if nothing else on the display did; else []."""
    from PIL import ImageChops

    where = differing(before, after)
    if where is None or before.picture is None or after.picture is None or after.picture.size != after.size:
        return []
    then, now = (rgb(picture.crop(where)) for picture in (before.picture, after.picture))
    changed, found = ImageChops.difference(then, now), []
    smallest_first = sorted(after.elements, key=lambda each: area(each.bounds))
    for each in smallest_first:
        if "tap" in each.actions and (shared := overlap(each.bounds, where)):
            left, top, right, bottom = shared
            part = left - where[0], top - where[1], right - where[0], bottom - where[1]
            if changed.crop(part).getbbox():
                found.append(each)
                changed.paste((0, 0, 0), part)
    return [] if changed.getbbox() else sorted(found, key=lambda each: each.mark)
