"""A slider ends on the value that was asked for, whatever other texts stand around it and move when it is touched."""

import pytest
from conftest import QUICK, TINY
from hierarchies import DISPLAY, dump, node
from scripted_runs import do
from widget_app import HEAD

from appagent.actions import SetValue
from appagent.devices.captures.hierarchy import read_dump
from appagent.devices.virtual import virtual
from appagent.guard import Guard
from appagent.screen.nodes.windows import SYSTEM

SEEK = 'Seek(self.value/100, id="bar", on_seek=lambda share: self.turn(round(100*share)))'
SHOWN = 'Row([Text("Far", weight=1), Text(f"{self.value} km")])'
LAYOUTS = {
    "captions in its row": 'Row([Text("0 km", weight=1), Text(f"{self.value} km"), Text("100 km")]), SEEK',
    "captions without a unit": 'Row([Text("0", weight=1), Text(f"{self.value}"), Text("100")]), SEEK',
    "captions below": SHOWN + ', SEEK, Row([Text("0 km"), Text("100 km")])',
    "value below": 'SEEK, Row([Text("1", weight=1), Text(f"{self.value} km"), Text("100")])',
    "value that comes up": 'Row([Text("0"), *[Text(f"{self.value} km")][: self.value != 7], Text("100")]), SEEK',
    "words that may be a day": 'Text(f"up to {self.value} km"), SEEK',
    "a number before": 'Text(f"Zone 1: {self.value} km"), SEEK',
    "a number behind": 'Text(f"{self.value} of 100 km"), SEEK',
    "the same in miles": 'Text(f"{self.value} km ({round(self.value * 0.62)} mi)"), SEEK',
    "what comes of it": SHOWN + ', SEEK, Text(f"{self.value * 5} places")',
    "no blanks": 'Row([Text("0", weight=1), Text(f"{self.value}公里以内"), Text("100")]), SEEK',
}


def slid(folder, widgets, value):
    """(what was told, what the app holds) after a slider among these widgets was set."""
    (folder / "kit.py").write_text(HEAD.replace("{}", f'[toolbar("Filter"), {widgets.replace("SEEK", SEEK)}]'))
    with virtual(size=TINY, time_scale=QUICK, apps=folder) as (device, phone):
        phone.start("org.kit")
        screen = device.capture()
        (bar,) = (element for element in screen.elements if element.resource_id.endswith("bar"))
        told = do(SetValue(bar.mark, value), screen, device, Guard())
        return told, phone.state()["kit"]["value"]


@pytest.mark.parametrize(
    ("layout", "value"), [*((each, "62") for each in LAYOUTS), *((each, "100") for each in [*LAYOUTS][::4])]
)
def test_a_caption_that_only_moves_is_not_the_value(layout, value, tmp_path):
    told, held = slid(tmp_path, LAYOUTS[layout], value)
    assert (held, value in told) == (int(value), True), told


@pytest.mark.slow
@pytest.mark.parametrize("value", ["7", "31"])
def test_the_text_goes_before_the_share_of_the_length(value, tmp_path):
    told, held = slid(tmp_path, 'Text(f"within {self.value / 2:g} km"), SEEK', value)  # it stands at 7 of 100
    assert (told, held) == (f'it shows "within {value} km"', 2 * int(value))


DAYS = 'Text("When to remind?"), Text(f"{self.days} days before" if self.days else "No reminder"), '
LEAST = 'Text(f"{self.days} days" if self.days < 5 else "Always"), '


@pytest.mark.parametrize(
    ("words", "value", "days"),
    [(DAYS, "3", 3), (DAYS, "5 days before", 5), (DAYS, "0", 0), (DAYS, "2", 2), (LEAST, "4 days", 4), (LEAST, "3", 3)],
)
def test_words_at_an_end_of_the_scale_do_not_make_it_count_in_percent(words, value, days, tmp_path):
    seek = 'Seek(self.days/5, id="bar", on_seek=lambda share: self.turn(6+round(5*share)))'
    told, held = slid(tmp_path, (words + seek).replace("self.days", "(self.value - 6)"), value)  # it stands at 1
    assert held == 6 + days, told


def test_the_clock_above_a_slider_is_not_its_value():
    def look(clock: str, volume: str):
        time = node(text=clock, at=(20, 20, 200, 80), package=SYSTEM)
        bar = node("FrameLayout", time, at=(0, 0, 1080, 100), package=SYSTEM)
        slider = node("SeekBar", text=volume, at=(0, 120, 1080, 220), can="clickable scrollable")
        return read_dump(dump(bar, node("FrameLayout", slider, node(text="End", at=(0, 900, 1080, 990)))), size=DISPLAY)

    course = SetValue(1, "75").course(look("10:10", "Volume 40%"))
    next(course)
    with pytest.raises(StopIteration) as end:
        course.send(look("10:11", "Volume 75%"))
    assert end.value.value == 'it shows "Volume 75%"'


def test_a_slider_at_its_end_is_set_in_the_unit_of_the_text_above_it(tmp_path):
    """Its own text is a percentage, of which "800 m" would lie beyond the end where its knob stands."""
    seek = 'Seek(self.value/2000, id="bar", on_seek=lambda share: self.turn(max(100, round(20*share)*100)))'
    widgets = f'Row([Text("Walk", weight=1), Text(f"{{self.value}} m")]), {seek}'
    head = HEAD.replace("self.value, self.said = 7, []", "self.value, self.said = 2000, []")
    (tmp_path / "kit.py").write_text(head.replace("{}", f'[toolbar("Filter"), {widgets}]'))
    with virtual(size=TINY, time_scale=QUICK, apps=tmp_path) as (device, phone):
        phone.start("org.kit")
        screen = device.capture()
        (bar,) = (element for element in screen.elements if element.resource_id.endswith("bar"))
        assert do(SetValue(bar.mark, "800 m"), screen, device, Guard()) == 'it shows "800 m"'
        assert phone.state()["kit"]["value"] == 800
