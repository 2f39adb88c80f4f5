"""Documents and experiences: records that never change, the rules over them, and the SQLite they live in."""

from appagent.store.current import Found, Trust, in_force
from appagent.store.records import Record, utc_now
from appagent.store.sqlite import Store

__all__ = ["Found", "Record", "Store", "Trust", "in_force", "utc_now"]
