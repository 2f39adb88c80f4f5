"""What `appagent docs show` sends to terminals that can show a picture, and to those that cannot."""

import base64
import io
import os
import pty
import re
import struct
import subprocess
import sys
import zlib

import pytest
from cli_in_process import all_of
from PIL import Image
from test_records import record

from appagent.screen.pictures.spots import FACT, Spot
from appagent.store.opening import open_store

ESCAPES = {
    "kitty": rb"\x1b_Gf=100,a=T,m=0;([^\x1b]+)\x1b\\",
    "iTerm2": rb"\x1b]1337;File=inline=1;size=\d+:([^\x07]+)\x07",
}
NAMES = ("TMUX", "TERM_PROGRAM", "KITTY_WINDOW_ID")  # of the terminal that the tests run in


def keep(path, png):
    """Make a store with a document of a place on a canvas that has this picture; return the path and the id."""
    spot = Spot("canvas", (0.5, 0.5), (0.1, 0.1), png)
    with open_store(path) as store:
        store.keep_picture(spot.picture)
        store.add(made := record("Throws the ball.", facts={FACT: spot.facts}, author=store.author))
    return path, made.id


def red(size):
    png = io.BytesIO()
    Image.new("RGB", size, (200, 30, 40)).save(png, "PNG")
    return png.getvalue()


@pytest.fixture
def drawn(tmp_path):
    return keep(tmp_path / "s.sqlite", red((24, 16)))


def shown(drawn, **names):
    """What a terminal gets that has these environment variables."""
    store, name = drawn
    keyboard, terminal = pty.openpty()
    words = [sys.executable, "-m", "appagent", "docs", "show", name, "--store", str(store)]
    environ = {key: value for key, value in os.environ.items() if key not in NAMES}
    with subprocess.Popen(words, stdout=terminal, env=environ | names) as process:
        os.close(terminal)
        told = all_of(keyboard)
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


def test_a_picture_that_says_it_is_huge_is_left_out(tmp_path):
    png = red((24, 16))
    head = b"IHDR" + struct.pack(">II", 60000, 60000) + png[24:29]
    huge = png[:12] + head + struct.pack(">I", zlib.crc32(head)) + png[33:]
    told = shown(keep(tmp_path / "s.sqlite", huge), TERM="xterm-kitty")
    assert b"Throws the ball." in told
    assert not re.search(ESCAPES["kitty"], told)
