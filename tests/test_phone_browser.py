"""The virtual phone's Browser: its small web, its address bar, and words taken from it to other apps."""

import re

import pytest
from browser_app import BROWSER, go, home, in_web, menu, opened, say, scroll, signs, state, url
from hierarchy_nodes import find, nodes, tap, texts
from phone_user import SIZES_AND_LOCALES, using_phone

from appagent.phone import Phone
from appagent.phone.apps.browser.pages import Card, Link, Links, address, host, search
from appagent.phone.apps.browser.web import WEB

pytestmark = pytest.mark.slow

SEEDS = {
    "en-US": ("Seed Fair", "Blue flax", "Place order", "seedfair.example/thanks"),
    "zh-CN": ("种子集市", "蓝亚麻", "提交订单", "seedfair.example/zh/thanks"),
}


class Time:
    """Time that passes when a test lets it."""

    seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def phone() -> Phone:
    return opened()


# --- through the real driver


@pytest.mark.parametrize("given", SIZES_AND_LOCALES[:1], ids=str)
def test_seeds_are_ordered_with_a_form_and_the_history_cleared(given):
    seeds, flax, order, thanks = SEEDS[given["locale"]]
    with using_phone(BROWSER, **given) as user:
        user.tap(seeds)
        user.swipe("main", "up", "medium")
        user.tap("Choose…", flax)
        user.swipe("main", "up", "medium")
        user.tap(order)
        assert user.phone.state()["browser"]["sent"] == []  # without a name it does not go
        entry = next(e for e in user.elements() if "text" in e.actions)
        user.tap_mark(entry.mark)
        user.phone.type_text("Ana")
        user.back()
        user.swipe("main", "up", "medium")
        user.tap(order)
        (sent,) = user.phone.state()["browser"]["sent"]
        assert (sent["values"]["variety"], sent["values"]["name"]) == (flax, "Ana")
        assert url(user.phone) == thanks
        user.tap("More options", "History", "Clear browsing data", "Clear data", "Clear")
        assert user.phone.state()["browser"]["history"] == []
        assert (user.guarded[:2], user.guarded[-2:]) == (["pay"] * 2, ["delete"] * 2)


# --- every page in sizes and languages


@pytest.mark.parametrize("given", SIZES_AND_LOCALES, ids=str)
def test_every_page_is_inside_the_display_and_in_the_phones_language(given):
    phone = opened(**given)
    words = set()
    steps = ("More options", "New tab", "Bookmarks", "Travel", "back", "back", "History", "Clear browsing data", "back",
             "back", "Downloads", "back", "Settings", "Site settings", "back", "back", "tab_switcher_button",
             "More options", "Close all tabs", "Cancel", "back", "url_bar", "back", "back")  # fmt: skip
    for step in steps:
        if step in ("Bookmarks", "History", "Downloads", "Settings"):
            menu(phone, step)
        else:
            phone.press("back") if step == "back" else tap(phone, say(phone, step))
        for node in nodes(phone):
            left, top, right, bottom = node.bounds
            if not (left < right and top < bottom):  # what a page has out of sight
                continue
            assert 0 <= left < right <= phone.size[0], node
            assert 0 <= top < bottom <= phone.size[1], node
            own = node["package"] == BROWSER and node.name not in ("title", "tab_title")
            words |= {word for word in (node["text"], node["content-desc"]) if own and "." not in word}
    plain = {word for word in words if re.search("[a-z]{3}", word)} - {"Cookie"}
    known = {title for site in WEB.values() for title in site.title.split(" - ")}
    strange = {word for word in plain if phone.locale == "zh-CN" and word.split(" - ")[0] not in known}
    assert not {word for word in strange if not word.startswith("Cookie")}, strange


@pytest.mark.parametrize("given", SIZES_AND_LOCALES, ids=str)
def test_a_word_is_found_in_a_page_and_a_copied_fact_pasted_into_a_note(given):
    zh = given["locale"] == "zh-CN"
    phone = opened("openpedia.example/zh/翠屏山" if zh else "openpedia.example/Mount_Verne", **given)
    fact, word = ("1,850", "植物") if zh else ("85 crowns", "permit")
    menu(phone, "Find in page")
    phone.type_text(word)
    assert find(phone, "find_status")["text"] == "1/1"
    phone.press("back")  # the keyboard
    line = next(node for node in in_web(phone) if fact in node["text"])
    assert line.bounds[1] < line.bounds[3]
    phone.tap(*line.centre, hold_s=0.6)
    tap(phone, say(phone, "Copy"))
    assert phone.last_toast == say(phone, "Copied")
    phone.start("com.example.notes")
    tap(phone, "fab")
    tap(phone, "edit_body", hold_s=0.6)
    tap(phone, say(phone, "Paste"))
    assert find(phone, "edit_body")["text"] == line["text"]


@pytest.mark.parametrize("given", SIZES_AND_LOCALES, ids=str)
def test_a_page_and_words_of_it_are_shared_with_notes(given):
    phone = opened("openpedia.example/Lake_Oriel", **given)
    tap(phone, "83 km²", hold_s=0.6)
    tap(phone, say(phone, "Share"), say(phone, "Notes") if phone.locale == "en-US" else "便签")
    assert phone.foreground[0] == "com.example.notes"
    assert "83 km²" in {phone.state()["notes"]["notes"][0][key] for key in ("title", "body")}
    phone.start(BROWSER)
    tap(phone, say(phone, "More options"))
    phone.tap(*signs(phone)[2].centre)
    tap(phone, "Notes" if phone.locale == "en-US" else "便签")
    note = phone.state()["notes"]["notes"][0]
    assert "openpedia.example/Lake_Oriel" in note["title"] + note["body"]


# --- the web


def test_the_hierarchy_of_a_page_is_like_a_web_views(phone):
    seen = {node["class"] for node in in_web(phone)}
    assert "android.view.View" in seen
    flat = [node for node in in_web(phone) if node.bounds[1] >= node.bounds[3]]
    assert flat, "nothing is out of sight"
    ids = [node["resource-id"] for node in in_web(phone) if node["resource-id"] and node["package"] == BROWSER]
    assert all(re.fullmatch(r":r\w+:|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", name) for name in ids), ids
    root = next(node for node in nodes(phone) if node["class"].endswith("WebView"))
    assert (root["clickable"], root["scrollable"]) == ("true", "true")
    hidden = [node for node in in_web(phone) if node["text"] == "✕"]
    assert [node["clickable"] for node in hidden] == ["true"]  # of a menu that is closed
    assert [node.bounds for node in hidden] == [(0, 0, 0, 0)]
    before = {name for name in ids if len(name) > 30}
    menu(phone, "Reader view")
    menu(phone, "Reader view")
    assert before <= {node["resource-id"] for node in in_web(phone)}  # as long as it is one visit
    home(phone)
    assert not before & {node["resource-id"] for node in in_web(phone)}


def test_a_page_loads_for_a_while_and_begins_at_its_top():
    time = Time()
    phone = opened(now=time, time_scale=1)
    time.seconds += 1
    scroll(phone)
    tap(phone, "More options")
    phone.tap(*signs(phone)[3].centre)  # loads anew
    time.seconds += 0.1
    assert any(node["class"].endswith("ProgressBar") for node in nodes(phone))
    time.seconds += 0.5
    heading = next(node for node in in_web(phone) if node["text"] == "Harbour Start")
    assert heading.bounds[1] < heading.bounds[3]


def test_links_lead_on_and_back_and_forward_along_them(phone):
    tap(phone, "Openpedia", "Lake Oriel", "Mount Verne")
    assert url(phone) == "openpedia.example/Mount_Verne"
    phone.press("back")
    phone.press("back")
    assert url(phone) == "openpedia.example"
    tap(phone, "More options")
    phone.tap(*signs(phone)[0].centre)
    assert url(phone) == "openpedia.example/Lake_Oriel"
    phone.press("back")
    phone.press("back")
    assert (url(phone), phone.foreground[0]) == ("start.example", BROWSER)
    phone.press("back")
    assert phone.foreground[0] != BROWSER


def test_every_link_leads_to_a_page_or_to_an_error_that_is_meant():
    dead = set()
    for site in WEB.values():
        for block in site.blocks:
            leads = (
                [to for _, to in block.items]
                if isinstance(block, Links)
                else [block.to]
                if isinstance(block, Link | Card)
                else []
            )
            dead |= {to for to in leads if not to.startswith("#") and to not in WEB}
    assert sorted(map(host, dead)) == [
        "dailyferry.example",
        "dailyferry.example",
        "dailyferry.example",
        "help.harbour.example",
        "openpedia.example",
        "seedfair.example",
        "start.example",
        "start.example",
        "start.example",
    ]


def test_an_unknown_address_shows_an_error(phone):
    go(phone, "nowhere.example")
    assert "ERR_NAME_NOT_RESOLVED" in texts(phone)
    assert state(phone, "history")[0]["title"] == "This site can’t be reached"


@pytest.mark.parametrize(
    ("typed", "leads"),
    [("www.seedfair.example/", "seedfair.example"),
     ("https://openpedia.example/Lake_Oriel", "openpedia.example/Lake_Oriel"),
     ("lake oriel", "search.example/?q=lake oriel"), ("Kessler", "search.example/?q=Kessler"),
     ("What is 3.5", "search.example/?q=What is 3.5")],
)  # fmt: skip
def test_what_is_typed_is_an_address_or_a_search(phone, typed, leads):
    assert address(typed) == leads
    go(phone, typed)
    assert url(phone) == leads


@pytest.mark.parametrize(
    ("query", "first"),
    [("mount verne", "openpedia.example/Mount_Verne"), ("goat cheese", "dailyferry.example/cheese"),
     ("翠屏山", "openpedia.example/zh/翠屏山"), ("snakes", "")],
)  # fmt: skip
def test_a_search_shows_the_best_page_first(phone, query, first):
    found = search(query, WEB)
    assert (found[0][0] if found else "") == first
    tap(phone, ":r0:")
    phone.type_text(query)
    phone.press("enter")
    assert url(phone) == f"search.example/?q={query}"
    shown = texts(phone)
    count = "1 result" if len(found) == 1 else f"{len(found)} results"
    assert (count if first else f"No results for “{query}”") in shown


def test_a_search_for_nothing_leads_nowhere(phone):
    before = url(phone)
    tap(phone, ":r0:")
    phone.type_text("  ")
    phone.press("enter")
    assert url(phone) == before


def test_anchors_lead_down_a_long_page_and_back_up():
    phone = opened("handbook.example")
    tap(phone, "11. Prices")
    chapter = [node for node in in_web(phone) if node["text"] == "11. Prices"][1]
    assert chapter.bounds[1] < chapter.bounds[3]
    back = next(n for n in in_web(phone) if n["text"] == "Back to top" and 0 < n.bounds[1] < n.bounds[3])
    phone.tap(*back.centre)
    top = next(node for node in in_web(phone) if node["text"] == "Camp handbook")
    assert top.bounds[1] < top.bounds[3]
    assert url(phone) == "handbook.example"


def test_the_cookie_banner_covers_links_until_it_is_answered():
    phone = opened("dailyferry.example", size=(720, 1280))
    below = next(n for n in in_web(phone) if n["text"] == "More" or n["text"].startswith("Cheese"))
    phone.tap(*below.centre)
    phone.tap(360, 900)
    assert url(phone) == "dailyferry.example"
    tap(phone, "Manage choices")
    boxes = [node for node in nodes(phone) if node["class"].endswith("CheckBox")]
    assert [box["enabled"] for box in boxes] == ["false", "true", "true"]
    phone.tap(*boxes[1].centre)
    phone.tap(*boxes[2].centre)
    phone.tap(*boxes[2].centre)
    tap(phone, "Save choices")
    assert state(phone, "cookies")["dailyferry.example"] == "statistics"
    assert "Manage choices" not in texts(phone)
    lock = signs(phone)[0]
    phone.tap(*lock.centre)
    assert "Cookies: statistics" in texts(phone)
    tap(phone, "Forget this site")
    assert "Accept all" in texts(phone)
    tap(phone, "Accept all")
    assert state(phone, "cookies")["dailyferry.example"] == "all"


def test_a_form_keeps_what_was_chosen_ticked_and_typed():
    phone = opened("seedfair.example")
    scroll(phone, 0.5)
    tap(phone, "Choose…", "Red beet")
    phone.tap(*[node for node in nodes(phone) if node["text"] == "Large packet"][1].centre)
    name, street = [node for node in in_web(phone) if node["class"].endswith("EditText")]
    phone.tap(*name.centre)
    phone.type_text("Ana")
    phone.press("back")
    phone.tap(*street.centre)
    phone.type_text("Lund")
    phone.press("back")
    gift, newsletter = [node for node in in_web(phone) if node["class"].endswith("CheckBox")]
    phone.tap(*gift.centre)
    phone.tap(*newsletter.centre)
    tap(phone, "Place order")
    values = {
        "variety": "Red beet",
        "pack": "Large packet",
        "name": "Ana",
        "street": "Lund",
        "gift": True,
        "newsletter": False,
    }
    assert state(phone, "sent") == [{"url": "seedfair.example", "values": values}]
    assert "Thank you for your order" in texts(phone)
    phone.press("back")
    assert state(phone, "tabs")[0]["forward"] == ["seedfair.example/thanks"]


def test_an_empty_form_says_what_is_missing_until_it_is_there():
    phone = opened("seedfair.example")
    scroll(phone, 0.5)
    tap(phone, "Place order")
    assert "Fill in: Variety, Your name" in texts(phone)
    tap(phone, "Choose…", "Blue flax")
    assert "Fill in: Your name" in texts(phone)
    assert state(phone, "sent") == []


def test_find_in_page_goes_round_its_places():
    phone = opened("openpedia.example/Mount_Verne")
    menu(phone, "Find in page")
    phone.type_text("hut")
    seen = []
    for which in (1, 1, 1, 0):
        seen.append(find(phone, "find_status")["text"])
        phone.tap(*signs(phone)[which].centre)
    assert seen == ["1/6", "2/6", "3/6", "4/6"]
    assert find(phone, "find_status")["text"] == "3/6"
    for _ in range(4):
        phone.press("enter")
    assert find(phone, "find_status")["text"] == "1/6"
    phone.tap(*signs(phone)[2].centre)
    assert find(phone, "url_bar")["text"] == "openpedia.example/Mount_Verne"


def test_reader_view_leaves_links_out_and_the_desktop_site_is_smaller():
    phone = opened("openpedia.example/Lake_Oriel")
    high = find(phone, "Lake Oriel").bounds
    menu(phone, "Desktop site")
    assert find(phone, "Lake Oriel").bounds[3] - find(phone, "Lake Oriel").bounds[1] < high[3] - high[1]
    menu(phone, "Reader view")
    assert "Alder Bridge" not in texts(phone)
    assert "83 km²" in texts(phone)
    assert (state(phone, "tabs")[0]["reader"], state(phone, "tabs")[0]["desktop"]) == (True, True)
