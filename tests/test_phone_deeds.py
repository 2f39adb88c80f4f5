"""The phone's log has what apps have done that cannot be taken back, and nothing else."""

import pytest
from conftest import NOTES
from lxml import etree
from stock_client import centre

from appagent.phone import Phone, PhoneError


def test_a_note_that_is_deleted_is_a_deed_and_one_that_is_written_is_none(phone: Phone):
    notes = phone.packages[NOTES]
    notes.delete(notes.notes[0])
    assert phone.deeds() == [{"effect": "delete", "words": "Shopping", "package": NOTES, "after": 0}]
    notes.renew()
    assert len(phone.deeds()) == 1


def test_payments_messages_and_calls_are_deeds(phone: Phone):
    apps = {app.name(): app for app in phone.packages.values()}
    apps["chat"].pay("lena")
    apps["contacts"].begin_call(apps["contacts"].people[0], "555", "voice")
    assert [deed["effect"] for deed in phone.deeds()] == ["pay", "send", "call"]


def test_a_question_that_warns_is_a_deed_once_it_is_agreed_to(phone: Phone):
    files = next(app for app in phone.packages.values() if app.name() == "files")
    phone.start(files.package)
    files.ask(files.empty_sure)
    assert phone.deeds() == []
    button = etree.fromstring(phone.hierarchy().encode()).xpath("//node[@resource-id='android:id/button1']")[0]
    phone.tap(*centre(button))
    assert [deed["effect"] for deed in phone.deeds()] == ["delete"]


def test_a_deed_of_another_name_is_refused(phone: Phone):
    with pytest.raises(PhoneError, match="no deed 'pays'; there are: pay, send"):
        phone.packages[NOTES].did("pays", "")
