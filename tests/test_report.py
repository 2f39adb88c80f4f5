"""The page of a run: what it says, that it keeps to itself, and how it looks in a real browser."""

import io
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
import typer
from chromium import browser as browser
from conftest import SMALL
from made_runs import ENDED, ENDS, NASTY, OPENS, SIZE, TYPES, jpeg, words_of
from made_runs import made as made
from PIL import Image, ImageChops, ImageStat
from typer.testing import CliRunner

from appagent.cancel import Cancel
from appagent.cli.running import report as command
from appagent.errors import UsageError
from appagent.runs.report import find_run, render, write_page
from appagent.runs.report.pictures import pixelated
from appagent.runs.trajectory import LOG, Trajectory, load_run
from appagent.sessions import Request, learn_app
from appagent.settings import load

pytestmark = pytest.mark.slow


def test_the_page_says_what_was_seen_wanted_done_and_judged(made):
    told = words_of(render(made(OPENS, TYPES, ENDS, **ENDED)))
    for words in (
        "Buy milk", "com.example.notes", "gpt-x", "virtual-1", "success As the check says.", "notes.n == 1",
        "3,600 in, 240 out", "$0.0126", "A list of notes.", "The list is the way in.", "tap(3)", "SUCCESS",
        "tap &#34;Shopping&#34;", "It opened the note.", "d0c1d0c1", "d0c2d0c2", "1,200 + 80 tokens in 2 calls",
        "2.5 s", "Note Edit",
    ):  # fmt: skip
        assert words in told, words


def test_a_task_that_was_given_up_is_not_shown_as_done(made):
    last = replace(ENDS, words='give up, impossible: "no milk"', outcome="impossible")
    page = render(made(OPENS, last, status="failed", reason="the agent says that the task is impossible: no milk"))
    assert '<span class="badge bad">impossible</span>' in page
    assert "failed As the agent says" in words_of(page)
    assert "impossible: no milk" in words_of(page)


def test_only_a_check_is_called_one(made):
    assert "nothing checked it" in render(made(OPENS, **(ENDED | {"checked": False})))


def test_an_unknown_cost_is_not_nothing(made):
    assert "cost unknown" in words_of(render(made(replace(OPENS, cost_usd=None), TYPES, **ENDED)))


def test_learning_counts_its_judgements_and_documents(made):
    steps = [replace(OPENS, number=n, decision=d) for n, d in enumerate(("SUCCESS", "BACK", "SUCCESS"), start=1)]
    told = words_of(render(made(*steps, kind="learn", goal="", **ENDED)))
    assert "Learning com.example.notes" in told
    assert "Documents written 1 " in told
    assert "1 BACK 2 SUCCESS" in told


def test_page_list_and_result_count_the_same_steps(made, typed):
    run = made(OPENS, replace(TYPES, number=2, outcome="refused", asked_again=True), replace(ENDS, number=3), **ENDED)
    assert "Steps 2, and 1 that do not count" in words_of(render(run))
    (listed,) = json.loads(typed("runs", "list", "--runs", run.folder.parent, "--json")[1])["runs"]
    assert listed["steps"] == 2
    assert json.loads(typed("report", run.folder, "--json")[1])["steps"] == 2


def test_nothing_on_the_page_comes_from_elsewhere(made):
    page = render(made(OPENS, TYPES, ENDS, **ENDED))
    assert page.count("data:image/jpeg;base64,") == 1 + 2  # that all steps have, and of the screens on the map
    assert "default-src 'none'" in page
    assert not re.findall(r"(?:src|href)=\"(?!data:image/|#)", page)
    assert not re.findall(r"<script|@import|url\((?!#|\"data:image/jpeg;base64,)", page)


def test_words_of_others_stay_words(made):
    fields = ("words", "thought", "observation", "reason", "summary", "action", "activity", "app", "element_id")
    step = replace(OPENS, **dict.fromkeys(fields, NASTY), documents=(NASTY,))
    page = render(made(step, replace(ENDS, number=2), goal=NASTY, status=NASTY, answer=NASTY, reason=NASTY))
    assert "<script" not in page
    assert "<img src=x" not in page
    assert "&lt;script&gt;" in page


def test_half_a_character_does_not_stop_the_page(made, tmp_path):
    write_page(render(made(replace(OPENS, thought="half \ud83d of it"), **ENDED)), tmp_path / "page.html")
    assert "half � of it" in (tmp_path / "page.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["", "gone.jpg", "../secret.jpg", "/etc/passwd", "linked.jpg", "text.jpg", "a\0b.jpg"])
def test_only_pictures_of_the_run_itself_are_taken(made, tmp_path, name):
    run = made(replace(OPENS, picture=name), pictures=False, **ENDED)
    (run.folder.parent / "secret.jpg").write_bytes(jpeg())
    (run.folder / "linked.jpg").symlink_to(run.folder.parent / "secret.jpg")
    (run.folder / "text.jpg").write_text("a secret")
    page = render(run)
    assert "data:image" not in page
    assert "no picture" in page


@pytest.mark.parametrize("redact", [False, True])
@pytest.mark.parametrize("damage", [jpeg()[:200], b"\xff\xd8\xff" + b"\0" * 500, b"\xff\xd8\xff"])
def test_a_damaged_picture_does_not_stop_the_page(made, damage, redact):
    run = made(OPENS, TYPES, ENDS, **ENDED)
    (run.folder / "0001.jpg").write_bytes(damage)
    assert "Note Edit" in render(run, redact=redact)


def test_a_run_that_was_cut_off_says_so(made):
    run = made(OPENS, TYPES)
    with (run.folder / LOG).open("a") as log:
        log.write('{"kind": "step", "number": 3, "thou')
    told = words_of(render(load_run(run.folder)))
    assert "did not end" in told
    assert "Steps 2" in told
    assert "5.0 s" in told


def test_a_run_without_a_step_has_a_page(made):
    told = words_of(render(made(status="error", reason="the phone did not answer")))
    assert "error" in told
    assert "the phone did not answer" in told
    assert "No step was made." in told


@pytest.mark.parametrize(
    ("bounds", "size"),
    [
        (None, SIZE), ((0, 0, 9, 9), None), ((5, 5, 5, 9), SIZE), ((0, 0, 2000, 9), SIZE), ((0, 0, 1, 1), (0, 0)),
    ],
)  # fmt: skip
def test_no_outline_is_drawn_where_none_is_known(made, bounds, size):
    assert 'class="touched"' not in render(made(replace(OPENS, bounds=bounds, size=size), **ENDED))


def test_the_outline_is_in_shares_of_the_screen(made):
    assert "left:10.0%;top:20.0%;width:40.0%;height:10.0%" in render(made(OPENS, **ENDED))


def test_redacting_leaves_out_what_was_typed_and_what_stood_on_the_screen(made):
    run = made(
        replace(OPENS, observation="The balance is 4711."),
        replace(TYPES, thought="OAT MILK, as 'Shopping' says", summary="typed oat milk", reason='not: text("a \\" b")'),
        replace(ENDS, action='finish("4711")', words='finish: "4711"'),
        goal="Put oat milk on the list",
        **(ENDED | {"answer": "4711", "reason": "oat milk is there"}),
    )
    page = render(run, redact=True)
    for words in ("oat milk", "4711", "shopping", " b&#34;", "0001.jpg", run.folder.name):
        assert words not in page.casefold(), words
    told = words_of(page)
    assert "Put ••• on the list" in told
    assert "text(&#34;•••&#34;, element=2)" in told
    assert "tap(3)" in told


@pytest.mark.parametrize(
    ("typed", "thought", "left"),
    [
        ("a", "a cat", "••• cat"),
        ("牛奶", "输入牛奶到标题", "输入•••到标题"),
        ("milk", "milkshake", "•••shake"),
        ("(.*)", "all (.*)", "all •••"),
    ],
)  # fmt: skip
def test_short_words_are_masked_where_they_stand_alone_and_others_everywhere(made, typed, thought, left):
    run = made(replace(TYPES, action=f"text({json.dumps(typed)})", words="type it", thought=thought), **ENDED)
    assert left in words_of(render(run, redact=True))


def test_redacted_pictures_are_blocks(made):
    blocks = Image.open(io.BytesIO(pixelated(jpeg())))
    assert blocks.size == (270, 600)
    assert "data:image/png" in render(made(OPENS, **ENDED), redact=True)
    side = 270 // 20
    rows = [blocks.crop((0, y, 270, y + 1)).tobytes() for y in range(90, 130)]
    assert len(set(rows)) <= 40 // side + 2


def test_a_run_is_found_by_folder_name_beginning_and_age(made):
    first, second = made(OPENS, goal="one", **ENDED).folder, made(OPENS, goal="two", **ENDED).folder
    assert find_run(str(first), Path("nowhere")) == first
    assert find_run(first.name, first.parent) == first
    assert find_run(second.name[:-1], first.parent) == second
    assert find_run("latest", first.parent) == second


def test_a_run_that_is_not_there_is_told_with_those_that_are(made, tmp_path):
    folder = made(OPENS, **ENDED).folder
    with pytest.raises(UsageError, match=f"no run 'nine' .* newest there are: {folder.name}"):
        find_run("nine", folder.parent)
    made(OPENS, **ENDED)
    with pytest.raises(UsageError, match="2 runs begin with '2'"):
        find_run("2", folder.parent)
    with pytest.raises(UsageError, match="there are none yet"):
        find_run("latest", tmp_path / "empty")


def test_a_name_that_is_too_long_for_a_file_is_no_run(tmp_path):
    with pytest.raises(UsageError, match="there are none yet"):
        find_run("x" * 300, tmp_path)


def test_a_folder_without_a_trajectory_is_called_that(made, tmp_path):
    folder = made(OPENS, **ENDED).folder
    for name in ("2999-a", "2999-b"):
        (folder.parent / name).mkdir()
    (folder.parent / "2999-b" / "trajectory.jsonl").touch()
    with pytest.raises(UsageError, match=f"2999-a is no run: it has no trajectory.jsonl; .* there are: {folder.name}$"):
        find_run("2999-a", folder.parent)
    assert find_run("latest", folder.parent) == folder


def test_the_command_writes_the_page_beside_the_run(made):
    app = typer.Typer(pretty_exceptions_enable=False)
    app.command()(command.report)
    folder = made(OPENS, **ENDED).folder
    done = CliRunner().invoke(app, ["latest", "--runs", str(folder.parent), "--redact", "--json"])
    told = json.loads(done.stdout)
    page = folder / "report-redacted.html"
    assert told == {
        "report": str(page), "run": str(folder), "steps": 1, "bytes": page.stat().st_size, "redacted": True,
    }  # fmt: skip
    done = CliRunner().invoke(app, [str(folder), "--out", str(folder / "no" / "page.html")])
    assert isinstance(done.exception, UsageError)


# In a browser


@pytest.fixture(scope="module")
def learnt(tmp_path_factory) -> Trajectory:
    """Notes on the virtual phone, learnt a little by the offline agent."""
    home = tmp_path_factory.mktemp("learnt")
    places = {"store": home / "store.sqlite", "runs": home / "runs"}
    settings = replace(load(), device="virtual", size=SMALL, time_scale=0.05, **places)
    return load_run(Path(learn_app(settings, Request("notes", agent="offline", rounds=8), cancel=Cancel()).run))


@pytest.fixture
def opened(browser, tmp_path):
    """Opens a page; whatever it complains about or asks for from elsewhere fails the test."""
    heard: list[str] = []

    def open_page(html: str, width: int = 1280, scheme: str = "light"):
        file = tmp_path / "page.html"
        write_page(html, file)
        page = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
        page.on("console", lambda message: heard.append(message.text))
        page.on("pageerror", lambda error: heard.append(str(error)))
        page.on("request", lambda asked: asked.url.startswith(("data:", file.as_uri())) or heard.append(asked.url))
        page.goto(file.as_uri())
        return page

    yield open_page
    for context in browser.contexts:
        context.close()
    assert heard == []


@pytest.mark.parametrize(("width", "scheme"), [(360, "dark"), (1280, "light")])
def test_it_fits_phones_and_desks_by_day_and_night(opened, learnt, width, scheme):
    page = opened(render(learnt), width, scheme)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert page.evaluate("[...document.images].every(i => i.complete && i.naturalWidth > 0)")
    ground = re.findall(r"\d+", page.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert (int(ground[0]) < 60) == (scheme == "dark")


def test_a_picture_that_several_steps_have_is_in_the_page_once_and_looks_the_same(opened, made):
    one, two = (made(*[replace(OPENS, number=n) for n in range(1, count + 1)], **ENDED) for count in (1, 2))
    sizes = [len(render(run)) for run in (one, two)]
    assert sizes[1] - sizes[0] < next(two.folder.glob("*.jpg")).stat().st_size
    own = drawn(opened(render(one)).locator("#step-1 img"))
    for number in (1, 2):
        again = drawn(opened(render(two)).locator(f"#step-{number} img"))
        assert again.size == own.size
        assert max(ImageStat.Stat(ImageChops.difference(own, again)).mean) < 3  # of 255; it may lie between two pixels


def drawn(element) -> Image.Image:
    return Image.open(io.BytesIO(element.screenshot())).convert("RGB")


def test_it_prints(opened, learnt):
    page = opened(render(learnt))
    assert page.pdf(format="A4").startswith(b"%PDF")


def test_the_outline_lies_on_the_touched_element(opened, learnt):
    step = next(step for step in learnt.steps if step.bounds)
    page = opened(render(learnt))
    frame = page.locator(f"#step-{step.number} img").bounding_box()
    outline = page.locator(f"#step-{step.number} .touched").bounding_box()
    shown = (outline["x"] - frame["x"], outline["y"] - frame["y"], outline["width"], outline["height"])
    scale = frame["width"] / step.size[0]
    left, top, right, bottom = step.bounds
    assert shown == pytest.approx([scale * side for side in (left, top, right - left, bottom - top)], abs=1.5)


def test_a_picture_grows_when_it_is_chosen(opened, learnt):
    page = opened(render(learnt))
    picture = page.locator("#step-1 img")
    before = picture.bounding_box()["height"]
    page.locator("#step-1 summary").click()
    assert picture.bounding_box()["height"] > 1.5 * before


def test_nothing_that_a_screen_or_a_model_says_is_carried_out(opened, made):
    step = replace(OPENS, words=NASTY, thought=NASTY, activity=NASTY, observation='"><svg onload="window.taken = 1">')
    page = opened(render(made(step, replace(ENDS, number=2), goal=NASTY, **ENDED)), width=360)
    assert page.evaluate("window.taken") is None
    assert NASTY in page.locator("#step-1 h3").inner_text()
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_a_hundred_steps_are_shown(opened, made):
    steps = [replace(OPENS, number=n, screen_id=f"screen-{n % 20}", decision="") for n in range(1, 101)]
    page = opened(render(made(*steps, **ENDED)), width=360)
    assert page.locator(".step img").count() == 100
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_of_a_map_with_many_screens_those_seen_first_are_drawn_and_all_are_listed(opened, made):
    steps = [replace(OPENS, number=n, screen_id=f"screen-{n}", decision="") for n in range(1, 80)]
    page = opened(render(made(*steps, **ENDED)))
    assert page.locator(".map .screen").count() == 60
    assert page.locator(".map a").count() == 59  # the way to each but the first
    assert page.locator(".transitions > li").count() == 79
    assert "the first 60, of 79" in page.locator("section", has=page.locator(".map")).inner_text()
