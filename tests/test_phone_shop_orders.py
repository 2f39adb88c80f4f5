"""The virtual phone's Shop: the cart, orders, reviews, addresses and advertisements, worked by touches alone."""

import pytest
from hierarchy_nodes import nodes, tap, texts
from shop_app import cart, go, icons, look_for, opened, scroll, state, touch

from appagent.phone import Phone

pytestmark = pytest.mark.slow


@pytest.fixture
def phone() -> Phone:
    return opened()


# --- the cart and what comes of it


def test_the_cart_counts_removes_and_selects(phone):
    go(phone, "Cart", "select_all")
    assert "Check out (2)" in texts(phone)
    go(phone, "select_all", "checkout")
    assert phone.last_toast == "Nothing is selected"
    phone.tap(*icons(phone)[3].centre)
    assert cart(phone)[1] == ("moth-night", 2)
    phone.tap(*icons(phone)[0].centre)
    phone.tap(*icons(phone)[0].centre)
    go(phone, "Cancel")
    phone.tap(*icons(phone)[0].centre)
    go(phone, "Remove")
    tap(phone, "Moth night light", hold_s=0.6)
    go(phone, "Move to favourites")
    assert (cart(phone), state(phone, "favourites")[0]) == ([], "moth-night")
    assert "Your cart is empty" in texts(phone)


def test_a_balance_that_is_too_low_pays_nothing(phone):
    phone.set_up({"shop": {"balance": 20, "cart": [{"product": "fern-mat", "options": ["Grey"]}]}})
    go(phone, "Cart", "Fern yoga mat", "menu_cart", "checkout", "submit", "Pay $89.00")
    assert (phone.last_toast, len(state(phone, "orders")), len(cart(phone))) == ("Balance too low", 3, 1)
    phone.tap(*icons(phone)[0].centre)
    assert "Checkout" in texts(phone)


def test_an_order_is_cancelled_received_bought_again_and_deleted(phone):
    go(phone, "Me", "Orders", "Cancel order", "Cancel order", "On the way", "Got it", "All")
    assert [order["status"] for order in state(phone, "orders")] == ["Cancelled", "Delivered", "Delivered"]
    assert state(phone, "balance") == 919
    go(phone, "Order 1102002", "Buy again")
    assert cart(phone)[0] == ("tap-mouse", 1)
    phone.tap(*icons(phone)[0].centre)
    go(phone, "Delete")
    assert [order["number"] for order in state(phone, "orders")] == ["1121001", "1118003"]


def test_a_review_needs_stars_and_words_and_stands_first_on_the_page_of_the_product(phone):
    go(phone, "Me", "Delivered", "Write a review", "Post review")
    assert phone.last_toast == "Tap a star and write a few words"
    touch(phone, "star", 3)
    go(phone, "et_content")
    phone.type_text("Quiet and quick")
    phone.press("back")
    go(phone, "Post review")
    assert state(phone, "my_reviews") == [{"product": "tap-mouse", "stars": 4, "text": "Quiet and quick"}]
    picture = next(n for n in nodes(phone) if n["class"].endswith("ImageView") and n["clickable"] == "true")
    phone.tap(*picture.centre)
    scroll(phone)
    go(phone, "Reviews")
    assert texts(phone)[4:6] == ["You", "Quiet and quick"]


def test_addresses_are_added_changed_and_deleted(phone):
    go(phone, "Me", "Addresses", "add")
    for name, words in (("et_name", "Kim"), ("et_phone", "555 0177")):
        go(phone, name)
        phone.type_text(words)
    phone.press("back")
    go(phone, "Save")
    assert phone.last_toast == "Fill in all three lines"
    go(phone, "et_street")
    phone.type_text("9 Quay")
    phone.press("back")
    go(phone, "Default address", "Save", "3 Harbour Road, Leeds", "et_name")
    phone.set_text("Lee")
    phone.press("back")
    go(phone, "Save", "45 Garden Lane, York")
    phone.tap(*icons(phone)[0].centre)
    go(phone, "Delete")
    kept = [(address["name"], address["default"]) for address in state(phone, "addresses")]
    assert kept == [("Robin Lee", False), ("Lee", False), ("Kim", True)]


def test_without_an_address_nothing_can_be_paid(phone):
    phone.set_up({"shop": {"addresses": []}})
    look_for(phone, "night light")
    tap(phone, "Moth night light")
    go(phone, "buy", "submit")
    assert "Addresses" in texts(phone)


# --- advertisements


def until_advertised(phone: Phone) -> None:
    """Look at one lamp again and again."""
    look_for(phone, "lamp")
    for _ in range(5):
        if "Moth desk lamp" in texts(phone):
            tap(phone, "Moth desk lamp")
            if "Details" not in texts(phone):
                return
            phone.press("back")


def test_an_advertisement_comes_after_some_pages_and_its_cross_has_no_name():
    phone = opened(offers=True)
    until_advertised(phone)
    assert len(texts(phone)) == 3
    phone.tap(*icons(phone)[0].centre)
    assert "Details" in texts(phone)
    assert state(phone, "offers_followed") == 0


def test_the_seed_says_when_advertisements_come():
    def pages(seed: int) -> list[bool]:
        phone = opened(offers=True, seed=seed)
        look_for(phone, "lamp")
        seen = []
        for _ in range(10):
            tap(phone, "Moth desk lamp")
            seen.append("Details" not in texts(phone))
            if seen[-1]:
                phone.tap(*icons(phone)[0].centre)
            phone.press("back")
        return seen

    first = pages(0)
    assert first == pages(0) != pages(1)
    assert 1 <= sum(first) <= 3


def test_a_tap_on_an_advertisement_leads_away(phone):
    phone.set_up({"shop": {"show_offers": True}})
    until_advertised(phone)
    tap(phone, texts(phone)[-1])
    assert phone.foreground[1] == ".sale.SaleActivity"
    assert state(phone, "offers_followed") == 1


def test_the_banner_of_the_first_page_is_followed_or_closed_and_offers_turned_off(phone):
    go(phone, "Autumn sale")
    assert phone.foreground[1] == ".sale.SaleActivity"
    phone.press("back")
    phone.tap(*icons(phone)[0].centre)
    assert "Autumn sale" not in texts(phone)
    go(phone, "Me")
    phone.tap(*icons(phone)[0].centre)
    go(phone, "Show offers", "Notifications", "Clear browsing history", "Clear")
    kept = [state(phone, name) for name in ("show_offers", "notifications", "viewed")]
    assert kept == [True, False, []]
    go(phone, "back", "Recently viewed")
    assert "Nothing here yet" in texts(phone)
