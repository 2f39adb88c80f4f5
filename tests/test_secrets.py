"""Test that secrets, typed by name or by a model, reach the field and no prompt, line, picture or document."""

import json
import re
from dataclasses import replace

import pytest
from conftest import NOTES
from hierarchies import deed_of, dump, node
from PIL import Image
from scripted_runs import VAULT, learning, vault
from tables import cases

from appagent.actions import TypeText
from appagent.agents.react import ReAct
from appagent.devices.captures.hierarchy import read_dump
from appagent.errors import UsageError
from appagent.guard import Guard
from appagent.loop import Run
from appagent.models import Message
from appagent.models.masking import MaskingModel
from appagent.models.scripted import Scripted
from appagent.prompting.pictures.marks import mark
from appagent.prompting.words.outline import outline
from appagent.runs.recorder import Recorder
from appagent.runs.report import render
from appagent.runs.trajectory import load_run
from appagent.screen.language.secret import names_a_secret
from appagent.secrets import Secrets, mask_screen
from appagent.settings import load
from appagent.tasks import Task

pytestmark = pytest.mark.slow

SECRET = "hunter2-Ünlü"
ALLOWED = frozenset({"secret"})


def run(device, recorder, *replies, goal="Sign in"):
    """Run a model that gives these replies and is told no secret; return the outcome and the prompts."""
    model = Scripted(*replies)
    agent = ReAct(MaskingModel(model, recorder.secrets), see="both")
    outcome = Run(agent, device, Task(goal, VAULT), recorder, Guard(ALLOWED)).go()
    return outcome, ["\n".join(message.text for message in messages) for messages in model.seen]


def written(folder) -> str:
    """Return all that a run left in files, pictures aside."""
    return "\n".join(path.read_text(encoding="utf-8") for path in folder.iterdir() if path.suffix != ".jpg")


# What a model types


@pytest.mark.parametrize("typed", [SECRET, f"{SECRET}\\n", f"  {SECRET} "])
def test_what_a_model_says_of_a_secret_later_is_masked(recorder, typed):
    with vault() as (device, phone):
        outcome, prompts = run(
            device, recorder,
            f'Action: text("{typed}", element=2)\nSummary: Typed.',
            f'Observation: {SECRET}\nThought: {SECRET.upper()} it was.\nAction: tap(1)\ntext("{SECRET}")\nSummary: It.',
            f'finish("done", "It is {SECRET}")',
        )  # fmt: skip
        assert phone.state()["vault"]["secret"].strip() == SECRET
    recorder.end(status="success", answer=outcome.answer)
    assert SECRET.casefold() not in written(recorder.folder).casefold()
    assert SECRET not in "".join(prompts)
    assert recorder.steps[1].thought == "${secret1} it was."


def test_a_password_that_is_to_be_typed_by_name_is_masked_though_the_walk_stops(recorder):
    with vault() as (device, _):
        replies = f'Action: text("{SECRET}", element="Weather > Password")\n', 'Action: finish("not_done")\n'
        _, prompts = run(device, recorder, *replies)
    assert recorder.steps[0].words == 'tap "Weather"'
    assert SECRET not in written(recorder.folder) + "".join(prompts)


def test_what_was_written_before_a_secret_was_known_is_masked_when_it_is(tmp_path):
    goal = f"Sign in with {SECRET}"
    recorder = Recorder(tmp_path, "run", VAULT, goal, {})
    with vault() as (device, _):
        _, prompts = run(
            device, recorder,
            f"Thought: Then {SECRET}.\nAction: tap(1)\nSummary: Tapped.", f'text("{SECRET}", element=2)', "finish()",
            goal=goal,
        )  # fmt: skip
    recorder.end(status="success")
    told = load_run(recorder.folder)
    assert told.start["task"] == "Sign in with ${secret1}"
    assert [step.thought for step in told.steps][:1] == ["Then ${secret1}."]
    assert told.steps == tuple(recorder.steps)
    assert SECRET not in written(recorder.folder) + str(recorder.folder) + prompts[-1] + render(told, redact=True)
    assert "Secrets that can be typed: ${secret1}" in prompts[-1]


def test_a_redacted_report_keeps_no_task_that_speaks_of_a_password(tmp_path):
    recorder = Recorder(tmp_path, "run", VAULT, f"Log in with password {SECRET}", {})
    recorder.end(status="failed", reason="no field for the password", task=f"Log in with password {SECRET}")
    assert SECRET in render(load_run(recorder.folder))
    assert SECRET not in render(load_run(recorder.folder), redact=True)


def test_a_secret_reaches_no_document(recorder, store):
    model = Scripted(
        f'text("{SECRET}", element=2)',
        f"Decision: SUCCESS\nThought: {SECRET} is in.\nDocumentation: Takes {SECRET} as the password.",
        "finish()",
    )
    with vault() as (device, _):
        learning(device, store, recorder, MaskingModel(model, recorder.secrets), VAULT, allow=ALLOWED)
    (document,) = store.records()
    assert document.text == "Takes ${secret1} as the password."
    assert SECRET not in json.dumps(document.to_json()) + written(recorder.folder) + str(model.seen)


def test_what_is_typed_elsewhere_is_kept_as_it_is(recorder):
    with vault() as (device, _):
        run(device, recorder, 'text("Ana", element=1)', "finish()")
    assert recorder.steps[0].action == 'text("Ana", element=1)'


# What a person gives by name


def test_a_secret_is_typed_for_its_name(tmp_path):
    recorder = Recorder(tmp_path, "run", VAULT, "Sign in with ${PIN}", {}, Secrets({"PIN": SECRET}))
    with vault() as (device, phone):
        _, prompts = run(device, recorder, 'text("${pin}", element=2)', "finish()", goal="Sign in with ${PIN}")
        assert phone.state()["vault"]["secret"] == SECRET
    assert recorder.steps[0].action == 'text("${pin}", element=2)'
    assert "Secrets that can be typed: ${pin}" in prompts[0]
    assert SECRET not in written(recorder.folder) + "".join(prompts)


@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        ('text("${pin}", element=1)', "a secret goes only into a field that asks for one"),
        ('text("${door}", element=2)', "there is no secret ${door}; there are: ${pin}"),
    ],
)
def test_a_secret_goes_nowhere_else_and_one_that_is_none_is_not_typed(tmp_path, wanted, why):
    recorder = Recorder(tmp_path, "run", VAULT, "Sign in", {}, Secrets({"pin": SECRET}))
    with vault() as (device, phone):
        _, prompts = run(device, recorder, wanted, "finish()")
        assert (phone.state()["vault"]["user"], phone.state()["vault"]["secret"]) == ("", "")
    assert why in prompts[1]


def test_names_that_are_no_secrets_are_typed_as_they_are(recorder):
    with vault() as (device, phone):
        run(device, recorder, 'text("echo ${HOME}", element=1)', "finish()")
        assert phone.state()["vault"]["user"] == "echo ${HOME}"


def test_secrets_come_from_the_environment_and_are_never_shown(tmp_path):
    settings = load(env={"APPAGENT_SECRET_WIFI": SECRET, "APPAGENT_SECRET_EMPTY": ""}, cwd=tmp_path)
    assert settings.secrets == {"wifi": SECRET}
    assert SECRET not in repr(settings)
    (tmp_path / "appagent.toml").write_text("secrets = { wifi = 4711 }", encoding="utf-8")
    with pytest.raises(UsageError, match="found something else"):
        load(env={}, cwd=tmp_path)


# How they are found


@cases(
    ("value", "said", "masked"),
    [
        ("hunter2", "I typed Hunter2.", "I typed ${x}."),
        ("two words", "two\n words", "${x}"),
        ('say "hi"', r'text("say \"hi\"", element=3)', 'text("${x}", element=3)'),
        ("4711", "at 47110, not 4711", "at 47110, not ${x}"),
        ("pi", "a pin is pi", "a pin is pi"),
        ("x", "${x}", "${x}"),
        ("(.*)", "all (.*)", "all ${x}"),
        ("hunter2", "a row named hunter#", "a row named ${x}"),
    ],
)
def test_a_secret_is_found_however_it_is_written(value, said, masked):
    assert Secrets({"x": value}).mask(said) == masked
    assert Secrets({"x": value}).mask(masked) == masked


def test_a_longer_secret_is_masked_whole_and_one_kept_twice_has_one_name():
    secrets = Secrets({"a": "moon", "b": "moonshine"})
    assert secrets.mask("moonshine, moon ") == "${b}, ${a} "
    assert (secrets.keep("moon\n"), secrets.keep("new one"), secrets.keep("new one")) == ("${a}", *["${secret1}"] * 2)


def test_a_model_is_told_no_secret():
    asked = Scripted("tap(1)")
    MaskingModel(asked, Secrets({"pin": "471147"})).ask([Message("user", "it is 471147", (b"jpeg",))], purpose="act")
    assert asked.seen == [(Message("user", "it is ${pin}", (b"jpeg",)),)]


# On the screen


def screen(*nodes: str):
    """Return a white screen with these nodes."""
    return read_dump(dump(node("FrameLayout", *nodes)), Image.new("RGB", (1080, 2400), "white"))


FIELD = {"can": "clickable focusable", "at": (40, 200, 1040, 320), "text": "4711", "enabled": True}


@cases(
    "nodes",
    [
        [node("EditText", **FIELD, hint="PIN")],
        [node("EditText", **FIELD, hint="CVV/CVC")],
        [node("EditText", **FIELD, content_desc="Passwort")],
        [node("EditText", **FIELD, name="etPassword")],
        [node("TextView", text="Mot de passe :", at=(40, 100, 1040, 190)), node("EditText", **FIELD)],
        [node("EditText", **FIELD, password="true")],
    ],
    ids=["hint", "several words", "description", "resource-id", "label before it", "as Android says"],
)
def test_a_field_that_asks_for_a_secret_shows_none(nodes):
    found = screen(*nodes)
    (field,) = (element for element in found.elements if "text" in element.actions)
    assert field.password
    assert "4711" not in outline(found) + str(found.texts) + json.dumps(field.facts)
    assert deed_of(TypeText("1", field.mark), found) == "secret"
    masked = mark(found, side=2400, only=())
    assert masked.getpixel((900, 260)) != (255, 255, 255)


@cases("label", ["Pass\u200bword", "ＰＩＮ", "ŞİFRE"])
def test_a_name_that_is_written_oddly_asks_for_a_secret_all_the_same(label):
    assert names_a_secret(label)


@cases("label", ["Pinboard", "User name", "Title", "Spinach"])
def test_other_fields_show_what_they_hold(label):
    assert not names_a_secret(label)
    assert "4711" in outline(screen(node("EditText", **FIELD, hint=label)))


def test_a_secret_that_an_app_shows_elsewhere_is_veiled():
    shown = screen(
        node("Button", text="Copy sesame77", at=(40, 400, 1040, 500), can="clickable", enabled=True),
        node("TextView", text="Your password is sesame77", at=(40, 600, 1040, 700)),
        node("TextView", text="Done", at=(40, 800, 1040, 900)),
    )
    masked = mask_screen(shown, Secrets({"door": "sesame77"}))
    assert masked.texts == ("Copy ${door}", "Your password is ${door}", "Done")
    assert outline(masked).split("\n") == ['1 Button "Copy ${door}"', "Your password is ${door}", "Done"]
    assert "sesame" not in json.dumps([element.facts for element in masked.elements])
    assert masked.secrets == ((40, 400, 1040, 500), (40, 600, 1040, 700))
    assert mask_screen(shown, Secrets()) is shown


def test_the_folder_of_a_run_tells_nothing_of_its_task(tmp_path):
    recorder = Recorder(tmp_path, "run", NOTES, "log in with password hunter2", {})
    recorder.close()
    assert re.fullmatch(r"\d{8}-\d{6}-run-notes", recorder.folder.name)


def test_what_is_amended_is_masked(tmp_path, recorder):
    with vault() as (device, _):
        run(device, recorder, f'text("{SECRET}", element=2)', "finish()")
    recorder.amend(1, thought=f"{SECRET} is mine")
    assert load_run(recorder.folder).steps[0].thought == recorder.steps[0].thought == "${secret1} is mine"
    assert replace(recorder.steps[0]) == load_run(recorder.folder).steps[0]
