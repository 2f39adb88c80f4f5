"""`appagent run --task-file`: tasks of a file one after the other, what is said of each, and JUnit's XML of them."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from cli_in_process import Typed
from junitparser import JUnitXml
from lxml import etree
from tables import cases

from appagent.phone import Phone
from appagent.phone.wire import serve
from appagent.screen.trouble import Trouble
from appagent.sessions import Done, Request, Result, junit

pytestmark = pytest.mark.slow

QUICK = ("--agent", "offline", "--time-scale", "0.05", "--size", "360x800")
VIRTUAL = ("--device", "virtual", *QUICK)
TASKS = """\
- name: parking
  apps: [notes]
  goal: What is '{title}'?
  values: {title: [Parking, Locker, Garage]}
  setup: {notes: {notes: [{title: Shopping, body: Milk}, {title: "{title}", body: Level B2}]}}
  check: notes.notes == before.notes.notes
  answer: Level B2
- name: chinese
  apps: [settings]
  goal: {zh: 显示}
  check: phone.locale == 'zh-CN'
- name: denied
  apps: [notes]
  goal: What is 'Shopping'?
  check: len(notes.notes) == 99
- name: short
  apps: [clock]
  goal: Turn the alarm 'Nowhere' on
  check: "False"
  max_steps: 1
"""
ANSWERS = """\
- {name: read, apps: [notes], goal: "What is 'Shopping'?", answer: Milk}
- {name: changed, apps: [notes], goal: Look, setup: {notes: {notes: []}}, answer: x}
- {name: checked, apps: [notes], goal: Look, check: "True"}
"""
KIOSK = """
from appagent.phone.app import App, Page
from appagent.phone.ui import Button, Column

class Kiosk(App):
    package, label = "org.example.kiosk", "Kiosk"
    def home(self):
        return Page(Column([Button("Weather", id="weather", on_tap=self.weather)]))
    def weather(self):
        raise KeyError("sun")
"""
# What Jenkins and GitLab read, by the schemas that they publish: elements, their order, what must be there.
SCHEMA = """\
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:simpleType name="moment">
    <xs:restriction base="xs:dateTime">
      <xs:pattern value="[0-9]{4}(-[0-9]{2}){2}T[0-9]{2}(:[0-9]{2}){2}"/>
    </xs:restriction>
  </xs:simpleType>
  <xs:attributeGroup name="counts">
    <xs:attribute name="name" type="xs:token" use="required"/>
    <xs:attribute name="tests" type="xs:int" use="required"/>
    <xs:attribute name="failures" type="xs:int" use="required"/>
    <xs:attribute name="errors" type="xs:int" use="required"/>
    <xs:attribute name="skipped" type="xs:int"/>
    <xs:attribute name="time" type="xs:decimal" use="required"/>
  </xs:attributeGroup>
  <xs:complexType name="verdict" mixed="true">
    <xs:attribute name="message" type="xs:string" use="required"/><xs:attribute name="type" type="xs:string"/>
  </xs:complexType>
  <xs:element name="testsuites"><xs:complexType>
    <xs:sequence><xs:element name="testsuite" maxOccurs="unbounded"><xs:complexType>
      <xs:sequence>
        <xs:element name="properties"><xs:complexType><xs:sequence>
          <xs:element name="property" maxOccurs="unbounded"><xs:complexType>
            <xs:attribute name="name" use="required"/><xs:attribute name="value" use="required"/>
          </xs:complexType></xs:element></xs:sequence></xs:complexType></xs:element>
        <xs:element name="testcase" minOccurs="0" maxOccurs="unbounded"><xs:complexType>
          <xs:sequence>
            <xs:choice minOccurs="0">
              <xs:element name="skipped" type="verdict"/><xs:element name="error" type="verdict"/>
              <xs:element name="failure" type="verdict"/>
            </xs:choice>
            <xs:element name="system-out" type="xs:string" minOccurs="0"/>
          </xs:sequence>
          <xs:attribute name="name" type="xs:token" use="required"/>
          <xs:attribute name="classname" type="xs:token" use="required"/>
          <xs:attribute name="time" type="xs:decimal" use="required"/>
        </xs:complexType></xs:element>
      </xs:sequence>
      <xs:attributeGroup ref="counts"/>
      <xs:attribute name="timestamp" type="moment" use="required"/>
      <xs:attribute name="hostname" type="xs:token" use="required"/>
    </xs:complexType></xs:element></xs:sequence>
    <xs:attributeGroup ref="counts"/>
  </xs:complexType></xs:element>
</xs:schema>"""


@pytest.fixture
def typed(typed: Typed, tmp_path: Path) -> Typed:
    """Types `appagent run` in an empty home with the file of tasks."""
    (tmp_path / "mine.yaml").write_text(TASKS, encoding="utf-8")
    return lambda *words: typed("run", *words)


def verdicts(path: Path) -> dict[str, tuple[str, str, str]]:
    """Of each test case in a file that a CI server would take: what came of it, its type and its message."""
    found = etree.parse(path)
    etree.XMLSchema(etree.fromstring(SCHEMA)).assertValid(found)
    read = {}
    for case in found.iter("testcase"):
        verdict = next((part for part in case if part.tag != "system-out"), None)
        told = ("passed", "", "") if verdict is None else (verdict.tag, verdict.get("type", ""), verdict.get("message"))
        read[case.get("name")] = told
    assert len(list(JUnitXml.fromfile(str(path)))) == 1
    return read


def test_every_task_is_carried_out_and_told_and_one_that_fails_makes_the_status_1(typed: Typed, tmp_path: Path) -> None:
    status, out, err = typed("--task-file", "mine.yaml", "--seed", "3", "--junit", "j.xml", "--json", *VIRTUAL)
    told = json.loads(out)
    assert (status, told["suite"], told["success"], told["of"]) == (1, "mine", 2, 4), err
    facts = ("name", "seed", "status", "claimed", "answer")
    assert [tuple(one[name] for name in facts) for one in told["tasks"][:3]] == [
        ("parking", 3, "success", True, "Level B2"),
        ("chinese", 3, "success", True, ""),
        ("denied", 3, "failed", True, "Milk, eggs, bread"),
    ]
    assert "✓ parking What is" in err
    assert "the check says that it is not" in err
    read = verdicts(tmp_path / "j.xml")
    assert read["parking"][0] == "passed"
    assert read["denied"][:2] == ("failure", "wrong claim")
    assert read["denied"][2] == "the agent said that it was done; the check says that it is not"
    assert read["short"][:2] in {("failure", "limit"), ("failure", "failed")}
    whole = (tmp_path / "j.xml").read_text(encoding="utf-8")
    assert f"run: {told['tasks'][0]['run']}" in whole
    assert "answer: Level B2" in whole


def test_what_the_agent_gave_up_is_no_wrong_claim_in_junit(tmp_path: Path) -> None:
    request = Request("notes", "Read the note")
    given_up = Result.not_begun(request, "failed", "the agent says that the task is impossible: no note")
    done = Done("read", 0, replace(given_up, outcome="impossible"))
    junit.write_junit(tmp_path / "j.xml", "mine", [done], {"seed": 0})
    assert verdicts(tmp_path / "j.xml")["read"] == ("failure", "impossible", given_up.reason)


def test_only_some_are_carried_out_and_0_says_that_all_of_them_succeeded(typed: Typed) -> None:
    status, out, _ = typed("--task-file", "mine.yaml", "--only", "parking", *VIRTUAL)
    assert status == 0
    assert "1 of 1 tasks succeeded" in out
    assert "success in" in out


@cases(
    ("words", "said"),
    [
        (("--task-file", "mine.yaml", "--app", "notes"), "leave --app, --task, --check and --resume out"),
        (
            ("--task-file", "mine.yaml", "--only", "park"),
            "mine.yaml has no task 'park'; it has: parking, chinese",
        ),
        (("--task-file", "nowhere"), "no suite 'nowhere'; there are: "),
        (("--task-file", "wrong.yaml"), "wrong.yaml, line 1: goal: Field required"),
        (("--junit", "j.xml", "--app", "notes", "--task", "x"), "are for the tasks of a --task-file"),
        (("--task-file", "mine.yaml", "--junit", "nowhere/j.xml"), "cannot write nowhere/j.xml (No such file"),
    ],
)
def test_what_is_asked_wrongly_is_said_before_anything_is_done(
    typed: Typed, tmp_path: Path, words: tuple[str, ...], said: str
) -> None:
    (tmp_path / "wrong.yaml").write_text("- name: x\n  apps: [notes]\n  check: a.b\n", encoding="utf-8")
    status, out, err = typed(*words, *VIRTUAL, "--json")
    assert (status, json.loads(out)["status"]) == (2, "error")
    assert said in err
    assert not list(tmp_path.rglob("trajectory.jsonl"))


def test_an_error_ends_it_and_what_was_done_is_kept(typed: Typed, tmp_path: Path) -> None:
    tasks = TASKS.replace("len(notes.notes) == 99", "nobody.knows")
    (tmp_path / "mine.yaml").write_text(tasks, encoding="utf-8")
    status, out, _ = typed("--task-file", "mine.yaml", "--junit", "j.xml", "--json", *VIRTUAL)
    told = json.loads(out)
    assert (status, told["status"], told["success"], told["of"]) == (2, "error", 2, 4)
    assert [one["status"] for one in told["tasks"]] == ["success", "success", "error", "skipped"]
    read = verdicts(tmp_path / "j.xml")
    assert [verdict[0] for verdict in read.values()] == ["passed", "passed", "error", "skipped"]
    assert read["denied"][1] == "UsageError"
    assert "nobody" in read["denied"][2]


def test_a_device_that_is_not_there_is_status_3(typed: Typed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serve(Phone(time_scale=0)) as server:
        monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(server.port))
        status, out, _ = typed("--task-file", "mine.yaml", "--junit", "j.xml", "--device", "nobody", "--json", *QUICK)
    assert (status, json.loads(out)["success"]) == (3, 0)
    assert {verdict[0] for verdict in verdicts(tmp_path / "j.xml").values()} == {"skipped"}


def test_a_phone_that_tells_no_state_does_what_needs_none(
    typed: Typed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.yaml").write_text(ANSWERS, encoding="utf-8")
    monkeypatch.setattr("appagent.phone.wire.dumpsys._appagent", lambda call: "Can't find service: appagent\n")
    with serve(Phone(time_scale=0.05)) as server:
        monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(server.port))
        status, out, _ = typed("--task-file", "mine.yaml", "--junit", "j.xml", "--json", *QUICK)
    told = json.loads(out)["tasks"]
    assert (status, [one["status"] for one in told]) == (1, ["success", "skipped", "skipped"])
    assert "it sets apps up, which a real phone does not let anybody do" in told[1]["reason"]
    assert "its check is over the apps' state" in told[2]["reason"]
    assert [verdict[0] for verdict in verdicts(tmp_path / "j.xml").values()] == ["passed", "skipped", "skipped"]


def test_a_crash_on_the_way_is_in_the_json_and_in_junit_with_the_log(typed: Typed, tmp_path: Path) -> None:
    (tmp_path / "apps").mkdir()
    (tmp_path / "apps" / "kiosk.py").write_text(KIOSK, encoding="utf-8")
    task = "- {name: weather, apps: [kiosk], goal: 'Open Weather', check: 'False', max_steps: 3}"
    (tmp_path / "mine.yaml").write_text(task, encoding="utf-8")
    status, out, err = typed("--task-file", "mine.yaml", "--apps", "apps", "--junit", "j.xml", "--json", *VIRTUAL)
    troubles = json.loads(out)["tasks"][0]["troubles"]
    assert (status, troubles[0]["kind"], troubles[0]["words"]) == (1, "crash", "Kiosk keeps stopping"), err
    assert "Kiosk keeps stopping" in err
    assert verdicts(tmp_path / "j.xml")["weather"][0] == "failure"
    said = etree.parse(tmp_path / "j.xml").findtext(".//system-out")
    assert "crash at step 2: Kiosk keeps stopping" in said
    assert "kiosk.py, line 10 is broken: KeyError: 'sun'" in said


def test_a_task_of_a_file_is_not_gone_on_with_but_done_anew(typed: Typed) -> None:
    typed("--task-file", "mine.yaml", "--only", "short", *VIRTUAL)
    status, _, err = typed("--resume", "latest")
    assert status == 2
    assert "it is done anew by: run --task-file FILE --only short" in err


def test_ctrl_c_keeps_what_was_done_and_writes_junit(tmp_path: Path) -> None:
    tasks = "".join(TASKS.replace("name: ", f"name: n{n}-") for n in range(20))
    (tmp_path / "mine.yaml").write_text(tasks, encoding="utf-8")
    line = [sys.executable, "-m", "appagent", "run", "--task-file", "mine.yaml", "--junit", "j.xml", "--json", *VIRTUAL]
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("APPAGENT_", "OPENAI_", "XDG_"))}
    home = {"cwd": tmp_path, "env": {**kept, "HOME": str(tmp_path)}}
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **home) as running:
        while len(list(tmp_path.rglob("trajectory.jsonl"))) < 2 and running.poll() is None:
            time.sleep(0.02)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=100)
    told = json.loads(out)
    assert (running.returncode, told["of"]) == (130, 80), err
    assert told["tasks"][0]["status"] == "success"
    assert told["tasks"][-1]["reason"] == "it was not carried out"
    assert re.search(r"to go on, add: --only n\d+-\w+.*,n19-\w+$", told["reason"]), told["reason"]
    read = list(verdicts(tmp_path / "j.xml").values())
    assert (len(read), read[0][0], read[-1]) == (80, "passed", ("skipped", "", "it was not carried out"))
    assert "error" not in {verdict[0] for verdict in read}


def test_words_that_xml_cannot_hold_leave_the_file_readable(tmp_path: Path) -> None:
    nasty = "\x00\x1b[2J ]]> <b>&\udcff 好"
    result = Result(
        "failed", nasty, nasty, 1, 0, {"prompt": 0, "completion": 0}, 0.0, 1.5, 0, nasty, "runs/x", nasty,
        troubles=(Trouble("anr", nasty, nasty, 1, (nasty,)),),
    )  # fmt: skip
    junit.write_junit(tmp_path / "j.xml", "mine", [Done("one", 0, result)], {"agent": nasty})
    assert verdicts(tmp_path / "j.xml")["one"] == ("failure", "failed", "��[2J ]]> <b>&� 好")
    assert "anr at step 1: ��[2J ]]> <b>&� 好" in etree.parse(tmp_path / "j.xml").findtext(".//system-out")
