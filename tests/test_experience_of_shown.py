"""Test that what was shown once, in each way, is done with other values without any model, each with its check."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from conftest import NOTES, SMALL
from demonstrating import Hand, demonstrated
from test_by_finger import Person, until, write_a_note

from appagent.cancel import Cancel
from appagent.devices import Device
from appagent.devices.virtual import virtual
from appagent.learning.demonstrations.showing import Typed
from appagent.phone import Phone
from appagent.sessions import Request, run_task
from appagent.settings import load
from appagent.web.recording import Recording

pytestmark = pytest.mark.slow

CLOCK = "com.example.deskclock"
GOAL = "Create a note titled 'milk'"
TITLES = ("Übungen für Jörg", "买牛奶", "Ferry at 7:40")


def by_finger(home: Path, device: Device, phone: Phone) -> None:
    person = Person(device, phone)  # type: ignore[arg-type]
    with demonstrated(person.showing, home, device, NOTES, GOAL) as made:
        until(lambda: person.heard or made.result)
        write_a_note(person)
        person.wait_until_seen()
        for line in ("stop", "yes"):
            person.say(line)


def in_browser(home: Path, device: Device, phone: Phone) -> None:
    heard: list[str] = []
    recording = Recording(heard.append, GOAL, NOTES)
    with demonstrated(recording, home, device, NOTES, GOAL) as made:
        until(lambda: heard)
        hand = Hand(recording, made)
        hand.do(do="tap", mark=5)
        hand.do(do="type", mark=hand.mark("Title"), text="milk")
        hand.do(do="tap", mark=4)
        hand.finish("yes")


def by_lines(home: Path, device: Device, phone: Phone) -> None:
    lines = ("tap 5", 'type "Title" milk', "tap 4", "stop", "yes")
    with demonstrated(Typed(iter(lines), strict=False), home, device, NOTES, GOAL):
        pass


def done_again(home: Path, app: str, tasks: Sequence[tuple[str, str]]) -> None:
    """Do tasks, each with its check, on a fresh phone of another size, and see that no model was asked."""
    settings = replace(load(), store=home / "store.sqlite", runs=home / "runs")
    with virtual(size=(540, 960), density=160, time_scale=0.05) as (device, _):
        for goal, check in tasks:
            request = Request(app, goal, "offline", check=check, device=device, experience="auto")
            done = run_task(settings, request, cancel=Cancel())
            assert (done.status, done.checked, done.model_calls) == ("success", True, 0), (goal, done.reason)
            assert done.replay is not None
            assert (done.replay["handed_over"], done.replay["made"]) == ([], done.replay["moves"])


@pytest.mark.parametrize(
    ("show", "titles"), [(by_finger, TITLES[:1]), (in_browser, TITLES[1:2]), (by_lines, TITLES[2:])]
)
def test_other_notes_are_written_as_was_shown(
    tmp_path, show: Callable[[Path, Device, Phone], None], titles: Sequence[str]
):
    with virtual(size=SMALL, time_scale=0.05) as (device, phone):
        show(tmp_path, device, phone)
    tasks = [(f"Create a note titled '{title}'", f"any(n.title == {title!r} for n in notes.notes)") for title in titles]
    done_again(tmp_path, NOTES, tasks)


def test_another_city_is_chosen_as_was_shown(tmp_path):
    lines = ("tap World", "tap Add city", "tap Cairo", "stop", "yes")
    with (
        virtual(size=SMALL, time_scale=0.05) as (device, _),
        demonstrated(Typed(iter(lines), strict=False), tmp_path, device, CLOCK, "Add Cairo to the world clock"),
    ):
        pass
    done_again(tmp_path, CLOCK, [("Add Lima to the world clock", "'Lima' in clock.cities")])
