"""set sees that a switch was turned, although its row says more then or has grown, and mistakes no other for it."""

import pytest

pytestmark = pytest.mark.slow

SCENES = """
    def begin(self):
        self.scene, self.later, self.did, self.on = "", False, [], {}

    def is_on(self, name): return self.on.get(name, False)

    def turn(self, name): return lambda: self.on.update({name: not self.is_on(name)})

    def sheet(self):
        # a sheet from below, which grows when its switch is on
        from appagent.phone.app import Dialog
        on = self.is_on("Jag kommer")
        more = [Row([Text("Vi blir", weight=1), stepper(2, 1, 9, lambda n: None)])] if on else []
        row = Row([Text("Jag kommer", weight=1), Switch(on, on_tap=self.turn("Jag kommer"))], pad=(24, 8, 24, 8))
        told = [Text("Städdag", pad=24), Text("lör 12 dec, 9.30 – 12.00", pad=24)]
        return Dialog(Panel([*told, row, *more, Space(height=24)], background="card"), gravity="bottom")

    def details(self): return ["Ogni notte alle 3:00", "Solo con il Wi-Fi"]

    def named(self, name, more):
        # a row that is the switch; on, it says more and is higher
        on = self.is_on(name)
        words = [Text(name), *([Text(each) for each in more] if on else [])]
        return Row([Column(words, weight=1), Switch(on)], on_tap=self.turn(name), pad=16.0)

    def says_more(self):
        return self.page(self.named("Copia notturna", self.details()), self.button("Esci"))

    def says_more_in_a_list(self):
        names = ["Copia notturna", "Aggiorna", "Risparmia"]
        return self.page(List([self.named(each, self.details()) for each in names], id="list"))

    def says_other(self):
        on = self.is_on("Backup")
        said = ["Backup: every night", "Next one at 3:00"] if on else ["Backup", "Your notes are only on this phone"]
        words = Column([Text(each) for each in said], weight=1)
        return self.page(Row([words, Switch(on)], on_tap=self.turn("Backup"), pad=16.0))

    def relabelled(self):
        # each row says what a tap on it does
        row = lambda name: Row([Text(f"{'Vypnout' if self.is_on(name) else 'Zapnout'} {name}", weight=1),
                                Switch(self.is_on(name))], on_tap=self.turn(name), pad=16.0)
        return self.page(List([row("budík"), row("hlas"), row("podsvícení")], id="list"))

    def leaves(self, *names):
        # what is on goes, and another row that is on comes in its place
        one, other = names or ("Milch", "Brot")
        rows = [] if self.is_on(one) else [self.named(one, [])]
        self.on[other] = True
        return self.page(List([*rows, self.named(other, [])], id="list"))

    def leaves_its_like(self): return self.leaves("Lampe links", "Lampe rechts")
"""


@pytest.mark.parametrize(
    ("name", "row", "switch"),
    [
        ("says_more", "Copia notturna", "Copia notturna"),
        ("says_more_in_a_list", "Copia notturna", "Copia notturna"),
        ("says_more_in_a_list", "Aggiorna", "Aggiorna"),
        ("says_other", "Backup", "Backup"),
        ("relabelled", "Zapnout hlas", "hlas"),
    ],
)
def test_a_switch_whose_row_says_more_is_seen_to_be_on(stage, name, row, switch):
    scene = stage(name)
    (step,) = scene.take(f'set("{row}", "on")')
    assert scene.phone.state()["changing"]["on"].get(switch) is True
    assert (step.outcome, "it is on now" in step.reason) == ("done", True), step.reason


def test_a_switch_whose_sheet_grows_is_seen_to_be_on(stage):
    scene = stage("says_more")
    scene.open("sheet")
    (step,) = scene.take('set(1, "on")')
    assert scene.phone.state()["changing"]["on"] == {"Jag kommer": True}
    assert (step.outcome, "it is on now" in step.reason) == ("done", True), step.reason


@pytest.mark.parametrize(("name", "row"), [("leaves", "Milch"), ("leaves_its_like", "Lampe links")])
def test_a_switch_that_has_gone_is_not_taken_for_the_one_in_its_place(stage, name, row):
    scene = stage(name)
    (step,) = scene.take(f'set("{row}", "on")')
    assert (step.outcome, "it is on now" in step.reason) == ("part", False), step.reason


def test_the_switch_of_a_sheet_is_called_by_the_words_beside_it(stage):
    scene = stage("says_more")
    scene.open("sheet")
    (step,) = scene.take('set("Jag kommer", "on")', looks=True)
    assert (step.words, scene.phone.state()["changing"]["on"]) == ('set "Jag kommer" to "on"', {"Jag kommer": True})
    assert "12.00 · Jag kommer" not in "".join(scene.prompts)
