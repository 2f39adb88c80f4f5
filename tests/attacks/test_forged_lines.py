"""A label, a model's text or a name that forges a line of ours: in pages, logs, tables, errors and JSON.

What is not ours must not erase a line, colour it, turn its direction, hide in it, or go on as ours.
"""

import json
import re
import sys
import unicodedata
import xml.etree.ElementTree as ET
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from appagent.bench.figures import Row
from appagent.bench.page import page as bench_page
from appagent.cli.main import _report as say_error
from appagent.cli.shared import show
from appagent.foreign import barred, cells, json_line, shown
from appagent.runs.recorder import Recorder
from appagent.runs.report import render
from appagent.runs.trajectory import Step, load_run
from appagent.sessions import Done, Result, junit

NASTY = '\x1b[2J\x9b1A\u202e\u2066evil\u200b\r\b\x07\ue000\ud800\u2028x" [red]:warning:' + "\u0489" * 50


def visible(words, also="\n"):
    """Nothing in it that a person cannot see, and no letter under a pile of marks."""
    hidden = [sign for sign in words if unicodedata.category(sign)[0] == "C" and sign not in also]
    hidden += [sign for sign in words if unicodedata.category(sign) in {"Zl", "Zp"}]
    return not hidden and not re.search("[\u0489]{4}", words)


STEP = Step(
    1, "s", NASTY, NASTY, f"tap({NASTY})", NASTY, "done", element_id=NASTY, thought=NASTY, observation=NASTY,
    summary=f"{NASTY}.", think=NASTY, reason=NASTY, documents=(NASTY,), document=NASTY, size=(100, 200), seconds=1.0,
)  # fmt: skip


class Shown(HTMLParser):
    """What a browser shows of a page: texts and the attributes that hold some, with the tags around them."""

    def __init__(self, page):
        super().__init__()
        self.texts, self.around = [], []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.texts += [(value or "", (*self.around, f"@{name}")) for name, value in attrs if name != "src"]
        if tag not in {"meta", "img", "input", "br", "path", "rect", "image", "link"}:
            self.around.append(tag)

    def handle_endtag(self, tag):
        while tag in self.around and self.around.pop() != tag:
            pass

    def handle_data(self, data):
        self.texts.append((data, tuple(self.around)))


def run_page(tmp_path):
    facts = {"agent": NASTY, "model": NASTY, "device": NASTY, "docs": NASTY, "check": NASTY}
    recorder = Recorder(tmp_path / "runs", "run", NASTY, NASTY, facts)
    recorder.step(STEP)
    recorder.step(replace(STEP, number=2, screen_id="t", activity=f".{NASTY}Two", outcome=NASTY))
    recorder.end(status=NASTY, reason=NASTY, answer=NASTY, checked=False)
    recorder.close()
    return render(load_run(recorder.folder))


def page_of_a_bench(tmp_path):
    row = Row(
        task=NASTY, seed=0, agent=NASTY, docs=NASTY, app=NASTY, goal=NASTY, status=NASTY, claimed=True, steps=1,
        model_calls=0, prompt_tokens=0, completion_tokens=0, cost_usd=None, seconds=1.0, reason=NASTY,
    )  # fmt: skip
    facts = {"suite": NASTY, "seeds": 1, "versions": {"appagent": "1"}, "settings": {"model": NASTY}, "lessons": []}
    return bench_page(facts, [row])


@pytest.mark.parametrize("made", [run_page, page_of_a_bench])
def test_a_page_shows_only_what_can_be_seen(made, tmp_path):
    page = made(tmp_path)
    assert "evil" in page
    texts = Shown(page).texts
    assert [text for text, _ in texts if not visible(text, "\n\t")] == []


def test_a_page_keeps_words_that_run_from_right_to_left_to_themselves(tmp_path):
    """Each stands alone in a block, or in a tag that browsers isolate."""
    arabic = "ادفع 99 الآن"
    page = run_page_of(tmp_path, arabic)
    own = {"bdi", "dd", "h1", "code", "title", "tspan", "pre"}
    loose = [
        (text, around)
        for text, around in Shown(page).texts
        if arabic in text and not around[-1].startswith("@") and around[-1] not in own and text.strip() != arabic
    ]
    assert loose == []


def run_page_of(tmp_path, words):
    recorder = Recorder(tmp_path / "runs", "run", words, words, {"agent": words, "device": words})
    for number in (1, 2):
        given = {
            "words": words,
            "thought": words,
            "reason": words,
            "element_id": words,
            "activity": f".{words}{number}",
        }
        recorder.step(
            replace(
                STEP,
                number=number,
                screen_id=f"s{number}",
                app=words,
                observation="",
                documents=(),
                document="",
                **given,
            )
        )
    recorder.end(status="success", reason=words, answer=words, checked=False)
    recorder.close()
    return render(load_run(recorder.folder))


def test_the_log_of_a_ci_server_shows_only_what_can_be_seen(tmp_path):
    result = Result(
        "failed", NASTY, NASTY, 1, 0, {"prompt": 0, "completion": 0}, 0.0, 1.5, 0, NASTY, "runs/x", NASTY
    )  # fmt: skip
    junit.write_junit(tmp_path / "j.xml", NASTY, [Done(NASTY, 0, result)], {"agent": NASTY})
    tree = ET.parse(tmp_path / "j.xml")
    words = [word for one in tree.iter() for word in [one.text or "", *one.attrib.values()]]
    assert any("evil" in word for word in words)
    assert [word for word in words if not visible(word, "\n")] == []


def test_a_table_keeps_a_cell_in_its_column(capsys):
    show.rows(["id", "what it does", "app"], [["1", f"{NASTY}\n2   forged   com.bank", "com.x"]], NASTY)
    told = capsys.readouterr().out
    assert visible(told)
    assert not [line for line in told.split("\n") if line.startswith("2")]
    assert ":warning:" in told
    assert "[red]" in told


def test_an_error_is_one_line(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["appagent"])
    say_error(f"no run {NASTY}\nappagent: all is well\n")
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert visible(told)


def test_json_loses_nothing_and_shows_everything():
    told = json_line({"answer": NASTY, NASTY: 1})
    assert not [sign for sign in told if not sign.isprintable()]
    assert json.loads(told) == {"answer": NASTY, NASTY: 1}


@pytest.mark.slow
@given(st.text() | st.text(alphabet="\u0300\u0489\u200b\u202e \n\x1b\u3164│x"), st.integers(1, 200), st.booleans())
@settings(deadline=None, max_examples=50)
def test_any_words_are_shown_in_signs_that_show(words, most, lines):
    told = shown(words, most, lines=lines)
    assert visible(told, "\n" if lines else "")
    assert len(told) <= most
    assert shown(told, most, lines=lines) == told, "what is clean stays as it is"


@given(st.text() | st.text(alphabet="a 支│\n"), st.integers(20, 120))
@settings(deadline=None, max_examples=50)
def test_any_words_stay_behind_their_bar(words, width):
    for line in barred(words, width):
        assert line.startswith("  │ ")
        assert "\n" not in line
        assert cells(line) <= width
