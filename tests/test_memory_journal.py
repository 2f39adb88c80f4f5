"""Journal of what a learning knows: only what changed is written, and all of it is read again."""

import pytest

from appagent.learning.memory.journal import Memory, recalled
from appagent.runs.recorder import JOURNAL_FILE, Recorder
from appagent.screen.transitions import Transition
from appagent.secrets import Secrets


@pytest.fixture
def recorder(tmp_path) -> Recorder:
    return Recorder(tmp_path, "learn", "org.notes", "", {})


def lines(recorder: Recorder) -> list[str]:
    return (recorder.folder / JOURNAL_FILE).read_text().splitlines()


def test_all_that_changes_in_containers_is_read_again(recorder):
    memory, page = Memory(recorder), ("s", "Notes")
    known = {"map": {page: {"a": Transition("e", "t", "tap", page)}}, "tried": {1, 2}, "written": ["x"], "home": None}
    memory.keep(known)
    known["map"][page]["b"] = Transition("f", "t", "tap", page)  # within an entry
    known["map"][("s", "")] = {}
    known["tried"] ^= {2, 3}
    known["written"].append("y")
    known["home"] = page
    memory.keep(known)
    assert recalled(recorder) == known
    del known["map"][page]
    known["written"] = ["y"]
    memory.keep(known)
    assert recalled(recorder) == known


def test_a_line_holds_no_more_than_what_changed(recorder):
    memory = Memory(recorder)
    known = {"tried": {f"element {number}" for number in range(1000)}}
    memory.keep(known)
    known["tried"].add("one more")
    memory.keep(known)
    memory.keep(known)  # nothing changed
    assert [len(line) > 1000 for line in lines(recorder)] == [True, False]
    assert "element" not in lines(recorder)[1]


def test_a_line_that_a_crash_cut_off_is_as_if_it_had_not_been_begun(recorder):
    memory, known = Memory(recorder), {"tried": {1}}
    memory.keep(known)
    with (recorder.folder / JOURNAL_FILE).open("a") as file:
        file.write('[["tried", "set"')
    later = Memory(recorder)
    assert later.restore() == known
    later.keep({"tried": {1, 2}})
    assert recalled(recorder) == {"tried": {1, 2}}


@pytest.mark.parametrize("largest", [1000, 10])
def test_a_secret_is_masked_even_where_somebody_else_wrote_a_journal_that_is_none(tmp_path, monkeypatch, largest):
    recorder = Recorder(tmp_path, "run", "org.notes", "", {}, Secrets())
    monkeypatch.setattr("appagent.runs.recorder.LARGEST_LOG", largest)
    (recorder.folder / JOURNAL_FILE).write_text("hunter2, and no JSON\n")
    (recorder.folder / "screen-1.json").write_text('"hunter2"')
    recorder.keep("hunter2")
    assert not any("hunter2" in path.read_text() for path in recorder.folder.iterdir())


def test_a_secret_learnt_later_is_masked_in_what_was_known(tmp_path):
    recorder = Recorder(tmp_path, "learn", "org.notes", "", {}, Secrets())
    Memory(recorder).keep({"typed": ["hunter2 and more"]})
    recorder.keep("hunter2")
    assert "hunter2" not in (recorder.folder / JOURNAL_FILE).read_text()
