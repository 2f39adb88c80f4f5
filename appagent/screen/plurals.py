"""Tell whether two texts count the same things, in whatever form the number puts their name: "1 file", "2 files"."""

from functools import lru_cache

from appagent.screen.wording import lasting

_BEHIND = 2  # words behind a number that it may inflect: "1 neue Nachricht", "2 neue Nachrichten"
_SHARED = 0.5  # of the longer word, which two forms of one word have in common at their beginning
_LEAST = 2  # letters


def inflected(word: str, other: str) -> bool:
    """Tell whether two words may be forms of one: they begin alike, over half of their length.

    >>> inflected("message", "messages"), inflected("сообщение", "сообщений"), inflected("page", "photo")
    (True, True, False)
    """
    alike = next((n for n, pair in enumerate(zip(word, other, strict=False)) if pair[0] != pair[1]), None)
    shared = min(len(word), len(other)) if alike is None else alike
    return shared >= max(_LEAST, _SHARED * max(len(word), len(other)))


@lru_cache(maxsize=4096)
def same_counted(text: str, later: str) -> bool:
    """Tell whether two texts differ in their numbers and in the form of one or two words behind these, and no more.

    Every language of CLDR with a plural forms it so, or not at all.

    >>> same_counted("1 new message", "2 new messages"), same_counted("1 ticket for Ana", "2 tickets for Anna")
    (True, False)
    """
    one, other = (lasting(each).split() for each in (text, later))
    if len(one) != len(other) or "#" not in one:
        return False
    for place, words in enumerate(zip(one, other, strict=True)):
        counts = "#" in one[max(place - _BEHIND, 0) : place]
        if words[0] != words[1] and not (counts and inflected(*words)):
            return False
    return True
