"""Names on screens that invite mistakes: settings, tabs of icons, rows that say the same, dialogs, dates, short ids."""

from hierarchies import DISPLAY, dump, node
from test_ids import button, look, one, page
from test_screen_ids import bar, dialog

from appagent.devices.captures.hierarchy import read_dump
from appagent.screen import Screen, nearest

WIDTH, HEIGHT = DISPLAY


def switches(*titles: str, on: str = "", holder: str = "LinearLayout") -> Screen:
    """A page of settings, each a row with a title and a switch that says its state."""
    rows = [
        node("LinearLayout", node(text=title, at=(40, top, 700, top + 80), name="title"),
             node("Switch", at=(900, top, 1060, top + 100), can="clickable checkable", name="switch_widget",
                  text="ON" if title == on else "OFF"), at=(0, top, WIDTH, top + 180))
        for top, title in zip(range(300, 2300, 200), titles, strict=False)
    ]  # fmt: skip
    inner = node("LinearLayout", *rows, at=(0, 220, WIDTH, 2300), name="settings")
    return look(bar("Alerts"), inner if holder == "LinearLayout" else node(holder, inner, at=(0, 220, WIDTH, HEIGHT)))


def test_three_switches_on_a_page_that_does_not_scroll_keep_their_ids_in_another_language():
    english, german = switches("Sound", "Vibrate", "Pop-ups"), switches("Ton", "Vibration", "Fenster", on="Ton")
    names = [[e.id for e in screen.elements if e.role == "Switch"] for screen in (english, german)]
    assert names[0] == names[1]
    assert len({*names[0]}) == 3
    assert not any(e.weak or e.listed for e in english.elements)


def test_a_switch_of_a_page_that_scrolls_goes_by_its_title_wherever_it_moves():
    before = switches("Sound", "Vibrate", "Pop-ups", holder="ScrollView")
    after = switches("Badges", "Sound", "Vibrate", "Pop-ups", holder="ScrollView")
    vibrate = [next(e for e in screen.elements if e.row == "vibrate") for screen in (before, after)]
    assert vibrate[0].id == vibrate[1].id
    assert not any(e.weak for e in (*before.elements, *after.elements))


def icons(chosen: int) -> Screen:
    """A feed above a bar of three tabs, which are icons without words or resource-ids."""
    wide = WIDTH // 3
    tabs = [
        node("FrameLayout", node("ImageView", at=(wide * n + 100, 2220, wide * n + 200, 2360)),
             at=(wide * n, 2200, wide * (n + 1), 2380), can="clickable selected" if n == chosen else "clickable")
        for n in range(3)
    ]  # fmt: skip
    feed = node("RecyclerView", at=(0, 200, WIDTH, 2200), can="scrollable", name="feed")
    return look(feed, node("LinearLayout", *tabs, at=(0, 2200, WIDTH, HEIGHT), name="nav"))


def test_tabs_that_are_bare_icons_are_no_rows_and_tell_their_pages_apart():
    first, second = icons(0), icons(1)
    assert first.screen_id != second.screen_id
    assert [e.id for e in first.elements] == [e.id for e in second.elements]
    assert not any(e.listed or e.weak for e in first.elements)


def songs(*names: str) -> Screen:
    """A list whose rows say "More options" before their name, and have a button that says it as well."""
    rows = [
        node("LinearLayout", button(900, top, content_desc="More options"),
             node(text=name, at=(40, top, 800, top + 80)), at=(0, top, WIDTH, top + 140), can="clickable",
             content_desc="More options")
        for top, name in zip(range(300, 2300, 150), names, strict=False)
    ]  # fmt: skip
    return look(page(*rows))


def test_rows_that_all_say_more_options_go_by_what_else_they_say():
    before, after = songs("Blue", "Red", "Green"), songs("Green", "Teal", "Blue", "Red")

    def by_row(screen: Screen) -> dict[str, str]:
        return {e.row: e.id for e in screen.elements if e.role == "Button"}

    assert by_row(before).keys() == {"blue", "red", "green"}
    assert by_row(before).items() <= by_row(after).items()
    assert {e.id for e in before.elements} <= {e.id for e in after.elements}
    assert not any(e.weak for e in (*before.elements, *after.elements))


def test_one_dialog_that_is_reused_for_two_questions_is_two_and_its_buttons_too():
    def asked(question: str) -> Screen:
        return read_dump(dump(dialog(question, "It cannot be undone.", "Cancel", "OK")), size=DISPLAY)

    delete, leave = asked("Delete note?"), asked("Log out?")
    assert delete.screen_id != leave.screen_id
    assert {e.id for e in delete.elements}.isdisjoint(e.id for e in leave.elements)
    assert [e.template for e in delete.elements] == [e.template for e in leave.elements]
    assert asked("Delete note?").screen_id == delete.screen_id


def picker(month: str) -> Screen:
    """A month of a date picker: each day shows its number, and says its date."""
    days = [
        node("View", at=(40 + 140 * n, 900, 160 + 140 * n, 1000), can="clickable", text=str(n),
             content_desc=f"0{n} {month}")
        for n in range(1, 8)
    ]  # fmt: skip
    month_view = node(
        "ListView", node("View", *days, at=(40, 800, 1040, 1700)), at=(40, 800, 1040, 1700), can="scrollable"
    )
    turn = node("ImageButton", at=(900, 700, 1020, 800), can="clickable", content_desc="Mese successivo", name="next")
    return look(node(text="set", at=(80, 400, 900, 480), name="month"), turn, month_view)


def test_days_of_an_italian_date_picker_go_by_their_numbers_in_every_month():
    september, october = picker("settembre 2026"), picker("ottobre 2026")
    assert [e.id for e in september.elements] == [e.id for e in october.elements]
    assert len({e.id for e in september.elements}) == len(september.elements)
    assert not any(e.weak for e in september.elements)


def test_a_short_italian_month_is_a_month_only_among_others():
    def rows(*words: str) -> list[str]:
        listed = [
            node("LinearLayout", node(text=text, at=(40, top, 800, top + 80)), at=(0, top, WIDTH, top + 140),
                 can="clickable")
            for top, text in zip(range(300, 2300, 150), words, strict=False)
        ]  # fmt: skip
        return [e.words for e in look(page(*listed)).elements[1:]]

    assert rows("Set di coltelli", "Mar 3 set · Dentista", "Sole") == ["set di coltelli", "# · dentista", "sole"]


def test_an_empty_page_above_a_bar_is_no_sheet():
    pane = node("LinearLayout", at=(0, 200, WIDTH, 2100), can="clickable")
    below = node("LinearLayout", button(0, 2150, text="Send"), at=(0, 2100, WIDTH, HEIGHT))
    chat = look(bar("Anna"), pane, below)
    assert chat.heading == "Anna"
    cover = node("View", at=(0, 0, WIDTH, HEIGHT), can="clickable")
    low = (0, 1500, WIDTH, HEIGHT)
    sheet = node("LinearLayout", node(text="Share", at=(0, 1600, 500, 1700)), button(0, 2150, text="Send"), at=low)
    assert look(bar("Anna"), cover, sheet).heading == "Share"


def test_a_web_page_is_not_filed_under_a_page_of_the_app_though_the_bar_is_the_same():
    tools = [button(200 * n, 0, name=name) for n, name in enumerate(("home", "tabs", "menu", "share"))]
    start = look(*tools, node(text="Bookmarks", at=(0, 300, 900, 380)))
    web = look(*tools, node("WebView", at=(0, 200, WIDTH, HEIGHT), text="Mount Verne"))
    assert nearest(web, {start.screen_id: start.templates}) == web.screen_id
    later = look(*tools, button(900, 0, name="star"), node(text="Mount Verne", at=(0, 300, 900, 380)))
    assert nearest(later, {web.screen_id: web.templates}) == web.screen_id


def test_a_compose_screen_of_generated_ids_has_the_same_coarser_names_in_the_next_release():
    def release(save: str, share: str) -> Screen:
        parts = [
            node("View", node(text=words, at=(left + 20, 320, left + 200, 380)), at=(left, 300, left + 300, 400),
                 can="clickable", name=name)
            for words, name, left in (("Save", save, 0), ("Share", share, 400))
        ]  # fmt: skip
        return look(node("ComposeView", node("View", *parts, at=(0, 200, WIDTH, 2000)), at=(0, 200, WIDTH, HEIGHT)))

    before, after = release("a1", "b"), release("c", "d4")
    assert before.screen_id != after.screen_id
    assert before.coarse == after.coarse != ""
    assert [e.coarse for e in before.elements] == [e.coarse for e in after.elements]
    assert one(before, "Save").coarse not in ("", one(before, "Share").coarse)
