import pytest
from hierarchies import CORPUS, DISPLAY, NOTES, corpus_dump, dump, node
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from tables import cases

from appagent.devices.captures.hierarchy import parse_dump, read_dump
from appagent.errors import DeviceError
from appagent.screen import Screen, nearest, structure, unchanged
from appagent.screen.comparing.rewritten import rewritings

SYSTEM = "com.android.systemui"
IME = "com.google.android.inputmethod.latin"

button = node("Button", at=(100, 300, 500, 400), can="clickable", name="save", text="Save")
app = node("FrameLayout", button)
status_bar = node("FrameLayout", node(text="12:30", at=(0, 0, 200, 80)), at=(0, 0, 1080, 80), package=SYSTEM)
home_key = node("ImageView", at=(400, 2280, 600, 2400), can="clickable", package=SYSTEM, content_desc="Home")
navigation_bar = node("FrameLayout", home_key, at=(0, 2280, 1080, 2400), package=SYSTEM)
key = node("TextView", at=(0, 2000, 100, 2100), can="clickable", package=IME, text="q")
keyboard = node("FrameLayout", key, at=(0, 1600, 1080, 2280), package=IME)
ok = node("Button", at=(600, 1300, 900, 1400), can="clickable", name="android:id/button1", text="OK")
dialog = node("FrameLayout", ok, at=(100, 900, 980, 1450))
tile = node("Switch", at=(40, 900, 500, 1100), can="clickable checkable", package=SYSTEM, text="Bluetooth")
shade = node("FrameLayout", tile, package=SYSTEM)


def look(*windows: str, size: tuple[int, int] = DISPLAY, **facts: str) -> Screen:
    return read_dump(dump(*windows), size=size, **facts)


def texts(screen: Screen) -> list[str]:
    return [element.text for element in screen.elements]


# --- broken dumps


def test_a_hierarchy_without_windows_is_an_empty_screen():
    screen = read_dump('<hierarchy rotation="0" />', size=DISPLAY)
    assert (screen.elements, screen.app, screen.texts, screen.keyboard) == ((), "", (), False)


@cases(
    "text",
    [
        "",
        " \n",
        "null",
        "ERROR: null root node returned.",
        "<html/>",
        "<hierarchy",
        "<hierarchies/>",
        "<hierarchy <node",
    ],
)
def test_what_is_no_hierarchy_is_a_device_error(text: str):
    with pytest.raises(DeviceError, match="Capture the screen again"):
        read_dump(text)


@cases(
    ("reason", "text"),
    [
        ("a control character", dump(app).replace("Save", "Sa\x0bve")),
        ("a reference to one", dump(app).replace("Save", "Save&#0;&#xFFFF;")),
        ("half a surrogate pair", dump(app).replace("Save", "Save\ud83d")),
        ("a bare ampersand", dump(app).replace("Save", "Save & close")),
        ("words after it", dump(app) + "\nUI hierchary dumped to: /dev/tty\n"),
        ("words before it", "WARNING: linker\n" + dump(app)),
        ("another encoding declared", dump(app).replace("UTF-8", "UTF-16")),
        ("a missing end", dump(app).replace("</node></hierarchy>", "")),
        ("a fact given twice", dump(app).replace("<node ", '<node index="0" index="0" ')),
        ("entities that nothing declares", dump(app).replace("Save", "Save&nbsp;&lol9;")),
        ("Windows lines", dump(app).replace(">", ">\r\n")),
    ],
)
def test_a_broken_dump_is_read_as_far_as_it_goes(reason: str, text: str):
    (element,) = read_dump(text, size=DISPLAY).elements
    assert element.text.startswith("Sa"), reason
    assert element.bounds == (100, 300, 500, 400)


def test_several_documents_in_one_are_windows_of_one_screen():
    assert texts(read_dump(dump(app, status_bar) + "\n" + dump(shade), size=DISPLAY)) == ["Bluetooth"]


def test_entities_are_never_expanded():
    bomb = '<!DOCTYPE b [<!ENTITY a "Save"><!ENTITY b "&a;&a;&a;">]>'
    screen = read_dump(dump(app).replace("<hierarchy", f"{bomb}<hierarchy", 1).replace("Save", "Go &b;"), size=DISPLAY)
    assert "SaveSave" not in screen.elements[0].text


def test_a_file_on_this_machine_is_never_read_into_a_screen():
    outside = '<!DOCTYPE b [<!ENTITY a SYSTEM "file:///etc/hostname">]>'
    screen = read_dump(
        dump(app).replace("<hierarchy", f"{outside}<hierarchy", 1).replace("Save", "Go &a;"), size=DISPLAY
    )
    assert screen.elements[0].text == "Go &a;"


def test_a_very_deep_tree_is_read():
    nested = node("Button", at=(10, 10, 90, 90), can="clickable", text="Deep")
    for _ in range(1500):
        nested = node("FrameLayout", nested)
    assert texts(look(nested)) == ["Deep"]


def test_missing_facts_are_empty_ones():
    screen = read_dump('<hierarchy><node clickable="true" bounds="[0,0][9,9]"><node/></node></hierarchy>', size=DISPLAY)
    (element,) = screen.elements
    assert (element.cls, element.role, element.text, element.resource_id, element.checked) == ("", "", "", "", None)


@settings(max_examples=30, deadline=None)
@given(st.text() | st.text(alphabet='<hierachynod >/="[],0123\x00&;#x!-').map("<hierarchy ".__add__))
def test_read_raises_nothing_but_a_device_error(text: str):
    for hierarchy in (text, dump(text), dump(node(text="X").replace("X", text))):
        try:
            structure(read_dump(hierarchy).tree)
        except DeviceError:
            continue


# --- elements


@cases(
    ("can", "role", "actions"),
    [
        ("clickable", "Button", ("tap",)),
        ("clickable long-clickable", "Button", ("tap", "long_press")),
        ("long-clickable", "ImageView", ("long_press",)),
        ("checkable", "CheckBox", ("tap",)),
        ("clickable", "EditText", ("tap", "text")),
        ("scrollable", "ListView", ("swipe",)),
        ("scrollable focusable", "ListView", ("swipe",)),
        ("focusable", "ImageView", ("tap",)),
        ("focusable", "SeekBar", ("tap", "swipe")),
        ("clickable password", "View", ("tap", "text")),
    ],
)
def test_an_element_offers_what_the_node_can_do(can: str, role: str, actions: tuple[str, ...]):
    assert look(node(role, can=can)).elements[0].actions == actions


@cases(
    "hidden",
    [
        node("Button", can="clickable", enabled="false"),
        node("Button", can="clickable", visible_to_user="false"),
        node("Button", can="clickable", at=(1080, 0, 1200, 50)),
        node("Button", can="clickable", at=(-200, 0, 0, 50)),
        node("Button", can="clickable", at=(500, 0, 100, 50)),
        node("Button", can="clickable", at=(0, 0, 0, 0)),
        node("Button", can="clickable", bounds="somewhere"),
        node("TextView"),
    ],
)
def test_what_no_finger_can_use_is_no_element(hidden: str):
    assert look(node("FrameLayout", hidden)).elements == ()


def test_bounds_are_cut_to_the_display():
    assert look(node("Button", at=(-20, 80, 50, 4000), can="clickable")).elements[0].bounds == (0, 80, 50, 2400)


def test_a_focusable_counts_only_where_nothing_in_it_can_do_more():
    holder = node("FrameLayout", node("View", button, at=(0, 0, 900, 900)), can="focusable")
    assert texts(look(holder)) == ["Save"]
    assert len(look(node("FrameLayout", node("TextView", text="Read"), can="focusable")).elements) == 1


def test_nodes_in_one_place_are_one_element_with_all_they_can_do():
    field = node("EditText", at=(0, 0, 1080, 200), can="focused", name="title", hint="Title")
    (element,) = look(node("FrameLayout", field, at=(0, 0, 1080, 200), can="clickable long-clickable")).elements
    assert (element.role, element.actions, element.focused) == ("EditText", ("tap", "long_press", "text"), True)


def test_a_row_says_the_words_in_it_but_not_those_of_its_buttons():
    delete = node("Button", at=(900, 0, 1080, 200), can="clickable", text="Delete")
    row = node(
        "LinearLayout", node(text="John"), node(text="See you\nat 5"), delete, can="clickable", at=(0, 0, 1080, 200)
    )
    assert texts(look(row)) == ["John · See you at 5", "Delete"]


def test_the_text_of_an_element_is_short_and_never_its_resource_id():
    assert look(node("Button", can="clickable", name="save")).elements[0].text == ""
    assert len(look(node("Button", can="clickable", text="word " * 90)).elements[0].text) <= 80


def test_what_is_in_a_password_field_is_not_read():
    (element,) = (screen := look(node("EditText", can="password", text="hunter2", hint="Password"))).elements
    assert element.password
    assert "hunter2" not in " ".join([element.text, element.words, *screen.texts])


def test_states_are_told():
    (element,) = look(node("Switch", can="clickable checkable checked selected", text="Wi-Fi")).elements
    assert (element.checked, element.selected, element.focused) == (True, True, False)
    assert look(app).elements[0].checked is None


def test_marks_run_along_the_rows_and_from_a_container_to_its_contents():
    def at(left: int, top: int, text: str) -> str:
        return node("Button", at=(left, top, left + 200, top + 100), can="clickable", text=text)

    rows = node("ListView", at(0, 420, "c"), at(500, 400, "d"), at=(0, 400, 1080, 2400), can="scrollable")
    screen = look(node("FrameLayout", at(800, 2200, "last"), rows, at(500, 0, "b"), at(0, 10, "a")))
    assert texts(screen) == ["a", "b", "", "c", "d", "last"]
    assert [element.mark for element in screen.elements] == [1, 2, 3, 4, 5, 6]


def test_a_right_to_left_screen_is_read_from_the_right():
    left = node("Button", at=(0, 0, 200, 100), can="clickable", text="إلغاء")
    right = node("Button", at=(800, 0, 1080, 100), can="clickable", text="حفظ")
    field = node("EditText", at=(0, 200, 1080, 300), can="clickable", text="typed in Latin letters")
    assert texts(look(node("FrameLayout", left, right, field)))[:2] == ["حفظ", "إلغاء"]


def test_texts_hold_all_words_in_sight():
    title = node(text="Edit note", at=(0, 100, 900, 200))
    hidden = node(text="Draft", at=(0, 0, 0, 0))
    assert look(node("FrameLayout", button, title, hidden), keyboard, status_bar).texts == ("Edit note", "Save")


# --- windows


def test_the_size_is_the_pictures_or_what_the_windows_reach():
    assert read_dump(dump(app), Image.new("RGB", (720, 1280))).size == (720, 1280)
    assert read_dump(dump(app, keyboard)).size == (1080, 2400)
    assert read_dump(dump(node("FrameLayout", button, at=(0, 0, 0, 0)))).size == (500, 400)


def test_the_systems_bars_count_only_while_the_shade_is_open():
    closed = look(app, status_bar, navigation_bar)
    assert (texts(closed), closed.app) == (["Save"], NOTES)
    opened = look(app, status_bar, navigation_bar, shade)
    assert (texts(opened), opened.elements[0].window) == (["Bluetooth", "Home"], "system")
    assert opened.screen_id != closed.screen_id


def test_an_empty_layer_of_the_systems_hides_nothing():
    assert texts(look(app, node("FrameLayout", package=SYSTEM))) == ["Save"]


def test_keys_of_a_keyboard_get_no_marks():
    screen = look(keyboard, app)
    assert (texts(screen), screen.keyboard, screen.app) == (["Save"], True, NOTES)
    assert not look(app).keyboard


@cases("package", [IME, "com.sohu.inputmethod.sogou", "com.samsung.android.honeyboard"])
def test_a_keyboards_own_settings_are_an_app(package: str):
    page = node("FrameLayout", node("Button", can="clickable", text="Theme", package=package), package=package)
    assert texts(look(page, app=package)) == texts(look(page)) == ["Theme"]


def test_another_text_in_a_keyboards_own_settings_is_seen_over_another_window():
    before, now = (
        look(node("FrameLayout", node(text=words, package=IME), package=IME), app, app=IME) for words in ("Ana", "Bo")
    )
    assert set(rewritings(before, now)) == {("Ana", "Bo")}


def test_an_unknown_keyboard_is_known_by_its_parts():
    area = node("FrameLayout", key, name="android:id/inputArea", at=(0, 1600, 1080, 2280), package="org.keys")
    assert texts(look(app, area)) == ["Save"]


@cases("windows", [(app, dialog, keyboard), (keyboard, dialog, app), (dialog,)])
def test_only_the_dialog_counts_while_one_is_open(windows: tuple[str, ...]):
    screen = look(*windows)
    assert [(element.text, element.window) for element in screen.elements] == [("OK", "dialog")]


def test_suggestions_leave_the_field_that_they_belong_to():
    field = node("EditText", at=(0, 100, 1080, 200), can="clickable focused", hint="To")
    popup = node(
        "ListView", node("TextView", at=(0, 200, 1080, 300), can="clickable", text="John"), at=(0, 200, 1080, 500)
    )
    assert texts(look(node("FrameLayout", field), popup)) == ["To", "John"]


def test_a_toast_takes_nothing_from_the_app_under_it():
    toast = node("FrameLayout", node(text="Saved"), at=(300, 1900, 780, 2050), package="android")
    screen = look(toast, app)
    assert (texts(screen), screen.app, screen.screen_id) == (["Save"], NOTES, look(app).screen_id)
    assert "Saved" in screen.texts


def test_two_apps_on_a_split_screen_both_count():
    upper = node("FrameLayout", button, at=(0, 0, 1080, 1300))
    lower = node("FrameLayout", ok, at=(0, 1310, 1080, 2400), package="org.mail")
    assert [element.window for element in look(upper, lower).elements] == ["app", "app"]


def test_the_app_is_the_one_that_is_given():
    assert look(app, app="org.other").app == "org.other"


# --- two screens


def test_a_later_clock_changes_nothing():
    later = status_bar.replace("12:30", "12:31")
    plain, ticked = (Image.new("RGB", DISPLAY) for _ in range(2))
    ticked.paste((255, 255, 255), (0, 0, 200, 80))
    assert unchanged(read_dump(dump(app, status_bar), plain), read_dump(dump(app, later), ticked))
    assert structure(parse_dump(dump(app, status_bar))) == structure(parse_dump(dump(app, later)))


@cases(
    ("old", "new"),
    [
        ("Save", "Saved"),
        ("[100,300]", "[100,301]"),
        ("clickable=", 'focused="true" clickable='),
        ("clickable=", 'checked="true" clickable='),
    ],
)
def test_any_other_difference_is_a_change(old: str, new: str):
    assert not unchanged(look(app), read_dump(dump(app.replace(old, new)), size=DISPLAY))


def test_a_moved_cursor_is_a_change():
    before, after = (Image.new("RGB", DISPLAY) for _ in range(2))
    after.putpixel((300, 800), (0, 0, 255))
    assert unchanged(read_dump(dump(app), before), read_dump(dump(app), before.copy()))
    assert not unchanged(read_dump(dump(app), before), read_dump(dump(app), after))
    assert not unchanged(read_dump(dump(app), before), look(app))


def test_structure_is_blind_to_words_and_sees_what_moves():
    assert structure(parse_dump(dump(app))) == structure(parse_dump(dump(app.replace("Save", "Saved"))))
    assert structure(parse_dump(dump(app))) != structure(parse_dump(dump(app.replace("[100,300]", "[100,310]"))))


def test_the_nearest_known_screen_has_most_templates_in_common():
    screen = look(app)
    mine = frozenset("abcde")
    like = Screen(**{**vars(screen), "templates": mine, "screen_id": "new"})
    assert nearest(like, {"far": frozenset("abc"), "near": mine | {"f"}}) == "near"
    assert nearest(like, {"far": frozenset("abc"), "empty": frozenset()}) == "new"
    assert nearest(like, {"new": frozenset(), "near": mine}) == "new"
    assert nearest(read_dump("<hierarchy/>"), {"empty": frozenset()}) not in ("", "empty")


def test_screens_of_hardly_any_templates_are_not_taken_for_each_other():
    like = Screen(**{**vars(look(app)), "templates": frozenset("ab"), "screen_id": "new"})
    assert nearest(like, {"other": frozenset("ab")}) == "new"


# --- real dumps


@pytest.mark.slow
def test_every_real_dump_is_read_in_order_and_inside_the_display():
    paths = sorted((CORPUS / "xml").glob("*.xml"))
    if not paths:
        pytest.skip(f"no corpus at {CORPUS}: set APPAGENT_CORPUS")
    for path in paths:
        screen = read_dump(path.read_text(encoding="utf-8"))
        ids = [element.id for element in screen.elements]
        assert len(set(ids)) == len(ids), path.name
        assert [element.mark for element in screen.elements] == list(range(1, len(ids) + 1))
        for left, top, right, bottom in (element.bounds for element in screen.elements):
            assert 0 <= left < right <= screen.size[0]
            assert 0 <= top < bottom <= screen.size[1]


def test_rows_of_a_real_settings_list_have_ids_of_their_own_and_one_template():
    rows = [e for e in read_dump(corpus_dump("0273")).elements if e.role == "LinearLayout" and e.words]
    assert [row.text.partition(" · ")[0] for row in rows][:3] == ["Network & internet", "Connected devices", "Apps"]
    assert len({row.id for row in rows}) == len(rows) == 6
    assert len({row.template for row in rows}) == 1
    assert not any(row.weak for row in rows)


def test_a_real_dialog_is_one_when_the_picture_tells_the_size():
    picture = CORPUS / "pairs" / "0298.png"
    hierarchy = corpus_dump("0298")
    with Image.open(picture) as image:
        assert {element.window for element in read_dump(hierarchy, image).elements} == {"dialog"}


def test_a_list_that_begins_to_scroll_leaves_the_screen_its_id():
    rows = [
        node("Button", text=text, can="clickable", at=(0, 300 * n, 1080, 300 * n + 300)) for n, text in enumerate("ab")
    ]
    still, scrolls = (
        read_dump(dump(node("FrameLayout", node("ListView", *rows, can=can, at=(0, 0, 1080, 2000), name="list"))))
        for can in ("", "scrollable")
    )
    assert still.screen_id == scrolls.screen_id
