"""What is drawn on a picture: things to touch, and parts of a larger drawing, such as the streets of a map."""

from PIL import Image, ImageDraw

from appagent.screen import Bounds
from appagent.screen.nodes.tree import contains
from appagent.screen.vision.shapes import shapes

WIDE, HIGH = 540, 1100


def things(picture: Image.Image) -> list[Bounds]:
    """Bounds of what counts as a thing by itself."""
    return [each.bounds for each in shapes(picture, []) if not each.part]


def pin(draw: ImageDraw.ImageDraw, x: int, y: int) -> None:
    """A mark on a map, with its middle at a point."""
    draw.ellipse((x - 16, y - 16, x + 16, y + 16), "white", "#0f766e", 4)


def street_map() -> tuple[Image.Image, ImageDraw.ImageDraw]:
    """Slanted streets, a park and a wide road across."""
    made = Image.new("RGB", (WIDE, HIGH), "#e9ecdf")
    draw = ImageDraw.Draw(made)
    draw.rectangle((330, 130, 500, 300), "#c3dfb4")
    for part in (0.1, 0.3, 0.5, 0.7, 0.9):
        draw.line([(0, HIGH * part), (WIDE, HIGH * (part + 0.06))], "white", 9)
        draw.line([(WIDE * part, 0), (WIDE * (part - 0.1), HIGH)], "white", 8)
    draw.line([(0, HIGH * 0.95), (WIDE, HIGH * 0.2)], "#f6d58a", 15)
    return made, draw


def test_blocks_between_streets_are_no_things_and_the_pins_on_them_are():
    made, draw = street_map()
    assert things(made) == []
    pins = [(80, 240), (300, 270), (90, 620), (200, 470)]
    for at in pins:
        pin(draw, *at)
    found = things(made)
    assert len(found) == len(pins)
    assert all(any(contains(box, *at) for box in found) for at in pins)


def test_bare_lines_of_a_diagram_or_a_chart_are_no_things():
    made = Image.new("RGB", (WIDE, 240), "#2a3038")
    draw = ImageDraw.Draw(made)
    for y in (70, 120, 170):
        draw.line([(27, y), (513, y)], "#8fa3b8", 4)
    for at in ((80, 70, 160, 120), (190, 120, 270, 170), (320, 170, 400, 120)):
        draw.line([at[:2], at[2:]], "#e2b13c", 4)
    assert things(made) == []
    chart = Image.new("RGB", (WIDE, 240), "white")
    draw = ImageDraw.Draw(chart)
    draw.line([(20, 225), (520, 225)], "black", 4)
    draw.line([(20, 180), (150, 90), (260, 130), (400, 40)], "red", 4)
    assert things(chart) == []


def test_cells_of_a_board_are_things_whether_lines_or_colours_part_them():
    for lines in (True, False):
        made = Image.new("RGB", (WIDE, WIDE), "white")
        draw = ImageDraw.Draw(made)
        for number in range(36):
            x, y = 60 + number % 6 * 70, 60 + number // 6 * 70
            dark = not lines and (number + number // 6) % 2
            draw.rectangle((x, y, x + 70, y + 70), "#704020" if dark else "white", "black" if lines else None, 3)
        found = things(made)
        assert sum(55 <= right - left <= 85 for left, _, right, _ in found) >= (36 if lines else 16)


def test_icons_that_stand_alone_are_things():
    made = Image.new("RGB", (WIDE, HIGH), "white")
    draw = ImageDraw.Draw(made)
    draw.line([(50, 90), (90, 50)], "black", 5)  # the stroke of a tool
    draw.ellipse((150, 50, 190, 90), "red")
    draw.rectangle((250, 50, 290, 90), None, "black", 4)
    draw.polygon([(350, 50), (390, 70), (350, 90)], "black")
    draw.line([(450, 70), (475, 90), (490, 50)], "black", 5)
    assert len(things(made)) == 5
