"""Keep plans in the store as records of the kind "experience", and choose one for a task."""

from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from appagent.documents.private import general, general_facts
from appagent.errors import StoreError
from appagent.experience.plan import Move, Plan
from appagent.experience.shared_beginning import NamingWords, shared_beginning
from appagent.experience.slots import alikeness, bound, fill_slots, literal, slots_in, templated
from appagent.store import Record, Store
from appagent.store.outcomes import Outcomes
from appagent.store.records import cut_texts, utc_now

KIND = "experience"
_PLAN, _CONFIRMED, _CUT, _FAILED = "plan", "confirmed", "cut", "failed"  # among a record's facts
_LIKE = 0.5  # share of a task's constant words from which it may guide another
_MOST_WARNINGS = 3
_MOST_TOLD = 15  # moves of a task that guide another
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

    @property
    def on_trial(self) -> bool:
        """Tell whether detours were cut from the plan, and no replay of it has been verified yet."""
        return self.record.facts.get(_CUT) is True and not self.confirmed


@dataclass(frozen=True)
class Chosen:
    """Experience chosen for a task, with the values of its slots for this task, by name."""

    kept: Kept
    values: Mapping[str, str]


def experiences(store: Store, app: str | None = None) -> list[Kept]:
    """Return the experiences of an app in the order in which to try them; see `_rank`."""
    records = [each for each in store.current(app, kind=KIND) if _PLAN in each.facts]
    outcomes = store.outcomes(each.id for each in records)
    found = []
    for record in records:
        with suppress(StoreError):  # of a newer AppAgent, or a stranger's
            found.append(_kept(record, outcomes.get(record.id, Outcomes())))
    return sorted(found, key=_rank)


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


def choose_experience(
    store: Store, app: str, goal: str, *, attended: bool = False, checked: bool = False
) -> Chosen | None:
    """Return the best experience that can do a task, or None.

    It must be trusted, and its task must be the same apart from the values of its slots. Experiences that fail with the
    latest version of the app (see `Outcomes.failing`) are left out, and so are those with a move that must not be made
    without a person, unless `attended`. One from which detours were cut is left out, unless a replay of it was verified
    or can be: by a check (`checked`), or because the plan makes something that can be read back.
    """
    known = experiences(store, app)
    for kept in known:
        plan = kept.plan
        if kept.record.untrusted or kept.outcomes.failing or plan.free or plan.app != app:
            continue  # first, because a stranger's wording can be one that takes ages to compare
        if not attended and any(move.unsure for move in plan.moves):
            continue
        if kept.on_trial and not (checked or _can_be_read_back(plan)):
            continue
        if len(plan.slots) > _MOST_SLOTS:
            continue
        values = bound(plan.goal, plan.slots, plan.quoted, goal, plan.lists, plan.shown or {})
        if values is not None and (kept.confirmed or _does_all(plan, _same(known, plan))):
            return Chosen(kept, values)
    return None


def plan_of_beginning(store: Store, app: str, goal: str, words: NamingWords) -> Plan | None:
    """Return a plan of the first moves that a task shares with earlier tasks in its app; None if there are none.

    words: as in `shared_beginning`.
    """
    kept = [each for each in experiences(store, app) if each.confirmed and each.plan.app == app]
    known = [each.plan for each in kept if not (each.record.untrusted or each.outcomes.failing)]
    moves = shared_beginning(known, goal, words) if known else ()  # to find words takes long the first time
    return Plan(literal(goal), app, moves, locale=known[0].locale) if moves else None


def keep(store: Store, made: Plan, source: str, version: str, *, confirmed: bool, cut: bool = False) -> Record | None:
    """Add a plan to a store as an experience, unless the store has one with the same moves. Return its record.

    Return None, and add nothing, if the task seems to contain something private.
    source: "demo" or "explore".
    version: the app's.
    confirmed: False if it has to be replayed as a whole first to count as confirmed.
    cut: True if detours were left out, and another experience has them.
    Raises StoreError if the plan has too many moves or values.
    """
    if general(made.goal) != made.goal:
        return None
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
    told = general(templated(reason, values))
    facts = {_FAILED: cut_texts(told, _LETTERS), "screen": general(templated(heading, values))}
    if general(goal) == goal:
        store.add(_record(store, app, goal, facts, "explore", version))


def guidance(store: Store, app: str, goal: str) -> list[str]:
    """Return sentences for a model: how the most similar task was done, and why the last tries of this task failed."""
    known = [each for each in experiences(store, app) if not each.record.untrusted]
    like = max(known, key=lambda each: alikeness(each.plan.goal, goal), default=None)
    told = []
    if like and alikeness(like.plan.goal, goal) >= _LIKE:
        moves = [f"{number}. {_shown(move.words)}" for number, move in enumerate(like.plan.moves[:_MOST_TOLD], 1)]
        told.append(f'the task "{_shown(like.plan.goal)}" was done so: {"; ".join(moves)}. Yours may be another one')
    failed = [each for each in store.current(app, kind=KIND) if _FAILED in each.facts and not each.untrusted]
    mine = sorted((each for each in failed if _is_like(each.text, goal)), key=lambda each: each.time)
    for record in mine[-_MOST_WARNINGS:]:
        where = f' on the screen "{record.facts["screen"]}"' if record.facts.get("screen") else ""
        told.append(f"a try before this one failed{where}: {_shown(str(record.facts[_FAILED]))}")
    return told


def _rank(kept: Kept) -> tuple[object, ...]:
    """Return a key that sorts experiences in the order in which they should be tried.

    Those that were never tried come first: each was made because no other one did the task. Then come the confirmed
    ones that do not fail, and then all others. Within each group, those that worked most come first.
    """
    worked, failed = kept.counts
    tier = 0 if not (kept.confirmed or failed) else 1 if kept.confirmed and not kept.outcomes.failing else 2
    return tier, failed - worked, kept.record.time, kept.record.id


def _can_be_read_back(plan: Plan) -> bool:
    """Tell whether a replay of a plan may read something back: a typed text, the state of a switch, or an answer."""
    made = any(slots_in(move.action) or move.becomes is not None for move in plan.moves)
    return made or plan.reading is not None


def _same(known: Iterable[Kept], plan: Plan) -> list[Kept]:
    """Return the experiences that have the same task as a plan."""
    return [each for each in known if each.plan.goal == plan.goal]


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


def _shown(template: str) -> str:
    """Return a text with its slots in angle brackets, such as <name>, for a model to read."""
    return fill_slots(template, {name: f"<{name}>" for name in slots_in(template)})
