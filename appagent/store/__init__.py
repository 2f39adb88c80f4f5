"""Documents and experiences: records that never change, the rules about them, and the SQLite file that keeps them."""

from appagent.store.checks import Handed
from appagent.store.current import in_force
from appagent.store.records import COARSE, KIND, Record, cut_texts, utc_now
from appagent.store.sqlite import Store

__all__ = ["COARSE", "KIND", "Handed", "Record", "Store", "cut_texts", "in_force", "utc_now"]
