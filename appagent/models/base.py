"""Define what every model offers, its messages and replies, and the budget whose caps no call may exceed."""

import math
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from appagent.errors import LimitError, UsageError
from appagent.models.counting import picture_tokens

LONGEST_REPLY = 100_000  # letters, thinking included: six times 4096 tokens
LEAST_REPLY_TOKENS = 64  # a shorter reply cannot hold an action
Price = tuple[float, float]  # USD per million (prompt, completion) tokens


@dataclass(frozen=True)
class Message:
    """One message to a model: a text, followed by pictures (JPEG)."""

    role: str  # "system", "user" or "assistant"
    text: str
    pictures: tuple[bytes, ...] = field(default=(), repr=False)


@dataclass(frozen=True)
class Usage:
    """Number of calls to models, and the tokens and money that they took.

    Every request counts as a call, even one that repeats a failed request.
    estimated: number of calls whose tokens are our estimate.
    cached_tokens: how many tokens of the prompts the endpoints had kept from earlier calls, which often costs less.
    """

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost_usd: float | None = 0.0  # None if the price of a call is unknown
    estimated: int = 0
    cached_tokens: int = 0

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
            self.cached_tokens + other.cached_tokens,
        )


@dataclass(frozen=True)
class ModelReply:
    """Reply of a model, with the tokens, money and seconds that it took.

    text: the reply, or "" if the model wrote nothing.
    think: reasoning that the endpoint sent separately from the text.
    broke: what went wrong before the reply came, such as that the model was asked twice; "" if nothing did.
    """

    text: str
    usage: Usage
    seconds: float
    finish_reason: str  # "stop", "length" (cut short), "refusal", or the endpoint's own word
    model: str
    think: str = ""  # never read as an action
    broke: str = ""


class SchemaRefused(Exception):
    """Raised if the endpoint rejects JSON schemas.

    From then on, the model's attribute `structured` is False, so the caller can ask again for a reply in text.
    """


class Model(Protocol):
    """Interface of a language model, real or scripted."""

    name: str

    @property
    def structured(self) -> bool:
        """Tell whether to ask this model for replies in JSON rather than in lines of text.

        The prompt has to name the same format. The answer may change after a call, when more is known about the
        endpoint.
        """

    def ask(self, messages: Sequence[Message], *, purpose: str, schema: Mapping[str, Any] | None = None) -> ModelReply:
        """Send messages to the model and return its reply.

        purpose: a word by which the budget groups calls, such as "act" or "reflect".
        schema: JSON schema of the wanted reply; None asks for text.
        Raises ModelError if there is no usable reply, LimitError if a cap of the budget leaves no room for a reply, and
        SchemaRefused if the endpoint rejects JSON schemas.
        """
        ...


@dataclass
class Budget:
    """Caps on calls, tokens and money that all models of one run share, and what has been spent.

    max_calls, max_tokens, max_cost_usd: the caps; None for no cap.
    spent: for each purpose, such as "act", the usage so far.
    on_ask: called right before each request with the most that its prompt may take, so that a call is counted even if
    the process ends before its reply is on disk.
    """

    max_calls: int | None = None
    max_tokens: int | None = None  # prompt and completion together
    max_cost_usd: float | None = None
    spent: dict[str, Usage] = field(default_factory=dict)
    on_ask: Callable[[Usage], None] = lambda usage: None
    # largest ratio so far of tokens that an endpoint counted to `most_tokens`
    _scale: float = field(default=1.0, init=False, repr=False)

    @property
    def total(self) -> Usage:
        """Return the calls, tokens and money spent for all purposes together."""
        return sum(self.spent.values(), Usage())

    def room(self, messages: Sequence[Message], wanted: int, price: Price | None) -> tuple[int, int]:
        """Return how many tokens the next call may take without exceeding a cap, as (prompt, completion).

        wanted: completion tokens to allow if the caps leave that many.
        price: the model's price, or None if it is unknown.

        - Raises LimitError if no calls are left.
        - Raises LimitError if fewer completion tokens are left than the smaller of `wanted` and LEAST_REPLY_TOKENS.
        - Raises UsageError if money is capped, but the price of this call or the cost of an earlier one is unknown.
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
        """Add the usage of one call to the total of its purpose. Negative token counts count as 0.

        counted: the messages of the call's prompt. If the endpoint counted, for example, twice the tokens that
        `most_tokens` estimates for these messages, the estimates for later calls are doubled.
        """
        usage = replace(
            usage, prompt_tokens=max(0, usage.prompt_tokens), completion_tokens=max(0, usage.completion_tokens)
        )
        self.spent[purpose] = self.spent.get(purpose, Usage()) + usage
        if counted:
            self._scale = max(self._scale, usage.prompt_tokens / most_tokens(counted))


def most_tokens(messages: Sequence[Message]) -> int:
    """Return an upper bound of the tokens that messages take, whatever the model's tokenizer.

    Each byte of text counts as a token, and each message adds 32 tokens. A picture counts 2,000 tokens, or the estimate
    of `picture_tokens` if that is more. Some providers count many times more for a picture; `Budget.spend` corrects the
    bound after their first reply.

    >>> most_tokens([Message("user", "tap OK")])
    38
    """
    bytes_of_text = sum(len(message.text.encode(errors="replace")) for message in messages)
    pictures = sum(max(2000, picture_tokens(picture)) for message in messages for picture in message.pictures)
    return bytes_of_text + pictures + 32 * len(messages)


def cost(prompt_tokens: int, completion_tokens: int, price: Price | None) -> float | None:
    """Return the cost of a call in USD, or None if the price is None.

    price: USD per million prompt tokens and USD per million completion tokens.

    >>> cost(1_000_000, 100_000, (2.5, 10.0))
    3.5
    """
    if price is None:
        return None
    return (prompt_tokens * price[0] + completion_tokens * price[1]) / 1e6


def _affordable(money: float, prompt: int, price: Price) -> int:
    """Return how many completion tokens an amount of money (USD) pays for after the prompt is paid.

    Returns -1 if the prompt alone costs more than the money, and sys.maxsize if completions are free.
    """
    money -= prompt * price[0] / 1e6
    if money < 0:
        return -1
    return int(money * 1e6 / price[1]) if price[1] else sys.maxsize
