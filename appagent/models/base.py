"""What every model takes and gives, what it used, and the caps that no call may pass."""

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
    """What a model answered and what that took; the text is empty where it said nothing."""

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
    """The endpoint takes no JSON schema: the model is no longer `structured`, and can be asked again for text."""


class Model(Protocol):
    """Anything that answers messages. structured: a reply is wanted in JSON, by a schema."""

    name: str

    @property
    def structured(self) -> bool:
        """Whether to ask for JSON, as far as is known by now; the prompt has to say the same."""

    def ask(self, messages: Sequence[Message], *, purpose: str, schema: Mapping[str, Any] | None = None) -> ModelReply:
        """The reply. purpose: one word for the books, such as "act" or "reflect". schema: of a reply in JSON.

        Raises ModelError where there is no usable reply, LimitError where a cap leaves no room for one,
        SchemaRefused.
        """
        ...


@dataclass(frozen=True)
class Usage:
    """Calls and what they took; calls count every request sent, repeated ones too. estimated: those of them whose
    tokens are our estimate."""

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost_usd: float | None = 0.0  # None where a call had no price
    estimated: int = 0

    @property
    def tokens(self) -> int:
        """Prompt and completion together."""
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
    """Hard caps that the models of one run share, and what was spent of them, by purpose."""

    max_calls: int | None = None
    max_tokens: int | None = None  # prompt and completion together
    max_cost_usd: float | None = None
    spent: dict[str, Usage] = field(default_factory=dict)
    _scale: float = field(default=1.0, init=False, repr=False)  # most that was counted, over `most_tokens`

    @property
    def total(self) -> Usage:
        """All that was spent."""
        return sum(self.spent.values(), Usage())

    def room(self, messages: Sequence[Message], wanted: int, price: Price | None) -> tuple[int, int]:
        """(prompt, completion) tokens that a call can take at most without passing a cap.

        wanted: completion tokens it would take if it could. Raises LimitError where fewer than
        LEAST_REPLY_TOKENS are left for them, UsageError where money is capped and there is no price.
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
        """Enter what a call took, of which nothing can be less than none. counted: the prompt of it."""
        usage = replace(
            usage, prompt_tokens=max(0, usage.prompt_tokens), completion_tokens=max(0, usage.completion_tokens)
        )
        self.spent[purpose] = self.spent.get(purpose, Usage()) + usage
        if counted:
            self._scale = max(self._scale, usage.prompt_tokens / most_tokens(counted))


def most_tokens(messages: Sequence[Message]) -> int:
    """No tokenizer counts more: a token is at least a byte of text (32 more for the frame of a message). Pictures are
    guessed at 2,000, or what they are estimated at if that is more.

    A provider that counts more for a picture (some do, manifold) is found out at its first reply.

    >>> most_tokens([Message("user", "tap OK")])
    38
    """
    bytes_of_text = sum(len(message.text.encode(errors="replace")) for message in messages)
    pictures = sum(max(2000, picture_tokens(picture)) for message in messages for picture in message.pictures)
    return bytes_of_text + pictures + 32 * len(messages)


def cost(prompt_tokens: int, completion_tokens: int, price: Price | None) -> float | None:
    """USD, or None without a price.

    >>> cost(1_000_000, 100_000, (2.5, 10.0))
    3.5
    """
    if price is None:
        return None
    return (prompt_tokens * price[0] + completion_tokens * price[1]) / 1e6


def _affordable(money: float, prompt: int, price: Price) -> int:
    """Completion tokens that the money (USD) buys after the prompt; below 0 if it does not buy the prompt."""
    money -= prompt * price[0] / 1e6
    if money < 0:
        return -1
    return int(money * 1e6 / price[1]) if price[1] else sys.maxsize
