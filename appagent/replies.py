"""A model's whole reply -> the action or the judgement in it, by stated rules, or why it cannot be read.

1. `<think>...</think>` is set aside, also when it is not closed or not opened.
2. Sections begin at a line that begins with a label: Observation, Thought, Action, Summary (or Decision,
   Thought, Documentation), also as `**Action:**`, `## Action`, `1. Action：`, `[Action]`, `<action>`, in the
   languages below, or as `Function:`. What a label says within a line is prose.
3. The action is the first call of the first action section that has one; prose there (`Action: Tap the
   icon.`) is passed over. A call leads its line, or is the only one and ends its line. Other calls on
   its line or leading theirs are `dropped`.
4. Once there is an action, a section that comes again belongs to a turn which the model imagined, and only
   its calls count, as dropped. Before that, sections of one name are joined.
5. A reply without any label is read when all its lines are calls, or exactly one line begins with a call.
6. JSON is read in place of a call and of the whole reply: {"action": "tap", "element": 5},
   {"name": "tap", "arguments": {...}}, {"observation": ..., "action": "tap(5)"}, tool calls, lists of them.
7. A missing Observation, Thought, Summary or Documentation is "". A missing Action or Decision is refused.
8. A reply that ran out of tokens (`finish_reason` "length") is read only if a line follows its action,
   and a judgement only if nothing of it was cut.
What is refused raises ActionError, whose text tells the model what to write instead.
"""

import json
import re
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from appagent.actions.kinds import ON_MARKS, Action, Tap, TapCell
from appagent.actions.objects import calls_of
from appagent.actions.parse import exist, to_action
from appagent.actions.syntax import Call, calls_in, clean
from appagent.errors import ActionError

DECISIONS = ("BACK", "INEFFECTIVE", "CONTINUE", "SUCCESS")
CUT = ("length", "max_tokens")  # finish reasons of a reply that ran out of tokens


@dataclass(frozen=True)
class Reply:
    """What a model answered on one screen."""

    observation: str
    thought: str
    action: Action
    summary: str
    dropped: tuple[str, ...] = ()  # calls that are not carried out, as written


@dataclass(frozen=True)
class Reflection:
    """A model's judgement of one action."""

    decision: str  # one of DECISIONS
    thought: str
    documentation: str
    think: str = ""  # what the model thought aloud before it


def read_reply(text: str, finish_reason: str = "stop", offered: Collection[str] = ON_MARKS) -> Reply:
    r"""The one action that a reply asks for, with its words. offered: the kinds that it could choose from.

    Raises ActionError.

    >>> reply = read_reply("Thought: The Wi-Fi row.\nAction: tap(3), tap(4)\nSummary: I opened Wi-Fi.")
    >>> reply.action, reply.summary, reply.dropped
    (Tap(mark=3), 'I opened Wi-Fi.', ('tap(4)',))
    """
    think, said = _set_thinking_aside(text)
    sections = _sections(said)
    words: dict[str, str] = {}
    calls: list[Call] = []
    for section in sections or [_Section("action", said)]:
        if section.name != "action":
            if not (calls and section.name in words):
                words[section.name] = f"{words.get(section.name, '')}\n{section.body}".strip()
        elif not calls:
            calls = _calls(section, labelled=bool(sections), cut=finish_reason in CUT)
        else:
            with suppress(ActionError):  # it will not be carried out anyway
                calls += _calls(section)
    if not calls:
        raise ActionError(_no_call(sections, said, think, offered))
    return Reply(
        observation=words.get("observation", ""),
        thought=words.get("thought", ""),
        action=to_action(calls[0], offered),
        summary=words.get("summary", ""),
        dropped=tuple(call.text for call in calls[1:]),
    )


def read_reflection(text: str, finish_reason: str = "stop") -> Reflection:
    """The judgement in a reply.

    Raises ActionError.
    """
    if finish_reason in CUT:
        raise ActionError("the reply was cut short; write Decision, Thought and Documentation more briefly")
    words: dict[str, str] = {}
    for section in _sections(_set_thinking_aside(text)[1]):
        words.setdefault(section.name, section.body.strip())
    return Reflection(_decision(words), words.get("thought", ""), words.get("documentation", ""))


def read_description(text: str, finish_reason: str = "stop") -> str:
    """The documentation in a reply that has nothing else, with its label or without.

    Raises ActionError.
    """
    said = "" if finish_reason in CUT else _set_thinking_aside(text)[1]
    words = next((one.body for one in _sections(said) if one.name == "documentation"), said).strip(" *\n")
    if not words:
        raise ActionError("the reply has no whole Documentation; write one or two sentences")
    return words.split("\n\n")[0]


def thinking(text: str) -> str:
    """What a reply has between `<think>` and `</think>`, for people to read.

    >>> thinking("<think>Tap 9?</think> Action: tap(3)")
    'Tap 9?'
    """
    return _set_thinking_aside(text)[0]


def is_json(text: str) -> bool:
    """Whether a reply is in JSON, if perhaps cut short: its first sign is that of an object.

    >>> is_json('<think>Hm.</think>{"action": '), is_json("Action: tap(3)")
    (True, False)
    """
    return _set_thinking_aside(text)[1].lstrip().startswith("{")


_WORDS_FOR = {
    "observation": """Observation Observations 观察 观察结果 观测 觀察 Observación Beobachtung 観察 관찰
        Observação Наблюдение Osservazione""",
    "thought": """Thought Thoughts Thinking Reasoning Reason Explanation Intermediate_Goal Next_Step 思考 思路
        想法 分析 推理 Pensamiento Razonamiento Pensée Réflexion Raisonnement Gedanke Gedanken Überlegung
        考え 생각 사고 Pensamento Raciocínio Мысль Мысли Размышление Рассуждение Pensiero Ragionamento""",
    "action": """Action Actions Next_Action Function Function_Call Tool_Call Tool_Calls Tool 动作 動作 操作
        行动 行動 执行 函数 函數 函数调用 Acción Función Fonction Aktion Handlung Funktion アクション 関数
        행동 동작 함수 Ação Função Действие Функция Azione Funzione""",
    "summary": """Summary 总结 總結 摘要 小结 概括 Resumen Résumé Zusammenfassung 要約 まとめ 요약 Resumo
        Итог Сводка Резюме Riassunto Riepilogo""",
    "decision": """Decision 决定 判断 决策 決定 Decisión Décision Entscheidung 결정 판단 Decisão Решение
        Decisione""",
    "documentation": """Documentation 文档 文檔 说明 Documentación Dokumentation ドキュメント 説明 문서 설명
        Documentação Документация Documentazione""",
}
_LABELS = {label.lower().replace("_", " "): name for name, labels in _WORDS_FOR.items() for label in labels.split()}
_LABEL = "|".join(re.escape(label).replace("\\ ", "[_ ]") for label in sorted(_LABELS, key=len, reverse=True))
_HEADING = re.compile(
    rf"""^(?P<mark>(?:[-•>\#*_【\[<]|\d+[.)、]|[^\S\n]){{0,16}})
        (?P<label>{_LABEL})(?:[ ]?\d+)?(?!\w)
        (?P<close>[*_】\]>]*)[^\S\n]*(?P<colon>[:：∶﹕︰]?)[*_]*[^\S\n]*(?P<alone>$)?""",
    re.VERBOSE | re.MULTILINE | re.IGNORECASE,
)
_THINK = "think|thinking|reasoning"
_THINK_OPEN = re.compile(rf"^[^\S\n]*<({_THINK})>(.*?)(?:</\1>|\Z)", re.DOTALL | re.MULTILINE | re.IGNORECASE)
_THINK_CLOSED = re.compile(rf"\A(.*?)(?:^</(?:{_THINK})>|</(?:{_THINK})>[^\S\n]*$)", _THINK_OPEN.flags)
_WRAPPING = re.compile(
    r"^[^\S\n]*(?:(?:```|~~~)[\w-]*[^\S\n]*$|</?(?:tool_call|function_call|answer|output)>)", re.MULTILINE
)
_JSON = re.compile(r"^[^\S\n]*(?=\{|\[\s*\{)", re.MULTILINE)
_DECIDE = f"write one line such as Decision: CONTINUE; it is one of {', '.join(DECISIONS)}"


@dataclass(frozen=True)
class _Section:
    name: str  # a key of _WORDS_FOR
    body: str
    value: Any = None  # instead of a body, where the whole reply is JSON


def _set_thinking_aside(text: str) -> tuple[str, str]:
    """What was thought aloud, and the rest of the reply with fences and the like taken off."""
    thoughts: list[str] = []

    def keep(found: re.Match[str]) -> str:
        thoughts.append(found[found.lastindex or 0].strip())
        return "\n"

    said = clean(text).replace("\r\n", "\n").removeprefix("\ufeff")
    said = _THINK_CLOSED.sub(keep, _THINK_OPEN.sub(keep, said))
    return "\n".join(thoughts), _WRAPPING.sub("", said)


def _sections(said: str) -> list[_Section]:
    headings = [found for found in _HEADING.finditer(said) if _is_heading(found)]
    if not headings:
        value = _json(said, start) if (start := _JSON.search(said)) else None
        return _sections_of(value) if isinstance(value, dict) else []
    ends = [found.start() for found in headings[1:]] + [len(said)]
    return [
        _Section(_LABELS[found["label"].lower().replace("_", " ")], said[found.end() : end])
        for found, end in zip(headings, ends, strict=True)
    ]


def _is_heading(found: re.Match[str]) -> bool:
    """A label with a colon, or one that is marked as a heading and closed or alone on its line."""
    marked = any(mark in found["mark"] for mark in "#*_【[<")
    return bool(found["colon"] or (marked and (found["close"] or found["alone"] is not None)))


def _sections_of(reply: dict[str, Any]) -> list[_Section]:
    names = {key: _LABELS.get(key.lower(), "") for key in reply}
    texts = [_Section(name, str(reply[key] or "")) for key, name in names.items() if name not in ("", "action")]
    rest = {key: reply[key] for key, name in names.items() if not name}
    actions = [{"action": reply[key], **rest} for key, name in names.items() if name == "action"]
    return [*texts, *(_Section("action", "", value) for value in actions or [rest] if value)]


def _calls(section: _Section, *, labelled: bool = True, cut: bool = False) -> list[Call]:
    """The calls of an action section, the one to carry out first; [] where it is prose."""
    if section.value is not None:
        return calls_of(section.value)
    start = _JSON.search(section.body)
    said = section.body[: start.start()] if start else section.body
    calls = calls_in(said, labelled=labelled)
    if not calls and start:
        return calls_of(_json(section.body, start))
    if calls and cut and "\n" not in section.body[calls[0].end :]:
        raise ActionError(f"the reply was cut short at {calls[0].text}; write less before the action")
    return calls


def _json(text: str, start: re.Match[str]) -> Any:
    try:
        value, _ = json.JSONDecoder(strict=False).raw_decode(text, start.end())
        return json.loads(clean(json.dumps(value, ensure_ascii=False)))
    except (ValueError, RecursionError) as error:
        raise ActionError(f"the JSON is cut short or malformed ({error}); write all of it, and more briefly") from error


def _decision(words: dict[str, str]) -> str:
    if "decision" not in words:
        raise ActionError(f"the reply has no Decision; {_DECIDE}")
    named = re.findall("[A-Za-z]+", words["decision"].partition("\n")[0])
    decision = named[0].upper() if named else ""
    if decision not in DECISIONS or any(word in DECISIONS and word != decision for word in named):
        raise ActionError(f"the Decision {words['decision'][:60]!r} is not one of the four; {_DECIDE}")
    return decision


def _no_call(sections: list[_Section], said: str, think: str, offered: Collection[str]) -> str:
    example = Tap.example if Tap.kind in offered else TapCell.example
    write = f"write one line such as Action: {example}; {exist(offered)}"
    if not said.strip():
        return f"the reply {'ends with its thinking' if think else 'is empty'}; {write}"
    bodies = [section.body.strip() for section in sections if section.name == "action"]
    if sections and not bodies:
        return f"the reply has no Action; {write}"
    return f"there is no function call in {' '.join((bodies or [said.strip()])[0].split())[:60]!r}; {write}"
