"""What a prompt tells of the actions so far: the last ones with their effects, and what lies further back."""

import re
from dataclasses import replace
from itertools import pairwise

import pytest

from appagent.prompting.words.history import History, history
from appagent.runs.trajectory import Step


def step(number: int, summary: str = "", outcome: str = "done", effect: str = "it opened", calls: int = 1) -> Step:
    return Step(
        number, "s", "a", "", f"tap({number})", f"tap {number}", outcome, summary=summary, effect=effect,
        model_calls=calls,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("more", "said"),
    [((), "1. tap 1: it opened. You noted: "), (("done", "done"), "3. tap 3: it opened. You noted of 1-3: "),
     (("done", "refused"), "2. tap 2: it opened. You noted of 1-2: ")],
)  # fmt: skip
def test_what_was_noted_with_several_calls_stands_with_the_last_that_was_done_as_of_all(more, said):
    steps = [step(1, "I filled both in."), *(step(n, outcome=one, calls=0) for n, one in enumerate(more, 2)), step(4)]
    assert [line for line in history(steps).last if "noted" in line] == [f"{said}I filled both in."]


def test_a_note_of_a_reply_of_which_calls_were_left_out_is_told_as_a_plan():
    """The note was written before the calls; it reads as if all of them had been done."""
    whole = [step(1, "I set both."), step(2, calls=0)]
    assert history(whole).last[1].endswith("You noted of 1-2: I set both.")
    assert history(whole, cut_off=True).last[1].endswith("You noted of 1-2, though not all of it was done: I set both.")
    later = [*whole, replace(step(3, "And this."), left_out='tap "Save" left out, of the reply before'), step(4)]
    told = history(later)
    assert ["not all of it" in line for line in told.last] == [False, True, False, False]
    assert (
        "(Noted before, and not all of it was done:) I set both" in history([*later, *map(step, range(5, 9))]).earlier
    )


def test_a_note_of_a_reply_of_which_only_finish_was_left_out_is_told_as_done():
    steps = [step(1, "I set it."), replace(step(2), left_out="finish left out, of the reply before: look first")]
    assert history(steps).last[0].endswith("You noted: I set it.")


@pytest.mark.parametrize("outcome", ["stale", "refused", "failed"])
def test_what_was_noted_is_kept_though_nothing_was_done(outcome):
    steps = [step(1), step(2, "The door code is ZEBRA77.", outcome, effect=""), *map(step, range(3, 7))]
    not_done = "refused" if outcome == "refused" else "not done"
    assert history(steps).last[1] == f"2. tap 2 was {not_done}. You noted: The door code is ZEBRA77."
    assert "ZEBRA77" in history([*steps, *map(step, range(7, 12))]).earlier
    assert len(history(steps).last) == 6  # five actions, and the note amid them
    assert "ZEBRA77" not in str(history([step(1), replace(steps[1], asked_again=True)]))  # the next reply has it


def test_what_was_refused_is_told_later_too():
    refused = replace(step(2, "I pay.", "refused", effect=""), asked_again=True)
    assert history([step(1, "I look."), refused]).last == ("1. tap 1: it opened. You noted: I look.",)
    assert history([step(1), refused, step(3, "I left.")]).last[1] == "2. tap 2 was refused."


def test_what_was_noted_when_the_grid_was_asked_for_is_kept():
    grid = replace(step(2, "The door code is ZEBRA77.", effect=""), action="grid()", words="show the grid")
    assert history([step(1), grid, step(3)]).last[1].startswith("2. show the grid. You noted: The door")


def test_what_was_done_in_part_is_told_with_its_reason_only_among_the_last():
    part = replace(step(1, outcome="part"), reason="tap 1 did not come to its end: a long story")
    assert "a long story" in history([part]).last[0]
    assert history([part, *map(step, range(2, 8))]).earlier.startswith("tap 1 (in part): it opened.")


def test_what_an_action_saw_is_told_where_nothing_had_to_change():
    seen = replace(
        step(1, effect="nothing changed on the screen"), words='scroll to "Terms"', reason='"Terms" is in sight'
    )
    assert history([seen]).last == ('1. scroll to "Terms": "Terms" is in sight; nothing changed on the screen.',)
    assert history([replace(seen, effect="it opened")]).last == ('1. scroll to "Terms": it opened.',)


def turned(number: int, effect: str, summary: str = "", calls: int = 0) -> Step:
    return replace(step(number, summary, effect=effect, calls=calls), words='tap "+" of "Servings"')


def test_the_same_action_many_times_is_one_line_that_sums_up_what_it_did():
    taps = [turned(n, f'"{n} servings" became "{n + 1} servings"') for n in range(2, 9)]
    told = history([step(1), *taps, step(9)])
    assert told.last == (
        "1. tap 1: it opened.",
        '2-8. tap "+" of "Servings" 7 times: "2 servings" became "9 servings".',
        "9. tap 9: it opened.",
    )
    assert history([*taps, *(step(n) for n in range(9, 14))]).earlier.startswith('tap "+" of "Servings" 7 times: ')


def test_what_only_one_of_many_did_is_told_too():
    taps = [turned(2, '"2" became "3"'), turned(3, '"3" became "4"')]
    told = history([turned(1, '"1" became "2"; "−" can be tapped now', "More.", 1), *taps])
    assert told.last == ('1-3. tap "+" of "Servings" 3 times: "1" became "4"; "−" can be tapped now. You noted: More.',)


@pytest.mark.parametrize(
    "effects",
    [('"A" is on now', '"A" is off now'), ('"1" became "2"', '"5" became "6"'), ('"1" became "2"', "it opened"),
     ('"1" became "2"; new: "X"', '"2" became "3"; new: "X"')],
)  # fmt: skip
def test_actions_that_did_different_things_each_have_a_line(effects):
    assert len(history([turned(n, effect) for n, effect in enumerate(effects, 1)]).last) == 2


def test_an_action_that_does_nothing_is_told_once():
    told = history([turned(n, "nothing changed on the screen", f"Try {n}.") for n in (1, 2)])
    assert told.last == (
        '1-2. tap "+" of "Servings" 2 times: nothing changed on the screen. You noted: Try 1. / Try 2.',
    )


def test_the_last_five_actions_are_told_with_what_they_did():
    told = history([step(n, "The code is 4711." if n == 4 else "") for n in range(1, 8)])
    assert told.last == (
        "3. tap 3: it opened.", "4. tap 4: it opened. You noted: The code is 4711.", "5. tap 5: it opened.",
        "6. tap 6: it opened.", "7. tap 7: it opened.",
    )  # fmt: skip
    assert told.earlier == "tap 1: it opened. tap 2: it opened."


def test_what_lies_further_back_is_what_the_model_noted_in_order():
    noted = [step(1, "Ana owes 12.50"), step(2), step(3, "Bo owes 7.")]
    told = history([*noted, *(step(n) for n in range(4, 9))])
    assert told.earlier == "tap 1: it opened. Ana owes 12.50. tap 2: it opened. tap 3: it opened. Bo owes 7."


def test_what_failed_is_not_what_was_done_and_neither_is_the_grid():
    grid = replace(step(4), action="grid()")
    steps = [step(1), step(2, outcome="stale"), step(3, outcome="failed"), grid]
    assert history(steps) == History("", ("1. tap 1: it opened.",))
    assert history([step(1, outcome="failed"), step(2), step(3, outcome="recovered"), step(4)]).last == (
        "1. tap 2: it opened.", "2. tap 4: it opened.",
    )  # fmt: skip


def test_what_a_walk_by_the_map_does_is_told_as_its_own():
    walk = replace(step(1), words="restart Clock", walk='go_to("Alarms")')
    assert history([walk, replace(walk, number=2, words="tap Alarms"), step(3)]).last[:2] == (
        '1. restart Clock, as part of your go_to("Alarms"): it opened.',
        "2. tap Alarms, as part of the same call: it opened.",
    )


def test_what_was_done_in_part_is_told_with_why_and_with_its_effect():
    half = replace(step(1, "", "part"), reason='set "Hour" to "75" did not come to its end: it has no "75"')
    assert history([half]).last == ('1. set "Hour" to "75" did not come to its end: it has no "75": it opened.',)
    notices = [f"your last step failed: {half.reason}"]
    assert history([half], notices=notices).last == ("1. tap 1 (in part): it opened.",)


@pytest.mark.slow
def test_history_stays_short_and_says_what_it_shortens():
    assert history([]) == History()
    told = history([step(n, "word " * 1000) for n in range(1, 101)])
    assert len(told.earlier) < 6200
    assert max(map(len, told.last)) < 400
    assert told.earlier.startswith("(Of the first ")
    assert "(Then, in short: tap " in told.earlier
    assert "tap 95: it opened. word" in told.earlier


def noted_and_typed(number: int) -> Step:
    """A step of a long run: what it typed, saw and noted, among much prose."""
    return replace(
        step(number, f"I have seen that the code of Person-{number} is hidden, so I go on."),
        words=f'type "text {number}" into "Title"', effect=f'"Total" became "${number}.50"; more moved as well',
    )  # fmt: skip


def test_names_and_values_of_a_long_run_are_all_kept():
    told = history([noted_and_typed(number) for number in range(1, 101)])
    kept = told.earlier + " ".join(told.last)
    typed = [(rf"Person-{n}\b", f'"text {n}"', rf'"\${n}\.50"') for n in range(1, 101)]
    missing = [value for values in typed for value in values if not re.search(value, kept)]
    assert (missing, len(told.earlier) < 6200) == ([], True)


def test_names_and_values_beyond_the_letters_of_a_sentence_are_kept():
    long = replace(step(1, "Much was said. " * 20 + "Bo owes 7.50, " + "as was said. " * 20), effect="much moved " * 30)
    told = history([long, *(step(n) for n in range(2, 7))]).earlier
    assert ("Bo" in told, "7.50" in told, len(told) < 400) == (True, True, True)


@pytest.mark.slow
def test_of_more_than_fits_the_first_names_and_values_are_left_out_last():
    told = history([noted_and_typed(number) for number in range(1, 1000)]).earlier
    assert len(told) < 6200
    assert '"text 1"' not in told
    assert "Person-990" in told


@pytest.mark.slow
def test_what_lies_further_back_begins_alike_from_step_to_step():
    steps = [step(n, "word " * 100) for n in range(1, 101)]
    told = [history(steps[:n]).earlier for n in range(5, 101)]
    assert sum(not after.startswith(before) for before, after in pairwise(told)) < len(told) / 4
