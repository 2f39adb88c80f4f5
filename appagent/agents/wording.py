"""Words of a text, and whether two texts say the same, whatever their endings, letter case and signs."""

import re
import unicodedata
from functools import lru_cache

import snowballstemmer  # type: ignore[import-untyped]

_STEMMER = snowballstemmer.stemmer("english")
TITLES = {
    "titled", "entitled", "called", "named", "title", "name", "rename", "subject", "heading",
    "标题", "题目", "名称", "名字", "主题", "叫做", "叫", "命名",
}  # fmt: skip
BODIES = {
    "saying", "that says", "says", "say", "reading", "text", "body", "content", "contents", "message", "words", "note",
    "内容", "正文", "文字", "写着",
}  # fmt: skip
FILLING = frozenset(
    """
    a able about activate add all an and any app are as at be bring button by called can change choose
    compose could create current currently deactivate delete disable disabled do does edit enable
    enabled entitled entry erase field find for from get give go has have how i icon in into is it item
    its just keep leave look make many me menu much my named navigate new of off on open option or our
    out page pick please put read remove replace row say saying says screens section see select set
    setting settings should show so sure switch switched tab take tell that the there this titled to
    toggle turn turned up us use view visit want we what when where which who with would write
    you your
    """.split()  # noqa: SIM905
)
EMPTY = FILLING | frozenset(("title", "text", "body", "content"))
_EMPTY_WIDE = re.compile(
    "请|帮我|写|把|将|的|了|一下|一个|一条|这条|那条|打开|关闭|开启|启用|停用|禁用|关掉|设置?[为成]|[改换调][为成]|新建|创建|添加|删除|删掉|移除|"
    "查看|进入|转到|前往|告诉我|是什么|什么|多少|是|页面|界面|开关|选项|按钮|内容|标题|正文|搜索|查找|[?？。，、：“”]"
)


@lru_cache(maxsize=8192)
def words(text: str, empty: frozenset[str] = EMPTY) -> tuple[str, ...]:
    """The words that carry meaning: lower case, hyphens closed up, endings cut; Chinese in pairs of characters.

    >>> words("Turn on the Notification dots"), words("打开省电模式")
    (('notif', 'dot'), ('省电', '电模', '模式'))
    """
    text = re.sub(r"(?<=\w)[-‐‑'’](?=\w)", "", _folded(text))
    latin = [_stem(word) for word in re.findall(r"[^\W_\u2e80-\U0003ffff]+", text) if word not in empty]
    runs = re.findall(r"[\u2e80-\U0003ffff]+", _EMPTY_WIDE.sub(" ", text))
    wide = [run[i : i + 2] for run in runs for i in range(max(len(run) - 1, 1)) if re.match(r"\w", run)]
    return (*latin, *wide)


def same(one: str, other: str) -> bool:
    """Whether two texts say the same, letter case and signs aside.

    >>> same("5 Minutes", "5 minutes"), same("Rock 'n' roll", "Rock’n’roll"), same("7", "8"), same("🥣", "🍵")
    (True, True, False, False)
    """
    one, other = (re.sub(r"[\W_]+", "", _folded(text)) or text.strip() for text in (one, other))
    return one == other


def same_kind(name: str, label: str) -> bool:
    """Whether a value's name and a field's words mean the same kind of thing ("titled" and "Title")."""
    name, label = name.casefold(), label.casefold()
    if not name:
        return False
    group = next((group for group in (TITLES, BODIES) if name in group), {name})
    return any(re.search(rf"\b{re.escape(w)}\b" if w.isascii() else re.escape(w), label) for w in group)


@lru_cache(maxsize=8192)
def pieces(text: str) -> tuple[str, ...]:
    """The words of a text in lower case, and nothing left out."""
    return tuple(re.findall(r"\w+", _folded(text)))


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


@lru_cache(maxsize=8192)
def _stem(word: str) -> str:
    return "name" if word == "rename" else str(_STEMMER.stemWord(word))
