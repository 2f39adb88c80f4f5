"""A folder of prompts that somebody else made, given with --prompts.

Its author wants the computer's time, memory or files, or a program of theirs to run. Every one of these ends in one
line, within the limits, and a run goes on with no child process left behind.
"""

import os
from functools import partial
from pathlib import Path

import pytest
from test_prompts import DESCRIBE

from appagent import confine
from appagent.errors import UsageError
from appagent.prompting.templates import Prompts

pytestmark = [pytest.mark.slow, pytest.mark.timeout(60)]
held = pytest.mark.held
LOOPS = "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}"
MACRO = "{% macro a() %}{{ a() }}{% endmacro %}{{ a() }}"
DOUBLED = "{% set n = namespace(a=['x']) %}{% for _ in range(60) %}{% set n.a = n.a + n.a %}{% endfor %}"
REPLACED = "{{ action | replace('', 'x' * 9999) | replace('x', 'y' * 9999) }}"
SHELL = "{{ cycler.__init__.__globals__.os.popen('id').read() }}"


@pytest.fixture
def theirs(tmp_path) -> Path:
    folder = tmp_path / "theirs"
    folder.mkdir()
    return folder


def rendered(prompts: Prompts) -> str:
    return prompts.render("describe", **DESCRIBE)[-1].text


def refused(prompts: Prompts, said: str) -> None:
    """One line says what is wrong with the template."""
    with pytest.raises(UsageError, match=said) as caught:
        rendered(prompts)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 900


def stopping_after(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Stop from now on what takes longer."""
    monkeypatch.setattr(confine, "ChildLimits", partial(confine.ChildLimits, seconds=seconds))


@pytest.fixture(scope="module")
def child() -> confine.Confined:
    """A process that renders one template after the other, since it outlives most that it refuses."""
    return Prompts(Path())._child


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param(MACRO, "recursion|too deep", id="endless macro", marks=held),
        pytest.param("{% include 'describe.j2' %}", "recursion|too deep", id="a template in itself", marks=held),
        pytest.param("{{ '%*d' % (999999999, 1) }}", "memory|more than", id="a wide number"),
        pytest.param("{{ '%0999999999d' % 1 }}", "memory|more than", id="a number of a billion zeros"),
        pytest.param("{{ '{:>9999999999}'.format(1) }}", "memory|more than|large", id="a width of ten digits"),
        pytest.param("{{ 'a' | center(999999999) }}", "memory|more than", id="a filter's width"),
        pytest.param("{{ 'a' * 999999999 }}", "memory|more than", id="a text a billion times"),
        pytest.param("{{ 'a' * 9999999 }}", "more than", id="ten million letters"),
        pytest.param(DOUBLED, "memory|longer", id="a list doubled"),
        pytest.param(REPLACED, "memory|more than", id="replacements"),
        pytest.param("{{ action.__class__.__mro__ }}", "unsafe", id="classes", marks=held),
        pytest.param("{{ self.__init__.__globals__ }}", "unsafe|undefined|no attribute", id="globals", marks=held),
        pytest.param(SHELL, "unsafe|undefined", id="a shell", marks=held),
        pytest.param("{% include '/etc/passwd' %}", "no prompt /etc/passwd", id="a file of the computer", marks=held),
        pytest.param("{% include '../secret.j2' %}", "no prompt", id="a file beside the folder", marks=held),
        pytest.param("{{ 1 / 0 }}", "division by zero", id="a division", marks=held),
        pytest.param("{% if %}", "Expected an expression", id="half a template", marks=held),
        pytest.param("{{ " + "(" * 90_000, "too deeply|recursion", id="brackets"),
        pytest.param("{{ " + "not " * 20_000 + "1 }}", "too deeply|recursion", id="a long expression"),
        pytest.param("x" * 200_000, "more than 100,000 bytes", id="a large file"),
    ],
)  # fmt: skip
def test_a_template_has_limits(theirs, child, text, said):
    (theirs.parent / "secret.j2").write_text("a private word")
    (theirs / "describe.j2").write_text(text)
    prompts = Prompts(theirs)
    vars(prompts)["_child"] = child
    refused(prompts, said)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param(LOOPS, "took longer", id="loop"),
        pytest.param("{{ 9 ** (9 ** 9) }}", "took longer|memory", id="a tower of powers"),
        pytest.param("{{ (2 ** 100000000) }}", "took longer|memory|more than|digits", id="a long number"),
        pytest.param("{{ lipsum(n=99999) }}", "took longer|memory|more than", id="lorem ipsum"),
    ],
)
def test_a_template_that_takes_too_long_is_stopped(theirs, monkeypatch, text, said):
    stopping_after(monkeypatch, 0.3)
    (theirs / "describe.j2").write_text(text)
    refused(Prompts(theirs), said)


def test_what_lies_elsewhere_is_not_read_through_a_link(theirs, tmp_path):
    (tmp_path / "id_rsa").write_text("a private key")
    (theirs / "describe.j2").symlink_to(tmp_path / "id_rsa")
    refused(Prompts(theirs), "it is a link to")


def test_a_pipe_keeps_nobody_waiting(theirs):
    os.mkfifo(theirs / "describe.j2")
    refused(Prompts(theirs), "no regular file")


def test_a_template_sees_no_key_of_the_environment_and_imports_nothing_beside_it(theirs, monkeypatch):
    monkeypatch.setenv("APPAGENT_API_KEY", "sk-secret")
    monkeypatch.chdir(theirs)
    for module in ("jinja2", "json", "markupsafe", "sitecustomize"):
        (theirs / f"{module}.py").write_text("import pathlib; pathlib.Path('ran').touch()")
    (theirs / "describe.j2").write_text("{{ environ | default('none') }}")
    assert rendered(Prompts(theirs)) == "none\n"
    assert not (theirs / "ran").exists()


def test_after_one_that_was_stopped_the_next_is_rendered(theirs, monkeypatch):
    stopping_after(monkeypatch, 1.5)
    prompts = Prompts(theirs)
    (theirs / "describe.j2").write_text(f"{{% if goal == 'x' %}}{LOOPS}{{% endif %}}Fine")
    with pytest.raises(UsageError):
        prompts.render("describe", **DESCRIBE | {"goal": "x"})
    assert rendered(prompts) == "Fine\n"


def test_a_broken_prompt_ends_a_command_in_one_line(typed, theirs):
    (theirs / "act.j2").write_text("{{ '%*d' % (999999999, 1) }}")
    words = ("run", "--app", "notes", "--task", "x", "--agent", "model", "--device", "virtual", "--prompts", theirs)
    os.environ.update(APPAGENT_BASE_URL="http://127.0.0.1:9/v1", APPAGENT_MODEL="m")
    try:
        status, _, err = typed(*words, "--size", "360x800", "--time-scale", "0.05", "--json")
    finally:
        del os.environ["APPAGENT_BASE_URL"], os.environ["APPAGENT_MODEL"]
    assert (status, err.strip().splitlines()[-1].startswith("appagent: the prompt ")) == (2, True)
