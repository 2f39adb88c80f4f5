"""What many tests need: a virtual phone behind the real driver, a store, a recorder, a run on them."""

import gc
import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import compiled_together
import doctest_files
import pauses
import pytest
from cli_in_process import typed as typed
from hypothesis import HealthCheck, settings
from offline_learning import lesson as lesson
from widget_app import HEAD

from appagent.actions import Start
from appagent.devices.android import Android
from appagent.devices.virtual import virtual
from appagent.phone import Phone
from appagent.runs.recorder import Recorder
from appagent.store import Store

# on a machine that is busy a draw takes any time
settings.register_profile("fuzz", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
# so that a change is red for what it changed; `make fuzz` draws anew, and more
settings.register_profile("same each time", settings.get_profile("fuzz"), derandomize=True, max_examples=25)
settings.load_profile("same each time")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as a shell starts what runs in its background
    signal.signal(signal.SIGINT, signal.default_int_handler)

QUICK = 0.02  # of real time: what the virtual phone and the driver wait is scaled alike
SMALL = (540, 1200)  # px: draws in a quarter of the time
TINY = (360, 800)  # px: enough where no test looks at pixels

NOTES, SETTINGS = "com.example.notes", "com.android.settings"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of `make pauses`."""
    pauses.add_options(parser)


def pytest_configure(config: pytest.Config) -> None:
    """Have a file's doctests looked for only where there are some, and let the phone pause if that is asked for."""
    config.pluginmanager.register(doctest_files)
    pauses.use(config)


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Iterator[None]:
    """Look for garbage only when all tests are collected, and never among them: they stay until the end."""
    gc.disable()
    try:
        compiled_together.compile_share(session.config)
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(20_000, 20, 20)  # by default it takes a twenty-fifth of the time, and frees next to nothing
        gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_unconfigure() -> Iterator[None]:
    """Let pytest look for what was left open once at its end, and not twice: each look takes seconds a worker."""
    yield
    gc.freeze()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return how many workers `-n auto` starts: two more than cores, because tests wait for screens and children."""
    return (os.cpu_count() or 1) + 2


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark as slow whatever needs an app that was learnt: whichever test comes first waits until it is."""
    for item in items:
        if "lesson" in getattr(item, "fixturenames", ()):
            item.add_marker("slow")


@pytest.fixture(scope="session", autouse=True)
def own_key(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Give tests a configuration of their own: what they write is signed, and the key must not be the developer's."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("config")))
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(autouse=True)
def ctrl_c() -> Iterator[None]:
    """Give Ctrl-C back to whom it was: a command takes it for the rest of its process, which here goes on."""
    before = signal.getsignal(signal.SIGINT)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def both() -> Iterator[tuple[Android, Phone]]:
    """The real driver connected to a fresh virtual phone, and that phone."""
    with virtual(size=TINY, time_scale=QUICK) as (device, phone):
        yield device, phone


@pytest.fixture
def device(both: tuple[Android, Phone]) -> Android:
    """The driver."""
    return both[0]


@pytest.fixture
def phone(both: tuple[Android, Phone]) -> Phone:
    """The phone behind `device`."""
    return both[1]


@pytest.fixture
def started(device: Android) -> Callable[[str], Android]:
    """The driver with an app in front."""

    def start(package: str) -> Android:
        device.perform(Start(package))
        return device

    return start


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """An empty store on disk."""
    with Store.open(tmp_path / "store.sqlite") as opened:
        yield opened


@pytest.fixture
def recorder(tmp_path: Path) -> Iterator[Recorder]:
    """A run's folder."""
    made = Recorder(tmp_path / "runs", "run", NOTES, "a task", {})
    yield made
    made.close()


@pytest.fixture(scope="module")
def scenes(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the app that has the module's SCENES; written once, it is loaded and tried out once."""
    from changing_app import write_scenes  # which imports this module

    return write_scenes(tmp_path_factory.mktemp("scenes"), request.module.SCENES)


@pytest.fixture(scope="module")
def changing(request: pytest.FixtureRequest, scenes: Path) -> Iterator[tuple[Android, Phone]]:
    """The driver and the phone that has the module's SCENES. The module may have a SIZE, px."""
    with virtual(size=getattr(request.module, "SIZE", TINY), time_scale=QUICK, apps=scenes) as served:
        yield served


@pytest.fixture
def stage(changing: tuple[Android, Phone], tmp_path: Path, recorder: Recorder) -> Callable[..., object]:
    """A function that shows one of the module's SCENES from its beginning, and returns a ChangingScene."""
    from changing_app import showing

    return showing(*changing, tmp_path, recorder)


@pytest.fixture
def kit(tmp_path):
    """Gives a phone with an app whose only page has some widgets in front."""

    def start(widgets: str):
        (tmp_path / "kit.py").write_text(HEAD.replace("{}", widgets))
        return virtual(size=TINY, time_scale=QUICK, apps=tmp_path)

    return start
