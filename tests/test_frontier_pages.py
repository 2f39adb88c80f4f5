"""What a crawl takes for the same on other pages: wizards, bars that are on every page, links, sheets of contacts."""

from dataclasses import replace

import pytest
from hierarchies import DISPLAY, dump, node
from test_frontier import choose
from test_map import page

from appagent.actions import Back, Finish, Tap
from appagent.devices.captures.hierarchy import read_dump
from appagent.learning.crawl.frontier import Frontier
from appagent.learning.crawl.routes import routes
from appagent.offline.explorer import OfflineExplorer
from appagent.screen import Screen
from appagent.screen.transitions import screen_key


def bar(heading: str, *labels: str, named: bool = True, apart: int = 200) -> Screen:
    """A page with a heading and buttons that are in no list. named: whether the buttons have resource-ids."""
    buttons = [
        node(
            "Button",
            at=(0, 300 + apart * number, 1080, 300 + apart * number + apart // 2),
            can="clickable",
            text=label,
            name=label.lower() if named else "",
        )
        for number, label in enumerate(labels)
    ]
    title = node("TextView", at=(0, 0, 1080, 200), text=heading, name="title")
    return read_dump(dump(node("FrameLayout", title, *buttons)), size=DISPLAY, app="org.notes")


def dialog(question: str, *labels: str) -> Screen:
    """A dialog over a page, with buttons that have no resource-ids."""
    buttons = [
        node("Button", at=(100, 800 + 100 * n, 900, 900 + 100 * n), can="clickable", text=label)
        for n, label in enumerate(labels)
    ]
    asked = [node("TextView", at=(100, 700, 900, 800), text=question)] if question else []
    window = node("FrameLayout", *asked, *buttons, at=(100, 700, 900, 1200))
    return read_dump(dump(window), size=DISPLAY, app="org.notes")


def item(heading: str, chosen: str) -> Screen:
    """A page about one thing, with two tabs. chosen: the tab whose content is shown."""
    tabs = [
        node("TextView", at=(540 * n, 200, 540 * n + 540, 300), text=tab, name=tab.lower(),
             can="clickable" + " selected" * (tab == chosen))
        for n, tab in enumerate(("About", "Facts"))
    ]  # fmt: skip
    shown = node("ImageButton", at=(0, 400, 1080, 500), can="clickable", name=f"{chosen.lower()}_more")
    title = node("TextView", at=(0, 0, 1080, 200), text=heading, name="title")
    return read_dump(dump(node("FrameLayout", title, *tabs, shown)), size=DISPLAY, app="org.notes")


def look(frontier: Frontier, screen: Screen) -> None:
    """Show a screen to the frontier on which everything may be tapped."""
    kinds = {element.id: ["tap"] for element in screen.elements}
    frontier.look(screen_key(screen), screen, kinds, typed=False, all_in=True)


def tap(frontier: Frontier, screen: Screen, label: str, then: Screen) -> None:
    """Tap a button, which opens another screen."""
    element = next(each for each in screen.elements if each.text == label)
    frontier.begin(screen_key(screen), (element.id, "tap", False), frontier.group(element, screen))
    look(frontier, then)


def gain(frontier: Frontier, screen: Screen, label: str) -> float:
    """Return the gain expected of tapping a button."""
    wanted = next(each.id for each in screen.elements if each.text == label)
    return next(gain for gain, trial in frontier.offers(screen_key(screen), typed=False) if trial[0] == wanted)


def test_next_is_tried_on_each_page_of_a_wizard_and_what_leads_nowhere_once():
    explorer = OfflineExplorer(rounds=False)
    pages = [bar(heading, "Next", "More") for heading in ("Welcome", "Your data", "Ready")]
    at, done = 0, []
    while len(done) < 20 and not isinstance(action := choose(explorer, pages[at]).action, Finish):
        done.append((at, action))
        at = (at + 1) % 3 if action == Tap(1) else at
    assert {page for page, action in done if action == Tap(1)} == {0, 1, 2}
    assert [action for _, action in done].count(Tap(2)) == 1


def test_a_page_that_shows_nothing_lowers_its_own_buttons_more_than_one_that_other_pages_have_too():
    frontier, home = Frontier(), bar("Home", "Sound", "Light", "Time", "Menu")
    for screen in (home, bar("About", "Menu"), home):
        look(frontier, screen)
    for label in ("Sound", "Light"):
        tap(frontier, home, label, then=home)
    assert gain(frontier, home, "Menu") > gain(frontier, home, "Time")


def test_a_way_from_one_page_is_known_from_another_of_its_layout():
    explorer, kitchen, garden = OfflineExplorer(), bar("Kitchen", "Menu"), bar("Garden", "Menu")
    menu = page("Menu", "Sound", "Light", "Time", "Language")
    assert [choose(explorer, each).action for each in (kitchen, menu)] == [Tap(1), Tap(1)]
    assert [choose(explorer, garden).action for _ in range(2)] == [Back(), Tap(1)]  # the back key stays on the page


def test_buttons_of_one_layout_and_id_are_each_tried_if_they_say_something_else():
    frontier, record, way = Frontier(), bar("Record", "Results", named=False), bar("Way", "Parking", named=False)
    assert record.elements[0].id == way.elements[0].id
    look(frontier, record)
    tap(frontier, record, "Results", then=way)
    assert gain(frontier, way, "Parking") > 0.1
    tap(frontier, way, "Parking", then=record)
    look(frontier, way)
    assert not frontier.offers(screen_key(way), typed=False)


def test_rows_without_a_resource_id_say_nothing_about_those_of_another_screen():
    frontier, rooms, menu = Frontier(), page("Rooms", "Coins", "Prints", "Armour"), bar("More", "Display", "Sound")
    settings = page("Settings", "Language", "About")
    for screen in (rooms, menu, settings):
        look(frontier, screen)
    for label in ("Coins", "Prints"):
        tap(frontier, rooms, label, then=menu)
    assert gain(frontier, settings, "Language") > 2 * gain(frontier, rooms, "Armour")


def test_a_single_button_in_a_list_is_none_of_its_rows():
    groups = [Frontier().group(each, screen) for screen in (page("Floor", "Plan"),) for each in screen.elements]
    assert [key for key, *_ in groups] == [page("Floor", "Plan").elements[0].id]


def test_a_large_page_is_no_reason_to_leave_what_is_untried_here():
    explorer, home = OfflineExplorer(), bar("Home", *(f"To {letter}" for letter in "abcdefghijklmno"), apart=100)
    assert isinstance(choose(explorer, home).action, Tap)
    assert choose(explorer, bar("Notes", "Sort", "Share")).action != Back()


def test_what_was_tried_on_one_page_is_expected_to_do_the_same_on_the_next():
    frontier, home, about = Frontier(), bar("Home", "Sound", "Menu"), bar("About", "Terms", "Licence", "Menu")
    look(frontier, home)
    tap(frontier, home, "Menu", then=home)
    look(frontier, about)
    assert gain(frontier, about, "Menu") < 0.6 * gain(frontier, about, "Terms")


def test_a_button_of_several_dialogs_is_of_one_group_whatever_they_ask():
    asked = [dialog(f"Call {name}?", "Cancel", f"Show {name}") for name in ("Ana", "Ben")]
    cancels, shows = zip(*(screen.elements for screen in asked), strict=True)
    groups = [[Frontier().group(*each) for each in zip(found, asked, strict=True)] for found in (cancels, shows)]
    assert cancels[0].id != cancels[1].id
    assert [len(set(each)) for each in groups] == [1, 2]


def test_back_leads_from_a_page_to_where_the_menu_was_opened_and_never_to_the_menu():
    explorer, home, menu = OfflineExplorer(), bar("Home", "Menu"), dialog("", "Sound", "Help")
    sound, tune = bar("Sound", "Tune"), bar("Tune", "Louder")
    for screen in (home, menu, sound, tune):
        assert isinstance(choose(explorer, screen).action, Tap)
    found = routes(explorer.walker.map, screen_key(tune), {}, lambda _: 0)
    assert {page[1]: steps for page, (steps, _, _) in found.items()} == {"Tune": 0, "Sound": 1, "Home": 2, "": 3}


@pytest.mark.parametrize(("idle", "then"), [(2, Back()), (3, Finish())])
def test_a_page_on_which_three_visits_found_nothing_worth_trying_is_gone_to_no_more(idle, then):
    explorer, home, note = OfflineExplorer(rounds=False), bar("Home", "Notes", "Time"), bar("Notes", "Sort")
    assert [choose(explorer, each).action for each in (home, note)] == [Tap(1), Tap(1)]
    explorer._lost[screen_key(home), ""] = idle
    assert choose(explorer, note).action == then


def test_links_of_a_page_are_one_group_and_a_few_buttons_and_icons_are_not():
    links = bar("News", "Bridge opens", "Cheese fair", "Boats", "Letters", named=False)
    few, icons = bar("News", "Accept", "Choose", named=False), bar("", "", "", "", "", named=False)
    groups = [{Frontier().group(element, screen) for element in screen.elements} for screen in (links, few, icons)]
    assert [len(each) for each in groups] == [1, 2, 4]


def test_the_sheet_of_another_contact_is_nothing_new():
    contacts = bar("Contacts", "Ana", "Ben", "Cleo", "Dora", named=False)
    sheets = [replace(bar(name, "Call", name), templates=frozenset({f"asks-{name}"})) for name in ("Ana", "Ben")]
    once, twice = Frontier(), Frontier()
    for frontier, names in ((once, ["Ana"]), (twice, ["Ana", "Ben"])):
        look(frontier, contacts)
        for name, sheet in zip(names, sheets, strict=False):
            tap(frontier, contacts, name, then=sheet)
    assert gain(twice, contacts, "Cleo") < gain(once, contacts, "Ben")


SHEET = ("Call", "Mail", "Edit", "Share", "Star")


def test_what_a_sheet_promised_counts_no_more_once_another_contact_leads_to_its_like():
    frontier, contacts = Frontier(), bar("Contacts", "Ana", "Ben", "Cleo", "Dora", named=False)
    look(frontier, contacts)
    told = []
    for name in ("Ana", "Ben"):
        tap(frontier, contacts, name, then=bar(name, *SHEET, f"Card of {name}"))
        told.append(sum(gain for once, _, _ in frontier.yields.values() for _, gain in once if gain > 1))
    assert told[0] > told[1]


def test_a_button_that_stays_on_its_page_takes_nothing_from_one_that_led_there():
    once, twice = Frontier(), Frontier()
    for frontier in (once, twice):
        home, notes = bar("Home", "Notes", "Time"), bar("Notes", "Sort", "Share", "Pin", "Print")
        look(frontier, home)
        tap(frontier, home, "Notes", then=notes)
    tap(twice, notes, "Sort", then=notes)
    shown = [{name for name, _ in frontier.yields[0, False, "tap"][0]} for frontier in (once, twice)]
    assert shown == [{notes.screen_id}] * 2


def test_a_tab_of_a_page_about_one_thing_leads_to_no_page_about_another():
    explorer, home, at = OfflineExplorer(), bar("Museum", "Vase", "Coin"), ("", "About")
    for _ in range(60):
        screen = item(*at) if at[0] else home
        action = choose(explorer, screen).action
        target = action.target(screen)
        if action == Back():
            at = ("", "About")
        elif target and target.text in ("Vase", "Coin"):
            at = (target.text, "About")
        elif target and target.text in ("About", "Facts"):
            at = (at[0], target.text)
    known = explorer.walker.map
    assert {title for _, title in known.labels} == {"Museum", "Vase", "Coin"}
    tabs = {element.id for element in item("Vase", "About").elements if element.text}
    ways = [(start[1], each) for start, found in known.transitions.items() for each in found.values()]
    assert not [(start, each.to) for start, each in ways if each.element_id in tabs and each.to[1] != start]
