"""A dialog that comes by itself is left to the agent if closing it may lose something."""

import pytest
from changing_app import APP, changing_scenes, write_scenes
from hierarchies import DISPLAY, NOTES, dump, node

from appagent.devices.captures.hierarchy import read_dump
from appagent.recovery.disturbances import advertised

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
    steps = scene.take("tap({Open map})", lambda: left and left.pop()(), "wait(0.1)", looks=True)
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

    def advert(self):
        return Page(Column([Text("Coins for $4.99"), Text("Limited offer"), self.button("Buy")]), AD)

    def stuck(self):
        return Page(Column([Text("Wait 30 s"), self.button("Buy")]), AD, on_back=self.do("back"))

AD = "com.google.android.gms.ads.AdActivity"
"""


def test_another_page_that_comes_by_itself_is_told_as_such(tmp_path, recorder):
    with changing_scenes(write_scenes(tmp_path, PAGES), tmp_path, recorder) as show:
        scene = show("base")
        app = scene.phone.packages[APP]
        left = [lambda: app.open(app.other)]

        def between():
            with scene.phone.lock:
                left and left.pop()()
                scene.phone.set_up({})

        scene.take("tap({Open map})", between, "tap({Open map})", looks=True)
        assert "came by itself: nothing was done since the last screen" in scene.prompts[1]
        assert "came by itself" not in scene.prompts[2]


@pytest.mark.parametrize(
    ("page", "outcomes", "did"),
    [("advert", ["stale", "recovered", "done"], ["Open map"]), ("stuck", ["stale", "recovered", "failed"], ["back"])],
)
def test_a_page_of_an_advertising_library_is_left_once_and_told(tmp_path, recorder, page, outcomes, did):
    with changing_scenes(write_scenes(tmp_path, PAGES), tmp_path, recorder) as show:
        scene = show("base")
        app = scene.phone.packages[APP]
        left = [lambda: app.open(getattr(app, page))]

        def between():
            with scene.phone.lock:
                left and left.pop()()
                scene.phone.set_up({})

        steps = scene.take("tap({Open map})", between, "tap({Open map})" if page == "advert" else "tap(99)", looks=True)
        assert [step.outcome for step in steps][:3] == outcomes
        assert scene.did == did
        assert "came over the app by itself: back was pressed" in scene.prompts[1]


@pytest.mark.parametrize(
    ("activity", "sure"),
    [
        ("com.facebook.ads.AudienceNetworkActivity", True),
        ("com.applovin.adview.AppLovinFullscreenActivity", True),
        (".ads.AdActivity", False),
        ("org.notes.ads.DetailsActivity", False),
        ("com.maker.address.PickActivity", False),
    ],
)
def test_an_advertising_library_is_known_by_an_activity_that_is_not_named_after_the_app(activity, sure):
    page = dump(node("FrameLayout", node(text="Coins")))
    before = read_dump(page, size=DISPLAY, app=NOTES, activity=".Main")
    assert (advertised(before, read_dump(page, size=DISPLAY, app=NOTES, activity=activity)) is not None) is sure


def test_a_dialog_is_told_with_its_numbers(stage):
    steps, _ = came(stage, "session")
    assert steps[0].reason == 'tap "Open map" was not done: a dialog is over it now: "Session ends in 60 s"'
