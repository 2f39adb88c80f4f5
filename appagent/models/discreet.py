"""A model that is told no secret: whatever is said to it has their names instead."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from appagent.models.base import Message, Model, ModelReply
from appagent.secrets import Secrets


@dataclass
class Discreet:
    """The door through which every message goes to a model."""

    model: Model
    secrets: Secrets
    name: str = field(init=False)

    def __post_init__(self) -> None:
        self.name = self.model.name

    @property
    def structured(self) -> bool:
        """As the model says."""
        return self.model.structured

    def ask(self, messages: Sequence[Message], *, purpose: str, schema: Mapping[str, Any] | None = None) -> ModelReply:
        """The model's reply. Raises what it raises."""
        masked = [replace(message, text=self.secrets.mask(message.text)) for message in messages]
        return self.model.ask(masked, purpose=purpose, schema=schema)
