"""What `appagent docs show` sends to terminals that can show a picture, and to those that cannot."""

import base64
import io
import os
import pty
import re
import subprocess
import sys

import pytest
from PIL import Image
from test_records import record

from appagent.screen.pictures.spots import FACT, Spot
from appagent.store.opening import open_store

ESCAPES = {
    "kitty": rb"\x1b_Gf=100,a=T,m=0;([^\x1b]+)\x1b\\",
    "iTerm2": rb"\x1b]1337;File=inline=1;size=\d+:([^\x07]+)\x07",
}
NAMES = ("TMUX", "TERM_PROGRAM", "KITTY_WINDOW_ID")  # of the terminal that the tests run in


@pytest.fixture
def drawn(tmp_path):
    """A store with a document of a place on a canvas, which has a picture; and the id of the document."""
    png = io.BytesIO()
    Image.new("RGB", (24, 16), (200, 30, 40)).save(png, "PNG")
    spot = Spot("canvas", (0.5, 0.5), (0.1, 0.1), png.getvalue())
    with open_store(tmp_path / "s.sqlite") as store:
        store.keep_picture(spot.picture)
        store.add(made := record("Throws the ball.", facts={FACT: spot.facts}, author=store.author))
    return tmp_path / "s.sqlite", made.id


def shown(drawn, **names):
    """What a terminal gets that has these environment variables."""
    store, name = drawn
    keyboard, terminal = pty.openpty()
    words = [sys.executable, "-m", "appagent", "docs", "show", name, "--store", str(store)]
    environ = {
        key: value for key, value in os.environ.items() if key not in ("TMUX", "TERM_PROGRAM", "KITTY_WINDOW_ID")
    }
    with subprocess.Popen(words, stdout=terminal, env=environ | names) as process:
        os.close(terminal)
        told = b""
        try:
            while more := os.read(keyboard, 65536):
                told += more
        except OSError:  # all is read
            pass
    os.close(keyboard)
    assert process.returncode == 0
    return told


@pytest.mark.parametrize(
    ("names", "protocol"),
    [({"TERM": "xterm-kitty"}, "kitty"), ({"TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"}, "iTerm2")],
)
def test_a_terminal_that_can_shows_the_picture_of_the_element(drawn, names, protocol):
    (told,) = re.findall(ESCAPES[protocol], shown(drawn, **names))
    picture = Image.open(io.BytesIO(base64.b64decode(told)))
    assert (picture.size, picture.getpixel((5, 5))) == ((24, 16), (200, 30, 40))


def test_no_other_terminal_and_no_file_gets_one(drawn, typed):
    told = shown(drawn, TERM="xterm-256color")
    assert b"Throws the ball." in told
    assert not [each for each in ESCAPES.values() if re.search(each, told)]
    assert "\x1b" not in typed("docs", "show", drawn[1], "--store", drawn[0])[1]
