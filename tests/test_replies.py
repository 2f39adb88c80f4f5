"""Reading a model's reply: real ones against a gold, messes by name, and what must hold for any text."""

import json
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import actions
from tables import cases

from appagent.actions import KINDS, Action, Back, Enter, Finish, Home, LongPress, Swipe, Tap, TypeText, Wait, call
from appagent.errors import ActionError
from appagent.prompting.replies.reply import Reflection, read_reflection, read_reply

CORPUS = Path(os.environ.get("APPAGENT_CORPUS", Path(__file__).resolve().parents[2] / "shared" / "corpus"))
GOLD = Path(__file__).parent / "gold" / "replies.jsonl"


def lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def corpus():
    files = sorted((CORPUS / "replies").glob("*.jsonl"))
    if not files:
        pytest.skip(f"no model replies at {CORPUS / 'replies'}; APPAGENT_CORPUS names another corpus")
    return {row["id"]: row for path in files for row in lines(path)}


def test_every_real_reply_has_a_gold_label(corpus):
    assert sorted(corpus) == sorted(row["id"] for row in lines(GOLD))


@cases("gold", lines(GOLD))
def test_a_real_reply_is_read_as_a_person_reads_it(gold, corpus):
    row = corpus[gold["id"]]
    read = read_reflection if row.get("kind") == "reflect" else read_reply
    if "refused" in gold:
        with pytest.raises(ActionError, match=gold["refused"]):
            read(row["response"])
        return
    reply = read(row["response"])
    assert reply.action == read_reply(gold["action"]).action
    assert [*map(call, reply.more), *reply.dropped] == gold["dropped"]
    missing = [name for name in ("observation", "thought", "summary") if not getattr(reply, name)]
    assert missing == gold["missing"]


WHOLE = "Observation: a list\nThought: the third\nAction: {}\nSummary: done"

READ = {
    "think block with a decoy": ("<think>Maybe Action: tap(9)\nAction: tap(9)</think>\nAction: tap(3)", Tap(3)),
    "think block not opened": ("Action: tap(9)?\n</think>\n\nAction: tap(3)", Tap(3)),
    "two think blocks": ("<think>a</think>\n<think>tap(9)</think>\nAction: tap(3)", Tap(3)),
    "decoy in the thought": ("Thought: not tap(9)\nFINISH\nback()\nAction: tap(3)", Tap(3)),
    "decoy in the observation": ("Observation: says Action: tap(9)\nThought: no\nAction: tap(3)", Tap(3)),
    "FINISH in the thought": ("Thought: FINISH\nAction: tap(3)", Tap(3)),
    "prose as Action, call as Function": ('Action: Tap the "Internet" row.\nFunction: tap(2)', Tap(2)),
    "prose with a number in brackets": ("Action: Tap the icon (7).\nFunction: tap(2)", Tap(2)),
    "Chinese labels": ("观察：列表\n思考：第三个\n动作：tap(3)\n总结：完成", Tap(3)),
    "Chinese label for a function": ("观察: x\n思考: y\n函数: tap（3）", Tap(3)),
    "Spanish labels": ("Observación: x\nPensamiento: y\nAcción: tap(3)\nResumen: z", Tap(3)),
    "French labels": ("Observation : x\nRéflexion : y\nAction : tap(3)\nRésumé : z", Tap(3)),
    "German labels": ("Beobachtung: x\nÜberlegung: y\nAktion: tap(3)\nZusammenfassung: z", Tap(3)),
    "Japanese labels": ("観察：x\n考え：y\nアクション：tap(3)\n要約：z", Tap(3)),
    "Korean labels": ("관찰: x\n생각: y\n행동: tap(3)\n요약: z", Tap(3)),
    "Portuguese labels": ("Observação: x\nPensamento: y\nAção: tap(3)\nResumo: z", Tap(3)),
    "Russian labels": ("Наблюдение: x\nМысль: y\nДействие: tap(3)\nИтог: z", Tap(3)),
    "bold headings": ("**Observation:** x\n**Thought:** y\n**Action:** tap(3)\n**Summary:** z", Tap(3)),
    "bold headings, colon outside": ("**Thought**: y\n**Action**: `tap(3)`", Tap(3)),
    "markdown headings": ("## Thought\ny\n\n## Action\ntap(3)\n\n## Summary\nz", Tap(3)),
    "numbered headings": ("1. Observation: x\n2. Thought: y\n3. Action: tap(3)", Tap(3)),
    "numbered actions": ("Thought: y\nAction 1: tap(3), tap(4)\nAction 2: tap(3)", Tap(3)),
    "headings in brackets": ("[Thought] y\n[Action] tap(3)", Tap(3)),
    "headings in Chinese brackets": ("【思考】y\n【动作】tap(3)", Tap(3)),
    "headings as tags": ("<thought>y</thought>\n<action>tap(3)</action>", Tap(3)),
    "code fence": ("Thought: y\nAction:\n```python\ntap(3)\n```\nSummary: z", Tap(3)),
    "fence around all": ("```\nThought: y\nAction: tap(3)\n```", Tap(3)),
    "call in prose at the line's end": ("Action: I will tap the row: tap(3).", Tap(3)),
    "prose after the call": ("Action: tap(3) to open the page (the third row)", Tap(3)),
    "Windows line ends": ("Thought: y\r\nAction: tap(3)\r\nSummary: z\r\n", Tap(3)),
    "no label at all": ("tap(3)", Tap(3)),
    "no label, prose before": ("I will open it.\n\ntap(3)", Tap(3)),
    "bare FINISH": ("Thought: y\nAction: FINISH\nSummary: z", Finish()),
    "bare finish with a full stop": ("Action: Finish.", Finish()),
    "bare FINISH in bold": ("Action: **FINISH**", Finish()),
    "FINISH and a sentence": ("Action: FINISH. The alarm is set.", Finish()),
    "FINISH inside a text": ('Action: text("FINISH the report")', TypeText("FINISH the report")),
    "finish with an answer": ('Action: finish("42")', Finish("42")),
    "bare back": ("Action: back", Back()),
    "bare Home": ("Action: Home", Home()),
    "bare enter": ("Action: `enter`", Enter()),
    "text over two lines": ('Action: text("one\ntwo")\nSummary: z', TypeText("one\ntwo")),
    "JSON for the call": ('Thought: y\nAction: {"action": "tap", "element": 3}', Tap(3)),
    "JSON with arguments": ('Action: {"name": "tap", "arguments": {"element": 3}}', Tap(3)),
    "JSON with a list": ('Action: {"name": "swipe", "args": [3, "up"]}', Swipe("up", 3)),
    "JSON keyed by the function": ('Action: {"text": {"text": "hi", "enter": true}}', TypeText("hi", enter=True)),
    "JSON with null": ('{"action": "text", "text": "hi", "element": null}', TypeText("hi")),
    "JSON outcome": (
        '{"action": "finish", "outcome": "impossible", "answer": "no such note"}',
        Finish("no such note", "impossible"),
    ),
    "JSON status of another agent": (
        '{"action_type": "finish", "goal_status": "infeasible"}',
        Finish("", "impossible"),
    ),
    "JSON answer": ('{"action": "finish", "answer": "42"}', Finish("42")),
    "JSON after a sentence": ('Here it is:\n```json\n{"action": "tap", "element": 3}\n```', Tap(3)),
    "reply as JSON, call as text": ('{"observation": "x", "thought": "y", "action": "tap(3)"}', Tap(3)),
    "reply as JSON, call as JSON": ('{"thought": "y", "action": {"name": "tap", "element": 3}}', Tap(3)),
    "reply as JSON, action and function": ('{"action": "Tap the row", "function": "tap(3)"}', Tap(3)),
    "reply as JSON in Chinese": ('{"思考": "y", "动作": "tap(3)"}', Tap(3)),
    "tool call": (
        '{"id": "c1", "type": "function", "function": {"name": "tap", "arguments": "{\\"element\\": 3}"}}',
        Tap(3),
    ),
    "tool call in tags": ('<tool_call>\n{"name": "tap", "arguments": {"element": 3}}\n</tool_call>', Tap(3)),
    "several tool calls": ('{"tool_calls": [{"function": {"name": "back", "arguments": "{}"}}, {"tap": 1}]}', Back()),
}


@cases(("text", "action"), READ.values(), ids=READ)
def test_a_mess_is_read(text, action):
    assert read_reply(text).action == action


REFUSED = {
    "nothing": ("", "is empty"),
    "thinking that never ends": ("<think>Action: tap(9)", "ends with its thinking"),
    "a label only": ("Observation:", "no Action"),
    "no action": ("Observation: x\nThought: tap(3)", "no Action"),
    "prose only": ("Action: Tap the Settings icon.", "no function call in 'Tap the Settings icon.'"),
    "back in a sentence": ("Action: Back to the list", "no function call"),
    "number without brackets": ("Action: tap 5", "no function call"),
    "cut number": ("Action: tap(1", "not closed"),
    "cut text": ('Action: text("hello wor', "not closed"),
    "bracket missing": ("Action: tap(1\nSummary: tapped (1)", "not closed"),
    "quote missing": ('Action: text("hello)\nSummary: I typed ("hello")', "not closed"),
    "cut JSON": ('Action: {"action": "tap", "element": 1', "cut short or malformed"),
    "several calls in prose": ("Action: not tap(9) but tap(3)", "no function call"),
    "call within a sentence": ("Action: I would tap(3) if it were there", "no function call"),
    "options without labels": ("Either\ntap(3)\nor\ntap(5)", "which is meant, tap"),
    "unknown function": ("Action: poke(3)", "no function 'poke'; the functions are tap, long_press, double_tap"),
    "unknown function first of two": ('Action: scroll("down"), tap(3)', "no function 'scroll'"),
    "unknown JSON function": ('{"action": "click", "element": 3}', "no function 'click'"),
    "unknown JSON argument": ('{"action": "tap", "element": 3, "twice": true}', "no use for 'twice'"),
    "tap in a grid": ('Action: tap(12, "center")', "the grid is not up"),
    "swipe in a grid": ('Action: swipe(21, "center", 25, "right")', "the grid is not up"),
    "call in a sentence in JSON": ('{"action": "I would tap(3) if it were there"}', "no function call"),
    "numbered actions that differ": ("Thought: y\nAction 1: tap(3)\nAction 2: tap(4)", "not clear; write one Action"),
    "an imagined second turn": (f"{WHOLE.format('tap(3)')}\nThought: on\nAction: tap(4)", "later tap"),
    "JSON with an action twice": ('{"action": "tap(3)", "action": "tap(4)"}', "'action' stands in it twice"),
    "too many letters": ("Thought: " + "y " * 10_000 + "\nAction: tap(3)", "at most 20000 are read"),
    "a nest": ("[" * 5000 + "{", "no function call|malformed"),
}


@cases(("text", "reason"), REFUSED.values(), ids=REFUSED)
def test_a_mess_is_refused_with_the_reason(text, reason):
    with pytest.raises(ActionError, match=reason):
        read_reply(text)


def test_words_of_all_sections_are_kept():
    reply = read_reply(
        "<think>hm</think>Observation: a\nb\nIntermediate Goal: c\nNext Step: d\nAction: tap(3)\nSummary: e"
    )
    assert (reply.observation, reply.thought, reply.summary) == ("a\nb", "c\nd", "e")


@cases(
    ("text", "more", "dropped"),
    [
        ('Action: tap(3), text("hi")', (TypeText("hi"),), ()),
        ("Action: tap(3)\ntap(4); back()", (Tap(4), Back()), ()),
        ("Action: tap(3), then tap(4)", (Tap(4),), ()),
        ("Action:\n1. tap(3)\n2. tap(4)", (Tap(4),), ()),
        ("Action:\n- tap(3)\n- tap(4)", (Tap(4),), ()),
        ("Action: tap(3) or tap(4)", (), ("tap(4)",)),
        ("Action: tap(3), not tap(4)", (), ("tap(4)",)),
        ("Action: tap(3), tap(4), or else back(), home()", (Tap(4),), ("back()", "home()")),
        ("Action: tap(3), tap_cell(4), back()", (), ("tap_cell(4)", "back()")),
        ("Action: tap(3), back()\nFunction: tap( 3 )", (Back(),), ()),
        ("Action: tap(3), tap(4", (), ()),
        ("Action: tap(3)\nThis is tap(3), not tap(4).", (), ()),
        ('{"action": ["tap(3)", "tap(4)"]}', (Tap(4),), ()),
        ('{"action": [{"action": "tap", "element": 3}, {"action": "back"}]}', (Back(),), ()),
        ("Action: " + "\n".join(["tap(3)"] * 20), (Tap(3),) * 11, ("tap(3)",) * 8),
    ],
)
def test_of_several_calls_those_follow_the_first_that_are_told_apart_from_talk(text, more, dropped):
    reply = read_reply(text)
    assert (reply.action, reply.more, reply.dropped) == (Tap(3), more, dropped)


def test_an_imagined_second_turn_without_another_action_changes_nothing():
    first = WHOLE.format("tap(3)")
    reply = read_reply(f"{first}\nObservation: a page\nThought: on\nAction: tap(3)\nSummary: more")
    assert (reply.observation, reply.thought, reply.summary) == ("a list", "the third", "done")


@pytest.mark.parametrize(
    ("said", "noted"), [("None.", ""), ("- none -", ""), ("无", ""), ("None of the shops is open.", None)]
)
def test_a_summary_that_says_that_there_is_nothing_to_note_is_none(said, noted):
    assert read_reply(f"Thought: t\nAction: tap(3)\nSummary: {said}").summary == (said if noted is None else noted)


def test_a_reply_out_of_tokens_is_read_only_if_its_action_is_followed_by_a_line():
    assert read_reply("Action: tap(3)\nSummary: I ha", "length").action == Tap(3)
    for cut in ("Action: tap(3)", "Action: finish", 'Action: text("press "ok")'):
        with pytest.raises(ActionError, match=r"cut short|not clear"):
            read_reply(cut, "length")


@pytest.mark.slow
@given(actions)
@settings(deadline=None)
def test_a_well_formed_reply_is_read_whatever_is_typed(action):
    whole = WHOLE.format(call(action))
    assert read_reply(whole, offered=KINDS) == read_reply(whole, "length", KINDS)
    assert read_reply(whole, offered=KINDS).action == action


@pytest.mark.slow
@given(actions, st.data())
@settings(deadline=None)
def test_a_reply_cut_anywhere_is_refused_or_read_as_the_same_action(action, data):
    whole = WHOLE.format(call(action))
    cut = whole[: data.draw(st.integers(0, len(whole)))]
    assert _read(cut, "length") in (None, action)
    if not cut.endswith("Action: finish"):  # which is what a model writes that has no answer to give
        assert _read(cut, "stop") in (None, action)


@cases("action", [Tap(12), LongPress(12), Swipe("up", 12, "long"), TypeText('a "b" (c'), Wait(12.5)])
def test_a_reply_cut_at_every_point_is_refused_or_read_as_the_same_action(action):
    whole = WHOLE.format(call(action))
    assert {_read(whole[:at], "stop") for at in range(len(whole) + 1)} == {None, action}


PIECES = [
    *("Action:", "Thought:", "Decision:", "tap(", "text(", "FINISH", "element", "5", "up", "null", "for"),
    *("<think>", "</think>", "```", "**", "#", '{"action":', '"', "'", "“", "”", "\\", "\n", "\x00", "\ud800"),
    *("(", ")", "[", "]", "{", "}", ",", "=", ":", "。", "（", " "),
]
messes = st.lists(st.sampled_from(PIECES)).map("".join)


@pytest.mark.slow
@given(st.text() | messes, st.sampled_from(["stop", "length"]))
@settings(deadline=None, max_examples=80)
def test_any_text_is_read_or_refused(text, finish_reason):
    for read in (read_reply, read_reflection):
        try:
            read(text, finish_reason)
        except ActionError as error:
            str(error).encode()


def _read(text: str, finish_reason: str) -> Action | None:
    try:
        return read_reply(text, finish_reason, KINDS).action
    except ActionError:
        return None


@cases(
    ("text", "decision"),
    [
        ("Decision: BACK\nThought: t\nDocumentation: d", "BACK"),
        ("**Decision:** **SUCCESS**\n**Thought:** t\n**Documentation:** d", "SUCCESS"),
        ("<think>Decision: BACK</think>\nDecision: continue.\nThought: t\nDocumentation: d", "CONTINUE"),
        ("## Decision\nCONTINUE\n## Thought\nt\n## Documentation\nd", "CONTINUE"),
        ("决定：SUCCESS\n思考：t\n文档：d", "SUCCESS"),
        ('{"decision": "BACK", "thought": "t", "documentation": "d"}', "BACK"),
        ("Thought: t\nDocumentation: d\nDecision: INEFFECTIVE", "INEFFECTIVE"),
    ],
)
def test_a_judgement_is_read(text, decision):
    assert read_reflection(text) == Reflection(decision, "t", "d")


def test_a_judgement_needs_no_documentation():
    assert read_reflection("Decision: INEFFECTIVE\nThought: nothing changed").documentation == ""


@cases(
    ("text", "finish_reason", "reason"),
    [
        ("Thought: t\nDocumentation: d", "stop", "no Decision"),
        ("Decision: MAYBE", "stop", "not one of the four; write one line such as Decision: CONTINUE"),
        ("Decision: BACK/INEFFECTIVE/CONTINUE/SUCCESS", "stop", "not one of the four"),
        ("Decision: SUCC", "stop", "not one of the four"),
        ("Decision:", "stop", "not one of the four"),
        ("Decision: CONTINUE\nDocumentation: Opens the", "length", "cut short"),
    ],
)
def test_an_unclear_judgement_is_refused(text, finish_reason, reason):
    with pytest.raises(ActionError, match=reason):
        read_reflection(text, finish_reason)
