"""What is found out about a screen once, and how long that is kept."""

import gc
import weakref

import pytest
from hierarchies import dump, node

from appagent.devices.captures.hierarchy import read_dump
from appagent.screen import Screen
from appagent.screen.once import once_a_screen

PAGE = dump(node("FrameLayout", node("Button", text="Open")))


def test_each_screen_is_asked_about_once():
    asked: list[Screen] = []

    @once_a_screen
    def texts(screen: Screen) -> tuple[str, ...]:
        asked.append(screen)
        return screen.texts

    one, other = read_dump(PAGE), read_dump(PAGE)
    assert texts(one) == texts(one) == texts(other) == ("Open",)
    assert len(asked) == 2
    assert asked[0] is one
    assert asked[1] is other


@pytest.mark.slow
def test_an_answer_keeps_no_screen_in_memory():
    @once_a_screen
    def texts(screen: Screen) -> tuple[str, ...]:
        return screen.texts

    screen = read_dump(PAGE)
    texts(screen)
    gone = weakref.ref(screen)
    del screen
    gc.collect()
    assert gone() is None
