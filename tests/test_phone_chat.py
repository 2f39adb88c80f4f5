"""The virtual phone's Chat: conversations, red packets, contacts, posts and search, worked by touches alone."""

from functools import partial

import pytest
from hierarchy_nodes import FoundNode, find, nodes, tap, texts, with_app, words_inside
from phone_user import SIZES_AND_LOCALES, using_phone

from appagent.phone import Phone

pytestmark = pytest.mark.slow

CHAT = "com.qingxin.im"


opened = partial(with_app, CHAT)


@pytest.fixture
def phone() -> Phone:
    return opened()


def state(phone: Phone, name: str):
    return phone.state()["chat"][name]  # type: ignore[index]


def said(phone: Phone, key: str) -> list[str]:
    return [message["text"] for message in state(phone, "chats")[key]["messages"]]


def nameless(phone: Phone, number: int) -> FoundNode:
    """The icons to tap that have neither words nor an id, from the top."""
    bare = [n for n in nodes(phone) if n["class"].endswith("ImageButton") and n["package"] == CHAT]
    return [n for n in bare if not (n["text"] or n["content-desc"] or n["resource-id"])][number]


def plus(phone: Phone) -> None:
    """Show the panel of a conversation."""
    phone.tap(*nameless(phone, -1).centre)


def dots(phone: Phone, number: int) -> None:
    """Touch the two dots of a post in sight."""
    phone.tap(*nameless(phone, number).centre)


def packet(phone: Phone, amount: str, pin: str = "246810") -> None:
    """Pay a red packet in the conversation that is open."""
    say = phone.packages[CHAT].t
    plus(phone)
    tap(phone, say("Red packet"), "0.00")
    phone.type_text(amount)
    tap(phone, say("Put money in"), say("Pay now"))
    tap(phone, *pin)


# --- through the real driver, in sizes and languages


@pytest.mark.parametrize("given", SIZES_AND_LOCALES[:1], ids=str)
def test_an_agents_actions_send_a_message_and_the_guard_asks_about_it(given):
    with using_phone(CHAT, **given) as user:
        name = user.phone.packages[CHAT].called("anna")  # type: ignore[attr-defined]
        user.tap("Contacts", name, "Message")
        user.type("bkk", "On my way")
        user.tap("Send")
        assert said(user.phone, "anna")[-1] == "On my way"
        assert user.guarded == ["send"]


@pytest.mark.parametrize("given", SIZES_AND_LOCALES[1:], ids=str)
def test_an_agents_actions_pay_a_red_packet_and_the_guard_asks_about_it(given):
    with using_phone(CHAT, **given) as user:
        user.tap(user.phone.packages[CHAT].called("mom"))  # type: ignore[attr-defined]
        nobody = [element for element in user.elements() if not element.text and not element.resource_id]
        user.tap_mark(nobody[-1].mark)
        user.tap("Red packet")
        user.type("0.00", "8.80")
        user.tap("Put money in", "Pay now", *"246810")
        assert state(user.phone, "payments") == [{"who": "mom", "amount": 8.8, "words": said(user.phone, "mom")[-1]}]
        assert state(user.phone, "balance") == 511.86
        assert "pay" in user.guarded


# --- every page, in sizes and languages


@pytest.mark.parametrize("given", SIZES_AND_LOCALES, ids=str)
def test_every_page_is_inside_the_display_and_in_the_phones_language(given):
    phone = opened(**given)
    say = phone.packages[CHAT].t
    words: set[str] = set()

    def look(*steps: str) -> None:
        for step in steps:
            phone.press("back") if step == "back" else tap(phone, say(step))
            words.update(words_inside(phone, CHAT))

    look("Chats", "More options", "Wallet", "back", "Search", "back")
    tap(phone, phone.packages[CHAT].called("lena"))  # type: ignore[attr-defined]
    plus(phone)
    look("Red packet", "back", "Chat info", "Clear history", "back", "back", "back")
    look("Contacts", "New friends", "Accept", "back", "Group chats", "back")
    tap(phone, phone.packages[CHAT].called("anna"))  # type: ignore[attr-defined]
    look("More options", "Star", "Remark", "back", "back", "Moments", "back", "back")
    look("Discover", "Moments", "New post", "back", "back", "back", "Me", "Settings", "back")
    english = {word for word in words if "a" <= word[1:2] <= "z"} - {"anna", "robin_lee"}
    assert bool(english) == (phone.locale == "en-US"), english


@pytest.mark.parametrize("given", SIZES_AND_LOCALES, ids=str)
def test_a_red_packet_is_paid_with_the_pin_and_stands_in_the_conversation(given):
    phone = opened(**given)
    tap(phone, phone.packages[CHAT].called("lena"))  # type: ignore[attr-defined]
    packet(phone, "66.6")
    message = state(phone, "chats")["lena"]["messages"][-1]
    assert (message["who"], message["kind"], message["amount"]) == ("me", "packet", 66.6)
    assert (state(phone, "balance"), len(state(phone, "payments"))) == (454.06, 1)
    assert message["text"] in texts(phone)
    assert phone.last_toast == phone.packages[CHAT].t("Paid")


# --- conversations


def test_a_conversation_is_read_by_opening_it_and_can_be_marked_unread_again(phone):
    unread = [node["text"] for node in nodes(phone) if node["text"].isdigit()]
    assert unread == ["2", "5", "1", "8", "1"]
    tap(phone, "Lena Park")
    phone.press("back")
    assert state(phone, "chats")["lena"]["unread"] == 0
    tap(phone, "Lena Park", hold_s=0.6)
    tap(phone, "Mark as unread")
    assert state(phone, "chats")["lena"]["unread"] == 1
    assert [node["text"] for node in nodes(phone) if node["text"].isdigit()] == ["1", "5", "1", "7", "1"]


def test_the_button_to_send_is_there_only_when_there_is_something_to_send(phone):
    tap(phone, "Lena Park", "bkk")
    assert "Send" not in texts(phone)
    phone.type_text("  ")
    assert "Send" not in texts(phone)
    phone.type_text("Done, at seven")
    tap(phone, "Send")
    assert "Send" not in texts(phone)
    assert (said(phone, "lena")[-1], state(phone, "chats")["lena"]["draft"]) == ("Done, at seven", "")
    phone.type_text("One more")
    phone.press("enter")
    assert said(phone, "lena")[-1] == "One more"


def test_whoever_was_written_to_last_is_first(phone):
    tap(phone, "Leo Lin", "bkk")
    phone.type_text("Hi")
    tap(phone, "Send", "Navigate up")
    assert next(node["text"] for node in nodes(phone) if node.name == "kbq") == "Leo Lin"
    tap(phone, "Mom", hold_s=0.6)
    tap(phone, "Pin")
    assert next(node["text"] for node in nodes(phone) if node.name == "kbq") == "Mom"


def test_a_message_is_forwarded_taken_back_and_deleted(phone):
    tap(phone, "Lena Park")
    tap(phone, "Yes: the noodle house on Mill Street", hold_s=0.6)
    tap(phone, "Forward", "Mom", "Send")
    assert said(phone, "mom")[-1] == "Yes: the noodle house on Mill Street"
    tap(phone, "Did you find a place for dinner?", hold_s=0.6)
    tap(phone, "Recall")
    assert said(phone, "lena")[0] == "You recalled a message"
    tap(phone, "Yes: the noodle house on Mill Street", hold_s=0.6)
    assert "Recall" not in texts(phone)
    tap(phone, "Delete", "Delete")
    assert said(phone, "lena") == ["You recalled a message", "At seven. Can you book a table for four?"]


def test_a_long_conversation_is_seen_from_its_end(phone):
    many = [{"who": "me", "text": f"line {number}"} for number in range(40)]
    phone.set_up({"chat": {"chats": {"lena": {"messages": many}}}})
    tap(phone, "Lena Park")
    assert "line 39" in texts(phone)
    assert "line 3" not in texts(phone)


def test_a_conversation_is_muted_cleared_and_deleted(phone):
    tap(phone, "Project team", "Chat info", "Mute", "Clear history", "Clear")
    assert (state(phone, "chats")["team"]["muted"], said(phone, "team")) == (True, [])
    phone.press("back")
    phone.press("back")
    tap(phone, "Project team", hold_s=0.6)
    tap(phone, "Delete chat", "Delete")
    assert "team" not in state(phone, "chats")


# --- red packets


@pytest.mark.parametrize("amount", ["", "0", "-5", "200.01", "x", "nan"])
def test_only_money_can_be_put_in(phone, amount):
    tap(phone, "Lena Park")
    plus(phone)
    tap(phone, "Red packet", "0.00")
    phone.type_text(amount)
    tap(phone, "Put money in")
    assert "Pay now" not in texts(phone)


def test_a_packet_is_paid_on_a_display_on_its_side(phone):
    tap(phone, "Lena Park")
    plus(phone)
    tap(phone, "Red packet", "0.00")
    phone.type_text("5")
    phone.rotate(1)
    for _ in range(2):
        phone.swipe([(1200, 380), (1200, 100)])
    tap(phone, "Put money in", "Pay now")
    for digit in "246810":
        if digit not in texts(phone):
            phone.swipe([(1200, 800), (1200, 100)])
        tap(phone, digit)
    assert state(phone, "balance") == 515.66


def test_a_wrong_pin_pays_nothing_and_can_be_typed_again(phone):
    tap(phone, "Lena Park")
    packet(phone, "5", pin="111111")
    assert texts(phone) == ["The PIN is wrong", "Try again"]
    left, top, right, _ = find(phone, "The PIN is wrong").bounds
    above = phone.picture().crop((left + 100, top, right - 100, top + 50))
    assert len(above.getcolors()) == 1  # words alone keep away from the dialog's edge
    tap(phone, "Try again", *"24681")
    erase = nameless(phone, -1)
    phone.tap(*erase.centre)
    assert texts(phone).count("•") == 4
    assert state(phone, "payments") == []
    tap(phone, *"10")
    assert state(phone, "balance") == 515.66


def test_nobody_pays_more_than_there_is(phone):
    phone.set_up({"chat": {"balance": 10}})
    tap(phone, "Lena Park")
    plus(phone)
    tap(phone, "Red packet", "0.00")
    phone.type_text("10.01")
    tap(phone, "Put money in", "Pay now")
    assert (phone.last_toast, state(phone, "payments")) == ("Not enough money", [])


def test_a_packet_of_somebody_elses_is_opened_once(phone):
    tap(phone, "Tom Weber", "Best wishes", "Open")
    assert "$66.00" in texts(phone)
    phone.press("back")
    tap(phone, "Best wishes")
    assert "Open" not in texts(phone)
    phone.press("back")
    assert state(phone, "balance") == 586.66
    phone.press("back")
    tap(phone, "Me", "Wallet")
    assert texts(phone) == ["Wallet", "Balance", "$586.66", "Bills", "Tom Weber", "Best wishes", "+$66.00"]


# --- contacts, posts, search


def test_contacts_stand_under_their_letters_in_either_language(phone):
    for one, letters in ((phone, "ABDG"), (opened(locale="zh-CN"), "ACDG")):
        tap(one, one.packages[CHAT].t("Contacts"))
        assert [node["text"] for node in nodes(one) if node.name == "header"][:4] == list(letters)


def test_a_contact_gets_another_name_a_star_and_goes(phone):
    tap(phone, "Contacts", "Ben Carter", "Remark")
    phone.set_text("Benny")
    tap(phone, "OK", "More options", "Star")
    assert (state(phone, "contacts")["ben"]["remark"], state(phone, "contacts")["ben"]["starred"]) == ("Benny", True)
    phone.press("back")
    assert "Benny" in texts(phone)
    tap(phone, "Benny", "More options", "Delete contact", "Delete")
    assert "ben" not in state(phone, "contacts")
    assert "Contacts" in texts(phone)


def test_who_asks_to_be_a_contact_is_accepted_once(phone):
    tap(phone, "Contacts", "New friends", "Accept")
    assert "No requests" in texts(phone)
    assert (state(phone, "requests"), state(phone, "contacts")["kim"]["name"]) == ([], "Kim Sato")


def test_a_post_is_liked_and_answered_behind_its_two_dots(phone):
    tap(phone, "Discover", "Moments")
    dots(phone, 1)  # those of the second post
    tap(phone, "Like")
    assert (state(phone, "posts")[1]["who"], state(phone, "posts")[1]["likes"]) == ("gus", ["me"])
    dots(phone, 1)
    tap(phone, "Unlike")
    assert state(phone, "posts")[1]["likes"] == []
    dots(phone, 1)
    tap(phone, "Comment")
    phone.type_text("I have one")  # the cursor is there already
    tap(phone, "Send")
    assert state(phone, "posts")[1]["comments"][-1] == {"who": "me", "text": "I have one"}
    assert not phone.keyboard_shown
    assert "Robin Lee: I have one" in texts(phone)


def test_something_is_told_to_everybody(phone):
    tap(phone, "Discover", "Moments", "New post", "Post")  # nothing is written yet
    phone.type_text("Hello, all")
    tap(phone, "Post")
    assert state(phone, "posts")[0] == {
        "who": "me", "text": "Hello, all", "picture": "", "at": "now", "likes": [], "comments": []
    }  # fmt: skip


def test_a_search_finds_people_and_what_was_said(phone):
    tap(phone, "Search", "search_src_text")
    phone.type_text("door code")
    assert texts(phone) == ["door code", "Chat history", "Anna Novak", "The flat's door code is 4471"]
    tap(phone, "Anna Novak")
    assert "Got it" in texts(phone)
    phone.press("back")
    tap(phone, "search_src_text")
    phone.set_text("ben")
    assert texts(phone) == ["ben", "Contacts", "Ben Carter"]
    phone.set_text("nobody at all")
    assert "No results" in texts(phone)


def test_its_clickable_nodes_are_named_about_as_seldom_as_those_of_real_apps(phone):
    screens = [nodes(phone)]
    for steps in (("Contacts",), ("Discover",), ("Moments",)):
        tap(phone, *steps)
        screens.append(nodes(phone))
    dots(phone, 0)
    screens.append(nodes(phone))
    phone.press("back")
    tap(phone, "Chats", "Project team")
    plus(phone)
    screens.append(nodes(phone))
    tapped = [n for screen in screens for n in screen if n["clickable"] == "true" and n["package"] == CHAT]
    without_id = sum(not n["resource-id"] for n in tapped) / len(tapped)
    without_words = sum(not (n["text"] or n["content-desc"]) for n in tapped) / len(tapped)
    assert 0.3 < without_id < 0.7
    assert 0.3 < without_words < 0.7
