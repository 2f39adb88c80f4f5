"""Dialogs over dialogs: only the one that takes keys can be touched, although the order of windows tells nothing."""

import pytest
from conftest import QUICK

from appagent.actions import Start, parse
from appagent.devices.captures.hierarchy import parse_dump as parsed
from appagent.devices.captures.hierarchy import with_active
from appagent.devices.virtual import virtual
from appagent.phone.faults import FAULTS
from appagent.screen.nodes.windows import foreground, windows

NOTES, DIALER = "com.example.notes", "com.android.dialer"
ROOT = '<node index="0" package="{}" class="android.widget.FrameLayout" clickable="true" bounds="{}"{}>{}</node>'


def dump(*roots: str) -> str:
    return f"<hierarchy rotation='0'>{''.join(roots)}</hierarchy>"


def root(package, bounds, more="", inside=""):
    return ROOT.format(package, bounds, more, inside)


@pytest.mark.slow
@pytest.mark.parametrize(("fault", "package", "words"), [("sheet", NOTES, "Not now"), ("call", DIALER, "Decline")])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_what_lies_under_another_dialog_gets_no_mark(fault, package, words, seed):
    with virtual(size=(540, 1200), time_scale=QUICK, seed=seed) as (device, phone):
        device.perform(Start(NOTES))
        page = device.capture()
        row = next(one for one in page.elements if "Shopping" in one.text)
        for gesture in parse(f"long_press({row.mark})").gestures(page):
            device.perform(gesture)
        under = device.capture()
        assert [one.text for one in under.elements] == ["Cancel", "Delete"]
        FAULTS[fault](0).strike(phone)
        over = device.capture()
        assert words in [one.text for one in over.elements]
        assert not {"Cancel", "Delete"} & {one.text for one in over.elements}
        assert foreground(windows(over.tree, over.size)) == package
        assert foreground(windows(device.glance(pictured=False).tree, over.size)) == package


def test_a_list_of_suggestions_over_a_field_of_a_dialog_stays_within_reach():
    field = root("a", "[50,300][500,400]", ' focused="true"').replace("FrameLayout", "EditText")
    asks = root("a", "[0,200][540,700]", ' active="true"', field)
    found = windows(parsed(dump(asks, root("a", "[50,400][500,600]"))), (540, 1200))
    assert [(window.kind, window.reachable) for window in found] == [("dialog", True)] * 2


def test_two_apps_that_share_the_display_are_no_dialogs():
    found = windows(parsed(dump(root("a", "[0,0][540,590]"), root("b", "[0,610][540,1200]"))), (540, 1200))
    assert [window.kind for window in found] == ["app", "app"]


def test_a_window_that_is_none_of_the_dump_or_one_of_two_is_marked_nowhere():
    one, other = root("a", "[0,0][9,9]"), root("a", "[0,0][9,10]")
    assert [each.active for each in parsed(with_active(dump(one, other), dump(other)))] == [False, True]
    for both, active in [((one, one), one), ((one, one), other)]:
        assert with_active(dump(*both), dump(active)) == dump(*both)
