"""Check which of its texts names a row of a list."""

from hierarchies import DISPLAY, dump, node
from tables import cases

from appagent.devices.captures.hierarchy import read_dump
from appagent.screen import Element, Screen
from appagent.screen.names.labels import name_in

Bounds = tuple[int, int, int, int]
PICTURE, TITLE, LINE, END = (20, 20, 120, 120), (160, 20, 700, 70), (160, 80, 700, 130), (900, 20, 1060, 70)


def text(words: str, place: Bounds) -> tuple[str, str, Bounds]:
    return words, "", place


def picture(words: str, place: Bounds = PICTURE) -> tuple[str, str, Bounds]:
    return "", words, place


def row(number: int, *inside: tuple[str, str, Bounds], says: str = "") -> str:
    """Return a row with texts, pictures, and a button without words. Places are relative to the row's top left."""
    top = 300 + 150 * number
    parts = [
        node(
            "TextView" if words else "ImageView",
            text=words,
            content_desc=told,
            at=(left, top + above, right, top + below),
        )
        for words, told, (left, above, right, below) in inside
    ]
    more = node("ImageButton", at=(1000, top, 1080, top + 150), can="clickable", name="more")
    return node("LinearLayout", *parts, more, at=(0, top, 1080, top + 150), can="clickable", content_desc=says)


def look(*rows: str) -> Screen:
    rows_of_list = node("RecyclerView", *rows, at=(0, 300, 1080, 2400), can="scrollable", name="list")
    return read_dump(dump(node("FrameLayout", rows_of_list, at=(0, 0, *DISPLAY))), size=DISPLAY)


def buttons(screen: Screen) -> list[Element]:
    return [element for element in screen.elements if element.role == "ImageButton"]


def named(*rows: str) -> list[str]:
    return [button.row for button in buttons(look(*rows))]


def test_what_is_written_names_a_row_and_only_without_it_the_description_of_a_picture():
    rows = row(0, picture("Profile picture"), text("Ana", TITLE)), row(1, picture("Unread"), text("Ben", TITLE))
    assert named(*rows) == ["ana", "ben"]
    assert named(row(0, picture("Sunset at the sea"))) == ["sunset at the sea"]


@cases("sign", ["📁", "★ 4.5", "├─", "•"])
def test_what_has_no_letters_names_a_row_only_if_nothing_else_does(sign: str):
    assert named(row(0, text(sign, PICTURE), text("Wi-Fi", TITLE))) == ["wi-fi"]


def test_a_description_names_a_row_unless_it_only_sums_up_what_is_written_in_it():
    def chat(last: str) -> str:
        return row(0, text("Ana Ruiz", TITLE), text(last, LINE), says=f"Ana Ruiz, {last}")

    assert named(chat("See you soon")) == named(chat("On my way")) == ["ana ruiz"]
    assert named(row(0, text("Ana", TITLE), says="Open the chat with Ana")) == ["open the chat with ana"]


@cases("date", [("DEC", "24"), ("24", "DEC"), ("Tue", "24"), ("24", "Dez."), ("12月", "24")])
def test_a_block_of_a_date_beside_the_title_does_not_name_the_row(date: tuple[str, str]):
    upper, lower = (20, 10, 140, 60), (20, 70, 140, 140)
    assert named(row(0, text(date[0], upper), text(date[1], lower), text("Carols", TITLE))) == ["carols"]
    assert named(row(0, text("May", TITLE), text("3", END), text("Hello", LINE))) == ["may"]
    assert named(row(0, text("May", TITLE), text("3", LINE))) == ["may"]


def test_rows_keep_the_ids_that_they_had_by_their_first_text_as_other_names():
    by_picture = look(row(0, picture("Unread"), text("Ben", TITLE)))
    as_before = look(row(0, text("Unread", PICTURE), text("Ben", TITLE)))
    new, old = buttons(by_picture)[0], buttons(as_before)[0]
    assert new.id != old.id
    assert old.id in new.aliases


@cases(
    ("words", "name"),
    [
        ("12 · déc. · Taille des arbres", "Taille des arbres"),
        ("24 · 12月 · 音乐会", "音乐会"),
        ("12 · déc.", "déc."),
        ("May · 3 · Hello", "May"),
        ("dimanche · Fermé", "dimanche"),
        ("3+ · Ben · Hello", "Ben"),
        ("2 · Jan · Bis morgen", "Jan"),
        ("31 · DEZ · Feuerwerk", "Feuerwerk"),
    ],
)
def test_a_month_behind_a_number_is_the_name_of_nothing_that_has_another(words: str, name: str):
    assert name_in(words) == name
