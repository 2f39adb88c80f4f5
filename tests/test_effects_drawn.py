"""What an action did that only the picture or a toast shows, in words."""

import pytest
from test_effects import Told, kit

from appagent.documents.outcomes.effect_words import NOTHING

TOASTS = """[Button("Copy", on_tap=lambda: self.toast("Copied to the clipboard")),
    Button("Idle", on_tap=lambda: None)]"""


DRAWS = """[Canvas(lambda on, size, theme: self.said and on.ellipse((0, 0, *size), fill="red"), width="fill",
    height=300.0), Button("Draw", on_tap=lambda: (self.say("drawn"), self.toast("Drawn")))]"""


@pytest.mark.slow
def test_a_toast_is_told_with_its_words_and_is_no_change_neither_as_it_comes_nor_as_it_goes(tmp_path):
    with kit(TOASTS, tmp_path) as (device, _):
        told = Told(device)
        came = told.effect('tap "Copy"')
        assert (came.words, came.changed) == (f'{NOTHING}; a message says "Copied to the clipboard"', False)
        gone = told.effect('tap "Idle"')
        assert (gone.words, gone.changed) == (NOTHING, False)


@pytest.mark.slow
def test_what_is_drawn_while_a_toast_shows_is_a_change(tmp_path):
    with kit(DRAWS, tmp_path) as (device, _):
        drawn = Told(device).effect('tap "Draw"')
        said = "the picture changed and no words did, as with the dots of a PIN or on a canvas"
        assert drawn.words == f'{said}; a message says "Drawn"'
        assert drawn.changed


STARS = """[Text("Rate it"), Row([
    IconButton("star_full" if at < self.value else "star", on_tap=lambda at=at: self.turn(at + 1)) for at in range(5)
    ]), IconButton("heart_full" if self.said else "heart", desc="Like", on_tap=self.say)]"""


@pytest.mark.slow
def test_of_what_only_looks_another_way_the_elements_are_told(tmp_path):
    with kit(STARS.replace("self.value", "(self.value % 7)"), tmp_path) as (device, _):
        told = Told(device)
        assert told.of("tap 3") == "only the pictures of 1 to 3 of the 5 ImageButtons changed"
        assert told.of("tap 1") == "only the pictures of 2 to 3 of the 5 ImageButtons changed"
        assert told.of('tap "Like"') == 'only the picture of "Like" changed'
