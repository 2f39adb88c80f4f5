"""Which paths a map has, and which of them a prompt tells: those that lead on, by names, to what the task is about."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from hierarchies import DISPLAY, dump, node
from tables import cases
from test_known_map import DELETE, HERE, LIST, row, words_only
from test_map import page, record

from appagent.actions import TapNamed
from appagent.devices.captures.hierarchy import read_dump
from appagent.documents import encoder
from appagent.documents.encoder import encoder_installed
from appagent.documents.map.app_map import Map
from appagent.documents.map.known_map import KnownMap
from appagent.documents.map.labels_ahead import Pages
from appagent.documents.map.place import BACK, Place
from appagent.prompting.words.places import ahead
from appagent.screen import Screen
from appagent.screen.names.labels import Label, labels
from appagent.screen.transitions import Transition, back_to, screen_key
from appagent.step.walks.in_sight import near_in_meaning
from appagent.step.walks.meant import further_on
from appagent.store import Record

OTHER = page("Elsewhere", "Search", "Help")


def opens(words: str, start: tuple[str, str], end: tuple[str, str], **seen: object) -> Record:
    """A document of a button on one page that opens another."""
    facts = {"words": words.lower(), "seen": {"effect": "opens", "title": start[1], "to_title": end[1], **seen}}
    return record(text="", screen_id=start[0], element_id=f"b-{words}", template="b", leads_to=end[0], facts=facts)


A, B, C, D = ("a", "First"), ("b", "Second"), ("c", "Third"), ("d", "Fourth")


def shown(*names: str) -> list[Label]:
    return [Label(name, "button", f"b-{name}", "b") for name in names]


def told(goal: str, *places: Place) -> tuple[str, ...]:
    return ahead(places, goal, OTHER, near=words_only).paths


def at(*steps: str, title: str = "Page", **given: object) -> Place:
    """A place: a button at the end of a path."""
    return Place(steps[-1], ("s", title), Label(steps[-1], "button", steps[-1], "t"), steps, **given)


def test_what_leads_up_is_on_no_path():
    up, on = opens("Navigate up", A, B, plain=True), opens("More", A, C)
    found = KnownMap([up, on], {A: shown("Navigate up", "More"), B: [], C: []})
    assert set(found.paths(A)) == {A, C}


def test_no_path_goes_back_after_it_has_led_on():
    """The one known opener of a page is not where back leads, if another page was found to open it too."""
    found = KnownMap([opens("Go", A, B), opens("Far", A, C)], {A: shown("Go", "Far"), B: [], C: [], D: shown("Go")})
    found.map.went(D, found.map.transitions[A]["b-Go", "tap"])
    assert set(found.paths(D)) == {D, B}
    assert set(found.paths(B)) == {A, B, C}


@cases(
    ("words", "here", "leads"),
    [("Find", "Up", 0), ("", "Up", 0), ("Find", "Find", 1), ("", "", 1)],
)
def test_an_icon_in_the_place_of_one_of_another_name_leads_nowhere(words, here, leads):
    facts = {"words": words.lower(), "seen": {"effect": "opens", "title": "First", "to_title": "Second"}}
    known = {A: shown("More"), C: [Label(here, "button", "icon", "i")] if here else []}
    found = Map([record(text="", screen_id=A[0], element_id="icon", template="i", leads_to=B[0], facts=facts)], known)
    found.inherit(C, {"icon", "b-More"})
    assert len(found.transitions.get(C, {})) == leads


def test_what_opens_a_drawer_is_known_on_each_page_though_the_drawer_was_before_it():
    """The pages that the drawer opens have nothing in common but the icon, which has no words."""
    found = Map((), {page: [] for page in (A, B, C, D)})
    for each in (A, B):
        found.went(each, Transition("icon", "i", "tap", D))
        found.came(each, D)
    found.inherit(C, {"icon"})
    assert {each.to for each in found.transitions.get(C, {}).values()} == {D}


def test_no_path_leads_through_somebodys_contents_wherever_they_are_listed():
    """A search that found one of them looks like a menu of one item."""
    facts = {"listed": True, "seen": {"effect": "opens", "title": "Search", "to_title": "Second"}}
    hit = record(text="", screen_id="s", element_id="hit", template="hit", leads_to=B[0], facts=facts)
    search, red = ("s", "Search"), Label("Red", "button", "hit", "hit")
    pages = {HERE: labels(LIST), ("thing", "Red"): [DELETE], ("thing", "Blue"): [DELETE], search: [red], B: []}
    for goal, reached in (("", {search}), ("Red", {search, B})):
        every = KnownMap([row("Red"), row("Blue"), hit], pages, in_goal=lambda text, goal=goal: text == goal)
        assert set(every.paths(search)) == reached


def test_a_thing_that_the_goal_names_is_led_to_where_it_was_seen_and_nothing_else_in_there_is():
    red, blue = ("thing", "Red"), ("thing", "Blue")
    kept = Label("Milk", "button", "row-milk", "row"), Label("Tea", "button", "row-tea", "row")
    rows = [*kept, Label("Jam", "button", "row-jam", "row"), DELETE]
    for goal, led in (("Milk", ["Red > Milk"]), ("Delete", []), ("", [])):
        pages = {HERE: labels(LIST), red: rows, blue: [DELETE]}
        found = KnownMap([row("Red"), row("Blue")], pages, in_goal=lambda text, goal=goal: text == goal)
        assert [each.path for each in found.places(HERE)] == led
        sought = [each for each in found.named("Milk", HERE) if each.reachable]
        assert [[each.element_id for each in found.path_to(place, HERE)] for place in sought] == [
            [found_id.element_id for found_id in labels(LIST) if found_id.name == "Red"]
        ] * len(led)


def test_what_was_renamed_or_deleted_in_this_run_is_no_place_until_it_is_seen_again():
    ends = {("thing", name): shown(f"Paint {name}") for name in ("Red", "Blue")}

    def after(*screens: Screen, scrolled: bool = False) -> set[str]:
        found = KnownMap([row("Red"), row("Blue")], {HERE: labels(LIST), **ends}, in_goal=lambda text: True)
        for screen in screens:
            _, here = found.seen(screen, scrolled=scrolled)
        found.seen(page("Elsewhere", "Help"))
        found.map.transitions.setdefault(screen_key(page("Elsewhere", "Help")), {})["back", ""] = back_to(here)
        return {each.name for each in found.places(screen_key(page("Elsewhere", "Help")))} & {"Red", "Paint Red"}

    assert after(LIST) == after(LIST, LIST) == {"Red", "Paint Red"}
    assert after(LIST, page("Things", "Crimson", "Blue", "Green")) == set()
    assert after(LIST, page("Things", "Blue", "Green"), LIST) == {"Red", "Paint Red"}
    assert after(LIST, page("Things", "Green")) == {"Red", "Paint Red"}  # it may be above
    assert after(LIST, page("Things", "Blue", "Green"), scrolled=True) == {"Red", "Paint Red"}


def test_steps_without_a_name_are_counted_but_not_told():
    assert at("", "Card browser", "Filter").path == "Card browser > Filter"
    assert told("Open the filter", at("", "Card browser", "Filter")) == ("Card browser > Filter",)


@cases(
    ("goal", "places", "paths"),
    [
        ("Set the remark", [at("Ana", "Remark"), at("Ana")], ["Ana > Remark"]),  # the farther one is on the way
        ("Tell Ana the remark", [at("Ana"), at("Ana", "Remark")], ["Ana > Remark"]),
        ("Find the kettle", [at(BACK, "Kettle for two"), at("Shop", "Kettle")], ["Shop > Kettle"]),
        ("Night Light on", [at(BACK, "Display", "Night Light")], ["Display > Night Light"]),  # named as a whole
        ("Night Light on", [at("Lamps", "Lamps", "Night Light")], []),  # round in a circle
        ("Wake me at 05:45", [at("New alarm", "05")], []),
    ],
)
def test_a_prompt_tells_the_farthest_of_what_the_task_names_and_nothing_by_a_detour(goal, places, paths):
    assert list(told(goal, *places)) == paths


def test_a_place_is_known_by_what_it_says_besides_its_name():
    stoic = at("Character", "Stoic", says=("Hides all amounts",))
    assert told("Hide the amounts", stoic) == ("Character > Stoic",)
    assert told("Show the stars", stoic) == ()


def test_an_element_and_the_page_that_it_opens_are_told_once():
    renamed = Place("Rename thing", ("s", "Rename thing"), steps=("Red", "Rename"))
    assert told("Rename the thing", at("Red", "Rename"), renamed) == ("Red > Rename > Rename thing",)


def test_a_dialog_is_no_page_to_go_to():
    pages = (
        Place(title, ("s", title), steps=(title,), seen=True, dialog=title == "Sort by")
        for title in ("Sort by", "Manual")
    )
    assert ahead(list(pages), "Read", OTHER).pages == ("Manual",)


def test_the_arrow_at_the_top_of_a_page_is_no_place_and_a_field_is_one_of_the_whole_map_alone():
    form = [Label("Name", "field", "f", "f"), *shown("Navigate up", "Save", "Save")]
    found = KnownMap([opens("New", A, B)], {A: shown("New"), B: form})
    assert {each.name for each in found.places(A)} == {"Second", "Save"}
    assert {each.name: each.takes for each in found.whole(A)} == {"Second": "", "Save": "", "Name": "field"}


def test_a_page_without_its_rows_is_still_the_page_of_its_title():
    found = KnownMap([opens("Go", A, B)], {A: shown("Go"), B: []})
    (on,) = found.paths(A)[B]
    assert [found.expected(on, A, each) for each in (("empty", B[1]), ("other", "Third"), ("bare", ""))] == [
        True, False, False,
    ]  # fmt: skip


def test_a_tab_that_kept_the_title_of_its_page_is_expected_to_keep_that_of_another_page_of_the_kind():
    bella, visits = ("overview", "Bella"), ("visits", "Bella")
    found = KnownMap([opens("Visits", bella, visits)], {bella: shown("Visits"), visits: []})
    (on,) = found.paths(bella)[visits]
    came = [found.expected(on, ("overview", "Otto"), each) for each in (("visits", "Otto"), ("visits", "Rex"))]
    assert came == [True, False]


def test_a_page_whose_name_is_in_sight_is_not_told_however_far_it_is():
    far = Place("Help", ("s", "Help"), steps=("More", "Help"))
    manual = Place("Manual", ("m", "Manual"), steps=("More", "Manual"))
    assert ahead([far, manual], "Read", OTHER, near=words_only).pages == ("Manual",)


def test_one_word_that_several_names_have_is_no_reason_to_tell_one_of_them():
    numbers = at("More", "Add a number"), at("New", "Type of number"), at("More", "Speed dial numbers")
    assert told("Change the number of Ana", *numbers) == ()
    assert told("Change the number of Ana", numbers[1]) == ("New > Type of number",)
    assert told("Add a number", *numbers) == ("More > Add a number",)
    assert told("Change the number of Ana", *numbers, at("Edit", "Number")) == ("Edit > Number",)


RADIO = [
    at("More", "Sound", "Equaliser"), at("More", "Sleep timer"), at("More", "Data usage"), at("Stations", "Nearby"),
    at("Stations", "Languages"), at("Me", "Alarm clock"), at("Me", "Recently heard"), at("Me", "Text size"),
]  # fmt: skip


@pytest.mark.skipif(not encoder_installed(), reason="the extra `encoder` is not installed")
@cases(
    ("goal", "place"),
    [
        ("Stop playing after half an hour, so that I can fall asleep", "Sleep timer"),
        ("Make the letters bigger", "Text size"),
        ("Wake me up with the radio", "Alarm clock"),
        ("Schriftgröße auf groß stellen", "Text size"),
        ("打开闹钟", "Alarm clock"),
    ],
)
def test_a_place_is_found_by_what_it_means(goal, place):
    assert place in ahead(RADIO, goal, OTHER).paths[0]
    assert told(goal, *RADIO) == ()


@pytest.mark.skipif(not encoder_installed(), reason="the extra `encoder` is not installed")
def test_no_other_place_is_told_where_what_the_task_is_about_is_in_sight():
    here = page("Player", "Sleep timer", "Fall asleep to the radio", "Stop in half an hour", "Off after half an hour")
    goal = "Stop playing after half an hour, so that I can fall asleep"
    assert ahead([each for each in RADIO if each.name != "Sleep timer"], goal, here).paths == ()


@pytest.mark.skipif(not encoder_installed(), reason="the extra `encoder` is not installed")
def test_pages_to_go_to_are_those_nearest_in_meaning():
    pages = [Place(name, ("s", name), steps=(name,), seen=True) for name in ("Imprint", *"ABCDEFGHIJKL", "Text size")]
    assert ahead(pages, "Make the letters bigger", OTHER).pages[0] == "Text size"
    assert len(ahead(pages, "Make the letters bigger", OTHER).pages) < len(pages)


@pytest.mark.skipif(not encoder_installed(), reason="the extra `encoder` is not installed")
def test_a_name_that_nothing_has_is_answered_with_those_nearest_in_meaning():
    assert near_in_meaning("Bigger letters", [each.name for each in RADIO])[0] == "Text size"


@pytest.mark.slow
@pytest.mark.skipif(not encoder_installed(), reason="the extra `encoder` is not installed")
def test_an_encoder_that_several_threads_need_is_loaded_once():
    encoder._encoder.cache_clear()
    encoder.load_ahead()
    with ThreadPoolExecutor() as pool:
        assert len(set(pool.map(lambda _: encoder.encoded(["one text"]).tobytes(), range(4)))) == 1
    assert encoder._encoder.cache_info().misses == 1


@pytest.mark.parametrize(("held", "pages"), [("", ("Sound",)), ("Ana", ())])
def test_no_page_to_go_to_is_named_while_a_form_holds_something(held, pages):
    field = node("EditText", text=held, hint="Name", can="clickable", at=(0, 300, 900, 400), name="name")
    screen = read_dump(dump(node("FrameLayout", node(text="New", at=(0, 0, 900, 100)), field)), size=DISPLAY)
    assert ahead([Place("Sound", ("s", "Sound"), steps=("Sound",))], "Call her", screen, near=words_only).pages == pages


def test_only_the_first_step_of_a_wizard_is_a_page_to_go_to():
    """The later ones need what is filled in before; a page may be called by a colon as well."""
    ways = {"Trip: Where?": ("Add",), "Trip: Which day?": ("Add", "Next"), "Trip: Who?": ("Add", "Next", "Next")}
    ways |= {"Part: One": ("Book", "One"), "Part: Two": ("Book", "Two")}
    places = [Place(name, (name, name), None, steps) for name, steps in ways.items()]
    pages = ahead(places, "Tea", OTHER, near=words_only).pages
    assert pages == ("Trip: Where?", "Part: One", "Part: Two")


def test_no_path_from_a_step_of_a_wizard_leads_back():
    button = node("Button", text="Next", at=(0, 2000, 1080, 2150), can="clickable")
    for asked, told in (("Which day?", ()), ("Days", ("Sarah",))):
        texts = [node(text="Trip", at=(0, 100, 1080, 200)), node(text=asked, at=(0, 400, 1080, 480))]
        screen = read_dump(dump(node("FrameLayout", *texts, button)), size=DISPLAY)
        assert ahead([at(BACK, "Sarah")], "Ride with Sarah", screen, near=words_only).paths == told


STEP = ("s", "2 / 3")


@pytest.mark.parametrize("title", ["2 / 3", "Gare Centrale: 2 / 3"])  # the second is how older versions called it
def test_a_numbered_step_of_a_wizard_is_no_place_to_go_to_but_paths_lead_through_it(title):
    first, child = opens("Book", A, (STEP[0], title)), opens("Child seat", (STEP[0], title), C)
    known = KnownMap([first, child], {A: shown("Book"), (STEP[0], title): shown("Child seat")})
    assert "Book > Child seat" in {place.path for place in known.places(A)}
    assert not [place for place in known.places(A) if place.label is None and place.page[0] == STEP[0]]


@cases("title", ["", "Gare Centrale: 2 / 3", "# / #"])
def test_a_numbered_step_is_known_as_the_page_that_documents_call_otherwise(title):
    known = Map([opens("Book", A, (STEP[0], title))], {A: shown("Book"), (STEP[0], title): []})
    assert known.find(STEP) == (STEP[0], title)
    assert known.find(("s", "Second")) == ("s", "Second")


def test_the_number_that_a_slider_holds_is_no_place():
    dial = [Label("80.0", "slider", "dial", "d"), Label("Blinking", "check", "blink", "k")]
    known = KnownMap([opens("Lamp", A, B)], {A: shown("Lamp"), B: dial})
    assert {place.name for place in known.places(A)} == {"Second", "Blinking"}


def test_a_walk_by_sight_goes_on_by_the_map_through_what_has_no_words_and_through_names_that_it_has():
    """Another page may have the name as well, and is not meant where the way there has other names."""
    gear = opens("", A, B)
    first = [*shown("Other"), Label("Opens 'Second'", "icon", "b-", "b")]
    known = KnownMap([gear, opens("Other", A, C)], {A: first, B: shown("Terms"), C: shown("Notes")})
    for names, name in ((("Terms", "Discount"), "Terms"), (("Notes",), ""), (("Other", "Notes"), "Notes")):
        found = further_on(known, names, A, TapNamed(" > ".join(names)))
        assert (found[0].name if found else "") == name
        assert not found or found[1] == names[names.index(name) + 1 :]


def test_a_name_with_its_number_left_out_is_not_told_as_what_an_action_leads_on_to():
    dialog = opens("When", A, ("d", "When"), dialog=True, controls=["On the day", "# weeks before"])
    assert [each.label for each in Pages([dialog]).behind([A], [dialog])[dialog.id]] == ["On the day"]
