"""Take in a file or folder of somebody else's: a docpack, a store, or a folder of documents as text."""

from pathlib import Path

from appagent.sharing import unpack
from appagent.store import Store, imports
from appagent.store.merging import Taken


def take_file(store: Store, path: Path, *, untrusted: bool = False) -> Taken:
    """Add what a docpack, a store or a folder of text holds to a store, whole or not at all, and tell what came of it.

    untrusted: True to take in records too that nobody signed, or somebody unknown.
    Raises StoreError, in one line that names the path, if anything in it is not valid.
    """
    if not unpack.is_pack(path):
        with imports.read(path) as theirs:
            return store.union(theirs, untrusted=untrusted)
    with unpack.read(path) as pack:
        taken = store.union(pack.handed, untrusted=untrusted)
    for picture in pack.pictures:
        store.keep_picture(picture)
    return taken
