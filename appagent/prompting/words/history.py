"""Describe for a model what a run has done so far: the last actions with effects, and briefly all earlier ones."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from appagent.actions import AskPerson, Grid
from appagent.actions.finish import is_ending
from appagent.actions.setting.accepting import LEFT_OPEN
from appagent.agent import View
from appagent.documents.outcomes.effect_words import NOTHING
from appagent.foreign import shown
from appagent.runs.trajectory import Step

_LAST = 5  # latest actions, one line each
_LONGEST_NOTE = 300  # letters of the note of a latest action
_LONGEST_SENTENCE = 300  # letters of one earlier action
_LONGEST = 3000  # letters of the earlier actions in sentences, and again of those before them in short form
_LONGEST_OLD = 120  # letters of one note in short form
_SHORTENED = 5  # actions that are shortened at once, so that the beginning of the prompt stays the same for some steps
_VALUE = re.compile(r'"[^"]+"|[^\s"]+')  # a quotation, or a word
_NAME = re.compile(r"\w[.@_/]\w")  # in a package, an address or a file
_MARKS = re.compile(r" \(mark \d+\)|, mark \d+(?=\))")
_BECAME = re.compile(r'(.*?)("[^"]*") became ("[^"]*")')
_REFUSED = "refused"
_UNDONE = (_REFUSED, "failed", "stale")
_UNTOLD = (Grid.kind, AskPerson.kind)  # the prompt shows the result of these in another way


@dataclass(frozen=True)
class History:
    """Text of a prompt about the steps so far.

    earlier: one paragraph on all but the last five actions, "" if there are none. It has each action with its effect
    and the model's note, cut after 300 letters, followed by the names and values that were cut off. If the paragraph
    would exceed 3,000 letters, the oldest actions are put in short form, in up to 3,000 letters more: the action, the
    names and values in its effect, and its note, cut after 120 letters. If that does not fit either, only a list of
    names and values remains of the oldest actions, each once; if the list is too long, it loses its beginning.
    last: one line for each of the last five actions, and for each note beside them, the oldest first: its number, the
    action, the walk that it was part of, its effect, and the model's note. The same action several times in a row is
    one line with a range of numbers, such as `2-8. tap "+" 7 times: "1" became "8".`
    """

    earlier: str = ""
    last: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Told:
    """Entry of the history: one action, or the same action several times in a row.

    first, last: number of the first and the last of its steps, counted among the steps of the history. step: the last
    of its steps, with the effect of all of them together. notes: the model's notes. since: number of the first step
    that the last note is about, because a reply may have several calls and one note; 0 without a note. cut_off: True if
    calls of that reply were left out, so that the last note may tell of what was not done. goes_on: True if it is part
    of the same walk as the entry before.
    """

    first: int
    last: int
    step: Step
    notes: tuple[str, ...] = ()
    since: int = 0
    cut_off: bool = False
    goes_on: bool = False

    @property
    def times(self) -> int:
        """Return how often the action was done."""
        return self.last - self.first + 1


def history(steps: Sequence[Step], *, cut_off: bool = False, notices: Sequence[str] = ()) -> History:
    """Return the history of these steps for a prompt.

    A step that touched nothing is only there if it has a note, or if it was refused before the last step, of which the
    notices tell.
    If a reply had several calls, its note is shown with the last call that was carried out, as a note on all of them.
    cut_off: True if calls of the last reply were left out. notices: what the prompt tells of the last step besides;
    why it was done in part only is left out if they say it.
    """
    cut = _cut_off(steps, last=cut_off)
    told = _walks_once(_together(_noted_last([*_told_of(steps)], cut)))
    touched = [number for number, each in enumerate(told) if touches(each.step)]
    first = touched[-_LAST] if len(touched) > _LAST else 0
    return History(_paragraph(told[:first]), tuple(_line(each, notices) for each in told[first:]))


def shared_facts(view: View) -> dict[str, object]:
    """Return the values, by name, that every template gets that asks for the next action, whatever the dialect."""
    done = history(view.steps, cut_off=view.cut_off, notices=view.notices)
    answers = [(step.words, step.answer) for step in view.steps if step.answer]  # question and answer of the person
    return {
        "tried": any(step.outcome in _UNDONE for step in view.steps),
        "app": view.task.app, "front": view.screen.app, "now": view.now, "notices": view.notices,
        "secrets": view.secrets, "answers": answers, "earlier": done.earlier, "last_actions": done.last,
    }  # fmt: skip


def touches(step: Step) -> bool:
    """Tell whether a step acted on the phone, even if it failed half-way. Asking or showing the grid does not."""
    return step.outcome in {"done", "part"} and step.kind not in _UNTOLD


def _told_of(steps: Sequence[Step]) -> Iterator[Step]:
    """Yield the steps that the history is about; a refused one that was asked about again has no note."""
    for number, step in enumerate(steps, 1):
        if touches(step) or _noted(step):
            yield step
        elif step.outcome == _REFUSED and number < len(steps):
            yield replace(step, summary="")


def _noted(step: Step) -> bool:
    """Tell whether a step that touched nothing has a note that no later reply on the same screen repeats."""
    return bool(step.summary) and not step.asked_again


def _cut_off(steps: Sequence[Step], *, last: bool) -> set[int]:
    """Return the numbers of the steps of replies of which calls were left out, other than `finish`.

    last: whether the last reply is one.
    """
    found, reply = set[int](), list[int]()
    for step in steps:
        if step.model_calls or step.left_out:  # the first step of another reply, which tells of the one before
            found.update(reply if step.left_out and not is_ending(step.left_out) else ())
            reply = []
        reply.append(step.number)
    return found.union(reply if last else ())


def _noted_last(steps: Sequence[Step], cut: Collection[int]) -> list[_Told]:
    """Return an entry for each step. If a reply had several calls, its note is in the entry of the last one.

    cut: numbers of the steps of replies of which calls were left out.
    """
    moved: list[_Told] = []
    for number, step in enumerate(steps, 1):
        before = moved[-1] if moved else None
        notes: tuple[str, ...] = (step.summary,) if step.summary else ()
        since = number if notes else 0
        later = before and before.step.number + 1 == step.number and not step.model_calls and step.outcome != _REFUSED
        if before and before.notes and later and not notes:
            moved[-1], notes, since = replace(before, notes=(), since=0), before.notes, before.since
        moved.append(_Told(number, number, step, notes, since, step.number in cut))
    return moved


def _walks_once(told: Sequence[_Told]) -> list[_Told]:
    """Note which entries are part of the same call as the one before, so that the call is named only once."""
    walks = ["", *(each.step.walk for each in told)]
    return [replace(each, goes_on=each.step.walk == walk) for each, walk in zip(told, walks, strict=False)]


def _together(each: Sequence[_Told]) -> list[_Told]:
    """Join entries of the same action in a row into one, if their effects can be joined without loss."""
    told: list[_Told] = []
    for now in each:
        before = told[-1] if told else None
        both = _effect_of_both(before.step, now.step) if before else None
        if before is None or both is None:
            told.append(now)
            continue
        notes = tuple(dict.fromkeys((*before.notes, *now.notes)))
        since = before.since if before.notes and before.since else now.since
        told[-1] = _Told(before.first, now.last, replace(now.step, effect=both), notes, since, now.cut_off)
    return told


def _effect_of_both(one: Step, other: Step) -> str | None:
    """Return the joint effect of two steps with the same action; None if the effects cannot be joined into one.

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
    """Join two changes, '"1" became "2"' and '"2" became "3"', to '"1" became "3"'; "" if they do not fit together."""
    first, second = _BECAME.fullmatch(one), _BECAME.fullmatch(other)
    if first is None or second is None or (first[1], first[3]) != (second[1], second[2]):
        return ""
    return f"{first[1]}{first[2]} became {second[3]}"


def _line(told: _Told, notices: Sequence[str]) -> str:
    numbers = str(told.last) if told.times == 1 else f"{told.first}-{told.last}"
    of = "" if told.first <= told.since or not told.since else f" of {told.since}-{told.last}"
    planned = ", though not all of it was done" if told.cut_off else ""
    noted = f" You noted{of}{planned}: {shown(' / '.join(told.notes), _LONGEST_NOTE)}" if told.notes else ""
    said = told.step.outcome == "part" and any(told.step.reason in notice for notice in notices)
    return f"{numbers}. {_done(told, short=said)}{noted}"


def _sentence(told: _Told) -> str:
    said = _cut(f"{_done(told, short=True)} {_planned(told)}{' / '.join(told.notes)}".strip(), _LONGEST_SENTENCE)
    return said if said.endswith((".", "!", "?", "。")) else f"{said}."


def _planned(told: _Told) -> str:
    return "(Noted before, and not all of it was done:) " if told.cut_off and told.notes else ""


def _done(told: _Told, *, short: bool = False) -> str:
    """Return the action and its effect, without marks, because the marks of earlier screens no longer hold.

    short: as for `_did`.
    """
    step, did = told.step, _did(told, short=short)
    # an action that looks by itself, such as scroll_to or set, says what it saw where nothing was to be done, and where
    # it left a dialog open
    tells = step.effect.startswith(NOTHING) or LEFT_OPEN in step.reason
    said = step.reason if step.outcome == "done" and tells else ""
    effect = "; ".join(filter(None, (said, step.effect)))
    return f"{did}: {_MARKS.sub('', effect)}." if effect else f"{did}."


def _did(told: _Told, *, short: bool = False) -> str:
    """Return the action, how often it was done, and the walk that it was a part of.

    short: True to leave out why an action was done in part only.
    """
    step = told.step
    did = step.words
    if step.outcome == "part":
        did = f"{step.words} (in part)" if short else step.reason.rstrip(".")
    elif step.outcome in _UNDONE:
        did = f"{step.words} was {'refused' if step.outcome == _REFUSED else 'not done'}"
    did += f" {told.times} times" if told.times > 1 else ""
    of = "the same call" if told.goes_on else f"your {step.walk}"
    return _MARKS.sub("", did + (f", as part of {of}" if step.walk else ""))


def _paragraph(told: Sequence[_Told]) -> str:
    """Return the paragraph for `History.earlier`: the oldest entries in short form, all others in sentences."""
    sentences = [_sentence(each) for each in told]
    first = 0
    while sum(len(sentence) + 1 for sentence in sentences[first:]) > _LONGEST:
        first += _SHORTENED
    return " ".join([*_in_short(told[:first]), *sentences[first:]])


def _in_short(told: Sequence[_Told]) -> list[str]:
    """Return at most two texts: the names and values of the oldest entries, and the other entries in short form."""
    briefs = [_brief(each) for each in told]
    values = [_values(" ".join((_did(each, short=True), each.step.effect, *each.notes))) for each in told]
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
    did = _did(told, short=True)
    noted = _cut(_planned(told) + " / ".join(told.notes), _LONGEST_OLD).rstrip(".")
    seen = ", ".join(value for value in _values(told.step.effect) if value not in did)
    return " - ".join(filter(None, (_cut(f"{did}: {seen}" if seen else did, _LONGEST_SENTENCE), noted)))


@lru_cache(maxsize=4096)  # a long run asks for the same texts at each step
def _cut(text: str, most: int) -> str:
    """Cut a text after `most` letters, and append the names and values that were cut off, in brackets.

    These are cut after `most` letters, too.
    """
    short = shown(text, most)
    lost = [value for value in dict.fromkeys(_values(text)) if value not in short] if len(text) > most else []
    return f"{short} ({shown(', '.join(lost), most)})" if lost else short


@lru_cache(maxsize=4096)
def _values(text: str) -> tuple[str, ...]:
    """Return what looks like a name or a value in a text: quotations, and words that stand out from plain prose.

    These are words with a digit or a capital letter, and names of apps and files. In scripts without capital letters,
    every word counts.

    >>> _values('"Total" became "$7"; then Ana owes 12.50 to bo@x.org.')
    ('"Total"', '"$7"', 'Ana', '12.50', 'bo@x.org')
    """
    words = (each if each[0] == '"' else each.strip(".,;:!?()") for each in _VALUE.findall(text))
    named = (word for word in words if word[:1] == '"' or _NAME.search(word) or _stands_out(word))
    return tuple(shown(word, _LONGEST_OLD) for word in named)


def _stands_out(word: str) -> bool:
    return any(each.isdigit() or (each.isalpha() and each.lower() == each.upper()) for each in word) or (
        len(word) > 1 and any(map(str.isupper, word))
    )


def _length(texts: Sequence[str]) -> int:
    return sum(len(text) + 2 for text in texts)  # with what stands between them
