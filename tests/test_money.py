"""What counts as an amount of money, in the ways in which the world writes one."""

import pytest
from hierarchies import deed_of, dump, node
from tables import cases

from appagent.actions import Tap
from appagent.devices.captures.hierarchy import read_dump
from appagent.screen.language.money import has_amount, priced

AMOUNTS = """$12.50|US$5|￥36|99元起|1 299 kr|kr 50|€ 12,00|1.234.567,89 €|99 norske kroner|100 рублей|20 zł|CHF 20
    300 Ft|₹300/month|5 евро|100 円|1,000원|Pay 5 dollars now|150 ريال|R$ 10|20 leva|£5"""
NONE = "Room 99|5 GB|10 km|12:30|3 items|5 min|Version 2.0|5 ft|5 L|100 %|2 pounds|24 May 2026|No. 7|2026"


@cases(("text", "expected"), [*((t.strip(), True) for line in AMOUNTS.split("\n") for t in line.split("|")),
                              *((t, False) for t in NONE.split("|"))])  # fmt: skip
def test_an_amount_is_known_by_its_currency(text, expected):
    assert has_amount(text) is expected


def test_coins_that_no_state_strikes_are_money_too():
    assert [has_amount(text) for text in ("0.05 ETH", "₿0.01", "BTC 2", "2 USB", "12 DOTS")] == [True] * 3 + [False] * 2


def test_the_rest_of_the_text_stays():
    assert priced("Upgrade for 99 kr/md") == "Upgrade for ¤/md"


@pytest.mark.slow
def test_a_long_text_of_numbers_is_read_in_one_go():
    for text in ("1 " * 50_000, "111 " * 50_000, "9" * 100_000 + "kr"):
        assert isinstance(priced(text), str)


@cases("words", ["Jetzt: 4,99 €/Monat", "99 kr/md", "20 zł"])
def test_a_button_that_is_a_price_pays(words):
    screen = read_dump(dump(node("FrameLayout", node("Button", text=words, at=(0, 200, 900, 300), can="clickable"))))
    assert deed_of(Tap(1), screen, careful=True) == "pay"
