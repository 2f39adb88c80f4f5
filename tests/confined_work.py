"""Functions that a confined child process runs; `tests/test_confine.py` runs each in one."""

import os
import signal
import sys
from pathlib import Path
from typing import Any

from appagent.errors import UsageError


def act(request: dict[str, Any]) -> Any:
    """Do what the request names, with what it holds."""
    (deed, value), *_ = request.items()
    return DEEDS[deed](value)


def loop(_: Any) -> None:
    """Never end."""
    while True:
        pass


def refuse(message: str) -> None:
    """Raise what a person is told."""
    raise UsageError(message)


def nest(depth: int) -> list[Any]:
    """A list in a list in a list."""
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


def chat(words: str) -> str:
    """Print, by Python and beneath it."""
    print(words, flush=True)
    os.write(1, words.encode())
    return words


def write(path: str) -> int:
    """Put something into a file."""
    return Path(path).write_text("mine")


DEEDS = {
    "echo": lambda value: value,
    "pid": lambda _: os.getpid(),
    "group": lambda _: os.getpgid(0),
    "environment": lambda _: dict(os.environ),
    "modules": lambda names: {name: getattr(__import__(name), "__file__", "") for name in names},
    "path": lambda _: sys.path,
    "loop": loop,
    "hoard": lambda size: len(bytearray(size)),
    "letters": lambda number: "x" * number,
    "nest": nest,
    "refuse": refuse,
    "fail": lambda words: int(words),
    "leave": lambda status: os._exit(status),
    "die": lambda _: os.kill(os.getpid(), signal.SIGKILL),
    "chat": chat,
    "write": write,
    "bytes": lambda text: text.encode(),
}
