"""Write documents: what an action did becomes a document, unless the store has an equal or better one."""

from dataclasses import dataclass, field, replace

from appagent.documents.facts import SEEN, effect_of, heading_behind, merged_facts, seen_facts
from appagent.learning.reflect import Act, effect
from appagent.screen import ID_VERSION
from appagent.screen.spots import FACT, ROLE, spot_at
from appagent.screen.transitions import moved
from appagent.secrets import Secrets
from appagent.store import Record, Store, shortened, utc_now


@dataclass
class Writer:
    """Writes the documents of one session into a store.

    source: where the documents come from, "explore" or "demo". version: the app's version. locale: the phone's
    language. written: ids of the documents written so far. secrets: values that are masked in each document's text.
    """

    store: Store
    source: str
    version: str = ""
    locale: str = ""
    written: list[str] = field(default_factory=list)
    secrets: Secrets = field(default_factory=Secrets)

    def adds(self, act: Act) -> bool:
        """Tell whether a document about this action would add something to the store. It does in two cases:

        - The store has no document about this action on this element yet. Imported documents do not count.
        - The best document there tells less, for example because a form's button was tried before the form was filled.
          It must also come from exploring; a demonstration may also add to what comes from a demonstration.

        Return False if the action touched no element.
        """
        best = next(iter(self.known(act)), None)
        if act.element is None or best is None:
            return act.element is not None
        return best.source in _SUPERSEDES[self.source] and _telling(effect(act)) > _telling(effect_of(best))

    def write(self, act: Act, text: str, model: str) -> str:
        """Write a document if it adds something. Return its id, or the id of the document that makes it needless.

        Return "" if there is no element or no text. model: name of the model that worded the text, or "".
        """
        if act.element is None or not text:
            return ""
        best = next(iter(self.known(act)), None)
        if best and not self.adds(act):
            return best.id
        record = replace(self._record(act, text, model), replaces=(best.id,) if best else ())
        self._add(record)
        if act.element.text:
            self._generalise(record)
        return record.id

    def refine(self, act: Act, text: str, model: str, known: Record) -> str:
        """Write a new version of a document, and return its id.

        The new version keeps what only the old one had observed. known: the old version. model: name of the model that
        worded the text, or "".
        """
        record = self._record(act, text, model)
        keep_target = _telling(effect_of(known)) > _telling(effect_of(record))
        facts = merged_facts(record.facts, known.facts, keep_target=keep_target)
        leads_to = known.leads_to if keep_target else record.leads_to
        record = replace(record, facts=facts, leads_to=leads_to, replaces=(known.id,))
        self._add(record)
        return record.id

    def known(self, act: Act) -> list[Record]:
        """Return the documents about the same action on the same element and screen, the best first.

        Imported documents are left out. Return [] if the action touched no element.
        """
        if act.element is None:
            return []
        there, element = act.before, act.element.id
        found = self.store.current(there.app, screen_id=there.screen_id, element_id=element, action=act.action.kind)
        return [record for record in found if not record.imported]

    def _record(self, act: Act, text: str, model: str) -> Record:
        before, after, element = act.before, act.after, act.element
        if element is None:
            raise ValueError("a document is about an element")
        self.store.remember_screen(before)
        self.store.remember_screen(after)
        facts = element.facts
        if element.role == ROLE:
            spot = spot_at(before, element.bounds, swiped=element.actions == ("swipe",))
            facts |= {FACT: spot.facts}
            self.store.keep_picture(spot.picture)
        leads = after.app == before.app and moved(before, after, act.action.kind)
        return Record(
            id_version=ID_VERSION,
            app=before.app,
            app_version=shortened(self.version, _NAME),
            screen_id=before.screen_id,
            element_id=element.id,
            template=element.template,
            facts=shortened({**facts, SEEN: seen_facts(before, after, act.action.kind, effect(act))}, _NAME),
            action=act.action.kind,
            text=shortened(self.secrets.mask(text), _TEXT),
            leads_to=after.screen_id if leads else "",
            source=self.source,
            author=self.store.author,
            model=shortened(model, _NAME),
            locale=shortened(self.locale, _NAME),
            time=utc_now(),
        )

    def _generalise(self, record: Record) -> None:
        """Write a document about a template when two of its elements on a screen have led to the same screen.

        record: the document just written about one of these elements.
        """
        if not record.leads_to or record.leads_to == record.screen_id or record.replaces:
            return
        here = self.store.current(record.app, screen_id=record.screen_id, action=record.action)
        made_here = [r for r in here if not r.imported]
        like = [r for r in made_here if r.template == record.template and r.leads_to == record.leads_to]
        if len([r for r in like if r.element_id]) < 2 or any(not r.element_id for r in like):
            return
        titles = {heading_behind(r) for r in like}
        of_all = "Chooses itself and goes back." if effect_of(record) == "returns" else ""
        text = of_all or (record.text if len(titles) == 1 else "Opens a page of its own, named after the element.")
        self._add(replace(record, element_id="", text=text, facts={"class": record.facts.get("class", "")}))

    def _add(self, record: Record) -> None:
        if self.store.add(record):
            self.written.append(record.id)


_TEXT, _NAME = 4_000, 300  # most letters of a text and of a name: models may write without end, and apps use long names
_SUPERSEDES = {"explore": {"explore"}, "demo": {"explore", "demo"}}
# Effects, the most telling last: a document with a more telling effect replaces one with a less telling effect.
_TELLING = ("nothing", "leaves", "changes", "reveals", "returns", "types", "switches", "opens", "saves")


def _telling(what: str) -> int:
    return _TELLING.index(what) if what in _TELLING else -1
