"""Show what `step.py` measured: its parts as tables, the ratios, and which targets are met."""

from dataclasses import dataclass
from typing import Any

import original
from rich.console import Console
from rich.table import Table

SIZE = (1080, 2400)
TARGETS_MS = {"flat": 40.0, "photo": 60.0}
TUNED_SHARE = 0.1  # of a stock call, at most
PRESS_MS = 100.0  # that uiautomator2's server on the phone holds a finger down; `input tap` of AppAgent's does not
LOOKS_IN_WORDS = {
    "same": "at a screen that is the same",
    "changed": "at a screen that has changed, so that it is read and compared",
    "with a picture": "with a screenshot, where only that tells what is touched",
}
LOOKS = tuple(LOOKS_IN_WORDS)
DEVICE = ("one call", "dump", "screenshot", "gesture", "settle")
OURS = ("decode", "read", "compare", "mark", "encode", "prompt", "send", "parse reply", "resolve", "record")
Parts = dict[str, float]  # ms


@dataclass(frozen=True)
class Measured:
    """All measurements on one ground.

    ours, busy: what is computed, by the clock and of the processor. turn, turn_busy: time per step of the real loop
    without the device and the last look, ms, likewise. look: cost of the last look before a
    gesture at a screen that is the same or has changed, ms. While it takes, nothing else is looked at: the finger comes
    down on what the phone showed that long before, or less long, at least from its answer on.
    """

    nodes: int
    marks: int
    stock: Parts
    tuned: Parts
    ours: Parts
    busy: Parts
    turn: float
    turn_busy: float
    look: Parts
    original: Parts | None


def verdict(measured: dict[str, Measured]) -> list[dict[str, Any]]:
    """List the targets, the measured values, and whether each is met. Targets for calls apply to the real adb only."""
    lines = [
        (f"a step besides the device, {ground}, ms", sum(one.ours.values()), TARGETS_MS[ground])
        for ground, one in measured.items()
    ] + [
        (f"a tuned call over a stock one, {ground}", one.tuned["one call"] / one.stock["one call"], TUNED_SHARE)
        for ground, one in measured.items()
        if one.original is not None
    ]
    return [{"what": what, "found": round(found, 3), "most": most, "met": found <= most} for what, found, most in lines]


def show(measured: dict[str, Measured], told: list[dict[str, Any]]) -> None:
    """Print the tables and the ratios."""
    out = Console(soft_wrap=True, highlight=False)
    for ground, one in measured.items():
        out.print(table(ground, one))
        for name, words in LOOKS_IN_WORDS.items():
            cost, least = one.look[f"{name}: cost"], one.look[f"{name}: window at least"]
            out.print(
                f"The last look before a gesture, {words}: {cost:.1f} ms more. What changes in the "
                f"last {least:.1f} to {cost:.1f} ms before the gesture is sent is not seen."
            )
        if one.original is None:
            out.print(f"AppAgent's way is left out: adbutils brings no adb here ({original.ADB}).")
        else:
            theirs, ours = sum(one.original.values()), sum(one.ours.values()) + one.tuned["gesture"]
            out.print(
                f"A step but for the model: AppAgent {theirs:.0f} ms and a sleep of {original.SLEEP_S:.0f} s; here "
                f"{ours:.0f} ms, {PRESS_MS:.0f} of them the phone's own for a press, and {one.tuned['settle']:.0f} ms "
                f"of looking and waiting until the screen rests. {theirs / 1000 + original.SLEEP_S:.1f} s against "
                f"{(ours + one.tuned['settle']) / 1000:.1f} s.\n"
            )
    for line in told:
        mark_ = "[green]met[/green]" if line["met"] else "[red]missed[/red]"
        out.print(f"{mark_}: {line['what']}: {line['found']:g}, at most {line['most']:g}")


def table(ground: str, one: Measured) -> Table:
    """Build the table of one ground's parts."""
    shown = Table("part", title=f"{ground}: {one.nodes} nodes, {one.marks} marks, {SIZE[0]}x{SIZE[1]}, ms", box=None)
    for head in ("stock", "tuned", "times faster", "of the processor", "AppAgent's way"):
        shown.add_column(head, justify="right")
    theirs = one.original or {}
    for name in DEVICE:
        ratio = one.stock[name] / one.tuned[name]
        shown.add_row(name, _ms(one.stock[name]), _ms(one.tuned[name]), f"{ratio:.1f}", "", _ms(theirs.get(name)))
    for name in OURS:
        shown.add_row(name, "", _ms(one.ours[name]), "", _ms(one.busy[name]), _ms(theirs.get(name)))
    ours, busy = sum(one.ours.values()), sum(one.busy.values())
    shown.add_row("all from decode on", "", _ms(ours), "", _ms(busy), "", style="bold")
    shown.add_row("the real loop, besides the device", "", _ms(one.turn), "", _ms(one.turn_busy), "")
    return shown


def _ms(value: float | None) -> str:
    return "" if value is None else f"{value:.1f}"
