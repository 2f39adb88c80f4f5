"""What an action did to a list, in words: rows that moved, rows that are new, and rows that only came into sight."""

from hierarchies import dump, node
from tables import cases

from appagent.devices.captures.hierarchy import read_dump
from appagent.documents.outcomes.effects import effect_between
from appagent.documents.outcomes.run_effects import Effects
from appagent.screen import Screen

HEIGHT = 2000  # px of the list: ten rows
NAMES = [f"{letter}{letter.lower()}ron" for letter in "ABCDEFGHIJKLMNOP"]


def row(words: str, top: int, *, taps: bool) -> str:
    box = (0, top, 1080, top + 200)
    said = node("TextView", text=words, at=(40, top + 50, 900, top + 150))
    return node("LinearLayout", said, can="clickable" if taps else "", at=box)


def listing(*names: str, first: int = 200, taps: bool = True) -> Screen:
    """A page with a list of rows, as many as it has room for, the first of which begins at a height."""
    tops = range(first, 200 + HEIGHT, 200)
    rows = [row(name, top, taps=taps) for name, top in zip(names, tops, strict=False)]
    held = node("RecyclerView", *rows, can="scrollable", name="list", at=(0, 200, 1080, 200 + HEIGHT))
    title = node("TextView", text="Dishes", at=(0, 80, 900, 180))
    return read_dump(dump(node("FrameLayout", title, held)), app="org.notes", size=(1080, 2400))


def told(before: Screen, after: Screen, kind: str = "tap") -> str:
    return effect_between(before, after, kind).words


@cases(
    ("order", "said"),
    [
        ("DABC", '"Ddron" moved up, above "Aaron"'),
        ("BCDA", '"Aaron" moved down, below "Ddron"'),
        ("ACBD", '"Ccron" moved up, above "Bbron"'),
        ("ADBC", '"Ddron" moved up, above "Bbron"'),
        ("DCBA", 'in another order now: "Ddron", "Ccron", "Bbron"'),
    ],
)  # fmt: skip
def test_a_row_that_moved_is_told_with_where_it_is_now(order, said):
    names = {name[0]: name for name in NAMES}
    for taps in (True, False):
        before, after = (listing(*(names[letter] for letter in letters), taps=taps) for letters in ("ABCD", order))
        assert told(before, after) == said


def test_many_rows_that_moved_are_told_in_short():
    before, after = listing(*NAMES[:10]), listing(*reversed(NAMES[:10]))
    assert told(before, after).startswith("in another order now: ")
    assert len(told(before, after)) < 100


def test_a_list_that_only_scrolled_has_moved_no_row():
    assert "moved" not in told(listing(*NAMES), listing(*NAMES[2:]))


def test_a_row_that_took_the_place_of_one_that_is_gone_is_not_new():
    before, after = listing(*NAMES), listing(*NAMES[:3], *NAMES[4:])
    assert told(before, after) == 'gone: "Ddron"'
    last = listing(*NAMES[:9], *NAMES[10:])
    assert told(before, last) == 'gone: "Jjron"'


def test_a_row_that_is_new_is_told_and_not_what_it_pushed_out():
    assert told(listing(*NAMES), listing("Soup", *NAMES)) == 'new: "Soup"'
    assert told(listing(*NAMES[:3]), listing(*NAMES[:3], "Soup")) == 'new: "Soup"'


def test_rows_that_were_scrolled_away_and_come_back_are_not_new():
    effects = Effects()
    top, low = listing(*NAMES), listing(*NAMES[6:])
    effects.of(top, low, "swipe")
    assert effects.of(low, top, "tap").words.startswith('other things came into sight: "Aaron", "Bbron"')
    gone = listing(*NAMES[1:])
    assert effects.of(top, gone, "tap").words == 'gone: "Aaron"'
    assert effects.of(gone, top, "tap").words == 'new: "Aaron"'


def test_a_list_that_jumped_while_another_app_was_in_front_has_nothing_new():
    effects = Effects("org.notes")
    home = read_dump(dump(node("TextView", text="Home", package="org.home")), app="org.home", size=(1080, 2400))
    low, top = listing(*NAMES[4:], first=100), listing(*NAMES)
    effects.of(low, home, "home")
    words = effects.of(home, top, "tap").words
    assert "new: " not in words
    assert 'since it was last in front: other things came into sight: "Aaron"' in words


def choosing(*free: str, day: str = "Mo", head: str = "Termin") -> Screen:
    """A page on which a day is chosen, and one of the times that are free on it."""
    days = [node("Button", text=each, can="clickable" + " selected" * (each == day), at=(90 * n, 300, 90 * n + 80, 400))
            for n, each in enumerate(("Mo", "Di", "Mi"))]  # fmt: skip
    times = [
        node("RadioButton", text=each, can="clickable checkable", at=(300 * n, 500, 300 * n + 280, 600))
        for n, each in enumerate(free)
    ]
    title = node("TextView", text=head, at=(0, 80, 900, 180))
    return read_dump(dump(node("FrameLayout", title, *days, *times)), app="org.notes", size=(1080, 2400))


def test_what_is_to_choose_from_is_told_as_new_and_no_place_has_become_the_one_beside_it():
    before, after = choosing("08:40", "10:00", "11:20"), choosing("08:00", "08:40", "10:00", day="Di")
    assert told(before, after) == '"Di" is selected now; new: "08:00"; gone: "11:20"'


def test_a_page_on_which_holding_began_a_selection_is_no_other_screen():
    before, after = choosing("A", "B", "C"), choosing("A", "B", "C", head="1 gewählt")
    assert told(before, after, "long_press") == 'new: "1 gewählt"; gone: "Termin"'
    assert told(before, choosing("A", "B", "C", head="Aufgaben"), "long_press") == 'the screen "Aufgaben" opened'
