"""Actions: written, read, described, and turned into gestures on a screen."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import actions
from tables import cases

from appagent.actions import (
    ACTIONS,
    ON_MARKS,
    Back,
    Enter,
    Finish,
    GoTo,
    Home,
    Key,
    Launch,
    LongPress,
    Pause,
    Restart,
    Start,
    Stroke,
    Swipe,
    Tap,
    TapNamed,
    Touch,
    Type,
    TypeText,
    Wait,
    call,
    describe,
    function_list,
    json_schema,
    parse,
)
from appagent.actions.calls.objects import calls_of
from appagent.actions.calls.parser import to_action
from appagent.actions.calls.syntax import calls_in
from appagent.actions.parts.base import params
from appagent.errors import ActionError
from appagent.screen import Element, Screen
from appagent.screen.nodes.tree import contains


def element(mark, bounds, text="", *, role="Button", does=("tap",), **more):
    facts = {
        "id": f"e{mark}", "template": "t", "weak": False, "cls": f"android.widget.{role}", "resource_id": "",
        "hint": "", "window": "app", "checked": None, "focused": False, "selected": False, "password": False,
        "ancestors": (),
    }  # fmt: skip
    return Element(mark=mark, bounds=bounds, text=text, role=role, actions=does, **(facts | more))


def screen_of(*elements, size=(1000, 2000), keyboard=False):
    return Screen(
        app="com.example", activity="", screen_id="s", size=size, elements=elements, tree=(), picture=None,
        settled=True, keyboard=keyboard, templates=frozenset(), texts=(),
    )  # fmt: skip


@pytest.fixture
def form():
    return screen_of(
        element(1, (0, 100, 1000, 200), "Wi-Fi"),
        element(2, (0, 200, 1000, 300), "milk", role="EditText", does=("tap", "text"), hint="Title"),
        element(3, (0, 300, 1000, 400), role="EditText", does=("tap", "text"), password=True, hint="PIN"),
        element(4, (900, 0, 1000, 100), role="ImageButton"),
        element(5, (0, 400, 1000, 2000), role="ListView", does=("swipe",)),
    )


def test_a_name_in_place_of_a_mark_is_no_tap_where_there_is_no_map():
    with pytest.raises(ActionError, match="element is a whole number, not 'Wi-Fi'"):
        to_action(calls_in('tap(element="Wi-Fi")')[0], ON_MARKS)


@given(actions)
@settings(deadline=None)
def test_what_is_written_is_read_back(action):
    assert parse(call(action)) == action


@cases("cls", ACTIONS)
def test_every_action_tells_the_model_about_itself(cls):
    (entry,) = function_list([cls.kind])
    assert entry["signature"].startswith(f"{cls.kind}(")
    assert entry["doc"].endswith(".")
    assert isinstance(parse(entry["example"]), cls)
    assert call(parse(entry["example"])) == entry["example"]


@cases(
    ("text", "action"),
    [
        ("tap(element=5)", Tap(5)),
        ('tap("5")', Tap(5)),
        ("tap(element: 5)", Tap(5)),
        ("tap(mark=5)", Tap(5)),
        ("tap(#5)", Tap(5)),
        ("tap([5])", Tap(5)),
        ("tap (5)", Tap(5)),
        ("tap(Wi-Fi)", TapNamed("Wi-Fi")),
        ('tap(element="Wi-Fi")', TapNamed("Wi-Fi")),
        ('tap_named("Wi-Fi")', TapNamed("Wi-Fi")),
        ('go_to(screen="Wi-Fi")', GoTo("Wi-Fi")),
        ("TAP(5)", Tap(5)),
        ("Tap[5]", Tap(5)),
        ("tap（５）", Tap(5)),
        ("tap【5】", Tap(5)),
        ("tap(5,)", Tap(5)),
        ("`tap(5)`", Tap(5)),
        ("**tap(5)**", Tap(5)),
        ("device.tap(5)", Tap(5)),
        ("longPress(5)", LongPress(5)),
        ("long press(5)", LongPress(5)),
        ('text("call (555) 1234")', TypeText("call (555) 1234")),
        ('text("Hello :) bye")', TypeText("Hello :) bye")),
        ('text("say "hi" now")', TypeText('say "hi" now')),
        ('text("say "hi"", element=3)', TypeText('say "hi"', 3)),
        ("text('it's 5')", TypeText("it's 5")),
        ("text(hello world)", TypeText("hello world")),
        ("text(it's 10:30, element=3)", TypeText("it's 10:30", 3)),
        ("text(007)", TypeText("007")),
        ("text(“你好，世界”)", TypeText("你好，世界")),
        ("text（“它说“好”了”，element＝3）", TypeText("它说“好”了", 3)),
        ("text(„hallo“)", TypeText("hallo")),
        ("text(«bonjour»)", TypeText("bonjour")),
        ("text(「こんにちは」)", TypeText("こんにちは")),
        ("text(`hi`)", TypeText("hi")),
        (r"text(\"hi\")", TypeText("hi")),
        ('text("""hi""")', TypeText("hi")),
        ('text("")', TypeText("")),
        (r'text("a\nb\t\"c\" \u00e9 \ud83d\ude00")', TypeText('a\nb\t"c" é 😀')),
        (r'text("C:\dir")', TypeText(r"C:\dir")),
        ('text("😀 Größe", enter=True)', TypeText("😀 Größe", enter=True)),
        ('text("hi", 3, clear=true)', TypeText("hi", 3, clear=True)),
        ('text(element=3, text="hi")', TypeText("hi", 3)),
        ('swipe(3, "up", "medium")', Swipe("up", 3)),
        ('swipe("up", 3)', Swipe("up", 3)),
        ("swipe(3, Up, long)", Swipe("up", 3, "long")),
        ('swipe(element=3, direction="left", dist="short")', Swipe("left", 3, "short")),
        ('swipe("up")', Swipe("up")),
        ("wait()", Wait(2.0)),
        ("wait(seconds=3)", Wait(3.0)),
        ("launch(Google Maps)", Launch("Google Maps")),
        ("launch(com.android.settings)", Launch("com.android.settings")),
        ("finish(42)", Finish("42")),
        ("FINISH", Finish()),
        ("finish(done)", Finish("", "done")),
        ('finish("impossible", "there is no such note")', Finish("there is no such note", "impossible")),
        ('finish(answer="it failed", outcome="not done")', Finish("it failed", "not_done")),
        ('finish("failed")', Finish("failed")),  # may be the answer to a question
        ('finish(status="infeasible")', Finish("", "impossible")),
        ('finish(goal_status="complete")', Finish("", "done")),
    ],
)
def test_parse_reads_what_models_write(text, action):
    assert parse(text) == action


@cases(
    ("text", "reason"),
    [
        ("click(5)", "no function 'click'; the functions are tap, long_press"),
        ("tap()", r"lacks element; write it as tap\(element: integer\), for example tap\(5\)"),
        ("long_press(Wi-Fi)", "no use for 'Wi-Fi'"),
        ('long_press(element="Wi-Fi")', "element is a whole number, not 'Wi-Fi'"),
        ("tap(5.5)", "no use for '5.5'"),
        ("tap(500, 1200)", "no use for '1200'"),
        ("tap(5, times=2)", "no use for 'times'"),
        ("tap(5, element=5)", "no use for '5'"),
        ("tap(element=5, element=6)", "twice"),
        ("tap(5", "not closed"),
        ('text("hello', "not closed"),
        (r'text("C:\")', "not closed"),
        ('text("press "ok") now")', "not clear"),
        ('text("5" screen")', "not clear"),
        ("text(Hello :) bye)", "double quotes"),
        ("text(a) or b)", "double quotes"),
        ("text(Hello, world)", "no use for 'world'"),
        ('swipe(3, "upwards")', "no use for 'upwards'"),
        ('swipe("up", dist="far")', "one of short, medium, long, not 'far'"),
        ("swipe(3)", "lacks direction"),
        ("tap(1), tap(2)", "more than one call"),
        ("the third row", "no call"),
        ('tap(3, "top-left")', "the grid is not up"),
    ],
)
def test_parse_refuses_the_rest_with_the_reason(text, reason):
    with pytest.raises(ActionError, match=reason):
        parse(text)


@given(actions)
@settings(deadline=None)
def test_an_object_by_the_schema_is_read_back(action):
    (schema,) = json_schema([action.kind])["anyOf"]
    values = {param.name: getattr(action, param.attribute) for param in params(type(action))}
    written = {"action": action.kind} | {name: values[name] for name in schema["required"] if name != "action"}
    assert schema["additionalProperties"] is False
    assert [to_action(one) for one in calls_of(written)] == [action]


def test_the_schema_names_the_choices():
    (swipe,) = json_schema(["swipe"])["anyOf"]
    assert swipe["properties"]["direction"] == {"type": "string", "enum": ["up", "down", "left", "right"]}
    assert swipe["properties"]["element"] == {"type": ["integer", "null"]}


@cases(
    ("action", "gestures"),
    [
        (Tap(1), [Touch(500, 150)]),
        (LongPress(1), [Touch(500, 150, 1.0)]),
        (Tap(2), [Touch(500, 250)]),
        (TypeText("eggs", 2), [Touch(500, 250), Type("eggs", clear=False)]),
        (TypeText("1234", 3, clear=True), [Touch(500, 350), Type("1234", clear=True, secret=True)]),
        (TypeText("eggs", 2, enter=True), [Touch(500, 250), Type("eggs", clear=False), Key("enter")]),
        (Back(), [Key("back")]),
        (Home(), [Key("home")]),
        (Enter(), [Key("enter")]),
        (Launch(" Notes "), [Start("Notes")]),
        (Restart("Notes"), [Start("Notes", anew=True)]),
        (Wait(60), [Pause(60)]),
        (Finish("7"), []),
    ],
)
def test_an_action_becomes_gestures(form, action, gestures):
    assert list(action.gestures(form)) == gestures


@cases(
    ("action", "reason"),
    [
        (Tap(0), "no mark 0; this screen has marks 1 to 5"),
        (Tap(99), "no mark 99; this screen has marks 1 to 5"),
        (Swipe("up", -1), "no mark -1; this screen has marks 1 to 5"),
        (Tap(5), r"mark 5, the unlabelled ListView \(mark 5\), takes no tap; it takes swipe"),
        (TypeText("x", 1), 'mark 1, "Wi-Fi", takes no text; these take text: 2, "Title"; 3, "PIN"'),
        (TypeText("x"), 'no input field has the focus; these take text: 2, "Title"; 3, "PIN"'),
        (Launch(" "), "names no app"),
        (Wait(0), "more than 0 and at most 60"),
        (Wait(61), "more than 0 and at most 60"),
    ],
)
def test_what_the_screen_cannot_do_is_refused_with_what_it_can(form, action, reason):
    with pytest.raises(ActionError, match=reason):
        action.gestures(form)


def test_a_screen_without_marks_says_what_is_left():
    with pytest.raises(ActionError, match=r"this screen has no marks; back\(\)"):
        Tap(1).gestures(screen_of())
    with pytest.raises(ActionError, match="nothing on this screen takes text"):
        TypeText("x").gestures(screen_of())


@pytest.mark.parametrize(("more", "goes"), [({}, True), ({"password": True}, False)])
def test_text_without_a_mark_goes_to_the_only_field_unless_that_is_for_a_password(more, goes):
    screen = screen_of(element(1, (0, 0, 500, 100), role="EditText", does=("tap", "text"), **more))
    assert TypeText("x").target(screen) == (screen.elements[0] if goes else None)
    if goes:
        assert TypeText("x").gestures(screen) == TypeText("x", 1).gestures(screen)
    else:
        with pytest.raises(ActionError, match="no input field has the focus"):
            TypeText("x").gestures(screen)


def test_text_goes_to_what_has_the_focus_without_a_tap_that_would_move_the_cursor():
    field = element(1, (0, 0, 500, 100), role="EditText", does=("tap", "text"), focused=True)
    for action in (TypeText("x"), TypeText("x", 1)):
        assert action.gestures(screen_of(field)) == (Type("x", clear=False),)
    assert TypeText("x").gestures(screen_of(keyboard=True)) == (Type("x", clear=False),)


boxes = st.tuples(*[st.integers(0, 99)] * 4).map(
    lambda b: (min(b[0], b[2]), min(b[1], b[3]), max(b[0], b[2]) + 1, max(b[1], b[3]) + 1)
)


@pytest.mark.parametrize("mark", [None, 1])
@given(
    box=boxes,
    direction=st.sampled_from(["up", "down", "left", "right"]),
    distance=st.sampled_from(["short", "medium", "long"]),
)
@settings(deadline=None)
def test_a_swipe_stays_on_its_element_and_goes_where_it_says(mark, box, direction, distance):
    screen = screen_of(element(1, box, does=("swipe",)), size=(100, 100))
    (stroke,) = Swipe(direction, mark, distance).gestures(screen)
    assert isinstance(stroke, Stroke)
    for x, y in ((stroke.x1, stroke.y1), (stroke.x2, stroke.y2)):
        assert contains(box if mark else (3, 3, 97, 97), x, y)
    moved = (stroke.x2 - stroke.x1, stroke.y2 - stroke.y1)
    signs = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}[direction]
    assert all(move * sign >= 0 if sign else move == 0 for move, sign in zip(moved, signs, strict=True))


def test_a_swipe_grows_with_its_distance_and_keeps_off_the_edges_of_the_display():
    screen = screen_of(element(1, (0, 0, 1000, 2000), does=("swipe",)))
    lengths = []
    for distance in ("short", "medium", "long"):
        (stroke,) = Swipe("up", 1, distance).gestures(screen)
        assert 60 <= stroke.y2 < stroke.y1 <= 1940
        lengths.append(stroke.y1 - stroke.y2)
    assert lengths == [470, 940, 1504]


@cases(
    ("action", "words"),
    [
        (Tap(1), 'tap "Wi-Fi"'),
        (Tap(4), "tap the unlabelled ImageButton (95% across, 2% down, mark 4)"),
        (Tap(99), "tap mark 99"),
        (LongPress(1), 'long press "Wi-Fi"'),
        (TypeText("eggs", 2), 'type "eggs" into "Title"'),
        (TypeText("eggs", 2, clear=True, enter=True), 'replace the text with "eggs" in "Title", then press enter'),
        (TypeText("1234", 3), 'type "•••" into "PIN"'),
        (TypeText("x" * 99), f'type "{"x" * 40}…{"x" * 19}"'),
        (Swipe("up"), "swipe up"),
        (Swipe("left", 1, "long"), 'swipe left on "Wi-Fi" (long)'),
        (Back(), "go back"),
        (Home(), "go to the home screen"),
        (Enter(), "press enter"),
        (Launch("Notes"), 'launch "Notes"'),
        (Wait(1.5), "wait 1.5 s"),
        (Finish(), "finish"),
        (Finish("7"), 'finish with the answer "7"'),
        (Finish("no note", "impossible"), 'give up, impossible: "no note"'),
        (Finish("", "not_done"), "give up, not done"),
    ],
)
def test_an_action_in_words(form, action, words):
    assert describe(action, form) == words


def test_what_goes_into_the_focused_password_field_is_masked():
    field = element(1, (0, 0, 9, 9), "hunter2", role="EditText", does=("tap", "text"), focused=True, password=True)
    assert describe(TypeText("hunter2"), screen_of(field)) == 'type "•••" into the unlabelled EditText (mark 1)'


def test_a_button_that_each_row_has_is_named_with_its_row():
    rows = [
        each
        for mark, top, name in ((1, 200, "city map.png"), (3, 300, "recipe.txt"))
        for each in (
            element(mark, (0, top, 1000, top + 100), f"{name} · 3 kB", role="LinearLayout"),
            element(mark + 1, (900, top, 1000, top + 100), "More options"),
        )
    ]
    screen = screen_of(*rows)
    assert describe(Tap(4), screen) == 'tap "More options" of "recipe.txt"'
    assert describe(Tap(2), screen_of(*rows[:2])) == 'tap "More options"'


def test_without_a_screen_an_action_is_described_by_its_mark():
    assert describe(Tap(3)) == "tap mark 3"
