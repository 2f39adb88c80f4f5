"""Define the steps of a run, and load them from disk, where each is one line of JSON."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, is_dataclass
from pathlib import Path
from types import UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from appagent.errors import UsageError
from appagent.files import read_no_link
from appagent.foreign import json_object, shown
from appagent.models import Usage
from appagent.screen.trouble import Trouble

LOG = "trajectory.jsonl"
ASKED = "asked"  # outcome of a step in which the model was asked about a whole screen, and nothing was touched
RECOVERED = "recovered"  # outcome of a step in which the run itself put something right
_LARGEST = 1e15  # largest number that a step may have
LARGEST_LOG = 200_000_000  # bytes; ten thousand steps have a tenth of that
_T = TypeVar("_T")


@dataclass(frozen=True)
class Step:
    """One step of a run: an action and its outcome.

    screen_id, app, activity, size: of the screen before the action; size in px.
    action: the call, such as "tap(3)".
    words: the action in words, for people. Text typed into a password field is masked in both.
    element_id, bounds: of the element that the action is about; bounds are left, top, right, bottom in px.
    outcome: one of these:

    - "done", or "undone" (done, but taken back by the person who demonstrated it)
    - "part" (begun, but not completed)
    - "refused" (by the guard)
    - "failed" (the reply or the action was not possible, so nothing was touched)
    - "stale" (the element or screen that the action was meant for had changed meanwhile)
    - "interrupted" (the run ended meanwhile, or the phone's answer was lost: the action may have happened)
    - "finish", "not_done" or "impossible" (the agent ended the task, as done or not)
    - "recovered" (no action of the agent: the run itself put right what `words` say)
    - "asked" (learning asked the model about a whole screen, or for goals)

    reason: why the step failed or was refused, or a remark on it.
    answer: what the person said, if they were asked.
    hint: what the person could do about a refusal, such as an option to give.
    asked_again: True if the reply failed and the agent was asked again on the same screen; such a step does not count
    for limits.
    may: the effect that the guard expects of the action, such as "pay"; "" if it expects none.
    witness: what says so.
    read: the words by which it was judged.
    left_out: which calls of the previous reply were not carried out, and why; "" if all were.
    effect: what the action did, in words that `documents.outcomes.effects` derives from the screens; "" if unknown.
    documents: ids of the documents that the agent had.
    decision, document: in learning, the reflection's judgement and the id of the document that was written, else "".
    wrote: in learning, ids of the documents that a reply about a whole screen led to.
    written: in learning, the number of documents written so far; a new version of one of them does not count.
    to_ask: in learning, the number of questions about whole screens that were still to be asked then.
    settled: False if the screen was still changing.
    picture: name of the picture's file.
    think: the model's thinking, for people to read.
    estimated: number of model calls whose tokens are estimates.
    cached_tokens: prompt tokens that the endpoint had kept from earlier calls.
    move: number of the plan's move that a replay made in this step, from 1; 0 for none.
    looks: how an element with neither words nor resource-id looks, as `screen.pictures.looks` describes it; "" for
    other elements.
    walk: the agent's call, such as go_to("Battery"), if the action is one of the taps that this call was turned into;
    "" if the agent chose the action itself.
    """

    number: int
    screen_id: str
    app: str
    activity: str
    action: str
    words: str
    outcome: str
    reason: str = ""
    element_id: str = ""
    observation: str = ""
    thought: str = ""
    summary: str = ""
    documents: tuple[str, ...] = ()
    decision: str = ""
    document: str = ""
    changed: bool | None = None
    model_calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost_usd: float | None = None
    seconds: float = 0.0
    settled: bool = True
    picture: str = ""
    size: tuple[int, int] | None = None
    bounds: tuple[int, int, int, int] | None = None
    think: str = ""
    estimated: int = 0
    answer: str = ""
    effect: str = ""
    hint: str = ""
    asked_again: bool = False
    cached_tokens: int = 0
    may: str = ""
    witness: str = ""
    read: str = ""
    reply: str = ""
    left_out: str = ""
    wrote: tuple[str, ...] = ()
    written: int = 0
    to_ask: int = 0
    move: int = 0
    looks: str = ""
    walk: str = ""

    @property
    def kind(self) -> str:
        """Return the kind of the action, such as "tap"."""
        return self.action.partition("(")[0]

    @property
    def usage(self) -> Usage:
        """Return the calls, tokens and money that this step took. A number below 0 in a stranger's file counts as 0."""
        cost_usd = self.cost_usd if self.model_calls else 0.0
        return Usage(
            max(0, self.model_calls),
            max(0, self.prompt_tokens),
            max(0, self.completion_tokens),
            None if cost_usd is None else max(0.0, cost_usd),
            max(0, self.estimated),
            max(0, self.cached_tokens),
        )


def total(steps: Iterable[Step]) -> Usage:
    """Add up the calls, tokens and money that several steps took."""
    return sum((step.usage for step in steps), Usage())


def count_steps(steps: Iterable[Step]) -> int:
    """Count steps as limits count them: without those after which the agent was asked again, and without questions."""
    return sum(not step.asked_again and step.outcome != ASKED for step in steps)


@dataclass(frozen=True)
class Trajectory:
    """Run as it is on disk.

    start: entries of the first line, by name: kind, task, app, time and others.
    end: entries of the last line, such as status and reason; empty if the run was cut off.
    resumed: each time that the run was resumed, the number of steps it had then.
    troubles: the dialogs in which Android said that an app crashed or hung.
    lost: usage of the calls that no step has, because the process ended before their replies were on disk.
    """

    folder: Path
    start: dict[str, Any]
    steps: tuple[Step, ...]
    end: dict[str, Any]
    resumed: tuple[int, ...] = ()
    troubles: tuple[Trouble, ...] = ()
    lost: Usage = field(default_factory=Usage)


def load_run(folder: Path) -> Trajectory:
    """Load a run from its folder. Lines that are no JSON, such as a last line that was cut short, are left out.

    Raises UsageError if the folder has no run, or if a line has values of a wrong type.
    """
    path = folder / LOG
    parsed = lines_of(folder)
    if not parsed or "task" not in parsed[0]:
        raise UsageError(f"{path} is not a trajectory: its first line names no task")
    steps: list[dict[str, Any]] = []
    last: dict[str, dict[str, Any]] = {}  # step by its number
    resumed: list[int] = []
    troubles: list[dict[str, Any]] = []
    end: dict[str, Any] = {}
    for told in parsed:
        match told.get("kind"):
            case "step" | "intention":
                if steps and steps[-1]["kind"] == "intention" and steps[-1].get("number") == told.get("number"):
                    steps.pop()
                steps.append(told)
                last[str(told.get("number"))] = told
            case "amend":
                if step := last.get(str(told.get("number"))):
                    step.update(told, kind=step["kind"])
            case "trouble":
                troubles.append({**told, "kind": told.get("trouble")})
            case "end":
                end = end or told
            case "resumed":
                resumed, end = [*resumed, len(steps)], {}
    try:
        return Trajectory(
            folder, parsed[0], tuple(made_of(Step, told) for told in steps), end, tuple(resumed),
            tuple(made_of(Trouble, told) for told in troubles),
            sum((made_of(Usage, told) for told in _lost_calls(parsed)), Usage()),
        )  # fmt: skip
    except TypeError as error:
        raise UsageError(f"{path} has a line that this AppAgent cannot read: {error}") from error


def _lost_calls(parsed: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the lines of the calls that no step has, because the process ended before their replies were on disk."""
    asked: list[Mapping[str, Any]] = []  # since the last step
    lost: list[Mapping[str, Any]] = []
    for told in parsed:
        match told.get("kind"):
            case "asking":
                asked.append(told)
            case "step" | "end":
                asked = []
            case "intention":  # its calls are in the step that takes its place, or else in itself
                number = told.get("model_calls")
                asked = asked[number if isinstance(number, int) and number > 0 else 0 :]
            case "resumed":
                lost, asked = [*lost, *asked], []
    return [*lost, *asked]


def made_of(cls: type[_T], told: Mapping[str, Any]) -> _T:
    """Build a dataclass, and the dataclasses in it, from a JSON object. Names that the class does not have are ignored.

    Raises TypeError if values are missing or of a wrong type.
    """
    hints = get_type_hints(cls)
    facts = {name: _of_kind(value, hints[name]) for name, value in told.items() if name in hints}
    for name, kind in hints.items():
        if name in facts and not _fits(facts[name], kind):
            raise TypeError(f"its {name} cannot be {facts[name]!r:.80}")
    return cls(**facts)


def _of_kind(value: Any, kind: Any) -> Any:
    """Convert a JSON value to a type: lists to tuples, and objects to the dataclasses that the type names."""
    for one in get_args(kind) if get_origin(kind) is UnionType else (kind,):
        if is_dataclass(one) and isinstance(one, type) and isinstance(value, Mapping):
            return made_of(one, value)
        if get_origin(one) is tuple and isinstance(value, list | tuple):
            return tuple(_of_kind(part, get_args(one)[0]) for part in value)
    return value


def _fits(value: Any, kind: Any) -> bool:
    """Tell whether a value has the type `kind`. Infinite and absurdly large numbers do not count."""
    if get_origin(kind) is UnionType:
        return any(_fits(value, one) for one in get_args(kind))
    if get_origin(kind) is Mapping:
        names, values = get_args(kind)
        return isinstance(value, Mapping) and all(_fits(k, names) and _fits(v, values) for k, v in value.items())
    if get_origin(kind) is tuple:
        first, *rest = get_args(kind)
        as_long = isinstance(value, tuple) and (rest == [...] or len(value) == len(rest) + 1)
        return as_long and all(_fits(part, first) for part in value)
    if kind in (int, float):
        number = isinstance(value, int | kind) and not isinstance(value, bool)
        return number and -_LARGEST < value < _LARGEST
    return isinstance(value, kind)


def lines_of(folder: Path) -> list[dict[str, Any]]:
    """Parse the lines of the trajectory in a folder; lines that are no JSON object are left out.

    Raises UsageError if there is no trajectory.
    """
    return [told for line in _raw_lines(folder) if (told := json_object(line))]


def check_unbroken(folder: Path) -> None:
    """Raise UsageError if a line of the trajectory in a folder is no JSON, so that a step may be missing.

    The last line may be incomplete, because the process may have ended suddenly. So may the line before one that says
    "resumed".
    """
    broken: tuple[int, str] | None = None
    for number, line in enumerate(_raw_lines(folder), 1):
        if not line.strip():
            continue
        told = json_object(line)
        if broken and (told is None or told.get("kind") != "resumed"):
            at, text = broken
            raise UsageError(f"{folder / LOG}, line {at}, is no JSON object: {shown(text[:40])!r}; a step may be lost")
        broken = (number, line) if told is None else None


def _raw_lines(folder: Path) -> list[str]:
    if not (folder / LOG).exists():
        raise UsageError(f"no run in {folder}; `appagent runs list` shows those there are")
    # the file may end within a character; only \n ends a line, as JSON texts may hold other line ends
    return read_no_link(folder / LOG, LARGEST_LOG).decode(errors="replace").split("\n")
