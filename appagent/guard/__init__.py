"""Guard: the code that checks every gesture that pays, sends, deletes, installs, grants or types a secret."""

from appagent.guard.concerns import concern
from appagent.guard.guard import Ask, Guard, in_words
from appagent.guard.touches import landing

__all__ = ["Ask", "Guard", "concern", "in_words", "landing"]
