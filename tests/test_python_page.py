"""The blocks of docs/python.md work as they stand there, in order."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import QUICK
from endpoint import Endpoint

from appagent import run
from appagent.phone import Phone
from appagent.phone.wire import serve

pytestmark = pytest.mark.slow

PAGE = (Path(__file__).resolve().parents[1] / "docs" / "python.md").read_text(encoding="utf-8")
BLOCKS = {
    heading: re.findall(r"```python\n(.*?)```", section, re.DOTALL)
    for heading, section in re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", PAGE, re.DOTALL | re.MULTILINE)
}


@pytest.fixture
def home(tmp_path, monkeypatch) -> Iterator[Path]:
    """A newcomer's: nothing is configured; only waits are short, and the display is small."""
    for name in [name for name in os.environ if name.startswith(("APPAGENT_", "OPENAI_", "XDG_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("APPAGENT_TIME_SCALE", str(QUICK))
    monkeypatch.setenv("APPAGENT_SIZE", "360x800")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def carry_out(*headings: str) -> dict[str, object]:
    """Run the blocks of sections, after what every section builds on; the names that they leave."""
    names: dict[str, object] = {"run": run}
    for heading in headings:
        for block in BLOCKS[heading]:
            exec(compile(block, f"docs/python.md, {heading}", "exec"), names)
    return names


def test_every_block_is_tried_here():
    tested = Path(__file__).read_text(encoding="utf-8")
    assert [heading for heading, blocks in BLOCKS.items() if blocks and f'"{heading}"' not in tested] == []


def test_a_task_is_run_and_each_step_told(home, capsys):
    left = carry_out("Running a task", "A call for each step")
    told = capsys.readouterr().out
    assert told.startswith("success ")
    assert re.search(r'^1 tap "Display.*" done$', told, re.MULTILINE)
    assert told.endswith("1 steps were done\n")
    assert Path(left["result"].run).is_dir()


def test_a_model_runs_a_task(home, monkeypatch, capsys):
    with Endpoint(lambda request: "Observation: it is open\nThought: done\nAction: finish()\nSummary: done") as served:
        for name, value in (("MODEL", "small"), ("BASE_URL", served.url), ("API_KEY", "none")):
            monkeypatch.setenv(f"APPAGENT_{name}", value)
        left = carry_out("With a model")
    assert left["result"].model_calls == 1
    assert "'prompt':" in capsys.readouterr().out


def test_an_app_is_learnt_a_demonstration_recorded_and_a_store_read(home, capsys):
    left = carry_out("Learning an app", "Recording a demonstration", "Settings and stores")
    assert left["learnt"].documents_written > 0
    assert left["shown"].documents_written == 1
    assert "tap " in capsys.readouterr().out


def test_errors_name_what_was_wrong(home, capsys):
    carry_out("Errors")
    assert "no setting max_step; the nearest: max_steps" in capsys.readouterr().out


def test_an_open_phone_serves_several_sessions(home, monkeypatch, capsys):
    with serve(Phone(size=(720, 1280), time_scale=QUICK)) as server:
        monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(server.port))
        carry_out("A real phone")
    assert capsys.readouterr().out == "com.example.notes\n"


def test_a_run_is_continued(home):
    left = carry_out("Continuing")
    assert left["again"].run == left["first"].run
