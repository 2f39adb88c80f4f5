"""Documents have words of rows that are the app's own, such as "Remark" on each contact's page, and of no others."""

import json
import re
from collections.abc import Sequence
from dataclasses import replace

import pytest
from phone_user import using_phone
from test_true_documents import page

from appagent.actions import Back, Tap
from appagent.learning.memory.saved_state import known, recall, restored, saved
from appagent.learning.memory.screen_history import Trail, effect
from appagent.learning.memory.visited_rows import Visits
from appagent.learning.writing.write import Writer
from appagent.screen import Screen
from appagent.store import Record, Store

NAMES = ("Theodora Vance", "Milan Bobek", "Yuna Sandvik")
PEOPLE = page("Contacts", *NAMES, activity="Contacts", buttons=("Search", "Groups", "More"))
OWN = ("Remark", "Moments", "Labels")


def contact(name: str, *rows: str) -> Screen:
    return page(name, *(rows or OWN), activity="Contact", buttons=("Call", "Block", "Mail"))


def in_dialog(screen: Screen) -> Screen:
    return replace(screen, elements=tuple(replace(each, window="dialog") for each in screen.elements))


MENU = in_dialog(page("", "Copy to", "Move to", activity="Menu"))


def opened(words: str) -> Screen:
    return page(words, activity=f"{words} page", buttons=("Close",))


@pytest.fixture
def store(tmp_path):
    with Store.open(tmp_path / "store.sqlite") as store:
        yield store


class Learner:
    """Taps from page to page, and writes each tap down."""

    def __init__(self, store: Store) -> None:
        self.trail, self.writer = Trail(), Writer(store, "explore")

    def tap(self, before: Screen, after: Screen, words: str) -> str:
        element = next(e for e in before.elements if e.text == words)
        return self.writer.write(self.trail.act(before, after, Tap(element.mark)), "", "")

    def back(self, before: Screen, after: Screen) -> None:
        self.writer.write(self.trail.act(before, after, Back()), "", "")

    def visit(self, start: Screen, name: str, there: Screen, ends: Sequence[tuple[str, Screen]] = ()) -> None:
        """Open a page by a row, tap rows of it and go back each time, and leave it."""
        self.tap(start, there, name)
        for row, end in ends:
            self.tap(there, end, row)
            self.back(end, there)
        self.back(there, start)


def words_of(records: Sequence[Record]) -> set[object]:
    return {record.facts["words"] for record in records if record.facts.get("listed") and "words" in record.facts}


def titles_of(records: Sequence[Record]) -> set[str]:
    return {str(record.facts["seen"]["to_title"]) for record in records if record.facts["seen"]["to_title"]}


ENDS = [("Remark", opened("Remark")), ("Moments", opened("Moments"))]


def test_rows_that_are_the_same_for_two_contacts_have_their_words_and_titles_in_documents(store):
    learner = Learner(store)
    learner.visit(PEOPLE, "Theodora Vance", contact("Theodora Vance"), ENDS)
    assert words_of(store.current()) == set()
    learner.visit(PEOPLE, "Milan Bobek", contact("Milan Bobek"))
    assert words_of(store.current()) == {"Remark", "Moments"}  # nobody has tried the labels
    assert titles_of(store.current()) >= {"Remark", "Moments"}
    told = json.dumps([record.to_json() for record in store.records()])
    assert not [name for name in NAMES if name in told]


def test_what_is_written_later_has_them_too(store):
    learner = Learner(store)
    learner.visit(PEOPLE, "Theodora Vance", contact("Theodora Vance"), ENDS)
    learner.visit(PEOPLE, "Milan Bobek", contact("Milan Bobek"))
    again = Learner(store)  # another session, which has seen one contact only
    again.visit(PEOPLE, "Yuna Sandvik", contact("Yuna Sandvik"))
    again.tap(PEOPLE, contact("Yuna Sandvik"), "Yuna Sandvik")
    element = next(e for e in contact("Yuna Sandvik").elements if e.text == "Remark")
    act = again.trail.act(contact("Yuna Sandvik"), opened("Else"), Tap(element.mark))
    record = store.get(again.writer.write(act, "Leads on.", "a model"))
    assert record.facts["words"] == "Remark"


@pytest.mark.parametrize(
    ("start", "first", "second", "ends"),
    [
        # rows that differ
        (PEOPLE, contact(NAMES[0], "Hello", "Yes", "Bye"), contact(NAMES[1], "Hello", "Yes", "No"), "Hello, Yes"),
        # things that are chosen on the page before
        (PEOPLE, contact(NAMES[0], *NAMES), contact(NAMES[1], *NAMES), "Theodora Vance, Milan Bobek"),
        # one row may be the same by chance
        (PEOPLE, contact(NAMES[0], "Family"), contact(NAMES[1], "Family"), "Family"),
        # nothing tells that the page is about two things
        (PEOPLE, page("Share", *OWN, activity="Share"), page("Share", *OWN, activity="Share"), "Remark, Moments"),
        # what a menu offers does not make things of its entries
        (MENU, contact("Copy to"), contact("Move to"), "Remark, Moments"),
    ],
)  # fmt: skip
def test_contents_stay_out(store, start, first, second, ends):
    learner = Learner(store)
    rows = [element.text for element in start.elements if element.listed]
    learner.visit(start, rows[0], first, [(row, opened(f"{row} end")) for row in ends.split(", ")])
    learner.visit(start, rows[1], second)
    assert words_of(store.current()) == set()


@pytest.mark.parametrize(
    "ends",
    [
        [("Remark", opened("One")), ("Moments", opened("One"))],  # rows of a list lead to one page, about each of them
        [("Remark", opened("One"))],
        [("Remark", contact(NAMES[0], "Work")), ("Moments", opened("One"))],
    ],
)
def test_rows_that_open_nothing_of_their_own_stay_out(store, ends):
    learner = Learner(store)
    learner.visit(PEOPLE, NAMES[0], contact(NAMES[0]), ends)
    learner.visit(PEOPLE, NAMES[1], contact(NAMES[1]))
    assert words_of(store.current()) == set()


def test_a_row_that_counts_something_is_no_name():
    visits, way = Visits(), [(PEOPLE.screen_id, (NAMES[0],)), (PEOPLE.screen_id, (NAMES[1],))]
    visits.note(PEOPLE, ())
    for name, step in zip(NAMES, way, strict=False):
        visits.note(contact(name, "Remark", "Room 4", "Photos"), [step])
    assert set(visits.unchanged(contact(NAMES[2])).values()) == {"Remark", "Photos"}


def test_two_visits_count_only_if_both_were_about_something():
    visits = Visits()
    visits.note(PEOPLE, ())
    visits.note(contact(NAMES[0]), ())  # a link led there
    visits.note(contact(NAMES[1]), [(PEOPLE.screen_id, (NAMES[1],))])
    assert visits.unchanged(contact(NAMES[1])) == {}


def test_another_process_goes_on_with_what_was_seen():
    visits, other = Visits(), Visits()
    visits.note(PEOPLE, ())
    visits.note(contact(NAMES[0]), [(PEOPLE.screen_id, (NAMES[0],))])
    kept = restored(json.loads(json.dumps(saved(known(visits, ("rows", "contents", "chosen_on"))))))
    recall(other, ("rows", "contents", "chosen_on"), kept)
    other.note(contact(NAMES[1]), [(PEOPLE.screen_id, (NAMES[1],))])
    assert set(other.unchanged(contact(NAMES[1])).values()) == set(OWN)


@pytest.mark.parametrize(
    ("author", "ends", "words"),
    [
        ("Bo", ENDS, {"Remark", "Moments"}),
        ("Al", ENDS, set()),  # it is the same person's phone
        ("Bo", [("Remark", opened("One")), ("Moments", opened("One"))], set()),
    ],
)
def test_rows_that_two_people_have_need_no_second_thing(tmp_path, author, ends, words):
    theirs, mine = (Store.open(tmp_path / f"{n}.sqlite", name) for n, name in enumerate(("Al", author)))
    settings = page("Settings", "Remark", "Moments", "My own radio", activity="Settings")
    with theirs, mine:
        Learner(theirs).visit(PEOPLE, NAMES[0], settings, ends)
        assert words_of(theirs.current()) == set()
        mine.union(theirs, untrusted=True)
        Learner(mine).visit(PEOPLE, NAMES[0], settings, [*ends, ("My own radio", opened("Radio"))])
        assert words_of([record for record in mine.current() if not record.untrusted]) == words


@pytest.mark.slow
def test_the_remark_of_a_contact_is_found_on_a_phone(store):
    trail, writer = Trail(), Writer(store, "explore")
    with using_phone("com.qingxin.im", size=(720, 1280)) as user:
        for words in ("Contacts", "Anna Novak", "Remark", "Cancel", "Moments", "", "", "Ben Carter", ""):
            before = user.device.capture()
            action = Tap(next(e.mark for e in before.elements if words in e.text.split(" · "))) if words else Back()
            for gesture in action.gestures(before):
                user.device.perform(gesture)
            writer.write(trail.act(before, user.device.capture(), action), "", "")
        names = [person.name for person in user.phone.packages["com.qingxin.im"].contacts.values()]
    assert words_of(store.current()) == {"Remark", "Moments"}
    told = json.dumps([record.to_json() for record in store.records()])
    assert len(names) > 5
    assert not [name for name in names if f" {name} " in re.sub(r"\W+", " ", told)]


def test_a_drawer_opened_from_any_page_leads_on_and_closes_to_that_page():
    trail, drawer = Trail(), page("Drawer", activity="Drawer", buttons=("Close the menu", "Budget", "Costs"))
    home, budget = (page(name, activity=name, buttons=("Open the menu",)) for name in ("Home", "Budget"))
    ways = [
        (home, "Open the menu", drawer, "opens"), (drawer, "Close the menu", home, "returns"),
        (home, "Open the menu", drawer, "opens"), (drawer, "Budget", budget, "opens"),
        (budget, "Open the menu", drawer, "opens"), (drawer, "Close the menu", budget, "returns"),
    ]  # fmt: skip
    for before, words, after, expected in ways:
        element = next(each for each in before.elements if each.text == words)
        assert effect(trail.act(before, after, Tap(element.mark))) == expected, (before.heading, words)
