"""Test reading what getevent tells of fingers, by streams written after Linux's multi-touch-protocol.rst."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appagent.devices.over_adb.getevent import Began, FingerEvent, FingerPath, Fingers, Panel, Pressed, Unread, panels

SCREEN = "/dev/input/event2"
PANEL = Panel((0, 1079), (0, 2399))


def stream(*reports: str, device: str = SCREEN, first: float = 100.0, every: float = 0.01) -> list[str]:
    """Return lines of getevent -lt. A report is "TRACKING_ID=5 X=7 BTN_TOUCH=DOWN"; its SYN_REPORT is added."""
    lines = []
    for number, report in enumerate(reports):
        stamp = f"[{first + number * every:15.6f}] {device}: "
        for word in report.split():
            code, _, value = word.partition("=")
            kind = "EV_KEY" if code.startswith(("BTN", "KEY")) else "EV_SYN" if code.startswith("SYN") else "EV_ABS"
            code = {"X": "ABS_MT_POSITION_X", "Y": "ABS_MT_POSITION_Y"}.get(code, code)
            code = f"ABS_MT_{code}" if code in ("TRACKING_ID", "SLOT") else code
            told = value if value in ("DOWN", "UP") else f"{int(value or 0) & 0xFFFFFFFF:08x}"
            lines.append(f"{stamp}{kind:<12} {code:<20} {told:<20}")
        lines.append(f"{stamp}{'EV_SYN':<12} {'SYN_REPORT':<20} {0:08x}")
    return lines


def read(lines: list[str]) -> list[FingerEvent]:
    fingers = Fingers({SCREEN: PANEL})
    return [found for line in lines for found in fingers.read(line)]


def places(found: FingerEvent) -> list[tuple[int, int]]:
    assert isinstance(found, FingerPath)
    return [point[:2] for point in found.points]


TAP = ("TRACKING_ID=5 X=100 Y=900 BTN_TOUCH=DOWN", "TRACKING_ID=-1 BTN_TOUCH=UP")


def test_a_touch_with_slots_is_read_from_down_to_up():
    began, path = read(stream(*TAP))
    assert began == Began(100.0)
    assert path == FingerPath(PANEL, ((100, 900, 100.0), (100, 900, 100.01)))


def test_what_does_not_change_is_not_told_again_and_is_remembered():
    again = ("TRACKING_ID=6 Y=901 BTN_TOUCH=DOWN", "TRACKING_ID=-1 BTN_TOUCH=UP")
    found = read(stream(*TAP, *again))
    assert places(found[3]) == [(100, 901), (100, 901)]


def test_a_touch_without_slots_ends_with_an_empty_report():
    found = read(stream("X=10 Y=20 SYN_MT_REPORT", "X=10 Y=60 SYN_MT_REPORT", "SYN_MT_REPORT"))
    assert places(found[1]) == [(10, 20), (10, 60), (10, 60)]


def test_a_touch_without_slots_may_end_by_the_button_alone():
    found = read(stream("BTN_TOUCH=DOWN X=10 Y=20 SYN_MT_REPORT", "BTN_TOUCH=UP"))
    assert places(found[1]) == [(10, 20), (10, 20)]


def test_a_panel_that_knows_one_finger_is_read_too():
    found = read(stream("ABS_X=10 ABS_Y=20 BTN_TOUCH=DOWN", "ABS_X=30", "BTN_TOUCH=UP"))
    assert places(found[1]) == [(10, 20), (30, 20), (30, 20)]


@pytest.mark.parametrize(
    "reports",
    [
        ("SLOT=0 TRACKING_ID=1 X=1 Y=1", "SLOT=1 TRACKING_ID=2 X=9 Y=9", "TRACKING_ID=-1", "SLOT=0 TRACKING_ID=-1"),
        (
            "X=1 Y=1 SYN_MT_REPORT",
            "X=1 Y=1 SYN_MT_REPORT X=9 Y=9 SYN_MT_REPORT",
            "X=9 Y=9 SYN_MT_REPORT",
            "SYN_MT_REPORT",
        ),
    ],
)
def test_two_fingers_are_left_out_with_a_word(reports):
    began, unread = read(stream(*reports))
    assert isinstance(began, Began)
    assert isinstance(unread, Unread)
    assert "2 fingers" in unread.why
    assert places(read([*stream(*reports), *stream("SLOT=0", *TAP, first=200.0)])[-1]) if "SLOT" in reports[0] else True


def test_a_second_finger_that_stays_is_no_new_touch():
    found = read(stream("SLOT=3 TRACKING_ID=1 X=5 Y=6", "SLOT=3 TRACKING_ID=-1"))
    assert places(found[1]) == [(5, 6), (5, 6)]


def test_a_part_that_the_kernel_lost_is_told_and_the_next_touch_is_read():
    lost = stream("TRACKING_ID=5 X=1 Y=2 BTN_TOUCH=DOWN", "SYN_DROPPED", "TRACKING_ID=-1")
    found = read([*lost, *stream(*TAP, first=101.0)])
    assert [type(one) for one in found] == [Began, Unread, Began, FingerPath]


def test_cut_lines_and_noise_are_passed_over():
    lines = stream(*TAP)
    noise = [
        "",
        "add device 1: /dev/input/event2",
        '  name:     "x"',
        lines[1][:40],
        "[ 1.0] ",
        "[x] EV_ABS 0035 1",
        "\x00",
    ]
    mixed = [line for one in lines for line in (*noise, one + "\r\n")]
    assert read(mixed) == read(lines)
    assert read(stream(*TAP, device="/dev/input/event9")) == []


def test_lines_without_labels_and_without_a_device_are_read():
    numbers = [(3, 0x39, 5), (3, 0x35, 100), (3, 0x36, 900), (0, 0, 0), (3, 0x39, 0xFFFFFFFF), (0, 0, 0)]
    assert (
        places(read([f"[ 5.0] {kind:04x} {code:04x} {value:08x}" for kind, code, value in numbers])[1])
        == [(100, 900)] * 2
    )


def test_keys_of_the_phone_are_read_from_any_device():
    keys = stream(
        "KEY_BACK=DOWN",
        "KEY_BACK=UP",
        "KEY_HOMEPAGE=DOWN",
        "KEY_HOMEPAGE=UP",
        "KEY_POWER=DOWN",
        device="/dev/input/event0",
    )
    assert [one.key for one in read(keys) if isinstance(one, Pressed)] == ["back", "home"]


LISTED = """add device 1: /dev/input/event4
  name:     "gpio-keys"
  events:
    KEY (0001): KEY_VOLUMEDOWN        KEY_POWER
  input props:
    <none>
add device 2: /dev/input/event2
  name:     "fts_ts"
  events:
    KEY (0001): BTN_TOUCH
    ABS (0003): ABS_MT_SLOT           : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0
                ABS_MT_POSITION_X     : value 0, min 0, max 10799, fuzz 0, flat 0, resolution 0
                ABS_MT_POSITION_Y     : value 0, min 0, max 23999, fuzz 0, flat 0, resolution 0
  input props:
    INPUT_PROP_DIRECT
add device 3: /dev/input/event1
  name:     "mouse"
  events:
    ABS (0003): ABS_X                 : value 0, min 0, max 99, fuzz 0, flat 0, resolution 0
                ABS_Y                 : value 0, min 0, max 99, fuzz 0, flat 0, resolution 0
  input props:
    INPUT_PROP_POINTER
"""
NUMBERED = """add device 1: /dev/input/event2
  name:     "fts_ts"
  events:
    ABS (0003): 002f  : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0
                0035  : value 0, min 0, max 10799, fuzz 0, flat 0, resolution 0
                0036  : value 0, min 0, max 23999, fuzz 0, flat 0, resolution 0
"""


@pytest.mark.parametrize("told", [LISTED, NUMBERED])
def test_the_panels_of_a_phone_are_found_with_their_ranges(told):
    assert panels(told) == {SCREEN: Panel((0, 10799), (0, 23999))}


@pytest.mark.parametrize(
    ("rotation", "size", "pixel"),
    [
        (0, (1080, 2400), (100, 900)),
        (1, (2400, 1080), (900, 979)),
        (2, (1080, 2400), (979, 1499)),
        (3, (2400, 1080), (1499, 100)),
    ],
)
def test_a_turned_display_is_touched_where_the_finger_is(rotation, size, pixel):
    assert Panel((0, 10799), (0, 23999)).pixel((1000, 9000), size, rotation) == pixel


@pytest.mark.slow
@given(
    st.lists(
        st.one_of(
            st.sampled_from(stream(*TAP, "SYN_DROPPED", "SLOT=1 TRACKING_ID=2 X=3", "X=1 SYN_MT_REPORT")),
            st.text(max_size=60),
        )
    )
)
def test_whatever_comes_is_read_without_an_error(lines):
    for found in read(lines):
        assert not isinstance(found, FingerPath) or found.points
