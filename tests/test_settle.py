"""When the driver believes what it sees, by a clock of the test's own."""

from collections.abc import Callable

import pytest
from hierarchies import dump, node
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from appagent.devices.captures.hierarchy import parse_dump
from appagent.devices.captures.settle import Patience, SettledCapture, settle
from appagent.screen import structure

HOME = dump(node("FrameLayout", node("Button", text="Open")))
PAGE = dump(node("FrameLayout", node("Switch", text="Wi-Fi")))
SLIDING = [dump(node("FrameLayout", node("Switch", at=(left, 0, 1080, 2400)))) for left in (900, 600, 300)]
LOADING = dump(node("FrameLayout", node("ProgressBar")))
BLACK = '<hierarchy rotation="0" />'
PATIENCE = Patience(quiet_s=0.3, react_s=0.8, settle_s=6.0)


class Film:
    """A phone that shows one thing after another: (from second, hierarchy). Looking at it takes no time."""

    def __init__(self, *scenes: tuple[float, str]) -> None:
        self.scenes, self.clock = scenes, 0.0
        self.looks: list[tuple[str, float]] = []

    def now(self) -> float:
        return self.clock

    def sleep(self, seconds: float) -> None:
        self.clock += seconds

    def dump(self) -> str:
        self.looks.append(("dump", self.clock))
        return [hierarchy for since, hierarchy in self.scenes if since <= self.clock][-1]

    def photograph(self) -> Image.Image:
        self.looks.append(("picture", self.clock))
        return Image.new("RGB", (1, 1))

    def settle(
        self, before: str = "", acted_at: float = float("-inf"), **other: Callable[[], Image.Image]
    ) -> SettledCapture:
        photograph = other.get("photograph", self.photograph)
        return settle(self.dump, photograph, PATIENCE, before, acted_at, now=self.now, sleep=self.sleep)


def test_a_screen_at_rest_is_believed_after_the_quiet_time():
    film = Film((0, PAGE))
    sight = film.settle()
    assert (sight.hierarchy, sight.settled) == (PAGE, True)
    assert film.clock == pytest.approx(0.3, abs=0.06)


def test_a_screen_that_slides_in_is_believed_once_it_stands_still():
    film = Film((0, HOME), *zip((0.05, 0.1, 0.2), SLIDING, strict=True), (0.3, PAGE))
    assert film.settle(structure(parse_dump(HOME)), acted_at=0).hierarchy == PAGE
    assert film.clock == pytest.approx(0.6, abs=0.06)


def test_the_old_screen_is_not_believed_before_the_app_had_time_to_react():
    film = Film((0, HOME), (0.7, PAGE))
    assert film.settle(structure(parse_dump(HOME)), acted_at=0).hierarchy == PAGE


def test_the_old_screen_is_believed_after_that_time():
    film = Film((0, HOME))
    sight = film.settle(structure(parse_dump(HOME)), acted_at=0)
    assert (sight.hierarchy, sight.settled) == (HOME, True)
    assert film.clock == pytest.approx(0.8, abs=0.06)


def test_an_action_of_long_ago_makes_nobody_wait():
    film = Film((0, HOME))
    film.settle(structure(parse_dump(HOME)), acted_at=-5)
    assert film.clock == pytest.approx(0.3, abs=0.06)


@pytest.mark.parametrize("moving", [LOADING, BLACK])
def test_a_spinner_or_no_window_at_all_extends_the_wait(moving):
    film = Film((0, moving), (2, PAGE))
    sight = film.settle()
    assert (sight.hierarchy, sight.settled) == (PAGE, True)


@pytest.mark.parametrize("moving", [LOADING, BLACK])
def test_a_wait_without_end_is_given_up_and_said_so(moving):
    film = Film((0, moving))
    sight = film.settle()
    assert (sight.hierarchy, sight.settled) == (moving, False)
    assert sight.picture is not None
    assert film.clock == pytest.approx(6.0, abs=0.06)


def test_the_picture_is_taken_between_two_dumps_that_agree():
    film = Film((0, PAGE))
    film.settle()
    assert [what for what, _ in film.looks[-3:]] == ["dump", "picture", "dump"]


def test_a_picture_is_taken_again_when_the_screen_changed_meanwhile():
    film = Film((0, HOME))

    def late() -> Image.Image:
        film.scenes = (*film.scenes, (film.clock, PAGE))
        return film.photograph()

    sight = film.settle(photograph=late)
    assert (sight.hierarchy, sight.settled) == (PAGE, True)
    assert [what for what, _ in film.looks].count("picture") == 2


def test_words_that_change_all_the_time_do_not_keep_a_screen_from_settling():
    ticking = [(second / 10, dump(node("TextView", text=f"0:{second:02}"))) for second in range(70)]
    assert Film(*ticking).settle().settled


@given(st.lists(st.sampled_from([HOME, PAGE, LOADING, BLACK, *SLIDING]), min_size=1, max_size=40))
def test_what_is_called_settled_stood_still_without_a_spinner(scenes):
    film = Film(*((number / 5, scene) for number, scene in enumerate(scenes)))
    sight = film.settle()
    assert film.clock <= PATIENCE.settle_s + PATIENCE.quiet_s + 0.1
    if sight.settled:
        seen = {scene for since, scene in film.scenes if film.clock - PATIENCE.quiet_s < since <= film.clock}
        assert seen <= {sight.hierarchy}
        assert sight.hierarchy not in (LOADING, BLACK)


def test_a_phone_that_answers_slowly_is_not_judged_by_one_look():
    film = Film((0, SLIDING[0]), (1, PAGE))
    look = film.dump

    def slow() -> str:
        hierarchy = look()
        film.clock += 7
        return hierarchy

    film.dump = slow  # type: ignore[method-assign]
    sight = film.settle()
    assert (sight.hierarchy, sight.settled) == (PAGE, True)


def test_a_screen_that_was_just_seen_unchanged_gets_its_quiet_time_after_a_long_pause_of_the_computer():
    film = Film((0, SLIDING[0]), (0.05, PAGE))
    look = film.dump

    def paused() -> str:
        hierarchy = look()
        film.clock += 7 * (len(film.looks) == 2)
        return hierarchy

    film.dump = paused  # type: ignore[method-assign]
    sight = film.settle()
    assert (sight.hierarchy, sight.settled) == (PAGE, True)
