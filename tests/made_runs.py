"""Make runs of given steps, for tests of the page that shows a run."""

import io
import re
from dataclasses import replace

import pytest
from chromium import browser as browser
from PIL import Image, ImageDraw

from appagent.runs.recorder import Recorder
from appagent.runs.trajectory import Step, Trajectory, load_run

NASTY = "<script>window.taken = 1</script><img src=x onerror='window.taken = 1'>"
SIZE = (1080, 2400)
OPENS = Step(
    1, "screen-a", "com.example.notes", ".NoteListActivity", "tap(3)", 'tap "Shopping"', "done", element_id="Button-1",
    thought="The list is the way in.", observation="A list of notes.", documents=("d0c1" * 16,), decision="SUCCESS",
    document="d0c2" * 16, reason="It opened the note.", model_calls=2, prompt_tokens=1200, completion_tokens=80,
    cost_usd=0.0042, seconds=2.5, size=SIZE, bounds=(108, 480, 540, 720),
)  # fmt: skip
TYPES = replace(
    OPENS, number=2, screen_id="screen-b", activity=".NoteEditActivity", action='text("oat milk", element=2)',
    words='type "oat milk" into "Title"', thought="I put oat milk there.", decision="", document="", reason="",
)  # fmt: skip
ENDS = replace(TYPES, number=3, action="finish()", words="finish", outcome="finish", bounds=None, documents=())
ENDED = {"status": "success", "checked": True, "reason": "", "answer": ""}


def jpeg(size: tuple[int, int] = (270, 600)) -> bytes:
    """A picture with words."""
    image = Image.new("RGB", size, "white")
    ImageDraw.Draw(image).text((20, 100), "Shopping: milk, eggs, bread", fill="black", font_size=18)
    data = io.BytesIO()
    image.save(data, "JPEG")
    return data.getvalue()


@pytest.fixture
def made(tmp_path):
    """Makes a run of given steps, each with a picture."""

    def make(
        *steps: Step, kind: str = "run", goal: str = "Buy milk", pictures: bool = True, **end: object
    ) -> Trajectory:
        facts = {"agent": "model", "model": "gpt-x", "device": "virtual-1", "docs": "auto", "check": "notes.n == 1"}
        recorder = Recorder(tmp_path / "runs", kind, "com.example.notes", goal, facts)
        for step in steps:
            picture = recorder.picture(step.number, jpeg()) if pictures else step.picture
            recorder.step(replace(step, picture=picture))
        if end:
            recorder.end(**end)
        recorder.close()
        return load_run(recorder.folder)

    return make


def words_of(page: str) -> str:
    """What a page says, without tags, style and pictures."""
    body = re.sub(r"<(style|svg)\b.*?</\1>", "", page, flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]*>", " ", body).split())
