"""Redo one step in AppAgent's original way, from its description: five adb processes, full-size PNG, grey marks.

A round: screencap to the phone's /sdcard, pull, uiautomator dump there, pull, read, number the elements at their
centres, encode for the model; then the action, and a fixed sleep of 10 s. The model's part and the sleep are not
measured here but reported beside the result.
"""

import base64
import os
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import adbutils
import cv2
import numpy as np
from lxml import etree

ADB = Path(adbutils.__file__).parent / "binaries" / "adb"
SLEEP_S = 10.0
_NEAR = 30  # px: of two elements with centres that close it takes one
_ON_PHONE = "/sdcard/appagent"


@dataclass(frozen=True)
class Adb:
    """Adb binary with a server and home folder of its own, apart from the user's."""

    port: int
    environment: dict[str, str]

    def run(self, *words: str) -> None:
        """Run adb in a new process, as AppAgent does for every request to the phone."""
        subprocess.run([ADB, *words], env=self.environment, capture_output=True, timeout=60, check=True)


@contextmanager
def connected(address: str, home: Path) -> Iterator[Adb]:
    """Connect adb to the phone at an address, and end its server afterwards."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("ADB", "ANDROID"))}
    private = {"HOME": str(home), "TMPDIR": str(home), "ANDROID_ADB_SERVER_PORT": str(port), "ANDROID_SERIAL": address}
    quiet = {"ADB_LOCAL_TRANSPORT_MAX_PORT": "5554", "ADB_USB": "0", "ADB_LIBUSB": "0", "ADB_MDNS": "0"}
    adb = Adb(port, {**kept, **private, **quiet, "ADB_MDNS_OPENSCREEN": "0"})
    nowhere = subprocess.DEVNULL
    with subprocess.Popen([ADB, "server", "nodaemon"], env=adb.environment, stdout=nowhere, stderr=nowhere) as server:
        try:
            _await(port)
            adb.run("connect", address)
            yield adb
        finally:
            server.terminate()


def photograph(adb: Adb, folder: Path) -> None:
    """Take a screenshot with two adb processes."""
    adb.run("shell", "screencap", "-p", f"{_ON_PHONE}.png")
    adb.run("pull", f"{_ON_PHONE}.png", str(folder / "screen.png"))


def dump(adb: Adb, folder: Path) -> None:
    """Dump the hierarchy with two adb processes."""
    adb.run("shell", "uiautomator", "dump", f"{_ON_PHONE}.xml")
    adb.run("pull", f"{_ON_PHONE}.xml", str(folder / "screen.xml"))


def tap(adb: Adb, x: int, y: int) -> None:
    """Tap a point with one adb process."""
    adb.run("shell", "input", "tap", str(x), str(y))


def elements(folder: Path) -> list[tuple[int, int]]:
    """Return the centres of clickable nodes, then of focusable nodes that are not close to one of those."""
    kept: list[tuple[int, int]] = []
    for flag in ("clickable", "focusable"):
        for _, node in etree.iterparse(str(folder / "screen.xml"), events=("start",)):
            if node.get(flag) == "true":
                left, top, right, bottom = map(int, node.get("bounds", "")[1:-1].replace("][", ",").split(","))
                centre = ((left + right) // 2, (top + bottom) // 2)
                if all(np.hypot(centre[0] - x, centre[1] - y) > _NEAR for x, y in kept):
                    kept.append(centre)
    return kept


def label(folder: Path, centres: list[tuple[int, int]]) -> None:
    """Write each number in white on a half-transparent block on the screenshot, and save it as PNG."""
    picture = cv2.imread(str(folder / "screen.png"))
    assert picture is not None
    for number, (x, y) in enumerate(centres, start=1):
        (width, height), _ = cv2.getTextSize(str(number), cv2.FONT_HERSHEY_SIMPLEX, 1, 2)
        block = picture[max(0, y - height - 10) : y + 10, max(0, x - 10) : x + width + 10]
        block[:] = cv2.addWeighted(block, 0.5, np.zeros_like(block), 0.5, 0)
        cv2.putText(picture, str(number), (x, y), cv2.FONT_HERSHEY_SIMPLEX, 1, (255, 250, 250), 2)
    cv2.imwrite(str(folder / "labeled.png"), picture)


def encode(folder: Path) -> str:
    """Encode the labelled PNG as base64."""
    return base64.b64encode((folder / "labeled.png").read_bytes()).decode()


def _await(port: int) -> None:
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except ConnectionRefusedError:
            time.sleep(0.05)
    raise TimeoutError("adb's server did not come up in 10 s")
