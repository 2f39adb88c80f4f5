"""Screen ids: what names a screen, what is left out of its name, and what it is filed under."""

from itertools import pairwise

from hierarchies import DISPLAY, dump, node
from tables import cases
from test_store import NOTES, record

from appagent.devices.captures.hierarchy import read_dump
from appagent.screen import Screen, nearest
from appagent.screen.names.labels import title as titled
from appagent.store import Store

WIDTH, HEIGHT = DISPLAY
POPUP = (140, 900, 940, 1500)


def look(*windows: str, activity: str = ".Main") -> Screen:
    return read_dump(dump(*windows), size=DISPLAY, app=NOTES, activity=activity)


def page(*inner: str) -> str:
    return node("FrameLayout", *inner)


def button(name: str, top: int = 300, *, text: str = "", **facts: object) -> str:
    return node("Button", at=(0, top, 500, top + 100), can="clickable", name=name, text=text, **facts)


def bar(title: str) -> str:
    """A bar at the top with a button that goes back, and a title."""
    back = node("ImageButton", at=(0, 80, 120, 200), can="clickable", content_desc="Navigate up")
    return node("ViewGroup", back, node(text=title, at=(160, 80, 900, 200)), at=(0, 60, WIDTH, 220), name="toolbar")


def dialog(title: str, message: str = "", *buttons: str) -> str:
    """A dialog in a window of its own, as Android draws it."""
    texts = [node(text=title, at=(160, 920, 900, 1000), name="alertTitle")] if title else []
    texts += [node(text=message, at=(160, 1000, 900, 1300), name="android:id/message")] if message else []
    low = [
        node("Button", text=words, at=(200 + 300 * n, 1350, 480 + 300 * n, 1450), can="clickable",
             name=f"android:id/button{n + 1}")
        for n, words in enumerate(buttons)
    ]  # fmt: skip
    return node("FrameLayout", *texts, *low, at=POPUP)


def menu(*options: str) -> str:
    rows = [
        node("LinearLayout", node(text=words, at=(160, 910 + 90 * n, 900, 990 + 90 * n)),
             at=(140, 900 + 90 * n, 940, 990 + 90 * n), can="clickable")
        for n, words in enumerate(options)
    ]  # fmt: skip
    return node("FrameLayout", node("ListView", *rows, at=POPUP), at=POPUP)


def tabs(chosen: int, *names: str, top: int = 2200) -> str:
    wide = WIDTH // len(names)
    parts = [
        node("LinearLayout", node(text=words, at=(wide * n, top + 60, wide * (n + 1), top + 120)),
             at=(wide * n, top, wide * (n + 1), top + 130), can="clickable selected" if n == chosen else "clickable")
        for n, words in enumerate(names)
    ]  # fmt: skip
    return node("LinearLayout", *parts, at=(0, top, WIDTH, top + 130), name="tab_bar")


TOOLS = [button("add", 300), button("sort", 500), button("share", 700)]


def filed(later: Screen, *known: Screen) -> str:
    return nearest(later, {screen.screen_id: screen.templates for screen in known})


# --- what names a screen


def test_a_disabled_control_counts_as_it_would_if_enabled():
    off = look(page(*TOOLS[:2], button("share", 700, enabled="false")))
    assert off.screen_id == look(page(*TOOLS)).screen_id
    assert len(off.elements) == 2


def test_dialogs_of_the_same_buttons_are_told_apart_by_what_they_ask():
    delete = look(dialog("Delete note?", "", "Cancel", "Delete"))
    assert delete.screen_id != look(dialog("Discard changes?", "", "Cancel", "Discard")).screen_id
    assert delete.screen_id != look(dialog("", "Delete note?", "Cancel", "Delete"), activity=".Other").screen_id


@cases(("one", "other"), [
    ("Delete “Milk”?", "Delete “Bread and butter”?"), ("Delete 2 notes?", "Delete 14 notes?"),
    ("Move «Tea» to trash?", "Move «12» to trash?"), ("删除“牛奶”？", "删除“面包”？"),
])  # fmt: skip
def test_the_values_in_a_question_are_no_part_of_it(one, other):
    first, second = (look(dialog(title, "", "Cancel", "Delete")) for title in (one, other))
    assert first.screen_id == second.screen_id
    assert not any(word in first.heading for word in ("Milk", "Tea", "牛奶", "2"))


def test_a_message_is_not_what_a_dialog_asks_if_its_title_asks_for_what_a_button_does():
    texts = ("Milk will be gone.", "Bread will be gone.")
    assert len({look(dialog("Delete note?", text, "Cancel", "Delete")).screen_id for text in texts}) == 1


@cases(("title", "one", "other", "button"), [
    ("Confirm", "Sort the shelf?", "Delete all notes?", "OK"), ("Warning", "This sorts it.", "This deletes it.", "OK"),
    ("Are you sure?", "All notes will go.", "The shelf will be sorted.", "Yes"),
    ("确认", "整理书架？", "删除所有笔记？", "确定"),
    ("Confirm", *(f"Are you sure that you want to do this with all of the notes and lists {now}?"
                  for now in ("sorted", "deleted")), "OK"),
])  # fmt: skip
def test_a_title_that_does_not_say_what_is_asked_takes_the_message_with_it(title, one, other, button):
    first, second = (look(dialog(title, text, "Cancel", button)) for text in (one, other))
    assert first.screen_id != second.screen_id
    assert filed(second, first) == second.screen_id
    assert not {each.id for each in first.elements} & {each.id for each in second.elements}
    assert first.heading == title
    assert titled(first) == f"{title}: {one}"
    assert set(first.aliases) & set(second.aliases)  # under which documents were kept before


@cases(("one", "other"), [("Delete “Milk”?", "Delete “Tea”?"), ("Delete 2 notes?", "Delete 14 notes?")])
def test_the_values_in_a_message_are_no_part_of_what_is_asked(one, other):
    first, second = (look(dialog("Confirm", text, "Cancel", "OK")) for text in (one, other))
    assert first.screen_id == second.screen_id
    assert [each.id for each in first.elements] == [each.id for each in second.elements]
    assert not any(value in titled(first) for value in ("Milk", "2"))


def test_a_dialog_with_one_button_only_tells_something():
    told = [look(dialog("Details", text, "OK")) for text in ("holiday.jpg", "beach.jpg")]
    assert told[0].screen_id == told[1].screen_id
    assert look(dialog("Note", "Go on?", "OK")).screen_id != look(dialog("Note", "Leave?", "OK")).screen_id


def test_a_sheet_takes_its_message_with_it_too():
    cover = node("View", can="clickable", name="touch_outside")
    ids = set()
    for text in ("Sort the shelf?", "Delete all notes?"):
        said = [node(text=words, at=(40, top, 900, top + 80)) for words, top in (("Confirm", 1640), (text, 1740))]
        sheet = node("FrameLayout", *said, button("b", 1900), at=(0, 1600, WIDTH, HEIGHT), name="sheet")
        ids.add(look(page(bar("Notes"), *TOOLS, cover, sheet)).screen_id)
    assert len(ids) == 2


def test_menus_are_told_apart_by_what_they_offer_though_an_option_comes_or_goes():
    note, pinned, more = menu("Pin", "Share", "Delete"), menu("Share", "Delete"), menu("Settings", "Help")
    assert len({look(each).screen_id for each in (note, pinned, more)}) == 3
    assert filed(look(pinned), look(note)) == look(note).screen_id
    assert filed(look(more), look(note)) == look(more).screen_id


def test_a_sheet_in_the_window_of_its_page_is_named_by_what_it_asks():
    cover = node("View", can="clickable", name="touch_outside")
    sheets = [
        node("FrameLayout", node(text=title, at=(40, 1640, 900, 1720)), button(f"b{n}", 1900),
             at=(0, 1600, WIDTH, HEIGHT), name="sheet")
        for n, title in enumerate(("Share with", "Sort by"))
    ]  # fmt: skip
    share, sort = (look(page(bar("Notes"), *TOOLS, cover, sheet)) for sheet in sheets)
    assert [share.heading, sort.heading] == ["Share with", "Sort by"]
    assert len({share.screen_id, sort.screen_id, look(page(bar("Notes"), *TOOLS)).screen_id}) == 3
    busier = look(page(bar("Notes"), *TOOLS, button("new", 1100), cover, sheets[0]))
    assert busier.screen_id == share.screen_id  # the page under it does not count


def test_a_page_with_tabs_is_named_by_the_selected_one_in_any_language():
    english = [look(page(*TOOLS, tabs(n, "Alarms", "Timer", "World"))) for n in range(3)]
    chinese = [look(page(*TOOLS, tabs(n, "闹钟", "计时器", "世界"))) for n in range(3)]
    assert len({screen.screen_id for screen in english}) == 3
    assert [screen.screen_id for screen in english] == [screen.screen_id for screen in chinese]
    assert [screen.heading for screen in english] == ["Alarms", "Timer", "World"]
    assert filed(english[1], english[0]) == english[1].screen_id


def test_rows_of_a_grid_are_no_tabs_but_a_bar_among_rows_with_as_many_parts_is_one():
    def line(top: int, edges: tuple[int, ...], chosen: int = -1) -> str:
        cells = [
            node("View", at=(left, top, right, top + 100), can="clickable selected" if n == chosen else "clickable")
            for n, (left, right) in enumerate(pairwise(edges))
        ]
        return node("View", *cells, at=(0, top, WIDTH, top + 100))

    thirds, toolbar = (0, WIDTH // 3, 2 * WIDTH // 3, WIDTH), (0, 140, WIDTH - 140, WIDTH)
    for others, tabs_found in ((thirds, False), (toolbar, True)):
        found = {
            look(page(*TOOLS, line(300, others), line(500, thirds, chosen), line(700, others))).screen_id
            for chosen in range(3)
        }
        assert (len(found) == 3) == tabs_found


def test_a_selected_row_or_a_tool_that_is_on_is_no_tab():
    rows = [
        node("LinearLayout", node(text=words, at=(0, top, 900, top + 80)), at=(0, top, WIDTH, top + 100),
             can="clickable selected" if n else "clickable")
        for n, (words, top) in enumerate((("Milk", 400), ("Bread", 500)))
    ]  # fmt: skip
    pins = [
        node("ImageButton", at=(400 * n, 80, 400 * n + 120, 200), can=f"clickable {on}")
        for n, on in enumerate(("", ""))
    ]
    on = [*pins, node("ImageButton", at=(900, 80, 1020, 200), can="clickable selected", name="pin")]
    assert look(page(bar("Notes"), node("ListView", *rows, at=(0, 400, WIDTH, 600)))).heading == "Notes"
    off = [each.replace('selected="true"', 'selected="false"') for each in on]
    screens = [look(page(node("LinearLayout", *each, at=(0, 80, WIDTH, 200)), *TOOLS)) for each in (on, off)]
    assert screens[0].screen_id == screens[1].screen_id


def test_a_screen_of_few_templates_is_named_by_its_title_and_one_of_more_is_not():
    few = [look(page(bar(title))) for title in ("Display", "Battery")]
    more = [look(page(bar(name), *TOOLS)) for name in ("Anna", "Bob")]
    assert few[0].screen_id != few[1].screen_id
    assert more[0].screen_id == more[1].screen_id
    assert few[0].screen_id == look(page(bar("Display"))).screen_id


def test_no_words_can_be_read_from_an_id_or_a_sign():
    screen = look(page(bar("Anna Berg")))
    assert not any("anna" in told.lower() for told in (screen.screen_id, *screen.templates))


# --- what comes and goes


@cases("passing", [
    node("FrameLayout", node(text="Note deleted", at=(60, 2000, 700, 2080), name="snackbar_text"),
         button("snackbar_action", 2000, text="Undo"), at=(40, 1980, 1040, 2120)),
    node("AdView", node("Button", at=(0, 2200, 900, 2390), can="clickable", text="Install"), at=(0, 2200, WIDTH, 2400)),
    node("FrameLayout", node("View", at=(0, 2200, 900, 2390), can="clickable"), at=(0, 2200, 1080, 2400), name="ad"),
], ids=("snackbar", "advertisement", "advertisement by its name"))  # fmt: skip
def test_what_lies_over_a_screen_for_a_while_is_left_out(passing):
    assert look(page(bar("Notes"), *TOOLS, passing)).screen_id == look(page(bar("Notes"), *TOOLS)).screen_id


def test_suggestions_under_a_field_are_left_out():
    field = node("EditText", at=(0, 300, WIDTH, 400), can="clickable focusable focused", name="find")
    popup = node(
        "ListView", node("TextView", at=(0, 420, 800, 500), can="clickable", text="Tea"), at=(0, 400, 900, 800)
    )
    assert look(page(bar("Find"), field), popup).screen_id == look(page(bar("Find"), field)).screen_id


def test_a_toast_and_a_keyboard_are_left_out():
    toast = node("FrameLayout", node(text="Saved", at=(300, 1900, 780, 2050)), at=(300, 1900, 780, 2050))
    keys = node("FrameLayout", button("q", 1800), at=(0, 1700, WIDTH, HEIGHT), package="com.android.inputmethod.latin")
    plain = look(page(bar("Notes")))
    assert look(page(bar("Notes")), toast).screen_id == plain.screen_id == look(page(bar("Notes")), keys).screen_id


# --- what it is filed under


def test_a_page_that_is_empty_now_is_filed_by_its_title():
    empty, full = look(page(bar("Trash"))), look(page(bar("Trash"), button("empty", 300)))
    assert filed(empty, full) == full.screen_id
    assert filed(look(page(bar("Recent"))), full) != full.screen_id


def drawn(*rows: str, title: str = "") -> Screen:
    """A page as Compose draws it: controls without resource-ids, which differ in their words alone."""
    parts = [
        node("View", node(text=words, at=(40, top + 30, 900, top + 90)), at=(0, top, WIDTH, top + 120), can="clickable")
        for top, words in zip(range(400, 2000, 120), rows, strict=False)
    ]
    heading = [node(text=title, at=(160, 80, 900, 200))] if title else []
    return look(node("View", *heading, *parts))


def test_a_page_without_ids_and_heading_is_no_other_page_that_says_other_things():
    settings, feed = drawn("Picture", "Sound", "Storage"), drawn("Suggest", "Known as", title="Sunday feed")
    for one, other in ((settings, feed), (feed, settings)):
        assert nearest(one, {other.screen_id: other.templates}) == one.screen_id


def test_a_page_without_ids_is_the_known_one_though_a_control_came_or_its_heading_was_scrolled_away():
    titled = drawn("Loudness", "Channels", "Peaks", title="Sound")
    for later in (drawn("Loudness", "Channels", "Peaks", "Noise"), drawn("Lautheit", "Kanäle", title="Sound")):
        assert nearest(later, {titled.screen_id: titled.templates}) == titled.screen_id


def test_a_page_of_hardly_any_kinds_of_controls_is_not_taken_for_one_with_a_heading_or_tabs_that_it_has_not():
    """A start page without resource-ids, known by a button and a list, would take in every page below it."""

    def rows(title: str, *below: str) -> Screen:
        lines = [node("View", text=day, at=(0, top, WIDTH, top + 100), can="clickable")
                 for top, day in ((400, "Monday 3"), (500, "Thursday 6"))]  # fmt: skip
        button = node("ImageButton", at=(900, 80, 1020, 200), can="clickable")
        scrolls = node("View", *lines, at=(0, 400, WIDTH, 600), can="scrollable")
        return look(page(node(text=title, at=(160, 80, 700, 200)), button, scrolls, *below))

    icons = [node("View", at=(270 * n, 2200, 270 * n + 270, 2330), can="clickable selected" if not n else "clickable")
             for n in range(4)]  # fmt: skip
    week, settings = rows("3 – 7", node("View", *icons, at=(0, 2200, WIDTH, 2330))), rows("Preferences")
    later = rows("10 – 14", node("View", *icons, at=(0, 2200, WIDTH, 2330)))
    assert filed(settings, week) == settings.screen_id
    assert filed(week, settings) == week.screen_id
    assert filed(later, week) == week.screen_id


def form(title: str, *buttons: str) -> Screen:
    """A form of a toolkit that gives no resource-ids, with three kinds of controls."""
    parts = [node("Button", text=each, at=(0, 900 + 200 * n, 900, 1000 + 200 * n), can="clickable")
             for n, each in enumerate(buttons)]  # fmt: skip
    field, box = (node(role, at=(0, top, 900, top + 100), can="clickable")
                  for role, top in (("EditText", 400), ("CheckBox", 600)))  # fmt: skip
    return look(node("View", node(text=title, at=(160, 80, 900, 200)), field, box, *parts, name="android:id/content"))


def test_forms_without_ids_are_told_apart_by_their_headings_unless_their_documented_controls_are_the_same():
    paying, profile = form("Add payment", "Pay", "Cancel"), form("Edit profile", "Save", "Discard")
    assert paying.screen_id != profile.screen_id
    assert filed(profile, paying) == profile.screen_id
    known, again = {paying.screen_id: paying.templates}, form("Edit payment", "Pay", "Cancel")
    told = {paying.screen_id: frozenset(each.id for each in paying.elements if each.role == "Button")}
    assert [nearest(one, known, told) for one in (again, profile)] == [paying.screen_id, profile.screen_id]
    assert "screen-b415bd0c4c59a877" in paying.aliases  # its id while all templates counted


def test_another_activity_is_another_screen():
    here, there = look(page(*TOOLS)), look(page(*TOOLS), activity=".Other")
    assert filed(here, there) == here.screen_id


def test_documented_elements_break_the_tie():
    known = look(page(*TOOLS, button("done", 900), button("help", 1100)))
    with_three = look(page(*TOOLS, button("new", 1300)))
    told = {known.screen_id: frozenset(e.id for e in known.elements[:3])}
    known_here = {known.screen_id: known.templates}
    assert nearest(with_three, known_here) == with_three.screen_id
    assert nearest(with_three, known_here, told) == known.screen_id
    others = {known.screen_id: frozenset(e.id for e in known.elements[2:])}
    assert nearest(with_three, known_here, others) == with_three.screen_id


def test_the_store_knows_which_elements_its_documents_are_about():
    known = look(page(*TOOLS, button("done", 900), button("help", 1100)))
    later = look(page(*TOOLS, button("new", 1300)))
    with Store(":memory:") as store:
        store.remember_screen(known)
        assert store.known_as(later) == later.screen_id
        for element in known.elements[:3]:
            store.add(record(element_id=element.id, template=element.template, screen_id=known.screen_id))
        assert store.known_as(later) == known.screen_id


def greeted(words: str) -> Screen:
    return look(page(node(text=words, at=(40, 100, 900, 200)), button("search")))


@cases("words", ["Hello, Ben", "Good evening!", "Guten Tag, Ana 👋", "早上好，小明", "Merhaba, Test ✨", "नमस्ते, अना"])
def test_a_greeting_is_no_heading_and_the_page_is_one_on_all_days(words: str):
    first, later = greeted("Hello, Ana"), greeted(words)
    assert later.heading == ""
    assert later.screen_id == first.screen_id != greeted("Hello!").screen_id
    assert "screen-08b3408c01a959fb" in first.aliases  # its id while greetings counted
