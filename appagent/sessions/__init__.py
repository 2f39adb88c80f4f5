"""Whole sessions, from settings to result: a task carried out, an app learnt, a demonstration recorded."""

from appagent.sessions.batch import Batch, Done
from appagent.sessions.kinds import learn, record, run
from appagent.sessions.order import AGENTS, Order, Result, Told, for_task
from appagent.sessions.stage import RESUMABLE

__all__ = ["AGENTS", "RESUMABLE", "Batch", "Done", "Order", "Result", "Told", "for_task", "learn", "record", "run"]
