"""Interface of every model, its usage, and the caps that no call may pass."""

import math
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from appagent.errors import LimitError, UsageError
from appagent.models.counting import picture_tokens

LEAST_REPLY_TOKENS = 64  # a shorter reply cannot hold an action
Price = tuple[float, float]  # USD per million (prompt, completion) tokens


@dataclass(frozen=True)
class Message:
    """One message: its text, then its pictures (JPEG)."""

    role: str  # "system", "user" or "assistant"
    text: str
    pictures: tuple[bytes, ...] = field(default=(), repr=False)


@dataclass(frozen=True)
class ModelReply:
    """Reply of a model with its cost; the text is empty if the model said nothing."""

    text: str
    prompt_tokens: int
    completion_tokens: int
    cost_usd: float | None  # None where no price is set
    seconds: float
    finish_reason: str  # "stop", "length" (cut short), "refusal", or the endpoint's own word
    model: str
    think: str = ""  # reasoning that the endpoint gave apart from the text; never parsed
    estimated: bool = False  # the tokens are our estimate, since the endpoint's count cannot be


class SchemaRefused(Exception):
    """Raised when the endpoint rejects JSON schemas: its model is no longer `structured`, but can be asked for text."""


class Model(Protocol):
    """Anything that answers messages."""

    name: str

    @property
    def structured(self) -> bool:
        """Tell whether to ask this model for JSON, as far as is known by now; the prompt has to agree with that."""

    def ask(self, messages: Sequence[Message], *, purpose: str, schema: Mapping[str, Any] | None = None) -> ModelReply:
        """Send messages and return the model's reply.

        purpose: one word for the accounts, such as "act" or "reflect". schema: JSON schema of the wanted reply.
        Raises ModelError if there is no usable reply, LimitError if a cap leaves no room for one, SchemaRefused.
        """
        ...


@dataclass(frozen=True)
class Usage:
    """Number of calls and the tokens and money that they took. Every request counts, also a repeated one.

    estimated: number of the calls whose tokens are our own estimate.
    """

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost_usd: float | None = 0.0  # None where a call had no price
    estimated: int = 0

    @property
    def tokens(self) -> int:
        """Return the sum of prompt and completion tokens."""
        return self.prompt_tokens + self.completion_tokens

    def __add__(self, other: "Usage") -> "Usage":
        unknown = self.cost_usd is None or other.cost_usd is None
        return Usage(
            self.calls + other.calls,
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            None if unknown else (self.cost_usd or 0.0) + (other.cost_usd or 0.0),
            self.estimated + other.estimated,
        )


@dataclass
class Budget:
    """Hard caps that all models of one run share, and the amount spent so far, by purpose."""

    max_calls: int | None = None
    max_tokens: int | None = None  # prompt and completion together
    max_cost_usd: float | None = None
    spent: dict[str, Usage] = field(default_factory=dict)
    _scale: float = field(default=1.0, init=False, repr=False)  # most that was counted, over `most_tokens`

    @property
    def total(self) -> Usage:
        """Return the calls, tokens and money spent for all purposes together."""
        return sum(self.spent.values(), Usage())

    def room(self, messages: Sequence[Message], wanted: int, price: Price | None) -> tuple[int, int]:
        """Return the (prompt, completion) tokens that the next call can take at most without passing a cap.

        wanted: completion tokens for the call if no cap were near. Raises LimitError if fewer than LEAST_REPLY_TOKENS
        are left, UsageError if money is capped but no price is known.
        """
        total = self.total
        if self.max_calls is not None and total.calls >= self.max_calls:
            raise LimitError(f"max_calls: all {self.max_calls} are made")
        prompt = math.ceil(most_tokens(messages) * self._scale)
        left = {"reply_tokens": wanted}
        if self.max_tokens is not None:
            left[f"max_tokens {self.max_tokens}"] = self.max_tokens - total.tokens - prompt
        if self.max_cost_usd is not None:
            if price is None or total.cost_usd is None:
                raise UsageError(
                    "a cap on money needs the prices of every model, US dollars per million tokens: --price-in and "
                    "--price-out, or price_in and price_out in appagent.toml"
                )
            money = self.max_cost_usd - total.cost_usd
            left[f"max_cost_usd {self.max_cost_usd:g}"] = _affordable(money, prompt, price)
        cap, completion = min(left.items(), key=lambda item: item[1])
        if completion < min(LEAST_REPLY_TOKENS, wanted):
            spent = f"{total.tokens} tokens, {total.cost_usd or 0:.4f} USD"
            raise LimitError(f"{cap}: {spent} are spent and the next prompt may take {prompt} tokens more")
        return prompt, completion

    def spend(self, purpose: str, usage: Usage, counted: Sequence[Message] = ()) -> None:
        """Add the usage of a call to the amount spent; negative token counts become 0. counted: the call's prompt."""
        usage = replace(
            usage, prompt_tokens=max(0, usage.prompt_tokens), completion_tokens=max(0, usage.completion_tokens)
        )
        self.spent[purpose] = self.spent.get(purpose, Usage()) + usage
        if counted:
            self._scale = max(self._scale, usage.prompt_tokens / most_tokens(counted))


def most_tokens(messages: Sequence[Message]) -> int:
    """Return an upper bound of the tokens that messages take, whatever the tokenizer.

    A token is at least one byte of text; each message adds 32 for its frame. A picture counts 2,000, or its estimate if
    that is more. A provider that counts many times more for a picture is found out at its first reply.

    >>> most_tokens([Message("user", "tap OK")])
    38
    """
    bytes_of_text = sum(len(message.text.encode(errors="replace")) for message in messages)
    pictures = sum(max(2000, picture_tokens(picture)) for message in messages for picture in message.pictures)
    return bytes_of_text + pictures + 32 * len(messages)


def cost(prompt_tokens: int, completion_tokens: int, price: Price | None) -> float | None:
    """Return the cost of a call in USD, or None without a price.

    >>> cost(1_000_000, 100_000, (2.5, 10.0))
    3.5
    """
    if price is None:
        return None
    return (prompt_tokens * price[0] + completion_tokens * price[1]) / 1e6


def _affordable(money: float, prompt: int, price: Price) -> int:
    """Return the completion tokens that money (USD) buys after the prompt is paid; -1 if the prompt costs more."""
    money -= prompt * price[0] / 1e6
    if money < 0:
        return -1
    return int(money * 1e6 / price[1]) if price[1] else sys.maxsize
