"""What documents and the acting model itself say of an action: it only adds to what the screen says."""

from contextlib import nullcontext

import pytest
from conftest import NOTES
from hierarchies import dump, node
from phone_user import using_phone
from scripted_runs import answering
from tables import cases

from appagent.actions import Back, Enter, Swipe, Tap, TypeText
from appagent.agents.react import ReAct
from appagent.devices.captures.hierarchy import read_dump
from appagent.errors import RefusedError
from appagent.guard import Effect, Guard, effect_of
from appagent.loop import Limits, Run
from appagent.prompting.replies.early import first_action
from appagent.screen import Screen
from appagent.screen.comparing.enabled import enabled
from appagent.screen.names.labels import title
from appagent.store import Record
from appagent.tasks import Task

CHAT = "com.qingxin.im"


def page(words: str = "Go on") -> Screen:
    button = node("Button", at=(100, 500, 500, 600), can="clickable", name="chip_seven", text=words)
    return read_dump(dump(node("FrameLayout", node("TextView", at=(0, 0, 500, 90), text="Draft"), button)))


def document(screen: Screen, text: str = "", action: str = "tap", words: str = "", **seen: object) -> Record:
    (element,) = (each for each in screen.elements if "tap" in each.actions)
    told = {"title": title(screen), "to_title": "", "effect": "opens"} | seen
    facts = {"resource_id": element.resource_id, "words": words or element.words, "seen": told}
    return Record(
        app=screen.app, screen_id=screen.screen_id, element_id=element.id, template=element.template, action=action,
        text=text, source="human" if text else "explore", time="2026-01-31T12:00:00Z", facts=facts, author="stranger",
    )  # fmt: skip


@cases(
    ("known", "expected"),
    [
        ({"text": "Sends the message to everybody."}, Effect("send", "learnt", "Sends the message to everybody.")),
        ({"asks": "Delete this draft?"}, Effect("delete", "learnt", "Delete this draft?")),
        ({"to_title": "Pay"}, Effect("pay", "learnt", "Pay")),
        ({"to_title": "Send"}, Effect()),  # only a page
        ({"text": "Opens the page on which drafts are deleted."}, Effect()),
        ({"text": "Sends it.", "action": "long_press"}, Effect()),  # another action
        ({"asks": "Delete this draft?", "words": "Something else entirely"}, Effect()),  # it may be another control
    ],
)
def test_what_was_learnt_of_an_element_raises(known, expected):
    screen = page()
    guard = Guard(ask=lambda effect, words: True, documents=lambda seen: [document(seen, **known)])
    guard.check(Tap(1), screen, "tap")
    assert guard.taken() == expected


def test_what_was_learnt_talks_nothing_down():
    screen = page("Pay now")
    with pytest.raises(RefusedError, match="it may pay: "):
        Guard(frozenset({"send"}), documents=lambda seen: [document(seen, "Sends nothing.")]).check(
            Tap(1), screen, "tap", risk="send"
        )


@cases(
    ("action", "risk", "expected"),
    [
        (Tap(1), "send", "send"),
        (Tap(1), "Pays 20 EUR", "pay"),
        (Tap(1), "none", None),
        (Tap(1), "high", None),
        (Swipe("up", 1), "delete", "delete"),
        (Back(), "send", None),
    ],
)
def test_the_models_own_word_raises_and_unknown_words_are_ignored(action, risk, expected):
    guard = Guard(ask=lambda effect, words: True)
    guard.check(action, page(), "do it", risk=risk)
    assert (guard.taken().effect if expected else guard.taken()) == (expected or Effect())


def test_a_reply_that_names_its_risk_is_held_up_and_the_same_without_is_not(started, phone, recorder):
    with answering("scripted", "Risk: send\nAction: tap(1)", "Risk: none\nAction: tap(1)", "finish()") as (model, _):
        Run(ReAct(model), started(NOTES), Task("Look", NOTES), recorder, Guard(), Limits()).go()
    refused, done, _ = recorder.steps
    assert (refused.outcome, refused.may, refused.witness, refused.read) == ("refused", "send", "model", "send")
    assert (done.outcome, done.may, len(phone.taps())) == ("done", "", 1)


def test_the_risk_is_known_before_the_rest_of_a_reply_has_come():
    assert first_action('{"risk": "pay", "action": {"action": "tap", "element": 3}').risk == "pay"
    assert first_action('{"risk": ["none", "pay"], "action": [{"action": "tap", "element": 3}, ').risk == "none, pay"
    assert first_action("Thought: So.\nRisk: pay\nAction: tap(3)\nSummary:").risk == "pay"


def field(hint: str = "Nachricht", focused: str = "focused") -> Screen:
    return read_dump(
        dump(node("FrameLayout", node("EditText", at=(0, 100, 900, 200), can=f"clickable {focused}", hint=hint)))
    )


@cases(
    ("action", "screen", "does", "times", "expected"),
    [
        (Enter(), field(), "send", 1, "send"),
        (TypeText("hi", 1, enter=True), field(), "send", 1, "send"),
        (TypeText("hi", 1, enter=True), field(focused=""), "send", 0, "none"),  # told of another field
        (TypeText("hi", 1), field(), "send", 0, "none"),
        (Tap(1), field(), "send", 0, "none"),
        (Enter(), field(), "search", 1, "none"),
        (Enter(), field(), "", 1, "none"),
    ],
)
def test_enter_is_what_the_keyboard_says(action, screen, does, times, expected):
    asked = []
    guard = Guard(ask=lambda effect, words: True, enter=lambda app: asked.append(app) or does)
    guard.check(action, screen, "do it")
    assert guard.taken().effect == expected
    assert asked == [screen.app] * times


def with_icon(*around: str, size: int = 100, top: int = 1400, **facts: object) -> Screen:
    facts = {"can": "clickable", **facts}
    icon = node("ImageView", at=(20, top, 20 + size, top + size), **facts)
    said = (node("TextView", at=(100, 820 + 60 * n, 900, 870 + 60 * n), text=text) for n, text in enumerate(around))
    return read_dump(dump(node("FrameLayout", *said, icon)), size=(1080, 2400))


MONEY = ("Total", "20 EUR")


@cases(
    ("screen", "expected"),
    [
        (with_icon("This permanently deletes your notes."), "a page about deletion"),
        (with_icon("Weather", "Sunny"), ""),
        (with_icon(*MONEY, text="ഇല്ല"), "a page about money"),  # Malayalam, which nobody taught it
        (with_icon("Weather", text="ഇല്ല"), ""),
        (with_icon(*MONEY, text="Terms of use"), ""),
        (with_icon(*MONEY, text="7"), ""),
        (with_icon(*MONEY, name="help_me"), ""),
        (with_icon("This permanently deletes your notes.", top=10), ""),  # goes back
        (with_icon("This permanently deletes your notes.", size=800), ""),  # a picture
    ],
)
def test_what_nothing_is_known_of_is_unknown_where_it_matters(screen, expected):
    found = effect_of(Tap(1), screen)
    assert (found.effect, found.read) == (("unknown", expected) if expected else ("none", ""))
    assert not found


def test_an_unknown_effect_is_asked_about_or_refused_and_refused_where_the_guard_is_strict():
    screen, asked = with_icon(*MONEY, text="ഇല്ല"), []
    Guard(ask=lambda effect, words: asked.append(effect) or True).check(Tap(1), screen, "tap")
    assert asked == ["unknown"]
    Guard().check(Tap(1), with_icon("Weather"), "tap")
    with pytest.raises(RefusedError, match=r"tap was refused on a page about money: .*nobody is there to be asked"):
        Guard(frozenset({"pay"})).check(Tap(1), screen, "tap")
    for strict in (Guard(ask=lambda effect, words: True, strict=True), Guard(careful=True)):
        with pytest.raises(RefusedError, match="tap was refused"):
            strict.check(Tap(1), screen, "tap")


class Opinions:
    """Second opinions that are known beforehand, and what was asked."""

    def __init__(self, said: str) -> None:
        self.said, self.asked = said, []

    def effects(self, screen, controls, waiting=tuple):
        self.asked.append([each.text or each.mark for each in (*controls, *waiting())])
        return {each.mark: self.said for each in controls}


@pytest.mark.parametrize(("said", "refused"), [("none", ""), ("pay", "it may pay"), ("unknown", "is unknown")])
def test_a_second_opinion_is_asked_about_what_is_unknown_alone(said, refused):
    screen, opinions = with_icon(*MONEY, text="ഇല്ല"), Opinions(said)
    guard = Guard(opinion=opinions)
    with pytest.raises(RefusedError, match=refused) if refused else nullcontext():
        guard.check(Tap(1), screen, "tap")
    assert opinions.asked == [["ഇല്ല"]]
    Guard(opinion=opinions).check(Tap(1), with_icon("Weather"), "tap")
    assert len(opinions.asked) == 1


def test_what_is_disabled_is_asked_about_with_the_rest_under_the_id_that_it_will_have():
    def asking(waits: str) -> Screen:
        parts = [node("TextView", text=each, at=(0, 300 + 60 * n, 900, 350 + 60 * n)) for n, each in enumerate(MONEY)]
        parts += [node("Button", text="ഇല്ല", at=(0, 600, 200, 700), can="clickable")]
        parts += [node("Button", text="വേണം", at=(0, 800, 200, 900), can="clickable", enabled=waits)]
        return read_dump(dump(node("FrameLayout", *parts)), size=(1080, 2400))

    screen, opinions = asking("false"), Opinions("none")
    Guard(opinion=opinions).check(Tap(1), screen, "tap")
    assert opinions.asked == [["ഇല്ല", "വേണം"]]
    (waiting,) = enabled(screen)[1]
    assert waiting.id == asking("true").elements[1].id


def test_what_a_second_opinion_says_counts_for_permits():
    screen, opinions = with_icon(*MONEY, text="ഇല്ല"), Opinions("pay")
    guard = Guard(frozenset({"pay"}), opinion=opinions)
    guard.check(Tap(1), screen, "tap")
    assert guard.taken() == Effect("pay", "second opinion", "ഇല്ല")


@pytest.mark.slow
@cases(
    ("app", "way", "told"),
    [
        (CHAT, ["Contacts", "Anna Novak", "Message", "bkk"], "send"),
        (NOTES, ["search", "search_text"], "search"),
        (NOTES, ["fab", "edit_title"], "done"),
        (NOTES, ["fab", "edit_body"], "newline"),
    ],
)
def test_a_phone_tells_what_enter_does_in_its_fields(app, way, told):
    with using_phone(app) as user:
        assert user.device.enter_does(app) == ""
        user.tap(*way)
        assert (user.device.enter_does(app), user.device.enter_does("org.other")) == (told, "")
