"""Run the command line in the process of the test, in a home folder of its own."""

import io
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

import pytest

from appagent.cli.main import main

Typed = Callable[..., tuple[int, str, str]]  # the words of a command -> exit status, standard output, standard error


@pytest.fixture
def typed(tmp_path, monkeypatch, capsys) -> Typed:
    """Types a command in an empty home."""
    for name in [name for name in os.environ if name.startswith(("APPAGENT_", "OPENAI_", "XDG_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)

    def type_in(*words: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["appagent", *map(str, words)])
        with pytest.raises(SystemExit) as left:
            main()
        return int(left.value.code or 0), *capsys.readouterr()

    return type_in


def type_at(
    folder: Path, environment: Mapping[str, str], *words: object, entered: str = ""
) -> "subprocess.CompletedProcess[str]":
    """Type a command in the test's own process, which saves a second of imports, with this folder and environment.

    entered: standard input, up to its end.
    """
    line = ["appagent", *map(str, words)]
    printed = [io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2)]
    typed_in = io.TextIOWrapper(io.BytesIO(entered.encode()), "utf-8")
    before, on_interrupt = Path.cwd(), signal.getsignal(signal.SIGINT)
    os.chdir(folder)
    try:
        with (
            patch.dict(os.environ, environment, clear=True), patch.object(sys, "argv", line),
            patch.object(sys, "stdin", typed_in), redirect_stdout(printed[0]), redirect_stderr(printed[1]),
            pytest.raises(SystemExit) as left,
        ):  # fmt: skip
            main()
    finally:
        os.chdir(before)
        signal.signal(signal.SIGINT, on_interrupt)
    out, err = (stream.buffer.getvalue().decode() for stream in printed)  # type: ignore[attr-defined]
    return subprocess.CompletedProcess(line, int(left.value.code or 0), out, err)


@contextmanager
def at_terminal(terminal: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Have standard input, output and errors of this process at one end of a terminal, which is closed afterwards."""
    with (
        os.fdopen(os.dup(terminal), "r") as typed_in, os.fdopen(terminal, "w", errors="backslashreplace") as printed,
        monkeypatch.context() as patch,
    ):  # fmt: skip
        patch.setattr(sys, "stdin", typed_in)
        patch.setattr(sys, "stdout", printed)
        patch.setattr(sys, "stderr", printed)
        yield


def make_folder(path: Path, toml: str) -> Path:
    """Make a folder with an appagent.toml."""
    path.mkdir(parents=True, exist_ok=True)
    (path / "appagent.toml").write_text(toml, encoding="utf-8")
    return path


def all_of(keyboard: int) -> bytes:
    """The bytes that a terminal got, once its other end is closed; they come in pieces."""
    told = b""
    try:
        while more := os.read(keyboard, 65536):
            told += more
    except OSError:  # all is read
        pass
    os.close(keyboard)
    return told
