"""An app whose screens change while a model decides, and what a model does on them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from conftest import QUICK, TINY
from scripted_runs import mark_of

from appagent.actions import Start
from appagent.agents.react import ReAct
from appagent.devices.android import Android
from appagent.devices.virtual import virtual
from appagent.guard import Guard
from appagent.loop import Limits, Run
from appagent.models.scripted import Scripted
from appagent.phone import Phone
from appagent.runs.recorder import Recorder
from appagent.runs.trajectory import Step, count_steps
from appagent.secrets import Secrets
from appagent.tasks import Task

APP = "org.changing"
HEAD = '''
from appagent.phone.app import App, Page
from appagent.phone.dialogs import alert, confirm, menu, pick_one
from appagent.phone.parts import Wheel, avatar, check_row, header, number_picker, radio_rows
from appagent.phone.parts import spinner, stepper, tabs, toolbar
from appagent.phone.ui import *


class Changing(App):
    """Scenes that become others. `did` has what was touched."""

    package = "org.changing"
    label = "Changing"

    def begin(self):
        self.scene, self.later, self.did, self.pin, self.ticks, self.blank = "", False, [], "", 0, False
        self.texts, self.goes = [""], False

    def home(self):
        return Page(getattr(self, self.scene)() if self.scene else Text("Nothing yet"), live=True)

    def told(self):
        """One of some texts: the next each time, if they go on by themselves, else the second once it is later."""
        self.ticks += self.goes
        return self.texts[(self.ticks if self.goes else self.later) % len(self.texts)]

    def counting(self, words, start, step=1):
        """A text whose number goes on by itself, each time that it is drawn."""
        self.ticks += 1
        return words.format(start + step * self.ticks)

    def do(self, what):
        return lambda: self.did.append(what)

    def button(self, words, **more):
        return Button(words, on_tap=self.do(words), **more)

    def row(self, words, *more):
        return Column([Text(words), *more], on_tap=self.do(words), pad=16.0, id="row")

    def page(self, *children):
        return Column([toolbar("Things"), *children, Text("The end of it")])
'''


@dataclass
class ChangingScene:
    """A phone with the app of this file in front, and what a model was told there."""

    device: Android
    phone: Phone
    recorder: Recorder
    guard: Guard
    prompts: list[str]

    def change(self, **values: object) -> None:
        """Change the app's state, as time does."""
        self.phone.set_up({"changing": values})

    def open(self, dialog: str, *arguments: object) -> None:
        """Let a dialog of the app come up by itself."""
        app = self.phone.packages[APP]
        with self.phone.lock:
            app.ask(getattr(app, dialog), *arguments)
            self.phone.set_up({})

    @property
    def did(self) -> list[object]:
        """What was touched."""
        with self.phone.lock:
            return self.phone.packages[APP].state()["did"]  # type: ignore[return-value]

    def take(
        self, action: str, between: Callable[[], object] = lambda: None, *more: str, looks: bool = False
    ) -> list[Step]:
        """Let a model decide on an action while something happens, then on more, and return the steps.

        `{Words}` in an action is the mark of the element with these words. looks: True to look once more after the last
        action, and tell the model what came of it; so it is where a reply has several actions.
        """
        looks = looks or "\n" in action
        left = [action, *more]
        most = count_steps(self.recorder.steps) + (9 if looks else len(left))
        limits = Limits(max_steps=most, repeats=9, picture_side=256)

        def reply(messages):
            prompt = "\n".join(message.text for message in messages)
            self.prompts.append(prompt)
            said = left.pop(0) if left else "finish()"
            while "{" in said.replace("${", ""):
                start = said.replace("${", "$ ").index("{")
                words = said[start + 1 : said.index("}", start)]
                said = said.replace("{" + words + "}", str(mark_of(words, prompt)))
            if said != "finish()":
                between()
            return said

        Run(ReAct(Scripted(reply), see="both"), self.device, Task("t", APP), self.recorder, self.guard, limits).go()
        return [step for step in self.recorder.steps if not step.action.startswith("finish")]


def write_scenes(folder: Path, scenes: str) -> Path:
    """Write the app into a folder, and return the folder.

    scenes: methods of the app, each of which returns what a scene shows; `self.later` is True once it has changed.
    """
    (folder / "changing.py").write_text(HEAD + scenes)
    return folder


@contextmanager
def changing_scenes(apps: Path, folder: Path, recorder: Recorder) -> Iterator[Callable[..., ChangingScene]]:
    """Yield a function that puts a scene on the stage. apps: see `write_scenes`. folder: for runs of its own."""
    with virtual(size=TINY, time_scale=QUICK, apps=apps) as (device, phone):
        yield showing(device, phone, folder, recorder)


def showing(device: Android, phone: Phone, folder: Path, recorder: Recorder) -> Callable[..., ChangingScene]:
    """Return a function that puts a scene on the stage, where nothing is left of what was there before."""
    phone.clear(APP)

    def show(scene: str, *, allow: frozenset[str] = frozenset(), ask=None, secrets=None) -> ChangingScene:
        phone.set_up({"changing": {"scene": scene}})
        device.perform(Start(APP))
        made = recorder if secrets is None else Recorder(folder / "secret", "run", APP, "t", {}, Secrets(secrets))
        return ChangingScene(device, phone, made, Guard(allow, ask), [])

    return show
