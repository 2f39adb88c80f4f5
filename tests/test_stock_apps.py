"""Every app as stock clients use it: scripts that name no app and take what its own tree shows.

Each app is reached over one front end, and each front end reaches half of the apps: what one of them does to a call has
nothing to do with what the tree is like. On the first app of each front end every call is made; on the others every
tenth, in turn, so that each call is made on three apps or more.

uiautomator2 is the stock one; the sockets under it are our driver's, which send without Nagle's delay and so save most
of the time. Over stock sockets the same script runs in test_wire.py, on one app. The two front ends belong to phones of
two sizes. adb is the one that adbutils brings, and on one app Debian's. Command lines depend little on the tree: they
are tried on three apps.
"""

import base64
import io
import itertools
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import uiautomator2
from front_ends import FRONT_ENDS, keyboard
from lxml import etree
from PIL import Image
from real_adb import Adb
from stock_actions import DEEDS
from stock_client import HOME, LATIN, ClientView, Node, centre, start_fresh, way_to_field
from stock_readings import LOOKS

from appagent.devices.over_adb.adb import Client
from appagent.phone import Phone

pytestmark = pytest.mark.slow

HOST, ADBD, DEBIANS = FRONT_ENDS
APPS = {app.name(): package for package, app in Phone(time_scale=0).packages.items()}
ADB_IME = "com.android.adbkeyboard/.AdbIME"
WORDS = "Grüße, 你好 👋"

IN_TURN = list(zip(itertools.cycle([HOST, ADBD]), APPS))
of_every_app = pytest.mark.parametrize(("wire", "app"), IN_TURN, indirect=["wire"])
TYPED_AT = [(HOST, "calculator"), (ADBD, "contacts"), (DEBIANS, "notes")]
by_command_line = pytest.mark.parametrize(("wire", "app"), TYPED_AT, indirect=["wire"])


@dataclass
class Wire:
    """One phone, the adb that reaches it, and a client."""

    phone: Phone
    adb: Adb
    d: uiautomator2.Device


@pytest.fixture(scope="module")
def wire(request: pytest.FixtureRequest) -> Iterator[Wire]:
    phone = Phone(time_scale=0, size=(360, 640) if request.param == HOST else (360, 800))
    with FRONT_ENDS[request.param](phone) as adb:
        device = uiautomator2.connect(Client("127.0.0.1", adb.port).device(adb.serial))
        device.settings["wait_timeout"] = 2.0
        yield Wire(phone, adb, device)
        device.stop_uiautomator()


def scrolled(phone: Phone) -> None:
    width, height = phone.size
    phone.swipe([(width // 2, height * 2 // 3), (width // 2, height // 3)])


def typing(phone: Phone) -> None:
    for point in way_to_field(phone.foreground[0], phone.size):
        phone.tap(*point)


SCREENS: dict[str, Callable[[Phone], None]] = {"scrolled": scrolled, "typing": typing}


def wrong(s: ClientView, names: Iterable[str]) -> dict[str, object]:
    """What calls say that is not so, by the call's name, each on the screen as it is before anybody touched it."""
    told = {}
    for name in names:
        if name in DEEDS:
            s.begin()
        got, there = {**LOOKS, **DEEDS}[name](s)
        if got != there:
            told[name] = f"{got} is not {there}"
    return told


def in_turn(names: Iterable[str], app: str) -> list[str]:
    """Every tenth of these calls, from another one on for each app."""
    return [*names][[*APPS].index(app) % 10 :: 10]


@of_every_app
def test_what_stock_uiautomator2_says_and_does_is_so_in_every_app(wire: Wire, app: str) -> None:
    calls = [*LOOKS, *DEEDS]
    assert len(calls) >= 60
    assert wrong(ClientView(wire.d, wire.phone, APPS[app]), calls if app in [*APPS][:2] else in_turn(calls, app)) == {}


@pytest.mark.parametrize(
    ("wire", "app", "screen"), [(HOST, app, screen) for app, screen in zip(APPS, itertools.cycle(SCREENS))],
    indirect=["wire"],
)  # fmt: skip
def test_what_stock_uiautomator2_says_is_so_on_other_screens(wire: Wire, app: str, screen: str) -> None:
    assert wrong(ClientView(wire.d, wire.phone, APPS[app], SCREENS[screen]), in_turn(LOOKS, app)) == {}


def test_most_apps_have_what_the_scripts_are_about() -> None:
    """A list that scrolls and a field: the parts of the scripts that need one are about nothing where there is none."""
    assert len(APPS) >= 13
    phone = Phone(time_scale=0)
    first = {app: ClientView(None, phone, package) for app, package in APPS.items()}
    assert {app for app, s in first.items() if s.scroller is not None} >= {"settings", "shop", "browser"}
    assert {app for app, package in APPS.items() if not way_to_field(package, phone.size)} <= {
        "calculator", "clock", "launcher", "sketch",
    }  # fmt: skip


@by_command_line
def test_the_command_lines_of_appagent(wire: Wire, app: str, tmp_path: Path) -> None:
    phone, adb, package = wire.phone, wire.adb, APPS[app]
    s = ClientView(wire.d, phone, package)
    assert adb.says("shell", "wm", "size") == f"Physical size: {phone.size[0]}x{phone.size[1]}"
    adb.run("shell", "screencap", "-p", "/sdcard/step_1.png")
    adb.run("pull", "/sdcard/step_1.png", str(tmp_path / "step_1.png"))
    assert Image.open(tmp_path / "step_1.png").tobytes() == phone.picture().tobytes()
    adb.run("shell", "uiautomator", "dump", "/sdcard/step_1.xml")
    adb.run("pull", "/sdcard/step_1.xml", str(tmp_path / "step_1.xml"))
    dumped = etree.parse(tmp_path / "step_1.xml").xpath("//node")
    assert [described(node) for node in dumped] == [described(node) for node in s.own("true()")]
    button = next(node for node in dumped if node.get("bounds") == s.button.get("bounds"))
    adb.run("shell", "input", "tap", *words(centre(button)))
    assert s.touched(button)
    start_fresh(phone, package)
    there = way_to_field(package, phone.size)
    for point in there:
        adb.run("shell", "input", "tap", *words(point))
    adb.run("shell", "input", "text", "Pack%sboots")
    assert phone.focused_text() == ("Pack boots" if there else None)
    adb.run("shell", "input", "keyevent", "KEYCODE_BACK")
    adb.run("shell", "input", "swipe", *words(s.at(0.5, 0.5)), *words(s.at(0.5, 0.3)), "400")
    adb.run("shell", "input", "swipe", *words(s.at(0.5, 0.5)) * 2, "1000")
    assert [entry["kind"] for entry in phone.taps()[-3:]] == ["key", "swipe", "long_press"]


@pytest.fixture
def adb_keyboard(wire: Wire, tmp_path: Path) -> Iterator[None]:
    """ADBKeyBoard is installed, and not yet enabled."""
    (tmp_path / "ADBKeyboard.apk").write_bytes(keyboard("com.android.adbkeyboard"))
    wire.adb.run("install", str(tmp_path / "ADBKeyboard.apk"))
    yield
    wire.adb.run("uninstall", "com.android.adbkeyboard")


@by_command_line
@pytest.mark.usefixtures("adb_keyboard")
def test_the_command_lines_of_open_autoglm(wire: Wire, app: str) -> None:
    phone, adb, package = wire.phone, wire.adb, APPS[app]
    start_fresh(phone, HOME)
    assert ADB_IME not in adb.says("shell", "ime", "list", "-s").split()
    adb.run("shell", "ime", "enable", ADB_IME)
    assert ADB_IME in adb.says("shell", "ime", "list", "-s").split()
    before = adb.says("shell", "settings", "get", "secure", "default_input_method")
    adb.run("shell", "ime", "set", ADB_IME)
    assert (before, phone.input_method) == (LATIN, ADB_IME)
    adb.run("shell", "monkey", "-p", package, "-c", "android.intent.category.LAUNCHER", "1")
    focus = re.search(r"mCurrentFocus=Window\{\w+ u0 (.+)/(.+)\}", adb.says("shell", "dumpsys", "window"))
    assert focus
    assert focus[1] == package
    adb.run("shell", "input", "keyevent", "KEYCODE_HOME")
    assert phone.foreground[0] == HOME
    adb.run("shell", "am", "start", "-n", f"{package}/{focus[2]}")
    assert phone.foreground[0] == package
    there = way_to_field(package, phone.size)
    for point in there:
        adb.run("shell", "input", "tap", *words(point))
    for typed in ("lost", WORDS):
        adb.run("shell", "am", "broadcast", "-a", "ADB_CLEAR_TEXT")
        encoded = base64.b64encode(typed.encode()).decode()
        adb.run("shell", "am", "broadcast", "-a", "ADB_INPUT_B64", "--es", "msg", encoded)
    assert phone.focused_text() == (WORDS if there else None)
    adb.run("shell", "ime", "set", before)
    assert phone.input_method == before
    picture = adb.run("exec-out", "screencap", "-p").stdout
    assert Image.open(io.BytesIO(picture)).tobytes() == phone.picture().tobytes()


def described(node: Node) -> tuple[str, ...]:
    """What every kind of dump tells of a node."""
    return tuple(node.get(name) for name in ("index", "text", "resource-id", "class", "content-desc", "bounds"))


def words(point: tuple[int, int]) -> tuple[str, str]:
    """A point as words of `input tap`."""
    return str(point[0]), str(point[1])
