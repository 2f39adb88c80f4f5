"""The virtual phone's Shop: search, goods, cart, payment, orders and advertisements, worked by touches alone."""

import pytest
from hierarchy_nodes import find, nodes, tap, texts, words_inside
from phone_user import SIZES_AND_LOCALES, using_phone
from shop_app import SHOP, called, cart, filtered, found, go, icons, look_for, opened, state, touch

from appagent.phone import Phone
from appagent.phone.apps.shop.goods import KINDS

pytestmark = pytest.mark.slow


@pytest.fixture
def phone() -> Phone:
    return opened()


# --- through the real driver


@pytest.mark.parametrize("given", SIZES_AND_LOCALES[1:], ids=str)
def test_an_agents_actions_buy_a_drive_of_1_tb_under_200_and_the_guard_asks_before_it_is_paid(given):
    with using_phone(SHOP, **given) as user:
        user.phone.set_up({"shop": {"show_offers": False}})
        user.tap("Search for anything")
        user.type("search_edit", user.say("hard drive 1 TB"))
        user.tap("search_btn", "tv_filter")
        user.type("Highest", "200")
        user.tap("New goods only", "Show results", called(user.phone, "kelvin-desk"), "buy", "submit")
        assert state(user.phone, "balance") == 860
        user.tap(user.say("Pay {}").format(user.phone.packages[SHOP].money(175)))
        assert user.guarded == ["pay"] * 3  # what only leads to paying counts too
        order = state(user.phone, "orders")[0]
        assert (order["lines"][0]["product"], order["amount"], order["paid_with"]) == ("kelvin-desk", 175, "Balance")
        assert state(user.phone, "balance") == 685


# --- every page, in sizes and languages


@pytest.mark.parametrize("given", SIZES_AND_LOCALES, ids=str)
def test_every_page_is_inside_the_display_and_in_the_phones_language(given):
    phone = opened(**given)
    words: set[str] = set()

    def look(*steps: str) -> None:
        for step in steps:
            go(phone, step)
            words.update(words_inside(phone, SHOP))

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
