"""Learning confirms nothing that was opened as telling others, and repeats nothing that a message says went out."""

from dataclasses import replace
from pathlib import Path

import pytest

from appagent.learning.safety.cautions import closed_by, says_sent, tells

APPS = Path(__file__).parent / "learnt_apps"


@pytest.mark.slow
def test_ok_after_write_to_everyone_is_refused_and_a_bell_rings_once(lesson):
    of = lesson("com.example.club", "de-DE", more=APPS, rounds=60)
    club = of.after["club"]
    assert len(club["told"]) == 1
    assert club["told"][0] in ("Hall one", "Hall two", "Hall three")
    assert club["notes"]  # OK is tried where nothing speaks of telling others
    assert of.learned.coverage.counts()["left_out"]["send"] > 1
    assert len(closed_by(of.records)) == 1
    assert closed_by(replace(each, facts={}) for each in of.records) == set()


@pytest.mark.parametrize(
    "label", ["Écrire une annonce", "Rundschreiben an alle", "Escribir a todos", "给所有人写信", "Post it"]
)
def test_labels_that_speak_of_telling_others_are_known(label):
    assert tells(label)


@pytest.mark.parametrize("label", ["Write a note", "New alarm", "Neue Notiz", "Nouvelle culture", "Settings", ""])
def test_other_labels_open_what_may_be_kept(label):
    assert not tells(label)


@pytest.mark.parametrize(
    ("text", "sent"),
    [
        ("Message sent", True),
        ("Se ha enviado", True),
        ("已发送", True),
        ("Partagé avec 3 personnes", True),
        ("Saved", False),
    ],
)
def test_what_a_message_says(text, sent):
    assert says_sent(text) == sent
