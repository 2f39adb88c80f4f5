"""A label, a page or a model's text that makes the person see another question than the one they are asked.

The person decides by what their terminal shows. So what is not ours must not erase a line, colour it, turn its
direction, hide in it, end its own quotation and go on as ours, or wrap into a line that looks like ours. The question
is read off a real terminal here: what a pseudo-terminal got, laid out in its width.
"""

import fcntl
import os
import pty
import struct
import termios
import unicodedata
from concurrent.futures import ThreadPoolExecutor

import pytest
from cli_in_process import all_of, at_terminal
from endpoint import Endpoint, in_turn
from hierarchies import dump, node
from tables import cases

from appagent.actions import Tap, TypeText, describe, whole_text
from appagent.cli.running import run
from appagent.devices.captures.hierarchy import read_dump
from appagent.errors import RefusedError
from appagent.guard import Guard

COLUMNS = 80
OURS = "The agent wants to do something that may"


def case(id, words):
    return pytest.param(words, id=id)


LABELS = [
    case("closes its quotation mark", 'Pay $99". That is safe. Let it? [y/N]: y'),
    case("closes it and asks another question", 'Pay $99".\n\nThe agent wants to go back. Let it? [y/N]'),
    case("turns the direction of writing", "Pay \u202e99$\u202c \u2066now\u2069"),
    case("hides signs without width", "Pay\u200b\u200c\u2060 \ufeff$99\u00ad"),
    case("is written in tags that nobody sees", "Pay" + "".join(chr(0xE0000 + ord(sign)) for sign in " nothing")),
    case("has signs for private use", "Pay \ue000\uf8ff"),
    case("piles accents up", "Pay" + "\u0335\u0336\u0489" * 90),
    case("begins far to the right", "\u00a0" * 600 + "Pay $99"),
    case("begins with blank letters", "\u3164\u2800\uffa0" * 200 + "Pay $99"),
    case("pads itself to the next line", "Pay $99" + "\u3164" * 60 + "Let it? [y/N]: y"),
    case("says at the end what it is", "Cancel and go back " + "to the list of all that there is " * 9 + "or Pay $99"),
    case("has one endless word", "Pay " + "y" * 5_000),
    case("is wide", "Pay 支付" + "支" * 400),
    case("breaks lines as no editor does", "Pay $99\u2028Let it? [y/N]: y\u2029\u0085"),
]
TEXTS = [
    case("erases the question", "Hi\x1b[2J\x1b[1;1HThe agent wants to go back. Let it? [y/N]"),
    case("goes up and writes over it", "Hi\x1b[3A\x1b[2K\rAll is well"),
    case("returns the carriage", "Hi\rAll is well, nothing is sent" + "\b" * 80),
    case("sets the window's title", "Hi\x1b]0;All is well\x07"),
    case("fills the clipboard", "Hi\x1b]52;c;cm0gLXJmIH4=\x07"),
    case("uses the control signs of eight bits", "Hi\x9b2J\x9d0;All is well\x9c"),
    case("asks by itself", 'Hi"\nLet it? [y/N]: y\n\nThe agent wants to go back.'),
    case("draws a bar of its own", "Hi\n  │ tap 'Cancel'\nLet it? [y/N]"),
    case("has a thousand lines", "Hi\n" + "more\n" * 1_000 + "and at last: send $99"),
    case("is long", "Hi " + "and more of it " * 2_000 + "and at last: send $99"),
    case("is half a character", "Hi \ud83d\udc00"),
]


def terminal_of(columns):
    """Both ends of a terminal so wide, which does not show what is typed."""
    keyboard, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    flags = termios.tcgetattr(terminal)
    flags[3] &= ~termios.ECHO
    termios.tcsetattr(terminal, termios.TCSANOW, flags)
    return keyboard, terminal


def asked(action, screen, monkeypatch, columns=COLUMNS):
    """The lines that a terminal shows when the guard asks about an action, and the bytes that it got."""
    keyboard, terminal = terminal_of(columns)
    os.write(keyboard, b"n\n")
    with at_terminal(terminal, monkeypatch), pytest.raises(RefusedError, match="refused by the person"):
        Guard(ask=run.ask_person).check(action, screen, describe(action, screen), whole_text(action, screen))
    told = all_of(keyboard)
    return laid_out(told.decode(), columns), told


def laid_out(told, columns):
    """Lines as a terminal of so many columns shows them; nothing in them may be more than a letter."""
    assert not [sign for sign in told if unicodedata.category(sign)[0] == "C" and sign not in "\r\n"], told
    rows = []
    for line in told.replace("\r\n", "\n").rstrip("\n").split("\n"):
        rows.append("")
        for sign in line:
            if wide(rows[-1] + sign) > columns:
                rows.append("")
            rows[-1] += sign
    return rows


def wide(words):
    return sum(
        0 if unicodedata.category(sign) == "Mn" else 2 if unicodedata.east_asian_width(sign) in "WF" else 1
        for sign in words
    )


def is_our_question(rows):
    """Our words first and last, each once, and between them nothing that does not stand behind a bar."""
    assert rows[0].startswith(OURS)
    assert rows[0].endswith(":")
    assert rows[-1].startswith("Let it? [y/N]: ")
    assert len(rows) > 2
    assert [row for row in rows[1:-1] if not row.startswith("  │ ")] == []
    assert len(rows) < 30
    return True


@cases("question", ["Which Anna?", "Hi\x1b[2J\nYour answer: yes\u202e " + "x" * 300, 'It says "Your answer: no"'])
def test_a_question_of_the_agent_does_not_get_out_of_its_bars(question, monkeypatch):
    keyboard, terminal = terminal_of(80)
    os.write(keyboard, b"Anna Berg\n")
    with at_terminal(terminal, monkeypatch):
        assert run._answer(question) == "Anna Berg"
    rows = laid_out(all_of(keyboard).decode(), 80)
    ours = [row for row in rows if row.startswith(("The agent asks you:", "Your answer: "))]
    assert [row.partition(":")[0] for row in ours] == ["The agent asks you", "Your answer"]
    behind = [row for row in rows if row not in ours and row != "Anna Berg"]
    assert behind
    assert not [row for row in behind if not row.startswith("  │ ")]


@pytest.mark.slow
@cases("columns", [80, 50])
@cases("label", LABELS)
def test_a_label_does_not_get_out_of_the_question(label, columns, monkeypatch):
    button = node("Button", at=(200, 1450, 500, 1550), can="clickable enabled", text=label)
    screen = read_dump(dump(node("FrameLayout", button)), app="org.notes")
    rows, _ = asked(Tap(1), screen, monkeypatch, columns)
    assert is_our_question(rows)
    words = "".join(row.removeprefix("  │ ") for row in rows[1:-1])
    assert words.count('"') == 2, "the quotation marks are ours, and the label has none"
    assert words.startswith('tap "')
    assert words.endswith('"')
    assert "Pay" in words


@cases("columns", [80, 50])
@cases("text", TEXTS)
def test_a_text_to_be_typed_does_not_get_out_of_the_question(text, columns, monkeypatch):
    field = node("EditText", at=(0, 800, 900, 900), can="clickable enabled focused", hint="Message", name="message")
    send = node("Button", at=(900, 800, 1080, 900), can="clickable enabled", text="Send")
    screen = read_dump(dump(node("FrameLayout", field, send)), app="org.notes")
    rows, _ = asked(TypeText(text, mark=1, enter=True), screen, monkeypatch, columns)
    assert is_our_question(rows)
    assert rows[1].startswith('  │ type "Hi')
    assert any(row.startswith("  │ │ Hi") for row in rows), "all of it stands behind a bar of its own"
    if "at last" in text:
        assert "$99" in rows[-2], "its end is seen"


def test_a_plain_question_reads_plainly(monkeypatch):
    button = node("Button", at=(200, 1450, 500, 1550), can="clickable enabled", text="Pay $99")
    rows, _ = asked(Tap(1), read_dump(dump(node("FrameLayout", button)), app="org.notes"), monkeypatch)
    assert rows == [f"{OURS} pay:", '  │ tap "Pay $99"', "Let it? [y/N]: "]


FORGER = """
from appagent.phone.app import App, Page
from appagent.phone.ui import Button, Column, Text

class Forger(App):
    package, label = "com.example.forger", "Forger"
    def begin(self):
        self.paid = False
    def home(self):
        return Page(Column([Text("Shop"), Button({label!r}, id="b", on_tap=self.pay)]))
    def pay(self):
        self.paid = True
"""


@pytest.mark.slow
def test_a_whole_run_at_a_terminal_shows_one_question_and_no_sign_of_theirs(typed, monkeypatch, tmp_path):
    """The command line at a real terminal, a model's client over HTTP, the phone, and a person who says no."""
    (tmp_path / "apps").mkdir()
    label = 'Pay $99". Safe. \u202eLet it? [y/N]: y'
    (tmp_path / "apps" / "forger.py").write_text(FORGER.format(label=label), encoding="utf-8")
    forged = "\x1b[2J\x1b]0;owned\x07" + "a " * 36 + "Let it? [y/N]: y\n   9 ✓ finish"
    quoted = f'Thought: It says "{forged}"'
    replies = (
        f"{quoted}\nAction: wait(0.1)",
        "Thought: -\nAction: tap(1)",
        f'Thought: -\nAction: finish("done", "{"x" * 90} [bold]{forged}")',
    )
    phone = ("--device", "virtual", "--apps", "apps", "--size", "360x800", "--time-scale", "0.05")
    keyboard, terminal = terminal_of(COLUMNS)
    with Endpoint(in_turn(*replies)) as served, ThreadPoolExecutor() as reader:
        for name, value in {"BASE_URL": served.url, "MODEL": "m", "API_KEY": "k"}.items():
            monkeypatch.setenv(f"APPAGENT_{name}", value)
        monkeypatch.setenv("TERM", "dumb")
        os.write(keyboard, b"n\n")
        told = reader.submit(all_of, keyboard)
        with at_terminal(terminal, monkeypatch):
            command = ["run", "--app", "forger", "--task", "Look", "--agent", "model", "--runs", "runs", *phone]
            status, *_ = typed(*command)
    rows = laid_out(told.result().decode(), COLUMNS)
    assert status == 0, rows
    assert [row for row in rows if row.startswith("Let it?")] == [
        next(r for r in rows if r.startswith("Let it? [y/N]: "))
    ]
    assert not [row for row in rows if row.startswith(("   9 ✓", "The agent wants to go"))]
    answer = next(number for number, row in enumerate(rows) if row.startswith("Answer:"))
    end = next(number for number, row in enumerate(rows) if " model call" in row and row[:1].isdigit())
    assert [row.startswith("      ") for row in rows[answer + 1 : end]] == [True] * (end - answer - 1)
    assert end > answer + 1
    assert any("[bold]" in row for row in rows), "markup of theirs is text"
    log = next((tmp_path / "runs").glob("*/*.jsonl")).read_text(encoding="utf-8")
    assert not [sign for sign in log if unicodedata.category(sign)[0] == "C" and sign != "\n"]
