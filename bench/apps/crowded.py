"""Show forty rows of five nodes on one screen, on a flat ground or on something like a photo: the app "Crowded"."""

from functools import lru_cache

from PIL import Image, ImageDraw

from appagent.phone.app import App, Page
from appagent.phone.parts import toolbar
from appagent.phone.theme import Theme
from appagent.phone.ui import Canvas, Column, Frame, Grid, Icon, IconButton, Row, Scroll, Text, Widget

ROWS = 40


class Crowded(App):
    """App in which every row can be chosen; the button at the top changes the ground."""

    package = "com.example.crowded"
    label = "Crowded"

    def begin(self) -> None:
        """Begin with a flat ground, and nothing chosen."""
        self.photo = False
        self.chosen = 0

    def home(self) -> Page:
        """Show the rows."""
        rows = Scroll([Grid([self.row(number) for number in range(1, ROWS + 1)], columns=2)])
        bar = toolbar("Crowded", IconButton("sun", id="ground", desc="Ground", on_tap=self.change))
        ground: list[Widget] = [Canvas(photo, width="fill", height="fill")] if self.photo else []
        return Page(Frame([*ground, Column([bar, rows], height="fill")]))

    def row(self, number: int) -> Widget:
        """Show a row: an icon, a title and a text."""
        words = Column(
            [
                Text(f"Parcel number {number}", id="title", size=12, bold=True, lines=1),
                Text(f"To be left at house {number}", id="body", size=10, color="text2", lines=1),
            ],
            weight=1,
        )
        chosen = self.chosen == number
        icon = Icon("check" if chosen else "note", id="icon", size=18)
        return Row([icon, words], id="row", pad=3, on_tap=lambda: self.choose(number), selected=chosen)

    def change(self) -> None:
        """Change the ground."""
        self.photo = not self.photo

    def choose(self, number: int) -> None:
        """Choose a row, or none if it is chosen already."""
        self.chosen = 0 if self.chosen == number else number


def photo(draw: ImageDraw.ImageDraw, size: tuple[int, int], theme: Theme) -> None:
    """Draw soft shapes with grain, like a photo."""
    for layer, colour in enumerate(("#c86432", "#2878c8", "#f0f0d8", "#182430")):
        draw.bitmap((0, 0), _clouds(size, layer), fill=colour)


@lru_cache(maxsize=4)
def _clouds(size: tuple[int, int], layer: int) -> Image.Image:
    """Draw how much of one colour there is at each pixel, as a picture of mode L."""
    shapes = Image.effect_noise((9 + 4 * layer, 17 + 4 * layer), 90).resize(size, Image.Resampling.BICUBIC)
    grain = Image.effect_noise((size[0] // 2, size[1] // 2), 80).resize(size, Image.Resampling.BILINEAR)
    return Image.blend(shapes, grain, 0.35)
