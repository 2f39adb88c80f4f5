"""Test showing a task by finger: what getevent tells becomes the actions that lines would give."""

import queue
import time
from collections.abc import Callable, Iterator

import adbutils
import pytest
from conftest import NOTES, SETTINGS, SMALL
from demonstrating import Demonstration, Hand, demonstrated
from fingers import Finger
from scripted_runs import VAULT, vault

from appagent.devices.android import Android
from appagent.devices.captures.hierarchy import parse_dump
from appagent.devices.over_adb.fingers import FingerReport
from appagent.devices.over_adb.getevent import FingerPath, Unread
from appagent.devices.virtual import virtual
from appagent.learning.demonstrations.by_finger import ByFinger
from appagent.learning.demonstrations.showing import Typed
from appagent.phone import Phone
from appagent.screen import same_tree
from appagent.screen.nodes.tree import centre, nodes_of
from appagent.web.recording import Recording

pytestmark = pytest.mark.slow

GOAL = "Create a note titled 'milk'"


class Told(queue.SimpleQueue[FingerReport]):
    """What the phone tells of a finger. touches: how many it has told of."""

    touches = 0

    def put(self, heard: FingerReport) -> None:  # type: ignore[override]
        """Take in what the phone tells, and count it."""
        super().put(heard)
        self.touches += isinstance(heard.reading, FingerPath | Unread)


def until(met: Callable[[], object]) -> None:
    """Wait until something is met, for as long as a machine that is busy may take."""
    end = time.monotonic() + 60
    while not met():
        assert time.monotonic() < end, "it did not come to that"
        time.sleep(0.01)


class Person:
    """Somebody with a finger on the phone and a terminal beside it."""

    def __init__(self, device: Android, phone: Phone) -> None:
        client = device._adb._client
        self.device, self.phone = device, phone
        self.finger = Finger(adbutils.AdbClient(client.host, client.port).device(phone.serial))
        self.heard: list[str] = []
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        self.showing = ByFinger(self.heard.append, lambda: None if self._lines.empty() else self._lines.get())
        self._told = self.showing._events = Told()

    def say(self, line: str) -> None:
        """Type a line at the terminal."""
        self._lines.put(line)

    def tap(self, words: str, **how: float) -> None:
        """Touch what has these words, an id that ends so or a description, once it is there and at rest."""
        self.finger.touch(self.place(words), **how)

    def place(self, words: str) -> tuple[int, int]:
        """Return where something is. words: its own, the end of its id, or "" for the last icon without any."""
        for _ in range(100):
            before = self.phone.hierarchy()
            self.wait_until_seen()
            icons = [
                n for n in nodes_of(parse_dump(before)) if n.role == "ImageButton" and not n.description + n.resource_id
            ]
            named = [
                node for node in nodes_of(parse_dump(before))
                if words in (node.text, node.description, node.resource_id.rpartition("/")[2], node.hint)
            ]  # fmt: skip
            if before == self.phone.hierarchy() and (found := named if words else icons[-1:]):
                return centre(found[0].bounds)
        raise AssertionError(f"there is no {words!r} on the screen")

    def wait_until_told(self) -> None:
        """Wait until the showing has heard of all that the finger did, and has taken it up."""
        showing = self.showing
        until(lambda: self._told.touches >= self.finger.touches and not showing._waiting and showing._down is None)

    def wait_until_seen(self) -> None:
        """Wait until the showing has taken up the last touch, has looked twice since, and knows the screen at rest."""
        self.wait_until_told()
        for _ in range(2):  # the second look began later
            now = time.monotonic()
            until(lambda now=now: [look for look in self.showing._watched._looks if look.ended > now])
        until(self._knows_rest)

    def _knows_rest(self) -> bool:
        view, looks = self.showing._view, [look.screen for look in self.showing._watched._looks]
        known = [*looks, view.screen] if view else []
        return any(screen.settled and same_tree(screen, looks[-1]) for screen in known)

    def type(self, text: str) -> None:
        """Touch the keys of the phone's keyboard."""
        for letter in text:
            self.finger.touch(self.place(letter if letter != " " else "Space"))


def test_a_line_that_is_typed_right_after_a_touch_does_not_overtake_it(tmp_path):
    with virtual(size=SMALL, time_scale=0.05) as (device, phone):
        person, lines = Person(device, phone), ["stop"]

        def typed() -> str | None:
            """Touch the phone, and type before anybody has heard of that."""
            if not lines:
                return None
            button = next(node for node in nodes_of(parse_dump(phone.hierarchy())) if node.resource_id.endswith("/fab"))
            person.finger.touch(centre(button.bounds))
            until(lambda: not person.showing._events.empty())
            return lines.pop()

        person.showing = ByFinger(person.heard.append, typed)
        with demonstrated(person.showing, tmp_path, device, NOTES, GOAL) as made:
            pass
    assert [kind for kind, _, _ in made.actions] == ["tap"]


@pytest.fixture
def shown(tmp_path) -> Iterator[Callable[..., Demonstration]]:
    """Show a task by finger: a function of the person, and of the app's package."""

    def show(act: Callable[[Person], None], app: str = NOTES, opened=lambda: virtual(size=SMALL, time_scale=0.05)):
        with opened() as (device, phone):
            person = Person(device, phone)
            with demonstrated(person.showing, tmp_path / "finger", device, app, GOAL) as made:
                until(lambda: person.heard or made.result)
                try:
                    act(person)
                    person.wait_until_seen()  # what the last touch did, before they type
                finally:
                    for line in ("stop", "no", "no", "no"):  # and the questions
                        person.say(line)
        made.person = person  # type: ignore[attr-defined]
        return made

    return show


def by_lines(home, *lines: str, app: str = NOTES) -> Demonstration:
    with (
        virtual(size=SMALL, time_scale=0.05) as (device, _),
        demonstrated(Typed(iter(lines)), home, device, app, GOAL) as made,
    ):
        pass
    return made


def write_a_note(person: Person) -> None:
    person.tap("fab")
    person.tap("Title")
    person.type("milk")
    person.tap("")


def test_a_note_is_written_by_finger_in_the_browser_and_by_lines_with_the_same_actions(shown, tmp_path):
    finger = shown(write_a_note)
    lines = by_lines(tmp_path / "lines", "tap 5", 'type "Title" milk', "tap 4")
    heard: list[str] = []
    recording = Recording(heard.append, GOAL, NOTES)
    with (
        virtual(size=SMALL, time_scale=0.05) as (device, _),
        demonstrated(recording, tmp_path / "browser", device, NOTES, GOAL) as browser,
    ):
        until(lambda: heard)
        hand = Hand(recording, browser)
        hand.do(do="touch", points=[[470, 1050, 0.0], [470, 1050, 0.1]])
        hand.do(do="type", mark=hand.mark("Title"), text="milk")
        hand.do(do="tap", mark=4)
        hand.finish()
    assert [kind for kind, *_ in lines.actions] == ["tap", "text", "tap"]
    assert finger.actions == lines.actions == browser.actions
    assert [step.action for step in finger.trajectory.steps] == [step.action for step in lines.trajectory.steps]
    screens = [[step.screen_id for step in one.trajectory.steps] for one in (finger, lines, browser)]
    assert screens[0] == screens[1] == screens[2]
    assert all(step.settled and step.picture for step in finger.trajectory.steps)
    assert "milk" in [note.title for note in finger.person.phone.packages[NOTES].notes]


def test_long_presses_strokes_and_keys_of_the_phone_are_steps(shown, tmp_path):
    def act(person: Person) -> None:
        person.tap("Shopping", hold_s=0.6)
        person.tap("Cancel")
        person.tap("Books to read")
        person.tap("back")

    found = shown(act)
    assert (
        found.actions
        == by_lines(tmp_path / "l", 'long "Shopping"', "tap Cancel", 'tap "Books to read"', "back").actions
    )
    assert found.person.phone.taps()[0]["kind"] == "long_press"


def test_a_list_is_scrolled_and_nothing_is_sent_for_what_the_finger_did(shown, tmp_path):
    def act(person: Person) -> None:
        person.place("Battery")
        person.finger.touch((270, 1000), (270, 800), (270, 600), (270, 450))
        person.tap("System")

    found = shown(act, SETTINGS)
    assert [kind for kind, *_ in found.actions] == ["swipe", "tap"]
    assert [touch["kind"] for touch in found.person.phone.taps()] == ["swipe", "tap"]


def test_two_fingers_are_told_and_left_out(shown):
    def act(person: Person) -> None:
        place = person.place("Shopping")
        person.finger.send((3, 0x2F, 0), (3, 0x39, 90), (3, 0x35, place[0]), (3, 0x36, place[1]), (0, 0, 0))
        person.finger.send((3, 0x2F, 1), (3, 0x39, 91), (3, 0x35, 300), (3, 0x36, 300), (0, 0, 0))
        person.finger.send((3, 0x2F, 0), (3, 0x39, -1), (3, 0x2F, 1), (3, 0x39, -1), (0, 0, 0))
        person.tap("Shopping")

    found = shown(act)
    assert [kind for kind, *_ in found.actions] == ["tap"]
    assert any("2 fingers" in words for words in found.person.heard)


def test_what_is_typed_at_the_terminal_goes_with_the_touches(shown):
    def act(person: Person) -> None:
        person.tap("Shopping")
        until(lambda: person.showing._recorder.steps)
        person.say("note where the list is")
        person.say("undo")
        person.place("Books to read")

    found = shown(act)
    assert [(step.outcome, step.thought) for step in found.trajectory.steps][:1] == [("undone", "where the list is")]
    assert found.person.phone.taps()[-1]["key"] == "back"


def test_a_password_typed_by_finger_is_kept_by_name_alone(shown, tmp_path):
    def act(person: Person) -> None:
        person.tap("Secret words")
        person.type("hunter")
        person.tap("Sign in")

    found = shown(act, VAULT, vault)
    assert found.trajectory.steps[0].action == 'text("${secretwords}", element=2)'
    assert found.person.phone.state()["vault"]["secret"] == "hunter"
    for path in (tmp_path / "finger").rglob("*"):
        assert not path.is_file() or b"hunter" not in path.read_bytes(), path
