"""When what changes by itself holds up a target no more."""

from hierarchies import dump, node

from appagent.actions import Tap
from appagent.devices.captures.hierarchy import read_dump
from appagent.secrets import Secrets
from appagent.step.intent import read_intent
from appagent.step.last_look.restless import Restless


def test_what_turns_is_let_pass_only_if_the_agent_was_told_each_time_that_it_does():
    intent = read_intent(Tap(1), read_dump(dump(node("FrameLayout", node("Button", text="Open")))), Secrets())
    for turns, passes in ((True, True), (False, False)):
        restless = Restless()
        told = [restless.note("it", turns=each) for each in (True, turns, True)]
        assert told == [False, False, passes]
        assert restless.told(intent, "it").whatever is passes


def test_a_deed_passes_only_lines_that_had_turned_each_time():
    one, two = ("TextView", "ad", 40), ("TextView", "news", 90)
    restless = Restless()
    for lines, passes in ((frozenset({one}), False), (frozenset({one, two}), False), (frozenset({one}), True)):
        assert restless.note("it", turns=False, lines=lines) is passes
    intent = read_intent(Tap(1), read_dump(dump(node("FrameLayout", node("Button", text="Open")))), Secrets())
    assert (restless.told(intent, "it").lines, restless.told(intent, "it").whatever) == (frozenset({one}), False)
    assert restless.note("it", turns=False) is False
    restless.forget()
    assert restless.told(intent, "it").lines == frozenset()
