"""Test demonstrations: what a typed line means, what is learnt of what was shown, and what is not."""

from collections.abc import Callable

import pytest
from conftest import NOTES, SETTINGS, TINY
from fence_names import without_fence_name
from offline_learning import attempt
from scripted_runs import KINDS, VAULT, answering, vault
from tables import cases

from appagent.actions import Back, Enter, LongPress, Start, Swipe, Tap, TypeText, Wait
from appagent.actions.calls.typed_lines import typed
from appagent.devices.virtual import virtual
from appagent.documents.facts import SEEN
from appagent.documents.wording import sentence
from appagent.errors import ActionError, LimitError, UsageError
from appagent.guard import Guard
from appagent.learning.demonstrations.demonstrate import Person, write_down
from appagent.learning.reflect import ModelReflector, OfflineReflector
from appagent.learning.writing.shuffle import shuffled, shuffled_labels
from appagent.learning.writing.write import Writer
from appagent.loop import Limits, Run
from appagent.models import Budget
from appagent.runs.trajectory import load_run
from appagent.store import Record
from appagent.tasks import Task

pytestmark = pytest.mark.slow

QUICK = 0.05  # of real time
PATIENT = Limits(1000, 1000, 1000, picture_side=256)
RINGTONE = ('tap "Sound & vibration"', 'tap "Phone ringtone"', "tap Beam", "stop")


@pytest.fixture(scope="module")
def menu():
    """Return the first page of Settings."""
    with virtual(size=TINY, time_scale=QUICK) as (device, _):
        device.perform(Start(SETTINGS))
        return device.capture()


@pytest.fixture
def show(store, recorder):
    """Have a person show something in an app, and return the person; `heard` gets what they are told."""

    def shown(app: str, *lines: str, strict: bool = True, heard: Callable[[str], None] = lambda words: None) -> Person:
        person = Person(iter(lines), store, recorder, strict, heard)
        with virtual(size=TINY, time_scale=QUICK) as (device, _):
            device.perform(Start(app))
            Run(person, device, Task("", app), recorder, Guard(frozenset({"delete"})), PATIENT).go()
        return person

    return shown


def texts(records: list[Record]) -> list[str]:
    return sorted(map(sentence, records))


# What a line means


@cases(
    ("line", "action"),
    [
        ("3", Tap(3)),
        ("tap 3", Tap(3)),
        ("tap(3)", Tap(3)),
        ('tap "Battery"', Tap(7)),
        ('"battery · 82%"', Tap(7)),
        ("Tap Sound & vibration", Tap(9)),
        ("tap 82%", Tap(7)),
        ("tap airplane", None),
        ("long 3", LongPress(3)),
        ("long press 3", LongPress(3)),
        ("type 4 milk and bread", TypeText("milk and bread", 4)),
        ('type "Search settings" "milk" enter', TypeText("milk", 2, enter=True)),
        ("type 4 press enter", TypeText("press enter", 4)),
        ("type milk", TypeText("milk")),
        ("type 4 555", TypeText("555", 4)),
        ("type 4 don't (really)", TypeText("don't (really)", 4)),
        ('type 4 "say "hi" now"', TypeText('say "hi" now', 4)),
        (r'type 4 "two\nlines" clear', TypeText("two\nlines", 4, clear=True)),
        ("type 4 便签", TypeText("便签", 4)),
        ("swipe 3 left long", Swipe("left", 3, "long")),
        ("swipe up", Swipe("up", 1)),  # the one list on the screen
        ("back", Back()),
        ("enter", Enter()),
        ("wait 3", Wait(3.0)),
        ("tap", None),
        ("tap 3 4", None),
        ("type", None),
        ("swipe 3", None),
        ("back 3", None),
        ("jump 3", None),
        ('tap ""', None),
    ],
)
def test_a_typed_line_is_read_as_the_call_that_it_means(menu, line, action):
    if action is None:
        with pytest.raises(ActionError):
            typed(line, menu)
    else:
        assert typed(line, menu) == action


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("tap a", r'"a" may be 2 "Search settings", .*name it by its number'),
        ("tap Airplane mode", r'no element on this screen says "Airplane mode"; there are 2 "Search settings"'),
        ("jump 3", r"'jump' is no action; the line 'help' lists all"),
        ("swpie up", r"'swpie' is no action; near it are swipe, "),
        ("tap(3", r"tap\(3 is not closed"),
    ],
)
def test_a_line_that_names_nothing_says_what_would_work(menu, line, says):
    with pytest.raises(ActionError, match=says):
        typed(line, menu)


# What is learnt


def test_what_is_shown_becomes_a_trajectory_and_documents_of_a_demonstration(show, store, recorder):
    person = show(SETTINGS, *RINGTONE)
    write_down(person, OfflineReflector(), Writer(store, "demo", "14", "en-US"))
    assert texts(store.current()) == [
        "",  # the row says what page it opens
        "Chooses this at once, and goes back.",
        "Opens the dialog of that name with 'Zephyr', 'Beam' and more.",
    ]
    assert {(r.source, r.author, r.app_version, r.locale) for r in store.current()} == {
        ("demo", store.author, "14", "en-US")
    }
    steps = load_run(recorder.folder).steps
    assert [(step.words, step.outcome) for step in steps[2:]] == [('tap "Beam"', "done"), ("finish", "finish")]
    assert [store.get(step.document).facts[SEEN]["effect"] for step in steps[:3]] == ["opens", "opens", "returns"]


def test_a_note_goes_into_the_document_of_the_step_before_it_or_else_of_the_first(show, store, recorder):
    person = show(SETTINGS, "note all that can be heard", RINGTONE[0], RINGTONE[1], "note three of them")
    write_down(person, OfflineReflector(), Writer(store, "demo"))
    found = [store.get(step.document).text for step in recorder.steps[:2]]
    assert found == ["All that can be heard.", "Three of them."]
    assert [step.thought for step in load_run(recorder.folder).steps[:2]] == ["all that can be heard", "three of them"]


def test_what_was_taken_back_is_not_learnt_and_where_it_opened_something_back_is_pressed(show, store, recorder):
    lines = ("tap Display", "undo", RINGTONE[0], 'tap "Do Not Disturb"', "undo", *RINGTONE[1:])
    heard: list[str] = []
    person = show(SETTINGS, *lines, heard=heard.append)
    write_down(person, OfflineReflector(), Writer(store, "demo"))
    assert [(step.words.partition(" ·")[0], step.outcome) for step in load_run(recorder.folder).steps] == [
        ('tap "Display', "undone"), ("go back", "done"), ('tap "Sound & vibration', "done"),
        ('tap "Do Not Disturb"', "undone"), ('tap "Phone ringtone', "done"), ('tap "Beam"', "done"),
        ("finish", "finish"),
    ]  # fmt: skip
    assert not [text for text in texts(store.current()) if "Display" in text or text.startswith("Switches")]
    assert [words for words in heard if "not learnt from" in words] == [
        'step 1 (tap "Display · Dark theme, font size") is not learnt from; Back is pressed',
        'step 4 (tap "Do Not Disturb") is not learnt from; nothing is pressed, so what it did on the phone stays',
    ]


def test_nothing_is_there_to_take_back_at_the_beginning(show):
    with pytest.raises(UsageError, match="line 1: there is no step to take back"):
        show(SETTINGS, "undo")


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (("# one", "", "tap Display", "tap Nothing of the kind"), r"line 4: no element on this screen says"),
        (("tap 99",), r"line 1: no mark 99"),
        (("tap Display", "type 1 milk"), r"line 2: "),
    ],
)
def test_a_script_ends_at_the_line_that_cannot_be_carried_out(show, lines, says):
    with pytest.raises(UsageError, match=says):
        show(SETTINGS, *lines, "stop")


def test_a_person_is_told_what_is_on_the_screen_and_why_nothing_was_done_and_goes_on(show, recorder):
    said: list[str] = []
    show(SETTINGS, "tap 99", "help", "tap Display", "note here it is", "stop", strict=False, heard=said.append)
    heard = "\n".join(said)
    assert '10 "Display · Dark theme, font size"' in heard
    assert f"with its marks: {recorder.folder / '0001.jpg'}" in heard
    assert "no mark 99; this screen has marks 1 to" in heard
    assert "undo" in heard
    assert [step.outcome for step in recorder.steps] == ["failed", "done", "finish"]


SIGN_IN = ('type "User" mia', 'type "Secret words" hunter2', "tap Sign in")


@pytest.mark.parametrize("kind", KINDS)
def test_a_model_describes_each_step_with_the_task_and_the_note_and_without_secrets(kind, store, recorder):
    replies = ("Documentation: Takes a name.", "Documentation: Takes words.", "Documentation: Lets you in.")
    with vault() as (device, phone), answering(kind, *replies) as (model, prompts):
        person = Person(iter([*SIGN_IN, "NOTE nobody with hunter2 is turned away"]), store, recorder)
        task = Task("Sign in as mia", VAULT)
        Run(person, device, task, recorder, Guard(frozenset({"secret"})), PATIENT).go()
        write_down(person, ModelReflector(model, "both"), Writer(store, "demo"))
        assert phone.state()["vault"]["secret"] == "hunter2"
    assert sorted(r.text for r in store.current()) == ["Lets you in.", "Takes a name.", "Takes words."]
    assert "The task that it was a step of: Sign in as mia" in prompts[2]
    assert "<data>nobody with ${secret1} is turned away</data>" in without_fence_name(prompts[2])
    assert [step.model_calls for step in load_run(recorder.folder).steps] == [1, 1, 1, 0]
    written = "".join(path.read_text(encoding="utf-8") for path in recorder.folder.glob("*.jsonl"))
    assert "hunter2" not in "".join(prompts) + written + str([record.to_json() for record in store.records()])


def test_what_a_model_no_longer_describes_is_described_without_one(store, recorder):
    with vault() as (device, _), answering("scripted", "Documentation: Takes a name.", budget=Budget(max_calls=1)) as (
        model, _,
    ):  # fmt: skip
        person = Person(iter(SIGN_IN), store, recorder)
        Run(person, device, Task("", VAULT), recorder, Guard(frozenset({"secret"})), PATIENT).go()
        taught = write_down(person, ModelReflector(model, "text"), Writer(store, "demo"))
    assert isinstance(taught.failure, LimitError)
    assert texts(store.current()) == [
        "Takes a name.", "Takes what was typed and goes to 'Welcome'.",
    ]  # fmt: skip
    assert {record.model for record in store.current()} == {"scripted", ""}


# What is there already


def known(store, act, source: str, text: str = "Old words. Opens a page.", untrusted: bool = False) -> Record:
    """Keep a document of what an act is about in the store, and return it."""
    element = act.element
    record = Record(
        app=act.before.app, screen_id=act.before.screen_id, element_id=element.id, template=element.template,
        facts={SEEN: {"effect": "opens", "to_title": "Display"}},
        action="tap", text=text, source=source, model="small", author=store.author, untrusted=untrusted,
        time="2026-01-31T12:00:00Z",
    )  # fmt: skip
    store.add(record)
    return record


@pytest.mark.parametrize("source", ["explore", "demo", "human"])
def test_ones_own_documents_stay_as_they_are(show, store, source):
    person = show(SETTINGS, "tap Display")
    old = known(store, person.shown[0].act, source)
    taught = write_down(person, OfflineReflector(), Writer(store, "demo"))
    assert store.current() == [old]
    assert taught.left == 1
    assert person.recorder.steps[0].document == old.id


@pytest.mark.parametrize(("source", "as_what"), [("human", "demo"), ("explore", "demo"), ("human", "explore")])
def test_what_came_by_import_stands_in_nothings_way(show, store, source, as_what):
    person = show(SETTINGS, "tap Display")
    old = known(store, person.shown[0].act, source, untrusted=True)
    writer = Writer(store, as_what)
    write_down(person, OfflineReflector(), writer, refine=True)
    assert [record.id for record in store.current()] == [*writer.written, old.id]
    (new, _) = store.current()
    assert (new.replaces, "Old words" in new.text, "Elsewhere" in str(new.facts)) == ((), False, False)


def test_a_text_without_end_is_cut_before_it_is_written_down(show, store):
    person = show(SETTINGS, "tap Display")
    writer = Writer(store, "demo", version="1." * 10**5)
    written = writer.write(person.shown[0].act, "Opens it. " * 10**5, "model" * 1000)
    assert len(store.get(written).text) == 4000


@pytest.mark.parametrize("source", ["explore", "demo"])
def test_refining_makes_a_new_version_that_keeps_what_the_old_one_knew(show, store, source):
    person = show(SETTINGS, "tap Display", "note dark theme is here")
    old = known(store, person.shown[0].act, source)
    taught = write_down(person, OfflineReflector(), Writer(store, "demo"), refine=True)
    (new,) = store.current()
    assert (taught.refined, new.replaces, new.source) == (1, (old.id,), "demo")
    assert new.text == "Old words. Opens a page. Dark theme is here."
    assert sentence(new) == new.text


def test_refining_leaves_a_persons_words(show, store):
    person = show(SETTINGS, "tap Display")
    old = known(store, person.shown[0].act, "human")
    assert write_down(person, OfflineReflector(), Writer(store, "demo"), refine=True).refined == 0
    assert store.current() == [old]


def test_a_model_refines_with_what_is_written_before_it(show, store):
    person = show(SETTINGS, "tap Display", "stop")
    old = known(store, person.shown[0].act, "explore")
    with answering("scripted", "Documentation: Opens the page about the screen.") as (model, prompts):
        write_down(person, ModelReflector(model, "text"), Writer(store, "demo"), refine=True)
    assert "What is written: <data>Old words. Opens a page. Opens 'Display'.</data>" in without_fence_name(prompts[0])
    (new,) = store.current()
    assert (new.text, new.replaces) == ("Opens the page about the screen.", (old.id,))


def test_an_element_that_is_touched_twice_is_described_once_and_by_what_tells_more(show, store):
    lines = ('tap "Phone ringtone"', "tap Beam")
    person = show(SETTINGS, RINGTONE[0], *lines, *lines)
    taught = write_down(person, OfflineReflector(), Writer(store, "demo"), refine=True)
    assert len(store.current()) == 3
    assert (taught.refined, taught.left) == (0, 0)


# What it is good for


def note(title: str, body: str) -> str:
    return f"len(notes.notes) == 4 and any(n.title == {title!r} and n.body == {body!r} for n in notes.notes)"


GOOD_FOR = {
    "write": (
        NOTES,
        ("tap 5", 'type "Title" Milk', 'type "Note" two litres', "tap 4"),
        [
            Task("Create a note titled 'Ferry' with the text 'Pier 7'", NOTES, note("Ferry", "Pier 7")),
            Task("Write one with the note 'buy stamps'", NOTES, note("", "buy stamps")),
        ],
    ),
    "delete": (
        NOTES,
        ('long "Shopping"', "tap Delete"),
        [Task("Delete the note 'Books to read'", NOTES, "notes.notes[-1].title == 'Wi-Fi at the office'")],
    ),
    "gesture": (
        SETTINGS,
        ("swipe up long", "tap System", "tap Gestures"),
        [Task("Activate Double tap to check phone", SETTINGS, "settings.double_tap")],
    ),
}  # fmt: skip


@pytest.mark.parametrize("shown", GOOD_FOR)
def test_a_demonstration_serves_tasks_like_it_and_its_documents_shuffled_do_not(show, store, shown):
    app, lines, tasks = GOOD_FOR[shown]
    write_down(show(app, *lines), OfflineReflector(), Writer(store, "demo"))
    records, labels = store.current(), store.labels(app)
    for task in tasks:
        assert attempt(records, task, "delete", labels=labels).done, task.goal
        for documents, known in (((), {}), (shuffled(records), shuffled_labels(labels))):
            trial = attempt(documents, task, "delete", labels=known)
            assert not trial.claimed, task.goal
            assert not trial.done, task.goal
