"""Define appagent docs export, import, push, pull and git-init: exchange documents with other people."""

import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from appagent.cli.documents import docs, docs_private
from appagent.cli.shared import options as opt
from appagent.cli.shared import show
from appagent.errors import StoreError, UsageError

if TYPE_CHECKING:
    from appagent.sharing.docpack import Packed
    from appagent.sharing.exchange import Progress
    from appagent.store.as_text.exporting import Exported

_MOST_NAMED = 20  # authors in a message
_EXPORT = """Examples:

appagent docs export --app notes -o docs_store/

appagent docs export --app notes -o notes.docpack"""
_IMPORT = """Examples:

appagent docs import docs_store/

appagent docs import ./from-a-friend.docpack --untrusted

appagent docs import ./AppAgent/apps/wechat --app com.tencent.mm --untrusted"""
_PUSH = """Examples:

appagent docs push /mnt/team/documents

appagent docs push s3://bucket/documents --app notes

appagent docs push --init postgresql://ann@db.example.com/team"""
_PULL = "Example: appagent docs pull postgresql://ann@db.example.com/team"
_MERGE = "Example, as git calls it: appagent docs merge .merge_file_a .merge_file_b docs_store/APP/documents.jsonl"
_Untrusted = Annotated[
    bool,
    typer.Option("--untrusted", help="Also take documents that nobody signed, or somebody whose key you do not trust."),
]
_Out = Annotated[
    Path, typer.Option("--out", "-o", help="Folder to write to, or FILE.docpack for one file to hand over.")
]
_Pictures = Annotated[
    bool, typer.Option("--pictures", help="Add the pictures by which places in games and the like are found again.")
]
_CheckPrivate = Annotated[
    bool,
    typer.Option(
        "--check-private", help="Look for all contents too that screens here have shown, such as names of things."
    ),
]
_WithPrivate = Annotated[bool, typer.Option("--with-private", help="Also write what has names, numbers and the like.")]
_Hub = Annotated[str, typer.Argument(help="A folder, s3://BUCKET/PREFIX, gs://BUCKET/PREFIX, or postgresql://...")]


def add_to(group: typer.Typer) -> None:
    """Add the commands for exchanging documents to the group `docs`."""
    group.command("export", epilog=_EXPORT)(export)
    group.command("import", epilog=_IMPORT)(import_)
    group.command("push", epilog=_PUSH)(push)
    group.command("pull", epilog=_PULL)(pull)
    group.command("git-init", epilog="Example: appagent docs git-init docs_store/")(git_init)
    group.command("merge", hidden=True, epilog=_MERGE)(merge)


@opt.shared("store")
def export(
    app: docs.OneApp = "",
    out: _Out = Path("docs_store"),
    pictures: _Pictures = False,
    check_private: _CheckPrivate = False,
    with_private: _WithPrivate = False,
    json: opt.Json = False,
    *,
    options: opt.Options,
) -> None:
    """Write documents to a folder, for git, or to a pack.

    In a folder each app has OUT/APP/documents.jsonl, with one record a line, screens.jsonl and outcomes.jsonl. All that
    the store has of an app is added, also older documents and how often each proved right. What the files had before
    stays in them, and the same records always give the same bytes. A pack, OUT.docpack, is one file with the same
    content to hand over, and replaces an old one; --pictures adds pictures to it. Names, numbers,
    codes and the like are listed first; a script writes nothing then. Read documents before you share them.
    """
    from appagent.sharing import docpack
    from appagent.store.as_text import exporting
    from appagent.store.opening import open_store

    settings = opt.settings(options)
    with open_store(settings, to_read=True) as opened:
        apps = _one_app_or_all(app, opened.apps(), settings.store)
        if not with_private:
            docs_private.check(opened, apps, json, strictly=check_private)
        if out.suffix == docpack.ENDING:
            _say_packed(docpack.write_pack(opened, apps, out, pictures=pictures), json=json)
            return
        if pictures:
            raise UsageError(f"pictures are added only to a pack; name one: --out {out}{docpack.ENDING}")
        written = exporting.export_text(opened, apps, out)
    if json:
        show.put_json({"apps": [{**asdict(one), "file": str(one.file)} for one in written]})
    else:
        _say_written(written)


def _say_written(written: "Iterable[Exported]") -> None:
    """Print what the files of a folder hold after an export."""
    for one in written:
        held = f"{show.amount(one.records, 'record')} and {show.amount(one.screens, 'screen')}"
        show.say(f"{held} in {one.file.parent}")
        _say_unheeded(one.unheeded)


def _one_app_or_all(app: str, apps: Iterable[str], store: Path) -> list[str]:
    """Return the apps of a store whose documents are to be exported.

    app: the value of --app; "" for all apps.

    Raises StoreError if the store has none, and UsageError if several apps fit.
    """
    meant = docs.apps_meant(app, apps)
    if not meant:
        raise StoreError(f"no documents in {store}; learn an app first: appagent learn --app APP")
    if app and len(meant) > 1:
        raise UsageError(
            f"several apps fit --app {app!r}: {docs.package_list(meant)}; give one package, or leave --app out"
        )
    return _with_folders(meant)


def _with_folders(apps: list[str]) -> list[str]:
    """Return the apps that a folder can be named after, and print a line about the others.

    Older versions imported records about no app, or about one with any name. If no app is left, all are returned, so
    that the command refuses them.
    """
    from appagent.store.as_text.jsonl import FOLDER

    fit = [app for app in apps if re.fullmatch(FOLDER, app)]
    if fit and len(fit) < len(apps):
        others = docs.package_list([repr(app) for app in apps if app not in fit])
        show.put(show.console(True), f"left out, because no folder can be named after their app: {others}")
    return fit or apps


def _say_packed(packed: "Packed", *, json: bool) -> None:
    """Print how many records, screens and pictures a pack has."""
    if json:
        show.put_json({**asdict(packed), "file": str(packed.file)})
        return
    records = sum(packed.records.values())
    held = [show.amount(number, what) for number, what in ((records, "record"), (packed.screens, "screen"))]
    held += [show.amount(packed.pictures, "picture")] if packed.pictures else []
    show.say(f"{', '.join(held[:-1])} and {held[-1]} in {packed.file}")


@opt.shared("store")
def import_(
    file: Annotated[
        Path,
        typer.Argument(
            help="A docpack, somebody's store, a folder that docs export wrote or one app's in it; or the folder of an "
            "app that the published AppAgent wrote."
        ),
    ],
    untrusted: _Untrusted = False,
    app: Annotated[str, typer.Option("--app", help="Package that a folder of the published AppAgent is about.")] = "",
    json: opt.Json = False,
    *,
    options: opt.Options,
) -> None:
    """Add other people's documents to your store.

    Documents that were signed with your own key, or with a key of the team that you trust (see appagent trust), count
    like your own. All others are left out. With --untrusted they are added too, but stay marked as untrusted and rank
    below all other documents. The published AppAgent signs nothing. What it learnt (auto_docs, demo_docs) is offered
    for elements that have the name it gave, and is marked as only likely.
    """
    from appagent.sharing.incoming import take_file
    from appagent.store.opening import open_store

    with open_store(opt.settings(options)) as opened:
        taken = take_file(opened, file, untrusted=untrusted, app=app)
    advice = _advice(taken.left_out)
    if advice and not taken.accepted:
        raise StoreError(f"nothing of {file} is by anybody you trust; {advice}")
    if json:
        told = {"new": taken.new, "left_out": taken.left_out, "rows_left_out": taken.rows_left_out}
        show.put_json(told | {"from": str(file)})
        return
    show.say(f"{show.amount(taken.new, 'new record')} from {file}")
    if advice:
        show.say(advice)
    _say_rows(taken.rows_left_out)


def _advice(left_out: Mapping[str, int]) -> str:
    """Return advice about records that were left out, by author; "" if there are none."""
    told = [f"{number} {f'by {author}' if author else 'not signed'}" for author, number in left_out.items()]
    package_list = ", ".join(told[:_MOST_NAMED])
    return package_list and f"left out: {package_list}; trust their keys with appagent trust FILE, or add --untrusted"


@opt.shared("store")
def push(
    hub: _Hub,
    app: docs.OneApp = "",
    init: Annotated[bool, typer.Option("--init", help="Make the tables of a database first.")] = False,
    check_private: _CheckPrivate = False,
    with_private: _WithPrivate = False,
    json: opt.Json = False,
    *,
    options: opt.Options,
) -> None:
    """Send documents to a folder, bucket or database.

    Only what the hub does not have is sent. If that is cut off, give the same command again.
    Purged documents are deleted from the hub. Names, numbers, codes and the like in documents and titles are listed
    first; a script sends nothing then. Documents quote what was on the screen: read them before you share them.
    """
    from appagent.sharing import exchange
    from appagent.sharing.hubs import open_hub
    from appagent.store.opening import open_store

    settings = opt.settings(options)
    with open_store(settings, to_read=True) as store:
        apps = _with_folders(docs.apps_meant(app, store.apps()))
        if not with_private:
            docs_private.check(store, apps, json, strictly=check_private)
    with open_store(settings, to_read=True) as store, open_hub(hub, init=init) as there, _bar() as tell:
        done = exchange.push_to_hub(store, there, apps, tell)
        name = str(there)
    if json:
        told = {"hub": name, "sent": done.lines, "there": done.there}
        show.put_json(told | {"purged": done.purged, "stays": done.stays})
        return
    show.say(f"{show.amount(done.lines, 'line')} sent to {name}, where {done.there} were before")
    if done.purged:
        show.say(f"{show.amount(done.purged, 'line')} taken out, of documents that were purged")
    if done.stays:
        show.say(f"documents that were purged stay there: {done.stays}")


@opt.shared("store")
def pull(
    hub: _Hub, app: docs.OneApp = "", untrusted: _Untrusted = False, json: opt.Json = False, *, options: opt.Options
) -> None:
    """Take documents from a folder, bucket or database.

    Only what your store does not have is taken. If that is cut off, give the same command again.
    Trust works as with docs import.
    """
    from appagent.sharing import exchange
    from appagent.sharing.hubs import open_hub
    from appagent.store.opening import open_store

    with open_store(opt.settings(options)) as store, open_hub(hub, to_read=True) as there, _bar() as tell:
        done = exchange.pull_from_hub(
            store, there, lambda known: docs.apps_meant(app, known), tell, untrusted=untrusted
        )
        name = str(there)
    if json:
        told = {"hub": name, "read": done.lines, "new": done.new, "there": done.there, "left_out": done.left_out}
        told |= {"rows_left_out": done.rows_left_out, "refused": len(done.refused), "reasons": done.reasons}
        show.put_json(told)
        return
    show.say(f"{show.amount(done.new, 'new record')} from {name}, which has {show.amount(done.there, 'line')}")
    for reason in done.reasons:
        show.say(f"left out: {reason}")
    if done.left_out:
        show.say(_advice(done.left_out))
    _say_rows(done.rows_left_out)


@contextmanager
def _bar() -> "Iterator[Progress]":
    """Yield a function to call with the number done and the total; on a terminal it moves a bar on standard error."""
    from rich.progress import Progress

    with Progress(console=show.console(True), transient=True, disable=not sys.stderr.isatty()) as progress:
        bar = progress.add_task("documents", total=None)
        yield lambda done, total: progress.update(bar, completed=done, total=total)


def git_init(
    folder: Annotated[Path, typer.Argument(help="Folder of documents in a git repository.")] = Path("docs_store"),
    json: opt.Json = False,
) -> None:
    """Let git merge the documents of a folder without conflicts.

    If two branches both add documents, the merge has the documents of both, in order. Commit FOLDER/.gitattributes: it
    makes any clone keep the lines of both sides. Call this once in each clone to keep them in order as well.
    """
    from appagent.sharing import git

    shared = git.set_up(folder)
    if json:
        show.put_json({"folder": str(folder), "commit": str(shared)})
    else:
        show.say(f"Documents in {folder} are merged line by line in this clone. For all others, commit {shared}")


def merge(ours: Path, theirs: Path, name: str) -> None:
    """Merge two versions of a file of documents into the first, for git."""
    from appagent.sharing import git

    _say_unheeded(git.merge_lines(ours, theirs, name))


def _say_unheeded(records: int) -> None:
    """Tell how many records stay although a tombstone names them, if there are any."""
    if records:
        show.put(
            show.console(True),
            f"{show.amount(records, 'record')} kept: somebody would purge them who did not write them and whose key "
            "you do not trust; trust that key (appagent trust FILE), or purge them yourself (appagent docs purge)",
        )


def _say_rows(rows: int) -> None:
    """Tell how many screens and counters were left out, if there are any."""
    if rows:
        named = show.amount(rows, "row")
        show.say(f"left out: {named} about screens and counts, not signed by anybody whose key you trust")
