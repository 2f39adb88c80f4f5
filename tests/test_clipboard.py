"""What was copied can be read and pasted; a secret never comes onto the clipboard, nor off it."""

from contextlib import closing
from pathlib import Path

import pytest
from bench_app import BENCH, open_bench
from conftest import QUICK, SMALL
from driver_on_phone import driver_for
from fence_names import without_fence_name
from hierarchies import deed_of, dump, node
from scripted_runs import answering, do

from appagent.actions import Action, Gesture, Paste, PasteClipboard, Start, Tap, TypeText, call, parse
from appagent.agents.react import ReAct
from appagent.devices.captures.hierarchy import read_dump
from appagent.errors import ActionError, RefusedError
from appagent.guard import Guard, landing
from appagent.loop import Run
from appagent.phone import Phone
from appagent.runs.recorder import Recorder
from appagent.screen import Screen
from appagent.secrets import Secrets
from appagent.tasks import Task

PIN = "58203917"


class Watched(Phone):
    """A phone that remembers all that ever was on its clipboard."""

    def __init__(self, **given: object) -> None:
        self.held: list[str] = []
        super().__init__(**given)  # type: ignore[arg-type]

    @property
    def clipboard(self) -> str:  # type: ignore[override]
        return self.held[-1] if self.held else ""

    @clipboard.setter
    def clipboard(self, text: str) -> None:
        self.held.append(text)


def at_switches(device, phone) -> None:
    device.perform(Start(BENCH))
    screen = device.capture()
    do(Tap(next(e.mark for e in screen.elements if e.text == "Switches")), screen, device)


@pytest.mark.parametrize("clear", [True, False])
def test_a_secret_never_gets_onto_the_clipboard(clear):
    phone = Watched(size=SMALL, time_scale=QUICK, apps=Path(__file__).parent / "apps")
    secrets, guard = Secrets({"pin": PIN}, home=BENCH), Guard(frozenset({"secret"}))
    with driver_for(phone) as device:
        at_switches(device, phone)
        screen = device.capture()
        field = next(e for e in screen.elements if e.password)
        do(TypeText("${pin}", field.mark, clear), screen, device, guard, secrets=secrets)
        assert phone.state()["bench"]["pin"] == PIN
        assert device.clipboard() == ""
        again = device.capture()
        do(TypeText("${pin}", field.mark), again, device, guard, secrets=secrets)  # the field holds something
        assert phone.state()["bench"]["pin"] == PIN * 2
    assert not any(PIN in text for text in phone.held)


@pytest.mark.slow
def test_what_was_copied_is_told_and_pasted_and_survives_typing():
    with open_bench("Switches") as work:
        assert work("clipboard()") == "the clipboard is empty"
        work("tap({Copy story})", 'text("Bo", element={owner}, clear=true)')
        assert work("clipboard()").startswith('the clipboard holds "Once upon a time')
        work("clear({owner})", "paste({owner})")
        assert work.state["owner"] == work.state["story"].replace("\n", " ")


def test_a_secret_that_was_copied_is_masked_and_is_not_pasted():
    with open_bench("Switches", secrets=Secrets({"pin": PIN}, home=BENCH)) as work:
        work.phone.clipboard = f"code {PIN}"
        assert work("clipboard()") == 'the clipboard holds "code ${pin}"'
        with pytest.raises(ActionError, match="nothing was pasted: the clipboard may hold a secret"):
            work("paste({owner})")
        assert work.state["owner"] == "Ana"


def test_a_phone_that_does_not_tell_its_clipboard_pastes_only_where_there_is_no_secret(monkeypatch):
    with open_bench("Switches") as work:
        work("tap({Copy story})")
        monkeypatch.setattr(work.device, "clipboard", lambda: None)
        assert work("clipboard()").startswith("this phone does not tell what is on its clipboard")
        work("paste({owner})")
        assert work.state["owner"] != "Ana"
        work.secrets.keep(PIN)
        with pytest.raises(ActionError, match="nothing was pasted"):
            work("paste({owner})")


PASSWORD = node("EditText", can="clickable focusable password", hint="PIN", at=(0, 0, 1080, 200))


def test_pasting_into_a_password_field_is_asked_for_whatever_an_action_says():
    screen = read_dump(dump(PASSWORD), size=(1080, 2400), app="org.x")
    with pytest.raises(RefusedError, match="it may type a secret"):
        Guard().check(Paste(1), screen, "paste")

    class Sly(Action, kind="sly", example="sly()", risk="none"):
        """Pastes and says that it does nothing."""

        def gestures(self, screen: Screen) -> tuple[Gesture, ...]:
            return (PasteClipboard(),)

    (meant,), shown = landing(Sly(), (PasteClipboard(),), screen)
    assert deed_of(meant, shown) == "secret"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("paste(1)", "takes no text"),
        ("paste()", "no input field"),
        ("paste(9)", "no mark 9"),
        ("clipboard(3)", "has no use for '3'"),
    ],
)
def test_bad_arguments_are_refused(text, why):
    button = read_dump(dump(node("Button", text="Help", can="clickable")), size=(1080, 2400))
    with pytest.raises(ActionError, match=why):
        parse(text).gestures(button)


def test_they_are_read_as_models_write_them():
    assert [call(parse(text)) for text in ("paste(3)", "Paste(element=3)", "paste()", "clipboard")] == [
        "paste(3)", "paste(3)", "paste()", "clipboard()",
    ]  # fmt: skip


def test_a_run_is_told_what_is_on_the_clipboard(tmp_path):
    made = Recorder(tmp_path / "run", "run", BENCH, "Read it", {}, Secrets({"pin": PIN}))
    with (
        closing(made),
        open_bench("Switches") as work,
        answering("openai", "clipboard()", "finish()") as (model, prompts),
    ):
        work.phone.clipboard = f"room 12, code {PIN}"
        Run(ReAct(model, None, "both"), work.device, Task("Read it", BENCH), made).go()
    assert 'the clipboard holds "room 12, code ${pin}"' in without_fence_name(prompts[1])
    assert PIN not in "".join(prompts) + (made.folder / "trajectory.jsonl").read_text(encoding="utf-8")
