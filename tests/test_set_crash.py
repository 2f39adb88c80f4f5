"""An app that crashes while a value is set is told as crashed, and its dialog's buttons are no options."""

import pytest
from scripted_runs import do

from appagent.actions import SetValue
from appagent.errors import HalfDoneError
from appagent.guard import Guard

pytestmark = pytest.mark.slow

CHOICE = """[Text("Alarm", id="title"), spinner("Weekly", lambda: 1 // 0, id="repeat")]"""


def test_a_crash_while_a_choice_is_open_is_told_as_one(kit):
    with kit(CHOICE) as (device, phone):
        phone.start("org.kit")
        screen = device.capture()
        mark = next(one.mark for one in screen.elements if one.role == "Spinner")
        with pytest.raises(HalfDoneError, match=r"the phone says .+(stop|crash)") as raised:
            do(SetValue(mark, "Daily"), screen, device, Guard())
    assert "App info" not in str(raised.value)
