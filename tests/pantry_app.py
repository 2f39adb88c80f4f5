"""The app Pantry, of two pages; learning it with scripted replies over HTTP on the virtual phone."""

import re
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
from conftest import QUICK
from endpoint import Endpoint

from appagent.cancel import Cancel
from appagent.devices.virtual import virtual
from appagent.runs.trajectory import load_run
from appagent.sessions import Request, learn_app
from appagent.sessions.resume import request_to_resume
from appagent.settings import load
from appagent.store import Store

PACKAGE = "com.example.pantry"
APP = '''"""Two pages and a question."""
from appagent.phone.app import App, Page, Dialog
from appagent.phone.parts import toolbar
from appagent.phone.ui import Button, Column, Field, IconButton, Text

class Pantry(App):
    package, label, version = "com.example.pantry", "Pantry", "VERSION"
    activities = ("MainActivity", "Shelf", "Cellar")

    def begin(self):
        self.word, self.starred = "", False

    def home(self):
        return Page(Column([
            toolbar("Pantry"),
            Field(self.word, id="word", hint="Word", on_change=self.typed),
            IconButton("star", id="mark", on_tap=self.star),
            IconButton("forward", id="onward", on_tap=lambda: self.open(self.shelf)),
            Text("Three jars" if self.starred else "Two jars"),MORE
        ]))

    def shelf(self):
        return Page(Column([
            toolbar("Shelf", on_back=self.close), Text("Nothing here"),
            IconButton("search", id="seek", on_tap=lambda: None),
        ]), activity="Shelf")

    def typed(self, text):
        self.word = text

    def star(self):
        self.starred = not self.starred
'''


@pytest.fixture
def pantry(tmp_path):
    """Return a function that writes the app's file, with further widgets and its version."""

    write_app(tmp_path)
    return partial(write_app, tmp_path)


def write_app(home, more="", version="1.0"):
    """Write the app's file into a folder of `home`, with further widgets and its version."""
    folder = home / "apps"
    folder.mkdir(exist_ok=True)
    (folder / "pantry.py").write_text(APP.replace("MORE", more).replace("VERSION", version), encoding="utf-8")
    return folder


def said(request):
    content = request["messages"][-1]["content"]
    return content if isinstance(content, str) else "".join(part.get("text", "") for part in content)


def page(request):
    """Return the title of the screen that a question is about."""
    found = re.search(r"^The screen: <data-\w+>(.*)</data", said(request), re.MULTILINE)
    return found[1] if found else ""


def marked(request, words):
    """Return the mark of the element whose line in the outline has these words."""
    return int(re.findall(rf"^ *(\d+) .*{re.escape(words)}", said(request), re.MULTILINE)[-1])


@contextmanager
def learnt(tmp_path, answer, app=PACKAGE, resume="", **request):
    """Learn on a fresh phone. Yield the result, the run, the requests and the phone's state."""
    apps = tmp_path / "apps" if (tmp_path / "apps").is_dir() else None
    with Endpoint(answer) as served, virtual(time_scale=QUICK, size=(360, 640), apps=apps) as (device, phone):
        options = {name: request.pop(name) for name in ("max_calls", "reply", "see") if name in request}
        settings = load({
            "base_url": served.url, "model": "mind", "api_key": "k", "see": "both", "reply": "text",
            "runs": tmp_path / "runs", "store": tmp_path / "store.sqlite", "time_scale": QUICK, "picture_side": 256,
            "request_retries": 0, "retries": 2, **options,
        })  # fmt: skip
        if resume:
            asked = request_to_resume(resume, "learn", settings, agent="model")
            asked = Request(**{**vars(asked), **request, "device": device})
        else:
            asked = Request(app, **{"agent": "model", "device": device, **request})
        done = learn_app(settings, asked, cancel=Cancel())
        yield done, load_run(Path(done.run)), served.requests, phone


def current(tmp_path, app=PACKAGE):
    with Store.open(tmp_path / "store.sqlite") as store:
        return store.current(app)


def usual(request):
    """Tell of the two pages what their icons are for."""
    if page(request) == "Pantry":
        return f"{marked(request, 'mark')}: Counts the jars anew.\n{marked(request, 'onward')}: Leads to the jars."
    return f"{marked(request, 'seek')}: Looks for a jar." if page(request) == "Shelf" else "none"
