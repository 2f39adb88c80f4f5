"""Test experience: a task that was done once is done again without a model, and what it cost is told."""

import json
import os
import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from cli_in_process import type_at
from endpoint import Endpoint
from model_clients import KEY
from replaying import APPS

from appagent.models.scripted import write_out
from appagent.store import Handed, Store

pytestmark = pytest.mark.slow

QUICK = ("--device", "virtual", "--size", "360x800", "--time-scale", "0.05", "--apps", str(APPS), "--runs", "runs")
TASK = "Add Cleo to the roster"
CHECK = ("--check", "roster.names[-1] == 'Cleo'")
ADD = ("tap({Add a person})", 'text("Cleo", element={Name})', "tap({Save})", "finish()")


def with_marks(reply: str, prompt: str) -> str:
    """Put marks in place of `{words}`, as the prompt's listing has them."""
    return re.sub(r"\{([^}]+)\}", lambda found: re.search(rf'^ *(\d+) (?:\w+ )?"{found[1]}', prompt, re.M)[1], reply)


def carrying(folder: Path) -> Callable[..., Any]:
    """Return a function that carries a task out in the roster with a model that gives these replies.

    It returns what --json printed. folder: for the store and the runs.
    """

    def run(*replies: str, task: str = TASK, store: str = "s.sqlite", options: tuple[str, ...] = (), **env: str) -> Any:
        left = list(replies)
        prompts: list[str] = []

        def answer(request: dict[str, Any]) -> str:
            told = json.dumps(request["messages"], ensure_ascii=False).replace("\\n", "\n").replace('\\"', '"')
            prompts.append(told)
            asked = left.pop(0) if left else 'finish("not_done", answer="nobody was to ask")'
            return write_out(with_marks(asked, told))

        with Endpoint(answer) as endpoint:
            given = {"APPAGENT_BASE_URL": endpoint.url, "APPAGENT_API_KEY": KEY, "APPAGENT_MODEL": "small", **env}
            words = ("run", "--app", "roster", "--task", task, "--see", "text", "--store", store, "--json")
            done = type_at(folder, {**os.environ, **given}, *words, *QUICK, *options)
        assert done.returncode in (0, 1), done.stderr
        assert not left, f"{len(left)} replies were not asked for"
        return {**json.loads(done.stdout), "prompts": prompts}

    return run


@pytest.fixture(scope="module")
def first(tmp_path_factory) -> tuple[Path, dict[str, Any]]:
    """The folder where the task was carried out once, with a check, and what was printed."""
    folder = tmp_path_factory.mktemp("first")
    return folder, carrying(folder)(*ADD, options=CHECK)


@pytest.fixture
def carried(tmp_path):
    """Carries tasks out where nothing is known yet; see `carrying`."""
    return carrying(tmp_path)


@pytest.fixture
def known(first, tmp_path):
    """Carries tasks out where the task was carried out before; see `carrying`."""
    shutil.copytree(first[0], tmp_path, dirs_exist_ok=True)
    return carrying(tmp_path)


def begins_with_the_model(done: dict[str, Any]) -> bool:
    """Whether a run that the model ends at once did nothing before it asked the model."""
    return (done["model_calls"], done["steps"], "replay" in done) == (1, 1, False)


def experiences(folder: Path) -> list[Any]:
    with Store.open(folder / "s.sqlite") as store:
        return store.current(kind="experience")


def test_an_unlike_task_begins_as_the_known_ones_do_without_a_model(known):
    other = 'text("Dora", element={Name})'
    known("tap({Add a person})", other, "tap({Save})", "finish()", task="Let people see Dora in this roster")
    done = known("finish()", task="Look what the roster asks of new people")
    assert (done["model_calls"], done["steps"], done["replay"]) == (1, 2, {"shared": 1})
    assert known("finish()", task="Greet Ana")["model_calls"] == 1  # with none of which it shares a word


def test_a_first_run_asks_a_model_and_the_second_does_not(first, known, tmp_path):
    _, asking = first
    assert (asking["status"], asking["model_calls"], "replay" in asking) == ("success", 4, False)
    second = known(options=CHECK)
    assert (second["status"], second["model_calls"]) == ("success", 0)
    (record,) = experiences(tmp_path)
    assert second["replay"].pop("read_back") == ['"Cleo"']
    assert (asking["verified"], second["verified"]) == (True, True)
    assert known(task="Add Dora to the roster")["verified"]  # read back, without a check
    assert not known("finish()", task="Greet Ana")["verified"]
    assert second["replay"] == {"moves": 3, "made": 3, "handed_over": [], "experience": record.id}
    assert second["steps"] <= asking["steps"]


def test_another_value_needs_no_model_either(known):
    done = known(task="Add Dora to the roster", options=("--check", "roster.names[-1] == 'Dora'"))
    assert (done["status"], done["model_calls"]) == ("success", 0)


def test_a_record_holds_no_value(known, tmp_path):
    (record,) = experiences(tmp_path)
    assert record.text == "Add {name} to the roster"
    assert "Cleo" not in json.dumps(record.to_json())


def test_without_experience_a_run_is_what_it_was(first, carried, tmp_path):
    plain = carried(*ADD, options=("--experience", "none"))
    assert experiences(tmp_path) == []
    shutil.copy(first[0] / "s.sqlite", tmp_path)
    again = carried(*ADD, options=("--experience", "none"))
    assert (again["model_calls"], "replay" in again) == (4, False)
    assert [len(p) for p in again["prompts"]] == [len(p) for p in plain["prompts"]]
    assert begins_with_the_model(carried("finish()", options=("--docs", "none")))


def test_a_like_task_is_told_how_it_was_done(known, tmp_path):
    other = known(*ADD, task="Add all people to the roster")
    assert 'the task "Add <name> to the roster" was done so: 1. tap "Add a person"' in other["prompts"][0]
    assert "was done so" in other["prompts"][2]
    assert other["experience"]["use"] == "guidance"
    assert other["experience"]["experience"] in [record.id for record in experiences(tmp_path)]
    assert "no value of it: all people" in other["experience"]["why_not"]


def test_a_text_that_the_task_does_not_say_is_asked_for_and_the_rest_is_replayed(carried):
    dora = 'text("Dora", element={Name})'
    first = carried(*ADD, task="Add somebody")
    again = carried(dora, task="Add somebody", options=("--check", "roster.names[-1] == 'Dora'"))
    assert (first["status"], again["status"], again["model_calls"]) == ("success", "success", 1)
    assert (again["replay"]["filled"], again["replay"]["handed_over"]) == ([2], [])
    offline = carried(task="Add somebody", options=("--agent", "offline"))
    assert (offline["experience"]["use"], "text_1" in offline["experience"]["why_not"]) == ("none", True)


def test_an_agent_without_a_model_does_nothing_that_a_replay_refused(known, update):
    rows = 'List([Row([Text("Save")], on_tap=self.keep), Row([Text("Save")], on_tap=self.keep)], height=300)'
    done = known(options=(*update(rows), "--agent", "offline"))
    assert (done["status"], done["replay"]["difference"]["move"]) == ("failed", 3)
    assert [step["words"] for step in done["trajectory"]][-1] == 'type "Cleo" into "Name"'


def test_why_a_task_failed_is_told_at_the_next_try(carried, tmp_path):
    carried('finish("not_done", answer="Cleo is not to be found")', task="Greet 'Cleo'")
    failed = carried('finish("not_done", answer="there is no such person")', task="Greet 'Dora'")
    assert "a try before this one failed" in failed["prompts"][0]
    assert "Cleo" not in json.dumps([record.to_json() for record in experiences(tmp_path)])


@pytest.fixture
def update(tmp_path):
    """Change the app, as its next version does: the button "Save" becomes an icon without words at another place.

    The button may become something else.
    """
    folder = tmp_path / "next"

    def updated(save: str = 'IconButton("check", id="tick", desc="Finished", on_tap=self.keep)') -> tuple[str, str]:
        folder.mkdir(exist_ok=True)
        source = (APPS / "roster.py").read_text()
        old = 'save = Button("Send" if self.warns else self.t(self.save), id=self.save_id, on_tap=self.keep)'
        assert old in source
        changed = source.replace(old, f"save = {save}")
        changed = changed.replace("import Button,", "import Button, IconButton,")
        (folder / "roster.py").write_text(changed)
        return "--apps", str(folder)

    return updated


def test_a_changed_screen_costs_its_own_calls_and_is_learnt_once_it_was_done_as_a_whole(known, update, tmp_path):
    (old,) = experiences(tmp_path)
    mended = known("tap({Finished})", options=update())
    assert (mended["status"], mended["model_calls"], mended["replay"]["handed_over"]) == ("success", 1, [3])
    assert 'its next step was then: tap \\"Save\\"' in mended["prompts"][0].replace('"', '\\"')
    candidate = next(record for record in experiences(tmp_path) if record.id != old.id)
    assert (old.facts["confirmed"], candidate.facts["confirmed"]) == (True, False)
    whole = known(options=update())
    assert (whole["status"], whole["model_calls"], whole["replay"]["experience"]) == ("success", 0, candidate.id)
    confirmed = [record for record in experiences(tmp_path) if record.replaces == (candidate.id,)]
    assert [record.facts["confirmed"] for record in confirmed] == [True]
    assert old.id in [record.id for record in experiences(tmp_path)]  # the old one stands beside


def test_a_word_of_the_task_that_a_mended_step_chose_makes_no_other_task_of_it(known, update, tmp_path):
    rows = 'List([Row([Text("Roster")], on_tap=self.keep), Row([Text("Club")], on_tap=self.close)], height=300)'
    assert known("tap({Roster})", options=update(rows))["replay"]["handed_over"] == [3]
    assert [record.text for record in experiences(tmp_path)] == ["Add {name} to the roster"] * 2
    assert known(options=update(rows))["model_calls"] == 0


def test_what_failed_twice_is_not_done_by_itself_again(known):
    never = ("--check", "len(roster.names) > 9")
    for calls in (0, 0):
        assert known(options=never)["model_calls"] == calls
    assert begins_with_the_model(known("finish()"))


def test_a_strangers_experience_is_not_done_by_itself(first, carried, tmp_path):
    with Store.open(first[0] / "s.sqlite") as theirs, Store.open(tmp_path / "s.sqlite") as mine:
        records = [replace(record, signature="", author="somebody") for record in theirs.records()]
        mine.union(Handed(records=[type(each).from_json(each.to_json()) for each in records]), untrusted=True)
    assert [record.untrusted for record in experiences(tmp_path)] == [True]
    assert begins_with_the_model(carried("finish()"))


def test_experience_is_listed_shown_done_and_taken_back(known, tmp_path):
    (record,) = experiences(tmp_path)

    def typed(*words: str) -> Any:
        done = type_at(tmp_path, dict(os.environ), *words, "--store", "s.sqlite", "--json")
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    (listed,) = typed("experience", "list", "--app", "roster")["experiences"]
    assert (listed["task"], listed["values"], listed["moves"]) == ("Add {name} to the roster", ["name"], 3)
    assert typed("experience", "show", record.id[:8])["plan"]["moves"][2]["words"] == 'tap "Save"'
    done = typed("replay", record.id[:8], "--set", "name=Dora", *QUICK)
    assert (done["status"], done["task"], done["model_calls"]) == ("success", "Add Dora to the roster", 0)
    assert typed("experience", "list")["experiences"][0]["done_again"] == 1  # what a person repeats counts too
    typed("experience", "retract", record.id[:8], "--why", "it is another app now")
    assert typed("experience", "list")["experiences"] == []
    assert begins_with_the_model(known("finish()"))
