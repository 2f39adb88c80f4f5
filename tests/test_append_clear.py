"""What is typed comes where it is said to come: at the cursor, behind all that is there, or in place of it."""

import pytest
from bench_app import open_bench
from hierarchies import dump, node
from scripted_runs import do

from appagent.actions import Append, Clear, Key, Touch, Type, call, describe, parse
from appagent.devices.captures.hierarchy import read_dump
from appagent.errors import ActionError, RefusedError
from appagent.secrets import Secrets
from appagent.step import gestures_of, read_intent

STORY = "Once upon a time there was a cat that lived\nin a house by the sea and went to fish"


@pytest.mark.slow
def test_text_comes_at_the_cursor_and_append_behind_all_that_is_there():
    with open_bench("Switches") as work:
        work('text("X", element={story})')  # the touch puts the cursor into the middle
        assert work.state["story"].replace("X", "") == STORY
        assert not work.state["story"].endswith("X")
        work('append(" The end.")')
        assert work.state["story"].replace("X", "") == f"{STORY} The end."
        work('append("!", element={story})')
        assert work.state["story"].endswith("The end.!")
        work('text("New", element={story}, clear=true)')
        assert work.state["story"] == "New"


def test_clear_empties_a_field():
    with open_bench("Switches") as work:
        work("clear({owner})")
        assert work.state["owner"] == ""
        work('text("Cy")', "clear()")
        assert (work.state["owner"], work.state["story"]) == ("", STORY)


FIELDS = node(
    "FrameLayout",
    node("EditText", text="milk", can="clickable focusable", hint="Title", at=(0, 0, 1080, 200)),
    node("EditText", can="clickable focusable password", hint="PIN", at=(0, 300, 1080, 500)),
    node("Button", text="Send", can="clickable", at=(0, 600, 1080, 700)),
)


def test_a_pin_is_kept_secret_and_enter_is_judged():
    screen = read_dump(dump(FIELDS), size=(1080, 2400), app="org.x")
    assert Append("x", 1).gestures(screen) == (Touch(540, 100), Key("end"), Type("x", clear=False))
    assert Clear(1).gestures(screen) == (Touch(540, 100), Type("", clear=True))
    assert describe(Append("x", 1), screen) == 'append "x" to "Title"'
    for action, concern in ((Append("4711", 2), "secret"), (Append("x\n", 1), "send"), (Clear(2), "secret")):
        with pytest.raises(RefusedError, match=concern) as raised:
            do(action, screen, None)
        assert "4711" not in str(raised.value)
    secrets = Secrets()
    intent = read_intent(Append("4711", 2), screen, secrets)
    assert (intent.told, intent.words) == (Append("${secret1}", 2), 'append "•••" to "PIN"')
    assert gestures_of(intent, secrets)[-1] == Type("4711", clear=False, secret=True)


@pytest.mark.parametrize(
    ("text", "why"),
    [("clear(3)", "takes no text"), ('append("x", element=3)', "takes no text"), ("clear(9)", "no mark 9"),
     ("clear()", "no input field has the focus"), ('append("x")', "no input field has the focus")],
)  # fmt: skip
def test_what_holds_no_text_is_refused(text, why):
    with pytest.raises(ActionError, match=why):
        parse(text).gestures(read_dump(dump(FIELDS), size=(1080, 2400)))


@pytest.mark.parametrize("text", ["clear(3)", "clear(element=3)", "Clear[3]"])
def test_clear_is_read_as_models_write_it(text):
    assert parse(text) == Clear(3)
    assert (call(Clear(3)), call(Append(" x", 3))) == ("clear(3)", 'append(" x", element=3)')
