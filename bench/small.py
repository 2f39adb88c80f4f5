"""Measure a small language model over the suite smoke: without documents, with learnt ones, and with shuffled ones.

    python bench/small.py --base-url http://127.0.0.1:8101/v1 [--model NAME] [--see labels] [--only note-create]

The apps are learnt once by a crawl, which asks no model. Each task is carried out on a fresh virtual phone, and success
is decided by the phone's state. Any OpenAI-compatible server will do, such as llama.cpp's.
"""

import argparse
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from rich.console import Console
from rich.table import Table

from appagent.bench.figures import Row
from appagent.bench.work import Job, Lesson, do_job
from appagent.cancel import Cancel
from appagent.sessions import Request, learn_app
from appagent.settings import Settings, load
from appagent.tasks.file import LOCALES, find_suite, read
from appagent.tasks.specs import Spec

DOCS = ("none", "auto", "shuffled")


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base-url", required=True)
    parser.add_argument("--model", default="small")
    parser.add_argument("--see", default="labels", choices=("text", "brief", "labels"))
    parser.add_argument("--docs", nargs="+", default=DOCS, choices=DOCS)
    parser.add_argument("--only", nargs="+", default=[], help="names of tasks; by default all")
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


def main() -> None:
    """Learn, carry the tasks out in each arm, and print what they came to."""
    given = arguments()
    path = find_suite("smoke")
    suite = read(path, trusted=True)
    specs = [spec for spec in suite.specs if not given.only or spec.name in given.only]
    folder = Path(tempfile.mkdtemp(prefix="appagent-small-"))
    settings = load({
        "device": "virtual", "runs": folder / "runs", "base_url": given.base_url, "model": given.model,
        "api_key": "none", "see": given.see, "dialect": "marks", "judge": "off", "time_scale": given.time_scale,
        "size": "540x1200", "reply_tokens": 256, "timeout_s": 600.0, "retries": 1, "request_retries": 0,
    })  # fmt: skip
    try:
        if given.docs != ["none"]:
            learn(specs, settings, given.rounds, folder)
        rows = []
        for docs in given.docs:
            for spec in specs:
                rows.append(do_job(Job(path, spec.name, 0, "model", docs, trusted=True), settings, folder))
                told = f"{docs:9} {spec.name:22} {rows[-1].status:8} {rows[-1].steps:3} steps  {rows[-1].reason[:90]}"
                print(told, flush=True)
        table(rows, given.docs)
    finally:
        shutil.rmtree(folder)


def table(rows: list[Row], arms: tuple[str, ...]) -> None:
    """Print the figures of each arm."""
    shown = Table("documents", "done", "calls", "prompt tokens", "reply tokens", "seconds")
    for docs in arms:
        mine = [row for row in rows if row.docs == docs]
        calls = max(1, sum(row.model_calls for row in mine))
        shown.add_row(
            docs, f"{sum(row.status == 'success' for row in mine)} of {len(mine)}", str(calls),
            f"{sum(row.prompt_tokens for row in mine) / calls:.0f} a call",
            f"{sum(row.completion_tokens for row in mine) / calls:.0f} a call",
            f"{sum(row.seconds for row in mine) / calls:.1f} a call",
        )  # fmt: skip
    Console().print(shown)


if __name__ == "__main__":
    main()
