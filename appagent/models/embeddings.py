"""Get embeddings from an OpenAI-compatible endpoint: a vector for each text, to compare texts by meaning."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from appagent.errors import ModelError
from appagent.models.faults import Fault, short_line, without_key
from appagent.settings import Endpoint

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_AT_ONCE = 16  # texts of one request, so that the reply stays below the client's limit
_MOST_NUMBERS = 8_192  # most numbers of one vector


class EndpointEncoder:
    """Embedding model of an endpoint.

    name: the model's name.
    endpoint: address, key and time limit.
    """

    def __init__(self, endpoint: Endpoint, name: str) -> None:
        self.name = name
        self._endpoint = endpoint

    def encoded(self, texts: Sequence[str]) -> "NDArray[np.float32]":
        """Return the embedding of each text as a row of length 1. Raises ModelError if the endpoint gives none."""
        import httpx2
        import numpy as np

        from appagent.models.client import BoundedClient

        key = self._endpoint.api_key
        rows: list[list[float]] = []
        try:
            with BoundedClient(self._endpoint.base_url, self._endpoint.timeout_s) as client:
                for start in range(0, len(texts), _AT_ONCE):
                    reply = client.post(
                        f"{self._endpoint.base_url}/embeddings",
                        headers={"Authorization": f"Bearer {key}"} if key else {},
                        json={"model": self.name, "input": list(texts[start : start + _AT_ONCE])},
                    )
                    rows += _vectors(reply, len(texts[start : start + _AT_ONCE]))
            vectors = np.asarray(rows, np.float32)
            lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
            if vectors.ndim != 2 or not np.isfinite(vectors).all() or not lengths.all():
                raise ValueError("its vectors are not alike, or empty")
        except (Fault, httpx2.RequestError, httpx2.InvalidURL, ImportError, TypeError, ValueError) as error:
            said = short_line(without_key(str(error), self._endpoint))
            raise ModelError(
                f"no embeddings of {self.name!r:.80} from {self._endpoint.base_url}: {said}; "
                "search by words alone without APPAGENT_EMBEDDINGS"
            ) from error
        return np.asarray(vectors / lengths, np.float32)


def _vectors(reply: Any, number: int) -> list[list[float]]:
    """Return the vectors in a reply, in the order of the texts.

    number: how many texts were sent.

    Raises ValueError if the reply has no such list.
    """
    if reply.status_code != 200:
        raise ValueError(f"status {reply.status_code}: {reply.content[:200].decode(errors='replace')}")
    told = reply.json()
    data = told.get("data") if isinstance(told, dict) else None
    if not isinstance(data, list) or len(data) != number or not all(isinstance(each, dict) for each in data):
        raise ValueError(f"its reply has no list of {number} under data")
    found = [each.get("embedding") for each in sorted(data, key=lambda each: each.get("index", 0))]
    if not all(isinstance(row, list) and 0 < len(row) <= _MOST_NUMBERS for row in found):
        raise ValueError("its reply has no lists of numbers")
    return found  # numpy refuses what is no number
