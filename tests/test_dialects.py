"""Replies of models made for phones: each call of each dialect, and what is malformed is refused with a reason.

The forms are those of the sources that each dialect names.
"""

import json

import pytest
from conftest import NOTES
from hierarchies import dump, node
from hypothesis import given
from hypothesis import strategies as st
from tables import cases

from appagent.actions import (
    AskPerson,
    Back,
    DoubleTapAt,
    DragAt,
    Enter,
    Finish,
    Home,
    Launch,
    LongPress,
    LongPressAt,
    Recents,
    Swipe,
    SwipeAt,
    Tap,
    TapAt,
    TypeText,
    Wait,
    call,
    describe,
    parse,
)
from appagent.actions.dialects import DIALECTS, dialect_of
from appagent.devices.captures.hierarchy import read_dump
from appagent.errors import ActionError
from appagent.settings import Settings, load

SIZE, PICTURE = (1080, 2400), (588, 1288)


def reading(name, text):
    dialect = DIALECTS[name]
    return dialect.read(text, dialect.plane(SIZE, PICTURE))


def mobile_use(**arguments):
    return f"<tool_call>\n{json.dumps({'name': 'mobile_use', 'arguments': arguments})}\n</tool_call>"


def thought(call):
    return f"Thought: I go on.\nAction: {call}"


def answer(call):
    return f"<think>I go on.</think><answer>{call}</answer>"


def venus(call):
    return f"<think>I go on.</think><action>{call}</action><conclusion>Done.</conclusion>"


AT = TapAt(540, 600)  # the middle of the screen, a quarter down

# What each dialect writes, and what it means

GOOD = [
    ("autoglm", answer('do(action="Tap", element=[500,250])'), AT),
    ("autoglm", '<think>{I go on}\n<answer>do(action="Tap", element=[500, 250])</answer>', AT),
    ("autoglm", 'I go on. do(action="Tap", element=[500,250])', AT),
    ("autoglm", 'I go on.</think>do(action="Tap", element=[500,250], message="pay")', AT),
    ("autoglm", answer('do(action="Tap", element=[1000,1000])'), TapAt(1079, 2399)),
    ("autoglm", answer('do(action="Long Press", element=[500,250])'), LongPressAt(540, 600)),
    ("autoglm", answer('do(action="Double Tap", element=[500,250])'), DoubleTapAt(540, 600)),
    ("autoglm", answer('do(action="Swipe", start=[500,750], end=[500,250])'), SwipeAt(540, 1800, 540, 600)),
    ("autoglm", answer('do(action="Type", text="say "hi", now")'), TypeText('say "hi", now', clear=True)),
    ("autoglm", answer('do(action="Type_Name", text="Ana\\nBerg (2)")'), TypeText("Ana\nBerg (2)", clear=True)),
    ("autoglm", answer('do(action="Launch", app="微信")'), Launch("微信")),
    ("autoglm", answer('do(action="Back")'), Back()),
    ("autoglm", answer('do(action="Home")'), Home()),
    ("autoglm", answer('do(action="Wait", duration="3 seconds")'), Wait(3.0)),
    ("autoglm", answer('do(action="Note", message="True")'), Wait(0.1)),
    ("autoglm", answer('do(action="Call_API", instruction="sum up")'), Wait(0.1)),
    ("autoglm", answer('do(action="Take_over", message="Sign in")'), AskPerson("Sign in")),
    ("autoglm", answer('do(action="Interact")'), AskPerson("What should I do here?")),
    ("autoglm", answer('finish(message="It is 7 degrees (outside).")'), Finish("It is 7 degrees (outside).", "done")),
    ("autoglm", answer('finish(message="Not done: no such note")'), Finish("no such note", "not_done")),
    ("ui-tars", thought("click(start_box='(500,250)')"), AT),
    ("ui-tars", thought("click(start_box='<|box_start|>(500,250)<|box_end|>')"), AT),
    ("ui-tars", thought("click(start_box=<|box_start|>(500,250)<|box_end|>)"), AT),
    ("ui-tars", thought("click(point='<point>500 250</point>')"), AT),
    ("ui-tars", thought("click(start_box='[480,240,520,260]')"), AT),
    ("ui-tars", thought("click(start_box='<bbox>480 240 520 260</bbox>')"), AT),
    ("ui-tars", "1. 任务分析\n\nAction: click(start_box=<bbox>480 240 520 260</bbox>)", AT),
    ("ui-tars", "<think>z</think>Action: click(start_box='(500,250)')", AT),
    ("ui-tars", "Thought: the Action: field. Action: click(start_box='(500,250)')", AT),
    ("ui-tars", thought("type(content='a\nAction: press_back()')"), TypeText("a\nAction: press_back()")),
    ("ui-tars", "click(start_box='(500,250)')", AT),
    ("ui-tars", "**Thought:** I go on.\n**Action:** `click(start_box='(500,250)')`", AT),
    ("ui-tars-1.5", thought("click(start_box='(294,322)')"), AT),
    ("ui-tars-1.5", thought("click(start_box='(588,1288)')"), TapAt(1079, 2399)),
    ("ui-tars", thought("long_press(start_box='(500,250)', time='2')"), LongPressAt(540, 600)),
    ("ui-tars", thought("left_double(start_box='(500,250)')"), DoubleTapAt(540, 600)),
    ("ui-tars", thought("drag(start_box='(500,750)', end_box='(500,250)')"), DragAt(540, 1800, 540, 600)),
    ("ui-tars", thought("scroll(start_box='(500,750)', end_box='(500,250)')"), SwipeAt(540, 1800, 540, 600)),
    ("ui-tars", thought("scroll(start_box='(500,750)', direction='down')"), SwipeAt(540, 1800, 540, 840)),
    ("ui-tars", thought("scroll(point='<point>500 750</point>', direction='up')"), SwipeAt(540, 1439, 540, 2399)),
    ("ui-tars", thought("scroll(direction='right')"), SwipeAt(540, 1200, 108, 1200)),
    ("ui-tars", thought("type(content='It\\'s \"here\"\\n')"), TypeText('It\'s "here"', enter=True)),
    ("ui-tars", thought("type(content='it's 5')"), TypeText("it's 5")),
    ("ui-tars", thought("open_app(app_name='Clock')"), Launch("Clock")),
    ("ui-tars", thought("press_back()"), Back()),
    ("ui-tars", thought("press_home()"), Home()),
    ("ui-tars", thought("hotkey(key='enter')"), Enter()),
    ("ui-tars", thought("wait()"), Wait(5.0)),
    ("ui-tars", thought("finished(content='7')"), Finish("7", "done")),
    ("ui-tars", thought("finished()"), Finish("", "done")),
    ("ui-tars", thought("call_user()"), AskPerson("I cannot go on by myself. What should I do here?")),
    ("ui-venus", venus("Click(box=(500,250))"), AT),
    ("ui-venus", venus("LongPress(box=(500, 250))"), LongPressAt(540, 600)),
    ("ui-venus", venus("Scroll(start=(500,750), end=(500,250))"), SwipeAt(540, 1800, 540, 600)),
    ("ui-venus", venus("Drag(start=(500,750), end=(500,250))"), DragAt(540, 1800, 540, 600)),
    ("ui-venus", venus("Type(content='it's 5')"), TypeText("it's 5")),
    ("ui-venus", venus("Launch(app='Clock')"), Launch("Clock")),
    ("ui-venus", venus("PressRecent()"), Recents()),
    ("ui-venus", venus("PressEnter()"), Enter()),
    ("ui-venus", venus("Wait()"), Wait()),
    ("ui-venus", venus("Finished(content='7')"), Finish("7", "done")),
    ("ui-venus", venus("CallUser(content='Which Ana?')"), AskPerson("Which Ana?")),
    ("gui-owl-1.5", f"Action: Tap it.\n{mobile_use(action='click', coordinate=[500, 250])}", AT),
    ("gui-owl-1.5", "Action: Tap it.\n" + mobile_use(action="click", coordinate=[500, 250]).partition("\n</")[0], AT),
    ("gui-owl-1.5", '{"name": "mobile_use", "arguments": {"action": "click", "coordinate": [500, 250]}}', AT),
    ("gui-owl", f"<thinking>So.</thinking>\n{mobile_use(action='click', coordinate=[294, 322])}", AT),
    ("gui-owl-1.5", mobile_use(action="long_press", coordinate=[500, 250], time=2), LongPressAt(540, 600)),
    ("gui-owl-1.5", mobile_use(action="swipe", coordinate=[500, 750], coordinate2=[5, 5]), SwipeAt(540, 1800, 5, 12)),
    ("gui-owl-1.5", mobile_use(action="type", text='say "hi" }}'), TypeText('say "hi" }}')),
    ("gui-owl-1.5", mobile_use(action="system_button", button="Menu"), Recents()),
    ("gui-owl-1.5", mobile_use(action="system_button", button="Back"), Back()),
    ("gui-owl-1.5", mobile_use(action="key", text="enter"), Enter()),
    ("gui-owl-1.5", mobile_use(action="open", text="Clock"), Launch("Clock")),
    ("gui-owl-1.5", mobile_use(action="wait", time=3), Wait(3.0)),
    ("gui-owl-1.5", mobile_use(action="answer", text="7"), Finish("7", "done")),
    ("gui-owl-1.5", mobile_use(action="interact", text="Sign in"), AskPerson("Sign in")),
    ("gui-owl-1.5", mobile_use(action="terminate", status="success"), Finish("", "done")),
    ("gui-owl-1.5", mobile_use(action="terminate", status="failure"), Finish("", "not_done")),
    ("mai-ui", f"<thinking>So.</thinking>\n{mobile_use(action='click', coordinate=[499.5, 249.75])}", AT),
    ("mai-ui", f"So.</think>\n{mobile_use(action='long_press', coordinate=[499.5, 249.75])}", LongPressAt(540, 600)),
    ("mai-ui", mobile_use(action="swipe", direction="up"), SwipeAt(540, 1200, 540, 240)),
    ("mai-ui", mobile_use(action="drag", start_coordinate=[0, 0], end_coordinate=[999, 0]), DragAt(0, 0, 1079, 0)),
    ("mai-ui", mobile_use(action="system_button", button="back"), Back()),
    ("mai-ui", mobile_use(action="ask_user", text="Which one?"), AskPerson("Which one?")),
    ("mai-ui", mobile_use(action="terminate", status="fail"), Finish("", "not_done")),
]  # fmt: skip


@cases(("name", "text", "action"), GOOD)
def test_each_call_is_read(name, text, action):
    assert reading(name, text).action == action


# What is malformed

BAD = [
    ("autoglm", "", "no call"),
    ("autoglm", "I would tap the button.", "no call"),
    ("autoglm", '<think>do(action="Tap", element=[500,250])</think>', "no call"),
    ("autoglm", '<think>I go on.</think><answer>do(action="Tap", elem', "cut short"),
    ("autoglm", answer('do(action="Type", text="milk'), "cut short"),
    ("autoglm", answer('do(action="Tap", element=[500])'), "two numbers"),
    ("autoglm", answer('do(action="Tap", element=[1,2,3])'), "two numbers"),
    ("autoglm", answer('do(action="Tap", element=[500,1250])'), "not on the screen"),
    ("autoglm", answer('do(action="Tap", element=[-5,250])'), "not on the screen"),
    ("autoglm", answer('do(action="Tap", element=[NaN,250])'), "two numbers"),
    ("autoglm", answer('do(action="Tap", element=["500","250"])'), "two numbers"),
    ("autoglm", answer('do(action="Tap")'), "lacks element"),
    ("autoglm", answer('do(action="Tap", element=[1,2], element=[3,4])'), "twice"),
    ("autoglm", answer('do(action="Fly")'), "no action 'Fly'; the actions are Launch"),
    ("autoglm", answer("tap(3)"), "no call"),
    ("autoglm", 'do(action="Back") do(action="Home")', "which is meant"),
    ("ui-tars", "", "no Action"),
    ("ui-tars", "Thought: I click(start_box='(500,250)').", "no Action"),
    ("ui-tars", thought("click(start_box='(500,"), "cut short"),
    ("ui-tars", thought("type(content='milk"), "cut short"),
    ("ui-tars", thought("click(start_box='(500)')"), "two numbers"),
    ("ui-tars", thought("click(start_box='(1,2,3)')"), "two numbers"),
    ("ui-tars", thought("click(start_box='(1500,250)')"), "not on the screen: x is 0 to 1000"),
    ("ui-tars-1.5", thought("click(start_box='(700,250)')"), "not on the screen: x is 0 to 588, y 0 to 1288"),
    ("ui-tars", thought("click(start_box='(nan,250)')"), "two numbers"),
    ("ui-tars", thought("click()"), "lacks start_box"),
    ("ui-tars", thought("scroll(start_box='(500,250)', direction='away')"), "none of up, down"),
    ("ui-tars", thought("right_single(start_box='(500,250)')"), "no meaning on a phone"),
    ("ui-tars", thought("hotkey(key='ctrl c')"), "no meaning on a phone"),
    ("ui-tars", thought("tap(3)"), "no call that is known"),
    ("ui-venus", "", "no call that is known"),
    ("ui-venus", "Click(box=(500,250))", "no call that is known"),
    ("ui-venus", "<think>So.</think><action>Click(box=(500,", "cut short"),
    ("ui-venus", venus("Click(box=(500))"), "two numbers"),
    ("ui-venus", venus("Click(box=(nan,250))"), "two numbers"),
    ("ui-venus", venus("Click(box=(500,1250))"), "not on the screen"),
    ("ui-venus", venus("Click()"), "lacks box"),
    ("ui-venus", venus("Zoom(box=(500,250))"), "no call that is known"),
    ("gui-owl-1.5", "", "no <tool_call>"),
    ("gui-owl-1.5", "Action: I click.", "no <tool_call>"),
    ("gui-owl-1.5", '<tool_call>{"name": "mobile_use", "arguments": {"action": "cl', "cut short"),
    ("gui-owl-1.5", mobile_use(action="click"), "two numbers"),
    ("gui-owl-1.5", mobile_use(action="click", coordinate=[500]), "two numbers"),
    ("gui-owl-1.5", mobile_use(action="click", coordinate=[True, 250]), "two numbers"),
    ("gui-owl-1.5", mobile_use(action="click", coordinate=[500, 2500]), "not on the screen"),
    ("gui-owl-1.5", mobile_use(action="click", coordinate=[float("nan"), 250]), "NaN is no number"),
    ("gui-owl-1.5", mobile_use(action="click", coordinate=[float("inf"), 250]), "Infinity is no number"),
    ("gui-owl-1.5", mobile_use(action="swipe", coordinate=[500, 250]), "two numbers"),
    ("gui-owl-1.5", mobile_use(action="key", text="volume_up"), "not pressed; there are back"),
    ("gui-owl-1.5", mobile_use(action="fly"), "no action 'fly'; the actions are click"),
    ("gui-owl-1.5", mobile_use(action="type"), "lacks 'text'"),
    ("gui-owl-1.5", '<tool_call>{"name": "mobile_use", "arguments": [1]}</tool_call>', "no arguments"),
    ("gui-owl-1.5", '<tool_call>{"action": "click", "action": "type"}</tool_call>', "twice"),
]  # fmt: skip


@cases(("name", "text", "reason"), BAD)
def test_what_is_malformed_is_refused_with_a_reason(name, text, reason):
    with pytest.raises(ActionError, match=reason):
        reading(name, text)


TWO = [
    ("autoglm", answer('do(action="Back")\ndo(action="Home")'), 'do(action="Home")'),
    ("ui-tars", thought("press_back()\n\npress_home()"), "press_home()"),
    ("ui-tars", f"{thought('press_home()')}\n{thought('press_back()')}", "press_home()"),
    ("ui-venus", venus("PressBack()\nPressHome()"), "PressHome()"),
    ("gui-owl-1.5", mobile_use(action="key", text="back") + mobile_use(action="wait"), '"wait"'),
]


@cases(("name", "text", "other"), TWO)
def test_of_two_calls_one_is_carried_out_and_the_other_told(name, text, other):
    found = reading(name, text)
    assert found.action == Back()
    assert other in found.dropped[0]


def test_what_is_said_around_a_call_is_kept():
    assert reading("autoglm", answer('do(action="Note", message="True")')).note == "I go on."
    assert reading("autoglm", answer('do(action="Tap", element=[1,2], message="pay")')).risk == "pay"
    assert reading("ui-tars", thought("press_back()")).thought == "I go on."
    owl = reading("gui-owl", f"<thinking>So.</thinking>{mobile_use(action='wait')}<conclusion>It is 7.</conclusion>")
    assert (owl.thought, owl.note) == ("So.", "It is 7.")
    assert reading("gui-owl-1.5", f"Action: Go back.\n{mobile_use(action='wait')}").thought == "Go back."


@given(
    name=st.sampled_from(sorted(DIALECTS)), text=st.text(alphabet=st.sampled_from("do(acin=\"Tp,l')[]{}<>:/ 05\\\n"))
)
def test_no_text_is_anything_but_read_or_refused(name, text):
    for said in (text, answer(f"do({text}"), thought(f"click({text}"), f"<tool_call>{{{text}"):
        try:
            reading(name, said)
        except ActionError as error:
            assert str(error)  # noqa: PT017


# Places


@given(x=st.integers(0, 1079), y=st.integers(0, 2399), name=st.sampled_from(sorted(DIALECTS)))
def test_a_place_that_is_named_is_found_again(x, y, name):
    dialect = DIALECTS[name]
    plane = dialect.plane(SIZE, PICTURE)
    again = plane.pixel(plane.named((x, y)))
    assert abs(again[0] - x) <= 2 and abs(again[1] - y) <= 3  # noqa: PT018


@pytest.fixture
def page():
    save = node("Button", text="Save", can="clickable", at=(40, 300, 400, 420))
    bar = node("SeekBar", text="", can="clickable focusable", at=(40, 600, 1040, 700), name="volume")
    photo = node("ImageView", at=(0, 900, 1080, 2300), can="clickable long-clickable", name="photo")
    return read_dump(dump(node("FrameLayout", save, bar, photo, package=NOTES)), size=SIZE, app=NOTES)


def test_a_tap_on_a_button_is_a_tap_on_the_element_and_elsewhere_the_place_counts(page):
    assert TapAt(100, 310).by_element(page) == Tap(1)
    assert TapAt(900, 650).by_element(page) == TapAt(900, 650)  # a slider
    assert TapAt(200, 1000).by_element(page) == TapAt(200, 1000)  # somewhere on a picture
    assert LongPressAt(100, 310).by_element(page) == LongPressAt(100, 310)  # no element says that it takes this
    assert TapAt(5000, 310).by_element(page) == TapAt(5000, 310)
    with pytest.raises(ActionError, match=r"no pixel \(5000, 310\); the screen has 1080 x 2400"):
        TapAt(5000, 310).gestures(page)


def test_an_action_at_a_pixel_is_about_the_element_there(page):
    assert LongPressAt(100, 310).on_element(page) == (LongPress(1), page)
    assert describe(LongPressAt(100, 310), page) == 'long press "Save"'
    assert describe(TapAt(200, 1000), page) == "tap at (200, 1000)"
    swiped = SwipeAt(900, 650, 100, 650)
    assert (swiped.risk, swiped.on_element(page)[0]) == ("slide", Swipe("left", 2, "long"))
    assert SwipeAt(500, 2000, 500, 1000).risk == "scroll"


@cases("action", [TapAt(1, 2), LongPressAt(1, 2), DoubleTapAt(1, 2), SwipeAt(1, 2, 3, 4), DragAt(1, 2, 3, 4)])
def test_an_action_at_a_pixel_is_written_as_a_call(action):
    assert parse(call(action)) == action


# Which dialect

NAMES = [
    ("autoglm-phone-9b", "autoglm"),
    ("ZhipuAI/AutoGLM-Phone-9B-Multilingual", "autoglm"),
    ("UI-TARS-7B-DPO", "ui-tars"),
    ("ByteDance-Seed/UI-TARS-1.5-7B", "ui-tars-1.5"),
    ("doubao-1-5-ui-tars-250428", "ui-tars"),
    ("mPLUG/GUI-Owl-7B", "gui-owl"),
    ("mPLUG/GUI-Owl-1.5-8B-Instruct", "gui-owl-1.5"),
    ("inclusionAI/UI-Venus-1.5-8B", "ui-venus"),
    ("UI-TARS-2", ""),
    ("qwen3-vl", ""),
    ("gpt-5", ""),
]


@cases(("model", "name"), NAMES)
def test_the_dialect_goes_by_the_models_name(model, name):
    found = dialect_of("auto", model)
    assert (found.name if found else "") == name
    assert dialect_of("marks", model) is None


def test_the_setting_takes_each_dialect_and_no_other(tmp_path):
    for name in DIALECTS:
        assert load({"dialect": name}, env={}, cwd=tmp_path).dialect == name
    assert Settings().dialect == "auto"
    with pytest.raises(Exception, match=r"dialect.*autoglm"):
        load({"dialect": "klingon"}, env={}, cwd=tmp_path)
