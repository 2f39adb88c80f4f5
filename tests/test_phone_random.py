"""Whatever a finger does, no app of the virtual phone breaks: random touches, swipes, words and keys on each."""

import random

import pytest
from looking import Seen, nodes

from appagent.phone import Phone
from appagent.phone.app import installed

APPS = [app for app in installed() if not app.hidden]
WORDS = ("5", "12.50", "  ", "Ana", "面馆", "x" * 60, "-1", "0")


@pytest.mark.parametrize("app", APPS, ids=lambda app: app.name())
def test_random_gestures_break_nothing(app):
    phone, dice = (
        Phone(size=(720, 1280), time_scale=0, locale=random.Random(app.name()).choice(["en-US", "zh-CN"])),
        random.Random(7),
    )
    for number in range(150):
        phone.start(app.package)
        found = [node for node in nodes(phone) if node["package"] == app.package]
        reachable = [n for n in found if n.bounds[0] < n.bounds[2] and n.bounds[1] < n.bounds[3]]
        act(phone, dice, reachable)
        assert phone.state()[app.name()] is not None
        if number % 15 == 0:
            assert phone.picture().size == phone.size


def act(phone: Phone, dice: random.Random, found: list[Seen]) -> None:
    """Do one thing; going back is seldom, so that deep pages are seen."""
    tapped = [node for node in found if node["clickable"] == "true" and not node["resource-id"].endswith("/back")]
    at = dice.choice(tapped or found).centre
    match dice.choices(["tap", "hold", "swipe", "type", "back", "enter"], [10, 2, 3, 2, 1, 0.5])[0]:
        case "tap":
            phone.tap(*at)
        case "hold":
            phone.tap(*at, 0.6)
        case "swipe":
            phone.swipe([at, (at[0] + dice.randint(-200, 200), at[1] + dice.randint(-900, 900))])
        case "type":
            phone.type_text(dice.choice(WORDS))
        case key:
            phone.press(key)
