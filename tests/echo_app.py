"""An app that asks for a secret and shows it again; find the secret in screens, files and output."""

import json
import os
import re
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from cli_in_process import type_at
from conftest import QUICK, TINY
from endpoint import Endpoint
from PIL import Image
from scripted_runs import mark_of

from appagent.actions import Start
from appagent.agents.react import ReAct
from appagent.devices.android import Android
from appagent.devices.virtual import virtual
from appagent.guard import Guard
from appagent.loop import Limits, Run
from appagent.models.masking import MaskingModel
from appagent.models.scripted import Scripted
from appagent.phone import Phone
from appagent.prompting.pictures.marks import mark
from appagent.prompting.words.outline import outline
from appagent.runs.recorder import Recorder
from appagent.runs.trajectory import Step
from appagent.screen import Bounds, Screen
from appagent.screen.nodes.tree import nodes_of
from appagent.secrets import Secrets
from appagent.secrets.plain_forms import plain_form
from appagent.sessions.looking import to_json
from appagent.tasks import Task

ECHO = "com.example.echo"
PIN = "58204716"
APPS = Path(__file__).parent / "apps"
ALLOWED = Guard(frozenset({"secret"}))
_RED = (255, 0, 0)


@contextmanager
def echo() -> Iterator[tuple[Android, Phone]]:
    """A phone with the app of `apps/echo.py` in front."""
    with virtual(size=TINY, time_scale=QUICK, apps=APPS) as (device, phone):
        device.perform(Start(ECHO))
        yield device, phone


def run(
    device: Android, runs: Path, *replies: str, apps: Mapping[str, Sequence[str]] | None = None
) -> tuple[Path, list[Step]]:
    """A run in that app whose model says this, once each, and knows the PIN by its name; its folder and its steps."""
    recorder = Recorder(runs, "run", ECHO, "Sign in with ${pin}", {}, Secrets({"pin": PIN}, apps))
    agent = ReAct(MaskingModel(Scripted(*replies, "finish()"), recorder.secrets))
    outcome = Run(agent, device, Task("", ECHO), recorder, ALLOWED, Limits(retries=0)).go()
    recorder.end(status=outcome.status)
    return recorder.folder, recorder.steps


def everything(folder: Path) -> str:
    """All that a run left in files, pictures aside."""
    return "\n".join(path.read_text(encoding="utf-8") for path in folder.iterdir() if path.suffix != ".jpg")


def painted() -> Image.Image:
    """A picture on which a secret stands everywhere: all of it red."""
    return Image.new("RGB", (1080, 2400), _RED)


def covered(screen: Screen, bounds: Bounds) -> bool:
    """Whether nothing of a place on a painted screen is to be seen on the picture that leaves."""
    pixels = np.asarray(mark(screen, side=2400, only=(), outline=0).crop(bounds)).astype(int)
    return not (pixels[..., 0] - pixels[..., 1] > 100).any()


def told(screen: Screen) -> str:
    """All that a screen tells: to a model, to a document, to a store, to a terminal."""
    facts = [element.facts for element in screen.elements]
    names = [[e.text, e.hint, e.label, e.template, e.cls, *e.ancestors] for e in screen.elements]
    return "\n".join(
        [outline(screen), *screen.texts, screen.raw, screen.activity]
        + [repr(node) for node in nodes_of(screen.tree)]
        + [json.dumps(one, ensure_ascii=False) for one in (facts, names, to_json(screen)["elements"])]
    )


def left(value: str, text: str) -> bool:
    """Whether a value, in whatever form, or the greater part of it, is left in a text."""
    words, sought = plain_form(text).replace("…", ""), plain_form(value)
    share = max(4, 2 * len(sought) // 3)
    parts = [sought[start : start + share] for start in range(len(sought) - share + 1)]
    return any(re.search(rf"(?<!\d){part}" if part.isdigit() else part, words) for part in parts)


@contextmanager
def endpoint_saying(*replies: str) -> Iterator[Endpoint]:
    """An endpoint that says this in turn, with `{Show}` for the mark of what has these words in the listing."""
    said = list(replies)

    def answer(request: dict[str, object]) -> str:
        listing = json.dumps(request["messages"], ensure_ascii=False).replace("\\n", "\n").replace('\\"', '"')
        return re.sub(
            r"(?<!\$)\{([\w ]+)\}", lambda hit: str(mark_of(hit[1], listing)), said.pop(0) if said else "finish()"
        )

    with Endpoint(answer) as served:
        yield served


def appagent(home: Path, url: str, *words: str) -> "subprocess.CompletedProcess[str]":
    """The command in a home of its own, with that endpoint and the PIN in its environment."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("APPAGENT_", "OPENAI_", "XDG_"))}
    given = {"BASE_URL": url, "MODEL": "small", "API_KEY": "k", "SECRET_PIN": PIN, "STORE": str(home / "store.sqlite")}
    given |= {"RUNS": str(home / "runs"), "APPS": str(APPS), "DEVICE": "virtual", "SEE": "both", "REPLY": "text"}
    given |= {"SIZE": "540x1200", "TIME_SCALE": "0.05", "OCR": "off"}
    environment = {**kept, "HOME": str(home), **{f"APPAGENT_{name}": value for name, value in given.items()}}
    return type_at(home, environment, *words)


def words_of(requests: Sequence[dict[str, object]]) -> str:
    """All words of some requests, without the pictures."""
    return re.sub(r"data:image/\w+;base64,[\w+/=]+", "", json.dumps(requests, ensure_ascii=False))
