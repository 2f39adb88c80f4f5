"""Dates, times, durations and amounts in many languages are no part of a name."""

import importlib.util
import json
from pathlib import Path

import pytest
from tables import cases

from appagent.screen.language import dates
from appagent.screen.texts.wording import are_days, lasting

SCRIPT = Path(__file__).resolve().parents[1] / "bench" / "dates.py"


@cases(
    "text",
    [
        "Mon, 12 May 2024", "5 minutes ago", "in 3 days", "12 de mayo de 2024", "8 set 2024", "sett. 5",
        "il y a 3 jours",
        "vor 5 Minuten", "5 июня", "2024年5月12日 星期一", "3小时前", "2024년 5월 12일 월요일", "오후 3:05",
        "١٢ مايو ٢٠٢٤",
        "१२ मई २०२४", "12 tháng 5, 2024", "dakika 5",
        "do 5 mei", "12:30 PM", "45%", "12.3 MB", "CHF 12.50", "12 zł", "R$ 5,00",
        "Monday", "星期一", "2024-11-12", "1.2万",
    ],
)  # fmt: skip
def test_nothing_lasts_of_a_date_a_time_or_an_amount(text: str):
    assert lasting(text) == ""


@cases(
    ("text", "kept"),
    [
        ("May I?", "may i?"),
        ("Sun", "sun"),
        ("set", "set"),
        ("Pay $4.99", "pay #"),
        ("Alarm 7:05 am", "alarm #"),
        ("1,204 unread messages", "# unread messages"),
        ("Top 10", "top #"),
        ("更新于12分钟前", "更新于#"),
        ("微信Pay", "微信pay"),
        ("半导体ETF", "半导体etf"),
        ("Wi-Fi 2.4 GHz", "wi-fi # ghz"),
        ("Inbox (3)", "inbox"),
        ("Photo 12 of 40", "photo # of #"),
    ],
)
def test_other_words_last(text: str, kept: str):
    assert lasting(text) == kept


def test_a_short_name_of_a_day_is_one_among_days():
    assert lasting("Sun", among_days=True) == ""
    assert are_days([["Sun"], ["Mon"], ["Tue"]])
    assert not are_days([["Sun"], ["Moon"], ["Stars"], ["Sea"]])
    assert not are_days([["7"], ["8"], ["9"]])


@pytest.mark.slow
def test_the_tables_are_those_that_the_script_makes_of_cldr():
    pytest.importorskip("babel")
    spec = importlib.util.spec_from_file_location("cldr", SCRIPT)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    shipped = json.loads(Path(dates.__file__).with_name("dates.json").read_text(encoding="utf-8"))
    assert module.FILE.samefile(Path(dates.__file__).with_name("dates.json"))
    made = module.tables()
    assert shipped.keys() == made.keys()
    same = [len(set(shipped[name]) & set(made[name])) / len(made[name]) for name in made if name != "source"]
    assert min(same) > 0.9  # another release of CLDR may have other words
