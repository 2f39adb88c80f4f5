"""Test the last look at pages of which a part is read off the picture: what was read is read again before a deed."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from changing_app import ChangingScene
from conftest import SMALL

from appagent.devices.captures.recognising import seeing
from appagent.screen.vision import PictureReader, ocr_installed

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not ocr_installed(), reason="needs the extra `ocr`: make extras"),
]

SIZE = SMALL
SCENES = """
    def painted(self, *lines, on_touch=None):
        from appagent.phone.fonts import font

        def paint(draw, size, theme):
            draw.rectangle((0, 0, *size), fill="#ffffff")
            if self.blank:  # that anything is drawn otherwise, but no word
                draw.line((0, size[1] - 9, size[0], size[1] - 9), fill="#909090", width=3)
            for place, words in enumerate(lines):
                draw.text((20, 20 + 90 * place), words, "#000000", font(30))
        return Canvas(paint, width="fill", height=300.0, id="board", on_touch=on_touch)

    def picture(self):
        said = "Berlin" if self.later else "Lisbon"
        return self.page(self.painted("A week in " + said, "All seats are taken"), self.button("Send"))

    def sign(self):
        def paint(draw, size, theme):
            draw.rectangle((0, 0, *size), fill="#ffffff")
            draw.ellipse((60, 60, 140, 140), fill="#a01010")
            if self.later:
                draw.ellipse((260, 60, 340, 140), fill="#10a010")
        return self.page(Canvas(paint, width="fill", height=300.0, id="board"), Text("A word"), self.button("Send"))

    def signs(self):
        price = "Total 90 EUR" if self.later else "Total 20 EUR"
        touched = lambda at: self.did.append("paid" if 0.1 < at[1] < 0.25 else "nothing")
        return self.page(self.painted(price, "Buy now", "Back", on_touch=touched))

    def mail(self):
        return self.page(self.painted("A week in Lisbon", "All seats are taken"),
                         Field(hint="Message", text=self.pin, on_change=lambda text: setattr(self, "pin", text),
                               on_submit=lambda: self.did.append(self.pin), enter="send"))
"""


@pytest.fixture
def stage(stage) -> Callable[..., ChangingScene]:
    """A function that puts a scene on the stage of a device that reads pictures."""

    def read(scene: str, **given) -> ChangingScene:
        made = stage(scene, **given)
        return replace(made, device=seeing(made.device, PictureReader()))

    return read


@pytest.mark.parametrize("change", [{}, {"blank": True}], ids=["the same", "no word of it"])
@pytest.mark.parametrize(
    ("scene", "words", "allow", "did"), [("picture", "Send", "send", "Send"), ("signs", "Buy now", "pay", "paid")]
)
def test_a_deed_is_done_while_the_picture_says_what_it_said(stage, scene, words, allow, did, change):
    scene = stage(scene, allow=frozenset({allow}))
    (step,) = scene.take(f"tap({{{words}}})", lambda: scene.change(**change))
    assert (step.outcome, scene.did) == ("done", [did])
    assert "[read from the picture]" in scene.prompts[0]


@pytest.mark.parametrize(("scene", "words", "allow"), [("picture", "Send", "send"), ("signs", "Buy now", "pay")])
def test_a_deed_is_not_done_once_the_picture_says_something_else(stage, scene, words, allow):
    scene = stage(scene, allow=frozenset({allow}))
    (step,) = scene.take(f"tap({{{words}}})", lambda: scene.change(later=True))
    assert (step.outcome, scene.did) == ("stale", [])
    assert "has changed" in step.reason or "has become" in step.reason


def test_a_sign_without_words_keeps_no_deed_from_being_done(stage):
    scene = stage("sign", allow=frozenset({"send"}))
    (step,) = scene.take("tap({Send})")
    assert (step.outcome, scene.did) == ("done", ["Send"])
    assert "Sign" in scene.prompts[0]


def test_a_message_beside_a_picture_with_words_is_sent(stage):
    scene = stage("mail", allow=frozenset({"send"}))
    (step,) = scene.take('text("See you there", {Message}, enter=true)')
    assert (step.outcome, scene.did) == ("done", ["See you there"])
    assert "All seats are taken" in scene.prompts[0]
