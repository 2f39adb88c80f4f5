"""Open the store that is in force."""

from pathlib import Path

from appagent.settings import Settings
from appagent.store.sqlite import Store


def open_store(place: Settings | Path, *, adds: bool = True, to_read: bool = False) -> Store:
    """Open the store of some settings, or the one at a path; it is made where there is none.

    Settings name the path of --store, else that of APPAGENT_STORE, else that of appagent.toml, else store.sqlite in the
    user's data directory. A folder that `docs export` wrote is only read. adds: records will be added to the store.
    to_read: the file need not be writable, and none is made. Raises StoreError.
    """
    path = place.store if isinstance(place, Settings) else place
    return Store.open_to_read(path) if to_read else Store.open(path, adds=adds)
