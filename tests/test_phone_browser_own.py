"""The virtual phone's Browser: tabs, suggestions, bookmarks, history, downloads and settings."""

import pytest
from browser_app import BROWSER, go, home, menu, opened, scroll, signs, state, url
from hierarchy_nodes import find, nodes, tap, texts

from appagent.phone import Phone

pytestmark = pytest.mark.slow


@pytest.fixture
def phone() -> Phone:
    return opened()


# --- tabs


def test_tabs_are_opened_switched_closed_and_brought_back(phone):
    tap(phone, "Openpedia", hold_s=0.6)
    tap(phone, "Open in background")
    tap(phone, "News", hold_s=0.6)
    tap(phone, "Open in new tab")
    assert [tab["url"] for tab in state(phone, "tabs")] == [
        "start.example",
        "handbook.example",
        "openpedia.example",
        "dailyferry.example",
    ]
    assert state(phone, "current") == 3
    tap(phone, "tab_switcher_button", "Camp handbook")
    assert state(phone, "current") == 1
    tap(phone, "tab_switcher_button")
    crosses = [node for node in nodes(phone) if node.name == "action_button"]
    phone.tap(*crosses[0].centre)
    assert (len(state(phone, "tabs")), url(phone)) == (3, "handbook.example")
    tap(phone, "Undo")
    assert (len(state(phone, "tabs")), url(phone)) == (4, "handbook.example")
    phone.tap(*signs(phone)[0].centre)
    assert url(phone) == "newtab"
    tap(phone, "Lake Oriel - Openpedia")
    assert url(phone) == "openpedia.example/Lake_Oriel"
    tap(phone, "tab_switcher_button", "More options", "Close all tabs", "Close")
    assert state(phone, "tabs") == [{"url": "newtab", "back": [], "forward": [], "reader": False, "desktop": False}]


def test_closing_the_last_tab_leaves_an_empty_one(phone):
    tap(phone, "tab_switcher_button")
    for _ in range(2):
        tap(phone, "action_button")
    assert [tab["url"] for tab in state(phone, "tabs")] == ["newtab"]


# --- the address bar


def test_suggestions_come_from_bookmarks_and_visits_and_can_be_changed(phone):
    tap(phone, "url_bar")
    assert texts(phone)[1:3] == ["Harbour Start", "start.example"]
    phone.type_text("bridge")
    assert {"Search for “bridge”", "Alder Bridge - Openpedia", "alder bridge - Search"} <= set(texts(phone))
    tap(phone, "refine")
    assert find(phone, "url_bar")["text"] == "bridge"
    tap(phone, "openpedia.example/Alder_Bridge")
    assert url(phone) == "openpedia.example/Alder_Bridge"
    tap(phone, "url_bar")
    copy, _share, pen = signs(phone)[:3]
    phone.tap(*copy.centre)
    assert phone.clipboard == "openpedia.example/Alder_Bridge"
    phone.tap(*pen.centre)
    phone.type_text("?")
    assert find(phone, "url_bar")["text"] == "openpedia.example/Alder_Bridge?"
    phone.tap(*signs(phone)[0].centre)
    phone.type_text("seedfair.example")
    tap(phone, "Search for “seedfair.example”")
    assert url(phone) == "search.example/?q=seedfair.example"


# --- bookmarks


def test_a_bookmark_is_added_changed_moved_and_deleted(phone):
    go(phone, "openpedia.example/Alder_Bridge")
    tap(phone, "More options")
    phone.tap(*signs(phone)[1].centre)
    tap(phone, "Edit", "title_text")
    phone.set_text("Bridge")
    phone.press("back")
    tap(phone, "Folder", "Reading")
    tap(phone, "Save")
    assert state(phone, "bookmarks")[-1] == {
        "title": "Bridge",
        "url": "openpedia.example/Alder_Bridge",
        "folder": "Reading",
    }
    menu(phone, "Bookmarks")
    tap(phone, "New folder")
    phone.type_text("Work")
    tap(phone, "OK", "Reading", "Bridge")
    menu(phone, "Bookmarks")
    tap(phone, "Reading")
    tap(phone, "Bridge", hold_s=0.6)
    tap(phone, "Move to", "Work")
    phone.press("back")
    tap(phone, "Work", "more", "Delete", "Delete")
    assert [mark["title"] for mark in state(phone, "bookmarks") if mark["folder"] == "Work"] == []
    assert "No bookmarks" in texts(phone)


def test_a_folder_is_renamed_and_deleted_with_what_is_in_it(phone):
    menu(phone, "Bookmarks")
    dots = [node for node in nodes(phone) if node.name == "more"]
    phone.tap(*dots[1].centre)
    tap(phone, "Name")
    phone.set_text("Trips")
    tap(phone, "OK")
    assert [mark["folder"] for mark in state(phone, "bookmarks")][:2] == ["Trips", "Trips"]
    phone.tap(*dots[1].centre)
    tap(phone, "Delete", "Delete")
    assert (state(phone, "folders"), len(state(phone, "bookmarks"))) == (["Mobile", "Reading"], 4)


def test_a_teasers_sign_keeps_its_page_for_later(phone):
    keep = [node for node in signs(phone) if node["class"].endswith("ImageView")]
    phone.tap(*keep[0].centre)
    assert state(phone, "bookmarks")[-1]["url"] == "dailyferry.example/bridge"
    assert url(phone) == "start.example"
    phone.tap(*keep[0].centre)
    phone.tap(*signs(phone)[0].centre)  # the bin
    tap(phone, "Delete")
    assert len(state(phone, "bookmarks")) == 6
    assert "Harbour Start" in texts(phone)


# --- history and downloads


def test_the_history_is_searched_and_one_visit_forgotten(phone):
    go(phone, "handbook.example")
    menu(phone, "History")
    assert {"Today", "Yesterday", "2026-11-19"} <= set(texts(phone))
    tap(phone, "search_text")
    phone.type_text("cheese")
    assert texts(phone)[2:4] == ["Yesterday", "Cheese fair draws a record crowd - The Daily Ferry"]
    tap(phone, "remove")
    assert "dailyferry.example/cheese" not in [visit["url"] for visit in state(phone, "history")]
    assert "No history" in texts(phone)


def test_chosen_data_are_cleared_and_nothing_else():
    phone = opened("handbook.example")
    tap(phone, "camp-handbook.pdf (5.1 MB)", "Download")
    menu(phone, "History")
    tap(phone, "Clear browsing data", "History", "Clear data")
    assert phone.last_toast == "Nothing is chosen"
    tap(phone, "Cookies and site data", "Clear data", "Clear")
    assert (state(phone, "cookies"), len(state(phone, "history")), len(state(phone, "downloads"))) == ({}, 15, 1)


def test_a_file_is_downloaded_shared_with_files_and_deleted():
    phone = opened("openpedia.example/Mount_Verne")
    for _ in range(2):
        scroll(phone, 0.7)
    scroll(phone, 0.7)
    tap(phone, "verne-trail-map.pdf (2.4 MB)", "Cancel")
    assert state(phone, "downloads") == []
    for _ in range(2):
        tap(phone, "verne-trail-map.pdf (2.4 MB)", "Download")
    menu(phone, "Downloads")
    assert [file["name"] for file in state(phone, "downloads")] == ["verne-trail-map (1).pdf", "verne-trail-map.pdf"]
    tap(phone, "verne-trail-map.pdf")
    phone.tap(*signs(phone)[0].centre)
    tap(phone, "Files", "Save here")
    assert "verne-trail-map.pdf" in str(phone.state()["files"])
    phone.start(BROWSER)
    phone.tap(*signs(phone)[1].centre)
    tap(phone, "Delete", "more", "Delete", "Delete")
    assert state(phone, "downloads") == []
    assert "No downloads" in texts(phone)


# --- settings


def test_settings_change_what_other_pages_do(phone):
    menu(phone, "Settings")
    tap(phone, "Search engine", "Kite", "Block pop-ups", "Ask before downloading", "Home page", "edit")
    phone.set_text("openpedia.example")
    tap(phone, "OK")
    left, top, right, bottom = find(phone, "seekbar").bounds
    phone.swipe([((left + right) // 2, (top + bottom) // 2), (right - 1, top)])
    tap(phone, "Site settings")
    phone.tap(*signs(phone)[0].centre)
    tap(phone, "Delete")
    assert "No site has stored anything" in texts(phone)
    phone.press("back")
    phone.press("back")
    names = ("engine", "block_popups", "ask_first", "home_page", "text_percent", "cookies")
    assert [state(phone, name) for name in names] == ["Kite", False, False, "openpedia.example", 200, {}]
    home(phone)
    assert url(phone) == "openpedia.example"
    go(phone, "handbook.example")
    tap(phone, "camp-handbook.pdf (5.1 MB)")
    assert len(state(phone, "downloads")) == 1


def test_a_task_may_begin_with_other_tabs_and_bookmarks(phone):
    phone.set_up(
        {
            "browser": {
                "tabs": [{"url": "seedfair.example"}],
                "bookmarks": [{"title": "A", "url": "b.example"}],
                "downloads": [],
            }
        }
    )
    assert url(phone) == "seedfair.example"
    assert "Seed Fair" in texts(phone)
