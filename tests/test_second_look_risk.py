"""Test the last look before what only the acting model calls a deed: it is as strict as before a deed by the guard."""

import pytest

pytestmark = pytest.mark.slow

SCENES = """
    def places(self): return self.page(Text("40 places" if self.later else "50 places"), self.button("Open"))
    def sign(self):
        def paint(draw, size, theme): draw.ellipse((0, 0, *size), fill="#b01010" if self.later else "#1010b0")
        picture = Picture(paint, width=40.0, height=40.0)
        return self.page(Row([picture, Text("Account", weight=1), self.button("Open")]))
"""


@pytest.mark.parametrize("scene", ["places", "sign"])
@pytest.mark.parametrize(("risk", "later", "outcome"), [
    ("send", True, "stale"), ("send", False, "done"), ("none", True, "done"),
])  # fmt: skip
def test_what_the_model_itself_calls_a_deed_is_compared_as_one(stage, scene, risk, later, outcome):
    shown = stage(scene, allow=frozenset({"send"}))
    (step,) = shown.take(f"Risk: {risk}\nAction: tap({{Open}})", lambda: shown.change(later=later))
    assert (shown.did, step.outcome) == (["Open"] * (outcome == "done"), outcome)
