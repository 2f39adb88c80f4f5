"""Controls that show a price, or stand beside one: what pays, and what only counts."""

import pytest
from hierarchies import node
from test_guard_structure import button, on, page, words

from appagent.guard import effect_of

PAYS = [
    ("Prova nu, 39 kr/mån", "Fler recept", "pay", "unknown"),
    ("Suscribirme", "Premium, 9,90 € al mes", "pay", "pay"),
]
NOT = [("4 260 kr", "Budget", "none", "none"), ("Hjälp", "Plus, 39 kr", "none", "none")]


@pytest.mark.parametrize(
    ("role", "label", "shown", "careful", "usual"),
    [(role, *row) for role in ("Button", "View", "ViewGroup") for row in (*PAYS, *(NOT if role != "Button" else ()))],
)
def test_what_shows_its_own_price_or_subscribes_pays_whatever_its_class(role, label, shown, careful, usual):
    pressed = node(role, at=(100, 1450, 980, 1550), can="clickable focusable", text=label)
    screen = page(words(shown, 200), words("Obegränsat antal", 400), pressed)
    tap = on(label, screen)
    assert [effect_of(tap, screen, careful=each).effect for each in (True, False)] == [careful, usual]


@pytest.mark.parametrize("answer", ["Confirm", "Continue", "OK", "Grab it", "Weiter", "Ride"])
@pytest.mark.parametrize("number", ["12.50 €", "2 tickets"])
def test_an_answer_beside_a_price_is_no_plus_of_it(answer, number):
    """A bar of a checkout is built as a stepper is: two buttons of one size with a number between them."""
    change = node("Button", text="Change", at=(40, 400, 340, 500), can="clickable")
    shown = node(text=number, at=(400, 410, 640, 490))
    agreed = node("Button", text=answer, at=(700, 400, 1000, 500), can="clickable")
    bar = node("LinearLayout", change, shown, agreed, at=(0, 400, 1080, 500))
    screen = page(words("Total 12.50 €", 200), bar, button("Help"))
    tap = on(answer, screen)
    assert [effect_of(tap, screen, careful=each).effect in ("pay", "unknown") for each in (True, False)] == [True, True]
    screen = page(words("Cart", 200), bar, button("Home"))
    expected = ("pay", "unknown") if number == "12.50 €" else ("pay", "unknown", "none")
    assert effect_of(on(answer, screen), screen).effect in expected
