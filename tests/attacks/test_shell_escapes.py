"""Lines for the virtual phone's shell that would reach the computer, or keep the phone busy for ever."""

from pathlib import Path

import adbutils
import pytest

from appagent.phone import Phone
from appagent.phone.wire import serve
from appagent.phone.wire.selectors import find
from appagent.phone.wire.system import System

SECRET = "only-on-the-computer"


def lines(file: Path) -> list[str]:
    """Ways to read a file of the computer, or to write beside it."""
    up = "../" * 30 + str(file).lstrip("/")
    beside = file.with_name("written")
    return [
        f"cat {file}", f"cat {up}", f"cd {file.parent} && cat *", f"cat < {file}", f"echo $(cat {file})",
        f"cat `echo {file}`",
        f"grep -r . {file.parent}", f"head {file.parent}/*", f"cp {file} /sdcard/x; cat /sdcard/x",
        f"sh -c 'cat {up}'",
        f"echo a > {beside}", f"cat /sdcard/x | cp - {beside}", f"touch {beside}", f"mkdir -p {beside}",
        f"mv {file} /sdcard",
        f"echo hi; /bin/sh -c 'touch {beside}'", f"echo `touch {beside}`", f"X=$(touch {beside})",
        f"rm -rf {file.parent}",
        f"content query --uri content://{file}", f"am start -a android.intent.action.VIEW -d file://{file}",
    ]  # fmt: skip


def test_nothing_of_the_computer_is_read_or_written(tmp_path: Path) -> None:
    file = tmp_path / "secret"
    file.write_text(SECRET, "utf-8")
    phone = Phone(time_scale=0)
    with serve(phone) as server:
        device = adbutils.AdbClient("127.0.0.1", server.port).device(phone.serial)
        for line in lines(file):
            assert SECRET not in device.shell(line), line
    assert [path.name for path in tmp_path.iterdir()] == ["secret"]
    assert file.read_text("utf-8") == SECRET


def test_no_selector_keeps_the_phone_busy() -> None:
    phone = Phone(time_scale=0)
    phone.start("com.android.settings")
    phone.packages["com.android.settings"].search()  # type: ignore[attr-defined]  # a page with the cursor in its field
    phone.set_text("a" * 50 + "b")
    tree = System(phone).tree()
    assert find(tree, {"textMatches": "(a|a?)" * 25 + "cd"}) == []
    assert len(find(tree, {"textMatches": "(?i)A+b"})) == len(find(tree, {"textMatches": "(?!c)a+b"})) == 1


@pytest.mark.parametrize(
    "line",
    [
        "echo " + "$(echo " * 200 + ")" * 200,
        "echo " + '"$(echo ' * 15 + ')"' * 15,
        "cd /sdcard; touch " + "a" * 200 + "; echo " + "*a" * 99 + "b",
        "echo " + "a" * 3000 + "b | grep -E '(a|a)+$'",
        "echo " + "a" * 3000 + "b | grep -E 'a*a*a*a*a*c'",
        "echo " + "a" * 3000 + "b | grep '\\(a*\\)*c'",
        "echo " + "a" * 50 + "b | grep -E '" + "(a|a?)" * 25 + "c'",
        "echo " + "a" * 3000 + "b | grep -E '" + "(.{0,999})" * 3 + "c'",
        "echo x | grep -E '" + "(" * 5 + "a" + "{1000})" * 5 + "'",
        "echo x | grep -E '" + "(" * 5000 + "'",
        "echo [z-a]* [] [!] [[:alpha:]]*",
        "X=" + "a" * 60_000 + "; echo $X$X$X$X | wc -c",
    ],
    ids=lambda line: line[:20],
)
def test_no_line_keeps_the_phone_busy(line: str) -> None:
    phone = Phone(time_scale=0)
    with serve(phone) as server:
        device = adbutils.AdbClient("127.0.0.1", server.port).device(phone.serial)
        device.shell(line)
        assert device.shell("echo there") == "there"
