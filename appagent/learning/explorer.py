"""Define what can explore an app: an explorer, a crawler that also takes proposals, and a survey of whole screens."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from appagent.agent import Decision, View
from appagent.learning.memory.proposal import Proposal
from appagent.learning.memory.screen_history import Act
from appagent.learning.memory.sightings import Sighting
from appagent.learning.writing.write import Writer
from appagent.models import Usage
from appagent.screen.transitions import ScreenKey


class Explorer(Protocol):
    """Chooses what to try next while an app is learnt."""

    name: str

    @property
    def usage(self) -> Usage:
        """Return the calls and tokens that the explorer's model has used so far."""

    def choose(self, view: View, hidden: frozenset[int]) -> Decision:
        """Return the next action to try, or Finish if nothing is left to try.

        hidden: marks of the elements that must not be offered, because all their actions led nowhere.
        """

    def learnt(self, act: Act, decision: str) -> None:
        """Note the result of the last action for `choose`.

        act: the action, with the screens before and after it.
        decision: the decision of the reflection ("BACK", "INEFFECTIVE", "CONTINUE" or "SUCCESS"), "REFUSED" if the
        action could not be carried out, "AGAIN" if it led elsewhere than the store's document says and is to be tried
        again, or "" if it was the back key, which is not judged.
        """

    def known(self) -> Mapping[str, object]:
        """Return what the explorer knows, by name, so that another process can continue.

        `saved` must be able to convert the values. They may be the explorer's own containers: the caller changes
        nothing.
        """

    def recall(self, told: Mapping[str, Any]) -> None:
        """Restore what an explorer knew in another process.

        told: what `known` returned there.
        Raises KeyError, TypeError or ValueError for anything else.
        """


class Crawler(Explorer, Protocol):
    """Explorer that needs no model, and tries what somebody else proposes."""

    def propose(self, page: ScreenKey, proposals: Iterable[Proposal], groups: Iterable[Iterable[str]] = ()) -> None:
        """Add actions to try on a page.

        groups: each a list of ids of elements that do the same.
        """

    def put_back(self) -> None:
        """Let the action that was under way when the learning was cut off count as untried."""


class Surveying(Protocol):
    """Asks a model about whole screens that a crawl has seen."""

    def left(self) -> Sequence[Sighting]:
        """Return the screens that the model was not asked about yet."""

    def ask(self, sighting: Sighting, writer: Writer) -> None:
        """Ask the model about a screen, and write documents. Raises LimitError and ModelError."""

    def use_again(self, writer: Writer) -> None:
        """Use the replies that an earlier process wrote to disk."""
