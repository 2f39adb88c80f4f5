"""What is left to try in a crawl, what is expected of it, and what somebody proposes."""

from dataclasses import replace

import pytest
from hierarchies import DISPLAY, dump, node
from test_map import page

from appagent.actions import Back, DoubleTap, Enter, Finish, Restart, Tap, TypeText
from appagent.agent import Decision, View
from appagent.devices.captures.hierarchy import read_dump
from appagent.learning.crawl.carried_over import Earlier
from appagent.learning.crawl.frontier import Frontier
from appagent.learning.crawl.gains import add, expected, rate, steps_back
from appagent.learning.crawl.list_positions import Reach
from appagent.learning.crawl.sample_texts import sample_for
from appagent.learning.memory.proposal import Proposal
from appagent.learning.memory.screen_history import Act
from appagent.offline.explorer import OfflineExplorer
from appagent.screen import Screen
from appagent.screen.transitions import Transition, as_text, back_to, screen_key
from appagent.tasks import Task

APP = "org.notes"


def choose(explorer: OfflineExplorer, screen: Screen) -> Decision:
    return explorer.choose(View(Task("", APP), screen, b""), frozenset())


def exhausted(explorer: OfflineExplorer, screen: Screen) -> list[object]:
    """The actions that an explorer takes on a screen on which nothing ever happens."""
    done = []
    while not isinstance(action := choose(explorer, screen).action, Finish):
        done.append(action)
    return done


def test_a_nearer_thing_comes_first_unless_more_is_expected_further_on():
    assert rate([0.5], steps=0) > rate([0.9], steps=2)
    assert rate([0.9, 0.9, 0.9], steps=2) > rate([0.5], steps=0)


def test_a_menu_that_closes_is_worth_less_than_a_page_that_stays_but_for_its_first_entry():
    page, menu, end, transitions = ("p", "Page"), ("m", ""), ("e", "End"), {}
    for start in (page, menu):
        transitions[start] = {("b", "tap"): Transition("b", "b", "tap", end)}
    transitions[end] = {back_to(page).key: back_to(page)}
    back = {start: steps_back(transitions, start, tried=1) for start in (page, menu)}
    assert back[page] < back[menu] == steps_back(transitions, menu, tried=0)
    assert steps_back(transitions, page, tried=9) < back[page] / 3  # most stayed there
    assert rate([0.5, 0.5], steps=0, back=back[page]) == rate([0.5], steps=0, back=back[menu])


def test_what_showed_nothing_is_expected_to_show_less():
    gains = {}
    add(gains, [("tap",)], "home", promised=0.0, new=False)
    assert expected(gains, [("tap",)]) < expected({}, [("tap",)])
    add(gains, [("tap",)], "sound", promised=0.0, new=True)
    assert expected(gains, [("tap",)]) > expected({}, [("tap",)]) / 2


def test_more_is_expected_of_rows_that_all_lead_elsewhere_than_of_rows_that_lead_to_the_same():
    settings, contacts = {}, {}
    for layout, new in (("sound", True), ("light", True)):
        add(settings, [("row",)], layout, promised=0.0, new=new)
    for layout, new in (("sheet", True), ("sheet", False)):
        add(contacts, [("row",)], layout, promised=0.0, new=new)
    assert expected(settings, [("row",)]) > expected({}, [("row",)]) > expected(contacts, [("row",)])


def test_a_second_row_counts_less_than_the_first_of_another_kind():
    screen, frontier = page("Home", "Sound", "Light"), Frontier()
    here, kinds = screen_key(screen), {element.id: ["tap"] for element in screen.elements}
    frontier.look(here, screen, kinds, typed=False, all_in=True)
    gains = [gain for gain, _ in frontier.offers(here, typed=False)]
    assert gains[0] > gains[1]


def test_nothing_is_tried_twice_and_then_it_is_done():
    explorer, screen = OfflineExplorer(), page("Home", "Sound", "Light")
    assert exhausted(explorer, screen) == [Tap(1), Tap(2)]


TONE = dump(node("FrameLayout", node("CheckBox", at=(0, 300, 500, 400), can="clickable", text="Louder")))


@pytest.mark.parametrize(("rounds", "times"), [(True, 2), (False, 1)])
def test_all_is_tried_again_until_a_round_shows_nothing_new(rounds, times):
    """A tap leads on from each page to the next, which is the last one."""
    explorer, pages = OfflineExplorer(rounds=rounds), [page("Home", "Sound"), read_dump(TONE, size=DISPLAY, app=APP)]
    here, done = 0, []
    while not isinstance(action := choose(explorer, pages[here]).action, Finish):
        done.append(type(action))
        here = 0 if isinstance(action, Restart) else 1
    assert done.count(Tap) == 2 * times


def test_a_page_that_one_path_failed_to_reach_three_times_is_gone_to_by_another():
    home, menu, one = page("Home", "Menu"), page("Menu", "One", "Two"), page("One", "Call")
    explorer = OfflineExplorer(rounds=False)
    assert [choose(explorer, each).action for each in (home, menu, one)] == [Tap(1), Tap(1), Tap(1)]
    back = as_text(screen_key(one), [back_to(screen_key(menu))])
    explorer._lost[screen_key(menu), back] = 3
    assert choose(explorer, one).action == Finish()  # not back
    assert [choose(explorer, each).action for each in (home, menu)] == [Tap(1), Tap(2)]


def rows(*names: str) -> Screen:
    """A list of rows with these names."""
    texts = [
        node("TextView", at=(0, 200 * number, 500, 200 * number + 150), can="clickable", text=name)
        for number, name in enumerate(names)
    ]
    return read_dump(dump(node("ListView", *texts, can="scrollable")), size=DISPLAY, app=APP)


def test_a_row_that_is_not_between_its_neighbours_any_more_is_not_sought_elsewhere():
    first, further = rows("Ana", "Ben", "Carla"), rows("Carla", "David", "Emil")
    ids = {element.text: element.id for screen in (first, further) for element in screen.elements}
    reach = Reach(())
    for screen in (further, first):
        reach.note(screen)
    assert (reach.swipes(ids["Emil"], first), reach.swipes(ids["Ana"], further)) == (1, -1)
    assert reach.is_gone(ids["David"], rows("Carla", "Emil"))
    assert not reach.is_gone(ids["David"], first)


def note_form(title: str) -> Screen:
    """A form of two fields, the second of which is empty."""
    fields = (
        node("EditText", at=(0, 300, 500, 400), can="clickable", name="title", text=title),
        node("EditText", at=(0, 500, 500, 600), can="clickable", name="body"),
    )
    save = node("Button", at=(0, 700, 500, 800), can="clickable", text="Save")
    return read_dump(dump(node("FrameLayout", *fields, save)), size=DISPLAY, app=APP)


@pytest.mark.parametrize(("asks", "typed"), [("password", []), ("number", [TypeText]), ("", [TypeText])])
def test_a_field_whose_words_do_not_tell_is_filled_unless_its_keyboard_is_for_a_password(asks, typed):
    explorer = OfflineExplorer(asks=lambda app: asks, rounds=False)

    def form(can: str) -> Screen:
        field = node("EditText", at=(0, 300, 500, 400), can=f"clickable focusable {can}")
        return read_dump(dump(node("FrameLayout", field)), size=DISPLAY, app=APP)

    assert choose(explorer, form("")).action == Tap(1)  # to see its keyboard
    done = exhausted(explorer, form("focused"))
    assert [type(action) for action in done if isinstance(action, TypeText)] == typed


def test_a_field_that_keeps_no_text_is_filled_once():
    explorer = OfflineExplorer(rounds=False)
    assert choose(explorer, note_form("")).action.kind == "text"
    assert [type(action) for action in exhausted(explorer, note_form("Sample 1"))].count(TypeText) == 1


def test_a_proposal_goes_before_its_own_choice_and_after_the_end():
    explorer, screen = OfflineExplorer(), page("Home", "Sound", "Light")
    second = screen.elements[1].id
    explorer.propose(screen_key(screen), [Proposal(second, "double_tap(9)")])
    assert choose(explorer, screen).action == DoubleTap(2)
    exhausted(explorer, screen)
    explorer.propose(
        screen_key(screen), [Proposal(second, "tap(1)"), Proposal("gone", "tap(1)"), Proposal(second, "?")]
    )
    assert exhausted(explorer, screen) == [Tap(2)]


def test_proposals_outlast_an_interruption():
    explorer, screen = OfflineExplorer(), page("Home", "Sound", "Light")
    choose(explorer, screen)
    explorer.propose(screen_key(screen), [Proposal(screen.elements[1].id, "double_tap(9)")])
    later = OfflineExplorer()
    later.recall(explorer.known())
    assert choose(later, screen).action == DoubleTap(2)


def test_a_sample_fits_the_field():
    form = page("Home", "x").elements[0]

    def typed(hint: str) -> str:
        return sample_for(replace(form, hint=hint), 1, ["Milk and eggs"])

    assert typed("Search notes") == typed("Rechercher") == "Milk"
    assert "@" in typed("E-mail")
    assert "@" in typed("邮箱")
    assert typed("Phone number").isdigit()
    assert typed("Telefon").isdigit()
    assert typed("Title") == "Sample 1"
    assert isinstance(TypeText(typed("")), TypeText)


def options(chosen: str) -> Screen:
    """A dialog with three options, one of which is chosen."""
    rows = [
        node("RadioButton", text=words, can="clickable checkable" + " checked" * (words == chosen),
             at=(0, 900 + 100 * n, 1080, 1000 + 100 * n), name="option")
        for n, words in enumerate(("Small", "Default", "Large"))
    ]  # fmt: skip
    return read_dump(dump(node("ListView", *rows, at=(0, 900, 1080, 1200), name="options")), size=DISPLAY, app=APP)


@pytest.mark.parametrize(
    ("actions", "left"),
    [(2, [Back(), Tap(1), Tap(2), Tap(3)]), (6, [Tap(3)]), (8, [Tap(2), Tap(3)])],  # the last in a second round
)
def test_a_crawl_that_is_cut_off_leaves_the_next_what_it_has_not_tried_to_the_end(actions, left):
    explorer, later = OfflineExplorer(), OfflineExplorer()
    first, other = options("Default"), page("Other", "Bright", "Dark", "Auto")
    assert Finish() not in [choose(explorer, other if at else first).action for at in range(actions)]
    explorer.put_back()
    later.recall(Earlier("1", False, frozenset(), explorer.known()).carried_over("1", frozenset()))
    assert exhausted(later, other)[: len(left)] == left


def test_no_option_is_chosen_in_place_of_one_that_may_not_be_chosen_again():
    explorer, screen = OfflineExplorer(), options("Default")
    default = screen.elements[1]
    assert choose(explorer, screen).action == Tap(default.mark)
    explorer.learnt(Act(screen, screen, Tap(default.mark), default), "REFUSED")
    later = OfflineExplorer()
    later.recall(explorer.known())
    assert exhausted(explorer, screen) == exhausted(later, screen) == []


def test_an_option_is_chosen_in_place_of_one_that_does_nothing_when_it_is_chosen_again():
    explorer, screen = OfflineExplorer(), options("Default")
    assert exhausted(explorer, screen) == [Tap(2), Tap(1), Tap(3)]


def test_a_button_that_is_shown_as_chosen_is_set_back_and_a_tab_is_not():
    def note(*chosen: str) -> Screen:
        buttons = [
            node("ImageButton", at=(0, 300 + 100 * n, 1080, 400 + 100 * n), name=name,
                 can="clickable" + " selected" * (name in chosen))
            for n, name in enumerate(("pin", "front", "rear"))
        ]  # fmt: skip
        return read_dump(dump(node("FrameLayout", *buttons)), size=DISPLAY, app=APP)

    for name, after, back in (("pin", note("pin", "front"), True), ("rear", note("rear"), False)):
        explorer, before = OfflineExplorer(), note("front")
        element = next(each for each in before.elements if each.resource_id.endswith(name))
        choose(explorer, before)
        explorer.learnt(Act(before, after, Tap(element.mark), element), "CONTINUE")
        assert (choose(explorer, after).action == Tap(element.mark)) is back


def test_a_filled_form_is_left_with_the_back_key_last():
    def form(text: str) -> Screen:
        entry = node("EditText", text=text, can="clickable focused", at=(0, 300, 1080, 400), name="entry")
        save = node("Button", text="Check", can="clickable", at=(0, 500, 1080, 600), name="check")
        return read_dump(dump(node("FrameLayout", entry, save)), size=DISPLAY, app=APP)

    explorer = OfflineExplorer()
    typed = choose(explorer, form("")).action
    assert isinstance(typed, TypeText)
    assert exhausted(explorer, form(typed.text)) == [Tap(2), Enter(), Back(), Back()]  # once for the keyboard


def menu_of(row: str) -> Screen:
    """The menu of a row, titled after it."""
    items = [
        node("Button", text=text, at=(0, top, 600, top + 100), can="clickable")
        for text, top in (("Folgen", 300), ("Öffnen", 500))
    ]
    return read_dump(dump(node("FrameLayout", node(text=row, at=(0, 0, 600, 100)), *items)), size=DISPLAY, app=APP)


def test_what_was_refused_twice_in_the_menus_of_rows_is_tried_in_no_other_of_them():
    frontier, tried = Frontier(), []
    for row in ("Ladder", "Spade", "Rake", "Hose"):
        screen = menu_of(row)
        here, kinds = screen_key(screen), {element.id: ["tap"] for element in screen.elements}
        frontier.look(here, screen, kinds, typed=False, all_in=True)
        follow, opens = screen.elements
        tried.append([(each.id, "tap", False) in frontier.open[here] for each in (follow, opens)])
        frontier.refuse(follow, "tap")
    assert tried == [[True, True], [True, True], [False, True], [False, True]]


def test_an_icon_that_was_refused_in_two_rows_is_tried_in_no_other():
    icons = [
        node("ImageButton", at=(900, 200 * n, 1000, 200 * n + 100), can="clickable", name="ring") for n in range(1, 5)
    ]
    cells = [
        node("LinearLayout", node(text=f"Shop {name}", at=(0, 200 * n, 800, 200 * n + 100)), icon, name="shop",
             at=(0, 200 * n, 1080, 200 * n + 100), can="clickable")
        for n, (name, icon) in enumerate(zip("ABCD", icons, strict=True), 1)
    ]  # fmt: skip
    whole = node("ListView", *cells, at=(0, 200, 1080, 1200), can="scrollable", name="shops")
    screen, frontier = read_dump(dump(whole), size=DISPLAY, app=APP), Frontier()
    rings = [each for each in screen.elements if each.role == "ImageButton"]
    here, kinds, left = screen_key(screen), {element.id: ["tap"] for element in screen.elements}, []
    for ring in rings[:3]:
        frontier.look(here, screen, kinds, typed=False, all_in=True)
        left.append(sum(trial[0] in {each.id for each in rings} for trial in frontier.open[here]))
        frontier.refuse(ring, "tap")
    assert left == [4, 4, 0]


@pytest.mark.parametrize(("words", "times"), [("Save", 0), ("Send", 1)])
def test_with_another_version_a_button_is_tried_again_if_it_says_something_else(words, times):
    def form(text: str) -> Screen:
        button = node("Button", text=text, can="clickable", at=(0, 500, 1080, 600), name="done")
        return read_dump(dump(node("FrameLayout", button, name="whole")), size=DISPLAY, app=APP)

    explorer, later = OfflineExplorer(rounds=False), OfflineExplorer(rounds=False)
    assert exhausted(explorer, form("Save")) == [Tap(1)]
    later.recall(Earlier("1.0", True, frozenset(), explorer.known()).carried_over("2.0", frozenset()))
    assert exhausted(later, form(words)) == [Tap(1)] * times
