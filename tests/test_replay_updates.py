"""Test how a page is known after an update of its app: its controls go together with those of before, one to one."""

import pytest
from hierarchies import DISPLAY, dump, node
from replaying import again, shown

from appagent.devices.captures.hierarchy import read_dump
from appagent.experience.finding_again.pages import page_features, resembles, shows_page
from appagent.screen import Screen

DEED, OTHER = True, False


def page(title: str, *controls: str, activity: str = ".Form") -> Screen:
    """A page with a title, and buttons with resource-ids and words, as "id=words"."""
    told = [each.split("=") for each in controls]
    buttons = [
        node("Button", at=(0, 300 + 200 * n, 1080, 500 + 200 * n), can="clickable", name=name, text=words)
        for n, (name, words) in enumerate(told)
    ]
    body = node("LinearLayout", node(at=(0, 100, 1080, 200), text=title), *buttons)
    return read_dump(dump(node("FrameLayout", body)), size=DISPLAY, app="org.notes", activity=activity)


BEFORE = ("up=Back", "share=Share", "buy=Buy now", "add=Put by")


@pytest.mark.parametrize(
    ("title", "now", "deed", "known"),
    [
        ("Lamp", ("v2_up=Back", "v2_share=Share", "v2_buy=Buy now", "v2_add=Put by"), DEED, True),  # all by words
        ("Lamp", ("up=Home", "share=Send on", "add=Lay by", "buy=Buy now"), DEED, True),  # all but one by ids
        ("Lamp", ("v2_up=Home", "share=Share", "buy=Buy now", "add=Put by"), DEED, True),  # and one that is left over
        ("Lamp", ("v2_up=Home", "v2_share=Send on", "buy=Buy now", "add=Put by"), DEED, False),  # two are
        ("Lamp", ("v2_up=Home", "v2_share=Send on", "buy=Buy now", "add=Put by"), OTHER, True),
        ("Lamp", ("v2_up=Home", "v2_share=Send on", "v2_buy=Order", "add=Put by"), OTHER, False),
        ("Lamp", (*BEFORE[:3], "v2_add=Put by", "all=Buy all"), DEED, False),  # one more than before
        ("Sofa", ("v2_up=Home", "share=Share", "buy=Buy now", "add=Put by"), DEED, False),  # another thing
    ],
    ids=str,
)
def test_a_page_is_known_by_its_controls_of_which_a_deed_needs_all_but_one(title, now, deed, known):
    before = page_features(page("Lamp", *BEFORE), {})
    assert resembles(page(title, *now), before, {}, deed=deed) == known
    assert not resembles(page(title, *now, activity=".Other"), before, {}, deed=deed)


def test_a_title_with_a_value_has_the_value_after_an_update_too():
    before = page_features(page("Lamp", *BEFORE), {"item": "Lamp"})
    now = ("v2_up=Back", "v2_share=Share", "v2_buy=Buy now", "v2_add=Put by")
    assert not shows_page(page("Sofa", *now), before, {"item": "Sofa"})
    assert resembles(page("Sofa", *now), before, {"item": "Sofa"}, deed=True)
    assert not resembles(page("Sofa", *now), before, {"item": "Lamp"}, deed=True)


def test_what_is_known_of_a_page_has_none_of_its_words():
    assert not any("Buy" in each for each in page_features(page("Lamp", *BEFORE), {}).controls)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("question", "yes", "names"),
    [("", "Delete", ["Ana", "Ana B."]), ("Take all away?", "Delete", None), ("", "Delete all", None)],
    ids=str,
)
def test_a_dialog_whose_buttons_have_other_ids_is_agreed_to_only_if_it_asks_the_same(tmp_path, question, yes, names):
    made = shown(tmp_path, "Take Ben away", "tap Ben", "tap Take away", "tap Delete")
    asks = {"question": question, "yes": yes, "v2": True}
    done = again(tmp_path, made, allow=frozenset({"delete"}), **asks)
    assert (done.status, done.state["names"]) == (("success", names) if names else ("failed", ["Ana", "Ana B.", "Ben"]))
