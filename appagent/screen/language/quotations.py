"""Find what is in quotation marks in a text, also where it has quotation marks of its own or is empty."""

# What begins a quotation, and what may end it.
_PAIRS = {
    '"': '"', "'": "'", "“": "”", "„": "“”", "‘": "’", "‚": "‘’", "«": "»", "»": "«", "‹": "›", "「": "」", "『": "』",
}  # fmt: skip
_APOSTROPHES = "\"'’"  # within or behind a word these may mean something else, as in "Ann's" or 5"
_WIDE = "\u2e80"  # from here on scripts have no blanks between words


def quotations(text: str) -> list[tuple[int, int]]:
    """Return where each quotation begins and ends, its marks included. One within another belongs to that.

    >>> text = 'A "" and "The "big" one", ‘Ann’s’, „Brot“, 题为"牛奶"的'
    >>> [text[begin + 1 : end - 1] for begin, end in quotations(text)]
    ['', 'The "big" one', 'Ann’s', 'Brot', '牛奶']
    >>> quotations('Ann\\'s 5" screen')
    []
    """
    found, at, flat, alone = list[tuple[int, int]](), 0, set[str](), set[str]()
    while at < len(text):
        end, mark = 0, text[at]
        if mark in _PAIRS and mark not in alone and not _is_in_word(mark, text[at - 1 : at]):
            end, balanced = _end(text, at, nested=mark not in flat)
            if end:
                found.append((at, end))
            (flat if end else alone).update(() if balanced else mark)  # so that no text is read again and again
        at = end or at + 1
    return found


def unquoted(text: str, sign: str = " ") -> str:
    """Return a text with a sign in place of each letter of a quotation, and of its marks."""
    for begin, end in quotations(text):
        text = text[:begin] + sign * (end - begin) + text[end:]
    return text


def _end(text: str, begin: int, *, nested: bool) -> tuple[int, bool]:
    """Return where the quotation that begins at a mark ends, 0 if nowhere; and whether all within it end, too.

    If they do not, or if `nested` is False, the first mark that may end it does.
    """
    first, depth, mark = 0, 1, text[begin]
    for at in range(begin + 1, len(text)):
        twice = at == begin + 1 and text[at + 1 : at + 2] == mark
        if text[at] in _PAIRS[mark] and not twice and not _is_in_word(text[at], text[at + 1 : at + 2]):
            first, depth = first or at + 1, depth - 1
            if depth == 0 or not nested:
                return at + 1, True
        elif text[at] == mark and not _is_in_word(mark, text[at - 1]) and not text[at + 1 : at + 2].isspace():
            depth += 1
    return first, False


def _is_in_word(mark: str, beside: str) -> bool:
    """Tell whether a mark may be an apostrophe or the like, by the sign on its outer side."""
    return mark in _APOSTROPHES and beside < _WIDE and (beside.isalnum() or beside == "_")
