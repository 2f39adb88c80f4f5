"""set works what a row opens, a dialog with wheels, a field or a slider, accepts it, and says what the row shows."""

import re

import pytest

from appagent.guard import Guard
from appagent.models.scripted import Scripted
from appagent.prompting.asking import Asker
from appagent.prompting.opinion import SecondOpinion
from appagent.store import Store

pytestmark = pytest.mark.slow

SCENES = """
    def begin(self):
        self.scene, self.later, self.did, self.held, self.draft = "", False, [], "", "72.5"
        self.hands = [8, 30]

    def setting(self, name, shown, dialog):
        return Row([Text(name, weight=1), Text(shown)], on_tap=lambda: self.ask(dialog), pad=16.0, id="row")

    def answers(self, *words, done=lambda: None):
        # the last of them accepts
        def press(what):
            return lambda: (self.close(), self.did.append(what), done() if what == words[-1] else None)
        return [Button(each, on_tap=press(each)) for each in words]

    def two(self):
        turn = lambda at: lambda n: self.hands.__setitem__(at, n)
        hour, minute = number_picker(self.hands[0], 0, 23, turn(0)), number_picker(self.hands[1], 0, 59, turn(1))
        return Row([hour, Text(":"), minute])

    def clock(self, name, *words, told=""):
        # wheels whose time counts once it is accepted
        shown = self.held or "08:30"
        take = lambda: self.setter("held")(f"{self.hands[0]:02}:{self.hands[1]:02}")
        dialog = lambda: alert(name, told, *self.answers(*words, done=take), body=[self.two()])
        return self.page(self.setting(name, shown, dialog), self.button("Beenden"))

    def german(self): return self.clock("Weckzeit", "Abbrechen", "Uhr stellen", "Fertig")

    def spanish(self): return self.clock("Salida", "Cancelar", "Guardar")

    def polish(self): return self.clock("Budzik", "Anuluj", "Zastosuj")

    def unknown_words(self): return self.clock("Uhrzeit", "Zu", "Merken")

    def asks(self): return self.clock("Start", "Cancel", "OK", told="Send the report to Paul Sayers at that time?")

    def deletes(self): return self.clock("Start", "Cancel", "OK", told="All recordings will be deleted.")

    def costs(self): return self.clock("Abholung", "Abbrechen", "OK", told="Gesamt: 12,50 €")

    def twelve(self):
        told = lambda: f"{(self.hands[0] - 1) % 12 + 1}:{self.hands[1]:02} {'PM' if self.hands[0] > 11 else 'AM'}"
        dialog = lambda: alert("Wake up", "", *self.answers("Done"), body=[self.two()])
        return self.page(self.setting("Wake up", told(), dialog))

    def stays(self):
        ok = Button("OK", on_tap=self.do("OK"))
        return self.page(self.setting("Alarm", "08:30", lambda: alert("Alarm", "", ok, body=[self.two()])))

    def keeps_its_own(self):
        dialog = lambda: alert("Alarm", "", *self.answers("OK"), body=[self.two()])
        return self.page(self.setting("Alarm", "08:30", dialog))

    def choice(self, *more):
        sizes = ["Klein", "Mittel", "Groß"]
        dialog = lambda: alert("Schrift", "", *more, body=radio_rows(sizes, self.later or 0, self.setter("later")))
        return self.page(self.setting("Schrift", sizes[(self.held if more else self.later) or 0], dialog))

    def confirmed(self):
        return self.choice(*self.answers("Abbrechen", "OK", done=lambda: self.setter("held")(self.later)))

    def at_once(self): return self.choice()

    def entry(self, *more, words=("Annuler", "Valider"), unit="kg", told=""):
        # what is typed counts once it is accepted
        def dialog():
            field = Field(self.draft, focus=True, on_change=self.setter("draft"))
            take = lambda: self.setter("held")(self.draft)
            return alert("Poids", told, *self.answers(*words, done=take), body=[field, *more])
        return self.page(self.setting("Poids", f"{(self.held or '72.5').replace('.', ',')} {unit}", dialog))

    def described(self):
        # as React Native makes a row: its description joins its texts by commas, and it has no resource-id
        shown = self.held or "14"
        field = lambda: Field(self.draft, focus=True, on_change=self.setter("draft"))
        take = lambda: self.setter("held")(self.draft)
        dialog = lambda: alert("Endereço", "", *self.answers("Cancelar", "Guardar", done=take), body=[field()])
        row = Row([Text("Endereço", weight=1), Text(shown)], desc=f"Endereço, {shown}", pad=16.0,
                  on_tap=lambda: self.ask(dialog))
        return self.page(row)

    def typed(self): return self.entry()

    def typed_and_unsure(self): return self.entry(words=("Fermer", "Noter"))

    def typed_and_paid(self): return self.entry(told="Total : 12,50 €")

    def typed_with_a_limit(self):
        self.draft = self.draft or ""
        field = lambda: Field(self.draft, hint="max. 30 €", on_change=self.setter("draft"))
        dialog = lambda: alert("Napiwek", "", *self.answers("Anuluj", "OK"), body=[field()])
        return self.page(self.setting("Napiwek", "72.5", dialog))

    def amount_on_a_button(self): return self.clock("Tid", "Avbryt", "Fler för 15 kr", "Klar")

    def two_fields(self): return self.entry(Field("", hint="Note", on_change=self.do("Note")))

    def ticked(self): return self.entry(check_row("Chaque jour", False, self.do("Chaque jour")))

    def named(self):
        from appagent.phone.dialogs import ask_words
        ask = lambda: ask_words(self, "이름", self.held or "민수", self.setter("held"))
        return self.page(Row([Text("이름", weight=1), Text(self.held or "민수")], on_tap=ask, pad=16.0, id="row"))

    def slid(self):
        to = lambda share: self.setter("later")(round(100 * share))
        bar = lambda: Seek((self.later or 30) / 100, id="bar", on_seek=to)
        take = lambda: self.setter("held")(str(self.later))
        dialog = lambda: alert("Głośność", "", *self.answers("Anuluj", "OK", done=take), body=[bar()])
        return self.page(self.setting("Głośność", f"{self.held or 30}%", dialog))

    def one_wheel(self):
        wheel = lambda: number_picker(self.hands[0], 1, 20, lambda n: self.hands.__setitem__(0, n), shown="{}")
        take = lambda: self.setter("held")(str(self.hands[0]))
        dialog = lambda: alert("Rasten", "", *self.answers("Abbrechen", "Fertig", done=take), body=[wheel()])
        return self.page(self.setting("Rasten", f"{self.held or 8} Tage", dialog))

    def counted(self):
        number = lambda: stepper(self.later or 2, 1, 9, self.setter("later"))
        take = lambda: self.setter("held")(str(self.later))
        dialog = lambda: alert("Invités", "", *self.answers("Annuler", "OK", done=take), body=[number()])
        return self.page(self.setting("Invités", f"{self.held or 2} personnes", dialog))

    def by_id(self):
        def agreed(): self.close(), self.setter("held")(f"{self.hands[0]:02}:{self.hands[1]:02}")
        yes = Button("Ṣetò", id="android:id/button1", on_tap=agreed)
        no = Button("Rárá", id="android:id/button2", on_tap=self.close)
        dialog = lambda: alert("Aago", "", no, yes, body=[self.two()])
        return self.page(self.setting("Aago", self.held or "08:30", dialog))
"""


def state(scene, name="held"):
    return scene.phone.state()["changing"][name]


@pytest.mark.parametrize(
    ("name", "row"), [("german", "Weckzeit"), ("spanish", "Salida"), ("polish", "Budzik"), ("by_id", "Aago")]
)
def test_the_wheels_that_a_row_opens_are_turned_and_accepted(stage, name, row):
    scene = stage(name)
    (step,) = scene.take(f'set("{row}", "06:45")')
    assert (step.outcome, state(scene)) == ("done", "06:45"), step.reason
    assert f'it shows "{row} · 06:45"' in step.reason


def test_a_list_may_end_with_what_set_has_accepted(stage):
    scene = stage("spanish")
    steps = scene.take('set("Salida", "06:45")\nfinish("done")')
    assert ([step.outcome for step in steps], state(scene)) == (["done"], "06:45"), steps[-1].reason
    assert len(scene.prompts) == 1, scene.prompts[-1]


@pytest.mark.parametrize(("value", "time"), [("18:45", [18, 45]), ("6:45 PM", [18, 45]), ("8:30", [8, 30])])
def test_a_row_shows_a_time_in_other_words(stage, value, time):
    scene = stage("twelve")
    (step,) = scene.take(f'set("Wake up", "{value}")')
    assert (step.outcome, state(scene, "hands")) == ("done", time), step.reason


@pytest.mark.parametrize(
    ("name", "row", "why"),
    [
        ("unknown_words", "Uhrzeit", 'which is still open: tap what accepts it there; it has "Zu", "Merken"'),
        ("asks", "Start", 'the dialog "Start", which is still open: "OK" was not tapped, because it may send'),
        ("deletes", "Start", 'which is still open: "OK" was not tapped, because it may delete'),
        ("amount_on_a_button", "Tid", 'still open: "Klar" was not tapped, because there is "Fler för 15 kr"'),
        ("costs", "Abholung", 'which is still open: "OK" was not tapped, because it may pay'),
    ],
)
def test_a_dialog_that_may_do_more_is_left_open_whatever_is_allowed(stage, name, row, why):
    scene = stage(name, allow=frozenset(("pay", "send", "delete")))
    (step,) = scene.take(f'set("{row}", "06:45")')
    assert (scene.did, state(scene), state(scene, "hands")) == ([], "", [6, 45])
    assert why in step.reason, step.reason


@pytest.mark.parametrize(
    ("name", "row", "value", "held"),
    [
        ("typed", "Poids", "70.25", "70.25"),
        ("typed", "Poids", "0.125", "0.125"),
        ("named", "이름", "서연", "서연"),
        ("slid", "Głośność", "65%", "65"),
        ("one_wheel", "Rasten", "12", "12"),
        ("counted", "Invités", "5", "5"),
        ("described", "Endereço", "42", "42"),
    ],
)
def test_the_only_control_of_a_dialog_gets_the_value_and_is_accepted(stage, name, row, value, held):
    scene = stage(name)
    steps = scene.take(f'set("{row}", "{value}")\nfinish("done")')
    assert ([step.outcome for step in steps], state(scene)) == (["done"], held), steps[0].reason
    assert f'it shows "{row}{", " if name == "described" else " · "}' in steps[0].reason
    assert len(scene.prompts) == 1, scene.prompts[-1]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        (
            "typed_and_unsure",
            'in the dialog "Poids", which is still open: tap what accepts it there; it has "Fermer", "Noter"',
        ),
        ("typed_and_paid", 'which is still open: "Valider" was not tapped, because it may pay'),
        ("typed_with_a_limit", 'which is still open: "OK" was not tapped, because there is "max. 30 €"'),
        ("two_fields", 'it opened the dialog "Poids", which asks for more than a value'),
        ("ticked", 'it opened the dialog "Poids", which asks for more than a value'),
    ],
)
def test_a_field_whose_dialog_is_unclear_is_told(stage, name, why):
    scene = stage(name, allow=frozenset(("pay",)))
    (step,) = scene.take(f'set("{"Napiwek" if name == "typed_with_a_limit" else "Poids"}", "70.25")')
    assert (scene.did, state(scene), why in step.reason) == ([], "", True), step.reason


@pytest.mark.parametrize(("says", "did"), [("none", ["OK"]), ("pay", []), ("unknown", [])])
def test_a_dialog_with_an_amount_is_accepted_if_a_second_opinion_finds_nothing_in_that(stage, says, did):
    def reply(messages):
        controls, _, page = messages[-1].text.partition("The page:")
        assert "max. 30 €" in page
        return "\n".join(f"{mark}: {says}" for mark in re.findall(r"(?:^|>)(\d+) ", controls, re.MULTILINE))

    scene = stage("typed_with_a_limit")
    scene.guard = Guard(opinion=SecondOpinion(Asker(Scripted(reply), "text"), Store(":memory:")))
    (step,) = scene.take('set("Napiwek", "20")\nfinish("done")')
    assert scene.did == did, step.reason
    assert ("which is still open" in scene.prompts[-1]) == (not did)


@pytest.mark.parametrize("name", ["confirmed", "at_once"])
def test_a_choice_is_accepted_or_left_by_back_where_nothing_accepts_it(stage, name):
    scene = stage(name)
    (step,) = scene.take('set("Schrift", "Groß")')
    assert (step.outcome, state(scene, "later")) == ("done", 2), step.reason
    assert 'it shows "Schrift · Groß"' in step.reason


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("stays", '"OK" was tapped, and a dialog is still open'),
        ("keeps_its_own", 'and accepted, but it shows "Alarm · 08:30"'),
    ],
)
def test_what_is_accepted_in_vain_is_told(stage, name, why):
    scene = stage(name)
    (step,) = scene.take('set("Alarm", "06:45")')
    assert (step.outcome, why in step.reason) == ("part", True), step.reason


def test_why_a_value_was_not_set_is_told_once(stage):
    scene = stage("two_fields")
    scene.take('set("Poids", "70.25")', looks=True)
    assert scene.prompts[1].count("which asks for more than a value") == 1
