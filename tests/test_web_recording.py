"""Test showing a task in a browser: by what the page sends, and in Chromium."""

import threading
from pathlib import Path

import pytest
from chromium import browser as browser
from conftest import NOTES, SMALL
from demonstrating import Demonstration, Hand, demonstrated
from scripted_runs import VAULT, vault

from appagent.devices.virtual import virtual
from appagent.learning.demonstrations.showing import Typed
from appagent.runs.demonstration import read_demonstration
from appagent.web.recording import Recording

pytestmark = pytest.mark.slow

GOAL = "Create a note titled 'Milk' with the text 'two litres'"
LINES = ("tap 5", 'type "Title" Milk', 'type "Note" "two litres"', "tap 4")


@pytest.fixture
def recording():
    """Return a recording, whose address is known once `ready` is called."""
    heard = threading.Event()
    made = Recording(lambda words: heard.set(), GOAL, "notes")
    made.ready = lambda: heard.wait(60)  # type: ignore[attr-defined]
    return made


@pytest.fixture
def notes(recording, tmp_path):
    """Begin a demonstration in the app Notes; return somebody at its page, and what comes of it."""
    with (
        virtual(size=SMALL, time_scale=0.05) as (device, phone),
        demonstrated(recording, tmp_path, device, NOTES, GOAL) as made,
    ):
        assert recording.ready()
        hand = Hand(recording, made)
        yield hand, phone
        if not hand._recording._shown["ended"]:
            hand.finish()


def by_lines(home: Path) -> Demonstration:
    """Return the same task as it is shown at the terminal."""
    with (
        virtual(size=SMALL, time_scale=0.05) as (device, _),
        demonstrated(Typed(iter(LINES)), home, device, NOTES, GOAL) as made,
    ):
        pass
    return made


def test_a_task_shown_in_chromium_gives_the_actions_that_lines_give(browser, notes, recording, tmp_path):
    hand, phone = notes
    heard: list[str] = []
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.on("console", lambda message: heard.append(message.text))
    page.on("pageerror", lambda error: heard.append(str(error)))
    page.goto(recording.url)

    def click(words: str, n: int = 0) -> None:
        page.wait_for_selector("#stage:not(.busy)")
        box = page.locator(f"#marks button[aria-label*='{words}']").nth(n).bounding_box()
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    click("mark 5")
    for field, text in (("Title", "Milk"), ("Note", "two litres")):
        page.wait_for_selector(f"#marks button[aria-label='{field}']", state="attached")
        click(field)
        page.fill("#text", text)
        page.keyboard.press("Enter")
        page.wait_for_selector(f"#steps li:has-text('{text}')")
    click("mark 4")
    page.wait_for_selector("#steps li:nth-child(4)")
    page.wait_for_selector("#stage:not(.busy)")
    page.fill("#steps li:nth-child(4) input", "keeps the note")
    page.keyboard.press("Enter")
    page.wait_for_selector("#stage:not(.busy)")
    page.keyboard.press("Tab")
    page.click("#finish")
    page.click("#question:has-text('Milk') button:has-text('another one each time')")
    page.click("#question:has-text('two litres') button:has-text('always this one')")
    page.wait_for_selector("#messages:has-text('has ended')")
    page.close()
    assert heard == []
    assert ("Milk", "two litres") in [(note.title, note.body) for note in phone.packages[NOTES].notes]
    shown = hand.ended()
    assert shown.actions == by_lines(tmp_path / "lines").actions
    assert shown.trajectory.steps[3].thought == "keeps the note"
    kept = read_demonstration(shown.trajectory.folder)
    assert (kept.by, dict(kept.values), kept.fixed) == ("browser", {"title": "Milk"}, ("two litres",))


@pytest.mark.usefixtures("notes")
def test_the_page_works_by_keyboard_alone_and_fits_a_narrow_window(browser, recording):
    page = browser.new_page(viewport={"width": 360, "height": 740}, color_scheme="dark")
    page.goto(recording.url)
    page.wait_for_selector("#stage:not(.busy)")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    for _ in range(10):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.ariaLabel || ''").startswith("Shopping"):
            break
    page.keyboard.press("Enter")
    page.wait_for_selector("#steps li:has-text('Shopping')")
    page.wait_for_selector("#stage:not(.busy)")
    page.keyboard.press("b")
    page.wait_for_selector("#steps li:nth-child(2):has-text('back')")
    page.close()


def test_steps_undone_notes_and_the_screen_are_told_to_the_page(notes):
    hand, _ = notes
    assert hand.state()["heading"] == "Notes"
    opened = hand.do(do="tap", mark=hand.mark("Shopping"))
    assert [step["words"].partition(" ·")[0] for step in opened["steps"]] == ['tap "Shopping']
    assert {one["name"] for one in opened["elements"] if one["field"]} == {"Title", "Note"}
    assert hand.do(do="note", step=1, words="not this one")["steps"][0]["note"] == "not this one"
    after = hand.do(do="undo")
    assert [step["outcome"] for step in after["steps"]] == ["undone", "done"]
    assert after["heading"] == "Notes"
    hand.do(do="touch", points=[[270, 1000, 0], [270, 900, 0.1], [270, 700, 0.2]])


def test_what_cannot_be_done_is_told_and_the_recording_goes_on(notes):
    hand, _ = notes
    for wish in (
        {"do": "fly"}, {"do": "tap", "mark": 99}, {"do": "touch", "points": []}, {"do": "type", "mark": 1, "text": "x"},
        {"do": "touch", "points": [["a", 1, 2]]}, {"do": "note", "step": 7, "words": "x"}, {"do": "undo"},
    ):  # fmt: skip
        said = len(hand.state()["messages"])
        after = hand.do(**wish)
        assert len(after["messages"]) > said, wish
    assert {step["outcome"] for step in after["steps"]} <= {"failed"}


def test_a_click_on_a_screen_that_is_gone_touches_nothing(notes):
    hand, phone = notes
    before = hand.state()
    hand.do(do="tap", mark=hand.mark("Shopping"))
    touched = len(phone.taps())
    after = hand.do(do="tap", mark=1, screen=before["screen"])
    assert "the screen changed" in after["messages"][-1]
    assert len(phone.taps()) == touched


def test_a_change_that_nobody_made_is_shown_and_is_no_step(notes):
    hand, phone = notes
    phone.packages[NOTES].notes[0].title = "Bought"
    phone.press("home")
    phone.start(NOTES)
    state = hand.state(lambda state: any("Bought" in one["name"] for one in state.get("elements", ())))
    assert state["steps"] == []


def test_a_secret_is_asked_for_by_name_and_shown_and_written_nowhere(recording, tmp_path):
    with vault() as (device, phone), demonstrated(recording, tmp_path, device, VAULT, "Sign in") as made:
        assert recording.ready()
        hand = Hand(recording, made)
        mark = hand.mark("Secret words")
        plainly = hand.do(do="type", mark=mark, text="hunter2")
        assert "give it a name" in plainly["messages"][-1]
        assert phone.state()["vault"]["secret"] == ""
        done = hand.do(do="type", mark=mark, text="hunter2", name="password")
        assert phone.state()["vault"]["secret"] == "hunter2"
        assert done["secrets"] == ["password"]
        hand.finish()
    assert "hunter2" not in str(done)
    assert [step.action for step in made.trajectory.steps][:1] == ['text("${password}", element=2)']
    for path in tmp_path.rglob("*"):
        assert not path.is_file() or b"hunter2" not in path.read_bytes(), path


def test_both_ways_give_the_same_actions(notes, tmp_path):
    hand, _ = notes
    hand.do(do="touch", points=[[470, 1050, 0.0], [470, 1050, 0.1]])
    hand.do(do="type", mark=hand.mark("Title"), text="Milk")
    hand.do(do="type", mark=hand.mark("Note"), text="two litres")
    hand.do(do="tap", mark=4)
    assert hand.finish().actions == by_lines(tmp_path / "lines").actions
