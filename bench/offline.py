"""Measure the offline agent with documents, without any, and with the same documents shuffled.

    python bench/offline.py [--time-scale 0.1]

Learns Notes and Settings once, each into an empty store, then carries every task out on a fresh virtual phone: same
code, same budget of steps. Success is decided by the phone's state.
"""

import argparse
import tempfile
from collections import Counter
from dataclasses import replace
from pathlib import Path

from rich.console import Console
from rich.table import Table

from appagent.cancel import Cancel
from appagent.sessions import Request, Result, learn_app, run_task
from appagent.settings import Settings, load

DOCS = ("none", "auto", "shuffled")

# Asked for by the issue that this agent was built to: a note, a switch, a page. Then others, as they come out.
TASKS = (
    ("notes", "Create a note titled 'Gutter' with the text 'Ask Ivo for the ladder'", "",
     "any(n.title == 'Gutter' and n.body == 'Ask Ivo for the ladder' for n in notes.notes)"),
    ("notes", "Add a note called Orchard saying prune the pears", "",
     "any(n.title == 'Orchard' and n.body == 'prune the pears' for n in notes.notes)"),
    ("settings", "Turn on Bluetooth scanning", "", "settings.bluetooth_scanning"),
    ("settings", "Switch off touch feedback", "", "not settings.touch_feedback"),
    ("settings", "Enable USB tethering", "", "settings.usb_tethering"),
    ("settings", "Open the Nearby Share page", "", "phone.title == 'Nearby Share'"),
    ("settings", "Set the font size to Large", "", "settings.font_size == 'Large'"),
    ("settings", "Change the hotspot name to 'Quince'", "", "settings.hotspot_name == 'Quince'"),
    ("settings", "How much memory does the phone have?", "", "'8 GB' in answer"),
    ("settings", "What is the build number?", "", "'UQ1A' in answer"),
    ("notes", "Delete the note 'Books to read'", "delete",
     "not any(n.title == 'Books to read' for n in notes.notes) and len(notes.notes) == 2"),
    ("notes", "Pin the note 'Shopping'", "", "any(n.title == 'Shopping' and n.pinned for n in notes.notes)"),
)  # fmt: skip


def main() -> None:
    """Learn, run the tasks, and print the table."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--time-scale", type=float, default=0.1)
    scale = arguments.parse_args().time_scale
    out = Console(soft_wrap=True, highlight=False)
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        base = replace(load(), device="virtual", time_scale=scale, store=folder / "store.sqlite", runs=folder / "runs")
        for app in ("notes", "settings"):
            learnt = learn_app(base, Request(app, agent="offline"), cancel=Cancel())
            out.print(
                f"{app}: {learnt.documents_written} documents in {learnt.steps} steps, {learnt.seconds:.0f} s, "
                f"decisions {learnt.decisions}"
            )
        table, totals = Table("task", *DOCS, box=None), Counter[str]()
        wrong = Counter[str]()
        for app, goal, allow, check in TASKS:
            settings = replace(base, allow=frozenset(allow.split()) if allow else frozenset())
            results = {docs: _carried_out(settings, Request(app, goal, "offline", docs, check)) for docs in DOCS}
            for docs, result in results.items():
                totals[docs] += result.status == "success"
                wrong[docs] += result.reason.startswith("the agent said that it was done")
            table.add_row(goal, *[_cell(result) for result in results.values()])
        table.add_row("successes", *[f"{totals[docs]} of {len(TASKS)}" for docs in DOCS])
        table.add_row("wrong claims (the agent said done, the check says no)", *[str(wrong[docs]) for docs in DOCS])
        out.print(table)


def _carried_out(settings: Settings, request: Request) -> Result:
    return run_task(settings, request, cancel=Cancel())


def _cell(result: Result) -> str:
    return f"{'yes' if result.status == 'success' else 'no'}, {result.steps}"


if __name__ == "__main__":
    main()
