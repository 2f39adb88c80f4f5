"""Measure what `appagent run` costs before its first call of a model: seconds of the clock and of the processor.

    python bench/start.py [--rounds 5]

The device is the virtual phone in a process of its own. The endpoint is a server in this one: when the first request
arrives, it reads from /proc what the run's process has taken of the processor, and ends the run. The modules are
compiled before, by a run that is not counted, as they are where the package was installed and used once.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

from step import APP, Served, phone

_TICKS = os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Print the medians."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory() as home, phone(Path(home), photo=False) as served:
        first_call(served, home)  # compiles
        taken = [first_call(served, home) for _ in range(rounds)]
    clock, busy = (statistics.median(column) for column in zip(*taken, strict=True))
    print(f"to the first call of the model: {clock:.2f} s, {busy:.2f} s of the processor, {len(taken)} runs")


def first_call(served: Served, home: str) -> tuple[float, float]:
    """Start a run on a phone; return the seconds and the processor's seconds until it asks the model."""
    asked = list[float]()

    class Endpoint(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            """Take the time, and answer with what ends the run."""
            asked.extend((time.perf_counter() - began, _busy_s(run.pid)))
            self.send_error(400)

        def log_message(self, format: str, *args: object) -> None:
            """Print nothing."""

    with HTTPServer(("127.0.0.1", 0), Endpoint) as server:
        began = time.perf_counter()
        run = subprocess.Popen(
            [Path(sys.executable).with_name("appagent"), "run", "--app", APP, "--task", "Open a parcel",
             "--device", served.serial, "--runs", f"{home}/runs", "--store", f"{home}/store.sqlite"],
            env=os.environ | {
                "APPAGENT_BASE_URL": f"http://127.0.0.1:{server.server_port}/v1", "APPAGENT_API_KEY": "none",
                "APPAGENT_MODEL": "none", "XDG_CONFIG_HOME": home, "XDG_CACHE_HOME": home,
                "ANDROID_ADB_SERVER_PORT": str(served.port), "PYTHONPYCACHEPREFIX": f"{home}/compiled",
                "PYTHONDONTWRITEBYTECODE": "",
            },
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=home,
        )  # fmt: skip
        server.handle_request()
        run.terminate()
        run.wait()
    return asked[0], asked[1]


def _busy_s(pid: int) -> float:
    """Return the processor's time that a process has taken."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


if __name__ == "__main__":
    main()
