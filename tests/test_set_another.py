"""set touches no other control than the one that the model saw, although its own value changes with each touch."""

import pytest

SCENES = """
    def turned(self, name, scale=100):
        def to(share):
            self.did.append((name, round(share * scale)))
            self.ticks += 1
        return to

    def other(self): return self.later and self.ticks > 0

    def slid(self, name):
        held = [share for whose, share in self.did if whose == name]
        return (held[-1] if held else 50) / 100

    def seek(self, name): return Seek(self.slid(name), on_seek=self.turned(name), id="bar")

    def only(self):
        name = "Alarm" if self.other() else "Music"
        return self.page(Row([Text(name), self.seek(name)]))

    def headed(self):
        name = "Alarm" if self.other() else "Music"
        return Column([toolbar(name), self.seek(name)])

    def swapped(self):
        names = ["Alarm", "Music"] if self.other() else ["Music", "Alarm"]
        return self.page(*[each for name in names for each in (Text(name), self.seek(name))])

    def listed(self):
        names = ["Music", "Alarm", "Ring", "Call"][1 if self.other() else 0:][:3]
        return self.page(List([Row([Text(name), self.seek(name)]) for name in names], id="list"))

    def worded(self):
        name = "Loud" if self.slid("Music") > 0.6 else "Low"
        return self.page(Row([Text("Music"), Text(name), self.seek("Music")]))

    def seats(self): return self.page(number_picker(self.ticks, 0, 40, self.setter("ticks"), shown="Seat {}"))
"""


@pytest.mark.parametrize("scene", ["only", "headed", "swapped", "listed"])
def test_the_slider_that_comes_in_its_place_is_not_touched(stage, scene):
    scene = stage(scene)
    scene.change(later=True)
    (step,) = scene.take('set(1, "83")')
    touched = {name for name, _ in scene.did}
    assert (touched, step.outcome) == ({"Music"}, "part"), (scene.did, step.outcome, step.reason)


@pytest.mark.parametrize("scene", ["only", "headed", "swapped", "listed", "worded"])
def test_a_slider_whose_value_alone_changes_is_set(stage, scene):
    scene = stage(scene)
    (step,) = scene.take('set(1, "83")')
    assert (step.outcome, scene.did[-1]) == ("done", ["Music", 83]), step.reason


@pytest.mark.parametrize(("wanted", "seat"), [("23", 23), ("Seat 2", 2), ("1", 1), ("seat 9", 9)])
def test_a_wheel_whose_rows_begin_with_a_word_is_turned_with_and_without_it(stage, wanted, seat):
    scene = stage("seats")
    scene.change(ticks=4)
    (step,) = scene.take(f'set(1, "{wanted}")')
    assert (step.outcome, scene.phone.state()["changing"]["ticks"]) == ("done", seat), step.reason


def test_a_wheel_that_has_the_number_in_other_words_says_what_it_has(stage):
    scene = stage("seats")
    scene.change(ticks=4)
    (step,) = scene.take('set(1, "Gate 4")')
    assert (step.outcome, 'has no "Gate 4"' in step.reason) == ("part", True), step.reason
