"""What the documentation shows works as it stands there, and its table of actions has every one."""

import re
from pathlib import Path

import pytest
from hierarchy_nodes import find, tap

from appagent.actions import ACTIONS, parse
from appagent.phone import Phone, PhoneError
from appagent.tasks.file import read_suite

DOCS = Path(__file__).resolve().parents[1] / "docs"


def block(page: str, language: str) -> str:
    """The first block of code of a page in a language."""
    found = re.search(rf"```{language}\n(.*?)```", (DOCS / page).read_text(encoding="utf-8"), re.DOTALL)
    assert found
    return found[1]


@pytest.fixture
def apps(tmp_path: Path) -> Path:
    """A folder with the app of the page."""
    (tmp_path / "water.py").write_text(block("apps.md", "python"), encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(("locale", "label"), [("en-US", "Water"), ("zh-CN", "喝水")])
def test_the_app_of_the_page_works(apps: Path, locale: str, label: str) -> None:
    phone = Phone(time_scale=0, apps=apps, locale=locale)
    phone.start("org.example.water")
    assert find(phone, label)
    tap(phone, "fab", "fab")
    assert phone.state()["water"] == {"glasses": [{"ml": 250, "time": "10:08"}] * 2}
    assert find(phone, "total")["text"] == "500 ml"


def test_a_mistake_in_it_is_said_with_file_and_line(apps: Path) -> None:
    path = apps / "water.py"
    path.write_text(path.read_text(encoding="utf-8").replace("sum(glass.ml", "sum(glass.litres"), encoding="utf-8")
    phone = Phone(time_scale=0, apps=apps)
    phone.start("org.example.water")
    tap(phone, "fab")
    with pytest.raises(PhoneError, match=r"water\.py, line 29 is broken: AttributeError"):
        phone.hierarchy()


def test_the_tasks_of_the_page_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(block("tasks.md", "yaml"), encoding="utf-8")
    suite = read_suite(path)
    assert {suite.draw(suite.specs[0], seed).locale for seed in range(20)} == {"en-US", "zh-CN"}


PAGE = (Path(__file__).parent.parent / "docs" / "actions.md").read_text(encoding="utf-8")


def test_every_action_is_in_the_table_of_actions():
    calls = [
        call
        for line in PAGE.splitlines()
        if line.startswith("| `")
        for call in re.findall(r"`(\w+\(.*?\))`", line.split(" | ")[0])
    ]
    assert {parse(call).kind for call in calls} == {cls.kind for cls in ACTIONS}
