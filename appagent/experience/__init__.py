"""Keep how a task was done once, so that it can be done again without a model, even with other values."""

from appagent.experience.finding import Missing, locate
from appagent.experience.from_run import FromRun, plan_of
from appagent.experience.plan import AnswerPlace, Move, MovePage, Plan, Target
from appagent.experience.slots import bound, fill_slots

__all__ = [
    "AnswerPlace",
    "FromRun",
    "Missing",
    "Move",
    "MovePage",
    "Plan",
    "Target",
    "bound",
    "fill_slots",
    "locate",
    "plan_of",
]
