"""Guard: the code that checks actions that pay, send, delete, install, grant or type a secret, before they happen."""

from appagent.guard.consent import Answer, Consent, answer_to, asked_for
from appagent.guard.effect import Effect
from appagent.guard.effects import effect_of, own_word
from appagent.guard.guard import Ask, Guard, in_words
from appagent.guard.leaving import lost_by_leaving
from appagent.guard.touches import landing

__all__ = [
    "Answer",
    "Ask",
    "Consent",
    "Effect",
    "Guard",
    "answer_to",
    "asked_for",
    "effect_of",
    "in_words",
    "landing",
    "lost_by_leaving",
    "own_word",
]
