"""Estimate tokens without a tokenizer, and use the estimate where an endpoint's own count cannot be true.

Caps on tokens and money rely on the numbers of tokens that an endpoint reports. Our estimate is one token for every
four letters of a text; for a picture it follows from the size.
"""

import io
from dataclasses import dataclass

MOST_TOKENS = 10_000_000  # no model takes more; a call for which the endpoint reports more fails
_LETTERS = 4  # letters per token
_LEAST_SHARE = 2  # a count below our estimate divided by this is not plausible
_PX = 750  # pixels per token
_UNREADABLE = 1600  # tokens of a picture whose size cannot be read


@dataclass(frozen=True)
class ReportedTokens:
    """Numbers of tokens that an endpoint reports for a call; None for each number that it does not report.

    cached: how many of the prompt's tokens the endpoint had kept from an earlier call.
    """

    prompt: float | None = None
    completion: float | None = None
    total: float | None = None
    cached: float | None = None


def tokens(text: str) -> int:
    """Estimate the tokens of a text: one for every four letters, and one for each Chinese or similar character.

    >>> tokens("Opens a note"), tokens("打开便签")
    (3, 4)
    """
    wide = sum(ord(character) >= 0x2E80 for character in text)
    return wide + (len(text) - wide + _LETTERS - 1) // _LETTERS


def picture_tokens(jpeg: bytes) -> int:
    """Estimate the tokens of a picture: its width times its height in px, divided by 750.

    A picture whose size cannot be read counts 1,600 tokens.
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


def count_tokens(said: ReportedTokens, words: int, pictures: int, reply: int) -> tuple[int, int, bool]:
    """Return (tokens of a call's prompt, tokens of its reply, whether one of these is our estimate).

    They are the endpoint's numbers if these are plausible, else our estimates.
    said: the numbers that the endpoint reports.
    A number is plausible if it is whole and at least half of our estimate for the text. Pictures are not counted in
    this comparison, since models differ too much. If the endpoint also reports a plausible total, the reply has at
    least the total less the prompt.
    Raises ValueError if a reported number exceeds MOST_TOKENS.

    >>> count_tokens(ReportedTokens(prompt=300, completion=0), words=200, pictures=980, reply=25)
    (300, 25, True)
    """
    prompt = _plausible(said.prompt, words)
    completion, total = said.completion, _plausible(said.total, words)
    if prompt is not None and total is not None:  # some leave the tokens of reasoning out of the completion's
        completion = max(completion or 0, total - prompt)
    answered = _plausible(completion, reply)
    estimated = prompt is None or answered is None
    return words + pictures if prompt is None else prompt, reply if answered is None else answered, estimated


def cached_of(said: ReportedTokens, prompt: int) -> int:
    """Return how many of a prompt's tokens the endpoint had kept from an earlier call; 0 if it does not say.

    prompt: tokens of the prompt. A number that is not whole, is negative or exceeds the prompt counts as 0.

    >>> cached_of(ReportedTokens(prompt=300, cached=256), 300), cached_of(ReportedTokens(cached=900), 300)
    (256, 0)
    """
    return said.cached if isinstance(said.cached, int) and 0 <= said.cached <= prompt else 0


def _plausible(figure: float | None, least: int) -> int | None:
    """Return a reported number of tokens if it is plausible, else None.

    figure: the number, or None.
    least: our estimate for the text; a plausible number is at least half of it.
    Raises ValueError if the number exceeds MOST_TOKENS.
    """
    if figure is not None and figure > MOST_TOKENS:
        raise ValueError(f"a count of more than {MOST_TOKENS:,} tokens for one call")
    return figure if isinstance(figure, int) and figure >= 0 and _LEAST_SHARE * figure >= least else None
