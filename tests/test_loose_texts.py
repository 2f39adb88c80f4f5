"""Texts of an outline that belong to no element: which stand on one line, and what stands before what."""

from hierarchies import node
from test_outline import lines


def said(text: str, left: int, top: int, high: int = 50, wide: int = 300, **more: object) -> str:
    return node(text=text, at=(left, top, left + wide, top + high), **more)


def box(*inner: str, at: tuple[int, int, int, int], **more: object) -> str:
    return node("LinearLayout", *inner, at=at, **more)


def test_a_value_and_its_label_in_one_small_container_share_a_line() -> None:
    pairs = [("Cool", "Mode"), ("3", "Speed"), ("Middle", "Wind")]
    dials = [
        box(said(value, 360 * at, 400, 70), said(label, 360 * at, 480), at=(360 * at, 400, 360 * at + 300, 530))
        for at, (value, label) in enumerate(pairs)
    ]
    assert lines(box(*dials, at=(0, 400, 1080, 530))) == ["Cool · Mode", "3 · Speed", "Middle · Wind"]


def test_texts_of_a_page_and_paragraphs_keep_lines_of_their_own() -> None:
    steps = [said(f"Step {at}", 0, 300 + 60 * at) for at in range(4)]
    assert lines(*steps) == ["Step 0", "Step 1", "Step 2", "Step 3"]
    assert lines(said("Notice", 0, 300), said("We collect " + "what you do " * 6, 0, 360)) == [
        "Notice", "We collect " + ("what you do " * 6).strip(),
    ]  # fmt: skip
    assert lines(said("It is sent", 0, 300), said("Done", 0, 350 + 40)) == ["It is sent", "Done"]
    assert lines(said("Top", 0, 100), said("Bottom", 0, 2000)) == ["Top", "Bottom"]


def test_rows_built_alike_keep_lines_of_their_own() -> None:
    rows = [box(said(text, 100, top), at=(0, top, 1080, top + 60)) for text, top in (("Milk", 300), ("Bread", 370))]
    assert lines(box(*rows, at=(0, 300, 1080, 430))) == ["Milk", "Bread"]


def test_signs_that_touch_their_neighbours_are_written_to_them() -> None:
    clock = [said("15", 0, 300, wide=100), said(":", 100, 300, wide=20), said("47", 120, 300, wide=100)]
    assert lines(box(*clock, at=(0, 300, 220, 350))) == ["15:47"]


def test_a_row_of_values_over_a_row_of_labels_is_read_by_columns_and_a_table_is_not() -> None:
    values = [said("1", 360 * at, 300, 80) for at in range(3)]
    labels = [said(text, 360 * at, 385) for at, text in enumerate(("Sites", "Devices", "Alerts"))]
    assert lines(*values, *labels) == ["1 · Sites", "1 · Devices", "1 · Alerts"]
    alike = [said(text, 360 * at, 385, 80) for at, text in enumerate(("Music", "Maps", "Clock"))]
    apps = [said(text, 360 * at, 300, 80) for at, text in enumerate(("Phone", "Mail", "Notes"))]
    assert lines(*apps, *alike) == ["Phone · Mail · Notes", "Music · Maps · Clock"]
    more = [said("of 3", 360 * at, 440, 40) for at in range(3)]
    assert lines(*values, *labels, *more) == ["1 · 1 · 1", "Sites · Devices · Alerts", "of 3 · of 3 · of 3"]


def test_a_label_and_the_value_at_the_other_side_of_its_line_stand_together() -> None:
    facts = [("Status", "LOADED"), ("File", "model.gguf"), ("Size", "1136 MB")]
    texts = [
        said(text, left, 300 + 60 * at, high) for at, fact in enumerate(facts)
        for text, left, high in zip(fact, (0, 700), (40, 50), strict=True)
    ]  # fmt: skip
    assert lines(*texts) == ["Status · LOADED", "File · model.gguf", "Size · 1136 MB"]


def test_a_title_that_a_picture_beside_it_repeats_is_there_once() -> None:
    logo = node("ImageView", content_desc="Collegian", at=(0, 300, 100, 400))
    assert lines(logo, said("Collegian", 120, 320)) == ["Collegian"]


def test_what_describes_a_container_stands_before_all_that_is_in_it() -> None:
    extract = node("Button", text="Extract", at=(0, 300, 1080, 500), can="clickable", enabled="false")
    buy = node("Button", text="Buy", at=(0, 600, 1080, 700), can="clickable")
    options = box(extract, buy, at=(0, 300, 1080, 700), content_desc="Options")
    assert lines(options) == ["Options", 'Button "Extract" [disabled]', '1 Button "Buy"']
    page = node("WebView", said("Vault name", 0, 200), buy, at=(0, 0, 1080, 2400), text="Obsidian")
    assert lines(page) == ["Obsidian", "Vault name", '1 Button "Buy"']


def test_a_control_that_is_enabled_is_not_listed_as_disabled_too() -> None:
    at = (0, 300, 1080, 400)
    field = node("EditText", text="Select an item", at=at, enabled="false")
    assert lines(node("ViewGroup", field, at=at, can="clickable", content_desc="Size")) == [
        '1 "Size"', " Select an item",
    ]  # fmt: skip
