"""Run and learn on the virtual phone, led by models whose replies a test writes."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from endpoint import Endpoint

from appagent.actions import Action, Start
from appagent.cancel import Cancel
from appagent.devices import Device
from appagent.devices.android import Android
from appagent.devices.virtual import virtual
from appagent.guard import Guard
from appagent.learning.asking.model import ModelExplorer
from appagent.learning.explore import Learning
from appagent.learning.reflect import ModelReflector
from appagent.learning.result import Learned
from appagent.loop import Limits
from appagent.models import Budget, Model
from appagent.models.openai import OpenAIModel
from appagent.models.scripted import Scripted, write_out
from appagent.phone import Phone
from appagent.runs.recorder import Recorder
from appagent.screen import Screen
from appagent.secrets import Secrets
from appagent.settings import Endpoint as At
from appagent.step import Hand, carry_out, read_intent
from appagent.store import Store
from appagent.tasks import Task

QUICK = 0.02  # of real time
VAULT = "com.example.vault"
KINDS = ("scripted", "openai")  # what answers: the model for tests, or the real client and a server


@contextmanager
def vault() -> Iterator[tuple[Android, Phone]]:
    """Yield a phone with the app of `apps/vault.py` in front."""
    small = (540, 1200)  # draws in a quarter of the time
    with virtual(size=small, time_scale=QUICK, apps=Path(__file__).parent / "apps") as (device, phone):
        device.perform(Start(VAULT))
        yield device, phone


@contextmanager
def answering(kind: str, *replies: str, budget: Budget | None = None) -> Iterator[tuple[Model, list[str]]]:
    """Yield a model that gives these replies in turn, and the prompts that it was asked with, as they come.

    A reply may name an element by its words as `{Wi-Fi}`, which becomes its mark in the prompt's listing.
    """
    left, prompts = list(replies), []

    def reply(prompt: str) -> str:
        prompts.append(prompt)
        return write_out(_with_marks(left.pop(0), prompt))

    if kind == "scripted":
        answers = [lambda messages: reply("\n".join(m.text for m in messages))] * len(replies)
        yield Scripted(*answers, budget=budget), prompts
        return
    with Endpoint(lambda request: reply("\n".join(map(_text_of, request["messages"])))) as served:
        prices = {"price_in": 1.0, "price_out": 2.0}
        yield OpenAIModel(At(served.url, "small", timeout_s=60.0, **prices), budget), prompts


def learning(
    device: Android,
    store: Store,
    recorder: Recorder,
    model: Model,
    app: str,
    *,
    goal: str = "",
    rounds: int = 9,
    retries: int = 1,
    allow: frozenset[str] = frozenset(),
) -> Learned:
    """Learn an app with one model that explores and reflects."""
    explorer, reflector = ModelExplorer(model, "both"), ModelReflector(model, "both", retries=1)
    limits = Limits(max_steps=rounds, retries=retries)
    task = Task(goal, app)
    guard = Guard(allow, careful=True)
    return Learning(explorer, reflector, device, store, task, recorder, guard, limits, Cancel(), "1.0", "en-US").go()


def do(
    action: Action,
    screen: Screen,
    device: Device,
    guard: Guard | None = None,
    cancel: Cancel | None = None,
    secrets: Secrets | None = None,
) -> str:
    """Carry one action out as a step does, without a recorder; return what the agent is told."""
    secrets = secrets or Secrets()
    hand = Hand(device, guard or Guard(), cancel or Cancel(), secrets)
    return carry_out(read_intent(action, screen, secrets), hand)


def mark_of(words: str, prompt: str) -> int:
    """Return the mark of the first element in the last listing of a prompt whose line has these words."""
    found = re.findall(rf"^ *(\d+) .*{re.escape(words)}.*$", prompt, re.MULTILINE)
    assert found, f"no element {words!r} in:\n{prompt}"
    return int(found[-1])


def _with_marks(reply: str, prompt: str) -> str:
    return re.sub(r"\{([^{}]+)\}", lambda found: str(mark_of(found[1], prompt)), reply)


def _text_of(message: dict[str, Any]) -> str:
    content = message["content"]
    return content if isinstance(content, str) else "".join(part.get("text", "") for part in content)
