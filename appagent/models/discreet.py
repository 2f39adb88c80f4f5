"""Wrapper that keeps secrets from a model: their names are sent in place of their values."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from appagent.models.base import Message, Model, ModelReply
from appagent.secrets import Secrets


@dataclass
class Discreet:
    """Model that gets every message with secrets masked."""

    model: Model
    secrets: Secrets
    name: str = field(init=False)

    def __post_init__(self) -> None:
        self.name = self.model.name

    @property
    def structured(self) -> bool:
        """Tell whether the wrapped model is to be asked for JSON."""
        return self.model.structured

    def ask(self, messages: Sequence[Message], *, purpose: str, schema: Mapping[str, Any] | None = None) -> ModelReply:
        """Mask secrets in the messages, then ask the wrapped model. Raises whatever that model raises."""
        masked = [replace(message, text=self.secrets.mask(message.text)) for message in messages]
        return self.model.ask(masked, purpose=purpose, schema=schema)
