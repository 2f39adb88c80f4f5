"""A stranger on this computer sends garbage to the virtual phone's port: a run under way must not notice.

Bytes that mean nothing, frames that break off, lengths that promise gigabytes, connections that are opened and left.
The phone ends that one connection and goes on: no thread dies with a traceback (pytest makes that an error), none is
left behind without bound, and no memory is taken on a mere promise. Who sends what the phone understands, works the
phone: that is no garbage.
"""

import contextlib
import json
import random
import resource
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from conftest import QUICK, SETTINGS, SMALL
from front_ends import FRONT_ENDS
from scripted_runs import answering

from appagent.actions import Start
from appagent.agents.react import ReAct
from appagent.devices.android import Android
from appagent.devices.over_adb.adb import Client
from appagent.loop import Run
from appagent.phone import Phone
from appagent.phone.wire import listener, serve, serve_adbd
from appagent.phone.wire.packets import Packet, pack
from appagent.tasks import Task

pytestmark = pytest.mark.slow

held, param = pytest.mark.held, pytest.param

PORT = 9008  # of uiautomator2's server on the phone
HELLO = pack(Packet(b"CNXN", 0x01000001, 1 << 20, b"host::\0"), checksum=True)


def frame(words: bytes) -> bytes:
    """A request to the adb host."""
    return f"{len(words):04x}".encode() + words


def to_phone(service: bytes) -> bytes:
    """A service of the phone, opened through the adb host."""
    return frame(b"host:transport-any") + frame(service)


def rpc(body: bytes, length: int | None = None) -> bytes:
    """A request to uiautomator2's server, opened through the adb host."""
    head = f"POST /jsonrpc/0 HTTP/1.1\r\nContent-Length: {len(body) if length is None else length}\r\n\r\n"
    return to_phone(f"tcp:{PORT}".encode()) + head.encode() + body


def call(method: str, *params: object) -> bytes:
    """A method of uiautomator2's server."""
    return rpc(json.dumps({"method": method, "params": params, "id": 1}).encode())


def opened(service: bytes, *after: bytes) -> bytes:
    """A service opened over adbd, and raw bytes after that."""
    return HELLO + pack(Packet(b"OPEN", 7, 0, service + b"\0"), checksum=False) + b"".join(after)


HOST = [
    param(frame(b"host:" + b"\xff" * 900), marks=held, id="words that are no UTF-8"),
    param(b"ffff" + b"x" * 100, marks=held, id="a request that breaks off"),
    param(b"-001", id="a length below nothing"),
    param(b"+0x1", marks=held, id="a length that is no number"),
    param(b"GET / HTTP/1.1\r\n\r\n", marks=held, id="another protocol"),
    param(to_phone(b"sync:") + struct.pack("<4sI", b"SEND", 0xFFFFFFFF), marks=held, id="a name of 4 GB"),
    param(to_phone(b"sync:") + struct.pack("<4sI", b"RECV", 3) + b"\0/\0", marks=held, id="a file of no name"),
    param(to_phone(b"shell,v2:") + struct.pack("<BI", 0, 0xFFFFFFFF) + b"x" * 99, marks=held, id="keys of 4 GB"),
    param(to_phone(b"shell:input tap inf nan"), id="a place at infinity"),
    param(to_phone(b"shell:" + b"toybox " * 9000 + b"ls"), id="a command of 9,000 commands"),
    param(to_phone(b"shell:" + b"\"'`\\" * 200), marks=held, id="quotes that do not close"),
    param(to_phone(b"shell:sleep nan"), marks=held, id="a rest of no number"),
    param(rpc(b"\xff\xfe{}"), marks=held, id="JSON that is none"),
    param(rpc(b"[" * 100_000), id="JSON that is 100,000 deep"),
    param(rpc(b"{}", length=10**15), marks=held, id="a body of a petabyte"),
    param(call("click", 1e999, 1e999), id="a click at infinity"),
    param(call("takeScreenshot", 1000.0, 80), id="a picture a thousand times as large"),
    param(call("swipe", {}, [], None, 1, 1e400), marks=held, id="a swipe of wrong types"),
    param(call("deviceInfo", *range(500)), marks=held, id="500 parameters"),
]
ADBD = [
    param(b"CNXN" + b"\xff" * 20, marks=held, id="a packet that is none"),
    param(HELLO[:11], marks=held, id="a packet that breaks off"),
    param(HELLO + struct.pack("<4s5I", b"WRTE", 1, 1, 0xFFFFFFF0, 0, 0xA8ADABBA), marks=held, id="a write of 4 GB"),
    param(HELLO * 50, marks=held, id="50 greetings"),
    param(opened(b"shell:input tap inf nan"), id="a place at infinity"),
    param(opened(b"shell:" + b"toybox " * 9000 + b"ls"), id="a command of 9,000 commands"),
    param(opened(b"sync:", pack(Packet(b"WRTE", 7, 1, b"SEND\xff\xff\xff\xff"), False)), marks=held, id="a long name"),
    param(opened(b"\xff\xfe\0\0:"), marks=held, id="a service of no name"),
]


@contextmanager
def running(which: str) -> Iterator[tuple[Android, int]]:
    """The driver on a phone, and the phone's port; which: of FRONT_ENDS."""
    phone = Phone(size=SMALL, time_scale=QUICK)
    if which == "adb host":
        with serve(phone) as server, Android(Client("127.0.0.1", server.port), phone.serial, time_scale=QUICK) as door:
            yield door, server.port
        return
    with FRONT_ENDS[which](phone) as adb, Android(adb.client(), adb.serial, time_scale=QUICK) as door:
        yield door, int(adb.serial.rpartition(":")[2])


@contextmanager
def meanwhile(*works: Callable[[], object]) -> Iterator[None]:
    """Do all of these again and again beside the block, with a rest between, so that the block has its share."""
    over = threading.Event()

    def go_on(work: Callable[[], object]) -> None:
        while not over.wait(0.02):
            work()

    threads = [threading.Thread(target=go_on, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join()


def say(port: int, data: bytes, *, wait_s: float = 0.1) -> None:
    """Send that, listen a little, and leave."""
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=60) as wire:
        wire.settimeout(wait_s)
        wire.sendall(data)
        while wire.recv(1 << 16):
            pass


def carried_out(device: Android, recorder) -> bool:
    """Whether a run of some steps ends well."""
    device.perform(Start(SETTINGS))
    replies = ["tap({Network & internet})", "back()", "tap({Network & internet})", 'finish("done", "done it")']
    with answering("scripted", *replies) as (model, _):
        outcome = Run(ReAct(model, see="both"), device, Task("a task", SETTINGS), recorder).go()
    assert [step.outcome for step in recorder.steps] == ["done", "done", "done", "finish"]
    return outcome.status == "success"


@pytest.fixture(scope="module")
def host() -> Iterator[tuple[Android, int]]:
    """The driver on a phone that gets all the garbage, and the port of its adb host."""
    with running("adb host") as (device, port):
        yield device, port


@pytest.mark.parametrize("garbage", HOST)
def test_the_adb_host_survives(host, garbage):
    device, port = host
    assert device.capture().app  # uiautomator2's server is up
    say(port, garbage)
    assert device.capture().app


@pytest.mark.parametrize("garbage", ADBD)
def test_adbd_survives(garbage):
    with serve_adbd(Phone(size=SMALL, time_scale=0)) as server:
        say(server.port, garbage)
        with socket.create_connection(("127.0.0.1", server.port), timeout=60) as wire:
            wire.sendall(HELLO)
            assert wire.recv(4) == b"CNXN"


def noise(seed: int, *grammar: bytes) -> Callable[[], bytes]:
    """Random bytes; pieces of what the phone does understand, damaged and cut; the same for the same seed."""
    random_ = random.Random(seed)

    def one() -> bytes:
        data = bytearray(random_.choice([*grammar, random_.randbytes(random_.randrange(300))]))
        for _ in range(random_.randrange(4)):
            if data:
                data[random_.randrange(len(data))] = random_.randrange(256)
        return bytes(data[: random_.randrange(len(data) + 1)] if random_.random() < 0.5 else data)

    return one


@pytest.mark.parametrize("which", ["adb host", "bundled adb and adbd"])
def test_a_run_goes_on_while_garbage_comes(which, recorder):
    known = [one.values[0] for one in (HOST if which == "adb host" else ADBD)]
    with running(which) as (device, port):
        make = noise(0, *known)
        with meanwhile(lambda: say(port, make(), wait_s=0.02)):
            assert carried_out(device, recorder)


@pytest.mark.parametrize("which", ["adb host", "bundled adb and adbd"])
def test_a_run_goes_on_while_connections_are_opened_and_left(which, recorder, monkeypatch):
    monkeypatch.setattr(listener, "MOST_CONNECTIONS", 64)
    with running(which) as (device, port), contextlib.ExitStack() as left:
        for number in range(200):
            wire = left.enter_context(socket.create_connection(("127.0.0.1", port), timeout=60))
            with contextlib.suppress(OSError):  # the older ones are ended
                wire.sendall(b"00"[: number % 3])
        assert threading.active_count() < listener.MOST_CONNECTIONS + 60, "a thread each, and no more than so many"
        assert carried_out(device, recorder)


def test_a_run_goes_on_where_no_more_files_can_be_opened(recorder):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with running("adb host") as (device, port):
        device.perform(Start(SETTINGS))
        with socket.socket() as probe:
            resource.setrlimit(resource.RLIMIT_NOFILE, (probe.fileno() + 1, hard))
            try:
                with contextlib.suppress(OSError):
                    probe.connect(("127.0.0.1", port))  # which the phone has no file left to accept
                time.sleep(0.3)
            finally:
                resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        assert carried_out(device, recorder)


@pytest.mark.parametrize("said", [b"", b"00", frame(b"host:transport-any"), to_phone(b"tcp:9008")])
def test_who_says_nothing_is_not_waited_for_for_ever(said, monkeypatch):
    monkeypatch.setattr(listener, "_GREETING_S", 0.3)
    with running("adb host") as (device, port), socket.create_connection(("127.0.0.1", port), timeout=60) as wire:
        assert device.capture().app  # uiautomator2's server is up
        wire.settimeout(60)  # waiting for longer fails the test
        with contextlib.suppress(ConnectionError):  # it may be ended before all is said
            for at in range(len(said)):
                wire.sendall(said[at : at + 1])
            while wire.recv(1 << 16):
                pass


def test_streams_over_one_connection_are_bounded():
    with serve_adbd(Phone(size=SMALL, time_scale=0)) as server:
        before = threading.active_count()
        with socket.create_connection(("127.0.0.1", server.port), timeout=60) as wire:
            wire.sendall(HELLO)
            for number in range(1, 1000):
                wire.sendall(pack(Packet(b"OPEN", number, 0, b"shell:\0"), checksum=False))
            wire.sendall(pack(Packet(b"OPEN", 1000, 0, b"shell:true\0"), checksum=False))
            refused = pack(Packet(b"CLSE", 0, 1000), checksum=False)
            heard = b""
            while refused not in heard:
                heard += wire.recv(1 << 16)
            assert threading.active_count() - before <= 256 + 1


def test_files_without_end_fill_no_memory(monkeypatch):
    from appagent.phone.wire import files, sync

    monkeypatch.setattr(files, "ROOM", 1 << 20)
    monkeypatch.setattr(sync, "ROOM", 1 << 20)
    part = struct.pack("<4sI", b"DATA", 1 << 16) + bytes(1 << 16)
    name = b"/sdcard/big,33188"
    with serve(Phone(time_scale=0)) as server, socket.create_connection(("127.0.0.1", server.port), timeout=60) as wire:
        wire.sendall(to_phone(b"sync:") + struct.pack("<4sI", b"SEND", len(name)) + name + part * 40)
        wire.sendall(struct.pack("<4sI", b"DONE", 0))
        heard = b""
        while b"No space left on device" not in heard:
            heard += wire.recv(1 << 16)
