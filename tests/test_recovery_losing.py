"""A dialog that comes by itself is left to the agent if closing it may lose something."""

import pytest
from changing_app import APP, changing_scenes

pytestmark = pytest.mark.slow

SCENES = """
    def base(self): return self.page(self.button("Open map"), self.button("Next page"))

    def session(self): return confirm(self, "Session ends in 60 s", "Cancel logs you out and discards the draft.",
                                      "Stay", self.do("stay"))

    def transfer(self): return confirm(self, "Transfer", "Cancel stops the transfer.", "Continue", self.do("go on"))

    def german(self): return confirm(self, "Sitzung", "Beim Abbrechen geht der Entwurf verloren.", "Weiter",
                                     self.do("weiter"))

    def rating(self): return confirm(self, "Enjoying the app?", "Rate us!", "Rate", self.do("rate"))
"""


def came(stage, dialog):
    """What happens to a dialog that comes while a model decides: the steps, and what the model is told at last."""
    scene = stage("base")
    left = [lambda: scene.open(dialog)]
    steps = scene.take("tap({Open map})", lambda: left and left.pop()(), "wait(0.1)")
    return steps, scene.prompts[-2]


@pytest.mark.parametrize("dialog", ["session", "transfer", "german"])
def test_what_says_that_closing_loses_something_is_left_to_the_agent(stage, dialog):
    steps, told = came(stage, dialog)
    assert [step.outcome for step in steps][:2] == ["stale", "done"]
    assert "so closing it may do that" in told


def test_any_other_dialog_is_dismissed(stage):
    steps, told = came(stage, "rating")
    assert "recovered" in [step.outcome for step in steps]
    assert "closing it may do that" not in told


PAGES = """
    def base(self): return self.page(self.button("Open map"), self.button("Next page"))

    def other(self): return Page(self.page(self.button("Open map"), Text("Sponsored")), "OtherActivity")
"""


def test_another_page_that_comes_by_itself_is_told_as_such(tmp_path, recorder):
    with changing_scenes(PAGES, tmp_path, recorder) as show:
        scene = show("base")
        app = scene.phone.packages[APP]
        left = [lambda: app.open(app.other)]

        def between():
            with scene.phone.lock:
                left and left.pop()()
                scene.phone.set_up({})

        scene.take("tap({Open map})", between, "tap({Open map})")
        assert "came by itself: nothing was done since the last screen" in scene.prompts[1]
        assert "came by itself" not in scene.prompts[2]


def test_a_dialog_is_told_with_its_numbers(stage):
    steps, _ = came(stage, "session")
    assert steps[0].reason == 'tap "Open map" was not done: a dialog is over it now: "Session ends in 60 s"'
