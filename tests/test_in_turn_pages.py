"""Test calls of one reply where the page turns under the same heading, keys move, or a row of a face has gone."""

import pytest

SCENES = """
    def begin(self):
        self.scene, self.later, self.did, self.ticks, self.at, self.said, self.on = "", False, [], 0, 1, "", []
        self.who, self.keys, self.texts = ["Kim", "Lou", "Max"], "472816", [""]

    def turn(self, what):
        def do():
            self.did.append(f"{what} {self.at}")
            self.at += 1
        return do

    def survey(self): return self.asking(f"{self.at} / 7")

    def slides(self): return self.asking(f"Slide {self.at} of 7")

    def asking(self, place):
        return self.page(Text(place), *[Button(each, on_tap=self.turn(each)) for each in ("Skip", "Agree")])

    def choose(self, what):
        def do(): self.on.append(what)
        return do

    def choosing(self):
        boxes = [CheckBox(each in self.on, text=each, on_tap=self.choose(each)) for each in self.who]
        return self.page(Text(f"{len(self.on)} of 3 chosen"), *boxes, self.button("Further"))

    def note(self, text): self.said = text

    def writing(self):
        return self.page(Field(self.said, id="note", hint="Note", on_change=self.note), Text(f"{len(self.said)}/40"),
                         self.button("Keep"))

    def press(self, key):
        def do():
            self.did.append(key)
            self.keys = self.keys[2:] + self.keys[:2]
        return do

    def pad(self):
        keys = [Button(key, on_tap=self.press(key)) for key in self.keys]
        return self.page(Row(keys[:3]), Row(keys[3:]))

    def remove(self, each):
        def do():
            self.did.append(each)
            self.who.remove(each)
        return do

    def faces(self):
        made = [Row([avatar(each), Space(weight=1), Button("Remove", on_tap=self.remove(each))]) for each in self.who]
        return self.page(List(made, id="people"))

    def go_on(self):
        self.did.append("on " + self.texts[self.ticks])
        self.ticks += 1

    def reading(self):
        shown = self.texts[self.ticks]
        return self.page(Text(shown), Row([Button("Like", on_tap=self.go_on),
                                           Button("Photos", on_tap=lambda: self.did.append("photos " + shown))]))

    def raise_by(self, count):
        def do(): self.on.extend(["one"] * count)
        return do

    def tickets(self):
        less, more = (IconButton(icon, on_tap=self.raise_by(self.at)) for icon in ("minus", "plus"))
        row = Row([Text("Adults, 16 €", weight=1), Row([less, Text(str(1 + len(self.on))), more])])
        return self.page(row, self.button(self.texts[0]))

    def counter(self):
        return self.page(Row([Text(self.texts[self.ticks]), Button("More", on_tap=self.go_on)]), self.button("Keep"))
"""


@pytest.mark.parametrize("scene", ["survey", "slides"])
def test_calls_end_where_the_page_turns_under_its_heading(stage, scene):
    scene = stage(scene)
    scene.take("tap({Skip})\ntap({Skip})\ntap({Agree})")
    assert scene.did == ["Skip 1"]
    assert "has become" in scene.prompts[-1]


@pytest.mark.slow
def test_a_count_of_what_is_chosen_or_typed_ends_no_reply(stage):
    scene = stage("choosing")
    scene.take("tap({Kim})\ntap({Max})\ntap({Further})")
    assert scene.did == ["Further"]
    scene = stage("writing")
    scene.take('text("milk", {Note})\ntap({Keep})')
    assert scene.did == ["Further", "Keep"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("said", "step", "did"),
    [("Continue", 1, ["Continue"]), ("Pay by card", 1, ["Pay by card"]), ("Pay by card", 9, [])],
)
def test_a_count_that_a_call_has_raised_by_one_ends_no_reply_where_a_later_call_may_do_something(
    stage, said, step, did
):
    scene = stage("tickets", allow=frozenset({"pay"}))
    scene.change(texts=[said], on=[], did=[], at=step)
    scene.take(f"tap(2)\ntap({{{said}}})")
    assert scene.did == did, scene.prompts[-1][-800:]


@pytest.mark.slow
def test_a_key_that_has_moved_is_pressed_where_it_is(stage):
    scene = stage("pad")
    scene.take('tap({"8"})\ntap({"4"})\ntap({"4"})\ntap({"6"})')
    assert scene.did == ["8", "4", "4", "6"]


def test_a_call_for_the_row_of_a_face_hits_no_other_face(stage):
    scene = stage("faces", allow=frozenset({"delete"}))
    scene.take("tap(1)\ntap(2)")
    assert scene.did == ["Kim"]
    assert "belongs to another picture now" in scene.prompts[-1]


@pytest.mark.parametrize(
    "texts",
    [["Ana", "Ben"], ["Jan", "Tom"], ["Ana is here", "Ben is here"], ["Ana, Ben", "Tom, Sam"], ["12", "13"],
     ["2nd floor", "3rd floor"], ["2. Stock", "3. Stock"]],
)  # fmt: skip
def test_calls_end_where_the_page_is_about_another(stage, texts):
    """All of these names are days or months in some language."""
    scene = stage("reading")
    scene.change(texts=texts, ticks=0, did=[])
    scene.take("tap({Like})\ntap({Photos})")
    assert scene.did == [f"on {texts[0]}"]
    assert f'"{texts[0]}" has become "{texts[1]}"' in scene.prompts[-1]


@pytest.mark.parametrize(
    ("shown", "texts"),
    [("reading", ["Mon 12 May", "Tue 13 May"]), ("reading", ["Monday", "Tuesday"]),
     ("reading", ["12 guests", "13 guests"]), ("counter", ["12", "13"])],
)  # fmt: skip
def test_calls_go_on_where_a_value_has_changed(stage, shown, texts):
    scene = stage(shown)
    scene.change(texts=texts, ticks=0, did=[])
    scene.take("tap({Like})\ntap({Photos})" if shown == "reading" else "tap({More})\ntap({Keep})")
    assert len(scene.did) == 2
