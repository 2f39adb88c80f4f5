"""Test the last look before a deed beside a line that turns by itself: the third refusal lets the agent choose."""

import pytest
from changing_app import ChangingScene

pytestmark = pytest.mark.slow

SCENES = """
    def news(self): return ("Rain in Ulm", "Snow in Bern", "Sun in Graz", "Fog in Linz", "Hail in Chur")[self.ticks % 5]

    def post(self): return Button("Post", on_tap=self.do("posted"))

    def form(self): return self.page(Text(self.news()), Field("Hello", id="note", hint="Note"), self.post())

    def changed(self):
        held = "Bye" if self.ticks > 3 else "Hello"
        return self.page(Text(self.news()), Field(held, id="note", hint="Note"), self.post())

    def next_to_it(self): return self.page(Field("Hello", id="note", hint="Note"), Text(self.news()), self.post())

    def card(self):
        inside = [Text(self.news()), Space(height=120.0), Field("Hello", id="note", hint="Note"), self.post()]
        return self.page(Column(inside, id="card"), Space(height=60.0))

    def watched(self): return self.page(Text(f"{self.ticks + 7} watching"), Text("Live"), self.post())

    def counted(self): return self.page(Text(f"Photo {self.ticks + 1} of 20"), Text("Live"), self.post())

    def sold(self): return self.page(Text(f"${self.ticks + 7} in all"), Text("Live"), self.post())

    def apart(self):
        return self.page(Text(self.news()), Space(height=120.0), self.button("Details"), self.button("Other"),
                         self.post())

    def priced(self):
        told = Text(f"{self.news()} for ${self.ticks + 1}.00")
        return self.page(told, Field("Hello", id="note", hint="Note"), self.post())
"""
CHOICE = "do it again only if it does not matter which is shown"


def turning(scene: ChangingScene) -> list:
    turns = iter(range(1, 99))
    return scene.take("tap({Post})", lambda: scene.change(ticks=next(turns)), *["tap({Post})"] * 4)


def test_a_deed_is_done_beside_a_line_that_turns_once_the_agent_was_told_and_chose(stage):
    asked = []
    scene = stage("form", ask=lambda found, words: asked.append(found) or True)
    steps = turning(scene)
    assert [step.outcome for step in steps] == ["stale", "stale", "stale", "done", "stale"]
    assert (CHOICE in steps[1].reason, CHOICE in steps[2].reason) == (False, True)
    assert '"Sun in Graz" has become "Fog in Linz"' in steps[2].reason
    assert (scene.did, len(asked)) == (["posted"], 5)


@pytest.mark.parametrize("scene", ["changed", "next_to_it", "card", "priced"])
def test_no_deed_is_done_if_something_else_changes_or_the_line_may_tell_what_it_is_about(stage, scene):
    scene = stage(scene, allow=frozenset({"send", "pay"}))
    steps = turning(scene)
    assert (scene.did, {step.outcome for step in steps}) == ([], {"stale"})


def test_a_deed_is_done_beside_a_count_that_goes_on_once_the_agent_was_told_and_chose(stage):
    scene = stage("watched", allow=frozenset({"send"}))
    turns = iter(range(1, 999, 9))
    steps = scene.take("tap({Post})", lambda: scene.change(ticks=next(turns)), *["tap({Post})"] * 4)
    assert [step.outcome for step in steps] == ["stale", "stale", "stale", "done", "stale"]
    assert CHOICE in steps[2].reason


@pytest.mark.parametrize("scene", ["counted", "sold"])
def test_no_deed_is_done_beside_a_number_that_may_tell_what_it_is_about(stage, scene):
    steps = turning(scene := stage(scene, allow=frozenset({"send", "pay"})))
    assert (scene.did, {step.outcome for step in steps}) == ([], {"stale"})


def test_a_line_that_was_seen_to_turn_holds_up_no_other_tap_apart_from_it_but_every_deed(stage):
    scene = stage("apart", allow=frozenset({"send"}))
    turns = iter(range(1, 99))
    more = [*["tap({Details})"] * 3, "tap({Other})", "tap({Post})"]
    steps = scene.take("tap({Details})", lambda: scene.change(ticks=next(turns)), *more)
    assert [step.outcome for step in steps] == ["stale", "stale", "stale", "done", "done", "stale"]
    assert scene.did == ["Details", "Other"]
