"""Open the hub at an address."""

from contextlib import AbstractContextManager, nullcontext

from appagent.errors import StoreError, UsageError
from appagent.sharing.address import parse_address
from appagent.sharing.bucket import BucketHub
from appagent.sharing.exchange import Hub
from appagent.sharing.folder import FolderHub
from appagent.sharing.postgres import PostgresHub


def open_hub(place: str, *, init: bool = False, to_read: bool = False) -> AbstractContextManager[Hub]:
    """Return the hub at an address, to be used in a `with` block.

    init: True to make the tables of a database. to_read: True if a folder must be there already.
    Raises UsageError if the address is not valid, or StoreError if the hub cannot be used; their messages contain no
    password or key.
    """
    where = parse_address(place)
    if to_read and not where.scheme and not where.folder.is_dir():
        raise StoreError(f"{where.folder} is no folder; a hub is made by: appagent docs push {where.folder}")
    if where.scheme == "postgresql":
        return PostgresHub(where, init=init)
    if init:
        raise UsageError("only a database has tables to be made: appagent docs push --init postgresql://...")
    return nullcontext(BucketHub(where) if where.scheme else FolderHub(where.folder))
