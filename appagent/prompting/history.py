"""Describe to a model what a run has done so far: the last actions with their effects, and briefly all earlier ones."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from appagent.actions import AskPerson, Grid
from appagent.agent import View
from appagent.foreign import shown
from appagent.runs.trajectory import Step

_LAST = 5  # latest actions, one line each
_LONGEST_NOTE = 300  # letters of the note of one of these
_LONGEST_SENTENCE = 300  # letters of one earlier action
_LONGEST = 3000  # letters of the earlier actions told in sentences, and of those before them told in short
_LONGEST_OLD = 120  # letters of one note that is told in short
_SHORTENED = 5  # actions that are shortened at once, so that the beginning of the prompt stays the same for some steps
_VALUE = re.compile(r'"[^"]+"|[^\s"]+')  # a quotation, or a word
_NAME = re.compile(r"\w[.@_/]\w")  # in a package, an address or a file
_MARKS = re.compile(r" \(mark \d+\)|, mark \d+(?=\))")
_BECAME = re.compile(r'(.*?)("[^"]*") became ("[^"]*")')
_UNTOLD = (Grid.kind, AskPerson.kind)  # the prompt shows the result of these in another way


@dataclass(frozen=True)
class History:
    """Steps so far, as a prompt tells them.

    earlier: one paragraph on all but the last five actions, "" if there are none. It has each action with its effect
    and the model's note, in at most 300 letters, and the names and values beyond these. If that exceeds 3,000 letters,
    the oldest actions are told in short, in 3,000 letters more: each with the names and values of its effect and of its
    note, and the beginning of the note. If that does not fit, only the names and values are left of the oldest, each
    once; and the first of these go last.
    last: one line for each of the last five actions, the oldest first: its number among the actions that were done, the
    action, the call that a walk by the map took it for, its effect, and what the model noted with it. The same action
    several times on end is one line, with its numbers, such as `2-8. tap "+" 7 times: "1" became "8".`
    """

    earlier: str = ""
    last: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Told:
    """Steps that are told as one: the same action several times, or one action.

    first, last: their numbers among the steps that are told. step: the last of them, with what all of them did.
    notes: what was noted with them. since: number of the first step of the reply with which the last was noted.
    """

    first: int
    last: int
    step: Step
    notes: tuple[str, ...] = ()
    since: int = 0

    @property
    def times(self) -> int:
        """Return how often the action was done."""
        return self.last - self.first + 1


def history(steps: Sequence[Step]) -> History:
    """Return the history of some steps for a prompt, without those that touched nothing.

    If a reply had several calls, its note is shown with the last call that was carried out, as the note of all.
    """
    told = _together(_noted_last([step for step in steps if touches(step)]))
    return History(_paragraph(told[:-_LAST]), tuple(map(_line, told[-_LAST:])))


def shared_facts(view: View) -> dict[str, object]:
    """Return the values that all templates get which ask for the next action, whatever the dialect, by name."""
    done = history(view.steps)
    answers = [(step.words, step.answer) for step in view.steps if step.answer]  # question and answer of the person
    return {
        "app": view.task.app, "front": view.screen.app, "now": view.now, "notices": view.notices,
        "secrets": view.secrets, "answers": answers, "earlier": done.earlier, "last_actions": done.last,
    }  # fmt: skip


def touches(step: Step) -> bool:
    """Tell whether a step touched the phone, even if it failed half-way. Asking or showing the grid touches nothing."""
    return step.outcome in {"done", "part"} and step.kind not in _UNTOLD


def _noted_last(steps: Sequence[Step]) -> list[_Told]:
    """Return what to tell of each step, with the note of each reply of several calls moved to the last of them."""
    moved: list[_Told] = []
    for number, step in enumerate(steps, 1):
        before = moved[-1] if moved else None
        notes: tuple[str, ...] = (step.summary,) if step.summary else ()
        since = number if notes else 0
        if before and before.notes and before.step.number + 1 == step.number and not (step.model_calls or notes):
            moved[-1], notes, since = replace(before, notes=(), since=0), before.notes, before.since
        moved.append(_Told(number, number, step, notes, since))
    return moved


def _together(each: Sequence[_Told]) -> list[_Told]:
    """Return what to tell, with the same action several times on end as one where that says all that it did."""
    told: list[_Told] = []
    for now in each:
        before = told[-1] if told else None
        both = _effect_of_both(before.step, now.step) if before else None
        if before is None or both is None:
            told.append(now)
            continue
        notes = tuple(dict.fromkeys((*before.notes, *now.notes)))
        since = before.since if before.notes and before.since else now.since
        told[-1] = _Told(before.first, now.last, replace(now.step, effect=both), notes, since)
    return told


def _effect_of_both(one: Step, other: Step) -> str | None:
    """Return what a step and the same one again did together; None if that takes more than one of them to tell.

    >>> one = Step(1, "", "", "", "tap(3)", 'tap "+"', "done", effect='"1" became "2"')
    >>> _effect_of_both(one, replace(one, number=2, effect='"2" became "3"; "−" can be tapped now'))
    '"1" became "3"; "−" can be tapped now'
    """
    if (one.words, one.outcome, one.walk) != (other.words, other.outcome, other.walk) or one.outcome != "done":
        return None
    if one.effect == other.effect:
        return one.effect
    parts, goes_on = one.effect.split("; "), False
    for part in other.effect.split("; "):
        found = next(((at, joined) for at, each in enumerate(parts) if (joined := _change_of_both(each, part))), None)
        if found:
            parts[found[0]], goes_on = found[1], True
        elif part in parts:
            return None
        else:
            parts.append(part)
    return "; ".join(parts) if goes_on else None


def _change_of_both(one: str, other: str) -> str:
    """Return what two changes of one value come to; "" if the second does not begin with what the first ends with."""
    first, second = _BECAME.fullmatch(one), _BECAME.fullmatch(other)
    if first is None or second is None or (first[1], first[3]) != (second[1], second[2]):
        return ""
    return f"{first[1]}{first[2]} became {second[3]}"


def _line(told: _Told) -> str:
    numbers = str(told.last) if told.times == 1 else f"{told.first}-{told.last}"
    of = "" if told.first <= told.since or not told.since else f" of {told.since}-{told.last}"
    noted = f" You noted{of}: {shown(' / '.join(told.notes), _LONGEST_NOTE)}" if told.notes else ""
    return f"{numbers}. {_done(told)}{noted}"


def _sentence(told: _Told) -> str:
    said = _cut(f"{_done(told)} {' / '.join(told.notes)}".strip(), _LONGEST_SENTENCE)
    return said if said.endswith((".", "!", "?", "。")) else f"{said}."


def _done(told: _Told) -> str:
    """Return the action and its effect, without the marks of screens that are no longer in sight."""
    effect = told.step.effect
    return f"{_did(told)}: {_MARKS.sub('', effect)}." if effect else f"{_did(told)}."


def _did(told: _Told) -> str:
    """Return the action, how often it was done, and the walk that it was a part of."""
    step = told.step
    did = step.reason.rstrip(".") if step.outcome == "part" else step.words
    did += f" {told.times} times" if told.times > 1 else ""
    return _MARKS.sub("", did + (f", as part of your {step.walk}" if step.walk else ""))


def _paragraph(told: Sequence[_Told]) -> str:
    """Return what is told as text: in sentences, as far as they fit, and what was before these in short."""
    sentences = [_sentence(each) for each in told]
    first = 0
    while sum(len(sentence) + 1 for sentence in sentences[first:]) > _LONGEST:
        first += _SHORTENED
    return " ".join([*_in_short(told[:first]), *sentences[first:]])


def _in_short(told: Sequence[_Told]) -> list[str]:
    """Return a list with what is told in short; [] if that is nothing. The oldest are cut down to names and values."""
    briefs = [_brief(each) for each in told]
    values = [_values(" ".join((_did(each), each.step.effect, *each.notes))) for each in told]
    bare, left = 0, list[str]()
    while _length(briefs[bare:]) + _length(left) > _LONGEST and bare < len(told):
        bare += 1
        left = list(dict.fromkeys(value for some in values[:bare] for value in some))
    while _length(left) > _LONGEST:
        del left[0]
    of = sum(each.times for each in told[:bare])
    return [
        *([f"(Of the first {of} actions, the names and values: {', '.join(left)}.)"] if bare else []),
        *([f"({'Then' if bare else 'First'}, in short: {'; '.join(briefs[bare:])}.)"] if briefs[bare:] else []),
    ]


def _brief(told: _Told) -> str:
    """Return an action with the names and values of its effect, and the beginning of its note."""
    did, noted = _did(told), _cut(" / ".join(told.notes), _LONGEST_OLD).rstrip(".")
    seen = ", ".join(value for value in _values(told.step.effect) if value not in did)
    return " - ".join(filter(None, (_cut(f"{did}: {seen}" if seen else did, _LONGEST_SENTENCE), noted)))


def _cut(text: str, most: int) -> str:
    """Return a text of at most so many letters; of a longer one, what is cut off of names and values stands behind it.

    These are cut to as many letters, too.
    """
    short = shown(text, most)
    lost = [value for value in dict.fromkeys(_values(text)) if value not in short] if len(text) > most else []
    return f"{short} ({shown(', '.join(lost), most)})" if lost else short


def _values(text: str) -> list[str]:
    """Return what looks like a name or a value in a text: quotations, and words that no plain prose is made of.

    That is words with a digit or a capital letter, in scripts without capitals all, and names of apps and files.

    >>> _values('"Total" became "$7"; then Ana owes 12.50 to bo@x.org.')
    ['"Total"', '"$7"', 'Ana', '12.50', 'bo@x.org']
    """
    words = (each if each[0] == '"' else each.strip(".,;:!?()") for each in _VALUE.findall(text))
    return [shown(word, _LONGEST_OLD) for word in words if word[:1] == '"' or _NAME.search(word) or _stands_out(word)]


def _stands_out(word: str) -> bool:
    return any(each.isdigit() or (each.isalpha() and each.lower() == each.upper()) for each in word) or (
        len(word) > 1 and any(map(str.isupper, word))
    )


def _length(texts: Sequence[str]) -> int:
    return sum(len(text) + 2 for text in texts)  # with what stands between them
