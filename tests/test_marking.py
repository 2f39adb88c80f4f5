"""Which controls get a mark: one for one thing, none for a page, and none less than a finger can find."""

from hierarchies import DISPLAY, dump, node
from PIL import Image, ImageChops

from appagent.devices.hierarchy import read_dump
from appagent.prompting.marks import mark
from appagent.screen import Screen

ROW = (0, 400, 1080, 600)


def screen(*inner: str, picture: Image.Image | None = None) -> Screen:
    """One window with these nodes in it, and a button apart from them."""
    button = node("Button", text="Next", at=(800, 2200, 1000, 2300), can="clickable focusable")
    return read_dump(dump(node("FrameLayout", *inner, button)), picture, size=DISPLAY)


def marked(shown: Screen) -> list[str]:
    """The words of what gets a mark, or else the role."""
    return [one.text or one.role for one in shown.elements if not one.quiet]


def row(*inner: str, words: str = "Wi-Fi", at: tuple[int, int, int, int] = ROW) -> str:
    title = node(text=words, at=(100, at[1] + 50, 500, at[1] + 150))
    return node("LinearLayout", title, *inner, at=at, can="clickable focusable")


def box(role: str, can: str, at: tuple[int, int, int, int] = (900, 450, 1000, 550)) -> str:
    return node(role, at=at, can=can, name="box")


def test_a_switch_that_cannot_be_clicked_is_its_row():
    (wifi, _) = screen(row(box("Switch", "checkable checked"))).elements
    assert (wifi.role, wifi.text, wifi.checked) == ("LinearLayout", "Wi-Fi", True)


def test_documents_of_a_switch_without_a_mark_are_found_at_its_row():
    alone = screen(box("Switch", "checkable")).elements[0]
    (wifi, _) = screen(row(box("Switch", "checkable"))).elements
    assert any(name.rpartition("-")[0] == alone.id.rpartition("-")[0] for name in wifi.aliases)


def test_a_switch_or_box_that_can_be_clicked_keeps_its_mark_and_a_radio_button_does_not():
    can = "checkable clickable focusable"
    assert marked(screen(row(box("Switch", can)))) == ["Wi-Fi", "Switch", "Next"]
    assert marked(screen(row(box("CheckBox", can)))) == ["Wi-Fi", "CheckBox", "Next"]
    assert marked(screen(row(box("RadioButton", can)))) == ["Wi-Fi", "Next"]


def test_two_boxes_in_one_row_keep_their_marks():
    two = box("CheckBox", "checkable"), box("CheckBox", "checkable", (700, 450, 800, 550))
    assert marked(screen(row(*two))) == ["Wi-Fi", "CheckBox", "CheckBox", "Next"]


def test_an_icon_in_a_row_keeps_its_mark_and_the_cover_of_a_card_does_not():
    icon = node("ImageView", at=(900, 450, 1000, 550), can="clickable focusable")
    cover = node("ImageView", at=(0, 400, 1080, 500), can="clickable focusable")
    assert marked(screen(row(icon))) == ["Wi-Fi", "ImageView", "Next"]
    assert marked(screen(row(cover))) == ["Wi-Fi", "Next"]


def test_two_buttons_at_nearly_the_same_place_share_one_mark():
    lower = node("Button", text="Add a picture", at=(100, 400, 300, 598), can="clickable")
    upper = node("Button", text="Add a picture", at=(100, 400, 300, 600), can="clickable focusable")
    assert marked(screen(lower, upper)) == ["Add a picture", "Next"]


def test_lists_and_pages_that_fill_the_window_get_no_mark_and_can_still_be_swiped():
    shown = screen(node("ScrollView", row(), at=(0, 200, 1080, 2100), can="scrollable focusable"))
    assert marked(shown) == ["Wi-Fi", "Next"]
    assert [one.role for one in shown.elements if "swipe" in one.actions] == ["ScrollView"]
    page = node("LinearLayout", row(), at=(0, 0, 1080, 2100), can="clickable focusable")
    assert marked(screen(page)) == ["Wi-Fi", "Next"]


def test_a_large_card_of_a_list_keeps_its_mark():
    card = row(node("ImageView", at=(900, 450, 1000, 550), can="clickable"), at=(0, 200, 1080, 1900))
    feed = node("RecyclerView", card, at=(0, 200, 1080, 2100), can="scrollable")
    assert marked(screen(feed)) == ["Wi-Fi", "ImageView", "Next"]


def test_what_consists_of_other_controls_alone_gets_no_mark():
    tabs = [
        node("Button", text=words, at=(at, 400, at + 540, 600), can="clickable") for words, at in (("A", 0), ("B", 540))
    ]
    assert marked(screen(node("LinearLayout", *tabs, at=ROW, can="clickable"))) == ["A", "B", "Next"]
    photo = node("ImageView", at=(100, 420, 300, 580))
    assert len(marked(screen(node("LinearLayout", photo, *tabs, at=ROW, can="clickable")))) == 4


def test_a_button_whose_icon_and_label_can_be_clicked_too_is_one_thing():
    icon = node("ImageView", at=(20, 420, 120, 580), can="clickable")
    label = node("TextView", text="All episodes", at=(150, 420, 900, 580), can="clickable")
    shown = screen(node("LinearLayout", icon, label, at=ROW, can="clickable focusable"))
    assert marked(shown) == ["All episodes", "Next"]
    assert shown.elements[0].bounds == ROW


def test_dots_of_a_pager_get_no_mark_unless_they_say_what_they_do():
    dots = {"at": (515, 1797, 565, 1814), "can": "clickable focusable"}
    assert marked(screen(node("View", **dots))) == ["Next"]
    assert marked(screen(node("View", content_desc="Apps list", **dots))) == ["Apps list", "Next"]


def test_a_page_under_another_one_that_takes_the_touches_has_no_elements():
    below = node("FrameLayout", row(words="Below"), at=(0, 0, 1080, 2100))
    above = node("FrameLayout", row(words="Above"), at=(0, 0, 1080, 2100), can="clickable")
    through = node("FrameLayout", row(words="Above", at=(0, 700, 1080, 900)), at=(0, 0, 1080, 2100))
    assert marked(screen(below, above)) == ["Above", "Next"]
    assert marked(screen(below, through)) == ["Below", "Above", "Next"]


def test_an_outline_does_not_run_across_what_lies_above():
    button = node("Button", text="New", at=(850, 450, 1050, 650), can="clickable")
    plain = Image.new("RGB", DISPLAY, "white")
    shown = mark(screen(row(), button, picture=plain), side=2400)
    assert ImageChops.difference(plain, shown).crop((870, 590, 1030, 610)).getbbox() is None


def test_no_outline_is_larger_than_most_of_the_display_unless_there_is_no_other():
    canvas = node("View", at=(0, 0, 1080, 2400), can="clickable")
    plain = Image.new("RGB", DISPLAY, "white")
    edge = (0, 1000, 20, 1200)
    both = mark(read_dump(dump(node("FrameLayout", row(), canvas, row())), plain), side=2400)
    alone = mark(read_dump(dump(canvas), plain), side=2400)
    assert ImageChops.difference(plain, both).crop(edge).getbbox() is None
    assert ImageChops.difference(plain, alone).crop(edge).getbbox() is not None
