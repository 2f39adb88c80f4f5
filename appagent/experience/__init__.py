"""Keep how a task was done once, so that it can be done again without a model, even with other values."""

from appagent.experience.from_run import FromRun, plan_of
from appagent.experience.plan import Plan
from appagent.experience.slots import bound, fill_slots

__all__ = ["FromRun", "Plan", "bound", "fill_slots", "plan_of"]
