"""A stranger hands over a task file, which somebody runs with their key in the environment and their phone attached.

The stranger wants the machine to hang or to run out of memory, code of his to run, or a phone to pay and delete because
his file allows it. What must happen: one line that names the file and, where there is one, the line in it, exit status
2 within seconds, and nothing done; or a task that is carried out without what only the phone's owner may allow.
"""

import contextlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from cli_in_process import Typed, type_at
from tables import cases

from appagent.devices.drivers import VIRTUAL
from appagent.errors import UsageError
from appagent.phone import Phone
from appagent.phone.wire import serve
from appagent.tasks import holds

pytestmark = pytest.mark.slow

QUICK = ("--agent", "offline", "--time-scale", "0.05", "--size", "360x800")
WITHIN_S = 100  # of a machine that is busy; alone it is two
ONE = "- {{name: one, apps: [notes], goal: {goal}, check: {check}}}"
GOOD = ONE.format(goal="Look", check="'True'")
held = pytest.mark.held


def task(*lines: str) -> str:
    """A task with these lines besides what it needs."""
    return "\n  ".join(["- name: one", "apps: [notes]", *lines])


def laughs(levels: int) -> str:
    """Lists of nine aliases each to the list before, all of it in a task's values."""
    lines = [f"  a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, levels)]
    return task("goal: Look", "check: 'True'", "values:", "  a0: &a0 [lol]", *lines)


def chain(length: int) -> str:
    """Each list holds an alias to the one before."""
    lines = ["  a0: &a0 [1]", *(f"  a{n}: &a{n} [*a{n - 1}]" for n in range(1, length))]
    return task("goal: Look", "check: 'True'", "values:", *lines)


HUGE_VALUE = "x" * 9_000
PLACES = "'a{n}', " * 9_000

BROKEN: dict[str, tuple[str | bytes, str, tuple[pytest.MarkDecorator, ...]]] = {
    # what stands for more than it is
    "nine lists of nine aliases each": (laughs(9), "line 12: its aliases stand for more than", ()),
    "a text named fifty thousand times": (
        task("goal: Look", "check: 'True'", f"setup: {{notes: {{x: [&t {HUGE_VALUE}{', *t' * 5_000}]}}}}"),
        "its aliases stand for more than",
        (),
    ),
    "mappings merged into each other, twice each": (
        task(
            "goal: Look", "check: 'True'", "setup:", "  a0: &a0 {k: v}",
            *(f"  a{n}: &a{n} {{<<: [*a{n - 1}, *a{n - 1}]}}" for n in range(1, 30)),
        ),
        "its aliases stand for more than",
        (),
    ),
    "a chain of five hundred aliases": (chain(500), "with its aliases it is nested more than 40 levels deep", ()),
    "a list that holds itself": (task("goal: Look", "check: a.b", "tags: &t [*t]"), "line 5: an alias is inside", ()),
    "an alias to nothing": (task("goal: *gone"), "line 3: found undefined alias 'gone'", (held,)),
    # what is too deep, too long or too much
    "ten thousand brackets": ("[" * 10_000, "line 1: this is nested more than 40 levels deep", ()),
    "a thousand braces": ("- " + "{a: " * 1000, "line 1: this is nested more than 40 levels deep", ()),
    "ten thousand dashes": ("- " * 10_000, "line 1: this is nested more than 40 levels deep", ()),
    "fifty thousand tasks": (GOOD.replace("one", "n") + "\n- 1" * 60_000, "more than 50,000 values", ()),
    "a thousand and two tasks": (
        "\n".join(GOOD.replace("one", f"n{n}") for n in range(1_002)), "line 1001: there are more than 1,000 tasks", (),
    ),
    "a text of a hundred thousand letters": (task(f"goal: {'x' * 100_000}"), "line 3: a text of 100,000 letters", ()),
    "two megabytes": (GOOD + "\n#" + "x" * 2_000_000, "it has more than 1,000,000 bytes", ()),
    # numbers, dates and other things that are no plain values
    "a number of 5,000 digits": (task("goal: Look", f"max_steps: {'9' * 5_000}"), "line 4: ", ()),
    "a number of 4,000 digits": (task("goal: Look", f"values: {{n: [{'9' * 4_000}]}}"), "more than 15 digits", ()),
    "ten million steps": (task("goal: Look", "check: 'True'", "max_steps: 10000000"), "line 5: max_steps: ", ()),
    "no number": (task("goal: Look", "values: {n: [.nan]}"), "line 4: '.nan' is no number to count with", ()),
    "infinity": (task("goal: Look", "values: {n: [-.inf]}"), "line 4: '-.inf' is no number to count with", ()),
    "a date": (task("goal: Look", "values: {n: [2024-01-01]}"), "line 4: '2024-01-01' reads as a date", ()),
    "a date that is none": (task("goal: Look", "values: {n: [!!timestamp x]}"), "line 4: 'x' reads as a date", ()),
    "a whole number that is none": (task("goal: Look", "values: {n: [!!int x]}"), "line 4: 'x' is no int", ()),
    "a truth that is none": (task("goal: Look", "values: {n: [!!bool x]}"), "line 4: 'x' is no bool", ()),
    "bytes": (task("goal: Look", "values: {n: [!!binary aGk=]}"), "line 4: 'aGk=' has the tag !!binary", ()),
    "a set": (task("goal: Look", "values: {n: [!!set {a, b}]}"), "line 4: it has the tag ", ()),
    "a name that is a number": (task("goal: Look", "setup: {notes: {1: a}}"), "line 4: the name '1' reads as", ()),
    "a name that is a list": (task("goal: Look", "setup: {? [a, b] : c}"), "line 4: the name ", ()),
    "one name twice": (task("goal: Look", "goal: Pay"), "line 4: 'goal' is there twice", ()),
    "an object of Python's": ("- !!python/object/apply:os.system [touch ran]", "line 1: ", (held,)),
    "a tag of one's own": ("- !<tag:yaml.org,2002:python/name:os.system> x", "line 1: ", (held,)),
    # letters
    "a zero byte": (GOOD.replace("Look", "Lo\0ok"), "line 1: the letter U+0000 cannot stand in YAML", ()),
    "an escape sequence": (GOOD + "\n# \x1b]0;mine\x07", "line 2: the letter U+001B cannot stand in YAML", ()),
    "UTF-16": (GOOD.encode("utf-16"), "(?i)utf-8", (held,)),
    "half a letter": (GOOD.encode() + b"\xe6\xbc", "(?i)utf-8", (held,)),
    "a zip archive": (b"PK\x03\x04" + bytes(range(256)), "(?i)utf-8", (held,)),
    # placeholders
    "a width of ten digits": (
        task("goal: 'Pay {n:>9999999999}'", "check: a.b", "values: {n: [1]}"), "write {name} or {name[part]}", (),
    ),
    "a width of ten digits in the answer": (
        task("goal: Look", "answer: '{n:09999999999d}'", "values: {n: [1]}"), "write {name} or {name[part]}", (),
    ),
    "a width in the set-up": (
        task("goal: Look", "check: a.b", "setup: {notes: {x: '{n!r:9999999999}'}}", "values: {n: [1]}"),
        "has {n!r:9999999999}; write {name} or",
        (),
    ),
    "a width that a value names": (
        task("goal: '{n:{n}}'", "check: a.b", "values: {n: ['9999999999']}"), "write {name} or", (),
    ),
    "a class behind a value": (
        task("goal: '{n.__class__.__mro__}'", "check: a.b", "values: {n: [1]}"), "write {name} or", (held,),
    ),
    "a part that is not there": (
        task("goal: '{n[gone]}'", "check: a.b", "values: {n: [{x: 1}]}"), "a part that not every n has", (),
    ),
    "an item that is not there": (
        task("goal: '{n[999999999999]}'", "check: a.b", "values: {n: [[1, 2]]}"), "a part that not every n has", (),
    ),
    "a brace that is never closed": (task("goal: 'Pay {n'", "check: a.b"), "for a plain brace, write it twice", ()),
    "a value in each of three thousand places": (
        task(f"goal: '{'{n}' * 3_000}'", "check: a.b", f"values: {{n: [{HUGE_VALUE}]}}"),
        "has more than 10,000 letters",
        (),
    ),
    "a value in each of ten thousand texts": (
        task("goal: Look", "check: a.b", f"values: {{n: [{HUGE_VALUE}]}}", f"setup: {{notes: {{x: [{PLACES}]}}}}"),
        "drawing the task one needs more than|the task one has [0-9,]+ letters with its values",
        (),
    ),
}  # fmt: skip


def appagent(folder: Path, *words: object) -> tuple[int, str]:
    """The command, as typed in that folder; its exit status and what it says besides the result."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("APPAGENT_", "OPENAI_", "XDG_"))}
    ran = type_at(folder, {**kept, "HOME": str(folder)}, *words)
    return ran.returncode, ran.stderr


@pytest.mark.timeout(WITHIN_S)
@cases(
    ("content", "said"), [pytest.param(text, said, id=id_, marks=marks) for id_, (text, said, marks) in BROKEN.items()]
)
def test_a_broken_file_gets_one_line_with_its_place(
    typed: Typed, tmp_path: Path, content: str | bytes, said: str
) -> None:
    (tmp_path / "mine.yaml").write_bytes(content.encode() if isinstance(content, str) else content)
    status, out, err = typed("run", "--task-file", "mine.yaml", "--device", "virtual", *QUICK)
    assert status == 2, out
    assert not list(tmp_path.rglob("trajectory.jsonl"))
    assert len(err.splitlines()) == 1
    assert err.startswith("appagent: ")
    assert "mine.yaml" in err
    assert said in err or re.search(said, err), err[:800]
    assert len(err) < 1000
    assert not (tmp_path / "ran").exists()


def fifo(path: Path) -> None:
    os.mkfifo(path)


def sparse(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(5_000_000_000)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        pytest.param(fifo, "it is no regular file", id="a pipe that nobody writes to"),
        pytest.param(lambda path: path.symlink_to("/dev/zero"), "it is no regular file", id="a link to a device"),
        pytest.param(sparse, "it has more than 1,000,000 bytes", id="five gigabytes"),
        pytest.param(
            lambda path: path.symlink_to(path), "Too many levels|no task file", id="a link to itself", marks=held
        ),
        pytest.param(Path.mkdir, "it is no regular file|Is a directory", id="a folder", marks=held),
    ],
)
def test_what_is_no_file_is_not_waited_for(tmp_path: Path, make: Callable[[Path], object], said: str) -> None:
    make(tmp_path / "mine.yaml")
    status, err = appagent(tmp_path, "run", "--task-file", "mine.yaml", "--device", "virtual", *QUICK)
    assert status == 2
    assert len(err.splitlines()) == 1
    assert re.search(said, err), err


CHECKS = {
    "a text of a gigabyte": "'a' * 10**9",
    "a width of ten digits": "'%9999999999d' % 1",
    "an f-string": "f'{1:>9999999999}'",
    "a format": "'{:9999999999}'.format(1)",
    "the class of all classes": "().__class__.__bases__[0].__subclasses__()",
    "an import": "__import__('os').system('touch ran')",
    "a power of powers": "9 ** 9 ** 9",
    "fifteen hundred brackets": "(" * 750 + "1" + ")" * 750,
    "fifteen hundred signs": "-" * 1500 + "1",
    "a sum of a thousand": "1 + " * 450 + "1",
    "a comprehension in a comprehension in a comprehension": "any(c for a in notes.notes for b in notes.notes for c in "
    "notes.notes for d in notes.notes for e in notes.notes for f in notes.notes)",
}


@cases("check", [pytest.param(check, id=id_, marks=held) for id_, check in CHECKS.items()])
def test_a_check_that_wants_the_machine_is_refused_or_not_met(monkeypatch: pytest.MonkeyPatch, check: str) -> None:
    monkeypatch.setattr("appagent.tasks.task._MOST_WORK", 200_000)
    notes = {"notes": [{"title": f"n{n}", "body": "x"} for n in range(1_000)]}
    with contextlib.suppress(UsageError):
        assert not holds(check, {"notes": notes})


@held
@pytest.mark.parametrize("check", [CHECKS["a width of ten digits"], CHECKS["an import"]])
def test_a_task_with_such_a_check_ends_in_one_line(typed: Typed, tmp_path: Path, check: str) -> None:
    (tmp_path / "mine.yaml").write_text(task(f"check: {json.dumps(check)}", "goal: Look", "max_steps: 1"))
    status, _, err = typed("run", "--task-file", "mine.yaml", "--device", "virtual", *QUICK)
    assert status == 2
    assert "Traceback" not in err
    assert "the check" in err.splitlines()[-1]
    assert not (tmp_path / "ran").exists()


def test_states_of_any_size_are_compared_for_seconds_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("appagent.tasks.task._MOST_S", 0.1)
    deep, copy = ({"more": [{"title": f"n{n}", "body": "x"} for n in range(3_000)]} for _ in range(2))
    check = f"len([1 for a in notes.some if {' and '.join(['notes.deep == before.deep'] * 40)}]) == 1"
    with pytest.raises(UsageError, match="it takes too long"):
        holds(check, {"notes": {"deep": deep, "some": list(range(5_000))}, "before": {"deep": copy}})


def test_code_beside_a_file_that_is_not_trusted_is_not_even_imported(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(task("goal: Look", "check: mine"))
    (tmp_path / "mine.py").write_text("open('ran', 'w')\ndef mine(state, answer, values): return True\n")
    for command in (("run", "--task-file", "mine.yaml", "--device", "virtual", *QUICK), ("bench", "mine.yaml")):
        status, err = appagent(tmp_path, *command)
        assert status == 2
        assert "mine.yaml, line 1: the check 'mine' is code beside a task file" in err
        assert "to let mine.py run: appagent trust mine.yaml" in err
        assert not (tmp_path / "ran").exists()


@held
def test_modules_that_lie_beside_a_file_are_not_imported(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(task("goal: Look", "check: a.b ="))
    for name in ("yaml", "json", "pydantic", "typing_extensions", "annotated_types", "string", "random"):
        (tmp_path / f"{name}.py").write_text("open('ran', 'w')\nraise SystemExit('a stranger was imported')\n")
    script = Path(sys.executable).with_name("appagent")  # `python -m` itself would look in this folder first
    ran = subprocess.run(
        [script, "run", "--task-file", "mine.yaml", "--device", "virtual", *QUICK],
        capture_output=True, text=True, cwd=tmp_path, timeout=WITHIN_S, env={"HOME": str(tmp_path)},
    )  # fmt: skip
    assert ran.returncode == 2, ran.stderr
    assert "cannot be worked out" in ran.stderr
    assert not (tmp_path / "ran").exists()


KIOSK = """
from appagent.phone.app import App, Page
from appagent.phone.ui import Button, Column

class Kiosk(App):
    package, label = "org.example.kiosk", "Kiosk"
    def begin(self):
        self.gone = False
    def home(self):
        return Page(Column([Button("Delete everything", id="go", on_tap=self.wipe)]))
    def wipe(self):
        self.gone = True
"""
WIPE = """\
- name: wipe
  apps: [kiosk]
  goal: Tap 'Delete everything'
  check: kiosk.gone
  allow: [delete, pay]
  max_steps: 3
"""


@pytest.mark.parametrize(
    "device", [pytest.param(VIRTUAL, id="on the virtual phone", marks=held), pytest.param("", id="on a phone")]
)
def test_what_a_strangers_file_allows_counts_for_the_virtual_phone_alone(
    typed: Typed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, device: str
) -> None:
    (tmp_path / "apps").mkdir()
    (tmp_path / "apps" / "kiosk.py").write_text(KIOSK)
    (tmp_path / "mine.yaml").write_text(WIPE)
    asked = ("run", "--task-file", "mine.yaml", *QUICK, "--json")
    if device:
        status, out, err = typed(*asked, "--device", device, "--apps", "apps")
        assert (status, json.loads(out)["success"]) == (0, 1), err
        return
    with serve(phone := Phone(time_scale=0.05, apps=tmp_path / "apps")) as server:
        monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(server.port))
        status, out, err = typed(*asked)
    assert (status, json.loads(out)["success"]) == (1, 0)
    assert phone.state()["kiosk"] == {"gone": False}
    assert "the file is not trusted; what it allows on this phone does not count: delete, pay (wipe)" in err


@held
@pytest.mark.parametrize("name", ["smoke", "hard", "daily"])
def test_shipped_suites_are_read_with_the_code_beside_them(name: str) -> None:
    from appagent.tasks.file import find_suite, read_suite

    suite = read_suite(find_suite(name))
    assert all(suite.draw(spec, 0).goal for spec in suite.specs)


@held
def test_what_a_person_writes_by_hand_is_read_as_before(typed: Typed, tmp_path: Path) -> None:
    text = """\
\ufeff# anchors in moderation, comments, several lines
- &base
  name: one
  apps: [notes]
  goal:
    - Look at '{what[title]}' in {{braces}}
  values: &pool
    what: [{title: Shopping, size: 1.5}, {title: "旅行", size: -2}]
  check: len(notes.notes) == 3 and what.size < 9
  max_steps: 1
- {<<: *base, name: two}
"""
    (tmp_path / "mine.yaml").write_text(text, encoding="utf-8")
    status, out, err = typed("run", "--task-file", "mine.yaml", "--device", "virtual", *QUICK, "--json")
    assert [one["name"] for one in json.loads(out)["tasks"]] == ["one", "two"], err
    assert "{braces}" in json.loads(out)["tasks"][0]["task"]
    assert status in {0, 1}
