"""Split a model's reply into thinking and sections, and separate quotations in a section from the model's own words.

A heading is a line that begins with a label, which is the name of a section in one of several languages. Quoted text is
never taken for a heading or a call. These are quotations:

- in every section: a line that begins with `>`, and the text inside `<data>...</data>`;
- in every section with a heading except an action: a code fence, text in quotation marks, text between any other tag
  and its end, over any number of lines, and a JSON value.

A code fence, `<data>` or `<think>` that is never closed runs to the end of the reply. Any other opening mark that is
never closed is plain text. A code fence around the whole reply or around an action is ignored. Time grows linearly with
the length of the reply.
"""

import re
from dataclasses import dataclass
from typing import Any

from appagent.actions.calls.objects import decoded
from appagent.actions.calls.syntax import clean
from appagent.errors import ActionError
from appagent.models.base import LONGEST_REPLY

ACTION = "action"
_MOST_BROKEN = 20  # malformed JSON values that are tried, since each takes time; further ones are taken for plain text
MOST_SAID = 20_000  # longest reply without its thinking; four sections take some 2,000 letters


@dataclass(frozen=True)
class Piece:
    """Part of a section: the model's own words, a quotation, or a JSON value.

    text: the part as the model wrote it. quoted: True for a quotation. value: the decoded JSON value, None for other
    parts. fault: why a text that begins like JSON is not valid JSON, "" for other parts.
    """

    text: str
    quoted: bool = False
    value: Any = None
    fault: str = ""


@dataclass(frozen=True)
class Section:
    """Text under one heading of a reply, or under one key of a reply in JSON.

    name: the section's name in English, such as "action"; "" for the text before the first heading. pieces: the parts
    of the section, in order. from_json: True if the section comes from a reply in JSON.
    """

    name: str
    pieces: tuple[Piece, ...]
    from_json: bool = False

    @property
    def body(self) -> str:
        """Return the whole text of the section, quotations included."""
        return "".join(piece.text for piece in self.pieces).strip()

    @property
    def own(self) -> str:
        """Return the section's text with each JSON value and each quotation of whole lines replaced by a line break.

        Quotations within one line stay, since they may belong to a call such as `text("milk")`.
        """
        return "".join("\n" if _by_the_line(piece) or piece.value is not None else piece.text for piece in self.pieces)


@dataclass(frozen=True)
class Said:
    """Reply split into the model's thinking and the rest.

    think: the thinking, or "". text: the rest, which holds the sections. before: the text before a `</think>` that no
    `<think>` opened, or "".
    """

    think: str
    text: str
    before: str = ""


def set_thinking_aside(text: str) -> Said:
    """Split a reply into thinking and the rest.

    All `<think>` blocks before the first heading are thinking. If there are none, but a `</think>` stands at the
    beginning or end of a line, all text before it is thinking.
    """
    said = clean(text[:LONGEST_REPLY]).replace("\r\n", "\n").removeprefix("\ufeff")
    thoughts, kept, at = list[str](), list[str](), 0
    while block := _THINK_OPEN.search(said, at):
        if any(_is_heading(found) for found in _HEADING.finditer(said, at, block.start())):
            break
        thoughts.append(block[2].strip())
        kept.append(said[at : block.start()])
        at = block.end()
    rest = "\n".join([*kept, said[at:]]) if thoughts else said
    closed = None if thoughts else _THINK_CLOSED.search(rest)
    if closed is None:
        return Said("\n".join(thoughts), rest)
    before = rest[: closed.start()]
    return Said(before.strip(), rest[closed.end() :], before)


def sections_of(said: str) -> list[Section]:
    """Split a reply without its thinking into sections, in order.

    Words before the first heading form a section with the name "". Raises ActionError if the reply is too long, or
    begins with malformed JSON.
    """
    if len(said) > MOST_SAID:
        raise ActionError(f"the reply has {len(said)} letters, and at most {MOST_SAID} are read; write more briefly")
    reader = _Reader(said)
    while reader.at < len(said):
        reader.step()
    reader.end()
    return reader.sections


_WORDS_FOR = {
    "observation": """Observation Observations 观察 观察结果 观测 觀察 Observación Beobachtung 観察 관찰
        Observação Наблюдение Osservazione""",
    "thought": """Thought Thoughts Thinking Reasoning Reason Explanation Intermediate_Goal Next_Step 思考 思路
        想法 分析 推理 Pensamiento Razonamiento Pensée Réflexion Raisonnement Gedanke Gedanken Überlegung
        考え 생각 사고 Pensamento Raciocínio Мысль Мысли Размышление Рассуждение Pensiero Ragionamento""",
    ACTION: """Action Actions Next_Action Function Function_Call Tool_Call Tool_Calls Tool 动作 動作 操作
        行动 行動 执行 函数 函數 函数调用 Acción Función Fonction Aktion Handlung Funktion アクション 関数
        행동 동작 함수 Ação Função Действие Функция Azione Funzione""",
    "summary": """Summary 总结 總結 摘要 小结 概括 Resumen Résumé Zusammenfassung 要約 まとめ 요약 Resumo
        Итог Сводка Резюме Riassunto Riepilogo""",
    "risk": "Risk Risks 风险 風險 リスク 위험 Riesgo Risque Risiko Risco Риск Rischio",
    "decision": """Decision 决定 判断 决策 決定 Decisión Décision Entscheidung 결정 판단 Decisão Решение
        Decisione""",
    "documentation": """Documentation 文档 文檔 说明 Documentación Dokumentation ドキュメント 説明 문서 설명
        Documentação Документация Documentazione""",
}
_LABELS = {label.lower().replace("_", " "): name for name, labels in _WORDS_FOR.items() for label in labels.split()}
_LABEL = "|".join(re.escape(label).replace("\\ ", "[_ ]") for label in sorted(_LABELS, key=len, reverse=True))
_FLAGS = re.VERBOSE | re.MULTILINE | re.IGNORECASE
_HEAD = rf"""^(?P<mark>(?:[-•\#*_【\[<]|\d+[.)、]|[^\S\n]){{0,16}})
    (?P<label>{_LABEL})(?:[ ]?\d+)?(?!\w)
    (?P<close>[*_】\]>]*)[^\S\n]*(?P<colon>[:：∶﹕︰]?)[*_]*[^\S\n]*(?P<alone>$)?"""
_HEADING = re.compile(_HEAD, _FLAGS)
_THINK = "think|thinking|reasoning"
_THINK_OPEN = re.compile(rf"^[^\S\n]*<({_THINK})>(.*?)(?:</\1>|\Z)", re.DOTALL | re.MULTILINE | re.IGNORECASE)
_THINK_CLOSED = re.compile(rf"^</(?:{_THINK})>|</(?:{_THINK})>[^\S\n]*$", re.MULTILINE | re.IGNORECASE)
_WRAP = "tool_call|function_call|answer|output|response|reply"
_JSON = r"[^\S\n]*(?=\{|\[\s*\{)"
_ALWAYS = rf"(?:{_HEAD})|^(?P<json>{_JSON})|^(?P<behind>[^\S\n]*>(?!>).*)"
_WRAPPING = rf"^[^\S\n]*(?P<wrapping>(?:```|~~~)[\w-]*[^\S\n]*$|</?(?:{_WRAP})>)"
_DATA = r"<(?P<tag>data[\w-]*)\b[^<>\n]{0,200}>"
_TAG = rf"<(?!(?:{_LABEL}|{_WRAP})\b)(?P<tag>[a-z][\w.-]{{0,60}})\b[^<>\n]{{0,200}}>"
_MARK = r"""(?P<fence>```|~~~) | (?P<quote>\"\"\"|'''|(?<!\d)"|[`“„«「『《〝])"""
_IN_WORDS = re.compile(rf"{_ALWAYS}|{_TAG}|{_MARK}", _FLAGS)
_IN_ACTION = re.compile(rf"{_ALWAYS}|{_WRAPPING}|{_DATA}", _FLAGS)
_IN_NEITHER = re.compile(rf"{_ALWAYS}|{_WRAPPING}|{_DATA}|{_MARK}", _FLAGS)
_JSON_HERE = re.compile(_JSON)
_ENDS = {
    '"': re.compile(r'(?<![\s(\[{:=,])"|"(?=\s|\Z)'),  # but not a mark that begins a quotation itself
    "“": re.compile("[”“]"), "„": re.compile("[“”]"), "〝": re.compile("[〞〟]"),
    **{begins: re.compile(ends) for begins, ends in zip("«「『《", "»」』》", strict=True)},
    **{mark: re.compile(mark) for mark in ("'''", '"""', "`", "```", "~~~")},
}  # fmt: skip


def _is_heading(found: re.Match[str]) -> bool:
    """Tell whether a label at the beginning of a line is a heading.

    It is a heading if a colon follows. Without a colon, the label must have mark-up before it (`## Action`,
    `**Action**`). In addition, the mark-up must be closed after the label, or nothing else may stand in the line.
    """
    marked = any(mark in found["mark"] for mark in "#*_【[<")
    return bool(found["colon"] or (marked and (found["close"] or found["alone"] is not None)))


def _by_the_line(piece: Piece) -> bool:
    """Tell whether a piece of a section is a quotation of whole lines.

    This is so if the piece is a quotation that has a line break, or begins with `>`, `<`, `{` or `[`. Any other
    quotation within one line may belong to a call, such as `text("milk")`.
    """
    return piece.quoted and ("\n" in piece.text or piece.text.lstrip()[:1] in tuple("><{["))


class _Reader:
    """Splits a reply into sections in one pass over the text.

    Call `step` until the position `at` has reached the end of `text`, then call `end`. The result is in `sections`.
    """

    def __init__(self, text: str) -> None:
        self.text, self.at, self.sections = text, 0, list[Section]()
        self._name = ""
        self._pieces = list[Piece]()
        self._broken = 0
        self._unclosed = set[re.Pattern[str]]()  # closing marks that do not occur in the rest of the text

    def step(self) -> None:
        """Go on to the end of the next heading, quotation or JSON value.

        If none of these is left, go on to the end of the reply.
        """
        signs = {"": _IN_NEITHER, ACTION: _IN_ACTION}.get(self._name, _IN_WORDS)
        found = signs.search(self.text, self.at)
        start = found.start() if found else len(self.text)
        self._take(start)
        if found is None:
            return
        kind = found.groupdict()
        if kind["label"] is not None:
            self._heading(found)
        elif kind["json"] is not None:
            self._json(found.end())
        elif kind["behind"] is not None:
            self._take(found.end(), quoted=True)
        elif kind.get("wrapping"):
            self.at = found.end()
        else:
            quoted = bool(self._name or kind["tag"])  # a call before any heading may have text in quotation marks
            self._take(self._end_of_quotation(found), quoted=quoted)
        if self.at == start:  # the sign meant nothing
            self._take(max(found.end(), start + 1))

    def end(self) -> None:
        """Add the section that is being read to `sections`, because the reply has ended.

        A blank section before the first heading is left out.
        """
        if self._name or any(piece.text.strip() for piece in self._pieces):
            self.sections.append(Section(self._name, tuple(self._pieces)))

    def _take(self, end: int, *, quoted: bool = False) -> None:
        if end > self.at:
            words = self.text[self.at : end]
            if self._pieces and not quoted and self._pieces[-1] == Piece(self._pieces[-1].text):
                words = self._pieces.pop().text + words
            self._pieces.append(Piece(words, quoted))
            self.at = end

    def _heading(self, found: re.Match[str]) -> None:
        if not _is_heading(found):
            return
        self.end()
        self._name, self._pieces = _LABELS[found["label"].lower().replace("_", " ")], []
        self.at = found.end()
        if begins := _JSON_HERE.match(self.text, self.at):
            self._json(begins.end())

    def _json(self, start: int) -> None:
        """Parse the JSON value that begins at position `start`. What it becomes depends on the section around it:

        - In an action section it is a call. Malformed JSON is kept as a piece with a fault.
        - In another section it is a quotation. Malformed JSON is plain text.
        - Before the first heading it is a whole reply, whose keys become sections. Malformed JSON raises ActionError.
        """
        try:
            if self._broken == _MOST_BROKEN:
                raise ValueError("it is not the first such")
            value, end = decoded(self.text, start)
        except ValueError as error:
            self._broken = min(self._broken + 1, _MOST_BROKEN)
            fault = f"the JSON is cut short or malformed ({str(error)[:100]}); write all of it, and more briefly"
            if not self._name:
                raise ActionError(fault) from error
            if self._name == ACTION:
                self._pieces.append(Piece("", fault=fault))
            return
        if self._name == ACTION:
            self._pieces.append(Piece(self.text[self.at : end], value=value))
        elif self._name:
            self._pieces.append(Piece(self.text[self.at : end], quoted=True, value=value))
        else:
            self.sections += _sections_in(value)
        self.at = end

    def _end_of_quotation(self, found: re.Match[str]) -> int:
        """Return the position after the end of a quotation. found: the match of its opening mark.

        If the quotation is never closed, the result depends on the mark. For a code fence, `<think>` or `<data>` it is
        the end of the text, otherwise the position of the mark itself.
        """
        tag = found.groupdict().get("tag")
        ends = re.compile(f"</{re.escape(tag)}>", re.IGNORECASE) if tag else _ENDS[found[0]]
        closed = None if ends in self._unclosed else ends.search(self.text, found.end())
        if closed:
            return closed.end()
        self._unclosed.add(ends)
        to_the_end = found[0] in ("```", "~~~") or (tag or "").lower() in ("think", "data")
        return len(self.text) if to_the_end else found.start()


def _sections_in(value: Any) -> list[Section]:
    """Turn a reply in JSON into sections.

    Each key that is the name of a section becomes a section. All other keys are added to the action, since they may be
    its arguments. A reply that is a list or a single value becomes one action section.
    """
    if not isinstance(value, dict):
        return [Section(ACTION, (Piece("", value=value),), from_json=True)]
    names = {key: _LABELS.get(key.lower().replace("_", " "), "") for key in value}
    rest = {key: value[key] for key, name in names.items() if not name}
    words = [(name, text_of(value[key])) for key, name in names.items() if name not in ("", ACTION)]
    actions = [{ACTION: value[key], **rest} for key, name in names.items() if name == ACTION]
    return [
        *(Section(name, (Piece(text, quoted=True),), from_json=True) for name, text in words),
        *(Section(ACTION, (Piece("", value=one),), from_json=True) for one in actions or [rest] if one),
    ]


def text_of(value: Any) -> str:
    """Write a value of a reply in JSON as text. A list, such as the risks of several actions, is parted by commas.

    >>> text_of(["none", "send"]), text_of("none"), text_of(None)
    ('none, send', 'none', '')
    """
    return ", ".join(map(text_of, value)) if isinstance(value, list) else str(value or "")
