"""What hypothesis draws from, for more than one file of tests."""

from hypothesis import strategies as st

from appagent.actions import (
    Append,
    Back,
    Clear,
    Clipboard,
    DoubleTap,
    DoubleTapCell,
    Drag,
    DragCells,
    Enter,
    Finish,
    Grid,
    Home,
    Launch,
    LongPress,
    LongPressCell,
    Notifications,
    OpenLink,
    Paste,
    Recents,
    Restart,
    ScrollTo,
    SetValue,
    Swipe,
    SwipeCells,
    Tap,
    TapCell,
    TypeText,
    Wait,
)
from appagent.screen.grid import PARTS

marks = st.integers(-9, 10**6)
parts = st.sampled_from(PARTS)
directions = st.sampled_from(["up", "down", "left", "right"])
actions = st.one_of(
    st.builds(Tap, marks),
    st.builds(LongPress, marks),
    st.builds(DoubleTap, marks),
    st.builds(DoubleTapCell, marks, parts),
    st.builds(TypeText, st.text(), st.none() | marks, st.booleans(), st.booleans()),
    st.builds(Swipe, directions, st.none() | marks, st.sampled_from(["short", "medium", "long"])),
    st.builds(ScrollTo, st.text(), st.none() | marks, st.sampled_from(["down", "up"])),
    st.builds(Drag, marks, marks),
    st.builds(DragCells, start=marks, start_part=parts, end=marks, end_part=parts),
    st.builds(SetValue, marks, st.text()),
    st.builds(Append, st.text(), st.none() | marks),
    st.builds(Clear, st.none() | marks),
    st.builds(OpenLink, st.text()),
    st.builds(Paste, st.none() | marks),
    st.builds(Wait, st.floats(allow_nan=False)),
    st.builds(Launch, st.text()),
    st.builds(Restart, st.text()),
    st.builds(Finish, st.text(), st.sampled_from(["done", "not_done", "impossible"])),
    st.builds(TapCell, marks, parts),
    st.builds(LongPressCell, marks, parts),
    st.builds(SwipeCells, start=marks, start_part=parts, end=marks, end_part=parts),
    st.sampled_from([Back(), Home(), Enter(), Grid(), Notifications(), Recents(), Clipboard()]),
)
