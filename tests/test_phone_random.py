"""Whatever a finger does, no app of the virtual phone breaks: random touches, swipes, words and keys on each."""

import random
from collections import Counter

import pytest
from hierarchy_nodes import FoundNode, find, nodes
from stock_client import parsed

from appagent.phone import Phone
from appagent.phone.app import installed

pytestmark = pytest.mark.slow

APPS = [app for app in installed() if not app.hidden]
WORDS = ("5", "12.50", "  ", "Ana", "面馆", "x" * 60, "-1", "0")


@pytest.mark.parametrize("app", APPS, ids=lambda app: app.name())
def test_random_gestures_break_nothing(app):
    dice = random.Random(7)
    locale = random.Random(app.name()).choice(["en-US", "zh-CN"])
    phone = Phone(size=(360, 640), time_scale=0, locale=locale)
    for number in range(15):
        phone.start(app.package)
        found = [node for node in nodes(phone) if node["package"] == app.package]
        reachable = [n for n in found if n.bounds[0] < n.bounds[2] and n.bounds[1] < n.bounds[3]]
        act(phone, dice, reachable)
        assert phone.state()[app.name()] is not None
        if number % 7 == 0:
            assert phone.picture().size == phone.size


@pytest.mark.parametrize("app", APPS, ids=lambda app: app.name())
def test_a_display_on_its_side_takes_no_button_away(app):
    phone, dice = Phone(time_scale=0), random.Random(3)
    for _ in range(7):
        phone.start(app.package)
        upright = fixed(phone, app.package)
        phone.rotate(1)
        lying = fixed(phone, app.package)
        foot = find(phone, "navigation_bar_frame").bounds[1]
        whole = any(node.name == "content" and node["class"].endswith("ScrollView") for node in nodes(phone))
        own = [node for node in nodes(phone) if node["package"] == app.package and touchable(node)]
        lowest = max((node.bounds[3] for node in own), default=0)
        assert lowest <= foot
        assert whole or not upright - lying, upright - lying
        phone.rotate(0)
        act(phone, dice, [node for node in nodes(phone) if node["package"] == app.package])


def fixed(phone: Phone, package: str) -> Counter[str]:
    """The kinds of what can be touched on the page in front, and stays where it is while the page scrolls."""
    inside = "ancestor::node[contains(@class,'Recycler') or contains(@class,'Scroll') or contains(@class,'Web')]"
    test = "@package=$package and (@clickable='true' or @long-clickable='true')"
    return Counter(n.get("class") for n in parsed(phone).xpath(f"//node[{test} and not({inside})]", package=package))


def touchable(node: FoundNode) -> bool:
    return "true" in (node["clickable"], node["long-clickable"], node["focusable"])


def act(phone: Phone, dice: random.Random, found: list[FoundNode]) -> None:
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
