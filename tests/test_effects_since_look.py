"""Test that what changed while a model thought is not told as the effect of its action."""

import pytest

SCENES = """
    def now(self, *pair):
        return pair[self.later]

    def open_map(self):
        return Button("Open map", on_tap=lambda: setattr(self, "blank", True))

    def saying(self):
        return self.page(Text(self.texts[self.later]), self.open_map(), Text("Map is open" if self.blank else "No map"))

    def still(self):
        return self.page(Text(self.texts[self.later]), self.button("Open map"))

    def chat(self):
        said = ["Hi", "How are you?"] + ["New one"] * self.later
        return Column([toolbar("Ana"), List([Text(each, pad=8.0) for each in said], id="chat", from_end=True),
                       Row([self.button("Camera")])])

    def loading(self):
        return self.page(*[] if self.later else [Progress()], self.button("Open map"))

    def banner(self):
        return self.page(self.button("Open map"), Frame([Text(self.now("Buy shoes", "Fly to Rome"))], id="ad_banner",
                                                        on_tap=self.do("ad")))
"""
PAIRS = [("vor 3 Minuten", "vor 4 Minuten"), ("typing…", "online"), ("1 min ago", "2 min ago"), ("23 °C", "24 °C"),
         ("Syncing…", "Synced")]  # fmt: skip


def taken(scene, action, **values):
    scene.change(**values)
    return scene.take(action, lambda: scene.change(later=True), looks=True)[0]


@pytest.mark.parametrize("texts", PAIRS)
def test_what_changed_before_the_gesture_is_not_its_effect(stage, texts):
    step = taken(stage("still"), "tap({Open map})", texts=list(texts), later=False)
    assert (step.effect, step.changed) == ("nothing changed on the screen", False)


@pytest.mark.parametrize(("name", "touched"), [("chat", "Camera"), ("loading", "Open map"), ("banner", "Open map")])
def test_a_row_a_spinner_or_a_banner_that_changed_before_is_none_either(stage, name, touched):
    step = taken(stage(name), f"tap({{{touched}}})", later=False)
    assert (step.effect, step.changed) == ("nothing changed on the screen", False)


def test_the_effect_itself_is_told_nevertheless(stage):
    step = taken(stage("saying"), "tap({Open map})", texts=["vor 3 Minuten", "vor 4 Minuten"], later=False)
    assert (step.effect, step.changed) == ('new: "Map is open"; gone: "No map"', True)
