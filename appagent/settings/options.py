"""Define all settings as one frozen dataclass, and the few settings that an untrusted folder may change."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Annotated, Literal

import platformdirs

from appagent.errors import UsageError
from appagent.settings import readers as read

OPENAI_URL = "https://api.openai.com/v1"

# Settings that an untrusted folder may change. They name no file, program, key or allowed action, and none of their
# values brings a run to a halt, as a waiting time or a tiny picture would.
HARMLESS_SETTINGS = frozenset({"locale", "see"})


@dataclass(frozen=True)
class Endpoint:
    """Endpoint of a model: its address, key, prices and options. Each attribute is also a setting of this name."""

    base_url: str
    model: str
    api_key: str = field(default="", repr=False)
    price_in: float | None = None  # USD per million prompt tokens
    price_out: float | None = None  # USD per million completion tokens
    temperature: float = 0.0
    timeout_s: float = 120.0
    request_retries: int = 3
    reply_tokens: int = 4096
    reply: str = "auto"  # "json" by a schema, "text", or "auto": JSON if the endpoint can
    stream: bool = False  # replies come piece by piece, and an action is carried out before its reply has ended


@dataclass(frozen=True)
class LeftOut:
    """Settings in a folder's appagent.toml that are ignored, because the person has not trusted this file.

    names: the settings that are ignored.
    changed: True if the file was trusted once and has changed since.
    """

    file: Path
    names: tuple[str, ...]
    changed: bool

    def __str__(self) -> str:
        why = "has changed since you trusted it" if self.changed else "is not trusted"
        return (
            f"{self.file} {why}, so these of its settings do not count: {', '.join(self.names)}. "
            f"To look at them and let them count: appagent trust {shlex.quote(str(self.file.parent))}"
        )


@dataclass(frozen=True)
class Settings:
    """All settings that a person can change, as `name` in appagent.toml or APPAGENT_NAME in the environment.

    Lengths are in px, times in seconds, money in USD. None means that a value is not set, or that there is no cap.
    """

    device: Annotated[str, read.text] = ""  # a serial, "virtual", "DRIVER:WHERE", or "" for the only one attached
    store: Annotated[Path, read.path] = field(default_factory=lambda: _data_dir() / "store.sqlite")
    runs: Annotated[Path, read.path] = field(default_factory=lambda: _data_dir() / "runs")
    prompts: Annotated[Path | None, read.path] = None  # folder that replaces shipped prompts file by file

    base_url: Annotated[str, read.url] = ""
    api_key: Annotated[str, read.key] = field(default="", repr=False)
    model: Annotated[str, read.text] = ""
    embeddings: Annotated[str, read.text] = ""  # for search: "encoder" (the extra), a model of the endpoint, or ""
    price_in: Annotated[float | None, read.number(0)] = None  # USD per million prompt tokens
    price_out: Annotated[float | None, read.number(0)] = None  # USD per million completion tokens
    temperature: Annotated[float, read.number(0)] = 0.0
    timeout_s: Annotated[float, read.number(0.001)] = 120.0  # time for one whole reply
    request_retries: Annotated[int, read.whole_number(0)] = 3  # tries after a request that failed on the way
    reply_tokens: Annotated[int, read.whole_number(64)] = 4096  # longest single reply

    retries: Annotated[int, read.whole_number(0)] = 2  # tries after a reply that cannot be read or carried out
    max_calls: Annotated[int | None, read.whole_number(0)] = None
    max_tokens: Annotated[int | None, read.whole_number(0)] = None
    max_cost_usd: Annotated[float | None, read.number(0)] = None
    max_steps: Annotated[int, read.whole_number(1)] = 30

    quiet_s: Annotated[float, read.number(0, 60)] = 0.3
    react_s: Annotated[float, read.number(0, 60)] = 0.8
    settle_s: Annotated[float, read.number(0, 600)] = 6.0
    time_scale: Annotated[float, read.number(0.01, 100)] = 1.0

    mode: Annotated[str, read.text] = "react"  # how a model carries a task out: one of agents.MODES, or a package's
    see: Annotated[str, read.one_word("picture", "text", "both", "labels")] = "picture"
    ocr: Annotated[str, read.one_word("auto", "off")] = "auto"  # auto: read from pictures what the hierarchy omits
    picture_side: Annotated[int, read.whole_number(64, 8000)] = 1280  # longer side of the model's pictures, px
    reply: Annotated[str, read.one_word("auto", "json", "text")] = "auto"  # auto: JSON if the endpoint can

    # how the model names its actions: by marks, or as models made for phones do; auto: by the model's name
    dialect: Annotated[
        str,
        read.one_word(
            "auto", "marks", "autoglm", "ui-tars", "ui-tars-1.5", "gui-owl", "gui-owl-1.5", "ui-venus", "mai-ui"
        ),
    ] = "auto"
    stream: Annotated[bool, read.flag] = False  # carry an action out while the rest of its reply is still coming

    # experience: share of replays that must have worked to do it again; precision from which another task's steps are
    # told, and from which one line of it
    replay_from: Annotated[float, read.number(0, 1)] = 0.9
    guide_from: Annotated[float, read.number(0, 1)] = 0.7
    hint_from: Annotated[float, read.number(0, 1)] = 0.4

    size: Annotated[tuple[int, int], read.size] = (1080, 2400)  # virtual phone, like the next five
    density: Annotated[int | None, read.whole_number(72, 1000)] = None  # dots per inch; None: chosen by size
    locale: Annotated[str, read.locale] = "en-US"
    seed: Annotated[int | None, read.whole_number(0)] = None  # None: 0, except for names that must be unpredictable
    apps: Annotated[Path | None, read.path] = None  # folder with further apps
    faults: Annotated[str, read.text] = ""  # what goes wrong on the virtual phone: a list of names, or a YAML file

    guard: Annotated[str, read.one_word("normal", "strict")] = "normal"  # what is done about unknown effects
    judge: Annotated[str, read.one_word("on", "off")] = "on"  # a second opinion on unknown effects
    allow: Annotated[frozenset[str], read.allow] = frozenset()
    # values that the driver types for ${name}; in the environment each is a variable APPAGENT_SECRET_NAME
    secrets: Annotated[Mapping[str, str], read.secrets] = field(default_factory=dict, repr=False)
    # packages in which each secret may be typed; no variable sets it: APPAGENT_SECRET_APPS is a secret named "apps"
    secret_apps: Annotated[Mapping[str, tuple[str, ...]], read.secret_apps] = field(default_factory=dict)

    # Set by `load`, and not by people.
    left_out: LeftOut | None = None
    key_refused: str = ""  # why the key must not be sent to `base_url`
    given: Mapping[str, object] = field(default_factory=dict, compare=False, repr=False)  # from the command line

    @property
    def agent_default(self) -> Literal["model", "offline"]:
        """Return the agent to use if the person names none: "model" if a model is configured, else "offline"."""
        return "model" if self.model and (self.base_url or self.api_key) else "offline"

    @property
    def endpoint(self) -> Endpoint:
        """Return the endpoint of the model.

        Raises UsageError if the API key was set for another address than the endpoint's.
        """
        if self.key_refused:
            raise UsageError(self.key_refused)
        own = {one.name: getattr(self, one.name) for one in fields(Endpoint)}
        return Endpoint(**{**own, "base_url": self.base_url or OPENAI_URL})


def _data_dir() -> Path:
    return platformdirs.user_data_path("appagent")
