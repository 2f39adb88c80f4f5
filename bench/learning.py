"""Compare the two ways in which a model learns an app: one question a screen after a crawl, and three calls an action.

    python bench/learning.py [--apps notes,clock] [--folder APPS] [--rounds 40] [--crawl 400] [--time-scale 0.05]

A script stands for the model, so that anybody can measure it again: it takes the elements of a screen in turn, and its
replies are as long as a model's. Tokens are counted as a fourth of the letters, and pictures as `picture_tokens` has
it. What a model would write is not judged here.
"""

import argparse
import json
import re
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from appagent.actions import Start
from appagent.agent import Decision, View
from appagent.cancel import Cancel
from appagent.devices.virtual import virtual
from appagent.documents.map.overview import overview_of
from appagent.guard import Guard
from appagent.learning.asking.model import ModelExplorer
from appagent.learning.asking.survey import Surveyor
from appagent.learning.explore import Learning
from appagent.learning.reflect import ModelReflector, OfflineReflector
from appagent.loop import Limits
from appagent.models import Message, ModelReply, Usage
from appagent.models.counting import picture_tokens
from appagent.offline.explorer import OfflineExplorer
from appagent.prompting.asking import Asker
from appagent.runs.recorder import Recorder
from appagent.runs.trajectory import count_steps, total
from appagent.screen.transitions import screen_key
from appagent.store import Store
from appagent.tasks import Task

WAYS = {"once a screen": 400, "each action": 40}  # actions
_SENTENCE = "Does what it is there for, whatever the screen holds today, and says so."
_REFLECTION = (
    f"Decision: SUCCESS\nThought: The screen after it shows what the element was for.\nDocumentation: {_SENTENCE}"
)


class Player:
    """Model that does the next thing that was not done yet, and writes as much as a real model does."""

    name, structured = "script", False

    def __init__(self) -> None:
        self.view: View | None = None
        self.offered: list[int] = []
        self._done: set[tuple[object, str, str]] = set()

    def ask(self, messages: Sequence[Message], *, purpose: str, schema: Mapping[str, Any] | None = None) -> ModelReply:
        """Answer a prompt, and count the tokens of both."""
        text = {"survey": self._survey, "explore": self._next}.get(purpose, lambda prompt: _REFLECTION)(
            messages[-1].text
        )
        pictures = sum(picture_tokens(picture) for message in messages for picture in message.pictures)
        prompt = pictures + sum(len(message.text) for message in messages) // 4
        return ModelReply(text, Usage(1, prompt, len(text) // 4), 0.0, "stop", self.name)

    def _survey(self, prompt: str) -> str:
        seen = re.findall(r"^(\d+(?:, \d+)*)(?: and more)?, (\w+):", prompt, re.MULTILINE)
        return "\n".join(f"{marks} {kind}: {_SENTENCE}" for marks, kind in dict.fromkeys(seen)) or "none"

    def _next(self, prompt: str) -> str:
        """Tap the first element that was not tapped, else hold one, else go back."""
        assert self.view
        screen, action = self.view.screen, "back()"
        for kind in ("tap", "long_press"):
            for element in screen.elements:
                key = screen_key(screen), element.id, kind
                if kind in element.actions and element.mark in self.offered and key not in self._done:
                    self._done.add(key)
                    return _chosen(f"{kind}({element.mark})")
        return _chosen(action)


class Watched(ModelExplorer):
    """Explorer that shows the player each screen, which a real model would see on the picture."""

    player: Player

    def choose(self, view: View, hidden: frozenset[int]) -> Decision:
        """Return what the player wants to try next."""
        self.player.view = view
        self.player.offered = [element.mark for element in view.screen.elements if element.mark not in hidden]
        return super().choose(view, hidden)


def _chosen(action: str) -> str:
    return (
        "Observation: A page of the app with several elements that can be touched, and a list below.\n"
        f"Thought: This element has not been tried yet, and shows what the page is for.\nRisk: none\nAction: {action}\n"
        "Summary: Tried one more element of this page."
    )


def learn(app: str, way: str, rounds: int, time_scale: float, folder_of_apps: Path | None) -> dict[str, Any]:
    """Learn an app in one way on a fresh phone; return what that cost, and what it found."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Store.open(Path(folder) / "store.sqlite") as store,
        virtual(time_scale=time_scale, seed=1, apps=folder_of_apps) as (device, _),
    ):
        package = device.package(app)
        device.perform(Start(package))
        with closing(Recorder(Path(folder), "learn", package, "", {})) as recorder:
            player, explorer, survey = Player(), None, None
            if way == "each action":
                explorer, reflector = Watched(player, store=store), ModelReflector(player)
                explorer.player = player
            else:
                survey, reflector = Surveyor(OfflineExplorer(), Asker(player), store, recorder), OfflineReflector()
            Learning(
                explorer or survey, reflector, device, store, Task("", package), recorder, Guard(careful=True),
                Limits(rounds), Cancel(), survey=survey,
            ).go()  # fmt: skip
            usage = total(recorder.steps)
            screens = {step.screen_id for step in recorder.steps if step.app == package}
            documents = len(store.current(package))
            pages = overview_of(package, store)
            return {
                "app": app, "way": way, "steps": count_steps(recorder.steps), "calls": usage.calls,
                "tokens": usage.tokens, "screens": len(screens), "map pages": len(pages.pages), "documents": documents,
                "tokens each": usage.tokens // max(documents, 1),
            }  # fmt: skip


def main() -> None:
    """Print a row for each app and way."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--apps", default="notes,clock")
    parser.add_argument("--folder", type=Path, help="folder with more apps")
    parser.add_argument("--crawl", type=int, default=WAYS["once a screen"], help="actions of the other way; 0 for none")
    parser.add_argument(
        "--rounds", type=int, default=WAYS["each action"], help="actions of the way that asks about each; 0 for none"
    )
    parser.add_argument("--time-scale", type=float, default=0.05)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    ways = [(way, most) for way, most in zip(WAYS, (given.crawl, given.rounds), strict=True) if most]
    apps = given.apps.split(",")
    rows = [learn(app, way, most, given.time_scale, given.folder) for app in apps for way, most in ways]
    if given.json:
        print(json.dumps(rows))
        return
    table = Table(*rows[0], box=None)
    for row in rows:
        table.add_row(*map(str, row.values()))
    Console().print(table)


if __name__ == "__main__":
    main()
