"""Checks: expressions over the phone's state that can be true, false or wrong, and never do anything."""

import pytest
from tables import cases

from appagent.errors import UsageError
from appagent.tasks import holds

STATE = {
    "settings": {"wifi": True, "font_size": "Large", "volume": 7},
    "notes": {"notes": [{"title": "Milk", "body": "2 l"}, {"title": "Books", "body": ""}], "items": [1, 2], "count": 3},
}


@cases(
    ("check", "expected"),
    [
        ("settings.wifi", True),
        ("not settings.wifi", False),
        ("settings.wifi == True and settings.volume >= 7", True),
        ("settings['font_size'] == 'Large'", True),
        ("any(n.title == 'Milk' and '2' in n.body for n in notes.notes)", True),
        ("all(n.title != 'Milk' for n in notes.notes)", False),
        ("len([n for n in notes.notes if n.body]) == 1", True),
        ("notes.notes[0].title.lower().startswith('mi')", True),
        ("sorted(n.title for n in notes.notes) == ['Books', 'Milk']", True),
        ("len(notes.items) == 2 and notes.count == 3", True),  # an app's words win over Python's
        ("settings.volume * 2 - 1 == 13", True),
        ("lower(answer) == 'seven'", True),
        ("max(1, settings.volume) == 7", True),
        ("any(any(w == 'l' for w in n.body.split()) for n in notes.notes)", True),
        ("sum(len(n.title) for n in notes.notes) == 9", True),
        ("[n.title for n in notes.notes] + ['x'] == ['Milk', 'Books', 'x']", True),
        ("notes.notes[0] in notes.notes", True),
    ],
)
def test_checks_hold_or_do_not(check, expected):
    assert holds(check, STATE, answer="Seven") is expected


@cases(
    ("check", "reason"),
    [
        ("settings.wifi = True", "syntax"),  # must not pass for a check that is true
        ("settings.wifi; True", "syntax"),
        ("", "syntax"),
        ("settings.", "syntax"),
        ("bluetooth.on", "'bluetooth' is not defined"),
        ("settings.wifii", "there is no 'wifii'; there are: font_size, volume, wifi"),
        ("settings['wifii']", "there is no 'wifii'"),
        ("notes.notes[7].title", "out of range"),
        ("notes.notes.title", "there is no 'title'"),
        ("settings.volume + 'x'", "unsupported"),
        ("lower(7)", "lower"),
        ("max([])", "empty"),
        ("notes.notes[0].title.lower", "not called"),
    ],
)
def test_a_check_that_cannot_be_worked_out_is_an_error_of_the_user(check, reason):
    with pytest.raises(UsageError, match="apps in the state: notes, settings") as caught:
        holds(check, STATE)
    assert reason in str(caught.value)


def doubled(made, start="2"):
    """A check that makes something of what it made before, time and again."""
    check = f"[{start!r}]" if len(start) > 1 else f"[{start}]"
    for _ in range(30):
        check = f"[{made} for x in {check}]"
    return check


@cases(
    "check",
    [
        "__import__('os').system('true')",
        "().__class__.__bases__[0].__subclasses__()",
        "settings.__class__",
        "settings.get('wifi')",
        "notes.notes.append(1)",
        "notes.notes[0].title.__class__",
        "'{0.__class__}'.format(1)",
        "f'{settings.__class__}'",
        "(lambda: 1)()",
        "[x := 1]",
        "exec('1')",
        "open('/etc/passwd')",
        "getattr(settings, 'wifi')",
        "9 ** 9 ** 9",
        "1 << 10 ** 9",
        "'a' * 10 ** 9",
        "'%1000000000d' % 1",
        "f'{1:>1000000000}'",
        "'a'.ljust(1000000000)",
        "[1 for a in 'x' * 20000]",
        "[1 for a in 'x' * 200 for b in 'x' * 200]",
        "-" * 1999 + "1",
        "(" * 500 + "1" + ")" * 500,
        "1 + " * 1000 + "1",
        "sum([[1] * 9999] * 9999, [])",
        "[[1]] == [[1]]",
        doubled("[x, x]") + " == " + doubled("[x, x]"),  # small, and huge when walked through
        doubled("x * x"),
        doubled("x + x", "a" * 300),
        "any(sorted(b) for a in notes.notes for b in ['x,' * 900])",
        "\0",
    ],
)
def test_hostile_checks_are_refused(check):
    with pytest.raises(UsageError):
        holds(check, STATE)
