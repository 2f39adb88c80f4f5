"""Which controls get a mark: one for one thing, none for a page, and none less than a finger can find."""

from dataclasses import replace

from hierarchies import DISPLAY, dump, node
from PIL import Image, ImageChops

from appagent.devices.captures.hierarchy import read_dump
from appagent.prompting.pictures.marks import mark
from appagent.prompting.words.outline import outline
from appagent.screen import Screen

ROW = (0, 400, 1080, 600)
BLANK = Image.new("RGB", DISPLAY, "white")


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


def test_a_slider_in_a_row_is_set_by_a_mark_of_its_own():
    slider = node("SeekBar", text="50.0", at=(500, 450, 1000, 550), can="focusable")
    shown = screen(row(slider, words="Brightness"))
    assert [(each.text, each.actions) for each in shown.elements[:2]] == [
        ("Brightness · 50.0", ("tap",)), ("50.0", ("tap", "swipe"))
    ]  # fmt: skip
    assert marked(shown) == ["Brightness · 50.0", "50.0", "Next"]


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
    photo = node("ImageView", at=(0, 600, 1080, 700))
    assert len(marked(screen(node("LinearLayout", photo, *tabs, at=(0, 400, 1080, 900), can="clickable")))) == 3
    tall = node("ImageView", at=(0, 600, 1080, 900))
    assert len(marked(screen(node("LinearLayout", tall, *tabs, at=(0, 400, 1080, 900), can="clickable")))) == 4


def test_a_button_whose_icon_and_label_can_be_clicked_too_is_one_thing():
    icon = node("ImageView", at=(20, 420, 120, 580), can="clickable")
    label = node("TextView", text="All episodes", at=(150, 420, 900, 580), can="clickable")
    shown = screen(node("LinearLayout", icon, label, at=ROW, can="clickable focusable"))
    assert marked(shown) == ["All episodes", "Next"]
    assert shown.elements[0].bounds == ROW


def test_a_message_that_can_be_clicked_inside_and_out_is_one_thing_and_a_card_around_a_picture_another():
    said = node(text="See you", at=(640, 420, 1000, 500))
    bubble = node("View", said, at=(600, 400, 1060, 520), can="clickable")
    assert len(screen(node("View", bubble, at=(20, 400, 1060, 600), can="clickable focusable")).elements) == 2
    face = node("ImageView", at=(20, 400, 200, 580), can="clickable")
    card = node("View", node("View", face, at=(20, 400, 200, 580)), at=(20, 400, 1060, 600), can="clickable")
    assert marked(screen(card)) == ["View", "ImageView", "Next"]


def test_a_bar_under_the_status_bar_gets_no_mark():
    def bar(top):
        back = node("ImageButton", at=(0, top + 100, 120, top + 240), can="clickable")
        title = node(text="Album", at=(400, top + 100, 700, top + 240))
        return node("LinearLayout", back, title, at=(0, top, 1080, top + 260), can="clickable")

    assert marked(screen(bar(0))) == ["ImageButton", "Next"]
    assert marked(screen(bar(300))) == ["Album", "ImageButton", "Next"]


def test_a_list_whose_tiles_have_marks_gets_none():
    tiles = [
        node("Button", text=words, at=(at, 400, at + 300, 600), can="clickable") for words, at in (("A", 0), ("B", 400))
    ]
    shown = screen(node("RecyclerView", *tiles, at=(0, 400, 1080, 600), can="scrollable"))
    assert marked(shown) == ["A", "B", "Next"]
    assert [one.role for one in shown.elements if "swipe" in one.actions] == ["RecyclerView"]
    terms = node("ScrollView", node(text="Terms"), at=(0, 400, 1080, 900), can="scrollable")
    assert "ScrollView" in marked(screen(terms))


def test_a_panel_of_buttons_with_texts_gets_no_mark_and_a_row_with_icons_does():
    def button(at, text=""):
        return (
            node("TextView", text=text, at=at, can="clickable") if text else node("ImageView", at=at, can="clickable")
        )

    hint = node(text="More with an account", at=(600, 450, 900, 500))
    login = button((50, 420, 500, 580), "Log in"), button((50, 620, 500, 780), "Register")
    panel = node("LinearLayout", hint, *login, at=(0, 400, 1080, 800), can="clickable")
    assert marked(screen(panel)) == ["Log in", "Register", "Next"]
    icons = button((20, 440, 140, 560)), button((920, 440, 1040, 560))
    assert marked(screen(row(*icons, words="Bo"))) == ["Bo", "ImageView", "ImageView", "Next"]
    post = node(text="A long text that fills the card", at=(50, 500, 1030, 900))
    likes = button((50, 910, 200, 990), "12"), button((300, 910, 450, 990), "3")
    assert len(marked(screen(node("LinearLayout", post, *likes, at=(0, 400, 1080, 1000), can="clickable")))) == 4


def test_the_title_of_a_card_that_opens_the_card_gets_no_mark():
    title = node("View", node(text="Bridge opens", at=(200, 420, 800, 480)), at=(200, 420, 800, 480), can="clickable")
    story = node(text="After eleven weeks", at=(200, 490, 800, 560))
    save = node("ImageView", at=(900, 450, 1000, 550), can="clickable")
    card = node("View", title, story, save, at=ROW, can="clickable")
    assert marked(screen(card)) == ["After eleven weeks", "ImageView", "Next"]
    artist = node("TextView", text="A band", at=(200, 490, 800, 560), can="clickable")
    assert "A band" in marked(screen(row(artist)))
    face = node("ImageView", at=(20, 420, 120, 480), can="clickable")
    name = node("TextView", text="A name", at=(200, 420, 800, 480), can="clickable")
    assert "A name" in marked(screen(node("View", face, name, story, at=ROW, can="clickable")))


def test_a_text_that_can_only_be_selected_gets_no_mark_and_a_message_of_a_chat_does():
    text = node(text="3.20 crowns", at=ROW, can="long-clickable")
    assert marked(screen(text)) == ["Next"]
    chat = node("RecyclerView", text, at=(0, 200, 1080, 2100), can="scrollable")
    assert marked(screen(chat)) == ["3.20 crowns", "Next"]


def test_what_an_edge_cuts_off_gets_no_mark():
    def tile(left):
        inner = node("View", text="Play", at=(left, 500, min(left + 100, 1080), 560), can="clickable")
        return node("LinearLayout", inner, at=(left, 400, min(left + 300, 1080), 600), can="clickable")

    whole, cut = (
        screen(node("RecyclerView", tile(at), at=(0, 400, 1080, 600), can="scrollable")) for at in (500, 1052)
    )
    assert "Play" in marked(whole)
    assert marked(cut) == ["Next"]


def test_what_shows_nothing_gets_no_mark_unless_nothing_does():
    places = {"Drawn": (0, 400, 1080, 600), "Not yet": (0, 700, 1080, 900)}
    shown = screen(*(node("Button", text=text, at=at, can="clickable") for text, at in places.items()), picture=BLANK)
    assert outlined(shown) == {"Drawn", "Not yet"}
    word, tiles = BLANK.copy(), BLANK.copy()
    word.paste("black", (100, 450, 300, 550))
    assert outlined(replace(shown, picture=word)) == {"Drawn"}
    for colour, place in zip(("red", "blue"), places.values(), strict=True):
        tiles.paste(colour, place)
    assert outlined(replace(shown, picture=tiles)) == {"Drawn", "Not yet"}


def outlined(shown: Screen) -> set[str]:
    """The words of what a mark is drawn on, but for the button apart."""
    assert shown.picture
    drawn = ImageChops.difference(shown.picture, mark(shown, side=2400)).convert("L")
    return {one.text for one in shown.elements if one.text != "Next" and drawn.crop(one.bounds).getbbox()}


def test_dots_of_a_pager_get_no_mark_unless_they_say_what_they_do():
    dots = {"at": (515, 1797, 565, 1814), "can": "clickable focusable"}
    assert marked(screen(node("View", **dots))) == ["Next"]
    assert marked(screen(node("View", content_desc="Apps list", **dots))) == ["Apps list", "Next"]
    places = [(40 * n, 1800, 40 * n + 37, 1837) for n in (1, 2, 3)]
    pages = [node("View", content_desc=f"Page {at[0]}", at=at, can="clickable") for at in places]
    assert marked(screen(*pages)) == ["Next"]
    assert marked(screen(*pages[:2])) == ["Page 40", "Page 80", "Next"]


def test_a_page_under_another_one_that_takes_the_touches_has_no_elements():
    below = node("FrameLayout", row(words="Below"), at=(0, 0, 1080, 2100))
    above = node("FrameLayout", row(words="Above"), at=(0, 0, 1080, 2100), can="clickable")
    through = node("FrameLayout", row(words="Above", at=(0, 700, 1080, 900)), at=(0, 0, 1080, 2100))
    assert marked(screen(below, above)) == ["Above", "Next"]
    assert marked(screen(below, through)) == ["Below", "Above", "Next"]


def test_pages_lie_over_each_other_as_they_are_drawn_and_not_as_they_are_listed():
    whole = (0, 0, 1080, 2100)
    tour = node("FrameLayout", row(words="Skip the tour"), at=whole, can="clickable", drawing_order=4)
    page = node("FrameLayout", row(words="Inbox"), at=whole, drawing_order=1)
    shown = screen(node("FrameLayout", tour, page))
    assert marked(shown) == ["Skip the tour", "Next"]
    assert "Inbox" not in outline(shown)
    unsaid = screen(node("FrameLayout", tour.replace('drawing-order="4"', 'drawing-order="0"'), page))
    assert "Inbox" in marked(unsaid)


def test_a_text_that_takes_the_focus_for_screen_readers_is_no_element_where_something_can_be_tapped():
    said = node("View", content_desc="82%", at=(100, 400, 300, 500), can="focusable")
    tab = node("View", content_desc="Home", at=(100, 2100, 300, 2200), can="focusable selected")
    link = node(text="See all channels", at=(100, 700, 600, 800), can="focusable")
    assert marked(screen(said, tab, link)) == ["See all channels", "Home", "Next"]
    assert '"82%"' not in outline(screen(said, tab, link))
    alone = read_dump(dump(node("FrameLayout", said)), size=DISPLAY)  # such as a game, where nothing says what it takes
    assert marked(alone) == ["82%"]


def test_what_takes_the_focus_inside_a_page_that_does_is_the_element():
    seasons = [
        node("View", node(text=words, at=(100, top, 500, top + 60)), at=(90, top, 600, top + 80), can="focusable")
        for words, top in (("Season 1", 400), ("Season 2", 500))
    ]
    page = node("View", node("View", *seasons, can="focusable"), can="focusable")
    assert marked(read_dump(dump(page), size=DISPLAY)) == ["Season 1", "Season 2"]
    waiting = node("Button", text="Go on", at=(100, 900, 500, 1000), can="clickable focusable", enabled="false")
    whole = node("ScrollView", node(text="What you need"), waiting, can="focusable", at=(0, 100, 1080, 2000))
    assert marked(screen(whole)) == ["Next"]


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


def test_the_title_of_a_card_is_its_first_thing_to_touch_in_reading_order():
    def card(title_at: tuple[int, int, int, int], icon_at: tuple[int, int, int, int]) -> list[str]:
        title = node("View", node(text="Bridge opens", at=title_at), at=title_at, can="clickable")
        story = node(text="After eleven weeks", at=(200, 600, 800, 680))
        icon = node("ImageView", at=icon_at, can="clickable")
        return marked(screen(node("View", title, story, icon, at=(0, 400, 1080, 900), can="clickable")))

    assert "Bridge opens" not in card((200, 420, 800, 500), (50, 700, 150, 800))
    assert "Bridge opens" in card((200, 540, 800, 600), (900, 420, 1000, 520))


def test_a_wheel_has_one_mark_and_a_list_to_pick_from_one_for_each_row():
    def rows(role: str) -> str:
        said = enumerate(("06", "07", "08"))
        cells = [
            node("Button", text=text, at=(0, 400 + 100 * n, 200, 500 + 100 * n), can="clickable") for n, text in said
        ]
        return node(role, *cells, at=(0, 400, 200, 700), can="scrollable", name="hour_picker")

    wheel, *cells, _ = screen(rows("NumberPicker")).elements
    assert (wheel.quiet, [each.quiet for each in cells]) == (False, [True] * 3)
    assert marked(screen(rows("RecyclerView"))) == ["06", "07", "08", "Next"]
