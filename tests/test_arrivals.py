"""How the screen that an action led to is told: by what heads it, by what is new on it, and as one that is back."""

import pytest
from test_effects import Told, kit

pytestmark = pytest.mark.slow


def step(number: str, foot: str, body: str, then: str) -> str:
    """Source of a page that has only the number of its step for a title, with a button that does something."""
    foot = f"Button({foot!r}, on_tap={then})"
    return f"""Page(Column([toolbar({number!r}), {body}, Space(weight=1), {foot}], height="fill"))"""


LAST = step("3 / 3", "Keep", 'Row([Text("Station East")], on_tap=lambda: None)', "lambda: None")
STEPS = step("2 / 3", "Next", 'Text("On board"), Text("Child seat")', f"lambda: self.open(lambda: {LAST})")


def test_a_page_headed_by_a_number_is_told_by_it_and_by_what_is_written_there(tmp_path):
    """The slider holds "0.0" and the arrow says "Back", which nobody sees."""
    engine = """Page(Column([toolbar("310-42", on_back=self.close), Row([Seek(0.0), Text("0")]), Text("Lights")]))"""
    widgets = f"""[toolbar("Depot"), Button("Go", on_tap=lambda: self.open(lambda: {engine}))]"""
    with kit(widgets, tmp_path) as (device, _):
        assert Told(device).of('tap "Go"') == 'the screen "310-42" opened with "Lights"'


def test_a_step_of_a_wizard_is_told_by_its_number_and_not_by_the_first_words_below(tmp_path):
    with kit(f"""[toolbar("Cars"), Button("Book", on_tap=lambda: self.open(lambda: {STEPS}))]""", tmp_path) as (
        device,
        _,
    ):
        told = Told(device)
        assert told.of('tap "Book"') == 'the screen "2 / 3" opened with "On board", "Child seat", "Next"'
        assert told.of('tap "Next"') == 'the screen "3 / 3" opened with "Station East", "Keep"'
        assert told.of("back") == 'back on the screen "2 / 3"'


@pytest.mark.parametrize("at", [7, 8])
def test_all_steps_of_a_wizard_that_count_in_their_title_are_told_one_way(tmp_path, at):
    """The first two pages have the same widgets, so that they share a screen id."""
    widgets = """[toolbar(f"Step {self.value - 6} of 3"), Text("For whom" if self.value > 8 else "A name"),
        *[Switch(True, text="Loud")] * (self.value > 8), Space(weight=1),
        Button("Next", on_tap=lambda: self.turn(self.value + 1))]"""
    with kit(widgets, tmp_path) as (device, _):
        told = Told(device)
        said = [told.of('tap "Next"') for _ in range(at - 6)]
        assert said[-1].startswith(f'the screen "Step {at - 5} of 3" opened')


def test_a_page_that_has_the_title_of_the_page_before_is_told_by_what_is_new_on_it(tmp_path):
    place = 'Page(Column([toolbar("Biology"), Text("Room 12"), Text("5")]), "ui.Place")'
    lesson = f"""Page(Column([toolbar("Biology"), Button("Where", on_tap=lambda: self.open(lambda: {place}))]))"""
    widgets = f"""[toolbar("Week"), Button("First", on_tap=lambda: self.open(lambda: {lesson}))]"""
    with kit(widgets, tmp_path) as (device, _):
        told = Told(device)
        assert told.of('tap "First"') == 'the screen "Biology" opened'
        assert told.of('tap "Where"') == 'another screen "Biology" opened with "Room 12"'
        assert told.of("back") == 'back on the screen "Biology" with "Where"'


def test_a_list_that_is_back_with_another_count_in_its_title_is_told_as_back(tmp_path):
    """It has a button more, and therefore another screen id."""
    rows = """List([Row([Text(f"Car {chr(65 + n)}")], pad=20, on_tap=lambda: None)
        for n in range(30 if self.value < 8 else 2)])"""
    found = """Page(Column([toolbar("30 near" if self.value < 8 else "2 near"), BARE,
        *[Button("All", id="all", on_tap=self.begin)] * (self.value > 7), Button("Filter", id="filter",
        on_tap=lambda: self.open(lambda: FILTER))]))"""
    applied = """Page(Column([toolbar("Filter"), Button("Apply", on_tap=lambda: (self.turn(8), self.close()))]))"""
    page = found.replace("FILTER", applied).replace("BARE", rows)
    widgets = f"""[toolbar("Map"), Button("List", on_tap=lambda: self.open(lambda: {page}))]"""
    with kit(widgets, tmp_path) as (device, _):
        told = Told(device)
        assert told.of('tap "List"') == 'the screen "30 near" opened'
        assert told.of('tap "Filter"') == 'the screen "Filter" opened'
        back = told.of('tap "Apply"')
        assert back.startswith('back on the screen "2 near"; ')
        assert '"30 near" became "2 near"' in back


def test_a_list_that_a_tap_makes_shorter_stays_the_screen_though_its_title_counts_it(tmp_path):
    """It has a button more, and therefore another screen id."""
    widgets = """[toolbar("9 near" if self.value < 8 else "3 near"), *[Text(f"Car {n}", id="car", on_tap=self.begin)
        for n in range(9 if self.value < 8 else 3)], *[Button("All", id="all", on_tap=self.begin)] * (self.value > 7),
        Button("Cheap", id="cheap", on_tap=lambda: self.turn(8))]"""
    with kit(widgets, tmp_path) as (device, _):
        said = Told(device).of('tap "Cheap"')
        assert '"9 near" became "3 near"' in said
        assert "opened" not in said
