"""Test the last look where only a small picture, such as a face in a row, tells whose button it is."""

import pytest

SCENES = """
    def begin(self):
        self.scene, self.later, self.did, self.ticks, self.liked = "", False, [], 0, False
        self.who = ["Kim", "Lou", "Max", "Ned"]

    def shown(self): return self.who[int(self.later):][:3]

    def rows(self, right, **face):
        made = [Row([avatar(each, **face), Space(weight=1), right(each)], pad=8.0) for each in self.shown()]
        return self.page(List(made, id="people"))

    def transfers(self): return self.rows(lambda each: Button("Transfer", on_tap=self.do(each)))

    def larger(self): return self.rows(lambda each: Button("Remove", on_tap=self.do(each)), size=60.0)

    def bells(self): return self.rows(lambda each: IconButton("bell", on_tap=self.do(each)))

    def switches(self): return self.rows(lambda each: Switch(False, on_tap=self.do(each)))

    def touchable(self):
        return self.rows(lambda each: Button("Mute", on_tap=self.do(each)), on_tap=self.do("face"))

    def stacked(self):
        made = [Row([avatar(each), Space(weight=1), Button("Mute", on_tap=self.do(each))]) for each in self.shown()]
        return self.page(Text("Members"), *made)

    def cards(self):
        def card(each):
            bar = Row([IconButton("star", on_tap=self.do(each)), IconButton("share", on_tap=self.do(each))])
            return Column([Row([avatar(each)]), Space(height=60.0), bar], pad=8.0)
        return self.page(List([card(each) for each in self.shown()], id="feed"))

    def bar(self):
        face = avatar(self.shown()[0])
        top = Row([face, Space(weight=1), IconButton("camera", on_tap=self.do("video"))])
        return Column([top, Field("x", id="note"), Button("Send", on_tap=self.do("sent"))])

    def named(self):
        said = "star" if self.later else "heart"
        made = [Row([Icon(said), Text(each, weight=1), Button("Open", on_tap=self.do(each))]) for each in self.who[:3]]
        return self.page(List(made, id="people"))

    def tools(self):
        play = IconButton("pause" if self.later else "play", on_tap=self.do("play"))
        return Column([toolbar("Song"), Row([play, IconButton("next", on_tap=self.do("next"))])])

    def badged(self):
        badge = Icon("star" if self.later else "heart", size=40)
        top = Row([Button("New", on_tap=self.do("new")), Space(weight=1), badge])
        return Column([top, Space(height=400.0), Text("Nothing yet")])

    def hearts(self):
        def row(each):
            heart = IconButton("star" if self.liked else "heart", on_tap=self.like)
            return Row([heart, Space(weight=1), IconButton("share", on_tap=self.do(each))])
        return self.page(List([row(each) for each in self.who[:3]], id="people"))

    def like(self): self.liked = True
"""
DEEDS = frozenset({"pay", "send", "delete"})
TARGETS = [
    ("transfers", "tap(3)"), ("larger", "tap(2)"), ("bells", "tap(2)"), ("switches", 'set(1, "on")'),
    ("touchable", "tap({Mute})"), ("stacked", "tap(1)"), ("cards", "tap(4)"), ("bar", "tap(1)"), ("bar", "tap({Send})"),
]  # fmt: skip


@pytest.mark.parametrize(("scene", "action"), TARGETS)
def test_a_button_beside_another_face_is_not_touched(stage, scene, action):
    scene = stage(scene, allow=DEEDS)
    (step,) = scene.take(action, lambda: scene.change(later=True))
    assert (scene.did, step.outcome) == ([], "stale"), step.reason


@pytest.mark.parametrize(("scene", "action"), [TARGETS[0], TARGETS[4], *TARGETS[6:]])
def test_a_button_beside_the_same_face_is_touched(stage, scene, action):
    scene = stage(scene, allow=DEEDS)
    (step,) = scene.take(action)
    assert (len(scene.did), step.outcome) == (1, "done"), step.reason


def test_what_was_allowed_for_one_face_is_not_done_to_another(stage):
    asked = []
    scene = stage("transfers", ask=lambda found, words: asked.append(found) or True)
    scene.take("tap(1)", lambda: scene.change(later=True))
    assert (len(asked), scene.did) == (1, [])


@pytest.mark.parametrize(("scene", "action"), [("named", "tap(1)"), ("tools", "tap(2)"), ("badged", "tap({New})")])
def test_icons_beside_a_name_or_on_buttons_hold_nothing_up(stage, scene, action):
    scene = stage(scene)
    (step,) = scene.take(action, lambda: scene.change(later=True))
    assert (len(scene.did), step.outcome) == (1, "done"), step.reason


def test_a_heart_that_a_call_filled_is_no_face(stage):
    scene = stage("hearts")
    scene.take("tap(1)\ntap(2)")
    assert scene.did == ["Kim"]
