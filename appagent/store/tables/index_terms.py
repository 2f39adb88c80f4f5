"""Split texts into words that a full-text index can find, also in Chinese, Japanese and Korean.

These languages are written without spaces, so a run of their characters is split into single characters and pairs.
SQLite's own trigrams (FTS5) cannot find a word of two characters, and most Chinese words have two.
"""

import re
from collections.abc import Callable

from appagent.screen.language.lexicon import folded

_RUN = re.compile("[\u3005\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]+")


def index_words(text: str) -> str:
    """Return a text as the index keeps it: folded, and Chinese as single characters and pairs.

    >>> index_words("打开微信 Pay")
    '打 开 微 信 打开 开微 微信 pay'
    """
    return _spaced(text, lambda run: [*run, *_pairs(run)])


def match_any(text: str) -> str:
    """Return a query for SQLite's full-text search (FTS5) that finds texts with any word of this text.

    >>> match_any('Wi-Fi 微信号 "x" 我')
    '"wi-fi" OR "微信" OR "信号" OR "x" OR "我"'
    """
    words = _spaced(text, lambda run: _pairs(run) or [run]).replace('"', " ").replace("\0", " ").split()
    return " OR ".join(f'"{word}"' for word in dict.fromkeys(words)) or '""'


def _spaced(text: str, pieces: Callable[[str], list[str]]) -> str:
    return " ".join(_RUN.sub(lambda run: f" {' '.join(pieces(run[0]))} ", folded(text)).split())


def _pairs(run: str) -> list[str]:
    return [run[start : start + 2] for start in range(len(run) - 1)]
