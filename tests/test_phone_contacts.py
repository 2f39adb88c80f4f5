"""The virtual phone's Contacts: list and letters, pages, form, duplicates and labels, worked by touches alone."""

import pytest
from contacts_app import CONTACTS, bare, called, down, filled, letters, names, opened, person, state
from hierarchy_nodes import find, nodes, tap, texts, words_inside
from phone_user import SIZES_AND_LOCALES, using_phone

from appagent.phone import Phone

pytestmark = pytest.mark.slow


@pytest.fixture
def phone() -> Phone:
    return opened()


# --- through the real driver, in sizes and languages


@pytest.mark.parametrize("given", SIZES_AND_LOCALES[1:], ids=str)
def test_an_agents_actions_write_to_a_contact_and_the_guard_asks_about_it(given):
    with using_phone(CONTACTS, **given) as user:
        user.tap("open_search_bar")
        user.type("search_src_text", "0114")
        user.tap(called(user.phone, "0114"), "message_action", state(user.phone, "people")[1]["numbers"][1]["number"])
        user.type("compose_message_text", "See you")
        user.tap("Send message")
        sent = state(user.phone, "messages")[-1]
        assert (sent["number"][-4:], sent["text"], sent["at"][:10]) == ("0188", "See you", "2026-11-22")
        assert user.guarded == ["send"]


# --- every page, in sizes and languages


@pytest.mark.parametrize("given", SIZES_AND_LOCALES, ids=str)
def test_every_page_is_inside_the_display_and_in_the_phones_language(given):
    phone = opened(**given)
    say = phone.packages[CONTACTS].t
    words: set[str] = set()

    def look(*steps: str) -> None:
        for step in steps:
            phone.press("back") if step == "back" else tap(phone, say(step))
            words.update(words_inside(phone, CONTACTS))

    look("Contacts", "More options", "Settings", "Sort by", "back", "Type of new numbers", "back", "back")
    look(say("Quick contact for {}").format(called(phone, "0103")), called(phone, "0103"))
    look("More options", "Block numbers", "back", "back")
    look("floating_action_button", "More fields", "spinner", "back")
    look("photo", "Choose a picture", "back", "Birthday", "back", "back")
    look("Favourites", "Organise", "Merge duplicates", called(phone, "0160"), "back", "back")
    look("Labels", state(phone, "labels")[1], "back", "New label", "back", "back", "back")
    look("Blocked numbers", "Add a number", "back")
    english = {word for word in words if "a" <= word[1:2] <= "z" and "@" not in word}
    assert bool(english) == (phone.locale == "en-US"), english


@pytest.mark.parametrize("given", SIZES_AND_LOCALES, ids=str)
def test_a_contact_is_made_with_a_second_number_and_a_birthday(given):
    phone = opened(**given)
    say = phone.packages[CONTACTS].t
    count = len(state(phone, "people"))
    tap(phone, "floating_action_button")
    for field, text in (
        ("First name", " Ada"),
        ("Last name", "Quill "),
        ("Company", "Engines"),
        ("Phone", "2065550300"),
    ):
        filled(phone, say(field), text)
    tap(phone, say("Add phone"))
    filled(phone, say("Phone"), "2065550301")
    spinners = [node for node in nodes(phone) if node.name == "spinner"]
    phone.tap(*spinners[1].centre)
    tap(phone, say("Work"), say("More fields"), say("Birthday"))
    for wheel, text in (("day", "31"), ("year", "1983"), ("month", "2")):
        left, top, right, bottom = find(phone, wheel).bounds
        phone.tap((left + right) // 2, (top + bottom) // 2)
        phone.set_text(text)
        phone.press("back")
    tap(phone, say("OK"))
    down(phone)
    filled(phone, say("Note"), "Met at the fair")
    tap(phone, say("Save"))
    made = person(phone, "Ada")
    assert len(state(phone, "people")) == count + 1
    assert made["numbers"] == [{"number": "2065550300", "type": "Mobile"}, {"number": "2065550301", "type": "Work"}]
    told = [made[name] for name in ("last", "company", "birthday", "note", "starred", "labels")]
    assert told == ["Quill", "Engines", "1983-02-28", "Met at the fair", False, []]
    assert {"Ada Quill", "Engines", "2065550301"} <= set(texts(phone))  # its page, before the list
    phone.press("back")
    assert len(names(phone)) > 4


# --- the list


def test_the_letters_at_the_side_move_the_list_by_a_touch_or_a_stroke(phone):
    left, top, right, bottom = letters(phone).bounds
    x, step = (left + right) // 2, (bottom - top) / 22
    phone.tap(x, round(top + 12.5 * step))  # A B C D E F G H I J K L M
    assert names(phone)[0] == "Marco R."
    phone.swipe([(x, bottom - 5), (x, round(top + 3.5 * step))])
    assert names(phone)[0] == "Daniel Osei"
    phone.tap(x, bottom - 5)
    assert names(phone)[-1] == "Zara Malik"
    phone.tap(x, top + 2)
    assert names(phone)[0] == "Adam Berg"


def test_the_letters_at_the_side_stand_apart_where_there_is_little_room(phone):
    phone.rotate(1)
    strip = phone.picture().crop(letters(phone).bounds).convert("L")
    rows = [strip.crop((0, y, strip.width, y + 1)).getextrema()[0] < 128 for y in range(strip.height)]
    begins = [y for y, ink in enumerate(rows) if ink and not rows[y - 1]]
    assert len(begins) == 8  # every third


def test_a_snack_bar_stands_above_the_round_button(phone):
    tap(phone, "Adam Berg", "More options", "Delete", "Delete")
    assert find(phone, "Undo").bounds[3] <= find(phone, "floating_action_button").bounds[1]


@pytest.mark.parametrize(
    ("locale", "order", "shown"),
    [("en-US", "First name", ["Adam Berg", "Alice Moreno", "Beatrice Lund"]),
     ("en-US", "Last name", ["Adam Berg", "James Carter", "Lucy Chen"]),
     ("zh-CN", "Last name", ["安磊", "白静", "陈雪"]),
     ("zh-CN", "First name", ["王波", "城市牙科", "吴芳"])],
)  # fmt: skip
def test_the_order_is_by_either_name_and_chinese_ones_stand_by_their_sound(locale, order, shown):
    phone = opened(locale=locale)
    say = phone.packages[CONTACTS].t
    tap(phone, say("More options"), say("Settings"), say("Sort by"), say(order))
    phone.press("back")
    assert state(phone, "sort_by") == order
    assert names(phone)[:3] == shown


def test_names_are_written_as_the_settings_say(phone):
    tap(phone, "Organise", "Settings", "Name format", "Last name first")
    tap(phone, "Company below the name", "Type of new numbers", "Work", "Navigate up", "Contacts")
    assert names(phone)[:2] == ["Berg, Adam", "Moreno, Alice"]
    assert "Lark Press" in texts(phone)
    tap(phone, "floating_action_button")
    assert "Work" in texts(phone)


def test_who_has_no_number_can_be_left_out(phone):
    phone.set_up(
        {
            "contacts": {
                "people": [{"first": "Ann", "email": "ann@a.example"}, {"first": "Bob", "numbers": [{"number": "1"}]}]
            }
        }
    )
    assert names(phone) == ["Ann", "Bob"]
    tap(phone, "Organise", "Settings", "Only contacts with a number", "Navigate up", "Contacts")
    assert names(phone) == ["Bob"]


@pytest.mark.parametrize("words", ["ROSS", "555-0191", "rossi catering", "marco@rossi"])
def test_the_search_finds_by_name_number_company_and_address(phone, words):
    tap(phone, "open_search_bar", "search_src_text")
    phone.type_text(words)
    assert "Marco Rossi" in texts(phone)
    assert "Adam Berg" not in texts(phone)


def test_a_call_can_be_made_from_what_was_found(phone):
    tap(phone, "open_search_bar", "search_src_text")
    phone.type_text("nobody at all")
    assert "No results" in texts(phone)
    phone.set_text("dubois")
    bare(phone, 0)
    assert state(phone, "calls")[0] == {"number": "206-555-0199", "kind": "voice", "at": "2026-11-22 10:08"}


# --- some that are chosen


def test_several_are_chosen_and_deleted_after_a_question_and_brought_back(phone):
    before = state(phone, "people")
    tap(phone, "Carla Jensen", hold_s=0.6)
    tap(phone, "Adam Berg", "Select Bruno Costa", "Adam Berg")
    assert "2 selected" in texts(phone)
    bare(phone, 2)
    assert "Delete 2 contacts?" in texts(phone)
    tap(phone, "Delete")
    assert len(state(phone, "people")) == len(before) - 2
    tap(phone, "Undo")
    assert state(phone, "people") == before
    assert "Search contacts" in texts(phone)


def test_one_contact_is_told_as_one(phone):
    phone.set_up({"contacts": {"people": state(phone, "people")[:1]}})
    assert "1 contact" in texts(phone)


def test_a_label_and_a_star_are_put_on_several_at_once(phone):
    tap(phone, "Adam Berg", hold_s=0.6)
    tap(phone, "Alice Moreno")
    bare(phone, 1)
    tap(phone, "Climbing club", "Family", "Family", "Done", "More options", "Favourites")
    assert (person(phone, "Adam")["labels"], person(phone, "Alice")["labels"]) == (["Climbing club"], ["Climbing club"])
    assert [p["first"] for p in state(phone, "people") if p["starred"]] == ["Adam", "Alice", "Daniel", "Lucy", "Mom"]


def test_the_list_stays_where_it_is_while_some_are_chosen(phone):
    left, _, right, bottom = letters(phone).bounds
    phone.tap((left + right) // 2, bottom - 5)
    tap(phone, "Zara Malik", hold_s=0.6)
    assert "Zara Malik" in names(phone)
    phone.press("back")
    assert "Search contacts" in texts(phone)
    tap(phone, "More options", "Select all")
    assert "32 selected" in texts(phone)
    bare(phone, 0)
    assert "Search contacts" in texts(phone)


def test_contacts_are_shared_with_another_app(phone):
    tap(phone, "Adam Berg", hold_s=0.6)
    tap(phone, "Alice Moreno", "Share", "Files")
    assert phone.foreground[0] == "com.example.files"
    tap(phone, "Save here", "OK")
    folders = phone.state()["files"]["folders"]  # type: ignore[index]
    kept = next(file for file in folders["Download"] if file["name"].startswith("Adam Berg"))
    alice = "Alice Moreno\nMobile: 206-555-0114\nWork: 206-555-0188\nalice@larkpress.example"
    assert kept["text"] == f"Adam Berg\nMobile: 206-555-0103\n\n{alice}"
