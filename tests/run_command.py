"""Run `appagent run` on a virtual phone, against the endpoint of a test."""

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cli_in_process import type_at
from model_clients import KEY

QUICK = (
    "--device", "virtual", "--size", "360x800", "--time-scale", "0.05", "--store", "store.sqlite", "--runs", "runs",
)  # fmt: skip


@dataclass(frozen=True)
class Done:
    """How a command ended, and what it printed."""

    status: int
    out: str
    err: str

    @property
    def result(self) -> dict[str, Any]:
        """What --json printed."""
        return json.loads(self.out)


def run_at(url: str, folder: Path, *options: str, json: bool = True, **env: str) -> Done:
    """`appagent run`, of a task in Notes, with the model at an address. env: more of the environment."""
    words = ["run", "--app", "notes", "--task", "Open a note", "--max-steps", "4", *QUICK, *options]
    endpoint = {"APPAGENT_BASE_URL": url, "APPAGENT_API_KEY": KEY, "APPAGENT_MODEL": "small"}
    done = type_at(folder, {**os.environ, **endpoint, **env}, *words, *(["--json"] if json else []))
    return Done(done.returncode, done.stdout, done.stderr)
