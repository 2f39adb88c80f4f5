"""The virtual phone's Files: folders, selection, moving, search, trash, and what other apps hand over and fetch."""

import pytest
from files_app import (
    COPY,
    DELETE,
    FILES,
    MOVE,
    RENAME,
    REPORTS,
    SHARE,
    bare,
    chosen,
    dots_of,
    into,
    names,
    opened,
    state,
    tap_bare,
    tap_icon,
)
from hierarchy_nodes import find, nodes, tap, texts, words_inside
from phone_user import SIZES_AND_LOCALES, using_phone

from appagent.phone import Phone

pytestmark = pytest.mark.slow


@pytest.fixture
def phone() -> Phone:
    return opened()


# --- through the real driver, in sizes and languages


@pytest.mark.parametrize("given", SIZES_AND_LOCALES[:1], ids=str)
def test_chosen_files_are_moved_into_a_new_folder_on_the_card_and_one_is_deleted(given):
    with using_phone(FILES, **given) as user:
        user.tap("Internal storage", "Download", "Invoices")
        user.hold("Invoice 1041.pdf")
        user.tap("Invoice 1057.pdf")
        tap_bare(user, MOVE)
        user.tap("roots", "SD card", "Backup")
        tap_bare(user, 1)
        user.type("edit", "2026")
        user.tap("OK", "2026", "Move here")
        assert names(user.phone, "SD card/Backup/2026") == ["Invoice 1041.pdf", "Invoice 1057.pdf"]
        user.hold("Invoice 1062.pdf")
        assert user.guarded == []
        tap_bare(user, DELETE)
        user.tap("Delete")
        assert names(user.phone, "Download/Invoices") == []
        assert state(user.phone, "trash")[0]["was_in"] == "Download/Invoices"
        assert user.guarded == ["delete"]


def test_what_goes_for_good_is_guarded():
    with using_phone(FILES) as user:
        user.tap(
            "Trash", "blurred.jpg", "Restore", "Empty trash", "Cancel", "old notes.txt", "Delete forever", "Delete"
        )
        assert user.guarded == ["delete", "delete", "delete"]
        assert state(user.phone, "trash") == []
        assert "blurred.jpg" in names(user.phone, "DCIM/Camera")


PAGES = ("See all", "back", "Images", "Sort by", "Name", "back", "Internal storage", "DCIM", "Camera",
         "IMG_20261108_101522.jpg", "More options", "Details", "back", "back", "back", "back", "fab", "New text file",
         "back", "more_button", "Move to", "roots", "back", "Download", "More options", "Search", "back",
         "More options", "Settings", "View", "back", "back", "back", "back", "Trash")  # fmt: skip


@pytest.mark.parametrize("given", SIZES_AND_LOCALES, ids=str)
def test_every_page_is_inside_the_display_and_in_the_phones_language(given):
    phone = opened(**given)
    say = phone.packages[FILES].t
    words = set()
    for step in PAGES:
        if step in ("Internal storage", "Trash"):
            phone.swipe([(phone.size[0] // 2, phone.size[1] * 3 // 4), (phone.size[0] // 2, phone.size[1] // 4)])
        phone.press("back") if step == "back" else tap(phone, say(step))
        words.update(words_inside(phone, FILES))
    english = {word for word in phone.packages[FILES].words["zh"] if word in words}
    assert len(english) > 40 if phone.locale == "en-US" else english == {"Documents"}  # which is a folder's name too


# --- folders


def test_a_folder_is_left_upwards_and_along_its_crumbs(phone):
    into(phone, "Documents", "Work", "Reports")
    assert texts(phone)[:5] == ["Reports", "Internal storage", "Documents", "Work", "Reports"]
    phone.press("back")
    assert phone.state()["phone"]["title"] == "Documents/Work"
    tap(phone, "Internal storage")
    assert texts(phone)[2:4] == ["DCIM", "1 item"]
    phone.press("back")
    assert phone.foreground[1] == "HomeActivity"


def test_a_long_folder_scrolls_and_begins_at_its_top(phone):
    into(phone, "Download")
    assert "wallpaper.jpg" not in texts(phone)
    phone.swipe([(500, 2000), (500, 400)])
    assert "wallpaper.jpg" in texts(phone)
    tap(phone, "Internal storage", "Download")
    assert texts(phone)[3:5] == ["Invoices", "3 items"]


@pytest.mark.parametrize(
    ("order", "first"),
    [("Name", "album cover.png"), ("Newest first", "boarding pass.pdf"), ("Oldest first", "wallpaper.jpg"),
     ("Largest first", "lecture 04.mp4"), ("Type", "wallpaper.jpg")],
)  # fmt: skip
def test_files_stand_in_the_order_that_is_chosen(phone, order, first):
    into(phone, "Download")
    tap(phone, "Sort by", order)
    assert state(phone, "sort") == order
    assert texts(phone)[5] == first


def test_a_folder_is_shown_as_a_grid(phone):
    into(phone, "Pictures")
    tap_icon(phone, 0)
    left, right = find(phone, "family.jpg").bounds[0], find(phone, "logo draft.png").bounds[0]
    assert find(phone, "family.jpg").bounds[1] == find(phone, "logo draft.png").bounds[1]
    assert left < right
    assert state(phone, "view") == "Grid"
    tap(phone, "family.jpg", hold_s=0.6)
    tap(phone, "logo draft.png")
    assert "2 selected" in texts(phone)
    phone.press("back")
    tap_icon(phone, 0)
    assert state(phone, "view") == "List"


def test_folders_are_made_and_bad_names_refused(phone):
    into(phone, "Music")
    for name, says in (("Live", None), ("Live", "“Live” is there already"), ("a/b", "A name has no slash"),
                       ("", "A name is needed")):  # fmt: skip
        tap(phone, "fab", "New folder")
        phone.set_text(name)
        tap(phone, "OK")
        assert phone.last_toast == says
    assert [path for path in state(phone, "folders") if path.startswith("Music")] == ["Music", "Music/Live"]
    tap(phone, "Live")
    assert "Nothing here" in texts(phone)


def test_settings_change_what_folders_show(phone):
    tap_icon(phone, 0)
    tap(phone, "Show hidden files", "Folders first", "Sort by", "Largest first", "View", "Grid")
    phone.press("back")
    into(phone)
    assert texts(phone)[2:4] == [".nomedia", "1 KB"]
    assert ".thumbnails" in texts(phone)
    assert (state(phone, "view"), state(phone, "sort")) == ("Grid", "Largest first")


# --- some that are chosen


def test_holding_a_row_chooses_it_and_back_ends_that(phone):
    into(phone, "Documents", "Work", "Reports")
    assert len(bare(phone)) == 1
    chosen(phone, REPORTS[0])
    assert len(bare(phone)) == SHARE + 1
    tap(phone, REPORTS[1])
    assert len(bare(phone)) == DELETE + 1
    tap(phone, REPORTS[0])
    assert [node["checked"] for node in nodes(phone) if node["checkable"] == "true"] == ["false", "true", "false"]
    tap(phone, "Select all")
    assert "3 selected" in texts(phone)
    phone.press("back")
    assert texts(phone)[0] == "Reports"
    tap(phone, "More options", "Select all")
    tap_icon(phone, 0)
    assert texts(phone)[0] == "Reports"


def test_a_tap_on_a_rows_picture_chooses_it(phone):
    into(phone, "Documents", "Work", "Reports")
    row = next(n for n in nodes(phone) if n.name == "item_root")
    phone.tap(row.bounds[0] + 100, row.centre[1])
    assert "1 selected" in texts(phone)
    phone.tap(row.bounds[0] + 100, row.centre[1])
    assert texts(phone)[0] == "Reports"


def test_copies_get_a_name_of_their_own_and_folders_take_along_what_is_in_them(phone):
    into(phone, "Documents", "Work")
    chosen(phone, "Reports", "Roadmap.pdf")
    tap_icon(phone, COPY)
    tap(phone, "Reports", "Copy here")  # nothing goes into itself
    assert names(phone, "Documents/Work")[-2:] == ["Roadmap (1).pdf", "Roadmap.pdf"]
    assert names(phone, "Documents/Work/Reports (1)") == names(phone, "Documents/Work/Reports") == REPORTS


def test_a_folder_is_moved_with_all_that_is_in_it(phone):
    into(phone, "Documents")
    dots_of(phone, "Work")
    tap(phone, "Move to", "Internal storage", "Music", "Move here")
    assert names(phone, "Music/Work/Reports") == REPORTS
    assert [path for path in state(phone, "folders") if path.startswith("Documents")] == [
        "Documents",
        "Documents/Taxes",
    ]
    assert phone.last_toast == "Moved"


def test_a_choice_of_a_folder_can_be_left_at_any_level(phone):
    before = phone.state()["files"]
    into(phone, "Documents", "Taxes")
    for leave in ("cross", "Cancel", "back"):
        dots_of(phone, "Tax return 2025.pdf")
        tap(phone, "Copy to")
        if leave == "cross":
            tap_icon(phone, 0)
        elif leave == "Cancel":
            tap(phone, leave)
        else:
            for _ in range(4):
                phone.press("back")
        assert phone.foreground[1] == "BrowseActivity"
    assert phone.state()["files"] == before


def test_a_file_and_a_folder_are_renamed(phone):
    into(phone, "Documents")
    chosen(phone, "Taxes")
    tap_icon(phone, RENAME)
    phone.set_text("Tax office")
    tap(phone, "OK", "Tax office")
    dots_of(phone, "Tax return 2024.pdf")
    tap(phone, "Rename")
    phone.set_text("Tax return 2025.pdf")
    tap(phone, "OK")
    assert phone.last_toast == "“Tax return 2025.pdf” is there already"
    dots_of(phone, "Tax return 2024.pdf")
    tap(phone, "Rename")
    phone.set_text("Zeta.pdf")
    tap(phone, "OK")
    assert names(phone, "Documents/Tax office") == ["Tax return 2025.pdf", "Zeta.pdf"]


def test_what_is_deleted_can_be_brought_back_at_once_and_from_the_trash(phone):
    before = phone.state()["files"]
    into(phone, "Documents", "Work")
    tap(phone, "More options", "Select all")
    tap_icon(phone, DELETE)
    assert texts(phone) == ["Move to trash?", "4 items", "Cancel", "Delete"]
    tap(phone, "Delete")
    assert "Documents/Work/Reports" not in state(phone, "folders")
    assert len(state(phone, "trash")) == 2 + 6
    tap(phone, "Undo")
    assert phone.state()["files"] == before
    dots_of(phone, "Reports")
    tap(phone, "Delete", "Delete")
    for _ in range(3):
        phone.press("back")
    for name in REPORTS:
        tap(phone, "Trash", name, "Restore")
        phone.press("back")
    assert phone.state()["files"] == before


def test_trash_is_emptied(phone):
    tap(phone, "Trash", "Empty trash", "Delete")
    assert state(phone, "trash") == []
    assert "Nothing here" in texts(phone)
    phone.press("back")
    assert "0 items" in texts(phone)
