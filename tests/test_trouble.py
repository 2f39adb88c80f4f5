"""Apps that crash or hang: the dialog that tells of it, what an agent is told, and what is kept for people."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from conftest import QUICK
from hierarchies import CORPUS, dump, node
from scripted_runs import answering
from tables import cases

from appagent.actions import Key, Start, Touch
from appagent.agents.react import ReAct
from appagent.bench.figures import figures
from appagent.bench.work import Job, do_job
from appagent.cancel import Cancel
from appagent.devices.android import Android
from appagent.devices.captures.hierarchy import read_dump
from appagent.devices.virtual import virtual
from appagent.errors import UsageError
from appagent.guard import Guard
from appagent.learning.demonstrations.showing import Typed
from appagent.learning.explore import Learning
from appagent.learning.reflect import OfflineReflector
from appagent.loop import Limits, Run
from appagent.offline.explorer import OfflineExplorer
from appagent.phone import Phone
from appagent.runs.recorder import Recorder
from appagent.runs.report import render
from appagent.runs.report.redact import redacted
from appagent.runs.trajectory import LOG
from appagent.runs.trajectory import load_run as read_run
from appagent.screen import Screen
from appagent.screen.nodes.tree import centre
from appagent.screen.trouble import Trouble, trouble, way_out
from appagent.secrets import Secrets
from appagent.sessions import Request, record_task
from appagent.settings import Settings
from appagent.store import Store
from appagent.tasks import Task

pytestmark = pytest.mark.slow

KIOSK = "org.example.kiosk"
APP = """
from appagent.phone.app import App, Page
from appagent.phone.ui import Button, Column, Text

class Kiosk(App):
    package, label = "org.example.kiosk", "Kiosk"
    words = {"zh": {"Kiosk": "小卖部"}}
    def begin(self):
        self.seen = 0
    def home(self):
        crash = Button("Weather", id="weather", on_tap=self.weather)
        broken = Button("News", id="news", on_tap=lambda: self.open(self.news))
        fine = Button("About", id="about", on_tap=lambda: self.open(self.about))
        return Page(Column([crash, broken, fine]))
    def weather(self):
        self.seen += 1
        raise KeyError("sun")
    def news(self):
        return Page(Column([Text(self.headline)]))
    def about(self):
        return Page(Column([Text("A kiosk")]), activity="About")
"""


def dialog(*parts: str) -> Screen:
    """A screen with a dialog of these parts over nothing."""
    return read_dump(dump(node("FrameLayout", *parts, at=(60, 900, 1020, 1500), package="android")), size=(1080, 2400))


def button(name: str, words: str = "x", top: int = 1300) -> str:
    return node(
        "Button", at=(60, top, 1020, top + 100), can="clickable enabled", name=name, package="android", text=words
    )


def title(words: str) -> str:
    return node(at=(60, 900, 1020, 1000), name="alertTitle", package="android", text=words)


@cases(
    ("parts", "found"),
    [
        ((title("Maps keeps stopping"), button("aerr_close")), ("crash", "Maps")),
        ((title("Maps has stopped"), button("aerr_restart")), ("crash", "Maps")),
        ((title("Maps isn't responding"), button("aerr_close"), button("aerr_wait")), ("anr", "Maps")),
        ((title("Maps isn’t responding"), button("aerr_wait")), ("anr", "Maps")),
        ((title("地图屡次停止运行"), button("aerr_app_info")), ("crash", "地图")),
        ((title("地图没有响应"), button("aerr_wait")), ("anr", "地图")),
        ((title("“地图”已停止运行"), button("button1")), ("crash", "地图")),
        ((title("Unfortunately, Maps has stopped."), button("button1", "OK")), ("crash", "Maps")),
        ((title("Maps reagiert nicht"), button("aerr_close"), button("aerr_wait")), ("anr", "")),
        ((button("aerr_close"),), ("crash", "")),
    ],
)
def test_the_dialog_is_known_by_its_parts_in_any_language_and_by_its_words(
    parts: tuple[str, ...], found: tuple[str, str]
) -> None:
    seen = trouble(dialog(*parts))
    assert seen is not None
    assert (seen.kind, seen.app) == found


def test_what_an_app_says_of_itself_is_no_trouble() -> None:
    own = node("FrameLayout", node(text="Maps keeps stopping", at=(0, 0, 900, 90)), can="enabled")
    assert trouble(read_dump(dump(own))) is None
    assert trouble(dialog(title("Allow Maps to stop?"), button("button1"))) is None


def test_a_button_by_androids_name_in_an_apps_own_window_is_neither_trouble_nor_pressed() -> None:
    close = node(
        "Button", at=(60, 300, 900, 400), can="clickable enabled", name="android:id/aerr_close", text="Pay $99"
    )
    shop = node("FrameLayout", title("Shop keeps stopping"), close, package="org.shop")
    assert trouble(read_dump(dump(shop))) is None
    assert way_out(read_dump(dump(shop))) is None
    real = node(
        "FrameLayout", title("Shop keeps stopping"), button("aerr_close"), at=(60, 900, 1020, 1500), package="android"
    )
    both = read_dump(dump(shop, real), size=(1080, 2400))
    out = way_out(both)
    assert out is not None
    assert out.bounds[1] == 1300


@pytest.mark.skipif(not CORPUS.is_dir(), reason=f"no corpus at {CORPUS}: set APPAGENT_CORPUS")
def test_real_screens_show_no_trouble_where_there_is_none() -> None:
    dumps = [path.read_text(encoding="utf-8") for path in sorted((CORPUS / "xml").glob("*.xml"))]
    assert [trouble(read_dump(dump)) for dump in dumps] == [None] * len(dumps)


# On the virtual phone


@contextmanager
def kiosk(folder: Path, locale: str = "en-US") -> Iterator[tuple[Android, Phone]]:
    """A phone with the app in front."""
    (folder / "kiosk.py").write_text(APP, encoding="utf-8")
    with virtual(size=(360, 800), time_scale=QUICK, apps=folder, locale=locale) as (device, phone):
        device.perform(Start(KIOSK))
        yield device, phone


def tap(device: Android, name: str) -> Screen:
    """Touch what has a resource-id; the screen afterwards."""
    element = next(e for e in device.capture().elements if e.resource_id.rpartition("/")[2] == name)
    device.perform(Touch(*centre(element.bounds)))
    return device.capture()


@pytest.mark.parametrize("name", ["weather", "news"])
@pytest.mark.parametrize(("locale", "words"), [("en-US", "Kiosk keeps stopping"), ("zh-CN", "小卖部屡次停止运行")])
def test_an_app_goes_down_with_the_dialog_of_android(tmp_path: Path, name: str, locale: str, words: str) -> None:
    with kiosk(tmp_path, locale) as (device, phone):
        screen = tap(device, name)
        assert trouble(screen) == Trouble("crash", "Kiosk" if locale == "en-US" else "小卖部", words)
        assert KIOSK not in phone.running
        for key in ("back", "home"):
            device.perform(Key(key))
        device.perform(Touch(180, 40))
        assert device.capture().texts == screen.texts
        after = tap(device, "aerr_close")
        assert (after.app, trouble(after)) == ("com.android.launcher3", None)


def test_its_state_stays_and_app_info_leads_to_the_settings(tmp_path: Path) -> None:
    with kiosk(tmp_path) as (device, phone):
        tap(device, "weather")
        assert phone.state()["kiosk"] == {"seen": 1}
        assert tap(device, "aerr_app_info").app == "com.android.settings"
        device.perform(Start(KIOSK))
        assert tap(device, "about").texts == ("A kiosk",)


# A run


def test_a_run_tells_the_agent_once_and_keeps_the_end_of_the_log(tmp_path: Path, recorder: Recorder) -> None:
    replies = ("tap({Weather})", "tap({News})", "finish()")
    with kiosk(tmp_path) as (device, _), answering("scripted", *replies) as (model, prompts):
        Run(ReAct(model, see="both"), device, Task("Read the news", KIOSK), recorder).go()
    told = ['an app crashed ("Kiosk keeps stopping")' in prompt for prompt in prompts]
    assert told == [False, True, True]
    assert [(one.kind, one.app, one.step) for one in recorder.troubles] == [("crash", "Kiosk", n) for n in (2, 4)]
    kept = read_run(recorder.folder)
    assert kept.troubles == tuple(recorder.troubles)
    line = 1 + next(n for n, text in enumerate(APP.split("\n")) if "raise" in text)
    assert any(f"kiosk.py, line {line} is broken: KeyError: 'sun'" in said for said in kept.troubles[0].log)
    assert len(kept.troubles[1].log) <= 40
    page = render(kept)
    assert "Kiosk keeps stopping" in page
    assert "FATAL EXCEPTION" in page
    assert "FATAL EXCEPTION" not in render(kept, redact=True)
    assert redacted(kept).troubles[0].words == "Kiosk keeps stopping"


def test_learning_goes_on_after_a_crash_and_does_not_bring_it_about_again(
    tmp_path: Path, store: Store, recorder: Recorder
) -> None:
    with kiosk(tmp_path) as (device, phone):
        Learning(
            OfflineExplorer(), OfflineReflector(), device, store, Task("", KIOSK), recorder, Guard(careful=True),
            Limits(max_steps=30), Cancel(),
        ).go()  # fmt: skip
        assert phone.state()["kiosk"] == {"seen": 1}
    assert [one.words for one in recorder.troubles] == ["Kiosk keeps stopping"] * 2
    crashed = [step for step in recorder.steps if "brought an app down" in step.reason]
    assert [(step.words, step.decision, step.document) for step in crashed] == [
        ('tap "Weather"', "BACK", ""),
        ('tap "News"', "BACK", ""),
    ]
    assert any(step.words == 'tap "About"' and step.decision == "SUCCESS" for step in recorder.steps)
    assert not any("stopping" in one.text for one in store.current())


def test_a_person_who_shows_a_task_is_told_of_a_crash(tmp_path: Path) -> None:
    apps = tmp_path / "apps"
    apps.mkdir()
    (apps / "kiosk.py").write_text(APP, encoding="utf-8")
    settings = Settings(
        device="virtual",
        size=(360, 800),
        apps=apps,
        time_scale=QUICK,
        runs=tmp_path / "runs",
        store=tmp_path / "s.sqlite",
    )
    said: list[str] = []
    lines = iter(["tap Weather", 'tap "Close app"', "stop"])
    done = record_task(settings, Request("kiosk", "Look", "offline"), Typed(lines, heard=said.append), cancel=Cancel())
    assert sum("an app crashed" in words for words in said) == 1
    assert done.to_json()["troubles"][0]["app"] == "Kiosk"


def test_a_bench_counts_what_it_saw(tmp_path: Path) -> None:
    apps = tmp_path / "apps"
    apps.mkdir()
    (apps / "kiosk.py").write_text(APP, encoding="utf-8")
    suite = tmp_path / "mine.yaml"
    suite.write_text("- {name: w, apps: [kiosk], goal: Open Weather, check: 'False', max_steps: 3}", encoding="utf-8")
    settings = Settings(device="virtual", size=(360, 800), apps=apps, time_scale=QUICK, runs=tmp_path / "runs")
    row = do_job(Job(suite, "w", 0, "offline", "none"), settings, tmp_path)
    assert (row.troubles, figures([row, row]).troubles) == (1, 2)


# What is kept


def test_a_secret_in_the_log_is_masked_also_one_that_is_met_later(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path, "run", KIOSK, "a task", {}, Secrets({"PIN": "4711"}))
    recorder.trouble(Trouble("crash", "Kiosk", "Kiosk keeps stopping"), ["E pin=4711", "E word=opensesame"])
    recorder.keep("opensesame")
    recorder.close()
    text = (recorder.folder / LOG).read_text(encoding="utf-8")
    assert "E pin=" in text
    assert "4711" not in text
    assert "opensesame" not in text


@pytest.mark.parametrize("wrong", ['"log": "all"', '"step": "x"', '"trouble": 7'])
def test_a_line_of_trouble_that_cannot_be_read_is_said_so(tmp_path: Path, wrong: str) -> None:
    line = f'{{"kind": "trouble", "trouble": "crash", "app": "a", "words": "w", {wrong}}}\n'
    (tmp_path / LOG).write_text('{"kind": "run", "task": "t"}\n' + line, encoding="utf-8")
    with pytest.raises(UsageError, match="has a line that this AppAgent cannot read"):
        read_run(tmp_path)


def test_the_way_out_is_the_button_that_closes() -> None:
    screen = dialog(
        title("Maps isn't responding"), button("aerr_wait", "Wait"), button("aerr_close", "Close app", 1400)
    )
    found = way_out(screen)
    assert found is not None
    assert found.text == "Close app"
