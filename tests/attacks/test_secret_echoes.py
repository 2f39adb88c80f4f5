"""An app that was given a secret shows it again, in whatever form: to a model, a document, a report, a log, a picture.

What must happen: every form that is still read as the secret is masked by its name in all words, and covered on every
picture; what is something else stays to be seen. Halves, and what is reversed or encoded, no masking can find.
"""

import unicodedata

import numpy as np
import pytest
from echo_app import PIN, appagent, covered, endpoint_saying, left, painted, told, words_of
from hierarchies import CORPUS, dump, node
from tables import cases

from appagent.devices.captures.hierarchy import read_dump
from appagent.screen import Seen, with_seen
from appagent.secrets import Secrets, mask_screen
from appagent.secrets.plain_forms import plain_form

pytestmark = pytest.mark.slow

CARD = "4111222233334567"
WORD = "Sesame77öpen"


def styled(value: str, style: str) -> str:
    """A value in other letters and digits, by what Unicode calls them."""
    return "".join(unicodedata.lookup(style.format(unicodedata.name(sign).split()[-1])) for sign in value)


ECHOES = [
    pytest.param(PIN, " ".join(PIN), id="spaced"),
    pytest.param(PIN, "-".join(PIN), id="hyphens"),
    pytest.param(PIN, "5820.4716", id="a dot in it"),
    pytest.param(PIN, "58/20/47/16", id="slashes"),
    pytest.param(PIN, "5820\u00a04716", id="no-break space"),
    pytest.param(PIN, "58\u200920\u300047\u202f16", id="kinds of space"),
    pytest.param(PIN, "5820\n4716", id="two lines"),
    pytest.param(PIN, "\u200b".join(PIN), id="zero-width spaces"),
    pytest.param(PIN, "\u202e".join(PIN), id="direction marks"),
    pytest.param(PIN, "\u0301".join(PIN), id="accents on digits"),
    pytest.param(PIN, "582047…", id="cut at its end"),
    pytest.param(PIN, "582047...", id="cut by dots"),
    pytest.param(PIN, "••••4716", id="cut at its front"),
    pytest.param(PIN, "582…716", id="cut in the middle"),
    pytest.param(PIN, "…2047…", id="cut at both ends"),
    pytest.param(PIN, styled(PIN, "FULLWIDTH DIGIT {}"), id="full-width"),
    pytest.param("4716", styled("4716", "CIRCLED DIGIT {}"), id="circled"),
    pytest.param("4716", styled("4716", "DINGBAT NEGATIVE CIRCLED DIGIT {}"), id="circled in black"),
    pytest.param(PIN, styled(PIN, "MATHEMATICAL BOLD DIGIT {}"), id="mathematical"),
    pytest.param(PIN, styled(PIN, "ARABIC-INDIC DIGIT {}"), id="Arabic digits"),
    pytest.param(PIN, styled(PIN, "DEVANAGARI DIGIT {}"), id="Devanagari digits"),
    pytest.param(PIN, styled(PIN, "SUPERSCRIPT {}"), id="superscripts"),
    pytest.param(PIN, "五八二〇四七一六", id="Chinese digits"),
    pytest.param("4716", "4 7 1 6", id="a short one, spaced"),
    pytest.param("4716", "PIN4716", id="a short one behind letters"),
    pytest.param(CARD, "4111 2222 3333 4567", id="a card in groups"),
    pytest.param(CARD, "Visa •••• 4567", id="a card's last digits"),
    pytest.param(WORD, "s-e-s-a-m-e-7-7-ö-p-e-n", id="a word in letters"),
    pytest.param(WORD, "SESAME 77 OPEN", id="capitals without accents"),
    pytest.param(WORD, styled("sesame", "CIRCLED LATIN SMALL LETTER {}") + "⑦⑦öpen", id="circled letters"),
    pytest.param(WORD, "Ѕеѕаме77ореn", id="letters of other scripts"),
    pytest.param(WORD, "Sesame…", id="a word cut"),
    pytest.param(WORD, "${Sesame77öpen}", id="dressed up as a name"),
    pytest.param(PIN, PIN, id="as it is"),
]  # fmt: skip


@cases(("value", "shown"), ECHOES)
def test_an_echo_is_masked_in_words_and_on_the_picture(value, shown):
    before = read_dump(dump(shows(shown)), painted())
    seen = mask_screen(before, Secrets({"pin": value}))
    assert "${pin}" in "".join(seen.texts)
    assert not left(value, told(seen))
    assert covered(seen, (40, 400, 1040, 500))
    assert not covered(seen, (40, 800, 1040, 900)), "what says something else stays to be seen"


def shows(words: str, **facts: object) -> str:
    """A page on which some words stand, and others."""
    say = facts or {"text": words}
    return node(
        "FrameLayout",
        node("Button", at=(40, 400, 1040, 500), can="clickable", enabled="true", **say),
        node("Button", at=(40, 800, 1040, 900), can="clickable", enabled="true", text="Something else"),
    )


@cases("where", ["text", "content_desc", "hint"])
def test_an_echo_is_masked_wherever_a_node_has_it(where):
    seen = mask_screen(read_dump(dump(shows("", **{where: f"code {' '.join(PIN)}"})), painted()), Secrets({"pin": PIN}))
    assert not left(PIN, told(seen))
    assert covered(seen, (40, 400, 1040, 500))


def test_an_echo_in_a_fact_that_nobody_reads_leaves_no_raw_record():
    before = read_dump(dump(shows("", text="Pay", pane_title=f"code {PIN}")))
    seen = mask_screen(before, Secrets({"pin": PIN}))
    assert PIN in before.raw
    assert (seen.tree, seen.raw) == (before.tree, "")


def test_an_echo_is_masked_in_names_that_developers_give():
    page = node(
        "FrameLayout",
        node("Button", name=f"row_{PIN}", at=(40, 400, 1040, 500), can="clickable", enabled="true"),
        node(
            "Button", at=(40, 800, 1040, 900), can="clickable", enabled="true", pane_title=PIN, **{"class": f"a.B{PIN}"}
        ),
    )
    seen = mask_screen(read_dump(dump(page), activity=f".Code{PIN}"), Secrets({"pin": PIN}))
    assert not left(PIN, told(seen) + seen.activity)


@cases("way", ["row", "column"])
@cases("value", ["4716", PIN, CARD])
def test_one_that_is_split_over_texts_is_masked_with_all_their_boxes(value, way):
    places = [
        (60 + 60 * n, 400, 110 + 60 * n, 500) if way == "row" else (60, 400 + 110 * n, 110, 500 + 110 * n)
        for n in range(len(value))
    ]
    boxes = [node("TextView", text=sign, at=at) for sign, at in zip(value, places, strict=True)]
    seen = mask_screen(read_dump(dump(node("FrameLayout", *boxes)), painted()), Secrets({"pin": value}))
    assert not set(value) & set("".join(seen.texts))
    assert all(covered(seen, at) for at in places)


def test_what_is_read_off_the_picture_is_masked_with_its_place():
    blind = read_dump(dump(node("FrameLayout", node("View", at=(0, 0, 1080, 2400)))), painted())
    words = [Seen((40, 400, 1040, 500), "Words", "code", f"Code {PIN[:4]} {PIN[4:]}")]
    words += [Seen((60 + 100 * n, 700, 140 + 100 * n, 780), "Words", sign, sign) for n, sign in enumerate(PIN)]
    seen = mask_screen(with_seen(blind, words), Secrets({"pin": PIN}))
    assert not left(PIN, " ".join(element.text for element in seen.elements))
    assert all(covered(seen, one.bounds) for one in words)


@pytest.mark.held
@pytest.mark.parametrize(
    "keys", ["1234567890", "7894561230"], ids=["as telephones have them", "as calculators have them"]
)
def test_a_keypad_stays_a_keypad(keys):
    places = [(360 * (n % 3), 200 * (n // 3), 360 * (n % 3) + 340, 200 * (n // 3) + 190) for n in range(10)]
    buttons = [
        node("Button", text=key, can="clickable", enabled="true", at=at) for key, at in zip(keys, places, strict=True)
    ]
    before = read_dump(dump(node("FrameLayout", *buttons)))
    assert mask_screen(before, Secrets({"a": keys[:4], "b": keys[3:7], "c": keys})).texts == before.texts


@pytest.mark.held
@cases(
    "words",
    ["47160", "14716", "the year 2016", "4,711", "sesame oil", "open 7 to 7", "…16", "4111", "Sesam", "${code}"],
)
def test_what_only_looks_a_little_like_it_stays(words):
    known = Secrets({"pin": "4716", "card": CARD, "word": WORD})
    assert known.mask(words) == words


@pytest.mark.held
@pytest.mark.skipif(not CORPUS.exists(), reason="no corpus")
def test_real_screens_stay_as_they_are():
    """Some PINs, passwords and a card, of which none changes one of some 20 real screens."""
    screens = [read_dump(path.read_text(encoding="utf-8")) for path in sorted((CORPUS / "xml").glob("*.xml"))]
    drawn = np.random.default_rng(7)
    pins = [f"{drawn.integers(10**4):04}" for _ in range(10)] + [f"{drawn.integers(10**6):06}" for _ in range(6)]
    words = ["sunflower", "hunter2", "letmein", "gruffalo", "Summer2024!", "tr0ub4dor&3", "swordfish"]
    changed = [
        value
        for value in [*pins, *words, CARD]
        for screen in screens
        if mask_screen(screen, Secrets({"x": value})).tree is not screen.tree
    ]
    assert changed == []


LONG = {
    "letters": "x" * 250_000, "cuts": "…" * 250_000, "beginnings that are cut": "5…" * 125_000,
    "almost it": "5820471" * 35_000, "accents": "5\u0301" * 125_000,
}  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        *(pytest.param(text, marks=pytest.mark.held, id=name) for name, text in LONG.items()),
        pytest.param("5 8 2 0 4 7 1 6 " * 15_000, id="nothing but echoes"),
    ],
)
def test_a_text_as_long_as_a_book_is_masked(text):
    assert PIN not in plain_form(Secrets({"pin": PIN, "word": WORD, "card": CARD}).mask(text))


# All that leaves and all that is written


def test_nothing_that_leaves_or_is_written_has_it_in_any_form(tmp_path):
    """A run and a learning whose model goes along with an app that echoes; every request, file and line is read."""
    sign_in = [
        'Thought: t\nAction: text("${PIN}", element=1)\nSummary: s',
        "tap({Show})",
        f'finish("done", "It is {PIN}")',
    ]
    shown = f"Decision: SUCCESS\nThought: {PIN} is shown.\nDocumentation: Shows {' '.join(PIN)}."
    taken = "Decision: CONTINUE\nThought: t\nDocumentation: Takes it."
    goal = f"Sign in with ${{PIN}}, that is {PIN}"
    with endpoint_saying(*sign_in) as ran:
        run = appagent(tmp_path, ran.url, "run", "--app", "echo", "--task", goal, "--allow", "secret")
    with endpoint_saying('text("${PIN}", element=1)', taken, "tap({Show})", shown, "back()") as learnt:
        learn = appagent(
            tmp_path, learnt.url, "learn", "--app", "echo", "--rounds", "3", "--allow", "secret", "--reflect", "each"
        )
    assert (run.returncode, learn.returncode) == (0, 0), run.stderr + learn.stderr
    assert "${pin}" in words_of(ran.requests[2:]), "it was shown"
    assert "${pin}" in words_of(learnt.requests[3:]), "it was shown"
    reported = appagent(tmp_path, ran.url, "report", "latest")
    assert reported.returncode == 0, reported.stderr
    said = [part for done in (run, learn, reported) for part in (done.stdout, done.stderr)]
    assert not left(PIN, "\n".join([*said, words_of(ran.requests), words_of(learnt.requests)]))
    files = [path for path in tmp_path.rglob("*") if path.is_file() and path.suffix != ".jpg"]
    assert {"store.sqlite", "trajectory.jsonl", "report.html"} <= {path.name for path in files}
    assert [path.name for path in files if PIN.encode() in path.read_bytes()] == []
    words = [path for path in files if path.suffix in {".jsonl", ".json"}]
    assert [path.name for path in words if left(PIN, path.read_text(encoding="utf-8"))] == []
