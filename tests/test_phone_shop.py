"""The virtual phone's Shop: search, goods, cart, payment, orders and advertisements, worked by touches alone."""

import pytest
from hands import SIZES_AND_LOCALES, hands_on
from looking import Seen, find, nodes, tap, texts

from appagent.phone import Phone
from appagent.phone.apps.shop.goods import KINDS, PRODUCTS

SHOP = "com.pomelo.shop"


def opened(*, offers: bool = False, **given: object) -> Phone:
    """One whose pages are there at once, with the app in front; offers: advertisements come."""
    phone = Phone(**{"time_scale": 0, **given})  # type: ignore[arg-type]
    phone.set_up({"shop": {"show_offers": offers}})
    phone.start(SHOP)
    return phone


@pytest.fixture
def phone() -> Phone:
    return opened()


def state(phone: Phone, name: str):
    return phone.state()["shop"][name]  # type: ignore[index]


def cart(phone: Phone) -> list[tuple[str, int]]:
    return [(item["product"], item["quantity"]) for item in state(phone, "cart")]


def go(phone: Phone, *steps: str) -> None:
    """Tap words, as the app's table has them, in the phone's language; "back" is the key."""
    for step in steps:
        phone.press("back") if step == "back" else tap(phone, phone.packages[SHOP].t(step))


def look_for(phone: Phone, words: str) -> None:
    """From the first tab."""
    go(phone, "Search for anything")
    phone.type_text(words)
    phone.press("enter")


def found(phone: Phone) -> list[str]:
    """The goods in sight, from the top."""
    names = {product.name[phone.locale == "zh-CN"]: key for key, product in PRODUCTS.items()}
    return [names[text] for text in texts(phone) if text in names]


def called(phone: Phone, key: str) -> str:
    return PRODUCTS[key].name[phone.locale == "zh-CN"]


def filtered(phone: Phone, most: str, *more: str) -> None:
    """Nothing dearer, and what else is chosen on the sheet."""
    go(phone, "Filter", "Highest")
    phone.set_text(most)
    phone.press("back")
    go(phone, *more, "Show results")


def icons(phone: Phone) -> list[Seen]:
    """The signs to tap that have neither words nor an id, from the top."""
    own = [n for n in nodes(phone) if n["class"].endswith("ImageButton") and n["package"] == SHOP]
    return [n for n in own if not (n["text"] or n["content-desc"] or n["resource-id"])]


def scroll(phone: Phone) -> None:
    """On to what stands below."""
    wide, high = phone.size
    phone.swipe([(wide // 2, high * 3 // 4), (wide // 2, high // 4)])


def touch(phone: Phone, name: str, number: int = 0) -> None:
    """Tap one of those with a resource-id or a description."""
    same = [n for n in nodes(phone) if name in (n.name, n["content-desc"])]
    phone.tap(*same[number].centre)


# --- through the real driver


@pytest.mark.parametrize("given", SIZES_AND_LOCALES[3:], ids=str)
def test_an_agents_actions_buy_a_drive_of_1_tb_under_200_and_the_guard_asks_before_it_is_paid(given):
    with hands_on(SHOP, **given) as hands:
        hands.phone.set_up({"shop": {"show_offers": False}})
        hands.tap("Search for anything")
        hands.type("search_edit", hands.say("hard drive 1 TB"))
        hands.tap("search_btn", "tv_filter")
        hands.type("Highest", "200")
        hands.tap("New goods only", "Show results", called(hands.phone, "kelvin-desk"), "buy", "submit")
        assert state(hands.phone, "balance") == 860
        hands.tap(hands.say("Pay {}").format(hands.phone.packages[SHOP].money(175)))
        assert hands.guarded == ["pay"] * 3  # what only leads to paying counts too
        order = state(hands.phone, "orders")[0]
        assert (order["lines"][0]["product"], order["amount"], order["paid_with"]) == ("kelvin-desk", 175, "Balance")
        assert state(hands.phone, "balance") == 685


# --- every page, in sizes and languages


@pytest.mark.parametrize("given", SIZES_AND_LOCALES, ids=str)
def test_every_page_is_inside_the_display_and_in_the_phones_language(given):
    phone = opened(**given)
    words: set[str] = set()

    def look(*steps: str) -> None:
        for step in steps:
            go(phone, step)
            for node in nodes(phone):
                left, top, right, bottom = node.bounds
                assert 0 <= left < right <= phone.size[0], node
                assert 0 <= top < bottom <= phone.size[1], node
                words.update((node["text"], node["content-desc"]) if node["package"] == SHOP else ())

    look("Tech", "Household", "Kitchen", "Sport", "Categories", "rail_item")
    tap(phone, KINDS["drive"][1][phone.locale == "zh-CN"])
    look(
        "tv_sort", "Best selling", "tv_filter", "back", called(phone, "nimbus-x"), "Options", "Buy now", "1 TB", "White"
    )
    assert phone.last_toast == phone.packages[SHOP].t("Choose first: {}").format(phone.packages[SHOP].t("Capacity"))
    look("Buy now", "address_view", "add", "back", "back", "submit", "back")
    assert phone.packages[SHOP].t("Payment") in texts(phone)  # only its cross closes it
    phone.tap(*icons(phone)[0].centre)
    look("back", "Reviews", "back", "Share", "back", "Details", "OK", "menu_cart", "back", "back", "back")
    look(
        "Me",
        "Orders",
        "On the way",
        "Delivered",
        "btn_op",
        "back",
        "back",
        "Favourites",
        "back",
        "Recently viewed",
        "back",
    )
    look("Addresses", "iv_edit", "back", "back", "Discover", "iv_news", "back", "search_box")
    english = {word for word in words if "a" <= word[1:2] <= "z"}
    assert bool(english) == (phone.locale == "en-US"), english


@pytest.mark.parametrize("given", SIZES_AND_LOCALES, ids=str)
def test_what_is_selected_in_the_cart_is_paid_and_stands_among_the_orders(given):
    phone = opened(**given)
    app = phone.packages[SHOP]
    go(phone, "Kitchen", "Add to cart", "Black", "Add to cart", "Cart")
    assert cart(phone)[0] == ("rill-kettle", 1)
    touch(phone, "check", 1)
    go(phone, "checkout", "address_view", app.addresses[2].street, "Delivery")  # type: ignore[attr-defined]
    tap(phone, f"{app.t('Express')} · {app.money(12)}")  # type: ignore[attr-defined]
    go(phone, "et_remark")
    phone.type_text("Ring twice")
    phone.press("back")
    go(phone, "submit", f"{app.t('Bank card')} · 6621", app.t("Pay {}").format(app.money(163)))  # type: ignore[attr-defined]
    order = state(phone, "orders")[0]
    assert [(line["product"], line["options"], line["quantity"], line["price"]) for line in order["lines"]] == [
        ("rill-kettle", ["Black"], 1, 109), ("braid-cable", ["2 m"], 2, 21)]  # fmt: skip
    assert [order[name] for name in ("amount", "delivery", "paid_with", "status", "note", "address")] == [
        163, "Express", "Bank card", "To ship", "Ring twice", app.addresses[2].street]  # type: ignore[attr-defined]  # fmt: skip
    assert (cart(phone), state(phone, "balance")) == ([("moth-night", 1)], 860)
    go(phone, "View order", "Tracking")
    assert app.t("Handed to the carrier") in texts(phone)
    go(phone, "back", "back", "Me", "To ship")
    assert app.t("Order {}").format(order["number"]) in texts(phone)


# --- searching


@pytest.mark.parametrize(
    ("locale", "words", "first"),
    [
        ("en-US", "1TB drive", ["basalt-slim", "corvid-go", "corvid-go-used"]),
        ("en-US", "kettles", ["rill-kettle", "rill-press", "ember-grinder"]),
        ("zh-CN", "1TB硬盘", ["basalt-slim", "corvid-go", "corvid-go-used"]),
        ("zh-CN", "鸦羽", ["corvid-go", "corvid-go-used", "corvid-stick"]),
    ],
)
def test_words_find_goods_however_they_are_spaced(locale, words, first):
    phone = opened(locale=locale)
    look_for(phone, words)
    assert found(phone)[:3] == first
    assert state(phone, "search")["words"] == state(phone, "searches")[0] == words


def test_a_price_filter_lets_through_what_begins_below_it(phone):
    look_for(phone, "hard drive 1 TB")
    filtered(phone, "200", "New goods only")
    go(phone, "tv_sort", "Price: high to low")
    assert found(phone) == ["corvid-go", "nimbus-x", "kelvin-desk", "tern-vault", "basalt-slim", "drive-case"]
    tap(phone, called(phone, "nimbus-x"))
    go(phone, "Options", "1 TB")
    assert "$279.00" in texts(phone)  # the one that fits is smaller
    wanted = {"sort": "dear", "highest": "200", "new_only": True}
    assert {name: state(phone, "search")[name] for name in wanted} == wanted


def test_a_filter_is_reset_and_what_is_no_price_is_none(phone):
    look_for(phone, "drive")
    filtered(phone, "cheap", "Tern", "Kelvin", "Kelvin")
    assert found(phone) == ["tern-vault", "tern-vault-500"]
    go(phone, "Filter", "Lowest")
    phone.set_text("1000")
    phone.press("back")
    go(phone, "Show results")
    assert "Nothing found" in texts(phone)
    go(phone, "Filter", "Reset", "confirm")
    assert len(found(phone)) > 5


def test_what_is_typed_is_completed_and_recent_words_are_forgotten(phone):
    go(phone, "Search for anything")
    phone.type_text("ket")
    touch(phone, "fill", 2)
    assert phone.focused_text() == "Rill electric kettle 1.7 L"
    phone.set_text("ket")
    go(phone, "kettle")
    assert found(phone)[0] == "rill-kettle"
    go(phone, "searchEdit", "running shoes")
    assert state(phone, "searches") == ["running shoes", "kettle"]
    go(phone, "iv_switch")
    assert found(phone) == ["hare-run", "hare-trail"]
    go(phone, "searchEdit", "back")
    phone.tap(*icons(phone)[0].centre)
    go(phone, "Clear")
    assert state(phone, "searches") == []
    phone.type_text("zzz")
    assert "Popular" in texts(phone)


# --- goods


def test_a_row_is_held_for_what_is_like_it_and_to_keep_it_in_mind(phone):
    look_for(phone, "pan")
    tap(phone, "Ember cast iron pan", hold_s=0.6)
    go(phone, "Add to favourites")
    assert (state(phone, "favourites")[0], phone.last_toast) == ("ember-pan", "Added to favourites")
    tap(phone, "Ember cast iron pan", hold_s=0.6)
    go(phone, "Find similar")
    assert found(phone) == ["ember-pan", "clay-mugs", "clay-bowl"]
    touch(phone, "iv_fav", 0)
    go(phone, *["back"] * 4, "Me", "Favourites")
    assert found(phone) == ["loom-blanket", "rill-kettle"]


def test_pictures_are_turned_by_small_ones_signs_and_a_finger(phone):
    look_for(phone, "tent")
    tap(phone, "Fern two-person tent")
    go(phone, "Picture 3")
    assert "3/4" in texts(phone)
    large = next(n for n in nodes(phone) if n["class"].endswith("ImageView") and n["clickable"] == "true")
    phone.tap(*large.centre)
    phone.swipe([(900, 1100), (200, 1100)])
    phone.tap(*icons(phone)[2].centre)
    assert "4 / 4" in texts(phone)
    phone.tap(*icons(phone)[1].centre)
    phone.swipe([(200, 1100), (900, 1100)])
    phone.tap(*icons(phone)[0].centre)
    assert "2/4" in texts(phone)


def test_reviews_are_narrowed_unfolded_and_found_helpful(phone):
    look_for(phone, "tent")
    tap(phone, "Fern two-person tent")
    go(phone, "Reviews", "Critical")
    stars = [n["content-desc"] for n in nodes(phone) if n["content-desc"].endswith("of 5 stars")]
    assert stars
    assert all(words[0] in "123" for words in stars)
    go(phone, "Good")
    high = find(phone, "Mona").bounds
    tap(phone, "Mona")
    assert [n.bounds for n in nodes(phone) if n["text"] == "Mona"] == [high]
    touch(phone, "Helpful")
    assert len(state(phone, "helpful")) == 1
    touch(phone, "Helpful")
    assert state(phone, "helpful") == []


def test_more_of_the_same_is_one_line_of_the_cart_and_an_option_costs_its_part(phone):
    look_for(phone, "cable")
    for count in ("2 m", "3 m"):
        touch(phone, "Add to cart")
        go(phone, count)
        phone.tap(*icons(phone)[2].centre)
        tap(phone, "Add to cart")
    assert [(item["options"], item["quantity"]) for item in state(phone, "cart")][:2] == [(["3 m"], 2), (["2 m"], 4)]
    touch(phone, "Add to cart", 0)
    phone.tap(*icons(phone)[0].centre)
    go(phone, "back", "back", "back", "Cart")
    assert find(phone, "$136.00")  # 2 × 26 and 4 × 21; the lamp is not selected


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
