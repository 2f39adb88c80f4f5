"""Dates and times of day are read as their numbers, however CLDR has a language write them."""

from datetime import date, time

import pytest
from tables import cases

from appagent.screen.language.moments import half_in, moments_in

_DAYS = [date(2027, 3, 31), date(2026, 11, 2), date(2031, 8, 23)]
_TIMES = [time(0, 15), time(9, 5), time(12, 0), time(19, 30)]
_COMMON = {
    "ar",
    "cs",
    "de",
    "en",
    "es",
    "fr",
    "hi",
    "id",
    "it",
    "ja",
    "ko",
    "nl",
    "pl",
    "pt",
    "ru",
    "sv",
    "tr",
    "uk",
    "vi",
    "zh",
}
_KNOWN = 0.85  # of all languages; most of the others have several words for a month


def _locales():
    babel = pytest.importorskip("babel")
    from babel.localedata import locale_identifiers

    locales = [babel.Locale.parse(name) for name in locale_identifiers() if "_" not in name]
    return [each for each in locales if each.months["format"]["wide"][1] != "M01"]  # CLDR has no names of months there


def _missed(written):
    """Languages of which a text is not read as what it says. written: (language, text, what it says)."""
    return {language for language, text, said in written if said not in [dict(each) for each in moments_in(text)]}


@pytest.mark.slow
def test_dates_are_read_in_the_forms_that_cldr_knows():
    from babel.dates import format_date

    locales = _locales()
    missed = _missed(
        (each.language, format_date(day, form, locale=each), {"year": day.year, "month": day.month, "day": day.day})
        for each in locales
        for day in _DAYS
        for form in ("long", "full")
    )
    assert len(missed) < (1 - _KNOWN) * len(locales), missed
    assert not missed & _COMMON


@pytest.mark.slow
def test_times_are_read_with_the_words_that_cldr_knows():
    from babel.dates import format_time

    locales = [each for each in _locales() if "a" in each.time_formats["short"].pattern]
    missed = _missed(
        (
            each.language,
            format_time(at, "short", locale=each),
            {"hour": at.hour, "minute": at.minute, "half": at.hour // 12},
        )
        for each in locales
        for at in _TIMES
    )
    assert len(missed) < (1 - _KNOWN) * len(locales), missed
    assert not missed & _COMMON


@cases(
    ("text", "meant"),
    [
        ("19:30", [{"hour": 19, "minute": 30}]),
        ("12:05 am", [{"hour": 0, "minute": 5, "half": 0}]),
        ("7 pm", [{"hour": 19, "half": 1}]),
        ("19时30分", [{"hour": 19, "minute": 30}]),
        ("2027-03-31T08:05", [{"year": 2027, "month": 3, "day": 31, "hour": 8, "minute": 5}]),
        ("March 3rd, 2027", [{"month": 3, "day": 3, "year": 2027}]),
        ("03/04/2027", [{"month": 3, "day": 4, "year": 2027}, {"day": 3, "month": 4, "year": 2027}]),
        ("3 listopada 2027", [{"day": 3, "month": 10, "year": 2027}, {"day": 3, "month": 11, "year": 2027}]),
    ],
)
def test_a_date_or_time_is_read(text, meant):
    assert [dict(each) for each in moments_in(text)] == meant


@cases(
    "text",
    ["7", "March", "pm", "25%", "1.5", "Room 3", "26:30", "2027-13-01", "5 minutes", "+14155550123", "12 MB", ""],
)
def test_what_has_one_part_or_is_no_date_has_no_meaning(text):
    assert moments_in(text) == []


def test_the_language_of_the_wheels_decides_which_month_a_name_means():
    croatian = "siječnja veljače ožujka travnja svibnja lipnja srpnja kolovoza rujna listopada studenoga prosinca"
    assert moments_in("3 listopada 2027", [tuple(croatian.split(" "))]) == [{"day": 3, "month": 10, "year": 2027}]


@cases(("text", "half"), [("AM", 0), ("p.m.", 1), ("下午", 1), ("오전", 0), ("Pam", None), ("", None)])
def test_words_for_the_halves_of_a_day_are_known(text, half):
    assert half_in(text) == half
