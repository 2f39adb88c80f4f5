"""The virtual phone's Files: one file, searching, and what other apps hand over or ask for."""

from pathlib import Path

import pytest
from files_app import FILES, NOTES, SHARE, chosen, into, names, opened, state, tap_bare, tap_icon
from hierarchy_nodes import nodes, tap, texts, with_written
from phone_user import SIZES_AND_LOCALES, using_phone

from appagent.phone import Phone

pytestmark = pytest.mark.slow


@pytest.fixture
def phone() -> Phone:
    return opened()


# --- one file


def test_a_file_tells_what_is_known_of_it_and_where_it_is(phone):
    tap(phone, "See all", "Meeting minutes.txt")
    assert "The launch moves to 14 December." in texts(phone)[3]
    tap(phone, "More options", "Add to favourites", "More options", "Details")
    assert texts(phone) == [
        "Details", "Name", "Meeting minutes.txt", "Kind", "Documents", "Changed", "2026-11-18 11:30", "Size", "1 KB",
        "Location", "Internal storage / Documents / Work",
    ]  # fmt: skip
    tap(phone, "Location")
    assert phone.state()["phone"]["title"] == "Documents/Work"
    phone.stop(FILES)
    phone.start(FILES)
    tap(phone, "Favourites", "Meeting minutes.txt", "More options", "Delete", "Delete")
    assert "Nothing here" in texts(phone)
    assert state(phone, "trash")[0]["name"] == "Meeting minutes.txt"


def test_a_text_is_written_and_changed(phone):
    into(phone, "Documents")
    tap(phone, "fab", "New text file", "Text")
    phone.type_text("Call Ivo")
    tap_icon(phone, 0)
    assert phone.last_toast == "A name is needed"
    tap(phone, "file_name")
    phone.type_text("ideas")
    tap_icon(phone, 0)
    tap(phone, "ideas.txt")
    tap_icon(phone, 0)
    tap(phone, "Call Ivo")
    phone.type_text(" at six")
    tap_icon(phone, 0)
    written = next(file for file in state(phone, "folders")["Documents"] if file["name"] == "ideas.txt")
    assert (written["text"], written["changed"]) == ("Call Ivo at six", "2026-11-22 10:08")
    assert "Call Ivo at six" in texts(phone)


def test_a_photograph_is_shown_and_starred_and_a_document_has_no_app(phone):
    tap(phone, "Images", "family.jpg")
    tap_icon(phone, 0)
    phone.press("back")
    phone.press("back")
    tap(phone, "Favourites", "family.jpg")
    tap_icon(phone, 0)
    assert not any(file["starred"] for file in state(phone, "folders")["Pictures"])
    phone.press("back")
    phone.press("back")
    tap(phone, "boarding pass.pdf", "Open with")
    assert phone.last_toast == "No app can do that"


def test_search_finds_folders_and_files_of_a_kind_wherever_they_are(phone):
    tap(phone, "Search", "Search files")
    phone.type_text("REPO")
    assert texts(phone)[7:9] == ["Reports", "Internal storage / Documents / Work"]
    tap(phone, "Documents", "Report July.pdf")
    assert phone.state()["phone"]["title"] == "Report July.pdf"
    phone.press("back")
    tap(phone, "Videos")
    assert "No results" in texts(phone)
    tap(phone, "All", "Reports")
    assert phone.state()["phone"]["title"] == "Documents/Work/Reports"


def test_a_choice_ends_where_the_app_is_closed(phone):
    into(phone)
    chosen(phone, "Music")
    phone.stop(FILES)
    phone.start(FILES)
    assert not [node for node in nodes(phone) if node["checkable"] == "true"]
    into(phone)
    assert texts(phone)[0] == "Internal storage"


# --- other apps


@pytest.mark.parametrize("given", SIZES_AND_LOCALES[1:], ids=str)
def test_a_notes_words_are_shared_into_a_file(given):
    with using_phone(NOTES, **given) as user:
        note = user.phone.state()["notes"]["notes"][2]
        user.tap("Books to read")
        tap_bare(user, 1)
        user.app = FILES
        user.tap("Files", "Invoices", "Save here")
        user.type("edit", "Books.txt")
        user.tap("OK")
        kept = next(file for file in state(user.phone, "folders")["Download/Invoices"] if file["name"] == "Books.txt")
        assert kept["text"] == f"{note['title']}\n{note['body']}"
        assert user.phone.foreground[0] == FILES
        assert user.guarded == []


def test_a_text_is_shared_into_a_new_note(phone):
    into(phone, "Documents")
    chosen(phone, "Garden plan.txt")
    tap_icon(phone, SHARE)
    tap(phone, "Notes")
    assert phone.foreground[0] == NOTES
    assert phone.state()["notes"]["notes"][0]["title"] == "North bed: leeks and kale"  # type: ignore[index]


ASKING = """
from appagent.phone.app import App, Page
from appagent.phone.intents import fetch, share
from appagent.phone.ui import Button, Column

class Asking(App):
    package, label = "org.asking", "Asking"
    def begin(self):
        self.got = []
    def home(self):
        return Page(Column([Button(kind, on_tap=lambda kind=kind: fetch(self, kind, self.got.append))
                            for kind in ("file", "image")]
                           + [Button("send", on_tap=lambda: share(self, "file", "Cache/map.pdf"))]))
"""


@pytest.fixture
def asking(tmp_path: Path) -> Phone:
    """One with an app that fetches files and hands one over."""
    return with_written(tmp_path, "org.asking", ASKING)


def test_another_app_is_given_the_path_of_the_file_that_is_chosen(asking):
    tap(asking, "file", "Files", "Internal storage", "Documents", "Work", "Roadmap.pdf")
    assert asking.foreground[0] == "org.asking"
    tap(asking, "image", "Files", "train timetable.pdf")  # cannot be taken
    tap(asking, "IMG_20261121_083011.jpg")
    assert asking.state()["asking"]["got"] == ["Documents/Work/Roadmap.pdf", "DCIM/Camera/IMG_20261121_083011.jpg"]
    tap(asking, "file", "Files")
    asking.press("back")
    assert asking.foreground[0] == "org.asking"
    assert len(asking.state()["asking"]["got"]) == 2


def test_a_file_of_another_apps_is_saved_in_the_folder_that_is_chosen(asking):
    tap(asking, "send", "Files", "Internal storage", "Recordings", "Save here")
    assert names(asking, "Recordings") == ["Interview.m4a", "map.pdf", "Rehearsal.m4a"]
    assert asking.last_toast == "Saved"
