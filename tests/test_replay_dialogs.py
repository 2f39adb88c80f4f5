"""Test that a dialog which named a value is confirmed only if it names the new one."""

import pytest
from replaying import again, shown

pytestmark = pytest.mark.slow

DESK = "com.example.desk"
SHRED = {False: "Shred", True: "Vernichten"}


@pytest.mark.parametrize("german", [False, True], ids=["English", "German"])
@pytest.mark.parametrize("below", [False, True], ids=["in its title", "below it"])
def test_a_dialog_about_something_else_is_not_confirmed(tmp_path, german, below):
    def state(*, shifted: bool = False) -> dict[str, dict[str, object]]:
        return {"desk": {"german": german, "below": below, "shifted": shifted}}

    lines = ("long_press Water", f"tap {SHRED[german]}")
    made = shown(tmp_path / "shown", "Get rid of Water", *lines, app=DESK, app_state=state())
    allow = frozenset({"delete"})
    done = again(tmp_path, made, {"item": "Tax"}, allow=allow, app_state=state())
    assert (done.status, done.told["desk"]["shredded"]) == ("success", ["Tax"]), done.reason
    wrong = again(tmp_path, made, {"item": "Tax"}, allow=allow, app_state=state(shifted=True))
    assert (wrong.status, wrong.kind, wrong.told["desk"]["shredded"]) == ("failed", "screen other", []), wrong.reason


def test_a_page_about_something_else_is_another_page(tmp_path):
    made = shown(tmp_path / "shown", "Greet Ben", "tap Ben", "tap Send greeting", sends=True)
    done = again(tmp_path, made, {"item": "Ana"}, allow=frozenset({"send"}), sends=True, mixed_up=True)
    assert (done.kind, done.deeds) == ("screen other", [])
