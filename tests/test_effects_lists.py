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


def priced(high: int = 200, **prices: int) -> Screen:
    """A page of cards, each of which is one node to tap with its texts in it. high: how high a card is, px."""
    cards = []
    for place, (name, price) in enumerate(prices.items()):
        top = 200 + 220 * place
        texts = [node("TextView", text=name, at=(40, top + 20, 600, top + 80))]
        texts.append(node("TextView", text=f"{price} €", at=(700, top + 100, 1000, top + 160)))
        cards.append(node("View", *texts, at=(0, top, 1080, top + high), can="clickable"))
    return read_dump(dump(node("FrameLayout", *cards)), app="org.notes", size=(1080, 2400))


def test_a_price_in_the_place_of_another_cards_is_not_told_as_changed():
    before, after = priced(Basil=3, Mint=4, Sage=5, Thyme=6), priced(220, Olive=9, Thyme=6)
    assert "became" not in told(before, after)
    assert told(priced(Basil=3), priced(Basil=4)) == '"Basil": "3 €" became "4 €"'


def shelf(*names: str) -> Screen:
    """A list whose rows say a thing and its box, with an icon to hand it on."""
    rows = []
    for place, name in enumerate(names):
        top = 200 + 200 * place
        words = node(content_desc=f"{name} Box {ord(name[0])}", at=(0, top, 800, top + 200), can="clickable")
        icon = node("Button", at=(850, top + 50, 950, top + 150), can="clickable")
        rows.append(node("View", words, icon, at=(0, top, 1080, top + 200)))
    held = node("ScrollView", *rows, can="scrollable", at=(0, 200, 1080, 200 + HEIGHT))
    title = node("TextView", text="Shelf", at=(0, 80, 900, 180))
    return read_dump(dump(node("FrameLayout", title, held)), app="org.notes", size=(1080, 2400))


@cases(
    ("before", "after", "said"),
    [
        ("ABCD", "ACD", 'gone: "Bbron Box 66"'),
        ("AB", "B", 'gone: "Aaron Box 65"'),
        ("ACD", "ABCD", 'new: "Bbron Box 66"'),
    ],
)  # fmt: skip
def test_a_row_below_one_that_went_or_came_has_not_become_another(before, after, said):
    names = {name[0]: name for name in NAMES}
    assert told(*(shelf(*(names[letter] for letter in letters)) for letters in (before, after))) == said


def test_a_row_that_is_named_by_another_number_is_another_row():
    before, after = listing("Nut", "Bolt 4 mm", "Pin"), listing("Bolt 6 mm", "Rod", "Saw")
    assert "became" not in told(before, after)


def tabbed(title: str, *names: str, held: int = -1, tab: str = "Yarns") -> Screen:
    """A page of a tab, maybe under another title, where holding a row selects it."""
    bar = node("ViewGroup", node(text=title, at=(160, 80, 900, 200)), at=(0, 60, 1080, 200), name="toolbar")
    rows = []
    for place, name in enumerate(names):
        top = 200 + 200 * place
        said = [node(text=name, at=(100, top, 600, top + 90)), node(text="9 left", at=(100, top + 100, 600, top + 180))]
        more = node("CheckBox", at=(0, top + 50, 90, top + 150), can="checkable checked")
        wind = node("Button", text="Wind", at=(700, top + 50, 900, top + 150), can="clickable")
        extra = [more] if held == place else [] if held >= 0 else [wind]
        rows.append(node("LinearLayout", *said, *extra, at=(0, top, 1080, top + 200), can="clickable", name="yarn"))
    listed = node("RecyclerView", *rows, can="scrollable", name="list", at=(0, 200, 1080, 2200))
    tabs = [
        node("LinearLayout", node(text=words, at=(left, 2220, left + 360, 2300)), at=(left, 2200, left + 360, 2400),
             can="clickable selected" if words == tab else "clickable")
        for words, left in (("Home", 0), ("Yarns", 360), ("Shops", 720))
    ]  # fmt: skip
    foot = node("LinearLayout", *tabs, at=(0, 2200, 1080, 2400), name="tabs")
    return read_dump(dump(node("FrameLayout", bar, listed, foot)), app="org.notes", size=(1080, 2400))


def test_a_selection_that_a_held_row_begins_is_told():
    before, after = tabbed("Yarns", *NAMES[:6]), tabbed("1", *NAMES[:6], held=4)
    said = told(before, after, "long_press")
    assert said.startswith('"Eeron')
    assert " is selected now; " in said
    assert 'new: "1"' in said


def test_the_page_of_a_tab_is_told_by_the_names_of_its_rows():
    said = told(tabbed("Home", "Knit", tab="Home"), tabbed("Yarns", *NAMES[:3]))
    assert said == '"Yarns" is selected now, and its page is shown, with "Aaron", "Bbron", "Ccron"'


def test_a_page_with_another_title_under_the_same_tab_is_not_the_one_before():
    effects, yarns, attic = Effects(), tabbed("Yarns", *NAMES[:6]), tabbed("Attic", "Silk", "Jute")
    menu = read_dump(
        dump(node("FrameLayout", node("Button", text="Show attic", at=(500, 100, 900, 200), can="clickable"),
                  at=(480, 80, 920, 220))), app="org.notes", size=(1080, 2400),
    )  # fmt: skip
    effects.of(yarns, menu, "tap")
    assert effects.of(menu, attic, "tap").words == 'the screen "Attic" opened with "Silk", "Jute"'


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
