"""Write a document about what an action did, unless the store has one that is as good or better."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from appagent.documents.facts import (
    ROW_FACTS,
    SEEN,
    ObservedEffect,
    element_facts,
    end_of,
    is_listed,
    merged_facts,
    narrowed,
    observed,
    observed_effect,
    page_of,
    same_end,
    seen_in,
    shape_of,
    words_in,
)  # fmt: skip
from appagent.documents.outcomes.evidence import asked, recorded_title, seen_facts
from appagent.documents.private import general, general_facts
from appagent.documents.values import text_hash
from appagent.documents.wording import sentence
from appagent.learning.memory.screen_history import BACK, Act, effect
from appagent.learning.memory.self_evident import says_cost
from appagent.learning.writing.app_rows import known_words, reworded, shown_to_others, to_replace, words_of_app
from appagent.screen import ID_VERSION
from appagent.screen.finding_again.resolve import documentable
from appagent.screen.pictures.spots import FACT, ROLE, spot_at
from appagent.screen.transitions import moved
from appagent.secrets import Secrets
from appagent.store import Record, Store, cut_texts, utc_now


@dataclass
class Writer:
    """Writes the documents of one session into a store.

    source: where the documents come from, "explore" or "demo". version: the app's version. locale: the phone's
    language. written: ids of the documents written so far. secrets: values that are masked in each document.
    """

    store: Store
    source: str
    version: str = ""
    locale: str = ""
    written: list[str] = field(default_factory=list)
    secrets: Secrets = field(default_factory=Secrets)
    _own_rows: dict[str, dict[str, str]] = field(default_factory=dict)  # by app, as `_words_of_rows` returns them
    _doubted: dict[str, tuple[str, ...]] = field(
        default_factory=dict
    )  # by document id, the effect and end of its action this time

    def adds(self, act: Act) -> bool:
        """Tell whether a document about this action would add something to the store. It does in these cases:

        - The store has no document about this action on this element yet. Imported documents do not count.
        - The best document there tells less, for example because a form's button was tried before the form was filled,
          or because the action was refused then.
        - The best document says that it leads elsewhere, and the action has led to the same other screen twice now.
        - The action switched the element back, which shows that the same action switches it both ways.

        In the last three cases the best document must come from exploring; a demonstration may also replace what comes
        from a demonstration. Return False if the action touched no element.
        """
        best = next(iter(self.known(act)), None)
        if act.element is None or best is None:
            return act.element is not None
        if best.source not in _SUPERSEDES[self.source]:
            return False
        less = _telling(effect(act)) > _telling(observed_effect(best))
        return less or self._doubted.get(best.id) == _end(self._seen(act), act) or _taken_back(best, self._seen(act))

    def doubts(self, act: Act) -> bool:
        """Tell whether an action led elsewhere than its document says, for the first time, and should be repeated."""
        best = next(iter(self.known(act)), None)
        if best is None or best.source not in _SUPERSEDES[self.source] or best.id in self.written:
            return False
        was, now = seen_in(best), self._seen(act)
        elsewhere = _led(best) != _end(now, act) and not same_end(best, self._record(act, "", ""))
        differs = observed_effect(best) == "opens" and was is not None and elsewhere
        if not differs or best.id in self._doubted:
            return False
        self._doubted[best.id] = _end(now, act)
        return True

    def differs(self, known: Record, act: Act) -> bool:
        """Tell whether an action had another effect, or led to another screen, than a document says."""
        return _led(known) != _end(self._seen(act), act)

    def write(self, act: Act, text: str, model: str, cost: str = "") -> str:
        """Write a document about an action if it adds something, and return its id.

        Else return the id of the document that says as much, or "" if no element was touched, the element can have no
        document, or there is nothing to say. text: what a model or a person says, or "". model: name of the model that
        wrote the text, or "". cost: the guard's effect if the action was refused, else "".
        """
        self._remember(act)
        self._undone(act)
        document = self._written(act, text, model, cost)
        return self._name_rows(act).get(document, document)

    def _written(self, act: Act, text: str, model: str, cost: str) -> str:
        """Write a document about this action alone, without those that follow from it; return what `write` returns."""
        if act.element is None or not (documentable(act.element) or self.source == "demo"):
            return ""  # such an element may get a document from a demonstration, which serves its screen alone
        record = self._record(act, text, model, cost)
        best = next(iter(self.known(act)), None)
        self._contradict(record)
        if best and (cost or not self.adds(act)):
            took_back = act.undoes is not None  # it did the opposite, which does not contradict the document
            kept = best.id if cost or took_back else self._narrow(best, record)
            return self._held(best, kept) if not cost and same_end(best, record) else kept
        if best and _taken_back(best, record.facts[SEEN]):
            record = replace(record, facts={**best.facts, SEEN: {**best.facts[SEEN], "again": True}}, text=best.text)
        if not (sentence(record) or _on_map(record)):
            return ""
        if best and best.model and not record.text and best.id not in self._doubted:
            record = replace(
                record, text=best.text, model=best.model
            )  # its words still hold beside the new observation
        record = replace(record, replaces=(best.id,) if best else ())
        self.add(record)
        self._generalise(record)
        return record.id

    def refine(self, act: Act, text: str, model: str, known: Record) -> str:
        """Write a new version of a document, and return its id.

        The new version keeps what only the old one had observed.
        known: the old version; if a person wrote it, it stays in force beside the new one.
        model: name of the model that wrote the text, or "".
        """
        self._remember(act)
        record = self._record(act, text, model)
        keep_target = _telling(observed_effect(known)) > _telling(observed_effect(record))
        facts = merged_facts(record.facts, known.facts, keep_target=keep_target)
        leads_to = known.leads_to if keep_target else record.leads_to
        replaces = () if known.source == "human" else (known.id,)
        record = replace(record, facts=facts, leads_to=leads_to, replaces=replaces)
        self.add(record)
        return record.id

    def known(self, act: Act) -> list[Record]:
        """Return the documents about the same action on the same element and page, the best first.

        Pages of one screen id are told apart by title, and elements outside lists by their words too. Untrusted
        documents are left out. Return [] if the action touched no element.
        """
        if act.element is None:
            return []
        there = act.before
        found = [record for record in self.store.about(there, act.element) if record.action == act.action.kind]
        words = str(element_facts(act.element, there, act.values).get("words", ""))
        seen = observed(self._seen(act))
        here = (seen.title, seen.page)
        return [each for each in found if not each.untrusted and _same_page(page_of(each), here) and _says(each, words)]

    def _held(self, known: Record, name: str, *, worked: bool = True) -> str:
        """Count whether a document from another app version was true in this one; return `name`, its newest id."""
        if self.version and known.app_version != self.version:
            self.store.count_outcome(name, self.version, worked=worked)
        return name

    def did_nothing(self, act: Act) -> None:
        """Note that an action did nothing. If its best document says otherwise, count that document as wrong."""
        for best in self.known(act)[:1]:
            if observed_effect(best) not in ("", "nothing", "refused"):
                self._held(best, best.id, worked=False)

    def _seen(self, act: Act, cost: str = "") -> dict[str, Any]:
        seen = seen_facts(act.change)
        needs = {"needs": act.needs} if act.needs else {}
        return seen | needs | (_refusal(act, cost) if cost else {})

    def _remember(self, act: Act) -> None:
        """Remember both screens of an action in the store, with their labels, and with titles that are not private."""
        for screen in (act.before, act.after):
            if screen.app == act.before.app:
                self.store.remember_screen(screen, self.secrets.mask, title=recorded_title(screen, act.change))
                self.store.remember_version(screen, self.version)

    def _record(self, act: Act, text: str, model: str, cost: str = "") -> Record:
        before, after, element = act.before, act.after, act.element
        if element is None:
            raise ValueError("a document is about an element")
        facts = element_facts(element, before, act.values)
        if element.role == ROLE:
            spot = spot_at(before, element.bounds, swiped=element.actions == ("swipe",))
            facts |= {FACT: spot.facts}
            self.store.keep_picture(spot.picture)
        leads = after.app == before.app and moved(before, after, act.action.kind)
        seen = self._seen(act, cost)
        if element.listed and leads and effect(act) == "opens":
            seen["rows"] = 1
        record = replace(
            self.blank(
                app=before.app, screen_id=before.screen_id, element_id=element.id, template=element.template,
                facts={**facts, SEEN: seen}, action=act.action.kind, leads_to=after.screen_id if leads else "",
            ),
            text=cut_texts(general(act.values.without(self.secrets.mask(text))), _TEXT), model=cut_texts(model, _NAME),
        )  # fmt: skip
        return reworded(record, self._words_of_rows(before.app))

    def _words_of_rows(self, app: str) -> dict[str, str]:
        """Return the words of rows that belong to the app, such as "Remark", by element id."""
        if app not in self._own_rows:
            self._own_rows[app] = known_words(self.store, app)
        return self._own_rows[app]

    def _name_rows(self, act: Act) -> dict[str, str]:
        """Write the words of rows into documents if an action shows that these words belong to the app.

        Return the ids of the new versions, by the ids of the documents that they replace.
        """
        app, known = act.before.app, self._words_of_rows(act.before.app)
        same = {**shown_to_others(self.store, act.before), **act.unchanged}
        new = words_of_app(self.store, app, act.before.screen_id, same) if same.keys() - known.keys() else {}
        replaced: dict[str, str] = {}
        if new.keys() - known.keys():
            known |= new
            for record in list(to_replace(self.store, app, known)):
                self.add(record)
                replaced |= dict.fromkeys(record.replaces, record.id)
        return replaced

    def _undone(self, act: Act) -> None:
        """Note in the document about an earlier action, if it comes from exploring, that this action undid it."""
        best = next(iter(self.known(act.undoes)), None) if act.undoes else None
        seen = seen_in(best) if best else None
        if best is None or seen is None or best.source != "explore" or self.source != "explore":
            return
        how = "again" if act.element else "back"
        if seen.effect != "nothing" and (_selects(seen) or seen.effect not in _LEADING) and not getattr(seen, how):
            facts = {**best.facts, SEEN: {**best.facts[SEEN], how: True}}
            taken_back = self.store.revision(best, facts=facts)
            self.add(taken_back)
            self._generalise(taken_back)

    def _narrow(self, known: Record, record: Record) -> str:
        """Remove from a document what was not so when its action was repeated. Return the id of its newest version.

        Only documents from exploring are changed.
        record: what the action did this time.
        """
        was, now = observed_effect(known), observed_effect(record)
        led = was == now and (was in BACK or same_end(known, record))
        if not led or known.source != "explore" or self.source != "explore":
            return known.id
        leads_to = known.leads_to if known.leads_to == record.leads_to or was == "opens" else ""
        facts = {**known.facts, SEEN: narrowed(known.facts[SEEN], record.facts[SEEN])}
        rows = known.facts[SEEN].get("rows")
        facts[SEEN] |= {"rows": rows} if rows else {}
        if (facts, leads_to) == (known.facts, known.leads_to):
            return known.id
        kept = self.store.revision(known, facts=facts, leads_to=leads_to)
        self.add(kept)
        self._generalise(kept)
        return kept.id

    def _generalise(self, record: Record) -> None:
        """Write a document about all rows of a list if two that are built alike opened the same screen.

        None is written if another such row did something else. record: the document just written about such a row.
        """
        if not _leads_row(record):
            return
        like = self._rows_like(record)
        alike = [each for each in like if same_end(each, record)]
        if len(alike) < _ROWS or len(alike) < len(like):
            return
        facts = {name: record.facts[name] for name in ROW_FACTS if name in record.facts}
        leads_to = record.leads_to if len({each.leads_to for each in alike}) == 1 else ""
        seen: Mapping[str, Any] = alike[0].facts[SEEN]
        for each in alike[1:]:
            seen = narrowed(seen, each.facts[SEEN])
        facts[SEEN] = {**seen, "rows": len(alike)}
        known = self._of_template(record)
        if any({**each.facts.get(SEEN, {}), "rows": len(alike)} == facts[SEEN] for each in known):
            return
        older = tuple(each.id for each in known)
        worded = next((each for each in known if each.text), replace(record, text="", model=""))
        of_rows = replace(record, element_id="", text=worded.text, model=worded.model, facts=facts)
        self.add(replace(of_rows, leads_to=leads_to, replaces=older))

    def _contradict(self, record: Record) -> None:
        """Retract the document about all rows of a list if one row does something else. record: that row's document."""
        if not is_listed(record) or observed_effect(record) == "refused":
            return
        wrong = [each for each in self._of_template(record) if seen_in(each) and not same_end(each, record)]
        for each in wrong:
            facts = {name: fact for name, fact in each.facts.items() if name != SEEN}
            self.store.add(self.store.revision(each, facts=facts, text="", retracted=True))

    def _of_template(self, record: Record) -> list[Record]:
        return [each for each in self._like(record, "") if not each.element_id]

    def _rows_like(self, record: Record) -> list[Record]:
        return [
            each
            for each in self._like(record, None)
            if each.element_id and observed_effect(each) not in ("", "refused")
        ]

    def _like(self, record: Record, element_id: str | None) -> Iterable[Record]:
        """Return the trusted documents about the same action on elements of the same template, structure and page."""
        here = self.store.current(
            record.app, screen_id=record.screen_id, element_id=element_id, action=record.action
        )  # fmt: skip
        kind, page = (record.template, *shape_of(record)), page_of(record)
        alike = [r for r in here if (r.template, *shape_of(r)) == kind and _same_page(page_of(r), page)]
        return [r for r in alike if not r.untrusted and r.source != "human"]

    def blank(self, **known: Any) -> Record:
        """Return a new record of this session without a text. known: what it is about, as attributes of `Record`."""
        facts = general_facts(self.secrets.masked(cut_texts(known.pop("facts"), _NAME)))
        return Record(
            id_version=ID_VERSION, app_version=cut_texts(self.version, _NAME), facts=facts, text="", source=self.source,
            author=self.store.author, locale=cut_texts(self.locale, _NAME), time=utc_now(), **known,
        )  # fmt: skip

    def add(self, record: Record) -> None:
        """Add a record to the store, and its id to `written` in place of the ids that it replaces."""
        if self.store.add(record):
            self.written[:] = [each for each in self.written if each not in record.replaces] + [record.id]


_TEXT, _NAME = 4_000, 300  # most letters of a text and of a name: models may write without end, and apps use long names
_LEADING = ("opens", "returns", "saves", "leaves", "refused", "reveals")  # effects that a second try cannot undo
_ROWS = 2  # rows that must have opened the same screen before the others are said to do it too
_SUPERSEDES = {"explore": {"explore"}, "demo": {"explore", "demo"}}
# Effects, the most telling last: a document with a more telling effect replaces one with a less telling effect.
_TELLING = ("refused", "nothing", "leaves", "changes", "reveals", "returns", "types", "switches", "opens", "saves")


def _refusal(act: Act, cost: str) -> dict[str, Any]:
    """Return the observed effect of an action that the guard refused, with the question of the dialog, if any."""
    plain = act.element is not None and says_cost(act.element, cost)
    return {"effect": "refused", "cost": cost, "plain": plain, "asks": asked(act.change)}


def _selects(seen: ObservedEffect) -> bool:
    """Tell whether an action began a selection of rows on its page, and did not just choose a tab."""
    return seen.selects and not seen.named


def _on_map(record: Record) -> bool:
    """Tell whether a document without a sentence is worth writing: its action leads on, switches, or was refused."""
    seen = seen_in(record)
    return seen is not None and (
        seen.effect == "refused" or bool(record.leads_to and not seen.more) or seen.effect == "switches"
    )


def _telling(what: str) -> int:
    return _TELLING.index(what) if what in _TELLING else -1


def _led(record: Record) -> tuple[str, ...]:
    """Return (effect in a document, screen that it led to); () if the document has no effect."""
    return (seen.effect, end_of(record)) if (seen := seen_in(record)) else ()


def _end(seen: Mapping[str, Any], act: Act) -> tuple[str, ...]:
    led = act.after.app == act.before.app and moved(act.before, act.after, act.action.kind)
    return str(seen.get("effect", "")), seen.get("layout") or (act.after.screen_id if led else "")


def _leads_row(record: Record) -> bool:
    return is_listed(record) and observed_effect(record) == "opens" and record.leads_to not in ("", record.screen_id)


def _taken_back(known: Record, seen: Mapping[str, Any]) -> bool:
    """Tell whether an action switched an element the other way than its document says."""
    was, now = seen_in(known), observed(seen)
    if was is None or was.state is None or now.state is None or was.again:
        return False
    return was.effect == now.effect and was.state.on != now.state.on


def _same_page(one: tuple[str, str], other: tuple[str, str]) -> bool:
    """Tell whether two pages of one screen id may be the same page, each given as (title, hash of a private title).

    A page without a title may be any of them. Two private titles, such as the names of two persons, count as one page.
    """
    first, second = (page or text_hash(title) for title, page in (one, other))
    return first == second or not first or not second or bool(one[1] and other[1])


def _says(record: Record, words: str) -> bool:
    known = words_in(record)
    return known == words or not known or not words
