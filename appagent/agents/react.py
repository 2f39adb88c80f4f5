"""Ask a model for one action at every step, and give it the documents about the elements on the screen."""

from dataclasses import replace

from appagent.actions.dialects import Dialect
from appagent.agent import Decision, View
from appagent.agents.kit import Kit
from appagent.documents.lookup.likeness import likely_offers
from appagent.documents.lookup.serving import offers
from appagent.documents.map.labels_ahead import Pages
from appagent.models import Model, Usage
from appagent.prompting.asking import Asker
from appagent.prompting.templates import Prompts
from appagent.prompting.words.notes import Note, in_cells, notes, unworded
from appagent.screen.transitions import ScreenKey, screen_key
from appagent.store import Store


class ReAct:
    """Agent of the mode "react": at each step the model writes an observation, a thought, an action and a summary.

    The method is ReAct, arXiv:2210.03629. There is one call to the model for each step.

    store: the store to look documents up in; None to work without documents.
    see: how the model sees a screen: as "picture", "text" (an outline) or "both".
    prompts: the templates of the prompts; None for the shipped ones.
    locale: the phone's language, such as "en-US", or "" if it is unknown.
    dialect: the dialect in which the model names its actions; None for marks.
    """

    name = "model"

    def __init__(
        self,
        model: Model,
        store: Store | None = None,
        see: str = "picture",
        prompts: Prompts | None = None,
        locale: str = "",
        dialect: Dialect | None = None,
    ) -> None:
        self._store, self._locale = store, locale
        self._asker = Asker(model, see, prompts or Prompts(), dialect=dialect)
        self._pages: dict[str, Pages] = {}  # by app; nothing is learnt during a run
        self._visited: set[ScreenKey] = set()  # pages that the model was shown

    @property
    def usage(self) -> Usage:
        """Return the calls, tokens and money that the model has used so far."""
        return self._asker.usage

    def decide(self, view: View) -> Decision:
        """Return the action that the model wants. Raises ActionError if the model's reply contains no valid action."""
        known, learnt = self._known(view)
        prompt, notes = ("grid", in_cells(known, view.screen)) if view.grid else ("act", known)
        decision = self._asker.decide(
            prompt, view, view.screen.elements, several=True, learnt=learnt, task=view.task.goal, notes=notes
        )
        return replace(decision, documents=tuple(note.record_id for note in known))

    def _known(self, view: View) -> tuple[list[Note], dict[int, str]]:
        """Return (notes on the documents that help on this screen, what is known of elements without words, by mark).

        The documents are looked up under the screen's own id and under the id of the known screen that the store takes
        it for.
        """
        if self._store is None:
            return [], {}
        shown = view.screen
        screen = replace(shown, screen_id=self._store.known_as(shown), aliases=(shown.screen_id, *shown.aliases))
        if screen.app not in self._pages:
            records = self._store.under_newer_names(self._store.current(screen.app))
            # the prompt marks untrusted notes, but not what it says about the pages ahead
            trusted = [record for record in records if not record.untrusted]
            self._pages[screen.app] = Pages(trusted or records, self._store.labels(screen.app))
        found = offers(screen, self._store.for_screen(screen), self._locale)
        found |= likely_offers(screen, self._store, found)
        known = notes(screen, found, view.task.goal, self._pages[screen.app], self._visited - {screen_key(screen)})
        self._visited.add(screen_key(screen))
        return known, unworded(screen, found, self._pages[screen.app])


def build(kit: Kit) -> ReAct:
    """Build the agent of the mode "react" from a kit."""
    return ReAct(kit.model, kit.store, kit.see, kit.prompts, kit.locale, kit.dialect)
