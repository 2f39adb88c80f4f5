"""Make docs/demo.gif, the moving picture of the README, from real commands on the virtual phone.

    python docs/make_demo_picture.py [--frames FOLDER]

It carries a task out without documents, learns the app, and carries the task out again. What the picture shows is what
these runs left: their screens with the marks, their steps in words, and the documents.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw

from appagent.phone.fonts import font, wrap

OUT = Path(__file__).with_name("demo.gif")
GOAL = "Create a note titled 'Trip' with the text 'Pack boots'"
CHECK = "any(n.title == 'Trip' and n.body == 'Pack boots' for n in notes.notes)"

SIZE = (960, 600)  # px, of the picture
SCREEN = (336, 560)  # px, of the phone's screen in it
PHONE = ("--device", "virtual", "--size", "720x1200", "--time-scale", "0.2")
LEFT = 408  # px, where the words begin
WIDTH = SIZE[0] - LEFT - 24
LINE = 26  # px
ROWS = 5  # the steps that fit under one another
COLOURS = 96

GROUND, INK, FAINT = (246, 247, 249), (28, 30, 34), (104, 110, 120)
GOOD, BAD, TOUCH, EDGE = (0, 120, 70), (180, 40, 20), (255, 140, 0), INK


@dataclass(frozen=True)
class Row:
    """One step in words: what was done, and what was found by it."""

    done: str
    found: str = ""


@dataclass(frozen=True)
class Frame:
    """One moment of the picture. touched: the element that the next action is about, px of `picture`."""

    title: str
    picture: Image.Image
    rows: tuple[Row, ...]
    seconds: float
    verdict: str = ""
    good: bool = True
    touched: tuple[float, ...] = ()


def main() -> None:
    """Run the commands and write the picture, and with --frames each frame of it as PNG."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--frames", type=Path, help="a folder for each frame as PNG")
    folder = parser.parse_args().frames
    with tempfile.TemporaryDirectory() as scratch:
        frames = list(_frames(Path(scratch)))
    images = [_draw(frame) for frame in frames]
    palette = _palette([images[0], images[1], images[len(images) // 2], images[-1]])
    small = [image.quantize(palette=palette, dither=Image.Dither.NONE) for image in images]
    durations = [round(1000 * frame.seconds) for frame in frames]
    small[0].save(OUT, save_all=True, append_images=small[1:], duration=durations, loop=0, optimize=True)
    print(f"{OUT}: {len(frames)} frames, {sum(durations) / 1000:.0f} s, {OUT.stat().st_size / 1000:.0f} kB")
    for number, image in enumerate(images if folder else []):
        image.save(folder / f"{number:02}.png")


def _frames(scratch: Path) -> Iterator[Frame]:
    """Carry the task out without documents, learn, and carry it out with them."""
    task = ("--task", GOAL, "--check", CHECK)
    first = _appagent(scratch, "run", *PHONE, "--app", "notes", *task, "--docs", "none")
    title = "1  A task in an unknown app"
    picture = _picture(first, "0001.jpg")
    yield Frame(title, picture, (Row(GOAL),), 2.0)
    yield Frame(title, picture, (Row(GOAL, first["reason"]),), 3.0, *_verdict(first))

    learnt = _appagent(scratch, "learn", *PHONE, "--app", "notes")
    documents = _appagent(scratch, "docs", "list")["documents"]
    yield from _learning(learnt, documents)

    again = _appagent(scratch, "run", *PHONE, "--app", "notes", *task)
    yield from _running(again, documents)


def _learning(learnt: dict[str, Any], documents: Sequence[dict[str, Any]]) -> Iterator[Frame]:
    """Show each step of learning whose document is still in force at the end."""
    texts = {one["id"]: one["sentence"] for one in documents}
    rows: list[Row] = []
    frame = None
    for step in _steps(learnt):
        if step["document"] in texts:
            rows.append(Row(step["words"], texts[step["document"]]))
            picture = _picture(learnt, step["picture"])
            seconds = 1.4 if len(rows) < 4 else 0.5
            frame = Frame("2  Learn the app, once", picture, tuple(rows), seconds, touched=_touched(step, picture))
            yield frame
    if frame:
        yield replace(frame, seconds=2.0, verdict=f"{len(texts)} documents written")


def _running(again: dict[str, Any], documents: Sequence[dict[str, Any]]) -> Iterator[Frame]:
    """Show each step of the task with the document of what it touches, and how it ended."""
    rows: list[Row] = []
    for step in _steps(again):
        texts = [one["sentence"] for one in documents if _is_about(one, step)]
        rows.append(Row(step["words"], texts[0] if texts else ""))
        picture = _picture(again, step["picture"])
        frame = Frame("3  The task again, with documents", picture, tuple(rows), 1.8, touched=_touched(step, picture))
        if step["outcome"] == "finish":
            verdict, good = _verdict(again)
            frame = replace(frame, seconds=4.0, verdict=verdict, good=good)
        yield frame


def _is_about(document: dict[str, Any], step: dict[str, Any]) -> bool:
    """Say if a document is about what a step does to its element."""
    same = document["element_id"] == step["element_id"]
    return same and document["id"] in step["documents"] and step["action"].startswith(document["action"])


def _verdict(result: dict[str, Any]) -> tuple[str, bool]:
    """Return how a run ended, by the phone's state, and if that is good."""
    if result["status"] == "success":
        return f"Done in {result['steps']} steps, checked on the phone", True
    return "Not done", False


def _appagent(scratch: Path, *words: str) -> dict[str, Any]:
    """Run a command with a store and runs of its own, and return what it prints as JSON."""
    where = {"APPAGENT_STORE": str(scratch / "store.sqlite"), "APPAGENT_RUNS": str(scratch / "runs")}
    offline = {"APPAGENT_MODEL": "", "APPAGENT_PICTURE_SIDE": str(SCREEN[1])}
    command = [sys.executable, "-m", "appagent", *words, "--json"]
    environment = {**os.environ, **where, **offline}
    done = subprocess.run(command, capture_output=True, text=True, env=environment)  # noqa: S603, all words are ours
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def _steps(result: dict[str, Any]) -> list[dict[str, Any]]:
    """Read the steps of a run's trajectory."""
    text = (Path(result["run"]) / "trajectory.jsonl").read_text(encoding="utf-8")
    return [line for line in map(json.loads, text.splitlines()) if line["kind"] == "step"]


def _picture(result: dict[str, Any], name: str) -> Image.Image:
    """Read a picture from a run's folder."""
    with Image.open(Path(result["run"]) / name) as image:
        return image.convert("RGB")


def _touched(step: dict[str, Any], picture: Image.Image) -> tuple[float, ...]:
    """Return the bounds of the element that a step touches, px of its picture; empty where it touches none."""
    if not step["bounds"]:
        return ()
    return tuple(side * picture.width / step["size"][0] for side in step["bounds"])


def _palette(images: Sequence[Image.Image]) -> Image.Image:
    """Choose the colours of the whole picture from some of its frames, also those of small areas."""
    together = Image.new("RGB", (SIZE[0], SIZE[1] * len(images)))
    for number, image in enumerate(images):
        together.paste(image, (0, number * SIZE[1]))
    return together.quantize(COLOURS, method=Image.Quantize.MAXCOVERAGE)


def _draw(frame: Frame) -> Image.Image:
    """Draw the phone on the left and the words on the right."""
    canvas = Image.new("RGB", SIZE, GROUND)
    draw = ImageDraw.Draw(canvas)
    left, top = 40, (SIZE[1] - SCREEN[1]) // 2
    draw.rounded_rectangle((left - 8, top - 8, left + SCREEN[0] + 8, top + SCREEN[1] + 8), 16, fill=EDGE)
    canvas.paste(frame.picture.resize(SCREEN, Image.Resampling.LANCZOS), (left, top))
    if frame.touched:
        scale = SCREEN[0] / frame.picture.width
        x1, y1, x2, y2 = (side * scale for side in frame.touched)
        box = (max(0, x1) + left, y1 + top, min(SCREEN[0] - 1, x2) + left, y2 + top)
        draw.rounded_rectangle(box, 6, outline=TOUCH, width=4)
    draw.text((LEFT, 32), frame.title, INK, font(30, bold=True))
    y = _rows(draw, frame.rows[-ROWS:], 92)
    if frame.verdict:
        draw.text((LEFT, y + 8), frame.verdict, GOOD if frame.good else BAD, font(24, bold=True))
    return canvas


def _rows(draw: ImageDraw.ImageDraw, rows: Sequence[Row], y: int) -> int:
    """Write the steps one under the other, and return where they end, px."""
    for row in rows:
        for text, colour, bold in ((row.done, INK, True), (row.found, FAINT, False)):
            for line in wrap(text, 20, bold, WIDTH, 2) if text else ():
                draw.text((LEFT, y), line, colour, font(20, bold))
                y += LINE
        y += 12
    return y


if __name__ == "__main__":
    main()
