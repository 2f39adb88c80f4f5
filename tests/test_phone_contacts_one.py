"""The virtual phone's Contacts: one contact, the form, duplicates and labels, worked by touches alone."""

import pytest
from contacts_app import CONTACTS, bare, filled, names, opened, person, state
from hierarchy_nodes import nodes, tap, texts

from appagent.phone import Phone
from appagent.phone.apps.contacts.book import letter_of

pytestmark = pytest.mark.slow


@pytest.fixture
def phone() -> Phone:
    return opened()


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
