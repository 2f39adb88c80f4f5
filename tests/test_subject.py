"""Dialogs about a row, such as "Delete Milk?": which are one kind, and that what one shows serves all of them."""

from hierarchies import dump, node
from tables import cases

from appagent.actions import LongPress, Tap
from appagent.devices.captures.hierarchy import read_dump
from appagent.documents.lookup.serving import offers
from appagent.documents.map.overview import overview_of
from appagent.learning.memory.screen_history import Trail
from appagent.learning.writing.write import Writer
from appagent.screen import Screen
from appagent.screen.comparing.on_the_way import OnTheWay, subjects
from appagent.screen.comparing.subject import in_kind
from appagent.store import Store

OK = ("Cancel", "OK")


def shelf(*rows: str) -> Screen:
    """A list of rows, each with its texts one after the other, parted by "|"."""
    listed = [
        node(
            "LinearLayout", *(node(text=text, at=at) for text in row.split("|")), at=at, can="clickable long-clickable"
        )
        for n, row in enumerate(rows)
        for at in [(0, 300 + 100 * n, 1080, 400 + 100 * n)]
    ]
    head = node(text="Shelf", at=(0, 0, 500, 90), name="title")
    found = node("RecyclerView", *listed, at=(0, 300, 1080, 2400), name="list", can="scrollable")
    return read_dump(dump(node("FrameLayout", head, found)), size=(1080, 2400))


def column(*rows: str) -> Screen:
    """Rows that are in no list by its class and do not scroll, each with its texts in one description."""
    listed = [
        node("View", content_desc=row.replace("|", "\n"), at=(0, 300 + 100 * n, 1080, 400 + 100 * n), can="clickable")
        for n, row in enumerate(rows)
    ]
    return read_dump(dump(node("FrameLayout", *listed)), size=(1080, 2400))


def dialog(title: str, *buttons: str, message: str = "") -> Screen:
    """A dialog with a title, a message and buttons, as Android shows one."""
    texts = [node(text=title, at=(100, 800, 980, 900), name="alertTitle")]
    texts += [node(text=message, at=(100, 900, 980, 990), name="message")] if message else []
    ends = [
        node("Button", text=words, at=(100 + 200 * n, 1000, 290 + 200 * n, 1090), name=f"b{n}", can="clickable")
        for n, words in enumerate(buttons)
    ]
    return read_dump(dump(node("FrameLayout", *texts, *ends, at=(90, 780, 990, 1100))), size=(1080, 2400))


def kind(row: str, title: str, *buttons: str, message: str = "") -> str:
    """The kind of a dialog that a row has led to; "" if it is about no row."""
    page = shelf(row, "Bread|2")
    return in_kind(dialog(title, *(buttons or OK), message=message), subjects(page, page.elements[1])).kind_id


@cases(
    ("one", "other", "same"),
    [
        (("Milk", "Delete Milk?"), ("Eggs", "Delete Eggs?"), True),
        (("Milk", "Delete Milk?"), ("Milk", "Archive Milk?"), False),
        (("Milk", "Delete Milk?"), ("Milk", "Delete Milk?", "Keep", "OK"), False),
        (("牛乳", "牛乳を削除しますか？"), ("味噌", "味噌を削除しますか？"), True),
        (("牛乳", "牛乳を削除しますか？"), ("牛乳", "牛乳を保管しますか？"), False),
        (("Ana Meier", "Ana Meier löschen?"), ("Jo Vogt", "Jo Vogt löschen?"), True),
        (("Ana Meier", "¿Quitar a Ana del grupo?"), ("Jo Vogt", "¿Quitar a Jo del grupo?"), True),
        (("Anna Nowak", "Usunąć Annę Nowak?"), ("Jan Lis", "Usunąć Jana Lisa?"), True),
        (("Milk", "Milk", "Share", "Rename"), ("Eggs", "Eggs", "Share", "Rename"), True),  # a menu under a name
        (("Milk", "Milk", "Share", "Rename"), ("Eggs", "Eggs", "Share", "Hide"), False),
        (("Fern|Hall", "Fern", "OK", "No"), ("Ivy|Bath", "Ivy", "OK", "No"), False),  # says nothing but the name
    ],
)  # fmt: skip
def test_dialogs_of_two_rows_are_one_kind_if_they_differ_in_the_words_of_the_rows_alone(one, other, same):
    kinds = [kind(*each) for each in (one, other)]
    assert (all(kinds) and kinds[0] == kinds[1]) is same


@cases(
    ("row", "title", "buttons"),
    [
        ("Chess club", "Leave group?", OK),  # says nothing of the row
        ("Delete account", "Delete account?", OK),
        ("Log out", "Log out?", OK),  # nothing would be left of the question
        ("Log out", "Log out of this device?", ("Cancel", "Log out")),  # a button says so
        ("Verlauf löschen", "Willst du den Verlauf löschen?", OK),
        ("清空历史", "确定要清空历史吗？", OK),
        ("退出登录", "确定要退出登录吗？", OK),  # what is left only asks
        ("Abmelden", "Möchtest du dich Abmelden?", ("Nein", "Ja")),
        ("Export data", "Export data", OK),
        ("Ana", "Announce it to Anabel?", OK),
    ],
)  # fmt: skip
def test_a_row_that_says_what_to_do_is_no_name_in_the_dialog_that_it_opens(row, title, buttons):
    assert kind(row, title, *buttons) == ""


def test_the_message_counts_where_the_title_is_only_a_name():
    water, move = (f"{what} this plant?" for what in ("Water", "Move"))
    fern, ivy = (kind(name, name, message=water) for name in ("Fern", "Ivy"))
    assert fern == ivy != kind("Fern", "Fern", message=move)


def test_the_options_of_a_menu_are_no_names_but_the_row_behind_it_is():
    page, menu, asks = shelf("Milk", "Eggs"), dialog("", "Archive", "Share"), dialog("Archive Milk?", *OK)
    way = OnTheWay()
    way.went(page, menu, "long_press", page.elements[1])
    way.went(menu, asks, "tap", menu.elements[0])
    assert way.in_kind(asks).kind_title == "Archive …?"
    way.went(asks, page, "back")
    assert way.in_kind(asks).kind_id == ""  # whatever shows it now, no row was touched


def archived(trail: Trail, writer: Writer, name: str) -> None:
    """Learn what the dialog about a row does: it is opened from the row, and "OK" leads back."""
    page, asks = shelf("Milk", "Eggs", "Salt"), dialog(f"Archive {name}?", *OK)
    row = next(each for each in page.elements if each.text == name)
    writer.write(trail.act(page, asks, LongPress(row.mark)), "", "")
    writer.write(trail.act(asks, page, Tap(2)), "Puts it away.", "mind")


def test_what_was_learnt_on_the_dialog_of_one_row_serves_that_of_another(tmp_path):
    with Store.open(tmp_path / "store.sqlite") as store:
        trail, writer = Trail(), Writer(store, "explore")
        archived(trail, writer, "Milk")
        page, asks = shelf("Milk", "Eggs", "Salt"), dialog("Archive Eggs?", *OK)
        way = OnTheWay()
        way.went(page, asks, "long_press", page.elements[2])
        shown = way.in_kind(asks)
        served = offers(shown, store.for_screen(shown))[shown.elements[1].id]
        assert [(each.how, each.record.text) for each in served] == [("kin", "Puts it away.")]
        assert offers(asks, store.for_screen(asks)) == {}  # nobody knows what it is about
        archived(trail, writer, "Eggs")
        assert [record.text for record in store.current() if record.kind_ids] == ["Puts it away."]  # not once more


def weighed(name: str) -> Screen:
    """The page of a row, titled by it."""
    head = node(text=name, at=(0, 0, 500, 90), name="title")
    buttons = (
        node("Button", text=words, at=(0, top, 300, top + 90), can="clickable", name=words.lower())
        for words, top in (("Weigh", 200), ("Buy", 300), ("Taste", 400))
    )
    return read_dump(dump(node("FrameLayout", head, *buttons)), size=(1080, 2400))


def test_the_map_shows_the_dialogs_and_pages_of_all_rows_once(tmp_path):
    with Store.open(tmp_path / "store.sqlite") as store:
        trail, writer = Trail(), Writer(store, "explore")
        for number, name in enumerate(("Milk", "Eggs"), 1):
            archived(trail, writer, name)
            writer.write(trail.act(shelf("Milk", "Eggs", "Salt"), weighed(name), Tap(1 + number)), "", "")
            trail.went(weighed(name), shelf("Milk", "Eggs", "Salt"), "back")
        app = store.apps()[0]
        for each in store.current(app):
            store.count_outcome(each.id, "1.0", worked=each.action == "tap")
        shown = overview_of(app, store)
    assert [page.name for page in shown.pages] == ["Shelf", "Eggs (and 1 like it)", "Archive …?"]
    told = sorted((each.words, each.outcomes.by_version) for each in shown.transitions if each.source == 0)
    assert told == [("long press a row", {"1.0": (0, 2)}), ("tap a row", {"1.0": (2, 0)})]


def test_rows_in_a_bare_column_are_subjects_too_from_three_on():
    for page, told in ((column("Milk|2 l", "Bread|1", "Eggs|6"), True), (column("Milk|2 l", "Bread|1"), False)):
        found = in_kind(dialog("Delete Milk?", *OK), subjects(page, page.elements[0])).kind_id
        assert (found == kind("Milk", "Delete Milk?")) is told


def test_so_are_rows_of_which_only_a_button_can_be_touched():
    def line(n: int, name: str) -> str:
        top = 300 + 100 * n
        more = node("Button", at=(980, top, 1080, top + 100), can="clickable")
        return node("View", more, content_desc=name, at=(0, top, 1080, top + 100))

    page = read_dump(
        dump(node("FrameLayout", *(line(n, name) for n, name in enumerate(("Milk", "Bread", "Eggs"))))),
        size=(1080, 2400),
    )
    assert subjects(page, page.elements[1]) == ("Bread",)
