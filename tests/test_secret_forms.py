"""How secret values are found: the plain forms of letters, where they come from, and what may stand around them."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st
from tables import cases

from appagent.secrets import Secrets, names_in
from appagent.secrets.find import secret_spans, values
from appagent.secrets.plain_forms import OMITTED, located, plain_form

LETTERS = st.characters(codec="utf-8")


@given(st.text(LETTERS))
def test_every_folded_letter_is_known_by_where_it_comes_from(text):
    folded, places = located(text)
    assert folded == plain_form(text)
    assert len(folded) == len(places)
    assert places == sorted(places)


@given(st.text(LETTERS))
def test_folding_again_changes_nothing_more(text):
    assert plain_form(plain_form(text)) == plain_form(text)


@given(
    st.text(LETTERS, max_size=20),
    st.text(LETTERS, max_size=20),
    st.sampled_from(["4711", "hunter2-Ünlü", "(.*)", "密码七七"]),
)
def test_a_value_that_stands_alone_is_found_among_anything(before, after, value):
    masked = Secrets({"x": value}).mask(f"{before} {value} {after}")
    assert "${x}" in masked
    assert value not in masked


@cases("digit", range(10))
def test_every_digit_that_unicode_knows_counts(digit):
    signs = [sign for sign in map(chr, range(0x20000)) if unicodedata.decimal(sign, -1) == digit]
    assert len(signs) > 50
    assert {plain_form(sign) for sign in signs} == {str(digit)}


@cases(
    ("value", "text", "found"),
    [
        ("4711", "code 4711.", ["4711"]),
        ("4711", "14711 47110", []),
        ("4711", "a4711b", ["4711"]),
        ("moon", "moonshine", []),
        ("moonshine", "Moonshines", ["Moonshine"]),
        ("moon", "demo on", []),
        ("two words", "two\n words", ["two\n words"]),
        ("47", "47", []),
        ("hunter2", "hunt… and hun…", ["hunt…"]),
        ("4711", "471… 47…", ["471…"]),
        ("4711", "e\u0301 4\u03017\u03011\u03011\u0301!", ["4\u03017\u03011\u03011\u0301"]),
    ],
)
def test_a_value_is_found_where_it_stands(value, text, found):
    assert [text[first:last] for first, last, _ in secret_spans(text, values([value]))] == found


def test_where_two_values_overlap_nothing_of_either_is_left():
    assert Secrets({"a": "abcd12", "b": "d12xyz99"}).mask("abcd12xyz99!") == "${b}!"


def test_names_of_secrets_that_are_known_stay_and_others_are_words():
    known = Secrets({"pin": "secret77"})
    assert known.mask("${pin} ${secret77}") == "${pin} ${${pin}}"
    assert names_in("${a} and ${b}") == ["${a}", "${b}"]


def test_plain_json_is_masked_in_every_text():
    told = {"title": "It is 4711", "rows": [("4 7 1 1", 4711, None)]}
    assert Secrets({"pin": "4711"}).masked(told) == {"title": "It is ${pin}", "rows": [("${pin}", 4711, None)]}
    assert OMITTED == "…"
