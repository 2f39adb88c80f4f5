"""The virtual phone as the real adb sees it: its command lines, and how its connections begin and end."""

import json
import re
import signal
import socket
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
import uiautomator2
from cli_in_process import Typed
from front_ends import keyboard
from real_adb import ADBS, Adb, adb_server

from appagent.phone import Phone, PhoneError
from appagent.phone.wire import AdbdServer, serve_adbd

pytestmark = pytest.mark.slow

NOTES, SETTINGS = "com.example.notes", "com.android.settings"


@pytest.fixture(scope="module", params=ADBS)
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Adb]:
    with adb_server(request.param, tmp_path_factory.mktemp("home")) as adb:
        yield adb


@pytest.fixture
def phone() -> Phone:
    phone = Phone(time_scale=0)
    phone.start(NOTES)
    return phone


@pytest.fixture
def adbd(phone: Phone) -> Iterator[AdbdServer]:
    with serve_adbd(phone) as adbd:
        yield adbd


@pytest.fixture
def adb(server: Adb, adbd: AdbdServer) -> Iterator[Adb]:
    with server.connected(adbd.address) as adb:
        yield adb


def test_the_phone_is_listed_as_one_on_wifi(adb: Adb, adbd: AdbdServer) -> None:
    assert adb.says("devices").split() == ["List", "of", "devices", "attached", adbd.address, "device"]
    assert "product:virtual model:Virtual_phone device:virtual" in adb.says("devices", "-l")
    assert adb.says("get-state") == "device"
    assert adb.says("shell", "getprop", "ro.serialno") == "virtual-1"
    assert "shell_v2" in adb.says("features").split()


def test_the_shell_tells_its_output_its_errors_and_its_status_apart(adb: Adb) -> None:
    done = adb.run("shell", "echo out; nosuch", check=False)
    assert (done.stdout, done.returncode) == (b"out\n", 127)
    assert done.stderr == b"/system/bin/sh: nosuch: inaccessible or not found\n"
    assert adb.run("shell", "exit 3", check=False).returncode == 3
    old = adb.run("shell", "-x", "echo out; nosuch", check=False)
    assert (old.stdout, old.returncode) == (b"out\n/system/bin/sh: nosuch: inaccessible or not found\n", 0)
    assert adb.run("exec-out", "echo -n 'a b'; false").stdout == b"a b"


def test_a_shell_without_a_command_runs_what_it_is_given_line_by_line(adb: Adb) -> None:
    script = adb.run("shell", stdin="echo Grüße\nnosuch\nls /data\n(".encode(), check=False)
    assert (script.stdout.decode(), script.returncode) == ("Grüße\nlocal\n", 2)
    assert script.stderr.count(b"/system/bin/sh: ") == 2


def test_a_shell_at_a_terminal_shows_what_is_typed(adb: Adb) -> None:
    typed = "echo ü\x7fhi\rlogcat\r\x03ech\x03exit 3\rls\r"
    shown = adb.run("shell", "-tt", stdin=typed.encode(), check=False)
    logged = "--------- beginning of main\r\n"
    assert shown.returncode == 3
    assert re.sub(r"\d\d-\d\d .*\r\n", "", shown.stdout.decode()) == (
        f"virtual:/ $ echo ü\b \bhi\r\nhi\r\nvirtual:/ $ logcat\r\n{logged}virtual:/ $ ech^C\r\nvirtual:/ $ exit 3\r\n"
    )


def test_big_files_go_there_and_come_back(adb: Adb, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "ü 1.bin").write_bytes(bytes(range(256)) * 40_960)
    (tmp_path / "folder" / "empty").write_bytes(b"")
    adb.run("push", str(tmp_path / "folder"), "/sdcard/Download/")
    assert adb.says("shell", "ls", "/sdcard/Download/folder").splitlines() == ["empty", "ü 1.bin"]
    adb.run("pull", "/sdcard/Download/folder", str(tmp_path / "back"))
    for name in ("ü 1.bin", "empty"):
        assert (tmp_path / "back" / name).read_bytes() == (tmp_path / "folder" / name).read_bytes()
    missing = adb.run("pull", "/sdcard/nowhere", str(tmp_path / "x"), check=False)
    assert (missing.returncode, b"does not exist" in missing.stdout + missing.stderr) == (1, True)


def test_keyboards_are_the_apks_that_can_be_installed(adb: Adb, phone: Phone, tmp_path: Path) -> None:
    apk = tmp_path / "some.apk"
    apk.write_bytes((Path(uiautomator2.__file__).parent / "assets" / "app-uiautomator.apk").read_bytes())
    assert "Success" in adb.says("install", "-r", "-t", str(apk))
    assert "com.github.uiautomator/.AdbKeyboard" in adb.says("shell", "ime", "list", "-s", "-a")
    assert adb.says("uninstall", "com.github.uiautomator") == "Success"
    for content, reason in ((keyboard("com.tencent.mm"), b"only keyboards"), (b"text", b"INVALID_APK")):
        apk.write_bytes(content)
        refused = adb.run("install", str(apk), check=False)
        assert (refused.returncode, reason in refused.stdout + refused.stderr) == (1, True)


def test_logcat_tells_what_was_started_and_ends_where_it_is_told_to(adb: Adb) -> None:
    adb.run("shell", "am", "start", "-n", f"{SETTINGS}/.Settings")
    line = r"\d\d-\d\d [\d:.]{12} +\d+ +\d+ I ActivityTaskManager: START u0 {.*cmp=com.android.settings/"
    assert re.search(line, adb.says("logcat", "-d"))
    assert adb.says("logcat", "-d", "-v", "raw", "-s", "Nobody") == "--------- beginning of main"
    assert adb.says("logcat", "-d", "-v", "raw", "ActivityTaskManager:I", "*:S").count("\n") == 1
    adb.run("logcat", "-c")
    assert "START" not in adb.says("logcat", "-d")
    assert adb.run("logcat", "-d", "-v", "nothing", check=False).returncode == 255


def test_logcat_follows_until_its_reader_leaves(adb: Adb, adbd: AdbdServer) -> None:
    with adb.open("logcat", "-v", "raw") as (_, printed):
        assert printed.readline() == b"--------- beginning of main\n"
        adb.run("shell", "am", "force-stop", NOTES)
        assert next(line for line in printed if b"stopping" in line) == b"Force stopping com.example.notes user=0\n"
    assert adb.says("shell", "echo still here") == "still here"


def test_getevent_reports_touches_as_a_touchscreen_does(adb: Adb, phone: Phone) -> None:
    assert "0036  : value 0, min 0, max 2399," in adb.says("shell", "getevent", "-p")
    assert "ABS_MT_POSITION_X     : value 0, min 0, max 1079," in adb.says("shell", "getevent", "-lp")
    down = ((3, 47, 0), (3, 57, 7), (1, 330, 1), (3, 53, 100), (3, 54, 900), (0, 0, 0))
    along, up = ((3, 53, 100), (3, 54, 255), (0, 0, 0)), ((3, 57, -1), (1, 330, 0), (0, 0, 0))
    with adb.open("shell", "getevent", "-lt", "-c", "11") as (_, printed):
        assert printed.readline() == b"add device 1: /dev/input/event1\n"
        adb.run("shell", "input", "tap", "100", "900")  # no finger, so that the kernel knows nothing of it
        adb.run("shell", "; ".join(f"sendevent /dev/input/event1 {k} {c} {v}" for k, c, v in (*down, *along, *up)))
        lines = printed.read().decode().splitlines()[1:]
    assert all(re.match(r"\[ *\d+\.\d{6}\] /dev/input/event1: EV_", line) for line in lines)
    told = " ".join(" ".join(line.split()[-2:]) for line in lines).replace("ABS_MT_", "")
    assert told == (
        "SLOT 00000000 TRACKING_ID 00000007 BTN_TOUCH DOWN POSITION_X 00000064 POSITION_Y 00000384 SYN_REPORT 00000000 "
        "POSITION_Y 000000ff SYN_REPORT 00000000 TRACKING_ID ffffffff BTN_TOUCH UP SYN_REPORT 00000000"
    )
    assert [(tap["kind"], tap["x"], tap["y"]) for tap in phone.taps()] == [("tap", 100, 900), ("swipe", 100, 900)]


def test_a_stock_uiautomator2_connects_by_the_address_alone(adb: Adb, adbd: AdbdServer, phone: Phone) -> None:
    adb.run("disconnect", adbd.address)
    script = (
        "import sys, uiautomator2\n"
        "d = uiautomator2.connect(sys.argv[1])\n"
        "d(resourceId='com.example.notes:id/fab').click()\n"
        "print(d.serial, d.app_current()['activity'])\n"
    )
    environment = {**adb.environment, "ADBUTILS_ADB_PATH": adb.binary}
    said = subprocess.check_output([sys.executable, "-c", script, adbd.address], env=environment, timeout=100)
    assert said.decode().split() == [adbd.address, ".NoteEditActivity"]


def test_a_port_of_the_phone_is_reached_through_a_forward(adb: Adb, adbd: AdbdServer) -> None:
    device = uiautomator2.connect(adb.client().device(adbd.address))
    port = adb.says("forward", "tcp:0", "tcp:9008")
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/ping") as answer:
        assert answer.read() == b"pong"
    adb.run("forward", "--remove-all")
    device.stop_uiautomator()


@pytest.mark.parametrize("words", [["root"], ["remount"], ["reverse", "tcp:1", "tcp:2"], ["tcpip", "5555"]])
def test_what_the_phone_does_not_offer_is_refused(adb: Adb, words: list[str]) -> None:
    assert adb.run(*words, check=False).returncode == 1


def test_an_unauthorized_phone_waits_until_debugging_is_allowed(server: Adb, phone: Phone) -> None:
    with serve_adbd(phone, authorized=False) as adbd:
        server.run("connect", adbd.address, check=False)
        assert f"{adbd.address}\tunauthorized" in server.says("devices")
        refused = server.run("-s", adbd.address, "shell", "echo", "hi", check=False)
        assert (refused.returncode, b"unauthorized" in refused.stderr) == (1, True)
        adbd.authorize()
        server.run("-s", adbd.address, "wait-for-device")
        assert server.says("-s", adbd.address, "shell", "echo", "hi") == "hi"
        server.run("disconnect", adbd.address)


def test_two_adb_servers_share_one_phone(adb: Adb, adbd: AdbdServer, tmp_path: Path) -> None:
    with adb_server("bundled", tmp_path) as another, another.connected(adbd.address) as other:
        other.run("shell", "echo one > /sdcard/shared")
        with other.open("shell", "sleep 600"):
            adb.run("shell", "echo two >> /sdcard/shared")
            assert other.says("shell", "cat", "/sdcard/shared") == "one\ntwo"
    assert adb.says("shell", "ls", "/sdcard/shared") == "/sdcard/shared"


def test_a_phone_that_was_left_is_found_as_it_was(adb: Adb, adbd: AdbdServer) -> None:
    adb.run("shell", "echo kept > /sdcard/kept")
    adb.run("disconnect", adbd.address)
    assert adb.run("shell", "true", check=False).returncode == 1
    assert adb.join(adbd.address) == f"connected to {adbd.address}"
    assert adb.says("shell", "cat", "/sdcard/kept") == "kept"


def test_switching_the_phone_off_ends_what_runs_on_it(server: Adb, phone: Phone) -> None:
    before = set(threading.enumerate())
    adbd = serve_adbd(phone)
    server.join(adbd.address)
    with server.open("-s", adbd.address, "shell", "echo begun; sleep 600") as (sleeping, printed):
        assert printed.readline() == b"begun\n"
        adbd.close()
        adbd.close()
        assert set(threading.enumerate()) <= before
        sleeping.wait(60)
    with serve_adbd(phone, port=adbd.port):
        server.run("disconnect", adbd.address, check=False)
        server.join(adbd.address)
        assert server.says("-s", adbd.address, "shell", "echo again") == "again"
        server.run("disconnect", adbd.address)


@pytest.mark.parametrize("port", [5555, 5585])
def test_ports_that_adb_takes_for_an_emulators_are_refused(phone: Phone, port: int) -> None:
    with pytest.raises(PhoneError, match=f"take {port + 1}, or one above 5585"):
        serve_adbd(phone, port=port)


def test_the_command_serves_until_ctrl_c(server: Adb) -> None:
    line = [sys.executable, "-m", "appagent", "phone", "serve", "--json", "--size", "720x1280", "--locale", "zh-CN"]
    with subprocess.Popen(line, stdout=subprocess.PIPE) as serving:
        assert serving.stdout
        told = json.loads(serving.stdout.readline())
        assert list(told)[:2] == ["host", "port"]
        with server.connected(f"{told['host']}:{told['port']}") as adb:
            assert adb.says("shell", "wm", "size") == "Physical size: 720x1280"
            assert adb.says("shell", "getprop", "persist.sys.locale") == "zh-CN"
            serving.send_signal(signal.SIGINT)
            assert serving.wait(60) == 0
        assert serving.stdout.read() == b""


@pytest.mark.parametrize("reason", ["an emulator's", "(Address already in use); --port 0 takes one that is free"])
def test_a_port_that_cannot_be_had_is_a_wrong_option(typed: Typed, reason: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = "5555" if "emulator" in reason else str(taken.getsockname()[1])
        status, out, err = typed("phone", "serve", "--port", port)
    assert (status, out) == (2, "")
    assert reason in err
