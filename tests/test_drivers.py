"""Drivers by name: one that a package of its own brings, those that are none, and the one over recorded screens."""

import json
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from conftest import NOTES, QUICK, SETTINGS
from endpoint import Endpoint
from hierarchies import dump, node
from PIL import Image

from appagent.actions import Key, Pause, Start, Touch, Type
from appagent.agents.react import ReAct
from appagent.devices.captures.files import read_files
from appagent.devices.captures.hierarchy import read_dump
from appagent.devices.drivers import driver_names, open_device
from appagent.devices.recorded import Recorded
from appagent.doctor.phone import examine_phone
from appagent.errors import ActionError, DeviceError, UsageError
from appagent.loop import Run
from appagent.models.scripted import Scripted
from appagent.phone import Phone
from appagent.runs.recorder import Recorder
from appagent.runs.trajectory import Step, load_run
from appagent.screen import Screen
from appagent.settings import Settings
from appagent.tasks import Task

FILM = '''
import json
from pathlib import Path

from PIL import Image

from appagent.actions import Start
from appagent.errors import DeviceError, UsageError
from appagent.screen import Node, read


class Film:
    """Pages of buttons, one after the other, out of a file of JSON."""

    def __init__(self, where, settings):
        self.serial = f"film:{where}"
        self._pages, self._at, self.closed = json.loads(Path(where).read_text()), 0, False

    def capture(self):
        words = self._pages[self._at]
        buttons = tuple(
            Node(cls="android.widget.Button", package="org.film", text=text, clickable=True,
                 bounds=(0, 200 * place, 600, 200 * place + 150))
            for place, text in enumerate(words)
        )
        page = Node(cls="android.widget.FrameLayout", package="org.film", bounds=(0, 0, 600, 1200), children=buttons)
        return read((page,), Image.new("RGB", (600, 1200), "white"), app="org.film", raw=json.dumps(words))

    def perform(self, gesture):
        if isinstance(gesture, Start):  # there is one app, and it is in front
            return
        if self._at + 1 == len(self._pages):
            raise DeviceError("the film is over")
        self._at += 1

    def package(self, app):
        return "org.film"

    def version(self, package):
        return "1.0"

    def locale(self):
        return "en-US"

    def state(self):
        return None

    def set_up(self, wanted):
        raise UsageError("pages cannot be set up")

    def log(self, lines):
        return ()

    def close(self):
        self.closed = True

    def __enter__(self):
        return self

    def __exit__(self, *raised):
        self.close()


class Mute(Film):
    perform = locale = property()


def misfit():
    """Takes no arguments."""


def bare(where, settings):
    return 7
'''
REGISTERED = {
    "film": "film:Film",
    "mute": "film:Mute",
    "misfit": "film:misfit",
    "bare": "film:bare",
    "gone": "film:Gone",
    "torn": "torn:Film",
    "virtual": "film:Film",  # which is taken
}


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """A package of drivers as pip leaves it on a path: its modules, and its metadata with the entry points."""
    site = tmp_path / "site"
    metadata = site / "film_drivers-1.0.dist-info"
    metadata.mkdir(parents=True)
    (site / "film.py").write_text(FILM)
    (site / "torn.py").write_text("raise OSError('no film\\nin the camera')")
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: film-drivers\nVersion: 1.0\n")
    lines = "\n".join(f"{name} = {value}" for name, value in REGISTERED.items())
    (metadata / "entry_points.txt").write_text(f"[appagent.drivers]\n{lines}\n")
    (tmp_path / "pages.json").write_text(json.dumps([["Play", "Shuffle"], ["Pause"], ["Play"]]))
    monkeypatch.syspath_prepend(site)
    yield
    sys.modules.pop("film", None)


def on(device: str) -> Settings:
    return replace(Settings(), device=device, time_scale=QUICK)


# --- a driver of somebody else's


def test_a_registered_driver_is_looked_at(installed, typed):
    status, out, err = typed("look", "--device", "film:pages.json", "--json", "--ocr", "off")
    assert (status, err) == (0, "")
    told = json.loads(out)
    assert (told["app"], told["size"]) == ("org.film", [600, 1200])
    assert [(each["text"], each["actions"]) for each in told["elements"]] == [("Play", ["tap"]), ("Shuffle", ["tap"])]


@pytest.mark.slow
def test_a_model_carries_a_task_out_on_a_registered_driver(installed, typed, tmp_path, monkeypatch):
    said = iter(
        f"Observation: A page.\nThought: Go on.\nAction: {action}\nSummary: I went on."
        for action in ("tap(2)", "tap(1)", "finish()")
    )
    phone = ("--device", "film:pages.json", "--ocr", "off", "--store", "s.sqlite", "--runs", "runs")
    with Endpoint(lambda request: next(said)) as served:
        monkeypatch.setenv("APPAGENT_BASE_URL", served.url)
        monkeypatch.setenv("APPAGENT_MODEL", "small")
        monkeypatch.setenv("APPAGENT_REPLY", "text")
        status, out, err = typed("run", "--app", "film", "--task", "Play it twice", "--json", *phone)
    told = json.loads(out)
    assert (status, told["status"], told["app"]) == (0, "success", "org.film"), err
    steps = load_run(Path(told["run"])).steps
    assert [step.action for step in steps][:2] == ["tap(2)", "tap(1)"]
    assert [step.words for step in steps][:2] == ['tap "Shuffle"', 'tap "Pause"']


def test_a_driver_is_closed_at_the_end_whatever_happens(installed):
    with pytest.raises(DeviceError, match="the film is over"), open_device(on("film:pages.json")) as device:
        list(map(device.perform, [Touch(1, 1)] * 3))
    assert device.closed  # type: ignore[attr-defined]


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


# --- names


def test_drivers_of_this_package_come_with_those_that_are_registered(installed):
    assert driver_names() == ["android", "bare", "film", "gone", "misfit", "mute", "recorded", "torn", "virtual"]
    with open_device(on("virtual")) as device:
        assert device.serial == "virtual-1"


@pytest.mark.parametrize(
    ("device", "says"),
    [
        (
            "flim:pages.json",
            r"no driver 'flim' for the device 'flim:pages\.json'; drivers: android, bare, film, .+",
        ),
        ("virtual:pages.json", "the device virtual takes nothing after it, not 'pages.json'"),
        ("mute:pages.json", r"'mute' of film-drivers \(film:Mute\) is no Device: it has no perform, locale$"),
        ("bare:x", r"'bare' of film-drivers \(film:bare\) is no Device: it has no __enter__"),
        ("misfit", r"'misfit' of film-drivers .+ cannot be called with \(where, settings\): too many positional"),
        ("gone:x", r"'gone' of film-drivers .+ cannot be imported \(AttributeError: .+\); fix or uninstall"),
        ("torn", r"'torn' of film-drivers .+ cannot be imported \(OSError: no film\); fix or uninstall"),
    ],
)
def test_what_is_no_driver_is_said_in_a_line(installed, typed, device, says):
    status, out, err = typed("look", "--device", device)
    assert (status, out) == (2, "")
    with pytest.raises(UsageError, match=says) as raised, open_device(on(device)):
        pass
    assert "\n" not in str(raised.value)
    assert device.partition(":")[0] in err


@pytest.mark.parametrize(
    ("device", "state", "says"),
    [
        ("film:pages.json", "ok", "film:pages.json shows 600x1200 px with 2 elements"),
        ("mute:pages.json", "fail", "is no Device: it has no perform, locale"),
    ],
)
def test_the_doctor_looks_once_through_a_driver_that_is_not_androids(installed, device, state, says):
    (finding,) = examine_phone(on(device))
    assert (finding.name, finding.state) == ("screen", state)
    assert says in finding.said


@pytest.mark.parametrize("device", ["192.168.1.5:5555", "localhost:5555", "android:R5CT", "R5CT", "films"])
def test_addresses_and_serials_go_on_meaning_adb(installed, monkeypatch, device):
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", "9")
    monkeypatch.setenv("ADBUTILS_ADB_PATH", "/nowhere/adb")
    with pytest.raises(DeviceError, match="no adb to run"), open_device(on(device)):
        pass


# --- recorded screens


@pytest.fixture
def dumps(tmp_path) -> Path:
    """A folder of two screens of Notes and one of Settings; the second has no picture."""
    folder = tmp_path / "dumps"
    folder.mkdir()
    phone = Phone(time_scale=0, size=(540, 1200))
    for number, package in enumerate((NOTES, NOTES, SETTINGS), 1):
        phone.start(package)
        if number == 2:
            phone.tap(*_middle(read_files(folder / "0001.xml"), "fab"))
        (folder / f"{number:04}.xml").write_text(phone.hierarchy(), encoding="utf-8")
        if number != 2:
            phone.picture().save(folder / f"{number:04}.png")
    return folder


def _middle(screen: Screen, name: str) -> tuple[int, int]:
    left, top, right, bottom = next(e.bounds for e in screen.elements if e.resource_id.endswith(name))
    return (left + right) // 2, (top + bottom) // 2


def test_every_action_leads_to_the_next_recorded_screen(dumps):
    with Recorded(str(dumps), Settings()) as device:
        first = device.capture()
        assert (first.app, first.size, first.picture.size) == (NOTES, (540, 1200), (540, 1200))
        assert device.capture().texts == first.texts
        for gesture in (Touch(5, 5), Type("milk", clear=False), Key("enter")):  # one action
            device.perform(gesture)
        second = device.capture()
        assert (second.app, second.picture) == (NOTES, None)
        assert second.screen_id != first.screen_id
        device.perform(Pause(1))
        assert device.capture().app == SETTINGS
        with pytest.raises(DeviceError, match=r"dumps ends with screen 3; record what comes after it"):
            device.perform(Touch(5, 5))
        assert device.capture().app == SETTINGS


def test_opening_an_app_leads_to_its_next_screen_or_nowhere_where_it_is_in_front(dumps):
    device = Recorded(str(dumps), Settings())
    assert device.package(" Settings ") == SETTINGS
    device.perform(Start("notes"))
    assert device.capture().picture is not None
    device.perform(Start(SETTINGS))
    assert device.capture().app == SETTINGS
    with pytest.raises(ActionError, match=r"has no more screens of com\.example\.notes"):
        device.perform(Start(NOTES))


@pytest.mark.parametrize(
    ("ask", "error", "says"),
    [
        (lambda device: device.perform("a shake"), ActionError, "recorded screens know no gesture str"),
        (
            lambda device: device.perform(Start("nope")),
            ActionError,
            "no app 'nope' in .+; recorded: com.android",
        ),
        (lambda device: device.package("nope"), UsageError, "no app 'nope' in .+; recorded: com.android"),
        (lambda device: device.set_up({"notes": {}}), UsageError, "recorded screens cannot be changed"),
    ],
)
def test_what_recorded_screens_cannot_do_is_said(dumps, ask: Callable[[Recorded], object], error, says):
    with pytest.raises(error, match=says):
        ask(Recorded(str(dumps), Settings()))


def test_a_run_is_a_recording_of_its_pictures_at_the_size_of_the_display(tmp_path, typed, dumps):
    recorder = Recorder(tmp_path / "runs", "run", NOTES, "a task", {})
    for number in (1, 2):
        name = recorder.picture(number, (dumps / "0001.png").read_bytes())
        step = Step(number, "s", NOTES, ".Main", "back()", "back", "done", picture=name, size=(1080, 2400))
        recorder.step(step)
    recorder.end(status="success")
    recorder.raw(2, (dumps / "0001.xml").read_text(encoding="utf-8"))
    device = Recorded(str(recorder.folder), Settings())
    first = device.capture()
    assert (first.app, first.activity, first.size, first.picture.size) == (NOTES, ".Main", (1080, 2400), (1080, 2400))
    assert first.elements == ()  # of a picture alone they are read off it, where that is installed
    device.perform(Key("back"))
    assert "Books to read · Invisible Cities" in [element.text for element in device.capture().elements]
    status, out, _ = typed("look", "--device", f"recorded:{recorder.folder}", "--ocr", "off", "--json")
    assert (status, json.loads(out)["size"]) == (0, [1080, 2400])


def test_a_run_on_a_phone_can_be_gone_through_again_with_its_elements(started, recorder):
    phone = started(NOTES)
    scripted = Scripted("Action: tap(1)", "Action: back()", "Action: finish()")
    Run(ReAct(scripted), phone, Task("look around", NOTES), recorder).go()
    again = Recorded(str(recorder.folder), Settings())
    first = again.capture()
    assert [element.id for element in first.elements][:2]
    assert first.screen_id == recorder.steps[0].screen_id
    assert first.elements[0].id == recorder.steps[0].element_id


def test_no_raw_record_is_kept_beside_a_password_and_none_shows_a_secret_once_it_is_known(recorder):
    for secret in ({"password": "true"}, {"name": "card_number"}, {"hint": "CVV"}):
        assert read_dump(dump(node("FrameLayout", node("EditText", text="4111 1111", **secret)))).raw == ""
    assert read_dump(dump(node("FrameLayout", node("EditText", text="milk")))).raw
    recorder.raw(1, dump(node("FrameLayout", node("TextView", text="hunter2"))))
    recorder.keep("hunter2")
    (kept,) = recorder.folder.glob("*.xml")
    assert "hunter2" not in kept.read_text(encoding="utf-8")


def test_only_files_of_the_folder_itself_are_read(tmp_path, dumps):
    for name in ("0001.xml", "0001.png"):
        (tmp_path / name).symlink_to(dumps / name)
    with pytest.raises(UsageError, match="no recorded screens in"):
        Recorded(str(tmp_path), Settings())
    run = tmp_path / "run"
    run.mkdir()
    (run / "0001.png").symlink_to(dumps / "0001.png")
    (run / "trajectory.jsonl").write_text(json.dumps(STEP), encoding="utf-8")
    with pytest.raises(UsageError, match="no recorded screens in"):
        Recorded(str(run), Settings())


STEP = {"kind": "step", "app": "a.b", "activity": "", "picture": "0001.png", "size": [600, 1200]}


@pytest.mark.parametrize(
    ("step", "says"),
    [
        ({"picture": "../mine.png"}, "no recorded screens in"),  # a file beside the run
        ({"size": [0, 1200]}, "no recorded screens in"),
        ({"size": ["a", "b"]}, "no recorded screens in"),
        ({"size": [10**6, 10**6]}, "larger than any display"),
        ({"picture": "torn.png"}, "cannot be read as a picture"),
        ({"app": {"a": 1}}, "no recorded screens in"),
    ],
)
def test_a_run_of_a_strangers_is_refused_in_a_line(tmp_path, typed, step, says):
    run = tmp_path / "theirs"
    run.mkdir()
    Image.new("RGB", (600, 1200)).save(run / "0001.png")
    Image.new("RGB", (600, 1200)).save(tmp_path / "mine.png")
    (run / "torn.png").write_bytes((run / "0001.png").read_bytes()[:40])
    (run / "trajectory.jsonl").write_text('{"task": "x"}\n' + json.dumps(STEP | step) + "\n[[[\n7\n")
    status, out, err = typed("look", "--device", f"recorded:{run}")
    assert (status, out) == (2, "")
    assert says in " ".join(err.split())


@pytest.mark.parametrize("where", ["", ":", ":empty", ":no/such/folder"])
def test_a_folder_without_recorded_screens_is_said_and_what_would_do(tmp_path, where):
    (tmp_path / "empty").mkdir()
    with (
        pytest.raises(UsageError, match=r"no recorded screens in '.*'; give --device recorded:FOLDER, the folder"),
        open_device(on(f"recorded{where}")),
    ):
        pass
