"""Which phone is meant: the virtual one, the one with a serial, the only one; and why one cannot be used."""

import os
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest
from conftest import QUICK
from tables import cases

from appagent.devices.drivers import open_device
from appagent.devices.find import Attached, attached, open_android
from appagent.devices.over_adb.adb import Client
from appagent.errors import DeviceError, UsageError
from appagent.phone import Phone
from appagent.phone.wire import serve
from appagent.settings import Settings


def settings(device: str) -> Settings:
    return replace(Settings(), device=device, time_scale=QUICK)


def test_the_virtual_phone_is_as_the_settings_say():
    asked = replace(settings("virtual"), size=(720, 1280), locale="zh-CN")
    with open_device(asked) as device:
        screen = device.capture()
        assert (screen.size, device.serial) == ((720, 1280), "virtual-1")
        assert "设置" in screen.texts


def test_apps_that_do_not_load_are_the_users_to_mend(tmp_path):
    (tmp_path / "shop.py").write_text("x = 1\n")
    with pytest.raises(UsageError, match=r"shop\.py"), open_device(replace(settings("virtual"), apps=tmp_path)):
        pass


@pytest.mark.parametrize("asked", ["", "virtual-1"])
def test_the_only_phone_needs_no_name(asked):
    with serve(Phone(time_scale=QUICK)) as server:
        client = Client("127.0.0.1", server.port)
        assert attached(client) == [Attached("virtual-1", "device", "Virtual phone")]
        with open_android(asked, settings(asked), client) as device:
            assert device.capture().settled


@contextmanager
def adb_server(*lines: str) -> Iterator[Client]:
    """An adb server that has these lines for phones: what only hardware could give otherwise."""
    known = list(lines)

    def answer() -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            with connection:
                asked = connection.recv(int(connection.recv(4), 16)).decode()
                if asked.startswith("host:connect:"):
                    known.append(f"{asked.removeprefix('host:connect:')} offline")
                block = "0029" if asked == "host:version" else "".join(f"{line}\n" for line in known)
                connection.sendall(f"OKAY{len(block):04x}{block}".encode())

    listener = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=answer)
    thread.start()
    try:
        yield Client("127.0.0.1", listener.getsockname()[1])
    finally:
        listener.shutdown(socket.SHUT_RDWR)
        thread.join()
        listener.close()


PIXEL = "R5CT  device usb:1-1 product:p model:Pixel_8 device:d transport_id:1"


@cases(
    ("lines", "asked", "kind", "says"),
    [
        ([], "", DeviceError, "no phone: connect one with USB debugging switched on, or use --device virtual"),
        ([], "R5CT", DeviceError, "no device 'R5CT'; none is attached"),
        ([PIXEL, "emulator-5554 device"], "", UsageError, "several phones are attached: R5CT, emulator-5554"),
        ([PIXEL], "R5", DeviceError, "no device 'R5'; attached: R5CT. .+ or use --device virtual"),
        (["R5CT unauthorized usb:1-1"], "", DeviceError, "R5CT is unauthorized: unlock it and allow USB debugging"),
        (["R5CT offline"], "R5CT", DeviceError, "R5CT is offline: unplug it"),
        (["R5CT no permissions (missing udev rules?); see"], "", DeviceError, "R5CT is no permissions: .*udev"),
        (["R5CT recovery"], "", DeviceError, "R5CT is recovery: start Android on it"),
    ],
)
def test_a_phone_that_cannot_be_used_is_explained_in_a_line(lines, asked, kind, says):
    with (
        adb_server(*lines) as client,
        pytest.raises(kind, match=says) as raised,
        open_android(asked, settings(asked), client),
    ):
        pass
    assert "\n" not in str(raised.value)


def test_an_address_is_connected_to():
    with (
        adb_server(PIXEL) as client,
        pytest.raises(DeviceError, match=r"10\.0\.0\.7:5555 is offline"),
        open_android("10.0.0.7:5555", settings(""), client),
    ):
        pass


def test_models_are_told_with_their_serials():
    with adb_server(PIXEL, "A1 offline") as client:
        assert attached(client) == [Attached("A1", "offline", ""), Attached("R5CT", "device", "Pixel 8")]


@pytest.fixture
def free_port(monkeypatch) -> int:
    """A port with no adb server behind it, which the environment names."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(port))
    return int(port)


def test_a_missing_adb_is_said_and_where_to_get_it(free_port, monkeypatch):
    monkeypatch.setenv("ADBUTILS_ADB_PATH", "/nowhere/adb")
    with pytest.raises(DeviceError, match=r"no adb to run .+; install Android's platform-tools"):
        attached()


@pytest.mark.skipif(os.name == "nt", reason="the stand-in for adb is a shell script")
def test_an_adb_server_that_does_not_start_is_said_and_prints_nothing(free_port, monkeypatch, tmp_path, capfd):
    program = tmp_path / "adb"
    program.write_text("#!/bin/sh\necho daemon not running\necho cannot bind >&2\nexit 1\n")
    program.chmod(0o755)
    monkeypatch.setenv("ADBUTILS_ADB_PATH", str(program))
    with pytest.raises(DeviceError, match=f"did not start .+ `adb -P {free_port} start-server` says why"):
        attached()
    assert capfd.readouterr() == ("", "")


def test_a_client_never_starts_a_server_behind_ones_back(free_port, monkeypatch):
    monkeypatch.setenv("ADBUTILS_ADB_PATH", "/nowhere/adb")  # would be a FileNotFoundError
    with pytest.raises(DeviceError, match="the adb server does not answer"):
        attached(Client("127.0.0.1", free_port))
