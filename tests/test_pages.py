"""The pages hold: links lead somewhere, commands exist with their options, and the README stays short."""

import re
import shlex
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

from appagent.cli.main import app

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("tests/*/*.md"), *ROOT.glob(".github/*.md")])
GUIDES = [page for page in PAGES if page.name != "CHANGELOG.md"]  # which tells of commands as they were then
FORMS = sorted(ROOT.glob(".github/ISSUE_TEMPLATE/*.yml"))


def name(path: Path) -> str:
    """Return a path as pages write it."""
    return path.relative_to(ROOT).as_posix()


def links(page: Path) -> set[str]:
    """Return the targets of a page's links and pictures that lie in the repository."""
    text = re.sub(r"```.*?```|`[^`\n]*`", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    found = re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r"^\[[^\]]+\]:\s*(\S+)", text, re.MULTILINE)
    return {target for target in found if not re.match(r"[a-z]+:", target)}


def anchors(page: Path) -> set[str]:
    """Return the names under which GitHub links to a page's headings."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def commands(page: Path, program: str) -> Iterator[list[str]]:
    """Yield the words after `program` wherever a page shows it as a command, in a block of code or within a line."""
    text = page.read_text(encoding="utf-8")
    blocks = re.findall(r"```\w*\n(.*?)```", text, re.DOTALL)
    spans = re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL))
    for line in [*(line for block in blocks for line in block.splitlines()), *spans]:
        if found := re.match(rf"\s*(?:[A-Z_]+=\S+ )*{program} (.*)", line):
            yield shlex.split(found[1], comments=True)


def unknown(words: list[str]) -> set[str]:
    """Return the options among a command's words that its --help does not list, or all words if it has none."""
    first = next((number for number, word in enumerate(words) if word.startswith("-")), len(words))
    known = options(*words[:first])
    if known is None:
        return set(words)
    return {word.partition("=")[0] for word in words if re.match(r"--[a-z]", word)} - known


@cache  # pages show the same commands again and again
def options(*command: str) -> frozenset[str] | None:
    """Return the options that a command's --help lists, or None if there is no such command."""
    shown = CliRunner().invoke(app, [*command, "--help"])
    return None if shown.exit_code else frozenset(re.findall(r"^ +(--[a-z-]+)", shown.stdout, re.MULTILINE))


def test_the_readme_can_be_read_at_one_go():
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 120


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_to_files_that_exist(page):
    lost = set()
    for link in links(page):
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            lost.add(link)
    assert not lost


@pytest.mark.slow
@pytest.mark.parametrize("page", GUIDES, ids=name)
def test_commands_that_are_shown_exist_with_their_options(page):
    assert not [(words, wrong) for words in commands(page, "appagent") if (wrong := unknown(words))]


@pytest.mark.parametrize("page", GUIDES, ids=name)
def test_targets_of_make_that_are_shown_exist(page):
    there = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert {word for words in commands(page, "make") for word in words} <= there


def test_the_readme_shows_commands_and_make():
    assert len([*commands(ROOT / "README.md", "appagent")]) >= 3
    assert [*commands(ROOT / "README.md", "make")][:2] == [["demo"], ["test"]]


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (["lern"], {"lern"}),
        (["docs", "lst"], {"docs", "lst"}),
        (["learn", "--ap", "notes"], {"--ap"}),
        (["bench", "daily", "--seed=3"], {"--seed"}),
        (["runs", "prune", "--keep=3"], set()),
    ],
)
def test_a_command_that_does_not_exist_is_found_out(words, wrong):
    assert unknown(words) == wrong


@pytest.mark.slow
def test_the_python_of_the_readme_runs(tmp_path, monkeypatch, capsys):
    page = (ROOT / "README.md").read_text(encoding="utf-8")
    found = re.search(r"```python\n(.*?)```", page, re.DOTALL)
    assert found
    assert len(found[1].splitlines()) == 5
    for key, value in {"STORE": tmp_path / "store.sqlite", "RUNS": tmp_path / "runs", "TIME_SCALE": 0.1}.items():
        monkeypatch.setenv(f"APPAGENT_{key}", str(value))
    names: dict[str, object] = {}
    exec(found[1], names)
    printed = capsys.readouterr().out
    assert getattr(names["result"], "status") == "success"  # noqa: B009, its type is not known here
    assert "Display" in printed  # the first step, as on_step shows it


@pytest.mark.parametrize("form", FORMS, ids=name)
def test_forms_have_what_the_host_asks_for(form):
    read = yaml.safe_load(form.read_text(encoding="utf-8"))
    if form.stem == "config":
        assert read == {"blank_issues_enabled": False}
        return
    assert {"name", "description", "body"} <= read.keys()
    asked = [part for part in read["body"] if part["type"] != "markdown"]
    assert len({part["id"] for part in asked}) == len(asked) >= 3


def test_hosted_ci_calls_our_own():
    jobs = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8"))["jobs"]
    runs = {job: " ".join(step.get("run", "") for step in steps["steps"]) for job, steps in jobs.items()}
    assert ".ci/run" in runs["test"]
    assert "install ." in runs["core-install"]
    assert "appagent demo" in runs["core-install"]
