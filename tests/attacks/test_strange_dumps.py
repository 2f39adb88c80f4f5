"""A stranger hands over a dump and a screenshot to look at, or has an app installed that dumps whatever it likes.

The stranger wants the command to hang, to take the machine's memory, to read files or addresses that an XML document
names, to run another program on a picture, or to overwrite a file. What must happen: one line and exit status 2 within
seconds; or a screen with what can be seen of it, for what is odd but small. From a phone it is a DeviceError, by the
same bounds: both are read by `appagent.screen.read`.
"""

import io
import json
import os
import resource
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from cli_in_process import Typed
from PIL import Image
from tables import cases

from appagent.devices.captures.hierarchy import read_dump
from appagent.devices.virtual import virtual
from appagent.errors import DeviceError

pytestmark = pytest.mark.slow

WITHIN_S = 100  # of a machine that is busy; alone it is three
MEMORY = 3_000_000_000  # bytes of address space: the libraries map one before they do anything
held = pytest.mark.held
DISPLAY = "[0,0][1080,2400]"


def node(inside: str = "", bounds: str = DISPLAY, **more: str) -> str:
    """A button."""
    attributes = {"class": "android.widget.Button", "package": "com.x", "text": "Save", "clickable": "true", **more}
    told = " ".join(f'{name.replace("_", "-")}="{value}"' for name, value in attributes.items())
    return f'<node {told} bounds="{bounds}">{inside}</node>'


def dump(inside: str) -> str:
    """A dump with one window."""
    return f'<hierarchy rotation="0">{inside}</hierarchy>'


def many(number: int, top: int = 0) -> str:
    """So many buttons, each of its own place. top: of the highest, px."""
    corners = ((n % 200 * 5, top + n // 200 * 9) for n in range(number))
    places = (f"[{left},{upper}][{left + 4},{upper + 8}]" for left, upper in corners)
    return dump(node("".join(node(bounds=place) for place in places)))


SMALL = dump(node(node(bounds="[10,10][90,40]")))

REFUSED: dict[str, tuple[Callable[[], str | bytes], str, tuple[pytest.MarkDecorator, ...]]] = {
    "a million nodes": (lambda: dump("<node/>" * 1_000_000), "and 1000000 nodes is no screen", (held,)),
    "forty thousand nodes": (lambda: many(40_000), "and 40001 nodes is no screen", ()),
    "a text of nearly 50 MB": (lambda: dump(node(text="x" * 49_900_000)), "and 1 nodes is no screen", (held,)),
    "a text of 10 MB": (lambda: dump(node(text="x" * 10_000_000)), "characters and 1 nodes is no screen", ()),
    "ten thousand attributes of 1 kB": (
        lambda: dump("".join(node(content_desc="y" * 1_000) for _ in range(10_000))), "10000 nodes is no screen", (),
    ),
    "a display of ten million px": (
        lambda: dump(node(bounds="[0,0][9999999,9999999]")), "9999999 x 9999999 px is larger than any display", (),
    ),
    "a display of ten thousand px each way": (
        lambda: dump(node(bounds="[0,0][10000,10000]")), "10000 x 10000 px is larger than any display", (),
    ),
    "a column of ten million px": (
        lambda: dump(node(bounds="[0,0][1,9999999]")), "1 x 9999999 px is larger than any display", (),
    ),
    "no hierarchy": (lambda: "<html></html>", "no <hierarchy> in the dump", (held,)),
    "nothing": (lambda: "", "no <hierarchy> in the dump: it is empty", (held,)),
    "UTF-16": (lambda: SMALL.encode("utf-16"), "no <hierarchy> in the dump", (held,)),
    "a picture": (lambda: b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 100, "no <hierarchy> in the dump", (held,)),
    "four million brackets": (lambda: "<" * 3_900_000, "no <hierarchy> in the dump", (held,)),
}  # fmt: skip

SEEN: dict[str, tuple[Callable[[], str], int, tuple[pytest.MarkDecorator, ...]]] = {
    "two million question marks of XML": (lambda: "<hierarchy>" + "<?" * 1_900_000 + SMALL, 2, ()),
    "four hundred thousand document types": (lambda: SMALL + "<!DOCTYPE " * 390_000, 2, ()),
    "two hundred thousand attributes": (
        lambda: dump(node().replace(" ", "".join(f" a{n}='x'" for n in range(200_000)) + " ", 1)), 1, (),
    ),
    "two million ampersands": (lambda: f"<hierarchy>{'&' * 1_900_000}{SMALL}", 2, (held,)),
    "a tree of a hundred thousand levels that are no nodes": (lambda: f"<hierarchy>{'<x>' * 100_000}", 0, (held,)),
    "a tree of nine thousand nodes": (lambda: dump(node().replace("</node>", "") * 9_000), 1, (held,)),
    "nine thousand buttons": (lambda: many(9_000), 500, (held,)),
    "nineteen thousand windows": (lambda: dump(node() * 19_000), 1, (held,)),
    "a class of three million letters": (lambda: dump(node(**{"class": "a." * 1_500_000})), 1, (held,)),
    "a resource-id of three million letters": (lambda: dump(node(resource_id="1a-" * 1_000_000)), 1, (held,)),
    "a hint of three million letters": (lambda: dump(node(hint="no " * 1_000_000, text="")), 1, (held,)),
    "bounds of five thousand digits": (lambda: dump(node(node(bounds=f"[0,0][{'9' * 5_000},9]"))), 1, (held,)),
    "bounds of 10^18": (lambda: dump(node(node(bounds=f"[-{10**18},0][{10**18},{10**18}]"))), 1, (held,)),
    "bounds that are no numbers": (lambda: dump(node(node(bounds="[NaN,0][inf,1e9]"))), 1, (held,)),
    "bounds that are turned round": (lambda: dump(node(node(bounds="[90,90][10,10]"))), 1, (held,)),
    "bounds far to the left": (lambda: dump(node(node(bounds="[-9999999,-9999999][-1,-1]"))), 1, (held,)),
    "an index of five thousand digits": (lambda: dump(node(index="9" * 5_000)), 1, (held,)),
    "zero bytes and control characters": (lambda: dump(node(text="a\0\x1b[2J\x07b")), 1, (held,)),
    "references to letters that are none": (lambda: dump(node(text="&#0;&#xD800;&#9999999;&gone;")), 1, (held,)),
}  # fmt: skip


def looked_at(folder: Path, *words: object) -> tuple[int, str, str]:
    """What the real command says of files in a folder, with no more memory than it may have."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("APPAGENT_", "OPENAI_", "XDG_"))}
    line = [sys.executable, "-m", "appagent", "look", *map(str, words)]
    environment = {**kept, "HOME": str(folder), "OPENBLAS_NUM_THREADS": "1"}
    ran = subprocess.run(
        line, capture_output=True, text=True, cwd=folder, env=environment,
        timeout=WITHIN_S, stdin=subprocess.DEVNULL,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)),
    )  # fmt: skip
    return ran.returncode, ran.stdout, ran.stderr


def write(path: Path, content: str | bytes) -> Path:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def encoded(picture: Image.Image, form: str = "PNG", **options: object) -> bytes:
    data = io.BytesIO()
    picture.save(data, form, **options)
    return data.getvalue()


def white(width: int = 1080, height: int = 2400) -> Image.Image:
    return Image.new("RGB", (width, height), "white")


def is_one_line(err: str) -> bool:
    return err.startswith("appagent: ") and len(err.splitlines()) == 1 and len(err) < 1_000


@pytest.mark.timeout(WITHIN_S)
@cases(
    ("make", "said"), [pytest.param(make, said, id=id_, marks=marks) for id_, (make, said, marks) in REFUSED.items()]
)
def test_a_dump_that_is_no_screen_gets_one_line(
    typed: Typed, tmp_path: Path, make: Callable[[], str | bytes], said: str
) -> None:
    write(tmp_path / "dump.xml", make())
    status, out, err = typed("look", "--hierarchy", "dump.xml", "--out", "marked.png")
    assert (status, out) == (2, "")
    assert is_one_line(err)
    assert "dump.xml" in err
    assert said in err
    assert not (tmp_path / "marked.png").exists()


@pytest.mark.timeout(WITHIN_S)
@cases(
    ("make", "elements"), [pytest.param(make, seen, id=id_, marks=marks) for id_, (make, seen, marks) in SEEN.items()]
)
def test_of_a_dump_that_is_odd_what_can_be_read_is_read(
    typed: Typed, tmp_path: Path, make: Callable[[], str], elements: int
) -> None:
    write(tmp_path / "dump.xml", make())
    status, out, err = typed("look", "--hierarchy", "dump.xml", "--json")
    assert (status, err) == (0, "")
    assert len(json.loads(out)["elements"]) == elements


def test_twice_as_many_buttons_are_hardly_more_than_twice_the_work() -> None:
    def areas(number: int) -> int:
        made, counted = many(number, top=2_000), Counter[str]()
        sys.setprofile(lambda frame, *_: counted.update([frame.f_code.co_name]))
        try:
            read_dump(made, None, size=(1080, 2400))
        finally:
            sys.setprofile(None)
        return counted["area"]

    assert areas(120) < 3 * areas(60)


def test_what_an_app_calls_its_parts_is_cut_where_it_is_told(typed: Typed, tmp_path: Path) -> None:
    long = dict.fromkeys(("class", "package", "resource_id", "hint"), "x" * 900_000)
    write(tmp_path / "dump.xml", dump(node(text="", **long)))
    status, out, _ = typed("look", "--hierarchy", "dump.xml", "--json")
    assert status == 0
    assert len(out) < 5_000


class _Telltale(BaseHTTPRequestHandler):
    """Notes who asks."""

    def do_GET(self) -> None:
        self.server.asked.append(self.path)  # type: ignore[attr-defined]
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Quiet."""


@held
@cases(
    "document",
    [
        '<!DOCTYPE h [<!ENTITY x SYSTEM "file://{secret}">]>{small}',
        '<hierarchy><!DOCTYPE h [<!ENTITY x SYSTEM "file://{secret}">]>{small}</hierarchy>',
        '<!DOCTYPE h SYSTEM "{url}/h.dtd">{small}',
        '<!DOCTYPE h [<!ENTITY % x SYSTEM "{url}/x.dtd"> %x;]>{small}',
        '<hierarchy xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include href="{url}/a.xml"/>'
        '<xi:include href="{secret}" parse="text"/>{small}</hierarchy>',
        '<hierarchy><?xml-stylesheet href="{url}/a.xsl"?>{small}</hierarchy>',
    ],
    ids=["a file as an entity", "within", "a document type", "a parameter entity", "an inclusion", "a style sheet"],
)
def test_nothing_that_a_dump_names_is_fetched(typed: Typed, tmp_path: Path, document: str) -> None:
    secret = write(tmp_path / "secret", "my-key")
    server = HTTPServer(("127.0.0.1", 0), _Telltale)
    server.asked = []  # type: ignore[attr-defined]
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}"
    small = SMALL.replace('"Save"', '"&x;"')
    filled = document.replace("{secret}", str(secret)).replace("{url}", url).replace("{small}", small)
    write(tmp_path / "dump.xml", filled)
    status, out, err = typed("look", "--hierarchy", "dump.xml", "--json")
    server.shutdown()
    server.server_close()
    assert status in {0, 2}
    assert "my-key" not in out + err
    assert server.asked == []  # type: ignore[attr-defined]


@held
def test_a_billion_laughs_are_not_expanded(typed: Typed, tmp_path: Path) -> None:
    laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    write(tmp_path / "dump.xml", f'<!DOCTYPE h [<!ENTITY l0 "lol">{laughs}]>' + SMALL.replace("Save", "&l9;"))
    status, out, _ = typed("look", "--hierarchy", "dump.xml", "--json")
    assert status == 0
    assert len(out) < 5_000


# Files


@pytest.mark.parametrize("option", ["--hierarchy", "--screenshot"])
@pytest.mark.parametrize(
    ("make", "said"),
    [
        pytest.param(os.mkfifo, "it is no regular file", id="a pipe that nobody writes to", marks=held),
        pytest.param(lambda path: path.symlink_to("/dev/zero"), "it is a link", id="a device", marks=held),
        pytest.param(Path.mkdir, "it is no regular file", id="a folder", marks=held),
        pytest.param(
            lambda path: os.truncate(write(path, ""), 5 * 10**9), "it has more than", id="five gigabytes", marks=held
        ),
        pytest.param(lambda path: path.symlink_to(path), "cannot read", id="a link to itself", marks=held),
    ],
)
def test_what_is_no_file_is_not_waited_for(
    typed: Typed, tmp_path: Path, option: str, make: Callable[[Path], object], said: str
) -> None:
    make(tmp_path / "odd")
    write(tmp_path / "dump.xml", SMALL)
    asked = ["--hierarchy", "odd"] if option == "--hierarchy" else ["--hierarchy", "dump.xml", "--screenshot", "odd"]
    status, _, err = typed("look", *asked)
    assert status == 2
    assert is_one_line(err), err
    assert said in err


def test_the_command_itself_stays_within_its_memory(tmp_path: Path) -> None:
    make, said, _ = REFUSED["forty thousand nodes"]
    write(tmp_path / "dump.xml", make())
    status, _, err = looked_at(tmp_path, "--hierarchy", "dump.xml", "--out", "marked.png")
    assert status == 2
    assert is_one_line(err), err
    assert said in err


@pytest.mark.parametrize(
    ("out", "said"),
    [
        pytest.param("dump.xml", "--out dump.xml is one of the files to look at", id="over the dump"),
        pytest.param("screen.png", "--out screen.png is one of the files to look at", id="over the picture"),
        pytest.param("link.png", "--out link.png is one of the files to look at", id="over a link to the picture"),
        pytest.param("nowhere/marked.png", "cannot write nowhere/marked.png", id="into no folder", marks=held),
        pytest.param("folder", "cannot write folder", id="over a folder", marks=held),
        pytest.param("/dev/full", "cannot write /dev/full", id="onto a full disk", marks=held),
    ],
)
def test_nothing_is_overwritten_and_a_disk_that_is_full_is_told(
    typed: Typed, tmp_path: Path, out: str, said: str
) -> None:
    dumped, picture = SMALL.encode(), encoded(white())
    write(tmp_path / "dump.xml", dumped)
    write(tmp_path / "screen.png", picture)
    (tmp_path / "link.png").symlink_to("screen.png")
    (tmp_path / "folder").mkdir()
    status, _, err = typed("look", "--hierarchy", "dump.xml", "--screenshot", "screen.png", "--out", out)
    assert status == 2
    assert is_one_line(err), err
    assert said in err
    assert (tmp_path / "dump.xml").read_bytes() == dumped
    assert (tmp_path / "screen.png").read_bytes() == picture


# A phone

HOSTILE = """
from appagent.phone.app import App, Page
from appagent.phone.ui import Button, Column

class Hostile(App):
    package, label = "org.example.hostile", "Hostile"
    def home(self):
        return Page(Column([Button("Save", desc="x" * 5_000_000)]))
"""


@held
@pytest.mark.timeout(WITHIN_S)
def test_a_dump_of_5_mb_from_a_phone_is_the_phones_error(tmp_path: Path) -> None:
    write(tmp_path / "hostile.py", HOSTILE)
    from appagent.actions import Start

    with virtual(size=(540, 1200), time_scale=0.05, apps=tmp_path) as (device, _):
        device.perform(Start("org.example.hostile"))
        with pytest.raises(DeviceError, match="nodes is no screen"):
            device.capture()
