"""Looks of an icon: a short hash of its picture, so that a similar picture is found again. It is part of no id."""

from appagent.screen.screens import Element, Screen
from appagent.screen.tree import overlap

_SIDE = 8  # the hash compares this many pairs of neighbouring pixels, in as many rows
_ALIKE = 8  # of its 64 bits that two pictures of one icon may differ in
_PLAIN = 6.0  # standard deviation of grey below which a picture shows too little to recognise anything


def looks(element: Element, screen: Screen) -> str:
    """Return the looks of an element as 16 hex digits; "" if it shows hardly any detail, or there is no picture.

    A dark icon on light ground has the same looks as a light one on dark ground. Also "" beside a password field.
    Source: difference hash (dHash), Neal Krawetz, "Kind of Like That", 2013; here without the signs of the differences.
    """
    if screen.picture is None or any(overlap(secret, element.bounds) for secret in screen.secrets):
        return ""
    import numpy as np  # these take long to import, and lists of documents have no use for them
    from PIL import Image

    grey = screen.picture.crop(element.bounds).convert("L")
    if np.asarray(grey).std() < _PLAIN:
        return ""
    small = np.asarray(grey.resize((_SIDE + 1, _SIDE), Image.Resampling.BOX), np.int16)
    steps = np.abs(np.diff(small, axis=1)).ravel()  # the same whichever of ground and icon is darker
    return f"{int(''.join('1' if step > steps.mean() else '0' for step in steps), 2):016x}"


def look_alike(one: str, other: str) -> bool:
    """Tell whether two looks may be those of one icon; False for anything but 16 hex digits each."""
    try:
        return len(one) == len(other) == _SIDE * 2 and (int(one, 16) ^ int(other, 16)).bit_count() <= _ALIKE
    except ValueError:
        return False
