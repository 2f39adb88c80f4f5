"""Tell whether what came of a move before comes of it again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from appagent.actions import Action, Wait
from appagent.actions.parts.description import quoted
from appagent.experience.judging.counting import number_of
from appagent.experience.judging.difference import Differs
from appagent.experience.judging.evidence import page_texts
from appagent.experience.judging.list_search import Scrolling
from appagent.experience.judging.outcomes import denies, message_in, message_sign
from appagent.experience.plan import Move
from appagent.experience.slots import fill_slots
from appagent.runs.trajectory import Step
from appagent.screen import Screen
from appagent.screen.finding_again.again import name_of_kind
from appagent.screen.language.lexicon import folded
from appagent.screen.texts.wording import lasting

_LEAST = 1e-6  # difference of two numbers
_PATIENCE = 2  # how often to wait for a screen that may still be loading


@dataclass
class Expected:
    """Looks for what should come of a move that a replay has made.

    index: of the move. values: the value of each slot, by name. since: index of the move's step in the trajectory.
    number: the number that its element said before it, see `number_of`; None for none.
    waited: how often was waited for it. met: True if nothing is left to look for. scrolling: the search for a text on
    the page.
    """

    index: int
    move: Move
    values: Mapping[str, str]
    since: int
    number: float | None = None
    waited: int = 0
    met: bool = False
    scrolling: Scrolling = field(default_factory=Scrolling)

    def look(self, screen: Screen, steps: Sequence[Step], *, here: bool) -> Action | None:
        """Return an action to find out what came of the move; None if it is as before, or is not known yet.

        Looked for is what the plan remembers of the next page: its texts with values, by scrolling too, the new words
        of the touched element, and a message. steps: of the run so far. here: True if that page is in front.
        Raises Differs if it does not come, or if a message says that it will not.
        """
        if self.met:
            return None
        if why := self._denied(steps):
            self.met = True
            raise Differs("effect missing", why)
        if not here:
            return None
        unseen = self._unseen(screen)
        lacks = unseen or self._unchanged(screen, steps) or self._miscounted(screen, steps) or self._unsaid(steps)
        if not lacks:
            self.met = True
            return None
        if self.waited < _PATIENCE:
            self.waited += 1
            return Wait(1.0)
        if unseen and (scroll := self.scrolling.stroke(screen)):
            return scroll
        self.met = True
        raise Differs("effect missing", lacks)

    def _denied(self, steps: Sequence[Step]) -> str:
        """Return why a message says that the move did not work, "" if none does. steps: of the run so far."""
        for said in self._messages(steps):
            if denies(said, self.values) and message_sign(said, self.values) != self.move.message:
                return f"a message says {quoted(said)}"
        return ""

    def _unchanged(self, screen: Screen, steps: Sequence[Step]) -> str:
        """Return why the move's element is as it was before, although it had other words then; "" if it is not so."""
        now = screen.element(steps[self.since].element_id) if len(steps) > self.since else None
        target = self.move.target
        if now is None or target is None or not (self.move.then and target.name):
            return ""
        same = lasting(name_of_kind(now)) == lasting(fill_slots(target.name, self.values))
        return f"it still says {quoted(name_of_kind(now))}" if same else ""

    def _miscounted(self, screen: Screen, steps: Sequence[Step]) -> str:
        """Return why the number that the move changes is another one than it should be now; "" if it is right."""
        now = number_of(screen.element(steps[self.since].element_id), screen) if len(steps) > self.since else None
        if self.move.counts is None or now is None:
            return ""
        wanted = (self.number or 0.0) + self.move.counts
        return "" if abs(now - wanted) < _LEAST else f"the number is {now:g} now, and should be {wanted:g}"

    def _unseen(self, screen: Screen) -> str:
        """Return why a text that the next screen showed is not in sight; "" if all are."""
        said = page_texts(screen, editable=False)
        texts = (fill_slots(text, self.values) for text in self.move.shows)
        missing = next((text for text in texts if folded(text) not in said), "")
        return f"the screen does not show {quoted(missing)}, and showed the like before" if missing else ""

    def _unsaid(self, steps: Sequence[Step]) -> str:
        """Return why a message is missing, "" if one came, or if something else shows what came of the move."""
        shown = self.move.shows or self.move.becomes is not None or self.move.then or self.move.counts
        if not self.move.toast or shown or self._messages(steps):
            return ""
        return "no message came, and one did before"

    def _messages(self, steps: Sequence[Step]) -> list[str]:
        return [said for step in steps[self.since :] if (said := message_in(step.effect))]
