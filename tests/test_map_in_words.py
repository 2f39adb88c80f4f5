"""The map of an app as a prompt has it: a line a page, what is on it, and below what leads on from there."""

import pytest
from test_known_map import DELETE, HERE, LIST, known, row, words_only
from test_map import page, record
from test_paths_told import opens

from appagent.actions import Back
from appagent.agent import Decision, View
from appagent.documents.map.known_map import KnownMap
from appagent.documents.map.place import BACK, MapAtStart, Place
from appagent.guard import Guard
from appagent.prompting.words.map_in_words import MapInWords, map_in_words
from appagent.screen.names.labels import Label, labels
from appagent.step.in_turn import InTurn
from appagent.step.walks.walking import Walks
from appagent.tasks import Task

SOUND = Label("Sound", "button", "b", "b")


def at(*steps: str, **given: object) -> Place:
    """An element at the end of a path."""
    return Place(steps[-1], ("s", "Page"), SOUND, steps, **given)


def told(*places: Place, goal: str = "", in_sight: tuple[str, ...] = (), **given: object) -> list[str]:
    return map_in_words(MapAtStart(places, in_sight), goal, near=words_only, **given).known.splitlines()


def test_what_is_on_a_page_stands_in_its_line_and_what_leads_on_below():
    assert told(
        at("Display", "Bright", takes="slider"), at("Display", "Font"), at("Display", "Font", "Size", takes="number"),
        at("Sound", "Name", takes="field"), at("Sound", "Bell", takes="choice"), at("About"),
    ) == ["About", "Display: Bright (slider)", "  Font: Size (number)", "Sound: Name (field); Bell"]  # fmt: skip


def test_pages_with_the_same_names_on_them_are_told_once():
    """Those of several persons; what one of them is known to lead to is likely behind the others too."""
    ways = [at(who, "Call") for who in ("Ana", "Ben")] + [at("Ben", "Alerts", "Mute", takes="switch")]
    assert told(*ways, at("Ana", "Alerts")) == ["Ana, Ben, each: Call", "  Alerts: Mute (switch)"]
    many = [at(who, "Call") for who in ("Ana", "Ben", "Eva", "Ida", "Tom")]
    assert told(*many, goal="Call Tom") == ["Tom, Ana, Ben and 2 more, each: Call"]


def test_tabs_and_bars_that_every_page_has_are_told_once():
    bar = [at("More", each) for each in ("Home", "More", "Mail", "Help")]
    assert told(at("Mail"), *bar, in_sight=("Home", "More", "Mail")) == ["More: Help"]
    assert told(at("Light", "Light", takes="switch")) == ["Light: Light (switch)"]  # a page and its own switch


def test_what_has_no_words_and_what_is_any_row_keep_their_places_on_a_path():
    assert told(at("", "Filter"), at(BACK, "(a row)", "Motor")) == ["(unlabelled): Filter", "(a row): Motor"]


def test_a_long_press_leads_elsewhere_than_a_tap():
    ways = at("Ana", "Delete", held=("Ana",)), at("Ana", "Call"), at("Rules", "Stop", of_some_row=True)
    assert told(*ways) == ["Ana (long press): Delete", "Ana: Call", "Rules: Stop (in each row)"]


@pytest.mark.parametrize(
    ("title", "line"), [("Address", 'Next (opens "Address")'), ("Next step", "Next"), ("Map", "Next")]
)
def test_a_page_is_called_by_its_title_where_that_says_more_than_what_opens_it(title, line):
    page = Place(title, ("s", title), None, ("Next",))
    assert told(page, at("Map", "Street"))[0] == line


def test_what_a_row_says_besides_its_name_is_told_where_the_goal_has_a_word_of_it():
    stoic = at("Character", "Stoic", says=("Hides all amounts", "30 minutes"))
    assert told(stoic, goal="Hide the amounts") == ["Character: Stoic (Hides all amounts)"]
    assert told(stoic, goal="Show the stars") == ["Character: Stoic"]


def test_numbers_and_buttons_of_any_dialog_are_not_told_but_what_takes_a_choice_over():
    assert told(at("Alarm", "07"), at("Alarm", "Cancel"), at("Alarm", "OK"), at("Alarm", "Repeat")) == [
        "Alarm: OK; Repeat"
    ]
    assert told(at("Alarm", "07"), at("Alarm", "Cancel"), at("Alarm", "OK")) == []


def test_of_a_map_over_the_budget_what_the_goal_is_about_is_kept_in_its_place():
    places = [at(f"Page {n}", f"Item {n}") for n in range(50)] + [at("Sound", "Volume of alarms", takes="slider")]
    assert len(told(*places)) == len(places)
    few = told(*places, goal="Set the volume of alarms", budget_tokens=20)
    assert few[-1] == "Sound: Volume of alarms (slider)"
    assert len(few) < 5
    assert told(*places, budget_tokens=0) == []


def test_no_name_title_or_path_of_a_stranger_makes_a_map_longer_than_its_budget():
    """A chain of pages is no way that anybody walks, and a button may have had any number of pages behind it."""
    long = "word " * 2000
    pages = [Place(f"{long}{n}", ("s", f"{n}"), None, ("Next",), untrusted=True) for n in range(200)]
    deep = [at(*(f"Go {n}" for n in range(depth)), untrusted=True) for depth in range(1, 12)]
    told = map_in_words(MapAtStart((*pages, *deep, at(long, untrusted=True))), "", near=words_only).doubtful
    assert 100 < len(told) < 4000
    chain = [opens(f"Go {n}", (f"s{n}", f"Page {n}"), (f"s{n + 1}", f"Page {n + 1}")) for n in range(40)]
    assert max(len(each.steps) for each in KnownMap(chain).whole(("s0", "Page 0"))) < 15


def test_what_lies_behind_rows_is_told_without_their_names_unless_the_goal_has_one():
    for goal, lines in (("", "(a row): Delete"), ("Blue", "Blue, (a row), each: Delete")):
        found = known(row("Red"), row("Blue"), goal=goal, end={"Red": [DELETE], "Blue": [DELETE]})
        assert map_in_words(MapAtStart(tuple(found.whole(HERE))), goal) == MapInWords(lines)


def test_of_a_long_list_that_leads_no_further_some_rows_are_told_those_of_the_goal_first():
    rows = [at("Stars", f"Star {letter}") for letter in "ABCDEFGHIJKLM"]
    assert told(*rows, goal="Look at 'Star D'") == ["Stars: Star D; Star A; Star B; 10 more like these"]
    assert told(*rows[:3]) == ["Stars: Star A; Star B; Star C"]
    switches = [at("Alerts", f"Alert {letter}", takes="switch") for letter in "ABCDEFGHIJKLM"]
    assert "Alert M (switch)" in told(*switches)[0]


def test_rows_of_one_template_that_open_different_screens_keep_their_names():
    """The rows of a home page may have the template of a list below, where nothing has a resource-id."""
    shown = {("thing", "Red"): [DELETE], ("thing", "Blue"): [DELETE], ("other", "Green"): [SOUND]}
    records = row("Red"), row("Blue"), row("Green", leads_to="other")
    found = KnownMap(records, {HERE: labels(LIST), **shown})
    assert map_in_words(MapAtStart(tuple(found.whole(HERE))), "").known == "(a row): Delete\nGreen: Sound"


def test_many_sliders_are_a_form_and_no_list():
    bands = [Label(f"Band {each}", "slider", f"band-{each}", "band") for each in "ABCDE"]
    found = known(row("Red"), row("Blue"), end={"Red": bands, "Blue": []})
    found.map.labels[HERE] = {each.key: each for each in labels(LIST)}
    assert {each.name for each in found.whole(HERE) if each.takes == "slider"} == {each.name for each in bands}


@pytest.mark.parametrize(("end", "line"), [
    (["Fast", "Slow", "Note", "Share"], "Trip: Fast; Slow; Note; Share; Print"),  # a chip: the same page with one more
    (["Fast", "Slow", "Stops", "Hotels"], "Trip: Slow; Note; Share\n  Fast: Stops; Hotels"),  # a tab: other contents
])  # fmt: skip
def test_a_choice_after_which_the_page_is_the_same_opens_nothing(end, line):
    def shown(names: list[str]) -> list[Label]:
        return [Label(each, "button", f"Button-{each}", f"kind-{each}") for each in names]

    chosen = {"effect": "opens", "selects": True, "title": "Trip", "to_title": "Trip"}
    leads = record(screen_id="home", element_id="Button-Trip", leads_to="trip", facts={
        "words": "Trip", "seen": {"effect": "opens", "title": "Home", "to_title": "Trip"}})  # fmt: skip
    chip = record(screen_id="trip", element_id="Button-Fast", leads_to="other", facts={
        "words": "Fast", "seen": chosen})  # fmt: skip
    extra = ["Print"] if "Share" in end else []
    trip = ["Fast", "Slow", "Note", "Share"]
    pages = {("home", "Home"): ["Trip"], ("trip", "Trip"): trip, ("other", "Trip"): end + extra}
    found = KnownMap([leads, chip], {key: shown(names) for key, names in pages.items()})
    assert map_in_words(MapAtStart(tuple(found.whole(("home", "Home")))), "").known == line
    assert [each.steps for each in found.named("Trip > Print", ("home", "Home"))] == [("Trip", "Fast", "Print")] * len(
        extra
    )


def test_the_map_that_an_agent_gets_is_that_of_the_first_page_also_if_all_of_it_is_behind_rows():
    found = known(row("Red"), row("Blue"))
    seen: list[View] = []

    def decide(view: View) -> Decision:
        seen.append(view)
        return Decision(Back())

    walks = Walks(InTurn(decide, Guard()), found, Guard(), LIST.app)
    for screen in (LIST, page("Elsewhere", "Help")):
        walks.decide(View(Task("Look", LIST.app), screen, b""))
    assert [each.places for each in seen] == [(), ()]
    assert seen[0].at_start == seen[1].at_start
    assert seen[0].at_start
    assert map_in_words(seen[0].at_start, "").known == "(a row): Delete"
