"""Ways into an app that the phone names: they are read, entered, and tried by a crawl."""

import pytest
from conftest import NOTES, QUICK, SMALL

from appagent.actions import Restart, Start
from appagent.devices.apps.names import entries_in
from appagent.devices.virtual import virtual
from appagent.errors import ActionError
from appagent.learning.crawl.entries import ENTRIES, Entries
from appagent.learning.memory.saved_state import known, recall

CLOCK, SHOP = "com.example.deskclock", "com.pomelo.shop"
PAGE, OTHER = ("s", "Notes"), ("t", "New note")

TOLD = """Activity Resolver Table:
  Schemes:
      tram:
        5f0e3a1 org.tram/.LinkActivity filter 1b2c3d4
          Action: "android.intent.action.VIEW"
          Scheme: "tram"
          Scheme: "https"
          Authority: "lines": -1
          Path: "PatternMatcher{LITERAL: /all}"
        5f0e3a1 org.tram/.StopActivity filter 1b2c3d5
          Scheme: "tram"
          Authority: "stop": -1
          Path: "PatternMatcher{PREFIX: /number/}"
        77e3a12 org.other/.LinkActivity filter 1b2c3d6
          Scheme: "other"
          Authority: "place": -1

  Non-Data Actions:
      android.intent.action.MAIN:
        4fd51ce org.tram/.Main filter 8bdc2ef

Receiver Resolver Table:
"""


def test_an_address_is_read_with_its_whole_path_and_none_is_guessed():
    assert entries_in(TOLD, "org.tram") == (".LinkActivity", ".StopActivity", ".Main", "tram://lines/all")


def test_an_app_is_entered_where_the_phone_says_that_it_can_be():
    with virtual(time_scale=QUICK, size=SMALL) as (device, phone):
        assert device.entries(CLOCK) == (".DeskClock", ".AlarmEditActivity", ".CitySelectionActivity")
        device.perform(Start(CLOCK, anew=True, at=".CitySelectionActivity"))
        assert phone.foreground == (CLOCK, "CitySelectionActivity")
        assert "pomelo://orders" in device.entries(SHOP)
        device.perform(Start(SHOP, anew=True, at="pomelo://orders"))
        assert phone.foreground == (SHOP, ".order.OrderListActivity")
        with pytest.raises(ActionError, match="does not open at pomelo://nowhere"):
            device.perform(Start(SHOP, anew=True, at="pomelo://nowhere"))


def test_an_entry_is_tried_once_and_not_if_its_page_was_in_front():
    entries = Entries((".Main", ".NoteEditActivity"))
    entries.arrive(PAGE, ".Main", new=True, failed=False)
    assert entries.untried() == ".NoteEditActivity"
    entries.begin(".NoteEditActivity")
    entries.arrive(OTHER, "NoteEditActivity", new=True, failed=False)
    assert entries.untried() == ""
    assert entries.starts == {"": PAGE, ".NoteEditActivity": OTHER}


def test_an_entry_that_the_phone_refuses_is_no_way_to_the_page_that_stays():
    entries = Entries((".Hidden",))
    entries.arrive(PAGE, "Main", new=True, failed=False)
    entries.begin(".Hidden")
    entries.arrive(OTHER, "Main", new=False, failed=True)
    assert entries.starts == {"": PAGE}
    assert entries.untried() == ""


def test_the_page_on_which_a_crawl_goes_on_in_another_process_is_not_where_the_app_begins():
    entries, later = Entries(), Entries()
    entries.arrive(PAGE, "Main", new=True, failed=False)
    recall(later, ENTRIES, known(entries, ENTRIES))
    later.arrive(OTHER, "Main", new=False, failed=False)
    assert later.starts == {"": PAGE}


def test_what_is_named_for_a_deed_is_not_entered():
    assert Entries((".pay.SendMoneyActivity", "shop://cart/buy_now")).untried() == ""


def test_a_restart_says_where():
    assert Restart(NOTES, ".NoteEditActivity").words("") == 'restart "com.example.notes" at ".NoteEditActivity"'
    assert Restart(NOTES).words("") == 'restart "com.example.notes"'
