"""Take one step of a run or of a learning run: look at the screen, mark it, let the agent decide, act, and write it
down.

Each decision is first read into an `Intent`, which is noted in the record of the step. A `Performer` then turns the
intent into gestures, lets the guard check both, writes to disk what is about to happen, and sends the gestures.
"""

from appagent.step.acted_on import pictured
from appagent.step.carrying_out import carry_out
from appagent.step.in_turn import InTurn
from appagent.step.intent import Intent, read_intent
from appagent.step.last_step import advice, grid_is_up, interruption
from appagent.step.performing import Performer, gestures_of, send
from appagent.step.stepper import Hooks, OpenStep, Stepper, spent
from appagent.step.walks.walking import Walks

__all__ = [
    "Hooks",
    "InTurn",
    "Intent",
    "OpenStep",
    "Performer",
    "Stepper",
    "Walks",
    "advice",
    "carry_out",
    "gestures_of",
    "grid_is_up",
    "interruption",
    "pictured",
    "read_intent",
    "send",
    "spent",
]
