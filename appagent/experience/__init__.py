"""Keep how a task was done once, so that it can be done again without a model, even with other values."""

from appagent.experience.finding import Missing, find
from appagent.experience.from_run import FromRun, plan_of
from appagent.experience.plan import Move, Page, Plan, Reading, Target
from appagent.experience.slots import bound, filled

__all__ = ["FromRun", "Missing", "Move", "Page", "Plan", "Reading", "Target", "bound", "filled", "find", "plan_of"]
