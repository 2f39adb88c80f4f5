"""What a prompt remembers: the documents of what is in sight, within a budget, and what was done."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hierarchies import dump, node
from tables import cases

from appagent.devices.captures.hierarchy import read_dump
from appagent.documents.lookup.serving import offers
from appagent.documents.map.app_map import KnownLabels
from appagent.documents.map.labels_ahead import Pages
from appagent.models.counting import tokens
from appagent.prompting.words.notes import FRAME_TOKENS, MOST_NOTES, Note, notes
from appagent.screen import Screen
from appagent.screen.names.labels import Label, title
from appagent.store import Record

NOW = "2026-01-31T12:00:00Z"
ROWS = ((0, "Ana"), (100, "Bo"), (200, "Cy"))


@pytest.fixture
def screen() -> Screen:
    """Three buttons, a switch and a field."""
    return read_dump(
        dump(
            node(
                "FrameLayout",
                node("ImageButton", at=(0, 0, 90, 90), can="clickable", name="search"),
                node("ImageButton", at=(0, 100, 90, 190), can="clickable long-clickable", name="more"),
                node("Button", at=(0, 200, 90, 290), can="clickable", name="keep", text="Save"),
                node("Switch", at=(0, 300, 90, 390), can="clickable checkable checked", text="Wi-Fi"),
                node("EditText", at=(0, 400, 90, 490), can="clickable focused", hint="Title", text="Milk"),
            )
        )
    )


def document(screen: Screen, mark: int, text: str, **facts: object) -> Record:
    element = screen.elements[mark - 1]
    usual = {
        "app": screen.app, "screen_id": screen.screen_id, "element_id": element.id, "template": element.template,
        "action": "tap", "source": "explore", "time": NOW,
    }  # fmt: skip
    return Record(text=text, **(usual | facts))


def noted(
    screen: Screen,
    *records: Record,
    goal: str = "",
    budget: int = 1500,
    visited: tuple = (),
    shown: KnownLabels | None = None,
) -> list[Note]:
    """The notes that a prompt gets of these documents. shown: the labels that the machine has seen."""
    return notes(screen, offers(screen, records), goal, Pages(records, shown), visited, budget)


def kept(screen: Screen, *records: Record, goal: str = "", budget: int = 1500) -> list[tuple[int, str]]:
    """Mark and text of each note."""
    return [(note.marks[0], note.text) for note in noted(screen, *records, goal=goal, budget=budget)]


def opens(screen: Screen, mark: int, to: str, *labels: str, **facts: object) -> Record:
    """What a crawl writes of a tap that opens a page with this title and these buttons."""
    seen = {"title": title(screen), "to_title": to, "effect": "opens", "controls": list(labels)}
    told = {"seen": seen, "words": screen.elements[mark - 1].words}
    return document(screen, mark, **({"text": f"Opens '{to}'.", "leads_to": to.lower(), "facts": told} | facts))


# Which documents are worth reading


def test_notes_come_by_mark_and_of_what_is_in_sight(screen):
    records = [
        document(screen, 3, "Keeps a page."),
        document(screen, 1, "Finds a page."),
        document(screen, 2, "A page."),
    ]
    elsewhere = document(screen, 1, "Of another page.", element_id="gone", template="gone")
    assert [mark for mark, _ in kept(screen, *records, elsewhere, goal="page")] == [1, 2, 3]


def test_two_documents_that_say_the_same_of_an_element_name_it_once():
    rows = [node("TextView", at=(0, y, 900, y + 90), can="clickable", text=text, name="row") for y, text in ROWS]
    screen = read_dump(dump(node("ListView", *rows, at=(0, 0, 900, 900), can="scrollable")))
    one, other = (document(screen, 2, "Opens a page.", author=author) for author in ("Ana", "Bo"))
    assert [note.marks for note in noted(screen, one, other, goal="page")] == [(2,)]


def test_each_action_of_an_element_has_its_own_note_of_the_best_document(screen):
    held = document(screen, 2, "Shows its menu.", action="long_press")
    best, other = document(screen, 2, "Opens the menu, says a person."), document(screen, 2, "Opens a menu.")
    assert kept(screen, held, best, other, goal="menu") == [
        (2, "Shows its menu."),
        (2, "Opens the menu, says a person."),
    ]


@cases(
    ("goal", "marks"),
    [
        ("Search for a note", [1]),
        ("保存这条便签", [2]),
        ("Keep what I wrote", [3]),
        ("Wi-Fi off", [4]),  # the element's own words count, once the document says more than they do
        ("Call a plumber", []),  # nothing is better than what does not help
    ],
)
def test_notes_bear_on_the_task(screen, goal, marks):
    records = [
        document(screen, 1, "Opens a page to search in."),
        document(screen, 2, "保存当前的便签。"),
        document(screen, 3, "Keeps it."),
        document(screen, 4, "Switches the radio, too."),
    ]
    assert [mark for mark, _ in kept(screen, *records, goal=goal)] == marks


@cases(
    ("element", "text", "count"),
    [
        (3, "Saves.", 0),
        (3, "Saves it for you to find under 'Save'.", 1),
        (1, "Saves.", 1),  # the icon says nothing itself
    ],
)
def test_what_an_element_says_itself_is_not_repeated(screen, element, text, count):
    assert len(kept(screen, document(screen, element, text), goal="Save the note and find it")) == count


def test_a_title_that_is_the_rows_own_name_is_no_news(screen):
    assert kept(screen, opens(screen, 3, "Save"), goal="Save the note") == []
    assert kept(screen, opens(screen, 3, "Payment"), goal="Save the payment") == [(3, "Opens 'Payment'.")]


def test_notes_lead_to_where_the_goals_words_were_seen(screen):
    first = opens(screen, 3, "Display", "Brightness", "Advanced")
    second = replace(opens(screen, 3, "Advanced", "Dark theme"), screen_id="display", element_id="advanced")
    second = replace(second, facts={**second.facts, "seen": {**second.facts["seen"], "title": "Display"}})
    other = opens(screen, 1, "Battery", "Saver")
    (note,) = noted(screen, first, second, other, goal="Turn the dark theme on")
    assert (note.marks, note.ahead) == ((3,), ("Dark theme",))
    (note,) = noted(screen, first, second, other, goal="Make the brightness higher")
    assert (note.marks, note.text) == ((3,), "Opens 'Display' with 'Brightness' and 'Advanced'.")


def test_what_is_in_sight_or_was_seen_on_the_way_is_not_ahead(screen):
    there = opens(screen, 1, "Radio", "Wi-Fi")
    assert noted(screen, there, goal="Turn Wi-Fi off") == []
    further = opens(screen, 1, "Radio", "Flight mode")
    assert len(noted(screen, further, goal="Turn flight mode off")) == 1
    assert noted(screen, further, goal="Turn flight mode off", visited=(("radio", "Radio"),)) == []


def test_a_word_that_all_documents_share_tells_nothing(screen):
    records = [opens(screen, mark, f"Page {mark}", f"Note {mark}", f"Old note {mark}") for mark in (1, 2, 3)]
    assert noted(screen, *records, goal="Write a note") == []


@cases(
    ("mark", "asks", "risk"),
    [
        (1, "Delete this item?", "delete"),  # an icon that says nothing of it
        (3, "Send it to all?", "send"),
        (1, "Which colour?", None),
    ],
)
def test_what_an_element_may_cost_is_said_whatever_the_task(screen, mark, asks, risk):
    record = opens(screen, mark, "", facts={"seen": {"effect": "opens", "dialog": True, "asks": asks}})
    assert [note.risk for note in noted(screen, record, goal="Look around")] == ([risk] if risk else [])


def test_a_label_that_deletes_marks_its_note():
    bin_ = node("Button", at=(0, 0, 90, 90), can="clickable", name="bin", text="Delete")
    screen = read_dump(dump(node("FrameLayout", bin_)))
    (note,) = noted(screen, document(screen, 1, "Moves the page to the bin for a month."), goal="Throw the page away")
    assert note.risk == "delete"


@cases(("cost", "told"), [("pay", [(2, "Not tried: it may pay.", "pay")]), ("unknown", []), ("whatever", [])])
def test_what_was_refused_is_told_whatever_the_task_where_the_screen_does_not_show_it(screen, cost, told):
    refused = document(screen, 2, "", facts={"seen": {"effect": "refused", "cost": cost}})
    assert [(note.marks[0], note.text, note.risk) for note in noted(screen, refused, goal="Keep this")] == told


def test_what_a_person_wrote_is_said_whatever_the_task(screen):
    assert kept(screen, document(screen, 1, "Never while it rains.", source="human")) == [(1, "Never while it rains.")]


def test_nothing_is_told_of_a_tab_that_is_selected(screen):
    tab = opens(screen, 3, title(screen), "Milk", text="Shows the pages.", model="a model")
    assert noted(screen, tab, goal="Look at the pages")
    assert noted(screen, replace(tab, leads_to=screen.screen_id), goal="Look at the pages") == []
    assert noted(screen, replace(tab, leads_to=screen.screen_id, source="human"), goal="Look at the pages")


def test_rows_are_told_once_for_all():
    rows = [
        node("LinearLayout", node("TextView", at=at, name="name", text=text), at=at, can="clickable long-clickable")
        for n, text in enumerate(("Milk", "Bread", "Salt"))
        for at in [(0, 300 * n, 1080, 300 * n + 300)]
    ]
    screen = read_dump(dump(node("FrameLayout", node("RecyclerView", *rows, name="list"))))
    milk, bread, salt = (e for e in screen.elements if e.actions != ("swipe",))
    held = document(screen, milk.mark, "Opens a menu with 'Rename'.", action="long_press")
    any_row = replace(held, element_id="", facts={"shape": milk.shape})
    (note,) = noted(screen, any_row, goal="Rename the list")
    assert (note.marks, note.how) == ((milk.mark, bread.mark, salt.mark), "template")
    of_one = replace(held, facts={"shape": milk.shape, "listed": True}, leads_to="menu", model="a model")
    (note,) = noted(screen, of_one, goal="Rename the list")
    assert (note.marks, note.how) == ((milk.mark, bread.mark, salt.mark), "likely")


@pytest.fixture
def shopping() -> Screen:
    """A list of three rows, each with an icon."""
    rows = [
        node(
            "LinearLayout",
            node("TextView", at=(0, 300 * n, 900, 300 * n + 300), name="name", text=text),
            node("ImageButton", at=(900, 300 * n, 1080, 300 * n + 300), can="clickable", name="dots"),
            at=(0, 300 * n, 1080, 300 * n + 300), can="clickable",
        )
        for n, text in enumerate(("Milk", "Bread", "Salt"))
    ]  # fmt: skip
    return read_dump(dump(node("FrameLayout", node("RecyclerView", *rows, name="list"))))


def of_row(screen: Screen, text: str, name: str = "", **seen: object) -> Record:
    """What a crawl writes of a tap on a row, or on what has this resource-id in it: never the row's words."""
    element = next(
        e for e in screen.elements if (e.row or e.text).casefold() == text.casefold() and name in e.resource_id
    )
    told = {"effect": "opens", "title": "", "to_title": ""} | seen
    facts = {"shape": element.shape, "row_shape": element.row_shape, "listed": True, "seen": told}
    return document(screen, element.mark, "", facts=facts, leads_to=f"{name or text} page")


@cases(
    ("goal", "rows"),
    [
        ("Rename the first thing", ["milk", "bread", "salt"]),
        ("Rename Bread", ["bread"]),
        ("Rename 'Bread' to 'Toast'", ["bread"]),
        ("Rename 'Pepper' to 'Chili'", []),  # it is not in sight yet
    ],
)
def test_what_rows_do_is_told_of_those_that_the_goal_is_about(shopping, goal, rows):
    menu = [of_row(shopping, row, "dots", dialog=True, controls=["Rename", "Share"]) for row in ("Milk", "Salt")]
    any_row = replace(menu[0], element_id="")
    found = [mark for note in noted(shopping, *menu, any_row, goal=goal) for mark in note.marks]
    assert sorted(shopping.elements[mark - 1].row for mark in found) == sorted(rows)
    of_all = {"shape": any_row.facts["shape"]}
    said = replace(any_row, source="human", text="Ask Ana before you change a row.", facts=of_all)
    (note,) = noted(shopping, said, goal=goal)
    assert len(note.marks) == 3


def test_what_the_other_rows_do_is_told_where_nothing_is_known_of_the_row_that_the_goal_names(shopping):
    menu = [of_row(shopping, row, "dots", dialog=True, controls=["Rename", "Share"]) for row in ("Milk", "Salt")]
    elsewhere = [replace(each, facts={**each.facts, "row_shape": "another"}) for each in menu]
    any_row = replace(menu[0], element_id="")
    screen = replace(shopping, elements=tuple(
        replace(e, row_shape="of a picture") if e.row == "bread" else e for e in shopping.elements
    ))  # fmt: skip
    (note,) = noted(screen, any_row, goal="Rename Bread")
    assert [screen.elements[mark - 1].row for mark in note.marks] == ["milk", "salt"]
    assert noted(screen, *elsewhere, goal="Rename Bread") == []


def test_a_rows_words_lead_on_where_this_machine_has_seen_them(shopping):
    way, further = of_row(shopping, "Milk", to_title="Shop"), of_row(shopping, "Bread", to_title="Settings")
    seen = {**further.facts["seen"], "title": "Shop"}
    further = replace(further, screen_id=way.leads_to, facts={**further.facts, "seen": seen})
    assert noted(shopping, way, goal="Turn the lights off") == []
    shown = {(way.leads_to, "Shop"): [Label("Lights · On", "button", further.element_id, further.template)]}
    found = notes(shopping, offers(shopping, [way]), "Turn the lights off", Pages([way, further], shown))
    assert {note.ahead for note in found} == {("Lights",)}
    other = replace(further, element_id="another row")  # two rows that do the same are contents, which come and go
    pages = Pages([way, further, other], shown)
    assert notes(shopping, offers(shopping, [way]), "Turn the lights off", pages) == []


def test_a_label_is_told_where_it_is_nearest(screen):
    near, far = opens(screen, 3, "Themes", "Dark theme"), opens(screen, 1, "Display", "Looks")
    onward = replace(opens(screen, 1, "Looks", "Dark theme"), screen_id="display", element_id="looks")
    onward = replace(onward, facts={**onward.facts, "seen": {**onward.facts["seen"], "title": "Display"}})
    goal = "Turn the dark theme on"
    assert [note.marks for note in noted(screen, far, onward, goal=goal)] == [(1,)]
    assert [note.marks for note in noted(screen, near, far, onward, goal=goal)] == [(3,)]


def test_what_the_goal_says_in_part_gives_way_to_what_it_says_wholly(screen):
    told = [opens(screen, 1, "Menu", "Add friend"), opens(screen, 3, "People", "Accept")]
    assert [note.marks for note in noted(screen, *told[:1], goal="Accept the request of a friend")] == [(1,)]
    assert [note.marks for note in noted(screen, *told, goal="Accept the request of a friend")] == [(3,)]


def test_what_the_goal_says_in_part_gives_way_to_what_a_far_page_or_a_line_below_a_name_says_wholly(screen):
    near = opens(screen, 1, "Menu", "Garden party")
    goal = "Pay the garden fees once a year"
    assert [note.marks for note in noted(screen, near, goal=goal)] == [(1,)]
    far = replace(opens(screen, 3, "Fees", "Garden fees once a year"), screen_id="far", element_id="far")
    assert noted(screen, near, far, goal=goal) == []
    says = {("far", "Fees"): [Label("Calendar · Garden fees once a year", "button", "b", "t")]}
    assert noted(screen, near, goal=goal, shown=says) == []


def test_what_leads_up_and_what_is_typed_lead_nowhere(screen):
    up = {
        "seen": {"title": title(screen), "to_title": "Lists", "effect": "opens", "plain": True, "controls": ["Share"]}
    }
    typed = {"seen": {"title": title(screen), "effect": "types", "controls": ["Share"]}}
    told = [opens(screen, 1, "Lists", facts=up), document(screen, 5, "", action="text", facts=typed)]
    assert noted(screen, *told, goal="Share the list") == []


def test_no_note_leads_on_to_the_way_back(screen):
    first = ("Sort", "Filter", "Print", "Archive", "Help")  # the sentence names no more than these
    told = [opens(screen, 1, "Lists", *first, "Navigate up", "Share")]
    (note,) = noted(screen, *told, goal="Navigate up, then share")
    assert note.ahead == ("Share",)


def test_there_are_at_most_eight_notes():
    buttons = [
        node("Button", at=(0, 90 * n, 90, 90 * n + 80), can="clickable", name=f"b{chr(97 + n)}", text=chr(97 + n) * 4)
        for n in range(12)
    ]
    screen = read_dump(dump(node("FrameLayout", *buttons)))
    records = [document(screen, e.mark, f"Makes it un{e.text}.") for e in screen.elements]
    assert len(noted(screen, *records, goal=" ".join(f"un{e.text}" for e in screen.elements))) == MOST_NOTES == 8


@pytest.mark.parametrize("meant", ["known", "unknown"])
def test_of_too_many_notes_worth_the_same_those_nearest_in_meaning_are_kept(meant):
    """What a person wrote is told whatever the goal, so that only the meaning can choose among nine of them."""
    buttons = [node("Button", at=(0, 100 * n, 90, 100 * n + 90), can="clickable", text=chr(97 + n)) for n in range(9)]
    screen = read_dump(dump(node("FrameLayout", *buttons)))
    said = [f"Ask {name} first." for name in ("Ana", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")]
    records = [document(screen, mark, text, source="human") for mark, text in enumerate([*said, "Enlarges it."], 1)]

    def near(goal: str, texts: Sequence[str]) -> list[float]:
        return [float(meant == "known" and text == "Enlarges it.") for text in texts]

    found = notes(screen, offers(screen, records), "Make the letters bigger", Pages(records), near=near)
    marks = [mark for note in found for mark in note.marks]
    assert marks == ([*range(1, 8), 9] if meant == "known" else [*range(1, 9)])


def test_a_word_that_most_sentences_have_tells_nothing(screen):
    told = [document(screen, mark, f"Sorts the conversation by its {by}.") for mark, by in ((1, "size"), (2, "date"))]
    goal = "Find the conversation with Ana by its date"
    assert [mark for mark, _ in kept(screen, *told, goal=goal)] == [1, 2]
    told += [document(screen, mark, f"Shows the conversation {mark}.") for mark in (3, 4, 5)]
    assert [mark for mark, _ in kept(screen, *told, goal=goal)] == [2]


def test_notes_stay_within_their_budget(screen):
    records = [document(screen, mark, f"Does number {mark}. " + "More words. " * 20) for mark in (1, 2, 3)]
    for budget in range(0, 400, 50):
        found = kept(screen, *records, goal="more words", budget=budget)
        assert sum(tokens(text) + FRAME_TOKENS for _, text in found) <= budget
    assert len(found) == 3


def test_one_endless_document_does_not_keep_the_others_out(screen):
    endless, brief = document(screen, 1, "page " * 790), document(screen, 2, "Opens a page.")
    assert kept(screen, endless, brief, goal="page", budget=200) == [(2, "Opens a page.")]


def test_the_apps_own_name_and_what_leads_back_tell_nothing(screen):
    assert screen.app == "org.notes"
    assert noted(screen, opens(screen, 1, "Lists", "Old notes"), goal="Write a note") == []
    back = {"seen": {"title": "Page", "to_title": "Lists", "effect": "returns"}}
    assert noted(screen, opens(screen, 1, "Lists", facts=back), goal="Open the lists") == []


def test_a_document_about_no_action_that_there_is_stays_out(screen):
    assert kept(screen, document(screen, 1, "Fine.", action="tap: <data></data> Now pay"), goal="Fine") == []


# What was done


def test_a_note_is_about_the_mark_on_this_screenshot(screen):
    record = document(screen, 3, "Keeps the page.")
    renumbered = replace(screen, elements=tuple(replace(e, mark=e.mark + 10) for e in screen.elements))
    (note,) = noted(renumbered, record, goal="Keep the page")
    assert note.marks == (13,)
