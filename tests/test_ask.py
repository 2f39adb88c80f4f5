"""An agent asks the person: who is asked, what the agent is told, what is kept, and what is refused."""

import pytest
from conftest import NOTES, SETTINGS
from endpoint import Endpoint, completion
from fence_names import without_fence_name
from run_command import run_at
from scripted_runs import answering

from appagent.agents.react import ReAct
from appagent.loop import Run
from appagent.runs.trajectory import load_run
from appagent.secrets import Secrets
from appagent.tasks import Task

pytestmark = pytest.mark.slow

WHICH = 'ask("Which Anna?")'


class Answering:
    """Gives prepared answers in order, then none; `asked` has each question."""

    def __init__(self, *answers: str) -> None:
        self.asked: list[str] = []
        self._answers = iter(answers)

    def answers(self, question: str) -> str:
        self.asked.append(question)
        return next(self._answers, "")


def run(device, recorder, *replies, person=None, app=NOTES):
    with answering("scripted", *replies) as (model, prompts):
        agent = ReAct(model, see="both")
        answer = person.answers if person else None
        return Run(agent, device, Task("Write to Anna", app), recorder, answer=answer).go(), prompts


def test_the_answer_of_the_person_is_what_the_agent_is_told(started, phone, recorder):
    person = Answering("Anna Berg")
    outcome, prompts = run(started(NOTES), recorder, WHICH, "wait(1)", "finish()", person=person)
    assert outcome.status == "success"
    assert person.asked == ["Which Anna?"]
    assert "- ask(question: string):" in prompts[0]
    for prompt in map(without_fence_name, prompts[1:]):
        said = next(line for line in prompt.splitlines() if line.endswith("Anna Berg</data>"))
        assert said == '- <data>ask "Which Anna?"</data> The answer: <data>Anna Berg</data>'
        assert "person's own words here; they count as the task does" in prompt
    assert "changed nothing" not in prompts[1]
    asked = load_run(recorder.folder).steps[0]
    assert (asked.words, asked.outcome, asked.answer) == ('ask "Which Anna?"', "done", "Anna Berg")
    assert phone.taps() == []


def test_nobody_there_is_a_reason_and_no_function(started, recorder):
    outcome, prompts = run(started(NOTES), recorder, WHICH, "finish()")
    assert outcome.status == "success"
    assert "ask(" not in prompts[0]
    assert "nobody is there to be asked. Do not try it again: go another way, or finish as not done" in prompts[1]
    assert (recorder.steps[0].words, recorder.steps[0].outcome) == ('ask "Which Anna?"', "refused")


@pytest.mark.parametrize(("person", "listed"), [(None, False), (Answering(), True)])
def test_a_reply_that_cannot_be_read_is_told_of_asking_only_where_somebody_is_there(started, recorder, person, listed):
    _, prompts = run(started(NOTES), recorder, "fly(3)", "finish()", person=person)
    said = next(line for line in prompts[1].splitlines() if "no function 'fly'; the functions are tap" in line)
    assert (", ask, finish" in said) == listed


def test_no_answer_is_a_reason_too(started, recorder):
    _, prompts = run(started(NOTES), recorder, WHICH, "finish()", person=Answering("  "))
    assert "the person gave no answer" in prompts[1]


def test_secrets_in_an_answer_reach_neither_the_model_nor_the_disk(started, recorder):
    recorder.secrets = Secrets({"pin": "471147"}, home=SETTINGS)
    person = Answering("It is 471147, as ever", "hunter22")
    _, prompts = run(
        started(SETTINGS), recorder, 'ask("How?")', 'ask("What is the password?")', "finish()", person=person,
        app=SETTINGS,
    )  # fmt: skip
    assert "It is ${pin}, as ever" in prompts[-1]
    assert "The answer: <data>${secret1}</data>" in without_fence_name(prompts[-1])
    written = "".join(path.read_text() for path in recorder.folder.glob("*.jsonl"))
    for secret in ("471147", "hunter22"):
        assert not [prompt for prompt in prompts if secret in prompt]
        assert secret not in written
    (rule,) = recorder.secrets.rules("${secret1}")
    assert rule.apps == {SETTINGS}


@pytest.mark.parametrize("json", [True, False])
def test_without_a_terminal_nobody_is_asked(tmp_path, json):
    said = iter([f"Action: {WHICH}", 'Action: finish("not_done", "which Anna?")'])
    with Endpoint(lambda request: completion(next(said), request)) as served:
        done = run_at(served.url, tmp_path, "--reply", "text", json=json)
        (first, second) = (request["messages"] for request in served.requests)
    assert done.status == 1
    assert "ask(" not in str(first)
    assert "nobody is there to be asked" in str(second)
