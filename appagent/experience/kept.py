"""Keep plans in the store as records of the kind "experience", and choose one for a task."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from appagent.documents.given_away import names_seen
from appagent.documents.private import general, general_facts
from appagent.errors import StoreError
from appagent.experience.names import likely_private, masked, without_names
from appagent.experience.plan import Move, Plan
from appagent.experience.shared_beginning import NamingWords, shared_beginning
from appagent.experience.slots import bound, literal, slots_in, templated
from appagent.screen import Screen
from appagent.store import Record, Store
from appagent.store.outcomes import Outcomes, distance
from appagent.store.records import cut_texts, utc_now

KIND = "experience"
_PLAN, _CONFIRMED, _CUT, _FAILED = "plan", "confirmed", "cut", "failed"  # among a record's facts
REPLAY_FROM = 0.9  # share of replays that must have worked, once two failed; by default
_FAILURES = 2
_MOST_SLOTS = 8  # of a task that is found by its words; each makes the search for their values longer
_LETTERS = 300  # of the reason for a failure


@dataclass(frozen=True)
class Kept:
    """Experience in the store: a plan with its record. confirmed: True if it worked once as a whole."""

    record: Record
    plan: Plan
    confirmed: bool
    outcomes: Outcomes

    @property
    def counts(self) -> tuple[int, int]:
        """Return (how often a replay of this experience succeeded, how often one failed)."""
        both = self.outcomes.by_version.values()
        return sum(worked for worked, _ in both), sum(failed for _, failed in both)

    def fails(self, replay_from: float) -> bool:
        """Tell whether replays with the latest version of the app failed at least twice, and too often.

        replay_from: share of them that must have worked.
        """
        worked, failed = self.outcomes.latest
        return failed >= _FAILURES and worked < replay_from * (worked + failed)

    @property
    def on_trial(self) -> bool:
        """Tell whether detours were cut from the plan, and no replay of it has been verified yet."""
        return self.record.facts.get(_CUT) is True and not self.confirmed


@dataclass(frozen=True)
class Chosen:
    """Experience with the same task, with the values of its slots for this task, by name.

    why_not: why it is not done again by itself; "" if it is.
    """

    kept: Kept
    values: Mapping[str, str]
    why_not: str = ""


@dataclass(frozen=True)
class Circumstances:
    """Circumstances of a run, on which it depends whether it may do experience again.

    attended: True if the guard can ask a person. checked: True if a check tells whether the task is done.
    fills: True if the run has an agent that can think of texts to type. screen: the one in front; None if not known.
    replay_from: as in `Kept.fails`.
    """

    attended: bool = False
    checked: bool = False
    fills: bool = False
    screen: Screen | None = None
    replay_from: float = REPLAY_FROM


def experiences(store: Store, app: str | None = None, at: Circumstances = Circumstances()) -> list[Kept]:
    """Return the experiences of an app in the order in which to try them in some circumstances; see `_rank`."""
    records = [each for each in store.current(app, kind=KIND) if _PLAN in each.facts]
    outcomes = store.outcomes(each.id for each in records)
    found = []
    for record in records:
        with suppress(StoreError):  # of a newer AppAgent, or a stranger's
            found.append(_kept(record, outcomes.get(record.id, Outcomes())))
    return sorted(found, key=lambda kept: _rank(kept, at, store.here))


def experience_of(store: Store, prefix: str) -> Kept:
    """Return the experience whose id begins with a text.

    Raises StoreError if there is none, or more than one, or if its plan cannot be read.
    """
    record = store.get(prefix)
    return _kept(record, store.outcomes([record.id]).get(record.id, Outcomes()))


def _kept(record: Record, outcomes: Outcomes) -> Kept:
    if record.kind != KIND or _PLAN not in record.facts:
        raise StoreError(f"{record.id[:12]} is no experience that can be done again; see: appagent experience list")
    return Kept(record, Plan.from_json(record.facts[_PLAN]), record.facts.get(_CONFIRMED) is True, outcomes)


def same_tasks(known: Sequence[Kept], goal: str, at: Circumstances) -> Iterator[Chosen]:
    """Yield the trusted experiences whose task is the same apart from the values of its slots, the best first.

    known: the experiences of an app. Those that must not be done again by themselves have the reason in `why_not`.
    """
    for kept in known:
        plan = kept.plan
        if kept.record.untrusted or plan.app != kept.record.app or len(plan.slots) > _MOST_SLOTS:
            continue  # first, because a stranger's wording can be one that takes ages to compare
        values = bound(plan.goal, plan.slots, plan.quoted, goal, plan.lists, plan.shown or {})
        if values is not None and plan.holds(values):
            yield Chosen(kept, values, _why_not(kept, known, at))


def _why_not(kept: Kept, known: Sequence[Kept], at: Circumstances) -> str:
    """Return why experience must not be done again by itself; "" if nothing speaks against it.

    Without a check, one from which detours were cut is done only if its plan makes something that can be read back.
    """
    plan = kept.plan
    if kept.fails(at.replay_from):
        return "it failed twice with this version of the app, and too often"
    if plan.free and not (at.fills and plan.fillable):
        return f"nobody says a value for {', '.join(plan.free)}, which the task does not mention"
    if not at.attended and any(move.unsure for move in plan.moves):
        return "a move that pays, sends or deletes needs a person"
    if kept.on_trial and not (at.checked or _can_be_read_back(plan)):
        return "detours were cut from it, and nothing would tell whether they were needed"
    if not (kept.confirmed or _does_all(plan, _same(known, plan))):
        return "a step of it was done otherwise, with less effect, and it was not done again as a whole"
    return ""


def plan_of_beginning(store: Store, app: str, goal: str, words: NamingWords, at: Circumstances) -> Plan | None:
    """Return a plan of the first moves that a task shares with earlier tasks in its app; None if there are none.

    words: as in `shared_beginning`. at: the circumstances of the run.
    """
    kept = [each for each in experiences(store, app, at) if each.confirmed and each.plan.app == app]
    known = [each.plan for each in kept if not (each.record.untrusted or each.fails(at.replay_from))]
    moves = shared_beginning(known, goal, words) if known else ()  # to find words takes long the first time
    return Plan(literal(goal), app, moves, locale=known[0].locale) if moves else None


def keep(store: Store, made: Plan, source: str, version: str, *, confirmed: bool, cut: bool = False) -> Record:
    """Add a plan to a store as an experience, unless the store has one with the same moves. Return its record.

    What looks private in the task and is no value of it becomes a slot whose value must stay the same.
    source: "demo" or "explore".
    version: the app's.
    confirmed: False if it has to be replayed as a whole first to count as confirmed.
    cut: True if detours were left out, and another experience has them.
    Raises StoreError if the plan has too many moves or values.
    """
    made = without_private(store, made)
    if there := next(
        (each.record for each in _same(experiences(store, made.app), made) if _moves(each.plan) == _moves(made)), None
    ):
        return there
    facts = {_PLAN: general_facts(made.to_json()), _CONFIRMED: confirmed} | ({_CUT: True} if cut else {})
    Plan.from_json(facts[_PLAN])  # raises, so that no plan is kept that could not be read again
    record = _record(store, made.app, made.goal, facts, source, version, made)
    store.add(record)
    return record


def mended(old: Plan, new: Plan) -> Plan | None:
    """Add what a person said about an old plan to a new one; return None if their tasks have different slots."""
    if new.goal != old.goal:
        return None
    before = {move.place: move for move in old.moves}
    unsure = {move.may for move in old.moves if move.unsure}
    moves = []
    for move in new.moves:
        was = before.get(move.place, move)
        moves.append(replace(move, optional=was.optional, missing=was.missing, unsure=move.may in unsure))
    return replace(new, moves=tuple(moves))


def without_private(store: Store, plan: Plan) -> Plan:
    """Return a plan whose task says nothing that looks private, nor names that the app showed on this machine."""
    return without_names(plan, names_seen(store.current(plan.app), store.labels(plan.app)))


def count_replay(store: Store, kept: Kept, version: str, *, worked: bool, whole: bool, verified: bool) -> None:
    """Count that a replay of an experience worked or failed, which may make the experience confirmed.

    version: the app's.
    whole: True if no step of the replay was left to a model.
    verified: True if a check said that the task is done, or something was read back. Without that, an experience from
    which detours were cut has failed, because one of them may have been needed.
    The experience becomes confirmed if such a replay worked, and if it has all effects, values and checks of the
    confirmed experiences of the same task.
    """
    record, worked = kept.record, worked and (verified or not kept.on_trial)
    if (
        worked
        and whole
        and not kept.confirmed
        and _does_all(kept.plan, _same(experiences(store, kept.plan.app), kept.plan))
    ):
        record = store.revision(record, facts={**record.facts, _CONFIRMED: True})
        store.add(record)
    store.count_outcome(record.id, version, worked=worked)


def warn(store: Store, app: str, goal: str, reason: str, heading: str, values: Mapping[str, str], version: str) -> None:
    """Store why a task failed, as a warning for the next try. Values in the words are replaced by slots.

    goal: the task, with slots.
    heading: that of the last screen.
    version: the app's.
    """
    goal, held = masked(goal, likely_private(goal), taken=[*values])
    told = general(templated(reason, {**values, **held}))
    facts = {_FAILED: cut_texts(told, _LETTERS), "screen": general(templated(heading, {**values, **held}))}
    store.add(_record(store, app, goal, facts, "explore", version))


def failures(store: Store, app: str, goal: str) -> list[Record]:
    """Return the records of why a task failed, the latest last. Their facts have "failed" and the heading, "screen"."""
    known = [each for each in store.current(app, kind=KIND) if _FAILED in each.facts and not each.untrusted]
    return sorted((each for each in known if _is_like(each.text, goal)), key=lambda each: each.time)


def _rank(kept: Kept, at: Circumstances, here: tuple[str, str]) -> tuple[object, ...]:
    """Return a key that sorts experiences in the order in which they should be tried.

    Those that were never tried come first: each was made because no other one did the task. Then come the confirmed
    ones that do not fail, and then all others. Within each group, those come first that begin on a screen more like the
    one in front; then those of a nearer version of the app; then those that worked in a larger share of more replays.
    here: (version of the app, locale), each "" if it is not known.
    """
    worked, failed = kept.counts
    tier = 0 if not (kept.confirmed or failed) else 1 if kept.confirmed and not kept.fails(at.replay_from) else 2
    far = distance(kept.record.app_version, kept.record.locale, here) if here[0] else (0, 0)
    share = (worked + 1) / (worked + failed + 2)
    return tier, -_likeness(kept.plan, at.screen), far, -share, kept.record.time, kept.record.id


def _likeness(plan: Plan, screen: Screen | None) -> float:
    """Return how much of the page on which a plan begins is on a screen, from 0 to 1."""
    page = plan.moves[0].page
    if screen is None or page.app != screen.app:
        return 0.0
    both = {*page.templates} | screen.templates
    return 1.0 if page.screen_id == screen.screen_id else len({*page.templates} & screen.templates) / (len(both) or 1)


def _can_be_read_back(plan: Plan) -> bool:
    """Tell whether a replay of a plan may read something back: a typed text, the state of a switch, or an answer."""
    made = any(slots_in(move.action) or move.becomes is not None for move in plan.moves)
    return made or plan.reading is not None


def _same(known: Iterable[Kept], plan: Plan) -> list[Kept]:
    """Return the experiences that have the same task as a plan."""
    return [each for each in known if each.plan.task_key == plan.task_key]


def _moves(plan: Plan) -> tuple[object, ...]:
    """Return a key that is equal for plans with the same moves."""
    targets = [(move.target.element_id, move.target.row) if move.target else None for move in plan.moves]
    moves = [(move.action, target, move.page.screen_id) for move, target in zip(plan.moves, targets, strict=True)]
    return moves, [move.optional for move in plan.moves], plan.loops


def _does_all(plan: Plan, others: Iterable[Kept]) -> bool:
    """Tell whether a plan does all that the confirmed ones among other experiences do, and checks no less of it."""
    mine = _deeds(plan.moves)
    confirmed = [each.plan for each in others if each.confirmed]
    return all(not (_deeds(each.moves) - mine) and _ends_alike(plan, each) for each in confirmed)


def _deeds(moves: Iterable[Move]) -> Counter[str]:
    """Count what moves do and what is checked of it: values, effects, rows, and the names on the page of a deed."""
    told = Counter[str]()
    for move in moves:
        target, page = move.target, move.page
        told.update(f"types {name}" for name in slots_in(move.action))
        told.update(f"chooses {name}" for name in (slots_in(" ".join(target.texts)) if target else ()))
        told.update(f"row {text}" for text in (target.texts if target else ()) if text)
        told.update(f"row has {word}" for word in ((target.row or ()) if target else ()))
        told.update(f"shows {text}" for text in move.shows)
        seen = {"words": move.then, "number": move.counts, "message": move.message, f"{move.becomes}": move.becomes}
        told.update(f"becomes {name}" for name, what in seen.items() if what not in (None, ""))
        if move.may:
            checks = {"changed": move.changed, "isolated": target is not None and target.fits}
            told.update([f"may {move.may}", *(f"may {move.may} {name}" for name, so in checks.items() if so)])
            told.update(f"names {name}" for name in slots_in(" ".join([page.heading, *page.asks])))
    return told


def _ends_alike(new: Plan, old: Plan) -> bool:
    """Tell whether a plan ends on the page of another one, perhaps after an update, and compares as much of it."""
    one, other = new.end, old.end
    if one is None or other is None:
        return other is None
    alike = one.screen_id == other.screen_id or (one.activity == other.activity and bool(one.activity))
    reads = old.reading is None or new.reading is not None
    return reads and alike and one.app == other.app and set(slots_in(other.heading)) <= set(slots_in(one.heading))


def _record(
    store: Store, app: str, goal: str, facts: Mapping[str, Any], source: str, version: str, plan: Plan | None = None
) -> Record:
    about = sha256(goal.encode(errors="replace")).hexdigest()[:16]
    return Record(
        kind=KIND, app=app, app_version=version, template=f"task-{about}", facts=facts, text=goal, source=source,
        screen_id=plan.moves[0].page.screen_id if plan else "", author=store.author, locale=plan.locale if plan else "",
        time=utc_now(),
    )  # fmt: skip


def _is_like(pattern: str, goal: str) -> bool:
    return bound(pattern, {}, slots_in(pattern), goal) is not None
