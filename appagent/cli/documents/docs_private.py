"""List words in documents that look private, and ask the person before they are written."""

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

import typer

from appagent.cli.shared import folders, show

if TYPE_CHECKING:
    from appagent.documents.given_away import Finding
    from appagent.store import Store

_MOST_LINES = 40  # of the table
_MOST = 1_000  # words, and documents that have them, in JSON
_WARNED = 5  # words in a warning


def check(store: "Store", apps: Iterable[str], json: bool, *, strictly: bool) -> None:
    """List words that look private in the documents and titles of some apps, and exit with 1 unless the person agrees.

    Nothing happens if there are no such words. In a script nobody is asked, and the command ends. strictly: as in
    `given_away`. json: True to print the list as JSON in a script.
    """
    from appagent.documents.given_away import given_away

    by_words: dict[tuple[str, str], list[Finding]] = {}
    for app in apps:
        titles = [row[3] for row in store.screen_rows(app)]
        for each in given_away(store.records(app), titles, store.labels(app), strictly=strictly):
            by_words.setdefault((each.kind, each.words), []).append(each)
    if not by_words:
        return
    lines = [[kind, words, _where(found), found[0].text] for (kind, words), found in by_words.items()]
    heads = ["looks like", "words", "where", "as in"]
    show.rows(heads, lines[:_MOST_LINES], "What this would give away", show.MOST_IN_LINE)
    if len(lines) > _MOST_LINES:
        show.say(f"and {len(lines) - _MOST_LINES} more; --json lists up to {_MOST}")
    if sys.stdin.isatty():
        if folders.confirmed("Write it all the same?", ask=True):
            return
        raise typer.Exit(1)
    if json:
        told = [
            {"kind": kind, "words": words, "in": len(found), "ids": _ids(found), "text": found[0].text}
            for (kind, words), found in by_words.items()
        ]
        show.put_json({"private": told[:_MOST], "words": len(told), "apps": []})
    advice = "correct them (appagent docs edit, purge), or add --with-private"
    show.put(show.console(True), f"Nothing was written: {advice}.")
    raise typer.Exit(1)


def warn(text: str) -> None:
    """Tell the person what looks private in a text that they just wrote, if anything does."""
    from appagent.documents.private import personal

    if found := list(dict.fromkeys(words for _, words in personal(text))):
        named = show.one_safe_line(", ".join(found[:_WARNED]))
        show.put(show.console(True), f"Looks private, so docs export and docs push will stop at it: {named}")


def _ids(found: "list[Finding]") -> list[str]:
    return list(dict.fromkeys(each.where for each in found if each.where))[:_MOST]


def _where(found: "list[Finding]") -> str:
    """Return where words were found, in short: the first document and the number of others, or a title."""
    ids = list(dict.fromkeys(each.where[:8] or "a title" for each in found))
    return ids[0] if len(ids) == 1 else f"{ids[0]} and {len(ids) - 1} more"
