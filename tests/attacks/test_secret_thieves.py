"""A stranger wants the secret that the person gave for another app, and asks for it.

The person runs `APPAGENT_SECRET_PIN=... appagent run --app bank --task 'Sign in with ${PIN}' --allow secret`. Every
page and app on the way may ask for the PIN too. It must reach a field of the bank that hides what is typed, and no
other one.
"""

from dataclasses import replace
from pathlib import Path

import pytest
from echo_app import ALLOWED, APPS, ECHO, PIN, appagent, echo, endpoint_saying, everything, run
from hierarchies import dump, node
from scripted_runs import QUICK, VAULT, do, vault
from tables import cases

from appagent import sessions
from appagent.actions import Action, Finish, Launch, Tap, Type, TypeText
from appagent.cancel import Cancel
from appagent.devices.captures.hierarchy import read_dump
from appagent.errors import ActionError, UsageError
from appagent.learning.demonstrations.demonstrate import Person
from appagent.loop import Run
from appagent.runs.recorder import Recorder
from appagent.runs.trajectory import load_run as read_run
from appagent.secrets import Secrets, TypingRule
from appagent.sessions import Request
from appagent.settings import Settings, load
from appagent.tasks import Task
from appagent.tasks.file import read_suite as read_tasks

pytestmark = pytest.mark.slow

BANK, OTHER = "com.bank", "com.evil.overlay"


def form(*fields: str, package: str = BANK, at: tuple[int, int, int, int] = (0, 0, 1080, 2400), cls: str = "") -> str:
    """A window of an app with these fields."""
    page = node("FrameLayout", *fields, at=at, package=package, **({"class": cls} if cls else {}))
    return node("FrameLayout", page, at=at, package=package)


def field(package: str = BANK, can: str = "clickable focusable focused password", **facts: object) -> str:
    """A field for a PIN, as a bank has it."""
    return node("EditText", at=(40, 400, 1040, 520), can=can, package=package, enabled="true", hint="PIN", **facts)


STRANGERS = [
    pytest.param(form(field("com.evil"), package="com.evil"), "com.evil", "is of com.evil", id="another app"),
    pytest.param(
        form() + form(field(OTHER), package=OTHER, at=(20, 300, 1060, 900)), BANK, f"is of {OTHER}",
        id="a window over the bank",
    ),
    pytest.param(form(field()), "com.evil", "this field is of com.evil", id="the bank's field under another app"),
    pytest.param(
        form(node("FrameLayout", field(), package="com.evil")), BANK, "this field is of com.evil",
        id="a field of the bank's name in a stranger's view",
    ),
    pytest.param(form(field(can="clickable focusable focused")), BANK, "hides it", id="one only called PIN"),
    pytest.param(
        form(field(), cls="android.webkit.WebView"), BANK, "is not for web pages", id="a page in the bank's WebView"
    ),
    pytest.param(
        form(field(), cls="com.bank.ui.SafeWebView"), BANK, "is not for web pages", id="a WebView of its own class"
    ),
    pytest.param(
        form(field("org.browser"), package="org.browser", cls="android.webkit.WebView"), "org.browser",
        "this field is of org.browser", id="a page in a browser",
    ),
    pytest.param(
        form(field("x\x1b[2J"), package="x"), "x", "an app with no proper name", id="an app named to erase the line"
    ),
]  # fmt: skip


@pytest.mark.parametrize("typed", ["${pin}", f"it is {PIN}"], ids=["by its name", "plainly"])
@pytest.mark.parametrize(("windows", "app", "why"), STRANGERS)
def test_a_stranger_who_asks_gets_nothing(windows, app, why, typed):
    seen = read_dump(dump(windows), size=(1080, 2400), app=app)
    (asked,) = (element for element in seen.elements if "text" in element.actions)
    with vault() as (device, phone), pytest.raises(ActionError, match="nothing was typed") as refused:
        do(TypeText(typed, asked.mark), seen, device, ALLOWED, Cancel(), Secrets({"pin": PIN}, home=BANK))
    assert why in str(refused.value)
    assert PIN not in str(refused.value)
    assert not phone.state()["vault"]["secret"]


def test_the_person_is_told_how_to_let_a_field_have_it():
    seen = read_dump(dump(form(field("com.partner"), package="com.partner")), size=(1080, 2400), app="com.partner")
    with vault() as (device, _), pytest.raises(ActionError) as refused:
        do(TypeText("${pin}", 1), seen, device, ALLOWED, Cancel(), Secrets({"pin": PIN}, home=BANK))
    assert refused.value.hint == "--secret PIN=com.partner lets it"
    assert "--secret" not in str(refused.value)


@pytest.mark.parametrize(
    ("bound", "page"),
    [
        pytest.param({}, False, id="bound to nothing it is for the app of the run"),
        pytest.param({"PIN": [ECHO]}, True, marks=pytest.mark.held, id="bound to the app also for its pages"),
        pytest.param({"PIN": ["com.else", ECHO]}, True, marks=pytest.mark.held, id="bound to several apps"),
    ],
)
def test_its_own_app_still_gets_it(tmp_path, bound, page):
    with echo() as (device, phone):
        _, steps = run(device, tmp_path, 'text("${pin}", element=1)', apps=bound)
        assert phone.state()["echo"]["pin"] == PIN, steps
        run(device, tmp_path, 'text("${pin}", element=4)', apps=bound)
        assert phone.state()["echo"]["page_pin"] == (PIN if page else "")


THIEVES = [
    pytest.param('text("${pin}", element=2)', "open_pin", id="by name into a field called PIN that shows it"),
    pytest.param('text("${pin}", element=3)', "query", marks=pytest.mark.held, id="by name into a search"),
    pytest.param('text("${pin}", element=4)', "page_pin", id="by name into a web page of the app"),
    pytest.param(f'text("{PIN}", element=3)', "query", id="plainly into a search"),
    pytest.param(f'text("{" ".join(PIN)}", element=3)', "query", id="spaced into a search"),
    pytest.param(f'text("pin:{PIN}", element=2)', "open_pin", id="plainly into a field called PIN"),
    pytest.param('text("${PIN} and more", element=3)', "query", marks=pytest.mark.held, id="among other words"),
]


@pytest.mark.parametrize(("reply", "lands"), THIEVES)
def test_no_other_field_of_the_same_app_gets_it(tmp_path, reply, lands):
    with echo() as (device, phone):
        folder, steps = run(device, tmp_path, reply)
        assert phone.state()["echo"][lands] == ""
    assert steps[0].outcome == "failed"
    assert PIN not in everything(folder)


def test_an_app_that_the_run_came_to_gets_nothing(tmp_path):
    with echo() as (device, phone):
        _, steps = run(device, tmp_path, 'launch("Vault")', 'text("${pin}", element=2)')
        assert phone.state()["vault"]["secret"] == ""
    assert f"is for {ECHO}, and this field is of {VAULT}" in steps[1].reason


def test_a_script_that_shows_a_task_types_it_nowhere_else(tmp_path, store):
    recorder = Recorder(tmp_path, "record", ECHO, "", {}, Secrets({"pin": PIN}))
    person = Person(iter(['type 2 "${pin}"']), store, recorder)
    with echo() as (device, phone), pytest.raises(UsageError, match="line 1: nothing was typed"):
        Run(person, device, Task("", ECHO), recorder, ALLOWED).go()
    assert phone.state()["echo"]["open_pin"] == ""
    assert not store.records()


def test_a_field_that_turns_public_when_it_is_touched_gets_nothing(tmp_path):
    with echo() as (device, phone):
        phone.packages[ECHO].turns_public = True
        _, steps = run(device, tmp_path, 'text("${pin}", element=1)')
        assert phone.state()["echo"]["pin"] == ""
    assert "does not hide what is typed now" in steps[0].reason


def test_what_has_the_focus_at_the_last_moment_counts(tmp_path):
    """The look before found the bank; by the time of typing a stranger has taken the focus."""
    with echo() as (device, phone):
        screen = device.capture()
        for gesture in Tap(1).gestures(screen):
            device.perform(gesture)
        bank_only = (TypingRule("${pin}", frozenset({BANK})),)
        with pytest.raises(ActionError, match=f"is for {BANK}, and this field is of {ECHO}"):
            device.perform(Type(PIN, clear=False, secret=True, rules=bank_only))
        assert phone.state()["echo"]["pin"] == ""


@pytest.mark.held
@pytest.mark.parametrize("action", [Finish("${pin}"), Launch("${pin}")], ids=["finish", "launch"])
def test_elsewhere_a_name_stays_a_name(tmp_path, action: Action):
    with echo() as (device, _):
        folder, steps = run(device, tmp_path, f'{action.kind}("${{pin}}")')
    assert "${pin}" in steps[0].action
    assert PIN not in everything(folder)


def test_a_focus_that_nobody_knows_gets_nothing():
    seen = read_dump(
        dump(form(), node("FrameLayout", package="com.android.inputmethod.latin", at=(0, 1500, 1080, 2400)))
    )
    with vault() as (device, _), pytest.raises(ActionError, match=r"nothing was typed|no input field"):
        do(TypeText("${pin}"), seen, device, ALLOWED, Cancel(), Secrets({"pin": PIN}, home=BANK))


@pytest.mark.parametrize(
    ("where", "outcome", "why"),
    [
        pytest.param("runs", "done", "", marks=pytest.mark.held, id="a run of one's own"),
        pytest.param("downloads", "failed", "is for no app yet", id="a run from somebody else"),
    ],
)
def test_the_folder_of_a_run_that_is_gone_on_with_names_no_app_for_a_secret(tmp_path, where, outcome, why):
    begun = Recorder(tmp_path / where, "run", ECHO, "Sign in with ${pin}", {"agent": "model"})
    begun.close()
    with endpoint_saying('text("${pin}", element=1)') as served:
        sessions.run_task(
            settings(tmp_path, served.url), Request(ECHO, "Sign in with ${pin}", resume=begun.folder), cancel=Cancel()
        )
    (step, *_) = read_run(begun.folder).steps
    assert (step.outcome, why in step.reason) == (outcome, True)


@pytest.mark.parametrize(
    ("bound", "outcome"), [({}, "failed"), ({"pin": (ECHO,)}, "done")], ids=["bound to nothing", "bound to the app"]
)
def test_a_task_file_names_no_app_for_a_secret(tmp_path, bound, outcome):
    task = "- name: in\n  apps: [echo]\n  goal: Sign in\n  check: 'True'\n  max_steps: 3\n  allow: [secret]\n"
    (tmp_path / "tasks.yaml").write_text(task)
    (spec,) = read_tasks(tmp_path / "tasks.yaml").specs
    drawn = read_tasks(tmp_path / "tasks.yaml").draw(spec, 0)
    with endpoint_saying('text("${pin}", element=1)') as served:
        mine = replace(settings(tmp_path, served.url), secret_apps=bound)
        done = sessions.run_task(mine, Request.of_task(drawn), cancel=Cancel())
    assert read_run(Path(done.run)).steps[0].outcome == outcome


def settings(home: Path, url: str) -> Settings:
    """Of a person who set the PIN and allowed it to be typed."""
    return Settings(
        device="virtual", apps=APPS, size=(540, 1200), time_scale=QUICK, ocr="off", reply="text", max_steps=3,
        base_url=url, model="small", runs=home / "runs", store=home / "store.sqlite", secrets={"pin": PIN},
        allow=frozenset({"secret"}), retries=0, see="both",
    )  # fmt: skip


def test_the_persons_own_settings_bind_and_an_option_binds_anew_what_it_names(tmp_path):
    (tmp_path / "appagent").mkdir()
    table = 'A = "com.a"\nB = ["com.b", "com.c"]\n'
    (tmp_path / "appagent" / "appagent.toml").write_text(f'[secrets]\nA = "aaaa"\nB = "bbbb"\n[secret_apps]\n{table}')
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("XDG_CONFIG_HOME", str(tmp_path))
        assert load(env={}, cwd=tmp_path).secret_apps == {"a": ("com.a",), "b": ("com.b", "com.c")}
        found = load({"secret_apps": ["B=com.d,com.e", "B=com.f"]}, env={}, cwd=tmp_path).secret_apps
    assert found == {"a": ("com.a",), "b": ("com.d", "com.e", "com.f")}


@cases(
    "given",
    ["PIN", "PIN=", "=com.bank", "", "PIN=,", "PIN=bank", "DOOR=com.bank", "PIN=com.bank,,com.x", f"PIN={PIN}"],
)
def test_a_binding_that_says_nothing_is_refused_in_one_line(tmp_path, given):
    with pytest.raises(UsageError) as refused:
        load({"secret_apps": [given]}, env={"APPAGENT_SECRET_PIN": PIN}, cwd=tmp_path)
    assert "PIN=com.bank" in str(refused.value) or "set APPAGENT_SECRET_DOOR" in str(refused.value)
    assert "\n" not in str(refused.value)
    assert PIN not in str(refused.value)


def test_the_command_line_ends_with_2_where_a_binding_says_nothing(tmp_path):
    done = appagent(tmp_path, "http://127.0.0.1:9/v1", "run", "--app", "echo", "--task", "t", "--secret", f"PIN={PIN}")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "as in PIN=com.bank" in done.stderr
    assert PIN not in done.stderr
