"""Hide secrets from a model: in its messages, a placeholder such as "${pin}" stands for each secret."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from appagent.models.base import Message, Model, ModelReply
from appagent.secrets import Secrets


class MaskingModel:
    """Wrapper of a model that masks secrets in every message before the model gets it.

    model: the wrapped model.
    secrets: the secrets to mask.
    name: the name of the wrapped model.
    """

    def __init__(self, model: Model, secrets: Secrets) -> None:
        self.model, self.secrets, self.name = model, secrets, model.name

    @property
    def structured(self) -> bool:
        """Tell whether to ask the wrapped model for replies in JSON."""
        return self.model.structured

    @property
    def streams(self) -> bool:
        """Tell whether the wrapped model's replies come in pieces."""
        return bool(getattr(self.model, "streams", False))

    def ask_streaming(
        self,
        messages: Sequence[Message],
        on_text: Callable[[str], bool],
        *,
        purpose: str,
        schema: Mapping[str, Any] | None = None,
    ) -> ModelReply:
        """Mask secrets in the messages, and ask the wrapped model for a reply that comes in pieces."""
        aloud: Any = self.model
        reply: ModelReply = aloud.ask_streaming(self._masked(messages), on_text, purpose=purpose, schema=schema)
        return reply

    def ask(self, messages: Sequence[Message], *, purpose: str, schema: Mapping[str, Any] | None = None) -> ModelReply:
        """Mask secrets in the texts of the messages, ask the wrapped model, and return its reply.

        Raises whatever the wrapped model raises. The other parameters are passed on.
        """
        return self.model.ask(self._masked(messages), purpose=purpose, schema=schema)

    def _masked(self, messages: Sequence[Message]) -> list[Message]:
        return [replace(message, text=self.secrets.mask(message.text)) for message in messages]
