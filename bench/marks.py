"""Measure what marks do to a picture: words that OCR no longer reads, large outlines, controls without a mark.

    python bench/marks.py [--draw FOLDER] [--walk 4] [--sample SEED] [--words]

The screens are those of ../shared/corpus (or APPAGENT_CORPUS) that have a picture, and those of random walks through
every virtual app. `--draw` writes each with its marks. `--sample` takes twenty of the corpus and twenty of the apps.
`--words` reads every picture with and without marks by OCR; it needs the extra `ocr` and takes two seconds a screen.
"""

import argparse
import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from id_visits import _from_views
from ids import CORPUS
from lxml import etree
from PIL import Image
from screens import _step

from appagent.devices.captures.hierarchy import parse_dump, read_dump
from appagent.phone import Phone
from appagent.phone.app import installed
from appagent.prompting.pictures.marks import mark, mask, shrink
from appagent.screen import Screen, structure
from appagent.screen.nodes.tree import area, centre, contains, nodes_of, walk
from appagent.screen.vision import picture_readers
from appagent.screen.vision.ocr import words

_LOOKS = (("en-US", False), ("zh-CN", True))
_LARGE = 0.8  # share of the display from which an outline is too large
_HALF = 20  # of a sample
_STEPS = 60  # of a walk, at most
_WORD = re.compile(r"[^\W_]+")


def main() -> None:
    """Print one line a screen and the sums."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--draw", type=Path, help="folder for the pictures with marks")
    parser.add_argument("--walk", type=int, default=4, help="screens of each virtual app and look")
    parser.add_argument("--sample", type=int, help="seed by which forty of the screens are taken")
    parser.add_argument("--words", action="store_true", help="read the pictures by OCR too")
    given = parser.parse_args()
    sums: Counter[str] = Counter()
    shown = [list(recorded()), list(walked(given.walk))]
    if given.sample is not None:
        chance = random.Random(given.sample)
        shown = [chance.sample(some, min(_HALF, len(some))) for some in shown]
    (reader,) = picture_readers("auto") or (lambda screen: screen,)
    for name, screen in ((name, reader(screen)) for some in shown for name, screen in some):
        marked = mark(screen)
        if given.draw:
            given.draw.mkdir(parents=True, exist_ok=True)
            marked.save(given.draw / f"{name}.png")
        counts = measure(screen) | (lost(screen, marked) if given.words else {})
        print(f"{name:28}", *(f"{what} {count}" for what, count in counts.items()))
        sums.update(counts | {"screens": 1})
    print("sum", dict(sums))


def recorded() -> Iterator[tuple[str, Screen]]:
    """Yield the screens of the corpus that have a picture, with names for them."""
    for path in sorted((CORPUS / "pairs").glob("[0-9][0-9][0-9][0-9].png")):
        (dump,) = (CORPUS / "xml").glob(f"{path.stem}__*.xml")
        yield path.stem, read_dump(dump.read_text("utf-8"), Image.open(path).convert("RGB"))
    for path in sorted((CORPUS / "recordings").glob("*/states/*.json")):
        state = json.loads(path.read_text("utf-8"))
        picture = Image.open(path.with_name(path.stem.replace("state", "screen") + ".jpg")).convert("RGB")
        app, _, activity = state["foreground_activity"].partition("/")
        xml = etree.tostring(_from_views(state["views"]), encoding="unicode")
        yield path.stem[-6:], read_dump(xml, picture, app=app, activity=activity)


def walked(wanted: int) -> Iterator[tuple[str, Screen]]:
    """Yield screens of random walks through each virtual app: `wanted` of other structure in each look."""
    for app in installed():
        for locale, dark in _LOOKS:
            chance = random.Random(f"{app.package}/{locale}")
            phone = Phone(time_scale=0, locale=locale, size=(720, 1600))
            phone.dark = dark
            phone.start(app.package)
            found = set[str]()
            for _ in range(_STEPS):
                tree = parse_dump(dump := phone.hierarchy())
                if structure(tree) not in found:
                    found.add(structure(tree))
                    name = f"{app.package.rpartition('.')[2]}-{locale[:2]}-{len(found)}"
                    yield name, read_dump(dump, phone.picture().convert("RGB"), size=phone.size, app=app.package)
                if len(found) == wanted:
                    break
                _step(
                    phone, app.package, [n for root in tree if root.package == app.package for n in walk(root)], chance
                )


def measure(screen: Screen) -> dict[str, int]:
    """Count the marks, the outlines over 80% of the display, and what can be clicked but lies in no marked element."""
    boxes = [element.bounds for element in screen.elements if not element.quiet]
    whole = screen.size[0] * screen.size[1]
    clickable = [
        n for n in nodes_of(screen.tree) if n.clickable and n.visible and n.enabled and n.package == screen.app
    ]
    inside = [n for n in clickable if area(n.bounds) and contains((0, 0, *screen.size), *centre(n.bounds))]
    return {
        "marks": len(boxes),
        "large": sum(area(box) > _LARGE * whole for box in boxes) if len(boxes) > 1 else 0,
        "without": sum(not any(contains(box, *centre(n.bounds)) for box in boxes) for n in inside),
    }


def lost(screen: Screen, marked: Image.Image) -> dict[str, int]:
    """Count the words that the hierarchy knows, and how many of them OCR misses without marks and with them."""
    assert screen.picture
    known = [word for text in screen.texts for word in _WORD.findall(text.casefold())]
    plain = mask(shrink(screen.picture, 1280), screen.secrets, screen.size)
    before, after = (_read(picture) for picture in (plain, marked))
    return {
        "words": len(known),
        "missed": sum(word not in before for word in known),
        "missed with marks": sum(word not in after for word in known),
    }


def _read(picture: Image.Image) -> str:
    """Return all that OCR reads, without blanks, because lines are split otherwise where there is an outline."""
    return "".join("".join(_WORD.findall(line.text.casefold())) for line in words(picture))


if __name__ == "__main__":
    main()
