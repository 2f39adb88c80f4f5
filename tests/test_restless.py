"""When what changes by itself holds up a target no more."""

from hierarchies import dump, node

from appagent.actions import Tap
from appagent.devices.hierarchy import read_dump
from appagent.secrets import Secrets
from appagent.step.intent import read_intent
from appagent.step.restless import Restless

PLACE = ("text", "")


def test_places_are_let_pass_only_if_the_agent_was_told_that_they_are():
    intent = read_intent(Tap(1), read_dump(dump(node("FrameLayout", node("Button", text="Open")))), Secrets())
    for places, passes in (([PLACE], True), ([], False)):
        restless = Restless()
        told = [restless.note("it", each) for each in ([PLACE], places, [PLACE])]
        assert told == [False, False, passes]
        assert bool(restless.told(intent, "it").screen.restless) is passes
