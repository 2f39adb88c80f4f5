"""A confined child process: what it answers, what stops it, what it never sees, and that nothing of it is left."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tables import cases

from appagent.confine import ChildLimits, Confined
from appagent.errors import UsageError

pytestmark = pytest.mark.slow

TESTS = str(Path(__file__).parent)
posix = pytest.mark.skipif(os.name == "nt", reason="Windows has none of these limits")


def little(seconds: float = 60.0) -> Confined:
    """One that may take little."""
    return Confined("confined_work:act", ChildLimits(seconds, memory_mb=200, output_bytes=10_000))


@pytest.fixture(scope="module")
def child() -> Confined:
    """One for all tests; whatever one of them does to it, it answers the next."""
    return little()


@pytest.fixture
def fresh() -> Confined:
    """One with its process yet to start."""
    return little()


def gone(pid: int, within_s: float = 60) -> bool:
    """Whether a process ends in so many seconds."""
    end = time.monotonic() + within_s
    while time.monotonic() < end:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        if Path(f"/proc/{pid}/stat").exists() and ") Z " in Path(f"/proc/{pid}/stat").read_text():
            return True  # whoever adopted it has not asked yet
        time.sleep(0.05)
    return False


def cpu_s(pid: int) -> float:
    """Seconds that a process has computed for so far."""
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11]) / os.sysconf("SC_CLK_TCK")


@cases("value", [None, True, 3, 2.5, "Wi-Fi 漢字 \ud83d \x00\n", [1, [2, {"a": None}]], {"a": {"b": []}}])
def test_plain_json_comes_back_as_it_was(child: Confined, value: object) -> None:
    assert child.ask({"echo": value}, "it") == value


def test_many_requests_are_served_by_one_process(child: Confined) -> None:
    pids = {child.ask({"pid": None}, "it") for _ in range(20)}
    assert len(pids) == 1
    assert pids != {os.getpid()}


@pytest.mark.parametrize(
    ("request_", "said"),
    [
        pytest.param({"hoard": 10**9}, "the prompt x needs more than 200 MB of memory", marks=posix),
        ({"letters": 10_001}, "the prompt x made more than 10,000 bytes"),
        ({"letters": 10**8}, "the prompt x made more than 10,000 bytes|needs more than 200 MB"),
        ({"nest": 100_000}, "the prompt x is nested too deeply"),
        ({"nest": 900}, "gave an answer that cannot be read|nested too deeply|^$"),
        ({"refuse": "x.yaml, line 3:\nno such thing"}, "^x.yaml, line 3: no such thing$"),
        ({"fail": "nine"}, "the prompt x cannot be used: ValueError: invalid literal"),
        ({"fail": "9" * 100_000}, "the prompt x cannot be used: ValueError"),
        ({"bytes": "no JSON"}, "the prompt x cannot be used: TypeError"),
        ({"leave": 3}, r"the prompt x ended the process that worked on it \(status 3\)"),
        pytest.param({"die": None}, r"the prompt x ended the process that worked on it \(status -9\)", marks=posix),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_whatever_goes_wrong_is_one_line_and_the_next_request_is_served(
    child: Confined, request_: dict[str, object], said: str
) -> None:
    try:
        child.ask(request_, "the prompt x")
        line = ""
    except UsageError as error:
        line = str(error)
    assert re.search(said, line), line
    assert "\n" not in line
    assert len(line) < 700
    assert child.ask({"echo": "still there"}, "it") == "still there"


def test_what_takes_too_long_is_stopped_and_the_next_request_is_served() -> None:
    child = little(seconds=1.5)
    with pytest.raises(UsageError, match=r"^the prompt x took longer than 1\.5 s and was stopped$"):
        child.ask({"loop": None}, "the prompt x")
    assert child.ask({"echo": "still there"}, "it") == "still there"


def test_what_it_prints_does_not_get_between_the_answers(child: Confined, capfd: pytest.CaptureFixture[str]) -> None:
    assert child.ask({"chat": "x" * 1000}, "it") == "x" * 1000
    assert child.ask({"echo": 1}, "it") == 1
    assert capfd.readouterr().out == ""


def test_it_sees_no_key_and_no_setting(fresh: Confined, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("APPAGENT_API_KEY", "OPENAI_API_KEY", "PYTHONPATH", "PYTHONSTARTUP", "AWS_SECRET", "HOME"):
        monkeypatch.setenv(name, "secret")
    assert "secret" not in fresh.ask({"environment": None}, "it").values()


def test_modules_of_the_current_folder_are_not_imported(
    fresh: Confined, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    names = ["json", "jinja2", "yaml", "decimal", "resource", "sitecustomize_of_mine"]
    for name in names:
        (tmp_path / f"{name}.py").write_text("raise SystemExit('a stranger was imported')", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))  # as `python -m appagent` does
    found = fresh.ask({"modules": names[:-1]}, "it")
    assert all(file and not str(file).startswith(str(tmp_path)) for file in found.values())
    assert str(tmp_path) not in fresh.ask({"path": None}, "it")


@posix
def test_it_writes_no_file(child: Confined, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be used: OSError"):
        child.ask({"write": str(tmp_path / "mine")}, "it")
    assert not (tmp_path / "mine").exists() or (tmp_path / "mine").stat().st_size == 0


@posix
def test_ctrl_c_in_the_terminal_is_not_for_it(child: Confined) -> None:
    assert child.ask({"group": None}, "it") != os.getpgid(0)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="only Linux tells whether it is at work")
def test_an_interrupted_request_leaves_no_process_and_the_next_is_served(child: Confined) -> None:
    pid = child.ask({"pid": None}, "it")
    idle = cpu_s(pid)

    def interrupt(*_: object) -> None:
        if cpu_s(pid) > idle + 0.1:  # it is at work
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.05, 0.05)
    try:
        with pytest.raises(KeyboardInterrupt):
            child.ask({"loop": None}, "it")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert child.ask({"echo": "again"}, "it") == "again"
    assert gone(pid)


def test_forgetting_ends_the_process() -> None:
    forgotten = Confined("confined_work:act")
    pid = forgotten.ask({"pid": None}, "it")
    del forgotten
    assert gone(pid)


ENDS: dict[str, tuple[str, Callable[[subprocess.Popen[str]], object]]] = {
    "by itself": ("print(c.ask({'pid': None}, 'it'), flush=True)", lambda _: None),
    "by an error": ("print(c.ask({'pid': None}, 'it'), flush=True); 1 / 0", lambda _: None),
    "at once": ("import os; print(c.ask({'pid': None}, 'it'), flush=True); os._exit(0)", lambda _: None),
    "killed": ("print(c.ask({'pid': None}, 'it'), flush=True); c.ask({'loop': None}, 'it')", lambda p: p.kill()),
}


@posix
@pytest.mark.parametrize("how", ENDS)
def test_the_process_ends_with_ours(how: str) -> None:
    code, end = ENDS[how]
    script = (
        f"import sys; sys.path.append({TESTS!r})\n"
        "from appagent.confine import Confined, ChildLimits\n"
        f"c = Confined('confined_work:act', ChildLimits(seconds=1))\n{code}"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    with process:
        assert process.stdout is not None
        pid = int(process.stdout.readline())
        end(process)
        process.wait(60)
    assert gone(pid)


def test_what_cannot_be_imported_is_said_in_one_line() -> None:
    with pytest.raises(UsageError, match="the child process for nothing_of_ours:act cannot start: ModuleNotFoundError"):
        Confined("nothing_of_ours:act").ask({}, "it")
