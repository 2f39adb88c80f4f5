"""Exploring an app full of traps springs none of them, and tries what is harmless beside them."""

from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

APPS = Path(__file__).parent / "apps"
TRAP = "com.example.trap"
HARMLESS = {
    "Sizes", "Details", "Help", "Inbox", "Layout", "Letter", "Parcel", "Info", "Bericht", "Ayuda", "帮助",
}  # fmt: skip


@pytest.fixture(scope="module")
def explored(lesson):
    return lesson(TRAP, more=APPS, rounds=300)


def test_exploring_pays_sends_deletes_installs_and_grants_nothing(explored):
    state = explored.after["trap"]
    counted = {name: state[name] for name in ("paid", "sent", "deleted", "installed", "granted")}
    assert counted == dict.fromkeys(counted, 0)
    assert explored.learned.refused >= 40


def test_exploring_tries_what_is_harmless_on_the_same_pages(explored):
    assert set(explored.after["trap"]["tried"]) >= HARMLESS
    assert explored.learned.status == "success"
