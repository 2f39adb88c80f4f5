"""Print what documents put into the prompts on the way of goals, for a reader to judge: notes, and the map in words.

    appagent learn --app com.qingxin.im --agent offline --rounds 250 --store STORE --device virtual --time-scale 0.05
    appagent learn --app com.example.files --agent offline --rounds 250 --store STORE --device virtual --time-scale 0.05
    python bench/notes.py STORE [--pack] [--ways FILE] [--apps FOLDER]

The goals are those of bench/ways.yaml, sixteen of `daily`, or of a file like it. Each way is the shortest one, and no
model takes part. A note helped if it tells what the screen does not, of the next step on the way or of a later one.
--pack: the documents only, as they come in a pack, without the labels that the machine has seen.
"""

import argparse
import textwrap
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import yaml

from appagent.actions import Action, LongPress, Start, Swipe, Tap
from appagent.devices.android import Android
from appagent.devices.virtual import virtual
from appagent.documents.lookup.serving import offers
from appagent.documents.map.known_map import KnownMap
from appagent.documents.map.labels_ahead import Pages
from appagent.documents.map.place import SEPARATOR, MapAtStart
from appagent.prompting.words.map_in_words import map_in_words
from appagent.prompting.words.notes import Note, notes
from appagent.prompting.words.relevance import Relevance
from appagent.screen import Element, Screen
from appagent.screen.names.labels import PARTS, inside, title
from appagent.screen.transitions import screen_key
from appagent.step.walks.in_sight import names_in_sight
from appagent.store import Store

HOLD = "hold "  # before the words of an element
SCROLLS = 6
WAYS = Path(__file__).with_name("ways.yaml")


def main() -> None:
    """Walk all ways, and print the map, and each screen with its notes."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("store", type=Path)
    parser.add_argument("--pack", action="store_true", help="leave out the labels that this machine has seen")
    parser.add_argument("--ways", type=Path, default=WAYS, help="file of goals and their ways")
    parser.add_argument("--apps", type=Path, help="folder of more apps for the virtual phone")
    chosen = parser.parse_args()
    told, screens = 0, 0
    with Store.open_to_read(chosen.store) as store:
        for goal, each in yaml.safe_load(chosen.ways.read_text()).items():
            print(f"\n{goal}")
            app, way = each["app"], each["way"]
            labels = {} if chosen.pack else store.labels(app)
            records = store.under_newer_names(store.current(app))
            known = KnownMap(records, labels, store.known_as, Relevance(goal).names)
            with virtual(time_scale=0.02, seed=13, apps=chosen.apps) as (device, _):
                device.perform(Start(app))
                print(textwrap.indent(_map_of(device, known, goal), "  | "))
                for screen, found in walked(device, way, store, goal, Pages(records, labels)):
                    print(f"  {title(screen) or '(no title)'}")
                    print("".join(f"    {_line(note, screen)}\n" for note in found), end="")
                    told, screens = told + len(found), screens + 1
    print(f"\n{told} notes on {screens} screens")


def _map_of(device: Android, known: KnownMap, goal: str) -> str:
    shown = device.capture()
    _, here = known.seen(shown)
    return map_in_words(MapAtStart(tuple(known.whole(here)), tuple(names_in_sight(shown))), goal).known


def walked(
    device: Android, way: list[str | int], store: Store, goal: str, pages: Pages
) -> Iterator[tuple[Screen, list[Note]]]:
    """Yield each screen on the way to a goal, scrolled to the element that is touched next, with its notes."""
    visited = set()
    for step in (*way, ""):
        shown = device.capture()
        for _ in range(SCROLLS if step else 0):
            if _meant(shown, step):
                break
            lists = [each for each in shown.elements if "swipe" in each.actions]
            if not lists:
                raise SystemExit(f"{step!r} is not on {title(shown)!r}: {[e.text for e in shown.elements]}")
            _perform(device, Swipe("up", max(lists, key=lambda e: e.bounds[3] - e.bounds[1]).mark), shown)
            shown = device.capture()
        screen = replace(shown, screen_id=store.known_as(shown), aliases=(shown.screen_id, *shown.aliases))
        served = offers(screen, store.for_screen(screen), "en-US")
        yield screen, notes(screen, served, goal, pages, visited - {screen_key(screen)})
        visited.add(screen_key(screen))
        if step and (target := _meant(shown, step)):
            _perform(device, (LongPress if str(step).startswith(HOLD) else Tap)(target.mark), shown)


def _meant(screen: Screen, step: str | int) -> Element | None:
    """Return the element that a step of a way means, or None if it is not in sight."""
    if isinstance(step, int):
        return screen.elements[step - 1]
    row, _, name = step.removeprefix(HOLD).rpartition(SEPARATOR)
    around = _named(screen, row)
    return next(
        (each for each in screen.elements if name in _names(each) and (not row or (around and inside(around, each)))),
        None,
    )


def _named(screen: Screen, words: str) -> Element | None:
    return next((each for each in screen.elements if words in _names(each)), None)


def _names(element: Element) -> tuple[str, ...]:
    return *element.text.split(PARTS), element.resource_id.rpartition("/")[2]


def _perform(device: Android, action: Action, screen: Screen) -> None:
    for gesture in action.gestures(screen):
        device.perform(gesture)


def _line(note: Note, screen: Screen) -> str:
    said = [screen.elements[mark - 1] for mark in note.marks]
    names = ", ".join((e.text or e.resource_id.rpartition("/")[2] or e.role)[:24] for e in said[:3])
    further = f" [leads on to {', '.join(note.ahead)}]" if note.ahead else ""
    return f"{note.action} {names}{' ...' if len(said) > 3 else ''} ({note.how}): {note.text}{further}"


if __name__ == "__main__":
    main()
