"""Walk to every place that the map of a learnt app knows, each on a fresh phone, and count those that are there.

    appagent learn --app com.example.files --agent offline --rounds 250 --store STORE --device virtual --time-scale 0.05
    python bench/places.py STORE com.example.files [--apps FOLDER] [--size 540x1200]

No model takes part: a script calls `tap_named`, or `go_to` for a page, a slider, a number and a field. A place is there
if all taps were done, and the page has its title, or the last tap was on an element of its name. Places that the guard
refuses, and those that are, or lie behind, a button that several rows have, are counted apart. What is left is printed
with its last action.
"""

import argparse
import json
import tempfile
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import track

from appagent.actions import Start
from appagent.agents.react import ReAct
from appagent.devices.virtual import virtual
from appagent.documents.map.known_map import KnownMap
from appagent.documents.map.place import Place
from appagent.errors import AppAgentError
from appagent.loop import Limits, Run
from appagent.models.scripted import Scripted
from appagent.runs.recorder import Recorder
from appagent.runs.trajectory import Step
from appagent.screen import Screen
from appagent.screen.names.labels import same, title
from appagent.settings import readers
from appagent.step.walks.in_sight import captioned, in_sight
from appagent.store import Store
from appagent.tasks import Task

THERE, REFUSED, OF_SEVERAL, ELSEWHERE = "there", "refused", "one of several", "elsewhere"
MOST_STEPS = 40


def main() -> None:
    """Walk to all places of an app, and print how many are there and which are not."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("store", type=Path)
    parser.add_argument("app", help="its package")
    parser.add_argument("--apps", type=Path, help="folder of more apps for the virtual phone")
    parser.add_argument("--size", type=readers.size, default=(540, 1200), help="of the display; as while it was learnt")
    given = parser.parse_args()
    if not given.store.exists():
        parser.error(f"there is no store {given.store}; learn the app first, with appagent learn --store")
    try:
        counts = counted(
            given.store, given.app, {"apps": given.apps, "size": given.size, "time_scale": 0.02, "seed": 13}
        )
    except AppAgentError as error:
        parser.error(str(error))
    told = ", ".join(f"{counts[each]} {each}" for each in (THERE, REFUSED, OF_SEVERAL, ELSEWHERE))
    print(f"{counts.total()} places: {told}")


def counted(path: Path, app: str, phone: dict[str, Any]) -> Counter[str]:
    """Walk to all places that a store has of an app, print those that are elsewhere, and count each outcome."""
    counts = Counter[str]()
    with Store.open_to_read(path) as store:
        for place in track(places(store, app, phone), "Walking", console=Console(stderr=True)):
            steps, screen = walked(place, store, app, phone)
            found = outcome(place, steps, screen)
            counts[found] += 1
            if found == ELSEWHERE:
                last = steps[-1].words if steps else "nothing"
                print(f"{place.path}: after {last}, on {title(screen) or 'a page without title'!r}")
    return counts


def known_map(store: Store, app: str) -> KnownMap:
    """Return the map of an app as a run begins with it."""
    return KnownMap(store.under_newer_names(store.current(app)), store.labels(app), store.known_as)


def places(store: Store, app: str, phone: dict[str, Any]) -> list[Place]:
    """Return the places that can be walked to from the first page of an app, one for each path."""
    known = known_map(store, app)
    with virtual(**phone) as (device, _):
        device.perform(Start(app))
        _, here = known.seen(device.capture())
    return list({each.path: each for each in known.places(here) if each.steps}.values())


def walked(place: Place, store: Store, app: str, phone: dict[str, Any]) -> tuple[Sequence[Step], Screen]:
    """Walk to a place on a fresh phone; return the steps and the screen at the end."""
    call = "go_to" if is_looked_at(place) else "tap_named"
    script = Scripted(f"{call}({json.dumps(place.path, ensure_ascii=False)})", 'finish("not_done")')
    with (
        tempfile.TemporaryDirectory() as folder,
        virtual(**phone) as (device, _),
        closing(Recorder(Path(folder), "run", app, "", {})) as recorder,
    ):
        device.perform(Start(app))
        limits, known = Limits(MOST_STEPS, picture_side=128), known_map(store, app)
        Run(ReAct(script, see="text"), device, Task("", app), recorder, known=known, limits=limits).go()
        return recorder.steps[:-1], device.capture()


def is_looked_at(place: Place) -> bool:
    """Tell whether a place is gone to and not tapped: a page, or an element that takes a value."""
    takes_value = place.takes in ("slider", "number") or (place.label is not None and place.label.kind == "field")
    return place.label is None or takes_value


def outcome(place: Place, steps: Sequence[Step], screen: Screen) -> str:
    """Return where a walk to a place has led."""
    if any(step.outcome == "refused" for step in steps):
        return REFUSED
    if place.label is None:
        there = same(title(screen), place.name) or title(screen) == place.page[1]
    elif is_looked_at(place):
        there = bool(in_sight(place.name, screen) or captioned(place.name, screen))
    else:
        there = bool(steps) and place.name in steps[-1].words
    if there and all(step.outcome == "done" for step in steps):
        return THERE
    return OF_SEVERAL if place.of_some_row or len(in_sight(place.name, screen)) > 1 else ELSEWHERE


if __name__ == "__main__":
    main()
