"""The virtual phone's Calculator, worked by touches alone; sums, memory, history, sizes and languages."""

import random
import re
from fractions import Fraction
from functools import partial

import pytest
from hierarchy_nodes import find, nodes, tap, texts, with_app

from appagent.phone import Phone

pytestmark = pytest.mark.slow

CALCULATOR = "com.example.calculator"
KEYS = {
    ".": "dec_point", "+": "op_add", "−": "op_sub", "×": "op_mul", "÷": "op_div", "%": "op_pct", "±": "op_neg",
    "=": "eq", "C": "clr", "<": "del", **{digit: f"digit_{digit}" for digit in "0123456789"},
}  # fmt: skip
ACROSS = [
    pytest.param({}, id="1080x2400"),
    pytest.param({"size": (720, 1280), "locale": "zh-CN"}, id="720x1280, zh"),
    pytest.param({"size": (2400, 1080)}, id="landscape"),
]


opened = partial(with_app, CALCULATOR)


@pytest.fixture
def phone() -> Phone:
    return opened()


def press(phone: Phone, keys: str) -> str:
    """Touch keys by what is on them ("12.5×4=", M for M+, m for M−, R and F for recall and forget); the display."""
    named = KEYS | {"M": "m_add", "m": "m_sub", "R": "mr", "F": "mc"}
    places = {node.name: node.centre for node in nodes(phone)}
    for key in keys:
        phone.tap(*places[named[key]])
    shown = str(phone.state()["calculator"]["display"])  # type: ignore[index]
    assert find(phone, "result")["text"] == shown or phone.locale != "en-US"
    return shown


def state(phone: Phone, name: str) -> object:
    return phone.state()["calculator"][name]  # type: ignore[index]


# --- sums


@pytest.mark.parametrize(
    ("keys", "display"),
    [
        ("", "0"),
        ("007", "7"),
        ("12.5.5", "12.55"),
        (".5", "0.5"),
        ("2+3×4", "2 + 3 × 4"),
        ("2+3×4=", "14"),
        ("9−3−2=", "4"),
        ("8÷4÷2=", "1"),
        ("0.1+0.2=", "0.3"),
        ("1÷3=", "0.333333333333"),
        ("1÷3=×3=", "1"),
        ("1÷3×3−1=", "0"),
        ("2÷3=", "0.666666666667"),
        ("999999999999×10=", "9.99999999999E+12"),
        ("0.00001×0.001=", "1E-8"),
        ("5+×3=", "15"),  # the later sign holds
        ("5+=", "5 +"),  # nothing to work out yet
        ("5=", "5"),
        ("+5=", "5"),
        ("5.+2.=", "7"),
        ("2+3=4", "4"),  # a digit after a result begins a new sum
        ("2+3=×4=", "20"),
        ("50%", "0.5"),
        ("200+10%", "200 + 20"),
        ("200−10%=", "180"),
        ("200×10%=", "20"),
        ("5±", "-5"),
        ("5±±", "5"),
        ("0±", "0"),
        ("0.±<5", "-5"),
        ("8×5±=", "-40"),
        ("3−5=±", "2"),
        ("0.±=", "-0."),
        ("0.±+0=", "0"),
        ("123<", "12"),
        ("12+<", "12"),
        ("12+<3", "123"),
        ("5±<", "0"),
        ("1÷3=<", "0"),
        ("<", "0"),
        ("12+3C", "0"),
    ],
)
def test_a_sum_is_shown_as_typed_and_worked_out_as_at_school(phone, keys, display):
    assert press(phone, keys) == display


def test_any_sum_comes_to_what_exact_arithmetic_says(phone):
    dice = random.Random(3)
    for _ in range(10):
        count = dice.randint(2, 4)
        numbers = [f"{dice.randint(1, 999)}.{dice.randint(0, 99)}" for _ in range(count)]
        keys = "".join(number + dice.choice("+−×÷") for number in numbers)[:-1]
        expected = eval(re.sub(r"[\d.]+", r"Fraction('\g<0>')", keys.translate(str.maketrans("−×÷", "-*/"))))
        assert float(press(phone, keys + "=")) == pytest.approx(float(expected), rel=1e-11), keys
        assert Fraction(state(phone, "history")[0]["exact"]) == expected  # type: ignore[index]


@pytest.mark.parametrize("keys", ["5÷0=", "0÷0=", "1+2÷0=", "5÷0+10%", "5÷0M"])
def test_a_division_by_zero_says_so_and_the_next_key_begins_again(phone, keys):
    assert press(phone, keys) == "Cannot divide by zero"
    assert state(phone, "history") == []
    assert press(phone, "7") == "7"
    press(phone, "C" + keys)
    assert press(phone, "<") == "0"


def test_a_result_that_no_display_could_hold_says_so(phone):
    press(phone, "999999999999M" + 3 * "R×R=FM")
    assert press(phone, "R") == "9.99999999992E+95"
    assert press(phone, "×R=") == "Too large"


def test_what_does_not_fit_is_refused_with_a_word(phone):
    assert press(phone, "1234567890123") == "123456789012"
    assert phone.last_toast == "No more fits"
    assert len(press(phone, "C" + "123456789×" * 6)) <= 40


def test_no_keys_however_random_leave_a_display_that_cannot_be_gone_on_from(phone):
    dice = random.Random(5)
    for _ in range(6):
        press(phone, "".join(dice.choices([*KEYS, "M", "m", "R"], k=40)))
        assert press(phone, "C1+1=") == "2"


# --- memory


def test_the_memory_adds_up_takes_away_comes_back_and_is_forgotten(phone):
    press(phone, "2×3M")
    assert (state(phone, "display"), state(phone, "memory"), find(phone, "memory")["text"]) == ("6", "6", "Memory 6")
    assert press(phone, "4M1m") == "1"
    assert state(phone, "memory") == "9"
    assert press(phone, "C10−R") == "10 − 9"
    assert press(phone, "R5") == "10 − 5"  # a number that was brought back is replaced, not added to
    press(phone, "F")
    assert state(phone, "memory") == "0"
    assert "memory" not in [node.name for node in nodes(phone)]


def test_the_memory_keeps_more_digits_than_the_display_has(phone):
    assert press(phone, "1÷3M") == "0.333333333333"
    assert press(phone, "C3×R=") == "1"


# --- down to the deepest screen, in sizes and languages


@pytest.mark.parametrize("given", ACROSS)
def test_past_results_are_listed_taken_over_and_cleared_after_a_question(given):
    phone = opened(**given)
    say = (lambda words: words) if phone.locale == "en-US" else phone.packages[CALCULATOR].t
    tap(phone, "history")
    assert texts(phone) == [say("History"), say("No results yet")]
    tap(phone, say("Navigate up"))
    press(phone, "2+3=")
    assert [node["text"] for node in nodes(phone) if node.name == "formula"] == ["2 + 3 ="]
    press(phone, "C7×8=")
    tap(phone, "history")
    assert texts(phone) == [say("History"), "7 × 8", "56", "2 + 3", "5"]
    tap(phone, "2 + 3")  # the words of a row: the touch goes to the row
    assert state(phone, "display") == "5"
    tap(phone, "history", say("Clear history"), say("Cancel"))
    assert [line["result"] for line in state(phone, "history")] == ["56", "5"]  # type: ignore[union-attr, index]
    tap(phone, say("Clear history"), say("Clear"))
    assert texts(phone) == [say("History"), say("No results yet")]
    assert state(phone, "history") == []
    phone.press("back")
    assert press(phone, "+1=") == "6"


@pytest.mark.parametrize("given", ACROSS)
def test_every_key_is_drawn_where_the_hierarchy_has_it(given):
    phone = opened(**given)
    picture = phone.picture().convert("L")
    keys = [node for node in nodes(phone) if node["clickable"] == "true" and node["package"] == CALCULATOR]
    assert len(keys) == 25
    assert {f"digit_{digit}" for digit in range(10)} < {key.name for key in keys}
    for key in keys:
        left, top, right, bottom = key.bounds
        assert (right - left, bottom - top) >= (48, 48)
        low, high = picture.crop((left + 8, top + 8, right - 8, bottom - 8)).getextrema()
        assert high - low > 60, key


@pytest.mark.parametrize("given", ACROSS)
def test_the_picture_of_the_display_changes_with_it_and_stays_inside_its_place(given):
    phone = opened(**given)
    seen = set()
    for keys in ("C", "8", "×8", "=", "÷0=", "C123456789+123456789×123456789−12"):
        press(phone, keys)
        result, place = find(phone, "result").bounds, find(phone, "display").bounds
        assert place[0] <= result[0] < result[2] <= place[2], keys
        assert place[1] <= result[1] < result[3] <= place[3], keys
        seen.add(phone.picture().crop(place).tobytes())
    assert len(seen) == 6


def test_the_error_is_told_in_the_phones_language():
    phone = opened(locale="zh-CN")
    assert press(phone, "1÷0=") == "Cannot divide by zero"  # a check means the same everywhere
    assert find(phone, "result")["text"] == "不能除以零"
