"""The virtual phone's shell and files: what a line means, and how it fails."""

import base64
import json
import re
from collections.abc import Callable, Iterator

import adbutils
import pytest
from tables import cases

from appagent.phone import Phone
from appagent.phone.faults import FAULTS, Moment, arm
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
        ("pm list packages -d; pm list packages -e notes", "package:com.example.notes\n", 0),
        ("pm list packages | grep -i settings | head -n 1", "package:com.android.settings\n", 0),
        ("echo a | nosuch 2>/dev/null | wc -l", "0\n", 0),
        ("false | true; echo $?; true | false", "0\n", 1),
        ("mkdir -p /sdcard/g; cd /sdcard/g; touch a1 a2 b .c; pwd; ls", "/sdcard/g\n.c\na1\na2\nb\n", 0),
        ("cd /sdcard/g; echo a* [!a] a[2-9] '*' no* \"*\"", "a1 a2 b a2 * no* *\n", 0),
        ("echo /sdcard/g/?? /sd*/g", "/sdcard/g/a1 /sdcard/g/a2 /sd*/g\n", 0),
        ("cd /sdcard/g; echo one > b; cp b d; mv d a1; cat < a1; ls d", "one\nls: d: No such file or directory\n", 1),
        ("chmod 700 /sdcard/g/b; ls -l /sdcard/g/b | grep -c rwx------", "1\n", 0),
        ("cd /nowhere; echo $?", "/system/bin/sh: cd: /nowhere: No such file or directory\n2\n", 0),
        (
            "X='a b'; Y=$X; echo $X \"$X\" ${Y}c; echo ${X:-3}",
            "a b a b a bc\n/system/bin/sh: ${X:-3}: bad substitution\n",
            1,
        ),
        ("echo $(echo $(echo deep)) \"$(echo 'a)b')\" `echo c`", "deep a)b c\n", 0),
        ("X=1; sh -c 'X=2; cd /sdcard'; echo $X; pwd", "1\n/\n", 0),
        ("id -u; whoami; uname", "2000\nshell\nLinux\n", 0),
        ("echo aXbb | grep -oE '[a-z]+'; echo a+b | grep -c a+b; echo ab | grep -v a", "a\nbb\n1\n", 1),
        ("echo aab | grep -oE '(a|ab)(c|bcd)?'; echo x | grep -E '(a+)+$'", "a\nab\n", 1),
        ("echo a1 | grep -o '[[:alpha:]]'; echo 'a ab a' | grep -ow a; echo ab | grep -w a", "a\na\na\n", 1),
        (
            "echo x | grep -E '((a{999}){999}){999}'",
            "grep: bad REGEX '((a{999}){999}){999}': invalid repetition size: {999}\n",
            2,
        ),
        (
            "mkdir -p /sdcard/r; cd /sdcard/r; echo a > 1; echo b >> 1; echo c >> 1; grep -n -m1 -A1 . 1",
            "1:a\n2-b\n",
            0,
        ),
        ("cd /sdcard/r; grep -C1 c 1; grep -B 1 b 1; grep -c -e a -e c 1", "b\nc\na\nb\n2\n", 0),
        ("cd /sdcard; grep -rn b r; grep -e", "r/1:2:b\n", 1),
        ("cmd package resolve-activity --brief com.example.notes | tail -1", "com.example.notes/.MainActivity\n", 0),
        ("cmd package resolve-activity org.nowhere", "No activity found\n", 0),
        (
            "content query --uri content://settings/system --where \"name='screen_brightness'\"",
            "Row: 0 _id=1, name=screen_brightness, value=128\n",
            0,
        ),
        ("content query --uri content://nosuch", "[ERROR] Could not find provider: nosuch\n", 1),
        (
            "content query --uri content://com.android.contacts/data/phones --projection display_name:data1"
            " --where contact_id=1 | head -1",
            "Row: 0 display_name=Adam Berg, data1=206-555-0103\n",
            0,
        ),
        (
            "content query --uri content://call_log/calls --projection number:date:type | head -1",
            "Row: 0 number=206-555-0101, date=1795287900000, type=2\n",
            0,
        ),
        (
            "content query --uri content://com.android.contacts/contacts --projection x",
            "java.lang.IllegalArgumentException: Invalid column x\n",
            1,
        ),
        ("content query --uri content://com.android.contacts/contacts --where 'starred=9'", "No result found.\n", 0),
        (
            "content insert --uri content://settings/global --bind name:s:n --bind value:s:v; settings get global n",
            "v\n",
            0,
        ),
        ("am start -a android.settings.NOWHERE 2>/dev/null", "", 1),
        (
            "am start -W -n com.example.notes/.NoSuch",
            "Starting: Intent { cmp=com.example.notes/.NoSuch }\nError type 3\n"
            "Error: Activity class {com.example.notes/.NoSuch} does not exist.\n",
            1,
        ),
        ("am start -n com.android.settings/.Settings | grep -c Error", "0\n", 1),
        ("am start -W -n com.example.notes/.NoteListActivity | grep -c 'Status: ok'", "1\n", 0),
        (
            "cmd package resolve-activity --brief -a android.intent.action.VIEW -d https://start.example | tail -1",
            "org.harbour.browser/.MainActivity\n",
            0,
        ),
        ("cmd package resolve-activity -a android.intent.action.VIEW -d nosuch://x", "No activity found\n", 0),
        (
            "cmd package query-activities --components -a android.settings.SETTINGS",
            "com.android.settings/.MainActivity\n",
            0,
        ),
        (
            "cmd package query-activities --brief -c android.intent.category.LAUNCHER | grep -A2 '#0'",
            "  Activity #0:\n    priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=false\n"
            "    org.harbour.browser/.MainActivity\n",
            0,
        ),
        ("pm list packages -f notes", "package:/data/app/com.example.notes/base.apk=com.example.notes\n", 0),
        ("monkey -p com.example.notes -v 500 2>/dev/null", "", 1),
        ("pm grant com.example.notes android.permission.CAMERA; pm grant com.example.notes x 2>/dev/null", "", 255),
        ("touch /system/x", "touch: /system/x: Read-only file system\n", 1),
        ("rm -r /system; mkdir /tmp", "rm: /system: Read-only file system\nmkdir: /tmp: Read-only file system\n", 1),
        ("echo a > /data/x", "/system/bin/sh: can't create /data/x: Permission denied\n", 1),
        ("cd /sdcard; rm -f no; echo a > no; chmod 000 no; cat no", "cat: no: Permission denied\n", 1),
        ("settings put nosuch a b", "Invalid namespace 'nosuch'\n", 255),
        ("settings put system screen_off_timeout 31000; settings get system screen_off_timeout", "31000\n", 0),
        ("cmd uimode night yes; cmd uimode night no", "Night mode: yes\nNight mode: no\n", 0),
        (
            "svc wifi disable; cmd wifi status; cmd wifi set-wifi-enabled enabled; settings get global wifi_on",
            "Wifi is disabled\n1\n",
            0,
        ),
        ("cmd nosuch", "cmd: Can't find service: nosuch\n", 20),
        ("x=$(false) || echo bad; x=$(false); echo $?; x=$(true)", "bad\n1\n", 0),
        ("am start -a android.intent.action.VIEW -d https://start.example -p com.example.notes 2>/dev/null", "", 1),
        ("input keycombination", "Error: this phone takes Ctrl with A, C, X or V, not \n", 255),
        ("input keycombination 26 25", "Error: this phone takes Ctrl with A, C, X or V, not 26 25\n", 255),
        (
            "wm size 720x1280; wm size; wm size reset; wm size",
            "Physical size: 1080x2400\nOverride size: 720x1280\nPhysical size: 1080x2400\n",
            0,
        ),
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
        ("ls &", "'&' is not supported by this phone"),
        ("ls |", "unexpected 'end of line'"),
        ("| ls", "unexpected '|'"),
        ("echo $(ls", "a quote is not closed"),
        ("echo $((1+2))", "'(' is not supported by this phone"),
        ("(ls)", "'(' is not supported by this phone"),
        ("cat << x", "'<<' is not supported by this phone"),
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


def test_the_screen_has_another_size_until_it_is_reset(adb: adbutils.AdbDevice) -> None:
    adb.shell("wm size 720x1280")
    assert adb.screenshot().size == (720, 1280)
    adb.shell("wm size reset")
    assert adb.screenshot().size == (1080, 2400)


def test_keys_pressed_together_select_cut_and_paste() -> None:
    phone = Phone(time_scale=0)
    phone.start("com.android.settings")
    phone.packages["com.android.settings"].search()  # type: ignore[attr-defined]  # a page with the cursor in its field
    phone.set_text("milk")
    with serve(phone) as server:
        device = adbutils.AdbClient("127.0.0.1", server.port).device(phone.serial)
        ctrl = "input keycombination 113"
        for lines, text in [
            (f"{ctrl} 29; {ctrl} KEYCODE_C; input text eggs", "eggs"),
            (f"{ctrl} 50; {ctrl} 52", "eggsmilk"),
            (f"{ctrl} 29; {ctrl} 52; input text a; {ctrl} 50", "aeggsmilk"),
            (f"{ctrl} 29; input keyevent 67", ""),
        ]:
            device.shell(lines)
            assert phone.focused_text() == text


def test_a_finger_can_be_put_down_moved_and_lifted_one_by_one() -> None:
    phone = Phone(time_scale=0)
    phone.start("com.example.sketch")
    with serve(phone) as server:
        device = adbutils.AdbClient("127.0.0.1", server.port).device(phone.serial)
        for what in ("MOVE 300 900", "DOWN 200 800", "MOVE 300 900", "MOVE 500 1200", "UP 500 1200"):
            device.shell(f"input motionevent {what}")
    assert [stroke["kind"] for stroke in phone.taps()] == ["swipe"]


def test_a_dump_waits_for_rest_and_says_so_where_there_is_none() -> None:
    phone = Phone(time_scale=0.01)
    with serve(phone) as server:
        device = adbutils.AdbClient("127.0.0.1", server.port).device(phone.serial)
        assert "dumped to" in device.shell("uiautomator dump")
        numbers = iter(range(1_000_000))
        phone.hierarchy = lambda: f"<hierarchy>{next(numbers)}</hierarchy>"  # type: ignore[method-assign]
        assert device.shell("uiautomator dump") == "ERROR: could not get idle state."


def test_a_screen_that_never_rests_is_not_dumped() -> None:
    phone = Phone(time_scale=0.01)
    arm(phone, [FAULTS["never-idle"](moment=Moment(gestures=0))])
    with serve(phone) as server:
        device = adbutils.AdbClient("127.0.0.1", server.port).device(phone.serial)
        assert device.shell("uiautomator dump") == "ERROR: could not get idle state."


def test_nothing_is_pushed_where_the_system_lets_nobody_write(adb: adbutils.AdbDevice) -> None:
    with pytest.raises(adbutils.AdbError):
        adb.sync.push(b"a", "/tmp/x")
    assert "No such file" in adb.shell("ls /tmp")


# The settings, and the app that shows them

KEPT = [
    ("global airplane_mode_on", "1", "airplane_mode", True),
    ("global wifi_on", "0", "wifi", False),
    ("global bluetooth_on", "0", "bluetooth", False),
    ("secure location_mode", "0", "location", False),
    ("secure ui_night_mode", "2", "dark_theme", True),
    ("system font_scale", "1.3", "font_size", "Large"),
    ("system screen_brightness", "200", "brightness", 200),
    ("system screen_off_timeout", "60000", "screen_timeout", "1 minute"),
    ("global device_name", "Ann", "device_name", "Ann"),
]


@cases(("key", "text", "attribute", "value"), KEPT)
def test_a_setting_and_the_settings_app_are_one(
    adb: adbutils.AdbDevice, key: str, text: str, attribute: str, value: object
) -> None:
    def shown() -> object:
        return json.loads(adb.shell("dumpsys appagent"))["settings"][attribute]

    before = shown()
    adb.shell(f"settings put {key} {text}")
    assert (adb.shell(f"settings get {key}"), shown()) == (text, value)
    adb.shell(f"appagent set-up {base64.b64encode(json.dumps({'settings': {attribute: before}}).encode()).decode()}")
    assert adb.shell(f"settings get {key}") != text


PAGES = [
    ("WIFI_SETTINGS", "Airplane mode"),
    ("DISPLAY_SETTINGS", "Screen timeout"),
    ("BLUETOOTH_SETTINGS", "NFC"),
    ("SOUND_SETTINGS", "Phone ringtone"),
    ("DATE_SETTINGS", "Use 24-hour format"),
    ("SETTINGS", "Search settings"),
    ("APPLICATION_DETAILS_SETTINGS -d package:com.example.notes", "com.example.notes"),
]


@cases(("action", "words"), PAGES)
def test_the_settings_have_a_page_for_each_intent(adb: adbutils.AdbDevice, action: str, words: str) -> None:
    assert "Error" not in adb.shell(f"am start -a android.settings.{action}")
    assert f'"{words}"' in adb.shell("uiautomator dump /dev/tty")


def test_the_quick_settings_are_a_page_of_switches(adb: adbutils.AdbDevice) -> None:
    adb.shell("settings put global bluetooth_on 0; cmd statusbar expand-settings")
    dump = adb.shell("uiautomator dump /dev/tty")
    assert "android.widget.SeekBar" in dump
    row = re.search(r'text="Bluetooth"[^>]*bounds="\[(\d+),(\d+)\]', dump)
    assert row
    adb.shell(f"input tap {row[1]} {row[2]}; cmd statusbar collapse")
    assert adb.shell("settings get global bluetooth_on") == "1"
    adb.shell("settings put system user_rotation 1; cmd statusbar expand-settings")
    dump = adb.shell("uiautomator dump /dev/tty; settings put system user_rotation 0; cmd statusbar collapse")
    assert '"Data Saver"' in dump
