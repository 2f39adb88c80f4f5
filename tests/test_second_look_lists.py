"""What a deed is done to or with stands in a list above its button: the last look reads that too."""

import pytest

SCENES = """
    def who(self): return "Bo" if self.later else "Ana"
    def pairs(self, *pairs): return List([Row([Text(a, weight=1), Text(b)]) for a, b in pairs], id="list")
    def transfer(self):
        return self.page(self.pairs(("To", self.who()), ("Amount", "50 kr")), Button("Send money", on_tap=self.do("sent")))
    def basket(self):
        first = "Laptop" if self.later else "Pears"
        return self.page(self.pairs((first, ""), ("Plums", "")), Button("Buy", on_tap=self.do("bought")))
    def longer(self):
        rows = [("To", "Ana"), ("Note", "Rent"), ("Amount", "50 kr")]
        return self.page(self.pairs(*(rows + [("Fee", "none")] * bool(self.later))), Button("Send money", on_tap=self.do("sent")))
    def moved(self):
        more, amount = ([("Fee", "none")], "900 kr") if self.later else ([], "50 kr")
        rows = [*more, ("To", "Ana"), ("Amount", amount), *((f"Line {n}", "") for n in range(60))]
        return self.page(self.pairs(*rows), Button("Pay", on_tap=self.do("paid")))
"""  # noqa: E501
ALLOW = frozenset({"pay", "send"})


@pytest.mark.parametrize(("scene", "call"), [("transfer", "tap({Send money})"), ("basket", "tap({Buy})")])
def test_a_deed_is_not_done_to_who_or_what_a_list_names_only_now(stage, scene, call):
    shown = stage(scene, allow=ALLOW)
    (step,) = shown.take(call, lambda: shown.change(later=True))
    assert (shown.did, step.outcome) == ([], "stale")
    assert "has become" in step.reason


def test_an_amount_that_has_changed_in_a_list_that_has_moved_holds_a_payment_up(stage):
    shown = stage("moved", allow=ALLOW)
    (step,) = shown.take("tap({Pay})", lambda: shown.change(later=True))
    assert (shown.did, step.outcome) == ([], "stale")


def test_a_row_more_is_no_other_deed(stage):
    shown = stage("longer", allow=ALLOW)
    (step,) = shown.take("tap({Send money})", lambda: shown.change(later=True))
    assert (shown.did, step.outcome) == (["sent"], "done")
