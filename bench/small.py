"""Measure a small language model over the suite smoke: with no documents, with learnt and with shuffled ones.

    python bench/small.py --base-url http://127.0.0.1:8101/v1 [--model NAME] [--see labels] [--only note-create]

Documents come with the map of places that the model may go to, and without it. The apps are learnt once by a crawl,
which asks no model. Each task is carried out on a fresh virtual phone, one after the other, and success is decided by
the phone's state. Any OpenAI-compatible server will do, such as llama.cpp's:

    .venv/bin/python -c "import time, xllamacpp as x; p = x.CommonParams(); p.model.path = 'MODEL.gguf'; p.n_ctx = 4096;
    p.port = 8101; p.use_jinja = True; server = x.Server(p); time.sleep(1e6)"
"""

import argparse
import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from rich.console import Console
from rich.table import Table

from appagent.bench.figures import Row
from appagent.bench.work import Job, Lesson, do_job
from appagent.cancel import Cancel
from appagent.sessions import Request, learn_app, run
from appagent.settings import Settings, load
from appagent.tasks.file import LOCALES, find_suite, read_suite
from appagent.tasks.specs import Spec

# What a model gets: (documents, True if the map comes with them)
ARMS = {
    "none": ("none", False),
    "learnt": ("auto", False),
    "learnt-map": ("auto", True),
    "shuffled": ("shuffled", False),
    "shuffled-map": ("shuffled", True),
}


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base-url", required=True)
    parser.add_argument("--model", default="small")
    parser.add_argument("--see", default="labels", choices=("text", "labels"))
    parser.add_argument("--arms", nargs="+", default=list(ARMS), choices=ARMS)
    parser.add_argument("--only", nargs="+", default=[], help="names of tasks; by default all")
    parser.add_argument("--steps", type=int, default=15, help="most steps of a task")
    parser.add_argument("--minutes", type=float, default=1e9, help="begin no further task after that time")
    parser.add_argument("--rounds", type=int, default=150, help="most actions of the crawl of an app")
    parser.add_argument("--time-scale", type=float, default=0.05)
    return parser.parse_args()


def learn(specs: Sequence[Spec], settings: Settings, rounds: int, folder: Path) -> None:
    """Crawl each app of some tasks once, into a store under the name that a job of a model looks for."""
    apps = {(app, LOCALES[language]) for spec in specs for app in spec.apps for language in spec.goal}
    for app, locale in sorted(apps):
        store = folder / f"{Lesson(app, locale, 'model').name}.sqlite"
        mine = replace(settings, store=store, locale=locale)
        learn_app(mine, Request(app, agent="offline", rounds=rounds), cancel=Cancel())


@contextmanager
def with_map(wanted: bool) -> Iterator[None]:
    """Switch the map of documents on or off for runs in the block.

    No option does this, because only a measurement needs it.
    """
    build = run.build_map
    run.build_map = build if wanted else lambda session, store: None
    try:
        yield
    finally:
        run.build_map = build


def main() -> None:
    """Learn, carry the tasks out in each arm, and print the results."""
    given = arguments()
    path = find_suite("smoke")
    specs = [spec for spec in read_suite(path, trusted=True).specs if not given.only or spec.name in given.only]
    folder = Path(tempfile.mkdtemp(prefix="appagent-small-"))
    settings = load({
        "device": "virtual", "runs": folder / "runs", "base_url": given.base_url, "model": given.model,
        "api_key": "none", "see": given.see, "dialect": "marks", "judge": "off", "time_scale": given.time_scale,
        "size": "540x1200", "reply_tokens": 256, "timeout_s": 600.0, "retries": 1, "request_retries": 0,
    })  # fmt: skip
    try:
        if given.arms != ["none"]:
            learn(specs, settings, given.rounds, folder)
        rows: dict[str, list[Row]] = {arm: [] for arm in given.arms}
        end = time.monotonic() + 60 * given.minutes
        for spec in specs:  # each with every arm, so that arms can be compared wherever the time ends
            for arm in given.arms:
                if time.monotonic() > end:
                    continue
                docs, mapped = ARMS[arm]
                with with_map(mapped):
                    job = Job(path, spec.name, 0, "model", docs, trusted=True, most=given.steps)
                    row = do_job(job, settings, folder)
                rows[arm].append(row)
                told = f"{arm:12} {spec.name:22} {row.status:8} {row.steps:3} steps  {row.reason[:90]}"
                print(told, flush=True)
        table(rows)
    finally:
        shutil.rmtree(folder)


def table(rows: dict[str, list[Row]]) -> None:
    """Print the figures of each arm. rows: by arm."""
    shown = Table("documents", "done", "calls", "prompt tokens", "reply tokens", "seconds")
    for arm, mine in rows.items():
        calls = max(1, sum(row.model_calls for row in mine))
        shown.add_row(
            arm, f"{sum(row.status == 'success' for row in mine)} of {len(mine)}", str(calls),
            f"{sum(row.prompt_tokens for row in mine) / calls:.0f} a call",
            f"{sum(row.completion_tokens for row in mine) / calls:.0f} a call",
            f"{sum(row.seconds for row in mine) / calls:.1f} a call",
        )  # fmt: skip
    Console().print(shown)


if __name__ == "__main__":
    main()
