"""Define the kit: everything that a mode may use to build its agent."""

from dataclasses import dataclass

from appagent.actions.dialects import Dialect
from appagent.models import Model
from appagent.prompting.templates import Prompts
from appagent.store import Store


@dataclass(frozen=True)
class Kit:
    """Everything that a mode may use to build its agent.

    store: the store to look documents up in; None if the agent must work without documents.
    see: how the model sees a screen: as "picture", "text" (an outline) or "both".
    seed: the number that decides everything random.
    dialect: the dialect in which the model names its actions; None for marks.
    locale: the phone's language, such as "en-US"; "" if it is unknown.
    """

    model: Model
    store: Store | None
    prompts: Prompts
    see: str = "picture"
    seed: int = 0
    locale: str = ""
    dialect: Dialect | None = None
