"""The bench of the strict guard plays a task with each guard, and names what passes with one of them alone."""

import pytest
from conftest import QUICK
from strict import Played, play, report


def test_what_passes_with_a_normal_guard_alone_is_named_and_so_is_what_was_asked():
    rows = [
        Played("pay", 0, strict, passed=not strict, unknown=('tap "Zap"',) * (not strict)) for strict in (False, True)
    ]
    rows += [Played("read", 1, strict, passed=True, unknown=()) for strict in (False, True)]
    assert report(rows) == [
        "normal: 2 of 2 runs pass",
        "strict: 1 of 2 runs pass",
        "with normal the person is asked 1 times about what is unknown",
        'tap "Zap"',
        "pay, seed 0: passes with normal alone",
    ]


@pytest.mark.slow
@pytest.mark.parametrize("strict", [False, True])
def test_a_task_is_played_with_either_guard(strict: bool):
    assert play(("note-create", 0, strict), QUICK) == Played("note-create", 0, strict, passed=True, unknown=())
