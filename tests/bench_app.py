"""The app of `apps/bench.py` on a virtual phone, and calls carried out on it as a step carries them out."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from conftest import QUICK, SMALL
from scripted_runs import do

from appagent.actions import Start, parse
from appagent.devices.android import Android
from appagent.devices.virtual import virtual
from appagent.guard import Guard
from appagent.phone import Phone
from appagent.secrets import Secrets

BENCH = "com.example.bench"


@dataclass
class BenchApp:
    """A phone in whose app calls are carried out, in which `{words}` stands for the mark of what has these words."""

    device: Android
    phone: Phone
    guard: Guard
    secrets: Secrets

    def __call__(self, *calls: str) -> str:
        """Carry out calls one after the other, each on a fresh look; return what the last one told."""
        told = ""
        for each in calls:
            screen = self.device.capture()
            marks = {e.text: e.mark for e in screen.elements} | {e.hint: e.mark for e in screen.elements if e.hint}
            marks |= {e.resource_id.rpartition("/")[2]: e.mark for e in screen.elements if e.resource_id}
            for words, mark in marks.items():
                each = each.replace(f"{{{words}}}", str(mark))
            told = do(parse(each), screen, self.device, self.guard, secrets=self.secrets)
        return told

    @property
    def state(self) -> dict[str, Any]:
        """What the app knows, as it is told over the wire."""
        told = self.device.state()
        assert told is not None
        state = told["bench"]
        assert isinstance(state, dict)
        return state


@contextmanager
def open_bench(page: str = "", *, guard: Guard | None = None, secrets: Secrets | None = None) -> Iterator[BenchApp]:
    """Open a page of the app; "" for its list of pages."""
    apps = Path(__file__).parent / "apps"
    with virtual(size=SMALL, time_scale=QUICK, apps=apps) as (device, phone):
        device.perform(Start(BENCH))
        worked = BenchApp(device, phone, guard or Guard(), secrets or Secrets())
        if page:
            worked(f"tap({{{page}}})")
        yield worked
