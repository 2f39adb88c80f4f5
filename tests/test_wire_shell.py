"""The virtual phone's shell and files: what a line means, and how it fails."""

from collections.abc import Callable, Iterator

import adbutils
import pytest
from tables import cases

from appagent.phone import Phone
from appagent.phone.wire import serve
from appagent.phone.wire.files import Files


@pytest.fixture(scope="module")
def adb() -> Iterator[adbutils.AdbDevice]:
    phone = Phone(time_scale=0)
    with serve(phone) as server:
        yield adbutils.AdbClient("127.0.0.1", server.port).device(phone.serial)


@pytest.mark.slow
@cases(
    ("line", "printed", "status"),
    [
        ("echo a; echo b", "a\nb\n", 0),
        ("false && echo a; echo b", "b\n", 0),
        ("true && false || echo c", "c\n", 0),
        ("true || echo a && echo b", "b\n", 0),
        ("false; echo $?", "1\n", 0),
        ("nosuch 2>/dev/null; echo $?", "127\n", 0),
        ("nosuch >/dev/null 2>&1 || echo \"status $?\" '$?'", "status 127 $?\n", 0),
        ("echo 'a b'\\''c' \"d e\" f\\ g", "a b'c d e f g\n", 0),
        ('echo "\\$HOME \\"x\\"" $HOME.', '$HOME "x" .\n', 0),
        ("X=1 echo a=b", "a=b\n", 0),
        ("echo one > /sdcard/x; echo two >> /sdcard/x; cat /sdcard/x", "one\ntwo\n", 0),
        (
            "mkdir -p /sdcard/a/b && ls /sdcard/a; rm -r /sdcard/a; ls /sdcard/a",
            "b\nls: /sdcard/a: No such file or directory\n",
            1,
        ),
        ("echo -n hi", "hi", 0),
        ("sh -c 'false; exit; echo no'", "", 1),
        ("sh -c 'exit 300; echo no'", "", 44),
        ("sh -c 'false || exit $?; echo no'", "", 1),
        ("sh -c 'export A=b; exec echo hi; echo no'", "hi\n", 0),
        ("sh -c 'echo in; false'", "in\n", 1),
        ("which ls nothing", "/system/bin/ls\n", 0),
        ("wm size; wm density", "Physical size: 1080x2400\nPhysical density: 420\n", 0),
        ("settings put global a 'b c'; settings get global a; settings get global none", "b c\nnull\n", 0),
        ("am start -n org.nowhere/.Main 2>/dev/null", "", 1),
        ("am force-stop org.nowhere; pm path org.nowhere", "", 1),
        ("input text 你", "java.lang.NullPointerException: Attempt to get length of null array\n", 255),
        ("dumpsys nothing", "Can't find service: nothing\n", 1),
    ],
)
def test_shell_lines_mean_what_they_mean_on_a_phone(
    adb: adbutils.AdbDevice, line: str, printed: str, status: int
) -> None:
    for v2 in (True, False):
        answer = adb.shell2(line, v2=v2)
        assert (answer.output, answer.returncode) == (printed, status)


@cases(
    ("line", "reason"),
    [
        ("echo 'open", "a quote is not closed"),
        ("ls | cat", "'|' is not supported by this phone"),
        ("(ls)", "'(' is not supported by this phone"),
        ("cat < x", "'<' is not supported by this phone"),
        ("echo a >", "no file after '>'"),
        ("; ls", "unexpected ';'"),
    ],
)
def test_a_line_that_this_shell_cannot_read_says_why(adb: adbutils.AdbDevice, line: str, reason: str) -> None:
    answer = adb.shell2(line, v2=True)
    assert (answer.output, answer.returncode) == (f"/system/bin/sh: syntax error: {reason}\n", 2)


def test_stdout_and_stderr_are_told_apart(adb: adbutils.AdbDevice) -> None:
    answer = adb.shell2("echo out; nosuch", v2=True)
    assert (answer.stdout, answer.stderr) == ("out\n", "/system/bin/sh: nosuch: inaccessible or not found\n")


@cases(
    ("work", "error"),
    [
        (lambda files: files.read("/nowhere"), FileNotFoundError),
        (lambda files: files.read("/sdcard"), IsADirectoryError),
        (lambda files: files.write("/nowhere/a", b""), FileNotFoundError),
        (lambda files: files.write("/sdcard", b""), IsADirectoryError),
        (lambda files: files.remove("/sdcard"), IsADirectoryError),
        (lambda files: files.make_folder("/sdcard"), FileExistsError),
        (lambda files: files.names("/nowhere"), FileNotFoundError),
        (lambda files: (files.write("/sdcard/a", b""), files.names("/sdcard/a")), NotADirectoryError),
        (lambda files: (files.write("/sdcard/a", b""), files.write("/sdcard/a/b", b"")), NotADirectoryError),
    ],
)
def test_files_fail_as_posix_says(work: Callable[[Files], object], error: type[OSError]) -> None:
    with pytest.raises(error):
        work(Files())


def test_one_place_has_one_name() -> None:
    files = Files()
    files.write("/sdcard/../sdcard//a.txt", b"1")
    assert files.read("/storage/emulated/0/a.txt") == b"1"
    assert files.read("//mnt/sdcard/a.txt") == b"1"
