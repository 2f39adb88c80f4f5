"""Open the store that the settings or a path name."""

from pathlib import Path

import platformdirs

from appagent.settings import Settings
from appagent.store.keys import keys_of_user
from appagent.store.sqlite import Store


def open_store(place: Settings | Path, *, adds: bool = True, to_read: bool = False) -> Store:
    """Open the store that the settings name, or the one at a path. A missing store is made.

    Settings name the path of --store, else that of APPAGENT_STORE, else that of appagent.toml, else store.sqlite in the
    user's data directory. Records made in the store are signed with the user's key. Unsigned ones, from before there
    were keys, count as own in the user's data directory alone: any other file may be somebody else's. A folder that
    `docs export` wrote can only be read.

    adds: True if records will be added, so that such a folder is refused.
    to_read: True if the store will only be read: the file need not be writable, and if it is missing, the store is
    empty and no file is made.
    Raises StoreError if the store cannot be opened.
    """
    path = place.store if isinstance(place, Settings) else place
    keys, own = keys_of_user(), path.absolute().parent == platformdirs.user_data_path("appagent")
    if to_read:
        return Store.open_to_read(path, keys=keys, unsigned_own=own)
    return Store.open(path, adds=adds, keys=keys, unsigned_own=own)
