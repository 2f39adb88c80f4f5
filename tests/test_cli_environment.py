"""The command line in odd surroundings: streams closed or full, no current folder, a width or port that is none."""

import json
import os
import subprocess
import sys

import pytest
from test_cli_errors import record

from appagent.store import Store


@pytest.mark.slow
def test_closed_streams_are_no_trouble(tmp_path):
    command = f'"{sys.executable}" -m appagent docs list --json --store "{tmp_path / "store.sqlite"}"'
    assert subprocess.run(["sh", "-c", f"{command} <&- >&- 2>&-"], cwd=tmp_path).returncode == 0


@pytest.mark.slow
@pytest.mark.parametrize("streams", [">/dev/full", "2>/dev/full", ">/dev/full 2>/dev/full"])
def test_a_stream_whose_disk_is_full_is_no_trouble_but_that(tmp_path, streams):
    command = f'"{sys.executable}" -m appagent docs list --json --app x --store "{tmp_path / "store.sqlite"}"'
    done = subprocess.run(["sh", "-c", f"{command} {streams}"], cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stderr.count("\n")) == (2, "2>" not in streams)
    assert (json.loads(done.stdout)["status"] if done.stdout else "error") == "error"


@pytest.mark.slow
@pytest.mark.parametrize("command", ["devices", "doctor"])
def test_a_port_of_adb_that_is_none_is_said(command):
    env = {**os.environ, "ANDROID_ADB_SERVER_PORT": "abc"}
    done = subprocess.run([sys.executable, "-m", "appagent", command], capture_output=True, text=True, env=env)
    assert (done.returncode, done.stdout) == (2, "")
    told = "the environment variable ANDROID_ADB_SERVER_PORT needs a port, such as 5037, found 'abc'"
    assert done.stderr == f"appagent: {told}\n"


@pytest.mark.slow
def test_a_current_folder_that_is_gone_is_said(tmp_path):
    command = f'mkdir gone && cd gone && rmdir ../gone && "{sys.executable}" -P -m appagent docs list'
    done = subprocess.run(["sh", "-c", command], cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "appagent: the current folder is no longer there; go to another one\n"


@pytest.mark.parametrize("columns", ["0", "abc", "-5"])
def test_a_width_that_is_none_hides_no_list(typed, monkeypatch, tmp_path, columns):
    with Store(tmp_path / "s.sqlite") as store:
        store.add(record("Opens a note."))
    monkeypatch.setenv("COLUMNS", columns)
    status, out, err = typed("docs", "list", "--store", tmp_path / "s.sqlite")
    assert (status, err) == (0, "")
    assert "Opens a note." in out
