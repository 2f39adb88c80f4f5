"""Import a file or folder that somebody else made: a docpack, a store, or a folder of documents as text."""

import re
from dataclasses import replace
from pathlib import Path

from appagent.errors import StoreError, UsageError
from appagent.sharing import published, unpack
from appagent.store import Handed, Record, Store, imports
from appagent.store.as_text.jsonl import FOLDER
from appagent.store.merging import Taken


def take_file(store: Store, path: Path, *, untrusted: bool = False, app: str = "") -> Taken:
    """Import a docpack, a store or a folder of text into a store, all of it or nothing, and return the numbers.

    untrusted: True to add records too that are not signed, or signed with an unknown key.
    app: for a folder that the published AppAgent wrote, the package of the app that it is about; "" for anything else.
    Raises StoreError, in one line that names the path, if anything in it is not valid.
    """
    if published.is_published(path) and not app:
        raise UsageError(f"{path} is a folder of the published AppAgent's; say which app it is about: --app PACKAGE")
    if app and not published.is_published(path):
        raise UsageError(f"--app is for folders of the published AppAgent's, and {path} has no documents of its kind")
    if app:
        if "." not in app:
            raise UsageError(f"--app takes the package of the app, such as com.tencent.mm, found {app!r}")
        return store.union(Handed(published.read_published(path, app)), untrusted=untrusted)
    if not unpack.is_pack(path):
        with imports.open_import(path) as theirs:
            return store.union(replace(theirs, records=map(_of_an_app, theirs.records)), untrusted=untrusted)
    with unpack.open_pack(path) as pack:
        taken = store.union(pack.handed, untrusted=untrusted)
    for picture in pack.pictures:
        store.keep_picture(picture)
    return taken


def _of_an_app(record: Record) -> Record:
    """Return a record. Raises StoreError if no folder can be named after its app, since it could not be exported."""
    if not re.fullmatch(FOLDER, record.app):
        raise StoreError(f"it has a document about {record.app!r:.80}, which is the name of no app")
    return record
