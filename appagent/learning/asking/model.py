"""Ask a model what to try next while exploring."""

from collections.abc import Mapping, Sequence
from dataclasses import InitVar, dataclass, field
from typing import Any

from appagent.actions import KINDS
from appagent.actions.dialects import Dialect
from appagent.agent import Decision, View
from appagent.documents.lookup.serving import offers
from appagent.learning.memory.saved_state import known, recall
from appagent.learning.memory.screen_history import Act
from appagent.models import Model, Usage
from appagent.prompting.asking import Asker
from appagent.prompting.templates import Prompts
from appagent.screen import Element, Screen
from appagent.screen.transitions import SCROLLING, ScreenKey, screen_key
from appagent.store import Store

_KNOWN = ("_tried",)
_SURE = ("own", "elsewhere", "template")  # how a document may apply to an element that need not be tried again


@dataclass
class ModelExplorer:
    """Explorer that asks a model in each round what to try next.

    see: what the model gets of a screen: "picture", "text" or "both".
    prompts: the prompt templates.
    store: the store with documents of what is known already, so that it is not tried again; None to ignore documents.
    at_once: True to ask in the same call how the last action went. The reply may then name several actions.
    dialect: the dialect in which the model names its actions; None for marks.
    """

    model: InitVar[Model]
    see: InitVar[str] = "picture"
    prompts: InitVar[Prompts | None] = None
    store: Store | None = None
    at_once: bool = False
    dialect: Dialect | None = None
    name: str = "model"
    _asker: Asker = field(init=False)
    _tried: set[tuple[ScreenKey, str, str]] = field(default_factory=set)  # screen, element id, kind of action

    def __post_init__(self, model: Model, see: str, prompts: Prompts | None) -> None:
        self._asker = Asker(model, see, prompts or Prompts(), dialect=self.dialect)

    @property
    def usage(self) -> Usage:
        """Return the calls and tokens that the model has used so far."""
        return self._asker.usage

    def choose(self, view: View, hidden: frozenset[int]) -> Decision:
        """Ask the model what to try next, and return that.

        hidden: marks of elements that the model must not choose.
        Raises ActionError if its reply cannot be parsed.
        """
        if view.grid:
            return self._asker.decide("grid", view, view.screen.elements, task=view.task.goal, notes=())
        offered = [element for element in view.screen.elements if element.mark not in hidden]
        tried = self._tried_on(view.screen, offered)
        written = self._written(view.screen, offered, tried)
        judging = self.at_once and bool(view.steps) and bool(view.steps[-1].decision)
        return self._asker.decide(
            "explore", view, offered, several=self.at_once, judging=judging,
            goal=view.task.goal, tried=tried, written=written,
        )  # fmt: skip

    def _tried_on(self, screen: Screen, offered: Sequence[Element]) -> dict[str, list[int]]:
        """Return, by kind of action, the marks of the elements on which this action was tried. Swipes are left out.

        A swipe may always show more, so it is never "tried".
        """
        here, kinds = screen_key(screen), [kind for kind in KINDS if kind not in SCROLLING]
        marks = {kind: [each.mark for each in offered if (here, each.id, kind) in self._tried] for kind in kinds}
        return {kind: found for kind, found in marks.items() if found}

    def _written(
        self, screen: Screen, offered: Sequence[Element], tried: Mapping[str, Sequence[int]]
    ) -> dict[str, list[int]]:
        """Return, by kind of action, the marks of the elements whose documents say for certain what this action does.

        tried: by kind of action, the marks of the elements on which it was tried in this learning run. They are left
        out.
        """
        found = offers(screen, self.store.for_screen(screen)) if self.store else {}
        written: dict[str, list[int]] = {}
        for element in offered:
            sure = {offer.record.action for offer in found.get(element.id, ()) if offer.how in _SURE}
            for action in sorted(sure & set(KINDS)):  # an imported document may name any action
                if element.mark not in tried.get(action, ()):
                    written.setdefault(action, []).append(element.mark)
        return written

    def learnt(self, act: Act, decision: str) -> None:
        """Remember an action and its element, so that later prompts can say what was tried already."""
        if act.element and decision != "AGAIN":
            self._tried.add((screen_key(act.before), act.element.id, act.action.kind))

    def known(self) -> Mapping[str, object]:
        """Return what was tried on each screen."""
        return known(self, _KNOWN)

    def recall(self, told: Mapping[str, Any]) -> None:
        """Restore what was tried in an earlier process.

        told: what `known` returned there.
        Raises KeyError or TypeError for anything else.
        """
        recall(self, _KNOWN, told)
