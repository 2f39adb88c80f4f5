"""Every option in one frozen dataclass: defaults < appagent.toml < APPAGENT_* < the command line."""

from __future__ import annotations  # the readers named in the annotations stand below the class

import difflib
import functools
import math
import os
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Annotated, Any, Literal, get_type_hints
from urllib.parse import urlsplit

import platformdirs

from appagent.errors import UsageError

OPENAI_URL = "https://api.openai.com/v1"
_LONGEST_SIDE = 8000  # px of a display
GUARDED = ("pay", "send", "delete", "install", "grant", "secret")  # what --allow can name


@dataclass(frozen=True)
class Endpoint:
    """Where one model is asked, and how."""

    base_url: str
    model: str
    api_key: str = field(default="", repr=False)
    price_in: float | None = None  # USD per million prompt tokens
    price_out: float | None = None  # USD per million completion tokens
    temperature: float = 0.0
    timeout_s: float = 120.0
    request_retries: int = 3
    reply_tokens: int = 4096
    reply: str = "auto"  # "json" by a schema, "text", or "auto": JSON where it can
    prefix: str = "APPAGENT_"  # of the variables that set it, for messages


@dataclass(frozen=True)
class Settings:
    """What a person can set, each as `name` in appagent.toml and as APPAGENT_NAME in the environment.

    Lengths in px, times in seconds, money in USD. None means: not set, or no cap.
    """

    device: Annotated[str, _text] = ""  # a serial, "virtual", or "" for the only one attached
    store: Annotated[Path, _path] = field(default_factory=lambda: _data_dir() / "store.sqlite")
    runs: Annotated[Path, _path] = field(default_factory=lambda: _data_dir() / "runs")
    prompts: Annotated[Path | None, _path] = None  # replaces the shipped prompts file by file

    base_url: Annotated[str, _url] = ""
    api_key: Annotated[str, _key] = field(default="", repr=False)
    model: Annotated[str, _text] = ""
    price_in: Annotated[float | None, _number(0)] = None  # USD per million prompt tokens
    price_out: Annotated[float | None, _number(0)] = None  # USD per million completion tokens
    plan_base_url: Annotated[str, _url] = ""  # the planning model's; what is not set is the main model's
    plan_api_key: Annotated[str, _key] = field(default="", repr=False)
    plan_model: Annotated[str, _text] = ""
    plan_price_in: Annotated[float | None, _number(0)] = None
    plan_price_out: Annotated[float | None, _number(0)] = None
    temperature: Annotated[float, _number(0)] = 0.0
    timeout_s: Annotated[float, _number(0.001)] = 120.0  # for one whole reply
    request_retries: Annotated[int, _whole(0)] = 3  # of a request that failed on the way
    reply_tokens: Annotated[int, _whole(64)] = 4096  # the longest single reply

    retries: Annotated[int, _whole(0)] = 2  # of a reply that cannot be read or carried out
    max_calls: Annotated[int | None, _whole(0)] = None
    max_tokens: Annotated[int | None, _whole(0)] = None
    max_cost_usd: Annotated[float | None, _number(0)] = None
    max_steps: Annotated[int, _whole(1)] = 30

    quiet_s: Annotated[float, _number(0)] = 0.3
    react_s: Annotated[float, _number(0)] = 0.8
    settle_s: Annotated[float, _number(0)] = 6.0
    time_scale: Annotated[float, _number(0.01, 100)] = 1.0

    mode: Annotated[str, _one_of("react")] = "react"  # how a model carries a task out: one action after the other
    see: Annotated[str, _one_of("picture", "text", "both")] = "picture"
    ocr: Annotated[str, _one_of("auto", "off")] = "auto"  # auto: read off the picture what the hierarchy does not tell
    picture_side: Annotated[int, _whole(64)] = 1280  # the longer side of what the model gets
    reply: Annotated[str, _one_of("auto", "json", "text")] = "auto"  # what it answers in; auto: JSON where it can

    size: Annotated[tuple[int, int], _size] = (1080, 2400)  # of the virtual phone, as the next three
    density: Annotated[int | None, _whole(72, 1000)] = None  # dots per inch; None: as many as suit the size
    locale: Annotated[str, _locale] = "en-US"
    seed: Annotated[int, _whole(0)] = 0
    apps: Annotated[Path | None, _path] = None  # a folder of one's own apps for it

    allow: Annotated[frozenset[str], _allow] = frozenset()
    # what the driver types for ${name}, by name; in the environment each is an APPAGENT_SECRET_NAME of its own
    secrets: Annotated[Mapping[str, str], _secrets] = field(default_factory=dict, repr=False)

    @property
    def agent_default(self) -> Literal["model", "offline"]:
        """The agent that runs where none is named."""
        return "model" if self.model and (self.base_url or self.api_key) else "offline"

    @property
    def endpoint(self) -> Endpoint:
        """The main model's."""
        return Endpoint(
            base_url=self.base_url or OPENAI_URL,
            model=self.model,
            api_key=self.api_key,
            price_in=self.price_in,
            price_out=self.price_out,
            temperature=self.temperature,
            timeout_s=self.timeout_s,
            request_retries=self.request_retries,
            reply_tokens=self.reply_tokens,
            reply=self.reply,
        )

    @property
    def plan_endpoint(self) -> Endpoint:
        """The planning model's; the main key serves it on the main host only."""
        main = self.endpoint
        base_url, model = self.plan_base_url or main.base_url, self.plan_model or main.model
        same_host = base_url == main.base_url
        same_model = same_host and model == main.model
        return replace(
            main,
            base_url=base_url,
            model=model,
            api_key=self.plan_api_key or (main.api_key if same_host else ""),
            price_in=main.price_in if same_model and self.plan_price_in is None else self.plan_price_in,
            price_out=main.price_out if same_model and self.plan_price_out is None else self.plan_price_out,
            prefix="APPAGENT_PLAN_",
        )


def load(
    overrides: Mapping[str, object] | None = None,
    *,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
) -> Settings:
    """The settings in force. Of two sources the later one wins, name by name:

    defaults, OPENAI_BASE_URL / OPENAI_API_KEY / OPENAI_MODEL, appagent.toml in the user's configuration
    directory, appagent.toml in `cwd`, APPAGENT_*, `overrides` that are not None. An empty variable counts as
    not set. Relative paths count from the file they stand in, or from `cwd`. A file that names a base URL
    drops the keys of the sources before it, so that a strange project cannot send them to its own host.

    Raises UsageError naming the setting, what was found, and the nearest valid names or values.
    """
    env = os.environ if env is None else env
    cwd = cwd or Path.cwd()
    generic = {name: env.get(f"OPENAI_{name.upper()}") for name in ("base_url", "api_key", "model")}
    values = _read(generic, "environment", cwd, prefix="OPENAI_")
    for folder in (platformdirs.user_config_path("appagent"), cwd):
        in_file = _read_file(folder / "appagent.toml")
        for url, key in (("base_url", "api_key"), ("plan_base_url", "plan_api_key")):
            if url in in_file:
                values.pop(key, None)
        values |= in_file
    values |= _read(_own_variables(env), "environment", cwd, prefix="APPAGENT_")
    values["secrets"] = {**values.get("secrets", {}), **_secret_variables(env)}
    values |= _read(overrides or {}, "options", cwd)
    return Settings(**values)


def options_of(settings: Settings) -> dict[str, object]:
    """The settings as options for `load`, in plain JSON: without keys, secrets, and whom a model's key is sent to."""
    values = {one.name: getattr(settings, one.name) for one in fields(settings) if one.name not in _NOT_TOLD}
    return {name: _plain(value) for name, value in values.items() if value is not None}


_Reader = Callable[[object], object]  # raises ValueError with the words for what it needs
_NAMED = "APPAGENT_SECRET_"  # before the name of a secret
_NOT_SETTINGS = {"APPAGENT_CORPUS", "APPAGENT_RECORD"}  # of the tests: where real dumps are; write golden files anew
_NOT_TOLD = {
    "api_key", "base_url", "model", "plan_api_key", "plan_base_url", "plan_model", "runs", "secrets",
}  # fmt: skip


def _plain(value: object) -> object:
    if isinstance(value, Path):
        return str(value.absolute())
    return sorted(value) if isinstance(value, frozenset) else list(value) if isinstance(value, tuple) else value


def _data_dir() -> Path:
    return platformdirs.user_data_path("appagent")


def _own_variables(env: Mapping[str, str]) -> dict[str, str]:
    own = {name for name in env if name.startswith("APPAGENT_") and not name.startswith(_NAMED)} - _NOT_SETTINGS
    return {name.removeprefix("APPAGENT_").lower(): env[name] for name in own}


def _secret_variables(env: Mapping[str, str]) -> dict[str, str]:
    return {name.removeprefix(_NAMED).lower(): env[name] for name in env if name.startswith(_NAMED) and env[name]}


def _read_file(path: Path) -> dict[str, Any]:
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UsageError(f"cannot read {path}: {error}") from error
    return _read(content, str(path), path.parent)


def _read(found: Mapping[str, object], where: str, base: Path, *, prefix: str = "") -> dict[str, Any]:
    """What was found, checked, without what is not set. prefix: of environment variables."""
    readers = _readers()
    values: dict[str, Any] = {}
    for name, value in found.items():
        if name not in readers:
            near = difflib.get_close_matches(name, readers, n=3) or sorted(readers)
            names = ", ".join(_spell(prefix, known) for known in near)
            raise UsageError(f"{where}: no setting {_spell(prefix, name)}; the nearest: {names}")
        if value is None or (prefix and value == ""):
            continue
        try:
            read = readers[name](value)
        except ValueError as error:
            what = "what is not one" if name.endswith("api_key") or name == "secrets" else repr(value)
            raise UsageError(f"{where}: {_spell(prefix, name)} needs {error}, found {what}") from None
        values[name] = base / read if isinstance(read, Path) else read
    return values


def _spell(prefix: str, name: str) -> str:
    return prefix + name.upper() if prefix else name


@functools.cache
def _readers() -> dict[str, _Reader]:
    hints = get_type_hints(Settings, include_extras=True)
    return {setting.name: hints[setting.name].__metadata__[0] for setting in fields(Settings)}


def _text(value: object) -> str:
    if not isinstance(value, str) or "\0" in value:
        raise ValueError("text")
    return value.strip()


def _key(value: object) -> str:
    if not isinstance(value, str) or not re.fullmatch(r"[!-~]*", value.strip()):
        raise ValueError("a key of plain letters, digits and signs")
    return value.strip()


def _url(value: object) -> str:
    url = _text(value).rstrip("/").removesuffix("/chat/completions")  # the client appends that itself
    if url and not _is_web_address(url):
        raise ValueError("an address that starts with http:// or https://, such as http://localhost:8080/v1")
    return url


def _is_web_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0 and " " not in url
    except ValueError:  # a port that is no number, half a pair of brackets
        return False


def _path(value: object) -> Path:
    if not isinstance(value, str | Path) or not str(value) or "\0" in str(value):
        raise ValueError("a path")
    return Path(value).expanduser()


def _number(least: float, most: float = math.inf) -> _Reader:
    def read(value: object) -> float:
        if isinstance(value, int | float | str) and not isinstance(value, bool):
            number = _or_nan(float, value)
            if least <= number <= most and number < math.inf:
                return number
        raise ValueError(f"a number {_range(least, most)}")

    return read


def _whole(least: int, most: float = math.inf) -> _Reader:
    def read(value: object) -> int:
        if isinstance(value, int | str) and not isinstance(value, bool):
            number = _or_nan(int, value)
            if least <= number <= most:
                return int(number)
        raise ValueError(f"a whole number {_range(least, most)}")

    return read


def _range(least: float, most: float) -> str:
    return f"of {least:g} or more" if most == math.inf else f"from {least:g} to {most:g}"


def _or_nan(convert: Callable[[Any], float], value: object) -> float:
    try:
        return convert(value)
    except (TypeError, ValueError, OverflowError):
        return math.nan


def _one_of(*choices: str) -> _Reader:
    def read(value: object) -> str:
        if isinstance(value, str) and value in choices:
            return value
        raise ValueError(f"one of {', '.join(choices)}")

    return read


def _size(value: object) -> tuple[int, int]:
    parts = re.split("[x*,]", value) if isinstance(value, str) else value
    if isinstance(parts, list | tuple) and len(parts) == 2:
        width, height = (_or_nan(int, part) for part in parts)
        if 100 <= width <= _LONGEST_SIDE and 100 <= height <= _LONGEST_SIDE:
            return int(width), int(height)
    raise ValueError(f"width x height in px, each from 100 to {_LONGEST_SIDE}, such as 1080x2400")


def _locale(value: object) -> str:
    if isinstance(value, str) and re.fullmatch(r"[a-z]{2,3}([-_][A-Za-z0-9]{2,8})*", value):
        return value.replace("_", "-")
    raise ValueError("a language and country, such as en-US or zh-CN")


def _allow(value: object) -> frozenset[str]:
    words = re.split(r"[,\s]+", value.strip()) if isinstance(value, str) else value
    if isinstance(words, list | tuple | set | frozenset):
        kinds = frozenset(str(word) for word in words if word != "")
        if kinds <= frozenset(GUARDED):
            return kinds
    raise ValueError(f"some of {', '.join(GUARDED)}")


def _secrets(value: object) -> dict[str, str]:
    if isinstance(value, Mapping) and all(isinstance(one, str) for one in value.values()):
        return {str(name).lower(): one for name, one in value.items()}
    raise ValueError("a table of texts by name")
