"""The virtual phone's Cards: the list of all cards, packages and statistics, worked by touches alone."""

import pytest
from cards_app import CARDS, card, drawer, fronts, opened, state, tap_bare, touch
from hierarchy_nodes import find, nodes, tap, texts

from appagent.phone import Phone

pytestmark = pytest.mark.slow


@pytest.fixture
def phone() -> Phone:
    return opened()


# --- the list of all cards


def test_the_list_is_searched_sorted_and_filtered(phone):
    drawer(phone, "Card browser")
    touch(phone, "Filter", "Red", "Done")
    assert (fronts(phone), "3 cards" in texts(phone)) == (["la llave", "Bulgaria", "Sn"], True)
    touch(phone, "All decks", "Capitals of Europe")
    assert fronts(phone) == ["Bulgaria"]
    touch(phone, "Filter", "Red", "island", "Done", "More options", "Sort by", "Front")
    assert fronts(phone) == ["Iceland", "Ireland", "Malta"]
    touch(phone, "Filter", "Clear filter", "Suspended", "Done")
    assert fronts(phone) == ["Malta"]
    touch(phone, "Filter", "Suspended", "Done")
    column = next(node for node in nodes(phone) if node["text"] == "Back")  # and not the key
    phone.tap(*column.centre)
    touch(phone, "Due", "action_search")
    phone.type_text("south vall")
    assert fronts(phone) == ["Malta"]
    phone.set_text("no such card")
    assert "No cards" in texts(phone)
    assert (state(phone, "sort"), state(phone, "column")) == ("Front", "Due")


@pytest.mark.parametrize(
    ("sort", "first"), [("Due", "la mesa"), ("Interval", "beber"), ("Lapses", "comer"), ("Order added", "el pan")]
)
def test_the_list_has_other_orders(phone, sort, first):
    drawer(phone, "Card browser")
    touch(phone, "More options", "Sort by", sort)
    assert fronts(phone)[0] == first


def test_several_cards_are_chosen_and_something_is_done_with_all(phone):
    drawer(phone, "Card browser")

    def choose() -> None:
        tap(phone, "el pan", hold_s=0.6)
        tap(phone, "el agua", "la leche", "la leche")

    choose()
    touch(phone, "action_flag", "Blue flag")
    choose()
    touch(phone, "action_suspend_card")
    choose()
    touch(phone, "More options", "Change deck", "Default")
    chosen = [card(phone, front) for front in ("el pan", "el agua")]
    assert [(one["flag"], one["suspended"], one["deck"]) for one in chosen] == [("blue", True, "Default")] * 2
    touch(phone, "Undo")
    assert card(phone, "el pan")["deck"] == "Spanish basics"
    choose()
    touch(phone, "More options", "Select all")
    assert texts(phone)[0] == "72"
    tap_bare(phone, 0)
    choose()
    tap_bare(phone, 3)  # the bin
    touch(phone, "Delete")
    assert (fronts(phone)[0], phone.state()["cards"]["decks"][0]["name"]) == ("la manzana", "Default")  # type: ignore[index]
    touch(phone, "Undo", "More options", "Select all")
    assert texts(phone)[0] == "72"
    phone.press("back")
    assert texts(phone)[0] == "All decks"


def test_cards_are_looked_at_one_after_the_other(phone):
    drawer(phone, "Card browser")
    touch(phone, "More options", "Preview", "Show answer")
    assert {"Preview 1 / 72", "el pan", "bread"} <= set(texts(phone))
    tap_bare(phone, 0)
    assert {"Preview 72 / 72", "Close tab"} <= set(texts(phone))
    tap_bare(phone, 1)
    assert "bread" not in texts(phone)


def test_progress_is_reset_after_a_question_and_can_be_had_back(phone):
    before = card(phone, "el pan")
    drawer(phone, "Card browser")
    tap(phone, "el pan")
    touch(phone, "More options", "Reset progress", "Reset")
    assert (card(phone, "el pan")["stage"], card(phone, "el pan")["reviews"]) == ("new", 0)
    touch(phone, "Undo")
    assert card(phone, "el pan") == before
    touch(phone, "More options", "Delete", "Delete")
    assert fronts(phone)[0] == "el agua"


# --- packages, statistics, other apps


def test_a_package_is_imported_once_and_an_export_brings_a_deck_back(phone):
    for _ in range(2):
        touch(phone, "More options", "Import", "planets.deck")
    assert phone.last_toast == "0 cards imported"
    assert "Planets" in texts(phone)
    tap(phone, "Planets", hold_s=0.6)
    touch(phone, "Export", "Include media", "Include scheduling", "Save")
    assert state(phone, "exports") == [{"deck": "Planets", "file": "planets.deck", "scheduling": False}]
    touch(phone, "More options", "Export", "Save")
    assert (phone.last_toast, len(state(phone, "exports"))) == ("Saved as all_decks.deck", 2)


def test_an_export_keeps_how_far_its_cards_have_come(phone):
    tap(phone, "Spanish basics", hold_s=0.6)
    touch(phone, "Export", "Save")
    before = card(phone, "el pan")
    tap(phone, "Spanish basics", hold_s=0.6)
    touch(phone, "Delete", "Delete", "More options", "Import", "spanish_basics.deck")
    assert (phone.last_toast, card(phone, "el pan")) == ("14 cards imported", before)


def test_words_from_another_app_are_the_front_of_a_new_card(phone):
    phone.packages[CARDS].receive("text", "la luna")
    assert {"Add card", "la luna"} <= set(texts(phone))
    phone.press("back")
    assert phone.foreground[1] == ".NoteEditor"


def test_a_file_that_is_no_package_is_refused(phone):
    phone.packages[CARDS].take_in("Download/letter.pdf")  # type: ignore[attr-defined]
    assert phone.last_toast == "letter.pdf holds no cards"


def test_a_deck_is_shared_as_words_and_a_file_of_another_app_may_be_refused(phone):
    tap(phone, "Human body", hold_s=0.6)
    touch(phone, "Export", "Share", "Notes")
    note = phone.state()["notes"]["notes"][0]  # type: ignore[index]
    assert (note["title"], "The skin" in note["body"]) == ("How many bones has an adult? – 206", True)
    phone.start(CARDS)
    touch(phone, "More options", "Import", "From another app")
    assert "Files" in texts(phone)


def test_the_charts_are_drawn_in_their_colours(phone):
    drawer(phone, "Statistics")
    for tab, colour in (("Today", (63, 127, 217)), ("Counts", (217, 48, 37))):
        touch(phone, tab)
        chart = find(phone, "Yesterday" if tab == "Today" else "Learning").bounds[1]
        seen = phone.picture().crop((0, 400, phone.size[0], chart)).getcolors(1 << 20)
        assert sum(count for count, shade in seen if shade == colour) > 2000


def test_statistics_count_the_cards_of_a_deck(phone):
    drawer(phone, "Statistics")
    touch(phone, "Forecast", "30 days")
    assert texts(phone)[-2:] == ["In all", "49"]
    touch(phone, "Counts", "All decks", "Chemical elements")
    numbers = [words for words in texts(phone) if words.isdigit()]
    assert numbers == ["3", "1", "5", "3", "1", "13", "3"]
