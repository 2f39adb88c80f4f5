"""What a learning makes in an app: it is within a budget, and what stays is told."""

from conftest import NOTES
from learning import Lesson

from appagent.learning.made import Made


def titles(learnt: Lesson) -> set[str]:
    """The titles of the notes that there are at the end and were not there before."""
    before, after = ({note["title"] for note in state["notes"]["notes"]} for state in (learnt.before, learnt.after))
    return after - before


def test_what_was_made_and_stays_is_told(lesson):
    learnt = lesson(NOTES)
    told = {words.split(" · ")[0] for words in learnt.learned.left_behind}
    assert titles(learnt)
    assert told == titles(learnt)


def test_nothing_is_made_beyond_the_budget(lesson):
    learnt = lesson(NOTES, made=0)
    assert titles(learnt) == set()
    assert learnt.learned.left_behind == []
    assert "--max-created" in "".join(step.reason for step in learnt.steps)


def test_a_budget_counts_what_is_there_now():
    made = Made(most=1, rows={("s", "Notes"): {"sample": "Sample"}})
    assert made.spent
    made.rows[("s", "Notes")].clear()
    assert not made.spent
