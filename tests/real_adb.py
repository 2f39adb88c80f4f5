"""The real adb, with a server, a home and a key of its own: nothing of the user's is seen or changed."""

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO

import adbutils
import pytest

_BUNDLED = Path(adbutils.__file__).parent / "binaries" / "adb"
ADBS = ["bundled", "debian"]  # adbutils' own, and the one on the PATH


@dataclass(frozen=True)
class Adb:
    """One adb binary and the port of its server."""

    binary: str
    port: int
    environment: dict[str, str]

    def run(self, *words: str, check: bool = True, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        """One command line; what it prints is bytes."""
        done = subprocess.run(
            [self.binary, *words], env=self.environment, input=stdin, capture_output=True, timeout=100, check=False
        )
        assert not check or done.returncode == 0, done
        return done

    def says(self, *words: str) -> str:
        """What a command line that succeeds prints, stripped."""
        return self.run(*words).stdout.decode().strip()

    @contextmanager
    def open(self, *words: str) -> Iterator[tuple["subprocess.Popen[bytes]", IO[bytes]]]:
        """A command line that goes on, and what it prints; it is ended with the block."""
        with subprocess.Popen([self.binary, *words], env=self.environment, stdout=subprocess.PIPE) as process:
            try:
                assert process.stdout
                yield process, process.stdout
            finally:
                process.kill()

    def to(self, serial: str) -> "Adb":
        """This adb with one phone, to which all command lines go."""
        return replace(self, environment={**self.environment, "ANDROID_SERIAL": serial})

    @property
    def serial(self) -> str:
        """Of the phone to which all command lines go."""
        return self.environment["ANDROID_SERIAL"]

    @contextmanager
    def connected(self, address: str) -> Iterator["Adb"]:
        """This adb with one phone on Wi-Fi, to which all command lines go."""
        self.join(address)
        try:
            yield self.to(address)
        finally:
            self.run("disconnect", address, check=False)

    def join(self, address: str) -> str:
        """Connect to a phone on Wi-Fi, wait until it is online, and return what adb said."""
        told = self.says("connect", address)
        self.run("-s", address, "wait-for-device")
        return told

    def client(self) -> adbutils.AdbClient:
        """adbutils on the same server."""
        return adbutils.AdbClient("127.0.0.1", self.port)


def private_adb(which: str, port: int, home: Path) -> Adb:
    """A binary that asks the server on a port. Skips where there is no such binary."""
    binary = str(_BUNDLED) if which == "bundled" else shutil.which("adb")
    if not binary or not Path(binary).exists():
        pytest.skip(f"no {which} adb here" + ("; apt-get install adb" if which == "debian" else ""))
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("ADB", "ANDROID"))}
    private = {
        "HOME": str(home),
        "TMPDIR": str(home),
        "ANDROID_ADB_SERVER_PORT": str(port),
        "ADB_LOCAL_TRANSPORT_MAX_PORT": "5554",  # looks for no emulators
        "ADB_USB": "0",
        "ADB_LIBUSB": "0",
        "ADB_MDNS": "0",
        "ADB_MDNS_OPENSCREEN": "0",
    }
    return Adb(binary, port, {**kept, **private})


@contextmanager
def adb_server(which: str, home: Path) -> Iterator[Adb]:
    """A server that is a child of this process and ends with the block. Skips where there is no such binary."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    adb = private_adb(which, port, home)
    with subprocess.Popen(
        [adb.binary, "server", "nodaemon"], env=adb.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as server:
        try:
            _await(port)
            yield adb
        finally:
            server.terminate()


def _await(port: int) -> None:
    for _ in range(1200):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except ConnectionRefusedError:
            time.sleep(0.05)
    pytest.fail("adb's server did not come up in 60 s")
