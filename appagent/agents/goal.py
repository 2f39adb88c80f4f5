"""A goal in words, read without a model: what kind of thing is wanted, which words name it, what is to be typed."""

import re
import unicodedata
from dataclasses import dataclass

# What a goal asks for, by its verbs. The order decides where several are found.
_INTENTS = (
    ("off", r"\b(?:turn|switch)\b.*\boff\b|\b(?:disable|deactivate)\b|关闭|关掉|停用|禁用"),
    ("on", r"\b(?:turn|switch)\b.*\bon\b|\b(?:enable|activate)\b|开启|启用"),
    ("delete", r"\b(?:delete|remove|erase|discard)\b|删除|移除|删掉"),
    ("create", r"\b(?:create|add|new|make|write|compose)\b|新建|创建|添加|写一|记一|写个"),
    ("set", r"\b(?:set|change|rename|choose|select|name)\b|设置为|设为|改为|改成|修改|选择|重命名|设置成|调成"),
    ("read", r"\?\s*$|？\s*$|\b(?:what|which|who|when|how (?:much|many)|read|tell me|find out|look up)\b|什么|多少|告诉|是哪|查一下"),
    ("open", r"\b(?:open|go to|show|visit|see|view|navigate to|bring up)\b|打开|进入|转到|前往|查看"),
)  # fmt: skip
_QUOTED = re.compile(r"[\"“「『](.+?)[\"”」』]|(?<!\w)['‘](.+?)['’](?!\w)")
_NAMED = re.compile(
    r"(?:\bwith (?:the |a )?)?\b(titled|entitled|called|named|title|name|subject|saying|that says|says|reading|text|body|content|"
    r"contents|message|words)\b(?: is| as| of)?:?\s+(?!and\b)(.+?)"
    r"(?=\s*(?:,|;|\.\s|\.?$|\band (?:with |the |a )?(?:title|text|body|content|saying)|"
    r"\b(?:with (?:the |a )?)?(?:titled|called|saying|that says|text|body|content)\b))",
    re.IGNORECASE,
)
_NAMED_ZH = re.compile(
    r"(标题|题目|名称|名字|主题|名|内容|正文|文字|写着|叫做?)(?:为|是|叫|：|:)?\s*(.+?)(?=，|。|,|；|;|$|内容|标题|正文|的便签|的笔记)"
)
_TO = re.compile(r"(?:\bto\b|\bas\b|设置?为|改为|改成|设置?成|调成|命名为)\s*(.+?)[.。]?\s*$", re.IGNORECASE)
_GROUPS = (
    {"titled", "entitled", "called", "named", "title", "name", "subject", "标题", "题目", "名称", "名字", "主题", "名", "叫", "叫做"},
    {"saying", "that says", "says", "reading", "text", "body", "content", "contents", "message", "words", "note", "内容",
     "正文", "文字", "写着"},
)  # fmt: skip
_EMPTY = frozenset(
    [
        "the",
        "a",
        "an",
        "to",
        "of",
        "in",
        "on",
        "off",
        "at",
        "for",
        "and",
        "or",
        "with",
        "my",
        "your",
        "this",
        "that",
        "it",
        "its",
        "is",
        "are",
        "be",
        "please",
        "app",
        "from",
        "into",
        "up",
        "by",
        "as",
        "turn",
        "switch",
        "enable",
        "disable",
        "activate",
        "deactivate",
        "open",
        "go",
        "show",
        "set",
        "change",
        "rename",
        "choose",
        "select",
        "create",
        "add",
        "new",
        "make",
        "write",
        "delete",
        "remove",
        "what",
        "which",
        "who",
        "when",
        "how",
        "much",
        "many",
        "tell",
        "me",
        "find",
        "out",
        "look",
        "see",
        "view",
        "visit",
        "read",
        "does",
        "do",
        "called",
        "titled",
    ]
)
_EMPTY_WIDE = re.compile(
    "请|把|将|的|了|一下|一个|一条|打开|关闭|开启|启用|停用|关掉|设置为|设为|改为|改成|新建|创建|添加|删除|查看|进入|告诉我|是什么|什么|多少"
)


@dataclass(frozen=True)
class Value:
    """Something to type. name: the goal's word for where it belongs ("title"), or ""."""

    name: str
    text: str


@dataclass(frozen=True)
class Goal:
    """A goal taken apart. intent: "on", "off", "delete", "create", "set", "read", "open" or "do"."""

    text: str
    intent: str
    words: frozenset[str]
    values: tuple[Value, ...] = ()


def read_goal(text: str) -> Goal:
    """Take a goal apart by stated rules.

    >>> goal = read_goal("Create a note titled 'Trip' saying pack the boots")
    >>> goal.intent, [(v.name, v.text) for v in goal.values], sorted(goal.words)
    ('create', [('titled', 'Trip'), ('saying', 'pack the boots')], ['note'])
    >>> read_goal("Turn on Wi-Fi hotspot").words == {"wifi", "hotspot"}
    True
    """
    text = unicodedata.normalize("NFKC", text).strip()
    bare = _QUOTED.sub(" ", text)
    intent = next((name for name, pattern in _INTENTS if re.search(pattern, bare, re.IGNORECASE)), "do")
    if intent not in {"create", "set", "do"}:
        return Goal(text, intent, frozenset(words(text)))
    values, rest = _values(text, intent)
    return Goal(text, intent, frozenset(words(rest)), tuple(values))


def words(text: str) -> list[str]:
    """The words that carry meaning: lower case, hyphens closed up, plurals cut; Chinese in pairs of characters.

    >>> words("Turn on the Notification dots"), words("打开省电模式")
    (['notification', 'dot'], ['省电', '电模', '模式'])
    """
    text = unicodedata.normalize("NFKC", text).casefold()
    text = re.sub(r"(?<=\w)[-‑'’](?=\w)", "", text)
    latin = [_stem(word) for word in re.findall(r"[^\W_\u2e80-\U0003ffff]+", text) if word not in _EMPTY]
    runs = re.findall(r"[\u2e80-\U0003ffff]+", _EMPTY_WIDE.sub(" ", text))
    wide = [run[i : i + 2] for run in runs for i in range(max(len(run) - 1, 1)) if re.match(r"\w", run)]
    return [*latin, *wide]


def likeness(goal: Goal, label: str) -> float:
    """How well a label names what the goal is about, 0 to 1.5: shared words, and a bonus where it stands there whole."""
    mine = set(words(label))
    shared = mine & goal.words
    if not shared:
        return 0.0
    whole = 0.5 if _plain(label) in _plain(goal.text) else 0.0
    return len(shared) / len(mine) * 0.5 + coverage(goal, label) * 0.5 + whole


def coverage(goal: Goal, label: str) -> float:
    """The part of the goal's words that a label has, 0 to 1."""
    return len(set(words(label)) & goal.words) / max(len(goal.words), 1)


def same_kind(name: str, label: str) -> bool:
    """Whether a value's name and a field's words mean the same kind of thing ("titled" and "Title")."""
    name, label_words = name.casefold(), label.casefold()
    if not name:
        return False
    group: set[str] = next((group for group in _GROUPS if name in group), {name})
    return any(re.search(rf"\b{re.escape(w)}\b" if w.isascii() else re.escape(w), label_words) for w in group)


def _values(text: str, intent: str) -> tuple[list[Value], str]:
    """What is to be typed, and the goal without it: after a naming word, in quotation marks, or after "to"."""
    quoted: list[str] = []

    def masked(match: re.Match[str]) -> str:
        quoted.append(match.group(1) or match.group(2))
        return f" ⟦{len(quoted) - 1}⟧ "

    def whole(found: str) -> str:
        return re.sub(r"\s*⟦(\d+)⟧\s*", lambda m: quoted[int(m.group(1))], found).strip()

    rest, values = _QUOTED.sub(masked, text), []
    for pattern in (_NAMED, _NAMED_ZH) if intent != "set" else ():
        values += [Value(m.group(1).casefold(), whole(m.group(2))) for m in pattern.finditer(rest)]
        rest = pattern.sub(" ", rest)
    for left in re.finditer(r"⟦(\d+)⟧", rest):
        values.append(Value(_name_before(rest[: left.start()]), quoted[int(left.group(1))]))
    rest = re.sub(r"⟦\d+⟧", " ", rest)
    to = _TO.search(rest) if intent == "set" and not values else None
    if to:
        return [Value("", to.group(1).strip())], rest[: to.start()]
    return values, rest


def _name_before(text: str) -> str:
    """The last naming word before a quotation mark."""
    tail = text.casefold()[-32:]
    names = [(tail.rfind(name), len(name), name) for group in _GROUPS for name in group if name in tail]
    return max(names)[2] if names else ""


def _stem(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def _plain(text: str) -> str:
    return " ".join(
        re.findall(r"\w+", re.sub(r"(?<=\w)[-‑](?=\w)", "", unicodedata.normalize("NFKC", text).casefold()))
    )
