"""Find the value of each setting. If several sources set it, the last one counts.

The sources are, in this order: the defaults, the variables OPENAI_*, the files appagent.toml, the variables APPAGENT_*,
and the command line. Most settings in a folder's appagent.toml count only if the person has trusted the file. A key is
sent only to the address that the key was set for.
"""

import difflib
import functools
import os
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, get_type_hints
from urllib.parse import urlsplit

import platformdirs

from appagent.errors import UsageError
from appagent.files import read_file
from appagent.settings import trust
from appagent.settings.options import HARMLESS_SETTINGS, OPENAI_URL, LeftOut, Settings
from appagent.settings.readers import Reader, brief

SETTINGS_FILE = "appagent.toml"
_LARGEST_FILE = 16_000  # bytes; the longest that sets everything has a fifth of that
_TABLES = ("secrets", "secret_apps")  # tables that later sources extend instead of replacing
_NOT_SHOWN = ("api_key", "secrets", "secret_apps")
_NAMED = "APPAGENT_SECRET_"  # before the name of a secret
_NOT_SETTINGS = {"APPAGENT_CORPUS", "APPAGENT_RECORD"}  # used by tests: folder of real dumps; rewrite golden files
_YOU, _OTHER_TOOLS, _FOLDER = "you", "other tools", "the folder"


@dataclass(frozen=True)
class _Source:
    """Settings from one source, such as a file or the environment.

    owner: who set them there: the person, other tools, or the current folder.
    spelling: format for the name of a setting in error messages, such as "APPAGENT_{}".
    """

    owner: str
    spelling: str
    values: Mapping[str, Any]

    def spell(self, name: str) -> str:
        return self.spelling.format(name.upper() if self.spelling.endswith("_{}") else name)


def load(
    overrides: Mapping[str, object] | None = None,
    *,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    trust_folder: bool = False,
) -> Settings:
    """Return the settings, each from the last source that sets it.

    The sources are, in this order: the defaults; OPENAI_BASE_URL, OPENAI_API_KEY and OPENAI_MODEL; appagent.toml in the
    user's configuration directory; appagent.toml in `cwd`; the variables APPAGENT_*; and `overrides`, in which None
    means not set. An empty variable counts as not set. A relative path in a file starts at the folder of the file. Any
    other relative path starts at `cwd`.

    Unless the person has trusted appagent.toml in `cwd` as it is now, or `trust_folder` is True, only harmless settings
    of this file count. The attribute `left_out` of the result lists the ignored settings.

    Raises UsageError that names the setting, what was found, and the nearest valid names or values.
    """
    env = os.environ if env is None else env
    cwd = cwd or Path.cwd()
    given = {name: value for name, value in (overrides or {}).items() if value is not None}
    generic = {name: env.get(f"OPENAI_{name.upper()}") for name in ("base_url", "api_key", "model")}
    mine = platformdirs.user_config_path("appagent") / SETTINGS_FILE
    folder, left_out = _of_folder(cwd / SETTINGS_FILE, trust_folder)
    sources = [
        _Source(_OTHER_TOOLS, "OPENAI_{}", _read(generic, "environment", cwd, prefix="OPENAI_")),
        _Source(_YOU, f"{mine}: {{}}", would_set(mine, read_file(mine, _LARGEST_FILE)) if mine.exists() else {}),
        folder,
        _Source(_YOU, "APPAGENT_{}", _of_environment(env, cwd)),
        _Source(_YOU, "the option {}", _read(given, "options", cwd)),
    ]
    values: dict[str, Any] = {}
    for source in sources:
        tables = {name: {**values.get(name, {}), **source.values.get(name, {})} for name in _TABLES}
        values |= {**source.values, **{name: table for name, table in tables.items() if table}}
    _check_valued(sources[-1].values.get("secret_apps", ()), values.get("secrets", {}))
    refused = _key_refused(sources)
    return Settings(**values, left_out=left_out, key_refused=refused, given=given)


def would_set(path: Path, written: bytes) -> dict[str, Any]:
    """Parse and check the settings in an appagent.toml; return their values by name.

    path: the file, for error messages and relative paths.
    Raises UsageError, with a message of one line, if the file or a setting is not valid.
    """
    try:
        found = tomllib.loads(written.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:  # TOML's and Unicode's errors are ValueErrors
        why = " ".join(str(error).split()).partition("; use sys.")[0]  # Python's advice to programmers
        raise UsageError(f"cannot read {path}: {why[:200]}") from None
    return _read(found, str(path), path.parent)


def _of_folder(path: Path, trust_folder: bool) -> tuple[_Source, LeftOut | None]:
    """Return the settings in the current folder's appagent.toml as (settings that count, settings that are ignored).

    All settings count if the person trusts the file or `trust_folder` is True. Otherwise only harmless ones count.
    path: the file. The second value is None if nothing is ignored. If there is no such file, the first value has no
    settings.
    """
    if not path.exists() or path.resolve() == (platformdirs.user_config_path("appagent") / SETTINGS_FILE).resolve():
        return _Source(_FOLDER, "{}", {}), None
    found = read_file(path, _LARGEST_FILE)
    source = _Source(_FOLDER, f"{path}: {{}}", would_set(path, found))
    if trust_folder or trust.trusted(path, found):
        return source, None
    counting = {name: value for name, value in source.values.items() if name in HARMLESS_SETTINGS}
    names = tuple(sorted(source.values.keys() - counting.keys()))
    left_out = LeftOut(path, names, trust.trusted_before(path)) if names else None
    return _Source(_FOLDER, source.spelling, counting), left_out


def _of_environment(env: Mapping[str, str], cwd: Path) -> dict[str, Any]:
    own = {name for name in env if name.startswith("APPAGENT_") and not name.startswith(_NAMED)} - _NOT_SETTINGS
    settings = {name.removeprefix("APPAGENT_").lower(): env[name] for name in own}
    secrets = {name.removeprefix(_NAMED).lower(): env[name] for name in env if name.startswith(_NAMED) and env[name]}
    return _read(settings, "environment", cwd, prefix="APPAGENT_") | ({"secrets": secrets} if secrets else {})


def _check_valued(bound: Iterable[str], secrets: Mapping[str, str]) -> None:
    """Raise UsageError if `--secret` names a secret that has no value. bound: the names given by `--secret`."""
    for name in bound:
        if not secrets.get(name):
            variable = f"{_NAMED}{name.upper()}"
            raise UsageError(f"--secret {name.upper()}: there is no such secret; set {variable} to its value")


def _key_refused(sources: Iterable[_Source]) -> str:
    """Return the reason why the API key must not be sent to the endpoint's address; "" if it may be sent.

    sources: all sources of settings. The last key and the last address in them are used. The address that the key was
    set for is the first of these that exists:

    - the address in the source that sets the key;
    - the last address that the same owner (the person, other tools, the folder) has set in another source;
    - OpenAI's address.

    If this is not the endpoint's address, the key must not be sent.
    """
    naming_key = [source for source in sources if source.values.get("api_key")]
    naming_url = [source for source in sources if source.values.get("base_url")]
    if not naming_key or not naming_url:
        return ""
    key, url = naming_key[-1], naming_url[-1]
    owners = [source for source in naming_url if source.owner == key.owner]
    beside = key.values.get("base_url") or (owners[-1].values["base_url"] if owners else OPENAI_URL)
    if _same_address(beside, url.values["base_url"]):
        return ""
    return (
        f"the key in {key.spell('api_key')} was set for {_host(beside)}, and {url.spell('base_url')} names "
        f"{_host(url.values['base_url'])}: it is not sent there. Set key and address in one place, such as "
        "APPAGENT_API_KEY and APPAGENT_BASE_URL (APPAGENT_API_KEY=none where the server wants none)"
    )


def _same_address(*urls: str) -> bool:
    parts = map(urlsplit, urls)
    return len({(part.scheme, part.netloc.lower(), part.path.rstrip("/")) for part in parts}) == 1


def _host(url: str) -> str:
    """Return the scheme and the host of an address, without user name and password."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"


def _read(found: Mapping[str, object], where: str, base: Path, *, prefix: str = "") -> dict[str, Any]:
    """Parse the settings from one source; return the values of those that are set, by name.

    where: name of the source, for errors.
    base: folder at which relative paths start.
    prefix: beginning of the names of variables, such as "APPAGENT_"; "" if the source is not the environment.
    Raises UsageError for an unknown setting or a wrong value.
    """
    readers = _readers()
    values: dict[str, Any] = {}
    for name, value in found.items():
        if name not in readers:
            near = difflib.get_close_matches(name[:40], readers, n=3, cutoff=0.3)
            names = ", ".join(_spell(prefix, known) for known in near)
            names = names or "none; `appagent run --help` lists what there is"
            raise UsageError(f"{where}: no setting {_spell(prefix, name[:40])}; the nearest: {names}")
        if value is None or (prefix and value == ""):
            continue
        try:
            read = readers[name](value)
        except ValueError as error:
            what = "something else" if name in _NOT_SHOWN else brief(value)
            raise UsageError(f"{where}: {_spell(prefix, name)} needs {error}, found {what}") from None
        values[name] = base / read if isinstance(read, Path) else read
    return values


def _spell(prefix: str, name: str) -> str:
    return prefix + name.upper() if prefix else name


@functools.cache
def _readers() -> dict[str, Reader]:
    hints = get_type_hints(Settings, include_extras=True)
    return {
        one.name: hints[one.name].__metadata__[0]
        for one in fields(Settings)
        if hasattr(hints[one.name], "__metadata__")
    }
