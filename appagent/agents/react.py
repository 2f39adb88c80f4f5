"""Ask a model at every step, with the documents of what is in sight."""

from dataclasses import InitVar, dataclass, field, replace

from appagent.agent import Decision, Kit, View
from appagent.models import Model, Usage
from appagent.prompting.asking import Asker
from appagent.prompting.notes import Note, in_cells, notes
from appagent.prompting.templates import Prompts
from appagent.store import Store


@dataclass
class ReAct:
    """Makes one model call a step: observation, thought, action, summary (ReAct, arXiv:2210.03629).

    store: to look documents up in; None runs without any. see, prompts: as Asker has them.
    """

    model: InitVar[Model]
    store: Store | None = None
    see: InitVar[str] = "picture"
    prompts: InitVar[Prompts | None] = None
    name: str = "model"
    _asker: Asker = field(init=False)

    def __post_init__(self, model: Model, see: str, prompts: Prompts | None) -> None:
        self._asker = Asker(model, see, prompts or Prompts())

    @property
    def usage(self) -> Usage:
        """Return what the model has taken so far."""
        return self._asker.usage

    def decide(self, view: View) -> Decision:
        """Return what the model wants. Raises ActionError where its reply cannot be read."""
        known = self._known(view)
        prompt, notes = ("grid", in_cells(known, view.screen)) if view.grid else ("act", known)
        decision = self._asker.decide(prompt, view, view.screen.elements, task=view.task.goal, notes=notes)
        return replace(decision, documents=tuple(note.record_id for note in known))

    def _known(self, view: View) -> list[Note]:
        """Look up the documents of what is in sight, under the name that the store has for the screen."""
        if self.store is None:
            return []
        screen = replace(view.screen, screen_id=self.store.known_as(view.screen))
        return notes(screen, self.store.for_screen(screen), view.task.goal)


def build(kit: Kit) -> ReAct:
    """Build the agent of the mode "react"."""
    return ReAct(kit.model, kit.store, kit.see, kit.prompts)
