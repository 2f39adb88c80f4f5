"""Define appagent docs edit, retract, purge, conflicts and resolve: correct or remove documents."""

from typing import TYPE_CHECKING, Annotated

import typer

from appagent.cli.documents import docs, docs_private
from appagent.cli.shared import folders, show
from appagent.cli.shared import options as opt
from appagent.cli.shared.editor import CUT, edited
from appagent.errors import StoreError, UsageError
from appagent.foreign import shown

if TYPE_CHECKING:
    from appagent.store import Record, Store

_Text = Annotated[str, typer.Option("--text", help="New text of the document; by default $EDITOR opens.")]
_EDIT = """Examples:

appagent docs edit 3f2a

appagent docs edit 3f2a --text "Opens the archive of old notes." """


def add_to(group: typer.Typer) -> None:
    """Add the commands edit, retract, purge, conflicts and resolve to the group `docs`."""
    group.command("edit", epilog=_EDIT)(edit)
    group.command("retract", epilog='Example: appagent docs retract 3f2a --why "It opens nothing."')(retract)
    group.command("purge", epilog="Example: appagent docs purge 3f2a --yes")(purge)
    group.command("conflicts", epilog="Example: appagent docs conflicts --app notes")(conflicts)
    group.command("resolve", epilog="Example: appagent docs resolve 3f2a")(resolve)


@opt.shared("store")
def edit(record: docs.OneId, text: _Text = "", json: opt.Json = False, *, options: opt.Options) -> None:
    """Correct what a document says.

    Your new version replaces the old one, which stays in the document's history. A person's words rank above all
    others, and no model changes them. What was observed is shown after them; if that is wrong, retract the document.
    """
    from appagent.documents.wording import sentence
    from appagent.store.opening import open_store

    settings = opt.settings(options)
    with open_store(settings, to_read=True) as opened:
        old = _in_force(opened, record)
    said = sentence(old)
    wanted = " ".join((text or _edited(said, old)).split())  # no store is open while somebody thinks
    if not wanted:
        raise UsageError(f"a document without words says nothing; to retract it: appagent docs retract {old.id[:8]}")
    if wanted == said:
        _print_change(old, json, "Nothing was changed in")
        return
    with open_store(settings) as opened:
        new = opened.revision(_in_force(opened, old.id), text=wanted, source="human", model="")
        opened.add(new)
    docs_private.warn(wanted)
    _print_change(new, json, f"{old.id[:8]} is replaced by")


@opt.shared("store")
def retract(
    record: docs.OneId,
    why: opt.Why = "",
    json: opt.Json = False,
    *,
    options: opt.Options,
) -> None:
    """Retract a wrong document without writing a new one.

    The document and its refinements stay in the store, hidden. To delete its words permanently: appagent docs purge ID.
    """
    from appagent.store.opening import open_store

    with open_store(opt.settings(options)) as opened:
        old = _in_force(opened, record)
        new = opened.retraction(old, why)
        opened.add(new)
    _print_change(new, json, f"{old.id[:8]} is retracted by")


@opt.shared("store")
def purge(
    record: docs.OneId,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    json: opt.Json = False,
    *,
    options: opt.Options,
) -> None:
    """Delete a document and its older versions permanently.

    A tombstone stays, with nothing but their ids and their app. A store that trusts you deletes them too when it
    imports the tombstone. Copies elsewhere, such as in an old commit of a git repository, stay.
    """
    from appagent.sessions.key_screens import forget_screens_of
    from appagent.store.opening import open_store

    settings = opt.settings(options)
    with open_store(settings, to_read=True) as opened:
        old = opened.get(record)
        newer = [each.id for each in opened.history(old) if old.id in each.replaces]
    show.put(show.console(True), f"  {shown(docs.element_words(old))}: {shown(old.text)}")
    if not folders.confirmed(f"Delete {old.id[:8]} and its older versions permanently?", ask=not yes):
        raise typer.Exit(1)
    with open_store(settings) as opened:
        versions = opened.history(old)
        gone = opened.purge(old)
    forget_screens_of(settings.store, [each for each in versions if each.id in gone])
    if json:
        show.put_json({"purged": gone, "newer": newer})
        return
    show.say(f"Purged: {', '.join(each[:8] for each in gone)}")
    if newer:
        show.say(f"Newer versions stay: {', '.join(each[:8] for each in newer)}; they may have some of its words")


@opt.shared("store")
def conflicts(app: docs.OneApp = "", json: opt.Json = False, *, options: opt.Options) -> None:
    """List documents by people that contradict each other."""
    from appagent.store.opening import open_store

    with open_store(opt.settings(options), to_read=True) as opened:
        meant = docs.apps_meant(app, opened.apps())
        groups = [group for group in opened.conflicts() if group[0].app in meant]
        name = opened.keys.name
    if json:
        show.put_json({"conflicts": [[docs.as_json(record) for record in group] for group in groups]})
        return
    if not groups:
        show.say("No conflicts: no two persons say different things of one element.")
    for group in groups:
        lines = [[each.id[:8], name(each.author), each.time[:10], docs.what_it_says(each)] for each in group]
        title = f"{docs.element_words(group[0]) or docs.element_words(group[-1])}, {group[0].action} ({group[0].app})"
        show.rows(["id", "author", "when", "what they say"], lines, title, show.MOST_IN_LINE)
    if groups:
        show.say("Choose one of each: appagent docs resolve ID; or write one: appagent docs resolve ID --text TEXT")


@opt.shared("store")
def resolve(
    record: docs.OneId,
    text: Annotated[str, typer.Option("--text", help="Text of a new document, in place of the one with this id.")] = "",
    json: opt.Json = False,
    *,
    options: opt.Options,
) -> None:
    """Settle a conflict by choosing a document or writing one.

    Your new document replaces all the documents that contradict each other, here and wherever it is imported.
    """
    from appagent.store.opening import open_store

    with open_store(opt.settings(options)) as opened:
        chosen = opened.get(record)
        group = next((each for each in opened.conflicts(chosen.app) if chosen in each), None)
        if group is None:
            raise StoreError(f"nothing contradicts {chosen.id[:8]}; what is open: appagent docs conflicts")
        right = {"text": text, "retracted": False} if text else {}
        base = next(each for each in group if not each.retracted) if text and chosen.retracted else chosen
        replaces = tuple(each.id for each in group)
        new = opened.revision(base, source="human", model="", **{"replaces": replaces, **right})
        opened.add(new)
    docs_private.warn(text)
    _print_change(new, json, f"{' and '.join(each.id[:8] for each in group)} are replaced by")


def _in_force(store: "Store", prefix: str) -> "Record":
    """Return the document whose id begins with `prefix`.

    Raises StoreError if it is no document, or no longer in force.
    """
    found = store.get(prefix)
    if found.retracted or found.kind != "document":
        what = "takes others back" if found.retracted else f"is a record of the kind {found.kind}"
        raise StoreError(f"{found.id[:8]} {what}, and is no document")
    if store.as_current(found) is None:
        newer = [each for each in store.history(found) if found.id in each.replaces]
        by = f"; it was replaced by {', '.join(each.id[:8] for each in newer)}" if newer else ""
        raise StoreError(f"{found.id[:8]} is no longer in force{by}")
    return found


def _edited(said: str, record: "Record") -> str:
    """Open a document's sentence in the person's editor, and return the changed text.

    Raises UsageError if there is no terminal for the editor.
    """
    about = [
        f"{record.action} on {docs.element_words(record)}",
        f"app {record.app} {record.app_version}",
        f"id {record.id}",
    ]
    text = "\n".join([said, "", CUT, *(f"# {shown(line)}" for line in about), ""])
    return edited(text, "document.txt", "the words with --text")


def _print_change(record: "Record", json: bool, words: str) -> None:
    if json:
        show.put_json(docs.as_json(record))
    else:
        show.say(f"{words} {record.id[:8]}: {docs.what_it_says(record)}")
