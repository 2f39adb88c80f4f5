"""Faults of the virtual phone: what real phones do now and then, each at a stated moment and by a seed.

Each file has one family. To add a fault, write a subclass of Fault in one of them; docs/faults.md shows how.
"""

from appagent.phone.faults.base import Fault, Moment
from appagent.phone.faults.engine import arm
from appagent.phone.faults.table import FAULTS

__all__ = ["FAULTS", "Fault", "Moment", "arm"]
