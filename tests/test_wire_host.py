"""The adb host protocol of the virtual phone: who is there, what is refused, how it ends."""

import threading

import adbutils
import pytest
import uiautomator2

from appagent.phone import Phone
from appagent.phone.wire import serve


@pytest.fixture
def phone() -> Phone:
    return Phone(time_scale=0)


def test_the_server_lives_as_long_as_the_shell_that_started_it(phone: Phone) -> None:
    with serve(phone) as server:
        adb = adbutils.AdbClient("127.0.0.1", server.port).device(phone.serial)
        with pytest.raises(adbutils.AdbError, match="closed"):
            adb.create_connection(adbutils.Network.TCP, 9008)
        assert "ClassNotFoundException" in adb.shell("CLASSPATH=/x.jar app_process / com.wetest.uia2.Main -p 9008")
        device = uiautomator2.connect(adb)
        again = "CLASSPATH=/data/local/tmp/u2.jar app_process / com.wetest.uia2.Main -p 9008"
        assert "already registered" in adb.shell(again)
        kept = adb.create_connection(adbutils.Network.TCP, 9008)
        device.stop_uiautomator()
        assert kept.recv(1) == b""
        kept.close()
        with pytest.raises(adbutils.AdbError, match="closed"):
            adb.create_connection(adbutils.Network.TCP, 9008)
        assert device.info["sdkInt"] == 34  # the client starts it again
        device.stop_uiautomator()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # adbutils leaks at FAIL
def test_the_host_knows_one_device(phone: Phone) -> None:
    with serve(phone) as server:
        client = adbutils.AdbClient("127.0.0.1", server.port)
        assert client.server_version() == 41
        assert [info.serial for info in client.list(extended=True)] == [phone.serial]
        assert client.device().serial == phone.serial
        assert client.device(transport_id=1).shell("echo hi") == "hi"
        client.wait_for(phone.serial, timeout=1)
        assert next(client.track_devices()).status == "device"
        assert client.device().forward_list() == []
        assert "failed to connect" in client.connect("10.0.0.1:5555")
        for ask in (client.device("other").get_state, lambda: client.device("other").shell("id")):
            with pytest.raises(adbutils.AdbError, match="device 'other' not found"):
                ask()
        with pytest.raises(adbutils.AdbError, match="forward is not supported"):
            client.device().forward("tcp:1", "tcp:9008")
        with pytest.raises(adbutils.AdbError, match="closed"):
            client.device().reverse("tcp:1", "tcp:2")


def test_closing_ends_all_threads_and_connections(phone: Phone) -> None:
    before = set(threading.enumerate())
    server = serve(phone)
    adb = adbutils.AdbClient("127.0.0.1", server.port).device(phone.serial)
    adb.shell2("true")
    sleeping = adb.open_shell("sleep 600")
    server.close()
    server.close()
    assert sleeping.recv(1) == b""
    sleeping.close()
    assert set(threading.enumerate()) == before
