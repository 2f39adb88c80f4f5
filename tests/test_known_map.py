"""Places on a map: which can be gone to, and by what names; no path leads through somebody's contents by chance."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hierarchies import DISPLAY, dump, node
from test_map import page, record

from appagent.devices.captures.hierarchy import read_dump
from appagent.documents.map.known_map import KnownMap
from appagent.documents.map.place import MapAtStart
from appagent.documents.map.row_buttons import in_row
from appagent.documents.values import text_hash
from appagent.prompting.words.map_in_words import MapInWords, map_in_words
from appagent.prompting.words.places import PlacesAhead, ahead
from appagent.screen.names.labels import Label, labels
from appagent.screen.transitions import screen_key
from appagent.store import Record

LIST = page("Things", "Red", "Blue", "Green")
HERE = screen_key(LIST)
DELETE = Label("Delete", "button", "Button-delete", "Button-d")


def row(name: str, **given: object) -> Record:
    """A document of a row of the list, which opens the page of its name."""
    element = next(each for each in LIST.elements if each.text == name)
    seen = {"effect": "opens", "title": "Things", "to_page": text_hash(name), "named": True, "layout": "one"}
    known = {"screen_id": LIST.screen_id, "element_id": element.id, "template": element.template, "leads_to": "thing"}
    return record(text="", facts={"listed": True, "seen": seen}, **known | given)


def known(*records: Record, goal: str = "", end: dict[str, list[Label]] | None = None) -> KnownMap:
    """A map of the list, and of the pages that its rows open with what is on them; all have "Delete" by default."""
    pages = {("thing", name): shown for name, shown in (end or {"Red": [DELETE], "Blue": [DELETE]}).items()}
    return KnownMap(records, {HERE: labels(LIST), **pages}, in_goal=lambda text: text in goal)


def paths(found: KnownMap) -> set[str]:
    return {each.path for each in found.places(HERE)}


def words_only(goal: str, names: Sequence[str]) -> list[float]:
    """Compare nothing by meaning, as without the extra `encoder`."""
    return [0.0] * len(names)


def test_no_path_leads_through_a_row_of_contents_that_the_goal_does_not_name():
    rows = row("Red"), row("Blue")
    assert paths(known(*rows)) == set()
    assert paths(known(*rows, goal="Delete Blue")) == {"Blue", "Blue > Delete"}


def test_a_path_leads_through_a_tab_without_words_that_has_the_template_of_rows_of_contents():
    tab = row("Green")
    seen = {**tab.facts["seen"], "to_page": text_hash("Mine")}
    tab = replace(tab, leads_to="mine", facts={"words": "", "seen": seen})
    found = known(row("Red"), row("Blue"), tab, end={"Red": [DELETE], "Blue": [DELETE]})
    assert ("mine", "") in {each.page for each in found.places(HERE)} | set(found.paths(HERE))


def test_a_path_leads_to_a_page_without_title_though_a_row_of_contents_has_no_name():
    nameless = Label("", "button", "View-nameless", row("Red").template)
    opens = {"effect": "opens", "title": "Things", "to_title": ""}
    search = record(
        text="", facts={"words": "search", "seen": opens}, screen_id=HERE[0], element_id="Button-s",
        template="Button-s", leads_to="found",
    )  # fmt: skip
    pages = {HERE: [*labels(LIST), nameless], ("thing", "Red"): [DELETE], ("thing", "Blue"): [DELETE]}
    found = KnownMap([row("Red"), row("Blue"), search], {**pages, ("found", ""): [DELETE]})
    assert ("found", "") in found.paths(HERE)


TRIED = record(
    text="", facts={"words": "delete", "seen": {"effect": "changes"}}, screen_id="thing", element_id=DELETE.element_id,
    template=DELETE.template, leads_to="",
)  # fmt: skip


def test_a_named_row_that_nobody_touched_leads_where_the_others_of_its_kind_do():
    found = known(row("Red"), row("Blue"), TRIED, goal="Delete Green")
    assert paths(found) == {"Green", "Green > Delete"}
    assert [each.path for each in found.named("Delete", HERE) if each.reachable] == ["Green > Delete"]


def test_a_switch_among_rows_that_lead_on_leads_nowhere():
    here = [replace(each, kind="check") if each.text == "Green" else each for each in labels(LIST)]
    pages = {("thing", name): [DELETE] for name in ("Red", "Blue")}
    found = KnownMap(
        [row("Red"), row("Blue"), TRIED], {HERE: here, **pages}, in_goal=lambda text: text in "Delete Green"
    )
    assert "Green > Delete" not in paths(found)


def test_rows_of_a_menu_open_pages_that_have_nothing_in_common():
    ends = {"Red": [DELETE], "Blue": [Label("Send", "button", "Button-send", "Button-s")]}
    assert paths(known(row("Red"), row("Blue"), end=ends)) == {"Red", "Red > Delete", "Blue", "Blue > Send"}


def test_rows_of_a_menu_open_pages_that_share_an_id_under_other_words():
    """Without resource-ids, the first rows of all pages may have one id."""
    first, second = (Label(words, "button", "View-first", "View-f") for words in ("Heating curve", "Language"))
    assert paths(known(row("Red"), row("Blue"), end={"Red": [first], "Blue": [second]})) >= {"Red > Heating curve"}
    assert paths(known(row("Red"), row("Blue"), end={"Red": [first], "Blue": [first]})) == set()


def test_the_pages_of_all_contents_are_alike_however_many_were_opened():
    names = ("Red", "Blue", "Green")
    pages = {(f"thing {name}", name): [DELETE] for name in names}
    found = KnownMap([row(name, leads_to=f"thing {name}") for name in names], {HERE: labels(LIST), **pages})
    assert paths(found) == set()


def test_one_row_of_several_that_was_opened_tells_nothing_of_its_kind():
    assert paths(known(row("Red"))) == set()


def test_a_transition_that_fails_by_now_is_on_no_path():
    ends = {"Red": [DELETE], "Blue": [Label("Send", "button", "Button-send", "Button-s")]}
    found = known(replace(row("Red"), failing=True), row("Blue"), end=ends)
    assert paths(found) == {"Blue", "Blue > Send"}


def test_the_way_back_is_known_where_a_page_is_opened_from_one_page_alone():
    found = known(row("Red"), row("Blue"), goal="Red Blue")
    back = found.paths(("thing", "Red"))
    assert [each.action for each in back[HERE]] == ["back"]
    assert [each.action for each in back[("thing", "Blue")]] == ["back", "tap"]


@pytest.mark.parametrize("name", ["Delete", "Blue > Delete", "delete"])
def test_a_name_means_a_place_by_itself_or_by_its_path(name):
    found = known(row("Red"), row("Blue"), goal="Blue").named(name, HERE)
    assert [each.path for each in found if each.reachable] == ["Blue > Delete"]


def test_what_only_strangers_tell_of_is_marked_and_no_page_to_go_to():
    ends = {"Red": [DELETE], "Blue": [Label("Send", "button", "Button-send", "Button-s")]}
    found = known(row("Red"), replace(row("Blue"), untrusted=True), end=ends)
    told = ahead(found.places(HERE), "Delete it, then send it", LIST, near=words_only)
    assert told == PlacesAhead(("Red > Delete",))
    start = MapAtStart(tuple(found.whole(HERE)))
    assert map_in_words(start, "", near=words_only) == MapInWords("Red: Delete", "Blue: Send")


def test_a_button_of_a_named_row_leads_where_those_of_other_rows_do():
    dots = [
        Label("More options", "button", f"dots-{name}", "dots") for name in ("Red", "Blue")
    ]  # the third row was never touched
    menu = [Label("Rename", "button", "b-rename", "b-rename"), DELETE]
    seen = {"effect": "opens", "title": "Things", "dialog": True, "controls": ["Rename", "Delete"]}
    opened = [
        record(text="", screen_id=LIST.screen_id, element_id=each.element_id, template="dots", leads_to="menu",
               facts={"listed": True, "row_shape": "of-rows", "resource_id": "a:id/more", "seen": seen})
        for each in dots
    ]  # fmt: skip
    pages = {HERE: [*labels(LIST), *dots], ("menu", ""): menu, ("thing", "Red"): [], ("thing", "Blue"): []}
    for goal, led in (("Rename 'Green'", {"Green", "Green > More options > Rename"}), ("Rename it", set())):
        found = KnownMap([row("Red"), row("Blue"), *opened], pages, in_goal=lambda text, goal=goal: text in goal)
        assert paths(found) >= led
        assert {each for each in paths(found) if "Rename" in each} == {each for each in led if "Rename" in each}


def test_a_named_rows_page_leads_on_by_what_was_tried_on_the_page_of_another_row():
    diary = record(text="", screen_id="thing", element_id="icon", template="icon", leads_to="diary",
                   facts={"seen": {"effect": "opens", "page": text_hash("Blue"), "to_title": "Diary"}})  # fmt: skip
    assert "Red > Diary" in paths(known(row("Red"), row("Blue"), diary, goal="Red"))


def test_no_path_goes_through_contents_to_a_name_that_is_known_outside_of_them():
    kinds = [Label(name, "button", f"k-{name}", "kind") for name in ("Sun", "Shade", "Rain")]
    found = known(row("Red"), row("Blue"), goal="Sun", end={"Red": kinds, "Blue": []})
    assert paths(found) == {"Red > Sun"}
    found.map.labels[HERE]["k"] = Label("Sun", "button", "k", "k")
    assert paths(found) == set()


def test_a_button_is_found_in_the_row_that_a_path_names():
    def line(n: int, name: str) -> str:
        at = 200 + 200 * n
        dots = node("ImageButton", text="More options", can="clickable", at=(900, at, 1080, at + 200), name="dots")
        words = node(text=name, at=(0, at, 900, at + 200), name="title")
        return node("FrameLayout", words, dots, can="clickable", at=(0, at, 1080, at + 200), name="row")

    shown = node("ListView", line(0, "Red"), line(1, "Blue"), line(2, "Green"), at=(0, 200, 1080, 2400), name="list")
    screen = read_dump(dump(shown), size=DISPLAY, app="org.notes")
    kind = next(each.template for each in screen.elements if each.text == "More options")
    assert [(each.text, each.bounds[1]) for each in in_row("Blue", kind, screen)] == [("More options", 400)]


def test_a_prompt_names_no_more_places_than_its_budget_allows():
    ends = {"Red": [Label(f"Delete {n}", "button", f"b{n}", f"t{n}") for n in range(50)], "Blue": []}
    places = known(row("Red"), goal="Red", end=ends).places(HERE)
    told = ahead(places, "Delete 7", LIST, near=words_only)
    assert told.paths == ("Red > Delete 7",)
    assert ahead(places, "Delete 7", LIST, budget_tokens=2) == ahead((), "", LIST)


def tab(name: str, start: str, end: str, time: str) -> Record:
    """A document of a tab that leads from a page to another one, both called by their titles."""
    seen = {"effect": "opens", "selects": True, "title": start, "to_title": end}
    ends = {"screen_id": f"s-{start}", "element_id": f"t-{name}", "template": "t", "leads_to": f"s-{end}"}
    return record(text="", time=f"2026-01-31T12:{time}:00Z", facts={"words": name, "seen": seen}, **ends)


def test_a_tab_that_showed_different_pages_is_taken_for_the_one_that_it_showed_first():
    tabs = [
        tab("Explore", "Today", "Galleries", "01"), tab("Map", "Galleries", "Map", "02"),
        tab("Yours", "Today", "Yours", "03"), tab("Explore", "Yours", "Map", "04"),
    ]  # fmt: skip
    stranger = replace(tab("Explore", "Elsewhere", "Map", "00"), untrusted=True)  # who says that it was earlier
    for told in (tabs, tabs[::-1], [stranger, *tabs]):
        path = KnownMap(told).paths(("s-Today", "Today"))[("s-Map", "Map")]
        assert [each.element_id for each in path] == ["t-Explore", "t-Map"]
    assert [each.element_id for each in KnownMap(tabs[2:]).paths(("s-Today", "Today"))[("s-Map", "Map")]] == [
        "t-Yours", "t-Explore",
    ]  # fmt: skip


def test_a_row_that_the_agent_names_is_walked_through_as_one_that_the_goal_names():
    found = known(row("Red"), row("Blue"))
    assert paths(found) == set()
    assert not any(each.reachable for each in found.named("Blue > Delete", HERE))
    found.ask_for(["Blue", "Delete"])
    assert [each.path for each in found.named("Blue > Delete", HERE) if each.reachable] == ["Blue > Delete"]


def test_a_tab_without_words_is_walked_through_though_its_page_is_called_as_something_in_a_list():
    """A chip that names the page may have the template of the rows of a list."""
    chip = Label("Mine", "button", "View-mine", row("Red").template)
    seen = {"effect": "opens", "title": "Things", "to_title": "Mine"}
    tab = record(text="", screen_id=HERE[0], element_id="tab", template="tab", leads_to="mine",
                 facts={"words": "", "seen": seen})  # fmt: skip
    pages = {
        HERE: [*labels(LIST), chip],
        ("thing", "Red"): [DELETE],
        ("thing", "Blue"): [DELETE],
        ("mine", "Mine"): [chip],
    }
    found = KnownMap([row("Red"), row("Blue"), tab], pages)
    assert ("mine", "Mine") in found.paths(HERE)


SORTS = [Label(name, "choice", f"o-{name}", "o") for name in ("Von A bis Z", "Neueste", "Größte", "Eigene Folge")]


@pytest.mark.parametrize(("kind", "dialog"), [("choice", False), ("choice", True), ("button", True)])
def test_all_options_of_a_choice_and_of_a_dialog_are_places_also_those_that_nobody_tried(kind, dialog):
    seen = {"effect": "opens", "title": "Things", "to_title": "Ordnen", "dialog": dialog}
    opener = record(text="", screen_id=HERE[0], element_id="sort", template="sort", leads_to="sorts",
                    facts={"words": "ordnen", "seen": seen})  # fmt: skip
    tried = record(text="", screen_id="sorts", element_id="o-Neueste", template="o", leads_to=HERE[0],
                   facts={"words": "neueste", "seen": {"effect": "returns", "title": "Ordnen"}})  # fmt: skip
    options = [replace(each, kind=kind) for each in SORTS]
    found = KnownMap([opener, tried], {HERE: labels(LIST), ("sorts", "Ordnen"): options})
    assert {each.name for each in found.whole(HERE)} >= {each.text for each in SORTS}


OWNER = record(text="", screen_id="thing", element_id="owner", template="owner", leads_to="person",
               facts={"seen": {"effect": "opens", "page": text_hash("Red"), "to_title": "Dueña"}})  # fmt: skip


def owners(*names: str) -> dict[str, list[Label]]:
    """What is on the pages of three things: a button, and one that has the name of their owner before other words."""
    named = zip(("Red", "Blue", "Green"), names, strict=False)
    return {thing: [DELETE, Label(f"{name} · Datos de contacto", "button", "owner", "owner")] for thing, name in named}


@pytest.mark.parametrize("goal", ["Llama a la dueña de Green", ""])
def test_what_differs_on_the_pages_of_other_rows_is_not_told_of_a_row_that_nobody_opened(goal):
    found = known(row("Red"), row("Blue"), TRIED, OWNER, goal=goal, end=owners("Ana Gil", "Eva Sanz"))
    written = map_in_words(MapAtStart(tuple(found.whole(HERE))), goal).known
    assert "Delete; Datos de contacto" in written
    assert not any(name in written for name in ("Ana", "Eva"))


def test_what_was_seen_on_a_rows_own_page_is_told_of_it():
    found = known(row("Red"), row("Blue"), TRIED, OWNER, goal="Red", end=owners("Ana Gil", "Eva Sanz"))
    assert "Red: Delete; Ana Gil" in map_in_words(MapAtStart(tuple(found.whole(HERE))), "Red").known


@pytest.mark.parametrize(("effects", "told"), [("returns", False), ("opens", True), ("saves", True)])
def test_what_leads_back_on_several_pages_is_no_place_on_any_in_whatever_language(effects, told):
    def arrow(page: str) -> Record:
        seen = {"effect": effects, "title": page, "to_title": "Things"}
        return record(text="", screen_id=page, element_id=f"b-{page}", template="b", leads_to=HERE[0],
                      facts={"words": "takaisin", "seen": seen})  # fmt: skip

    opener = record(text="", screen_id=HERE[0], element_id="sort", template="sort", leads_to="sorts",
                    facts={"words": "asetukset", "seen": {"effect": "opens", "title": "Things"}})  # fmt: skip
    here = [Label("Takaisin", "button", "b-sorts", "b"), Label("Kieli", "button", "k", "k")]
    found = KnownMap([opener, arrow("one"), arrow("two")], {HERE: labels(LIST), ("sorts", "Asetukset"): here})
    assert ("Takaisin" in {each.name for each in found.whole(HERE)}) == told
    assert "Kieli" in {each.name for each in found.whole(HERE)}


FORM = [Label("Rasse", "field", "f-breed", "f"), Label("Ruhig", "check", "c-calm", "c")]


@pytest.mark.parametrize(("others", "told"), [(FORM, True), ([Label("Hilfe", "button", "h", "h")], False)])
def test_what_is_behind_a_control_stands_where_it_is_nearest_also_if_its_page_is_recorded_without_a_title(others, told):
    near = record(text="", screen_id=HERE[0], element_id="edit", template="edit", leads_to="form",
                  facts={"words": "bearbeiten", "seen": {"effect": "opens", "title": "Things"}})  # fmt: skip
    tab = record(text="", screen_id=HERE[0], element_id="tab", template="tab", leads_to="weight",
                 facts={"words": "gewicht", "seen": {**near.facts["seen"], "to_title": "Gewicht"}})  # fmt: skip
    seen = {"effect": "opens", "title": "Gewicht", "to_title": "Rex bearbeiten"}
    far = replace(near, screen_id="weight", facts={**near.facts, "seen": seen})
    here = [Label(words, "button", name, name) for words, name in (("Bearbeiten", "edit"), ("Gewicht", "tab"))]
    pages = {HERE: here, ("weight", "Gewicht"): here[:1], ("form", "Rex bearbeiten"): FORM, ("form", "Ida"): others}
    written = map_in_words(MapAtStart(tuple(KnownMap([near, tab, far], pages).whole(HERE))), "").known
    assert (written == "Gewicht\nBearbeiten: Rasse (field); Ruhig (switch)") == told


def test_a_saying_that_differs_in_a_number_from_row_to_row_is_told_of_none_of_them():
    def warning(number: int) -> list[Label]:
        return [Label(f"Warnung · Bei weniger als {number} Stück", "check", "warn", "warn")]

    opened = replace(
        TRIED, element_id="warn", template="warn", facts={"words": "warnung", "seen": {"effect": "switches"}}
    )
    goal = "Bei weniger als 8 Stück von Green eine Warnung"
    found = known(row("Red"), row("Blue"), opened, goal=goal, end={"Red": warning(15), "Blue": warning(4)})
    assert map_in_words(MapAtStart(tuple(found.whole(HERE))), goal).known == "Green, (a row), each: Warnung (switch)"


def led(screen_id: str, effect: str, words: str = "kopfzeile", **seen: object) -> Record:
    """A document of a button at the top of a page, which led to the page "drawer"."""
    facts = {"words": words, "seen": {"effect": effect, "title": screen_id, "to_title": "", **seen}}
    at = {"screen_id": screen_id, "element_id": f"top-{screen_id}", "template": "top", "leads_to": "drawer"}
    return record(text="", facts=facts, **at)


def test_what_opens_a_drawer_opens_it_on_a_page_too_that_was_opened_from_there():
    there = {("drawer", ""): [DELETE], ("one", "one"): [], ("two", "two"): []}

    def gone_to(*records: Record) -> set[tuple[str, str]]:
        return {*KnownMap(records, there).paths(("two", "two"))}

    back = led("two", "returns", led_back=True)
    assert ("drawer", "") in gone_to(led("one", "opens"), back)
    assert ("drawer", "") not in gone_to(led("one", "opens", words="other"), back)
    assert ("drawer", "") not in gone_to(led("one", "opens"), led("two", "returns", led_back=True, plain=True))
    assert ("drawer", "") not in gone_to(led("one", "opens"), led("two", "saves"))


def test_what_a_row_opens_is_gone_to_by_a_tap_though_holding_it_opens_the_same():
    held, tapped = row("Red", action="long_press"), row("Red")
    found = known(held, tapped, goal="Red").paths(HERE)
    assert [each.action for each in found["thing", "Red"]] == ["tap"]


def test_a_row_of_one_things_page_is_not_on_that_of_another():
    inner = {"words": "", "seen": {"effect": "opens", "title": "Blue", "to_title": "Deep"}}
    at = {"screen_id": "thing", "element_id": "inner", "template": "inner", "leads_to": "deep"}
    for listed in (False, True):
        deep = record(text="", facts={**inner, "listed": listed}, **at)
        found = known(row("Red"), row("Blue"), deep, goal="Red Blue", end={"Red": [DELETE], "Blue": [DELETE]})
        shared = [each.element_id for each in found.map.transitions["thing", "Red"].values()]
        assert ("inner" in shared) is not listed


CHIP, CUP = Label("Low", "button", "chip-low", "View-v"), Label("Cups", "button", "cups", "View-v")


def boxes(shown: dict[str, list[Label]], *more: Record) -> KnownMap:
    """A map of the list and of the pages that its rows open; chips and things there are of one template.

    Nobody has touched a chip, and the things are known to be contents.
    """
    things = [
        record(text="", screen_id="thing", element_id=name, template="View-v", leads_to="cup", action="long_press",
               facts={"listed": True, "seen": {"effect": "opens", "title": "Red", "dialog": True}})
        for name in ("cups", "pots")
    ]  # fmt: skip
    return known(row("Red"), row("Blue"), *things, *more, end=shown)


def names_on(found: KnownMap, title: str) -> set[str]:
    """The names on the page behind a row that the map in words tells."""
    return {each.name for each in found.whole(HERE) if each.page == ("thing", title) and each.label}


def test_what_the_pages_of_several_rows_have_in_common_is_the_apps_own_though_nobody_touched_it():
    pots, third = replace(CUP, text="Pots", element_id="pots"), replace(CHIP, text="High", element_id="chip-high")
    shared = [CHIP, third, replace(CHIP, text="Fragile", kind="check", element_id="fragile"), DELETE]
    found = boxes({"Red": [*shared, CUP], "Blue": [*shared, pots]})
    assert names_on(found, "Red") == {"Low", "High", "Fragile", "Delete"}


def test_what_was_chosen_outside_lists_makes_all_like_it_choices_of_the_app():
    chips = [replace(CHIP, text=each, element_id=f"chip-{each}", template="View-c") for each in ("Low", "Mid", "High")]
    seen = {"effect": "changes", "title": "Red", "state": {"name": "", "on": True}}
    chosen = record(
        text="", screen_id="thing", element_id="chip-Low", template="View-c", leads_to="", facts={"seen": seen}
    )
    for told, names in (((), {"Delete"}), ((chosen,), {"Low", "Mid", "High", "Delete"})):
        assert names_on(boxes({"Red": [*chips, DELETE], "Blue": [DELETE]}, *told), "Red") == names
