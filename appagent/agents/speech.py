"""A goal as one hears it who follows it word by word: what to find, what to type, what to leave on or off."""

import re
from dataclasses import dataclass

from appagent.agents.goal import MASK, Parts, Value, created, replacing, turned, wishes
from appagent.agents.wording import FILLING, words

_TYPED = re.compile(
    r"(?:\b(?:write|type|enter|say|saying|reply|answer|with|post|send|comment|text)|写[上着]?|输入|回复|说|消息|留言|内容|备注|是|为)[\s,:：]*$",
    re.IGNORECASE,
)
_NOT_SO = re.compile(
    r"(?:[,;]\s*(?:but |and )?|\bbut )(?:do not|don['’]t|never)\b[^,.;]*|\bwithout\b[^,.;]*"
    r"|[，；。](?:不要|别)[^，。；]*",
    re.IGNORECASE,
)
_NAMING = re.compile(rf"\b(?:labell?ed|called|named|titled)\s+(?={MASK})")
_ADDRESS = re.compile(r"(?<![\w./])(?:https?://)?(?:[\w-]+\.)+[a-z]{2,}(?:/[^\s,;]*[\w/])?(?![\w.])")  # of a page
_TIME = re.compile(r"(?<![\d:])(?:[01]?\d|2[0-3]):[0-5]\d(?![\d:])")
_LENGTH = re.compile(
    r"(?<![\d.:a-z])(?:(\d+) ?(?:h|hours?|小时)[\s,]*(?:and )?)?(?:(\d+) ?(?:m|min|minutes?|分钟?)[\s,]*(?:and )?)?"
    r"(?:(\d+) ?(?:s|sec|seconds?|秒钟?))?(?![^\W\u2e80-\U0003ffff])",
    re.IGNORECASE,
)  # of time
_AFTER = frozenset("now again please today immediately too always for me while until when during".split())  # noqa: SIM905
_ON = r"\bon\b|\b(?:en|re)able|\bactivate|开启|打开|启用"
_OFF = r"\boff\b|\bdisable|\bdeactivate|\bun\w+|\bstop\b|\bno longer\b|\bnot? \w+ any ?more\b|关闭|关掉|停用|禁用|取消"


@dataclass(frozen=True)
class Speech:
    """A goal by its words alone.

    things: names to find; values: what is to be typed; times: of day; rest: all else, and in it how long something is
    to be: lengths, each as the goal has it and in hours, minutes and seconds. making: something new.
    """

    things: tuple[str, ...]
    values: tuple[Value, ...]
    times: tuple[str, ...]
    lengths: tuple[tuple[str, tuple[int, int, int]], ...]
    rest: str
    making: bool


def spoken(text: str) -> Speech:
    """Take a goal apart for one who follows it word by word.

    >>> speech = spoken("Add a card to 'Metals' with the front 'Au' at 7:30")
    >>> speech.things, speech.values, speech.times, speech.rest
    (('Metals',), (Value(name='front', text='Au'),), ('7:30',), 'Add a card to with the front at')
    >>> spoken("Write 'Hi' to 'Ann'").things, spoken("Mark 'Ann' and reply 'Hi'").values
    (('Ann',), (Value(name='', text='Hi'),))
    """
    parts = Parts(turned(text.strip()))
    making = wishes(parts.rest)[0] == "create"
    values = created(parts) if making else replacing(parts)
    for match in re.finditer(f"{MASK}+", parts.rest):
        if _TYPED.search(parts.rest[: match.start()]):
            values.append(Value("", parts.take(*match.span(), match.span())))
    for match in _ADDRESS.finditer(parts.rest):
        values.append(Value("address", parts.take(*match.span(), match.span())))
    rest = _NAMING.sub(" ", _NOT_SO.sub(" ", parts.rest)).replace(MASK, " ")
    other = " ".join(_TIME.sub(" ", rest).split())
    lengths = _lengths(other)
    for said, units in lengths:
        if sum(map(bool, units)) > 1:  # no words of a choice: "5 minutes" may be
            other = " ".join(other.replace(said, " ").split())
    return Speech(tuple(parts.quoted()), tuple(values), tuple(_TIME.findall(rest)), lengths, other, making)


def _lengths(text: str) -> tuple[tuple[str, tuple[int, int, int]], ...]:
    """What a text says of how long something is to be, and that in hours, minutes and seconds.

    >>> _lengths("Wait 1 hour and 20 minutes, then 5 s"), _lengths("等3分30秒"), _lengths("5 small")
    ((('1 hour and 20 minutes,', (1, 20, 0)), ('5 s', (0, 0, 5))), (('3分30秒', (0, 3, 30)),), ())
    """
    found = [match for match in _LENGTH.finditer(text) if any(match.groups())]
    return tuple((each.group(), (int(each[1] or 0), int(each[2] or 0), int(each[3] or 0))) for each in found)


def said_after(text: str, name: str) -> bool:
    """Whether a text names something as the place where a thing is, or is to be.

    >>> said_after("Make a folder inside the Documents", "Documents"), said_after("Open Documents", "Documents")
    (True, False)
    """
    where = rf"\b(?:in|inside|within|under|from) (?:the |my |its )?{re.escape(name)}\b|在{re.escape(name)}"
    return bool(name.strip()) and bool(re.search(where, text, re.IGNORECASE))


def runs_on(text: str, name: str) -> bool:
    """Whether a text says a name only as the beginning of a longer one.

    >>> [runs_on(text, "Wi-Fi") for text in ("Turn off Wi-Fi calling", "Turn Wi-Fi off", "Disable Wi-Fi now")]
    [True, False, False]
    """
    found = re.findall(rf"\b{re.escape(name)}\b[ -]*(\w*)", text, re.IGNORECASE)
    return bool(found) and all(word and word.casefold() not in FILLING and word not in _AFTER for word in found)


def switches(text: str) -> bool:
    """Whether a text speaks of on or off.

    >>> switches("Turn Wi-Fi on"), switches("Open Wi-Fi")
    (True, False)
    """
    return bool(re.search(f"{_ON}|{_OFF}", text, re.IGNORECASE))


def switched_on(text: str, name: str) -> bool:
    """Whether a text wants what it names on, as it does where it does not say "off": in the same clause, or the next.

    >>> text = "Turn Bluetooth off, and Night Light and Flight mode on"
    >>> [switched_on(text, name) for name in ("Bluetooth", "Night Light", "Flight mode")]
    [False, True, True]
    """
    clauses = re.split(r"[,;.，；。]|\band\b|\bbut\b", text)
    mine = set(words(name, frozenset()))
    at = max(range(len(clauses)), key=lambda number: len(mine & set(words(clauses[number], frozenset()))))
    for clause in (*clauses[at:], *reversed(clauses[:at])):
        if re.search(_OFF, clause, re.IGNORECASE):
            return False
        if re.search(_ON, clause, re.IGNORECASE):
            return True
    return True
