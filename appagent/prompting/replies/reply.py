"""Parse a model's whole reply: find its action or its judgement by these rules, or say why that is impossible.

1. A block `<think>...</think>` before the first heading is thinking, and is ignored. If there is only `</think>`, all
   text before it is thinking. If there is only `<think>`, all text after it is thinking.
2. A section begins at a heading: a line that begins with a label such as Observation, Thought, Action, Summary,
   Decision or Documentation. A heading may be marked up (`**Action:**`, `## Action`, `1. Action：`, `[Action]`,
   `<action>`) and may be written in any language of `sections`. `Function:` means Action. A label in the middle of a
   line is no heading. Nothing in quoted text is a heading or a call. Quoted text is a line after `>`, text in quotation
   marks, a code fence, `<data>` or a JSON text.
3. The action is the first call of the first action section that has a call. An action section in prose is skipped if
   another action section follows at once (`Action: Tap the icon.`, then `Function: tap(2)`). A call counts if it begins
   its line, or if it is the only call and ends its line. Further calls of the section, on the same line or at the
   beginning of a line, go into `more`. From the first one on that other words separate from the call before, they go
   into `dropped`.
4. A section after the action may repeat the same action. A reply is refused if such a section has another call on a
   line of its own, or is an action section with another call or in prose. A reply is refused if its only action stands
   between the Observation and the first Thought, because the Observation may quote it. A reply is refused if a
   `</think>` without `<think>` splits it into two parts that contradict each other. Sections of the same name before
   the action are joined.
5. A reply without any heading is accepted if all its lines are calls. It is also accepted if exactly one line begins
   with a call and that line is the first or the last.
6. JSON is accepted in place of a call or of the whole reply: {"action": "tap", "element": 5}, {"name": "tap",
   "arguments": {...}}, {"observation": ..., "action": "tap(5)"}, tool calls, or a list of these. A reply that begins
   with { is parsed as JSON, whatever its texts contain. If a key occurs twice, both values must be equal.
7. A missing Observation, Thought, Summary or Documentation is "". A missing Action or Decision is refused. A later
   Decision or Documentation is refused if it differs from the first.
8. A reply that ran out of tokens (`finish_reason` "length") is accepted only if a line follows its action. A judgement
   that ran out of tokens is refused.
9. A reply of more than LONGEST_REPLY letters is refused, and so is a reply with more than MOST_SAID letters besides its
   thinking.
A reply that is refused raises ActionError, whose text tells the model what to write instead.
"""

import re
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from appagent.actions import KINDS, ON_MARKS, Action, Tap, TapCell
from appagent.actions.calls.objects import calls_of
from appagent.actions.calls.parser import exist, to_action
from appagent.actions.calls.syntax import Call, calls_alone, calls_in, kind_of
from appagent.agent import Decision
from appagent.errors import ActionError
from appagent.models.base import LONGEST_REPLY
from appagent.prompting.replies.sections import ACTION, MOST_SAID, Said, Section, sections_of, set_thinking_aside

DECISIONS = ("BACK", "INEFFECTIVE", "CONTINUE", "SUCCESS")
CUT_OFF = ("length", "max_tokens")  # finish reasons of a reply that ran out of tokens


@dataclass(frozen=True)
class Reflection:
    """Judgement of one action, as a model wrote it.

    decision: "BACK", "INEFFECTIVE", "CONTINUE" or "SUCCESS". thought: the model's reasons, or "". documentation: what
    the action does, or "". think: the model's thinking before the reply, or "".
    """

    decision: str
    thought: str
    documentation: str
    think: str = ""


def read_reply(text: str, finish_reason: str = "stop", offered: Collection[str] = ON_MARKS) -> Decision:
    r"""Parse a model's reply, and return the action that it asks for, the further actions, and the other sections.

    Sections that the reply lacks are "". The thinking is left out; `thinking` returns it.
    finish_reason: why the endpoint ended the reply; "length" and "max_tokens" mean that it is cut off. offered: the
    kinds of action that the model could choose from. Raises ActionError if the reply is refused.

    >>> reply = read_reply("Thought: The Wi-Fi row.\nAction: tap(3), tap(4)\nSummary: I opened Wi-Fi.")
    >>> reply.action, reply.summary, reply.more
    (Tap(mark=3), 'I opened Wi-Fi.', (Tap(mark=4),))
    """
    said, sections = _read(text)
    at, calls = _first_calls(sections, cut=finish_reason in CUT_OFF)
    if not calls:
        raise ActionError(_no_call(sections, said, offered))
    meant = [to_action(calls[0], offered), *(_meaning(call, offered) for call in calls[1:])]
    _check_later(sections[at + 1 :], calls[0], meant, offered)
    _check_order(sections, at)
    _check_parted(said, sections, calls[0], meant, offered)
    words: dict[str, str] = {}
    for number, section in enumerate(sections):
        if number < at or section.name not in words:
            words[section.name] = f"{words.get(section.name, '')}\n{section.body}".strip()
    said_in = ("observation", "thought", "summary", "risk", "documentation")
    observation, thought, summary, risk, documentation = (words.get(each, "") for each in said_in)
    summary = "" if summary.strip(" .–-").casefold() in _NOTHING else summary
    more = _further(calls[1:], meant[1:])
    dropped = tuple(call.text for call in calls[1 + len(more) :])
    decision = _decision_of(sections)
    return Decision(
        to_action(calls[0], offered), observation, thought, summary, dropped=dropped, more=more, risk=risk,
        decision=decision, documentation=documentation,
    )  # fmt: skip


def _further(calls: Sequence[Call], meant: Sequence[Action | str]) -> tuple[Action, ...]:
    """Return the further actions of a reply, up to the first that is not clearly meant to be carried out.

    An action is meant to be carried out if no words stand between it and the call before. At most eleven are returned.
    calls: the calls after the first. meant: for each call the action that it stands for, or its text if there is none.
    """
    further: list[Action] = []
    for call, one in zip(calls[:_MOST_MORE], meant, strict=False):
        if not call.joined or isinstance(one, str):
            break
        further.append(one)
    return tuple(further)


def read_reflection(text: str, finish_reason: str = "stop") -> Reflection:
    """Parse a model's reply that judges one action, and return the judgement.

    finish_reason: why the endpoint ended the reply; "length" and "max_tokens" mean that it ran out of tokens.
    Raises ActionError in each of these cases:

    - the reply ran out of tokens;
    - it has no Decision, or several that differ;
    - it has several Documentations that differ.
    """
    if finish_reason in CUT_OFF:
        raise ActionError("the reply was cut short; write Decision, Thought and Documentation more briefly")
    said, sections = _read(text)
    decisions = [_decision(section) for section in [*_parted(said), *sections] if section.name == "decision"]
    if not any(section.name == "decision" for section in sections):
        raise ActionError(f"the reply has no Decision; {_DECIDE}")
    if len(set(decisions)) > 1:
        raise ActionError(f"the reply decides {' and '.join(dict.fromkeys(decisions))}; {_DECIDE}, {_ONCE}")
    thought = next((section.body for section in sections if section.name == "thought"), "")
    return Reflection(decisions[-1], thought, _documentation(sections))


def read_description(text: str, finish_reason: str = "stop") -> str:
    """Parse a reply that only has a documentation, with or without a heading, and return its first paragraph.

    Raises ActionError if the reply is empty, ran out of tokens, or has several Documentations that differ.
    """
    said, sections = _read("" if finish_reason in CUT_OFF else text)
    labelled = any(section.name == "documentation" for section in sections)
    words = (_documentation(sections) if labelled else said.text).strip(" *\n")
    if not words:
        raise ActionError("the reply has no whole Documentation; write one or two sentences")
    return words.split("\n\n")[0]


def thinking(text: str) -> str:
    """Return the thinking in a reply, for people to read, or "" if there is none.

    Thinking is the text in `<think>` blocks before the first heading, or all text before a `</think>` without
    `<think>`.

    >>> thinking("<think>Tap 9?</think> Action: tap(3)")
    'Tap 9?'
    """
    return set_thinking_aside(text).think


_MOST_MORE = 11  # calls after the first; the twelve keys of a long number are the most that is of use
_NOTHING = ("", "none", "nothing", "nothing to note", "n/a", "无", "没有")  # summaries that say nothing
_DECIDE = f"write one line such as Decision: CONTINUE; it is one of {', '.join(DECISIONS)}"
_ONCE = "once, and quote no such line off the screen"
_WORDS = {"observation", "thought", "risk"}  # the sections that come before an action


def _read(text: str) -> tuple[Said, list[Section]]:
    """Split a reply into thinking and sections, and return both.

    Raises ActionError if the reply is too long, or if it begins with JSON that is cut off or malformed.
    """
    if len(text) > LONGEST_REPLY:
        raise ActionError(f"the reply has {len(text)} letters; write at most {MOST_SAID}")
    said = set_thinking_aside(text)
    return said, sections_of(said.text)


def _first_calls(sections: Sequence[Section], *, cut: bool) -> tuple[int, list[Call]]:
    """Find the action of a reply: return the index of the first action section with calls, and its calls.

    The first call is the one to carry out. Returns (0, []) if there is no call. A reply without headings has one
    section, which is searched for calls. cut: True if the reply ran out of tokens.
    """
    if [section.name for section in sections] == [""]:  # there are no headings
        return 0, _calls(sections[0], cut=cut)
    for number, section in enumerate(sections):
        calls = _calls(section, cut=cut) if section.name == ACTION else []
        if calls:
            return number, calls
        after = sections[number + 1].name if number + 1 < len(sections) else ""
        if section.name == ACTION and _says_something(section) and after != ACTION:
            break  # a later section may only quote a call, so its call does not count for this section
    return 0, []


def _calls(section: Section, *, cut: bool = False) -> list[Call]:
    """Return the calls in a section, the one to carry out first, or [] if the section is prose.

    cut: True if the reply ran out of tokens. Raises ActionError if the first call is malformed or may be cut off.
    """
    calls: list[Call] = []
    for number, piece in enumerate(section.pieces):
        try:
            if piece.fault:
                raise ActionError(piece.fault)
            if piece.value is not None:
                calls += calls_of(piece.value)
            elif not piece.quoted:
                more = calls_in(piece.text, labelled=bool(section.name))
                more = [replace(each, joined=each.joined and not (calls and each is more[0])) for each in more]
                rest = (each.text for each in section.pieces[number + 1 :])
                if cut and not calls and more and "\n" not in piece.text[more[0].end :] + "".join(rest):
                    raise ActionError(f"the reply was cut short at {more[0].text[:60]}; write less before the action")
                calls += more
        except ActionError:
            if not calls:
                raise
            break  # calls after the first are not carried out anyway
    return calls


def _calls_in_json(section: Section) -> list[Call]:
    """Return the calls of known actions that stand as JSON in a section of words, such as a Thought."""
    found: list[Call] = []
    for piece in section.pieces:
        with suppress(ActionError):
            found += [call for call in calls_of(piece.value) if kind_of(call.name) in KINDS]
    return found


def _says_something(section: Section) -> bool:
    return any(map(str.isalnum, section.own))


def _meaning(call: Call, offered: Collection[str]) -> Action | str:
    """Return the action that a call stands for. If it stands for no action of an offered kind, return its text.

    call: one call in a reply, such as `tap(3)`. offered: the kinds of action that the model could choose from.
    """
    try:
        return to_action(call, offered)
    except ActionError:
        return call.text


def _check_later(
    later: Sequence[Section], first: Call, meant: Sequence[Action | str], offered: Collection[str]
) -> None:
    """Raise ActionError if a section after the chosen action asks for anything other than the chosen action.

    A later section may repeat the chosen action, together with other calls of the section that it was chosen from. A
    later action section in prose raises ActionError, too.
    later: the sections after the one with the chosen action. first: the call that is to be carried out. meant: the
    actions for which `first` and the other calls of its section stand. offered: the kinds of action that the model
    could choose from.
    """
    for section in later:
        again, other = list[Call](), section.own.strip()
        if section.name == ACTION:
            with suppress(ActionError):
                again = _calls(section)
            if not again and _says_something(section):
                raise ActionError(_which(first.text, other))
        else:
            again = calls_alone(section.own) + _calls_in_json(section)
        means = [_meaning(call, offered) for call in again]
        if means and (means[0] != meant[0] or any(one not in meant for one in means)):
            different = next((call for call, one in zip(again, means, strict=True) if one not in meant), again[0])
            raise ActionError(_which(first.text, different.text))


def _check_order(sections: Sequence[Section], at: int) -> None:
    """Raise ActionError if the reply's only action is between the Observation and the first Thought.

    The Observation may quote words of the screen, so an action right after it may be a quotation. If another action
    section follows the Thought, no error is raised. Sections from a reply in JSON are not checked.
    sections: all sections of the reply. at: index of the section with the chosen action.
    """
    before, after = ([one for one in some if not one.from_json] for some in (sections[:at], sections[at + 1 :]))
    names = {section.name for section in before}
    thought = next((number for number, section in enumerate(after) if section.name == "thought"), None)
    if "observation" not in names or "thought" in names or thought is None:
        return
    if not any(section.name == ACTION for section in after[thought:]):
        raise ActionError(
            "the Action stands between Observation and Thought, as if it were quoted; "
            "write Observation, Thought, Action and Summary in this order, and quote no Action off the screen"
        )


def _parted(said: Said) -> list[Section]:
    """Return the sections of the text before a stray `</think>`, which is one that no `<think>` opened.

    Returns [] in each of these cases:

    - there is no such text;
    - its JSON is malformed;
    - it has neither an Observation nor a Thought, so all of it is thinking.
    """
    try:
        sections = sections_of(said.before[-MOST_SAID:])
    except ActionError:
        return []
    return sections if _WORDS & {section.name for section in sections} else []


def _check_parted(
    said: Said, sections: Sequence[Section], first: Call, meant: Sequence[Action | str], offered: Collection[str]
) -> None:
    """Raise ActionError if a stray `</think>` splits a reply into two parts that contradict each other.

    A stray `</think>` is one that no `<think>` opened. Its two parts are the texts before it and after it. They
    contradict each other in these two cases:

    - The first part has an Observation or a Thought, and the second part has neither.
    - The last action section of the first part asks for another action than the second part.

    said: the reply. sections: the sections of the second part. first, meant, offered: as in `_check_later`: the call to
    carry out, the actions of its section, and the kinds that the model could choose from.
    """
    before = _parted(said)
    if before and not _WORDS & {section.name for section in sections}:
        raise ActionError(f"a </think> stands within the reply, before {first.text[:60]}; write no such sign in it")
    _check_later([section for section in before if section.name == ACTION][-1:], first, meant, offered)


def _which(first: str, other: str) -> str:
    return (
        f"the reply has the action {' '.join(first.split())[:60]}, and later {' '.join(other.split())[:60]}: which is "
        "meant is not clear; write one Action with one call, and quote none off the screen"
    )


def _decision_of(sections: Sequence[Section]) -> str:
    """Return the Decision of a reply that also asks for an action; "" if there is none, or if several differ."""
    with suppress(ActionError):
        decisions = {_decision(section) for section in sections if section.name == "decision"}
        return decisions.pop() if len(decisions) == 1 else ""
    return ""


def _decision(section: Section) -> str:
    words = section.body if section.from_json else section.own.strip()
    lines = [re.findall("[A-Za-z]+", line) for line in words.split("\n")]
    named = lines[0] + [line[0] for line in lines[1:] if line and line[0] in DECISIONS]
    decision = named[0].upper() if named else ""
    if decision not in DECISIONS or any(word in DECISIONS and word != decision for word in named):
        raise ActionError(f"the Decision {section.body[:60]!r} is not one of the four; {_DECIDE}")
    return decision


def _documentation(sections: Sequence[Section]) -> str:
    """Return the text of the section Documentation, or "" if there is none.

    Raises ActionError if there are several such sections with different texts.
    """
    found = dict.fromkeys(section.body for section in sections if section.name == "documentation")
    if len(found) > 1:
        raise ActionError(f"the reply has {len(found)} Documentations; write one, {_ONCE}")
    return next(iter(found), "")


def _no_call(sections: Sequence[Section], said: Said, offered: Collection[str]) -> str:
    example = Tap.example if Tap.kind in offered else TapCell.example
    write = f"write one line such as Action: {example}; {exist(offered)}"
    if not said.text.strip():
        return f"the reply {'ends with its thinking' if said.think else 'is empty'}; {write}"
    bodies = [section.body for section in sections if section.name == ACTION]
    if not bodies and any(section.name for section in sections):
        return f"the reply has no Action{_QUOTED if _quotes(sections) else ''}; {write}"
    return f"there is no function call in {' '.join((bodies or [said.text.strip()])[0].split())[:60]!r}; {write}"


_QUOTED = " of its own: what stands in quotation marks, in a code fence, behind > or in tags is a quotation"


def _quotes(sections: Sequence[Section]) -> bool:
    return any("\n" in piece.text for section in sections for piece in section.pieces if piece.quoted)
