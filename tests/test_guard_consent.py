"""What a task plainly asks for: one question before the run, and then one such deed on what the task names."""

import pytest
from conftest import QUICK, SMALL
from hierarchies import dump, node
from tables import cases

from appagent.actions import Tap
from appagent.cancel import Cancel
from appagent.devices.captures.hierarchy import read_dump
from appagent.errors import RefusedError
from appagent.guard import Consent, Guard, asked_for
from appagent.screen import Screen
from appagent.sessions import Request, run_task
from appagent.settings import Settings

CHAT = "org.chat"


@cases(
    ("goal", "effects"),
    [
        ("Send Ana 'See you at six'", ("send",)),
        ("Open the chat with Ana and reply 'Delete it'", ("send",)),
        ("Pay Ana Berg 120,00 €", ("pay",)),
        ("删除联系人", ("delete",)),
        ("Delete the note 'Trip', then send Ana the list", ("delete", "send")),
        ("Do not send anything", ()),
        ("Look at the orders without paying", ()),
        ("Create a note titled 'Buy milk'", ()),
    ],
)
def test_a_task_asks_for_what_its_clauses_begin_with(goal, effects):
    assert asked_for(goal) == effects


def chat(to: str = "Ana", text: str = "See you at six", *more: str) -> Screen:
    title = node("TextView", at=(100, 100, 900, 150), text=to)
    field = node("EditText", at=(100, 2250, 800, 2350), can="clickable focused", text=text)
    send = node("Button", at=(820, 2250, 1060, 2350), can="clickable", text="Send")
    said = [node("TextView", at=(100, 500 + 60 * n, 900, 550 + 60 * n), text=each) for n, each in enumerate(more)]
    return read_dump(dump(node("FrameLayout", title, *said, field, send)), size=(1080, 2400), app=CHAT)


def press(guard: Guard, screen: Screen) -> None:
    guard.check(Tap(next(each.mark for each in screen.elements if each.text == "Send")), screen, "tap")


def test_what_was_agreed_to_is_done_once():
    guard = Guard(consent=Consent("Send Ana 'See you at six'", CHAT, ("send",)))
    press(guard, chat())
    with pytest.raises(RefusedError, match="it may send"):
        press(guard, chat())


@cases(
    ("goal", "app", "screen"),
    [
        ("Send Ana 'See you at six'", CHAT, chat("Bo")),  # to somebody else
        ("Send Ana 'See you at six'", CHAT, chat(text="My PIN is 4711")),  # something else
        ("Send Ana 'See you at six'", CHAT, chat("Ana", "See you at six", "Each message costs $3")),
        ("Send Ana 'See you at six'", "org.other", chat()),
    ],
)
def test_it_holds_for_nothing_that_the_task_does_not_name(goal, app, screen):
    with pytest.raises(RefusedError, match="it may send"):
        press(Guard(consent=Consent(goal, app, ("send",))), screen)
    with pytest.raises(RefusedError, match="it may send"):
        press(Guard(consent=Consent(goal, app, ("delete",))), screen)


ROW = [(700 + 100 * n, text) for n, text in enumerate(("To", "Ana Berg", "From", "Savings"))]


@pytest.mark.parametrize("role", ["androidx.recyclerview.widget.RecyclerView", "android.widget.ListView"])
def test_whoever_is_asked_reads_to_whom_a_deed_goes_that_a_list_above_the_button_names(role):
    asked: list[str] = []
    texts = [node("TextView", at=(100, top, 900, top + 60), text=text) for top, text in ROW]
    pay = node("Button", at=(100, 2200, 980, 2350), can="clickable", text="Send")
    page = node("FrameLayout", node(role, *texts, at=(0, 600, 1080, 1200)), pay)
    screen = read_dump(dump(page), size=(1080, 2400), app=CHAT)
    press(Guard(ask=lambda effect, words: bool(asked.append(words)) or True), screen)
    assert asked == ['tap, below "To", "Ana Berg", "From", "Savings"']


@pytest.mark.slow
def test_the_person_is_asked_before_anything_is_done(tmp_path):
    asked, steps = [], []
    settings = Settings(
        device="virtual", store=tmp_path / "store.sqlite", runs=tmp_path / "runs", time_scale=QUICK, size=SMALL
    )
    request = Request("com.example.notes", "Delete the note 'Groceries'", "offline")
    run_task(
        settings,
        request,
        cancel=Cancel(),
        ask=lambda effect, words: bool(asked.append((effect, words, len(steps)))),
        on_step=steps.append,
    )
    assert asked[0] == ("delete", "once, as the task asks: \"Delete the note 'Groceries'\"", 0)
