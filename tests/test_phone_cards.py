"""The virtual phone's Cards: decks, cards, studying, the list of all cards, packages, worked by touches alone."""

import pytest
from cards_app import (
    CAPITALS,
    CARDS,
    SPANISH,
    bare,
    card,
    counts,
    deck_name,
    drawer,
    opened,
    page,
    row_menu,
    say,
    side,
    state,
    tap_bare,
    touch,
)
from hierarchy_nodes import find, nodes, tap, texts, words_inside
from phone_user import SIZES_AND_LOCALES, using_phone

from appagent.phone import Phone

pytestmark = pytest.mark.slow


@pytest.fixture
def phone() -> Phone:
    return opened()


# --- through the real driver, in sizes and languages


@pytest.mark.parametrize("given", SIZES_AND_LOCALES[1:], ids=str)
def test_an_agents_actions_make_a_deck_and_a_card_and_the_guard_asks_about_deleting(given):
    with using_phone(CARDS, **given) as user:
        user.tap("fab", "Create deck")
        user.type("edit", "Arabic")
        user.tap("OK", "fab", "Add card", "Default" if given["locale"] == "en-US" else "默认", "Arabic")
        user.type("Front", "qitt")
        user.type("Back", "cat")
        user.tap("Save")
        made = state(user.phone, "cards")[-1]
        assert (made["front"], made["back"], made["deck"]) == ("qitt", "cat", "Arabic")
        user.back()
        user.back()
        user.hold("Arabic")
        user.tap("Delete", "Delete")
        assert [deck["name"] for deck in state(user.phone, "decks")].count("Arabic") == 0
        assert user.guarded == ["delete", "delete"]


# --- every page, in sizes and languages


@pytest.mark.parametrize("given", SIZES_AND_LOCALES, ids=str)
def test_every_page_is_inside_the_display_and_in_the_phones_language(given):
    phone = opened(**given)
    app = phone.packages[CARDS]
    words: set[str] = set()

    def look(*steps: object) -> None:
        for step in steps:
            if step == "back":
                phone.press("back")
            elif callable(step):
                step()
            else:
                tap(phone, say(phone, str(step)))
            words.update(words_inside(phone, CARDS))

    france = state(phone, "cards")[14]["front"]
    look("fab", "back", "More options", "Import", "back", "More options", "Export", "back", "More options",
         "Check cards", "OK", lambda: drawer(phone, "Help"), "OK")  # fmt: skip
    look(lambda: drawer(phone, "Statistics"), "Forecast", "All decks", "back", "Counts", "back")
    look(lambda: drawer(phone, "Settings"), "A new day starts at", "back", "back")
    look(lambda: page(phone, CAPITALS), "More options", "back", lambda: tap_bare(phone, 1), "Order", "back",
         lambda: phone.swipe([(300, 900), (300, 300)]),
         "Default options", "back", "back", lambda: tap_bare(phone, 0), france, "Tags", "back", "More options",
         "Card info", "back", lambda: tap_bare(phone, 0), "Show answer", "back", "back",
         "Filter", "back", "More options", "Sort by", "back", lambda: row_menu(phone, france), "Flag", "back",
         lambda: tap(phone, france, hold_s=0.6), "More options", "back", "back", "back")  # fmt: skip
    look("Study now", "More options", "back", "Show answer", "Good", "back", "back", "fab", "Add card", "Basic", "back")
    content = {str(card[side]) for card in app.state()["cards"] for side in ("front", "back")}
    content |= {node for node in words if node.endswith(".deck")}
    english = {word for word in words - content if "a" <= word[1:2] <= "z"}
    assert bool(english) == (phone.locale == "en-US"), english


@pytest.mark.parametrize("given", SIZES_AND_LOCALES, ids=str)
def test_the_deepest_page_tells_all_of_a_card_that_was_changed_on_the_way(given):
    phone = opened(**given)
    front = state(phone, "cards")[16]["front"]  # Spain
    drawer(phone, "Card browser")
    touch(phone, "action_search")
    phone.type_text(front)
    phone.press("back")
    row = next(node for node in nodes(phone) if node.name == "card_sfld")
    phone.tap(*row.centre)
    side(phone, "Back", "Lisbon?")
    phone.press("back")
    touch(phone, "Tags", "New tag")
    phone.type_text("check")
    tap_bare(phone, 0)
    phone.press("back")
    touch(phone, "OK", "Save")
    kept = card(phone, front)
    assert (kept["back"], "check" in kept["tags"]) == ("Lisbon?", True)  # type: ignore[operator]
    row_menu(phone, front)
    touch(phone, "Card info")
    assert {front, say(phone, "To review"), "2026-11-25", deck_name(phone, CAPITALS)} <= set(texts(phone))


# --- decks


def test_a_deck_is_made_renamed_and_refused_a_name_that_is_taken(phone):
    for name, toast in (
        ("Rivers", "Deck created"),
        ("Rivers", "There is a deck of that name"),
        ("", "A deck needs a name"),
    ):
        touch(phone, "fab", "Create deck")
        phone.set_text(name)
        touch(phone, "OK")
        assert phone.last_toast == toast
    tap(phone, "Spanish basics", hold_s=0.6)
    touch(phone, "Rename")
    phone.set_text("Español")
    touch(phone, "OK")
    names = [deck["name"] for deck in state(phone, "decks")]
    assert (names.count("Rivers"), names[SPANISH], card(phone, "el pan")["deck"]) == (1, "Español", "Español")


def test_a_deleted_deck_comes_back_with_its_cards(phone):
    before = phone.state()["cards"]
    tap(phone, "World history", hold_s=0.6)
    touch(phone, "Delete", "Delete")
    assert "World history" not in texts(phone)
    assert len(state(phone, "cards")) == len(before["cards"]) - 8  # type: ignore[index]
    touch(phone, "Undo")
    assert phone.state()["cards"] == before


def test_the_drawer_and_the_small_menu_keep_what_is_below_out_of_reach(phone):
    tap_bare(phone, 0)
    assert "Spanish basics" not in texts(phone)
    phone.tap(phone.size[0] - 60, 900)
    assert phone.foreground[1] == ".DeckPicker"
    tap_bare(phone, 1)
    assert phone.last_toast == "Nothing to synchronise with"
    drawer(phone, "Decks")
    touch(phone, "fab")
    assert set(texts(phone)) == {"Create deck", "Add card", "Get shared decks"}
    phone.swipe([(500, 1500), (500, 500)])
    phone.press("back")
    touch(phone, "fab", "Get shared decks")
    assert "planets.deck" in texts(phone)


def test_options_of_a_deck_limit_what_is_to_be_studied(phone):
    page(phone, CAPITALS)
    tap_bare(phone, 1)
    touch(phone, "New cards a day")
    phone.set_text("2")
    touch(phone, "OK", "Reviews a day")
    phone.set_text("many")
    touch(phone, "OK")
    assert phone.last_toast == "A number from 0 to 9999"
    minus = [node for node in bare(phone) if not node.name]
    phone.tap(*minus[5].centre)  # of the days after Good: one more
    touch(phone, "Order", "Random", "Bury the reversed card", "Play sounds by themselves")
    deck = state(phone, "decks")[CAPITALS]
    assert [deck[name] for name in ("new_per_day", "reviews_per_day", "graduating_days", "new_order", "bury_reversed",
                                    "autoplay")] == [2, 200, 2, "Random", True, False]  # fmt: skip
    touch(phone, "Navigate up")
    assert [words for words in texts(phone) if words.isdigit()] == ["2", "2", "4"]
    tap_bare(phone, 1)
    touch(phone, "Default options", "Restore")
    usual = {"new_per_day": 20, "graduating_days": 1, "new_order": "Order added", "bury_reversed": False}
    assert state(phone, "decks")[CAPITALS] == {**deck, **usual, "autoplay": True}


# --- studying


def test_each_answer_moves_the_counts_and_undo_takes_it_back(phone):
    tap(phone, "Spanish basics")
    before = phone.state()["cards"]
    assert counts(phone) == ["3", "1", "4"]
    touch(phone, "Show answer")
    assert {"milk", "< 1 min", "6 min", "1 d", "4 d"} <= set(texts(phone))
    touch(phone, "Good")  # of a card in learning
    assert (counts(phone), card(phone, "la leche")["stage"], card(phone, "la leche")["due"]) == (
        ["3", "0", "4"],
        "review",
        1,
    )
    touch(phone, "Show answer", "Again")  # of one in review
    assert (counts(phone), card(phone, "el pan")["lapses"]) == (["3", "1", "3"], 1)
    touch(phone, "Show answer", "Easy")
    assert card(phone, "la mesa")["interval"] == 105
    assert state(phone, "answers") == {"Again": 1, "Hard": 0, "Good": 1, "Easy": 1}
    touch(phone, "action_undo")
    assert (counts(phone), card(phone, "la mesa")["interval"]) == (["3", "1", "3"], 30)
    assert before["answers"] == {"Again": 0, "Hard": 0, "Good": 0, "Easy": 0}  # type: ignore[index]


def test_a_deck_is_studied_to_its_end_and_says_so(phone):
    page(phone, CAPITALS)
    touch(phone, "Study now")
    for _ in range(40):
        if "Show answer" not in texts(phone):
            break
        touch(phone, "Show answer", "Good")
    assert "Congratulations! You have finished this deck for now." in texts(phone)
    touch(phone, "Back to the deck")
    assert {"Finished for today", "16 cards in this deck"} <= set(texts(phone))
    touch(phone, "Navigate up")
    done = sum(state(phone, "answers").values())
    assert (counts(phone), f"{done} cards studied today" in texts(phone)) == (["0", "0", "0"], True)
    drawer(phone, "Statistics")
    assert texts(phone)[4:8] == ["Today", "Cards studied", str(done), "Again"]


def test_a_card_may_be_buried_suspended_flagged_or_deleted_while_it_is_asked(phone):
    tap(phone, "Chemical elements")
    tap_bare(phone, 1)  # the flag, beside the arrow that has nothing yet to undo
    touch(phone, "Green flag")
    assert card(phone, "N")["flag"] == "green"
    asked = []
    for choice in ("Bury until tomorrow", "Suspend", "Delete"):
        asked.append(texts(phone)[4])
        touch(phone, "More options", choice, *(["Delete"] if choice == "Delete" else []))
    assert asked == ["N", "H", "Na"]
    assert card(phone, "N")["buried"] is True
    assert card(phone, "H")["suspended"] is True
    assert "Na" not in [one["front"] for one in state(phone, "cards")]
    touch(phone, "Undo", "Navigate up")
    page(phone, 3)
    touch(phone, "More options", "Unbury")
    assert card(phone, "N")["buried"] is False
    touch(phone, "More options", "Ten more new cards")
    assert state(phone, "decks")[3]["new_done"] == -10


@pytest.mark.parametrize(
    ("answer", "shown", "right"), [("ctrl + v ", "ctrl + v", True), ("Ctrl + P", "Ctrl + P", False), ("", "—", False)]
)
def test_an_answer_may_be_typed_in_and_is_judged(phone, answer, shown, right):
    tap(phone, "Keyboard shortcuts")
    for _ in range(4):
        if "Paste" in texts(phone):
            break
        touch(phone, "Show answer", "Easy")
    touch(phone, "answer_field")
    phone.set_text(answer)
    phone.press("enter")
    told = find(phone, "typeans")
    left, top, _, bottom = told.bounds
    green = (46, 158, 91) in {
        shade for _, shade in phone.picture().crop((left, top, left + 200, bottom)).getcolors(1 << 16)
    }
    assert (told["text"], green) == (shown, right)


def test_settings_show_hide_and_are_kept(phone):
    drawer(phone, "Settings")
    touch(phone, "Show when a card comes again", "Show how many are left", "Remind me every day", "Vibrate",
          "A new day starts at", "2:00", "Navigate up")  # fmt: skip
    names = ("show_intervals", "show_counts", "reminder", "vibrate", "day_starts")
    assert [state(phone, name) for name in names] == [False, False, True, False, 2]
    tap(phone, "Spanish basics")
    touch(phone, "Show answer")
    assert (counts(phone), "1 d" in texts(phone)) == ([], False)


# --- making cards


def test_a_reversed_card_is_two_and_a_pinned_field_stays(phone):
    touch(phone, "fab", "Add card", "Basic", "Basic (and reversed card)", "toggle_sticky")
    side(phone, "Front", "sol ")
    side(phone, "Back", "sun")
    phone.press("back")
    touch(phone, "Save")
    assert phone.last_toast == "2 cards added"
    assert [(one["front"], one["back"]) for one in state(phone, "cards")[-2:]] == [("sol", "sun"), ("sun", "sol")]
    assert "sol" in texts(phone)
    assert "sun" not in texts(phone)
    side(phone, "Front", "")
    touch(phone, "Save", "media_button")
    assert len(state(phone, "cards")) == 74


def test_what_was_written_is_lost_only_after_a_question(phone):
    touch(phone, "fab", "Add card")
    side(phone, "Front", "half a thought")
    phone.press("back")
    phone.press("back")
    touch(phone, "Cancel")
    assert "half a thought" in texts(phone)
    touch(phone, "Navigate up", "Discard")
    assert phone.foreground[1] == ".DeckPicker"
    assert len(state(phone, "cards")) == 72


def test_the_reversed_card_is_buried_where_the_deck_wants_it(phone):
    cards = [{"front": "a", "back": "b", "deck": "Own"}, {"front": "b", "back": "a", "deck": "Own"}]
    phone.set_up({"cards": {"decks": [{"name": "Own", "bury_reversed": True}], "cards": cards}})
    tap(phone, "Own")
    touch(phone, "Show answer", "Hard")
    assert [one["buried"] for one in state(phone, "cards")] == [False, True]
