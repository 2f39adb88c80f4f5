"""A stranger hands over a screenshot to look at, beside a dump in which nothing is wrong.

The stranger wants the command to hang, to take the machine's memory or to run another program on a picture. What must
happen: one line and exit status 2 within seconds, or the picture with its marks.
"""

import io
import json
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from cli_in_process import Typed
from PIL import Image
from tables import cases
from test_strange_dumps import SMALL, WITHIN_S, dump, encoded, held, is_one_line, node, white, write

pytestmark = pytest.mark.slow


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width: int, height: int, *before: bytes) -> bytes:
    """A PNG that claims a size, with chunks of its own before a little of the picture."""
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return (
        b"\x89PNG\r\n\x1a\n" + head + b"".join(before) + chunk(b"IDAT", zlib.compress(bytes(100))) + chunk(b"IEND", b"")
    )


EPS = b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 1080 2400\n%%EndComments\n(ran) (w) file closefile\n%%EOF\n"
BOMB = zlib.compress(bytes(50_000_000), 9)
PICTURES: dict[str, tuple[Callable[[], bytes], str, tuple[pytest.MarkDecorator, ...]]] = {
    "ten thousand px each way": (
        lambda: encoded(Image.new("1", (10_000, 10_000))), "10000 x 10000 px is larger than any display", (),
    ),
    "a strip of thirty thousand px": (lambda: encoded(white(30_000, 1)), "30000 x 1 px is larger than any display", ()),
    "two billion px each way": (lambda: png(2**31 - 1, 2**31 - 1), "cannot be read as a picture", (held,)),
    "no px": (lambda: png(0, 0), "cannot be read as a picture", (held,)),
    "a picture cut short": (lambda: encoded(Image.effect_noise((500, 500), 90))[:9_000], "truncated", (held,)),
    "a picture that does not go on": (lambda: png(1080, 2400), "cannot be read as a picture", (held,)),
    "a text of 50 MB, packed": (
        lambda: png(1080, 2400, chunk(b"zTXt", b"a\0\0" + BOMB)), "cannot be read as a picture", (held,),
    ),
    "a colour profile of 50 MB, packed": (
        lambda: png(1080, 2400, chunk(b"iCCP", b"a\0\0" + BOMB)), "cannot be read as a picture", (held,),
    ),
    "PostScript": (lambda: EPS, "no PNG or JPEG", ()),
    "a GIF": (lambda: encoded(white(), "GIF"), "no PNG or JPEG", ()),
    "a TIFF": (lambda: encoded(white(), "TIFF"), "no PNG or JPEG", ()),
    "a bitmap": (lambda: encoded(white(), "BMP"), "no PNG or JPEG", ()),
    "an icon": (lambda: encoded(white(256, 256), "ICO"), "no PNG or JPEG", ()),
    "a PDF": (lambda: encoded(white(), "PDF"), "no PNG or JPEG", (held,)),
    "words": (lambda: b"PNG", "no PNG or JPEG", (held,)),
    "10 px beside a dump of 1080": (lambda: encoded(white(10, 10)), "are not of one moment", ()),
    "half the size, as scaled for a model": (lambda: encoded(white(576, 1280)), "a smaller copy", ()),
    "a phone that lies on its side": (lambda: encoded(white(2400, 1080)), "are not of one moment", ()),
}  # fmt: skip


@pytest.mark.timeout(WITHIN_S)
@cases(
    ("make", "said"), [pytest.param(make, said, id=id_, marks=marks) for id_, (make, said, marks) in PICTURES.items()]
)
def test_a_picture_that_is_no_screenshot_gets_one_line(
    typed: Typed, tmp_path: Path, make: Callable[[], bytes], said: str
) -> None:
    write(tmp_path / "dump.xml", SMALL)
    write(tmp_path / "screen.png", make())
    status, out, err = typed("look", "--hierarchy", "dump.xml", "--screenshot", "screen.png", "--out", "marked.png")
    assert (status, out) == (2, "")
    assert is_one_line(err), err
    assert "screen.png" in err
    assert said in err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["dump.xml", "screen.png"]


@held
@cases("form", ["PNG", "JPEG", "WEBP"])
@cases("mode", ["RGB", "L", "P", "CMYK", "RGBA", "I;16", "1"])
def test_screenshots_of_every_kind_are_read(typed: Typed, tmp_path: Path, form: str, mode: str) -> None:
    try:
        data = encoded(white().convert("L").convert(mode) if mode == "I;16" else white().convert(mode), form)
    except (OSError, ValueError):
        pytest.skip(f"there is no {form} in {mode}")
    write(tmp_path / "dump.xml", SMALL)
    write(tmp_path / "screen", data)
    status, out, err = typed(
        "look", "--hierarchy", "dump.xml", "--screenshot", "screen", "--out", "marked.png", "--json"
    )
    assert (status, err) == (0, "")
    assert json.loads(out)["size"] == [1080, 2400]
    assert Image.open(io.BytesIO((tmp_path / "marked.png").read_bytes())).format == "PNG"


@held
def test_of_an_animation_the_first_picture_is_taken(typed: Typed, tmp_path: Path) -> None:
    write(tmp_path / "dump.xml", SMALL)
    write(tmp_path / "screen.png", encoded(white(), save_all=True, append_images=[white().rotate(n) for n in range(9)]))
    status, _, err = typed("look", "--hierarchy", "dump.xml", "--screenshot", "screen.png", "--json")
    assert (status, err) == (0, "")


@pytest.mark.timeout(WITHIN_S)
@cases(
    "size",
    [
        pytest.param((9_999, 1), id="a row of px"),
        pytest.param((1, 9_999), id="a column of px"),
        pytest.param((10, 10), id="ten px each way", marks=held),
        pytest.param((1, 1), id="one px", marks=held),
        pytest.param((3_840, 2_160), id="4K", marks=held),
    ],
)
@cases("grid", [True, False], ids=["grid", "marks"])
def test_displays_of_odd_sizes_are_drawn(
    typed: Typed, tmp_path: Path, size: tuple[int, int], grid: bool, request: pytest.FixtureRequest
) -> None:
    write(tmp_path / "dump.xml", dump(node(bounds=f"[0,0][{size[0]},{size[1]}]")))
    write(tmp_path / "screen.png", encoded(white(*size)))
    asked = ("look", "--hierarchy", "dump.xml", "--screenshot", "screen.png", "--out", "marked.png", "--json")
    status, out, err = typed(*asked, *(["--grid"] if grid else []))
    assert (status, err) == (0, "")
    told = json.loads(out)["grid"]
    assert told["rows"] * told["cols"] <= 9 * 99
    assert max(Image.open(io.BytesIO((tmp_path / "marked.png").read_bytes())).size) <= 1280
