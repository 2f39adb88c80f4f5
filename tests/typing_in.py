"""Commands typed in the test's own process, in a home that holds nothing of anybody's."""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from appagent.cli.main import main

Typed = Callable[..., tuple[int, str, str]]  # the words of a command -> exit status, standard output, standard error


@pytest.fixture
def typed(tmp_path, monkeypatch, capsys) -> Iterator[Typed]:
    """Types a command in an empty home."""
    for name in [name for name in os.environ if name.startswith(("APPAGENT_", "OPENAI_", "XDG_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    on_interrupt = signal.getsignal(signal.SIGINT)

    def type_in(*words: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["appagent", *map(str, words)])
        with pytest.raises(SystemExit) as left:
            main()
        return int(left.value.code or 0), *capsys.readouterr()

    yield type_in
    signal.signal(signal.SIGINT, on_interrupt)


def make_folder(path: Path, toml: str) -> Path:
    """Make a folder with an appagent.toml."""
    path.mkdir(parents=True, exist_ok=True)
    (path / "appagent.toml").write_text(toml, encoding="utf-8")
    return path
