"""Guard: the code that checks actions that pay, send, delete, install, grant or type a secret, before they happen."""

from appagent.guard.effects import effect_of
from appagent.guard.found import Effect
from appagent.guard.guard import Ask, Guard, in_words
from appagent.guard.person import Answer, answer_to
from appagent.guard.touches import landing

__all__ = ["Answer", "Ask", "Effect", "Guard", "answer_to", "effect_of", "in_words", "landing"]
