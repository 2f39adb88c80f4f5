"""Learning sets no PIN, password or code: it leaves their fields alone, and what saves them."""

from pathlib import Path

import pytest

from appagent.screen.language.secret import names_a_secret

APPS = Path(__file__).parent / "learnt_apps"


@pytest.mark.slow
def test_no_pin_and_no_code_is_set_and_a_name_is(lesson):
    of = lesson("com.example.locker", "de-DE", more=APPS, rounds=40)
    locker = of.after["locker"]
    assert (locker["pin"], locker["code"]) == ("", "")
    assert locker["owner"].startswith("Sample")
    assert of.learned.coverage.counts()["left_out"]["secret"] > 0


@pytest.mark.parametrize("label", ["Gerätepasswort", "Zugangscode", "Nytt lösenord", "كلمة المرور", "Code d'accès"])
def test_words_for_a_secret_are_known_in_many_languages(label):
    assert names_a_secret(label)
