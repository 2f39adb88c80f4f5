"""When what changes by itself holds up a target no more."""

from hierarchies import dump, node

from appagent.actions import Tap
from appagent.devices.hierarchy import read_dump
from appagent.secrets import Secrets
from appagent.step.intent import read_intent
from appagent.step.restless import Restless


def test_what_turns_is_let_pass_only_if_the_agent_was_told_each_time_that_it_does():
    intent = read_intent(Tap(1), read_dump(dump(node("FrameLayout", node("Button", text="Open")))), Secrets())
    for turns, passes in ((True, True), (False, False)):
        restless = Restless()
        told = [restless.note("it", turns=each) for each in (True, turns, True)]
        assert told == [False, False, passes]
        assert restless.told(intent, "it").whatever is passes
