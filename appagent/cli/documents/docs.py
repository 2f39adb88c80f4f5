"""Define appagent docs: list and search the documents of a store."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from appagent.cli.shared import options as opt
from appagent.cli.shared import show
from appagent.errors import UsageError
from appagent.foreign import shown

if TYPE_CHECKING:
    from appagent.documents.lookup.listing import Listed
    from appagent.documents.map.app_map import KnownLabels
    from appagent.settings import Settings
    from appagent.store import Record, Store
    from appagent.store.tables.search import Encoder

_APP = "Only for this app: its package, a part of that, or a name of the app."
OneApp = Annotated[str, typer.Option("--app", help=_APP)]
OneId = Annotated[str, typer.Argument(metavar="ID", help="The beginning of a document's id.")]
PageNumber = Annotated[int, typer.Option("--page", min=1, help="Page of the list; each has 500 documents.")]
_PageOrAll = Annotated[int | None, typer.Option("--page", min=1, help="Page of 500 documents; JSON has all.")]
_MOST_NAMED = 20  # packages in a message
_PACKAGE_LETTERS = 80
_MOST_AT_ONCE = 5_000  # records of several apps that are looked through for one list
_UNTITLED = "A page without a heading"
_LIKE_IT = "All elements of a kind"  # heading for documents that are about no single element


def group() -> typer.Typer:
    """Return the group of commands `docs`."""
    group = typer.Typer(help="List, search, correct and share documents.", no_args_is_help=True)
    group.command("list", epilog="Example: appagent docs list --app com.example.notes")(list_)
    group.command("search", epilog='Example: appagent docs search "delete a note"')(search)
    return group


@opt.shared("store")
def list_(
    app: OneApp = "",
    doubtful: Annotated[
        bool, typer.Option("--doubtful", help="Only documents that failed lately and should be checked.")
    ] = False,
    page: _PageOrAll = None,
    json: opt.Json = False,
    *,
    options: opt.Options,
) -> None:
    """List the current documents of each app, screen by screen.

    If the store has more than 5,000 records, only its apps are listed; --app then lists the documents of one app.
    Documents that say no more than their element's own words are left out, because they only serve the map of the app.
    A document that applies to several pages, or to all rows of a list, is listed once. At the end come the ids of
    documents that people wrote and that contradict each other.
    """
    from appagent.store.opening import open_store

    settings = opt.settings(options)
    with open_store(settings, to_read=True) as opened:
        sizes = opened.sizes()
        meant = apps_meant(app, sizes)
        if not json and not doubtful and len(meant) > 1 and sum(sizes[each] for each in meant) > _MOST_AT_ONCE:
            show.rows(["package", "records"], [[each, sizes[each]] for each in meant])
            show.say("Name one: appagent docs list --app APP; or look for words: appagent docs search WORDS")
            return
        found = _found(opened, meant, doubtful)
    if json:
        _put_found(found, page)
        return
    if not found.documents:
        show.say(_none_to_list(found, settings.store, doubtful))
    _list_by_app(found, page or 1)
    for group in found.conflicts:
        ids = " and ".join(record.id[:8] for record in group)
        show.console().print(f"\n{ids} contradict each other, and people wrote them; see: appagent docs conflicts")


def _put_found(found: "_Found", page: int | None) -> None:
    """Print documents as JSON. page: number of the page to print, or None for all documents."""
    conflicts = [[record.id for record in group] for group in found.conflicts]
    documents, left = show.paged(found.documents, page) if page else (found.documents, 0)
    show.put_json({"documents": list(map(as_json, documents)), "left": left, "conflicts": conflicts})


def _none_to_list(found: "_Found", store: Path, doubtful: bool) -> str:
    """Return a line for an empty list of documents: why it is empty, and what to do."""
    if silent := sum(found.silent.values()):
        return f"{show.amount(silent, 'document')} in {store}, only for the map; see: appagent docs map --app APP"
    none = f"No document in {store} failed lately." if doubtful else f"No documents in {store}."
    return f"{none} Learn an app: appagent learn --app APP"


@dataclass(frozen=True)
class _Found:
    """Documents of a store, as `docs list` shows them.

    documents: the documents, as they are stored. says: what each says, by id.
    by_app: for each package the same documents, under newer ids.
    silent: for each package, how many more documents only serve the map.
    titles: for each screen id, the screen's title.
    labels: for each package, the labels that this machine has seen on its screens.
    conflicts: groups of documents that contradict each other.
    """

    documents: "list[Record]"
    says: Mapping[str, str]
    by_app: "dict[str, list[Record]]"
    silent: Mapping[str, int]
    titles: Mapping[str, str]
    labels: "Mapping[str, KnownLabels]"
    conflicts: "Sequence[Sequence[Record]]"


def _found(store: "Store", packages: Iterable[str], doubtful: bool) -> _Found:
    """Return the documents that the store has of these packages. doubtful: True for only those that failed lately."""
    from appagent.documents.wording import sentence

    every = (record for each in packages for record in store.current(each))
    current = [record for record in every if record.failing or not doubtful]
    says = {record.id: sentence(record) for record in current}
    by_app: dict[str, list[Record]] = {}
    for record in (each for each in current if says[each.id]):
        by_app.setdefault(record.app, []).append(record)
    return _Found(
        [record for of_app in by_app.values() for record in of_app],
        says,
        {package: _under_newer_names(store, of_app) for package, of_app in by_app.items()},
        Counter(record.app for record in current if not says[record.id]),
        store.titles(),
        {package: store.labels(package) for package in by_app},
        [group for group in store.conflicts() if group[0].app in by_app],
    )


@opt.shared("store")
def search(
    words: Annotated[str, typer.Argument(help="Words to look for; a document with any of them is found.")],
    app: OneApp = "",
    reindex: Annotated[
        bool, typer.Option("--reindex", help="Build the index of meanings again, for another model.")
    ] = False,
    json: opt.Json = False,
    *,
    options: opt.Options,
) -> None:
    """Find documents by their words or meaning, best first.

    To search by meaning, set APPAGENT_EMBEDDINGS to "encoder", if the extra of this name is installed, or to an
    embedding model of the endpoint. Documents near in meaning are then found even if they have none of the words. The
    first such search indexes all documents.
    """
    from appagent.documents.wording import WORDING, sentence
    from appagent.store.opening import open_store
    from appagent.store.records import check_unicode

    check_unicode("what to look for", words)
    settings = opt.settings(options)
    encoder = _encoder(settings)
    with open_store(settings, to_read=True) as opened:
        apps = apps_meant(app, opened.apps()) if app else None
        if encoder:
            opened.embed(encoder, sentence, anew=reindex)
        found = opened.search(words, apps, only=sentence, version=WORDING, says=sentence, encoder=encoder)
    if json:
        show.put_json({"documents": [as_json(record) for record in found]})
    elif found:
        lines = [
            [record.id[:8], record.app.rpartition(".")[2], element_words(record), record.action, _said(record)]
            for record in found
        ]
        show.rows(["id", "app", "element", "action", "what it does"], lines, most=show.MOST_IN_LINE)
    else:
        show.say(f"No document in {settings.store} has any of: {words}")


def _encoder(settings: "Settings") -> "Encoder | None":
    """Return the encoder that the settings name, this computer's or an endpoint's; None to search by words alone.

    Raises UsageError if this computer has no encoder.
    """
    if not settings.embeddings:
        return None
    if settings.embeddings == "encoder":
        from appagent.documents.encoder import LocalEncoder

        return LocalEncoder()
    from appagent.models.embeddings import EndpointEncoder

    return EndpointEncoder(settings.endpoint, settings.embeddings)


def apps_meant(name: str, known_packages: Iterable[str]) -> list[str]:
    """Return the packages that a name stands for, sorted; all packages for "".

    These are tried in order: a package of just this name; packages of an app that has this name in the table of
    well-known apps; packages whose last part is the name; packages that contain it. Raises UsageError if none fits.

    >>> apps_meant("notes", ["com.example.notes", "com.example.notesync"]), apps_meant("WeChat", ["com.tencent.mm"])
    (['com.example.notes'], ['com.tencent.mm'])
    """
    from appagent.devices.apps.app_table import known_as  # takes long to import

    known = sorted(known_packages)
    wanted = name.strip().casefold()
    if not wanted:
        return known
    in_table = {package.casefold() for app in known_as(name) for package in app.packages}
    for fits in (
        lambda package: package == wanted,
        lambda package: package in in_table,
        lambda package: package.rpartition(".")[2] == wanted,
        lambda package: wanted in package,
    ):
        if fitting := [package for package in known if fits(package.casefold())]:
            return fitting
    there = (
        f"there are: {package_list(known)}" if known else "there are none yet; learn an app: appagent learn --app APP"
    )
    raise UsageError(f"no app with documents fits --app {name!r:.80}; {there}")


def package_list(packages: Sequence[str]) -> str:
    """Return packages as a comma-separated list for a message, with at most 20 of them."""
    named = ", ".join(shown(package, _PACKAGE_LETTERS) for package in packages[:_MOST_NAMED])
    return f"{named}, ..." if len(packages) > _MOST_NAMED else named


def _under_newer_names(store: "Store", records: "Sequence[Record]") -> "list[Record]":
    """Replace older ids in records by newer ones, so that the list can group them, and return each record once."""
    return list({record.id: record for record in reversed(store.under_newer_names(records))}.values())[::-1]


def _list_by_app(found: _Found, page: int) -> None:
    """Print a table of documents for each app: one page of 500 documents of all apps together, trusted ones first.

    page: number of the page, from 1. If documents follow, a last line says how many, and how to see them.
    """
    from appagent.documents.lookup.listing import gathered

    by_app = sorted(found.by_app.items())
    every = [record for _, of_app in by_app for record in of_app]
    in_order = sorted(every, key=lambda record: record.untrusted)
    on_page, left = show.paged(in_order, page)
    shown_now = {record.id for record in on_page}
    for package, of_app in by_app:
        if listed := [record for record in of_app if record.id in shown_now]:
            told = gathered(of_app, lambda record: found.says[record.id])
            heading = f"{package}: {show.amount(len(told), 'document')}"
            more = f", and {found.silent[package]} that only serve the map" if found.silent.get(package) else ""
            listing(listed, heading + more, found.titles, found.labels.get(package))
    if left:
        show.say(f"{left} more: name an --app, add --page {page + 1}, see all with --json, or look for words")


def listing(
    records: "Sequence[Record]",
    heading: str,
    titles: Mapping[str, str] | None = None,
    labels: "KnownLabels | None" = None,
) -> None:
    """Print a table of documents screen by screen.

    heading: the title of the table. The other arguments are those of `described`.
    """
    pages: dict[str, list[list[str]]] = {}
    for page, element, each in described(records, titles, labels):
        pages.setdefault(page, []).append(
            [f"  {element}", each.record.action, _noted(each.record, each.says), each.record.id[:8]]
        )
    lines = [line for page, of_page in pages.items() for line in ([page, "", "", ""], *of_page)]
    show.rows(["page and element", "action", "what it does", "id"], lines, heading, show.MOST_IN_LINE)
    show.console().print()


def described(
    records: "Sequence[Record]",
    titles: Mapping[str, str] | None = None,
    labels: "KnownLabels | None" = None,
) -> "list[tuple[str, str, Listed]]":
    """Return the documents that a list shows, as (words for the page, words for the element, document).

    They come in the order in which they were learnt, untrusted ones last.
    titles: for each screen id, the screen's title.
    labels: the labels that this machine has seen on the app's screens, which name rows and pages if no document does.
    """
    from appagent.documents.lookup.listing import gathered
    from appagent.documents.values import text_hash

    names = {
        (screen_id, label.element_id): label.name
        for (screen_id, _), found in (labels or {}).items()
        for label in found
        if label.element_id
    }
    pages_known = {(screen_id, text_hash(title)): title for screen_id, title in labels or {}}
    like = {_kind(record): element_words(record, names) for record in records if record.element_id}
    found = []
    for each in gathered(sorted(records, key=lambda one: (one.untrusted, one.element_id == "", one.time))):
        page = page_name(each.record, titles, pages_known) if each.record.element_id else _LIKE_IT
        shown_page = f"untrusted: {page}" if each.record.untrusted else page
        found.append((shown_page, _element(each, names, like, titles or {}), each))
    return found


def _element(
    listed: "Listed",
    names: Mapping[tuple[str, str], str],
    like: Mapping[object, str],
    titles: Mapping[str, str],
) -> str:
    """Return a few words for the element of a listed document, and on how many other pages it does the same.

    names: as for `element_words`.
    like: for each kind of row, words for a row of that kind.
    titles: for each screen id, the screen's title.
    """
    record = listed.record
    more = f" (and {listed.others} more)" if listed.others else ""
    if record.element_id:
        return f"{element_words(record, names)}{more}"
    page = page_name(record, titles)
    where = "" if page == _UNTITLED else f" on '{page}'"
    return f"like {like.get(_kind(record), element_words(record))}{where}{more}"


def _kind(record: "Record") -> object:
    from appagent.documents.facts import shape_of

    return record.screen_id, record.template, shape_of(record)


def element_words(record: "Record", names: Mapping[tuple[str, str], str] | None = None) -> str:
    """Return a few words for the element that a document is about: its words, or else its role and resource-id.

    names: names of elements by screen id and element id, as this machine has seen them on that screen.
    """
    facts = record.facts
    known = (names or {}).get((record.screen_id, record.element_id), "")
    words = str(facts.get("words") or facts.get("row") or known).split(" · ")[0]
    name = str(facts.get("resource_id") or "").rpartition("/")[2].replace("_", " ")
    role = str(facts.get("role") or facts.get("class") or record.template.partition("-")[0]).rpartition(".")[2]
    return words or (f"{role} {name}".strip())


def page_name(
    record: "Record", titles: Mapping[str, str] | None = None, pages: Mapping[tuple[str, str], str] | None = None
) -> str:
    """Return the title of the screen that a document's element is on, as it was when the document was learnt.

    titles: for each screen id, the screen's title, for documents that have none.
    pages: for each screen id and hash of a title, the title that this machine has seen.
    If nothing is known, the result is "A page without a heading".
    """
    from appagent.documents.facts import page_of

    heading, page = page_of(record)
    heading = heading or (pages or {}).get((record.screen_id, page), "")
    return str(heading or (titles or {}).get(record.screen_id) or _UNTITLED)


def as_json(record: "Record") -> dict[str, Any]:
    """Return a document as plain JSON, with "untrusted", "failing", and as "sentence" what it says."""
    from appagent.documents.wording import sentence

    return {**record.to_json(), "untrusted": record.untrusted, "failing": record.failing, "sentence": sentence(record)}


def _said(record: "Record") -> str:
    """Return what a document says, after the mark "(untrusted)" if its author is not trusted."""
    from appagent.documents.wording import sentence

    return _noted(record, f"(untrusted) {sentence(record)}" if record.untrusted else sentence(record))


def _noted(record: "Record", words: str) -> str:
    return f"(failed lately) {words}" if record.failing else words


def what_it_says(record: "Record") -> str:
    """Return what a version of a document says; for a retraction, "retracted" with the reason."""
    from appagent.documents.wording import sentence

    if record.retracted:
        return f"retracted{f': {record.text}' if record.text else ''}"
    return sentence(record)
