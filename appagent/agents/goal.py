"""A goal in words, read without a model: what is wanted, of what, and what is to be typed or chosen."""

import re
from dataclasses import dataclass

from appagent.agents.wording import BODIES, EMPTY, FILLING, TITLES, pieces, same, words

# What a goal asks for, by its verbs. Where several are found the one that stands first leads.
_INTENTS = (
    ("read", r"^(?:what|which|who|where|how|is|are|does|tell me|find out|look up|read|count (?!down)"
             r"|when (?:am|is|are|was|were|do|does|did|will|can))\b"
             r"|什么|多少|告诉|哪|查一下|吗[?？]?$"),
    ("off", r"\b(?:turn|switch)(?:ed)?\b.*\boff\b|\b(?:set|put|change|keep|leave|make sure)\b.*\boff\W*$"
            r"|\b(?:disable|deactivate)d?\b|\b(?:is|be) off\b|\boff\W*$|关闭|关掉|停用|禁用"),
    ("on", r"\b(?:turn|switch)(?:ed)?\b.*\bon\b|\b(?:set|put|change|keep|leave|make sure)\b.*\bon\W*$"
           r"|\b(?:enable|activate)d?\b|\bon\W*$|开启|启用|打开"),
    ("open", r"\b(?:open|go to|show|visit|see|view|navigate to|bring up|take me to)\b|打开|进入|转到|前往|查看"),
    ("delete", r"\b(?:delete|remove|erase|discard|trash|get rid of|no longer need)\b|\bthrow\b.*\baway\b|\bcan go\b"
               r"|\b(?:don['’]t|do not) need\b.*\bany ?more\b|删除|删掉|移除|扔掉|清除|不要了|不需要了"),
    ("search", r"\b(?:search|look)\b(?=.*\bfor\b)|^(?:please )?(?:search|find)\b|搜索|搜一下|查找"),
    ("set", r"\b(?:set|change|rename|choose|select|pick|edit|replace|update|correct)\b|\buse\b(?=.*\bas\b)"
            r"|设置?[为成]|[改换调][为成]|修改|选择|重?命名"),
    ("create", r"\b(?:create|add|new|make|write|compose|jot|set up|schedule)\b|新建|创建|添加|写"),
    ("press", r"\b(?:tap|press|click|touch|push)\b|点击|按下|点一下"),
    ("read", r"[?？]\s*$"),
)  # fmt: skip
_NOUNS = "title|name|subject|heading|text|body|contents?|message"
_VERBS = "titled|entitled|called|named|saying|that says|says|reading"
_BEFORE_NOUN = r"(?:(?:^|[,;:.])\s*(?:(?:and|with)\s+)?(?:the |its )?|\b(?:with|and|whose)\s+(?:the |a |its )?)"
_QUOTED = re.compile(r"[“「『](.+?)[”」』]|‘([^‘]+)’(?!\w)|(?<!\w)\"(.+?)\"(?!\w)|(?<!\w)'(.+?)'(?!\w)", re.DOTALL)
MASK = "\ue000"  # stands for each letter within quotation marks, so that no rule reads there
_NAMED = re.compile(  # a value reaches to the next naming, or to the end of the sentence
    rf"(?:{_BEFORE_NOUN}(?=(?:{_NOUNS})\b)|\b(?=(?:{_VERBS})\b))({_VERBS}|{_NOUNS})\b(?: is| as| of)?:?\s+"
    rf"({MASK}+|(?!and\b|of\b).+?(?=\s*(?:\.\s|\.?$|{_BEFORE_NOUN}(?:{_NOUNS})\b|\b(?:and )?(?:{_VERBS})\b)))",
    re.IGNORECASE,
)
_NAMED_WIDE = re.compile(
    r"(标题|题目|名称|名字|主题|内容|正文|文字|写着|叫做?)[为是叫：:]?\s*(.+?)(?=[，。,；;、]|$|内容|标题|正文|的便签|的笔记|的[^，。]{1,6}$)"
)
_BEFORE_VALUE = re.compile(r"(?:\b(?:with|and|under|on|as)|[,;:.])\s+(?:the |its |an? )?(\w+)(?: is| as)?:?\s*$")
_INTO = re.compile(
    r"\b(?:to|into|in|inside|for|of)(?: (?:the|my|its)?(?: \w+)?)?\s*$", re.IGNORECASE
)  # not what, but where
_CALLED = re.compile(rf"\b(?:titled|entitled|called|named)\s+({MASK}+|.+?)(?=\s+to\b|\s+say|[?.]?$)", re.IGNORECASE)
_SO_THAT = re.compile(rf"\b(?:so that|so)\b.*?\b({_NOUNS})\b\s+(?:is|reads|says)\s+(.+?)[.。]?$", re.IGNORECASE)
_CHOICE = re.compile(
    r"(?:\b(?:choose|select|pick|use)\s|选择|[选用])\s*(.+?)\s*(?:\b(?:for|as)\b|作为)\s*(.+)$", re.IGNORECASE
)
_TO = re.compile(
    rf"(?:\b(?:to|with)\b|设置?[为成]|[改换调][为成]|命名为)\s*(.+?)(?=\s+(?:for|in|of)\s[^{MASK}]*{MASK}+\W*$|[.。]?\s*$)",
    re.IGNORECASE,
)
_FOR = re.compile(r"(?:\bfor\b|\bfind\b|搜索|搜一下|查找)\s*(.+?)(?:\s+in (?:my|the) \w+)?[.。]?\s*$", re.IGNORECASE)
# Other ways to say what the rules read: the words that are found, and what is read in their place.
_TURNS = (
    (r"^(.+?) (?:should|shall|must|has to|is to)(?: now)? be (?:called|named|renamed to) (.+)$", "rename {0} to {1}"),
    (r"^(?:call|name) (.+?\ue000+) (\ue000+)(\W*)$", "rename {0} to {1}{2}"),
    (r"^(?:please )?(?:find|open|go to|look up) (.+?),? and (\w+) (?:it|them|him|her)\b(.*)$", "{1} {0}{2}"),
    (r"^(?:move|put|throw) (.+?) (?:in|into|to) (?:the )?(?:trash|bin|rubbish)\b", "delete {0}"),
)
_PROPER = re.compile(  # a name without quotation marks
    r"\b((?:call|nam|titl|labell?)ed|(?:name|call|title|label) it) ([A-Z]\w*(?: [A-Z]\w*)*)"
    r"(?=[.,;?]|$| for | in | on | to )"
)
_ASIDE = re.compile(  # what is to stay as it is
    r"[,;]?\s*\b(?:but|and) (?:do not|don['’]t|not|nothing|keep|leave)\b"
    r"(?:[^.;]*\b(?:as (?:it|they) (?:is|are|was|were)|alone|others?|rest|unchanged|else|\w+ it|\w+ them)\b)+"
    r"|[,;]?\s*\bwithout \w+ing\b[^.,;]*|[,;]?\s*\bnothing else\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Value:
    """Something to type or choose. name: the goal's word for where it belongs ("title"), or ""."""

    name: str
    text: str


@dataclass(frozen=True)
class Goal:
    """A goal taken apart.

    text: all of it but its values. intents: what is wanted, the likeliest first, of "on", "off", "open", "delete",
    "search", "set", "create", "press", "read"; "do" alone where no verb is known, and the words say what is wanted.
    thing: the name of what it is about, where the goal says it exactly, as in quotation marks. words: those that
    carry meaning. said: all words outside of quotation marks.
    """

    text: str
    intents: tuple[str, ...]
    thing: str
    words: frozenset[str]
    said: frozenset[str]
    values: tuple[Value, ...] = ()


def read_goal(text: str) -> Goal:
    """Take a goal apart by stated rules.

    >>> goal = read_goal("Create a note titled 'Trip' saying pack the boots")
    >>> goal.intents, [(v.name, v.text) for v in goal.values], sorted(goal.words)
    (('create',), [('titled', 'Trip'), ('saying', 'pack the boots')], ['note'])
    >>> goal = read_goal("Change the text of the note 'Trip' to 'Pack'")
    >>> goal.intents, goal.thing, goal.values
    (('set',), 'Trip', (Value(name='text', text='Pack'),))
    >>> read_goal("打开省电模式").intents
    ('on', 'open')
    """
    speech = Parts(turned(text.strip()))
    intents = wishes(speech.rest)
    leading = intents[0]
    values: list[Value] = []
    if leading == "create":
        values = created(speech)
    elif leading == "search":
        values = _after(_FOR, speech, "search")
    elif "set" in intents:
        values = _set(speech)
    named = _CALLED.search(speech.rest)
    things = speech.quoted() or ([speech.part(*named.span(1))] if named and leading != "create" else [])
    left = speech.left()
    meant = next(filter(None, (words(left, empty) for empty in (EMPTY, FILLING, frozenset[str]()))), ())
    said = frozenset(words(speech.rest.replace(MASK, " "), frozenset()))
    return Goal(left, intents, things[0] if things else "", frozenset(meant), said, tuple(values))


def likeness(goal: Goal, label: str, around: str = "") -> float:
    """How well a label names what the goal is about: 0 where it does not, up to 3 where they say the same.

    It is the part of the goal's words that the label has, or `around` it (the title above); the part of the label's
    words that the goal has; and the part of the goal that is the label word by word. A name in quotation marks must
    be met exactly.

    >>> goal = read_goal("Turn on Wi-Fi hotspot")
    >>> [round(likeness(goal, label), 2) for label in ("Wi-Fi hotspot", "Wi-Fi", "Hotspot & tethering")]
    [2.6, 0.0, 0.0]
    """
    if goal.thing:
        return 2.0 if same(goal.thing, label) else 0.0
    mine = set(words(label)) or set(words(label, frozenset()))
    run = _run(goal, label)
    covered = (mine | set(words(" ".join(run)))) & goal.words
    if not covered:
        return 0.0
    part = len(covered | (set(words(around)) & goal.words)) / len(goal.words)
    precise = 1.0 if run else len(mine & goal.said) / len(mine)
    return part + precise + len(run) / len(pieces(goal.text)) if part > 0.5 and part + precise >= 1.5 else 0.0


def orders(goal: Goal, name: str, label: str) -> bool:
    """Whether a label says what is to be done with a thing of that name: with words of the goal, and no others.

    >>> goal = read_goal("Mute the radio station 'Lagoon'")
    >>> [orders(goal, "Lagoon", label) for label in ("Mute", "Lagoon", "Unmute", "Mute everything", "Remove the radio")]
    [True, False, False, False, False]
    """
    if "delete" in goal.intents or asks_for("delete", label):
        return "delete" in goal.intents and asks_for("delete", label)
    mine = set(words(label)) or set(words(label, frozenset()))
    return bool(mine) and mine <= goal.said - set(words(name, frozenset()))


def touches(goal: Goal, label: str) -> bool:
    """Whether a label has any of the words that the goal is about."""
    return bool(set(words(label)) & goal.words)


def asks_for(intent: str, label: str) -> bool:
    """Whether a label itself says what is wanted, by how it begins.

    >>> asks_for("search", "Search settings"), asks_for("delete", "删除"), asks_for("delete", "Don't delete")
    (True, True, False)
    """
    return any(re.match(pattern, label.strip(), re.IGNORECASE) for name, pattern in _INTENTS if name == intent)


class Parts:
    """A text of which parts are read one after the other. rest: what is left, as long as the text.

    In it what stands in quotation marks is masked, and what has been read is blank.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.rest = _ASIDE.sub(lambda match: " " * len(match.group()), _masked(text))

    def part(self, start: int, end: int) -> str:
        """The words there; without quotation marks where these hold all of it."""
        bare = self.rest[start:end].strip(" .。,，")
        start = self.rest.index(bare, start)
        inside = bool(bare) and set(bare) == {MASK}
        return self.text[start + inside : start + len(bare) - inside].strip()

    def take(self, start: int, end: int, value: tuple[int, int]) -> str:
        """The words of `value`; from `start` to `end` all is read."""
        words = self.part(*value)
        self.rest = self.rest[:start] + " " * (end - start) + self.rest[end:]
        return words

    def quoted(self) -> list[str]:
        """What stands in quotation marks and has not been read."""
        return [self.part(*match.span()) for match in re.finditer(f"{MASK}+", self.rest)]

    def left(self) -> str:
        """All that has not been read."""
        return "".join(was if now == MASK else now for was, now in zip(self.text, self.rest, strict=True))


def _masked(text: str) -> str:
    return _QUOTED.sub(lambda match: MASK * len(match.group()), text)


def turned(text: str) -> str:
    """A goal in the words that the rules read.

    >>> turned("The list 'A' should be called 'B'"), turned("Find the song 'A' and skip it today")
    ("rename The list 'A' to 'B'", "skip the song 'A' today")
    >>> turned("Make a list called Blue Van")
    "Make a list called 'Blue Van'"
    """
    for start, end in [match.span(2) for match in _PROPER.finditer(_masked(text))][::-1]:
        text = f"{text[:start]}'{text[start:end]}'{text[end:]}"
    for pattern, template in _TURNS:
        found = re.search(pattern, _masked(text), re.IGNORECASE)
        if found:
            parts = [text[slice(*found.span(number))] for number in range(1, found.re.groups + 1)]
            text = text[: found.start()] + template.format(*parts) + text[found.end() :]
    return text


def wishes(text: str) -> tuple[str, ...]:
    """What a text asks for, by its verbs: "do" alone where it has none that is known."""
    found = [(match.start(), name) for name, pattern in _INTENTS if (match := re.search(pattern, text, re.IGNORECASE))]
    return tuple(dict.fromkeys(name for _, name in sorted(found, key=lambda pair: pair[0]))) or ("do",)


def created(speech: Parts) -> list[Value]:
    """What is to be typed into something new: after a naming word, or in quotation marks."""
    found = [
        Value(match.group(1).casefold(), speech.take(*match.span(), match.span(2)))
        for pattern in (_NAMED, _NAMED_WIDE)
        for match in pattern.finditer(speech.rest)
    ]
    for span in [match.span() for match in re.finditer(f"{MASK}+", speech.rest)]:
        if not _INTO.search(speech.rest[: span[0]]):
            naming = _BEFORE_VALUE.search(speech.rest[: span[0]])
            name = naming.group(1).casefold() if naming else ""
            found.append(Value("" if name in FILLING else name, speech.take(*span, span)))
    return found


def _set(speech: Parts) -> list[Value]:
    """What something is to be changed to: "X to V", "V for X", "X so that its text is V"."""
    named = _SO_THAT.search(speech.rest)
    if named:
        return [Value(named.group(1).casefold(), speech.take(*named.span(), named.span(2)))]
    choice = _CHOICE.search(speech.rest)
    if choice:
        return [Value("", speech.take(choice.start(), choice.start(2), choice.span(1)))]
    return _after(_TO, speech, "")


def replacing(speech: Parts) -> list[Value]:
    """What something is to be changed to, where that stands in quotation marks."""
    to = _TO.search(speech.rest) if "set" in wishes(speech.rest) else None
    return _set(speech) if to and set(speech.rest[slice(*to.span(1))]) == {MASK} else []


def _after(pattern: re.Pattern[str], speech: Parts, name: str) -> list[Value]:
    found = pattern.search(speech.rest)
    if not found:
        return []
    name = name or _name_in(speech.rest[: found.start()])
    return [Value(name, speech.take(*found.span(), found.span(1)))]


def _name_in(text: str) -> str:
    """The naming word that a text has, if any."""
    known = sorted(TITLES | BODIES - {"note"}, key=len, reverse=True)
    named = next((name for name in known if re.search(rf"\b{name}\b" if name.isascii() else name, text.casefold())), "")
    part = re.search(r"\b(?:the|its) (\w+) of\b", text.casefold())
    return named or (part.group(1) if part else "")


def _run(goal: Goal, label: str) -> tuple[str, ...]:
    """The goal's pieces that are the label, hyphens and spaces aside: "picture in picture" is "Picture-in-picture"."""
    wanted, said = "".join(pieces(label)), pieces(goal.text)
    for start in range(len(said)):
        for end in range(start + 1, len(said) + 1):
            run = "".join(said[start:end])
            if run == wanted:
                return said[start:end]
            if len(run) >= len(wanted):
                break
    return ()
