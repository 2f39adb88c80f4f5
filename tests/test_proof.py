"""When the effects of a reply's calls prove that its task is done, so that `finish` needs no look."""

import pytest

from appagent.documents.outcomes.effect_words import NOTHING
from appagent.runs.trajectory import Step
from appagent.step.proof import LOOK_FIRST, unproven

TAB = '"Sound" is selected now, and its page is shown, with "Captions"'
BACK = 'back on the screen "Sound"'


ON, BELOW = '"Warn" is on now', 'new: "Below", "5"'
TIMES = '"26" is selected now; new: "09:20", "15:30"; gone: "10:00"'
ICON = "tap the unlabelled ImageButton (93% across, 5% down, mark 3)"


HEART = 'the picture of the ImageButton (like) of "Tea" changed; a message says "Kept"'
SEAT = '"Seat": "C4" became "E7"; new: "C4 free", "E7 chosen"; gone: "C4 chosen", "E7 free"; "Keep" can be tapped now'
LIKE = 'tap the ImageButton (like, mark 3) of "Tea"'
OFF = 'gone: "Old rug · Shelf 4", "2 × Wool"'


def did(words: str, effect: str, *, changed: bool = True, call: str = "tap(3)", **more: str) -> Step:
    return Step(1, "", "", "", call, words, "done", effect=effect, changed=changed, **more)


@pytest.mark.parametrize(
    ("steps", "why"),
    [
        ([did('tap "Sound"', TAB), did('tap "Captions"', '"Captions" is on now')], ""),
        ([did('tap "Sound"', BACK), did('tap "Captions"', '"Captions" is on now')], ""),
        ([did('tap "Sound"', TAB)], f'{LOOK_FIRST}, because tap "Sound" has led to what you'),
        ([did('tap "Help"', 'the screen "Help" opened')], f'{LOOK_FIRST}, because tap "Help" has led to what you'),
        ([did('tap "Captions"', '"Captions" is on now'), did('tap "Sound"', TAB)], 'tap "Sound" has led to what'),
        (
            [did('tap "Sound"', f'{TAB}; a message says "Offline"'), did("tap", '"Captions" is on now')],
            "may deny it",
        ),
        ([did('tap "Keep"', f'{BACK}; new: "Saturday"; a message says "Visit kept"')], ""),
        ([did('tap "Keep"', f'{BACK}; new: "Saturday"; a message says "Could not be kept"')], "may deny it"),
        ([did('tap "Copy"', f'{NOTHING}; a message says "Done"', changed=False)], "changed nothing"),
        ([did('tap "Send"', f'{NOTHING}; a message says "Send mail"', changed=False)], "changed nothing"),
        ([did('tap "Kids"', f'{BACK}; a message says "Put on Kids"')], ""),
        ([did('tap "OK"', f'{BACK}; a message says "Look here"')], "has led back, and nothing says that"),
        ([did(ICON, f'{BACK}; a message says "Put aside"')], ""),
        ([did(ICON, f'{BACK}; a message says "Not put aside"')], "may deny it"),
        ([did(ICON, f'{BACK}; a message says "Put it aside?"')], "has led back"),
        ([did(ICON, f'{BACK}; a message says "Thrown away"', call="tap(1)")], "has led back"),
        ([did(ICON, BACK)], "has led back"),
        ([did('set "Warn" to "on"', f"{ON}; {BELOW}"), did('set "Below" to "8"', '"5" became "8"')], ""),
        ([did('set "Warn" to "on"', f"{ON}; {BELOW}")], "has changed more than"),
        ([did('set "Warn" to "on"', f'{ON}; new: "No"'), did('set "Below" to "8"', '"5" became "8"')], "more than"),
        ([did('tap "26"', TIMES), did('tap "15:30"', '"15:30" is on now'), did("tap", f'{BACK}; new: "Thursday"')], ""),
        ([did('tap "26"', TIMES)], "has changed more than"),
        ([did('tap "26"', f'{TIMES}; new: "Full"'), did('tap "15:30"', '"15:30" is on now')], "has changed more than"),
        ([did('tap "Mail it"', f'{BACK}; a message says "On its way"', may="send", witness="words")], "has led back"),
        ([did('tap the Button of "Old rug Shelf 4"', f'{OFF}; a message says "Handed on"')], ""),
        ([did('tap the Button of "Old rug Shelf 4"', f'{OFF}; a message says "Not handed on"')], "may deny it"),
        ([did('tap the Button of "Old rug Shelf 4"', f'{OFF}; a message says "For good?"')], "has changed more than"),
        ([did('tap the Button of "Old rug Shelf 4"', OFF)], "has changed more than"),
        ([did('tap the Button of "Lamp"', f'{OFF}; a message says "Handed on"')], "has changed more than"),
        ([did('tap "E7 free"', SEAT), did('tap "Keep"', f'{BACK}; new: "E7"; gone: "C4"')], ""),
        ([did('tap "E7 free"', SEAT)], "has changed more than"),
        ([did('tap "E7 free"', f'{SEAT}; new: "12 €"'), did('tap "Keep"', f'{BACK}; new: "E7"')], "more than"),
        ([did(LIKE, HEART)], ""),
        ([did(LIKE, HEART.replace("Kept", "Not kept"))], "may deny it"),
        ([did(LIKE, HEART.replace("Tea", "Coffee"))], "has changed more than"),
        ([did(LIKE, HEART.partition(";")[0])], "has changed more than"),
        ([did('tap "Buy milk"', 'the picture of the Button (share) changed; a message says "Look here"')], "more than"),
        ([did('scroll to "Eggs"', 'other things came into sight: "Eggs", "Tea"', call='scroll_to("Eggs")')], ""),
        ([], LOOK_FIRST),
    ],
)
def test_a_finish_needs_a_look_unless_all_effects_show_that_something_was_set_or_saved(steps: list[Step], why: str):
    assert unproven(steps, ()) == why if why in ("", LOOK_FIRST) else why in unproven(steps, ())
