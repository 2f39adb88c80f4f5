"""Count tokens without a tokenizer, and check an endpoint's own count for plausibility.

A cap on tokens or money relies on a count, and that count is the endpoint's. An impossible count is replaced by an
estimate: letters over four, and pictures by their size.
"""

import io
from dataclasses import dataclass

MOST_TOKENS = 10_000_000  # no model reads more; an endpoint that counts more for one call is not dealt with
_LETTERS = 4  # letters per token
_SHARE = 2  # fewer tokens than a half of the words' estimate stand for no text that we send or get
_PX = 750  # pixels per token
_UNREADABLE = 1600  # tokens of a picture whose size cannot be read


@dataclass(frozen=True)
class ReportedTokens:
    """Tokens of a call as the endpoint counts them; None where it gives no number."""

    prompt: float | None = None
    completion: float | None = None
    total: float | None = None


@dataclass(frozen=True)
class CallTokens:
    """Tokens of a call as we count them. estimated: at least one of the two numbers is our own estimate."""

    prompt: int
    completion: int
    estimated: bool


def tokens(text: str) -> int:
    """Estimate the tokens of a text: one for each four letters or each Chinese character.

    >>> tokens("Opens a note"), tokens("打开便签")
    (3, 4)
    """
    wide = sum(ord(character) >= 0x2E80 for character in text)
    return wide + (len(text) - wide + _LETTERS - 1) // _LETTERS


def picture_tokens(jpeg: bytes) -> int:
    """Estimate the tokens of a picture: width x height / 750, px.

    Source: "Estimate image costs" in docs.anthropic.com/en/docs/build-with-claude/vision; other providers count from a
    quarter of that to many times as much.
    """
    from PIL import Image  # takes a moment to import

    try:
        with Image.open(io.BytesIO(jpeg)) as picture:  # reads the header alone
            width, height = picture.size
    except (OSError, ValueError, Image.DecompressionBombError):
        return _UNREADABLE
    return -(-width * height // _PX)


def count(said: ReportedTokens, words: int, pictures: int, reply: int) -> CallTokens:
    """Decide the tokens of a call: the endpoint's count where plausible, else our estimates.

    words, pictures: estimates for the two parts of the prompt. reply: estimate for the reply. A count is plausible if
    it is a whole number of at least half the estimate for the words; pictures set no minimum, since models differ too
    much. Raises ValueError if a count is beyond MOST_TOKENS.

    >>> count(ReportedTokens(prompt=300, completion=0), words=200, pictures=980, reply=25)
    CallTokens(prompt=300, completion=25, estimated=True)
    """
    prompt = _believed(said.prompt, words)
    completion, total = said.completion, _believed(said.total, words)
    if prompt is not None and total is not None:  # some leave the tokens of reasoning out of the completion's
        completion = max(completion or 0, total - prompt)
    answered = _believed(completion, reply)
    return CallTokens(
        words + pictures if prompt is None else prompt,
        reply if answered is None else answered,
        prompt is None or answered is None,
    )


def _believed(figure: float | None, least: int) -> int | None:
    """Return an endpoint's count if it is plausible, else None. least: twice the smallest plausible count."""
    if figure is not None and figure > MOST_TOKENS:
        raise ValueError(f"a count of more than {MOST_TOKENS:,} tokens for one call")
    return figure if isinstance(figure, int) and figure >= 0 and _SHARE * figure >= least else None
