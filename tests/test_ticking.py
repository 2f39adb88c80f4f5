"""What ticks in a text is found in every form that CLDR knows, and nothing else is taken for it."""

from datetime import datetime, timedelta

import pytest
from tables import cases

from appagent.screen.language.ticking import unticked, went_on

_MOMENTS = [datetime(2026, 1, 1, 10, 8, 3), datetime(2026, 1, 1, 11, 59, 31), datetime(2026, 1, 1, 23, 59, 31)]
_SKELETONS = ("Hm", "hm", "Hms", "hms", "Bhm")
_KNOWN = 0.985  # of all forms; most of the others are bare, such as "10.08"


def _forms():
    babel = pytest.importorskip("babel")
    from babel.localedata import locale_identifiers

    for locale in map(babel.Locale.parse, locale_identifiers()):
        skeletons = locale.datetime_skeletons
        forms = {form.pattern for form in locale.time_formats.values()}
        forms |= {skeletons[name].pattern for name in _SKELETONS if name in skeletons}
        yield from ((locale, form) for form in sorted(forms) if "z" not in form)


@pytest.mark.slow
def test_clocks_go_on_in_the_forms_that_cldr_knows():
    from babel.dates import format_time

    missed, number = [], 0
    for locale, form in _forms():
        for moment in _MOMENTS:
            later = moment + (timedelta(seconds=41) if "s" in form else timedelta(minutes=2))
            try:
                one, other = (format_time(each, form, locale=locale) for each in (moment, later))
            except ValueError:  # of a part of the day that Babel has no word for
                continue
            number += 1
            if unticked(one) != unticked(other) or not went_on(one, other):
                missed.append((str(locale), one, other))
    assert number > 10_000
    assert len(missed) < (1 - _KNOWN) * number, missed
    assert {one for language, one, _ in missed if language in {"de", "en", "es", "fr", "ja", "zh", "ar", "hi"}} == set()


@cases(
    ("text", "later"),
    [
        ("10.08 Uhr", "10.09 Uhr"), ("kl. 10.59", "kl. 11.00"), ("11:59 AM", "12:00 PM"), ("下午12:59", "下午1:00"),
        ("10h08", "10h09"), ("10時8分", "10時9分"), ("오전 10:08", "오전 10:09"), ("١٠:٠٨ ص", "١٠:٠٩ ص"),
        ("45.5 %", "46.1 %"), ("%45", "%46"), ("٤٥٪", "٤٦٪"), ("23:59:58", "0:00:03"),
    ],
)  # fmt: skip
def test_what_goes_on_by_itself(text: str, later: str):
    assert unticked(text) == unticked(later)
    assert went_on(text, later)


@cases(
    ("text", "later"),
    [
        ("7:08 AM", "7:08 PM"), ("7:08 AM", "9:08 AM"), ("09:00", "09:30"), ("10.08", "10.09"),
        ("Pay 10.08", "Pay 10.09"),
        ("1.5.2026", "1.6.2026"), ("Room 101", "Room 204"), ("v10.08.03", "v10.09.03"), ("10.08 EUR", "10.09 EUR"),
        ("12 am Ende", "13 am Ende"), ("$10.08 pm", "$11.48 pm"),
    ],
)  # fmt: skip
def test_what_does_not(text: str, later: str):
    assert unticked(text) != unticked(later) or not went_on(text, later)
