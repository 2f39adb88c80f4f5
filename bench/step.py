"""Measure the cost of one step, part by part, with a model that answers at once.

    python bench/step.py [--rounds 50] [--json]

A virtual phone in a process of its own shows 200 nodes at 1080x2400, on a flat ground and on a photo-like one. Requests
go through the real adb, by uiautomator2 with adbutils' own client (stock) and with ours (tuned), alternating;
AppAgent's way is measured beside them. Without adb, the phone's own stand-in for its server is used and AppAgent's way
is left out. Medians, milliseconds; what this process computes is measured by the processor's time too, since other
programs lengthen that by the clock.
"""

import argparse
import base64
import io
import json
import multiprocessing
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import count
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import adbutils
import original
import uiautomator2
from PIL import Image
from step_table import LOOKS, SIZE, TARGETS_MS, Measured, Parts, show, verdict

from appagent.actions import Gesture, Tap, call, function_list
from appagent.agents.react import ReAct
from appagent.devices.android import Android
from appagent.devices.captures.hierarchy import parse_dump, read_dump
from appagent.devices.captures.settle import Patience, settle
from appagent.devices.over_adb.adb import Client
from appagent.documents.lookup.serving import offers
from appagent.documents.map.labels_ahead import Pages
from appagent.guard import Guard
from appagent.loop import Limits, Run, screen_hash
from appagent.models import Message
from appagent.models.chat import to_chat
from appagent.models.scripted import Scripted
from appagent.phone import Phone
from appagent.phone.wire import serve, serve_adbd
from appagent.prompting.pictures.marks import encode, mark
from appagent.prompting.replies.reply import read_reply
from appagent.prompting.templates import Prompts
from appagent.prompting.words.history import history
from appagent.prompting.words.notes import notes
from appagent.runs.recorder import Recorder
from appagent.runs.trajectory import Step
from appagent.screen import Screen, nearest, structure, unchanged
from appagent.screen.nodes.tree import nodes_of
from appagent.store import Record, Store, utc_now
from appagent.tasks import Task

APP = "com.example.crowded"


@dataclass(frozen=True)
class Served:
    """Phone in another process as adb's clients find it: the server's port, its serial, and adb if present."""

    port: int
    serial: str
    adb: original.Adb | None


def main() -> None:
    """Measure, print, and check the targets; exit with status 1 if one is missed."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--rounds", type=int, default=50, help="how often each part is done")
    arguments.add_argument("--json", action="store_true", help="print one JSON object on standard output")
    given = arguments.parse_args()
    measured = {}
    for ground in TARGETS_MS:
        with tempfile.TemporaryDirectory() as folder, phone(Path(folder), photo=ground == "photo") as served:
            measured[ground] = measure(served, Path(folder), given.rounds)
    told = verdict(measured)
    if given.json:
        print(json.dumps({ground: vars(one) for ground, one in measured.items()} | {"verdict": told}, indent=1))
    else:
        show(measured, told)
    sys.exit(not all(line["met"] for line in told))


@contextmanager
def phone(home: Path, photo: bool) -> Iterator[Served]:
    """Start the phone with the crowded app in front, until the block ends. home: a folder for adb's own files."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_be_phone, args=(theirs, photo))
    process.start()
    theirs.close()
    try:
        serial, port, address = ours.recv()
        if original.ADB.exists():
            with original.connected(address, home) as adb:
                yield Served(adb.port, address, adb)
        else:
            yield Served(port, serial, None)
    finally:
        ours.close()
        process.join()


def _be_phone(told: Connection, photo: bool) -> None:
    """Run the phone in the other process until the pipe is closed."""
    made = Phone(size=SIZE, apps=Path(__file__).parent / "apps")
    made.start(APP)
    if photo:
        time.sleep(1.0)  # until the page stands
        at = next(e for e in read_dump(made.hierarchy()).elements if e.resource_id.endswith("ground")).bounds
        made.tap((at[0] + at[2]) // 2, (at[1] + at[3]) // 2)
    with serve(made) as host, serve_adbd(made) as door:
        told.send((made.serial, host.port, door.address))
        try:
            told.recv()
        except EOFError:
            return


def measure(served: Served, folder: Path, rounds: int) -> Measured:
    """Measure every part on one ground."""
    stock = uiautomator2.connect(adbutils.AdbClient("127.0.0.1", served.port).device(served.serial))
    with Android(Client("127.0.0.1", served.port), served.serial) as device:
        screen = device.capture()
        theirs, ours_ = in_turns([_calls(stock, screen), _calls(device._u2, screen)], rounds)
        taken = device._u2.jsonrpc.takeScreenshot(1, 80)
        with Store.open(folder / "store.sqlite") as store:
            learn(store, screen)
            parts = [computing(screen, taken, store, folder)]
            (ours,), (busy,) = in_turns(parts, rounds), in_turns(parts, rounds, time.process_time)
            turn, turn_busy, look = real_turn(served, store, folder, rounds)
        nodes = sum(1 for _ in nodes_of(screen.tree))
        return Measured(
            nodes, len(screen.elements), theirs, ours_, ours, busy, turn, turn_busy, look,
            as_appagent(served, folder, screen, rounds),
        )  # fmt: skip


def in_turns(
    parts: list[dict[str, Callable[[], object]]], rounds: int, clock: Callable[[], float] = time.perf_counter
) -> list[Parts]:
    """Return the median of each part, ms.

    Parts to be compared alternate, so that other load on the machine hits all alike.
    """
    taken: list[dict[str, list[float]]] = [{name: [] for name in group} for group in parts]
    for name in parts[0]:
        for _ in range(rounds + 1):
            for group, times in zip(parts, taken, strict=True):
                began = clock()
                group[name]()
                times[name].append(1000 * (clock() - began))
    return [{name: statistics.median(times[1:]) for name, times in group.items()} for group in taken]  # 1: warms up


def _calls(automator: Any, screen: Screen) -> dict[str, Callable[[], object]]:
    """Return the requests of a step to the phone through one client; settling includes its dumps and its picture."""

    def dump() -> Any:
        return automator.jsonrpc.dumpWindowHierarchy(False, 50)

    def photograph() -> Any:
        return automator.jsonrpc.takeScreenshot(1, 80)

    return {
        "one call": lambda: automator.info,
        "dump": dump,
        "screenshot": photograph,
        "gesture": lambda: automator.click(*_beside(screen)),
        "settle": lambda: settle(dump, photograph, Patience()),
    }


def _beside(screen: Screen) -> tuple[int, int]:
    """Return a point beside all elements, where a tap changes nothing."""
    left, _, right, bottom = screen.elements[-1].bounds
    return (left + right) // 2, bottom + 40


def learn(store: Store, screen: Screen) -> None:
    """Write a document for every element, as a learning would."""
    store.remember_screen(screen)
    for element in screen.elements:
        store.add(
            Record(
                app=screen.app, screen_id=screen.screen_id, element_id=element.id, template=element.template,
                text=f"Opens the page on {element.text or 'the ground'}.", action="tap", source="explore",
                time=utc_now(),
            )
        )  # fmt: skip


def computing(screen: Screen, taken: str, store: Store, folder: Path) -> dict[str, Callable[[], object]]:
    """Return the computations of a step in order, each using the result of the one before.

    The screen after equals the screen before, which takes the longest to compare.
    """
    picture = decoded(taken)
    numbers = count()
    marked = mark(screen)
    jpeg = encode(marked)
    wanted = Tap(screen.elements[0].mark)
    reply = f"Observation: A list.\nThought: The first row.\nAction: {call(wanted)}\nSummary: I chose the first row."
    step = Step(1, screen.screen_id, APP, screen.activity, call(wanted), "tap", "done", summary="I chose it.")
    recorder = Recorder(folder / "runs", "run", APP, "", {})

    def look() -> Screen:
        dump = f"{screen.raw}<!-- {next(numbers)} -->"  # one that was not read before
        structure(parse_dump(dump))
        return read_dump(dump, picture, size=screen.size, app=APP, activity=screen.activity)

    before, after = look(), look()

    messages = prompted(screen, store, step, jpeg)

    def record() -> None:
        recorder.picture(1, jpeg)
        recorder.step(step)

    def check() -> tuple[Gesture, ...]:
        Guard().check(wanted, screen, "tap the first row")
        return wanted.gestures(screen)

    return {
        "decode": lambda: decoded(taken),
        "read": look,
        "compare": lambda: (unchanged(before, after), screen_hash(after)),
        "mark": lambda: mark(screen),
        "encode": lambda: encode(marked),
        "prompt": lambda: prompted(screen, store, step, jpeg),
        "send": lambda: json.dumps(to_chat(messages)),
        "parse reply": lambda: read_reply(reply),
        "resolve": check,
        "record": record,
    }


def prompted(screen: Screen, store: Store, step: Step, jpeg: bytes) -> list[Message]:
    """Build the messages for the model, with documents for the screen and ten steps of history."""
    here = nearest(screen, store.screens(APP))
    assert here == screen.screen_id
    found = offers(screen, store.for_screen(screen))
    done = history([step] * 10)
    known = notes(screen, found, "Choose the first parcel", Pages(store.current(APP)))
    return Prompts().render(
        "act", (jpeg,), task="Choose the first parcel", app=APP, actions=function_list(), reply="text",
        earlier=done.earlier, last_actions=done.last, notes=known, listing="", notices=(), pictured=True,
    )  # fmt: skip


def decoded(taken: str) -> Image.Image:
    """Decode a screenshot as the phone sent it, in the way the driver and uiautomator2 do."""
    picture = Image.open(io.BytesIO(base64.b64decode(taken)))
    picture.load()
    return picture


class Timed:
    """Device that measures how long it and each last look before a gesture took, by the clock and of the processor.

    looks: for each look the seconds from its beginning, and from the answer with the hierarchy, until the gesture; of
    the kinds `LOOKS` in turns.
    """

    def __init__(self, device: Android) -> None:
        self.device = device
        self.busy_s = self.worked_s = 0.0
        self.looks: list[tuple[float, float]] = []
        self._began = self._answered = self._worked = 0.0
        self._looking = False
        ask = device._u2.dump

        def dump() -> str:
            answer: str = ask()
            self._answered = time.perf_counter()
            other = self._looking and self._kind == "changed"
            return f"{answer}<!-- {len(self.looks)} -->" if other else answer

        device._u2.dump = dump

    def capture(self) -> Screen:
        """Capture the screen with the wrapped device."""
        began, worked = time.perf_counter(), time.process_time()
        try:
            return self.device.capture()
        finally:
            self.busy_s += time.perf_counter() - began
            self.worked_s += time.process_time() - worked

    def glance(self, *, pictured: bool) -> Screen:
        """Look once with the wrapped device."""
        self._began, self._worked, self._looking = time.perf_counter(), time.process_time(), True
        return self.device.glance(pictured=pictured or self._kind == "with a picture")

    @property
    def _kind(self) -> str:
        return LOOKS[len(self.looks) % len(LOOKS)]

    def perform(self, gesture: Gesture) -> None:
        """Perform a gesture with the wrapped device."""
        began = time.perf_counter()
        self.looks.append((began - self._began, began - self._answered))
        self._looking = False
        self.device.perform(gesture)
        self.busy_s += time.perf_counter() - self._began
        self.worked_s += time.process_time() - self._worked


def real_turn(served: Served, store: Store, folder: Path, rounds: int) -> tuple[float, float, Parts]:
    """Measure a step of the real loop without capturing, looking once more and performing; and measure that look.

    Returns (ms by the clock, ms of the processor, parts of the look). The first is a check on the sum of the parts. A
    row is tapped, which chooses it or not and changes little else.
    """
    hasty, steps = Patience(0.0, 0.0, 0.0), max(rounds, len(LOOKS))  # at least one look of each kind
    with (
        Android(Client("127.0.0.1", served.port), served.serial, hasty) as device,
        closing(Recorder(folder / "runs", "run", APP, "Choose the first parcel", {})) as recorder,
    ):
        timed = Timed(device)
        row = next(one.mark for one in device.capture().elements if one.listed)
        agent = ReAct(Scripted(lambda messages: f"tap({row})"), store)
        limits = Limits(max_steps=steps, repeats=10 * steps)
        began, worked = time.perf_counter(), time.process_time()
        Run(agent, timed, Task("Choose the first parcel", APP), recorder, limits=limits).go()  # type: ignore[arg-type]
        turn = 1000 * (time.perf_counter() - began - timed.busy_s) / steps
        turn_busy = 1000 * (time.process_time() - worked - timed.worked_s) / steps
        look = {}
        for number, name in enumerate(LOOKS):
            whole, rest = (
                1000 * statistics.median(part) for part in zip(*timed.looks[number :: len(LOOKS)], strict=True)
            )
            look |= {f"{name}: cost": whole, f"{name}: window at least": rest}
        return turn, turn_busy, look


def as_appagent(served: Served, folder: Path, screen: Screen, rounds: int) -> Parts | None:
    """Measure the same step in AppAgent's way; None without adb."""
    adb = served.adb
    if adb is None:
        return None
    original.photograph(adb, folder)
    original.dump(adb, folder)
    centres = original.elements(folder)
    parts: dict[str, Callable[[], object]] = {
        "dump": lambda: original.dump(adb, folder),
        "screenshot": lambda: original.photograph(adb, folder),
        "gesture": lambda: original.tap(adb, *_beside(screen)),
        "read": lambda: original.elements(folder),
        "mark": lambda: original.label(folder, centres),
        "encode": lambda: original.encode(folder),
    }
    return in_turns([parts], rounds)[0]


if __name__ == "__main__":
    main()
