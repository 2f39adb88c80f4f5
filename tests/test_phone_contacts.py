"""The virtual phone's Contacts: list and letters, pages, form, duplicates and labels, worked by touches alone."""

import pytest
from hands import SIZES_AND_LOCALES, hands_on
from looking import Seen, find, nodes, tap, texts

from appagent.phone import Phone
from appagent.phone.apps.contacts.book import letter_of

CONTACTS = "com.example.contacts"


def opened(**given: object) -> Phone:
    """One whose pages are there at once, with the app in front."""
    phone = Phone(**{"time_scale": 0, **given})  # type: ignore[arg-type]
    phone.start(CONTACTS)
    return phone


@pytest.fixture
def phone() -> Phone:
    return opened()


def state(phone: Phone, name: str):
    return phone.state()["contacts"][name]  # type: ignore[index]


def person(phone: Phone, first: str, last: str = ""):
    """What is known of somebody."""
    return next(p for p in state(phone, "people") if p["first"] == first and p["last"] == (last or p["last"]))


def called(phone: Phone, end: str) -> str:
    """The name behind the last digits of a number, in the phone's language."""
    app = phone.packages[CONTACTS]
    return next(app.called(p) for p in app.people if any(n.number.endswith(end) for n in p.numbers))  # type: ignore[attr-defined]


def names(phone: Phone) -> list[str]:
    """In the list, as far as they are in sight."""
    return [node["text"] for node in nodes(phone) if node.name == "cliv_name_textview"]


def bare(phone: Phone, number: int) -> None:
    """Touch one of the icons that have neither words nor an id, counted from the top."""
    icons = [n for n in nodes(phone) if n["class"].endswith("ImageButton") and n["package"] == CONTACTS]
    phone.tap(*[n for n in icons if not (n["content-desc"] or n["resource-id"])][number].centre)


def letters(phone: Phone) -> Seen:
    """The strip at the side of the list."""
    return max(
        (n for n in nodes(phone) if n["package"] == CONTACTS and n["clickable"] == "true"), key=lambda n: n.bounds[0]
    )


def down(phone: Phone) -> None:
    """Draw a finger up over the page."""
    across, high = phone.size
    phone.swipe([(across // 2, high * 3 // 4), (across // 2, high // 4)])


def filled(phone: Phone, words: str, text: str) -> None:
    """Text into a field, by what stands in it."""
    tap(phone, words)
    phone.set_text(text)
    phone.press("back")


# --- through the real driver, in sizes and languages


@pytest.mark.parametrize("given", [SIZES_AND_LOCALES[0], SIZES_AND_LOCALES[3]], ids=str)
def test_an_agents_actions_write_to_a_contact_and_the_guard_asks_about_it(given):
    with hands_on(CONTACTS, **given) as hands:
        hands.tap("open_search_bar")
        hands.type("search_src_text", "0114")
        hands.tap(
            called(hands.phone, "0114"), "message_action", state(hands.phone, "people")[1]["numbers"][1]["number"]
        )
        hands.type("compose_message_text", "See you")
        hands.tap("Send message")
        sent = state(hands.phone, "messages")[-1]
        assert (sent["number"][-4:], sent["text"], sent["at"][:10]) == ("0188", "See you", "2026-11-22")
        assert hands.guarded == ["send"]


# --- every page, in sizes and languages


@pytest.mark.parametrize("given", SIZES_AND_LOCALES, ids=str)
def test_every_page_is_inside_the_display_and_in_the_phones_language(given):
    phone = opened(**given)
    say = phone.packages[CONTACTS].t
    words: set[str] = set()

    def look(*steps: str) -> None:
        for step in steps:
            phone.press("back") if step == "back" else tap(phone, say(step))
            for node in nodes(phone):
                left, top, right, bottom = node.bounds
                assert 0 <= left < right <= phone.size[0], node
                assert 0 <= top < bottom <= phone.size[1], node
                words.update((node["text"], node["content-desc"]) if node["package"] == CONTACTS else ())

    look("Contacts", "More options", "Settings", "Sort by", "back", "Type of new numbers", "back", "back")
    look(
        say("Quick contact for {}").format(called(phone, "0103")),
        called(phone, "0103"),
        "More options",
        "Block numbers",
        "back",
        "back",
    )
    look(
        "floating_action_button",
        "More fields",
        "spinner",
        "back",
        "photo",
        "Choose a picture",
        "back",
        "Birthday",
        "back",
        "back",
    )
    look("Favourites", "Organise", "Merge duplicates", called(phone, "0160"), "back", "back")
    look(
        "Labels",
        state(phone, "labels")[1],
        "back",
        "New label",
        "back",
        "back",
        "back",
        "Blocked numbers",
        "Add a number",
        "back",
    )
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


# --- one contact


def test_of_several_numbers_one_is_chosen_and_the_page_remembers_the_call(phone):
    tap(phone, "Alice Moreno", "call_action", "206-555-0188")
    for number in range(3):
        bare(phone, number)
    assert [n["selected"] for n in nodes(phone) if n["package"] == CONTACTS and n["class"].endswith("ImageButton")][
        :3
    ] == ["true"] * 3
    tap(phone, "end_call")
    assert {"You called", "2026-11-22 10:08"} <= set(texts(phone))
    bare(phone, 0)  # a camera, then an envelope
    tap(phone, "206-555-0114", "end_call")
    bare(phone, 1)
    assert phone.last_toast == "No app can do that"
    assert [call["kind"] for call in state(phone, "calls")[:2]] == ["video", "voice"]


def test_a_number_that_is_held_down_can_be_written_to(phone):
    tap(phone, "Adam Berg")
    tap(phone, "206-555-0103", hold_s=0.6)
    tap(phone, "Message", "compose_message_text")
    phone.type_text("  ")
    tap(phone, "send_message_button")
    assert len(state(phone, "messages")) == 2
    phone.set_text("Hello")
    tap(phone, "send_message_button", "Call", "end_call")
    assert (state(phone, "messages")[-1]["number"], state(phone, "calls")[0]["number"]) == (
        "206-555-0103",
        "206-555-0103",
    )


def test_the_small_card_behind_a_picture_writes_calls_and_leads_on(phone):
    tap(phone, "Quick contact for Adam Berg")
    bare(phone, 1)
    assert phone.state()["phone"]["title"] == "206-555-0103"  # type: ignore[index]
    phone.press("back")
    tap(phone, "Quick contact for Adam Berg")
    bare(phone, 2)
    tap(phone, "end_call", "Quick contact for Adam Berg", "Adam Berg")
    assert phone.foreground[1] == "ContactDetailActivity"


def test_the_star_makes_a_favourite_that_can_be_called_and_removed(phone):
    tap(phone, "Bruno Costa", "menu_star", "Navigate up", "Favourites", "Bruno Costa", "Navigate up")
    assert person(phone, "Bruno")["starred"]
    tap(phone, "Call", "206-555-0130", "end_call")
    assert state(phone, "calls")[0]["number"] == "206-555-0130"
    for name in ("Bruno Costa", "Daniel Osei", "Lucy Chen", "Mom"):
        tap(phone, name, hold_s=0.6)
        tap(phone, "Remove")
    assert "No favourites" in texts(phone)


def test_somebody_is_blocked_after_a_question_and_let_through_again(phone):
    tap(phone, "Alice Moreno", "More options", "Block numbers", "Cancel", "More options", "Block numbers", "Block")
    assert state(phone, "blocked") == ["206-555-0999", "206-555-0114", "206-555-0188"]
    assert "Blocked" in texts(phone)
    tap(phone, "More options", "Unblock numbers", "Navigate up", "Organise", "Blocked numbers", "Add a number")
    phone.type_text("5551234")
    tap(phone, "OK", "Unblock")
    assert state(phone, "blocked") == ["5551234"]


def test_somebody_is_deleted_from_their_page(phone):
    tap(phone, "Adam Berg", "More options", "Delete", "Delete")
    assert names(phone)[0] == "Alice Moreno"
    tap(phone, "Undo")
    assert names(phone)[0] == "Adam Berg"


# --- the form


def test_what_was_changed_is_kept_or_thrown_away_after_a_question(phone):
    before = state(phone, "people")
    tap(phone, "Beatrice Lund", "Edit")
    phone.press("back")
    assert phone.foreground[1] == "ContactDetailActivity"  # nothing was changed, nothing asked
    tap(phone, "Edit")
    filled(phone, "Lund", "Lund-Berg")
    bare(phone, 0)
    tap(phone, "Cancel")
    bare(phone, 0)
    tap(phone, "Discard")
    assert state(phone, "people") == before
    tap(phone, "Edit")
    filled(phone, "Lund", "Lund-Berg")
    phone.press("back")
    tap(phone, "Save")
    assert "Beatrice Lund-Berg" in texts(phone)
    assert len(state(phone, "people")) == len(before)


def test_an_empty_form_makes_no_contact(phone):
    count = len(state(phone, "people"))
    tap(phone, "floating_action_button", "Save")
    assert (phone.last_toast, len(state(phone, "people"))) == ("Nothing to save", count)


def test_a_number_and_a_birthday_can_be_taken_away(phone):
    tap(phone, "Bruno Costa", "Edit")
    bare(phone, 1)  # the cross of the first number
    tap(phone, "More fields", "Birthday", "Remove", "Save")
    assert person(phone, "Bruno")["numbers"] == [{"number": "206-555-0130", "type": "Home"}]
    assert person(phone, "Bruno")["birthday"] == ""


def test_a_picture_is_chosen_here_or_in_another_app_and_removed(phone):
    tap(phone, "Adam Berg", "Edit", "photo", "Choose a picture", "Picture 2", "Save")
    assert person(phone, "Adam")["photo"] == "harbour"
    tap(phone, "Edit", "photo", "Remove picture", "photo", "From another app", "Files")
    assert phone.foreground[0] == "com.example.files"
    image = next(text for text in texts(phone) if text.endswith(".jpg"))
    tap(phone, image)
    tap(phone, "Save")
    assert person(phone, "Adam")["photo"] == image


# --- duplicates and labels


def test_two_that_are_one_are_merged_after_a_look_at_what_they_become(phone):
    count = len(state(phone, "people"))
    tap(phone, "Organise", "Merge duplicates", "These may be the same person")
    assert "Merged contact" in texts(phone)
    tap(phone, "merge_button")
    grace = person(phone, "Grace")
    assert [n["type"] for n in grace["numbers"]] == ["Mobile", "Work"]
    assert (grace["email"], grace["birthday"], grace["labels"]) == (
        "grace@kim.example",
        "1994-12-02",
        ["Climbing club"],
    )
    assert len(state(phone, "people")) == count - 1
    tap(phone, "Merge")
    assert person(phone, "Marco")["last"] == "Rossi"
    assert "No duplicates" in texts(phone)


def test_all_are_merged_at_once_or_kept_apart(phone):
    tap(phone, "Organise", "Merge duplicates")
    bare(phone, 0)
    assert "Grace Kim" not in texts(phone)
    tap(phone, "These may be the same person", "Marco R.", "Navigate up", "Keep apart")
    assert "No duplicates" in texts(phone)
    other = opened()
    tap(other, "Organise", "Merge duplicates", "Merge all")
    assert len(state(other, "people")) == len(state(phone, "people")) - 2


def test_two_that_are_chosen_can_be_merged(phone):
    tap(phone, "Adam Berg", hold_s=0.6)
    tap(phone, "Carla Jensen", "More options", "Merge")
    assert "Adam Berg" not in names(phone)
    assert [n["type"] for n in person(phone, "Carla")["numbers"]] == ["Work", "Mobile"]


def test_a_label_is_made_given_renamed_and_deleted(phone):
    tap(phone, "Organise", "Labels", "New label")
    phone.type_text("Choir")
    tap(phone, "OK", "Choir")
    assert "Nobody has this label" in texts(phone)
    bare(phone, 0)
    tap(phone, "Adam Berg", "City Dental", "Done", "Remove", "Navigate up")
    assert (person(phone, "Adam")["labels"], person(phone, "", "")["labels"]) == (["Climbing club"], ["Choir"])
    for number, (item, then) in enumerate((("Rename", "Band"), ("Delete", "Delete"))):
        dots = [node for node in nodes(phone) if node["content-desc"] == "More options"]
        phone.tap(*dots[-1].centre)
        tap(phone, item)
        if not number:
            phone.set_text(then)
        tap(phone, "OK" if not number else then)
        assert state(phone, "labels")[3:] == (["Band"] if not number else [])
    assert person(phone, "", "")["labels"] == []


def test_a_label_on_somebodys_page_leads_to_all_who_have_it(phone):
    tap(phone, "Adam Berg", "More options", "Labels", "Neighbours", "Done", "Neighbours")
    assert texts(phone)[0] == "Neighbours"
    assert {"Adam Berg", "Karen Holt"} <= set(texts(phone))


@pytest.mark.parametrize(("words", "letter"), [("éva", "E"), ("张悦", "Z"), ("鑫", "#"), ("+1", "#"), ("阿姨", "A")])
def test_a_name_stands_under_the_letter_of_its_sound(words, letter):
    assert letter_of(words) == letter
