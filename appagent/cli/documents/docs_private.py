"""List words in documents that look private, and ask the person before they are written."""

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

import typer

from appagent.cli.shared import folders, show

if TYPE_CHECKING:
    from appagent.store import Record, Store


def check(store: "Store", apps: Iterable[str], json: bool, *, names: bool) -> None:
    """List words that look private in the documents of some apps, and exit with status 1 unless the person agrees.

    Nothing happens if there are no such words. In a script nobody is asked, and the command ends. names: True to look
    for names of persons and things too, and not only for addresses, numbers and the like. json: True to print the list
    as JSON in a script.
    """
    from appagent.documents.private import given_away, names_seen
    from appagent.screen.language.lexicon import folded

    found: list[tuple[Record, list[tuple[str, str]]]] = []
    for app in apps:
        records = store.records(app)
        labels = store.labels(app) if names else {}
        own = {folded(each.name) for seen in labels.values() for each in seen}
        found += given_away(records, names_seen(records, labels) if names else (), own if names else None)
    if not found:
        return
    lines = [[record.id[:8], kind, words, record.text] for record, told in found for kind, words in told]
    show.rows(["id", "looks like", "words", "in"], lines, "What this would give away", show.MOST_IN_LINE)
    if sys.stdin.isatty():
        if folders.confirmed("Write it all the same?", ask=True):
            return
        raise typer.Exit(1)
    if json:
        kinds = ("kind", "words")
        each = [
            {"id": one.id, "found": [dict(zip(kinds, told, strict=True)) for told in all_of]} for one, all_of in found
        ]
        show.put_json({"private": each, "apps": []})
    advice = "correct them (appagent docs edit, purge), or add --with-private"
    show.put(show.console(True), f"Nothing was written: {advice}.")
    raise typer.Exit(1)
