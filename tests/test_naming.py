"""How an action names what it touches where that has no words: by its row, its place, or which of several it is."""

from hierarchies import DISPLAY, dump, node
from tables import cases

from appagent.actions import Tap, describe
from appagent.devices.captures.hierarchy import read_dump


def bare(role: str, left: int, top: int, can: str = "clickable", **more: str) -> str:
    return node(role, can=can, at=(left, top, left + 100, top + 100), **more)


def row(words: str, top: int) -> str:
    said = node("TextView", text=words, at=(300, top, 900, top + 100))
    box = bare("CheckBox", 0, top, "clickable checkable", name="check")
    return node("LinearLayout", box, said, can="clickable", at=(0, top, 1080, top + 150))


PAGE = dump(
    node(
        "FrameLayout",
        node("LinearLayout", *(bare("ImageView", x, 200, name="star") for x in (0, 100, 200)), at=(0, 200, 1080, 300)),
        bare("ImageButton", 400, 400),
        bare("ImageButton", 700, 400),
        bare("ImageButton", 400, 500, name="go"),
        bare("ImageButton", 700, 500, name="go"),
        node("RecyclerView", row("Bread", 600), row("Jam", 800), can="scrollable", at=(0, 600, 1080, 2400)),
    )
)


@cases(
    ("mark", "words"),
    [
        (2, "tap the ImageView (star, 2 of 3, mark 2)"),
        (4, "tap the unlabelled ImageButton (41% across, 18% down, mark 4)"),
        (5, "tap the unlabelled ImageButton (69% across, 18% down, mark 5)"),
        (6, "tap the ImageButton (go, 41% across, 22% down, mark 6)"),
        (10, 'tap the CheckBox (check, mark 10) of "Bread"'),
        (12, 'tap the CheckBox (check, mark 12) of "Jam"'),
    ],
)
def test_what_has_no_words_is_told_from_others_like_it(mark, words):
    assert describe(Tap(mark), read_dump(PAGE, size=DISPLAY)) == words


def test_an_icon_has_the_name_of_its_row_where_the_row_cannot_be_touched():
    rows = [
        node(
            "LinearLayout",
            node("TextView", text=words, at=(40, top, 600, top + 100)),
            bare("ImageButton", 900, top, name="late"),
            at=(0, top, 1080, top + 150),
        )
        for words, top in (("Henning Vogt", 600), ("Anke Vogt", 800))
    ]
    held = node("RecyclerView", *rows, can="scrollable", at=(0, 600, 1080, 2400))
    screen = read_dump(dump(node("FrameLayout", held)), size=DISPLAY)
    late = [each.mark for each in screen.elements if each.role == "ImageButton"]
    told = [describe(Tap(mark), screen) for mark in late]
    assert told == [
        f'tap the ImageButton (late, mark {mark}) of "{name}"'
        for mark, name in zip(late, ("Henning Vogt", "Anke Vogt"), strict=True)
    ]
